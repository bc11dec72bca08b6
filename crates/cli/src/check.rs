//! `heddle check`: is every execution of this program right?

use crate::arguments::{Check, CheckEngine, Extra, Format, Range, Traced};
use crate::bounds::Bounds;
use crate::deepening::{Deepened, ENDLESS};
use crate::load::{Loaded, Refusal, Request, load_for};
use crate::output::{complain, refuse, say, width, write_file};
use crate::progress::Progress;
use crate::property::Property;
use crate::sources::SourceFiles;
use crate::traces::Traces;
use crate::watch::{Guard, Watch};
use crate::{
    Exit, Rejection, bounded, contradictions, deepening, library, litmus_test, loop_marks, model,
    overflow, property, race, refused, repairing, task, to_net, under_sc, watchdog,
};
use answer::{Answer, Gap, Monitor, Statistics, Stop, TracedExecution};
use base::Verdict;
use base::Whereabouts;
use engines::{AUTO, DPOR, EngineRef, Explored, GRAPH, Inability, Model};
use explore::{Config, Observer, WeakCas};
use llvm::{Inputs, leaves_out_surroundings};
use program::{Program, text};
use report::{Condition, Level, Limits, Location, Run, Subject};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

/// Checks, prints the answer, and says how to exit.
pub fn run(options: &Check, words: &[OsString]) -> Exit {
    if let Some(file) = task::file(options) {
        return task::run(options, words, file);
    }
    let watch = Watch::of(options.limited);
    let options = &options.with_model();
    answer(options, words, options.limited.limits(), &watch)
        .unwrap_or_else(|rejection| refuse(&rejection))
}

fn answer(
    options: &Check,
    words: &[OsString],
    limits: Limits,
    watch: &Watch,
) -> Result<Exit, Rejection> {
    let by_formula = bounded::only_way(options).then(|| bounded::instead(options));
    let options = by_formula.as_ref().unwrap_or(options);
    if let Some(rejection) = contradictions::of_check(options) {
        return Err(rejection);
    }
    if options.repairs.are_wanted() {
        return repairing::answer(options, limits, watch);
    }
    if let Some(file) = &options.to_net {
        return to_net::answer(options, file.as_deref(), limits, watch);
    }
    let property = options.property.as_deref().map(property::name).transpose()?;
    let property = property.map(property::find).transpose()?;
    let engine = match options.engine {
        CheckEngine::Explores(engine) => engine,
        CheckEngine::Bmc if options.threads.is_some() => {
            let message = "the engine bmc knows nothing of `--threads`";
            return Err(Rejection::with_help(message, "`--bound N` bounds all loops alike"));
        }
        CheckEngine::Bmc => return bounded::answer(options, words, limits, watch),
    };
    let task = Task { options, words, limits, watch, engine };
    let prepared = watchdog::beside(
        watch,
        |stop| task.give_up(stop, &Program::default(), Statistics::default()),
        || prepare(options, property, engine, watch),
    );
    let Prepared { model, engine, program, condition, marks, listing } = match prepared {
        Ok(prepared) => prepared,
        Err(Refusal::Stopped(stop)) => return task.stopped(stop),
        Err(Refusal::Rejected(rejection)) => return Err(rejection),
    };
    if let Some(listing) = listing {
        say(&listing)?;
        return Ok(Exit::Holds);
    }
    let workers = engine.workers(workers(options.jobs));
    let compiled = watch.elapsed();
    watch.enter("while it explored");
    let guard = Guard::new(watch, Progress::of(watch, workers));
    let mut traces = Traces::default();
    let which = (engine, &model);
    let is_free = options.unroll.is_empty() && options.replay.is_none();
    let is_unended = options.threads.is_some();
    let rival = match workers > 1 && condition.is_none() && marks.is_empty() {
        true => bounded::Rival::new(options, &program),
        false => None,
    };
    let (deepened, faster) = watchdog::beside(
        watch,
        |stop| task.give_up(stop, &program, guard.statistics()),
        || {
            let told = |answer: &Answer, level: Option<&Level>| {
                if options.format == Format::Text {
                    guard.interrupt(&meanwhile(&program, answer, level));
                }
            };
            race::explore(rival.as_ref(), &guard, |monitor| {
                let explore = |program: &Program, endless| {
                    traces = Traces::default();
                    let is_litmus = condition.is_some();
                    let asked = Asked { options, property, is_litmus, endless };
                    explore(&asked, which, program, (monitor, workers), &mut traces)
                };
                deepening::explore(&program, explore, told, is_free.then_some(ENDLESS))
            })
        },
    );
    let Deepened { answer, engine, turns, levels } = deepened?;
    if let (Verdict::Unknown, Some(rival), Some(faster)) = (answer.verdict(), &rival, faster) {
        drop(guard);
        return rival.tell(words, (limits, watch), faster, compiled);
    }
    let inputs = inputs(options);
    let answer =
        answer.with_left_out(inputs.leaves_out_values(&program), leaves_out_surroundings(&program));
    let answer = if is_unended { answer.with_unended() } else { answer };
    let answer = match property {
        Some(property) => property.restrict(answer),
        None => answer,
    };
    let during = guard.whereabouts().map(|whereabouts| place(&program, whereabouts));
    let holds_under_sc = under_sc::holds(options, property, (&model, &program), &answer, &guard);
    drop(guard);
    let model = model.name();
    let found =
        Found { model, engine, workers, compiled, during, turns, levels, marks, holds_under_sc };
    let run = task.run(found);
    let traces = options.trace.map(|_| traces.first.as_slice());
    task.tell((&program, condition.as_ref()), &answer, &run, traces)
}

/// What is ready to be explored.
struct Prepared {
    model: Model,
    engine: EngineRef,
    program: Program,
    /// If it is a litmus test, what that asks.
    condition: Option<Condition>,
    /// The loops that its source bounds.
    marks: Vec<(String, u32)>,
    /// Its text, if that is all that is wanted.
    listing: Option<String>,
}

/// Everything before the exploration.
fn prepare(
    options: &Check,
    property: Option<Property>,
    engine: EngineRef,
    watch: &Watch,
) -> Result<Prepared, Refusal> {
    watch.enter(format!("while it read the model {}", options.model()));
    let model = match options.is_litmus_test() {
        true => model::find_for_test(options.model(), &options.include)?,
        false => model::find(options.model(), &options.include)?,
    };
    let engine = match options.trace {
        Some(_) => with_traces(engine, &model)?,
        None => engine,
    };
    watch.enter("while it read libraries");
    let libraries = library::load_all(&options.library)?;
    let compiler_flags = overflow::compiler_flags(options)?;
    let request = Request {
        files: &options.files,
        compiler_flags: &compiler_flags,
        inputs: inputs(options),
        libraries: &libraries,
    };
    let Loaded { mut program, remarks, test, marks } = load_for(&request, property, watch)?;
    complain(&remarks);
    refused::refuse(&mut program, &model);
    if let Some(objection) = test.as_ref().and_then(|test| litmus_test::objection(test, &model)) {
        return Err(objection.into());
    }
    let condition = test.map(|test| Condition::new(&test, looks_for_races(options, &model)));
    let marks = loop_marks::names(&program, &marks);
    let (marked, threads) = (marks.clone(), options.threads);
    let bounds = Bounds { marks: marked, threads, ..Bounds::new(&options.unroll)? };
    bounds.put_on(&mut program)?;
    watch.enter("while it printed the program");
    let listing = options.print_program.then(|| text::print(&program));
    Ok(Prepared { model, engine, program, condition, marks, listing })
}

/// The values that inputs have.
pub(crate) fn inputs(options: &Check) -> Inputs {
    let range = match options.nondet {
        Some(Range { low, high }) => Inputs { low, high, ..Inputs::default() },
        // What explores executions one by one cannot have all inputs.
        None if options.engine == CheckEngine::Bmc => Inputs::ALL,
        None => Inputs::default(),
    };
    let spurious_wakeups = options.spurious_wakeups;
    let checks_threads = options.check.contains(&Extra::Outliving);
    let relaxed_volatile = options.volatile.is_some();
    Inputs { spurious_wakeups, checks_threads, relaxed_volatile, ..range }
}

/// This engine if it can show chronological traces, or the one that can if any may be taken.
fn with_traces(engine: EngineRef, model: &Model) -> Result<EngineRef, Rejection> {
    if !DPOR.has_traces(model) {
        return Err(Rejection::with_help(
            format!("there are no chronological traces under {}", model.name()),
            "they are for machines with store buffers: `--model sc`, `tso` or `pso`",
        ));
    }
    if engine == AUTO {
        return Ok(DPOR);
    }
    match engine.has_traces(model) {
        true => Ok(engine),
        false => Err(Rejection::with_help(
            format!("the engine {} runs no machine that has traces", engine.name()),
            "`--engine dpor` does",
        )),
    }
}

/// What to say of loops that go on and on, at first and after each bound.
fn meanwhile(program: &Program, answer: &Answer, level: Option<&Level>) -> String {
    match (level, answer.gap()) {
        (Some(level), _) => format!("{}\n", level.tell()),
        (None, Some(Gap::Endless { position: Some(position) })) => format!(
            "the loop at {} goes on and on: looking at 1, 2, 4, … turns of every loop\n",
            Location::new(program, *position)
        ),
        (None, _) => "some loop goes on and on: looking at 1, 2, 4, … turns\n".to_owned(),
    }
}

/// The line or loop that a thread was in.
fn place(program: &Program, whereabouts: Whereabouts) -> String {
    let Whereabouts { thread, position, in_loop } = whereabouts;
    match (in_loop, position) {
        (Some(start), _) => format!("in the loop at {} ({thread})", Location::new(program, start)),
        (None, Some(at)) => format!("at {} ({thread})", Location::new(program, at)),
        (None, None) => format!("in {thread}"),
    }
}

/// What was asked.
#[derive(Clone, Copy)]
struct Task<'t> {
    options: &'t Check,
    words: &'t [OsString],
    limits: Limits,
    watch: &'t Watch,
    /// The engine that was asked.
    engine: EngineRef,
}

/// How it was explored.
struct Found<'m> {
    model: &'m str,
    engine: EngineRef,
    workers: usize,
    /// When the exploration started.
    compiled: Duration,
    /// What was being done at the end, if that was not the end.
    during: Option<String>,
    /// The bound on loops that was found to be needed, and those before it.
    turns: Option<u32>,
    levels: Vec<Level>,
    /// The loops that the source bounds.
    marks: Vec<(String, u32)>,
    /// Whether the program, which is wrong, holds under sc.
    holds_under_sc: bool,
}

impl Task<'_> {
    /// The facts about a run that ends now.
    fn run(&self, found: Found<'_>) -> Run {
        let Task { options, words, limits, watch, engine: asked } = self;
        let Found { model, engine, workers, compiled, during, turns, levels, marks, .. } = found;
        let chosen = (*asked == AUTO).then_some(engine);
        let Bounds { every, mut loops, .. } = Bounds::new(&options.unroll).unwrap_or_default();
        loops.extend(marks);
        loops.extend(options.threads.map(|most| ("loops that create threads".to_owned(), most)));
        Run {
            command: command(words, chosen, turns),
            compiler_flags: lossy(&options.compiler_flags),
            model: model.to_owned(),
            engine: engine.name().to_owned(),
            workers,
            unroll: every.or(turns),
            loops,
            levels,
            weak_cas: options.weak_cas.most(),
            inputs: (inputs(options).low, inputs(options).high),
            limits: *limits,
            holds_under_sc: found.holds_under_sc,
            during,
            seconds: watch.elapsed().saturating_sub(compiled).as_secs_f64(),
            seconds_compiling: compiled.as_secs_f64(),
            peak_memory_bytes: answer::memory::peak(),
        }
    }

    /// Prints a report, and says how to exit.
    fn tell(
        &self,
        (program, condition): (&Program, Option<&Condition>),
        answer: &Answer,
        run: &Run,
        traces: Option<&[TracedExecution]>,
    ) -> Result<Exit, Rejection> {
        let sources = SourceFiles::default();
        let subject = Subject { program, answer, run, sources: &sources, traces, condition };
        say(&match self.options.format {
            Format::Text => report::text::render(&subject, width()),
            Format::Json => report::json::render(&subject),
        })?;
        if let Some(file) = &self.options.dot {
            draw(&subject, file)?;
        }
        Ok(answer.verdict().into())
    }

    /// Tells what is known when it was time to stop before the exploration.
    fn stopped(&self, stop: Stop) -> Result<Exit, Rejection> {
        self.tell_unknown(stop, &Program::default(), Statistics::default())
    }

    /// Tells what is known of a phase that does not stop by itself.
    fn give_up(&self, stop: Stop, program: &Program, statistics: Statistics) -> Exit {
        let told = self.tell_unknown(stop, program, statistics);
        told.unwrap_or_else(|rejection| refuse(&rejection))
    }

    fn tell_unknown(
        &self,
        stop: Stop,
        program: &Program,
        statistics: Statistics,
    ) -> Result<Exit, Rejection> {
        let Task { options, watch, engine, .. } = *self;
        let run = self.run(Found {
            model: options.model(),
            engine,
            workers: engine.workers(workers(options.jobs)),
            compiled: watch.elapsed(),
            during: Some(watch.phase()),
            turns: None,
            levels: Vec::new(),
            marks: Vec::new(),
            holds_under_sc: false,
        });
        let answer = Answer::without_search(stop, statistics);
        self.tell((program, None), &answer, &run, None)
    }
}

/// What an exploration is for.
pub(crate) struct Asked<'t> {
    pub(crate) options: &'t Check,
    pub(crate) property: Option<Property>,
    pub(crate) is_litmus: bool,
    /// When to give up because some loop goes on and on.
    pub(crate) endless: Option<u32>,
}

/// Whether data races are looked for.
fn looks_for_races(options: &Check, model: &Model) -> bool {
    !options.no_races && (model.has_races() || options.check.contains(&Extra::Races))
}

/// Explores everything, or the one execution that is wanted; says which engine did it.
pub(crate) fn explore(
    asked: &Asked<'_>,
    (engine, model): (EngineRef, &Model),
    program: &Program,
    (monitor, workers): (&dyn Monitor, usize),
    traces: &mut Traces,
) -> Result<Explored, Rejection> {
    let Asked { options, property, is_litmus, endless } = *asked;
    let asks_for_races = property.is_some_and(Property::needs_races);
    let races = looks_for_races(options, model) || asks_for_races;
    let asks_for_leaks = property.is_some_and(Property::needs_leaks);
    let config = Config {
        // A litmus test with a race has no meaning, whatever else is found first.
        // After what a property does not ask about, there may be what it does. One execution is
        // shown with everything that is wrong with it.
        keep_going: options.keep_going
            || options.replay.is_some()
            || is_litmus && races
            || property.is_some(),
        leaks: options.check.contains(&Extra::Leaks) || asks_for_leaks,
        robustness: options.check.contains(&Extra::Robustness),
        liveness: options.check.contains(&Extra::Liveness),
        judge: options.judge,
        races,
        workers,
        endless,
        weak_cas: WeakCas {
            leaves_out: leaves_out_failures(options, model),
            most: options.weak_cas.most(),
        },
        ..Config::default()
    };
    if let Some(Inability { message, help }) = engines::inability(engine, model, &config) {
        return Err(match help {
            Some(help) => Rejection::with_help(message, help),
            None => Rejection::new(message),
        });
    }
    let Some(path) = &options.replay else {
        let shows_all = options.show == Some(Traced::All);
        let observer = shows_all.then_some(traces as &mut dyn Observer);
        return Ok(engine.explore(program, model, &config, monitor, observer));
    };
    // One execution without a violation says nothing about the program.
    let says_something = |answer: &Answer| match answer.verdict() {
        Verdict::Violated | Verdict::Unknown => true,
        Verdict::Holds | Verdict::HoldsWithinBound => false,
    };
    let answer = engine.replay(program, model, &config, monitor, path).filter(says_something);
    let explored = answer.map(|answer| Explored { answer, by: engine });
    explored.ok_or_else(|| {
        Rejection::with_help(
            "no violation is at the end of this path",
            "a path is for the same files, flags, options and version of Heddle as its report",
        )
    })
}

/// Whether failures of weak compare-exchanges in vain are left out. What is not sequentially
/// consistent may be such a failure, and of models in cat it is not known whether they can be left
/// out.
fn leaves_out_failures(options: &Check, model: &Model) -> bool {
    !options.check.contains(&Extra::Robustness) && !matches!(model, Model::Cat { .. })
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

/// The words of the command up to `--`, without those about which executions to show, and with the
/// engine that was chosen.
fn command(words: &[OsString], chosen: Option<EngineRef>, turns: Option<u32>) -> Vec<String> {
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
    if let Some(chosen) = chosen.filter(|chosen| *chosen != GRAPH) {
        kept.extend(["--engine".to_owned(), chosen.name().to_owned()]);
    }
    if let Some(turns) = turns {
        kept.extend(["--unroll".to_owned(), turns.to_string()]);
    }
    kept
}

pub(crate) fn lossy(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}
