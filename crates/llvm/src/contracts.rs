//! What does each function of the C library promise?
//!
//! `runtime/contracts.txt` says of every function, in a line, what it does to what its arguments
//! point to, what it returns, and whether it orders anything. Tests are generated from it
//! (`cli/tests/contracts`), and a function without a contract fails one.
//!
//! ```text
//! nanosleep(reads 16, ignored) -> 0
//! ```
//!
//! - `reads N`, `writes N` and `updates N` are plain accesses to so many bytes, `reads text` to a
//!   string, `atomic N` accesses to an object by which threads synchronise. With `maybe` in front,
//!   the pointer may be null. `after f` says that `f` makes such an object.
//! - `number N` is a number, for which N will do; `thread` a thread, `function` a function,
//!   `stream` a pointer to a stream. `ignored` is a pointer that is not looked at.
//! - After `->` are all results of the call with the simplest arguments, as numbers of 32 bits, if
//!   they are numbers.
//! - `; synchronises` says that the call may order what its thread does. `; ends` says that it does
//!   not return, `; waits` that it waits for something that others do, `; special` that it needs
//!   more than a line can say.

/// The contracts, in the order of the file.
pub fn contracts() -> Vec<Contract> {
    let lines = include_str!("../runtime/contracts.txt").lines();
    let is_one = |line: &&str| !line.is_empty() && !line.starts_with("//");
    lines.filter(is_one).map(|line| contract(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

/// What a function promises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    pub name: String,
    pub arguments: Vec<Argument>,
    /// All results of a call with the simplest arguments, if they are listed.
    pub results: Option<Vec<i32>>,
    pub manner: Manner,
}

/// How a call goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// It returns, and orders nothing.
    Plain,
    Synchronises,
    Ends,
    Waits,
    Special,
}

/// What an argument is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    Number(i64),
    Thread,
    Function,
    Stream,
    Ignored,
    Pointer(Pointer),
}

/// A pointer through which something is accessed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointer {
    pub access: Access,
    /// How many bytes; those of a string are not known.
    pub size: Option<u64>,
    pub may_be_null: bool,
    /// What makes an object of this kind.
    pub maker: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Reads,
    Writes,
    Updates,
    Atomic,
}

fn contract(line: &str) -> Option<Contract> {
    let (head, manner) = match line.split_once("; ") {
        None => (line, Manner::Plain),
        Some((head, "synchronises")) => (head, Manner::Synchronises),
        Some((head, "ends")) => (head, Manner::Ends),
        Some((head, "waits")) => (head, Manner::Waits),
        Some((head, "special")) => (head, Manner::Special),
        Some(_) => return None,
    };
    let (call, results) = match head.split_once(" -> ") {
        None => (head, None),
        Some((call, list)) => {
            let numbers = list.split(", ").map(|number| number.parse().ok());
            (call, Some(numbers.collect::<Option<Vec<i32>>>()?))
        }
    };
    let (name, list) = call.strip_suffix(')')?.split_once('(')?;
    let arguments = match list {
        "" => Vec::new(),
        list => list.split(", ").map(argument).collect::<Option<Vec<Argument>>>()?,
    };
    Some(Contract { name: name.to_owned(), arguments, results, manner })
}

fn argument(text: &str) -> Option<Argument> {
    match text {
        "thread" => return Some(Argument::Thread),
        "function" => return Some(Argument::Function),
        "stream" => return Some(Argument::Stream),
        "ignored" => return Some(Argument::Ignored),
        _ => {}
    }
    if let Some(number) = text.strip_prefix("number ") {
        return number.parse().ok().map(Argument::Number);
    }
    let (text, may_be_null) = match text.strip_prefix("maybe ") {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (text, maker) = match text.split_once(" after ") {
        Some((text, maker)) => (text, Some(maker.to_owned())),
        None => (text, None),
    };
    let (access, size) = text.split_once(' ')?;
    let access = match access {
        "reads" => Access::Reads,
        "writes" => Access::Writes,
        "updates" => Access::Updates,
        "atomic" => Access::Atomic,
        _ => return None,
    };
    let size = match size {
        "text" => None,
        number => Some(number.parse().ok()?),
    };
    Some(Argument::Pointer(Pointer { access, size, may_be_null, maker }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let made =
            contract("f(reads 16, maybe atomic 8 after g, number -1) -> 0, -1; synchronises");
        let pointer = |access, size, may_be_null, maker: Option<&str>| {
            let maker = maker.map(str::to_owned);
            Argument::Pointer(Pointer { access, size: Some(size), may_be_null, maker })
        };
        let arguments = vec![
            pointer(Access::Reads, 16, false, None),
            pointer(Access::Atomic, 8, true, Some("g")),
            Argument::Number(-1),
        ];
        let (name, results) = ("f".to_owned(), Some(vec![0, -1]));
        let manner = Manner::Synchronises;
        assert_eq!(made, Some(Contract { name, arguments, results, manner }));
        assert_eq!(contract("f(reads)"), None);
    }

    #[test]
    fn every_function_has_a_contract() {
        let contracts = contracts();
        // Names with underscores in front are the compiler's business, not the program's.
        let functions: Vec<String> =
            crate::supported_functions().into_iter().filter(|it| !it.starts_with('_')).collect();
        let has = |name: &String| contracts.iter().any(|contract| contract.name == *name);
        let without: Vec<&String> = functions.iter().filter(|name| !has(name)).collect();
        assert!(without.is_empty(), "functions without a contract: {without:?}");
        let unknown: Vec<&str> = contracts
            .iter()
            .map(|contract| contract.name.as_str())
            .filter(|name| !functions.iter().any(|function| function == name))
            .collect();
        assert!(unknown.is_empty(), "contracts of no function: {unknown:?}");
    }
}
