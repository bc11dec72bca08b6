//! How often may a loop run before the thread is stopped?
//!
//! Each natural loop gets a counter: zero where the loop is entered, counted on every back edge, where
//! [`Instruction::Bound`] stops the thread once more than `limit` iterations would have begun. Cycles
//! that are entered at several blocks have no entry edges to speak of: their edges backwards are
//! counted from the start of the function. So every run of a function is finite; recursion is bounded
//! by the interpreter's stack.
//!
//! The checks of [`super::spin`] stand before the counter on a back edge, so that a thread that only
//! waits is not counted as one that ran out of iterations.

use super::edges::{insert_on_edge, insert_on_entry};
use crate::flow::{Dominators, Graph, Loops};
use crate::instruction::{Instruction, Operand, Register};
use crate::structure::{BlockId, Function, Program};

/// Lets control go back at most `limit` times whenever a loop is entered.
pub fn run(program: &mut Program, limit: u32) {
    for function in &mut program.functions {
        bound(function, limit);
    }
}

fn bound(function: &mut Function, limit: u32) {
    let graph = Graph::new(function);
    let loops = Loops::new(&graph, &Dominators::new(&graph), function.blocks.len());
    let mut from_the_start = Vec::new();
    for each in &loops.loops {
        let counter = function.add_register("");
        if each.header == BlockId(0) {
            from_the_start.push(counter);
        }
        for entry in each.entries(&graph) {
            insert_on_edge(function, entry, each.header, [reset(counter)]);
        }
        for &latch in &each.latches {
            insert_on_edge(function, latch, each.header, [Instruction::Bound { counter, limit }]);
        }
    }
    for &(source, target) in &loops.irreducible {
        let counter = function.add_register("");
        from_the_start.push(counter);
        insert_on_edge(function, source, target, [Instruction::Bound { counter, limit }]);
    }
    insert_on_entry(function, from_the_start.into_iter().map(reset));
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
            branch %n, head.edge#4, out
            head:
            %x = load.4 %n
            branch %x, head.edge#5, again
            again:
            branch %n, head.edge#6, out
            out:
            return
            head.edge#4:
            %2 = 0
            jump head
            head.edge#5:
            bound %2, 3
            jump head
            head.edge#6:
            bound %2, 3
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
            %x = load.4 %n
            bound %2, 7
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
