//! Random small models over all built-in propagators, with shrinking, and their solutions by plain enumeration.

mod rule;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use quadrille_engine::{Model, Relation, Var};
pub(crate) use rule::{Automaton, Graph, Rule, Total};

/// Values that domains and constants are drawn from: narrow ones, negative ones, ones that straddle a word, and ones
/// far apart.
const PALETTES: [[i32; 6]; 10] = [
    [0, 1, 2, 3, 4, 5],
    [0, 1, 0, 1, 0, 1],
    [1, 2, 3, 4, 6, 9],
    [-3, -2, -1, 0, 1, 2],
    [58, 59, 60, 61, 62, 63],
    [61, 62, 63, 64, 65, 66],
    [0, 1, 2, 3, 4, 64],
    [-70, -5, 0, 3, 64, 4000],
    [-1, 0, 1, 63, 127, 128],
    [0, 7, 63, 2, 31, 32],
];

const RELATIONS: [Relation; 4] = [
    Relation::Is,
    Relation::IsNot,
    Relation::AtMost,
    Relation::AtLeast,
];

/// Kinds of rules that [`Genes::rule`] makes.
const KINDS: u8 = 17;

/// A small model as plain data.
#[derive(Clone)]
pub(crate) struct Blueprint {
    pub(crate) domains: Vec<Vec<i32>>,
    pub(crate) rules: Vec<Rule>,
    /// The variables that make two solutions different; all if not given.
    pub(crate) decide: Option<Vec<usize>>,
}

impl fmt::Debug for Blueprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for (i, domain) in self.domains.iter().enumerate() {
            writeln!(f, "  v{i} in {domain:?}")?;
        }
        for rule in &self.rules {
            writeln!(f, "  {rule:?}")?;
        }
        match &self.decide {
            Some(places) => writeln!(f, "  decide {places:?}"),
            None => Ok(()),
        }
    }
}

impl Blueprint {
    /// The model, with its variables in order.
    pub(crate) fn model(&self) -> (Model, Vec<Var>) {
        self.model_of(&self.rules)
    }

    /// The model with these rules in place of its own.
    pub(crate) fn model_of(&self, rules: &[Rule]) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars: Vec<Var> = self.domains.iter().map(|d| model.var_of(d)).collect();
        for rule in rules {
            rule.post(&mut model, &vars);
        }
        if let Some(places) = &self.decide {
            let decisions: Vec<Var> = places.iter().map(|&i| vars[i]).collect();
            model.decide(&decisions);
        }
        (model, vars)
    }

    /// Whether every rule holds and every value is in its domain.
    pub(crate) fn accepts(&self, t: &[i32]) -> bool {
        t.len() == self.domains.len()
            && t.iter().zip(&self.domains).all(|(v, d)| d.contains(v))
            && self.rules.iter().all(|rule| rule.holds(t))
    }

    /// All solutions, in lexicographic order.
    pub(crate) fn enumerate(&self) -> Vec<Vec<i32>> {
        let mut found = Vec::new();
        for_each_tuple(&self.domains, &mut |t| {
            if self.rules.iter().all(|rule| rule.holds(t)) {
                found.push(t.to_vec());
            }
        });
        found
    }

    /// The part of an assignment that makes it different from others.
    pub(crate) fn project(&self, t: &[i32]) -> Vec<i32> {
        match &self.decide {
            Some(places) => places.iter().map(|&i| t[i]).collect(),
            None => t.to_vec(),
        }
    }

    /// What a search has to find, each exactly once.
    pub(crate) fn expected(&self) -> BTreeSet<Vec<i32>> {
        self.enumerate().iter().map(|t| self.project(t)).collect()
    }
}

/// Calls `f` with each tuple of the box, in lexicographic order.
pub(crate) fn for_each_tuple(domains: &[Vec<i32>], f: &mut dyn FnMut(&[i32])) {
    let mut places = vec![0; domains.len()];
    let mut tuple: Vec<i32> = domains.iter().map(|d| d[0]).collect();
    loop {
        f(&tuple);
        let Some(i) = (0..places.len()).rfind(|&i| places[i] + 1 < domains[i].len()) else {
            return;
        };
        places[i] += 1;
        places[i + 1..].fill(0);
        for j in i..places.len() {
            tuple[j] = domains[j][places[j]];
        }
    }
}

/// Random numbers that decide the arguments of a rule, read one after another; 0 is always the simplest choice, towards
/// which values shrink.
struct Genes<'a> {
    numbers: std::slice::Iter<'a, u16>,
    palette: [i32; 6],
    domains: &'a [Vec<i32>],
}

impl Genes<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.numbers.next().map_or(0, |&x| usize::from(x) % n)
    }

    fn var(&mut self) -> usize {
        self.below(self.domains.len())
    }

    /// A number of variables; any of them may be repeated.
    fn vars(&mut self) -> Vec<usize> {
        const LENGTHS: [usize; 12] = [2, 3, 1, 4, 3, 2, 3, 4, 5, 3, 4, 0];
        let n = LENGTHS[self.below(LENGTHS.len())];
        if self.below(3) == 0 {
            return (0..n).map(|_| self.var()).collect();
        }
        let first = self.var();
        let distinct = n.min(self.domains.len());
        (0..distinct)
            .map(|i| (first + i) % self.domains.len())
            .collect()
    }

    /// A value that some domain is likely to have.
    fn value(&mut self) -> i32 {
        self.palette[self.below(6)]
    }

    /// A value that this variable has, or occasionally another.
    fn value_of(&mut self, var: usize) -> i32 {
        let domain = &self.domains[var];
        match self.below(domain.len() + 1) {
            i if i < domain.len() => domain[i],
            _ => self.value(),
        }
    }

    /// A variable that can be true and false, if there is one; occasionally any.
    fn truth(&mut self) -> usize {
        self.var_with(|domain| domain.contains(&0) && domain.contains(&1))
    }

    /// A variable that can be a place in an array, likewise.
    fn index(&mut self) -> usize {
        self.var_with(|domain| domain[0] >= 0 && domain[0] < 3)
    }

    fn var_with(&mut self, test: impl Fn(&[i32]) -> bool) -> usize {
        let fit: Vec<usize> = (0..self.domains.len())
            .filter(|&i| test(&self.domains[i]))
            .collect();
        if fit.is_empty() || self.below(8) == 7 {
            self.var()
        } else {
            fit[self.below(fit.len())]
        }
    }

    /// A distance between two variables, which they mostly can have.
    fn offset(&mut self, x: usize, y: usize) -> i32 {
        const OFFSETS: [i32; 8] = [0, 1, -1, 2, 64, -70, i32::MAX, i32::MIN];
        match self.below(4) {
            0 | 1 => self.value_of(x) - self.value_of(y),
            2 => 0,
            _ => OFFSETS[self.below(OFFSETS.len())],
        }
    }

    fn relation(&mut self) -> Relation {
        RELATIONS[self.below(4)]
    }

    /// Terms, and a constant that some assignment or a neighbour of one reaches.
    fn sum(&mut self) -> (Vec<(i64, usize)>, i64) {
        const COEFFICIENTS: [i64; 10] = [1, 1, -1, 1, 2, -2, 3, 1, -1, 0];
        let terms: Vec<(i64, usize)> = self
            .vars()
            .into_iter()
            .map(|x| (COEFFICIENTS[self.below(COEFFICIENTS.len())], x))
            .collect();
        let k: i64 = terms
            .iter()
            .map(|&(c, x)| c * i64::from(self.value_of(x)))
            .sum();
        (terms, k + [0, 0, 0, 1, -1, 7][self.below(6)])
    }

    fn rows(&mut self, vars: &[usize]) -> Vec<Vec<i32>> {
        let n = self.below(13);
        let row = |genes: &mut Self| vars.iter().map(|&x| genes.value_of(x)).collect();
        (0..n).map(|_| row(self)).collect()
    }

    fn automaton(&mut self) -> Automaton {
        let states = 1 + self.below(4) as u32;
        let state = |genes: &mut Self| genes.below(states as usize) as u32;
        let mut transitions = BTreeMap::new();
        for from in 0..states {
            for symbol in self.palette {
                if self.below(5) < 4 {
                    transitions.insert((from, symbol), state(self));
                }
            }
        }
        Automaton {
            states,
            start: state(self),
            accepting: (0..states).filter(|_| self.below(3) < 2).collect(),
            transitions,
        }
    }

    fn graph(&mut self, vertices: usize) -> Graph {
        let mut edges = Vec::new();
        for a in 0..vertices {
            for b in a + 1..vertices {
                if self.below(2) == 1 || b == a + 1 && self.below(4) > 0 {
                    edges.push((a, b));
                }
            }
        }
        let neighbours: Vec<usize> = (0..vertices).filter(|_| self.below(2) == 1).collect();
        Graph {
            edges,
            anchor: (self.below(3) == 1).then_some(neighbours),
            not_empty: self.below(3) == 1,
        }
    }

    fn rule(&mut self, kind: u8) -> Rule {
        match kind {
            0 => {
                let (x, y) = (self.var(), self.var());
                Rule::NotEqual(x, y, self.offset(x, y))
            }
            1 => {
                let (x, y) = (self.var(), self.var());
                Rule::Equal(x, y, self.offset(x, y))
            }
            2 => Rule::AllDifferent(self.vars()),
            3 => Rule::AllDifferentGac(self.vars()),
            4 => {
                let (terms, k) = self.sum();
                Rule::Linear(terms, self.relation(), k)
            }
            5 => {
                let (terms, k) = self.sum();
                Rule::LinearGac(terms, k)
            }
            6 => {
                let (terms, k) = self.sum();
                Rule::LinearChosen(terms, self.relation(), k)
            }
            7 => {
                let (terms, k) = self.sum();
                Rule::ReifiedLinear(self.truth(), terms, self.relation(), k)
            }
            8 => {
                let vars = self.vars();
                let literal = |x: usize| (x, self.relation(), self.value_of(x));
                Rule::Clause(vars.into_iter().map(literal).collect())
            }
            9 => {
                let vars = self.vars();
                let values = (0..self.below(4)).map(|_| self.value()).collect();
                let n = self.below(4);
                let total = match self.below(4) {
                    0 => Total::Variable(self.index()),
                    1 => Total::AtMost(n),
                    2 => Total::AtLeast(n),
                    _ => Total::Exactly(n),
                };
                Rule::Among(vars, values, total)
            }
            10 => Rule::Element(self.vars(), self.index(), self.var()),
            11 => {
                let (b, x) = (self.truth(), self.var());
                Rule::ReifiedValue(b, x, self.value_of(x))
            }
            12 => {
                let (x, y) = (self.var(), self.var());
                Rule::ReifiedEqual(self.truth(), x, y, self.offset(x, y))
            }
            13 => {
                let vars = self.vars();
                let rows = self.rows(&vars);
                Rule::Table(vars, rows)
            }
            14 => {
                let vars = self.vars();
                let rows = self.rows(&vars);
                Rule::InMdd(vars, rows)
            }
            15 => {
                let vars = self.vars();
                let automata = (0..[1, 1, 2, 0][self.below(4)]).map(|_| self.automaton());
                Rule::Regular(vars, automata.collect())
            }
            _ => {
                let vars = self.vars();
                let value = vars.first().map_or(0, |&x| self.value_of(x));
                let graph = self.graph(vars.len());
                Rule::Connected(vars, value, graph)
            }
        }
    }
}

/// Random models of 1 to 5 variables with at most six values each, and up to `rules` rules.
pub(crate) fn blueprints(rules: usize) -> impl Strategy<Value = Blueprint> {
    let palette = 0..PALETTES.len();
    let domain = (0..40usize, 0..64u8);
    let rule = (0..KINDS, prop::collection::vec(any::<u16>(), 48));
    (
        palette,
        prop::collection::vec(domain, 1..=5),
        prop::collection::vec(rule, 0..=rules),
        prop::option::weighted(0.4, prop::collection::vec(0..5usize, 0..=3)),
    )
        .prop_map(|(palette, domains, rules, decide)| {
            let domains: Vec<Vec<i32>> = domains
                .into_iter()
                .map(|(own, mask)| {
                    // Usually the palette of the model.
                    let palette = PALETTES[if own < PALETTES.len() && own > 0 {
                        own
                    } else {
                        palette
                    }];
                    let chosen = (0..6).filter(|i| mask >> i & 1 == 1).map(|i| palette[i]);
                    let mut values: Vec<i32> = chosen.collect();
                    if values.is_empty() {
                        values = palette.to_vec();
                    }
                    values.sort_unstable();
                    values.dedup();
                    values
                })
                .collect();
            let rules = rules
                .iter()
                .map(|(kind, numbers)| {
                    let mut genes = Genes {
                        numbers: numbers.iter(),
                        palette: PALETTES[palette],
                        domains: &domains,
                    };
                    genes.rule(*kind)
                })
                .collect();
            let n = domains.len();
            let decide = decide.map(|places| {
                let places: BTreeSet<usize> = places.into_iter().map(|i| i % n).collect();
                places.into_iter().collect()
            });
            Blueprint {
                domains,
                rules,
                decide,
            }
        })
}

/// Runs `test` on `cases` values drawn from `strategy` by `seed`; a failure is shrunk and printed.
pub(crate) fn run<S: Strategy>(cases: u32, seed: u64, strategy: &S, test: impl Fn(S::Value)) {
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 4000,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let outcome = TestRunner::new_with_rng(config, rng).run(strategy, |value| {
        test(value);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("seed {seed}: {error}");
    }
}
