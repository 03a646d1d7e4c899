//! Variables ordered by their part in recent conflicts.

use crate::var::Var;

/// A heap of variables by activity, of which conflicts add to some and time takes from all (Moskewicz et al. 2001,
/// "Chaff", in the form of MiniSat: what is added grows instead).
///
/// Taking the most active out and putting one back cost O(log n).
#[derive(Clone, Debug, Default)]
pub(super) struct Activity {
    heap: Vec<u32>,
    /// By variable: its place in the heap, or [`ABSENT`].
    place: Vec<u32>,
    /// By variable.
    activity: Vec<f64>,
    worth: f64,
    growth: f64,
}

const ABSENT: u32 = u32::MAX;

impl Activity {
    /// Nobody stands in the heap.
    pub(super) fn new(variables: usize, decay: f64) -> Self {
        Self {
            heap: Vec::with_capacity(variables),
            place: vec![ABSENT; variables],
            activity: vec![0.0; variables],
            worth: 1.0,
            growth: 1.0 / decay,
        }
    }

    /// Sets the activity before any conflict.
    pub(super) fn start_with(&mut self, var: Var, activity: f64) {
        self.activity[var.index()] = activity;
        self.moved_up(var);
    }

    /// `var` had a part in the conflict.
    pub(super) fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.index()];
        *activity += self.worth;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.worth *= 1e-100;
        }
        self.moved_up(var);
    }

    /// A conflict is over.
    pub(super) fn decay(&mut self) {
        self.worth *= self.growth;
    }

    /// Puts a variable into the heap unless it is there.
    pub(super) fn insert(&mut self, index: u32) {
        if self.place[index as usize] == ABSENT {
            self.place[index as usize] = self.heap.len() as u32;
            self.heap.push(index);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes out the most active variable.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let last = self.heap.pop()?;
        self.place[last as usize] = ABSENT;
        let Some(top) = self.heap.first_mut() else {
            return Some(last);
        };
        let best = std::mem::replace(top, last);
        self.place[last as usize] = 0;
        self.place[best as usize] = ABSENT;
        self.down(0);
        Some(best)
    }

    fn moved_up(&mut self, var: Var) {
        let place = self.place[var.index()];
        if place != ABSENT {
            self.up(place as usize);
        }
    }

    /// Whether `a` comes before `b`: by activity, then by number.
    fn is_before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || x == y && a < b
    }

    fn up(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.is_before(self.heap[at], self.heap[parent]) {
                break;
            }
            self.swap(at, parent);
            at = parent;
        }
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let mut best = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < self.heap.len() && self.is_before(self.heap[child], self.heap[best]) {
                    best = child;
                }
            }
            if best == at {
                return;
            }
            self.swap(at, best);
            at = best;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.place[self.heap[a] as usize] = a as u32;
        self.place[self.heap[b] as usize] = b as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// It hands out what a plain list sorted by activity would, also when activities were scaled down.
    #[test]
    fn the_most_active_first() {
        const N: u64 = 12;
        let mut rng = Rng::new(3);
        let mut heap = Activity::new(N as usize, 0.01);
        let mut inside = [false; N as usize];
        for _ in 0..20_000 {
            let index = rng.below(N) as u32;
            match rng.below(4) {
                0 => heap.bump(Var::narrow(index)),
                1 => {
                    heap.insert(index);
                    inside[index as usize] = true;
                }
                2 => heap.decay(),
                _ => {
                    let best = (0..N as u32)
                        .filter(|&i| inside[i as usize])
                        .reduce(|a, b| {
                            let of = |i: u32| heap.activity[i as usize];
                            if of(b) > of(a) { b } else { a }
                        });
                    assert_eq!(heap.pop(), best);
                    if let Some(best) = best {
                        inside[best as usize] = false;
                    }
                }
            }
            assert!(heap.worth.is_finite());
        }
    }
}
