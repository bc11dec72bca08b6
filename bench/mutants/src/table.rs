//! The table of mutants: a line for each, with what the judges say.

use crate::judges::JUDGES;
use crate::schema::Mutant;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// What a judge says about a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// With the question that it answers otherwise.
    Noticed(String),
    NotNoticed,
    NotReached,
}

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub number: u32,
    /// File and line.
    pub place: String,
    pub kind: String,
    pub original: String,
    /// Of each judge, as far as they were asked.
    pub verdicts: Vec<Verdict>,
}

pub(crate) fn begin(path: &Path, mutants: &[(u32, Mutant)]) -> Result<(), String> {
    let rows = mutants.iter().map(|(number, own)| Row {
        number: *number,
        place: format!("{}:{}", own.file.display(), own.line),
        kind: own.kind.to_owned(),
        original: own.original.clone(),
        verdicts: Vec::new(),
    });
    let text: String = rows.map(|row| line(&row)).collect();
    std::fs::write(path, text).map_err(|error| error.to_string())
}

pub(crate) fn append(path: &Path, row: &Row) -> Result<(), String> {
    let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(line(row).as_bytes()))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn line(row: &Row) -> String {
    let verdicts: String = row
        .verdicts
        .iter()
        .map(|own| match own {
            Verdict::Noticed(by) => format!("\t{by}"),
            Verdict::NotNoticed => "\t-".to_owned(),
            Verdict::NotReached => "\tnot reached".to_owned(),
        })
        .collect();
    format!("{}\t{}\t{}\t{}{verdicts}\n", row.number, row.place, row.kind, row.original)
}

pub(crate) fn read(path: &Path) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path:?}: {error}"))?;
    text.lines().map(parse).collect()
}

fn parse(line: &str) -> Result<Row, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [number, place, kind, original, verdicts @ ..] = fields.as_slice() else {
        return Err(format!("no row: {line}"));
    };
    let verdict = |own: &&str| match *own {
        "-" => Verdict::NotNoticed,
        "not reached" => Verdict::NotReached,
        by => Verdict::Noticed(by.to_owned()),
    };
    Ok(Row {
        number: number.parse().map_err(|_| format!("no number: {number}"))?,
        place: (*place).to_owned(),
        kind: (*kind).to_owned(),
        original: (*original).to_owned(),
        verdicts: verdicts.iter().map(verdict).collect(),
    })
}

/// Prints what each judge notices, by crate, and the names of those that nobody does.
pub(crate) fn score(path: &Path) -> Result<(), String> {
    let rows = read(path)?;
    let mut by_crate: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        let name = row.place.strip_prefix("crates/").unwrap_or(&row.place);
        by_crate.entry(name.split('/').next().unwrap_or(name)).or_default().push(row);
    }
    let heads: Vec<String> = JUDGES.iter().map(|judge| format!("noticed by {judge}")).collect();
    println!(
        "| crate | mutants | {} | noticed | reached, not noticed | not reached |",
        heads.join(" | ")
    );
    println!("|---|---|{}---|---|---|", "---|".repeat(JUDGES.len()));
    for (name, own) in &by_crate {
        print_counts(name, own);
    }
    print_counts("all", &rows.iter().collect::<Vec<_>>());
    println!("\nNot noticed:");
    for row in rows.iter().filter(|row| !is_noticed(row)) {
        let reached = if is_reached(row) { "" } else { " (not reached)" };
        println!("- {} {}: {}: {}{reached}", row.number, row.place, row.kind, row.original);
    }
    Ok(())
}

fn print_counts(name: &str, rows: &[&Row]) {
    let by = |judge: usize| {
        let is = |row: &&&Row| matches!(row.verdicts.get(judge), Some(Verdict::Noticed(_)));
        rows.iter().filter(is).count()
    };
    let of_judges: Vec<String> = (0..JUDGES.len()).map(|judge| by(judge).to_string()).collect();
    let noticed = rows.iter().filter(|row| is_noticed(row)).count();
    let missed = rows.iter().filter(|row| !is_noticed(row) && is_reached(row)).count();
    let away = rows.iter().filter(|row| !is_reached(row)).count();
    println!(
        "| {name} | {} | {} | {noticed} | {missed} | {away} |",
        rows.len(),
        of_judges.join(" | ")
    );
}

fn is_noticed(row: &Row) -> bool {
    row.verdicts.iter().any(|own| matches!(own, Verdict::Noticed(_)))
}

fn is_reached(row: &Row) -> bool {
    row.verdicts.iter().any(|own| *own != Verdict::NotReached)
}
