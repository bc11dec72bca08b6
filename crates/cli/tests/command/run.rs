//! Runs the binary on small files, for tests of the command line.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a command did.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Outcome {
        Outcome {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The command with these words.
pub(crate) fn command<Word: AsRef<OsStr>>(words: impl IntoIterator<Item = Word>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command with these words to its end.
pub(crate) fn heddle<Word: AsRef<OsStr>>(words: impl IntoIterator<Item = Word>) -> Outcome {
    command(words).output().expect("the binary was built").into()
}

/// Runs the command until it says that it is doing this, interrupts it, and waits for its end. So
/// it does not matter how fast the machine is.
#[track_caller]
pub(crate) fn interrupted<Word: AsRef<OsStr>>(
    words: impl IntoIterator<Item = Word>,
    doing: &str,
) -> Outcome {
    let words: Vec<Word> = words.into_iter().collect();
    let (verb, others) = words.split_first().expect("there is a verb");
    let words = [verb.as_ref(), "--progress".as_ref(), "always".as_ref()];
    interrupted_child(
        command(words.into_iter().chain(others.iter().map(AsRef::as_ref))),
        "-INT",
        |line| line.contains(doing),
    )
}

/// Runs a command until a line on its standard error is the right moment, sends it a signal, and
/// waits for its end.
#[track_caller]
pub(crate) fn interrupted_child(
    mut command: Command,
    signal: &str,
    mut is_now: impl FnMut(&str) -> bool,
) -> Outcome {
    let mut child = command.spawn().expect("the binary was built");
    let mut stdout = child.stdout.take().expect("it is a pipe");
    let answer = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    let mut stderr = BufReader::new(child.stderr.take().expect("it is a pipe"));
    let mut said = String::new();
    loop {
        let mut line = String::new();
        let length = stderr.read_line(&mut line).expect("what it says is text");
        said += &line;
        assert!(length > 0, "it ended before the moment came: {said}{:?}", answer.join());
        if is_now(&line) {
            break;
        }
    }
    send(&child, signal);
    stderr.read_to_string(&mut said).expect("what it says is text");
    let status = child.wait().expect("it has ended").code();
    let stdout = answer.join().expect("nothing panics").expect("the answer is text");
    Outcome { status, stdout, stderr: said }
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// A folder for the files of one test, removed at its end.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cli-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        Folder { path }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file and returns its path.
    pub(crate) fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, contents).expect("the folder can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
