//! Some of many mutants, by chance, in their order.

use crate::schema::Mutant;

pub(crate) fn sample(mut all: Vec<Mutant>, count: usize, seed: u64) -> Vec<Mutant> {
    let mut state = seed;
    // Splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut chosen = Vec::new();
    while chosen.len() < count && !all.is_empty() {
        let index = (next() % all.len() as u64) as usize;
        chosen.push(all.swap_remove(index));
    }
    chosen.sort_by(|one, two| (&one.file, one.range.start).cmp(&(&two.file, two.range.start)));
    chosen
}
