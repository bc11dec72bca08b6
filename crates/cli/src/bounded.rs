//! `heddle check --engine bmc`: is every execution of this program right, with loops up to a bound?
//!
//! It stands beside the engines that explore, since it takes models that cannot be explored, has no
//! paths to replay and no executions to observe. What it finds is an answer like theirs, and is
//! reported in the same words.
//!
//! How far loops are unrolled is in `deepen`.

mod deepen;

use crate::arguments::{Bound, Check, CheckEngine, Extra, Format};
use crate::certificate::statement::Statement;
use crate::check::{inputs, lossy};
use crate::load::{Loaded, Refusal, Request, load};
use crate::output::{complain, say, width, write_file};
use crate::progress::Progress;
use crate::property::Property;
use crate::sources::SourceFiles;
use crate::watch::{Guard, Watch};
use crate::{
    Exit, Rejection, cat_file, certificate, mapping, model, overflow, property, refused, watchdog,
};
use answer::{Answer, Monitor, Statistics, Stop};
use base::Verdict;
use bmc::{Checked, Model};
use deepen::{Depth, deepen};
use engines::AUTO;
use llvm::leaves_out_surroundings;
use program::{Instruction, Program, text};
use report::{Limits, Run, Subject};
use solver::Cnf;
use std::ffi::OsString;
use std::time::Duration;
use unroll::mapping::Mapping;

/// The bound on loops where many programs are checked, if nothing is said.
const USUAL_BOUND: u32 = 2;

/// Checks, prints the answer, and says how to exit.
pub(crate) fn answer(
    options: &Check,
    words: &[OsString],
    limits: Limits,
    watch: &Watch,
) -> Result<Exit, Rejection> {
    if let Some(rejection) = unsuitable(options) {
        return Err(rejection);
    }
    if property_of(options)?.is_some_and(Property::needs_leaks) {
        return Err(unknown_here("leaks", options));
    }
    let task = Task { options, words, limits, watch, is_chosen: false };
    let prepared = watchdog::beside(
        watch,
        |stop| task.give_up(stop, &Program::default(), watch.elapsed()),
        || prepare(options, watch),
    );
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(Refusal::Stopped(stop)) => {
            return Ok(task.give_up(stop, &Program::default(), watch.elapsed()));
        }
        Err(Refusal::Rejected(rejection)) => return Err(rejection),
    };
    let program = &prepared.program;
    if options.print_program {
        say(&text::print(program))?;
        return Ok(Exit::Holds);
    }
    let compiled = watch.elapsed();
    let checked = watchdog::beside(
        watch,
        |stop| task.give_up(stop, program, compiled),
        || deepen_watched(options, &prepared, watch),
    );
    match checked {
        Ok((Checked { answer, cnf }, bound)) => {
            let values = inputs(options).leaves_out_values(program);
            let answer = answer.with_left_out(values, leaves_out_surroundings(program));
            let answer = match property_of(options)? {
                Some(property) => property.restrict(answer),
                None => answer,
            };
            let written = task.certify(program, &answer, cnf.as_ref(), bound, compiled)?;
            match written {
                Some(exit) => Ok(exit),
                None => task.tell(program, &answer, bound, compiled),
            }
        }
        Err(what) => {
            complain(&format!("a bug in Heddle: an execution that was found is none: {what}\n"));
            Ok(Exit::OurBug)
        }
    }
}

/// The program, the answer about it and the formula of that, without a word to anybody.
pub(crate) fn formula_again(options: &Check, watch: &Watch) -> Result<(Program, Checked), Refusal> {
    if let Some(rejection) = unsuitable(options) {
        return Err(rejection.into());
    }
    let prepared = prepare(options, watch)?;
    let made = deepen_watched(options, &prepared, watch);
    let (Checked { answer, cnf }, _) = made
        .map_err(|what| Rejection::new(format!("an execution that was found is none: {what}")))?;
    let values = inputs(options).leaves_out_values(&prepared.program);
    let answer = answer.with_left_out(values, leaves_out_surroundings(&prepared.program));
    Ok((prepared.program, Checked { answer, cnf }))
}

/// Whether nothing but a formula answers what is asked: the engine is left open, the model cannot
/// be explored, and this engine knows all other options.
pub(crate) fn only_way(options: &Check) -> bool {
    options.engine == CheckEngine::Explores(AUTO)
        && !options.is_litmus_test()
        && !options.repairs.are_wanted()
        && options.threads.is_none()
        && unsuitable(options).is_none()
        && model::needs_formula(options.model(), &options.include)
}

/// What is tried beside an exploration that is slow, if this engine answers what is asked.
pub(crate) struct Rival<'r> {
    options: Check,
    program: &'r Program,
}

impl<'r> Rival<'r> {
    /// Programs with inputs are not asked about, since an exploration gives them fewer values, nor
    /// those with weak compare-exchanges, of which it lets few fail.
    pub(crate) fn new(options: &Check, program: &'r Program) -> Option<Rival<'r>> {
        let is_same_question = options.engine == CheckEngine::Explores(AUTO)
            && unsuitable(options).is_none()
            && options.property.is_none()
            && options.threads.is_none()
            && options.show.is_none()
            && !options.keep_going
            && !has_weak_exchanges(program)
            && !inputs(options).leaves_out_values(program);
        is_same_question.then(|| Rival { options: instead(options), program })
    }

    /// The answer of this engine with its bound, if it is one about all executions.
    pub(crate) fn answer(
        &self,
        most_events: usize,
        monitor: &dyn Monitor,
    ) -> Result<Option<(Answer, u32)>, String> {
        let prepared = Formulas::new(&self.options)
            .and_then(|formulas| with_blocks(&self.options, formulas, self.program.clone()));
        let Ok(prepared) = prepared else { return Ok(None) };
        let depth = Depth { monitor, enter: &|_| {}, events: Some(most_events) };
        let found = deepen(&self.options, &prepared, depth)?;
        Ok(found.and_then(|(Checked { answer, .. }, bound)| match answer.verdict() {
            Verdict::Holds | Verdict::Violated => Some((answer, bound)),
            Verdict::HoldsWithinBound | Verdict::Unknown => None,
        }))
    }

    /// Prints such an answer, and says how to exit.
    pub(crate) fn tell(
        &self,
        words: &[OsString],
        (limits, watch): (Limits, &Watch),
        (answer, bound): (Answer, u32),
        compiled: Duration,
    ) -> Result<Exit, Rejection> {
        let answer = answer.with_left_out(false, leaves_out_surroundings(self.program));
        let task = Task { options: &self.options, words, limits, watch, is_chosen: true };
        task.tell(self.program, &answer, bound, compiled)
    }
}

/// The same options with this engine.
pub(crate) fn instead(options: &Check) -> Check {
    Check { engine: CheckEngine::Bmc, ..options.clone() }
}

/// Options that this engine has no answer to.
fn unsuitable(options: &Check) -> Option<Rejection> {
    let is_other = |extra: &&Extra| matches!(extra, Extra::Leaks | Extra::Robustness);
    let what = match options.check.iter().find(is_other) {
        Some(Extra::Leaks) => "leaks",
        Some(Extra::Robustness) => "robustness",
        Some(Extra::Races | Extra::Overflow | Extra::Liveness | Extra::Outliving) | None
            if options.trace.is_some() =>
        {
            "traces"
        }
        Some(Extra::Races | Extra::Overflow | Extra::Liveness | Extra::Outliving) | None
            if options.replay.is_some() =>
        {
            "paths to replay"
        }
        Some(Extra::Races | Extra::Overflow | Extra::Liveness | Extra::Outliving) | None
            if !options.library.is_empty() =>
        {
            "libraries"
        }
        Some(Extra::Races | Extra::Overflow | Extra::Liveness | Extra::Outliving) | None => {
            let is_unroll = !options.unroll.is_empty();
            return is_unroll.then(|| {
                let message = "`--engine bmc` unrolls every loop alike";
                Rejection::with_help(message, "`--bound N` says how often")
            });
        }
    };
    Some(unknown_here(what, options))
}

/// The refusal of what this engine does not look for.
fn unknown_here(what: &str, options: &Check) -> Rejection {
    let message = format!("the engine bmc knows nothing of {what}");
    match model::needs_formula(options.model(), &options.include) {
        true => {
            let message = format!("{message}, and no other takes {}", options.model());
            Rejection::with_help(message, "with a model of C, as `--model rc11`, others do")
        }
        false => Rejection::with_help(message, "`--engine graph` does"),
    }
}

/// The property that is asked about, if one is.
fn property_of(options: &Check) -> Result<Option<Property>, Rejection> {
    let name = options.property.as_deref().map(property::name).transpose()?;
    name.map(property::find).transpose()
}

/// What programs are checked under, where one is checked again and again with other orders.
#[derive(Clone, Debug)]
pub(crate) struct Formulas {
    model: Model,
    mapping: Option<&'static Mapping>,
}

impl Formulas {
    pub(crate) fn new(options: &Check) -> Result<Formulas, Rejection> {
        if let Some(rejection) = unsuitable(options) {
            return Err(rejection);
        }
        let mapping = mapping::choose(options.mapping, options.model())?;
        let model = find_model(options, cat_file::find(options.model(), &[], None)?)?;
        Ok(Formulas { model, mapping })
    }

    /// What a compiler makes of C's accesses, for a model of a machine.
    pub(crate) fn mapping(&self) -> Option<&'static Mapping> {
        self.mapping
    }

    /// The answer for a program; an error is a bug of Heddle.
    pub(crate) fn answer(
        &self,
        options: &Check,
        mut program: Program,
        watch: &Watch,
    ) -> Result<(Program, Answer), String> {
        if self.mapping.is_none_or(|own| own.model != "lkmm") {
            refused::refuse_by_name(&mut program, options.model());
        }
        let prepared = with_blocks(options, self.clone(), program);
        let prepared = prepared.map_err(|rejection| rejection.message().to_owned())?;
        // With the usual bounds, each of many programs would be unrolled five times.
        let bound = options.bound.or(Some(Bound::Turns(USUAL_BOUND)));
        let options = Check { bound, ..options.clone() };
        let (Checked { answer, .. }, _) = deepen_watched(&options, &prepared, watch)?;
        Ok((prepared.program, answer))
    }
}

/// A program, and what it is checked under.
struct Prepared {
    model: Model,
    mapping: Option<&'static Mapping>,
    program: Program,
    /// Whether the model says what an atomic block is.
    blocks: bool,
}

fn prepare(options: &Check, watch: &Watch) -> Result<Prepared, Refusal> {
    watch.enter(format!("while it read the model {}", options.model()));
    let mapping = mapping::choose(options.mapping, options.model())?;
    let model = find_model(options, cat_file::find(options.model(), &[], None)?)?;
    let compiler_flags = overflow::compiler_flags(options)?;
    let request = Request {
        files: &options.files,
        compiler_flags: &compiler_flags,
        libraries: &[],
        inputs: inputs(options),
    };
    let Loaded { mut program, remarks, test, marks: _ } = load(&request, watch)?;
    complain(&remarks);
    if mapping.is_none_or(|own| own.model != "lkmm") {
        refused::refuse_by_name(&mut program, options.model());
    }
    if test.is_some() {
        let message = "the engine bmc answers litmus tests as they are written";
        let help = "`heddle litmus --engine bmc` does";
        return Err(Rejection::with_help(message, help).into());
    }
    Ok(with_blocks(options, Formulas { model, mapping }, program)?)
}

/// A program under a model that says what an atomic block is, if it has some: only programs with
/// blocks pay for them.
fn with_blocks(
    options: &Check,
    formulas: Formulas,
    program: Program,
) -> Result<Prepared, Rejection> {
    let Formulas { model, mapping } = formulas;
    let with_blocks = cat::bundled_model_with_blocks(options.model())
        .filter(|_| mapping.is_none() && has_blocks(&program));
    let Some(file) = with_blocks else {
        return Ok(Prepared { model, mapping, program, blocks: false });
    };
    Ok(Prepared { model: find_model(options, vec![file])?, mapping, program, blocks: true })
}

/// Whether a program has an atomic block.
fn has_blocks(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    instructions.any(|own| matches!(own, Instruction::AtomicBegin))
}

/// Whether a program has a compare-exchange that may fail in vain.
fn has_weak_exchanges(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    instructions.any(|own| matches!(own, Instruction::CompareExchange { weak: true, .. }))
}

fn find_model(options: &Check, files: Vec<cat::File>) -> Result<Model, Rejection> {
    let name = options.model();
    let vocabulary = cat::machine_names();
    let loader = cat_file::search_path(&options.include);
    let variants = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &loader };
    let program =
        cat::compile(files, &variants).map_err(|failure| cat_file::rejection(&failure))?;
    if !program.choices.iter().any(|choice| &*choice.name == "co") {
        let message = format!("the model {name} chooses no `co`, which the order of writes is");
        return Err(Rejection::with_help(message, "it may include cos.cat"));
    }
    if let Some(unknown) = ["FW", "B"].into_iter().find(|unknown| program.takes(unknown)) {
        let message = format!("the model {name} is about `{unknown}`, which is not known here");
        return Err(Rejection::new(message));
    }
    let model = Model::new(&program);
    let asks_for_races = options.check.contains(&Extra::Races)
        || property_of(options)?.is_some_and(Property::needs_races);
    if asks_for_races && !model.has_races() {
        let message = format!("the model {name} does not say what a data race is");
        let help = "the models of C do: `--model rc11`";
        return Err(Rejection::with_help(message, help));
    }
    Ok(model)
}

/// The answer with the smallest bound that is enough, or with the last; an error is a bug.
fn deepen_watched(
    options: &Check,
    prepared: &Prepared,
    watch: &Watch,
) -> Result<(Checked, u32), String> {
    let guard = Guard::new(watch, Progress::of(watch, 1));
    let enter = |phase: String| watch.enter(phase);
    let found = deepen(options, prepared, Depth { monitor: &guard, enter: &enter, events: None })?;
    Ok(found.expect("any number of events is allowed"))
}

/// What was asked.
#[derive(Clone, Copy)]
struct Task<'t> {
    options: &'t Check,
    words: &'t [OsString],
    limits: Limits,
    watch: &'t Watch,
    /// Whether this engine was faster than the one that is asked without it.
    is_chosen: bool,
}

impl Task<'_> {
    fn tell(
        &self,
        program: &Program,
        answer: &Answer,
        bound: u32,
        compiled: Duration,
    ) -> Result<Exit, Rejection> {
        let is_cut = !answer.cut().is_nothing();
        let run = self.run(is_cut.then_some(bound), None, compiled);
        let sources = SourceFiles::default();
        let subject = Subject {
            program,
            answer,
            run: &run,
            sources: &sources,
            traces: None,
            condition: None,
        };
        say(&match self.options.format {
            Format::Text => report::text::render(&subject, width()),
            Format::Json => report::json::render(&subject),
        })?;
        if let Some(file) = &self.options.dot {
            let picture = report::dot::render(&subject);
            match picture.is_empty() {
                true => complain(&format!("nothing to draw: {} was not written\n", file.display())),
                false => write_file(file, &picture)?,
            }
        }
        Ok(answer.verdict().into())
    }

    /// Writes the files with the formula and its proof. If that takes too long, there is the answer
    /// without them.
    fn certify(
        &self,
        program: &Program,
        answer: &Answer,
        cnf: Option<&Cnf>,
        bound: u32,
        compiled: Duration,
    ) -> Result<Option<Exit>, Rejection> {
        let Task { options, watch, .. } = self;
        if options.formulas.outputs().is_empty() {
            return Ok(None);
        }
        watch.enter("while it wrote the proof");
        let give_up = |_: Stop| {
            complain("the proof was not finished within the limits\n");
            let told = self.tell(program, answer, bound, compiled);
            told.unwrap_or_else(|rejection| crate::output::refuse(&rejection))
        };
        let goes_on = || watch.stop().is_none();
        watchdog::beside(watch, give_up, || {
            let verdict = (answer.verdict(), bound);
            let statement = Statement::new(program, verdict, options.model(), self.words);
            certificate::write(&options.formulas, &statement, cnf, &goes_on)
        })
    }

    /// Tells what is known of a phase that does not stop by itself.
    fn give_up(&self, stop: Stop, program: &Program, compiled: Duration) -> Exit {
        let answer = Answer::without_search(stop, Statistics::default());
        let run = self.run(None, Some(self.watch.phase()), compiled);
        let sources = SourceFiles::default();
        let subject = Subject {
            program,
            answer: &answer,
            run: &run,
            sources: &sources,
            traces: None,
            condition: None,
        };
        let told = match self.options.format {
            Format::Text => report::text::render(&subject, width()),
            Format::Json => report::json::render(&subject),
        };
        say(&told).map_or_else(|rejection| crate::output::refuse(&rejection), |()| Exit::Unknown)
    }

    fn run(&self, unroll: Option<u32>, during: Option<String>, compiled: Duration) -> Run {
        let Task { options, words, limits, watch, is_chosen } = self;
        let words = lossy(words).into_iter().skip(1).take_while(|word| word != "--");
        let words = std::iter::once("heddle".to_owned()).chain(words);
        let chosen: &[&str] = if *is_chosen { &["--engine", "bmc"] } else { &[] };
        Run {
            command: words.chain(chosen.iter().map(|word| (*word).to_owned())).collect(),
            compiler_flags: lossy(&options.compiler_flags),
            model: options.model().to_owned(),
            engine: "bmc".to_owned(),
            workers: 1,
            unroll,
            loops: Vec::new(),
            levels: Vec::new(),
            weak_cas: None,
            inputs: (inputs(options).low, inputs(options).high),
            limits: *limits,
            holds_under_sc: false,
            during,
            seconds: watch.elapsed().saturating_sub(compiled).as_secs_f64(),
            seconds_compiling: compiled.as_secs_f64(),
            peak_memory_bytes: answer::memory::peak(),
        }
    }
}
