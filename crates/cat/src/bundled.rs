//! The models that come with Heddle, by the names they are asked for with. Each is a file, written
//! for Heddle from the literature that it cites.

use crate::source::File;

const MODELS: [(&str, &str); 15] = [
    ("sc", include_str!("../models/sc.cat")),
    ("sc-atomic-blocks", include_str!("../models/sc-atomic-blocks.cat")),
    ("x86-tso", include_str!("../models/x86-tso.cat")),
    ("pso", include_str!("../models/pso.cat")),
    ("rmo", include_str!("../models/rmo.cat")),
    ("alpha", include_str!("../models/alpha.cat")),
    ("power", include_str!("../models/power.cat")),
    ("armv7", include_str!("../models/armv7.cat")),
    ("aarch64", include_str!("../models/aarch64.cat")),
    ("riscv", include_str!("../models/riscv.cat")),
    ("ra", include_str!("../models/ra.cat")),
    ("rc11", include_str!("../models/rc11.cat")),
    ("rc11-20", include_str!("../models/rc11-20.cat")),
    ("imm", include_str!("../models/imm.cat")),
    ("lkmm", include_str!("../models/lkmm.cat")),
];

/// The models with a meaning for atomic blocks, for programs that have some.
const WITH_BLOCKS: [(&str, &str); 3] = [
    ("sc", include_str!("../models/blocks/sc.cat")),
    ("x86-tso", include_str!("../models/blocks/tso.cat")),
    ("pso", include_str!("../models/blocks/pso.cat")),
];

/// Other names of models.
const ALIASES: [(&str, &str); 2] = [("tso", "x86-tso"), ("armv8", "aarch64")];

/// What the model with this name, or this other name, is called.
pub fn bundled_name(name: &str) -> Option<&'static str> {
    let alias = ALIASES.into_iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    bundled_names().find(|known| *known == name)
}

/// The model with this name.
pub fn bundled_model(name: &str) -> Option<File> {
    let name = bundled_name(name)?;
    let text = MODELS.into_iter().find(|(known, _)| *known == name)?.1;
    Some(File { path: format!("<models>/{name}.cat"), text: text.to_owned() })
}

/// The same, with a meaning for the relation `atomic-block` of programs; few models have one.
pub fn bundled_model_with_blocks(name: &str) -> Option<File> {
    let name = bundled_name(name)?;
    let text = WITH_BLOCKS.into_iter().find(|(known, _)| *known == name)?.1;
    Some(File { path: format!("<models>/blocks/{name}.cat"), text: text.to_owned() })
}

/// The names of the models.
pub fn bundled_names() -> impl Iterator<Item = &'static str> {
    MODELS.into_iter().map(|(name, _)| name)
}
