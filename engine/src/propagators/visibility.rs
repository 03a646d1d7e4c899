//! How many vertices are seen along rays until something blocks the view.

use crate::constraint::{Constraint, Scope};
use crate::domain::Dom;
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::var::Var;

/// Along each of several rays of vertices, those before the first closed one are seen; all rays together see a given
/// number.
///
/// # Strength and cost
///
/// Domain consistent. O(vertices that may be seen + rays² · length) for each run. Lane: linear. Stateless.
///
/// What a ray may see is a set of lengths in one word: those at which it may end, by its own vertices. The lengths of
/// different rays are independent, so the sums that all but one of them can reach are known exactly, as sets in a few
/// words, and tell which lengths are left to that one. Given these, the vertices before the shortest are open; if one
/// length is left, the vertex there is closed; all others are free. Decomposed, each length would need a variable and
/// each sum a chain of them: a ray of n vertices takes n conjunctions of up to n parts.
#[derive(Clone, Debug)]
pub struct Visibility {
    /// The value of an open vertex.
    open: i32,
    /// The vertices of each ray, nearest first.
    rays: Vec<Vec<Var>>,
    total: usize,
}

/// A set of sums up to [`Visibility::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sums([u64; 4]);

impl Sums {
    /// The empty sum.
    const NOTHING: Self = Self([1, 0, 0, 0]);

    fn has(self, sum: usize) -> bool {
        self.0[sum / 64] >> (sum % 64) & 1 == 1
    }

    /// The sums of one of these and one of the lengths.
    fn with(self, lengths: Dom) -> Self {
        let mut all = [0; 4];
        for by in lengths {
            let by = by as u32;
            let mut carried = 0;
            for (to, from) in all.iter_mut().zip(self.0) {
                *to |= from << by | carried;
                carried = from.checked_shr(64 - by).unwrap_or(0);
            }
        }
        Self(all)
    }
}

impl Visibility {
    /// The most vertices of a ray.
    pub const REACH: usize = 63;

    /// The most vertices of all rays.
    pub const MOST: usize = 255;

    /// The rays, of distinct 0-1 variables, nearest first. A vertex is open if it has the value `open`; the vertices
    /// before the first that is not, of all rays, are `total`.
    ///
    /// # Panics
    /// If `open` is not 0 or 1, or a ray is longer than [`Self::REACH`], or all are longer than [`Self::MOST`].
    pub fn new(open: i32, rays: Vec<Vec<Var>>, total: usize) -> Self {
        assert!(matches!(open, 0 | 1), "vertices are 0 or 1");
        assert!(Self::fits(rays.iter().map(Vec::len)), "short rays");
        Self { open, rays, total }
    }

    /// Whether rays of these lengths are short enough.
    pub fn fits(mut lengths: impl Iterator<Item = usize>) -> bool {
        let all = lengths.try_fold(0, |all, length| {
            (length <= Self::REACH).then_some(all + length)
        });
        all.is_some_and(|all| all <= Self::MOST)
    }

    /// The lengths at which a ray may end, by its own vertices, where each is known to be open or not.
    fn lengths(ray: &[Var], is_open: impl Fn(Var) -> Option<bool>) -> Dom {
        let mut lengths = Dom::EMPTY;
        for (&var, at) in ray.iter().zip(0..) {
            match is_open(var) {
                Some(true) => {}
                Some(false) => return lengths | Dom::single(at),
                None => lengths |= Dom::single(at),
            }
        }
        lengths | Dom::single(ray.len() as i32)
    }

    /// By ray: the lengths at which it may end, by its own vertices.
    fn own(&self, is_open: impl Fn(Var) -> Option<bool>) -> Vec<Dom> {
        let rays = self.rays.iter();
        rays.map(|ray| Self::lengths(ray, &is_open)).collect()
    }

    /// By ray: the lengths that the others leave of these.
    fn left(&self, is_open: impl Fn(Var) -> Option<bool>) -> Vec<Dom> {
        let own = self.own(is_open);
        let left = |at: usize| {
            let others = own.iter().enumerate().filter(|&(other, _)| other != at);
            let sums = others.fold(Sums::NOTHING, |sums, (_, &lengths)| sums.with(lengths));
            let is_left = |&length: &i32| {
                let rest = self.total.checked_sub(length as usize);
                rest.is_some_and(|rest| rest <= Self::MOST && sums.has(rest))
            };
            own[at].iter().filter(is_left).collect()
        };
        (0..own.len()).map(left).collect()
    }

    /// Adds facts because of which a ray ends at none of the lengths in `ruled_out`.
    fn rule_out(&self, past: &Past<'_>, at: usize, ruled_out: Dom, facts: &mut Vec<Literal>) {
        let is_open = |var: Var| past.domain(var).value().map(|value| value == self.open);
        let own = self.own(is_open);
        let (shortest, longest) = (
            |ray: usize| own[ray].min() as usize,
            |ray: usize| own[ray].max() as usize,
        );
        let others = || (0..own.len()).filter(|&other| other != at);
        let mut most: usize = others().map(longest).sum();
        let mut least: usize = others().map(shortest).sum();
        // The lengths that only the others rule out: too short even if they are as long as can be, too long even if
        // they are as short as can be, or neither.
        let (mut short, mut long) = (None, None);
        for length in (ruled_out & own[at]).iter().map(|length| length as usize) {
            if length + most < self.total {
                short = Some(length);
            } else if length + least > self.total {
                long = long.or(Some(length));
            } else {
                self.describe_all(is_open, past, facts);
                return;
            }
        }
        if let Some(short) = short {
            // Where another ray is closed does not matter if the ray could as well be longer.
            for other in others() {
                let (ray, end) = (&self.rays[other], longest(other));
                if end == ray.len() {
                    continue;
                }
                let longer = most - end + ray.len();
                if short + longer < self.total {
                    most = longer;
                } else {
                    facts.push(Literal::is(ray[end], 1 - self.open));
                }
            }
        }
        if let Some(long) = long {
            for other in others() {
                let ray = &self.rays[other];
                let open = shortest(other);
                // Not all open vertices need be mentioned.
                let spare = (long + least - self.total - 1).min(open);
                least -= spare;
                let open = ray[..open - spare].iter();
                facts.extend(open.map(|&var| Literal::is(var, self.open)));
            }
        }
        // The ray itself rules out the rest.
        let ray = &self.rays[at];
        let of_ray = Dom::at_most(ray.len() as i32);
        for length in ((ruled_out & of_ray) - own[at])
            .iter()
            .map(|length| length as usize)
        {
            let is_told = short.is_some_and(|short| length <= short)
                || long.is_some_and(|long| length >= long);
            if is_told {
                continue;
            }
            let end = longest(at);
            if length > end {
                facts.push(Literal::is(ray[end], 1 - self.open));
                break;
            }
            facts.push(Literal::is(ray[length], self.open));
        }
    }

    /// Adds everything known of the vertices that may be seen.
    fn describe_all(
        &self,
        is_open: impl Fn(Var) -> Option<bool>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) {
        for ray in &self.rays {
            for &var in ray {
                past.describe(var, facts);
                if is_open(var) == Some(false) {
                    break;
                }
            }
        }
    }
}

impl Constraint for Visibility {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "visibility"
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &var in self.rays.iter().flatten() {
            scope.on(var, Events::FIXED);
        }
        self
    }
}

impl Propagator for Visibility {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let left = self.left(|var| cx.dom(var).value().map(|value| value == self.open));
        if left.iter().any(|left| left.is_empty()) || left.is_empty() && self.total > 0 {
            return Err(Conflict);
        }
        let mut is_done = true;
        for (ray, left) in self.rays.iter().zip(left) {
            let end = left.min() as usize;
            for &var in &ray[..end] {
                cx.fix(var, self.open)?;
            }
            if !left.is_fixed() {
                is_done = false;
            } else if let Some(&var) = ray.get(end) {
                cx.fix(var, 1 - self.open)?;
            }
        }
        Ok(if is_done {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    /// Adds, for an open vertex, why its ray ends neither before it nor at it, and for a closed one, why it ends
    /// nowhere else.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let place = change
            .var
            .filter(|_| !change.after.is_empty())
            .and_then(|var| {
                let rays = self.rays.iter().enumerate();
                rays.filter_map(|(ray, vars)| Some((ray, vars.iter().position(|&own| own == var)?)))
                    .next()
            });
        match place {
            Some((ray, at)) if change.after.contains(self.open) => {
                self.rule_out(past, ray, Dom::at_most(at as i32), facts);
            }
            Some((ray, at)) => self.rule_out(past, ray, !Dom::single(at as i32), facts),
            None => {
                let is_open = |var: Var| past.domain(var).value().map(|value| value == self.open);
                let left = self.left(is_open);
                if let Some(ray) = left.iter().position(|left| left.is_empty()) {
                    self.rule_out(past, ray, Dom::ALL, facts);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples::expect_reasons;
    use crate::testing::{PropagatorTest, Strength};

    /// The rule as written, for rays given by their lengths.
    fn seen(open: i32, lengths: &[usize], values: &[i32]) -> usize {
        let (mut start, mut seen) = (0, 0);
        for &length in lengths {
            let ray = &values[start..start + length];
            seen += ray.iter().take_while(|&&value| value == open).count();
            start += length;
        }
        seen
    }

    fn test(open: i32, lengths: &'static [usize], total: usize) -> PropagatorTest<'static> {
        PropagatorTest::new(
            move |model, vars| {
                let mut start = 0;
                let rays = lengths.iter().map(|&length| {
                    start += length;
                    vars[start - length..start].to_vec()
                });
                model.post(Visibility::new(open, rays.collect(), total));
            },
            move |values| seen(open, lengths, values) == total,
        )
        .strength(Strength::Domain)
    }

    #[test]
    fn against_brute_force() {
        let cases: [&[usize]; 7] = [
            &[6],
            &[4, 3],
            &[1, 6, 3],
            &[3, 0, 5],
            &[3, 3, 3, 2],
            &[2, 3, 4, 2],
            &[5, 5],
        ];
        for lengths in cases {
            let n = lengths.iter().sum();
            for open in [0, 1] {
                for total in 0..=n + 1 {
                    test(open, lengths, total).random(25, n, 0..=1);
                }
            }
        }
    }

    /// Sums beyond one word, which are carried from one to the next.
    #[test]
    fn long_rays() {
        const LENGTHS: &[usize] = &[63, 63, 63, 63];
        let open_but: Vec<&[i32]> = (0..252)
            .map(|i| if i % 63 >= 61 { &[0, 1][..] } else { &[1][..] })
            .collect();
        for total in [244, 246, 250, 252] {
            test(1, LENGTHS, total).domains(&open_but);
        }
    }

    #[test]
    fn no_rays_see_nothing() {
        for (total, is_possible) in [(0, true), (1, false)] {
            let mut model = crate::Model::new();
            model.post(Visibility::new(1, Vec::new(), total));
            assert_eq!(model.solver().propagate().is_ok(), is_possible);
        }
    }

    /// A vertex that is open for certain may stand in several places, for what is seen with the one before it.
    #[test]
    fn vertices_that_are_open_for_certain() {
        PropagatorTest::new(
            |model, vars| {
                let sure = model.var(1..=1);
                let one = vec![vars[0], sure, sure, vars[1]];
                model.post(Visibility::new(1, vec![one, vec![vars[2], sure]], 5));
            },
            |values| {
                let one = values[0] * (3 + values[1]);
                one + 2 * values[2] == 5
            },
        )
        .strength(Strength::Domain)
        .random(50, 3, 0..=1);
    }

    /// A reason names what keeps the other rays from making up for it, and no more.
    #[test]
    fn the_reason_is_short() {
        let mut model = crate::Model::new();
        let vars = model.vars(12, 0..=1);
        let (one, other) = (vars[..6].to_vec(), vars[6..].to_vec());
        let open = |ray: &[Var], at: usize| Literal::is(ray[at], 1);
        let closed = |ray: &[Var], at: usize| Literal::is(ray[at], 0);
        model.post(Visibility::new(1, vec![one.clone(), other.clone()], 5));
        let mut solver = model.solver();
        solver.record();
        solver.propagate().unwrap();
        let cases = [
            // The other sees at most 2, so this one at least 3.
            (
                vec![closed(&other, 4), closed(&other, 2)],
                Some(one[2]),
                vec![closed(&other, 2)],
            ),
            // The other sees 4 at least, and this one has its first open.
            (
                vec![
                    open(&other, 0),
                    open(&other, 1),
                    open(&other, 2),
                    open(&other, 3),
                    open(&one, 0),
                ],
                Some(one[1]),
                vec![
                    open(&one, 0),
                    open(&other, 0),
                    open(&other, 1),
                    open(&other, 2),
                    open(&other, 3),
                ],
            ),
            // They see 4 at most.
            (
                vec![closed(&one, 2), closed(&other, 2), open(&one, 5)],
                None,
                vec![closed(&one, 2), closed(&other, 2)],
            ),
        ];
        expect_reasons(&mut solver, cases);
    }
}
