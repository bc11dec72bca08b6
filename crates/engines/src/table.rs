//! What every engine says of every question under every model, as a table for `docs/checks.md`. A
//! test compares every cell that is not refused with brute force.

use crate::{ENGINES, Model, Objection, Question};
use explore::Config;

/// The table, in Markdown. The models have the headings of their columns.
pub fn table(models: &[(&str, Model)]) -> String {
    let mut notes: Vec<Objection> = Vec::new();
    let headings: Vec<&str> = models.iter().map(|(heading, _)| *heading).collect();
    let mut text = format!("| looked for | engine | {} |\n", headings.join(" | "));
    text += &format!("|---|---|{}\n", "---|".repeat(models.len()));
    for question in Question::ALL {
        for engine in ENGINES {
            let cells = models.iter().map(|(_, model)| match engine.objection(question, model) {
                None => {
                    let config = question.ask(Config::default());
                    let candidates = engine.candidates(model, &config);
                    let names: Vec<&str> = candidates.iter().map(|engine| engine.name()).collect();
                    if names.is_empty() { "complete".to_owned() } else { names.join(", ") }
                }
                Some(objection) => {
                    let known = notes.iter().position(|note| *note == objection);
                    let note = known.unwrap_or_else(|| {
                        notes.push(objection);
                        notes.len() - 1
                    });
                    format!("refused ({})", note + 1)
                }
            });
            let cells: Vec<String> = cells.collect();
            let (question, engine) = (question.name(), engine.name());
            text += &format!("| {question} | `{engine}` | {} |\n", cells.join(" | "));
        }
    }
    text.push('\n');
    for (index, note) in notes.iter().enumerate() {
        text += &format!("{}. {}\n", index + 1, note.reason());
    }
    text
}
