//! From C and C++ to LLVM IR: finds clang and runs it.
//!
//! Always at -O0: higher levels remove racy assertions and merge stores, so bugs would be gone
//! before anyone looked. Users can say otherwise in their own flags, which come last.

mod find;

use crate::Rejection;
use crate::input::{Language, MOST_BYTES, MOST_MEBIBYTES};
use crate::load::Refusal;
use crate::watch::Watch;
use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

const FLAGS: [&str; 13] = [
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    // Says where the lives of local variables begin and end. Nothing else: that is all that the
    // compiler proper does of what the sanitizer of this name is.
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    // What only the source shows: how long an array within an object is, or a type of few values.
    "-fsanitize=array-bounds,vla-bound,bool,enum",
    "-fsanitize-trap=array-bounds,vla-bound,bool,enum",
    "-fno-discard-value-names",
    "-g",
    "-S",
    "-emit-llvm",
    // GNU's <ctype.h> then declares functions, and has no macros that look into tables.
    "-D__NO_CTYPE",
    // Preprocessed files need none of this.
    "-Wno-unused-command-line-argument",
];

/// Further flags for C++: with its assertions, libstdc++ does not rely on the instance of
/// `std::string` in its shared library, and recursive mutexes are made by a function, which says
/// what they are. Clang compiles C++ also if it is not called `clang++`.
/// The language is that of newer versions of clang with older ones, too.
const CXX_FLAGS: [&str; 3] =
    ["-D_GLIBCXX_ASSERTIONS", "-D_GTHREAD_USE_RECURSIVE_MUTEX_INIT_FUNC", "-std=gnu++17"];

/// Makes clang emit the bodies of C99 `inline` functions.
const INLINE_BODIES: &str = "-fgnu89-inline";

/// Flags by which clang prints something else than a program.
const INSTEAD: [&str; 13] = [
    "--version",
    "-version",
    "--help",
    "-help",
    "-E",
    "-M",
    "-MM",
    "--analyze",
    "-fsyntax-only",
    "-ast-dump",
    "-ast-print",
    "-###",
    "-dumpversion",
];
const INSTEAD_BY_PREFIX: [&str; 4] = ["-ast-dump", "-print-", "--print-", "-dump"];

/// Functions whose names begin so have a meaning of their own, which optimisation does not know,
/// and what keeps their calls. What is put into its caller does not happen at once any more, and a
/// call of an error that does nothing is left out, unless another definition may take its place.
const KEPT: [(&str, &[&str]); 2] = [
    ("__VERIFIER_atomic_", &["-fno-inline"]),
    ("reach_error", &["-fno-inline", "-fPIC", "-fsemantic-interposition"]),
];

/// How long to wait between two looks at a running clang.
const PAUSE: Duration = Duration::from_millis(2);

/// A clang that exists.
#[derive(Debug)]
pub(crate) struct Clang {
    program: PathBuf,
}

/// What a compilation gives.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The text of LLVM IR.
    pub(crate) text: String,
    /// What clang had to say about the file.
    pub(crate) warnings: String,
}

impl Clang {
    /// Compiles a file again, in a way in which C99 `inline` functions have bodies.
    pub(crate) fn compile_inline(
        &self,
        file: &Path,
        include: &Path,
        flags: &[OsString],
        watch: &Watch,
    ) -> Result<Compiled, Refusal> {
        let flags: Vec<OsString> = flags.iter().cloned().chain([INLINE_BODIES.into()]).collect();
        self.compile((file, Language::C), include, &flags, watch)
    }

    pub(crate) fn compile(
        &self,
        source: (&Path, Language),
        include: &Path,
        flags: &[OsString],
        watch: &Watch,
    ) -> Result<Compiled, Refusal> {
        let compiled = self.compile_once(source, include, flags, watch)?;
        if !optimises(flags) {
            return Ok(compiled);
        }
        let kept = KEPT.into_iter().filter(|(name, _)| compiled.text.contains(name));
        let keeping: Vec<OsString> =
            kept.flat_map(|(_, flags)| flags.iter().map(OsString::from)).collect();
        if keeping.is_empty() {
            return Ok(compiled);
        }
        let flags: Vec<OsString> = flags.iter().cloned().chain(keeping).collect();
        self.compile_once(source, include, &flags, watch)
    }

    fn compile_once(
        &self,
        (file, language): (&Path, Language),
        include: &Path,
        flags: &[OsString],
        watch: &Watch,
    ) -> Result<Compiled, Refusal> {
        let mut command = Command::new(&self.program);
        command.args(FLAGS).arg("-idirafter").arg(include);
        // Answers do not name a folder that is gone when they are read.
        command.arg(format!("-ffile-prefix-map={}=<heddle>", include.display()));
        if language == Language::Cxx {
            command.args(CXX_FLAGS);
        }
        if std::io::stderr().is_terminal() {
            command.arg("-fcolor-diagnostics");
        }
        if flags
            .iter()
            .rfind(|flag| *flag == "-m32" || *flag == "-m64")
            .is_some_and(|it| it == "-m32")
        {
            command.args(headers_of_32_bits(include)?);
        }
        command.args(flags).args(["-o", "-"]).arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that what it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let name = self.program.display();
        let mut child = command
            .spawn()
            .map_err(|error| Rejection::new(format!("cannot run {name}: {error}")))?;
        let (text, said) = (drain(child.stdout.take()), drain(child.stderr.take()));
        let status = wait(&mut child, [&text, &said], watch)?;
        let (text, said) = (finished(text), finished(said));
        if text.len() as u64 > MOST_BYTES {
            let file = file.display();
            let message = format!("the LLVM IR of {file} is larger than {MOST_MEBIBYTES} MiB");
            return Err(Rejection::new(message).into());
        }
        if status.success() && !is_module(&text) {
            return Err(no_module(&name.to_string(), &text, flags).into());
        }
        if status.success() {
            return Ok(Compiled { text, warnings: said });
        }
        let file = file.display();
        let message = match status.code() {
            Some(_) => format!("{name} does not accept {file}"),
            None => format!("{name} was stopped while it compiled {file} ({status})"),
        };
        Err(Rejection::Compiler { message, said }.into())
    }
}

/// Whether a text can be LLVM IR, as clang prints it.
fn is_module(text: &str) -> bool {
    text.starts_with("; ModuleID") || text.contains("\nsource_filename = ")
}

/// Why clang has printed something else: flags of the user say so, or it is no clang.
fn no_module(name: &str, text: &str, flags: &[OsString]) -> Rejection {
    let asks = |flag: &&OsString| {
        let flag = flag.to_string_lossy();
        INSTEAD.contains(&&*flag) || INSTEAD_BY_PREFIX.iter().any(|asked| flag.starts_with(asked))
    };
    match flags.iter().find(asks) {
        Some(flag) => {
            let flag = flag.to_string_lossy();
            let message =
                format!("the flag `{flag}` makes clang print something else than a program");
            Rejection::with_help(message, "leave it out: flags after `--` are for the compilation")
        }
        None if text.trim().is_empty() => {
            let message = format!("{name} has printed no program");
            Rejection::with_help(message, "is it clang, and do no flags keep it from compiling?")
        }
        None => {
            let message = format!("{name} has printed something else than a program");
            Rejection::with_help(message, "is it clang, and are there flags that ask for that?")
        }
    }
}

/// Whether flags ask for an optimisation that may move code between functions.
fn optimises(flags: &[OsString]) -> bool {
    let mut levels = flags.iter().filter_map(|flag| flag.to_str()?.strip_prefix("-O"));
    levels.next_back().is_some_and(|level| level != "0")
}

/// Where clang finds the C library's headers for 32-bit programs. Those of x86-64 are the same
/// files, but for one that lists functions which are not there; without the other architecture's
/// package, that one is written here, and the folder is named.
fn headers_of_32_bits(include: &Path) -> Result<Vec<OsString>, Rejection> {
    let [own, other] = ["/usr/include/i386-linux-gnu", "/usr/include/x86_64-linux-gnu"];
    if Path::new(own).exists() || !Path::new(other).exists() {
        return Ok(Vec::new());
    }
    let folder = include.join("gnu");
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(folder.join("stubs-32.h"), ""));
    match written {
        Ok(()) => Ok(vec!["-idirafter".into(), other.into()]),
        Err(error) => Err(Rejection::new(format!("cannot write to {}: {error}", folder.display()))),
    }
}

/// Waits for a child's end and all that it says, or ends it when it is time to stop.
fn wait(
    child: &mut Child,
    readers: [&JoinHandle<String>; 2],
    watch: &Watch,
) -> Result<ExitStatus, Refusal> {
    loop {
        let status = child
            .try_wait()
            .map_err(|error| Rejection::new(format!("cannot wait for clang: {error}")))?;
        // What it has started may still hold its ends of the pipes.
        if let Some(status) = status
            && readers.iter().all(|reader| reader.is_finished())
        {
            return Ok(status);
        }
        if let Some(stop) = watch.stop() {
            end(child);
            return Err(Refusal::Stopped(stop));
        }
        std::thread::sleep(PAUSE);
    }
}

/// Ends a child with everything that it has started. It may have ended by itself meanwhile, which
/// is as good.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads a pipe to its end beside everything else, so that the other pipe cannot fill up meanwhile.
fn drain(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing. Who writes too much finds the
            // pipe closed.
            let _ = pipe.by_ref().take(MOST_BYTES + 1).read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn finished(reader: JoinHandle<String>) -> String {
    reader.join().unwrap_or_default()
}
