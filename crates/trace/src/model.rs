//! The memory models: their names, and which is weaker than which.
//!
//! They are those of Fig. 3.1 of `dat3m-thesis`, with linearizability above them. Each is defined
//! by serial views in [`crate::views`], but for TSO and PSO, which are machines with store buffers
//! (`history::machine`).
//!
//! [`Model::weaker`] has the inclusions that follow from the definitions that are used here; tests
//! look for histories that contradict one. Deviation: they are not those of Fig. 3.1 edge by edge,
//! since the figure is known by its caption only, and since TSO forwards writes from the buffer to
//! reads of the same thread. `w x 1; r z 0; r y 1; r x 1` beside `w z 1; w x 2; w y 1` is possible
//! under TSO, and not under PRAM and PC-G, where the write to x comes before all that follows it.
//! `w x 1; r x 1; r y 0` beside `w y 1; w x 2` with an observer of 2 before 1 is not under PC-D.

/// A memory model of shared registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Model {
    Linearizable,
    Sc,
    Tso,
    Pso,
    PcG,
    PcD,
    Gao,
    GpoGdo,
    Causal,
    PramM,
    Gwo,
    Cc,
    Pram,
    Slow,
    Local,
}

impl Model {
    /// All of them; each comes before those that are weaker.
    pub const ALL: [Model; 15] = [
        Model::Linearizable,
        Model::Sc,
        Model::Tso,
        Model::Pso,
        Model::PcG,
        Model::PcD,
        Model::Gao,
        Model::GpoGdo,
        Model::Causal,
        Model::PramM,
        Model::Gwo,
        Model::Cc,
        Model::Pram,
        Model::Slow,
        Model::Local,
    ];

    /// The models of Fig. 3.1: all that need no times.
    pub fn untimed() -> impl Iterator<Item = Model> {
        Model::ALL.into_iter().filter(|model| *model != Model::Linearizable)
    }

    /// As it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Model::Linearizable => "linearizable",
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
            Model::PcG => "pc-g",
            Model::PcD => "pc-d",
            Model::Gao => "gao",
            Model::GpoGdo => "gpo+gdo",
            Model::Causal => "causal",
            Model::PramM => "pram-m",
            Model::Gwo => "gwo",
            Model::Cc => "cc",
            Model::Pram => "pram",
            Model::Slow => "slow",
            Model::Local => "local",
        }
    }

    /// What it is, in a few words.
    pub fn summary(self) -> &'static str {
        match self {
            Model::Linearizable => "one order of everything, which respects the times",
            Model::Sc => "sequential consistency: one order of everything",
            Model::Tso => "total store order: writes wait in a buffer",
            Model::Pso => "partial store order: a buffer for each location",
            Model::PcG => {
                "processor consistency (Goodman): PRAM, with one order of the writes to a location"
            }
            Model::PcD => "processor consistency (DASH): reads overtake writes",
            Model::Gao => {
                "global anti-order: a write, then a read of what is overwritten, is seen by all"
            }
            Model::GpoGdo => "PRAM and CC, of the same execution",
            Model::Causal => {
                "causal consistency: what a thread has read comes before what it writes"
            }
            Model::PramM => "PRAM, and nothing is seen before its causes",
            Model::Gwo => {
                "global write-read-write order: what was read comes before what is written then"
            }
            Model::Cc => "cache consistency: one order for each location",
            Model::Pram => "pipelined RAM: each thread sees the writes of another in their order",
            Model::Slow => "slow memory: the same, for each location by itself",
            Model::Local => "local consistency: a thread sees its own operations in order",
        }
    }

    pub fn of_name(name: &str) -> Option<Model> {
        Model::ALL.into_iter().find(|model| model.name() == name)
    }

    /// The next weaker models: what is possible here is possible there.
    pub fn weaker(self) -> &'static [Model] {
        match self {
            Model::Linearizable => &[Model::Sc],
            Model::Sc => &[Model::Tso, Model::PcG, Model::PcD, Model::Gao, Model::Causal],
            Model::Tso => &[Model::Pso],
            Model::Pso => &[Model::Cc],
            Model::PcG => &[Model::GpoGdo],
            Model::PcD | Model::Gao => &[Model::Cc],
            Model::GpoGdo => &[Model::Cc, Model::Pram],
            Model::Causal => &[Model::PramM, Model::Gwo],
            Model::PramM => &[Model::Pram],
            Model::Cc | Model::Pram => &[Model::Slow],
            Model::Slow | Model::Gwo => &[Model::Local],
            Model::Local => &[],
        }
    }

    /// All weaker models, at any distance.
    pub fn all_weaker(self) -> Vec<Model> {
        let mut found: Vec<Model> = Vec::new();
        let mut open = self.weaker().to_vec();
        while let Some(model) = open.pop() {
            if !found.contains(&model) {
                found.push(model);
                open.extend(model.weaker());
            }
        }
        found.sort();
        found
    }
}
