//! Do the project's own documents say what is there? Names and paths exist, and the crate graph is
//! the one that cargo knows.

mod crate_graph;
mod names;
mod project;
