//! A litmus test as the code of the source and that of the target (`dat3m-thesis` §5.4).
//!
//! A model of a machine judges the code of that machine. A test that is written for another one is
//! compiled for it (`recompile`), and so a test for x86 can go to Arm, and one in C to both. A test
//! that cannot be compiled for it has no code there, and there is no answer. What a model without a
//! machine of its own judges, as `sc` does, it judges as it is written; `vocabulary` says what
//! follows if it does not know what it sees.

use crate::NoOutcome;
use crate::lift::Accesses;
use crate::recompile::recompile;
use candidates::Refusal;
use litmus::Lowered;
use litmus::tree::{Architecture, Test};
use unroll::mapping::Mapping;

/// What a test is compiled for.
#[derive(Clone, Copy, Default, Debug)]
pub struct Moving {
    pub from: Option<&'static Mapping>,
    pub to: Option<&'static Mapping>,
    pub accesses: Accesses,
}

impl Moving {
    /// The usual machines of two models, by the names that users know.
    pub fn usual(from: &str, to: &str) -> Moving {
        let usual =
            |model: &str| cat::bundled_name(model).and_then(|name| Mapping::of_model(name).next());
        Moving { from: usual(from), to: usual(to), accesses: Accesses::default() }
    }
}

/// What the code of a side is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    X86,
    C11,
    Kernel,
    /// Another machine.
    Machine(&'static str),
}

impl Language {
    fn of(test: &Test) -> Language {
        match test.architecture {
            Architecture::X86 | Architecture::X86_64 => Language::X86,
            Architecture::C if test.is_kernel() => Language::Kernel,
            Architecture::C => Language::C11,
            other => Language::Machine(other.name()),
        }
    }

    fn of_mapping(mapping: &Mapping) -> Language {
        match mapping.model {
            "x86-tso" => Language::X86,
            "lkmm" => Language::Kernel,
            "power" => Language::Machine(Architecture::Power.name()),
            "armv7" => Language::Machine(Architecture::Arm.name()),
            "aarch64" => Language::Machine(Architecture::AArch64.name()),
            "riscv" => Language::Machine(Architecture::RiscV.name()),
            _ => Language::Machine(mapping.name),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Language::X86 => "x86",
            Language::C11 => "C",
            Language::Kernel => "the C of the Linux kernel",
            Language::Machine(name) => name,
        }
    }
}

/// The code of a side, if it is not what is written.
#[derive(Clone, Debug)]
struct Other {
    lowered: Lowered,
    language: Language,
    mapping: &'static Mapping,
}

/// A test, as both sides have it.
#[derive(Clone, Debug)]
pub struct Case<'t> {
    pub test: &'t Test,
    written: &'t Lowered,
    source: Option<Other>,
    target: Option<Other>,
}

impl<'t> Case<'t> {
    /// Both sides judge a test as it is written.
    pub fn written(test: &'t Test, lowered: &'t Lowered) -> Case<'t> {
        Case { test, written: lowered, source: None, target: None }
    }

    /// Each side judges what a test is compiled to for it; why it cannot be, if it cannot.
    pub fn moved(
        test: &'t Test,
        lowered: &'t Lowered,
        moving: Moving,
    ) -> Result<Case<'t>, NoOutcome> {
        let own = Language::of(test);
        let side = |mapping: Option<&'static Mapping>| {
            let languages = mapping.map(|mapping| (mapping, Language::of_mapping(mapping)));
            let Some((mapping, language)) = languages.filter(|(_, language)| *language != own)
            else {
                return Ok(None);
            };
            let moved = recompile(test, lowered, mapping, moving.accesses);
            let moved = moved.map_err(|reason| {
                let name = mapping.name;
                Refusal::Unsupported(format!("the test cannot be compiled for {name}: {reason}"))
            })?;
            // Accesses without a mark are the same everywhere.
            Ok::<_, NoOutcome>((moved != *lowered).then_some(Other {
                lowered: moved,
                language,
                mapping,
            }))
        };
        let (source, target) = (side(moving.from)?, side(moving.to)?);
        Ok(Case { test, written: lowered, source, target })
    }

    /// The code of the source.
    pub fn source(&self) -> &Lowered {
        self.source.as_ref().map_or(self.written, |own| &own.lowered)
    }

    /// The code of the target.
    pub fn target(&self) -> &Lowered {
        self.target.as_ref().map_or(self.written, |own| &own.lowered)
    }

    /// The code of the source, if it is not the target's.
    pub(crate) fn other_source(&self) -> Option<&Lowered> {
        let is_other = self.source.is_some() || self.target.is_some();
        (is_other && self.source() != self.target()).then(|| self.source())
    }

    /// The mappings by which the codes of the source and of the target were made.
    pub fn mappings(&self) -> [Option<&'static str>; 2] {
        [&self.source, &self.target].map(|own| own.as_ref().map(|own| own.mapping.name))
    }

    /// What the codes of the source and of the target are written in.
    pub(crate) fn languages(&self) -> [Language; 2] {
        [&self.source, &self.target]
            .map(|own| own.as_ref().map_or(Language::of(self.test), |own| own.language))
    }

    pub(crate) fn for_formulas(&self) -> bmc::Case<'_> {
        bmc::Case { test: self.test, target: self.target(), source: self.other_source() }
    }
}
