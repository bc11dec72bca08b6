//! Is every text a model that survives printing and parsing, and a program or a complaint; or a
//! complaint that lies within it?
#![no_main]

use cat::{File, LibraryOnly, Options, Sources, Vocabulary, compile, parse};
use std::sync::LazyLock;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::basic);

fn check(text: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("fuzz.cat", text);
    match parse(file, text) {
        Ok(model) => {
            let printed = model.to_string();
            let again = sources.add("printed.cat", printed.as_str());
            assert_eq!(parse(again, &printed).as_ref(), Ok(&model), "{printed}");
            let options =
                Options { vocabulary: &VOCABULARY, variants: &[], loader: &LibraryOnly };
            let file = File { path: "fuzz.cat".to_owned(), text: text.to_owned() };
            if let Err(failure) = compile(vec![file], &options) {
                failure.to_string();
            }
            true
        }
        Err(error) => {
            assert!(text.get(error.span.range()).is_some(), "{error:?}");
            error.render(&sources);
            false
        }
    }
}

fuzz::target!(check);
