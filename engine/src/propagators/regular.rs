//! Deterministic finite automata, and the constraint that a sequence of variables is a word of one.

use std::fmt;
use std::sync::Arc;

use super::mdd::{InMdd, InMddPropagator, Mdd};
use crate::constraint::{Constraint, Scope};
use crate::queue::Lane;
use crate::var::Var;

const NONE: u32 = u32::MAX;

/// A deterministic finite automaton over integers. A missing transition rejects.
///
/// ```
/// use quadrille_engine::propagators::Dfa;
///
/// // An even number of ones among zeros and ones.
/// let even = Dfa::new(2, 0, &[0], &[(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])?;
/// assert!(even.accepts(&[1, 0, 1]) && !even.accepts(&[1, 0]));
/// # Ok::<(), quadrille_engine::propagators::DfaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    start: u32,
    accepting: Vec<bool>,
    transitions: Transitions,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Transitions {
    /// A full table of states × `symbols` symbols from `first` on; `NONE` for no transition.
    Dense {
        first: i32,
        symbols: usize,
        table: Vec<u32>,
    },
    /// (symbol, target) by rising symbol; those of state `s` are `starts[s] .. starts[s + 1]`.
    Sparse {
        starts: Vec<u32>,
        arcs: Vec<(i32, u32)>,
    },
}

/// Why an automaton is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DfaError {
    /// This state is used, but the automaton does not have it.
    NoSuchState(u32),
    /// From this state by this symbol there are two transitions to different states.
    Ambiguous(u32, i32),
}

impl fmt::Display for DfaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DfaError::NoSuchState(state) => write!(f, "the automaton has no state {state}"),
            DfaError::Ambiguous(state, symbol) => {
                write!(f, "two transitions from state {state} by {symbol}")
            }
        }
    }
}

impl std::error::Error for DfaError {}

impl Dfa {
    /// The automaton with states `0..states` and the given (state, symbol, next state).
    ///
    /// # Errors
    /// [`DfaError`] if a state is out of range or the transitions are not deterministic.
    pub fn new(
        states: u32,
        start: u32,
        accepting: &[u32],
        transitions: &[(u32, i32, u32)],
    ) -> Result<Self, DfaError> {
        let named = transitions.iter().flat_map(|&(from, _, to)| [from, to]);
        if let Some(state) = named
            .chain(accepting.iter().copied())
            .chain([start])
            .find(|&state| state >= states)
        {
            return Err(DfaError::NoSuchState(state));
        }
        let mut sorted = transitions.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if let Some(pair) = sorted
            .windows(2)
            .find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1))
        {
            return Err(DfaError::Ambiguous(pair[0].0, pair[0].1));
        }
        let first = sorted.iter().map(|t| t.1).min().unwrap_or(0);
        let last = sorted.iter().map(|t| t.1).max().unwrap_or(0);
        let symbols = (i64::from(last) - i64::from(first) + 1) as usize;
        // A full table costs 4 bytes a cell and no search, a list 8 bytes for each transition.
        let dense = symbols.saturating_mul(states as usize) <= 4 * sorted.len() + 64;
        let transitions = if dense {
            let mut table = vec![NONE; symbols * states as usize];
            for &(from, symbol, to) in &sorted {
                let column = (i64::from(symbol) - i64::from(first)) as usize;
                table[from as usize * symbols + column] = to;
            }
            Transitions::Dense {
                first,
                symbols,
                table,
            }
        } else {
            let mut starts = vec![0u32; states as usize + 1];
            for &(from, _, _) in &sorted {
                starts[from as usize + 1] += 1;
            }
            for state in 0..states as usize {
                starts[state + 1] += starts[state];
            }
            let arcs = sorted.iter().map(|&(_, symbol, to)| (symbol, to)).collect();
            Transitions::Sparse { starts, arcs }
        };
        let mut accepts = vec![false; states as usize];
        for &state in accepting {
            accepts[state as usize] = true;
        }
        Ok(Self {
            start,
            accepting: accepts,
            transitions,
        })
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The initial state.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Whether a word may end in `state`.
    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting.get(state as usize) == Some(&true)
    }

    /// The state after `symbol` in `state`. O(1), or O(log) of the state's transitions if symbols are sparse.
    #[inline]
    pub fn step(&self, state: u32, symbol: i32) -> Option<u32> {
        match &self.transitions {
            Transitions::Dense {
                first,
                symbols,
                table,
            } => {
                let column = usize::try_from(i64::from(symbol) - i64::from(*first)).ok()?;
                if column >= *symbols {
                    return None;
                }
                let to = *table.get(state as usize * symbols + column)?;
                (to != NONE).then_some(to)
            }
            Transitions::Sparse { starts, arcs } => {
                let state = state as usize;
                let arcs =
                    arcs.get(*starts.get(state)? as usize..*starts.get(state + 1)? as usize)?;
                let place = arcs.binary_search_by_key(&symbol, |&(symbol, _)| symbol);
                place.ok().map(|place| arcs[place].1)
            }
        }
    }

    /// Whether it accepts `word`.
    pub fn accepts(&self, word: &[i32]) -> bool {
        word.iter()
            .try_fold(self.start, |state, &symbol| self.step(state, symbol))
            .is_some_and(|state| self.is_accepting(state))
    }
}

/// The values of the variables, in order, are a word that an automaton (or each of several) accepts; domain
/// consistent if no variable occurs twice, as [`InMdd`].
///
/// # Strength and cost
///
/// The automaton is unrolled over the sequence (Pesant 2004, "A regular language membership constraint for finite
/// sequences of variables"), restricted to the declared domains and reduced, which gives a decision diagram;
/// [`InMdd`] then does all the work; a run costs the same.
#[derive(Clone, Debug)]
pub struct Regular {
    vars: Box<[Var]>,
    automata: Box<[Arc<Dfa>]>,
}

impl Regular {
    /// `vars` spell a word of `dfa`.
    pub fn new(vars: &[Var], dfa: Arc<Dfa>) -> Self {
        Self::all_of(vars, &[dfa])
    }

    /// `vars` spell a word of each of `automata`: stronger than one propagator for each.
    pub fn all_of(vars: &[Var], automata: &[Arc<Dfa>]) -> Self {
        Self {
            vars: vars.into(),
            automata: automata.into(),
        }
    }
}

impl Constraint for Regular {
    type Propagator = InMddPropagator;

    fn name(&self) -> &'static str {
        "regular"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.vars.iter().copied().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> InMddPropagator {
        let vars = self.vars.iter();
        let domains: Vec<Vec<i32>> = vars
            .map(|&var| scope.domain(var).iter().collect())
            .collect();
        let automata: Vec<&Dfa> = self.automata.iter().map(Arc::as_ref).collect();
        let mdd = Mdd::from_dfas(&automata, &domains);
        InMdd::new(&self.vars, Arc::new(mdd)).attach(scope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};
    use crate::{Count, Model, Rng};

    /// A random automaton over `symbols`, given as its transitions too.
    fn random_dfa(rng: &mut Rng, symbols: &[i32]) -> (Dfa, Vec<(u32, i32, u32)>, Vec<u32>) {
        let states = 1 + rng.below(6) as u32;
        let mut transitions = Vec::new();
        for from in 0..states {
            for &symbol in symbols {
                if rng.below(4) > 0 {
                    transitions.push((from, symbol, rng.below(states.into()) as u32));
                }
            }
        }
        let accepting: Vec<u32> = (0..states).filter(|_| rng.below(2) == 0).collect();
        let dfa = Dfa::new(states, 0, &accepting, &transitions).unwrap();
        (dfa, transitions, accepting)
    }

    /// Acceptance by looking the transitions up in their list.
    fn accepts(transitions: &[(u32, i32, u32)], accepting: &[u32], word: &[i32]) -> bool {
        let mut state = 0;
        for &symbol in word {
            match transitions.iter().find(|t| (t.0, t.1) == (state, symbol)) {
                Some(&(_, _, to)) => state = to,
                None => return false,
            }
        }
        accepting.contains(&state)
    }

    #[test]
    fn random_automata() {
        let mut rng = Rng::new(31);
        for case in 0..1000 {
            let symbols: &[i32] = [
                &[0, 1][..],
                &[0, 1, 2],
                &[0, 1, 2, 3],
                &[-3, 0, 100],
                &[63, 64],
            ][rng.below(5) as usize];
            let (dfa, transitions, accepting) = random_dfa(&mut rng, symbols);
            let dfa = Arc::new(dfa);
            let n = rng.below(if symbols.len() == 4 { 6 } else { 7 }) as usize;
            let boxes: Vec<Vec<i32>> = (0..n)
                .map(|_| {
                    let places =
                        crate::testing::random_domain(&mut rng, 0..=symbols.len() as i32 - 1);
                    places.iter().map(|&i| symbols[i as usize]).collect()
                })
                .collect();
            let boxes: Vec<&[i32]> = boxes.iter().map(Vec::as_slice).collect();
            PropagatorTest::new(
                |model, vars| {
                    model.post(Regular::new(vars, dfa.clone()));
                },
                |values| accepts(&transitions, &accepting, values),
            )
            .strength(Strength::Domain)
            .seed(case)
            .domains(&boxes);
        }
    }

    #[test]
    fn two_automata_at_once() {
        let mut rng = Rng::new(32);
        for case in 0..200 {
            let (a, transitions_a, accepting_a) = random_dfa(&mut rng, &[0, 1, 2]);
            let (b, transitions_b, accepting_b) = random_dfa(&mut rng, &[0, 1, 2]);
            let automata = [Arc::new(a), Arc::new(b)];
            PropagatorTest::new(
                |model, vars| {
                    model.post(Regular::all_of(vars, &automata));
                },
                |values| {
                    accepts(&transitions_a, &accepting_a, values)
                        && accepts(&transitions_b, &accepting_b, values)
                },
            )
            .strength(Strength::Domain)
            .seed(case)
            .random(1, 4, 0..=2);
        }
    }

    #[test]
    fn repeated_variables_are_judged_rightly() {
        let mut rng = Rng::new(33);
        for case in 0..300 {
            let (dfa, transitions, accepting) = random_dfa(&mut rng, &[0, 1, 2]);
            let dfa = Arc::new(dfa);
            PropagatorTest::new(
                |model, vars| {
                    let scope = [vars[0], vars[1], vars[0], vars[2], vars[0]];
                    model.post(Regular::new(&scope, dfa.clone()));
                },
                |v| accepts(&transitions, &accepting, &[v[0], v[1], v[0], v[2], v[0]]),
            )
            .seed(case)
            .random(1, 3, 0..=2);
        }
    }

    #[test]
    fn bad_automata_are_refused() {
        assert_eq!(Dfa::new(2, 2, &[], &[]), Err(DfaError::NoSuchState(2)));
        assert_eq!(Dfa::new(0, 0, &[], &[]), Err(DfaError::NoSuchState(0)));
        assert_eq!(Dfa::new(1, 0, &[4], &[]), Err(DfaError::NoSuchState(4)));
        assert_eq!(
            Dfa::new(2, 0, &[], &[(0, 5, 0), (0, 5, 1)]),
            Err(DfaError::Ambiguous(0, 5))
        );
        let dfa = Dfa::new(1, 0, &[0], &[(0, i32::MIN, 0), (0, i32::MAX, 0)]).unwrap();
        assert!(dfa.accepts(&[i32::MAX, i32::MIN]) && !dfa.accepts(&[0]));
        assert_eq!(dfa.step(7, 0), None);
        assert!(!dfa.is_accepting(7));
    }

    /// Binary words without two ones in a row: Fibonacci numbers.
    #[test]
    fn fibonacci_words() {
        let dfa = Dfa::new(2, 0, &[0, 1], &[(0, 0, 0), (0, 1, 1), (1, 0, 0)]).unwrap();
        let dfa = Arc::new(dfa);
        for (n, count) in [(1, 2), (2, 3), (3, 5), (10, 144), (15, 1597)] {
            let mut model = Model::new();
            let vars = model.vars(n, 0..=1);
            model.post(Regular::new(&vars, dfa.clone()));
            assert_eq!(model.solver().solutions().count(), Count::Exactly(count));
        }
    }
}
