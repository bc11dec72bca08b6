//! What has a meaning under some models only, and is not supported under the others.
//!
//! **Fences that order loads only, or stores only.** `smp_rmb` and `smp_wmb` of `<lkmm.h>` are
//! fences of order acquire and release in the program, with tags. To SC and to machines with store
//! buffers that is exactly what they are. Under models of C11 it is too much: after
//! `r = x; smp_wmb(); y = 1`, whoever reads `y` and then `x` must see what `r` has seen if that is
//! a release fence, and need not in the kernel. (Its litmus test is WRC with `smp_wmb`.) Nothing
//! weaker in C11 orders two stores, and without any order every message would be lost. So there
//! they are not supported, and say so where they are reached.
//!
//! **Non-temporal stores.** Later stores overtake them, also on machines that keep the order of
//! others. Languages have no order to lose, and SC is what it says; no other model knows them.

use base::tags;
use engines::Model;
use program::{Instruction, Program};

/// Replaces what has no meaning under this model.
pub(crate) fn refuse(program: &mut Program, model: &Model) {
    refuse_under(program, model.name(), Some(model));
}

/// The same for a model that the user names, which may be a cat file.
pub(crate) fn refuse_by_name(program: &mut Program, model: &str) {
    refuse_under(program, model, Model::native(model).as_ref());
}

fn refuse_under(program: &mut Program, name: &str, native: Option<&Model>) {
    let blocks = program.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        let what = match instruction {
            Instruction::Fence { .. } if has_halves(native) => None,
            Instruction::Fence { tags, .. } if tags.contains(tags!["Rmb"]) => {
                Some(half("smp_rmb", "loads", name))
            }
            Instruction::Fence { tags, .. } if tags.contains(tags!["Wmb"]) => {
                Some(half("smp_wmb", "stores", name))
            }
            Instruction::Store { access, .. } if access.tags.contains(tags!["nontemporal"]) => {
                let what =
                    || format!("a non-temporal store under {name}, which later stores overtake");
                (!may_be_temporal(native)).then(what)
            }
            _ => None,
        };
        if let Some(what) = what {
            *instruction = Instruction::Unsupported { what };
        }
    }
}

fn half(name: &str, what: &str, model: &str) -> String {
    format!("`{name}` under {model}, which has no fence for {what} only (sc, tso and pso have)")
}

/// Whether a fence for loads or stores only is exactly what its order says.
fn has_halves(native: Option<&Model>) -> bool {
    match native {
        Some(Model::Sc | Model::Tso | Model::Pso) => true,
        Some(Model::Ra | Model::Rc11 | Model::Rc11Of20 | Model::Cat { .. }) | None => false,
    }
}

/// Whether a non-temporal store may be taken for another one.
fn may_be_temporal(native: Option<&Model>) -> bool {
    match native {
        Some(Model::Sc | Model::Ra | Model::Rc11 | Model::Rc11Of20) => true,
        Some(Model::Tso | Model::Pso | Model::Cat { .. }) | None => false,
    }
}
