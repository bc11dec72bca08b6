//! What fences of one machine are on another: those that wait for branches (`isync`, `isb`), and
//! those that only one side has.

use crate::moving::{does_not_go, not_portable, portable};
use crate::{Asked, Short, both, compile, model, read};
use port::{Case, Model, Moving, Pair};
use solver::Backend;
use std::fmt::Write;

/// MP for Power or AArch64, with what is between the writes and between the reads.
fn message(is_power: bool, writes: &str, reads: &[&str]) -> String {
    let (name, store, load) = match is_power {
        true => ("PPC", ["stw r5,0(r2)", "stw r5,0(r4)"], ["lwz r1,0(r4)", "lwz r3,0(r2)"]),
        false => ("AArch64", ["STR W5,[X2]", "STR W5,[X4]"], ["LDR W1,[X4]", "LDR W3,[X2]"]),
    };
    let r = if is_power { "r" } else { "X" };
    let start: String = [0, 1]
        .map(|own| format!("{own}:{r}2=x; {own}:{r}4=y; {own}:{r}5=1; {own}:{r}6=z; "))
        .concat();
    let first = [store[0], writes, store[1]];
    let second: Vec<&str> = [load[0]].iter().chain(reads).chain([&load[1]]).copied().collect();
    let mut text = format!("{name} MP\n{{ {start}}}\n P0 | P1 ;\n");
    for row in 0..second.len().max(3) {
        let cell = |column: &[&str]| column.get(row).copied().unwrap_or("").to_owned();
        writeln!(text, " {} | {} ;", cell(&first), cell(&second)).unwrap();
    }
    text + &format!("exists (1:{r}1=1 /\\ 1:{r}3=0)\n")
}

/// Without a branch, `isync` and `isb` order nothing, and so they do not where a test goes to.
#[test]
fn a_fence_of_instructions_alone_is_no_fence_elsewhere() {
    for (is_power, own, fence, alone) in
        [(true, "power", "sync", "isync"), (false, "aarch64", "DMB SY", "ISB")]
    {
        let text = message(is_power, fence, &[alone]);
        // A source that is compiled from it would forbid what its own machine allows, and a target
        // would not have what it has there.
        for other in ["power", "aarch64", "armv7", "riscv", "rmo"].into_iter().filter(|m| *m != own)
        {
            let from_sc = Moving { from: None, ..Moving::usual("sc", other) };
            not_portable(&text, "sc", other, from_sc);
            portable(&text, other, own, Moving::usual(other, own));
        }
    }
}

/// With a branch on all reads before it, it is an acquire fence.
#[test]
fn a_fence_of_instructions_behind_a_branch_acquires() {
    let of_power = ["cmpwi r1,0", "beq L", "L:", "isync"];
    let of_arm = ["CBZ W1,L", "L:", "ISB"];
    // An address decides on AArch64 only, and a read that decides one at whose address it is.
    let by_address = ["EOR W7,W1,W1", "LDR W8,[X6,W7,SXTW]", "CBZ W8,L", "L:", "ISB"];
    for text in [
        message(true, "sync", &of_power),
        message(false, "DMB SY", &of_arm),
        message(false, "DMB SY", &by_address),
        message(
            false,
            "DMB SY",
            &by_address[..2].iter().chain(&["DMB LD"]).copied().collect::<Vec<_>>(),
        ),
    ] {
        for other in ["power", "aarch64", "armv7", "riscv", "rmo"] {
            portable(&text, "sc", other, Moving { from: None, ..Moving::usual("sc", other) });
        }
    }
}

/// With a branch on some of them, C has nothing that is as much.
#[test]
fn a_fence_of_instructions_for_some_reads_does_not_go() {
    let of_power = ["lwz r7,0(r6)", "cmpwi r7,0", "beq L", "L:", "isync"];
    let text = message(true, "sync", &of_power);
    does_not_go(&text, Moving::usual("power", "aarch64"), "orders some of the reads");
    does_not_go(&text, Moving::usual("x86-tso", "power"), "orders some of the reads");
    let of_arm = ["LDR W7,[X6]", "CBZ W7,L", "L:", "ISB"];
    let text = message(false, "DMB SY", &of_arm);
    does_not_go(&text, Moving::usual("aarch64", "power"), "orders some of the reads");
    // Another fence orders the others already.
    let both = ["lwsync", "lwz r7,0(r6)", "cmpwi r7,0", "beq L", "L:", "isync"];
    portable(&message(true, "sync", &both), "sc", "aarch64", Moving::usual("sc", "aarch64"));
}

/// A fence that only the source's code has is no event of the target's: to a model that keeps all
/// of program order but from writes to reads, anything between these two would be a fence.
#[test]
fn a_fence_of_one_side_orders_nothing_on_the_other() {
    let text = "PPC SB\n{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; 0:r1=1; 1:r1=1; }\n P0 | P1 ;\n \
        stw r1,0(r2) | stw r1,0(r2) ;\n lwsync | lwsync ;\n lwz r3,0(r4) | lwz r3,0(r4) ;\n\
        exists (0:r3=0 /\\ 1:r3=0)\n";
    let buffers = "TSO\ninclude \"cos.cat\"\nacyclic po-loc | rf | co | fr as coherence\n\
        acyclic (po \\ W * R) | rfe | co | fr as buffers\n";
    let buffers = Model::new("buffers.cat", compile("buffers.cat", buffers)).unwrap();
    let (armv7, sequential) = (model("armv7"), model("sc"));
    let (test, lowered) = read(text);
    // For Armv7 the fence is a full one, and for x86 it is none.
    let ask = |source, target, moving| {
        let pair = Pair { source, target, sequential: &sequential };
        let case = Case::moved(&test, &lowered, moving).unwrap();
        both(Asked::Traces, &case, pair, Backend::Cadical, "a fence of one side")
    };
    let moving = Moving::usual("armv7", "x86-tso");
    assert!(matches!(ask(&armv7, &buffers, moving), Short::NotPortable(_)));
    let moving = Moving::usual("x86-tso", "armv7");
    assert_eq!(ask(&buffers, &armv7, moving), Short::Portable);
}
