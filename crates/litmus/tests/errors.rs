//! Complaints about tests: what is wrong, and where. Garbled text is refused or understood, and
//! never a panic.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use files::files_in;
use std::path::Path;

/// What is wrong with a text, as `line:column: message`; empty if nothing is.
fn complaint(text: &str) -> String {
    let outcome = litmus::parse(text).and_then(|test| {
        let printed = test.to_string();
        let again =
            litmus::parse(&printed).unwrap_or_else(|error| panic!("{error} in:\n{printed}"));
        assert_eq!(again.to_string(), printed);
        litmus::lower(&test, text)
    });
    if let Err(error) = &outcome {
        assert!(text.get(error.span.clone()).is_some(), "{error:?} is about a part of\n{text}");
    }
    outcome.err().map_or(String::new(), |error| {
        let (line, column) = error.line_and_column(text);
        format!("{line}:{column}: {error}")
    })
}

#[test]
fn complaints_name_what_is_wrong_and_its_place() {
    let cases = [
        ("MIPS a {} P0 ; exists (x=1)", "1:1: `MIPS` is no architecture"),
        ("X86 a\nP0 ;\nexists (x=1)", "3:13: there is no initial state"),
        ("X86 a\n(* (* *)\n{}\n P0 ;\nexists (x=1)", "2:1: this comment has no end"),
        ("X86 a\n{}\n P0 ;\n MFENCE ;\n (* a ;\nexists (x=1)", "5:2: this comment has no end"),
        (
            "AArch64 a\n{ int v[2]={1,2}; 0:X1=v; }\n P0 ;\n NOP ;\nexists (v[2]=1)",
            "5:9: `v[2]` is beyond the 2 elements of `v`",
        ),
        ("ARM a\n{ %a=x; }\n P0 ;\n LDR R0,[%a] ;\nexists (0:%b=x)", ""),
        ("ARM a\n{}\n P0 ;\n LDR R0,[%1] ;\nexists (x=1)", "4:11: expected a register, found `1`"),
        ("X86 a\n{ x=0; }\n P0 ; # (* a\n MFENCE ;\nexists (x=1)", ""),
        (
            "X86 a\n{ x=0; }\n P0 ;\n MOV [x],$1 ;\nexists (x=1 /\\ z=1)",
            "5:16: there is no location `z`: no thread and no initial value names it",
        ),
        (
            "AArch64 a\n{ int v[2]; v[3]=3; 0:X1=v; }\n P0 ;\n NOP ;\nexists (v[1]=1)",
            "2:13: `v[3]` is beyond the 2 elements of `v`",
        ),
        ("C a\n{}\nP0(sint_t *x) { *x = 1; }\nexists (x=1)", "3:4: there is no type `sint_t`"),
        ("C a\n{}\nP0(int *x) { lang r = *x; }\nexists (x=1)", "3:19: there is no type `lang`"),
        ("X86 a\n{ x=1;\n", "2:1: this `{` has no `}`"),
        ("C a\n{}\nP0<int *x (y) {}\nexists (x=1)", "3:3: expected `(`"),
        ("C a\n{}\nP0(int *x) /* a {}\nexists (x=1)", "3:12: this comment has no end"),
        ("C a\n{}\nP0(int *x // )\n) { /* } */ *x = 1; }\nexists (x=1)", ""),
        ("X86 a\n{ x=; }\n P0 ;\nexists (x=1)", "2:5: expected a value, found `;`"),
        ("X86 a\n{}\n P0 | P2 ;\nexists (x=1)", "3:7: expected `P1`, found `P2`"),
        (
            "X86 a\n{}\n P0 ;\n MOV [x],$1 ;\n HLT ;\nexists (x=1)",
            "5:2: `HLT` is no instruction that is known here",
        ),
        ("X86 a\n{}\n P0 ;\n MOV [x] ;\nexists (x=1)", "4:9: expected `,`, but this ends here"),
        ("PPC a\n{}\n P0 ;\n beq L ;\nexists (x=1)", "4:6: there is no label `L`"),
        ("PPC a\n{}\n P0 ;\n L: ;\n L: ;\nexists (x=1)", "5:2: the label `L` is there twice"),
        (
            "PPC a\n{}\n P0 ;\n lwz r33,0(r1) ;\nexists (x=1)",
            "4:6: expected a register, found `r33`",
        ),
        (
            "X86 a\n{}\n P0 ;\n MFENCE ;\nexists (x=1 /\\ )",
            "5:16: expected a location or a register, found `)`",
        ),
        (
            "X86 a\n{}\n P0 ;\n MFENCE ;\nexists (x=1) y",
            "5:14: expected the end of the file, found `y`",
        ),
        (
            "C a\n{}\nP0(int *x) { frob(x); }\nexists (x=1)",
            "3:14: `frob` is no function that is known here",
        ),
        ("C a\n{}\nP0(int x) { }\nexists (x=1)", "3:8: the parameter `x` is no pointer"),
        ("C a\n{}\nP0(int *x) { for (;;) {} }\nexists (x=1)", "3:14: `for` is not supported"),
        (
            "C a\n{}\nP0(atomic_int *x) { atomic_store_explicit(x, 1, memory_order_strong); }\nexists (x=1)",
            "3:49: `memory_order_strong` is no memory order",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(complaint(text), expected, "{text}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("(", ")"), ("~", ""), ("~(", ")")] {
        let condition = format!("{}x=1{}", open.repeat(50_000), close.repeat(50_000));
        let text = format!("X86 a\n{{}}\n P0 ;\n MFENCE ;\nexists {condition}");
        assert!(complaint(&text).ends_with("this is nested too deeply"), "{open}");
    }
    let chain = "x=1 => ".repeat(50_000);
    let text = format!("X86 a\n{{}}\n P0 ;\n MFENCE ;\nexists {chain} x=1");
    assert!(complaint(&text).ends_with("this is nested too deeply"));
    for (open, close) in [("(", ")"), ("!", ""), ("- ", ""), ("*", ""), ("xchg(x, ", ")")] {
        let value = format!("{}1{}", open.repeat(50_000), close.repeat(50_000));
        let text = format!("C a\n{{}}\nP0(int *x) {{ int r = {value}; }}\nexists (x=1)");
        assert!(complaint(&text).ends_with("this is nested too deeply"), "{open}");
    }
}

/// The project's own tests, cut off everywhere, and with parts replaced by others.
#[test]
fn garbled_tests_cause_no_panic() {
    let found =
        files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus"), "litmus");
    let texts: Vec<String> =
        found.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    for text in &texts {
        (0..text.len()).filter(|end| text.is_char_boundary(*end)).for_each(|end| {
            complaint(&text[..end]);
        });
        for _ in 0..300 {
            let other = &texts[random(texts.len())];
            let (from, to) = (random(text.len()), random(text.len()));
            let piece = random(other.len());
            let end = (piece + random(12)).min(other.len());
            let garbled =
                [&text[..from.min(to)], &other[piece..end], &text[from.max(to)..]].concat();
            complaint(&garbled);
        }
    }
}
