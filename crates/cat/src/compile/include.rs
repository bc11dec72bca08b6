//! Files and what they include, each of them once.

use super::Compiler;
use crate::error::{Error, ErrorKind};
use crate::library::{library_file, library_names};
use crate::parser::parse;
use crate::similar::nearest;
use crate::source::{File, Span};

/// How deep includes may be nested: a file may include itself by ever new paths.
const MAX_DEPTH: usize = 50;
/// What every model starts with.
const STANDARD: &str = "stdlib.cat";

impl Compiler<'_> {
    /// The standard library, and then these files.
    pub(super) fn files(&mut self, files: Vec<File>) -> Result<(), Error> {
        let from = files.first().map_or_else(String::new, |file| file.path.clone());
        // A file of that name which cannot be read is none: nobody has asked for it.
        let own = self.loader.load(STANDARD, &from).ok().flatten();
        if let Some(library) = own.or_else(|| library_file(STANDARD)) {
            self.standard_library(library)?;
        }
        for file in files {
            let title = self.file(file)?;
            self.title = title;
        }
        Ok(())
    }

    /// Compiles the file that every model starts with. What needs names that the vocabulary does
    /// not have is not defined.
    fn standard_library(&mut self, file: File) -> Result<(), Error> {
        let id = self.sources.add(file.path.as_str(), file.text.as_str());
        for instruction in &parse(id, &file.text)?.instructions {
            match self.instruction(instruction, None) {
                Err(error) if error.kind == ErrorKind::Unbound => {}
                result => result?,
            }
        }
        self.done.insert(file.path);
        Ok(())
    }

    pub(super) fn include(&mut self, name: &str, span: Span) -> Result<(), Error> {
        let from = self.sources.file(span.file).path.clone();
        let found = self.loader.load(name, &from).map_err(|reason| {
            Error::new(ErrorKind::Include, span, format!("\"{name}\" is not read: {reason}"))
        })?;
        let Some(file) = found.or_else(|| library_file(name)) else {
            let error = Error::new(
                ErrorKind::Include,
                span,
                format!("there is no file \"{name}\" to include"),
            );
            return Err(match nearest(name, library_names()) {
                Some(known) => error.with_help(format!("the standard library has \"{known}\"")),
                None => error,
            });
        };
        if self.open.contains(&file.path) {
            let chain = self.open.iter().skip_while(|path| **path != file.path);
            let chain: Vec<&str> = chain.map(String::as_str).chain([file.path.as_str()]).collect();
            let message = format!("\"{name}\" includes itself");
            let error = Error::new(ErrorKind::Include, span, message);
            return Err(error.with_help(chain.join(" includes ")));
        }
        if self.open.len() >= MAX_DEPTH {
            let message = "files include each other too deeply";
            return Err(Error::new(ErrorKind::Include, span, message));
        }
        if !self.done.contains(&file.path) {
            self.file(file)?;
        }
        Ok(())
    }

    /// Compiles a file and returns its title.
    fn file(&mut self, file: File) -> Result<Vec<String>, Error> {
        let id = self.sources.add(file.path.as_str(), file.text.as_str());
        let model = parse(id, &file.text)?;
        self.open.push(file.path.clone());
        self.instructions(&model.instructions, None)?;
        self.open.pop();
        self.done.insert(file.path);
        Ok(model.title)
    }
}
