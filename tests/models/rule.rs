//! One rule of a random model: how it is posted, and what it means, stated without the engine.

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_engine::propagators::{
    AllDifferent, AllDifferentGac, Among, Clause, Connected, Dfa, Element, Equal, InMdd, Linear,
    LinearGac, Mdd, NotEqual, Regular, ReifiedEqual, ReifiedLinear, Table, Tuples, linear,
};
use quadrille_engine::{Literal, Model, Relation, Var};

/// A built-in propagator with its arguments; variables are numbers.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    NotEqual(usize, usize, i32),
    Equal(usize, usize, i32),
    AllDifferent(Vec<usize>),
    AllDifferentGac(Vec<usize>),
    Linear(Vec<(i64, usize)>, Relation, i64),
    LinearGac(Vec<(i64, usize)>, i64),
    /// Posted by the function that chooses between the two.
    LinearChosen(Vec<(i64, usize)>, Relation, i64),
    ReifiedLinear(usize, Vec<(i64, usize)>, Relation, i64),
    Clause(Vec<(usize, Relation, i32)>),
    Among(Vec<usize>, Vec<i32>, Total),
    Element(Vec<usize>, usize, usize),
    ReifiedValue(usize, usize, i32),
    ReifiedEqual(usize, usize, usize, i32),
    Table(Vec<usize>, Vec<Vec<i32>>),
    InMdd(Vec<usize>, Vec<Vec<i32>>),
    Regular(Vec<usize>, Vec<Automaton>),
    Connected(Vec<usize>, i32, Graph),
}

/// What a number of variables is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Total {
    Variable(usize),
    AtMost(usize),
    AtLeast(usize),
    Exactly(usize),
}

/// A deterministic automaton as a list of transitions.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(crate) states: u32,
    pub(crate) start: u32,
    pub(crate) accepting: Vec<u32>,
    pub(crate) transitions: BTreeMap<(u32, i32), u32>,
}

/// The graph of a connectivity rule.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) edges: Vec<(usize, usize)>,
    pub(crate) anchor: Option<Vec<usize>>,
    pub(crate) not_empty: bool,
}

impl Rule {
    /// Posts the propagator.
    pub(crate) fn post(&self, model: &mut Model, vars: &[Var]) {
        let pick = |places: &[usize]| places.iter().map(|&i| vars[i]).collect::<Vec<Var>>();
        let terms = |terms: &[(i64, usize)]| {
            let pairs = terms.iter().map(|&(c, i)| (c, vars[i]));
            pairs.collect::<Vec<(i64, Var)>>()
        };
        match self {
            &Rule::NotEqual(x, y, c) => {
                model.post(NotEqual::with_offset(vars[x], vars[y], c));
            }
            &Rule::Equal(x, y, c) => {
                model.post(Equal::with_offset(vars[x], vars[y], c));
            }
            Rule::AllDifferent(places) => {
                model.post(AllDifferent::new(&pick(places)));
            }
            Rule::AllDifferentGac(places) => {
                model.post(AllDifferentGac::new(&pick(places)));
            }
            Rule::Linear(sum, relation, k) => {
                model.post(Linear::new(&terms(sum), *relation, *k));
            }
            Rule::LinearGac(sum, k) => {
                model.post(LinearGac::new(&terms(sum), *k));
            }
            Rule::LinearChosen(sum, relation, k) => {
                linear(model, &terms(sum), *relation, *k);
            }
            Rule::ReifiedLinear(b, sum, relation, k) => {
                model.post(ReifiedLinear::new(vars[*b], &terms(sum), *relation, *k));
            }
            Rule::Clause(literals) => {
                let literals: Vec<Literal> = literals
                    .iter()
                    .map(|&(x, relation, value)| Literal {
                        var: vars[x],
                        relation,
                        value,
                    })
                    .collect();
                model.post(Clause::new(&literals));
            }
            Rule::Among(places, values, total) => {
                let counted = pick(places);
                model.post(match *total {
                    Total::Variable(x) => Among::new(&counted, values, vars[x]),
                    Total::AtMost(n) => Among::at_most(&counted, values, n),
                    Total::AtLeast(n) => Among::at_least(&counted, values, n),
                    Total::Exactly(n) => Among::exactly(&counted, values, n),
                });
            }
            Rule::Element(array, index, value) => {
                model.post(Element::new(&pick(array), vars[*index], vars[*value]));
            }
            &Rule::ReifiedValue(b, x, value) => {
                model.post(ReifiedEqual::value(vars[b], vars[x], value));
            }
            &Rule::ReifiedEqual(b, x, y, c) => {
                model.post(ReifiedEqual::with_offset(vars[b], vars[x], vars[y], c));
            }
            Rule::Table(places, rows) => {
                let tuples = Tuples::new(places.len(), rows);
                model.post(Table::new(&pick(places), Arc::new(tuples)));
            }
            Rule::InMdd(places, rows) => {
                let diagram = Mdd::from_tuples(&Tuples::new(places.len(), rows));
                model.post(InMdd::new(&pick(places), Arc::new(diagram)));
            }
            Rule::Regular(places, automata) => {
                let automata: Vec<Arc<Dfa>> =
                    automata.iter().map(|a| Arc::new(a.compile())).collect();
                model.post(Regular::all_of(&pick(places), &automata));
            }
            Rule::Connected(places, value, graph) => {
                let mut rule = Connected::new(&pick(places), *value, &graph.edges);
                if let Some(neighbours) = &graph.anchor {
                    rule = rule.anchored(neighbours);
                }
                if graph.not_empty {
                    rule = rule.not_empty();
                }
                model.post(rule);
            }
        }
    }

    /// Whether an assignment satisfies the rule.
    pub(crate) fn holds(&self, t: &[i32]) -> bool {
        let wide = |i: usize| i64::from(t[i]);
        let word = |places: &[usize]| places.iter().map(|&i| t[i]).collect::<Vec<i32>>();
        let compares = |sum: &[(i64, usize)], relation: Relation, k: i64| {
            let sum: i64 = sum.iter().map(|&(c, i)| c * wide(i)).sum();
            match relation {
                Relation::Is => sum == k,
                Relation::IsNot => sum != k,
                Relation::AtMost => sum <= k,
                Relation::AtLeast => sum >= k,
            }
        };
        let is_truth = |b: usize, truth: bool| t[b] == i32::from(truth);
        match self {
            &Rule::NotEqual(x, y, c) => wide(x) != wide(y) + i64::from(c),
            &Rule::Equal(x, y, c) => wide(x) == wide(y) + i64::from(c),
            Rule::AllDifferent(places) | Rule::AllDifferentGac(places) => {
                let word = word(places);
                (0..word.len()).all(|i| !word[..i].contains(&word[i]))
            }
            Rule::Linear(sum, relation, k) | Rule::LinearChosen(sum, relation, k) => {
                compares(sum, *relation, *k)
            }
            Rule::LinearGac(sum, k) => compares(sum, Relation::Is, *k),
            Rule::ReifiedLinear(b, sum, relation, k) => is_truth(*b, compares(sum, *relation, *k)),
            Rule::Clause(literals) => literals.iter().any(|&(x, relation, value)| match relation {
                Relation::Is => t[x] == value,
                Relation::IsNot => t[x] != value,
                Relation::AtMost => t[x] <= value,
                Relation::AtLeast => t[x] >= value,
            }),
            Rule::Among(places, values, total) => {
                let count = places.iter().filter(|&&i| values.contains(&t[i])).count();
                match *total {
                    Total::Variable(x) => count as i64 == wide(x),
                    Total::AtMost(n) => count <= n,
                    Total::AtLeast(n) => count >= n,
                    Total::Exactly(n) => count == n,
                }
            }
            Rule::Element(array, index, value) => usize::try_from(t[*index])
                .ok()
                .and_then(|i| array.get(i))
                .is_some_and(|&i| t[i] == t[*value]),
            &Rule::ReifiedValue(b, x, value) => is_truth(b, t[x] == value),
            &Rule::ReifiedEqual(b, x, y, c) => is_truth(b, wide(x) == wide(y) + i64::from(c)),
            Rule::Table(places, rows) | Rule::InMdd(places, rows) => rows.contains(&word(places)),
            Rule::Regular(places, automata) => {
                let word = word(places);
                automata.iter().all(|automaton| automaton.accepts(&word))
            }
            Rule::Connected(places, value, graph) => graph.holds(&word(places), *value),
        }
    }
}

impl Automaton {
    fn compile(&self) -> Dfa {
        let arcs = self.transitions.iter();
        let arcs: Vec<(u32, i32, u32)> = arcs.map(|(&(from, v), &to)| (from, v, to)).collect();
        Dfa::new(self.states, self.start, &self.accepting, &arcs).expect("a proper automaton")
    }

    fn accepts(&self, word: &[i32]) -> bool {
        let mut state = self.start;
        for &symbol in word {
            match self.transitions.get(&(state, symbol)) {
                Some(&next) => state = next,
                None => return false,
            }
        }
        self.accepting.contains(&state)
    }
}

impl Graph {
    /// Whether the members hang together, by spreading from one of them until nothing is added.
    fn holds(&self, word: &[i32], value: i32) -> bool {
        let mut members: Vec<bool> = word.iter().map(|&v| v == value).collect();
        let mut edges = self.edges.clone();
        if let Some(neighbours) = &self.anchor {
            members.push(true);
            edges.extend(neighbours.iter().map(|&v| (v, word.len())));
        }
        let Some(first) = members.iter().position(|&member| member) else {
            return !self.not_empty;
        };
        let mut reached = vec![false; members.len()];
        reached[first] = true;
        loop {
            let next = edges
                .iter()
                .flat_map(|&(a, b)| [(a, b), (b, a)])
                .find(|&(a, b)| reached[a] && members[b] && !reached[b]);
            match next {
                Some((_, b)) => reached[b] = true,
                None => return members == reached,
            }
        }
    }
}
