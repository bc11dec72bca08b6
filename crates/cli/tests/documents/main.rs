//! Do the project's own documents say what is there? Names and paths exist, the crate graph is the one that
//! cargo knows, and the list of functions is that of the runtime.

mod crate_graph;
mod functions;
mod names;
mod project;
