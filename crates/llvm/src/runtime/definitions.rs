//! Which part of the runtime's text does a program need?
//!
//! To parse all of it takes longer than most programs take to check. So the text is cut into its
//! definitions, and those are parsed that a program mentions, with what they mention themselves.
//! Sites and thread-local variables know each other by number and not by name; there are a few, and
//! all of them are kept. What is left out although something needs it is no silent loss: the rest
//! does not parse.

use rustc_hash::FxHashMap;

/// How a definition starts, at the start of a line. Those of the first kind have a name.
const NAMED: [&str; 3] = ["function @", "global @", "constant @"];
const NUMBERED: [&str; 2] = ["site ", "thread_local "];

/// The definitions of some texts, in their order.
#[derive(Debug)]
pub(super) struct Definitions<'a> {
    pieces: Vec<&'a str>,
    by_name: FxHashMap<&'a str, usize>,
    /// Those that have no name.
    numbered: Vec<usize>,
}

impl<'a> Definitions<'a> {
    pub(super) fn new(texts: impl IntoIterator<Item = &'a str>) -> Definitions<'a> {
        let mut by_name = FxHashMap::default();
        by_name.reserve(1024);
        let mut found = Definitions { pieces: Vec::with_capacity(1024), by_name, numbered: vec![] };
        texts.into_iter().for_each(|text| found.cut(text));
        found
    }

    fn cut(&mut self, text: &'a str) {
        // The definition that the line before belongs to.
        let mut start = None;
        let mut position = 0;
        for line in text.split_inclusive('\n') {
            // Most lines are inside of definitions.
            if matches!(line.as_bytes()[0], b' ' | b'}' | b'/' | b'\n') {
                position += line.len();
                continue;
            }
            let keyword = |keyword: &&str| line.starts_with(*keyword);
            if let Some(named) = NAMED.iter().find(|each| keyword(each)) {
                self.close(text, &mut start, position);
                self.by_name.insert(name_at_start(&line[named.len()..]), self.pieces.len());
            } else if NUMBERED.iter().any(keyword) {
                self.close(text, &mut start, position);
                self.numbered.push(self.pieces.len());
            }
            position += line.len();
        }
        self.close(text, &mut start, text.len());
    }

    /// Ends the definition that has started, and starts another one.
    fn close(&mut self, text: &'a str, start: &mut Option<usize>, position: usize) {
        if let Some(start) = start.replace(position) {
            self.pieces.push(&text[start..position]);
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.by_name.keys().copied()
    }

    /// The text of the definitions with these names, and of all that they mention.
    pub(super) fn text<'b>(&self, names: impl IntoIterator<Item = &'b str>) -> String {
        let mut is_kept = vec![false; self.pieces.len()];
        let mut pending = self.numbered.clone();
        pending.extend(names.into_iter().filter_map(|name| self.by_name.get(name)));
        while let Some(index) = pending.pop() {
            if !std::mem::replace(&mut is_kept[index], true) {
                let mentioned = self.pieces[index].split(['@', '&']).skip(1).map(name_at_start);
                pending.extend(mentioned.filter_map(|name| self.by_name.get(name)));
            }
        }
        let kept = self.pieces.iter().zip(is_kept).filter_map(|(text, kept)| kept.then_some(*text));
        kept.collect()
    }
}

/// The name that a text starts with.
fn name_at_start(text: &str) -> &str {
    let is_in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'$');
    let end = text.bytes().position(|byte| !is_in_name(byte));
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::Definitions;

    const TEXT: &str = "// A comment.\nsite \"errno\" layout i32\nthread_local #0 : 4\n\
         global @x : 8\nconstant @heddle.text : 3 = \"@y\\00\"\nglobal @y : 8\n\
         function @f() {\nentry:\n  call @g()\n  return\n}\n// About g.\n\
         function @g() {\nentry:\n  %a = load.8 @x+0\n  return\n}\nfunction @h() {\n  return\n}\n";

    #[test]
    fn what_is_mentioned_comes_along() {
        let definitions = Definitions::new([TEXT]);
        let all = ["f", "g", "h", "heddle.text", "x", "y"];
        let mut names: Vec<&str> = definitions.names().collect();
        names.sort_unstable();
        assert_eq!(names, all);
        let text = definitions.text(["f", "unknown"]);
        let part = program::text::parse(&text).expect("a program");
        let functions: Vec<&str> = part.functions.iter().map(|each| each.name.as_str()).collect();
        assert_eq!(functions, ["f", "g"]);
        assert_eq!(part.globals.len(), 1);
        assert_eq!(part.thread_locals.len(), 1);
    }

    #[test]
    fn all_names_are_the_whole_text() {
        let definitions = Definitions::new([TEXT]);
        let text = definitions.text(definitions.names());
        assert_eq!(Some(text.as_str()), TEXT.strip_prefix("// A comment.\n"));
    }
}
