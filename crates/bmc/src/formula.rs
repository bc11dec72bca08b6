//! One formula for a program and a model, and questions about it.

use crate::encoding::{Encoding, Unsupported};
use crate::endings::{require_beginnings, require_lateness};
use crate::execution::{Execution, decode};
use crate::executions::Executions;
use crate::lazy::Theory;
use crate::method::Method;
use crate::model::Model;
use rustc_hash::FxHashMap;
use solver::bitvector::{self, Bits};
use solver::{Answer, Circuit, GoesOn, Literal, Statistics};
use unroll::{Acyclic, EventId, ValueId};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It was told to stop.
    Stopped,
    /// What was found is no execution of the model: a bug of Heddle.
    Broken(String),
}

/// The executions of a program that a model allows.
#[derive(Debug)]
pub struct Formula<'a> {
    pub(crate) encoding: Encoding<'a>,
    /// The checks of the model that are no axioms, by their places, and whether they hold.
    pub(crate) remarks: Vec<(usize, Literal)>,
    /// Whether accesses come after the ends of their objects' lives.
    pub(crate) lates: FxHashMap<EventId, Literal>,
}

impl<'a> Formula<'a> {
    /// The formula, with all that can be asked of the model.
    pub fn new(
        acyclic: &'a Acyclic,
        model: &'a Model,
        method: Method,
    ) -> Result<Formula<'a>, Unsupported> {
        let executions = Executions::new(acyclic, method);
        let mut encoding = Encoding::new(executions, model)?;
        if method.is_lazy(model.is_monotone(), || encoding.estimated_clauses()) {
            let theory = Theory::new(&mut encoding);
            encoding.executions.judge_by(theory);
        } else {
            for index in model.axioms() {
                encoding.require(&model.program.checks[index]);
            }
            if !method.analyses.active {
                encoding.encode_all();
            }
        }
        let lates = require_lateness(&mut encoding)?;
        require_beginnings(&mut encoding);
        let remarks = model.remarks().into_iter();
        let remarks =
            remarks.map(|index| (index, encoding.holds(&model.program.checks[index]))).collect();
        Ok(Formula { encoding, remarks, lates })
    }

    /// The gates, in which conditions can be made. What is asked about is made before the first
    /// question.
    pub fn circuit(&mut self) -> &mut Circuit {
        &mut self.encoding.executions.circuit
    }

    /// A value of the program.
    pub fn bits(&mut self, value: ValueId) -> Bits {
        self.encoding.executions.bits(value)
    }

    /// A condition of the program.
    pub fn condition(&mut self, value: ValueId) -> Literal {
        self.encoding.executions.condition(value)
    }

    /// Whether an event is executed.
    pub fn executed(&self, event: EventId) -> Literal {
        self.encoding.executions.executed(event.index())
    }

    /// One of some conditions of the program.
    pub fn any(&mut self, conditions: impl IntoIterator<Item = ValueId>) -> Literal {
        let literals: Vec<Literal> =
            conditions.into_iter().map(|condition| self.condition(condition)).collect();
        self.circuit().or(literals)
    }

    /// Some access is at no address that the program says it may have, so that executions may be
    /// missing.
    pub fn astray(&self) -> Literal {
        self.encoding.executions.astray
    }

    /// The checks of the model that are no axioms, by their places, and whether they hold.
    pub fn remarks(&self) -> &[(usize, Literal)] {
        &self.remarks
    }

    /// What is in a cell in the end: whether it was accessed at all, and the value of the last
    /// write in coherence, if it was.
    pub fn final_value(&mut self, address: u64) -> (Literal, Bits) {
        let Some(coherence) = self.encoding.model.primitives.coherence() else {
            panic!("final values come from `co`, which the model does not choose")
        };
        let executions = &mut self.encoding.executions;
        let acyclic = executions.acyclic;
        let mut accessed = Vec::new();
        let mut bits: Vec<Vec<Literal>> = Vec::new();
        for (id, event) in acyclic.numbered() {
            if !event.kind.writes() || acyclic.endings.contains(&id) {
                continue;
            }
            let there = executions.places(id.index()).iter().find(|(place, _)| *place == address);
            let Some((_, there)) = there.copied() else { continue };
            accessed.push(there);
            let later: Vec<Literal> = self.encoding.choices[coherence]
                .iter()
                .filter(|((from, to), _)| *from == id.index() && is_write(acyclic, *to))
                .map(|(_, literal)| !*literal)
                .collect();
            let mut conditions = later;
            conditions.push(there);
            conditions.sort_unstable();
            let is_last = executions.circuit.and(conditions);
            let value = executions.value(id.index()).expect("a write has a value");
            bits.resize(bits.len().max(value.len()), Vec::new());
            for (bit, literal) in value.into_iter().enumerate() {
                bits[bit].push(executions.circuit.and([is_last, literal]));
            }
        }
        let circuit = &mut executions.circuit;
        let accessed = circuit.or(accessed);
        (accessed, bits.into_iter().map(|bit| circuit.or(bit)).collect())
    }

    /// Whether a read reads from the last write in coherence, if it is executed.
    pub fn reads_last(&mut self, read: EventId) -> Literal {
        let Some(coherence) = self.encoding.model.primitives.coherence() else {
            panic!("who is last is said by `co`, which the model does not choose")
        };
        let acyclic = self.encoding.executions.acyclic;
        let sources = self.encoding.executions.sources(read).to_vec();
        let mut ways = Vec::new();
        for (write, reads_from) in sources {
            let mut conditions: Vec<Literal> = self.encoding.choices[coherence]
                .iter()
                .filter(|((from, to), _)| *from == write.index() && is_write(acyclic, *to))
                .map(|(_, literal)| !*literal)
                .collect();
            conditions.push(reads_from);
            conditions.sort_unstable();
            ways.push(self.circuit().and(conditions));
        }
        self.circuit().or(ways)
    }

    /// Whether a read has the value of the last write in coherence to its place, if it is executed.
    pub fn reads_last_value(&mut self, read: EventId) -> Literal {
        let reads_last = self.reads_last(read);
        let coherence = self.encoding.model.primitives.coherence().expect("it was just asked for");
        let executions = &mut self.encoding.executions;
        let acyclic = executions.acyclic;
        let mut conditions = Vec::new();
        let value = executions.read(read);
        for (write, event) in acyclic.numbered() {
            let write = write.index();
            if !event.kind.writes() || !is_write(acyclic, write) {
                continue;
            }
            let is_here = executions.same_place(read.index(), write);
            if executions.circuit.known(is_here) == Some(false) {
                continue;
            }
            let is_earlier = self.encoding.choices[coherence]
                .iter()
                .filter(|((from, to), _)| *from == write && is_write(acyclic, *to))
                .map(|(_, literal)| *literal);
            let written = executions.value(write).expect("a write has a value");
            let mut ways: Vec<Literal> = is_earlier.collect();
            ways.push(bitvector::equal(&mut executions.circuit, &value, &written));
            ways.push(!is_here);
            conditions.push(executions.circuit.or(ways));
        }
        let reads_value = executions.circuit.and(conditions);
        self.circuit().or([reads_last, reads_value])
    }

    /// An execution in which all of these hold.
    pub fn find(
        &mut self,
        conditions: &[Literal],
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Execution>, Failure> {
        self.search(conditions, &|_| goes_on())
    }

    /// The same, for who wants to know how far the search is.
    pub fn search(
        &mut self,
        conditions: &[Literal],
        goes_on: GoesOn<'_>,
    ) -> Result<Option<Execution>, Failure> {
        match self.circuit().search(conditions, goes_on) {
            Answer::Stopped => Err(Failure::Stopped),
            Answer::Unsatisfiable => Ok(None),
            Answer::Satisfiable => decode(&mut self.encoding).map(Some).map_err(Failure::Broken),
        }
    }

    /// In the assignment that was found, the value of a literal.
    pub fn value(&mut self, literal: Literal) -> bool {
        self.circuit().value(literal)
    }

    pub fn statistics(&mut self) -> Statistics {
        self.circuit().solver().statistics()
    }
}

/// Whether an event is more than the end of an object's life.
fn is_write(acyclic: &Acyclic, event: usize) -> bool {
    !acyclic.endings.contains(&EventId(event as u32))
}
