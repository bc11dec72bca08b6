//! Logs of litmus7: the states that it saw, as histories.

use trace::litmus_log::{Seen, parse};
use trace::{Model, Verdict, decide, print};

/// A log of one test, as litmus7 writes it.
fn log(name: &str, code: &str, states: &[&str]) -> String {
    format!(
        "%%%%%%%%%%%%\n% Results for {name}.litmus %\n%%%%%%%%%%%%\n{code}Generated assembler\n\
         \t##START _litmus_P0\n\tmovl $1,(%r8)\nTest {name} Allowed\nHistogram ({} states)\n{}\nOk\n\n\
         Witnesses\nPositive: 1, Negative: 2\nObservation {name} Sometimes 1 2\nTime {name} 0.1\n\n",
        states.len(),
        states.join("\n")
    )
}

const STORE_BUFFERING: &str = "X86 SB\n\"Fre PodWR Fre PodWR\"\n{ }\n P0          | P1          ;\n \
     MOV [x],$1  | MOV [y],$1  ;\n MOV EAX,[y] | MOV EAX,[x] ;\n\nexists (0:EAX=0 /\\ 1:EAX=0)\n";

fn read(log: &str) -> Vec<Seen> {
    parse(log, &|| true).expect("it is a log")
}

fn allows(seen: &Seen, model: Model) -> bool {
    let histories = seen.histories.as_ref().expect("there are histories");
    histories
        .iter()
        .any(|history| matches!(decide(history, model, &|| true).verdict, Verdict::Consistent(_)))
}

#[test]
fn states_become_histories() {
    let states = ["34    *>0:EAX=0; 1:EAX=0;", "4998  :>0:EAX=1; 1:EAX=0;"];
    let seen = read(&log("SB", STORE_BUFFERING, &states));
    assert_eq!(seen.len(), 2);
    assert_eq!((seen[0].test.as_str(), seen[0].count), ("SB", Some(34)));
    assert_eq!(seen[1].state, "0:EAX=1; 1:EAX=0;");
    let histories = seen[0].histories.as_ref().unwrap();
    let expected = "P0 w x 1\nP0 r y 0\nP1 w y 1\nP1 r x 0\n";
    assert_eq!(histories.iter().map(print::print).collect::<Vec<_>>(), [expected]);
    assert!(!allows(&seen[0], Model::Sc) && allows(&seen[0], Model::Tso));
    assert!(allows(&seen[1], Model::Sc));
}

#[test]
fn fences_updates_and_initial_values_are_kept() {
    let code = "X86 U\n{ x=5; }\n P0          | P1           ;\n MOV EAX,$1  | MOV EAX,$2   ;\n \
                XCHG [x],EAX | MFENCE      ;\n             | XCHG [x],EAX ;\n\
                exists (0:EAX=5 /\\ 1:EAX=1)\n";
    let seen = read(&log("U", code, &["1 *>0:EAX=5; 1:EAX=1;", "2 :>0:EAX=2; 1:EAX=1;"]));
    let histories = seen[0].histories.as_ref().unwrap();
    assert_eq!(print::print(&histories[0]), "init x 5\nP0 rmw x 5 1\nP1 fence\nP1 rmw x 1 2\n");
    assert!(allows(&seen[0], Model::Sc) && !allows(&seen[1], Model::Pso));
}

#[test]
fn a_read_that_no_state_shows_may_have_read_anything() {
    let code = "X86 H\n{ }\n P0         | P1          ;\n MOV [x],$1 | MOV EAX,[x] ;\n            \
                | MOV EBX,[x] ;\nexists (1:EBX=0)\n";
    let seen = read(&log("H", code, &["1 *>1:EBX=0;"]));
    assert_eq!(seen[0].histories.as_ref().unwrap().len(), 2);
    assert!(allows(&seen[0], Model::Sc));
}

#[test]
fn what_a_history_cannot_say_is_told() {
    let code = "X86 W\n{ }\n P0         | P1         ;\n MOV [x],$1 | MOV [x],$2 ;\n\
                exists (x=1)\n";
    let why = |log: &str| read(log)[0].histories.clone().unwrap_err();
    assert!(why(&log("W", code, &["1 *>[x]=1;"])).contains("what x holds in the end"));
    let fence = STORE_BUFFERING.replace(
        " MOV EAX,[y] | MOV EAX,[x] ;",
        " SFENCE | MFENCE ;\n MOV EAX,[y] | MOV EAX,[x] ;",
    );
    assert!(why(&log("SB", &fence, &["1 *>0:EAX=0; 1:EAX=0;"])).contains("SFENCE"));
    let never = log("SB", STORE_BUFFERING, &["1 *>0:EAX=7; 1:EAX=0;"]);
    assert!(why(&never).contains("cannot end in this state"));
}

#[test]
fn errors_have_a_place() {
    let complaint = |log: &str| {
        let diagnostic = parse(log, &|| true).unwrap_err();
        let line = log[..diagnostic.span.start.min(log.len())].matches('\n').count() + 1;
        (line, diagnostic.message)
    };
    let (line, message) = complaint("Test SB Allowed\nHistogram (1 states)\n1 *>0:EAX=0;\n");
    assert_eq!((line, message.contains("does not have the code of SB")), (2, true));
    let (line, message) = complaint(&log("SB", STORE_BUFFERING, &["many *>0:EAX=0;"]));
    assert_eq!((line, message.contains("how often")), (17, true), "{message}");
    let (line, message) = complaint(&log("SB", STORE_BUFFERING, &["nonsense"]));
    assert_eq!((line, message.contains("not a state")), (17, true), "{message}");
    let whole = log("SB", STORE_BUFFERING, &["1 *>0:EAX=0; 1:EAX=0;", "1 :>0:EAX=1; 1:EAX=0;"]);
    let cut = &whole[..whole.find("1 :>").unwrap()];
    assert!(complaint(cut).1.contains("ends before the last 1"));
    let (line, _) = complaint(&log("SB", &STORE_BUFFERING.replace("MOV [x]", "MVO [x]"), &[]));
    assert_eq!(line, 8);
}
