//! The `.expect` files: what Heddle must say about the program beside them.
//!
//! Line-based. `#` starts a comment line; every other line that is not empty is
//!
//! ```text
//! run KEY=VALUE KEY="VALUE WITH SPACES" …
//! ```
//!
//! | key | meaning |
//! |---|---|
//! | `model` | the memory model, or a cat file in the same folder; required |
//! | `verdict` | `holds`, `holds-within-bound`, `violated`, `unknown`, or `rejected` for bad input (exit status 3); required |
//! | `flags` | for clang, after `--` |
//! | `options` | for heddle |
//! | `with` | more files to link, from the same folder |
//! | `executions`, `blocked` | the counts; `?` is a count that is not known yet and fails until it is blessed |
//! | `kind`, `line`, `message` | of the first violation; `message` is a part of it |
//! | `kinds` | those of all violations, in the order of the alphabet |
//! | `reason` | a part of the reason for `unknown`, or of the error message for `rejected` |
//! | `dpor` | what of this is different with the engine `dpor`: `dpor="kind=leak line=3"` |
//!
//! What a line does not mention is not compared. Where the engine is not named, it is `graph`; and
//! if `dpor` can do what the line wants, it must answer the same.

/// The parsed file.
pub(crate) struct Expectation {
    pub(crate) runs: Vec<Run>,
}

/// One `run` line.
#[derive(Clone, Default)]
pub(crate) struct Run {
    /// The line's index in the file.
    pub(crate) line: usize,
    pub(crate) model: String,
    pub(crate) verdict: String,
    pub(crate) flags: Vec<String>,
    pub(crate) options: Vec<String>,
    pub(crate) with: Vec<String>,
    pub(crate) kind: Option<String>,
    pub(crate) kinds: Option<Vec<String>>,
    pub(crate) message: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) numbers: Vec<(Number, Count)>,
    /// The engine, if the options name none.
    pub(crate) engine: &'static str,
    /// What is different with the engine `dpor`.
    dpor: Vec<(String, String)>,
}

/// How many executions are judged again in every run of the tests.
const FEW: u64 = 200;

impl Run {
    /// Whether each execution is judged again: there are few, or it is wanted of all runs.
    pub(crate) fn is_judged(&self) -> bool {
        let is_few = |(number, count): &(Number, Count)| match (number, count) {
            (Number::Executions, Count::Known(count)) => *count <= FEW,
            _ => false,
        };
        self.numbers.iter().any(is_few) || std::env::var_os("HEDDLE_JUDGE").is_some()
    }
}

/// The numbers that a `run` line may have and that can be blessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    Executions,
    Blocked,
    Line,
}

/// What a line says about a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Count {
    Known(u64),
    /// Written `?`.
    ToBless,
}

impl Expectation {
    pub(crate) fn parse(text: &str) -> Result<Expectation, String> {
        let mut runs = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let run = Run::parse(index, line)
                .map_err(|problem| format!("line {} of the .expect file: {problem}", index + 1))?;
            runs.push(run);
        }
        if runs.is_empty() {
            return Err("its .expect file has no run line".to_string());
        }
        Ok(Expectation { runs })
    }
}

impl Run {
    fn parse(index: usize, line: &str) -> Result<Run, String> {
        let fields = line
            .strip_prefix("run ")
            .ok_or_else(|| format!("neither a comment nor a run line: {line}"))?;
        let mut run = Run { line: index, engine: "graph", ..Run::default() };
        for (key, value) in split_fields(fields)? {
            run.set(key, value)?;
        }
        // A mistake in it should be found even if nothing runs with it.
        run.clone().differ()?;
        if run.model.is_empty() || run.verdict.is_empty() {
            return Err("a run line needs model= and verdict=".to_string());
        }
        Ok(run)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let words = || value.split_whitespace().map(str::to_string).collect();
        match key {
            "model" => self.model = value.to_string(),
            "verdict" => self.verdict = value.to_string(),
            "flags" => self.flags = words(),
            "options" => self.options = words(),
            "with" => self.with = words(),
            "kind" => self.kind = Some(value.to_string()),
            "kinds" => self.kinds = Some(words()),
            "message" => self.message = Some(value.to_string()),
            "reason" => self.reason = Some(value.to_string()),
            "dpor" => {
                let fields = split_fields(value)?.into_iter();
                self.dpor =
                    fields.map(|(key, value)| (key.to_string(), value.to_string())).collect();
            }
            _ => {
                let number = Number::from_key(key).ok_or(format!("unknown key {key}"))?;
                self.numbers.retain(|(known, _)| *known != number);
                self.numbers.push((number, Count::parse(value)?));
            }
        }
        Ok(())
    }

    /// Whether the options say by which engine; a net is one of its own.
    pub(crate) fn names_its_engine(&self) -> bool {
        self.options.iter().any(|option| option == "--engine" || option == "--to-net")
    }

    /// The same run with the engine `dpor`, if that can do it.
    pub(crate) fn with_dpor(&self) -> Option<Run> {
        let has = |word: &str| self.options.iter().any(|option| option == word);
        let is_possible = ["sc", "tso", "pso"].contains(&self.model.as_str())
            && self.verdict != "rejected"
            && !self.names_its_engine()
            && !has("races");
        let run = Run { engine: "dpor", ..self.clone() };
        is_possible.then(|| run.differ().expect("it was tried before"))
    }

    /// Takes what is different with the engine `dpor`. A verdict that is different leaves nothing
    /// to compare but what comes with it.
    fn differ(mut self) -> Result<Run, String> {
        let fields = std::mem::take(&mut self.dpor);
        if fields.iter().any(|(key, _)| key == "verdict") {
            self.numbers.clear();
            (self.kind, self.kinds, self.message, self.reason) = (None, None, None, None);
        }
        for (key, value) in &fields {
            self.set(key, value)?;
        }
        Ok(self)
    }

    /// The name of the test.
    pub(crate) fn title(&self, program: &str) -> String {
        let mut title = format!("{program} {}", self.model);
        if self.engine != "graph" {
            title.push_str(&format!(" --engine {}", self.engine));
        }
        for word in self.options.iter().chain(&self.flags) {
            title.push(' ');
            title.push_str(word);
        }
        title
    }
}

impl Number {
    const ALL: [Number; 3] = [Number::Executions, Number::Blocked, Number::Line];

    pub(crate) fn key(self) -> &'static str {
        match self {
            Number::Executions => "executions",
            Number::Blocked => "blocked",
            Number::Line => "line",
        }
    }

    fn from_key(key: &str) -> Option<Number> {
        Number::ALL.into_iter().find(|number| number.key() == key)
    }

    /// The `run` line with this number in place of the one that it has.
    pub(crate) fn write(self, line: &str, value: u64) -> String {
        let key = format!(" {}=", self.key());
        let Some(start) = line.find(&key).map(|at| at + key.len()) else {
            return line.to_string();
        };
        let rest = line[start..].find(' ').map_or("", |end| &line[start + end..]);
        format!("{}{value}{rest}", &line[..start])
    }
}

impl Count {
    fn parse(value: &str) -> Result<Count, String> {
        match value {
            "?" => Ok(Count::ToBless),
            _ => value
                .parse()
                .map(Count::Known)
                .map_err(|_| format!("neither a number nor `?`: {value}")),
        }
    }
}

/// `key=value` and `key="value"`, separated by spaces.
fn split_fields(mut text: &str) -> Result<Vec<(&str, &str)>, String> {
    let mut fields = Vec::new();
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return Ok(fields);
        }
        let (key, rest) = text.split_once('=').ok_or_else(|| format!("no `=` in: {text}"))?;
        let (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => {
                quoted.split_once('"').ok_or_else(|| format!("no closing quote: {text}"))?
            }
            None => rest.split_at(rest.find(' ').unwrap_or(rest.len())),
        };
        fields.push((key, value));
        text = rest;
    }
}
