//! Do the project's own documents say what is there? Names and paths exist, the crate graph is the
//! one that cargo knows, the list of functions is that of the runtime and each has a fixture, the
//! tables of compiler mappings are those of `unroll`, and prose has a width that can be read.

mod crate_graph;
mod fixtures;
mod functions;
mod mappings;
mod names;
mod project;
mod structures;
mod width;
