//! The same search by templates of growing depth (`cegis`): how many definitions and axioms there
//! are in turn, and how what was built is written down.

use crate::cegis::{self, Built, Experience, Instantiated, Subject, instantiate};
use crate::choice::Selection;
use crate::contradiction::contradiction;
use crate::expansion::{Expansion, Known};
use crate::expression::Expression;
use crate::problem::{Hole, Part, Problem};
use crate::question::{Answer, Effort, Found, Problematic, Stage};
use crate::synthesis::Search;
use std::rc::Rc;

impl Search<'_> {
    /// The smallest model of the smallest depth.
    pub(crate) fn run_templates(&mut self) -> Result<Answer, Problematic> {
        let effort = self.question.effort;
        if effort.exceptions == 0
            && let Some(claims) = contradiction(&self.views)
        {
            return Ok(Answer::Contradiction(self.said(&claims)));
        }
        let mut experience = Experience::default();
        let mut told: Option<Built> = None;
        for exceptions in 0..=effort.exceptions {
            for depth in 0..=effort.size {
                for (names, axioms) in self.templates() {
                    let total = effort.total;
                    let most =
                        cegis::Most { axioms, names, depth: depth as u32, total, exceptions };
                    match self.instantiate(most, &mut experience) {
                        Instantiated::Found(built) => {
                            let found = self.written(&built);
                            self.confirm(&found)?;
                            return Ok(Answer::Found(found));
                        }
                        Instantiated::None => {
                            if told != experience.nearest {
                                told.clone_from(&experience.nearest);
                                told.iter().for_each(|built| {
                                    let found = self.written(built);
                                    self.watcher.nearest(&found);
                                });
                            }
                        }
                        Instantiated::Stopped => {
                            let nearest = experience.nearest.map(|built| self.written(&built));
                            let size = depth.saturating_sub(1);
                            return Ok(Answer::Stopped { size, nearest });
                        }
                    }
                }
            }
        }
        Ok(Answer::None(Vec::new()))
    }

    /// How many definitions and axioms there are in turn.
    fn templates(&self) -> Vec<(usize, usize)> {
        let Effort { names, axioms, .. } = self.question.effort;
        let all = (0..=names).flat_map(|names| (0..=axioms).map(move |axioms| (names, axioms)));
        // Nothing uses what is defined where nothing is looked for.
        let is_used = |(names, axioms): &(usize, usize)| {
            *names == 0 || *axioms + self.question.frame.holes() > 0
        };
        all.filter(is_used).collect()
    }

    fn instantiate(&self, most: cegis::Most, experience: &mut Experience) -> Instantiated {
        let cegis::Most { axioms, exceptions, .. } = most;
        let size = most.depth as usize;
        let open = experience.nearest.iter().flat_map(|built| self.said(&built.wrong));
        let open = open.map(|said| said.name).collect();
        let stage = Stage { exceptions, size, relations: None, axioms, open };
        self.watcher.stage(&stage);
        let subject = Subject {
            views: &self.views,
            layout: &self.layout,
            base: self.question.base,
            values: &self.values,
            fillings: &self.fillings,
        };
        instantiate(subject, most, experience, &|| self.watcher.go_on())
    }

    /// The model of what was built.
    fn written(&mut self, built: &Built) -> Found {
        let first = self.expansion.known.len();
        let mut wanted: Vec<(Hole, usize)> = Vec::new();
        let mut add = |expansion: &mut Expansion, hole, expression: Rc<Expression>| {
            let matrices = Rc::new(expression.evaluate(&self.values, &self.layout));
            let size = expression.size();
            wanted.push((hole, expansion.known.len()));
            expansion.known.push(Known { expression, size, matrices });
        };
        for (axiom, instance) in built.axioms.iter().enumerate() {
            let hole = match instance.test {
                "acyclic" => Hole::Acyclic(axiom),
                "irreflexive" => Hole::Irreflexive,
                _ => Hole::Empty,
            };
            let parts = match instance.test {
                "acyclic" => Expression::parts_of_cycles(&instance.expression),
                _ => Expression::parts(&instance.expression),
            };
            for expression in parts {
                add(&mut self.expansion, hole, expression);
            }
        }
        for (hole, expression) in built.holes.iter().enumerate() {
            let parts = match self.fillings.is_single(hole) {
                true => vec![Rc::clone(expression)],
                false => Expression::parts(expression),
            };
            for expression in parts {
                add(&mut self.expansion, Hole::Sketch(hole), expression);
            }
        }
        let problem = Problem::of(
            &self.layout,
            &self.expansion.known,
            first,
            &self.fillings,
            built.axioms.len(),
        );
        let is_wanted =
            |part: &Part| part.relation.is_some_and(|own| wanted.contains(&(part.hole, own)));
        let all = 0..problem.parts.len();
        let parts: Vec<usize> = all.filter(|part| is_wanted(&problem.parts[*part])).collect();
        let size = problem.size(&parts);
        let exceptions = built.wrong.clone();
        self.found(&problem, &Selection { parts, size, exceptions })
    }
}
