//! A chronological trace in words: a list for each thread and each updater, and the edges between
//! their entries.
//!
//! `t1#2` is the second step of t1, `upd(t1)#1` the first update of its store buffer,
//! `upd(t1, x)#1` that of its buffer for x. What a load reads without a `src` edge is what its own
//! thread stored last, or the initial value, which its words say.

use crate::location::Location;
use crate::names::Names;
use crate::story::{Line, Story};
use crate::words::{Origins, Words};
use answer::ObjectOrigin;
use base::ThreadId;
use execution::chronological::{Agent, Buffer, Relation, Vertex};
use execution::{ChronologicalTrace, Witness};
use program::Program;

pub(crate) struct Drawing {
    pub(crate) lists: Vec<List>,
    /// By the places of the entries, counted through all lists; sorted.
    pub(crate) edges: Vec<(usize, usize, Relation)>,
}

/// The steps of a thread or an updater.
pub(crate) struct List {
    pub(crate) agent: Agent,
    /// Without the steps' numbers.
    pub(crate) name: String,
    /// The thread's function; none for main and for updaters.
    pub(crate) function: Option<String>,
    pub(crate) entries: Vec<Entry>,
}

pub(crate) struct Entry {
    pub(crate) name: String,
    /// What the step does.
    pub(crate) text: String,
    pub(crate) location: Option<Location>,
}

impl Drawing {
    pub(crate) fn new(
        program: &Program,
        trace: &ChronologicalTrace,
        witness: &Witness,
        objects: &[ObjectOrigin],
    ) -> Drawing {
        let names = Names::new(program, objects);
        let story = Story::new(witness);
        let words = Words { names: &names, story: &story, witness, origins: Origins::Drawn };
        let mut lists: Vec<List> = Vec::new();
        for vertex in &trace.vertices {
            if lists.last().is_none_or(|list| list.agent != vertex.agent) {
                lists.push(List::new(vertex.agent, &names, witness));
            }
            let list = lists.last_mut().expect("there is one now");
            list.entries.push(Entry {
                name: format!("{}#{}", list.name, vertex.index),
                text: deeds(vertex, &words),
                location: location(program, vertex, &story),
            });
        }
        let edges = trace.edges.iter().map(|edge| (edge.from, edge.to, edge.relation)).collect();
        Drawing { lists, edges }
    }

    /// The entries of all lists.
    pub(crate) fn entries(&self) -> Vec<&Entry> {
        self.lists.iter().flat_map(|list| &list.entries).collect()
    }
}

impl List {
    fn new(agent: Agent, names: &Names<'_>, witness: &Witness) -> List {
        let name = match agent {
            Agent::Thread(thread) => thread.to_string(),
            Agent::Updater(thread, Buffer::Whole) => format!("upd({thread})"),
            Agent::Updater(thread, Buffer::Location(cell)) => {
                format!("upd({thread}, {})", names.place(cell))
            }
            Agent::Updater(thread, Buffer::Ends) => format!("upd({thread}, ends of objects)"),
        };
        let function = match agent {
            Agent::Thread(thread) if thread != ThreadId::MAIN => {
                let end = witness.threads.iter().find(|end| end.thread == thread);
                end.map(|end| end.function.clone())
            }
            Agent::Thread(_) | Agent::Updater(..) => None,
        };
        List { agent, name, function, entries: Vec::new() }
    }
}

/// The lines of the story that a step is.
fn lines<'s, 'w>(vertex: &Vertex, story: &'s Story<'w>) -> Vec<&'s Line<'w>> {
    let mut numbers: Vec<usize> =
        vertex.events.iter().filter_map(|event| story.number(*event)).collect();
    numbers.dedup();
    numbers.into_iter().map(|number| &story.lines[number - 1]).collect()
}

fn deeds(vertex: &Vertex, words: &Words<'_>) -> String {
    let deeds: Vec<String> =
        lines(vertex, words.story).into_iter().map(|line| words.deed(line)).collect();
    deeds.join("; ")
}

/// Where a step is in the source; an update is nowhere.
fn location(program: &Program, vertex: &Vertex, story: &Story<'_>) -> Option<Location> {
    match vertex.agent {
        Agent::Thread(_) => {
            let position = lines(vertex, story).first()?.position?;
            Some(Location::new(program, position))
        }
        Agent::Updater(..) => None,
    }
}
