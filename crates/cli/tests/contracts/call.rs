//! Programs that call a function once, in LLVM IR.

use engines::Model;
use llvm::contracts::{Argument, Contract, Pointer};
use std::fmt::Write as _;

/// Where a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// To an object that its maker has made, or to zeros, or a short text.
    Good,
    Null,
    Freed,
    Unwritten,
}

/// What a call stands between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A store and a load, in both threads.
    StoreBuffering,
    /// Two stores, the other thread reading them in order.
    MessagePassing,
    /// Two stores in both threads.
    TwoWrites,
}

/// The shapes, each with a model that allows its weak outcome.
pub(crate) const SHAPES: [(Shape, Model); 4] = [
    (Shape::StoreBuffering, Model::Tso),
    (Shape::StoreBuffering, Model::Rc11),
    (Shape::MessagePassing, Model::Pso),
    (Shape::TwoWrites, Model::Pso),
];

/// A call of a function.
#[derive(Clone, Debug)]
pub(crate) struct Call<'a> {
    contract: &'a Contract,
    places: Vec<Place>,
}

impl Call<'_> {
    pub(crate) fn new(contract: &Contract) -> Call<'_> {
        Call { contract, places: vec![Place::Good; contract.arguments.len()] }
    }

    /// The same with a pointer to another place.
    pub(crate) fn with(mut self, index: usize, place: Place) -> Self {
        self.places[index] = place;
        self
    }

    /// A program that calls it.
    pub(crate) fn program(&self) -> String {
        let mut body = self.preparation();
        body.push_str(&self.call());
        self.around(&format!("define i32 @main() {{\n{body}  ret i32 0\n}}\n"), "")
    }

    /// The same with an error where the result is one of these.
    pub(crate) fn program_that_objects_to(&self, results: &[i32]) -> String {
        self.judged(results, "error", "fine")
    }

    /// With an error where it is none of these.
    pub(crate) fn program_that_objects_to_others(&self, results: &[i32]) -> String {
        self.judged(results, "fine", "error")
    }

    fn judged(&self, results: &[i32], listed: &str, other: &str) -> String {
        let mut body = self.preparation();
        body.push_str(&self.call());
        body.push_str("  %short = trunc i64 %result to i32\n");
        let _ = writeln!(body, "  switch i32 %short, label %{other} [");
        for result in results {
            let _ = writeln!(body, "    i32 {result}, label %{listed}");
        }
        let ends = "  ]\nerror:\n  call void @reach_error()\n  ret i32 0\nfine:\n  ret i32 0\n";
        let main = format!("define i32 @main() {{\n{body}{ends}}}\n");
        self.around(&main, "declare void @reach_error()\n")
    }

    /// A program in which another thread writes to what an argument points to.
    pub(crate) fn beside_a_write(&self, index: usize) -> String {
        let width = match &self.contract.arguments[index] {
            Argument::Pointer(Pointer { size: Some(8..), .. }) => 64,
            Argument::Pointer(Pointer { size: Some(4..), .. }) => 32,
            _ => 8,
        };
        let writer = format!(
            "define ptr @writer(ptr %unused) {{\n  store i{width} 0, ptr @place{index}\n  \
             ret ptr null\n}}\n"
        );
        let body = format!(
            "{}  %created = call i64 @pthread_create(ptr @other, ptr null, ptr @writer, ptr null)\n{}",
            self.preparation(),
            self.call()
        );
        let main = format!("{writer}define i32 @main() {{\n{body}  ret i32 0\n}}\n");
        self.around(&main, "@other = global i64 0\n")
    }

    /// A litmus test with a call between the accesses of its first thread.
    pub(crate) fn between(&self, shape: Shape) -> String {
        let store = |place: &str, value: u8| {
            format!("  store atomic i32 {value}, ptr @{place} monotonic, align 4\n")
        };
        let load = |name: &str, place: &str| {
            format!("  %{name} = load atomic i32, ptr @{place} monotonic, align 4\n")
        };
        let keep = |name: &str| format!("  store i32 %{name}, ptr @seen_{name}\n");
        let call = self.call();
        let (first, second, weak) = match shape {
            Shape::StoreBuffering => (
                [store("x", 1), call, load("a", "y"), keep("a")].concat(),
                [store("y", 1), load("b", "x"), keep("b")].concat(),
                [("seen_a", 0), ("seen_b", 0)],
            ),
            Shape::MessagePassing => (
                [store("x", 1), call, store("y", 1)].concat(),
                [load("a", "y"), load("b", "x"), keep("a"), keep("b")].concat(),
                [("seen_a", 1), ("seen_b", 0)],
            ),
            Shape::TwoWrites => (
                [store("x", 1), call, store("y", 2)].concat(),
                [store("y", 1), store("x", 2)].concat(),
                [("x", 1), ("y", 1)],
            ),
        };
        let mut main = format!(
            "define ptr @second(ptr %unused) {{\n{second}  ret ptr null\n}}\n\
             define ptr @first(ptr %unused) {{\n{first}  ret ptr null\n}}\n\
             define i32 @main() {{\n{}",
            self.preparation()
        );
        for (index, name) in ["first", "second"].into_iter().enumerate() {
            let _ = writeln!(
                main,
                "  %created{index} = call i64 @pthread_create(ptr @thread_{name}, ptr null, ptr \
                 @{name}, ptr null)"
            );
        }
        for (index, name) in ["first", "second"].into_iter().enumerate() {
            let _ = writeln!(
                main,
                "  %handle{index} = load i64, ptr @thread_{name}\n  \
                 %joined{index} = call i64 @pthread_join(i64 %handle{index}, ptr null)"
            );
        }
        for (index, (place, value)) in weak.into_iter().enumerate() {
            let _ = writeln!(
                main,
                "  %final{index} = load i32, ptr @{place}\n  \
                 %is{index} = icmp eq i32 %final{index}, {value}"
            );
        }
        main.push_str(
            "  %weak = and i1 %is0, %is1\n  br i1 %weak, label %error, label %fine\nerror:\n  \
             call void @reach_error()\n  ret i32 0\nfine:\n  ret i32 0\n}\n",
        );
        let variables = "@x = global i32 0\n@y = global i32 0\n@seen_a = global i32 0\n\
                         @seen_b = global i32 0\n@thread_first = global i64 0\n\
                         @thread_second = global i64 0\ndeclare void @reach_error()\n\
                         declare i64 @pthread_join(i64, ptr)\n";
        self.around(&main, variables)
    }

    /// What comes before the call: objects are made, freed, or only allocated.
    fn preparation(&self) -> String {
        let mut text = String::new();
        for (index, argument) in self.contract.arguments.iter().enumerate() {
            match (argument, self.places[index]) {
                (Argument::Thread, _) => text.push_str(
                    "  %made = call i64 @pthread_create(ptr @handle, ptr null, ptr @nothing, ptr \
                     null)\n",
                ),
                (Argument::Pointer(pointer), place) => {
                    let object = match place {
                        Place::Null => continue,
                        Place::Good => format!("@place{index}"),
                        Place::Freed | Place::Unwritten => {
                            let _ = writeln!(text, "  %p{index} = call ptr @malloc(i64 256)");
                            let _ = writeln!(text, "  store ptr %p{index}, ptr @pointer{index}");
                            format!("%p{index}")
                        }
                    };
                    if place == Place::Unwritten {
                        continue;
                    }
                    for (step, maker) in makers(pointer.maker.as_deref()).into_iter().enumerate() {
                        let _ = writeln!(
                            text,
                            "  %m{index}.{step} = call i64 @{maker}(ptr {object}{})",
                            more(maker)
                        );
                    }
                    if place == Place::Freed {
                        let _ = writeln!(text, "  call void @free(ptr %p{index})");
                    }
                }
                _ => {}
            }
        }
        text
    }

    fn call(&self) -> String {
        let mut text = String::new();
        let mut arguments = Vec::new();
        for (index, argument) in self.contract.arguments.iter().enumerate() {
            arguments.push(match (argument, self.places[index]) {
                (Argument::Number(number), _) => format!("i64 {number}"),
                (Argument::Thread, _) => {
                    text.push_str("  %handle.value = load i64, ptr @handle\n");
                    "i64 %handle.value".to_owned()
                }
                (Argument::Function, _) => "ptr @nothing".to_owned(),
                (Argument::Stream, _) => {
                    text.push_str("  %stream = load ptr, ptr @stdout\n");
                    "ptr %stream".to_owned()
                }
                (Argument::Ignored, _) | (Argument::Pointer(_), Place::Null) => {
                    "ptr null".to_owned()
                }
                (Argument::Pointer(_), Place::Good) => format!("ptr @place{index}"),
                (Argument::Pointer(_), Place::Freed | Place::Unwritten) => {
                    let _ = writeln!(text, "  %q{index} = load ptr, ptr @pointer{index}");
                    format!("ptr %q{index}")
                }
            });
        }
        let (name, list) = (&self.contract.name, arguments.join(", "));
        let _ = match self.contract.results {
            Some(_) => writeln!(text, "  %result = call i64 @{name}({list})"),
            None => writeln!(text, "  call void @{name}({list})"),
        };
        text
    }

    /// The module with what all programs have.
    fn around(&self, code: &str, more_variables: &str) -> String {
        let mut text = String::from(
            "@handle = global i64 0\n@stdout = external global ptr\n\
             define ptr @nothing(ptr %unused) {\n  ret ptr null\n}\n",
        );
        let mut declared = vec![(self.contract.name.clone(), self.signature())];
        for (index, argument) in self.contract.arguments.iter().enumerate() {
            if let Argument::Pointer(pointer) = argument {
                let zeros = "c\"x\\00\"";
                let _ = match pointer.size {
                    None => writeln!(text, "@place{index} = global [2 x i8] {zeros}"),
                    Some(_) => writeln!(
                        text,
                        "@place{index} = global [256 x i8] zeroinitializer, align 16"
                    ),
                };
                let _ = writeln!(text, "@pointer{index} = global ptr null");
                for maker in makers(pointer.maker.as_deref()) {
                    declared.push((maker.to_owned(), format!("ptr{}", types(more(maker)))));
                }
            }
        }
        if self.contract.results.is_none() {
            let (name, parameters) = declared.remove(0);
            let _ = writeln!(text, "declare void @{name}({parameters})");
        }
        declared.push(("pthread_create".to_owned(), "ptr, ptr, ptr, ptr".to_owned()));
        declared.sort();
        declared.dedup_by(|one, other| one.0 == other.0);
        for (name, parameters) in declared {
            let _ = writeln!(text, "declare i64 @{name}({parameters})");
        }
        if !["malloc"].contains(&&*self.contract.name) {
            text.push_str("declare ptr @malloc(i64)\n");
        }
        text.push_str("declare void @free(ptr)\n");
        text + more_variables + code
    }

    fn signature(&self) -> String {
        let types = self.contract.arguments.iter().map(|argument| match argument {
            Argument::Number(_) | Argument::Thread => "i64",
            Argument::Function | Argument::Stream | Argument::Ignored | Argument::Pointer(_) => {
                "ptr"
            }
        });
        types.collect::<Vec<_>>().join(", ")
    }
}

/// What is called to make an object: a lock that is held is initialised first.
fn makers(maker: Option<&str>) -> Vec<&str> {
    match maker {
        None => Vec::new(),
        Some("pthread_mutex_lock") => vec!["pthread_mutex_init", "pthread_mutex_lock"],
        Some("mtx_lock") => vec!["mtx_init", "mtx_lock"],
        Some("pthread_spin_lock") => vec!["pthread_spin_init", "pthread_spin_lock"],
        Some("pthread_rwlock_wrlock") => vec!["pthread_rwlock_init", "pthread_rwlock_wrlock"],
        Some(maker) => vec![maker],
    }
}

/// The arguments of a maker after the object.
fn more(maker: &str) -> &'static str {
    match maker {
        "sem_init" => ", i64 0, i64 0",
        "pthread_mutex_init" | "pthread_cond_init" | "pthread_rwlock_init" => ", ptr null",
        "pthread_spin_init" | "mtx_init" => ", i64 0",
        _ => "",
    }
}

/// The types of such arguments.
fn types(arguments: &str) -> String {
    arguments.replace(" 0", "").replace(" null", "")
}
