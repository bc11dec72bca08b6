//! Which functions of the runtime does a program come with?
//!
//! The ones that it mentions but does not define, and whatever they call.

use base::Address;
use program::{Callee, FunctionId, GlobalId, Instruction, Operand, Program, ThreadLocalId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The thread-local variable of a runtime with this name.
pub(super) fn thread_local(runtime: &Program, name: &str) -> Option<ThreadLocalId> {
    let named = |id: &usize| runtime.sites[runtime.thread_locals[*id].site.index()].name == name;
    let id = (0..runtime.thread_locals.len()).find(named)?;
    Some(ThreadLocalId(id as u32))
}

/// The function that an instruction calls, or lets a thread run.
fn callee(program: &Program, instruction: &Instruction) -> Option<FunctionId> {
    match instruction {
        Instruction::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        Instruction::Spawn { function: Operand::Constant(address), .. } => {
            program.function_at(Address(*address))
        }
        _ => None,
    }
}

/// The functions of a runtime for which `needed` says so, and those they call. Their numbers
/// change; globals keep theirs, and those at the end that are for C++ are left out unless they are
/// needed. Thread-local variables are left out if nobody uses them,
/// since every thread would have them, and otherwise they have other numbers, too. Functions of the
/// runtime know each other by calls and by what threads run only, never by address.
pub(crate) fn select(runtime: &Program, needed: impl Fn(&str) -> bool) -> Program {
    let mut pending: Vec<usize> = (0..runtime.functions.len())
        .filter(|index| needed(&runtime.functions[*index].name))
        .collect();
    let mut keep = vec![false; runtime.functions.len()];
    while let Some(index) = pending.pop() {
        if std::mem::replace(&mut keep[index], true) {
            continue;
        }
        let instructions = runtime.functions[index].blocks.iter().flat_map(|b| &b.instructions);
        pending
            .extend(instructions.filter_map(|each| callee(runtime, each)).map(FunctionId::index));
    }
    let kept = (0..keep.len()).filter(|index| keep[*index]);
    let numbers: FxHashMap<usize, u32> = kept.zip(0..).collect();
    let mut selected = runtime.clone();
    let mut index = 0;
    selected.functions.retain(|_| {
        index += 1;
        keep[index - 1]
    });
    let variables = select_thread_locals(&mut selected, &needed);
    select_globals(&mut selected, &needed);
    let blocks = selected.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        let number = callee(runtime, instruction).map(|old| FunctionId(numbers[&old.index()]));
        match (instruction, number) {
            (Instruction::Call { callee: Callee::Direct(callee), .. }, Some(number)) => {
                *callee = number;
            }
            (Instruction::Spawn { function, .. }, Some(number)) => {
                *function = Operand::Constant(number.address().0);
            }
            (Instruction::ThreadLocalAddress { variable, .. }, _) => {
                *variable = variables[variable];
            }
            _ => {}
        }
    }
    selected
}

/// Leaves out globals at the end that nobody uses. The first that has no name of Heddle's own is
/// where those of the C++ library begin; all before it stay.
fn select_globals(selected: &mut Program, needed: impl Fn(&str) -> bool) {
    let is_own = |name: &str| name.starts_with("heddle.");
    let first = selected.globals.iter().position(|global| !is_own(&global.name));
    let Some(first) = first else { return };
    let by_name = selected.globals.iter().rposition(|global| needed(&global.name));
    let mut end = by_name.map_or(first, |last| first.max(last + 1));
    let all = selected.globals.len() as u32;
    let mut mention = |operand: &mut Operand| {
        let Operand::Constant(constant) = *operand else { return };
        let object = Address(constant).object().map(|(object, _)| object);
        let used = (0..all).map(GlobalId).find(|global| Some(global.object()) == object);
        end = used.map_or(end, |global| end.max(global.index() + 1));
    };
    for block in selected.functions.iter_mut().flat_map(|function| &mut function.blocks) {
        block.terminator.operands_mut(&mut mention);
        block.instructions.iter_mut().for_each(|each| each.operands_mut(&mut mention));
    }
    selected.globals.truncate(end);
}

/// Leaves out the thread-local variables that no function uses and nobody needs by name. Returns
/// the new numbers of the others.
fn select_thread_locals(
    selected: &mut Program,
    needed: impl Fn(&str) -> bool,
) -> FxHashMap<ThreadLocalId, ThreadLocalId> {
    // They are all that the runtime has sites for.
    assert_eq!(selected.sites.len(), selected.thread_locals.len());
    let blocks = selected.functions.iter().flat_map(|function| &function.blocks);
    let instructions = blocks.flat_map(|block| &block.instructions);
    let used: FxHashSet<ThreadLocalId> = instructions
        .filter_map(|instruction| match instruction {
            Instruction::ThreadLocalAddress { variable, .. } => Some(*variable),
            _ => None,
        })
        .collect();
    let mut numbers = FxHashMap::default();
    let variables = std::mem::take(&mut selected.thread_locals);
    let sites = std::mem::take(&mut selected.sites);
    for (old, mut variable) in (0..).map(ThreadLocalId).zip(variables) {
        let site = &sites[variable.site.index()];
        if used.contains(&old) || needed(&site.name) {
            variable.site = selected.add_site(site.clone());
            numbers.insert(old, ThreadLocalId(selected.thread_locals.len() as u32));
            selected.thread_locals.push(variable);
        }
    }
    numbers
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
