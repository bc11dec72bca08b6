//! Is everything that the installed compilers write understood?
//!
//! A snippet per area of C is compiled by every clang from 14 to 22 that is installed, and a Rust
//! program by rustc. Each module must parse, with as many instructions as its text has lines of
//! them. Without a compiler there is nothing to check, and the test says so.

use llvm::tree::{InstructionKind, Module};
use std::io::Write;
use std::process::{Command, Stdio};

const SNIPPETS: [(&str, &str); 6] = [
    (
        "atomics",
        "#include <stdatomic.h>
         struct node { struct node *next; int value; };
         _Atomic(struct node *) head; atomic_int count; _Atomic char byte; atomic_flag flag;
         int f(struct node *n) {
           struct node *old = atomic_load_explicit(&head, memory_order_acquire);
           do n->next = old; while (!atomic_compare_exchange_weak(&head, &old, n));
           atomic_fetch_sub_explicit(&count, 3, memory_order_relaxed);
           atomic_thread_fence(memory_order_acq_rel); atomic_signal_fence(memory_order_seq_cst);
           while (atomic_flag_test_and_set(&flag)) ;
           return atomic_exchange(&byte, 1) + atomic_fetch_xor(&count, 2);
         }",
    ),
    (
        "control flow",
        "int g(int);
         int f(int x) {
           static void *labels[] = { &&a, &&b };
           switch (x) { case 0: return 4; case 2 ... 5: x = 7; break; default: g(x); }
           for (int i = 0; i < x; i++) { if (i == 3) continue; if (g(i)) break; }
           goto *labels[x & 1];
         a: return x ? g(1) : g(2);
         b: __builtin_unreachable();
         }",
    ),
    (
        "data",
        "struct inner { char c; short s[3]; } __attribute__((packed));
         struct outer { int bits : 3, more : 7; struct inner in[2]; union { float f; long l; } u; };
         static struct outer o = { 1, 2, { { 'a', { 1, 2, 3 } } }, { 1.5f } };
         const char *text = \"a\\n\\\"\\\\\\xff\"; int *into = &((int *)&o)[2];
         _Thread_local int tls = 3; __attribute__((weak)) int weak; extern int outside;
         __attribute__((section(\"s\"), aligned(64))) long table[4] = { 1, [3] = -1 };
         long f(struct outer p, int n) {
           int vla[n]; struct outer copy = o; vla[0] = outside; copy.in[1] = p.in[0];
           return copy.u.l + vla[n - 1] + tls + table[n] + copy.more + *into;
         }",
    ),
    (
        "calls",
        "#include <stdarg.h>
         struct big { long a[5]; }; struct pair { long a, b; };
         struct big make(struct big b, struct pair p, int (*f)(int, ...)) { b.a[0] = f(1, 2L, p.a); return b; }
         int sum(int n, ...) { va_list l; int s = 0; va_start(l, n); while (n--) s += va_arg(l, int); va_end(l); return s; }
         __attribute__((noreturn)) void stop(void) { __builtin_trap(); }
         int other(int) __attribute__((alias(\"target\"))); int target(int x) { return x; }
         long f(struct pair p) { struct big b = { { 1 } }; return make(b, p, sum).a[0]; }",
    ),
    (
        "arithmetic",
        "int f(int a, unsigned b, long c, short d) {
           int r; if (__builtin_add_overflow(a, b, &r)) return 0;
           return (a << 3) + (b >> 2) / (d | 1) % 7 - ~c + !a + (a < d) + __builtin_popcountl(c)
             + __builtin_ctz(b) + __builtin_bswap32(b) + (signed char)c + (_Bool)d;
         }
         double g(float x, double y, long double z, __int128 w) { return x * y + (double)z - (double)w; }
         typedef int vector __attribute__((vector_size(16)));
         vector h(vector a, vector b) { return a * b + (a > b); }",
    ),
    (
        "assembly",
        "int f(int x) {
           int r; __asm__ volatile(\"movl %1, %0\" : \"=r\"(r) : \"r\"(x) : \"memory\");
           __asm__ volatile(\"\" ::: \"memory\");
           __asm__ goto(\"jmp %l0\" :::: out);
           return r;
         out: return 3;
         }",
    ),
];

/// Runs a compiler on a text; what it writes to its standard output, if it exists and succeeds.
fn compile(program: &str, arguments: &[&str], input: &str) -> Option<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

fn parse(text: &str, origin: &str) -> Module {
    llvm::parse(text).unwrap_or_else(|problem| {
        let (line, column) = problem.line_and_column(text);
        let shown = text.lines().nth(line - 1).unwrap_or_default();
        panic!("{origin}: {line}:{column}: {}\n{shown}", problem.message)
    })
}

/// How many instructions a module's text has, by the indentation that LLVM prints.
fn lines_with_instructions(text: &str) -> usize {
    let mut inside = false;
    let mut count = 0;
    for line in text.lines() {
        if line.starts_with("define ") {
            inside = true;
        } else if line == "}" {
            inside = false;
        } else if let Some(rest) = line.strip_prefix("  ") {
            let more = rest.starts_with([' ', ']', '#', ';']) || rest.contains(" @llvm.dbg.");
            count += usize::from(inside && !more);
        }
    }
    count
}

fn instructions(module: &Module) -> usize {
    let instructions = module.functions.iter().flat_map(|function| function.instructions());
    instructions.filter(|each| !matches!(each.kind, InstructionKind::DebugVariable(_))).count()
}

#[test]
fn clang() {
    let mut compilers = 0;
    for version in 14..=22 {
        let clang = format!("clang-{version}");
        if compile(&clang, &["-x", "c", "-fsyntax-only", "-"], "").is_none() {
            continue;
        }
        compilers += 1;
        for (name, snippet) in SNIPPETS {
            for level in ["-O0", "-O1", "-O2"] {
                let origin = format!("{clang} {level}: {name}");
                let arguments = ["-w", "-x", "c", "-g", level, "-Xclang", "-disable-O0-optnone"];
                let output = ["-fno-discard-value-names", "-S", "-emit-llvm", "-", "-o", "-"];
                let arguments = [&arguments[..], &output[..]].concat();
                let text = compile(&clang, &arguments, snippet).expect(&origin);
                let module = parse(&text, &origin);
                assert_eq!(instructions(&module), lines_with_instructions(&text), "{origin}");
            }
        }
    }
    if compilers == 0 {
        eprintln!("skipped: no clang-14 to clang-22 is installed");
    }
}

#[test]
fn rustc() {
    let program = "use std::sync::{Mutex, atomic::{AtomicU64, Ordering}};
        static COUNT: AtomicU64 = AtomicU64::new(3);
        #[derive(Debug)] enum Shape { Circle(f64), Named(String, u128) }
        pub fn main() {
            let all = Mutex::new(vec![Shape::Circle(1.5)]);
            std::thread::scope(|scope| {
                scope.spawn(|| all.lock().unwrap().push(Shape::Named(\"x\".into(), 1 << 100)));
                COUNT.fetch_add(1, Ordering::AcqRel);
            });
            println!(\"{all:?} {COUNT:?}\");
        }";
    for options in [&["-g"][..], &["-O"], &["-C", "panic=abort", "-C", "lto=fat"]] {
        let common = ["--emit=llvm-ir", "-C", "codegen-units=1", "-A", "warnings", "-o", "-", "-"];
        let Some(text) = compile("rustc", &[options, &common[..]].concat(), program) else {
            eprintln!("skipped: no rustc that writes LLVM IR");
            return;
        };
        let origin = format!("rustc {options:?}");
        let module = parse(&text, &origin);
        assert_eq!(instructions(&module), lines_with_instructions(&text), "{origin}");
    }
}
