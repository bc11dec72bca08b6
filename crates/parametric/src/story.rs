//! A run of the net as a run of the program: which copy did what, in which line.
//!
//! A token says only that some copy is in a local state. Copies get numbers when they begin, and
//! each step is done by the one with the smallest number that is where the step starts.

use crate::net::{Access, Meaning, Parametric, Wrong};
use base::SourcePosition;
use petri::net::TransitionId;

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The thread by its name, and which copy of it, from 1; main has no number.
    pub thread: String,
    pub copy: Option<usize>,
    pub position: Option<SourcePosition>,
    pub accesses: Vec<Access>,
    /// The thread that is created.
    pub creates: Option<String>,
}

/// How it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    pub moments: Vec<Moment>,
    /// How many copies of each thread it took, main left out.
    pub copies: Vec<(String, usize)>,
}

/// A copy of a thread, and where it is.
struct Copy {
    template: usize,
    number: usize,
    state: usize,
}

/// The story of a run that ends in a failure, and that failure.
pub(crate) fn tell(made: &Parametric, run: &[TransitionId]) -> (Wrong, Story) {
    let mut copies = vec![Copy { template: 0, number: 0, state: 0 }];
    let mut moments = Vec::new();
    for id in run {
        match &made.meanings[id.index()] {
            Meaning::Copy { template, state } => {
                let number = 1 + copies.iter().filter(|copy| copy.template == *template).count();
                copies.push(Copy { template: *template, number, state: *state });
            }
            Meaning::Step { template, from, to, position, accesses, begins, .. } => {
                let is_there = |copy: &&mut Copy| copy.template == *template && copy.state == *from;
                let copy = copies.iter_mut().find(is_there).expect("a token is a copy");
                copy.state = *to;
                moments.push(Moment {
                    thread: made.threads[*template].clone(),
                    copy: (*template > 0).then_some(copy.number),
                    position: *position,
                    accesses: accesses.clone(),
                    creates: begins.map(|begun| made.threads[begun].clone()),
                });
            }
        }
    }
    let names = made.threads.iter().enumerate().skip(1);
    let counts = names.map(|(template, name)| {
        let count = copies.iter().filter(|copy| copy.template == template).count();
        (name.clone(), count)
    });
    let last = run.last().map(|id| made.net.transition(*id).produces());
    let produced = last.into_iter().flatten().map(|(place, _)| *place);
    // A thread may fail before its first visible operation, even main.
    let reached = produced.chain(made.net.initial().marked().map(|(place, _)| place));
    let mut reached = reached.filter_map(|place| {
        made.wrong.iter().find(|(wrong, _)| *wrong == place).map(|(_, wrong)| wrong.clone())
    });
    let wrong = reached.next().expect("a run to a failure ends in one");
    (wrong, Story { moments, copies: counts.collect() })
}
