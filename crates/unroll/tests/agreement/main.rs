//! Acyclic programs against what they must agree with: values with the evaluator, litmus tests with
//! `candidates`, programs with brute force over the interpreter.

#[path = "../../../../tests/litmus/files.rs"]
mod files;
mod litmus;
mod models;
mod outcomes;
mod programs;
mod values;
