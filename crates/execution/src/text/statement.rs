//! What does one line say?

use super::line::{Line, Word, lines};
use super::names::{is_event_name, parse_cell, parse_object, parse_thread, parse_value};
use crate::{Cell, ReadKind, WriteKind};
use base::{Diagnostic, ObjectId, Ordering, Tag, Tags, ThreadId, Value};

#[derive(Debug)]
pub(super) enum Statement<'t> {
    Thread(ThreadId),
    Event {
        name: Word<'t>,
        grouped: bool,
        action: Action<'t>,
    },
    /// co of a location.
    Order(LocationLine<'t>),
}

#[derive(Debug)]
pub(super) struct LocationLine<'t> {
    pub(super) location: Word<'t>,
    pub(super) cell: Cell,
    pub(super) events: Vec<Word<'t>>,
}

/// What an event does.
#[derive(Debug)]
pub(super) enum Action<'t> {
    Read {
        kind: ReadKind,
        place: NamedCell<'t>,
        value: Value,
        from: From<'t>,
        marks: Marks,
    },
    Write {
        kind: WriteKind,
        place: NamedCell<'t>,
        value: Value,
        marks: Marks,
    },
    /// The two parts of an atomic update.
    Update {
        place: NamedCell<'t>,
        old: Value,
        new: Value,
        from: From<'t>,
        marks: Marks,
    },
    Fence(Marks),
    Free(ObjectId),
    Spawn(Word<'t>, ThreadId),
    Join(Word<'t>, ThreadId),
    Choose {
        low: i64,
        value: i64,
    },
}

/// A location.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedCell<'t> {
    pub(super) word: Word<'t>,
    pub(super) cell: Cell,
}

/// What a read reads from.
#[derive(Clone, Copy, Debug)]
pub(super) enum From<'t> {
    Initial,
    Event(Word<'t>),
}

/// What an access says to a model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    pub(super) ordering: Ordering,
    pub(super) tags: Tags,
}

const READS: [ReadKind; 6] = [
    ReadKind::Load,
    ReadKind::Exclusive,
    ReadKind::Lock,
    ReadKind::TryLock,
    ReadKind::Destroy,
    ReadKind::Initialise,
];
const WRITES: [WriteKind; 3] = [WriteKind::Store, WriteKind::Exclusive, WriteKind::Unlock];

/// How a kind of event is written.
#[derive(Clone, Copy)]
pub(super) struct Verb {
    pub(super) text: &'static str,
    /// Whether the value is written also if it is 0.
    pub(super) has_value: bool,
}

pub(super) fn read_verb(kind: ReadKind) -> Verb {
    match kind {
        ReadKind::Load => Verb { text: "read", has_value: true },
        ReadKind::Exclusive => Verb { text: "read_exclusive", has_value: true },
        ReadKind::Lock => Verb { text: "lock", has_value: false },
        ReadKind::TryLock => Verb { text: "trylock", has_value: false },
        ReadKind::Destroy => Verb { text: "mutex_destroy", has_value: false },
        ReadKind::Initialise => Verb { text: "mutex_init", has_value: false },
    }
}

pub(super) fn write_verb(kind: WriteKind) -> Verb {
    match kind {
        WriteKind::Store => Verb { text: "write", has_value: true },
        WriteKind::Exclusive => Verb { text: "write_exclusive", has_value: true },
        WriteKind::Unlock => Verb { text: "unlock", has_value: false },
    }
}

/// The lines of a text.
pub(super) fn statements(text: &str) -> Result<Vec<Statement<'_>>, Diagnostic> {
    lines(text).map(statement).collect()
}

fn statement(mut line: Line<'_>) -> Result<Statement<'_>, Diagnostic> {
    let first = line.word("a statement")?;
    let names_event = line.peek() == Some(":");
    let statement = match first.text {
        "thread" if !names_event => {
            let (_, thread) = thread(&mut line)?;
            Statement::Thread(thread)
        }
        "order" if !names_event => Statement::Order(location_line(&mut line)?),
        "and" => {
            let name = line.word("the name of the event")?;
            event(&mut line, name, true)?
        }
        _ if names_event => event(&mut line, first, false)?,
        other => {
            return Err(first.error(format!("`{other}` starts no line")).with_help(
                "lines are `thread T`, `name: event`, `and name: event` and `order L: …`",
            ));
        }
    };
    line.expect_end()?;
    Ok(statement)
}

fn event<'t>(
    line: &mut Line<'t>,
    name: Word<'t>,
    grouped: bool,
) -> Result<Statement<'t>, Diagnostic> {
    if !is_event_name(name.text) {
        return Err(name.error(format!("`{}` cannot name an event", name.text)));
    }
    line.expect(":")?;
    Ok(Statement::Event { name, grouped, action: action(line)? })
}

fn action<'t>(line: &mut Line<'t>) -> Result<Action<'t>, Diagnostic> {
    let verb = line.word("what the event does")?;
    if let Some(kind) = READS.into_iter().find(|kind| read_verb(*kind).text == verb.text) {
        let place = place(line)?;
        let value = optional_value(line, place, read_verb(kind))?;
        let from = from(line)?;
        return Ok(Action::Read { kind, place, value, from, marks: marks(line)? });
    }
    if let Some(kind) = WRITES.into_iter().find(|kind| write_verb(*kind).text == verb.text) {
        let place = place(line)?;
        let value = optional_value(line, place, write_verb(kind))?;
        return Ok(Action::Write { kind, place, value, marks: marks(line)? });
    }
    Ok(match verb.text {
        "update" => {
            let place = place(line)?;
            let old = value(line, place)?;
            line.expect("->")?;
            let new = value(line, place)?;
            let from = from(line)?;
            Action::Update { place, old, new, from, marks: marks(line)? }
        }
        "fence" => Action::Fence(marks(line)?),
        "free" => {
            let word = line.word("an object")?;
            let object = parse_object(word.text).ok_or_else(|| {
                word.error(format!("`{}` is no object", word.text))
                    .with_help("objects are written `t1/3` and `global/3`")
            })?;
            Action::Free(object)
        }
        "spawn" => {
            let (word, thread) = thread(line)?;
            Action::Spawn(word, thread)
        }
        "join" => {
            let (word, thread) = thread(line)?;
            Action::Join(word, thread)
        }
        "choose" => {
            let value = integer(line)?;
            line.expect("low")?;
            Action::Choose { low: integer(line)?, value }
        }
        other => return Err(verb.error(format!("`{other}` is nothing that an event does"))),
    })
}

fn location_line<'t>(line: &mut Line<'t>) -> Result<LocationLine<'t>, Diagnostic> {
    let NamedCell { word: location, cell } = place(line)?;
    line.expect(":")?;
    let mut events = vec![line.word("the name of an event")?];
    while line.take(",") {
        events.push(line.word("the name of an event")?);
    }
    Ok(LocationLine { location, cell, events })
}

fn thread<'t>(line: &mut Line<'t>) -> Result<(Word<'t>, ThreadId), Diagnostic> {
    let word = line.word("a thread")?;
    let thread = parse_thread(word.text).ok_or_else(|| {
        word.error(format!("`{}` is no thread", word.text))
            .with_help("threads are `main`, `t1` and, created by that, `t1.1`")
    })?;
    Ok((word, thread))
}

fn place<'t>(line: &mut Line<'t>) -> Result<NamedCell<'t>, Diagnostic> {
    let word = line.word("a location")?;
    let cell = parse_cell(word.text).ok_or_else(|| {
        word.error(format!("`{}` is no location", word.text)).with_help(
            "locations are words of at most ten small letters, digits and `_`, or addresses, with a size from 1 to 8: `x`, `x.4`, `0x1000.4`",
        )
    })?;
    Ok(NamedCell { word, cell })
}

fn value(line: &mut Line<'_>, place: NamedCell<'_>) -> Result<Value, Diagnostic> {
    let word = line.word("a value")?;
    let size = place.cell.size;
    parse_value(word.text, size).ok_or_else(|| {
        word.error(format!("`{}` is no value of {size} bytes", word.text)).with_help(
            "values are written `1`, `0x1f` and, with the bits that are not initialised, `0?0xff`",
        )
    })
}

fn optional_value(
    line: &mut Line<'_>,
    place: NamedCell<'_>,
    verb: Verb,
) -> Result<Value, Diagnostic> {
    let is_there = line.peek().is_some_and(|word| word.as_bytes()[0].is_ascii_digit());
    if verb.has_value || is_there { value(line, place) } else { Ok(Value::ZERO) }
}

fn from<'t>(line: &mut Line<'t>) -> Result<From<'t>, Diagnostic> {
    let what = "what it reads `from`";
    let word = line.word(what)?;
    match word.text {
        "from" => {
            let source = line.word(what)?;
            Ok(if source.text == "initial" { From::Initial } else { From::Event(source) })
        }
        other => Err(word.error(format!("expected {what} instead of `{other}`"))),
    }
}

fn integer(line: &mut Line<'_>) -> Result<i64, Diagnostic> {
    let word = line.word("a number")?;
    word.text.parse().map_err(|_| word.error(format!("`{}` is no number", word.text)))
}

/// An order and tags.
fn marks(line: &mut Line<'_>) -> Result<Marks, Diagnostic> {
    let mut marks = Marks { ordering: Ordering::Plain, tags: Tags::NONE };
    if let Some(ordering) = line.peek().and_then(Ordering::from_name) {
        line.take(ordering.name());
        marks.ordering = ordering;
    }
    while line.peek().is_some() {
        let word = line.word("a tag")?;
        let tag = Tag::named(word.text)
            .ok_or_else(|| word.error(format!("`{}` is neither an order nor a tag", word.text)))?;
        if !marks.tags.has_room() && Tags::only(tag) != Tags::ATOMIC_BLOCK {
            return Err(word.error("these are too many tags"));
        }
        marks.tags = marks.tags.and(tag);
    }
    Ok(marks)
}
