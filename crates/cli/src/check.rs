//! `heddle check`: is every execution of this program right?

use crate::arguments::{Check, Extra, Format, Traced};
use crate::auto::explore_suitably;
use crate::engine::{Engine, Model};
use crate::load::{Loaded, Refusal, Request, load};
use crate::output::{complain, refuse, say, width, write_file};
use crate::progress::Progress;
use crate::sources::SourceFiles;
use crate::traces::Traces;
use crate::watch::{Guard, Watch};
use crate::{Exit, Rejection, contradictions, engine, library, memory};
use base::Verdict;
use explore::result::Gap;
use explore::{Config, Observer, Report, Statistics, Stop};
use program::{Program, text};
use report::{Limits, Run, Subject};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::NonZero;
use std::path::Path;

/// Checks, prints the answer, and says how to exit.
pub fn run(options: &Check, words: &[OsString]) -> Exit {
    let limits = Limits {
        seconds: options.timeout,
        memory_bytes: options.memory.map(|mebibytes| mebibytes << 20),
    };
    let watch = Watch::new(limits);
    watch.listen();
    answer(options, words, limits, &watch).unwrap_or_else(|rejection| refuse(&rejection))
}

fn answer(
    options: &Check,
    words: &[OsString],
    limits: Limits,
    watch: &Watch,
) -> Result<Exit, Rejection> {
    if let Some(rejection) = contradictions::of_check(options) {
        return Err(rejection);
    }
    let model = Model::find(&options.model, &options.include)?;
    let engine = match options.trace {
        Some(_) => options.engine.with_traces(&model)?,
        None => options.engine,
    };
    let libraries = library::load_all(&options.library)?;
    let request = Request {
        files: &options.files,
        compiler_flags: &options.compiler_flags,
        unroll: options.unroll,
        libraries: &libraries,
    };
    let (loaded, stopped) = match load(&request, watch) {
        Ok(loaded) => (loaded, None),
        Err(Refusal::Stopped(stop)) => (Loaded::default(), Some(stop)),
        Err(Refusal::Rejected(rejection)) => return Err(rejection),
    };
    complain(&loaded.remarks);
    let program = &loaded.program;
    if options.print_program && stopped.is_none() {
        say(&text::print(program))?;
        return Ok(Exit::Holds);
    }
    let workers = engine.workers(workers(options.jobs));
    let compiled = watch.elapsed();
    let mut traces = Traces::default();
    let (report, engine) = match stopped {
        None => explore(options, (engine, &model), program, workers, watch, &mut traces)?,
        Some(stop) => (unstarted(stop), engine),
    };
    let run = Run {
        command: command(words, (options.engine == Engine::Auto).then_some(engine)),
        compiler_flags: lossy(&options.compiler_flags),
        model: model.name().to_owned(),
        engine: engine.name().to_owned(),
        workers,
        unroll: options.unroll,
        limits,
        seconds: (watch.elapsed() - compiled).as_secs_f64(),
        seconds_compiling: compiled.as_secs_f64(),
        peak_memory_bytes: memory::peak(),
    };
    let sources = SourceFiles::default();
    let traces = options.trace.map(|_| traces.first.as_slice());
    let subject = Subject { program, report: &report, run: &run, sources: &sources, traces };
    say(&match options.format {
        Format::Text => report::text::render(&subject, width()),
        Format::Json => report::json::render(&subject),
    })?;
    if let Some(file) = &options.dot {
        draw(&subject, file)?;
    }
    Ok(report.verdict.into())
}

/// Explores everything, or the one execution that is wanted; says which engine did it.
fn explore(
    options: &Check,
    which: (Engine, &Model),
    program: &Program,
    workers: usize,
    watch: &Watch,
    traces: &mut Traces,
) -> Result<(Report, Engine), Rejection> {
    let (engine, model) = which;
    let config = Config {
        keep_going: options.keep_going,
        leaks: options.check.contains(&Extra::Leaks),
        robustness: options.check.contains(&Extra::Robustness),
        liveness: options.check.contains(&Extra::Liveness),
        races: !options.no_races && (model.has_races() || options.check.contains(&Extra::Races)),
        workers,
        ..Config::default()
    };
    if let Some(objection) = engine.objection(model, &config) {
        return Err(objection);
    }
    // Whoever collects answers for a program to read wants no line that moves.
    let is_for_people = options.format == Format::Text || std::io::stdout().is_terminal();
    let progress = is_for_people.then(|| Progress::on_terminal(workers)).flatten();
    let guard = Guard { watch, progress };
    let Some(path) = &options.replay else {
        return Ok(match engine {
            Engine::Auto => explore_suitably(program, model, &config, &guard),
            _ if options.show == Some(Traced::All) => {
                let traces = Some(traces as &mut dyn Observer);
                (engine::explore_watched(program, which, &config, &guard, traces), engine)
            }
            _ => (engine::explore(program, which, &config, &guard), engine),
        });
    };
    // One execution without a violation says nothing about the program.
    let says_something = |report: &Report| match report.verdict {
        Verdict::Violated | Verdict::Unknown => true,
        Verdict::Holds | Verdict::HoldsWithinBound => false,
    };
    let report = engine::replay(program, which, &config, &guard, path);
    let report = report.filter(says_something).map(|report| (report, engine));
    report.ok_or_else(|| {
        Rejection::with_help(
            "no violation is at the end of this path",
            "a path is for the same files, flags, options and version of Heddle as its report",
        )
    })
}

/// What is known when there was no time to explore.
fn unstarted(stop: Stop) -> Report {
    Report {
        verdict: Verdict::Unknown,
        violations: Vec::new(),
        gap: Some(Gap::Stopped(stop)),
        bound_reached: false,
        statistics: Statistics::default(),
    }
}

/// How many workers a number of jobs means.
pub(crate) fn workers(jobs: u16) -> usize {
    match jobs {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        jobs => usize::from(jobs),
    }
}

/// Writes the picture of the first violation's execution, and those of traces.
fn draw(subject: &Subject<'_>, file: &Path) -> Result<(), Rejection> {
    let picture = report::dot::render(subject);
    if picture.is_empty() {
        complain(&format!("nothing to draw: {} was not written\n", file.display()));
        return Ok(());
    }
    write_file(file, &picture)
}

/// Options that say which execution to show and where to put its picture.
const SINGLE: [&str; 2] = ["--replay", "--dot"];
/// An option without a value that is about more executions than one.
const MORE: &str = "--keep-going";

/// The words of the command up to `--`, without those about which executions to show, and with the engine that was chosen.
fn command(words: &[OsString], chosen: Option<Engine>) -> Vec<String> {
    let mut kept = vec!["heddle".to_owned()];
    let mut words = lossy(words).into_iter().skip(1).take_while(|word| word != "--");
    while let Some(word) = words.next() {
        let (name, value) = word.split_once('=').unzip();
        if SINGLE.contains(&name.unwrap_or(&word)) {
            // The value is in the same word, or it is the next one.
            value.is_none().then(|| words.next());
        } else if word != MORE {
            kept.push(word);
        }
    }
    if chosen == Some(Engine::Rf) {
        kept.extend(["--engine".to_owned(), Engine::Rf.name().to_owned()]);
    }
    kept
}

fn lossy(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}
