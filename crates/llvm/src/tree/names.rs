//! Which names occur? Each is stored once and is a number from then on.

/// A name or another string of the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NameId(pub u32);

/// All names, back to back in one string.
#[derive(Clone, Debug, Default)]
pub struct Names {
    text: String,
    /// Where each name ends in `text`; it begins where the one before it ends.
    ends: Vec<usize>,
}

impl Names {
    pub fn text(&self, id: NameId) -> &str {
        let index = id.0 as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// Stores a name that is not yet there; the parser's interner sees to that.
    pub(crate) fn push(&mut self, name: &str) -> NameId {
        self.text.push_str(name);
        self.ends.push(self.text.len());
        NameId(self.ends.len() as u32 - 1)
    }
}
