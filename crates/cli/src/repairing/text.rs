//! Changes as diffs of the source files, if the patched text says what was checked.

use crate::include::TemporaryFolder;
use crate::input::read;
use crate::load::{Request, load_as_written};
use crate::watch::Watch;
use llvm::Inputs;
use program::Program;
use repair::patch::{patch, unified};
use repair::{Change, Judge, Judgement};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The files of a program, and how they are compiled.
pub(crate) struct Texts<'t> {
    pub(crate) files: &'t [PathBuf],
    pub(crate) compiler_flags: &'t [OsString],
    pub(crate) inputs: Inputs,
    pub(crate) watch: &'t Watch,
}

/// The changes as unified diffs, one after the other. There is none if some change cannot be said
/// in the text, or is in a file that is only included; or if the program with the patched text is
/// not judged to hold, so that the text was not understood.
pub(crate) fn diff(
    texts: &Texts<'_>,
    judge: &mut dyn Judge,
    program: &Program,
    changes: &[Change],
) -> Option<String> {
    let mut files = texts.files.to_vec();
    let mut flags: Vec<OsString> = texts.compiler_flags.to_vec();
    let folder = TemporaryFolder::create().ok()?;
    let mut diffs = String::new();
    let mut done = 0;
    for (number, file) in texts.files.iter().enumerate() {
        let is_here = |change: &&Change| is_same(program.source(change.place.position.file), file);
        let own: Vec<Change> = changes.iter().filter(is_here).cloned().collect();
        if own.is_empty() {
            continue;
        }
        let text = read(file).ok()?;
        let patched = patch(&text, &own);
        if !patched.left.is_empty() {
            return None;
        }
        done += own.len();
        diffs.push_str(&unified(&file.display().to_string(), &text, &patched));
        let name = format!("{number}-{}", file.file_name()?.to_str()?);
        files[number] = folder.write(&name, &patched.text()).ok()?;
        flags.extend(["-iquote".into(), parent(file)]);
    }
    (done == changes.len() && done > 0).then_some(())?;
    let Texts { inputs, watch, .. } = *texts;
    let request = Request { files: &files, compiler_flags: &flags, inputs, libraries: &[] };
    let patched = load_as_written(&request, watch).ok()?.program;
    let holds = matches!(judge.judge(&patched), Judgement::Holds { .. });
    holds.then_some(diffs)
}

/// The folder that a file is in.
fn parent(file: &Path) -> OsString {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.map_or_else(|| PathBuf::from("."), Path::to_path_buf).into()
}

/// Whether a name in the program is that of a file.
fn is_same(source: &str, file: &Path) -> bool {
    let found = Path::new(source).canonicalize().ok();
    found.is_some() && found == file.canonicalize().ok()
}
