//! Random tests in the assembly of Power and of x86: loads, stores, fences, syntactic dependencies,
//! branches, reservations and locked exchanges.
//!
//! They are small, because brute force tries everything, and have few values, so that many reads
//! have several sources. What is stored is a constant or a sum of one and a zero that depends on a
//! read: no value is computed from itself, so that brute force need not guess.

use testing::Random;

const LOCATIONS: [&str; 2] = ["x", "y"];

/// The test of a seed.
pub(crate) fn random_test(random: &mut Random) -> String {
    let is_power = random.chance(60);
    let threads = 2 + random.index(2);
    let events = if threads == 2 { 3 } else { 2 };
    let mut columns: Vec<Vec<String>> = Vec::new();
    let mut observed: Vec<String> = LOCATIONS.map(|place| format!("{place}=1")).to_vec();
    for thread in 0..threads {
        let mut column = Column { lines: Vec::new(), reads: Vec::new(), labels: 0 };
        for _ in 0..1 + random.index(events) {
            if is_power { column.power(random) } else { column.x86(random) }
        }
        observed.extend(column.reads.iter().map(|read| format!("{thread}:{read}=1")));
        columns.push(column.lines);
    }
    let mut text = String::from(if is_power { "PPC random\n{" } else { "X86 random\n{" });
    text += &LOCATIONS.map(|name| format!(" {name}=0;")).concat();
    for thread in 0..threads {
        if is_power {
            text += &format!(" {thread}:r20=x; {thread}:r21=y; {thread}:r22=2;");
        }
    }
    text += " }\n";
    let names: Vec<String> = (0..threads).map(|thread| format!("P{thread}")).collect();
    text += &format!(" {} ;\n", names.join(" | "));
    for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        let cells: Vec<&str> =
            columns.iter().map(|column| column.get(row).map_or("", String::as_str)).collect();
        text += &format!(" {} ;\n", cells.join(" | "));
    }
    text + &format!("exists ({})\n", observed.join(" /\\ "))
}

/// The code of a thread so far.
struct Column {
    lines: Vec<String>,
    /// The registers that were loaded.
    reads: Vec<String>,
    labels: usize,
}

impl Column {
    fn add(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn power(&mut self, random: &mut Random) {
        let at = random.pick(&["r20", "r21"]);
        let read = format!("r{}", 1 + self.reads.len());
        let last = self.reads.last().cloned();
        match (random.index(12), last) {
            (0..=2, _) => {
                self.add(format!("lwz {read},0({at})"));
                self.reads.push(read);
            }
            (3..=5, _) => {
                self.add(format!("li r10,{}", 1 + random.index(2)));
                self.add(format!("stw r10,0({at})"));
            }
            (6, _) => self.add(random.pick(&["sync", "lwsync", "isync", "eieio"])),
            (7, Some(last)) => {
                self.add(format!("xor r11,{last},{last}"));
                self.add(format!("lwzx {read},r11,{at}"));
                self.reads.push(read);
            }
            (8, Some(last)) => {
                self.add(format!("xor r11,{last},{last}"));
                self.add("addi r11,r11,1");
                self.add(format!("stw r11,0({at})"));
            }
            (9, Some(last)) => {
                let label = format!("L{}", self.labels);
                self.labels += 1;
                self.add(format!("cmpwi {last},{}", random.index(2)));
                self.add(format!("beq {label}"));
                self.add(format!("stw r22,0({at})"));
                self.add(format!("{label}:"));
            }
            (10, _) => {
                self.add(format!("lwarx {read},r0,{at}"));
                self.add(format!("stwcx. r22,r0,{at}"));
                self.reads.push(read);
            }
            (_, _) => self.add(random.pick(&["sync", "lwsync"])),
        }
    }

    fn x86(&mut self, random: &mut Random) {
        let at = random.pick(&LOCATIONS);
        let name = ["EAX", "EBX", "ECX"][self.reads.len().min(2)];
        match random.index(8) {
            0..=2 if self.reads.len() < 3 => {
                self.add(format!("MOV {name},[{at}]"));
                self.reads.push(name.to_owned());
            }
            3 => self.add("MFENCE"),
            4 if self.reads.len() < 3 => {
                self.add(format!("MOV {name},$2"));
                self.add(format!("XCHG [{at}],{name}"));
                self.reads.push(name.to_owned());
            }
            _ => self.add(format!("MOV [{at}],${}", 1 + random.index(2))),
        }
    }
}
