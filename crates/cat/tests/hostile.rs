//! Garbled models: the compiler complains or makes a program that can be run; it does not panic and
//! does not run for ever.

mod support;

use cat::{File, LibraryOnly, Options, Vocabulary, compile};
use support::Execution;

const MODEL: &str = "
enum Order = 'rlx || 'acq || 'rel
instructions R [ { 'rlx , 'acq } ]
let pick t = match t with || 'acq -> [ tag2events t ] ; po || 'rel -> po ; [ W ] || _ -> 0 end
let f ( a , b ) = a | b ; a
let rec each S = match S with || {} -> {} || e ++ rest -> e ++ each rest end
let rec power S = match S with || {} -> { {} } || e ++ rest -> power rest end
let rec x = po | ( y ; x ) & loc and y = rf | ( let rec z = x | z ; y in z )
let rec grows = grows | ( po \\ ( shrinks ; shrinks ) ) and shrinks = [ W \\ domain ( grows ) ]
procedure ordered ( r , s ) = let t = f ( r , s ) in acyclic t as inner end
call ordered ( x , po ) as outer
forall t in Order do empty pick t \\ po end
include \"cos.cat\"
let fr2 = ( rf ^-1 ; co ) \\ id
flag ~empty [ R ] ; fr2 ; [ W \\ IW ] as reads-before
with s from map ( fun r -> r ++ 0 ) ( po & loc )
with t from { po , rf }
acyclic grows | s | t ^+ | co0 ?
show x , y , fr2 show ~ x as not-x
if not \"a\" empty shrinks \\ shrinks end
";

#[test]
fn garbled_models_do_no_harm() {
    let words: Vec<&str> = MODEL.split_inclusive([' ', '\n']).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let vocabulary = Vocabulary::basic();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let execution = Execution::new("Wx1 Ry0 | Wy1 Rx0 Rx1");
    let mut compiled = 0;
    for round in 0..4000 {
        let mut changed = words.clone();
        for _ in 0..below(4).min(round) {
            let (one, other) = (below(changed.len()), below(changed.len()));
            match below(3) {
                0 => changed.swap(one, other),
                1 => changed[one] = changed[other],
                _ => drop(changed.remove(one)),
            }
        }
        let text = changed.concat();
        match compile(vec![File { path: "garbled.cat".to_owned(), text }], &options) {
            Ok(program) => {
                compiled += 1;
                if compiled % 10 == 1 {
                    execution.try_judgements(&program).ok();
                }
            }
            Err(failure) => assert!(failure.to_string().starts_with("error: "), "{failure}"),
        }
    }
    assert!(compiled > 400, "{compiled}");
}
