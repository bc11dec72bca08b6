//! The types that tests name, in their initial states and in C: integers and pointers.
//!
//! Sizes are those of C where `int` has 32 bits, and `long` as many as a pointer. `char` has a
//! sign. A lock and a `struct` count as `int`, as in herd. In C, a word that is no type is an
//! error: an answer about four bytes would be a guess.

use crate::width::Width;

/// An integer, or a pointer to it, or a pointer to such a pointer, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Type {
    pub base: Base,
    pub stars: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    Integer(Width),
    /// What is not zero becomes one.
    Boolean,
}

impl Type {
    pub(crate) const INT: Type = Type::integer(Width::INT);

    pub(crate) const fn integer(width: Width) -> Type {
        Type { base: Base::Integer(width), stars: 0 }
    }

    /// The type of that many words and stars, where pointers have so many bytes.
    pub(crate) fn parse<'w>(
        words: impl IntoIterator<Item = &'w str>,
        stars: usize,
        pointer: u8,
    ) -> Type {
        let mut found = Found::default();
        words.into_iter().for_each(|word| found.add(word, pointer));
        Type { base: found.base(), stars: stars.min(usize::from(u8::MAX)) as u8 }
    }

    pub(crate) fn is_pointer(self) -> bool {
        self.stars > 0
    }

    /// What it points to; `int` if it is no pointer, as a number may be an address.
    pub(crate) fn target(self) -> Type {
        match self.stars.checked_sub(1) {
            Some(stars) => Type { stars, ..self },
            None => Type::INT,
        }
    }

    /// How many bits it has.
    pub(crate) fn width(self) -> Width {
        match self.base {
            _ if self.is_pointer() => Width::unsigned(8),
            Base::Integer(width) => width,
            Base::Boolean => Width::unsigned(1),
        }
    }
}

/// What the words of a type have said so far.
#[derive(Default)]
struct Found {
    is_unsigned: bool,
    bytes: Option<u8>,
    is_boolean: bool,
}

impl Found {
    fn add(&mut self, word: &str, pointer: u8) {
        let word = word.trim_start_matches("__");
        let word = match word.strip_prefix("atomic_") {
            Some("t") => "int",
            Some(rest) => rest,
            None => word,
        };
        let (is_unsigned, bytes) = match word {
            "unsigned" => (true, None),
            "char" | "schar" | "int8_t" | "s8" => (false, Some(1)),
            "uchar" | "uint8_t" | "u8" => (true, Some(1)),
            "short" | "int16_t" | "s16" => (false, Some(2)),
            "ushort" | "uint16_t" | "u16" => (true, Some(2)),
            "int32_t" | "s32" => (false, Some(4)),
            "uint" | "uint32_t" | "u32" => (true, Some(4)),
            "long" | "intptr_t" | "ptrdiff_t" | "ssize_t" => (false, Some(pointer)),
            "ulong" | "uintptr_t" | "size_t" => (true, Some(pointer)),
            "int64_t" | "s64" | "llong" | "atomic64_t" => (false, Some(8)),
            "uint64_t" | "u64" | "ullong" => (true, Some(8)),
            "bool" | "_Bool" => {
                self.is_boolean = true;
                return;
            }
            _ => return,
        };
        self.is_unsigned |= is_unsigned;
        // `long long` has 64 bits everywhere.
        let is_twice = word == "long" && self.bytes == Some(pointer);
        self.bytes = if is_twice { Some(8) } else { bytes.or(self.bytes) };
    }

    fn base(&self) -> Base {
        if self.is_boolean {
            return Base::Boolean;
        }
        Base::Integer(Width { bytes: self.bytes.unwrap_or(4), is_signed: !self.is_unsigned })
    }
}

/// The first of the words of a C type that no type has.
pub(crate) fn unknown_word<'w>(words: &[&'w str]) -> Option<&'w str> {
    let is_name = |index: usize| index > 0 && words[index - 1] == "struct";
    let is_known = |index: usize| {
        let word = words[index];
        // Attributes, as `__rcu`, and types of the compiler.
        word.starts_with("__") || is_name(index) || is_type(word)
    };
    (0..words.len()).find(|index| !is_known(*index)).map(|index| words[index])
}

/// Whether a word can be the first of a type.
pub(crate) fn is_type(word: &str) -> bool {
    const WORDS: [&str; 64] = [
        "int",
        "long",
        "short",
        "char",
        "unsigned",
        "signed",
        "void",
        "volatile",
        "const",
        "bool",
        "_Bool",
        "_Atomic",
        "intptr_t",
        "uintptr_t",
        "size_t",
        "int8_t",
        "int16_t",
        "int32_t",
        "int64_t",
        "uint8_t",
        "uint16_t",
        "uint32_t",
        "uint64_t",
        "atomic_t",
        "atomic64_t",
        "atomic_bool",
        "atomic_char",
        "atomic_schar",
        "atomic_uchar",
        "atomic_short",
        "atomic_ushort",
        "atomic_int",
        "atomic_uint",
        "atomic_long",
        "atomic_ulong",
        "atomic_llong",
        "atomic_ullong",
        "atomic_intptr_t",
        "atomic_uintptr_t",
        "atomic_size_t",
        "atomic_int8_t",
        "atomic_int16_t",
        "atomic_int32_t",
        "atomic_int64_t",
        "atomic_uint8_t",
        "atomic_uint16_t",
        "atomic_uint32_t",
        "atomic_uint64_t",
        "uint",
        "ulong",
        "ushort",
        "uchar",
        "ssize_t",
        "ptrdiff_t",
        "spinlock_t",
        "struct",
        "u8",
        "u16",
        "u32",
        "u64",
        "s8",
        "s16",
        "s32",
        "s64",
    ];
    WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_widths() {
        let cases = [
            ("int", Width::signed(4)),
            ("unsigned", Width::unsigned(4)),
            ("unsigned long", Width::unsigned(8)),
            ("long long int", Width::signed(8)),
            ("unsigned char", Width::unsigned(1)),
            ("volatile short", Width::signed(2)),
            ("atomic_uint", Width::unsigned(4)),
            ("_Atomic uint64_t", Width::unsigned(8)),
            ("atomic64_t", Width::signed(8)),
            ("atomic_t", Width::signed(4)),
            ("spinlock_t", Width::signed(4)),
            ("_Bool", Width::unsigned(1)),
        ];
        for (words, width) in cases {
            assert_eq!(Type::parse(words.split(' '), 0, 8).width(), width, "{words}");
        }
        assert_eq!(Type::parse(["long"], 0, 4).width(), Width::signed(4));
        assert_eq!(Type::parse(["long", "long"], 0, 4).width(), Width::signed(8));
        assert_eq!(Type::parse(["char"], 1, 8).width(), Width::unsigned(8));
    }
}
