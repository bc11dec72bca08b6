//! The `run` lines of the `.expect` files beside programs.

use super::{Counts, Question};
use std::path::{Path, PathBuf};

const FOLDERS: [&str; 3] = ["tests/programs", "bench", "examples"];

pub(crate) fn questions(tree: &Path) -> Result<Vec<Question>, String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        expectations(&tree.join(folder), &mut files)?;
    }
    files.sort();
    let compiler = compiler(tree)?;
    let mut all = Vec::new();
    for file in files {
        let Some(program) = ["c", "cc", "i", "ii", "ll"]
            .iter()
            .map(|extension| file.with_extension(extension))
            .find(|path| path.exists())
        else {
            continue;
        };
        let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
        for (number, line) in text.lines().enumerate() {
            let Some(fields) = line.trim().strip_prefix("run ") else { continue };
            let name = file.strip_prefix(tree).unwrap_or(&file);
            let name = format!("{}:{}", name.display(), number + 1);
            all.push(question(tree, &program, &compiler, (name, fields)));
        }
    }
    Ok(all)
}

fn expectations(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in std::fs::read_dir(folder).map_err(|error| format!("{folder:?}: {error}"))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            expectations(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "expect") {
            files.push(path);
        }
    }
    Ok(())
}

fn question(
    tree: &Path,
    program: &Path,
    compiler: &Path,
    (name, fields): (String, &str),
) -> Question {
    let folder = program.parent().unwrap_or(tree);
    let (mut flags, mut options, mut with, mut model) = (vec![], vec![], vec![], String::new());
    let mut executions = false;
    for (key, value) in fields_of(fields) {
        let words = || value.split_whitespace().map(str::to_owned);
        match key {
            "flags" => flags.extend(words()),
            "options" => options.extend(words()),
            "with" => with.extend(words().map(|file| folder.join(file).display().to_string())),
            "model" if value.ends_with(".cat") => model = folder.join(value).display().to_string(),
            "model" => model = value.to_owned(),
            "executions" => executions = true,
            _ => {}
        }
    }
    let heddle = tree.join("target/quick/heddle").display().to_string();
    let mut command = vec![heddle, "check".into(), program.display().to_string()];
    command.extend(with);
    command.extend(["--model".into(), model, "--format".into(), "json".into()]);
    command.extend(options);
    command.push("--".into());
    command.extend(flags);
    let variables = vec![("HEDDLE_CLANG".to_owned(), compiler.display().to_string())];
    Question { name, command, variables, counts: Counts::Report { executions } }
}

/// `KEY=VALUE KEY="VALUE WITH SPACES" …`
fn fields_of(mut rest: &str) -> Vec<(&str, &str)> {
    let mut fields = Vec::new();
    while let Some((key, after)) = rest.trim_start().split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        fields.push((key, value));
        rest = after;
    }
    fields
}

/// Stands for clang, which is not asked the same twice.
const COMPILER: &str = r#"#!/bin/sh
folder=$(dirname "$0")/compiled
mkdir -p "$folder"
key=$folder/$(printf '%s\n' "$@" | md5sum | cut -c1-32)
if [ ! -e "$key.status" ]; then
    clang=$(command -v clang || ls /usr/bin/clang-[0-9]* | sort -V | tail -n 1)
    "$clang" "$@" >"$key.$$" 2>"$key.errors.$$"
    status=$?
    mv "$key.$$" "$key.text"
    mv "$key.errors.$$" "$key.errors"
    echo $status >"$key.status.$$"
    mv "$key.status.$$" "$key.status"
fi
cat "$key.errors" >&2
cat "$key.text"
exit "$(cat "$key.status")"
"#;

fn compiler(tree: &Path) -> Result<PathBuf, String> {
    use std::os::unix::fs::PermissionsExt;
    let path = tree.join("target/clang");
    std::fs::write(&path, COMPILER).map_err(|error| error.to_string())?;
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, mode).map_err(|error| error.to_string())?;
    Ok(path)
}
