//! Is every text a litmus test that survives printing and parsing, and code or a complaint; or a
//! complaint that lies within it?
#![no_main]

use litmus::{lower, parse};

fn check(text: &str) -> bool {
    match parse(text) {
        Ok(test) => {
            let printed = test.to_string();
            let again = parse(&printed).expect("what is printed can be read");
            assert_eq!(again.to_string(), printed);
            if let Err(error) = lower(&test, text) {
                assert!(text.get(error.span.clone()).is_some(), "{error:?}");
            }
            true
        }
        Err(error) => {
            assert!(text.get(error.span.clone()).is_some(), "{error:?}");
            false
        }
    }
}

fuzz::target!(check);
