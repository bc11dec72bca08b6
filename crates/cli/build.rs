//! How is the binary linked? So that it starts soon, since a start would otherwise take longer than
//! checking many a program does: at a fixed address (a position-independent binary has some ten
//! thousand pointers to set right, most of them of the solvers), and with the C++ library that the
//! solvers need inside of it (there is no linker option for that where the library was named by a
//! dependency; but a folder is searched first in which there is nothing but the static one).

use std::path::{Path, PathBuf};
use std::process::Command;

const LIBRARY: &str = "libstdc++.a";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CXX");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    println!("cargo:rustc-link-arg-bins=-no-pie");
    let folder = std::env::var("OUT_DIR").expect("cargo gives build scripts a folder");
    if let Some(library) = static_library()
        && std::fs::copy(library, Path::new(&folder).join(LIBRARY)).is_ok()
    {
        println!("cargo:rustc-link-search=native={folder}");
    }
}

/// Where the compiler has the library, if it has it. Without it, the shared one is taken.
fn static_library() -> Option<PathBuf> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let asked = Command::new(compiler).arg(format!("-print-file-name={LIBRARY}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim());
    path.is_absolute().then_some(path)
}
