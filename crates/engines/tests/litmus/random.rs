//! Random tests: C11 with all orders, plain accesses, updates and branches; x86 with locked
//! instructions and fences.
//!
//! They are small, because every order of everything is tried, and have few values, so that many
//! reads have several sources.

use std::fmt::Write;
use testing::Random;

/// The test of a seed.
pub(crate) fn test(seed: u64) -> String {
    let mut random = Random::new(seed);
    if random.index(3) == 0 { x86(&mut random) } else { c11(&mut random) }
}

const PARAMETERS: &str = "atomic_int *x, atomic_int *y, int *z";

fn c11(random: &mut Random) -> String {
    let mut text = format!("C random\n{{ z={}; }}\n", random.index(2));
    let threads = 2 + random.index(2);
    let mut observed = vec!["x=1".to_owned(), "y=1".to_owned(), "z=1".to_owned()];
    for thread in 0..threads {
        let _ = writeln!(text, "P{thread}({PARAMETERS}) {{");
        let count = 1 + random.index(if threads == 2 { 4 } else { 2 });
        for register in 0..count {
            let statement = statement(random, register);
            if statement.starts_with("int") {
                observed.push(format!("{thread}:r{register}=1"));
            }
            // A register of a statement before may decide whether it is done.
            if register > 0 && !statement.starts_with("int") && random.index(3) == 0 {
                let _ = writeln!(text, "  if (r{} == 1) {{ {statement} }}", register - 1);
            } else {
                let _ = writeln!(text, "  {statement}");
            }
        }
        text.push_str("}\n");
    }
    let _ = writeln!(text, "exists ({})", observed.join(" /\\ "));
    text
}

fn statement(random: &mut Random, register: usize) -> String {
    let at = random.pick(&["x", "y"]);
    let value = 1 + random.index(2);
    let order = |random: &mut Random, orders: &[&'static str]| {
        format!("memory_order_{}", random.pick(orders))
    };
    let any = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
    let of_load = ["relaxed", "acquire", "seq_cst"];
    let of_store = ["relaxed", "release", "seq_cst"];
    match random.index(16) {
        0..=3 => {
            let order = order(random, &of_load);
            format!("int r{register} = atomic_load_explicit({at}, {order});")
        }
        4..=7 => {
            let order = order(random, &of_store);
            format!("atomic_store_explicit({at}, {value}, {order});")
        }
        8 => {
            let order = order(random, &any);
            format!("int r{register} = atomic_fetch_add_explicit({at}, {value}, {order});")
        }
        9 => {
            let order = order(random, &any);
            format!("int r{register} = atomic_exchange_explicit({at}, {value}, {order});")
        }
        10 | 11 => {
            let (order, failure) = (order(random, &any), order(random, &of_load));
            let kind = random.pick(&["weak", "strong"]);
            format!(
                "int r{register} = atomic_compare_exchange_{kind}_explicit({at}, z, {value}, {order}, {failure});"
            )
        }
        12 | 13 => format!("atomic_thread_fence({});", order(random, &any[1..])),
        14 => format!("int r{register} = *z;"),
        _ => format!("*z = {value};"),
    }
}

fn x86(random: &mut Random) -> String {
    let threads = 2 + random.index(2);
    let count = if threads == 2 { 4 } else { 3 };
    let columns: Vec<Vec<String>> = (0..threads)
        .map(|_| (0..count).map(|index| instruction(random, index)).collect())
        .collect();
    let mut text = "X86 random\n{ 0:EBX=1; 1:EBX=2; }\n".to_owned();
    let row = |cells: Vec<String>| format!(" {} ;\n", cells.join(" | "));
    text.push_str(&row((0..threads).map(|thread| format!("P{thread}")).collect()));
    for line in 0..count {
        text.push_str(&row(columns.iter().map(|column| column[line].clone()).collect()));
    }
    let registers = ["EAX", "ECX"];
    let observed = (0..threads)
        .flat_map(|thread| registers.map(|register| format!("{thread}:{register}=1")))
        .chain(["x=1".to_owned(), "y=1".to_owned()]);
    let _ = writeln!(text, "exists ({})", observed.collect::<Vec<_>>().join(" /\\ "));
    text
}

fn instruction(random: &mut Random, index: usize) -> String {
    let at = random.pick(&["x", "y"]);
    let register = if index.is_multiple_of(2) { "EAX" } else { "ECX" };
    match random.index(12) {
        0..=3 => format!("MOV {register},[{at}]"),
        4..=6 => format!("MOV [{at}],${}", 1 + random.index(2)),
        7 => format!("XCHG [{at}],EBX"),
        8 => format!("LOCK CMPXCHG [{at}],EBX"),
        9 => format!("LOCK {} [{at}],$1", random.pick(&["ADD", "SUB", "XOR", "OR"])),
        10 => format!("ADD [{at}],${}", 1 + random.index(2)),
        _ => random.pick(&["MFENCE", "SFENCE", "LFENCE", "MFENCE"]).to_owned(),
    }
}
