//! From files to the program that is explored.
//!
//! ```text
//! .c .cc ─ clang ─▶ text ─ parse ─▶ modules ─ lower ─▶ program ─ passes ─▶ program
//! .ll ───────────▲             .heddle, .litmus ──────▲
//! ```

use crate::Rejection;
use crate::clang::Clang;
use crate::include::IncludeFolder;
use crate::input::{Language, read};
use crate::loop_marks::Mark;
use crate::property::Property;
use crate::volatile;
use crate::watch::Watch;
use crate::{error_calls, library, litmus_test, loop_marks};
use ::litmus::Test;
use answer::Stop;
use base::Diagnostic;
use libraries::Installed;
use libraries::install::{install, replace_bodies};
use llvm::{Inputs, Unit, undefined_functions};
use program::passes::{self, PassConfig};
use program::{Program, text};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What to load, and how.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub files: &'a [PathBuf],
    pub compiler_flags: &'a [OsString],
    /// Which values inputs have.
    pub inputs: Inputs,
    /// Whose functions are not run.
    pub libraries: &'a [Installed],
}

/// A program, and what the compiler remarked on it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Loaded {
    pub program: Program,
    pub remarks: String,
    /// The litmus test that it is.
    pub test: Option<Test>,
    /// The loops that the source bounds.
    pub marks: Vec<Mark>,
}

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    Rejected(Rejection),
    /// It was time to stop before there was one.
    Stopped(Stop),
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Refusal {
        Refusal::Rejected(rejection)
    }
}

/// The program in some files, ready to be explored.
pub fn load(request: &Request<'_>, watch: &Watch) -> Result<Loaded, Refusal> {
    load_for(request, None, watch)
}

/// The same, for who asks about one property, or about everything.
pub(crate) fn load_for(
    request: &Request<'_>,
    property: Option<Property>,
    watch: &Watch,
) -> Result<Loaded, Refusal> {
    let mut loaded = from_files(request, watch)?;
    error_calls::fail(&mut loaded.program, property);
    watch.enter("while it simplified the program");
    simplify(&mut loaded.program);
    Ok(loaded)
}

/// Makes a program fit for being explored.
pub(crate) fn simplify(program: &mut Program) {
    passes::standard(program, PassConfig::default());
    if let Err(problems) = program::verify(program) {
        panic!("front ends and passes give well-formed programs: {}", problems[0]);
    }
}

/// The program in some files, before anything is made simpler.
pub(crate) fn load_as_written(request: &Request<'_>, watch: &Watch) -> Result<Loaded, Refusal> {
    let mut loaded = from_files(request, watch)?;
    error_calls::fail(&mut loaded.program, None);
    Ok(loaded)
}

fn from_files(request: &Request<'_>, watch: &Watch) -> Result<Loaded, Refusal> {
    let languages: Vec<Language> =
        request.files.iter().map(|file| Language::of(file)).collect::<Result<_, _>>()?;
    if !request.compiler_flags.is_empty() && !languages.iter().any(|each| each.is_compiled()) {
        let message = "flags after `--` are for C and C++ files, and there is none";
        return Err(Rejection::new(message).into());
    }
    let mut loaded = match (languages.as_slice(), request.files) {
        ([Language::Heddle | Language::Litmus], [_]) if !request.libraries.is_empty() => {
            let message = "libraries are for C and LLVM IR, not for .heddle and .litmus files";
            return Err(Rejection::new(message).into());
        }
        ([Language::Litmus], [file]) => {
            watch.enter(format!("while it parsed {}", file.display()));
            let (program, test) = litmus_test::load(file)?;
            Loaded { program, test: Some(test), ..Loaded::default() }
        }
        (languages, _) if languages.contains(&Language::Litmus) => {
            return Err(Rejection::with_help(
                "a litmus test is a whole program and cannot be linked with others",
                "`heddle litmus` answers many tests at once",
            )
            .into());
        }
        ([Language::Heddle], [file]) => {
            watch.enter(format!("while it parsed {}", file.display()));
            Loaded { program: text_form(file)?, ..Loaded::default() }
        }
        (languages, _) if languages.contains(&Language::Heddle) => {
            let message = "a .heddle file is a whole program and cannot be linked with others";
            return Err(Rejection::new(message).into());
        }
        (languages, _) => compile_and_link(request, languages, watch)?,
    };
    shorten_paths(&mut loaded.program);
    Ok(loaded)
}

fn text_form(file: &Path) -> Result<Program, Rejection> {
    let contents = read(file)?;
    let path = file.display().to_string();
    let program = text::parse(&contents).map_err(|diagnostic| Rejection::InText {
        path: path.clone(),
        text: contents,
        diagnostic,
    })?;
    if program.entry().is_none() {
        let help = "a program starts in `main`";
        return Err(Rejection::with_help(format!("{path} has no function `main`"), help));
    }
    Ok(program)
}

/// A file as the front end sees it.
struct SourceText {
    /// The user's name for it.
    file: String,
    /// The name for its text.
    path: String,
    text: String,
}

fn compile_and_link(
    request: &Request<'_>,
    languages: &[Language],
    watch: &Watch,
) -> Result<Loaded, Refusal> {
    let mut remarks = String::new();
    let mut sources = Vec::new();
    let mut compiler = None;
    for (file, language) in request.files.iter().zip(languages) {
        let name = file.display().to_string();
        let source = match language {
            Language::C | Language::Cxx => {
                let (clang, include) = match &compiler {
                    Some(compiler) => compiler,
                    None => compiler.insert((Clang::find()?, IncludeFolder::create()?)),
                };
                watch.enter(format!("while clang compiled {name}"));
                let flags = request.compiler_flags;
                let compiled = clang.compile((file, *language), include.path(), flags, watch)?;
                remarks.push_str(&compiled.warnings);
                let path = format!("{name} (as LLVM IR)");
                SourceText { file: name, path, text: compiled.text }
            }
            Language::Llvm => SourceText { path: name.clone(), file: name, text: read(file)? },
            Language::Heddle | Language::Litmus => {
                unreachable!("programs that are whole are not linked")
            }
        };
        sources.push(source);
    }
    let again = |index: usize| -> Option<SourceText> {
        let (clang, include) = compiler.as_ref().filter(|_| languages[index] == Language::C)?;
        let (file, flags) = (&request.files[index], request.compiler_flags);
        let compiled = clang.compile_inline(file, include.path(), flags, watch).ok()?;
        let name = file.display().to_string();
        Some(SourceText { path: format!("{name} (as LLVM IR)"), file: name, text: compiled.text })
    };
    let program = link(sources, again, request, watch)?;
    let marks = loop_marks::find(&program);
    Ok(Loaded { program, remarks, test: None, marks })
}

/// `again` compiles a file with bodies of `inline` functions, for programs that lack some.
fn link(
    mut sources: Vec<SourceText>,
    again: impl Fn(usize) -> Option<SourceText>,
    request: &Request<'_>,
    watch: &Watch,
) -> Result<Program, Rejection> {
    let libraries = request.libraries;
    let mut units = Vec::new();
    for source in &sources {
        units.push(unit(source, watch)?);
    }
    units.extend(llvm::library_unit(&units));
    let runtime_for = |units: &[Unit]| {
        let mut runtime = llvm::runtime_for(units, request.inputs);
        install(&mut runtime, libraries);
        runtime
    };
    let mut runtime = runtime_for(&units);
    for index in 0..sources.len() {
        let missing = undefined_functions(&units, &runtime);
        if missing.is_empty() {
            break;
        }
        let Some(source) = again(index) else { continue };
        let Ok(unit) = unit(&source, watch) else { continue };
        let before = std::mem::replace(&mut units[index], unit);
        let other = runtime_for(&units);
        if undefined_functions(&units, &other).len() < missing.len() {
            sources[index] = source;
            runtime = other;
        } else {
            units[index] = before;
        }
    }
    watch.enter("while it translated LLVM IR");
    let mut program = llvm::lower(&units, &runtime).map_err(|error| {
        let source = sources.get(error.unit).unwrap_or(&sources[0]);
        rejected(source, error.diagnostic)
    })?;
    if request.inputs.relaxed_volatile {
        volatile::relax(&mut program);
    }
    let found = replace_bodies(&mut program, libraries).map_err(Rejection::new)?;
    library::missing(libraries, &found).map_or(Ok(program), Err)
}

fn unit(source: &SourceText, watch: &Watch) -> Result<Unit, Rejection> {
    watch.enter(format!("while it parsed {}", source.path));
    let module = llvm::parse(&source.text).map_err(|problem| rejected(source, problem))?;
    Ok(Unit { path: source.path.clone(), module })
}

/// The rejection of a text; a complaint about nothing in particular in it is about the file.
fn rejected(source: &SourceText, diagnostic: Diagnostic) -> Rejection {
    if diagnostic.span == (0..0) && !source.text.is_empty() {
        let message = format!("{}: {}", source.file, diagnostic.message);
        return Rejection::Whole { message, help: diagnostic.help };
    }
    Rejection::InText { path: source.path.clone(), text: source.text.clone(), diagnostic }
}

/// Shows files below the current folder as the user would name them.
fn shorten_paths(program: &mut Program) {
    let Ok(here) = std::env::current_dir() else {
        return;
    };
    for source in &mut program.sources {
        if let Ok(relative) = Path::new(source.as_str()).strip_prefix(&here) {
            *source = relative.display().to_string();
        }
    }
}
