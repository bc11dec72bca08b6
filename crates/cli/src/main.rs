//! The binary `heddle`: everything is in the library, so that tests can call it.

fn main() -> std::process::ExitCode {
    cli::main(std::env::args_os().collect()).into()
}
