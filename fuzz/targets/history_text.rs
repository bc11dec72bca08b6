//! Is every text a history that survives printing and parsing, or a complaint that lies within it?
#![no_main]

use trace::formats::{Format, parse};
use trace::print::print;

/// Lines thread by thread: a source may name a thread that comes later, which changes their order.
fn by_thread(printed: &str) -> Vec<String> {
    let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
    lines.sort_by_key(|line| line.split(' ').next().map(str::to_owned));
    lines
}

fn check(text: &str) -> bool {
    let mut accepted = false;
    for format in [Format::Text, Format::JsonLines, Format::Jepsen, Format::Witness] {
        match parse(format, text) {
            Ok(recording) => {
                accepted = true;
                if format == Format::Text {
                    let printed = print(&recording);
                    let again = parse(format, &printed).map(|again| by_thread(&print(&again)));
                    assert_eq!(again, Ok(by_thread(&printed)), "{text}");
                }
            }
            Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        }
    }
    accepted
}

fuzz::target!(check);
