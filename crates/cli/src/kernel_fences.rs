//! What of fences that order loads only, or stores only, under models that have none?
//!
//! `smp_rmb` and `smp_wmb` of `<lkmm.h>` are fences of order acquire and release in the program,
//! with tags. To SC and to machines with store buffers that is exactly what they are. Under models
//! of C11 it is too much: after `r = x; smp_wmb(); y = 1`, whoever reads `y` and then `x` must see
//! what `r` has seen if that is a release fence, and need not in the kernel. (Its litmus test is
//! WRC with `smp_wmb`.) Nothing weaker in C11 orders two stores, and without any order every
//! message would be lost. So there they are not supported, and say so where they are reached.

use base::tags;
use engines::Model;
use program::{Instruction, Program};

/// Replaces what means something else under this model: fences, and stores that are not temporal.
pub(crate) fn refuse(program: &mut Program, model: &Model) {
    if matches!(model, Model::Tso | Model::Pso) {
        refuse_nontemporal(program, model.name());
    }
    if !is_exact(model) {
        refuse_under(program, model.name());
    }
}

/// The same for a model that the user names, which may be a cat file.
pub(crate) fn refuse_by_name(program: &mut Program, model: &str) {
    if matches!(Model::native(model), Some(Model::Tso | Model::Pso)) {
        refuse_nontemporal(program, model);
    }
    if !Model::native(model).is_some_and(|model| is_exact(&model)) {
        refuse_under(program, model);
    }
}

/// Whether such a fence is exactly what its order says.
fn is_exact(model: &Model) -> bool {
    match model {
        Model::Sc | Model::Tso | Model::Pso => true,
        Model::Ra | Model::Rc11 | Model::Rc11Of20 | Model::Cat { .. } => false,
    }
}

/// Non-temporal stores of x86 overtake the stores that follow.
fn refuse_nontemporal(program: &mut Program, model: &str) {
    let blocks = program.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        if let Instruction::Store { access, .. } = instruction
            && access.tags.contains(tags!["nontemporal"])
        {
            let what = format!("a non-temporal store under {model}, which later stores overtake");
            *instruction = Instruction::Unsupported { what };
        }
    }
}

fn refuse_under(program: &mut Program, model: &str) {
    let blocks = program.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        let Instruction::Fence { tags, .. } = instruction else { continue };
        let (name, what) = match () {
            () if tags.contains(tags!["Rmb"]) => ("smp_rmb", "loads"),
            () if tags.contains(tags!["Wmb"]) => ("smp_wmb", "stores"),
            () => continue,
        };
        let what = format!(
            "`{name}` under {model}, which has no fence for {what} only (sc, tso and pso have)"
        );
        *instruction = Instruction::Unsupported { what };
    }
}
