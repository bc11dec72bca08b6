//! Tags that a model declares and uses are those of the table; another one is no empty set but an
//! error, at its place.

use cat::{Failure, File, LibraryOnly, Options, Program, compile, machine_names};

fn compiled(text: &str) -> Result<Program, Box<Failure>> {
    let vocabulary = machine_names();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    compile(vec![File { path: "own.cat".into(), text: text.into() }], &options)
}

#[test]
fn a_tag_that_no_event_carries_is_an_error_where_it_is_declared_for_events() {
    let text = "enum Barriers = 'mb || 'rcu-look\ninstructions F[Barriers]\nempty Rcu-look";
    let complaint = compiled(text).unwrap_err().to_string();
    assert!(complaint.contains("there are no events with the tag `'rcu-look`"), "{complaint}");
    assert!(complaint.contains("own.cat:2:14"), "{complaint}");
    assert!(complaint.contains("did you mean `'rcu-lock`?"), "{complaint}");
    let text = "enum Barriers = 'mb || 'rcu-look\nempty tag2events('rcu-look)";
    let complaint = compiled(text).unwrap_err().to_string();
    assert!(complaint.contains("own.cat:2:18"), "{complaint}");
}

/// Bell files declare more than a model looks at, in upper or lower case.
#[test]
fn a_tag_that_is_only_declared_may_be_any() {
    let text = "enum Barriers = 'MB || 'cta\ninstructions F[Barriers]\nempty tag2events('MB)";
    assert!(compiled(text).is_ok());
    // Where events are in scopes is no question of tags.
    assert!(compiled("enum Scopes = 'cta\nempty tag2scope('cta)").is_ok());
}

#[test]
fn models_find_the_names_of_the_table_but_hidden_ones() {
    for tag in base::Tag::all() {
        let found = compiled(&format!("empty {}", tag.name())).is_ok();
        // This one is a name for more than the tag.
        let is_hidden = tag.kind() == base::tags::Kind::Hidden && tag.name() != "RMW";
        assert_eq!(found, !is_hidden, "{tag:?}");
    }
}
