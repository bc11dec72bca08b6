//! Which type stands here?
//!
//! Pointee types are read and dropped. A name may be used before its definition; that every name
//! is defined, and that no type contains itself, is checked when the whole module is known.

use super::cursor::{Failure, Parsed, failure};
use super::{MAX_DEPTH, Parser};
use crate::lexer::{Kind, Token};
use crate::tree::types::{FloatKind, NamedId, NamedType};
use crate::tree::{LocalName, Type, TypeId};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The widest integer LLVM allows.
const MAX_WIDTH: u32 = 1 << 23;

/// Which named types have been seen.
#[derive(Debug, Default)]
pub(super) struct TypeNames {
    ids: FxHashMap<LocalName, NamedId>,
    /// For each, where it was first seen, and whether its definition has been.
    seen: Vec<(Range<usize>, bool)>,
}

impl<'a> Parser<'a> {
    /// Whether a type can begin at this token.
    pub(super) fn begins_type(token: Token<'_>) -> bool {
        match token.kind {
            Kind::Word => is_type_word(token.text),
            Kind::Local
            | Kind::LocalNumber
            | Kind::OpenBracket
            | Kind::OpenBrace
            | Kind::OpenAngle => true,
            _ => false,
        }
    }

    pub(super) fn parse_type(&mut self) -> Parsed<TypeId> {
        self.nested(Parser::type_with_suffixes)
    }

    fn type_with_suffixes(&mut self) -> Parsed<TypeId> {
        let mut id = self.type_without_suffix()?;
        loop {
            if self.cursor.eat(Kind::Star) {
                id = TypeId::POINTER;
            } else if self.cursor.at_word("addrspace") {
                let address_space = self.address_space()?;
                // `ptr addrspace(1)` ends here, `i32 addrspace(1)*` with the star.
                self.cursor.eat(Kind::Star);
                id = self.module.types.intern(Type::Pointer { address_space });
            } else if self.cursor.at(Kind::OpenParen) {
                id = self.function_type(id)?;
            } else {
                return Ok(id);
            }
        }
    }

    fn type_without_suffix(&mut self) -> Parsed<TypeId> {
        let token = self.cursor.token();
        match token.kind {
            Kind::Word => {
                let id = self.type_word(token)?;
                self.cursor.bump();
                if token.text == "target" {
                    self.cursor.skip_brackets()?;
                }
                Ok(id)
            }
            Kind::Local | Kind::LocalNumber => {
                self.cursor.bump();
                let named = self.named_type(token)?;
                Ok(self.module.types.intern(Type::Named(named)))
            }
            Kind::OpenBracket => {
                self.cursor.bump();
                let (length, element) = self.length_and_element()?;
                self.cursor.expect(Kind::CloseBracket, "`]`")?;
                Ok(self.module.types.intern(Type::Array { length, element }))
            }
            Kind::OpenBrace => self.struct_type(false),
            Kind::OpenAngle => {
                self.cursor.bump();
                let id = if self.cursor.at(Kind::OpenBrace) {
                    self.struct_type(true)?
                } else {
                    let scalable = self.cursor.eat_word("vscale");
                    if scalable {
                        self.cursor.expect_word("x")?;
                    }
                    let (length, element) = self.length_and_element()?;
                    self.module.types.intern(Type::Vector { length, scalable, element })
                };
                self.cursor.expect(Kind::CloseAngle, "`>`")?;
                Ok(id)
            }
            _ => Err(self.cursor.unexpected("a type")),
        }
    }

    fn type_word(&mut self, token: Token<'a>) -> Parsed<TypeId> {
        let new = match token.text {
            "ptr" => return Ok(TypeId::POINTER),
            "void" => return Ok(TypeId::VOID),
            "metadata" => return Ok(TypeId::METADATA),
            "label" => return Ok(TypeId::LABEL),
            "token" => Type::Token,
            "x86_mmx" | "x86_amx" | "target" => Type::Opaque(self.name(token)),
            word => {
                let float = FloatKind::ALL.into_iter().find(|kind| kind.name() == word);
                let width = word.strip_prefix('i').and_then(|width| width.parse().ok());
                match (float, width) {
                    (Some(kind), _) => Type::Float(kind),
                    (None, Some(width)) if (1..=MAX_WIDTH).contains(&width) => Type::Integer(width),
                    _ => return Err(self.cursor.unexpected("a type")),
                }
            }
        };
        Ok(self.module.types.intern(new))
    }

    /// `addrspace(1)`.
    pub(super) fn address_space(&mut self) -> Parsed<u32> {
        self.cursor.expect_word("addrspace")?;
        self.cursor.expect(Kind::OpenParen, "`(`")?;
        // Newer versions allow letters that the data layout explains.
        let token = self.cursor.bump();
        self.cursor.expect(Kind::CloseParen, "`)`")?;
        match token.kind {
            Kind::Number => self.number(token),
            _ => Ok(u32::MAX),
        }
    }

    /// `4 x i32`.
    fn length_and_element(&mut self) -> Parsed<(u64, TypeId)> {
        let length = self.cursor.expect_number("a length")?;
        self.cursor.expect_word("x")?;
        Ok((length, self.parse_type()?))
    }

    fn struct_type(&mut self, packed: bool) -> Parsed<TypeId> {
        self.cursor.expect(Kind::OpenBrace, "`{`")?;
        let mut fields = Vec::new();
        if !self.cursor.eat(Kind::CloseBrace) {
            loop {
                fields.push(self.parse_type()?);
                if !self.cursor.eat(Kind::Comma) {
                    break;
                }
            }
            self.cursor.expect(Kind::CloseBrace, "`,` or `}`")?;
        }
        let fields = fields.into();
        Ok(self.module.types.intern(Type::Struct { packed, fields }))
    }

    fn function_type(&mut self, result: TypeId) -> Parsed<TypeId> {
        self.cursor.expect(Kind::OpenParen, "`(`")?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.cursor.at(Kind::CloseParen) {
            if self.cursor.eat_word("...") {
                variadic = true;
                break;
            }
            parameters.push(self.parse_type()?);
            if !self.cursor.eat(Kind::Comma) {
                break;
            }
        }
        self.cursor.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok(self.module.types.intern(Type::Function {
            result,
            parameters: parameters.into(),
            variadic,
        }))
    }

    fn named_type(&mut self, token: Token<'a>) -> Parsed<NamedId> {
        let name = self.local_name(token)?;
        if let Some(id) = self.type_names.ids.get(&name) {
            return Ok(*id);
        }
        let id = NamedId(self.module.types.named.len() as u32);
        let name_id = match name {
            LocalName::Named(name) => Some(name),
            LocalName::Number(_) => None,
        };
        self.module.types.named.push(NamedType { name: name_id, body: None });
        self.type_names.ids.insert(name, id);
        self.type_names.seen.push((token.start..token.end, false));
        Ok(id)
    }

    /// `%name = type …`.
    pub(super) fn type_definition(&mut self) -> Parsed<()> {
        let token = self.cursor.bump();
        let id = self.named_type(token)?;
        self.cursor.expect(Kind::Equals, "`=`")?;
        self.cursor.expect_word("type")?;
        if std::mem::replace(&mut self.type_names.seen[id.0 as usize].1, true) {
            let message = format!("the type `%{}` is defined twice", token.text);
            return Err(failure(message, token.start, token.end));
        }
        if !self.cursor.eat_word("opaque") {
            self.module.types.named[id.0 as usize].body = Some(self.parse_type()?);
        }
        Ok(())
    }

    /// Checks that every named type is defined and that no type contains itself.
    pub(super) fn check_types(&self) -> Parsed<()> {
        for (span, defined) in &self.type_names.seen {
            if !defined {
                return Err(failure("a type that is never defined", span.start, span.end));
            }
        }
        let types = &self.module.types;
        // The longest chain of parts below each type that is finished, and which are begun.
        let mut depths: Vec<Option<u32>> = vec![None; types.count()];
        let mut begun = vec![false; types.count()];
        for root in 0..types.count() as u32 {
            let mut stack = vec![TypeId(root)];
            while let Some(id) = stack.last().copied() {
                let index = id.0 as usize;
                let parts = parts(types, id);
                let below = parts.iter().map(|part| depths[part.0 as usize]);
                let depth = below.into_iter().try_fold(0, |most, below| Some(most.max(below? + 1)));
                if depths[index].is_some() || depth.is_some() {
                    depths[index] = depths[index].or(depth);
                    begun[index] = false;
                    stack.pop();
                    continue;
                }
                begun[index] = true;
                for part in parts {
                    if begun[part.0 as usize] {
                        return Err(self.bad_type(&stack, "contains itself"));
                    }
                    if depths[part.0 as usize].is_none() {
                        stack.push(*part);
                    }
                }
            }
            if depths[root as usize].is_some_and(|depth| depth > MAX_DEPTH) {
                let problem = format!("is nested more than {MAX_DEPTH} levels deep");
                return Err(self.bad_type(&[TypeId(root)], &problem));
            }
        }
        Ok(())
    }

    /// A complaint about the innermost named type of `path`.
    fn bad_type(&self, path: &[TypeId], problem: &str) -> Box<Failure> {
        let named = path.iter().rev().find_map(|id| match self.module.types.get(*id) {
            Type::Named(named) => Some((*id, named)),
            _ => None,
        });
        let Some((id, named)) = named else {
            return failure(format!("a type {problem}"), 0, 0);
        };
        let shown = self.module.types.display(id, &self.module.names);
        let span = &self.type_names.seen[named.0 as usize].0;
        failure(format!("the type `{shown}` {problem}"), span.start, span.end)
    }
}

/// The types that a type's values contain.
fn parts(types: &crate::tree::Types, id: TypeId) -> &[TypeId] {
    match types.get(id) {
        Type::Array { element, .. } | Type::Vector { element, .. } => std::slice::from_ref(element),
        Type::Struct { fields, .. } => fields,
        Type::Named(named) => types.named[named.0 as usize].body.as_slice(),
        Type::Void
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Pointer { .. }
        | Type::Function { .. }
        | Type::Metadata
        | Type::Label
        | Type::Token
        | Type::Opaque(_) => &[],
    }
}

fn is_type_word(word: &str) -> bool {
    match word {
        "ptr" | "void" | "metadata" | "label" | "token" | "x86_mmx" | "x86_amx" | "target" => true,
        _ => {
            let digits = word.strip_prefix('i');
            let integer = digits.is_some_and(|digits| {
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            });
            integer || FloatKind::ALL.iter().any(|kind| kind.name() == word)
        }
    }
}
