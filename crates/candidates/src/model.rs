//! A model in stages: what is known of the events, what of reads-from, and what of each choice that the model makes. Each check is made in the stage that decides it.

use cat::program::{Meaning, Program};
use cat::syntax::Role;
use cat::{Failure, File, Loader, Options, Staged, compile};

/// The events are stage 0, reads-from is stage 1, the choices of the model follow.
pub(crate) const READS_FROM: usize = 1;

/// A compiled model, ready to judge litmus tests.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) staged: Staged,
    /// The axioms that each stage decides, by their places among the checks.
    pub(crate) axioms: Vec<Vec<usize>>,
    /// The checks that are no axioms: they are about allowed executions.
    pub(crate) others: Vec<usize>,
    /// The choice that is coherence, from which final values come.
    pub(crate) coherence: Option<usize>,
}

impl Model {
    /// Compiles files, a bell file before the model that needs it.
    pub fn compile(files: Vec<File>, loader: &dyn Loader) -> Result<Model, Box<Failure>> {
        let vocabulary = crate::vocabulary();
        let options = Options { vocabulary: &vocabulary, variants: &[], loader };
        compile(files, &options).map(Model::new)
    }

    pub fn new(program: Program) -> Model {
        let count = program.choices.len() + READS_FROM + 1;
        let coherence = program.choices.iter().position(|choice| &*choice.name == "co");
        let is_reads_from =
            |meaning: &Meaning| matches!(meaning, Meaning::Named(name) if &**name == "rf");
        let staged = program.in_stages(
            count,
            |input| if is_reads_from(&input.meaning) { READS_FROM } else { 0 },
            |choice| READS_FROM + 1 + choice,
        );
        let mut axioms = vec![Vec::new(); count];
        let mut others = Vec::new();
        for (index, check) in staged.program.checks.iter().enumerate() {
            match check.role {
                Role::Axiom => {
                    let stage = staged.stage(check.slot).expect("what is checked is computed");
                    axioms[stage].push(index);
                }
                Role::Flag | Role::UndefinedUnless | Role::Assert => others.push(index),
            }
        }
        Model { staged, axioms, others, coherence }
    }

    /// What the model calls itself.
    pub fn title(&self) -> Option<&str> {
        self.staged.program.title.last().map(String::as_str)
    }
}
