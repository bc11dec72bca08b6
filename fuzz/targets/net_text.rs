//! Is every text a net, in whatever format, or a complaint that lies within it?
#![no_main]

use petri::formats::{Format, parse};

fn check(text: &str) -> bool {
    let mut accepted = false;
    for format in [Format::Mist, Format::Lola, Format::Pnml, Format::Tina] {
        match parse(format, text) {
            Ok(_) => accepted = true,
            Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        }
    }
    accepted
}

fuzz::target!(check);
