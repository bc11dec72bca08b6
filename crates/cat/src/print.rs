//! From a tree back to text, with no more parentheses than are needed; parsing it gives the same
//! tree.

use crate::syntax::{
    Binding, Bindings, Check, Condition, Expression, ExpressionKind, Identifier, Infix,
    Instruction, InstructionKind, Model, Pattern, Postfix, Role, Test,
};
use std::fmt::{self, Display, Formatter};

/// How tightly an expression holds together: what is looser than its place needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Open,
    Union,
    Add,
    Sequence,
    Difference,
    Intersection,
    Product,
    Prefix,
    Application,
    Postfix,
}

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for title in &self.title {
            writeln!(f, "\"{title}\"")?;
        }
        block(f, &self.instructions, 0)
    }
}

fn block(f: &mut Formatter<'_>, instructions: &[Instruction], indent: usize) -> fmt::Result {
    instructions.iter().try_for_each(|instruction| {
        write!(f, "{:indent$}", "")?;
        instruction_at(f, &instruction.kind, indent)?;
        writeln!(f)
    })
}

fn instruction_at(f: &mut Formatter<'_>, kind: &InstructionKind, indent: usize) -> fmt::Result {
    let body = |f: &mut Formatter<'_>, instructions: &[Instruction]| {
        writeln!(f)?;
        block(f, instructions, indent + 2)?;
        write!(f, "{:indent$}", "")
    };
    match kind {
        InstructionKind::Let(bindings) => write!(f, "{bindings}"),
        InstructionKind::Check(check) => write!(f, "{check}"),
        InstructionKind::ShowAs(shown, name) => write!(f, "show {shown} as {name}"),
        InstructionKind::Show(names) => write!(f, "show {}", Joined(names, ", ")),
        InstructionKind::Unshow(names) => write!(f, "unshow {}", Joined(names, ", ")),
        InstructionKind::Include(file) => write!(f, "include \"{file}\""),
        InstructionKind::Enum(name, tags) => write!(f, "enum {name} = '{}", Joined(tags, " || '")),
        InstructionKind::Instructions(name, tags) => {
            write!(f, "instructions {name}[{}]", Joined(tags, ", "))
        }
        InstructionKind::Default(name, tags) => write!(f, "default {name}[{}]", Joined(tags, ", ")),
        InstructionKind::Procedure(name, pattern, instructions) => {
            write!(f, "procedure {name} {pattern} =")?;
            body(f, instructions)?;
            write!(f, "end")
        }
        InstructionKind::Call(name, argument, label) => {
            write!(f, "call {name} {argument}")?;
            label.iter().try_for_each(|label| write!(f, " as {label}"))
        }
        InstructionKind::ForAll(name, set, instructions) => {
            write!(f, "forall {name} in {set} do")?;
            body(f, instructions)?;
            write!(f, "end")
        }
        InstructionKind::With(name, source) => write!(f, "with {name} from {source}"),
        InstructionKind::If(condition, positive, negative) => {
            write!(f, "if {condition}")?;
            body(f, positive)?;
            if !negative.is_empty() {
                write!(f, "else")?;
                body(f, negative)?;
            }
            write!(f, "end")
        }
    }
}

impl Display for Check {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let negation = if self.negated { "~" } else { "" };
        write!(f, "{}{negation}{} {}", self.role.prefix(), self.test, self.expression)?;
        self.name.iter().try_for_each(|name| write!(f, " as {name}"))
    }
}

impl Role {
    /// What stands before the test.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Role::Axiom => "",
            Role::Flag => "flag ",
            Role::UndefinedUnless => "undefined_unless ",
            Role::Assert => "assert ",
        }
    }
}

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Test::Acyclic => "acyclic",
            Test::Irreflexive => "irreflexive",
            Test::Empty => "empty",
        })
    }
}

impl Display for Identifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Display for Bindings {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let rec = if self.recursive { "rec " } else { "" };
        write!(f, "let {rec}{}", Joined(&self.bindings, " and "))
    }
}

impl Display for Binding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.pattern, self.expression)
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Name(name) => write!(f, "{name}"),
            Pattern::Tuple(names) => write!(f, "({})", Joined(names, ", ")),
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let part = |f: &mut Formatter<'_>, part: &Condition| match part {
            Condition::Variant(_) | Condition::Not(_) => write!(f, "{part}"),
            Condition::And(_) | Condition::Or(_) => write!(f, "({part})"),
        };
        let parts = |f: &mut Formatter<'_>, parts: &[Condition], mark: &str| {
            parts.iter().enumerate().try_for_each(|(index, condition)| {
                f.write_str(if index == 0 { "" } else { mark })?;
                part(f, condition)
            })
        };
        match self {
            Condition::Variant(variant) => write!(f, "\"{variant}\""),
            Condition::Not(inner) => {
                write!(f, "not ")?;
                part(f, inner)
            }
            Condition::And(conditions) => parts(f, conditions, " && "),
            Condition::Or(conditions) => parts(f, conditions, " || "),
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.print(f, Level::Open)
    }
}

impl Expression {
    /// Prints the expression at a place that needs it to hold together at least so tightly.
    fn print(&self, f: &mut Formatter<'_>, place: Level) -> fmt::Result {
        if self.level() < place { write!(f, "({self})") } else { self.print_open(f) }
    }

    fn level(&self) -> Level {
        match &self.kind {
            ExpressionKind::Zero
            | ExpressionKind::Universe
            | ExpressionKind::Name(_)
            | ExpressionKind::Tag(_)
            | ExpressionKind::Tuple(_)
            | ExpressionKind::Elements(_)
            | ExpressionKind::IdentityOn(_)
            | ExpressionKind::Postfix(..) => Level::Postfix,
            ExpressionKind::Apply(..) => Level::Application,
            ExpressionKind::Complement(_) => Level::Prefix,
            ExpressionKind::Product(..) => Level::Product,
            ExpressionKind::Chain(operator, _) => levels(*operator).0,
            ExpressionKind::Function(..)
            | ExpressionKind::Let(..)
            | ExpressionKind::MatchTag(..)
            | ExpressionKind::MatchSet(..)
            | ExpressionKind::Try(..)
            | ExpressionKind::If(..) => Level::Open,
        }
    }

    fn print_open(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExpressionKind::Zero => write!(f, "0"),
            ExpressionKind::Universe => write!(f, "_"),
            ExpressionKind::Name(name) => write!(f, "{name}"),
            ExpressionKind::Tag(tag) => write!(f, "'{tag}"),
            ExpressionKind::Tuple(elements) => write!(f, "({})", Joined(elements, ", ")),
            ExpressionKind::Elements(elements) => write!(f, "{{{}}}", Joined(elements, ", ")),
            ExpressionKind::IdentityOn(set) => write!(f, "[{set}]"),
            ExpressionKind::Postfix(operator, operand) => {
                operand.print(f, Level::Postfix)?;
                f.write_str(match operator {
                    Postfix::Inverse => "^-1",
                    Postfix::Plus => "^+",
                    Postfix::Star => "^*",
                    Postfix::Optional => "?",
                })
            }
            ExpressionKind::Complement(operand) => {
                write!(f, "~")?;
                operand.print(f, Level::Prefix)
            }
            ExpressionKind::Chain(operator, operands) => {
                let (_, tighter, mark) = levels(*operator);
                operands.iter().enumerate().try_for_each(|(index, operand)| {
                    f.write_str(if index == 0 { "" } else { mark })?;
                    operand.print(f, tighter)
                })
            }
            ExpressionKind::Product(first, second) => {
                first.print(f, Level::Prefix)?;
                write!(f, " * ")?;
                second.print(f, Level::Prefix)
            }
            ExpressionKind::Apply(function, argument) => {
                function.print(f, Level::Application)?;
                write!(f, " ")?;
                argument.print(f, Level::Postfix)
            }
            ExpressionKind::Function(pattern, body) => write!(f, "fun {pattern} -> {body}"),
            ExpressionKind::Let(bindings, body) => write!(f, "{bindings} in {body}"),
            ExpressionKind::MatchTag(matched, clauses, default) => {
                write!(f, "match {matched} with")?;
                for clause in clauses {
                    write!(f, " || '{} -> {}", clause.tag, clause.expression)?;
                }
                default.iter().try_for_each(|default| write!(f, " || _ -> {default}"))?;
                write!(f, " end")
            }
            ExpressionKind::MatchSet(matched, clauses) => write!(
                f,
                "match {matched} with || {{}} -> {} || {} ++ {} -> {} end",
                clauses.empty, clauses.element, clauses.rest, clauses.otherwise
            ),
            ExpressionKind::Try(first, second) => write!(f, "try {first} with {second}"),
            ExpressionKind::If(condition, positive, negative) => {
                write!(f, "if {condition} then {positive} else {negative}")
            }
        }
    }
}

/// The level of a chain, that of its operands, and the mark between them.
fn levels(operator: Infix) -> (Level, Level, &'static str) {
    match operator {
        Infix::Union => (Level::Union, Level::Add, " | "),
        Infix::Add => (Level::Add, Level::Sequence, " ++ "),
        Infix::Sequence => (Level::Sequence, Level::Difference, "; "),
        Infix::Difference => (Level::Difference, Level::Intersection, " \\ "),
        Infix::Intersection => (Level::Intersection, Level::Product, " & "),
    }
}

/// Things with something between them.
struct Joined<'t, T>(&'t [T], &'static str);

impl<T: Display> Display for Joined<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, thing)| {
            f.write_str(if index == 0 { "" } else { self.1 })?;
            write!(f, "{thing}")
        })
    }
}
