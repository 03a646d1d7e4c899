//! Deterministic finite automata.

use std::fmt;

use crate::bits::{Bits, none_of};

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
    accepting: Bits,
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
        let mut accepts = none_of(states as usize);
        for &state in accepting {
            accepts.set(state as usize, true);
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
        self.accepting
            .get(state as usize)
            .is_some_and(|accepts| *accepts)
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
