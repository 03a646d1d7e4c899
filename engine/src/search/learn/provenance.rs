//! What a no-good rests on: the propagators that it was derived from, and what held at the root of the search.

use super::fact::Fact;
use crate::kernel::Kernel;
use crate::var::Var;

/// A set of propagators, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PropagatorSet(pub(super) Vec<u64>);

impl PropagatorSet {
    pub(super) fn has(&self, propagator: usize) -> bool {
        self.0[propagator / 64] >> (propagator % 64) & 1 == 1
    }

    /// How many words the sets of so many propagators have.
    pub(super) fn width(propagators: usize) -> usize {
        propagators.div_ceil(64)
    }

    pub(super) fn add(&mut self, propagator: u32) {
        self.0[propagator as usize / 64] |= 1 << (propagator % 64);
    }

    pub(super) fn add_all(&mut self, others: &[u64]) {
        for (own, other) in self.0.iter_mut().zip(others) {
            *own |= other;
        }
    }
}

/// Collects what the no-good under construction rests on. Facts that held at the root become facts of the no-good: with
/// them it follows from its propagators alone, whatever others have done to the root.
#[derive(Debug)]
pub(super) struct Provenance {
    pub(super) propagators: PropagatorSet,
    /// By narrow variable: its values on level 0, where everything holds for good.
    floor: Vec<u64>,
    /// By narrow variable: the values among which it is at the root, as far as that counts.
    within: Vec<u64>,
    /// The variables for which it does.
    narrow: Vec<Var>,
    /// Facts about wide variables.
    wide: Vec<Fact>,
}

impl Provenance {
    pub(super) fn new(kernel: &Kernel, propagators: usize) -> Self {
        let floor = floor(kernel);
        Self {
            propagators: PropagatorSet(vec![0; PropagatorSet::width(propagators)]),
            within: floor.clone(),
            floor,
            narrow: Vec::new(),
            wide: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.propagators.0.fill(0);
        for var in self.narrow.drain(..) {
            self.within[var.index()] = self.floor[var.index()];
        }
        self.wide.clear();
    }

    /// A fact about a narrow variable counts, which had these values at the root.
    pub(super) fn note(&mut self, fact: Fact, root: u64) {
        let at = fact.var.index();
        let before = self.within[at];
        let now = before & (fact.bits() | root);
        if now != before {
            if before == self.floor[at] {
                self.narrow.push(fact.var);
            }
            self.within[at] = now;
        }
    }

    /// A fact about a wide variable counts that was true at the root.
    pub(super) fn note_wide(&mut self, fact: Fact) {
        if !self.wide.contains(&fact) {
            self.wide.push(fact);
        }
    }

    /// The facts that held at the root.
    pub(super) fn facts(&self) -> impl Iterator<Item = Fact> {
        let narrow = self.narrow.iter();
        let narrow = narrow.map(|&var| Fact::among(var, self.within[var.index()]));
        narrow.chain(self.wide.iter().copied())
    }
}

/// By narrow variable: its values on level 0.
pub(super) fn floor(kernel: &Kernel) -> Vec<u64> {
    let end = kernel.record().start_of_level(1);
    let vars = (0..kernel.variables).map(|i| kernel.handle(i));
    let words = vars.map(|var| match var.is_wide() {
        true => 0,
        false => kernel.domain_at(var, end).words()[0],
    });
    words.collect()
}
