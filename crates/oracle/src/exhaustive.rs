//! All small programs: every program that can be made of the statements of one vocabulary, up to a
//! number of statements, the smaller ones first.
//!
//! What a random generator never makes it never finds. Here the first program that differs is also
//! one of the smallest that do. [`vocabulary`] has the statements, few of a kind at a time, so that
//! everything that can be done with them is; [`programs`] lists the programs, but for those that
//! differ only in the names of threads, variables and mutexes; [`judged`](crate::judged) compares.

pub mod programs;
pub mod vocabulary;
