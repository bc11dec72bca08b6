//! Is every text a history that survives printing and parsing, or a complaint that lies within it?
#![no_main]

use trace::formats::{Format, parse};
use trace::print::print;

fn check(text: &str) -> bool {
    let mut accepted = false;
    for format in [Format::Text, Format::JsonLines, Format::Jepsen, Format::Witness] {
        match parse(format, text) {
            Ok(recording) => {
                accepted = true;
                if format == Format::Text {
                    let printed = print(&recording);
                    let again = parse(format, &printed).map(|again| print(&again));
                    assert_eq!(again.as_deref(), Ok(printed.as_str()), "{text}");
                }
            }
            Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        }
    }
    accepted
}

fuzz::target!(check);
