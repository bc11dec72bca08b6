//! The text form: what does a program look like on paper, and how does it come back?
//!
//! One statement on a line; `//` starts a comment; blank lines, trailing commas and a missing label
//! of the first block are fine. Top level, in any order:
//!
//! ```text
//! source "foo.c"                       the files that positions name, numbered from 0
//! global @x : 4                        four zero bytes
//! constant @msg : 6 = "hello\00"       initial bytes: strings (`\xx` is a byte), `i8` … `i64` numbers,
//! global @p : 24 = &x+4 i32 7 "ab"     and addresses (eight bytes); the rest is zero
//! global @q : 8 layout {seq: i32 @0, val: i32 @4; 8}
//! site "name" layout i32[4]            sites, only needed to refer to them as #0, #1, …
//! thread_local #1 : 8 = i32 7          a variable of each thread, with its name and layout at site 1
//! function @f(%a, %b) variadic { … }
//! ```
//!
//! Layouts: `i32` and `u8` are numbers of so many bits, `ptr` a pointer, `L[n]` an array of `n`
//! times `L`, `{name: L @offset, …; size}` a structure. Where the offset is left out, the field
//! follows the one before; where the size is left out, the structure ends with its last field.
//!
//! In functions (`…` after an access stands for an order, `plain` if there is none, and tags, which
//! are names of [`base::Tag`]; those that are no words are written as strings):
//!
//! ```text
//! label:
//!   %c = %a          %c = add.32 %a, %b     %c = ult.64 %a, %b     %c = sext.8.64 %a
//!   %c = trunc.8 %a  %c = select %x, %a, %b  %c = fadd.64.64 %a, %b  %c = ftos.64.32 %a
//!   %r = load.4 … @x           store.4 … @x+8, %r         %old = rmw.4 add … @x, 1
//!   %old, %ok = cas.4 [weak] success failure … @x, 0, 1       fence seq_cst …
//!   %v, %w = call @f(%a, 1)    call %p(%a)                call indirect @f(%a)
//!   %t = spawn @f, %a          %v = join %t               %t = self
//!   exit_thread %v             exit %code                 %p = thread_local 0
//!   mutex_init @m   lock @m    %r = trylock @m            unlock @m     mutex_destroy @m
//!   %r = holds @m   %n = size_of %p
//!   %p = stack 4    %p = heap %n "name" layout i32[2]     %p = zeroed %n #3     free %p
//!   %p = block 4    leave %p   %p = new %n   delete %p    %p = new_array %n     delete_array %p
//!   assume %c       fail assertion, @msg                  %v = choose 0, 3
//!   atomic_begin    atomic_end                            print @format, %a
//!   %v = library primitives take @s, 0                    (see [`crate::primitives`])
//!   spin_mark %effects, %live -> %mark                    spin_check %effects, %live -> %mark
//!   entry_check %effects, %live -> %mark
//!   bound %counter, 10         unsupported "what"
//!   jump label      branch %c, label, other               switch %v, default, 1: label, 2: other
//!   return %v, %w   unreachable
//! ```
//!
//! Operands are registers, numbers (decimal or `0x…`, taken modulo 2^64), addresses `@name` and
//! `@name+offset`, and `undefined`. A register is `%3` or `%3.name`, where the number is its index,
//! or just `%name`, which takes the lowest index that the function uses in no other way, in the
//! order of first appearance after the parameters. A statement may end with the position it comes
//! from, `!file:line:column`. Names that are not words are written as strings: `@"a b"`,
//! `%3."a b"`, `"a b":`. A label that is not unique carries the number of its block: `loop#4:`.
//!
//! [`parse`] accepts exactly the verified programs (see [`crate::verify`]), and gives back what
//! [`print`] was given, bit for bit. One limit is its own: registers without a name that nothing
//! mentions are at most as many, in all functions together, as one function may have, because a few
//! bytes of text make a million of them.

mod layout;
mod names;
mod parse;
mod print;
mod scan;
mod token;

pub use parse::parse;
pub use print::{print, print_instruction};

#[cfg(test)]
mod tests;
