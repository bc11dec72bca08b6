//! A test as a litmus test in the instructions of a machine, by the text of a mapping. Nothing here
//! knows what models call events: that, and what depends on what, the dialects of litmus tests say.
//!
//! A store that fails ends its thread, which then does not set `done`: such states are left out.

use crate::shape::{Depends, LOCATIONS, Shape, Step};
use base::Ordering;
use std::fmt::Write;
use unroll::mapping::{Mapping, Operation};

/// A litmus test, and the names of the places that are its state, with those that say whether each
/// thread came to its end.
pub(crate) struct Twin {
    pub(crate) text: String,
    pub(crate) places: Vec<String>,
    pub(crate) done: Vec<String>,
}

/// How a machine writes its instructions. Registers have numbers: those of results from 0 on.
struct Machine {
    header: &'static str,
    register: fn(usize) -> String,
    /// The name of a register in states.
    observed: fn(usize) -> String,
    constant: fn(&str, u64) -> String,
    /// The exclusive or of a register with itself.
    zero: fn(&str, &str) -> String,
    add_number: fn(&str, &str, u64) -> String,
    add: fn(&str, &str, &str) -> String,
    /// A load or store (`code`, register, address, offset).
    access: fn(&str, &str, &str, Option<&str>) -> Vec<String>,
    /// A conditional store (`code`, status, value, address).
    conditional: fn(&str, &str, &str, &str) -> String,
    /// Branches to a label if a register is not a number.
    differs: fn(&str, u64, &str) -> Vec<String>,
    /// Branches to a label if a conditional store failed.
    failed: fn(&str, &str) -> Vec<String>,
    jump: fn(&str) -> String,
    fence: fn(&str) -> String,
    /// An update of one instruction (`code`, whether it adds, result, operand, address).
    update: fn(&str, bool, &str, &str, &str) -> String,
    nothing: &'static str,
}

const ADDRESSES: usize = 10;
const DONE: usize = 9;
const SCRATCH: usize = 6;
const OTHER_SCRATCH: usize = 7;
const STATUS: usize = 8;

fn with_offset(name: &str, register: &str, address: &str, offset: Option<&str>) -> Vec<String> {
    let offset = offset.map_or(String::new(), |own| format!(",{own}"));
    vec![format!("{name} {register},[{address}{offset}]")]
}

const AARCH64: Machine = Machine {
    header: "AArch64",
    register: |number| format!("{}{number}", if number < ADDRESSES { 'W' } else { 'X' }),
    observed: |number| format!("X{number}"),
    constant: |to, number| format!("MOV {to},#{number}"),
    zero: |to, from| format!("EOR {to},{from},{from}"),
    add_number: |to, from, number| format!("ADD {to},{from},#{number}"),
    add: |to, one, two| format!("ADD {to},{one},{two}"),
    access: |code, register, address, offset| {
        let offset = offset.map(|own| format!("{own},SXTW"));
        with_offset(&code.to_uppercase(), register, address, offset.as_deref())
    },
    conditional: |code, status, value, address| {
        format!("{} {status},{value},[{address}]", code.to_uppercase())
    },
    differs: |register, number, label| {
        vec![format!("CMP {register},#{number}"), format!("B.NE {label}")]
    },
    failed: |status, label| vec![format!("CBNZ {status},{label}")],
    jump: |label| format!("B {label}"),
    fence: str::to_uppercase,
    update: |code, adds, result, operand, address| match code.strip_prefix("ldop") {
        Some(suffix) => {
            let stem = if adds { "LDADD" } else { "SWP" };
            format!("{stem}{} {operand},{result},[{address}]", suffix.to_uppercase())
        }
        None => format!("{} {result},{operand},[{address}]", code.to_uppercase()),
    },
    nothing: "NOP",
};

const ARM: Machine = Machine {
    header: "ARM",
    register: |number| format!("R{number}"),
    observed: |number| format!("R{number}"),
    access: |code, register, address, offset| {
        with_offset(&code.to_uppercase(), register, address, offset)
    },
    differs: |register, number, label| {
        vec![format!("CMP {register},#{number}"), format!("BNE {label}")]
    },
    failed: |status, label| vec![format!("CMP {status},#0"), format!("BNE {label}")],
    update: |_, _, _, _, _| unreachable!("it has no such instruction"),
    ..AARCH64
};

const POWER: Machine = Machine {
    header: "PPC",
    // Register 0 is none in an address.
    register: |number| format!("r{}", number + 1),
    observed: |number| format!("r{}", number + 1),
    constant: |to, number| format!("li {to},{number}"),
    zero: |to, from| format!("xor {to},{from},{from}"),
    add_number: |to, from, number| format!("addi {to},{from},{number}"),
    add: |to, one, two| format!("add {to},{one},{two}"),
    access: |code, register, address, offset| {
        vec![match (code, offset) {
            ("larx", _) => format!("lwarx {register},r0,{address}"),
            ("ld", None) => format!("lwz {register},0({address})"),
            ("ld", Some(offset)) => format!("lwzx {register},{offset},{address}"),
            (_, None) => format!("stw {register},0({address})"),
            (_, Some(offset)) => format!("stwx {register},{offset},{address}"),
        }]
    },
    conditional: |_, _, value, address| format!("stwcx. {value},r0,{address}"),
    differs: |register, number, label| {
        vec![format!("cmpwi {register},{number}"), format!("bne {label}")]
    },
    failed: |_, label| vec![format!("bne {label}")],
    jump: |label| format!("b {label}"),
    fence: str::to_owned,
    update: |_, _, _, _, _| unreachable!("it has no such instruction"),
    nothing: "nop",
};

/// `lr.aq` is written `lr.w.aq`.
fn with_width(code: &str) -> String {
    match code.split_once('.') {
        Some((stem, rest)) => format!("{stem}.w.{rest}"),
        None => format!("{code}.w"),
    }
}

const RISCV: Machine = Machine {
    header: "RISCV",
    register: |number| format!("x{}", number + 5),
    observed: |number| format!("x{}", number + 5),
    constant: |to, number| format!("li {to},{number}"),
    zero: |to, from| format!("xor {to},{from},{from}"),
    add_number: |to, from, number| format!("addi {to},{from},{number}"),
    add: |to, one, two| format!("add {to},{one},{two}"),
    access: |code, register, address, offset| {
        let name = match code {
            "l" | "s" => format!("{code}w"),
            reserving => return vec![format!("{} {register},({address})", with_width(reserving))],
        };
        match offset {
            None => vec![format!("{name} {register},0({address})")],
            Some(offset) => {
                vec![format!("add x30,{address},{offset}"), format!("{name} {register},0(x30)")]
            }
        }
    },
    conditional: |code, status, value, address| {
        format!("{} {status},{value},({address})", with_width(code))
    },
    differs: |register, number, label| {
        vec![format!("li x31,{number}"), format!("bne {register},x31,{label}")]
    },
    failed: |status, label| vec![format!("bne {status},x0,{label}")],
    jump: |label| format!("j {label}"),
    fence: str::to_owned,
    update: |code, adds, result, operand, address| {
        let (what, suffix) = (if adds { "add" } else { "swap" }, &code["amo".len()..]);
        format!("amo{what}.w{suffix} {result},{operand},({address})")
    },
    nothing: "nop",
};

/// A thread on its way to text.
struct Thread<'t> {
    machine: &'t Machine,
    mapping: &'t Mapping,
    lines: Vec<String>,
    labels: usize,
    /// Whether some store may fail.
    may_fail: bool,
}

/// Where threads go whose store fails.
const END: &str = "END";

impl Thread<'_> {
    fn push(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}", self.labels)
    }

    fn place(&mut self, label: &str) {
        let nothing = self.machine.nothing;
        self.push(format!("{label}: {nothing}"));
    }

    fn words(&self, operation: Operation, ordering: Ordering) -> Vec<&'static str> {
        let code = self.mapping.code(operation, ordering).unwrap();
        code.split(';').map(str::trim).filter(|word| !word.is_empty()).collect()
    }

    fn register(&self, number: usize) -> String {
        (self.machine.register)(number)
    }

    /// A zero that depends on a register.
    fn zero(&mut self, on: usize) -> String {
        let (to, from) = (self.register(OTHER_SCRATCH), self.register(on));
        let line = (self.machine.zero)(&to, &from);
        self.push(line);
        to
    }

    /// A branch that makes no difference.
    fn branch(&mut self, on: &str) {
        let label = self.label();
        let lines = (self.machine.differs)(on, 0, &label);
        self.lines.extend(lines);
        self.place(&label);
    }

    fn is_fence(word: &str) -> bool {
        ["dmb", "isb", "sync", "lwsync", "isync", "fence"].iter().any(|own| word.starts_with(own))
    }

    /// A load or a store with what stands around it.
    fn access(
        &mut self,
        operation: Operation,
        ordering: Ordering,
        (register, address, offset): (&str, &str, Option<&str>),
    ) {
        for word in self.words(operation, ordering) {
            match word {
                fence if Self::is_fence(fence) => {
                    let line = (self.machine.fence)(fence);
                    self.push(line);
                }
                "cmp" | "teq" => {}
                "bc" | "bne" => self.branch(register),
                code => {
                    let lines = (self.machine.access)(code, register, address, offset);
                    self.lines.extend(lines);
                }
            }
        }
    }

    fn step(&mut self, step: Step, registers: usize) {
        let result = self.register(registers);
        let at = |location: usize| (self.machine.register)(ADDRESSES + location);
        match step {
            Step::Load { location, ordering, address } => {
                let at = at(location);
                let offset = address.map(|on| self.zero(on));
                self.access(Operation::Load, ordering, (&result, &at, offset.as_deref()));
            }
            Step::Store { location, value, ordering, depends } => {
                let (at, stored) = (at(location), self.register(SCRATCH));
                let offset = match depends {
                    Depends::Address(on) => Some(self.zero(on)),
                    Depends::Nothing | Depends::Data(_) => None,
                };
                let line = match depends {
                    Depends::Data(on) => {
                        let zero = self.zero(on);
                        (self.machine.add_number)(&stored, &zero, value)
                    }
                    Depends::Nothing | Depends::Address(_) => {
                        (self.machine.constant)(&stored, value)
                    }
                };
                self.push(line);
                self.access(Operation::Store, ordering, (&stored, &at, offset.as_deref()));
            }
            Step::Fence(ordering) => {
                for word in self.words(Operation::Fence, ordering) {
                    let line = (self.machine.fence)(word);
                    self.push(line);
                }
            }
            Step::Branch(on) => {
                let on = self.register(on);
                self.branch(&on);
            }
            Step::Update { location, adds, value, ordering } => {
                let at = at(location);
                self.update(&result, &at, (adds, value), ordering);
            }
            Step::Exchange { location, expected, new, orderings } => {
                let at = at(location);
                self.exchange(&result, &at, (expected, new), orderings);
            }
        }
    }

    fn update(&mut self, result: &str, at: &str, (adds, value): (bool, u64), ordering: Ordering) {
        let (operand, sum) = (self.register(SCRATCH), self.register(OTHER_SCRATCH));
        let status = self.register(STATUS);
        let line = (self.machine.constant)(&operand, value);
        self.push(line);
        for word in self.words(Operation::Update, ordering) {
            match word {
                fence if Self::is_fence(fence) => {
                    let line = (self.machine.fence)(fence);
                    self.push(line);
                }
                "bc" | "bne" | "cbnz" | "bnez" => {
                    self.may_fail = true;
                    let lines = (self.machine.failed)(&status, END);
                    self.lines.extend(lines);
                }
                code if code.starts_with("ldop") || code.starts_with("amo") => {
                    let line = (self.machine.update)(code, adds, result, &operand, at);
                    self.push(line);
                }
                code if code.starts_with('l') => {
                    let lines = (self.machine.access)(code, result, at, None);
                    self.lines.extend(lines);
                }
                code => {
                    let written = match adds {
                        true => {
                            let line = (self.machine.add)(&sum, result, &operand);
                            self.push(line);
                            &sum
                        }
                        false => &operand,
                    };
                    let line = (self.machine.conditional)(code, &status, written, at);
                    self.push(line);
                }
            }
        }
    }

    fn exchange(
        &mut self,
        result: &str,
        at: &str,
        (expected, new): (u64, u64),
        (success, failure): (Ordering, Ordering),
    ) {
        let (written, status) = (self.register(SCRATCH), self.register(STATUS));
        let (out, end) = (self.label(), self.label());
        let line = (self.machine.constant)(&written, new);
        self.push(line);
        let mut has_stored = false;
        for word in self.words(Operation::CompareExchange, success) {
            match word {
                fence if Self::is_fence(fence) => {
                    let line = (self.machine.fence)(fence);
                    self.push(line);
                }
                "cmp" | "teq" => {}
                "bc" | "bne" | "b.ne" | "cbnz" | "bnez" if has_stored => {
                    self.may_fail = true;
                    let lines = (self.machine.failed)(&status, END);
                    self.lines.extend(lines);
                }
                "bc" | "bne" | "b.ne" => {
                    let lines = (self.machine.differs)(result, expected, &out);
                    self.lines.extend(lines);
                }
                code if code.starts_with("cas") => {
                    let line = (self.machine.constant)(result, expected);
                    self.push(line);
                    let line = (self.machine.update)(code, false, result, &written, at);
                    self.push(line);
                    return;
                }
                code if code.starts_with('l') => {
                    let lines = (self.machine.access)(code, result, at, None);
                    self.lines.extend(lines);
                }
                code => {
                    let line = (self.machine.conditional)(code, &status, &written, at);
                    self.push(line);
                    has_stored = true;
                }
            }
        }
        let line = (self.machine.jump)(&end);
        self.push(line);
        self.place(&out);
        let words = self.words(Operation::CompareExchange, failure);
        for fence in words.iter().skip_while(|own| Self::is_fence(own)) {
            if Self::is_fence(fence) {
                let line = (self.machine.fence)(fence);
                self.push(line);
            }
        }
        self.place(&end);
    }
}

/// The test in the instructions of a mapping's machine.
pub(crate) fn twin(shape: &Shape, mapping: &Mapping) -> Twin {
    let machine = match mapping.model {
        "aarch64" => &AARCH64,
        "armv7" => &ARM,
        "power" => &POWER,
        "riscv" => &RISCV,
        other => unreachable!("{other} has no twin"),
    };
    let (mut places, mut done, mut start) = (Vec::new(), Vec::new(), String::new());
    let mut columns = Vec::new();
    for (index, steps) in shape.threads.iter().enumerate() {
        let mut thread = Thread { machine, mapping, lines: Vec::new(), labels: 0, may_fail: false };
        let mut registers = 0;
        for step in steps {
            thread.step(*step, registers);
            registers += usize::from(step.reads());
        }
        let last = (machine.constant)(&thread.register(DONE), 1);
        thread.push(last);
        if thread.may_fail {
            thread.place(END);
        }
        columns.push(thread.lines);
        let observe = |number: usize| format!("{index}:{}", (machine.observed)(number));
        places.extend((0..registers).map(observe));
        done.push(observe(DONE));
        for (location, name) in LOCATIONS.iter().enumerate() {
            write!(start, "{index}:{}={name}; ", (machine.observed)(ADDRESSES + location)).unwrap();
        }
    }
    places.extend(LOCATIONS.map(|name| format!("[{name}]")));
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let heads: Vec<String> = (0..columns.len()).map(|index| format!("P{index}")).collect();
    let mut text = format!("{} test\n{{ {start}}}\n {} ;\n", machine.header, heads.join(" | "));
    for row in 0..height {
        let cells: Vec<&str> =
            columns.iter().map(|own| own.get(row).map_or("", String::as_str)).collect();
        writeln!(text, " {} ;", cells.join(" | ")).unwrap();
    }
    let observed: Vec<String> = places.iter().chain(&done).map(|own| format!("{own}=0")).collect();
    writeln!(text, "exists ({})", observed.join(" /\\ ")).unwrap();
    Twin { text, places, done }
}
