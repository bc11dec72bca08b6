//! `heddle petri`: can this net get there?
//!
//! Reads a net, answers its questions or those of the command line one after the other, and prints
//! all answers at the end. Proofs are written to files, and verified from files. Time and memory
//! are those of the whole run: what is not answered by then is unknown.

mod questions;

use crate::arguments::{Format, Petri};
use crate::input::read;
use crate::output::{complain, refuse, say, write_file};
use crate::watch::Watch;
use crate::{Exit, Rejection, watchdog};
use ::petri::certificate::{Certificate, check, text};
use ::petri::formats::{self, Input};
use ::petri::formula;
use ::petri::portfolio::{self, Answer, Effort, Verdict};
use ::petri::property::Property;
use answer::Stop;
use report::petri::{Answered, MOST_NODES, Subject, Verified};
use report::{Limits, stopped};
use std::cell::Cell;
use std::path::Path;
use std::sync::Mutex;

/// Answers all questions, and says how to exit.
pub fn run(options: &Petri) -> Exit {
    let limits = options.limited.limits();
    let watch = Watch::of(options.limited);
    let done = match &options.check_certificate {
        Some(file) => verify(options, file),
        None => answer_all(options, limits, &watch),
    };
    done.unwrap_or_else(|rejection| refuse(&rejection))
}

/// The net of a file.
fn load(file: &Path) -> Result<Input, Rejection> {
    let shown = file.display();
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let Some(format) = formats::Format::of_extension(extension) else {
        return Err(Rejection::with_help(
            format!("{shown}: the kind of net is told by the end of the file's name"),
            "known are .spec (MIST), .lola (LoLA), .pnml (PNML), .net and .tpn (TINA)",
        ));
    };
    let source = read(file)?;
    let parsed = formats::parse(format, &source);
    parsed.map_err(|diagnostic| in_text(shown.to_string(), source, diagnostic))
}

fn in_text(path: String, text: String, diagnostic: base::Diagnostic) -> Rejection {
    Rejection::InText { path, text, diagnostic }
}

fn answer_all(options: &Petri, limits: Limits, watch: &Watch) -> Result<Exit, Rejection> {
    questions::refuse_overwriting(options)?;
    watch.enter("while it read the net");
    let give_up = |stop: Stop| {
        let message = format!("{} {}", stopped(stop, limits), watch.phase());
        complain(&Rejection::new(message).render());
        Exit::Unknown
    };
    let prepared = watchdog::beside(watch, give_up, || -> Result<_, Rejection> {
        let input = load(&options.file)?;
        let properties = questions::of(options, &input)?;
        Ok((input.net, properties))
    });
    let (net, properties) = prepared?;
    let file = options.file.display().to_string();
    // What is known so far, for whoever has to give up on a step that takes too long.
    let known: Mutex<Vec<Answered>> = Mutex::default();
    let reason = |stop: Stop| stopped(stop, limits);
    let tell = |answers: &[Answered]| {
        let seconds = watch.elapsed().as_secs_f64();
        let subject = Subject { file: &file, net: &net, answers, seconds };
        let said = match options.format {
            Format::Text => report::petri::text(&subject),
            Format::Json => report::petri::json(&subject),
        };
        say(&said)
    };
    let give_up = |stop: Stop| {
        let mut answers = known.lock().map(|known| known.clone()).unwrap_or_default();
        for property in &properties[answers.len()..] {
            answers.push(not_answered(property, reason(stop)));
        }
        let exit = exit_of(&answers);
        tell(&answers).map_or_else(|rejection| refuse(&rejection), |()| exit)
    };
    watchdog::beside(watch, give_up, || {
        for (index, property) in properties.iter().enumerate() {
            watch.enter(format!("while it looked for {}", property.name));
            let begun = watch.elapsed();
            // What is left of the time is shared by the questions that are left.
            let share = limits.seconds.map(|limit| {
                let left = (limit - begun.as_secs_f64()).max(0.0);
                begun.as_secs_f64() + left / (properties.len() - index) as f64
            });
            // When a search has ended, its memory is free again: the reason is kept.
            let seen: Cell<Option<Stop>> = Cell::new(None);
            let stop = || {
                if seen.get().is_none() {
                    let is_over = |share: f64| watch.elapsed().as_secs_f64() >= share;
                    let share = share.is_some_and(is_over).then_some(Stop::TimeLimit);
                    seen.set(watch.stop().or(share));
                }
                seen.get().is_some()
            };
            let found = portfolio::answer(&net, &property.question, &Effort::default(), &stop);
            let is_unknown = found.verdict == Verdict::Unknown;
            let answered = Answered {
                property: property.clone(),
                answer: found,
                reason: seen.get().filter(|_| is_unknown).map(reason),
                seconds: (watch.elapsed() - begun).as_secs_f64(),
            };
            if let Ok(mut known) = known.lock() {
                known.push(answered);
            }
        }
    });
    let answers = known.into_inner().unwrap_or_default();
    tell(&answers)?;
    write_files(options, &net, &answers)?;
    Ok(exit_of(&answers))
}

fn not_answered(property: &Property, reason: String) -> Answered {
    let answer = Answer { verdict: Verdict::Unknown, tried: Vec::new() };
    Answered { property: property.clone(), answer, reason: Some(reason), seconds: 0.0 }
}

/// Something unsafe counts most, since a run is certain; then what is not known.
fn exit_of(answers: &[Answered]) -> Exit {
    let has = |is: fn(&Verdict) -> bool| answers.iter().any(|known| is(&known.answer.verdict));
    if has(|verdict| matches!(verdict, Verdict::Unsafe(_))) {
        Exit::Violated
    } else if has(|verdict| *verdict == Verdict::Unknown) {
        Exit::Unknown
    } else {
        Exit::Holds
    }
}

/// The certificates and the picture, if they are wanted.
fn write_files(
    options: &Petri,
    net: &::petri::net::Net,
    answers: &[Answered],
) -> Result<(), Rejection> {
    if let Some(file) = &options.certificate {
        let safe = answers.iter().filter_map(|known| match &known.answer.verdict {
            Verdict::Safe(certificate) => Some(certificate.clone()),
            Verdict::Unsafe(_) | Verdict::Unknown => None,
        });
        let certificates: Vec<Certificate> = safe.collect();
        write_file(file, &text::print(net, &certificates))?;
    }
    if let Some(file) = &options.svg {
        let verdict = |known: &&Answered| known.answer.verdict != Verdict::Unknown;
        let chosen = answers.iter().find(verdict).or(answers.first());
        let (name, verdict) = match chosen {
            Some(known) => (known.property.name.as_str(), &known.answer.verdict),
            None => ("", &Verdict::Unknown),
        };
        let Some(picture) = report::petri::svg(net, name, verdict) else {
            return Err(Rejection::new(format!(
                "a net of more than {MOST_NODES} places and transitions is not drawn"
            )));
        };
        write_file(file, &picture)?;
    }
    Ok(())
}

/// Verifies the proofs in a file, without a search.
fn verify(options: &Petri, file: &Path) -> Result<Exit, Rejection> {
    let net = load(&options.file)?.net;
    let source = read(file)?;
    let certificates = text::parse(&net, &source)
        .map_err(|diagnostic| in_text(file.display().to_string(), source.clone(), diagnostic))?;
    if certificates.is_empty() {
        let message = format!("{} has no proof in it", file.display());
        return Err(Rejection::new(message));
    }
    let verified = certificates.iter().map(|certificate| Verified {
        question: formula::show(&net, &certificate.question),
        flaw: check::check(&net, certificate).err().map(|flaw| flaw.0),
    });
    let verified: Vec<Verified> = verified.collect();
    say(&match options.format {
        Format::Text => report::petri::verified_text(&verified),
        Format::Json => {
            report::petri::verified_json(&options.file.display().to_string(), &verified)
        }
    })?;
    let is_safe = verified.iter().all(|own| own.flaw.is_none());
    Ok(if is_safe { Exit::Holds } else { Exit::Unknown })
}
