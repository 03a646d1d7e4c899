//! Variables that differ two by two, as one constraint: `each pair a, b of cells in r: digit of a != digit of b` becomes
//! as strong as `all different digit in r`.

use std::collections::{BTreeMap, BTreeSet};

use fxhash::FxHashSet;
use quadrille_engine::Var;

/// The most variables of a clique.
const MOST: usize = 64;

/// Cliques that cover all pairs, each with the number of the first pair in it. They are found greedily, each extended
/// by the first variable that fits; those of two variables are pairs that are in no larger one that is worth it.
pub(crate) fn cliques(
    pairs: &[[Var; 2]],
    is_worth_it: impl Fn(&[Var]) -> bool,
) -> Vec<(usize, Vec<Var>)> {
    let mut neighbours: BTreeMap<Var, BTreeSet<Var>> = BTreeMap::new();
    for &[a, b] in pairs {
        neighbours.entry(a).or_default().insert(b);
        neighbours.entry(b).or_default().insert(a);
    }
    let mut covered: FxHashSet<[Var; 2]> = FxHashSet::default();
    let mut found = Vec::new();
    for (number, &[a, b]) in pairs.iter().enumerate() {
        if covered.contains(&[a.min(b), a.max(b)]) {
            continue;
        }
        let mut clique = vec![a, b];
        let mut fitting = &neighbours[&a] & &neighbours[&b];
        while let Some(next) = fitting.pop_first()
            && clique.len() < MOST
        {
            clique.push(next);
            fitting = &fitting & &neighbours[&next];
        }
        if !is_worth_it(&clique) {
            clique.truncate(2);
        }
        clique.sort_unstable();
        for (at, &a) in clique.iter().enumerate() {
            covered.extend(clique[at + 1..].iter().map(|&b| [a, b]));
        }
        found.push((number, clique));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::{Model, Rng};

    /// Whether two variables are in one of the cliques.
    fn are_together(cliques: &[(usize, Vec<Var>)], a: Var, b: Var) -> bool {
        let mut cliques = cliques.iter();
        cliques.any(|(_, clique)| clique.contains(&a) && clique.contains(&b))
    }

    #[test]
    fn exactly_the_pairs_are_together() {
        let mut rng = Rng::new(5);
        for _ in 0..500 {
            let mut model = Model::new();
            let vars = model.vars(8, 0..=9);
            let all = (0..8).flat_map(|a| (0..a).map(move |b| [a, b]));
            let pairs: Vec<[Var; 2]> = all
                .filter(|_| rng.below(3) > 0)
                .map(|ends| ends.map(|end| vars[end]))
                .collect();
            let cliques = cliques(&pairs, |clique| clique.len() < 5);
            for &a in &vars {
                for &b in vars.iter().filter(|&&b| b != a) {
                    let is_pair = pairs.contains(&[a, b]) || pairs.contains(&[b, a]);
                    assert_eq!(are_together(&cliques, a, b), is_pair, "{pairs:?}");
                }
            }
        }
    }

    #[test]
    fn a_row_is_one_clique() {
        let mut model = Model::new();
        let row = model.vars(6, 1..=6);
        let pairs = (0..6).flat_map(|b| (0..b).map(move |a| [a, b]));
        let pairs: Vec<[Var; 2]> = pairs.map(|ends| ends.map(|end| row[end])).collect();
        assert_eq!(cliques(&pairs, |_| true), [(0, row)]);
        assert_eq!(cliques(&pairs, |_| false).len(), pairs.len());
    }
}
