//! One run of Heddle, and how its answer differs from what was expected.

use crate::expectation::{Count, Number, Run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A run that takes longer hangs: it is killed and fails. It takes seconds on an idle machine.
const TIME_LIMIT: Duration = Duration::from_secs(3600);

/// Everything in which an answer differs.
#[derive(Default)]
pub(crate) struct Difference {
    /// How to see it again.
    command: String,
    /// Differences that only a person can judge.
    others: Vec<String>,
    /// Numbers that differ, with what was measured.
    pub(crate) numbers: Vec<(Number, u64)>,
    /// The same, for people.
    number_texts: Vec<String>,
    /// What the command said besides its answer.
    messages: String,
}

impl Difference {
    /// Whether blessing would make the test pass.
    pub(crate) fn is_numbers_only(&self) -> bool {
        self.others.is_empty()
    }

    fn is_empty(&self) -> bool {
        self.others.is_empty() && self.numbers.is_empty()
    }

    /// Notes that `what` should have been `expected`.
    fn compare(&mut self, what: &str, expected: &str, actual: Option<&str>) {
        if actual != Some(expected) {
            let actual = actual.unwrap_or("missing");
            self.others.push(format!("{what} is {actual}, expected {expected}"));
        }
    }

    /// Notes that `what` should have contained `part`.
    fn contains(&mut self, what: &str, part: &str, actual: Option<&str>) {
        let actual = actual.unwrap_or("");
        if !actual.contains(part) {
            self.others.push(format!("{what} is `{actual}`, expected `{part}` in it"));
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.others.iter().chain(&self.number_texts) {
            writeln!(f, "  {line}")?;
        }
        if !self.number_texts.is_empty() && self.is_numbers_only() {
            writeln!(f, "  (HEDDLE_BLESS=1 writes the number into the file)")?;
        }
        writeln!(f, "  $ {}", self.command)?;
        for line in self.messages.lines().take(20) {
            writeln!(f, "  | {line}")?;
        }
        Ok(())
    }
}

/// Runs Heddle and compares.
pub(crate) fn check(program: &Path, run: &Run) -> Result<(), Difference> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.arg("check").arg(program);
    command.args(run.with.iter().map(|part| program.with_file_name(part)));
    command.args(["--format", "json", "--model"]);
    match run.model.ends_with(".cat") {
        true => command.arg(program.with_file_name(&run.model)),
        false => command.arg(&run.model),
    };
    if !run.names_its_engine() {
        command.args(["--engine", run.engine]);
    }
    if run.is_judged() {
        command.arg("--judge");
    }
    command.args(&run.options);
    if !run.flags.is_empty() {
        command.arg("--").args(&run.flags);
    }
    let mut difference = Difference { command: shown(&command), ..Difference::default() };
    match finish(command) {
        Ok(output) => {
            compare(program, run, &output, &mut difference);
            difference.messages = output.stderr;
        }
        Err(problem) => difference.others.push(problem),
    }
    if difference.is_empty() { Ok(()) } else { Err(difference) }
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

struct Output {
    exit_status: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Waits for the command's end, for so long as the limit allows.
fn finish(mut command: Command) -> Result<Output, String> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot start: {error}"))?;
    let (stdout, stderr) = (drain(child.stdout.take()), drain(child.stderr.take()));
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    let exit_status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.code(),
            Ok(None) if start.elapsed() < TIME_LIMIT => std::thread::sleep(pause),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("killed after {} s", TIME_LIMIT.as_secs()));
            }
            Err(error) => return Err(format!("cannot wait for it: {error}")),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let text = |reader: std::thread::JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Output { exit_status, stdout: text(stdout), stderr: text(stderr) })
}

/// Reads a pipe to its end in a thread of its own, so that the other one cannot fill up meanwhile.
fn drain(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The exit status that belongs to a verdict.
fn exit_status_of(verdict: &str) -> Option<i32> {
    match verdict {
        "holds" => Some(0),
        "violated" => Some(1),
        "holds-within-bound" | "unknown" => Some(2),
        "rejected" => Some(3),
        _ => None,
    }
}

fn compare(program: &Path, run: &Run, output: &Output, difference: &mut Difference) {
    let Some(expected_status) = exit_status_of(&run.verdict) else {
        let problem = format!("the .expect file names no verdict: {}", run.verdict);
        return difference.others.push(problem);
    };
    if run.verdict == "rejected" {
        if let Some(reason) = &run.reason {
            let said = format!("{}{}", output.stdout, output.stderr);
            difference.contains("the error message", reason, Some(&said));
        }
    } else {
        match serde_json::from_str(&output.stdout) {
            Ok(answer) => compare_answer(program, run, &answer, difference),
            Err(error) => difference.others.push(format!("the answer is not JSON: {error}")),
        }
    }
    let status = output.exit_status.map(|status| status.to_string());
    let what = "the exit status";
    difference.compare(what, &expected_status.to_string(), status.as_deref());
}

fn compare_answer(program: &Path, run: &Run, answer: &Value, difference: &mut Difference) {
    let violation = &answer["violations"][0];
    let reason = answer["reason"].as_str();
    difference.compare("the verdict", &run.verdict, answer["verdict"].as_str());
    if !difference.is_empty() {
        let why = reason.or(violation["message"].as_str()).unwrap_or("no reason given");
        difference.others.push(format!("it says: {why} (line {})", violation["location"]["line"]));
        return;
    }
    if let Some(kind) = &run.kind {
        difference.compare("the violation", kind, violation["kind"].as_str());
    }
    if let Some(kinds) = &run.kinds {
        let all = answer["violations"].as_array().into_iter().flatten();
        let found: BTreeSet<&str> =
            all.filter_map(|violation| violation["kind"].as_str()).collect();
        let found = Vec::from_iter(found).join(" ");
        difference.compare("the list of kinds", &kinds.join(" "), Some(&found));
    }
    if let Some(part) = &run.message {
        difference.contains("the message", part, violation["message"].as_str());
    }
    if let Some(part) = &run.reason {
        difference.contains("the reason", part, reason);
    }
    for (number, expected) in &run.numbers {
        let value = match number {
            Number::Executions => &answer["executions"],
            Number::Blocked => &answer["blocked"],
            Number::Line => {
                compare_file(program, run, &violation["location"]["file"], difference);
                &violation["location"]["line"]
            }
        };
        let key = number.key();
        match (value.as_u64(), expected) {
            (Some(actual), Count::Known(expected)) if actual == *expected => {}
            (Some(actual), Count::Known(expected)) => {
                difference.numbers.push((*number, actual));
                let text = format!("{key} is {actual}, expected {expected}");
                difference.number_texts.push(text);
            }
            (Some(actual), Count::ToBless) => {
                difference.numbers.push((*number, actual));
                let text = format!("{key} is {actual}, and the file does not say yet");
                difference.number_texts.push(text);
            }
            (None, _) => difference.others.push(format!("{key} is not in the answer")),
        }
    }
}

/// A line number means something in one of the program's own files only.
fn compare_file(program: &Path, run: &Run, file: &Value, difference: &mut Difference) {
    let file = file.as_str().unwrap_or("");
    let name = Path::new(file).file_name();
    let is_ours =
        name == program.file_name() || run.with.iter().any(|part| name == Some(part.as_ref()));
    if !is_ours {
        difference.others.push(format!("the violation is in `{file}`, not in the program"));
    }
}
