//! From C to LLVM IR: finds clang and runs it.
//!
//! Always at -O0: higher levels remove racy assertions and merge stores, so bugs would be gone before anyone
//! looked. Users can say otherwise in their own flags, which come last.

mod find;

use crate::Rejection;
use crate::load::Refusal;
use crate::watch::Watch;
use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

const FLAGS: [&str; 7] =
    ["-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-g", "-S", "-emit-llvm"];

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
    pub(crate) fn compile(
        &self,
        file: &Path,
        include: &Path,
        flags: &[OsString],
        watch: &Watch,
    ) -> Result<Compiled, Refusal> {
        let mut command = Command::new(&self.program);
        command.args(FLAGS).arg("-I").arg(include);
        if std::io::stderr().is_terminal() {
            command.arg("-fcolor-diagnostics");
        }
        command.args(flags).args(["-o", "-"]).arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let name = self.program.display();
        let mut child = command
            .spawn()
            .map_err(|error| Rejection::new(format!("cannot run {name}: {error}")))?;
        let (text, said) = (drain(child.stdout.take()), drain(child.stderr.take()));
        let status = wait(&mut child, watch)?;
        let (text, said) = (finished(text), finished(said));
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

/// Waits for a child's end, or ends it when it is time to stop.
fn wait(child: &mut Child, watch: &Watch) -> Result<ExitStatus, Refusal> {
    loop {
        let status = child
            .try_wait()
            .map_err(|error| Rejection::new(format!("cannot wait for clang: {error}")))?;
        if let Some(status) = status {
            return Ok(status);
        }
        if let Some(stop) = watch.stop() {
            // It may have ended by itself meanwhile, which is as good.
            let _ = child.kill();
            let _ = child.wait();
            return Err(Refusal::Stopped(stop));
        }
        std::thread::sleep(PAUSE);
    }
}

/// Reads a pipe to its end beside everything else, so that the other pipe cannot fill up meanwhile.
fn drain(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn finished(reader: JoinHandle<String>) -> String {
    reader.join().unwrap_or_default()
}
