//! `heddle synth`: which memory model is behind these observations?
//!
//! The model goes to the standard output, or into the file of `-o`, and everything else that there
//! is to say to the standard error, so that `heddle synth … > model.cat` is a file of cat.

mod dialogue;
mod inputs;
mod probes;
mod watcher;

use crate::arguments::{Expansion, Format, Synth};
use crate::output::{complain, refuse, say, write_file};
use crate::watch::Watch;
use crate::{Exit, Rejection, cat_file, watchdog};
use ::port::Made;
use ::synth::{
    Answer, Effort, Expansions, Observed, Other, Problematic, Question, Synthesis, offer,
    synthesise,
};
use answer::Stop;
use candidates::Refusal;
use inputs::Inputs;
use report::{Limits, stopped};
use watcher::{Attempts, Best};

/// How many axioms are added, if nothing else is said.
const USUAL_AXIOMS: u8 = 3;

/// Looks for a model, and says how to exit.
pub fn run(options: &Synth) -> Exit {
    let limits = options.limited.limits();
    let watch = Watch::of(options.limited);
    let best = Best::default();
    let give_up = |stop: Stop| {
        let reason = stopped(stop, limits).to_string();
        if let Some((effort, synthesis)) = best.synthesis() {
            let printed = print(options, &synthesis, &[], effort, Some(&reason), &watch);
            return printed.unwrap_or_else(|rejection| refuse(&rejection));
        }
        complain(&Rejection::new(format!("{reason} {}", watch.phase())).render());
        Exit::Unknown
    };
    watchdog::beside(&watch, give_up, || answer(options, limits, &watch, &best))
        .unwrap_or_else(|rejection| refuse(&rejection))
}

fn answer(options: &Synth, limits: Limits, watch: &Watch, best: &Best) -> Result<Exit, Rejection> {
    watch.enter("while it read the tests");
    let go_on = || watch.stop().is_none();
    let mut inputs = Inputs::load(options, &go_on)?;
    watch.enter("while it read the sketch");
    let frame = inputs::sketch(options.sketch.as_ref())?;
    let loader = cat_file::search_path(&options.include);
    let others = options.all.map_or(usize::from(options.interactive), |all| usize::from(all) - 1);
    let made = if others > 0 { probes::tests(&inputs.observed)? } else { Vec::new() };
    let probes: Vec<Observed> = made.iter().map(probes::probe).collect();
    let known = [&inputs.observed[..], &probes].concat();
    let base = inputs::base(&options.base, offer(&known, &frame, &loader))?;
    let usual = if frame.holes() > 0 { 0 } else { USUAL_AXIOMS };
    let expansion = match options.expansion {
        Expansion::Enumeration => Expansions::Enumeration,
        Expansion::Cegis => Expansions::Cegis,
    };
    if frame.holes() == 0 && options.axioms == Some(0) {
        let help = "a sketch has holes (`_`) where something is looked for";
        let message = "nothing is looked for: no axioms, and there is no hole to fill";
        return Err(Rejection::with_help(message.to_owned(), help));
    }
    let effort = Effort {
        axioms: options.axioms.unwrap_or(usual).into(),
        size: options.size.into(),
        total: options.total.into(),
        exceptions: options.tolerate.into(),
        names: options.recursion.into(),
        expansion,
    };
    loop {
        let observed = &inputs.observed;
        let question = Question {
            observed,
            frame: &frame,
            base: &base,
            effort,
            others,
            probes: &probes,
            loader: &loader,
        };
        watch.enter("while it looked for a model");
        let attempts = Attempts::new(watch, best, effort);
        let found = synthesise(&question, &attempts);
        drop(attempts);
        let mut synthesis = match found {
            Ok(synthesis) => synthesis,
            Err(problem) => return problematic(problem, limits, watch),
        };
        let reason = watch.stop().map(|stop| stopped(stop, limits).to_string());
        let test = |other: &Other| made[other.probe].text.as_str();
        if options.interactive
            && let Some(other) = synthesis.others.first()
            && let Some(label) = dialogue::ask(test(other))?
        {
            let Made { test, lowered, .. } = made[other.probe].clone();
            let mut own = Observed::condition(test, lowered, label);
            if !options.without_sc {
                own.assume_sequential(&go_on);
            }
            inputs.observed.push(own);
            continue;
        }
        if options.interactive {
            synthesis.others.clear();
        }
        synthesis.left_out.append(&mut inputs.left_out);
        let tests: Vec<&str> = synthesis.others.iter().map(test).collect();
        return print(options, &synthesis, &tests, effort, reason.as_deref(), watch);
    }
}

/// Says why there is no answer.
fn problematic(problem: Problematic, limits: Limits, watch: &Watch) -> Result<Exit, Rejection> {
    match problem {
        Problematic::Cat(failure) => Err(cat_file::rejection(&failure)),
        Problematic::Unfit(message) | Problematic::Refused(Refusal::Model(message)) => {
            Err(Rejection::new(message))
        }
        Problematic::Refused(refusal) => {
            let stop = watch.stop().unwrap_or(Stop::Interrupt);
            let message = match refusal {
                Refusal::Stopped => format!("{} {}", stopped(stop, limits), watch.phase()),
                Refusal::Unsupported(what) | Refusal::Model(what) => what,
            };
            complain(&Rejection::new(message).render());
            Ok(Exit::Unknown)
        }
    }
}

/// Prints what there is to say.
fn print(
    options: &Synth,
    synthesis: &Synthesis,
    tests: &[&str],
    effort: Effort,
    reason: Option<&str>,
    watch: &Watch,
) -> Result<Exit, Rejection> {
    let exit = match &synthesis.answer {
        Answer::Found(_) if synthesis.left_out.is_empty() => Exit::Holds,
        Answer::Contradiction(_) | Answer::None(_) => Exit::Violated,
        Answer::Found(_) | Answer::Stopped { .. } => Exit::Unknown,
    };
    let model = match &synthesis.answer {
        Answer::Found(found) => Some(found),
        Answer::Stopped { nearest, .. } => nearest.as_ref(),
        Answer::Contradiction(_) | Answer::None(_) => None,
    };
    if let (Some(found), Some(file)) = (model, &options.output) {
        write_file(file, &found.text)?;
    }
    if options.format == Format::Json {
        let seconds = watch.elapsed().as_secs_f64();
        say(&report::synth::json(synthesis, tests, effort, reason, seconds))?;
        return Ok(exit);
    }
    complain(&report::synth::remarks(synthesis));
    match (&synthesis.answer, model) {
        (Answer::Contradiction(_) | Answer::None(_), _) | (_, None) => {
            say(&report::synth::text(synthesis, effort, reason))?;
        }
        (_, Some(found)) => {
            complain(&report::synth::text(synthesis, effort, reason));
            if options.output.is_none() {
                say(&found.text)?;
            }
            say(&report::synth::further(&synthesis.others, tests))?;
        }
    }
    Ok(exit)
}
