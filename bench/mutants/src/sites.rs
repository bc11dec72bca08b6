//! The places in the sources where a small mistake can be made.

use crate::schema::{Mutant, Part};
use proc_macro2::LineColumn;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Stmt};

/// The code that can make "holds" wrong.
const FOLDERS: [&str; 13] = [
    "crates/answer/src",
    "crates/bmc/src",
    "crates/engines/src",
    "crates/events/src",
    "crates/execution/src",
    "crates/explore/src",
    "crates/interp/src",
    "crates/llvm/src/lower",
    "crates/models/src",
    "crates/parametric/src",
    "crates/program/src/flow",
    "crates/program/src/passes",
    "crates/unroll/src",
];

/// All places in the files of a tree, in order.
pub(crate) fn find(tree: &Path) -> Result<Vec<Mutant>, String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        rust_files(&tree.join(folder), &mut files)?;
    }
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let parsed = syn::parse_file(&text).map_err(|error| format!("{file:?}: {error}"))?;
        let name = file.strip_prefix(tree).unwrap_or(&file).to_path_buf();
        let mut finder =
            Finder { file: name, lines: line_starts(&text), text: &text, found: vec![] };
        finder.visit_file(&parsed);
        all.append(&mut finder.found);
    }
    Ok(all)
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{folder:?}: {error}"))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "tests" && name != "testing" {
            rust_files(&path, files)?;
        } else if name.ends_with(".rs") && name != "tests.rs" {
            files.push(path);
        }
    }
    Ok(())
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

struct Finder<'t> {
    file: PathBuf,
    text: &'t str,
    lines: Vec<usize>,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn offset(&self, at: LineColumn) -> usize {
        let start = self.lines[at.line - 1];
        // Columns count characters.
        let line = &self.text[start..];
        start + line.char_indices().nth(at.column).map_or(line.len(), |(index, _)| index)
    }

    fn range(&self, part: &impl Spanned) -> Range<usize> {
        let span = part.span();
        self.offset(span.start())..self.offset(span.end())
    }

    fn add(&mut self, range: Range<usize>, kind: &'static str, parts: Vec<Part>) {
        let line = self.lines.partition_point(|start| *start <= range.start);
        let original: String =
            self.text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        let original: String = original.chars().take(80).collect();
        self.found.push(Mutant { file: self.file.clone(), line, range, kind, original, parts });
    }

    /// A condition, and the opposite.
    fn negate(&mut self, condition: &Expr) {
        let range = self.range(condition);
        let parts = vec![
            Part::Text("("),
            Part::Switch,
            Part::Text(" ^ ("),
            Part::Source(range.clone()),
            Part::Text("))"),
        ];
        self.add(range, "condition", parts);
    }

    fn condition(&mut self, condition: &Expr) {
        match condition {
            // These have places of their own.
            Expr::Let(_) | Expr::Binary(_) | Expr::Unary(_) | Expr::Lit(_) => {}
            Expr::Paren(inner) => self.condition(&inner.expr),
            _ => self.negate(condition),
        }
    }

    fn binary(&mut self, own: &syn::ExprBinary) {
        let other = match own.op {
            BinOp::Lt(_) => " <= ",
            BinOp::Le(_) => " < ",
            BinOp::Gt(_) => " >= ",
            BinOp::Ge(_) => " > ",
            BinOp::Eq(_) => " != ",
            BinOp::Ne(_) => " == ",
            BinOp::And(_) => " && ",
            BinOp::Or(_) => " || ",
            BinOp::Add(_) => " - ",
            BinOp::Sub(_) => " + ",
            _ => return,
        };
        let (left, right) = (self.range(&*own.left), self.range(&*own.right));
        let range = self.range(own);
        match own.op {
            BinOp::And(_) | BinOp::Or(_) => {
                if has_let(&own.left) || has_let(&own.right) {
                    return;
                }
                let is_and = matches!(own.op, BinOp::And(_));
                let (as_is, swapped) = if is_and { (" && (", " || (") } else { (" || (", " && (") };
                let parts = vec![
                    Part::Text("{ let mutated_left: bool = "),
                    Part::Source(left),
                    Part::Text("; if "),
                    Part::Switch,
                    Part::Text(" { mutated_left"),
                    Part::Text(swapped),
                    Part::Source(right.clone()),
                    Part::Text(") } else { mutated_left"),
                    Part::Text(as_is),
                    Part::Source(right),
                    Part::Text(") } }"),
                ];
                self.add(
                    range,
                    if is_and { "and to or" } else { "or to and" },
                    parenthesised(parts),
                );
            }
            BinOp::Add(_) | BinOp::Sub(_) => {
                let is_add = matches!(own.op, BinOp::Add(_));
                let parts = vec![
                    Part::Text("(if "),
                    Part::Switch,
                    Part::Text(" { "),
                    Part::Source(left.clone()),
                    Part::Text(other),
                    Part::Source(right.clone()),
                    Part::Text(" } else { "),
                    Part::Source(left),
                    Part::Text(if is_add { " + " } else { " - " }),
                    Part::Source(right),
                    Part::Text(" })"),
                ];
                self.add(range, "arithmetic", parts);
            }
            _ => {
                let as_is = &self.text[self.range(&own.op)];
                let as_is = ["<=", ">=", "==", "!=", "<", ">"]
                    .into_iter()
                    .find(|known| *known == as_is)
                    .unwrap_or("==");
                let parts = vec![
                    Part::Text("(match (&("),
                    Part::Source(left),
                    Part::Text("), &("),
                    Part::Source(right),
                    Part::Text(")) { (mutated_left, mutated_right) => if "),
                    Part::Switch,
                    Part::Text(" { mutated_left"),
                    Part::Text(other),
                    Part::Text("mutated_right } else { mutated_left "),
                    Part::Text(as_is),
                    Part::Text(" mutated_right } })"),
                ];
                self.add(range, "comparison", parts);
            }
        }
    }

    fn method(&mut self, own: &syn::ExprMethodCall) {
        let name = own.method.to_string();
        let other = match name.as_str() {
            "any" => "all",
            "all" => "any",
            "min" => "max",
            "max" => "min",
            "is_some" => "is_none",
            "is_none" => "is_some",
            "first" => "last",
            "last" => "first",
            "skip" => "take",
            "take_while" => "skip_while",
            "is_some_and" => "is_none_or",
            "is_none_or" => "is_some_and",
            "intersects" => "is_superset",
            _ => return,
        };
        let whole = self.range(own);
        let at = self.range(&own.method);
        let before = whole.start..at.start;
        let after = at.end..whole.end;
        let parts = vec![
            Part::Text("(if "),
            Part::Switch,
            Part::Text(" { "),
            Part::Source(before.clone()),
            Part::Text(other),
            Part::Source(after.clone()),
            Part::Text(" } else { "),
            Part::Source(whole.clone()),
            Part::Text(" })"),
        ];
        self.add(whole, "method", parts);
    }
}

fn parenthesised(mut parts: Vec<Part>) -> Vec<Part> {
    parts.insert(0, Part::Text("("));
    parts.push(Part::Text(")"));
    parts
}

fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(own) => has_let(&own.left) || has_let(&own.right),
        Expr::Paren(own) => has_let(&own.expr),
        _ => false,
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|own| {
        own.path().is_ident("test")
            || own.path().is_ident("cfg") && {
                let mut is_test = false;
                // What is not a plain word is no `test`.
                let _ = own.parse_nested_meta(|meta| {
                    is_test |= meta.path.is_ident("test");
                    Ok(())
                });
                is_test
            }
    })
}

impl<'s> Visit<'s> for Finder<'_> {
    fn visit_item_mod(&mut self, own: &'s syn::ItemMod) {
        if !is_test(&own.attrs) {
            visit::visit_item_mod(self, own);
        }
    }

    fn visit_item_fn(&mut self, own: &'s syn::ItemFn) {
        if own.sig.constness.is_none() && !is_test(&own.attrs) {
            visit::visit_item_fn(self, own);
        }
    }

    fn visit_impl_item_fn(&mut self, own: &'s syn::ImplItemFn) {
        if own.sig.constness.is_none() {
            visit::visit_impl_item_fn(self, own);
        }
    }

    fn visit_item_impl(&mut self, own: &'s syn::ItemImpl) {
        // What is printed is no verdict.
        let printed = own.trait_.as_ref().is_some_and(|(_, path, _)| {
            path.segments
                .last()
                .is_some_and(|last| last.ident == "Debug" || last.ident == "Display")
        });
        if !printed {
            visit::visit_item_impl(self, own);
        }
    }

    fn visit_item_const(&mut self, _: &'s syn::ItemConst) {}

    fn visit_impl_item_const(&mut self, _: &'s syn::ImplItemConst) {}

    fn visit_item_static(&mut self, _: &'s syn::ItemStatic) {}

    fn visit_type(&mut self, _: &'s syn::Type) {}

    fn visit_pat(&mut self, _: &'s syn::Pat) {}

    fn visit_macro(&mut self, _: &'s syn::Macro) {}

    fn visit_expr_repeat(&mut self, own: &'s syn::ExprRepeat) {
        self.visit_expr(&own.expr);
    }

    fn visit_expr_if(&mut self, own: &'s syn::ExprIf) {
        self.condition(&own.cond);
        visit::visit_expr_if(self, own);
    }

    fn visit_expr_while(&mut self, own: &'s syn::ExprWhile) {
        self.condition(&own.cond);
        visit::visit_expr_while(self, own);
    }

    fn visit_arm(&mut self, own: &'s syn::Arm) {
        if let Some((_, guard)) = &own.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, own);
    }

    fn visit_expr_unary(&mut self, own: &'s syn::ExprUnary) {
        if matches!(own.op, syn::UnOp::Not(_)) {
            let (whole, inner) = (self.range(own), self.range(&*own.expr));
            let parts = vec![
                Part::Text("(if "),
                Part::Switch,
                Part::Text(" { "),
                Part::Source(inner.clone()),
                Part::Text(" } else { !"),
                Part::Source(inner),
                Part::Text(" })"),
            ];
            self.add(whole, "not", parts);
        }
        visit::visit_expr_unary(self, own);
    }

    fn visit_expr_binary(&mut self, own: &'s syn::ExprBinary) {
        self.binary(own);
        visit::visit_expr_binary(self, own);
    }

    fn visit_expr_method_call(&mut self, own: &'s syn::ExprMethodCall) {
        self.method(own);
        visit::visit_expr_method_call(self, own);
    }

    fn visit_stmt(&mut self, own: &'s Stmt) {
        if let Stmt::Expr(expression, Some(_)) = own {
            let compound = matches!(expression, Expr::Binary(_));
            if compound
                || matches!(expression, Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_))
            {
                let range = self.range(own);
                let parts = vec![
                    Part::Text("if !"),
                    Part::Switch,
                    Part::Text(" { "),
                    Part::Source(range.clone()),
                    Part::Text(" }"),
                ];
                self.add(range, "statement left out", parts);
            }
        }
        visit::visit_stmt(self, own);
    }
}
