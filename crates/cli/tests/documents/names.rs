//! Names that the documents mention exist: files and folders, modules and items, and plain words in
//! code type, which stand somewhere in the sources.
//!
//! A renamed module whose old name is still a word elsewhere is not noticed; a path is exact.

use crate::project::{read, root, walk};

/// Words in code type that name nothing of the project, each for the reason beside it.
const OTHERS: [&str; 6] = [
    "target/release/heddle",     // is built
    "tests/programs/<feature>/", // a place for something new
    "utils",                     // names that no file has
    "misc",
    "common",
    "helpers",
];

struct Project {
    files: Vec<String>,
    /// Each source file with its path.
    sources: Vec<(String, String)>,
}

impl Project {
    fn read() -> Project {
        let files = walk();
        let endings = [".rs", ".heddle", ".cat", ".toml", ".library"];
        let is_source = |file: &&String| endings.iter().any(|ending| file.ends_with(ending));
        let sources = files.iter().filter(is_source);
        let sources = sources.map(|file| (file.clone(), read(&root().join(file)))).collect();
        Project { files, sources }
    }

    /// Whether some path ends so, with or without the ending of a Rust file. A `*` stands for part
    /// of a name.
    fn has_path(&self, path: &str) -> bool {
        let path = path.trim_start_matches("./").trim_end_matches('/');
        let Some((before, after)) = path.split_once('*') else {
            return self.files.iter().any(|file| {
                let file = file.strip_suffix(".rs").unwrap_or(file);
                let path = path.strip_suffix(".rs").unwrap_or(path);
                file.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            });
        };
        self.files.iter().any(|file| {
            let Some(rest) = file.strip_suffix(after) else { return false };
            let Some((start, _)) = rest.rsplit_once('/') else { return before.is_empty() };
            format!("/{start}/").ends_with(&format!("/{before}"))
        })
    }

    /// Whether a word stands in the sources below a folder, or is the name of a file there.
    fn has_word(&self, word: &str, folder: &str) -> bool {
        let is_named = |file: &String| {
            let name = file.rsplit('/').next().unwrap_or(file);
            file.starts_with(folder) && name.split('.').next() == Some(word)
        };
        let is_in = |text: &str| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            text.match_indices(word).any(|(at, _)| {
                !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
            })
        };
        let mut sources = self.sources.iter().filter(|(file, _)| file.starts_with(folder));
        self.files.iter().any(is_named) || sources.any(|(_, text)| is_in(text))
    }

    /// Whether there is such a crate, module or item.
    fn has_item(&self, path: &str) -> bool {
        let (first, rest) = path.split_once("::").unwrap_or((path, ""));
        let folder = format!("crates/{first}/");
        let is_crate = self.files.iter().any(|file| file.starts_with(&folder));
        let folder = if is_crate { folder.as_str() } else { "crates/" };
        let names = if is_crate { rest } else { path };
        names.split("::").all(|name| self.has_word(name, folder))
    }
}

/// What stands in code type outside of blocks of code.
fn in_code_type(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_block = false;
    text.lines().enumerate().flat_map(move |(number, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        let line = if is_block || is_fence { "" } else { line };
        line.split('`').skip(1).step_by(2).map(move |word| (number + 1, word))
    })
}

fn consists_of(text: &str, others: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || others.contains(c))
}

#[test]
fn names_in_the_documents_exist() {
    let project = Project::read();
    let mut missing = Vec::new();
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = read(&root().join(document));
        for (line, word) in in_code_type(&text).filter(|(_, word)| !OTHERS.contains(word)) {
            let exists = if word.contains('/') && consists_of(word, "/.-*<>") {
                project.has_path(word)
            } else if word.contains("::") && consists_of(word, ":") {
                project.has_item(word)
            } else {
                !consists_of(word, "") || project.has_word(word, "")
            };
            if !exists {
                missing.push(format!("{document}:{line}: there is no `{word}`"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
