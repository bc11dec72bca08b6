//! What do the variables of a formula mean? For the file that has its clauses: the program, the
//! model as it was compiled, and a line for each variable that stands for something in them. All
//! others are gates.

use crate::formula::Formula;
use solver::{Asked, Cnf, Literal};

impl Formula<'_> {
    /// The formula as a file that puts a question; none unless it was recorded.
    pub fn cnf(&self, asked: Asked) -> Option<Cnf> {
        let record = self.encoding.executions.record.as_ref()?;
        let edges = self.encoding.executions.edges();
        Some(Cnf::new(&record.borrow(), asked, edges, self.comments()))
    }

    /// The question that was last answered with an execution, by its place.
    pub(crate) fn last_found(&self) -> Option<usize> {
        let record = self.encoding.executions.record.as_ref()?.borrow();
        record.questions.iter().rposition(|own| own.answer == solver::Answer::Satisfiable)
    }

    fn comments(&self) -> Vec<String> {
        let mut lines = vec![
            "A formula of Heddle's. Its assignments are executions of a program that a memory"
                .into(),
            "model allows and in which the question is answered with yes; lemmas say that graphs"
                .into(),
            "have no cycles.".into(),
            "The program:".into(),
        ];
        let indented = |text: String| text.lines().map(|line| format!("  {line}")).collect();
        let parts: [Vec<String>; 2] = [
            indented(self.encoding.executions.acyclic.to_string()),
            indented(self.encoding.model.program.to_string()),
        ];
        let [program, model] = parts;
        lines.extend(program);
        lines.push("The model:".into());
        lines.extend(model);
        lines.push("The variables:".into());
        let mut named: Vec<(Literal, String)> = self.encoding.executions.named();
        named.extend(self.encoding.named());
        named.retain(|(literal, _)| !self.encoding.executions.is_constant(*literal));
        named.sort();
        lines.extend(named.into_iter().map(|(own, name)| format!("var {} {name}", own.dimacs())));
        lines
    }
}
