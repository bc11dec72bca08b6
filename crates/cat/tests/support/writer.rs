//! Random expressions of cat in which all recursion is monotone.

use super::world::Random;

/// Writes random expressions.
pub(crate) struct Writer {
    pub(crate) random: Random,
    /// The names of recursive sets and relations that may be used; none where more of them would
    /// make less.
    sets: Vec<String>,
    relations: Vec<String>,
    names: usize,
}

impl Writer {
    pub(crate) fn new(random: Random) -> Writer {
        Writer { random, sets: Vec::new(), relations: Vec::new(), names: 0 }
    }

    fn one_of(&mut self, own: &[&str], recursive: &[String]) -> String {
        if !recursive.is_empty() && self.random.index(2) == 0 {
            return recursive[self.random.index(recursive.len())].clone();
        }
        own[self.random.index(own.len())].to_owned()
    }

    pub(crate) fn set(&mut self, depth: usize) -> String {
        if depth == 0 {
            let recursive = self.sets.clone();
            return self.one_of(&["A", "B", "_", "emptyset"], &recursive);
        }
        match self.random.index(7) {
            0 => format!("({} | {})", self.set(depth - 1), self.set(depth - 1)),
            1 => format!("({} & {})", self.set(depth - 1), self.set(depth - 1)),
            2 => {
                let first = self.set(depth - 1);
                format!("({first} \\ {})", self.falling(|writer| writer.set(depth - 1)))
            }
            3 => format!("~{}", self.falling(|writer| writer.set(depth - 1))),
            4 => format!("domain({})", self.relation(depth - 1)),
            5 => format!("range({})", self.relation(depth - 1)),
            _ => self.set(0),
        }
    }

    pub(crate) fn relation(&mut self, depth: usize) -> String {
        if depth == 0 {
            let recursive = self.relations.clone();
            return self.one_of(&["r", "s", "t", "id", "(_ * _)", "(r & 0)"], &recursive);
        }
        match self.random.index(14) {
            0 => format!("({} | {})", self.relation(depth - 1), self.relation(depth - 1)),
            1 => format!("({} & {})", self.relation(depth - 1), self.relation(depth - 1)),
            2 => {
                let first = self.relation(depth - 1);
                format!("({first} \\ {})", self.falling(|writer| writer.relation(depth - 1)))
            }
            3 => format!("(~{})", self.falling(|writer| writer.relation(depth - 1))),
            4 | 5 => format!("({}; {})", self.relation(depth - 1), self.relation(depth - 1)),
            6 => format!("{}^-1", self.relation(depth - 1)),
            7 => format!("{}^+", self.relation(depth - 1)),
            8 => format!("{}^*", self.relation(depth - 1)),
            9 => format!("({} * {})", self.set(depth - 1), self.set(depth - 1)),
            10 => format!("[{}]", self.set(depth - 1)),
            _ => self.recursive(depth - 1),
        }
    }

    /// `(let rec … and … in …)`
    fn recursive(&mut self, depth: usize) -> String {
        let outer = (self.sets.len(), self.relations.len());
        let name = |writer: &mut Writer| {
            writer.names += 1;
            format!("x{}", writer.names)
        };
        let (set, one, other) = (name(self), name(self), name(self));
        self.sets.push(set.clone());
        self.relations.extend([one.clone(), other.clone()]);
        let text = format!(
            "(let rec {set} = A & B | {} and {one} = {} and {other} = s | {} in {one} | {})",
            self.set(depth),
            self.relation(depth),
            self.relation(depth),
            self.relation(depth)
        );
        self.sets.truncate(outer.0);
        self.relations.truncate(outer.1);
        text
    }

    /// Writes something that uses no recursive names.
    fn falling(&mut self, write: impl FnOnce(&mut Writer) -> String) -> String {
        let (sets, relations) =
            (std::mem::take(&mut self.sets), std::mem::take(&mut self.relations));
        let text = write(self);
        (self.sets, self.relations) = (sets, relations);
        text
    }
}
