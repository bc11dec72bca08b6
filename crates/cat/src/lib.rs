pub mod error;
mod lexer;
pub mod parser;
mod print;
pub mod source;
pub mod syntax;
