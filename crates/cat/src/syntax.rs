//! What does a model say? The tree of a file, in herd's manual called the language cat.
//!
//! Trees are shared (`Arc`) where functions carry their bodies away. Two trees are equal if they
//! say the same, wherever it stands.

use crate::source::Span;
use std::sync::Arc;

pub type Name = Arc<str>;

/// A whole file.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The words and texts before the first instruction: an architecture, a title.
    pub title: Vec<String>,
    pub instructions: Vec<Instruction>,
}

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Identifier {
    pub name: Name,
    pub span: Span,
}

impl PartialEq for Identifier {
    fn eq(&self, other: &Identifier) -> bool {
        self.name == other.name
    }
}

#[derive(Clone, Debug)]
pub struct Instruction {
    pub kind: InstructionKind,
    pub span: Span,
}

impl PartialEq for Instruction {
    fn eq(&self, other: &Instruction) -> bool {
        self.kind == other.kind
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum InstructionKind {
    /// `let …`, `let rec …`
    Let(Bindings),
    /// `acyclic r as name` and its kin
    Check(Check),
    /// `show e as name`
    ShowAs(Expression, Name),
    /// `show a, b`
    Show(Vec<Identifier>),
    /// `unshow a, b`
    Unshow(Vec<Identifier>),
    /// `include "file"`
    Include(String),
    /// `enum Barriers = 'mb || 'wmb`
    Enum(Identifier, Vec<Identifier>),
    /// `instructions F[Barriers]`: events of this kind may carry these tags.
    Instructions(Identifier, Vec<Expression>),
    /// `default F[…]`: what events of this kind carry if nothing is said.
    Default(Identifier, Vec<Expression>),
    /// `procedure p (a, b) = … end`
    Procedure(Identifier, Pattern, Arc<[Instruction]>),
    /// `call p (a, b) as name`
    Call(Identifier, Expression, Option<Name>),
    /// `forall x in e do … end`
    ForAll(Identifier, Expression, Arc<[Instruction]>),
    /// `with x from e`
    With(Identifier, Expression),
    /// `if "variant" … else … end`
    If(Condition, Vec<Instruction>, Vec<Instruction>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    pub role: Role,
    pub negated: bool,
    pub test: Test,
    pub expression: Expression,
    pub name: Option<Name>,
}

/// What follows from the outcome of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Executions that fail are not executions of the model.
    Axiom,
    /// `flag`: executions that pass are noted under the check's name.
    Flag,
    /// `undefined_unless`: executions that fail make the program undefined.
    UndefinedUnless,
    /// `assert`: nothing may fail; the model is wrong about its own assumptions otherwise.
    Assert,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    Acyclic,
    Irreflexive,
    Empty,
}

/// `[rec] binding and … and binding`
#[derive(Clone, PartialEq, Debug)]
pub struct Bindings {
    pub recursive: bool,
    pub bindings: Vec<Binding>,
}

/// `pattern = e`; a function binding `f x y = e` is `f = fun x -> fun y -> e`.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    pub pattern: Pattern,
    pub expression: Arc<Expression>,
}

/// What a value is taken apart to.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    Name(Identifier),
    /// `()`, `(a, b)`: never of length one.
    Tuple(Vec<Identifier>),
}

#[derive(Clone, Debug)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub span: Span,
}

impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.kind == other.kind
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExpressionKind {
    /// `0`
    Zero,
    /// `_`
    Universe,
    Name(Name),
    /// `'tag`
    Tag(Name),
    /// `()`, `(a, b)`: never of length one.
    Tuple(Vec<Expression>),
    /// `{a, b}`
    Elements(Vec<Expression>),
    /// `[S]`
    IdentityOn(Box<Expression>),
    Postfix(Postfix, Box<Expression>),
    /// `~e`
    Complement(Box<Expression>),
    /// `a op b op c`, of the same operator, without parentheses between them.
    Chain(Infix, Vec<Expression>),
    /// `A * B`
    Product(Box<Expression>, Box<Expression>),
    /// `f x`
    Apply(Box<Expression>, Box<Expression>),
    /// `fun pattern -> e`
    Function(Pattern, Arc<Expression>),
    /// `let … in e`
    Let(Bindings, Arc<Expression>),
    MatchTag(Box<Expression>, Vec<TagClause>, Option<Arc<Expression>>),
    MatchSet(Box<Expression>, Arc<SetClauses>),
    /// `try e with e`
    Try(Box<Expression>, Box<Expression>),
    /// `if … then e else e`
    If(Condition, Arc<Expression>, Arc<Expression>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Postfix {
    /// `^-1`
    Inverse,
    /// `^+`
    Plus,
    /// `^*`
    Star,
    /// `?`
    Optional,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infix {
    Union,
    /// `++`
    Add,
    Sequence,
    Difference,
    Intersection,
}

/// `'tag -> e`
#[derive(Clone, PartialEq, Debug)]
pub struct TagClause {
    pub tag: Identifier,
    pub expression: Arc<Expression>,
}

/// `{} -> e || x ++ xs -> e`
#[derive(Clone, PartialEq, Debug)]
pub struct SetClauses {
    pub empty: Arc<Expression>,
    pub element: Identifier,
    pub rest: Identifier,
    pub otherwise: Arc<Expression>,
}

/// What is known about a run before it starts: the variants that were switched on.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    Variant(String),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}
