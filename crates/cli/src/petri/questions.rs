//! What is asked of a net: the options, or else what the file asks.

use super::in_text;
use crate::Rejection;
use crate::arguments::Petri;
use ::petri::formats::Input;
use ::petri::formula;
use ::petri::net::{Kind, Net};
use ::petri::property::{Property, Question};
use base::Diagnostic;

type Parse = fn(&Net, &str) -> Result<Property, Diagnostic>;

fn together(net: &Net, text: &str) -> Result<Property, Diagnostic> {
    Ok(Property::together(net, &formula::parse_places(net, text)?))
}

pub(super) fn of(options: &Petri, input: &Input) -> Result<Vec<Property>, Rejection> {
    let net = &input.net;
    let texts: [(&str, &[String], Parse); 5] = [
        ("--cover", &options.cover, formula::parse_conditions),
        ("--reach", &options.reach, formula::parse_conditions),
        ("--marking", &options.marking, formula::parse_marking),
        ("--mutex", &options.mutex, together),
        ("--formula", &options.formula, formula::parse),
    ];
    let mut properties = Vec::new();
    for (option, texts, parse) in texts {
        for text in texts {
            let parsed = parse(net, text);
            let property =
                parsed.map_err(|error| in_text(option.to_owned(), text.clone(), error))?;
            if option == "--cover" && !is_upward_closed(&property.question) {
                let message =
                    format!("`{text}` is not about covering: fewer tokens can satisfy it");
                let help = "conditions of --cover are of the form p>=1; --reach takes others";
                return Err(Rejection::with_help(message, help));
            }
            properties.push(property);
        }
    }
    if options.deadlock {
        properties.push(Property::deadlock());
    }
    if options.bounded {
        properties.push(Property::unbounded());
    }
    if properties.is_empty() {
        properties.clone_from(&input.properties);
    }
    if properties.is_empty() {
        return Err(Rejection::with_help(
            format!("{} asks nothing", options.file.display()),
            "ask with --cover, --reach, --marking, --mutex, --formula, --deadlock or --bounded",
        ));
    }
    let supply = net.transitions().iter().find(|known| known.kind == Kind::Supply);
    if let Some(supply) = supply
        && properties.iter().any(|property| property.question == Question::Unbounded)
    {
        let place = net.place_name(supply.produces()[0].0);
        return Err(Rejection::with_help(
            format!("the initial marking leaves the number of tokens of `{place}` open"),
            "boundedness is a question about one initial marking: give a number",
        ));
    }
    Ok(properties)
}

fn is_upward_closed(question: &Question) -> bool {
    match question {
        Question::Reach(clauses) => clauses.iter().all(|clause| {
            !clause.is_dead && clause.constraints.iter().all(|known| known.is_monotone())
        }),
        Question::Unbounded => false,
    }
}

/// Outputs must not overwrite the net, nor each other.
pub(super) fn refuse_overwriting(options: &Petri) -> Result<(), Rejection> {
    let outputs = [("--certificate", &options.certificate), ("--svg", &options.svg)];
    let is_same = |left: &std::path::Path, right: &std::path::Path| {
        left == right
            || matches!((left.canonicalize(), right.canonicalize()), (Ok(l), Ok(r)) if l == r)
    };
    for (option, file) in outputs {
        if let Some(file) = file
            && is_same(file, &options.file)
        {
            return Err(Rejection::new(format!("{option} would overwrite the net")));
        }
    }
    if let (Some(certificate), Some(svg)) = (&options.certificate, &options.svg)
        && is_same(certificate, svg)
    {
        return Err(Rejection::new("--certificate and --svg name the same file"));
    }
    Ok(())
}
