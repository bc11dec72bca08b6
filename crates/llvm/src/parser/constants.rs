//! Which constant stands here? Its type is known, for it always stands before it.

use super::Parser;
use super::attributes::is_literal_word;
use super::cursor::{Parsed, failure};
use super::interner::unescape;
use super::literals;
use crate::lexer::{Kind, Token};
use crate::tree::instruction::Typed;
use crate::tree::{BinaryOperation, CastOperation, Constant, ConstantId, Operand, Type, TypeId};

impl<'a> Parser<'a> {
    /// A local value or a constant of type `of`.
    pub(super) fn operand(&mut self, of: TypeId) -> Parsed<Operand> {
        let token = self.cursor.token();
        if of == TypeId::METADATA {
            self.metadata_operand().map(Operand::Metadata)
        } else if matches!(token.kind, Kind::Local | Kind::LocalNumber) {
            self.cursor.bump();
            self.use_value(token, of).map(Operand::Local)
        } else {
            self.constant(of).map(Operand::Constant)
        }
    }

    /// A type and an operand of it.
    pub(super) fn typed_operand(&mut self) -> Parsed<Typed> {
        let value_type = self.parse_type()?;
        let operand = self.operand(value_type)?;
        Ok(Typed { value_type, operand })
    }

    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Parsed<ConstantId> {
        let of = self.parse_type()?;
        self.constant(of)
    }

    pub(super) fn constant(&mut self, of: TypeId) -> Parsed<ConstantId> {
        self.nested(|parser| parser.constant_within_limit(of))
    }

    fn constant_within_limit(&mut self, of: TypeId) -> Parsed<ConstantId> {
        let token = self.cursor.token();
        let constant = match token.kind {
            Kind::Number => self.literal(of)?,
            Kind::Word => self.constant_word(of)?,
            Kind::Global | Kind::GlobalNumber => {
                if !matches!(self.module.types.get(of), Type::Pointer { .. }) {
                    return Err(self.wrong_constant(token, of));
                }
                self.cursor.bump();
                Constant::Symbol(self.symbol(token)?.0)
            }
            Kind::Bytes => {
                let bytes = if token.escaped {
                    unescape(token.text)
                } else {
                    token.text.as_bytes().to_vec()
                };
                let fits = match self.module.types.get(of) {
                    Type::Array { length, element } => {
                        *length == bytes.len() as u64
                            && *self.module.types.get(*element) == Type::Integer(8)
                    }
                    _ => false,
                };
                if !fits {
                    return Err(self.wrong_constant(token, of));
                }
                self.cursor.bump();
                Constant::Bytes(bytes.into())
            }
            Kind::OpenBracket | Kind::OpenBrace | Kind::OpenAngle => self.aggregate(of)?,
            _ => return Err(self.cursor.unexpected("a value")),
        };
        Ok(self.module.constants.push(of, constant))
    }

    pub(super) fn wrong_constant(
        &self,
        token: Token<'a>,
        of: TypeId,
    ) -> Box<super::cursor::Failure> {
        let shown = self.module.types.display(of, &self.module.names);
        let message = format!("this is not a constant of type `{shown}`");
        failure(message, token.start, token.end)
    }

    /// A number.
    fn literal(&mut self, of: TypeId) -> Parsed<Constant> {
        let token = self.cursor.token();
        let constant = match self.module.types.get(of) {
            Type::Integer(width) => literals::integer(token.text, *width),
            Type::Float(kind) => literals::float(token.text, *kind),
            _ => None,
        };
        let constant = constant.ok_or_else(|| self.wrong_constant(token, of))?;
        self.cursor.bump();
        Ok(constant)
    }

    fn constant_word(&mut self, of: TypeId) -> Parsed<Constant> {
        let token = self.cursor.token();
        if is_literal_word(token.text) {
            if let Type::Float(_) = self.module.types.get(of)
                && !token.text.starts_with("f0x")
            {
                self.cursor.bump();
                if self.cursor.at(Kind::OpenParen) {
                    self.cursor.skip_brackets()?;
                }
                let what = "an infinity or NaN";
                return Ok(Constant::Unsupported { what });
            }
            return self.literal(of);
        }
        if let Some(operation) = CastOperation::from_keyword(token.text) {
            return self.cast_expression(operation, of);
        }
        if let Some(operation) = BinaryOperation::from_keyword(token.text) {
            let operands = self.parenthesised_pair()?;
            return Ok(Constant::Binary { operation, operands: Box::new(operands) });
        }
        let simple = match token.text {
            "true" | "false" if of == TypeId::BOOLEAN => {
                Constant::Integer { low: u64::from(token.text == "true"), high: 0 }
            }
            "null" if matches!(self.module.types.get(of), Type::Pointer { .. }) => Constant::Null,
            "zeroinitializer" | "none" => Constant::Zero,
            "undef" => Constant::Undefined,
            "poison" => Constant::Poison,
            "getelementptr" => return self.pointer_expression(),
            "icmp" => return self.compare_expression(),
            "select" => return self.select_expression(),
            "true" | "false" | "null" => return Err(self.wrong_constant(token, of)),
            "splat" => return self.splat(of),
            "fcmp" | "fneg" => {
                return self.unsupported_expression("a floating-point constant expression");
            }
            "extractelement" | "insertelement" | "shufflevector" => {
                return self.unsupported_expression("a vector constant expression");
            }
            "extractvalue" | "insertvalue" => {
                return self.unsupported_expression("a constant `extractvalue` or `insertvalue`");
            }
            "blockaddress" => return self.block_address(),
            "ptrauth" => return self.unsupported_expression("`ptrauth`"),
            "dso_local_equivalent" | "no_cfi" => {
                self.cursor.bump();
                let token = self.cursor.token();
                if !matches!(token.kind, Kind::Global | Kind::GlobalNumber) {
                    return Err(self.cursor.unexpected("the name of a function"));
                }
                self.cursor.bump();
                return Ok(Constant::Symbol(self.symbol(token)?.0));
            }
            _ => return Err(self.cursor.unexpected("a value")),
        };
        self.cursor.bump();
        Ok(simple)
    }

    /// The parts of an array, struct or vector in their brackets.
    fn aggregate(&mut self, of: TypeId) -> Parsed<Constant> {
        let open = self.cursor.bump();
        let packed = open.kind == Kind::OpenAngle && self.cursor.eat(Kind::OpenBrace);
        let close = match open.kind {
            Kind::OpenBracket => Kind::CloseBracket,
            Kind::OpenAngle if !packed => Kind::CloseAngle,
            _ => Kind::CloseBrace,
        };
        let mut parts = Vec::new();
        if !self.cursor.eat(close) {
            loop {
                parts.push(self.typed_constant()?);
                if !self.cursor.eat(Kind::Comma) {
                    break;
                }
            }
            self.cursor.expect(close, "`,` or the end of the list")?;
        }
        if packed {
            self.cursor.expect(Kind::CloseAngle, "`>`")?;
        }
        if !self.parts_fit(&parts, of, open.kind, packed) {
            return Err(self.wrong_constant(open, of));
        }
        Ok(Constant::Aggregate(parts.into()))
    }

    fn parts_fit(&self, parts: &[ConstantId], of: TypeId, open: Kind, packed: bool) -> bool {
        let types = &self.module.types;
        let type_of = |part: &ConstantId| self.module.constants.type_of(*part);
        let all_are = |length: u64, element: TypeId| {
            length == parts.len() as u64 && parts.iter().all(|part| type_of(part) == element)
        };
        // A name whose definition comes later cannot be checked yet.
        let Some(of) = types.resolve(of) else {
            return matches!(open, Kind::OpenBrace) || packed;
        };
        match types.get(of) {
            Type::Array { length, element } => {
                open == Kind::OpenBracket && all_are(*length, *element)
            }
            Type::Vector { length, element, .. } => {
                open == Kind::OpenAngle && !packed && all_are(*length, *element)
            }
            Type::Struct { packed: is_packed, fields } => {
                (open == Kind::OpenBrace || packed)
                    && packed == *is_packed
                    && fields.iter().copied().eq(parts.iter().map(type_of))
            }
            Type::Void
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer { .. }
            | Type::Named(_)
            | Type::Function { .. }
            | Type::Metadata
            | Type::Label
            | Type::Token
            | Type::Opaque(_) => false,
        }
    }
}
