//! Which statements does an assembly template have?
//!
//! One on a line or between semicolons: labels, a mnemonic with the prefixes `lock` and `rep`, and
//! arguments with commas between them. Mnemonics are lower case here. What an argument is depends
//! on the machine only in how a number is marked (`$$1`, `#1` or `1`), so all are read alike.

/// One statement.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Statement {
    /// The label in front of it.
    pub(super) label: Option<String>,
    pub(super) locked: bool,
    /// Empty if there is only a label.
    pub(super) mnemonic: String,
    pub(super) arguments: Vec<Argument>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    /// `$0` or `${0:w}`.
    Slot {
        number: usize,
        modifier: Option<char>,
    },
    /// What the register of a slot points to: `8($0)` or `[$0, #8]`.
    Indirect {
        number: usize,
        offset: i64,
    },
    Number(i64),
    /// `ish`, `1b`, a register.
    Word(String),
}

/// The statements of a template; `None` if it has something that is in no statement of this form.
pub(super) fn parse(template: &str) -> Option<Vec<Statement>> {
    let mut statements = Vec::new();
    // Prefixes and labels may stand on lines of their own.
    let mut next = Statement::default();
    for line in template.split(['\n', ';']) {
        let line = line.split("//").next().unwrap_or(line);
        let mut rest = line.trim();
        if let Some((label, after)) = rest.split_once(':')
            && !label.is_empty()
            && label.chars().all(|each| each.is_ascii_alphanumeric() || "._".contains(each))
        {
            if next.label.replace(label.to_owned()).is_some() {
                return None;
            }
            rest = after.trim();
        }
        if rest.is_empty() {
            continue;
        }
        let (mut word, mut after) = split_word(rest);
        if word.eq_ignore_ascii_case("lock") {
            next.locked = true;
            if after.is_empty() {
                continue;
            }
            (word, after) = split_word(after);
        }
        next.mnemonic = word.to_ascii_lowercase();
        next.arguments = arguments(after)?;
        statements.push(std::mem::take(&mut next));
    }
    if next != Statement::default() {
        statements.push(next);
    }
    Some(statements)
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

fn arguments(text: &str) -> Option<Vec<Argument>> {
    let mut arguments = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let mut depth = 0_i32;
        let end = rest.find(|each| {
            depth += i32::from("([{".contains(each)) - i32::from(")]}".contains(each));
            each == ',' && depth == 0
        });
        let (one, after) = match end {
            Some(end) => (&rest[..end], &rest[end + 1..]),
            None => (rest, ""),
        };
        arguments.push(argument(one.trim())?);
        rest = after.trim();
    }
    Some(arguments)
}

fn argument(text: &str) -> Option<Argument> {
    if let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let (base, offset) = match inside.split_once(',') {
            Some((base, offset)) => (base.trim(), number(offset.trim())?),
            None => (inside.trim(), 0),
        };
        let (number, None) = slot(base)? else { return None };
        return Some(Argument::Indirect { number, offset });
    }
    if let Some((offset, inside)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        let offset = if offset.is_empty() { 0 } else { number(offset)? };
        let (number, None | Some('q')) = slot(inside.trim())? else { return None };
        return Some(Argument::Indirect { number, offset });
    }
    if let Some((number, modifier)) = slot(text) {
        return Some(Argument::Slot { number, modifier });
    }
    if let Some(number) = number(text) {
        return Some(Argument::Number(number));
    }
    let is_word = |each: char| each.is_ascii_alphanumeric() || "._".contains(each);
    let word = text.to_ascii_lowercase();
    (!word.is_empty() && word.chars().all(is_word)).then_some(Argument::Word(word))
}

/// `$0`, `${0}` or `${0:w}`.
fn slot(text: &str) -> Option<(usize, Option<char>)> {
    let rest = text.strip_prefix('$')?;
    let Some(inside) = rest.strip_prefix('{') else {
        return Some((rest.parse().ok()?, None));
    };
    let inside = inside.strip_suffix('}')?;
    match inside.split_once(':') {
        None => Some((inside.parse().ok()?, None)),
        Some((number, modifier)) => {
            let mut letters = modifier.chars();
            let modifier = letters.next().filter(|_| letters.next().is_none())?;
            Some((number.parse().ok()?, Some(modifier)))
        }
    }
}

/// `$$1`, `#1`, `1` or `0x1`. That a label such as `1b` looks like one is no harm: it has a letter.
fn number(text: &str) -> Option<i64> {
    let text = text.strip_prefix("$$").or_else(|| text.strip_prefix('#')).unwrap_or(text);
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(number: usize) -> Argument {
        Argument::Slot { number, modifier: None }
    }

    #[test]
    fn statements_are_cut() {
        let parsed = parse("lock; xaddl $0, $1\n\tsete ${2:b}").expect("it is known");
        let [xadd, set] = &parsed[..] else { panic!("two statements: {parsed:?}") };
        assert!(xadd.locked && xadd.mnemonic == "xaddl" && xadd.arguments == [slot(0), slot(1)]);
        assert!(!set.locked && set.mnemonic == "sete");
        assert_eq!(set.arguments, [Argument::Slot { number: 2, modifier: Some('b') }]);
    }

    #[test]
    fn labels_and_addresses() {
        let parsed = parse("1:\n ldaxr ${0:w}, [$1]\n cbnz ${2:w}, 1b\n2:").expect("it is known");
        let [load, branch, end] = &parsed[..] else { panic!("three statements: {parsed:?}") };
        assert_eq!(load.label.as_deref(), Some("1"));
        assert_eq!(load.arguments[1], Argument::Indirect { number: 1, offset: 0 });
        assert_eq!(branch.arguments[1], Argument::Word("1b".to_owned()));
        assert_eq!((end.label.as_deref(), end.mnemonic.as_str()), (Some("2"), ""));
        let parsed = parse("movq $$-1, 8($0)").expect("it is known");
        let expected = [Argument::Number(-1), Argument::Indirect { number: 0, offset: 8 }];
        assert_eq!(parsed[0].arguments, expected);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for strange in ["movl %eax, $0", "movl ($0,$1,4), $2", "a: b: nop", "ldr $0, [$1], #4"] {
            let parsed = parse(strange);
            let is_known = |statement: &Statement| {
                let mut words = statement.arguments.iter();
                !words.any(|argument| matches!(argument, Argument::Word(_)))
            };
            assert!(
                parsed
                    .as_ref()
                    .is_none_or(|all| all[0].arguments.len() > 2 || !all.iter().all(is_known)),
                "{strange}: {parsed:?}"
            );
        }
    }
}
