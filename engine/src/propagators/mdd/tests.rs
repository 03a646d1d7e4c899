//! Diagrams against naive sets of words, and the propagator against brute force.

use std::sync::Arc;

use super::*;
use crate::propagators::{Dfa, Tuples};
use crate::testing::{PropagatorTest, Strength};
use crate::{Count, Model, Rng};

fn random_words(rng: &mut Rng, arity: usize, words: usize, values: &[i32]) -> Vec<Vec<i32>> {
    (0..words)
        .map(|_| {
            (0..arity)
                .map(|_| values[rng.below(values.len() as u64) as usize])
                .collect()
        })
        .collect()
}

fn words(mdd: &Mdd) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    mdd.for_each_word(|word| {
        found.push(word.to_vec());
        true
    });
    found
}

fn check(mdd: Mdd) -> PropagatorTest<'static> {
    let mdd = Arc::new(mdd);
    let meaning = words(&mdd);
    PropagatorTest::new(
        move |model, vars| {
            model.post(InMdd::new(vars, mdd.clone()));
        },
        move |values| meaning.iter().any(|word| word == values),
    )
    .strength(Strength::Domain)
}

#[test]
fn a_list_of_words_and_back() {
    let mut rng = Rng::new(21);
    for _ in 0..300 {
        let arity = rng.below(5) as usize;
        let count = rng.below(40) as usize;
        let list = random_words(&mut rng, arity, count, &[-3, 0, 1, 100]);
        let mdd = Mdd::from_tuples(&Tuples::new(arity, &list));
        let mut expected = list.clone();
        expected.sort();
        expected.dedup();
        assert_eq!(words(&mdd), expected);
        assert_eq!(mdd.words(), expected.len() as u128);
        assert_eq!(mdd.is_empty(), expected.is_empty());
        assert!(list.iter().all(|word| mdd.contains(word)));
        assert!(!mdd.contains(&vec![7; arity + 1]));
    }
}

/// The same words unrolled from a set of prefixes give the very same diagram: it is canonical.
#[test]
fn reduced_whatever_it_was_built_from() {
    let mut rng = Rng::new(22);
    for _ in 0..200 {
        let arity = 1 + rng.below(4) as usize;
        let list = random_words(&mut rng, arity, 25, &[0, 1, 2]);
        let listed = Mdd::from_tuples(&Tuples::new(arity, &list));
        let domains = vec![vec![2, 0, 1, 1]; arity];
        let unrolled = Mdd::unroll(
            &domains,
            Vec::new(),
            |_, prefix: &Vec<i32>, value| {
                let mut longer = prefix.clone();
                longer.push(value);
                Some(longer)
            },
            |word| list.contains(word),
        );
        assert_eq!(listed, unrolled);
        for level in 0..=arity {
            // As many nodes as there are different sets of endings (Myhill and Nerode).
            let mut endings: Vec<Vec<Vec<i32>>> = list
                .iter()
                .map(|word| {
                    let mut ends: Vec<Vec<i32>> = list
                        .iter()
                        .filter(|other| other[..level] == word[..level])
                        .map(|other| other[level..].to_vec())
                        .collect();
                    ends.sort();
                    ends.dedup();
                    ends
                })
                .collect();
            endings.sort();
            endings.dedup();
            assert_eq!(listed.nodes(level), endings.len());
        }
        let other = random_words(&mut rng, arity, 25, &[0, 1, 2]);
        let both: Vec<&Vec<i32>> = list.iter().filter(|word| other.contains(word)).collect();
        assert_eq!(
            listed.intersection(&Mdd::from_tuples(&Tuples::new(arity, &other))),
            Mdd::from_tuples(&Tuples::new(arity, &both))
        );
    }
}

#[test]
fn a_limit_on_states_is_kept() {
    let domains = vec![vec![0, 1]; 8];
    let count = |limit| {
        Mdd::unroll_within(limit, &domains, 0, |_, s, v| Some(s * 2 + v), |_| true)
            .map(|mdd| mdd.words())
    };
    assert_eq!(count(511), Some(256));
    assert_eq!(count(510), None);
}

/// Words of 18 digits with digit sum 7: stars and bars, C(24, 7).
#[test]
fn a_large_diagram_is_counted() {
    let digits: Vec<i32> = (0..10).collect();
    let mdd = Mdd::unroll(
        &[&digits; 18],
        0,
        |_, sum, digit| Some(sum + digit).filter(|&sum| sum <= 7),
        |&sum| sum == 7,
    );
    assert_eq!(mdd.words(), 346_104);
    let all = Mdd::unroll(&[&digits; 40], (), |_, (), _| Some(()), |()| true);
    assert_eq!(all.words(), u128::MAX);
}

#[test]
fn random_diagrams_of_words() {
    let mut rng = Rng::new(23);
    for case in 0..500 {
        let arity = 1 + rng.below(4) as usize;
        let count = [0, 1, 5, 20, 60, 200][rng.below(6) as usize];
        let list = random_words(&mut rng, arity, count, &[0, 1, 2, 3, 4, 5]);
        check(Mdd::from_tuples(&Tuples::new(arity, &list)))
            .seed(case)
            .random(3, arity, 0..=5);
    }
}

#[test]
fn values_outside_one_word() {
    let mut rng = Rng::new(24);
    let values = [-3, 0, 63, 64, 100, 200];
    for case in 0..200 {
        let list = random_words(&mut rng, 3, 30, &values);
        let boxes: Vec<Vec<i32>> = (0..3)
            .map(|_| {
                let places = crate::testing::random_domain(&mut rng, 0..=5);
                places.iter().map(|&i| values[i as usize]).collect()
            })
            .collect();
        let boxes: Vec<&[i32]> = boxes.iter().map(Vec::as_slice).collect();
        check(Mdd::from_tuples(&Tuples::new(3, &list)))
            .seed(case)
            .domains(&boxes);
    }
}

#[test]
fn repeated_variables_are_judged_rightly() {
    let mut rng = Rng::new(25);
    for case in 0..300 {
        let list = random_words(&mut rng, 4, 40, &[0, 1, 2]);
        let mdd = Arc::new(Mdd::from_tuples(&Tuples::new(4, &list)));
        PropagatorTest::new(
            |model, vars| {
                let scope = [vars[0], vars[1], vars[0], vars[1]];
                model.post(InMdd::new(&scope, mdd.clone()));
            },
            |v| list.contains(&vec![v[0], v[1], v[0], v[1]]),
        )
        .seed(case)
        .random(2, 2, 0..=2);
    }
}

#[test]
fn no_places() {
    for rows in [0, 1] {
        let mdd = Mdd::from_tuples(&Tuples::new(0, vec![[]; rows]));
        assert_eq!(mdd.words(), rows as u128);
        let mut model = Model::new();
        model.post(InMdd::new(&[], Arc::new(mdd)));
        assert_eq!(
            model.solver().solutions().count(),
            Count::Exactly(rows as u64)
        );
    }
}

/// Divisible by 2 and by 3 is divisible by 6, as a product of the remainders' automata.
#[test]
fn products_of_automata() {
    let multiples = |n: u32| {
        let mut arcs = Vec::new();
        for remainder in 0..n {
            for digit in 0..10 {
                arcs.push((remainder, digit, (remainder * 10 + digit as u32) % n));
            }
        }
        Dfa::new(n, 0, &[0], &arcs).unwrap()
    };
    let digits: Vec<i32> = (0..10).collect();
    let domains = vec![&digits; 4];
    let product = Mdd::from_dfas(&[&multiples(2), &multiples(3)], &domains);
    assert_eq!(product, Mdd::from_dfas(&[&multiples(6)], &domains));
    assert_eq!(product.words(), 1667); // 0, 6, … 9996
    assert_eq!(Mdd::from_dfas(&[], &domains).words(), 10_000);
}
