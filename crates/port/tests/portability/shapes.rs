//! What the literature says of the classic shapes, and evidence: the axiom, the cycle, the state.

use crate::{Asked, Short, ask, both, by_formula, compile, model, read};
use litmus::{Lowered, Test};
use port::{Case, Explanation, Forbidden, Method, Model, Pair, Portability, explain};
use solver::Backend;

const SB: &str = "X86 SB\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n \
                  MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n";

#[test]
fn store_buffering_tells_sc_from_tso() {
    let (test, lowered) = read(SB);
    let (sc, tso) = (model("sc"), model("x86-tso"));
    let pair = Pair { source: &sc, target: &tso, sequential: &sc };
    for method in [Method::Enumeration, by_formula(Backend::Cadical), by_formula(Backend::Batsat)] {
        for asked in [Asked::Traces, Asked::States] {
            let answer = ask(asked, &Case::written(&test, &lowered), pair, method);
            let Ok(Portability::NotPortable(found)) = answer else {
                panic!("store buffering is new under TSO")
            };
            let [found] = &found[..] else { panic!("{found:?}") };
            assert_eq!(found.state, "0:EAX=0; 1:EAX=0;");
            let Explanation::Cycle { axiom, links } = explain(&sc, found) else {
                panic!("{found:?}")
            };
            assert_eq!(axiom, "sc");
            let relations: Vec<_> = links.iter().map(|link| link.relation).collect();
            // The cycle may start anywhere.
            let fr = relations.iter().position(|name| *name == Some("fr")).unwrap();
            let turned: Vec<_> = (0..4).map(|place| relations[(fr + place) % 4]).collect();
            assert_eq!(turned, [Some("fr"), Some("po"), Some("fr"), Some("po")]);
            assert_eq!(links.len(), 4);
        }
        let back = Pair { source: &tso, target: &sc, sequential: &sc };
        let answer = ask(Asked::Traces, &Case::written(&test, &lowered), back, method);
        assert!(matches!(answer, Ok(Portability::Portable)), "{answer:?}");
    }
}

/// `dat3m-thesis` Lemma 7 (2): where all written values are 0, there is one state.
#[test]
fn new_executions_need_no_new_states() {
    let (test, lowered) = read(&SB.replace("$1", "$0"));
    let (sc, tso) = (model("sc"), model("x86-tso"));
    let pair = Pair { source: &sc, target: &tso, sequential: &sc };
    let case = Case::written(&test, &lowered);
    let ask = |asked| both(asked, &case, pair, Backend::Cadical, "SB of zeros");
    assert_eq!(ask(Asked::Traces), Short::NotPortable(vec![]));
    assert_eq!(ask(Asked::States), Short::Portable);
}

/// All new states, in order: two writes to two locations in two threads, of which PSO lets each
/// thread's second one come first, and TSO does not.
#[test]
fn all_new_states_are_found() {
    let text = "X86 2+2W\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n \
                MOV [y],$2 | MOV [x],$2 ;\nlocations [x;y;]\nexists (x=1 /\\ y=1)\n";
    let (test, lowered) = read(text);
    let (tso, pso, sc) = (model("x86-tso"), model("pso"), model("sc"));
    let pair = Pair { source: &tso, target: &pso, sequential: &sc };
    let case = Case::written(&test, &lowered);
    let answer = both(Asked::States, &case, pair, Backend::Batsat, "2+2W");
    assert_eq!(answer, Short::NotPortable(vec!["[x]=1; [y]=1;".to_owned()]));
}

/// A source without axioms forbids only a coherence that it would not choose: one against the
/// program order of two writes.
#[test]
fn coherence_that_the_source_does_not_choose_is_forbidden() {
    let text = "X86 CoWW\n{ x=0; }\n P0 ;\n MOV [x],$1 ;\n MOV [x],$2 ;\nexists ([x]=1)\n";
    let (test, lowered): (Test, Lowered) = read(text);
    let orders = |order: &str| {
        let text = format!(
            "\"orders\"\ninclude \"cross.cat\"\nwith co from generate_orders (W, {order})\n"
        );
        Model::new("orders.cat", compile("orders.cat", &text)).unwrap()
    };
    let (strict, free, sc) = (orders("co0 | [W]; po-loc; [W]"), orders("co0"), model("sc"));
    for method in [Method::Enumeration, by_formula(Backend::Cadical), by_formula(Backend::Batsat)] {
        let pair = Pair { source: &strict, target: &free, sequential: &sc };
        let answer = ask(Asked::Traces, &Case::written(&test, &lowered), pair, method);
        let Ok(Portability::NotPortable(found)) = answer else { panic!("it is not portable") };
        assert_eq!(found[0].forbidden, Forbidden::ByCoherence);
        assert_eq!(found[0].state, "[x]=1;");
        assert_eq!(explain(&strict, &found[0]), Explanation::Coherence);
        let pair = Pair { source: &free, target: &strict, sequential: &sc };
        let answer = ask(Asked::Traces, &Case::written(&test, &lowered), pair, method);
        assert!(matches!(answer, Ok(Portability::Portable)), "{answer:?}");
    }
}
