//! Programs and litmus tests of the same shape, under the same model with dependencies: the same
//! answer.
//!
//! `heddle check` follows dependencies in `interp`, `heddle litmus` in `candidates`, which is
//! herd's notion. The shapes are those of `tests/programs/dependencies`: S and MP, whose weak
//! outcome `dependent.cat` forbids if and only if the second access of the second thread depends on
//! the first. In the C dialect of litmus tests a decision ends with its statement, and in programs
//! and in machine code it does not, so what comes after an `if` is compared with AArch64.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/dependencies")
}

/// S in C11, with this for what the second thread does.
fn s_in_c(body: &str) -> String {
    format!(
        "C S
{{}}
P0(atomic_int *x, atomic_int *y) {{
  atomic_store_explicit(x, 2, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}}
P1(atomic_int *x, atomic_int *y, atomic_int *z, int *e) {{
  {}
}}
exists (1:r0=1 /\\ x=2)",
        body.replace("RLX", "memory_order_relaxed")
    )
}

/// A shape on AArch64: the second thread has y at X1, x at X3, and reads y into X0.
fn on_arm(first: &str, second: [&str; 4], condition: &str) -> String {
    let [a, b, c, d] = second;
    format!(
        "AArch64 shape
{{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }}
 P0           | P1 ;
 MOV W0,#{first}    | LDR W0,[X1] ;
 STR W0,[X1]  | {a} ;
 MOV W2,#1    | {b} ;
 STLR W2,[X3] | {c} ;
              | {d} ;
exists ({condition})"
    )
}

fn s_on_arm(second: [&str; 4]) -> String {
    on_arm("2", second, "1:X0=1 /\\ x=2")
}

fn mp_on_arm(second: [&str; 4]) -> String {
    on_arm("1", second, "1:X0=1 /\\ 1:X2=0")
}

/// What heddle prints with these words.
fn heddle(words: &[&str]) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    let output = command.args(words).output().expect("the binary was built");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{words:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Whether the weak outcome of a litmus test is allowed.
fn allows_test(text: &str, model: &str) -> bool {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("dependencies-{}-{number}.litmus", std::process::id());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).expect("the folder for temporary files can be written");
    let path = file.to_str().expect("a plain name");
    let answer = heddle(&["litmus", path, "--format", "json", "--model", model]);
    std::fs::remove_file(&file).expect("it was written just now");
    match answer["verdict"].as_str() {
        Some("Ok") => true,
        Some("No") => false,
        _ => panic!("{text}\n{answer}"),
    }
}

/// Whether the weak outcome of a program is allowed.
fn allows_program(file: &str, flags: &[&str], model: &str) -> bool {
    let path = folder().join(file);
    let path = path.to_str().expect("a plain name");
    let mut words = vec!["check", path, "--format", "json", "--model", model, "--"];
    words.extend(flags);
    let answer = heddle(&words);
    match answer["verdict"].as_str() {
        Some("violated") => true,
        Some("holds") => false,
        _ => panic!("{file} {flags:?}: {answer}"),
    }
}

/// Compares each program, by its file and flags, with the test beside it. Without a compiler there
/// is nothing to compare.
fn compare(cases: &[(&str, &[&str], String)], expected: &[bool]) {
    let model = folder().join("dependent.cat");
    let model = model.to_str().expect("a plain name");
    assert_eq!(cases.len(), expected.len());
    for ((file, flags, test), expected) in cases.iter().zip(expected) {
        assert_eq!(allows_test(test, model), *expected, "{file} {flags:?}:\n{test}");
        assert_eq!(allows_program(file, flags, model), *expected, "{file} {flags:?}");
    }
}

#[test]
fn shapes_in_c() {
    let load = "int r0 = atomic_load_explicit(y, RLX);";
    let store =
        |value: &str| s_in_c(&format!("{load} atomic_store_explicit(x, 1 + ({value}), RLX);"));
    let cases: &[(&str, &[&str], String)] = &[
        ("s.c", &["-DNOTHING"], store("0")),
        ("s.c", &["-DXOR"], store("r0 ^ r0")),
        ("s.c", &["-DTIMES"], store("r0 * 0")),
        ("s.c", &["-DAND"], store("r0 & 0")),
        ("s.c", &["-DCONDITION"], store("r0 == 7")),
        (
            "s.c",
            &["-DIF"],
            s_in_c(&format!("{load} if (r0 == 1) {{ atomic_store_explicit(x, 1, RLX); }}")),
        ),
        (
            "s.c",
            &["-DSHARED"],
            s_in_c(&format!(
            "{load} atomic_store_explicit(z, r0 & 0, RLX); int r1 = atomic_load_explicit(z, RLX);
             atomic_store_explicit(x, 1 + r1, RLX);"
        )),
        ),
        (
            "s.c",
            &["-DEXCHANGE_OPERAND"],
            s_in_c(&format!("{load} int r1 = atomic_exchange_explicit(x, 1 + (r0 & 0), RLX);")),
        ),
        (
            "s.c",
            &["-DBY_UPDATE", "-DNOTHING"],
            s_in_c(
                "int r0 = atomic_fetch_add_explicit(y, 0, RLX); atomic_store_explicit(x, 1, RLX);",
            ),
        ),
        (
            "s.c",
            &["-DBY_UPDATE", "-DAND"],
            s_in_c(
                "int r0 = atomic_fetch_add_explicit(y, 0, RLX);
             atomic_store_explicit(x, 1 + (r0 & 0), RLX);",
            ),
        ),
    ];
    let expected = [true, false, false, false, false, false, true, false, true, false];
    compare(cases, &expected);
}

#[test]
fn shapes_on_arm() {
    let cases: &[(&str, &[&str], String)] = &[
        ("s.c", &["-DNOTHING"], s_on_arm(["MOV W2,#1", "STR W2,[X3]", "", ""])),
        (
            "s.c",
            &["-DADDRESS"],
            s_on_arm(["AND W4,W0,#128", "MOV W2,#1", "STR W2,[X3,W4,SXTW]", ""]),
        ),
        ("s.c", &["-DEMPTY_IF"], s_on_arm(["CBZ W0,L", "L: MOV W2,#1", "STR W2,[X3]", ""])),
        ("mp.c", &["-DNOTHING"], mp_on_arm(["LDR W2,[X3]", "", "", ""])),
        ("mp.c", &["-DADDRESS"], mp_on_arm(["EOR W4,W0,W0", "LDR W2,[X3,W4,SXTW]", "", ""])),
        ("mp.c", &["-DIF"], mp_on_arm(["CBZ W0,L", "LDR W2,[X3]", "L:", ""])),
        ("mp.c", &["-DBOTH"], mp_on_arm(["CBZ W0,L", "EOR W4,W0,W0", "LDR W2,[X3,W4,SXTW]", "L:"])),
    ];
    compare(cases, &[true, false, false, true, false, true, false]);
}
