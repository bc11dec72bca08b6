//! Histories under models that are cat files: axioms instead of views.
//!
//! A history has events, po, and perhaps sources; an execution of it adds rf and co. So any model
//! can judge it that asks for nothing else: po, rf, co and what derives from them, loc, int, ext,
//! read-modify-writes and fences. Which execution is looked for by [`search`], as a question about
//! reachability (`dat3m-thesis` §4.4): a program without branches whose reads get what was recorded
//! ([`program`]). What is found is judged again by [`verify()`], on events that are made from the
//! recording directly ([`events`]); [`plain`] tries everything, and is the reference.
//!
//! What the events of a history carry: an update is a read and a write that are related by `rmw`
//! and `amo`, with the tag `X`; a fence has the tags of all fences that order everything. Accesses
//! have no orders of C or of machines.
//!
//! Not covered, and refused by name: dependencies, final writes, branches, `same-value`, and
//! choices of the model other than coherence.

mod events;
pub mod plain;
mod program;
mod search;
mod verify;

pub use search::decide;
pub use verify::verify;

use ::events::{Primitive, Primitives};
use cat::Program;

/// A cat model that can judge histories.
#[derive(Clone, Debug)]
pub struct Axiomatic {
    name: String,
    model: bmc::Model,
    primitives: Primitives,
}

/// That a model needs what a history does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsuitable {
    /// What that is, with its name in cat.
    pub what: String,
}

/// What a history does not have, by what people call it.
const ABSENT: [(&[Primitive], &str); 5] = [
    (&[Primitive::Addr, Primitive::PickAddr], "which addresses depend on what was read (`addr`)"),
    (&[Primitive::Data, Primitive::PickData], "which values depend on what was read (`data`)"),
    (&[Primitive::Ctrl, Primitive::PickCtrl], "which branches depend on what was read (`ctrl`)"),
    (&[Primitive::Nothing], "which writes are final, or branches (`FW`, `B`)"),
    (&[Primitive::SameValue], "which values are the same (`same-value`)"),
];

impl Axiomatic {
    /// The model with this name, which was compiled with the names of machines
    /// (`cat::machine_names`).
    pub fn new(name: &str, program: &Program) -> Result<Axiomatic, Unsuitable> {
        let model = bmc::Model::new(program);
        // The program of the formula has its instructions in another order.
        let primitives = Primitives::of(model.program());
        if let Some((_, what)) = ABSENT.iter().find(|(absent, _)| primitives.has_any(absent)) {
            return Err(Unsuitable { what: (*what).to_owned() });
        }
        let mut choices = model.program().choices.iter();
        if let Some(choice) = choices.find(|choice| &*choice.name != "co") {
            let what = format!("what to choose for `{}`", choice.name);
            return Err(Unsuitable { what });
        }
        Ok(Axiomatic { name: name.to_owned(), model, primitives })
    }

    /// What it was asked for as.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn program(&self) -> &Program {
        self.model.program()
    }
}
