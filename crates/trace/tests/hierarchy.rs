//! The hierarchy against Fig. 3.4 of `dat3m-thesis`: for each model the figure says which range
//! reductions prove it hard, so which of SLOW, GWO, CC and PSO are weaker than it in Fig. 3.1.

use trace::Model;

fn at_least_as_strong_as(weakest: Model) -> Vec<Model> {
    let is_stronger = |model: &Model| *model == weakest || model.all_weaker().contains(&weakest);
    Model::untimed().filter(is_stronger).collect()
}

#[test]
fn ranges_of_the_reductions_are_those_of_the_figure() {
    use Model::{Cc, Gao, GpoGdo, Gwo, Local, PcD, PcG, Pso, Sc, Tso};
    // "NPC 4" under "Test": Theorem 1, but for GWO and LOCAL.
    let slow = Model::untimed().filter(|model| ![Gwo, Local].contains(model)).collect::<Vec<_>>();
    assert_eq!(at_least_as_strong_as(Model::Slow), slow);
    // "NPC 5": Theorem 2. For SC, the figure names another reduction.
    assert_eq!(at_least_as_strong_as(Gwo), [Sc, Model::Causal, Gwo]);
    // "NPC 6": Theorem 3.
    assert_eq!(at_least_as_strong_as(Cc), [Sc, Tso, Pso, PcG, PcD, Gao, GpoGdo, Cc]);
    // "NPC 7": Theorem 4.
    assert_eq!(at_least_as_strong_as(Pso), [Sc, Tso, Pso]);
}
