//! Whose addresses die with the function that created them?
//!
//! A stack object is *confined* if no value computed from its address outlives its function's
//! activation: once that has returned, nobody has a pointer to the object, not even a dangling one,
//! and its address can be given to another. An object of a block is confined to the block if that
//! is so as soon as the block is left: of the registers that hold something computed from its
//! address then, which are *stale*, none is read before it is written.
//!
//! For each function, a forward data-flow analysis finds which addresses each register may be
//! computed from, at each point: the function's parameters and its stack objects, the *sources*. It
//! is sensitive to the flow because registers are used again for other things. A *pointer* is a
//! source moved by something that comes from none; whatever else is computed from a source is a
//! *number*, but for the offset in the object, which is in the low bits. A source *escapes* where a
//! pointer or a number is used in any other way but these: to compute more of them, and to be
//! printed; and pointers as the address of an access, and as the argument of a function whose
//! parameter does not escape. The last makes it a least fixed point over all functions. Comparisons
//! and branches let a source escape because a pointer can be built again, bit by bit, from their
//! answers, and so do accesses to a table with a number for the index.
//!
//! Memory holds nothing computed from a source that does not escape, so that what is loaded comes
//! from none.
//!
//! A program could get around this by moving a pointer from one object into another one, from whose
//! contents it learns which one that is. C does not allow that, and the interpreter sees it as long
//! as there is no object just there.

use crate::instruction::{BinaryOperation, Callee, Deallocation, Instruction, Operand, Register};
use crate::structure::{BlockId, Function, FunctionId, Program, SiteId};
use base::address::OBJECT_STRIDE;

/// A set of sources. Those of one function that have no bit escape.
type Sources = u64;

/// What a value may be computed from, and how.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Origin {
    /// By moving a pointer.
    pointer: Sources,
    /// By arithmetic in which low bits depend on low bits only: those of the offset say nothing
    /// about the object.
    blend: Sources,
    /// In any other way.
    number: Sources,
    /// Of those, the objects whose block has been left since.
    stale: Sources,
}

impl Origin {
    const NONE: Origin = Origin { pointer: 0, blend: 0, number: 0, stale: 0 };

    fn all(self) -> Sources {
        self.pointer | self.numbers()
    }

    fn numbers(self) -> Sources {
        self.blend | self.number
    }

    fn or(self, other: Origin) -> Origin {
        Origin {
            pointer: self.pointer | other.pointer,
            blend: self.blend | other.blend,
            number: self.number | other.number,
            stale: self.stale | other.stale,
        }
    }

    fn blended(self) -> Origin {
        Origin { pointer: 0, blend: self.pointer | self.blend, ..self }
    }

    fn mangled(self) -> Origin {
        Origin { pointer: 0, blend: 0, number: self.all(), stale: self.stale }
    }
}

/// The sites whose objects are confined.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Confined {
    /// For each site, whether its objects are confined to an activation of their function.
    pub to_function: Vec<bool>,
    /// For each site, whether they are confined to their block.
    pub to_block: Vec<bool>,
}

pub fn confined_sites(program: &Program) -> Confined {
    let mut analysis = Analysis {
        program,
        parameters: vec![0; program.functions.len()],
        escaping: vec![false; program.sites.len()],
        outliving: vec![false; program.sites.len()],
    };
    // What escapes here may make parameters of callers escape, and so on.
    while (0..program.functions.len() as u32).any(|index| analysis.visit(FunctionId(index))) {}
    let nothing = vec![false; program.sites.len()];
    let mut confined = Confined { to_function: nothing.clone(), to_block: nothing };
    for (_, site) in program.functions.iter().flat_map(stack_objects) {
        let is_confined = !analysis.escaping[site.index()];
        confined.to_function[site.index()] = is_confined;
        confined.to_block[site.index()] = is_confined && !analysis.outliving[site.index()];
    }
    confined
}

/// The stack objects that a function creates: the register that gets the address, and the site.
fn stack_objects(function: &Function) -> impl Iterator<Item = (Register, SiteId)> + '_ {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match instruction {
        Instruction::Allocate { target, kind, site, .. } if kind.is_local() => {
            Some((*target, *site))
        }
        _ => None,
    })
}

struct Analysis<'p> {
    program: &'p Program,
    /// For each function, the parameters that escape.
    parameters: Vec<Sources>,
    /// For each site, whether what it creates escapes.
    escaping: Vec<bool>,
    /// For each site, whether something computed from an address is read after its block was left.
    outliving: Vec<bool>,
}

impl Analysis<'_> {
    /// Looks at a function with what is known about those that it calls. Returns whether more of
    /// its parameters escape than was known.
    fn visit(&mut self, id: FunctionId) -> bool {
        let function = self.program.function(id);
        let mut sites: Vec<SiteId> = stack_objects(function).map(|(_, site)| site).collect();
        sites.sort_unstable();
        sites.dedup();
        let parameters = function.parameters as usize;
        let mut walk = Walk { analysis: self, parameters, sites: &sites, escaped: 0, outlived: 0 };
        walk.run(function);
        let Walk { escaped, outlived, .. } = walk;
        for (index, site) in sites.iter().enumerate() {
            let escapes = bit(parameters + index).is_none_or(|bit| escaped & bit != 0);
            self.escaping[site.index()] |= escapes;
            self.outliving[site.index()] |=
                bit(parameters + index).is_some_and(|bit| outlived & bit != 0);
        }
        let before = self.parameters[id.index()];
        self.parameters[id.index()] |= escaped;
        self.parameters[id.index()] != before
    }

    fn parameter_escapes(&self, function: FunctionId, index: usize) -> bool {
        bit(index).is_none_or(|bit| self.parameters[function.index()] & bit != 0)
    }
}

/// The set with one source, if there is a bit for it.
fn bit(source: usize) -> Option<Sources> {
    (source < Sources::BITS as usize).then(|| 1 << source)
}

/// One function with its sources: first the parameters, then the sites.
struct Walk<'a, 'p> {
    analysis: &'a Analysis<'p>,
    parameters: usize,
    sites: &'a [SiteId],
    escaped: Sources,
    /// The sources that were read after their block was left.
    outlived: Sources,
}

impl Walk<'_, '_> {
    fn run(&mut self, function: &Function) {
        let mut at_start: Vec<Option<Vec<Origin>>> = vec![None; function.blocks.len()];
        let mut registers = vec![Origin::NONE; function.registers.len()];
        for (index, register) in registers.iter_mut().take(self.parameters).enumerate() {
            register.pointer = bit(index).unwrap_or(0);
        }
        at_start[0] = Some(registers);
        let mut pending = vec![BlockId(0)];
        while let Some(id) = pending.pop() {
            let block = function.block(id);
            let mut registers = at_start[id.index()].clone().expect("a block that was reached");
            for instruction in &block.instructions {
                self.instruction(instruction, &mut registers);
            }
            block.terminator.reads(|register| {
                self.escaped |= registers[register.index()].all();
                self.outlived |= registers[register.index()].stale;
            });
            for next in block.terminator.successors() {
                if unite(&mut at_start[next.index()], &registers) {
                    pending.push(next);
                }
            }
        }
    }

    fn instruction(&mut self, instruction: &Instruction, registers: &mut [Origin]) {
        use Instruction as I;
        let of = |operand: &Operand| match operand {
            Operand::Register(register) => registers[register.index()],
            Operand::Constant(_) | Operand::Undefined => Origin::NONE,
        };
        if !matches!(instruction, I::SpinMark { .. } | I::SpinCheck { .. }) {
            instruction.reads(|register| self.outlived |= registers[register.index()].stale);
        }
        let mut escaped = 0;
        // What the instruction makes of its operands.
        let result = match instruction {
            I::Assign { value, .. } => of(value),
            I::Truncate { value, .. } => of(value).blended(),
            I::SignExtend { value, .. } => of(value).mangled(),
            I::Float { operands, .. } => {
                operands.iter().fold(Origin::NONE, |origin, each| origin.or(of(each))).mangled()
            }
            I::Binary { operation, width, left, right, .. } => {
                binary(*operation, *width, (*left, of(left)), (*right, of(right)))
            }
            I::Select { condition, then, otherwise, .. } => {
                escaped |= of(condition).all();
                of(then).or(of(otherwise))
            }
            I::Load { address, .. } => {
                escaped |= of(address).numbers();
                Origin::NONE
            }
            I::Store { address, value, .. } => {
                escaped |= of(address).numbers() | of(value).all();
                Origin::NONE
            }
            I::ReadModifyWrite { address, operand, .. } => {
                escaped |= of(address).numbers() | of(operand).all();
                Origin::NONE
            }
            I::CompareExchange { address, expected, desired, .. } => {
                escaped |= of(address).numbers() | of(expected).all() | of(desired).all();
                Origin::NONE
            }
            I::Print { format, arguments } => {
                escaped |= of(format).numbers();
                escaped |= arguments.iter().fold(0, |numbers, each| numbers | of(each).numbers());
                Origin::NONE
            }
            I::Call { callee: Callee::Direct(callee), arguments, .. } => {
                for (index, argument) in arguments.iter().enumerate() {
                    escaped |= of(argument).numbers();
                    if self.analysis.parameter_escapes(*callee, index) {
                        escaped |= of(argument).pointer;
                    }
                }
                Origin::NONE
            }
            I::Allocate { kind, size, site, .. } if kind.is_local() => {
                escaped |= of(size).all();
                let index = self.sites.binary_search(site).expect("all sites were collected");
                let pointer = bit(self.parameters + index).unwrap_or(0);
                Origin { pointer, ..Origin::NONE }
            }
            I::SpinMark { watched, .. } => {
                for (live, mark) in watched {
                    registers[mark.index()] = registers[live.index()];
                }
                return;
            }
            I::SpinCheck { .. } => return,
            I::Free { address, by: Deallocation::Leave } => {
                let left = of(address).pointer;
                self.escaped |= of(address).numbers();
                for origin in registers.iter_mut() {
                    origin.stale |= origin.all() & left;
                }
                return;
            }
            I::Compare { .. }
            | I::Call { callee: Callee::Indirect(_), .. }
            | I::Allocate { .. }
            | I::Fence { .. }
            | I::Spawn { .. }
            | I::Join { .. }
            | I::CurrentThread { .. }
            | I::ThreadLocalAddress { .. }
            | I::ExitThread { .. }
            | I::ExitProgram { .. }
            | I::MutexInit { .. }
            | I::MutexLock { .. }
            | I::MutexTryLock { .. }
            | I::MutexHeld { .. }
            | I::CallLibrary { .. }
            | I::MutexUnlock { .. }
            | I::MutexDestroy { .. }
            | I::Free { .. }
            | I::ObjectSize { .. }
            | I::Assume { .. }
            | I::Fail { .. }
            | I::Choose { .. }
            | I::AtomicBegin
            | I::AtomicEnd
            | I::Bound { .. }
            | I::Unsupported { .. } => {
                instruction.operands(|operand| escaped |= of(&operand).all());
                Origin::NONE
            }
        };
        self.escaped |= escaped;
        for target in instruction.targets() {
            registers[target.index()] = result;
        }
    }
}

/// What a binary operation makes of two operands.
fn binary(
    operation: BinaryOperation,
    width: u8,
    (left, left_origin): (Operand, Origin),
    (right, right_origin): (Operand, Origin),
) -> Origin {
    let both = left_origin.or(right_origin);
    let is_offset = |operand| matches!(operand, Operand::Constant(mask) if mask < OBJECT_STRIDE);
    match operation {
        // Which of two parameters is the pointer and which the index, nobody knows.
        BinaryOperation::Add if width == 64 => both,
        BinaryOperation::Sub if width == 64 && right_origin == Origin::NONE => both,
        BinaryOperation::And if is_offset(left) || is_offset(right) => {
            Origin { number: both.number, ..Origin::NONE }
        }
        BinaryOperation::Add
        | BinaryOperation::Sub
        | BinaryOperation::And
        | BinaryOperation::Or
        | BinaryOperation::Xor => both.blended(),
        BinaryOperation::Mul
        | BinaryOperation::UDiv
        | BinaryOperation::SDiv
        | BinaryOperation::URem
        | BinaryOperation::SRem
        | BinaryOperation::Shl
        | BinaryOperation::LShr
        | BinaryOperation::AShr
        | BinaryOperation::Gather
        | BinaryOperation::Scatter => both.mangled(),
    }
}

/// Adds what comes along one more edge. Returns whether that is news.
fn unite(known: &mut Option<Vec<Origin>>, registers: &[Origin]) -> bool {
    let Some(known) = known else {
        *known = Some(registers.to_vec());
        return true;
    };
    let mut changed = false;
    for (known, origin) in known.iter_mut().zip(registers) {
        let together = known.or(*origin);
        changed |= together != *known;
        *known = together;
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    /// Whether the object `%p` is confined in a function with these lines.
    fn is_confined(lines: &str) -> bool {
        let text = format!(
            "global @g : 8
            function @keep(%p) {{
                store.8 @g, %p
                return
            }}
            function @pass(%n, %p) {{
                branch %n, deeper, end
            deeper:
                %n = sub.64 %n, 1
                call @pass(%n, %p)
                store.4 %p, 1
                return
            end:
                return
            }}
            function @pass_and_keep(%n, %p) {{
                branch %n, deeper, end
            deeper:
                %n = sub.64 %n, 1
                call @pass_and_keep(%n, %p)
                return
            end:
                call @keep(%p)
                return
            }}
            function @give(%p) {{
                %q = add.64 %p, 4
                return %q
            }}
            function @f(%a, %c) {{
                %p = stack 8 \"p\"
                {lines}
                return
            }}"
        );
        let program = parse(&text).unwrap_or_else(|problem| panic!("{problem:?}"));
        let site = program.sites.iter().position(|site| site.name == "p").unwrap();
        confined_sites(&program).to_function[site]
    }

    #[test]
    fn what_stays_in_the_function() {
        for lines in [
            "",
            "store.4 %p, 1",
            "%q = add.64 %p, %a\n%r = load.4 %q\nstore.8 @g, %r",
            "%r = rmw.4 add %p, 1\nstore.4 @g, %r",
            "call @pass(%a, %p)",
            "%q = sub.64 %p, 4\nstore.4 %q, 1",
            "%o = or.64 %p, %a\n%o = and.64 %o, 7\nstore.8 @g, %o",
            "%q = %p\n%q = %a\nstore.8 @g, %q",
            "print @g, %p",
        ] {
            assert!(is_confined(lines), "{lines}");
        }
    }

    #[test]
    fn what_leaves_it() {
        for lines in [
            "store.8 @g, %p",
            "store.8 %p, %p",
            "return %p\nnext:",
            "%q = xor.64 %p, %a\nstore.8 @g, %q",
            "%q = trunc.32 %p\nstore.4 @g, %q",
            "%q = and.64 %p, 0xffffffff\nstore.8 @g, %q",
            "%q = select %c, %p, 0\nstore.8 @g, %q",
            "%c = ult.64 %p, %a",
            "%c = eq.64 %p, 0",
            "%i = lshr.64 %p, 24\n%i = add.64 @g, %i\n%v = load.1 %i",
            "%i = lshr.64 %p, 24\n%i = and.64 %i, 7\nstore.8 @g, %i",
            "%i = lshr.64 %p, 24\n%i = add.64 %i, 1\n%i = and.64 %i, 7\nstore.8 @g, %i",
            "%i = and.64 %p, 0x1000000\nstore.8 @g, %i",
            "%i = and.64 %p, %a\nstore.8 @g, %i",
            "%i = lshr.64 %p, 24\n%i = add.64 %a, %i\n%v = load.1 %i",
            "%i = sub.64 %p, %a\n%v = load.1 %i",
            "%i = sub.64 %a, %p\n%v = load.1 %i",
            "%i = or.64 %p, 1\ncall @pass(%a, %i)",
            "%i = or.64 %p, 1\nprint @g, %i",
            "branch %p, next, next\nnext:",
            "%r = rmw.8 xchg @g, %p",
            "call @keep(%p)",
            "call @pass_and_keep(%a, %p)",
            "%q = call @give(%p)\nstore.8 @g, %q",
            "call %a(%p)",
            "%t = spawn @keep, %p",
            "lock %p",
            "exit_thread %p",
            "spin_mark %e, %p -> %m\nstore.8 @g, %m",
            "jump loop\nloop:\nstore.8 @g, %a\n%a = %p\nbranch %c, loop, out\nout:",
        ] {
            assert!(!is_confined(lines), "{lines}");
        }
    }

    /// Whether the object `%b` of a block is confined to it.
    fn is_confined_to_block(lines: &str) -> bool {
        let text = format!(
            "global @g : 8
            function @use(%p) {{
                store.4 %p, 1
                return
            }}
            function @f(%a) {{
            again:
                %b = block 8 \"b\"
                {lines}
                branch %a, again, end
            end:
                return
            }}"
        );
        let program = parse(&text).unwrap_or_else(|problem| panic!("{problem:?}"));
        let site = program.sites.iter().position(|site| site.name == "b").unwrap();
        confined_sites(&program).to_block[site]
    }

    #[test]
    fn what_stays_in_the_block() {
        for lines in [
            "leave %b",
            "call @use(%b)\nleave %b",
            "%q = add.64 %b, 4\nstore.4 %q, 1\nleave %b\n%q = 1\nstore.8 @g, %q",
        ] {
            assert!(is_confined_to_block(lines), "{lines}");
        }
        for lines in [
            "store.8 @g, %b\nleave %b",
            "leave %b\nstore.4 %b, 1",
            "%q = %b\nleave %b\n%v = load.4 %q",
            "branch %a, first, later\nlater:\nstore.4 %q, 1\njump first\nfirst:\n\
                %q = add.64 %b, 4\nleave %b",
        ] {
            assert!(!is_confined_to_block(lines), "{lines}");
        }
    }
}
