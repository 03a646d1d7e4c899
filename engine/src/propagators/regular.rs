//! The constraint that a sequence of variables is a word of an automaton.

use std::sync::Arc;

use super::dfa::Dfa;
use super::mdd::{InMdd, InMddPropagator, Mdd};
use crate::constraint::{Constraint, Scope};
use crate::queue::Lane;
use crate::var::Var;

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
    use crate::propagators::DfaError;
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
