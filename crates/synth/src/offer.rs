//! Which base relations are offered, if nobody says? Those of the dialects of the tests: what every
//! execution has, program order by kinds of accesses, fences and annotations that occur in the
//! tests, dependencies; and products of kinds of accesses, to restrict others by.
//!
//! Which tags occur is read off the code of the tests. Offering more than is needed costs time and
//! invites models that fit the tests only; a relation that is empty in all views is left out by the
//! expansion.

use crate::base_relations::{BaseRelation, is_relation};
use crate::frame::Frame;
use crate::observed::Observed;
use base::tags::Kind;
use base::{Tag, TagSet, Tags};
use cat::Loader;
use litmus::Lowered;
use litmus::code::{Instruction, Otherwise};
use litmus::tree::Architecture;

/// Of all executions: program order and communication.
const COMMON: [&str; 6] = ["po", "po-loc", "rf", "rfe", "co", "fr"];

/// Of C: what synchronises, by itself or with a fence, with the release sequences of C11 and
/// without those of the same thread, as in C20; and what is ordered at a location.
const OF_C: [&str; 3] = [
    "sw=([W & (REL | ACQ_REL | SC)] | [F & (REL | ACQ_REL | SC)]; po; [W]); ([W]; po-loc; [W])?; \
     (rf; rmw)^*; rf; ([R & (ACQ | ACQ_REL | SC)] | [R]; po; [F & (ACQ | ACQ_REL | SC)])",
    "sw-20=([W & (REL | ACQ_REL | SC)] | [F & (REL | ACQ_REL | SC)]; po; [W]); (rf; rmw)^*; rf; \
     ([R & (ACQ | ACQ_REL | SC)] | [R]; po; [F & (ACQ | ACQ_REL | SC)])",
    "eco=(rf | co | fr)^+",
];

/// Of machines: communication between threads and within one, program order by kinds of accesses,
/// dependencies, and `rdw` and `detour` (Alglave, Maranget, Tautschnig, *Herding Cats*, TOPLAS
/// 2014, Fig. 18): what another thread wrote since an access before.
const OF_MACHINES: [&str; 12] = [
    "coe",
    "fre",
    "rfi",
    "rdw=po-loc & (fre; rfe)",
    "detour=po-loc & (coe; rfe)",
    "po-rr=[R]; po; [R]",
    "po-rw=[R]; po; [W]",
    "po-wr=[W]; po; [R]",
    "po-ww=[W]; po; [W]",
    "addr",
    "data",
    "ctrl",
];

/// To restrict others.
const PRODUCTS: [&str; 4] = ["R * R", "R * W", "W * R", "W * W"];

/// Fences that order what is after a branch.
const CONTROL: [&str; 2] = ["ISYNC", "ISB"];

/// What orders nothing by itself.
const MARKS: Tags = base::tags!["X", "NA", "RLX", "CON", "A", "NoRet", "EX"];

/// The base relations for some tests, in a frame: with what a sketch defines.
pub fn offer(observed: &[Observed], frame: &Frame, loader: &dyn Loader) -> Vec<BaseRelation> {
    let mut offered: Vec<BaseRelation> =
        COMMON.iter().map(|text| BaseRelation::parse(text)).collect();
    let is_of_c =
        |own: &Observed| own.test.architecture == Architecture::C && !own.test.is_kernel();
    let is_of_machine = |own: &Observed| !is_of_c(own);
    let is_c = observed.iter().any(is_of_c);
    let (tags, has_updates) = occurring(observed);
    let parse = |texts: &[&str]| -> Vec<BaseRelation> {
        texts.iter().map(|text| BaseRelation::parse(text)).collect()
    };
    if observed.iter().any(is_of_machine) {
        offered.extend(parse(&OF_MACHINES));
    }
    if is_c {
        offered.extend(parse(&OF_C));
    }
    for tag in tags.iter() {
        offered.extend(of_tag(tag, is_c));
    }
    if has_updates {
        offered.push(BaseRelation::parse("rmw"));
    }
    let own = frame.defined.iter().map(|name| BaseRelation::parse(name));
    for relation in own {
        if !offered.iter().any(|known| known.name == relation.name) {
            offered.push(relation);
        }
    }
    offered.extend(PRODUCTS.map(BaseRelation::restricting));
    if frame.is_sketch {
        offered.retain(|relation| is_relation(frame, relation, loader));
    }
    offered
}

/// What a tag is good for: a fence orders what is before it and what is after it, an annotation
/// what is before or after the access.
fn of_tag(tag: Tag, is_c: bool) -> Vec<BaseRelation> {
    let name = tag.name();
    let low = name.to_lowercase().replace('.', "-");
    let parse = |text: String| BaseRelation::parse(&text);
    match tag.kind() {
        Kind::Fence | Kind::FullFence if CONTROL.contains(&name) => vec![
            parse(format!("{low}=po; [{name}]; po")),
            parse(format!("ctrl-{low}=ctrl; [{name}]; po")),
        ],
        Kind::Fence | Kind::FullFence => vec![parse(format!("{low}=po; [{name}]; po"))],
        Kind::Access | Kind::Order => {
            let is_mark = TagSet::from(MARKS).has_any(TagSet::NONE.and(tag));
            let locked =
                [format!("po-to-{low}=po; [{name}]"), format!("po-from-{low}=[{name}]; po")];
            // In C, an order is a part of what synchronises; seq_cst orders by itself, too.
            match (is_c, name) {
                (true, "SC") => vec![parse("po-sc=[SC]; po; [SC]".to_owned())],
                (true, _) => Vec::new(),
                (false, "X" | "A") => locked.map(parse).to_vec(),
                (false, _) if is_mark => Vec::new(),
                (false, _) => locked.map(parse).to_vec(),
            }
        }
        Kind::Hidden => Vec::new(),
    }
}

/// The tags of some tests, and whether they have read-modify-writes of two events.
fn occurring(observed: &[Observed]) -> (TagSet, bool) {
    let (mut tags, mut updates) = (TagSet::NONE, false);
    for lowered in observed.iter().map(|own| &own.lowered) {
        let Lowered { threads, .. } = lowered;
        for instruction in threads.iter().flat_map(|thread| &thread.code.instructions) {
            let mut add = |own: Tags| tags = tags.with(own.into());
            match instruction {
                Instruction::Load { access, .. } | Instruction::Store { access, .. } => {
                    add(access.tags);
                }
                Instruction::StoreExclusive { access, .. } => {
                    add(access.tags);
                    updates = true;
                }
                Instruction::Update(update) => {
                    add(update.read.tags);
                    add(update.write_tags);
                    add(update.around.unwrap_or(Tags::NONE));
                    if let Otherwise::Read(own) = update.otherwise {
                        add(own);
                    }
                    updates = true;
                }
                Instruction::Fence { tags: own, .. } => add(*own),
                Instruction::Assign { .. }
                | Instruction::Branch { .. }
                | Instruction::Jump { .. }
                | Instruction::Scope(_) => {}
            }
        }
    }
    (tags, updates)
}
