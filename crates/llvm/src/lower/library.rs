//! Which functions of the runtime does a program come with?
//!
//! The ones that it mentions but does not define, and whatever they call.

use program::{Callee, FunctionId, Instruction, Program};
use rustc_hash::FxHashMap;

/// The functions of a runtime for which `needed` says so, and those they call. Their numbers
/// change; globals stay what they are, and thread-local variables are left out if nobody uses any.
/// Functions of the runtime know each other by calls only, never by address.
pub(crate) fn select(runtime: &Program, needed: impl Fn(&str) -> bool) -> Program {
    let mut pending: Vec<usize> = (0..runtime.functions.len())
        .filter(|index| needed(&runtime.functions[*index].name))
        .collect();
    let mut keep = vec![false; runtime.functions.len()];
    while let Some(index) = pending.pop() {
        if std::mem::replace(&mut keep[index], true) {
            continue;
        }
        for instruction in runtime.functions[index].blocks.iter().flat_map(|b| &b.instructions) {
            if let Instruction::Call { callee: Callee::Direct(callee), .. } = instruction {
                pending.push(callee.index());
            }
        }
    }
    let kept = (0..keep.len()).filter(|index| keep[*index]);
    let numbers: FxHashMap<usize, u32> = kept.zip(0..).collect();
    let mut selected = runtime.clone();
    let mut index = 0;
    selected.functions.retain(|_| {
        index += 1;
        keep[index - 1]
    });
    let uses_thread_locals = selected
        .functions
        .iter()
        .flat_map(|function| &function.blocks)
        .flat_map(|block| &block.instructions)
        .any(|instruction| matches!(instruction, Instruction::ThreadLocalAddress { .. }));
    if !uses_thread_locals {
        // Every thread would have them. They are all that the runtime has sites for.
        assert_eq!(selected.sites.len(), selected.thread_locals.len());
        selected.thread_locals.clear();
        selected.sites.clear();
    }
    let blocks = selected.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        if let Instruction::Call { callee: Callee::Direct(callee), .. } = instruction {
            *callee = FunctionId(numbers[&callee.index()]);
        }
    }
    selected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_comes_along() {
        let selected = select(&crate::runtime(crate::Inputs::default()), |name| {
            matches!(name, "memmove" | "abort")
        });
        assert_eq!(program::verify(&selected), Ok(()));
        let mut names: Vec<&str> =
            selected.functions.iter().map(|function| function.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "abort",
                "heddle.copy_backward",
                "heddle.copy_either_way",
                "heddle.copy_forward",
                "memmove"
            ]
        );
    }
}
