//! When does the life of a local variable begin and end?
//!
//! A variable of a block lives from the start of its block to the end of it (C11 6.2.4p6), and one
//! of variable length from its declaration on (p7). Clang says so by `llvm.lifetime.start` and
//! `llvm.lifetime.end`, and where there are variables of variable length by `llvm.stacksave` and
//! `llvm.stackrestore`. Others live as long as their function is active, and so do these:
//!
//! - the variables of the outermost block, which ends with the function;
//! - those whose life begins in several places, or that are used where their life need not have
//!   begun: optimisation may have moved that use, and what it does is not wrong.

use super::Scope;
use super::visit::operands;
use crate::tree::instruction::Callee;
use crate::tree::{
    BlockId, CastOperation, Constant, Function, InstructionKind, MetadataId, Operand, TypeId,
    ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables of blocks in a function.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// The types of the variables whose life begins at a mark, and not where they are declared.
    pub(super) marked: FxHashMap<ValueId, TypeId>,
    /// For each place where the stack is as it was before: the variables that end there.
    pub(super) restored: FxHashMap<Place, Vec<ValueId>>,
    /// For each place where the stack is remembered: the same variables.
    pub(super) saved: FxHashMap<ValueId, Vec<ValueId>>,
    /// All variables of variable length that end before their function.
    pub(super) sized: FxHashSet<ValueId>,
    /// Which variables values are the addresses of, as another type.
    casts: FxHashMap<ValueId, ValueId>,
}

/// An instruction: the block that it is in, and its position there.
pub(super) type Place = (BlockId, usize);

/// The life of the variable with this address begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) variable: ValueId,
    pub(super) begins: bool,
}

impl Scopes {
    /// The variable of a block that a mark is about, and its type.
    pub(super) fn marked(&self, mark: Mark) -> Option<(ValueId, TypeId)> {
        let variable = behind(&self.casts, mark.variable);
        self.marked.get(&variable).map(|of| (variable, *of))
    }

    pub(super) fn new(
        scope: Scope<'_>,
        tree: &Function,
        variables: &FxHashMap<ValueId, MetadataId>,
    ) -> Scopes {
        let mut scopes = Scopes::default();
        let is_asked = places(tree).any(|(_, kind, _)| intrinsic(scope, kind).is_some());
        if !is_asked {
            return scopes;
        }
        scopes.casts = casts(tree);
        let starts = starts(scope, tree, &scopes.casts);
        for (_, kind, result) in places(tree) {
            let (InstructionKind::Alloca { allocated, count, .. }, Some(variable)) = (kind, result)
            else {
                continue;
            };
            let is_outermost = variables.get(&variable).is_some_and(|node| {
                let module = scope.module;
                let home = module.metadata.reference(*node, "scope", &module.names);
                home.and_then(|home| module.metadata.kind(home, &module.names))
                    == Some("DISubprogram")
            });
            if let (None, false, Some([start])) = (
                count.filter(|each| !is_one(scope, each.operand)),
                is_outermost,
                starts.get(&variable).map(Vec::as_slice),
            ) && scopes.begins_before_use(scope, tree, variable, *start)
            {
                scopes.marked.insert(variable, *allocated);
            }
        }
        scopes.find_sized(scope, tree);
        scopes
    }

    /// Finds what ends where the stack is restored: the variables that were declared after it was
    /// saved, in the order of the text, which is that of the source as long as nothing is
    /// optimised. Each belongs to the innermost block that is open there.
    fn find_sized(&mut self, scope: Scope<'_>, tree: &Function) {
        // Where the stack is saved, by the variable that the result is stored in.
        let mut slots: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        let mut saves: Vec<(usize, ValueId)> = Vec::new();
        let mut last_restores: FxHashMap<ValueId, usize> = FxHashMap::default();
        let mut restores: Vec<(Place, ValueId)> = Vec::new();
        let mut loaded: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        for (index, (place, kind, result)) in places(tree).enumerate() {
            match (kind, intrinsic(scope, kind), result) {
                (InstructionKind::Store { value, address, .. }, ..) => {
                    if let (Operand::Local(value), Operand::Local(slot)) =
                        (value.operand, address.operand)
                        && saves.iter().any(|(_, save)| *save == value)
                    {
                        slots.insert(slot, value);
                    }
                }
                (InstructionKind::Load { address, .. }, _, Some(result)) => {
                    if let Operand::Local(slot) = address.operand {
                        loaded.insert(result, slot);
                    }
                }
                (_, Some((name, _)), Some(result)) if name.starts_with("stacksave") => {
                    saves.push((index, result));
                }
                (_, Some((name, Some(Operand::Local(given)))), _)
                    if name.starts_with("stackrestore") =>
                {
                    let slot = loaded.get(&given).and_then(|slot| slots.get(slot)).copied();
                    let save = slot.unwrap_or(given);
                    last_restores.insert(save, index);
                    restores.push((place, save));
                }
                _ => {}
            }
        }
        for (index, (_, kind, result)) in places(tree).enumerate() {
            let (InstructionKind::Alloca { count: Some(count), .. }, Some(variable)) =
                (kind, result)
            else {
                continue;
            };
            let is_open = |save: &&(usize, ValueId)| {
                save.0 < index && last_restores.get(&save.1).is_some_and(|last| index < *last)
            };
            if !is_one(scope, count.operand)
                && let Some((_, save)) = saves.iter().rfind(is_open)
            {
                self.saved.entry(*save).or_default().push(variable);
                self.sized.insert(variable);
            }
        }
        for (place, save) in restores {
            if let Some(variables) = self.saved.get(&save) {
                self.restored.insert(place, variables.clone());
            }
        }
    }

    /// Whether each use of a variable but the marks comes after its life has begun, in whatever
    /// way control gets there. An address that is taken for marks only is no use.
    fn begins_before_use(
        &self,
        scope: Scope<'_>,
        tree: &Function,
        variable: ValueId,
        start: Place,
    ) -> bool {
        // What is reached without passing the start.
        let mut without = vec![false; tree.blocks.len()];
        let mut pending = vec![BlockId(0)];
        while let Some(block) = pending.pop() {
            if block == start.0 || std::mem::replace(&mut without[block.0 as usize], true) {
                continue;
            }
            let last = tree.blocks[block.0 as usize].instructions.last();
            last.into_iter().for_each(|last| successors(&last.kind, |next| pending.push(next)));
        }
        let is_before = |place: Place| match place.0 == start.0 {
            true => place.1 < start.1,
            false => without[place.0.0 as usize],
        };
        // Addresses that are taken before the life has begun.
        let early: FxHashSet<ValueId> = places(tree)
            .filter(|(place, ..)| is_before(*place))
            .filter_map(|(_, _, result)| result)
            .filter(|result| self.casts.get(result) == Some(&variable))
            .collect();
        places(tree).all(|(place, kind, result)| {
            let is_mark =
                intrinsic(scope, kind).is_some_and(|(name, _)| name.starts_with("lifetime."));
            let is_cast = result.is_some_and(|result| early.contains(&result));
            if is_mark || is_cast || matches!(kind, InstructionKind::DebugVariable(_)) {
                return true;
            }
            let mut is_wrong = false;
            operands(kind, |operand| {
                is_wrong |= match operand {
                    Operand::Local(used) => {
                        used == variable && is_before(place) || early.contains(&used)
                    }
                    Operand::Constant(_) | Operand::Metadata(_) => false,
                }
            });
            !is_wrong
        })
    }
}

/// All instructions of a function, each with its place and its result.
fn places(
    tree: &Function,
) -> impl Iterator<Item = (Place, &InstructionKind, Option<ValueId>)> + '_ {
    tree.blocks.iter().enumerate().flat_map(|(block, each)| {
        let block = BlockId(block as u32);
        let instructions = each.instructions.iter().enumerate();
        instructions.map(move |(index, each)| ((block, index), &each.kind, each.result))
    })
}

/// The name of one of the intrinsics that are about lives, and its last argument.
fn intrinsic<'s>(scope: Scope<'s>, kind: &InstructionKind) -> Option<(&'s str, Option<Operand>)> {
    let InstructionKind::Call(call) = kind else { return None };
    let Callee::Operand(Operand::Constant(callee)) = call.callee else { return None };
    let Constant::Symbol(symbol) = scope.module.constants.get(callee) else { return None };
    let name = scope.symbol_name(*symbol).strip_prefix("llvm.")?;
    let is_known = name.starts_with("lifetime.") || name.starts_with("stack");
    is_known.then(|| (name, call.arguments.last().map(|argument| argument.value.operand)))
}

/// The addresses that are addresses of something of another type. Older versions of clang take one
/// for each mark.
fn casts(tree: &Function) -> FxHashMap<ValueId, ValueId> {
    let cast = |(_, kind, result): (Place, &InstructionKind, Option<ValueId>)| match kind {
        InstructionKind::Cast { operation: CastOperation::Bitcast, value, .. } => {
            match value.operand {
                Operand::Local(value) => Some((result?, value)),
                Operand::Constant(_) | Operand::Metadata(_) => None,
            }
        }
        _ => None,
    };
    places(tree).filter_map(cast).collect()
}

fn behind(casts: &FxHashMap<ValueId, ValueId>, value: ValueId) -> ValueId {
    casts.get(&value).copied().unwrap_or(value)
}

/// Where the lives of variables begin.
fn starts(
    scope: Scope<'_>,
    tree: &Function,
    casts: &FxHashMap<ValueId, ValueId>,
) -> FxHashMap<ValueId, Vec<Place>> {
    let mut starts: FxHashMap<ValueId, Vec<Place>> = FxHashMap::default();
    for (place, kind, _) in places(tree) {
        if let Some((name, Some(Operand::Local(last)))) = intrinsic(scope, kind)
            && name.starts_with("lifetime.start")
        {
            starts.entry(behind(casts, last)).or_default().push(place);
        }
    }
    starts
}

fn is_one(scope: Scope<'_>, count: Operand) -> bool {
    let Operand::Constant(constant) = count else { return false };
    matches!(scope.module.constants.get(constant), Constant::Integer { low: 1, .. })
}

/// Where control may go after the last instruction of a block.
fn successors(last: &InstructionKind, mut visit: impl FnMut(BlockId)) {
    match last {
        InstructionKind::Jump(next) => visit(*next),
        InstructionKind::Branch { then, otherwise, .. } => {
            visit(*then);
            visit(*otherwise);
        }
        InstructionKind::Switch(switch) => {
            visit(switch.default);
            switch.cases.iter().for_each(|(_, next)| visit(*next));
        }
        InstructionKind::IndirectBranch { targets, .. } => {
            targets.iter().copied().for_each(visit);
        }
        InstructionKind::Invoke { normal, unwind, .. } => {
            visit(*normal);
            visit(*unwind);
        }
        _ => {}
    }
}
