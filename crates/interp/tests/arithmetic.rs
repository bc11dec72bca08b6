//! Do integers of 128 bits, comparisons of floating-point numbers and bits of vectors come out as
//! the arithmetic of Rust has them? Random operands and the difficult ones, through the text of
//! LLVM IR: operands are loaded from memory, so that nothing is folded on the way.

use base::{ObjectId, ThreadId, Value};
use interp::{Context, Knowledge, Object, Objects, Request, Thread};
use std::fmt::Write;
use testing::Random;

struct NoObjects;

impl Objects for NoObjects {
    fn object(&self, _: ObjectId) -> Option<&Object> {
        None
    }
}

/// A module whose main returns the number of the first check that fails.
#[derive(Default)]
struct Checks {
    globals: String,
    code: String,
    count: usize,
}

impl Checks {
    /// A value of a type in memory, and the name of the register it is loaded to.
    fn operand(&mut self, of: &str, value: &str) -> String {
        let name = format!("v{}", self.globals.lines().count());
        writeln!(self.globals, "@{name} = global {of} {value}").unwrap();
        writeln!(self.code, "  %{name} = load {of}, ptr @{name}").unwrap();
        format!("%{name}")
    }

    /// Checks that what an instruction computes is equal to an integer.
    fn check(&mut self, instruction: &str, of: &str, expected: &str) {
        self.count += 1;
        let at = self.count;
        writeln!(
            self.code,
            "  %r{at} = {instruction}\n  %c{at} = icmp eq {of} %r{at}, {expected}\n  \
             br i1 %c{at}, label %next{at}, label %bad{at}\nbad{at}:\n  ret i32 {at}\nnext{at}:"
        )
        .unwrap();
    }

    fn run(self, what: &str) {
        let text = format!(
            "{}\ndefine i32 @main() {{\nentry:\n{}  ret i32 0\n}}\n",
            self.globals, self.code
        );
        let module = llvm::parse(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
        let unit = llvm::Unit { path: "checks.ll".to_owned(), module };
        let runtime = llvm::runtime(llvm::Inputs::default());
        let program = llvm::lower(&[unit], &runtime).expect("one module is linked");
        let knowledge = Knowledge::new(&program);
        let context = Context { program: &program, knowledge: &knowledge };
        let main = program.entry().expect("there is a main");
        let mut thread = Thread::new(&context, ThreadId::MAIN, main, &[]);
        thread.start(&context, &NoObjects, &mut 10_000_000);
        let end = thread.request();
        assert_eq!(*end, Request::Finished(Value::ZERO), "{what}\n{text}");
    }
}

const DIFFICULT: [u128; 9] = [
    0,
    1,
    u64::MAX as u128,
    1 << 64,
    u128::MAX,
    1 << 127,
    (1 << 127) - 1,
    u32::MAX as u128,
    0xffff_ffff_0000_0000_0000_0001,
];

fn wide(random: &mut Random) -> u128 {
    match random.index(3) {
        0 => random.pick(&DIFFICULT),
        1 => u128::from(random.bits()),
        _ => u128::from(random.bits()) << 64 | u128::from(random.bits()),
    }
}

#[test]
fn integers_of_128_bits() {
    let mut random = Random::new(128);
    for _ in 0..60 {
        let mut checks = Checks::default();
        let (a, b) = (wide(&mut random), wide(&mut random));
        let shift = random.index(128) as u32;
        let (x, y) =
            (checks.operand("i128", &a.to_string()), checks.operand("i128", &b.to_string()));
        let s = checks.operand("i128", &shift.to_string());
        let results = [
            ("add", &y, a.wrapping_add(b)),
            ("sub", &y, a.wrapping_sub(b)),
            ("mul", &y, a.wrapping_mul(b)),
            ("and", &y, a & b),
            ("or", &y, a | b),
            ("xor", &y, a ^ b),
            ("shl", &s, a << shift),
            ("lshr", &s, a >> shift),
            ("ashr", &s, ((a as i128) >> shift) as u128),
        ];
        for (operation, other, expected) in results {
            let instruction = format!("{operation} i128 {x}, {other}");
            checks.check(&instruction, "i128", &expected.to_string());
        }
        let (sa, sb) = (a as i128, b as i128);
        let comparisons = [
            ("eq", a == b),
            ("ne", a != b),
            ("ult", a < b),
            ("ule", a <= b),
            ("ugt", a > b),
            ("uge", a >= b),
            ("slt", sa < sb),
            ("sle", sa <= sb),
            ("sgt", sa > sb),
            ("sge", sa >= sb),
        ];
        for (predicate, expected) in comparisons {
            checks.check(&format!("icmp {predicate} i128 {x}, {y}"), "i1", &expected.to_string());
        }
        checks.check(&format!("trunc i128 {x} to i64"), "i64", &(a as u64).to_string());
        checks.check(&format!("trunc i128 {x} to i16"), "i16", &(a as u16).to_string());
        let n = checks.operand("i64", &(a as u64).to_string());
        checks.check(&format!("zext i64 {n} to i128"), "i128", &u128::from(a as u64).to_string());
        let extended = (a as u64 as i64 as i128) as u128;
        checks.check(&format!("sext i64 {n} to i128"), "i128", &extended.to_string());
        checks.run(&format!("{a:#x} {b:#x} {shift}"));
    }
}

#[test]
fn comparisons_of_floating_point_numbers() {
    let numbers = [0.0, -0.0, 1.0, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324];
    for a in numbers {
        for b in numbers {
            let mut checks = Checks::default();
            let literal = |number: f64| format!("{:#018X}", number.to_bits()).replacen('X', "x", 1);
            let (x, y) =
                (checks.operand("double", &literal(a)), checks.operand("double", &literal(b)));
            let unordered = a.is_nan() || b.is_nan();
            let ordered = [
                ("eq", a == b),
                ("gt", a > b),
                ("ge", a >= b),
                ("lt", a < b),
                ("le", a <= b),
                ("ne", !unordered && a != b),
            ];
            for (name, holds) in ordered {
                let either = holds || unordered;
                checks.check(&format!("fcmp o{name} double {x}, {y}"), "i1", &holds.to_string());
                checks.check(&format!("fcmp u{name} double {x}, {y}"), "i1", &either.to_string());
            }
            checks.check(&format!("fcmp ord double {x}, {y}"), "i1", &(!unordered).to_string());
            checks.check(&format!("fcmp uno double {x}, {y}"), "i1", &unordered.to_string());
            checks.run(&format!("{a} {b}"));
        }
    }
}

#[test]
fn bits_of_vectors() {
    let mut random = Random::new(7);
    for _ in 0..40 {
        let bytes: [u8; 16] = std::array::from_fn(|_| random.bits() as u8);
        let mut checks = Checks::default();
        let list: Vec<String> = bytes.iter().map(|byte| format!("i8 {byte}")).collect();
        let v = checks.operand("<16 x i8>", &format!("<{}>", list.join(", ")));
        let whole = u128::from_le_bytes(bytes);
        checks.check(&format!("bitcast <16 x i8> {v} to i128"), "i128", &whole.to_string());
        // Each bit of a byte is an element, the lowest one first.
        writeln!(checks.code, "  %m = icmp slt <16 x i8> {v}, zeroinitializer").unwrap();
        let signs = bytes.iter().rev().fold(0_u16, |bits, byte| bits << 1 | u16::from(byte >> 7));
        checks.check("bitcast <16 x i1> %m to i16", "i16", &signs.to_string());
        writeln!(checks.code, "  %w = bitcast <16 x i8> {v} to <4 x i32>").unwrap();
        let at = random.index(4);
        let word = u32::from_le_bytes(bytes[4 * at..4 * at + 4].try_into().expect("four bytes"));
        let i = checks.operand("i32", &at.to_string());
        checks.check(&format!("extractelement <4 x i32> %w, i32 {i}"), "i32", &word.to_string());
        checks.run(&format!("{bytes:?}"));
    }
}
