//! Fences carry tags of fences and accesses carry tags of accesses, in every dialect: what the
//! table of tags says of a tag is so.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use base::Tags;
use base::tags::Kind;
use files::files_in;
use litmus::code::{Instruction, Otherwise};
use std::path::Path;

fn check(tags: Tags, is_fence: bool, name: &str) {
    for tag in tags.iter() {
        let fits = match tag.kind() {
            Kind::Order | Kind::Hidden => true,
            Kind::Access => !is_fence,
            Kind::Fence | Kind::FullFence => is_fence,
        };
        assert!(fits, "{name}: {tag:?} where it cannot be");
    }
}

#[test]
fn tags_are_where_the_table_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    for path in files_in(&folder, "litmus") {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        let lowered = litmus::lower(&litmus::parse(&text).unwrap(), &text).unwrap();
        for instruction in lowered.threads.iter().flat_map(|thread| &thread.code.instructions) {
            match instruction {
                Instruction::Load { access, .. }
                | Instruction::Store { access, .. }
                | Instruction::StoreExclusive { access, .. } => check(access.tags, false, &name),
                Instruction::Update(update) => {
                    check(update.read.tags.with(update.write_tags), false, &name);
                    if let Otherwise::Read(tags) = update.otherwise {
                        check(tags, false, &name);
                    }
                    check(update.around.unwrap_or(Tags::NONE), true, &name);
                }
                Instruction::Fence { tags, .. } => {
                    check(*tags, true, &name);
                    assert!(!tags.is_empty(), "{name}: a fence without a name");
                }
                Instruction::Assign { .. }
                | Instruction::Branch { .. }
                | Instruction::Jump { .. }
                | Instruction::Scope(_) => {}
            }
        }
    }
}
