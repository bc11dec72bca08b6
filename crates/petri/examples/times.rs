//! How long do the nets of the thesis take? `times FILE…` answers each property of each file, and
//! without files the family Nₙ, and prints one line for each.

use petri::families::non_trivial;
use petri::formats::{Format, parse};
use petri::net::Net;
use petri::portfolio::{Effort, Verdict, answer};
use petri::property::Property;
use std::time::Instant;

fn tell(name: &str, net: &Net, property: &Property) {
    let start = Instant::now();
    let answer = answer(net, &property.question, &Effort::default(), &|| false);
    let seconds = start.elapsed().as_secs_f64();
    let verdict = match &answer.verdict {
        Verdict::Safe(_) => "safe".to_owned(),
        Verdict::Unsafe(witness) => format!("unsafe {}", witness.run.len()),
        Verdict::Unknown => "unknown".to_owned(),
    };
    let tried: Vec<String> = answer
        .tried
        .iter()
        .map(|tried| format!("{}: {}", tried.method.name(), tried.outcome))
        .collect();
    let (places, transitions) = (net.place_count(), net.transitions().len());
    let tried = tried.join("; ");
    println!("{name} {places} {transitions} {:?} {verdict} {seconds:.3} {tried}", property.name);
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        for n in (3..=10).chain([15, 20, 25, 30, 35, 40, 45, 50]) {
            let (net, property) = non_trivial(n);
            tell(&format!("N{n}"), &net, &property);
        }
    }
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let extension = file.rsplit('.').next().unwrap_or_default();
        let format = Format::of_extension(extension).expect("the format is known");
        let input = parse(format, &text).expect("the file is a net");
        for property in &input.properties {
            tell(&file, &input.net, property);
        }
    }
}
