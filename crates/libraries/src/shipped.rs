//! The specifications that come with Heddle.

/// Their names and texts.
pub const SHIPPED: [(&str, &str); 4] = [
    ("mutex", include_str!("../specifications/mutex.library")),
    ("rwlock", include_str!("../specifications/rwlock.library")),
    ("queue", include_str!("../specifications/queue.library")),
    ("stack", include_str!("../specifications/stack.library")),
];

/// The text of a specification.
pub fn find(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(other, _)| *other == name).map(|(_, text)| *text)
}
