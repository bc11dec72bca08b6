//! Which clang? The one the user names, else the newest.

use super::Clang;
use crate::Rejection;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest version whose output is known to be understood.
const OLDEST: u32 = 14;
/// Versions are looked for by name from here down.
const NEWEST: u32 = 40;

impl Clang {
    /// `$HEDDLE_CLANG`, else the newest among `clang` and `clang-14` and up.
    pub(crate) fn find() -> Result<Clang, Rejection> {
        match env::var_os("HEDDLE_CLANG").filter(|name| !name.is_empty()) {
            Some(name) => match on_path(Path::new(&name)) {
                Some(program) => Ok(Clang { program }),
                None => {
                    let message =
                        format!("HEDDLE_CLANG is {}, which is no program", name.to_string_lossy());
                    Err(Rejection::new(message))
                }
            },
            None => newest().map(|program| Clang { program }).ok_or_else(|| {
                Rejection::with_help(
                    "C files are compiled with clang, and there is none",
                    format!(
                        "install clang {OLDEST} or later (Debian: apt-get install clang), \
                         or set HEDDLE_CLANG to its path"
                    ),
                )
            }),
        }
    }
}

fn newest() -> Option<PathBuf> {
    let versioned = (OLDEST..=NEWEST).rev().find_map(|version| {
        let program = on_path(Path::new(&format!("clang-{version}")))?;
        Some((version, program))
    });
    let Some(plain) = on_path(Path::new("clang")) else {
        return versioned.map(|(_, program)| program);
    };
    match versioned {
        None => Some(plain),
        Some((version, program)) => {
            let plain_is_newer = version_of(&plain).is_some_and(|of_plain| of_plain > version);
            Some(if plain_is_newer { plain } else { program })
        }
    }
}

/// The program with this name; a name with a slash is a path.
fn on_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return is_program(name).then(|| name.to_owned());
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let executable = |metadata: std::fs::Metadata| {
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    };
    path.metadata().is_ok_and(executable)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// The version that a clang says it has.
fn version_of(program: &Path) -> Option<u32> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

/// The first number after the word `version`.
fn parse_version(text: &str) -> Option<u32> {
    let (_, after) = text.split_once("version ")?;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_understood() {
        let debian = "Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n";
        assert_eq!(parse_version(debian), Some(14));
        assert_eq!(parse_version("Apple clang version 17.0.0 (clang-1700)"), Some(17));
        assert_eq!(parse_version("gcc (Debian) 12"), None);
    }
}
