//! Garbled histories: parsers complain about a place in the text, or make a recording that is
//! printed and read again as the same; they do not panic. `HEDDLE_ROUNDS` is how many are tried.

use base::Diagnostic;
use testing::{Random, garble};
use trace::formats::{Format, parse};
use trace::{Recording, litmus_log, print};

const TEXT: &str = "# a comment\ninit x 5\nP0 w x 1\nP1 r x 1 from P0.1\nP1 r x 5 from init\n\
     P1 rmw x 1 2\nP0 fence\nP1 w x 3 @ 10 25\nP2 r y 0x7\nP2 w y -7 @ 30 -\n";
const LINES: &str = "{\"init\": \"x\", \"value\": 5}\n\
     {\"thread\": \"P0\", \"op\": \"w\", \"location\": \"x\", \"value\": 1}\n\
     {\"thread\": 1, \"op\": \"r\", \"location\": \"x\", \"value\": 1, \"from\": \"P0.1\", \
     \"begin\": 10, \"end\": 25}\n\
     {\"thread\": 1, \"op\": \"rmw\", \"location\": \"x\", \"value\": 1, \"written\": null}\n\
     {\"thread\": \"P0\", \"op\": \"fence\"}\n";
const JEPSEN: &str = "[{:process 0, :type :invoke, :f :write, :value 3}\n\
     {:process 1, :type :invoke, :f :read, :value nil}\n\
     {:process 0, :type :ok, :f :write, :value 3}\n{:process 1, :type :ok, :f :read, :value 3}\n\
     {:process 1, :type :invoke, :f :cas, :value [3 4]}\n\
     {:process :nemesis, :type :info, :f :start}\n\
     {:process 1, :type :fail, :f :cas, :value [3 4]}]\n";
const WITNESS: &str = "{\"violations\": [{\"witness\": {\"steps\": [\n\
     {\"step\": 1, \"thread\": \"t1\", \"action\": \"store\", \"variable\": \"x\", \"written\": \"1\"},\n\
     {\"step\": 2, \"thread\": \"t2\", \"action\": \"load\", \"variable\": \"x\", \"read\": \"1\", \
     \"reads_from\": [1]},\n\
     {\"step\": 3, \"thread\": \"t2\", \"action\": \"fence\"}]}}]}\n";
const LOG: &str = "%%%\n% Results for SB.litmus %\n%%%\nX86 SB\n{ x=0; }\n P0          | P1          ;\n \
     MOV [x],$1  | MOV [y],$1  ;\n MFENCE      | XCHG [y],EAX ;\n MOV EAX,[y] | MOV EBX,[x] ;\n\
     exists (0:EAX=0 /\\ 1:EBX=0)\nGenerated assembler\n\tmovl $1,(%r8)\nTest SB Allowed\n\
     Histogram (2 states)\n34    *>0:EAX=0; 1:EBX=0;\n4998  :>0:EAX=1; 1:EBX=1;\nOk\n";

fn rounds() -> u64 {
    std::env::var("HEDDLE_ROUNDS").ok().and_then(|count| count.parse().ok()).unwrap_or(2000)
}

fn within(text: &str, diagnostic: &Diagnostic) {
    assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?} in {text}");
}

/// Printed and read again it is the same, but for the order of threads: a source may name one that
/// comes later.
fn survives(recording: &Recording, text: &str) {
    let lines = |printed: &str| {
        let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        lines.sort_by_key(|line| line.split(' ').next().map(str::to_owned));
        lines
    };
    let printed = print::print(recording);
    let again = parse(Format::Text, &printed).map(|again| lines(&print::print(&again)));
    assert_eq!(again, Ok(lines(&printed)), "{text}");
}

#[test]
fn garbled_histories_do_no_harm() {
    let forms = [
        (Format::Text, TEXT),
        (Format::JsonLines, LINES),
        (Format::Jepsen, JEPSEN),
        (Format::Witness, WITNESS),
    ];
    for (number, (format, original)) in forms.into_iter().enumerate() {
        parse(format, original).unwrap_or_else(|error| panic!("{error:?} in {original}"));
        let (mut accepted, mut refused) = (0, 0);
        for round in 0..rounds() {
            let mut random = Random::new(round * 8 + number as u64);
            let text = garble(original, &mut random);
            match parse(format, &text) {
                Ok(recording) => {
                    accepted += 1;
                    if format == Format::Text {
                        survives(&recording, &text);
                    }
                }
                Err(diagnostic) => {
                    refused += 1;
                    within(&text, &diagnostic);
                }
            }
        }
        assert!(accepted * 50 > rounds() && refused * 50 > rounds(), "{format:?}: {accepted}");
    }
}

#[test]
fn garbled_logs_do_no_harm() {
    litmus_log::parse(LOG, &|| true).unwrap_or_else(|error| panic!("{error:?}"));
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..rounds() {
        let text = garble(LOG, &mut Random::new(round));
        match litmus_log::parse(&text, &|| true) {
            Ok(_) => accepted += 1,
            Err(diagnostic) => {
                refused += 1;
                within(&text, &diagnostic);
            }
        }
    }
    assert!(accepted * 50 > rounds() && refused * 50 > rounds(), "{accepted}");
}
