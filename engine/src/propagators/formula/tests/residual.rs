//! Diagrams of tests against the meaning of the tests.

use super::random::Maker;
use super::*;
use crate::Rng;
use crate::propagators::Mdd;

/// All words over some domains.
fn words(domains: &[Vec<i32>]) -> Vec<Vec<i32>> {
    domains.iter().fold(vec![Vec::new()], |words, domain| {
        let longer = |word: &Vec<i32>| {
            let word = word.clone();
            domain.iter().map(move |&v| [&word[..], &[v]].concat())
        };
        words.iter().flat_map(longer).collect()
    })
}

#[test]
fn a_diagram_spells_the_assignments_that_pass() {
    let mut vars = [stand_in(0), Var::wide(1), stand_in(2), Var::wide(3)];
    vars.sort_unstable();
    let place = |var: Var| vars.iter().position(|&v| v == var).expect("one of them");
    let (mut some, mut kept) = (0, 0);
    for seed in 0..20_000 {
        let mut rng = Rng::new(seed + 1_000_000);
        let domains: Vec<Vec<i32>> = (0..vars.len())
            .map(|place| {
                let from = if vars[place].is_wide() { -3 } else { 0 };
                let mut domain: Vec<i32> = (from..=4).filter(|_| rng.below(3) > 0).collect();
                if domain.is_empty() {
                    domain.push(rng.below(5) as i32);
                }
                domain
            })
            .collect();
        let mut maker = Maker {
            rng: Rng::new(seed),
            vars: &vars,
            vertices: 0,
            reach: 4,
        };
        let test = maker.test(3);
        let mdd = Mdd::of_test(usize::MAX, &vars, &domains, &test)
            .0
            .expect("no limit");
        let mut passed = 0;
        for word in words(&domains) {
            let holds = test.holds(&|var| word[place(var)]);
            assert_eq!(mdd.contains(&word), holds, "seed {seed}: {test:?} {word:?}");
            passed += u128::from(holds);
        }
        assert_eq!(mdd.words(), passed, "seed {seed}: {test:?}");
        some += usize::from(passed > 0);
        kept += usize::from(Mdd::of_test(8, &vars, &domains, &test).0.is_some());
    }
    // Neither trivial tests alone, nor a limit that never or always counts.
    assert!((5_000..19_000).contains(&some), "{some}");
    assert!((2_000..19_000).contains(&kept), "{kept}");
}

#[test]
fn a_line_takes_a_state_for_each_partial_result() {
    let vars: Vec<Var> = (0..9).map(stand_in).collect();
    let domains = vec![(1..=9).collect::<Vec<i32>>(); 9];
    // The sum between the first and the last end of 1 or 9, as the rules of a sandwich say it.
    let is_end = |place: usize| Test::In(vars[place], [1, 9].into());
    let ends_in = |places: std::ops::Range<usize>| Test::Or(places.map(is_end).collect());
    let term = |place: usize| {
        let inside = Test::And(vec![ends_in(0..place), ends_in(place + 1..9)]);
        let number = Number::Choose(inside.into(), var(vars[place]).into(), constant(0).into());
        (1, number)
    };
    let sum = Number::Sum((0..9).map(term).collect());
    let sandwich = Test::compare(sum, Comparison::Equal, constant(12));
    let mdd = Mdd::of_test(5_000, &vars, &domains, &sandwich)
        .0
        .expect("few states");
    assert!(mdd.contains(&[2, 1, 5, 7, 9, 3, 3, 3, 3]));
    assert!(!mdd.contains(&[2, 1, 5, 7, 9, 3, 3, 1, 3]));
    let widest = (0..9).map(|level| mdd.nodes(level)).max();
    assert!(widest < Some(60), "{widest:?}");
    // How many of nine heights are greater than all before them.
    let is_seen = |place: usize| {
        let lower =
            |before: usize| Test::compare(var(vars[before]), Comparison::Less, var(vars[place]));
        Number::Truth(Test::And((0..place).map(lower).collect()).into())
    };
    let seen = Number::Sum((0..9).map(|place| (1, is_seen(place))).collect());
    let skyscrapers = Test::compare(seen, Comparison::Equal, constant(4));
    let mdd = Mdd::of_test(5_000, &vars, &domains, &skyscrapers)
        .0
        .expect("few states");
    assert!(mdd.contains(&[2, 1, 5, 5, 3, 6, 8, 1, 8]));
    let widest = (0..9).map(|level| mdd.nodes(level)).max();
    assert!(widest <= Some(9 * 4), "{widest:?}");
}
