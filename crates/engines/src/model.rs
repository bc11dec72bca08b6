//! The memory models, by their names: those that are native, and cat files.

use crate::family::{Family, OfFile, OfLanguage, OfMachine};
use explore::dpor;
use models::cat::Definition;
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::{C11, Cpp20};
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;

/// A memory model.
#[derive(Clone, Debug)]
pub enum Model {
    Sc,
    Tso,
    Pso,
    Ra,
    Rc11,
    /// Rc11 with the release sequences of C++20.
    Rc11Of20,
    /// A cat file, or one of those that come with Heddle and are not native.
    Cat {
        name: String,
        definition: Definition,
    },
}

impl Model {
    /// Those that are no files.
    pub const NATIVE: [Model; 6] =
        [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::Rc11, Model::Rc11Of20];

    /// The native model with this name, which may be that of the cat file with the same meaning.
    pub fn native(name: &str) -> Option<Model> {
        let name = cat::bundled_name(name)?;
        Model::NATIVE.into_iter().find(|model| cat::bundled_name(model.name()) == Some(name))
    }

    /// The model of a cat file, or why its executions cannot be explored.
    pub fn of_file(name: &str, program: cat::Program) -> Result<Model, String> {
        Ok(Model::Cat { name: name.to_owned(), definition: Definition::new(program)? })
    }

    pub fn name(&self) -> &str {
        match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
            Model::Ra => "ra",
            Model::Rc11 => "rc11",
            Model::Rc11Of20 => "rc11-20",
            Model::Cat { name, .. } => name,
        }
    }

    /// Whether a data race is an error by itself.
    pub fn has_races(&self) -> bool {
        match self {
            Model::Ra | Model::Rc11 | Model::Rc11Of20 => true,
            Model::Sc | Model::Tso | Model::Pso => false,
            Model::Cat { definition, .. } => definition.has_undefined(),
        }
    }

    /// What engines find in it.
    pub(crate) fn family(&self) -> Box<dyn Family + '_> {
        match self {
            Model::Sc => Box::new(OfMachine::<ProgramOrder, dpor::Sc>::new()),
            Model::Tso => Box::new(OfMachine::<TotalStoreOrder, dpor::Tso>::new()),
            Model::Pso => Box::new(OfMachine::<PartialStoreOrder, dpor::Pso>::new()),
            Model::Ra => Box::new(OfLanguage::<ReleaseAcquire>::new()),
            Model::Rc11 => Box::new(OfLanguage::<C11>::new()),
            Model::Rc11Of20 => Box::new(OfLanguage::<Cpp20>::new()),
            Model::Cat { definition, .. } => Box::new(OfFile(definition)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_the_same_for_programs_and_litmus_tests() {
        for model in Model::NATIVE {
            let file = cat::bundled_name(model.name());
            assert!(file.is_some(), "{} is a cat file as well", model.name());
            let again = Model::native(model.name()).map(|found| found.name().to_owned());
            assert_eq!(again.as_deref(), Some(model.name()));
        }
        assert!(matches!(Model::native("x86-tso"), Some(Model::Tso)));
        assert!(Model::native("power").is_none());
    }
}
