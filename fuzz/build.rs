//! Finds libFuzzer, which comes with clang.
//!
//! Heddle needs a clang anyway; a crate would bring a copy of libFuzzer's C++ along.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=HEDDLE_CLANG");
    let wanted = std::env::var("HEDDLE_CLANG").into_iter();
    let versions = (14..=22).rev().map(|version| format!("clang-{version}"));
    let folder = wanted
        .chain(["clang".to_owned()])
        .chain(versions)
        .find_map(|clang| runtime_folder(&clang))
        .expect("there is no clang that has libFuzzer; HEDDLE_CLANG can name one");
    println!("cargo::rustc-link-search=native={}", folder.display());
    println!("cargo::rustc-link-lib=static={}", library());
    println!("cargo::rustc-link-lib=stdc++");
}

/// The name of the archive, without `lib` and `.a`.
fn library() -> String {
    let architecture = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    format!("clang_rt.fuzzer-{architecture}")
}

/// The folder in which a clang has libFuzzer.
fn runtime_folder(clang: &str) -> Option<PathBuf> {
    let argument = format!("-print-file-name=lib{}.a", library());
    let output = Command::new(clang).arg(argument).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    // A file that clang does not have is printed as it was asked for, without a folder.
    path.is_absolute().then(|| path.parent().map(PathBuf::from))?
}
