//! Each operator of the language, on random sets and relations, against its definition pair by
//! pair.

mod support;

use cat::{Concrete, Datum, Program, evaluate};
use support::world::{Numbers, Pairs, Random, World, program};

/// What the model shows as `x`.
fn shown(program: &Program, world: &World) -> Datum<Numbers, Pairs> {
    let (_, slot) = program.shown.iter().find(|(name, _)| &**name == "x").unwrap();
    let mut domain = Concrete { events: world.size };
    let valuation = evaluate(program, &mut domain, world);
    match valuation.get(*slot).unwrap() {
        Datum::Set(set) => Datum::Set(set.iter().collect()),
        Datum::Relation(relation) => Datum::Relation(relation.pairs().collect()),
    }
}

#[track_caller]
fn check_model(text: &str, expected: impl Fn(&World) -> Datum<Numbers, Pairs>) {
    let program = program(text);
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for _ in 0..100 {
        let world = World::random(&mut random);
        assert_eq!(shown(&program, &world), expected(&world), "{text}");
    }
}

#[track_caller]
fn check(expression: &str, holds: impl Fn(&World, usize, usize) -> bool) {
    check_model(&format!("show {expression} as x"), |world| {
        Datum::Relation(world.pairs(|from, to| holds(world, from, to)))
    });
}

#[track_caller]
fn check_set(expression: &str, holds: impl Fn(&World, usize) -> bool) {
    check_model(&format!("show {expression} as x"), |world| {
        Datum::Set(world.numbers(|number| holds(world, number)))
    });
}

fn r(world: &World, from: usize, to: usize) -> bool {
    world.relations["r"].contains(&(from, to))
}

fn s(world: &World, from: usize, to: usize) -> bool {
    world.relations["s"].contains(&(from, to))
}

fn a(world: &World, number: usize) -> bool {
    world.sets["A"].contains(&number)
}

fn b(world: &World, number: usize) -> bool {
    world.sets["B"].contains(&number)
}

#[test]
fn sets() {
    check_set("A | B", |w, x| a(w, x) || b(w, x));
    check_set("A & B", |w, x| a(w, x) && b(w, x));
    check_set("A \\ B", |w, x| a(w, x) && !b(w, x));
    check_set("~A", |w, x| !a(w, x));
    check_set("~(A | B) | A & ~A", |w, x| !a(w, x) && !b(w, x));
    check_set("domain(r)", |w, x| (0..w.size).any(|y| r(w, x, y)));
    check_set("range(r)", |w, x| (0..w.size).any(|y| r(w, y, x)));
    check_set("domain(r^-1) & _", |w, x| (0..w.size).any(|y| r(w, y, x)));
    check_set("A | _", |_, _| true);
    check_set("A \\ _ | domain 0", |_, _| false);
    check_set("emptyset | 0", |_, _| false);
}

#[test]
fn relations() {
    check("r | s", |w, x, y| r(w, x, y) || s(w, x, y));
    check("r & s", |w, x, y| r(w, x, y) && s(w, x, y));
    check("r \\ s", |w, x, y| r(w, x, y) && !s(w, x, y));
    check("~r", |w, x, y| !r(w, x, y));
    check("r; s", |w, x, y| (0..w.size).any(|z| r(w, x, z) && s(w, z, y)));
    check("r^-1", |w, x, y| r(w, y, x));
    check("(r; s)^-1", |w, x, y| (0..w.size).any(|z| r(w, y, z) && s(w, z, x)));
    check("r^+", |w, x, y| w.path(&w.relations["r"], x, y));
    check("r^*", |w, x, y| x == y || w.path(&w.relations["r"], x, y));
    check("r?", |w, x, y| x == y || r(w, x, y));
    check("A * B", |w, x, y| a(w, x) && b(w, y));
    check("(A * B)^-1", |w, x, y| b(w, x) && a(w, y));
    check("[A]", |w, x, y| x == y && a(w, x));
    check("[A]; r; [B]", |w, x, y| a(w, x) && r(w, x, y) && b(w, y));
    check("[A]; [B]; id", |w, x, y| x == y && a(w, x) && b(w, x));
    check("id", |_, x, y| x == y);
    check("_ * _", |_, _, _| true);
    check("r & _", r);
    check("0 | r", r);
    check("0; r", |_, _, _| false);
    check("r \\ s \\ id", |w, x, y| r(w, x, y) && !s(w, x, y) && x != y);
    check("r \\ s & id", |w, x, y| r(w, x, y) && !(s(w, x, y) && x == y));
    check("r^-1^-1", r);
    check("r^+^+", |w, x, y| w.path(&w.relations["r"], x, y));
}

#[test]
fn library_functions() {
    check("toid(A)", |w, x, y| x == y && a(w, x));
    check("imply(r, s)", |w, x, y| !r(w, x, y) || s(w, x, y));
    check("singlestep(r)", |w, x, y| r(w, x, y) && !(0..w.size).any(|z| r(w, x, z) && r(w, z, y)));
    check("(fun a -> fun b -> (a \\ b) | (b \\ a)) r s", |w, x, y| r(w, x, y) != s(w, x, y));
    check("let (a, b) = (s, r) in b", r);
}

/// `x = r | x ; x` is a closure, and stays one when it is written in a way that is not recognised.
#[test]
fn recursion_finds_closures() {
    for text in [
        "let rec x = r | x; x show x",
        "let rec x = r | r; x show x",
        "let rec x = r | (x; r) & (_ * _) show x",
        "let rec x = r | y; z and y = x | x and z = y & y show x",
        "let rec x = r | (let rec y = x | y; x in y) show x",
        "let rec x = r | (let rec y = x | (let rec z = y | z; x in z) in y) show x",
        "let closure r = let rec t = r | (t; t) in t let x = closure r show x",
    ] {
        check_model(text, |world| {
            Datum::Relation(world.pairs(|from, to| world.path(&world.relations["r"], from, to)))
        });
    }
}

/// Four relations that need each other, as in the preserved program order of Power (`dat3m-thesis`
/// Fig. 2.10), by plain iteration.
#[test]
fn mutual_recursion_is_a_least_fixpoint() {
    let text = "
        let rec ii = r | ci | (ic; ci) | (ii; ii)
        and ci = s | (ci; ii) | (cc; ci)
        and ic = ii | cc | (ic; cc) | (ii; ic)
        and cc = t | ci | (ci; ic) | (cc; cc)
        let x = ii \\ ic^-1 show x";
    check_model(text, |world| {
        let then = |one: &Pairs, other: &Pairs| -> Pairs {
            world.pairs(|x, y| {
                (0..world.size).any(|z| one.contains(&(x, z)) && other.contains(&(z, y)))
            })
        };
        let [r, s, t] = ["r", "s", "t"].map(|name| &world.relations[name]);
        let (mut ii, mut ci, mut ic, mut cc) =
            (Pairs::new(), Pairs::new(), Pairs::new(), Pairs::new());
        loop {
            let before = (ii.clone(), ci.clone(), ic.clone(), cc.clone());
            ii = &(&(r | &ci) | &then(&ic, &ci)) | &then(&ii, &ii);
            ci = &(s | &then(&ci, &ii)) | &then(&cc, &ci);
            ic = &(&(&ii | &cc) | &then(&ic, &cc)) | &then(&ii, &ic);
            cc = &(&(t | &ci) | &then(&ci, &ic)) | &then(&cc, &cc);
            if before == (ii.clone(), ci.clone(), ic.clone(), cc.clone()) {
                return Datum::Relation(
                    world.pairs(|x, y| ii.contains(&(x, y)) && !ic.contains(&(y, x))),
                );
            }
        }
    });
}

/// Sets are defined recursively as well: what can be reached from A.
#[test]
fn sets_are_recursive_too() {
    check_model("let rec x = A | range([x]; r) show x", |world| {
        let is_reached = |number: usize| {
            a(world, number)
                || (0..world.size)
                    .any(|from| a(world, from) && world.path(&world.relations["r"], from, number))
        };
        Datum::Set(world.numbers(is_reached))
    });
}
