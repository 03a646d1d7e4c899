//! The table of what the reasons of the built-in propagators name.
//!
//! `cargo test -p quadrille-engine sharpness -- --nocapture`

use std::sync::Arc;

use super::*;
use crate::model::Model;
use crate::propagators::*;
use crate::testing::PropagatorTest;
use crate::{Constraint, Dom, Relation};

type Post = Box<dyn Fn(&mut Model, &[Var])>;

fn one<C: Constraint>(make: impl Fn(&[Var]) -> C + 'static) -> Post {
    Box::new(move |model, vars| {
        model.post(make(vars));
    })
}

fn graph(vars: &[Var]) -> Graph {
    // The squares of a grid of 3 by 3 corners.
    let ends = [
        (0, 1),
        (1, 2),
        (3, 4),
        (4, 5),
        (6, 7),
        (7, 8),
        (0, 3),
        (3, 6),
        (1, 4),
        (4, 7),
        (2, 5),
        (5, 8),
    ];
    let there = vars.iter().map(|&var| Presence::If(Literal::is(var, 1)));
    let edges = ends.iter().zip(there).map(|(&(a, b), there)| (a, b, there));
    Graph::of_edges(9, &edges.collect::<Vec<_>>())
}

/// The same squares, all edges there.
fn steps() -> Vec<(usize, usize, Presence)> {
    let (rows, columns) = (3, 3);
    let across = (0..rows * columns).filter(move |at| at % columns + 1 < columns);
    let down = 0..(rows - 1) * columns;
    let across = across.map(|at| (at, at + 1, Presence::Always));
    across
        .chain(down.map(move |at| (at, at + columns, Presence::Always)))
        .collect()
}

/// Groups of the vertices that are 1, each with so much of these weights.
fn grouped(vars: &[Var], weights: Vec<i64>, low: i64, high: i64) -> Groups {
    let there = vars.iter().map(|&x| Presence::If(Literal::is(x, 1)));
    let of_each = Measured {
        sum: 0,
        var: None,
        low,
        high,
        holder: None,
    };
    let rule = MeasureRule::new(vec![weights], vec![of_each]);
    let graph = Graph::new(&there.collect::<Vec<_>>(), &steps());
    Groups::new(graph, Box::new(rule))
}

/// Each with the number of its variables, their values, and the largest share that its reasons may name: a promise,
/// not a measurement; 1 where it promises nothing. Longer than other functions: it is a table.
fn stock() -> Vec<(&'static str, Post, usize, i32, f64)> {
    let rows: Vec<Vec<i32>> = (0..40)
        .map(|i: i32| {
            vec![
                i % 4,
                (i / 3) % 4,
                (i * 7 / 5) % 4,
                (i * i) % 4,
                (i / 8) % 4,
            ]
        })
        .collect();
    let tuples = Arc::new(Tuples::new(5, &rows));
    let mdd = Arc::new(Mdd::from_tuples(&tuples));
    let arcs: Vec<(u32, i32, u32)> = (0..3)
        .flat_map(|state: u32| {
            (0..4).map(move |value: i32| (state, value, (state + value as u32) % 3))
        })
        .collect();
    let dfa = Arc::new(Dfa::new(3, 0, &[0], &arcs).expect("deterministic"));
    let table = Arc::clone(&tuples);
    vec![
        ("absolute", one(|v| Absolute::new(v[0], v[1])), 2, 6, 1.0),
        ("acyclic", one(|v| Acyclic::new(graph(v))), 12, 1, 1.0),
        ("partition", one(|v| Partition::new(graph(v))), 12, 1, 1.0),
        ("all different", one(AllDifferent::new), 6, 6, 0.95),
        ("all different (gac)", one(AllDifferentGac::new), 6, 6, 0.95),
        (
            "among",
            one(|v| Among::new(&v[1..], &[1, 3], v[0])),
            6,
            4,
            1.0,
        ),
        (
            "clause",
            one(|v| Clause::new(&v.iter().map(|&x| Literal::is(x, 1)).collect::<Vec<_>>())),
            5,
            2,
            1.0,
        ),
        (
            "connected",
            one(|v| {
                let edges: Vec<_> = steps().iter().map(|&(a, b, _)| (a, b)).collect();
                Connected::new(v, 1, &edges)
            }),
            9,
            1,
            1.0,
        ),
        (
            "element",
            one(|v| Element::new(&v[2..], v[0], v[1])),
            6,
            4,
            0.95,
        ),
        ("equal", one(|v| Equal::new(v[0], v[1])), 2, 6, 1.0),
        (
            "lexicographic order",
            one(|v| Lexicographic::less(&v[..4], &v[4..])),
            8,
            3,
            1.0,
        ),
        (
            "linear =",
            one(|v| Linear::sum(v, Relation::Is, 9)),
            5,
            4,
            1.0,
        ),
        (
            "linear ≤",
            one(|v| Linear::sum(v, Relation::AtMost, 7)),
            5,
            4,
            1.0,
        ),
        (
            "linear (domain consistent)",
            one(|v| {
                let terms: Vec<(i64, Var)> = (1..).zip(v.iter().copied()).collect();
                LinearGac::new(&terms, 20)
            }),
            5,
            4,
            1.0,
        ),
        ("loop", one(|v| Loop::new(graph(v))), 12, 1, 0.95),
        ("line path", one(|v| Loop::path(graph(v))), 12, 1, 1.0),
        (
            "mdd",
            one(move |v| InMdd::new(v, Arc::clone(&mdd))),
            5,
            3,
            0.95,
        ),
        (
            "no overlap",
            one(|v| NoOverlap::new(&v.iter().map(|&x| (x, 2)).collect::<Vec<_>>())),
            5,
            10,
            0.95,
        ),
        (
            "product",
            one(|v| Arithmetic::product(v[0], v[1], v[2])),
            3,
            8,
            1.0,
        ),
        // A sum modulo 3: nearly every variable is needed.
        (
            "regular",
            one(move |v| Regular::new(v, Arc::clone(&dfa))),
            6,
            3,
            1.0,
        ),
        (
            "reified equal",
            one(|v| ReifiedEqual::vars(v[0], v[1], v[2])),
            3,
            4,
            1.0,
        ),
        (
            "reified linear",
            one(|v| {
                let terms: Vec<(i64, Var)> = v[1..].iter().map(|&x| (1, x)).collect();
                ReifiedLinear::new(v[0], &terms, Relation::AtMost, 5)
            }),
            5,
            3,
            1.0,
        ),
        (
            "groups of two to four",
            one(|v| grouped(v, vec![1; 9], 2, 4)),
            9,
            1,
            0.95,
        ),
        (
            "groups around two vertices",
            one(|v| grouped(v, vec![1, 0, 0, 0, 0, 0, 0, 0, 1], 1, 1)),
            9,
            1,
            0.95,
        ),
        ("not equal", one(|v| NotEqual::new(v[0], v[1])), 2, 4, 1.0),
        (
            "pairs",
            one(|v| {
                let rows = (0..6).map(|x| (x, Dom::from_bits(0b10_0101 << (x / 2) & 0x3f)));
                InPairs::new(v[0], v[1], Arc::new(Pairs::new(rows)))
            }),
            2,
            5,
            1.0,
        ),
        (
            "quotient",
            one(|v| Arithmetic::quotient(v[0], v[1], v[2])),
            3,
            9,
            1.0,
        ),
        (
            "sight line",
            one(|v| {
                let (right, left) = (v[..4].to_vec(), v[4..].to_vec());
                SightLine::new(1, vec![right], vec![left])
            }),
            8,
            1,
            1.0,
        ),
        (
            "visibility",
            one(|v| {
                let (right, left) = (v[..4].to_vec(), v[4..].to_vec());
                Visibility::new(1, vec![right, left], 4)
            }),
            8,
            1,
            1.0,
        ),
        (
            "sized groups",
            one(|v| {
                let steps: Vec<_> = steps().iter().map(|&(a, b, _)| (a, b)).collect();
                SizedGroups::new(v, &steps)
            }),
            9,
            4,
            1.0,
        ),
        (
            "table",
            one(move |v| Table::new(v, Arc::clone(&table))),
            5,
            3,
            0.95,
        ),
    ]
}

#[test]
fn the_table() {
    println!("{:28} {}", "propagator", Sharpness::HEAD);
    for (name, post, n, most, promised) in stock() {
        let figures = PropagatorTest::new(post, |_| true).sharpness(300, n, 0..=most);
        figures.print_within(name, promised);
    }
}
