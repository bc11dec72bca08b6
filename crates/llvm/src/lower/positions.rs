//! Which line of the source does an instruction come from?
//!
//! From its `!dbg` location if the compiler wrote one; else, in a function without any debug
//! information, the line of the module's own text. What comes with Heddle has none: its
//! instructions are reported at the call.

use super::Scope;
use crate::tree::{Function, Instruction, MetadataId};
use base::{SourceId, SourcePosition};
use program::Program;
use rustc_hash::FxHashMap;

/// How many scopes may enclose each other.
const MAX_SCOPES: usize = 1000;

/// The source files of the program.
#[derive(Debug, Default)]
pub(super) struct Sources {
    ids: FxHashMap<String, SourceId>,
    /// The position of a location of a module.
    known: FxHashMap<(usize, MetadataId), Option<SourcePosition>>,
}

impl Sources {
    pub(super) fn new(runtime: &Program) -> Sources {
        let ids = runtime.sources.iter().enumerate();
        Sources {
            ids: ids.map(|(index, path)| (path.clone(), SourceId(index as u32))).collect(),
            known: FxHashMap::default(),
        }
    }

    fn source(&mut self, program: &mut Program, path: String) -> SourceId {
        *self.ids.entry(path).or_insert_with_key(|path| {
            program.sources.push(path.clone());
            SourceId(program.sources.len() as u32 - 1)
        })
    }

    /// Where an instruction of `function` comes from.
    pub(super) fn position(
        &mut self,
        program: &mut Program,
        scope: Scope<'_>,
        function: &Function,
        instruction: &Instruction,
    ) -> Option<SourcePosition> {
        match instruction.debug {
            Some(location) => {
                let key = (scope.index, location);
                if let Some(position) = self.known.get(&key) {
                    return *position;
                }
                let position = self.location(program, scope, location);
                self.known.insert(key, position);
                position
            }
            None if function.debug.is_none() => {
                let path = scope.world.units[scope.index].path.clone();
                if path.is_empty() {
                    return None;
                }
                let (line, column) = scope.module.line_and_column(instruction.offset);
                let file = self.source(program, path);
                Some(SourcePosition { file, line, column })
            }
            None => None,
        }
    }

    /// The position that a `DILocation` names. What the compiler itself made, such as a trap with
    /// its reason as the name of a function (clang 21 and later), is at no line, and inlined where
    /// it belongs.
    fn location(
        &mut self,
        program: &mut Program,
        scope: Scope<'_>,
        location: MetadataId,
    ) -> Option<SourcePosition> {
        let module = scope.module;
        let mut location = location;
        for _ in 0..MAX_SCOPES {
            let line = module.metadata.number(location, "line", &module.names);
            match module.metadata.reference(location, "inlinedAt", &module.names) {
                Some(outside) if line == Some(0) => location = outside,
                _ => break,
            }
        }
        let number = |name| module.metadata.number(location, name, &module.names);
        let line = u32::try_from(number("line")?).ok().filter(|line| *line > 0)?;
        let column = u32::try_from(number("column").unwrap_or(0)).ok()?;
        let path = file_of(scope, location)?;
        let file = self.source(program, path);
        Some(SourcePosition { file, line, column })
    }
}

/// The path of the file that a location or scope is in: that of the innermost enclosing scope
/// which names one.
fn file_of(scope: Scope<'_>, start: MetadataId) -> Option<String> {
    let module = scope.module;
    let mut node = start;
    for _ in 0..MAX_SCOPES {
        if let Some(file) = module.metadata.reference(node, "file", &module.names) {
            node = file;
        }
        if let Some(name) = module.metadata.text(node, "filename", &module.names) {
            let name = module.names.text(name);
            let directory = module.metadata.text(node, "directory", &module.names);
            let directory = directory.map_or("", |directory| module.names.text(directory));
            return Some(if name.starts_with('/') || directory.is_empty() {
                name.to_owned()
            } else {
                format!("{directory}/{name}")
            });
        }
        node = module.metadata.reference(node, "scope", &module.names)?;
    }
    None
}
