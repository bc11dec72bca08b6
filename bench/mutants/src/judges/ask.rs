//! Asks a question, of a mutant or not.

use super::{Counts, Question};
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What was answered, as far as it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Told {
        status: Option<i32>,
        report: String,
    },
    /// There was none in time.
    None,
}

pub(crate) struct Asked {
    pub answer: Answer,
    pub time: Duration,
}

/// Asks with a mutant switched on, or with a file for those that are reached.
pub(crate) fn ask(
    question: &Question,
    mutant: Option<u32>,
    log: Option<&Path>,
    limit: Duration,
) -> Asked {
    let began = Instant::now();
    let mut command = Command::new(&question.command[0]);
    command.args(&question.command[1..]).stdin(Stdio::null()).stderr(Stdio::null());
    command.stdout(Stdio::piped());
    command.envs(question.variables.iter().map(|(name, value)| (name, value)));
    if let Some(mutant) = mutant {
        command.env("HEDDLE_MUTANT", mutant.to_string());
    }
    if let Some(log) = log {
        command.env("HEDDLE_MUTANTS_REACHED", log);
    }
    let Ok(mut child) = command.spawn() else {
        return Asked { answer: Answer::None, time: began.elapsed() };
    };
    let mut pipe = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(pipe) = &mut pipe {
            // What was read until a pipe broke is the answer.
            let _ = pipe.read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status.code()),
            Ok(None) if began.elapsed() < limit => std::thread::sleep(Duration::from_millis(2)),
            Ok(None) | Err(_) => break None,
        }
    };
    let time = began.elapsed();
    let Some(status) = status else {
        let _ = child.kill();
        let _ = child.wait();
        return Asked { answer: Answer::None, time };
    };
    let text = reader.join().unwrap_or_default();
    let report = match question.counts {
        Counts::Status => String::new(),
        Counts::Report { executions } => told(&text, executions),
    };
    Asked { answer: Answer::Told { status, report }, time }
}

/// What counts of a report.
fn told(text: &str, executions: bool) -> String {
    let Ok(report) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    let mut told = report["verdict"].to_string();
    let mut violations: Vec<String> = report["violations"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|own| format!("{} {}", own["kind"], own["location"]["line"]))
        .collect();
    violations.sort();
    told.push_str(&violations.join(","));
    if executions {
        told.push_str(&report["executions"].to_string());
    }
    told
}
