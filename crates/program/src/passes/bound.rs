//! How often may a loop run before the thread is stopped?
//!
//! Each natural loop gets a counter: zero where the loop is entered, and [`Instruction::Bound`] at
//! its header, which stops the thread once more than the limit of turns would have begun. Cycles
//! that are entered at several blocks have no entry edges to speak of: their edges backwards are
//! counted from the start of the function. What counts as a turn is for whoever runs the program to
//! say: one in which something visible happened. Recursion is bounded by the interpreter's stack.
//!
//! The checks of [`super::spin`] stand on the back edge, before the header, so that a thread that
//! only waits is not counted as one that ran out of turns.

use super::edges::{insert_on_edge, insert_on_entry};
use crate::flow::{Dominators, Graph, Loops};
use crate::instruction::{Instruction, Operand, Register};
use crate::structure::{BlockId, Function, Program};
use base::SourcePosition;

/// A loop, as far as the source shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopPlace {
    /// The name of its function.
    pub function: String,
    /// Where it starts.
    pub start: Option<SourcePosition>,
    /// Where the instructions are that are in it, and in no loop inside of it.
    pub positions: Vec<SourcePosition>,
}

/// Lets every loop take at most `limit` turns whenever it is entered.
pub fn run(program: &mut Program, limit: u32) {
    run_where(program, |_| Some(limit));
}

/// Lets loops take at most as many turns as `limit` says whenever they are entered.
pub fn run_where(program: &mut Program, limit: impl Fn(&LoopPlace) -> Option<u32>) {
    for function in &mut program.functions {
        bound(function, &limit);
    }
}

/// The loops of a program.
pub fn loops(program: &Program) -> Vec<LoopPlace> {
    let mut places = Vec::new();
    for function in &program.functions {
        let (_, loops) = find_loops(function);
        let headers = loops.loops.iter().map(|each| each.header);
        let targets = loops.irreducible.iter().map(|(_, target)| *target);
        places.extend(headers.chain(targets).map(|header| place(function, &loops, header)));
    }
    places
}

fn find_loops(function: &Function) -> (Graph, Loops) {
    let graph = Graph::new(function);
    let loops = Loops::new(&graph, &Dominators::new(&graph), function.blocks.len());
    (graph, loops)
}

/// The loop with this header.
pub fn place(function: &Function, loops: &Loops, header: BlockId) -> LoopPlace {
    let innermost = loops.innermost(header);
    let blocks = (0..function.blocks.len() as u32).map(BlockId);
    let own = blocks.filter(|block| *block == header || loops.innermost(*block) == innermost);
    let own = own.filter(|_| innermost.is_some());
    let positions = own.flat_map(|block| function.block(block).positions.iter().copied().flatten());
    LoopPlace {
        function: function.name.clone(),
        start: start(function, header),
        positions: positions.collect(),
    }
}

fn bound(function: &mut Function, limit: &impl Fn(&LoopPlace) -> Option<u32>) {
    let (graph, loops) = find_loops(function);
    let limit_at = |function: &Function, header| limit(&place(function, &loops, header));
    let headers = loops.loops.iter().map(|each| limit_at(function, each.header));
    let headers: Vec<Option<u32>> = headers.collect();
    let targets = loops.irreducible.iter().map(|(_, target)| limit_at(function, *target));
    let targets: Vec<Option<u32>> = targets.collect();
    let mut at_the_start = Vec::new();
    for (each, limit) in loops.loops.iter().zip(headers) {
        let Some(limit) = limit else { continue };
        let counter = function.add_register("");
        if each.header == BlockId(0) {
            at_the_start.push(reset(counter));
        }
        for entry in each.entries(&graph) {
            insert_on_edge(function, entry, each.header, [reset(counter)], None);
        }
        let position = start(function, each.header);
        let header = &mut function.blocks[each.header.index()];
        header.insert(0, Instruction::Bound { counter, limit }, position);
    }
    for (&(source, target), limit) in loops.irreducible.iter().zip(targets) {
        let Some(limit) = limit else { continue };
        let counter = function.add_register("");
        let count = Instruction::Bound { counter, limit };
        at_the_start.extend([reset(counter), count.clone()]);
        let position = start(function, target);
        insert_on_edge(function, source, target, [count], position);
    }
    insert_on_entry(function, at_the_start);
}

/// Where in the source a loop starts that has this header: what a report says of one that was
/// stopped.
fn start(function: &Function, header: BlockId) -> Option<SourcePosition> {
    function.block(header).positions.iter().copied().flatten().next()
}

fn reset(counter: Register) -> Instruction {
    Instruction::Assign { target: counter, value: Operand::Constant(0) }
}

#[cfg(test)]
mod tests {
    use crate::passes::tests::{after, check};
    use crate::testing::machine::{Machine, Request};

    #[test]
    fn counters_start_where_the_loop_does() {
        let text = "function @f(%n) {
            entry: branch %n, head, out
            head:  %x = load.4 %n
                   branch %x, head, again
            again: branch %n, head, out
            out:   return
        }";
        let statements = "entry:
            branch %n, head.edge, out
            head:
            bound %2, 3
            %x = load.4 %n
            branch %x, head, again
            again:
            branch %n, head, out
            out:
            return
            head.edge:
            %2 = 0
            jump head";
        check(|program| super::run(program, 3), text, statements);
    }

    #[test]
    fn a_loop_at_the_start_is_reset_once() {
        let text = "function @f(%n) {
            head: %x = load.4 %n
                  jump head
        }";
        let statements = "head.entry:
            %2 = 0
            jump head
            head:
            bound %2, 7
            %x = load.4 %n
            jump head";
        check(|program| super::run(program, 7), text, statements);
    }

    /// How often a program gets to its `fence` before it blocks.
    fn fences(text: &str, limit: u32) -> usize {
        let program = after(|program| super::run(program, limit), text);
        let mut machine = Machine::new(&program);
        let mut request = machine.run();
        let mut count = 0;
        while let Request::Other { .. } = request {
            count += 1;
            request = machine.resume(base::Value::ZERO);
        }
        assert_eq!(request, Request::Blocked);
        count
    }

    #[test]
    fn every_kind_of_cycle_ends() {
        assert_eq!(fences("function @f() {\nhead: fence seq_cst\njump head\n}", 3), 4);
        // The inner loop runs anew in each iteration of the outer one.
        let nested = "function @f() {
            entry: jump outer
            outer: %i = 0
                   jump inner
            inner: fence seq_cst
                   %i = add.32 %i, 1
                   %c = ult.32 %i, 2
                   branch %c, inner, outer
        }";
        assert_eq!(fences(nested, 3), 8);
        let two_entries = "function @f() {
            entry: branch 0, a, b
            a: jump b
            b: fence seq_cst
               branch 1, a, out
            out: return
        }";
        assert_eq!(fences(two_entries, 3), 4);
    }
}
