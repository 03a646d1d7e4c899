//! Along which of several rays the nearest vertices of a kind are.

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::trail::{AllocateState, ReadState, RevWords, WriteState};
use crate::var::Var;

/// For rays of vertices that are inside or not, there is a distance `d` such that on the *pointed* rays the first
/// vertex inside is exactly `d` away, and on the others none is within `d`. This is the meaning of an arrow that points
/// to all nearest vertices inside.
///
/// # Strength and cost
///
/// Domain consistent. O(1) for each changed vertex, and O(rays) for each step by which the least distance increases.
/// Lane: linear. State: one reversible word, the distances that are still possible.
///
/// The distance is a set in one word rather than a variable: bit `d` says that `d` is possible, that is, on the
/// pointed rays the vertices at `d` exist and may be inside, and none before them, or up to them on the other rays, is
/// known to be inside. Given the distance, every vertex up to it is decided and every one beyond it is free. So the set
/// of distances is the whole state: vertices nearer than the least are outside (on the other rays also those at the
/// least), and if one distance is left, the vertices there are inside.
#[derive(Clone, Debug)]
pub struct SightLine {
    /// The value of a vertex that is inside.
    inside: i32,
    /// Nearest first; the pointed rays, then the others.
    rays: Vec<Vec<Var>>,
    /// The number of pointed rays.
    pointed: usize,
}

/// The propagator of [`SightLine`].
#[derive(Debug)]
pub struct SightLinePropagator {
    rule: SightLine,
    /// By tag: the variable, its distance, and whether its ray is pointed.
    places: Vec<(Var, u32, bool)>,
    /// The distances still possible.
    distances: RevWords,
}

impl SightLine {
    /// The farthest distance that counts.
    pub const REACH: usize = 63;

    /// The rays, of distinct 0-1 variables, nearest first: the pointed ones, at least one, and the others. Vertices
    /// farther away than [`Self::REACH`] are ignored. A vertex is inside if it has the value `inside`.
    ///
    /// # Panics
    /// If `inside` is not 0 or 1, or no ray is pointed.
    pub fn new(inside: i32, pointed: Vec<Vec<Var>>, others: Vec<Vec<Var>>) -> Self {
        assert!(matches!(inside, 0 | 1), "vertices are 0 or 1");
        assert!(!pointed.is_empty(), "an arrow points somewhere");
        Self {
            inside,
            pointed: pointed.len(),
            rays: pointed.into_iter().chain(others).collect(),
        }
    }

    /// The distances at which every pointed ray has a vertex.
    fn reach(&self) -> usize {
        let pointed = self.rays[..self.pointed].iter();
        pointed.map(Vec::len).min().unwrap_or(0).min(Self::REACH)
    }

    /// Facts that make the distances in `distances` impossible, as far as there are any.
    fn rule_out(&self, past: &Past<'_>, distances: u64, facts: &mut Vec<Literal>) {
        let mut left = distances & low_bits(self.reach() + 1) & !1;
        let value = |ray: usize, distance: usize| {
            let var = *self.rays[ray].get(distance - 1)?;
            let known = past.domain(var).value()?;
            Some((var, known == self.inside))
        };
        // A vertex inside rules out all distances beyond it: take the nearest one that rules out the farthest
        // distances.
        for distance in 1..=self.reach() {
            for ray in 0..self.rays.len() {
                let beyond = low_bits(distance + usize::from(ray < self.pointed));
                if left & !beyond != 0
                    && let Some((var, true)) = value(ray, distance)
                {
                    facts.push(Literal::is(var, self.inside));
                    left &= beyond;
                }
            }
        }
        for distance in 1..=self.reach() {
            let out = (0..self.pointed).find_map(|ray| match value(ray, distance) {
                Some((var, false)) => Some(var),
                _ => None,
            });
            if left >> distance & 1 == 1
                && let Some(var) = out
            {
                facts.push(Literal::is(var, 1 - self.inside));
            }
        }
    }

    /// The distance of `var`.
    fn distance_of(&self, var: Var) -> Option<usize> {
        self.rays
            .iter()
            .find_map(|ray| ray.iter().position(|&v| v == var))
            .map(|position| position + 1)
    }
}

/// The bits 0 to `n` − 1.
const fn low_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

impl Constraint for SightLine {
    type Propagator = SightLinePropagator;

    fn name(&self) -> &'static str {
        "sight line"
    }

    fn attach(self, scope: &mut Scope<'_>) -> SightLinePropagator {
        let reach = self.reach();
        let mut places = Vec::with_capacity(reach * self.rays.len());
        for (ray, vars) in self.rays.iter().enumerate() {
            for (&var, distance) in vars.iter().take(reach).zip(1..) {
                scope.track(var, Events::FIXED);
                places.push((var, distance, ray < self.pointed));
            }
        }
        SightLinePropagator {
            rule: self,
            places,
            distances: scope.new_words(&[low_bits(reach + 1) & !1]),
        }
    }
}

impl Propagator for SightLinePropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let SightLine {
            inside,
            rays,
            pointed: pointed_rays,
        } = &self.rule;
        let (inside, pointed_rays) = (*inside, *pointed_rays);
        let old = cx.words(self.distances)[0];
        let mut now = old;
        for i in 0..cx.fired().len() {
            let (var, distance, pointed) = self.places[cx.fired()[i] as usize];
            let known = cx.dom(var).value();
            if known == Some(inside) {
                now &= low_bits(distance as usize + usize::from(pointed));
            } else if known.is_some() && pointed {
                now &= !(1 << distance);
            }
        }
        if now == 0 {
            return Err(Conflict);
        }
        if now == old && !cx.runs_afresh() {
            return Ok(Status::Fixpoint);
        }
        let least = now.trailing_zeros() as usize;
        // Up to the least distance so far the vertices are outside already.
        let before = if cx.runs_afresh() {
            0
        } else {
            old.trailing_zeros() as usize
        };
        for (i, ray) in rays.iter().enumerate() {
            // The vertex at distance k has position k − 1.
            let end = (least - usize::from(i < pointed_rays)).min(ray.len());
            for &var in ray.get(before.saturating_sub(1)..end).unwrap_or(&[]) {
                cx.fix(var, 1 - inside)?;
            }
        }
        cx.set_word(self.distances, 0, now);
        if now & (now - 1) != 0 {
            return Ok(Status::Fixpoint);
        }
        for ray in &rays[..pointed_rays] {
            cx.fix(ray[least - 1], inside)?;
        }
        Ok(Status::Entailed)
    }

    /// For a vertex outside: why no distance up to it, or shorter, is possible. For one inside: why no other is.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let distance = change
            .var
            .filter(|_| !change.after.is_empty())
            .and_then(|var| self.rule.distance_of(var).map(|distance| (var, distance)));
        let excluded = match distance {
            None => u64::MAX,
            Some((_, distance)) if change.after.contains(self.rule.inside) => !(1 << distance),
            Some((var, distance)) => {
                let pointed = self.rule.rays[..self.rule.pointed]
                    .iter()
                    .any(|r| r.contains(&var));
                low_bits(distance + usize::from(pointed))
            }
        };
        self.rule.rule_out(past, excluded, facts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples::expect_reasons;
    use crate::testing::{PropagatorTest, Strength};

    /// The rule as written, for rays given by their lengths, of which the first `pointed` are pointed.
    fn accepts(inside: i32, lengths: &[usize], pointed: usize, values: &[i32]) -> bool {
        let mut start = 0;
        let mut firsts = Vec::new();
        for &length in lengths {
            let ray = &values[start..start + length];
            firsts.push(ray.iter().position(|&value| value == inside));
            start += length;
        }
        let Some(distance) = firsts[0] else {
            return false;
        };
        let (along, others) = firsts.split_at(pointed);
        along.iter().all(|&first| first == Some(distance))
            && others
                .iter()
                .all(|first| first.is_none_or(|first| first > distance))
    }

    fn test(inside: i32, lengths: &'static [usize], pointed: usize) -> PropagatorTest<'static> {
        PropagatorTest::new(
            move |model, vars| {
                let mut rays = Vec::new();
                let mut start = 0;
                for &length in lengths {
                    rays.push(vars[start..start + length].to_vec());
                    start += length;
                }
                let others = rays.split_off(pointed);
                model.post(SightLine::new(inside, rays, others));
            },
            move |values| accepts(inside, lengths, pointed, values),
        )
        .strength(Strength::Domain)
    }

    #[test]
    fn against_brute_force() {
        let cases: [(&[usize], usize); 9] = [
            (&[5], 1),
            (&[4, 3], 2),
            (&[3, 4], 1),
            (&[1, 6, 3], 2),
            (&[3, 0, 5], 1),
            (&[3, 3, 3, 2], 3),
            (&[2, 3, 4, 2], 4),
            (&[4, 2, 1, 3], 1),
            (&[0, 5], 1),
        ];
        for (lengths, pointed) in cases {
            let n = lengths.iter().sum();
            for inside in [0, 1] {
                test(inside, lengths, pointed).random(80, n, 0..=1);
            }
        }
    }

    #[test]
    fn the_farthest_of_a_long_ray() {
        const LENGTHS: &[usize] = &[59, 59];
        let zeros_but_last: Vec<&[i32]> = (0..118)
            .map(|i| if i % 59 == 58 { &[0, 1][..] } else { &[0][..] })
            .collect();
        test(1, LENGTHS, 1).domains(&zeros_but_last);
    }

    /// A reason names what rules out the distances in question, and none of the others that are known.
    #[test]
    fn the_reason_is_short() {
        let mut model = crate::Model::new();
        let vars = model.vars(8, 0..=1);
        let (pointed, other) = (vars[..4].to_vec(), vars[4..].to_vec());
        let inside = |ray: &[Var], distance: usize| Literal::is(ray[distance - 1], 1);
        let outside = |ray: &[Var], distance: usize| Literal::is(ray[distance - 1], 0);
        model.post(SightLine::new(
            1,
            vec![pointed.clone()],
            vec![other.clone()],
        ));
        let mut solver = model.solver();
        solver.record();
        solver.propagate().unwrap();
        let cases = [
            // At 2 the other ray has none, since the pointed one has none at 1.
            (
                vec![outside(&pointed, 1), inside(&pointed, 2)],
                Some(other[1]),
                vec![outside(&pointed, 1)],
            ),
            // At 2 the pointed ray has one: not at 1, and no farther than what the other ray has first.
            (
                vec![outside(&pointed, 1), inside(&other, 3), inside(&other, 4)],
                Some(pointed[1]),
                vec![outside(&pointed, 1), inside(&other, 3)],
            ),
            // No distance is left.
            (
                vec![outside(&pointed, 1), inside(&other, 2), inside(&other, 3)],
                None,
                vec![outside(&pointed, 1), inside(&other, 2)],
            ),
        ];
        expect_reasons(&mut solver, cases);
    }
}
