//! What is in the sets and relations that a cat model finds by name, for one execution? This is the
//! one place that tells a model.

use crate::{Dependencies, EventStructure, Primitive, Primitives};
use cat::program::Input;
use cat::{Concrete, Datum, DatumOf, Given};
use relation::{Relation, Set};

/// An event structure as a model sees it.
#[derive(Clone, Copy, Debug)]
pub struct CatView<'e> {
    structure: &'e EventStructure,
    primitives: &'e Primitives,
}

impl<'e> CatView<'e> {
    pub fn new(structure: &'e EventStructure, primitives: &'e Primitives) -> CatView<'e> {
        CatView { structure, primitives }
    }

    /// How many events there are.
    pub fn world(self) -> Concrete {
        Concrete { events: self.structure.size() }
    }

    fn datum(self, primitive: Primitive) -> DatumOf<Concrete> {
        let CatView { structure, .. } = self;
        let dependencies = &structure.dependencies;
        let picked = |part: fn(&Dependencies) -> &Relation| match &structure.picked {
            Some(picked) => part(picked).clone(),
            None => Relation::new(structure.size()),
        };
        match primitive {
            Primitive::R => Datum::Set(structure.set(|event| event.kind.reads())),
            Primitive::W => Datum::Set(structure.set(|event| event.kind.writes())),
            Primitive::M => Datum::Set(structure.set(|event| event.kind.is_access())),
            Primitive::F => Datum::Set(structure.set(|event| event.kind == crate::Kind::Fence)),
            Primitive::IW => Datum::Set(structure.set(|event| event.thread.is_none())),
            Primitive::RMW => Datum::Set(structure.updates()),
            Primitive::Nothing => Datum::Set(Set::new(structure.size())),
            Primitive::Tagged(tags) => Datum::Set(structure.set(|event| event.tags.has_any(tags))),
            Primitive::Po => Datum::Relation(structure.po.clone()),
            Primitive::Addr => Datum::Relation(dependencies.addr.clone()),
            Primitive::Data => Datum::Relation(dependencies.data.clone()),
            Primitive::Ctrl => Datum::Relation(dependencies.ctrl.clone()),
            Primitive::PickAddr => Datum::Relation(picked(|picked| &picked.addr)),
            Primitive::PickData => Datum::Relation(picked(|picked| &picked.data)),
            Primitive::PickCtrl => Datum::Relation(picked(|picked| &picked.ctrl)),
            Primitive::Rmw => Datum::Relation(structure.rmw.clone()),
            Primitive::Amo => Datum::Relation(structure.amo.clone()),
            Primitive::Rf => Datum::Relation(structure.rf.clone()),
            Primitive::Loc => Datum::Relation(structure.loc()),
            Primitive::Int => Datum::Relation(structure.int()),
            Primitive::Ext => Datum::Relation(structure.ext()),
            Primitive::SameAccess => Datum::Relation(structure.same_access()),
            Primitive::SameValue => Datum::Relation(structure.same_value()),
            Primitive::AtomicBlock => Datum::Relation(match &structure.atomic_blocks {
                Some(blocks) => blocks.clone(),
                None => Relation::new(structure.size()),
            }),
        }
    }
}

impl Given<Concrete> for CatView<'_> {
    fn input(&self, _: &mut Concrete, index: usize, _: &Input) -> DatumOf<Concrete> {
        self.datum(self.primitives.input(index))
    }

    fn choice(&self, _: &mut Concrete, index: usize) -> Relation {
        let chosen = self.structure.chosen(self.primitives.choice(index));
        chosen.expect("choices are made in their order").clone()
    }
}
