//! Random functions that look like what a front end emits: local variables on the stack, mutable
//! registers, temporaries, loops of all kinds, and accesses to two globals.

use crate::structure::Program;
use crate::text::parse;
use ::testing::Random;
use std::fmt::Write;

const SLOTS: [(&str, u32); 5] = [("s", 4), ("t", 4), ("u", 1), ("pair", 8), ("big", 16)];
const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];

/// A random program whose first function is the one to run.
pub(crate) fn program(random: &mut Random) -> Program {
    let mut text = String::from("global @x : 4\nglobal @y : 8\nconstant @m : 2 = \"m\"\n");
    let blocks = 2 + random.index(6);
    let _ = writeln!(text, "function @main() {{\nentry:");
    for (name, size) in SLOTS {
        let _ = writeln!(text, "  %{name} = stack {size} \"{name}\"");
        for offset in (0..size).step_by(4).filter(|_| !random.one_in(4)) {
            let _ = writeln!(text, "  %{name}{offset} = add.64 %{name}, {offset}");
            let _ = writeln!(text, "  store.{} %{name}{offset}, {offset}", size.min(4));
        }
    }
    let mut maker = Maker { random, text, temporaries: 0, blocks };
    for index in 0..blocks {
        if index > 0 {
            let _ = writeln!(maker.text, "b{index}:");
        }
        for _ in 0..maker.random.index(7) {
            maker.statement();
        }
        maker.terminator();
    }
    maker.common();
    let mut text = maker.text;
    text.push_str("}\nfunction @helper(%p, %q) {\n  %r = add.32 %p, %q\n  store.4 relaxed @x, %r\n  return %r, %p\n}\n");
    let mut program = parse(&text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"));
    // Temporaries have no names.
    let names = program.functions.iter_mut().flat_map(|function| &mut function.registers);
    names.filter(|name| name.starts_with('v')).for_each(String::clear);
    program
}

struct Maker<'r> {
    random: &'r mut Random,
    text: String,
    temporaries: usize,
    blocks: usize,
}

impl Maker<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn fresh(&mut self) -> String {
        self.temporaries += 1;
        format!("%v{}", self.temporaries)
    }

    /// Something to write: mostly a variable, now and then a new temporary.
    fn target(&mut self) -> String {
        match self.random.index(3) {
            0 => self.fresh(),
            _ => format!("%{}", self.random.pick(&VARIABLES)),
        }
    }

    /// Something to read: a variable, a recent temporary or a constant.
    fn source(&mut self) -> String {
        match self.random.index(5) {
            0 => ["0", "1", "3", "undefined"][self.random.index(4)].to_owned(),
            1 | 2 if self.temporaries > 0 => {
                let back = self.random.index(self.temporaries.min(3));
                format!("%v{}", self.temporaries - back)
            }
            _ => format!("%{}", self.random.pick(&VARIABLES)),
        }
    }

    /// The address of a local variable and the size with which to access it.
    fn slot(&mut self) -> (String, u32) {
        match self.random.index(8) {
            0..=2 => ("%s".into(), 4),
            3 => ("%t".into(), 4),
            4 => ("%u".into(), 1),
            kind => {
                let (base, fields) = if kind < 7 { ("%pair", 2) } else { ("%big", 4) };
                let field = 4 * self.random.index(fields);
                // One access in a while does not fit the others.
                let size = if self.random.one_in(12) { 2 } else { 4 };
                if field == 0 {
                    return (base.into(), size);
                }
                let address = self.fresh();
                self.line(&format!("{address} = add.64 {base}, {field}"));
                (address, size)
            }
        }
    }

    fn statement(&mut self) {
        let line = match self.random.index(24) {
            0..=3 => {
                let ((address, size), target) = (self.slot(), self.target());
                format!("{target} = load.{size} {address}")
            }
            4..=8 => {
                let ((address, size), value) = (self.slot(), self.source());
                format!("store.{size} {address}, {value}")
            }
            9 => format!("{} = {}", self.target(), self.source()),
            10 | 11 => {
                let operation =
                    self.random.pick(&["add.32", "sub.64", "and.8", "xor.32", "shl.32", "udiv.32"]);
                format!("{} = {operation} {}, {}", self.target(), self.source(), self.source())
            }
            12 => format!("{} = ult.32 {}, {}", self.target(), self.source(), self.source()),
            13 => format!("{} = trunc.8 {}", self.target(), self.source()),
            14 => format!("{} = sext.8.32 {}", self.target(), self.source()),
            15 => {
                format!(
                    "{} = select {}, {}, {}",
                    self.target(),
                    self.source(),
                    self.source(),
                    self.source()
                )
            }
            16 | 17 => format!("{} = load.4 acquire @x", self.target()),
            18 => format!("store.4 release @x, {}", self.source()),
            19 => format!("{} = rmw.4 add relaxed @x, 1", self.target()),
            20 => format!("%d, {} = cas.4 seq_cst @x, 0, {}", self.fresh(), self.source()),
            21 => format!("print @m, {}, {}", self.source(), self.source()),
            22 => {
                format!("%a, {} = call @helper({}, {})", self.fresh(), self.source(), self.source())
            }
            _ if self.random.one_in(6) => "store.8 @y, %pair".to_owned(),
            _ => format!("assume {}", self.source()),
        };
        self.line(&line);
    }

    fn block(&mut self) -> String {
        match self.random.index(self.blocks) {
            0 => "entry".into(),
            index => format!("b{index}"),
        }
    }

    /// A block through which others go on, each as it says: `%way` says how.
    fn common(&mut self) {
        let _ = writeln!(self.text, "common:");
        let ways = ["one", "two", "three"];
        let [one, two, three] = ways.map(|way| match self.random.one_in(4) {
            true => self.block(),
            false => way.to_owned(),
        });
        match self.random.one_in(2) {
            true => self.line(&format!("switch %way, {three}, 1: {one}, 3: {two}")),
            false => self.line(&format!("branch %way, {one}, {two}")),
        }
        for (index, way) in ways.iter().enumerate() {
            let _ = writeln!(self.text, "{way}:\n  return %a, %b, %c, %d, {index}");
        }
    }

    fn terminator(&mut self) {
        if self.random.one_in(5) {
            let way = ["0", "1", "3", "%a"][self.random.index(4)];
            self.line(&format!("%way = {way}"));
            return self.line("jump common");
        }
        let line = match self.random.index(8) {
            0 => format!("return %a, %b, %c, %d, {}", self.source()),
            1 | 2 => format!("jump {}", self.block()),
            3 => format!(
                "switch {}, {}, 1: {}, 3: {}",
                self.source(),
                self.block(),
                self.block(),
                self.block()
            ),
            _ => format!("branch {}, {}, {}", self.source(), self.block(), self.block()),
        };
        self.line(&line);
    }
}
