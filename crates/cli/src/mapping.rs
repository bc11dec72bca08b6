//! Which compiler mapping goes with a model? `--mapping` says so, or else the model: those of
//! machines have a usual one, and models of C need none.

use crate::Rejection;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use unroll::mapping::{MAPPINGS, Mapping};

/// The names that events have in C say what compilers make of them for these machines.
const KNOW_C: [&str; 2] = ["x86-tso", "pso"];

/// What `--mapping` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WantedMapping {
    Nothing,
    This(&'static Mapping),
}

/// Reads the name of a mapping.
pub(crate) fn names() -> impl TypedValueParser<Value = WantedMapping> {
    let names = MAPPINGS.iter().map(|own| PossibleValue::new(own.name));
    let names = names.chain([PossibleValue::new("none")]);
    PossibleValuesParser::new(names)
        .map(|name| Mapping::named(&name).map_or(WantedMapping::Nothing, WantedMapping::This))
}

/// What a litmus test is compiled for, if it is for another machine than a model's: what the option
/// says, or the usual mapping of the model.
pub(crate) fn for_test(
    wanted: Option<WantedMapping>,
    model: &str,
) -> Result<Option<&'static Mapping>, Rejection> {
    let name = cat::bundled_name(model);
    match wanted {
        Some(WantedMapping::Nothing) => Ok(None),
        Some(WantedMapping::This(_)) => choose(wanted, model),
        None => Ok(name.and_then(|name| Mapping::of_model(name).next())),
    }
}

/// The mapping for a model, which is the name of one that comes with Heddle or a file.
pub(crate) fn choose(
    wanted: Option<WantedMapping>,
    model: &str,
) -> Result<Option<&'static Mapping>, Rejection> {
    let Some(name) = cat::bundled_name(model) else {
        // What a file is about, only its author knows.
        return Ok(match wanted {
            Some(WantedMapping::This(mapping)) => Some(mapping),
            Some(WantedMapping::Nothing) | None => None,
        });
    };
    let usual = Mapping::of_model(name).next();
    let fitting: Vec<&str> = Mapping::of_model(name).map(|own| own.name).collect();
    match (wanted, usual) {
        (None, Some(_)) if KNOW_C.contains(&name) => Ok(None),
        (None, usual) => Ok(usual),
        (Some(WantedMapping::This(mapping)), _) if mapping.model == name => Ok(Some(mapping)),
        // Under sequential consistency, no fence matters.
        (Some(WantedMapping::This(mapping)), _) if name == "sc" => Ok(Some(mapping)),
        (Some(WantedMapping::Nothing), _) if usual.is_none() || KNOW_C.contains(&name) => Ok(None),
        (Some(WantedMapping::Nothing), _) => {
            let message = format!("{model} is about instructions, and C has none");
            Err(Rejection::with_help(message, format!("mappings for it: {}", fitting.join(", "))))
        }
        (Some(WantedMapping::This(mapping)), _) => {
            let message =
                format!("the mapping {} is for {}, not for {model}", mapping.name, mapping.model);
            let help = match fitting.is_empty() {
                true => format!("{model} is about the accesses of C, and needs none"),
                false => format!("mappings for it: {}", fitting.join(", ")),
            };
            Err(Rejection::with_help(message, help))
        }
    }
}
