//! Initial states, conditions and what is observed: the parts of a test that are about values.

use crate::cursor::Cursor;
use crate::token::Kind;
use crate::tree::{Cell, Condition, Constant, Initial, Place, Proposition, Quantifier, Threads};
use base::Diagnostic;

/// Longer arrays are no litmus tests.
const LONGEST_ARRAY: i64 = 4096;

/// Everything between the braces. A register that is a name (`%a`) may be written without its
/// thread, and is one of each thread that uses it.
pub(crate) fn initial_state(
    cursor: &mut Cursor<'_>,
    threads: &Threads,
) -> Result<Vec<Initial>, Diagnostic> {
    let mut initial = Vec::new();
    loop {
        while cursor.accept(";") || cursor.accept(",") {}
        if cursor.is_at_end() {
            return Ok(initial);
        }
        if cursor.is("%") {
            let name = symbolic(cursor)?;
            cursor.expect("=")?;
            let value = constant(cursor)?;
            initial.extend(users(threads, &name).map(|thread| Initial {
                type_name: None,
                place: Place::Register { thread, name: name.clone() },
                length: None,
                values: vec![value.clone()],
            }));
        } else {
            initial.push(one_initial(cursor)?);
        }
        if !(cursor.is_at_end() || cursor.is(";") || cursor.is(",")) {
            return Err(cursor.unexpected("`;`"));
        }
    }
}

/// A register that is a name: `%a`.
fn symbolic(cursor: &mut Cursor<'_>) -> Result<String, Diagnostic> {
    cursor.expect("%")?;
    Ok(format!("%{}", cursor.word("a register")?.text))
}

/// The threads in whose code a register is.
fn users(threads: &Threads, name: &str) -> impl Iterator<Item = usize> {
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let uses = |cell: &Cell| cell.text.split(name).skip(1).any(is_end);
    let users: Vec<usize> = match threads {
        Threads::Columns(columns) => {
            (0..columns.len()).filter(|thread| columns[*thread].iter().any(uses)).collect()
        }
        Threads::Functions(_) => Vec::new(),
    };
    users.into_iter()
}

fn one_initial(cursor: &mut Cursor<'_>) -> Result<Initial, Diagnostic> {
    let type_name = type_name(cursor);
    let place = place(cursor)?;
    let (place, length) = match place {
        // `a[2]` with a type, or with a list of values, says how long the array is.
        Place::Location { name, index: Some(length) } if type_name.is_some() || is_list(cursor) => {
            (Place::Location { name, index: None }, Some(length))
        }
        place => (place, None),
    };
    let values = if !cursor.accept("=") {
        Vec::new()
    } else if cursor.accept("{") {
        let mut values = Vec::new();
        while !cursor.accept("}") {
            values.push(constant(cursor)?);
            if !cursor.is("}") {
                cursor.expect(",")?;
            }
        }
        values
    } else {
        vec![constant(cursor)?]
    };
    Ok(Initial { type_name, place, length, values })
}

fn is_list(cursor: &Cursor<'_>) -> bool {
    cursor.is("=") && cursor.peek_at(1).text == "{"
}

/// The words before a place, if there are some: a word that another word, a `*` or a thread
/// follows.
fn type_name(cursor: &mut Cursor<'_>) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    loop {
        let (own, next) = (cursor.peek(), cursor.peek_at(1));
        let starts_place = matches!(next.kind, Kind::Word | Kind::Number) || next.text == "*";
        let is_star = own.text == "*" && !words.is_empty();
        if !(own.kind == Kind::Word && starts_place || is_star) {
            break;
        }
        words.push(cursor.advance().text.to_owned());
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// `0:EAX`, `P0:EAX`, `x`, `[x]`, `*x` or `x[1]`.
pub(crate) fn place(cursor: &mut Cursor<'_>) -> Result<Place, Diagnostic> {
    if cursor.accept("[") {
        let (name, index) = name_and_index(cursor)?;
        cursor.expect("]")?;
        return Ok(Place::Location { name, index });
    }
    cursor.accept("*");
    if cursor.peek_at(1).text == ":" {
        let token = cursor.advance();
        cursor.expect(":")?;
        let thread = token.text.trim_start_matches('P').parse();
        let thread = thread.map_err(|_| {
            Diagnostic::new(format!("`{}` is no thread", token.text), token.span.clone())
        })?;
        let name = if cursor.is("%") {
            symbolic(cursor)?
        } else {
            cursor.word("a register")?.text.to_owned()
        };
        return Ok(Place::Register { thread, name });
    }
    let (name, index) = name_and_index(cursor)?;
    Ok(Place::Location { name, index })
}

fn name_and_index(cursor: &mut Cursor<'_>) -> Result<(String, Option<usize>), Diagnostic> {
    let name = cursor.word("a location or a register")?.text.to_owned();
    let mut index = None;
    if cursor.is("[") {
        cursor.advance();
        let span = cursor.peek().span.clone();
        let number = cursor.number("an index")?;
        if !(0..=LONGEST_ARRAY).contains(&number) {
            return Err(Diagnostic::new(format!("an index up to {LONGEST_ARRAY} is meant"), span));
        }
        index = Some(number as usize);
        cursor.expect("]")?;
    }
    Ok((name, index))
}

/// A number, or the address of a location: `y`, `&y`, `*(&y)`.
pub(crate) fn constant(cursor: &mut Cursor<'_>) -> Result<Constant, Diagnostic> {
    // `(void *)&x`, `(*(&x))`: parentheses and stars say nothing new here.
    let mut open = 0;
    loop {
        if cursor.accept("(") {
            open += 1;
        } else if !(cursor.accept("*") || cursor.accept("&") || cursor.accept("$")) {
            break;
        }
    }
    let value = match cursor.peek().kind {
        Kind::Word if cursor.peek_at(1).text == "(" => {
            // ATOMIC_INIT(1)
            let token = cursor.advance();
            if token.text != "ATOMIC_INIT" {
                let message = format!("`{}` is no way to write a value", token.text);
                return Err(Diagnostic::new(message, token.span));
            }
            cursor.expect("(")?;
            cursor.enter()?;
            let value = constant(cursor)?;
            cursor.leave();
            cursor.expect(")")?;
            value
        }
        Kind::Word => {
            let (name, index) = name_and_index(cursor)?;
            Constant::Address { name, index }
        }
        _ => Constant::Number(cursor.number("a value")?),
    };
    for _ in 0..open {
        cursor.expect(")")?;
    }
    Ok(value)
}

/// `[x; 0:EAX;]`
pub(crate) fn observed(cursor: &mut Cursor<'_>) -> Result<Vec<Place>, Diagnostic> {
    let mut places = Vec::new();
    cursor.expect("[")?;
    while !cursor.accept("]") {
        if cursor.accept(";") || cursor.accept(",") {
            continue;
        }
        type_name(cursor);
        places.push(place(cursor)?);
    }
    Ok(places)
}

/// `exists P`, `~exists P`, `forall P`; or `final P with … default: ~exists;`, the older form.
pub(crate) fn condition(cursor: &mut Cursor<'_>) -> Result<Condition, Diagnostic> {
    let is_old = cursor.accept("final");
    let quantifier = if is_old { Quantifier::Exists } else { quantifier(cursor)? };
    let proposition = proposition(cursor)?;
    if is_old {
        cursor.accept(";");
        if cursor.accept("with") {
            skip_alternatives(cursor)?;
        }
    }
    Ok(Condition { quantifier, proposition })
}

/// What other models are expected to say: which says nothing about this one.
fn skip_alternatives(cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    while cursor.peek().kind == Kind::Word {
        cursor.advance();
        cursor.expect(":")?;
        quantifier(cursor)?;
        cursor.expect(";")?;
    }
    Ok(())
}

fn quantifier(cursor: &mut Cursor<'_>) -> Result<Quantifier, Diagnostic> {
    if cursor.accept("~") {
        cursor.expect("exists")?;
        Ok(Quantifier::NotExists)
    } else if cursor.accept("exists") {
        Ok(Quantifier::Exists)
    } else if cursor.accept("forall") {
        Ok(Quantifier::ForAll)
    } else {
        Err(cursor.unexpected("`exists`, `~exists` or `forall`"))
    }
}

/// Implications are weakest and lean to the right, then `\/`, then `/\`, then `~`.
pub(crate) fn proposition(cursor: &mut Cursor<'_>) -> Result<Proposition, Diagnostic> {
    cursor.enter()?;
    let first = disjunction(cursor)?;
    let whole = if cursor.accept("=>") {
        Proposition::Implies(Box::new(first), Box::new(proposition(cursor)?))
    } else {
        first
    };
    cursor.leave();
    Ok(whole)
}

fn disjunction(cursor: &mut Cursor<'_>) -> Result<Proposition, Diagnostic> {
    let mut parts = vec![conjunction(cursor)?];
    while cursor.accept("\\/") || cursor.accept("||") {
        parts.push(conjunction(cursor)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Proposition::Or(parts) })
}

fn conjunction(cursor: &mut Cursor<'_>) -> Result<Proposition, Diagnostic> {
    let mut parts = vec![atom(cursor)?];
    while cursor.accept("/\\") || cursor.accept("&&") {
        parts.push(atom(cursor)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Proposition::And(parts) })
}

fn atom(cursor: &mut Cursor<'_>) -> Result<Proposition, Diagnostic> {
    if cursor.accept("~") || cursor.accept("not") || cursor.accept("!") {
        cursor.enter()?;
        let negation = Proposition::Not(Box::new(atom(cursor)?));
        cursor.leave();
        return Ok(negation);
    }
    if cursor.accept("(") {
        let inner = proposition(cursor)?;
        cursor.expect(")")?;
        return Ok(inner);
    }
    if cursor.accept("true") {
        return Ok(Proposition::True);
    }
    if cursor.accept("false") {
        return Ok(Proposition::False);
    }
    if cursor.is("fault") || cursor.is("Fault") {
        let span = cursor.peek().span.clone();
        return Err(Diagnostic::new("conditions about faults are not supported", span));
    }
    let place = place(cursor)?;
    if cursor.accept("!=") || cursor.accept("<>") {
        return Ok(Proposition::Differ(place, constant(cursor)?));
    }
    if !cursor.accept("==") {
        cursor.expect("=")?;
    }
    Ok(Proposition::Equal(place, constant(cursor)?))
}
