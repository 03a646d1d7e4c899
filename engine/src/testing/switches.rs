//! Switches that must never change what is found.

use crate::queue::Lane;
use crate::random::Rng;
use crate::solver::Solver;

/// Switches that must never change what is found: neither the solutions nor, with a brancher that does not look at
/// failures, the tree.
impl Solver {
    /// Takes every status for [`Status::Active`](crate::Status::Active): no propagator sleeps, and each is run again
    /// after its own changes.
    pub fn distrust_claims(&mut self) {
        self.kernel.distrustful = true;
    }

    /// Puts every propagator into a lane drawn at random, so that they run in another order.
    ///
    /// # Panics
    /// If something was propagated or a level pushed before.
    pub fn shuffle_lanes(&mut self, seed: u64) {
        assert!(
            self.kernel.agenda.runs == 0 && self.level() == 0,
            "lanes are shuffled before anything else"
        );
        const LANES: [Lane; Lane::COUNT] = [Lane::Binary, Lane::Linear, Lane::Heavy, Lane::Global];
        let mut rng = Rng::new(seed);
        self.kernel.agenda.abandon_all();
        for registration in &mut self.kernel.agenda.registrations {
            registration.lane = LANES[rng.below(Lane::COUNT as u64) as usize];
        }
        self.kernel.schedule_all();
    }
}
