//! The names that a model of machines or of C finds: what every execution has, and the tags of all
//! architectures and languages, which are those of the one table ([`base::Tag`]). What an execution
//! does not have is empty. The models that come with Heddle use these, and whoever judges
//! executions with them gives them a meaning.

use crate::compile::Vocabulary;
use base::Tag;
use base::tags::Kind;

/// The vocabulary for compiling models of machines and of C.
pub fn machine_names() -> Vocabulary {
    let found = Tag::all().filter(|tag| match tag.kind() {
        Kind::Order | Kind::Access | Kind::Fence | Kind::FullFence => true,
        Kind::Hidden => false,
    });
    Vocabulary::basic()
        .sets(found.map(Tag::name))
        .relations(["same-value", "atomic-block", "pick-addr", "pick-data", "pick-ctrl"])
        .with_tags_of_table()
}
