//! Every name that models of machines find has a meaning here.

use cat::program::Kind;
use events::Primitive;

#[test]
fn every_name_of_the_vocabulary_has_a_meaning() {
    for (name, kind) in cat::machine_names().names() {
        let primitive = Primitive::named(name).unwrap_or_else(|| panic!("`{name}`"));
        let is_set = match primitive {
            Primitive::R
            | Primitive::W
            | Primitive::M
            | Primitive::F
            | Primitive::IW
            | Primitive::RMW
            | Primitive::Nothing
            | Primitive::Tagged(_) => true,
            Primitive::Po
            | Primitive::Addr
            | Primitive::Data
            | Primitive::Ctrl
            | Primitive::PickAddr
            | Primitive::PickData
            | Primitive::PickCtrl
            | Primitive::Rmw
            | Primitive::Amo
            | Primitive::Rf
            | Primitive::Loc
            | Primitive::Int
            | Primitive::Ext
            | Primitive::SameAccess
            | Primitive::SameValue
            | Primitive::AtomicBlock => false,
        };
        assert_eq!(is_set, *kind == Kind::Set, "`{name}`");
    }
    assert_eq!(Primitive::named("fr"), None);
}
