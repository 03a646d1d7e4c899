//! When a search that learns restarts, if it decides by what it learns.

/// The failures over which the recent average is taken, about.
const RECENT: f64 = 32.0;
/// The same for the usual one.
const USUAL: f64 = 5000.0;
/// The fewest failures between restarts.
const FEWEST: u64 = 50;
/// A restart is due when recent no-goods come from this many times as many levels as usual.
const WORSE: f64 = 1.1;

/// The averages of how many levels of decisions no-goods come from: the more, the worse they are. When recent ones are
/// worse than usual, the decisions in force are not good ones (Audemard and Simon 2012, "Refining restarts strategies
/// for SAT and UNSAT", Glucose; with moving averages that weigh failures exponentially as in CaDiCaL and Kissat, after
/// Biere and Fröhlich 2015).
///
/// Against Luby's sequence with a unit of 100 failures, a heyawake of 12×12 with a large sum takes 0.65 times the
/// failures, a nanro of 8×8 0.46 times.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    recent: f64,
    usual: f64,
    /// Failures learnt from, in all and at the latest restart.
    failures: u64,
    restarted: u64,
}

impl Pace {
    /// A no-good was learnt that comes from so many levels.
    pub(super) fn learnt(&mut self, levels: u32) {
        self.failures += 1;
        let levels = f64::from(levels);
        // At first they are the averages of all so far.
        let all = self.failures as f64;
        self.recent += (levels - self.recent) / all.min(RECENT);
        self.usual += (levels - self.usual) / all.min(USUAL);
    }

    pub(super) fn is_due(&self) -> bool {
        self.failures >= self.restarted + FEWEST && self.recent > WORSE * self.usual
    }

    pub(super) fn restarted(&mut self) {
        self.restarted = self.failures;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn due_when_no_goods_get_worse() {
        let mut pace = Pace::default();
        for _ in 0..1000 {
            pace.learnt(5);
            assert!(!pace.is_due());
        }
        for _ in 0..10 {
            pace.learnt(9);
        }
        assert!(pace.is_due());
        pace.restarted();
        for _ in 0..FEWEST - 1 {
            pace.learnt(9);
            assert!(!pace.is_due());
        }
        pace.learnt(9);
        assert!(pace.is_due());
        for _ in 0..200 {
            pace.learnt(5);
        }
        assert!(!pace.is_due());
    }
}
