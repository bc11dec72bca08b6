//! Do C programs compute what C says, from clang's text through lowering to the last step?
//!
//! Each program checks itself: `main` returns 0, or the line of the first check that fails. All
//! are compiled by every clang from 14 to 22 that is installed, with and without optimisation.
//! Nothing here is shared, so no engine is needed: one thread runs to its end.

use base::{ObjectId, ThreadId, Value};
use interp::{Context, Knowledge, Object, Objects, Request, Thread};
use program::Program;
use std::io::Write;
use std::process::{Command, Stdio};

/// No other thread has objects.
struct NoObjects;

impl Objects for NoObjects {
    fn object(&self, _: ObjectId) -> Option<&Object> {
        None
    }
}

fn compile(clang: &str, level: &str, source: &str) -> Option<String> {
    let mut child = Command::new(clang)
        .args(["-w", "-x", "c", "-g", level, "-Xclang", "-disable-O0-optnone"])
        .args(["-fcommon", "-fno-discard-value-names", "-S", "-emit-llvm", "-", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(source.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn lower(texts: &[String]) -> Result<Program, String> {
    let mut units = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let module = llvm::parse(text).map_err(|problem| {
            let (line, _) = problem.line_and_column(text);
            format!("{line}: {}", problem.message)
        })?;
        let path = format!("unit{index}.ll");
        units.push(llvm::Unit { path, module });
    }
    llvm::lower(&units, &llvm::runtime(llvm::Inputs::default()))
        .map_err(|error| error.diagnostic.message)
}

/// How main ends. Visible operations, which no program here needs an engine for, are answered
/// with zero.
fn run(program: &Program) -> Request {
    let knowledge = Knowledge::new(program);
    let context = Context { program, knowledge: &knowledge };
    let main = program.entry().expect("there is a main");
    let mut thread = Thread::new(&context, ThreadId::MAIN, main, &[]);
    let mut budget = 10_000_000;
    thread.start(&context, &NoObjects, &mut budget);
    while let Request::Visible { .. } = thread.request() {
        thread.resume(&context, &NoObjects, Value::ZERO, &mut budget);
    }
    thread.request().clone()
}

/// Compiles, lowers and runs files as one program with every compiler and level.
fn check(sources: &[&str], expected: impl Fn(&Request) -> bool) {
    let mut compilers = 0;
    for version in 14..=22 {
        let clang = format!("clang-{version}");
        for level in ["-O0", "-O1", "-O2"] {
            let texts = sources.iter().map(|source| compile(&clang, level, source));
            let Some(texts) = texts.collect::<Option<Vec<String>>>() else {
                continue;
            };
            compilers += 1;
            let program = match lower(&texts) {
                Ok(program) => program,
                Err(message) => panic!("{clang} {level}: {message}"),
            };
            let end = run(&program);
            assert!(expected(&end), "{clang} {level}: {end:?}\n{}", sources[0]);
        }
    }
    if compilers == 0 {
        eprintln!("skipped: no clang-14 to clang-22 is installed");
    }
}

/// Checks statements that return the line of what is wrong.
fn holds(declarations: &str, statements: &str) {
    let source = format!(
        "#define HIDE(x) ({{ __typeof__(x) volatile hidden = (x); hidden; }})
         #define CHECK(c) do {{ if (!(c)) return __LINE__; }} while (0)
         {declarations}
         int main(int argc, char **argv) {{ {statements} return 0; }}"
    );
    check(&[&source], |end| *end == Request::Finished(Value::ZERO));
}

fn unsupported(declarations: &str, statements: &str, what: &str) {
    let source = format!("{declarations}\nint main(void) {{ {statements} return 0; }}");
    check(&[&source], |end| match end {
        Request::Unsupported(found) => found.contains(what),
        _ => false,
    });
}

#[test]
fn arithmetic_and_conversions() {
    holds(
        "",
        "int a = HIDE(-7), b = HIDE(3); unsigned u = HIDE(0xfffffff0u); long l = HIDE(-5000000000L);
         CHECK(a / b == -2); CHECK(a % b == -1); CHECK(a >> 1 == -4); CHECK(u >> 4 == 0x0fffffffu);
         CHECK((a << 2) == -28); CHECK((long)a == -7L); CHECK((unsigned long)u == 4294967280ul);
         CHECK((int)l == -705032704); CHECK((signed char)HIDE(200) == -56); CHECK((unsigned char)a == 249);
         CHECK((a ^ b) == -6); CHECK((a & 6) == 0); CHECK((a | 6) == -1); CHECK(~a == 6); CHECK(!a == 0);
         CHECK(a < b && (unsigned)a > (unsigned)b); CHECK(l < a && (unsigned long)l > 1); CHECK(-l == 5000000000L);
         CHECK(l * 3 == -15000000000L); CHECK((_Bool)HIDE(256) == 1); CHECK(HIDE(5) - 6u > 0);
         CHECK((a > 0 ? a : -a) == 7); CHECK((short)HIDE(0x18000) == -32768); CHECK(argc == 1 && argv[0][0] == 'p');
         CHECK(argv[1] == 0); unsigned long w = HIDE(1ul << 63); CHECK(w + w == 0); CHECK((long)w < 0);",
    );
}

#[test]
fn intrinsics() {
    holds(
        "",
        "unsigned x = HIDE(0x00f0a001u); unsigned long y = HIDE(0x8000000000000100ul); int r; unsigned s; long l; unsigned long m;
         CHECK(__builtin_popcount(x) == 7); CHECK(__builtin_popcountl(y) == 2); CHECK(__builtin_clz(x) == 8);
         CHECK(__builtin_ctz(x) == 0); CHECK(__builtin_ctzl(y) == 8); CHECK(__builtin_clzl(y) == 0); CHECK(__builtin_clzl(HIDE(1ul)) == 63);
         CHECK(__builtin_bswap32(x) == 0x01a0f000u); CHECK(__builtin_bswap64(y) == 0x0001000000000080ul);
         CHECK(__builtin_bswap16(HIDE((unsigned short)0x1234)) == 0x3412);
         CHECK(__builtin_bitreverse32(x) == 0x80050f00u); CHECK(__builtin_bitreverse8(HIDE((unsigned char)3)) == 0xc0);
         CHECK(__builtin_rotateleft32(x, HIDE(8)) == 0xf0a00100u); CHECK(__builtin_rotateright32(x, HIDE(4)) == 0x100f0a00u);
         CHECK(__builtin_rotateleft32(x, HIDE(0)) == x); CHECK(__builtin_rotateleft64(y, HIDE(1)) == 0x201);
         CHECK(__builtin_add_overflow(HIDE(2147483647), HIDE(1), &r) && r == -2147483647 - 1);
         CHECK(!__builtin_add_overflow(HIDE(-5), HIDE(7), &r) && r == 2);
         CHECK(__builtin_sub_overflow(HIDE(3u), HIDE(4u), &s) && s == 0xffffffffu);
         CHECK(__builtin_sub_overflow(HIDE(-2147483647), HIDE(2), &r)); CHECK(!__builtin_sub_overflow(HIDE(-1), HIDE(2), &r) && r == -3);
         CHECK(__builtin_mul_overflow(HIDE(65536), HIDE(65536), &r) && r == 0); CHECK(!__builtin_mul_overflow(HIDE(-65536), HIDE(32768), &r));
         CHECK(__builtin_mul_overflow(HIDE(-65536), HIDE(-32768), &r)); CHECK(!__builtin_mul_overflow(HIDE(0), HIDE(-1), &r) && r == 0);
         CHECK(__builtin_mul_overflow(HIDE(1ul << 33), HIDE(1ul << 31), &m)); CHECK(!__builtin_mul_overflow(HIDE(1ul << 32), HIDE(1ul << 31), &m) && m == 1ul << 63);
         CHECK(__builtin_mul_overflow(HIDE(1l << 32), HIDE(1l << 31), &l)); CHECK(!__builtin_mul_overflow(HIDE(1l << 32), HIDE(-(1l << 31)), &l) && l < 0);
         CHECK(__builtin_expect(HIDE(3), 1) == 3); CHECK(__builtin_abs(HIDE(-9)) == 9);
         CHECK(__builtin_object_size(&r, 0) >= 4); CHECK(__builtin_parity(x) == 1); CHECK(__builtin_ffs(HIDE(8)) == 4);",
    );
}

#[test]
fn control_flow_and_values_that_meet() {
    holds(
        "int fib(int n) { int a = 0, b = 1; while (n-- > 0) { int t = a + b; a = b; b = t; } return a; }
         int swaps(int n) { int a = 1, b = 2, c = 3; for (int i = 0; i < n; i++) { int t = a; a = b; b = c; c = t; } return a * 100 + b * 10 + c; }
         int kind(int x) { switch (x) { case 0: return 10; case 1: case 2: return 20; case 5 ... 9: return 30; case -1: return 40; default: return 50; } }
         int collatz(int n) { int steps = 0; do { n = n & 1 ? 3 * n + 1 : n / 2; steps++; } while (n != 1); return steps; }
         int nested(int n) { int sum = 0; for (int i = 0; i < n; i++) for (int j = i; j < n; j++) { if (j == 3) continue; if (i == 4) goto out; sum += i * j; } out: return sum; }
         int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }",
        "CHECK(fib(HIDE(30)) == 832040); CHECK(swaps(HIDE(0)) == 123); CHECK(swaps(HIDE(1)) == 231); CHECK(swaps(HIDE(5)) == 312);
         CHECK(kind(HIDE(0)) == 10); CHECK(kind(HIDE(2)) == 20); CHECK(kind(HIDE(7)) == 30); CHECK(kind(HIDE(-1)) == 40); CHECK(kind(HIDE(10)) == 50);
         CHECK(collatz(HIDE(27)) == 111); CHECK(nested(HIDE(6)) == 61); CHECK(ackermann(2, HIDE(3)) == 9);",
    );
}

#[test]
fn memory_and_data() {
    holds(
        "struct inner { char c; short s[3]; } __attribute__((packed)); struct pair { long a, b; }; struct big { int x[40]; };
         struct outer { int bits : 3, more : 7; struct inner in[2]; union { float f; unsigned u; long l; } u; int *self; };
         static struct outer o = { 1, 2, { { 'a', { 1, 2, 3 } }, { 'b', { -4 } } }, { 1.5f }, (int *)&o + 2 };
         const char *text = \"abc\\n\\\"\\xff\"; long table[4] = { 1, [3] = -1 }; int *into = &((int *)table)[6]; struct big global_big;
         static int add(int a, int b) { return a + b; } int (*functions[2])(int, int) = { add, 0 }; _Bool flags[2] = { 1 };
         struct pair make(long a, long b) { struct pair p = { a, b }; return p; } long sum(struct pair p) { return p.a + p.b; }
         struct big fill(struct big b, int v) { for (int i = 0; i < 40; i++) b.x[i] += v; return b; }
         int total(struct big b) { int t = 0; for (int i = 0; i < 40; i++) t += b.x[i]; b.x[0] = 99; return t; }
         enum color { RED, GREEN = 5, BLUE }; int variable(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; return a[n - 1] + a[0]; }",
        "struct outer copy = o; CHECK(copy.bits == 1 && copy.more == 2); copy.more = HIDE(-3); CHECK(copy.more == -3 && copy.bits == 1);
         CHECK(copy.in[1].c == 'b' && copy.in[1].s[0] == -4 && copy.in[0].s[2] == 3); CHECK(sizeof(struct inner) == 7); CHECK(copy.u.u == 0x3fc00000u);
         CHECK(copy.self == (int *)&o + 2); CHECK(text[4] == '\"' && (unsigned char)text[5] == 255 && text[6] == 0); CHECK(table[1] == 0 && table[3] == -1 && *into == -1);
         CHECK(functions[0](3, HIDE(4)) == 7 && !functions[1]); CHECK(flags[0] && !flags[1]); struct pair p = make(HIDE(3), HIDE(-10)); CHECK(sum(p) == -7); CHECK(sum(make(1, 2)) == 3);
         struct big b = fill(global_big, HIDE(2)); CHECK(total(b) == 80); CHECK(b.x[0] == 2); CHECK(global_big.x[5] == 0); struct big c; c = fill(b, 1); CHECK(total(c) == 120);
         enum color e = HIDE(BLUE); CHECK(e == 6); CHECK(variable(HIDE(5)) == 4); union { long l; char c[8]; } un = { HIDE(0x0102030405060708) }; CHECK(un.c[0] == 8 && un.c[7] == 1);
         int m[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * 10 + j; CHECK(m[HIDE(2)][HIDE(1)] == 21); int *q = &m[1][0]; CHECK(q[-1] == 3 && *(q + HIDE(5)) == 21);
         CHECK(&m[2][0] - &m[0][0] == 8); double d = HIDE(2.5), f = d; CHECK(*(long *)&f == 0x4004000000000000); void *v = &p; CHECK((struct pair *)v == &p); long addr = (long)&p.b; CHECK(*(long *)addr == -10);",
    );
}

#[test]
fn blocks_of_memory() {
    holds(
        "#include <string.h>
         #include <stdlib.h>
         char buffer[300]; struct s { char c; int i; short h; };",
        "for (int i = 0; i < 300; i++) buffer[i] = i; char other[300]; memcpy(other, buffer, 300); for (int i = 0; i < 300; i++) CHECK(other[i] == (char)i);
         memmove(other + 3, other, HIDE(200)); CHECK(other[3] == 0 && other[202] == (char)199 && other[2] == 2 && other[203] == (char)203); memmove(other, other + 3, HIDE(100)); CHECK(other[50] == 50);
         memset(other, HIDE(0x5a), HIDE(77)); CHECK(other[0] == 0x5a && other[76] == 0x5a && other[77] != 0x5a); memset(other, 0, sizeof other); CHECK(other[299] == 0);
         struct s a = { 1, -2, 3 }, b; memcpy(&b, &a, sizeof a); CHECK(b.c == 1 && b.i == -2 && b.h == 3); memset(&b, 0xff, sizeof b); CHECK(b.i == -1 && b.h == -1);
         long *p = malloc(HIDE(16)); p[0] = 5; p[1] = 6; CHECK(p[0] + p[1] == 11); free(p); int *z = calloc(HIDE(4), sizeof(int)); CHECK(z[3] == 0); free(z); free(0);",
    );
}

#[test]
fn atomics_on_private_memory() {
    holds(
        "#include <stdatomic.h>",
        "atomic_int x = 5; _Atomic unsigned char b = 250; _Atomic(int *) p = 0; int e = 4, v; atomic_long l = -1;
         CHECK(atomic_fetch_add(&x, 3) == 5 && x == 8); CHECK(atomic_fetch_sub(&b, 251) == 250 && b == 255); CHECK(atomic_fetch_xor(&x, 1) == 8 && x == 9);
         CHECK(!atomic_compare_exchange_strong(&x, &e, 1) && e == 9); CHECK(atomic_compare_exchange_strong(&x, &e, 1) && x == 1); CHECK(atomic_exchange(&p, &v) == 0 && p == &v);
         CHECK(atomic_fetch_or(&l, 7) == -1); CHECK(atomic_fetch_and(&l, 12) == -1 && l == 12); x += 4; CHECK(x == 5); x++; CHECK(atomic_load_explicit(&x, memory_order_acquire) == 6);",
    );
}

#[test]
fn several_files() {
    let main = "int common; extern int defined; int helper(int); static int same(void) { return 1; } __attribute__((weak)) int chosen(void) { return 1; }
        int main(void) { return helper(3) == 10 && same() == 1 && defined == 7 && common == 5 && chosen() == 2 ? 0 : 1; }";
    let other = "int common; int defined = 7; static int same(void) { return 2; } int chosen(void) { return 2; }
        int renamed(int x) __attribute__((alias(\"helper\"))); int helper(int x) { common = 5; return x + same() + 5; }";
    check(&[main, other], |end| *end == Request::Finished(Value::ZERO));
}

#[test]
fn constructors_run_first() {
    holds(
        "int log; __attribute__((constructor(201))) static void second(void) { log = log * 10 + 2; }
         __attribute__((constructor(200))) static void first(void) { log = log * 10 + 1; }",
        "CHECK(log == 12);",
    );
}

#[test]
fn empty_assembly_is_nothing() {
    holds(
        "",
        "int x = HIDE(4); __asm__ volatile(\"\" : \"+r\"(x) :: \"memory\"); CHECK(x == 4); __asm__ volatile(\"pause\"); __asm__ volatile(\"mfence\" ::: \"memory\");",
    );
}

#[test]
fn structs_are_among_variable_arguments() {
    holds(
        "struct s { long a, b, c; }; __attribute__((noinline)) long f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); struct s s = __builtin_va_arg(l, struct s); return s.a + 10 * s.b + 100 * s.c + 1000 * __builtin_va_arg(l, int); }",
        "struct s s = {HIDE(1), 2, 3}; if (f(1, s, 4) != 4321) return __LINE__;",
    );
}

#[test]
fn what_is_not_supported_is_named_when_it_is_reached() {
    unsupported("int outside(int);", "return outside(3);", "external function `outside`");
    unsupported("extern int outside;", "return outside;", "external variable `outside`");
    unsupported("extern _Thread_local int t;", "t = 1;", "external thread-local variable `t`");
    unsupported("volatile long double d;", "d = d + 1;", "`x86_fp80`");
    unsupported(
        "",
        "int r; __asm__ volatile(\"cpuid\" : \"=r\"(r)); return r;",
        "inline asm `cpuid`",
    );
    unsupported(
        "int printf(const char *, ...); int (*volatile p)(const char *, ...) = 0; int outside(void); int (*volatile q)(void) = outside;",
        "q();",
        "external function `outside`",
    );
    holds("int outside(int); extern int elsewhere;", "if (HIDE(0)) return outside(elsewhere);");
}
