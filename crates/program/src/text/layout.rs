//! The text form of layouts: `{seq: i32 @0, val: i32 @4; 8}[2]`.

use super::names;
use super::parse::cursor::Cursor;
use super::token::{Mark, TokenKind};
use crate::layout::{Field, Layout};
use crate::verify::MAX_LAYOUT_DEPTH;
use base::Diagnostic;

pub(super) fn print(layout: &Layout) -> String {
    match layout {
        Layout::Integer { size, signed } => {
            let letter = if *signed { 'i' } else { 'u' };
            format!("{letter}{}", size.saturating_mul(8))
        }
        Layout::Pointer { size: 8 } => "ptr".to_owned(),
        Layout::Pointer { size } => format!("ptr{size}"),
        Layout::Array { element, count } => format!("{}[{count}]", print(element)),
        Layout::Struct { size, fields } => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| {
                    let name = names::name(&field.name);
                    format!("{name}: {} @{}", print(&field.layout), field.offset)
                })
                .collect();
            format!("{{{}; {size}}}", fields.join(", "))
        }
    }
}

/// Parses a layout that stands inside `depth` others.
pub(super) fn parse(cursor: &mut Cursor<'_>, depth: usize) -> Result<Layout, Diagnostic> {
    if depth >= MAX_LAYOUT_DEPTH {
        return Err(cursor.error("this layout is nested too deeply"));
    }
    let mut layout =
        if cursor.eat(Mark::OpenBrace) { structure(cursor, depth)? } else { scalar(cursor)? };
    let mut height = 0;
    while cursor.eat(Mark::OpenBracket) {
        height += 1;
        if depth + height >= MAX_LAYOUT_DEPTH {
            return Err(cursor.error("this layout is nested too deeply"));
        }
        let count = cursor.number("the number of elements")?;
        cursor.expect(Mark::CloseBracket, "after the number of elements")?;
        layout = Layout::Array { element: Box::new(layout), count };
    }
    Ok(layout)
}

fn scalar(cursor: &mut Cursor<'_>) -> Result<Layout, Diagnostic> {
    let unknown = |cursor: &Cursor<'_>| {
        cursor.error("expected a layout").with_help(
            "layouts are `i32`, `u8`, `ptr`, `ptr4`, `i32[4]` and `{field: i32 @0, …; size}`",
        )
    };
    let TokenKind::Word(word) = cursor.peek() else {
        return Err(unknown(cursor));
    };
    let layout = match word.split_at_checked(1) {
        _ if word == "ptr" => Layout::Pointer { size: 8 },
        _ if word == "ptr4" => Layout::Pointer { size: 4 },
        Some((letter @ ("i" | "u"), bits)) => match bits.parse::<u64>() {
            Ok(bits) if bits % 8 == 0 => Layout::Integer { size: bits / 8, signed: letter == "i" },
            _ => return Err(unknown(cursor)),
        },
        _ => return Err(unknown(cursor)),
    };
    cursor.advance();
    Ok(layout)
}

fn structure(cursor: &mut Cursor<'_>, depth: usize) -> Result<Layout, Diagnostic> {
    let mut fields: Vec<Field> = Vec::new();
    let end = |fields: &[Field]| {
        let last = fields.last();
        last.map_or(0, |field| field.offset.saturating_add(field.layout.size()))
    };
    while !matches!(cursor.peek(), TokenKind::Mark(Mark::CloseBrace | Mark::Semicolon)) {
        let name = cursor.name("the name of a field")?;
        cursor.expect(Mark::Colon, "after the name of a field")?;
        let layout = parse(cursor, depth + 1)?;
        let offset = if cursor.eat(Mark::At) {
            cursor.number("the offset of the field")?
        } else {
            end(&fields)
        };
        fields.push(Field { name, offset, layout });
        if !cursor.eat(Mark::Comma) {
            break;
        }
    }
    let size = if cursor.eat(Mark::Semicolon) {
        cursor.number("the size of the structure")?
    } else {
        end(&fields)
    };
    cursor.expect(Mark::CloseBrace, "at the end of the structure")?;
    Ok(Layout::Struct { size, fields })
}
