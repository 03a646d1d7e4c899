//! Placements on elements: pieces on a board, rectangles around a number.

use super::Presence;
use super::presence::Switch;
use crate::bits::{Bits, none_of};
use crate::constraint::{Constraint, Scope};
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// One way to place something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Whether it is used.
    pub there: Presence,
    /// The elements that it covers.
    pub members: Vec<usize>,
    /// Elements that must be out if it is used, such as those around it.
    pub around: Vec<usize>,
}

/// An element is in if and only if a placement that is in covers it; elements around a placement that is in are out.
///
/// It does not restrict how many placements are in, or which together: use sums over their variables, or one variable
/// with a value for each placement.
///
/// # Strength and cost
///
/// Unit propagation for each placement and each element: a placement is out as soon as one of its elements rules it
/// out; an element that nothing can cover is out, and the only placement that can cover an element that is in is in. A
/// run costs O(placements at the elements that changed), and for each element of a placement that went out two looks at
/// placements that were not out when last seen, rarely at all that cover it. Lane: linear.
#[derive(Clone, Debug)]
pub struct Placements {
    elements: Vec<Switch>,
    placed: Vec<Switch>,
    /// The elements of each placement, one placement after another: its members, then those around it.
    touched: Vec<u32>,
    /// By placement: where its members begin, and where the elements around it do.
    starts: Vec<(u32, u32)>,
    /// By position in `touched`: the placement.
    owner: Vec<u32>,
    /// By element: the positions in `touched` where it is a member, and where it is around a placement.
    covers: Lists,
    avoids: Lists,
    /// By tag: an element, or the number of elements plus that of a placement.
    tracked: Vec<u32>,
    /// A hint, by element: two of its positions in `covers` to look at first.
    watched: Vec<[u32; 2]>,
    /// Scratch: elements to look at, and by element whether it is among them.
    pending: Vec<u32>,
    is_pending: Bits,
}

/// Lists of numbers, one after another.
#[derive(Clone, Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Lists {
    /// Lists `0..n` from pairs of a list and a number.
    fn new(n: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0u32; n + 1];
        for (list, _) in pairs.clone() {
            starts[list as usize + 1] += 1;
        }
        for list in 0..n {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut all = vec![0; starts[n] as usize];
        for (list, number) in pairs {
            let at = &mut next[list as usize];
            all[*at as usize] = number;
            *at += 1;
        }
        Self { starts, all }
    }

    fn of(&self, list: u32) -> &[u32] {
        let (from, to) = (self.starts[list as usize], self.starts[list as usize + 1]);
        &self.all[from as usize..to as usize]
    }
}

/// What a change followed from, as the tag of the change.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// The placement at this position of `touched` is out because of the element there, or the element is in or out
    /// because of the placement.
    PlacementOut(u32),
    Placed(u32),
    /// Nothing can cover this element.
    Uncovered(u32),
    /// Nothing else can cover this element, which is in.
    Only(u32),
}

impl Why {
    fn tag(self) -> u32 {
        let (kind, number) = match self {
            Why::PlacementOut(at) => (0, at),
            Why::Placed(at) => (1, at),
            Why::Uncovered(element) => (2, element),
            Why::Only(element) => (3, element),
        };
        number << 2 | kind
    }

    fn of(tag: u32) -> Self {
        let number = tag >> 2;
        match tag & 3 {
            0 => Why::PlacementOut(number),
            1 => Why::Placed(number),
            2 => Why::Uncovered(number),
            _ => Why::Only(number),
        }
    }
}

impl Placements {
    /// Takes elements by their presence, and all ways to place something.
    ///
    /// # Panics
    /// If a placement names an element that does not exist.
    pub fn new(elements: &[Presence], placements: &[Placement]) -> Self {
        let (mut touched, mut owner, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        for (number, placement) in (0..).zip(placements) {
            let begin = touched.len() as u32;
            starts.push((begin, begin + placement.members.len() as u32));
            for &element in placement.members.iter().chain(&placement.around) {
                assert!(
                    element < elements.len(),
                    "a placement names an element beyond the {} that there are",
                    elements.len()
                );
                touched.push(element as u32);
                owner.push(number);
            }
        }
        starts.push((touched.len() as u32, touched.len() as u32));
        let is_member = |at: u32| at < starts[owner[at as usize] as usize].1;
        let positions = (0..).zip(&touched).map(|(at, &element)| (element, at));
        let n = elements.len();
        let covers = Lists::new(n, positions.clone().filter(|&(_, at)| is_member(at)));
        let avoids = Lists::new(n, positions.filter(|&(_, at)| !is_member(at)));
        Self {
            elements: elements.iter().map(|&there| Switch::new(there)).collect(),
            placed: placements.iter().map(|p| Switch::new(p.there)).collect(),
            watched: vec![[0, 1]; n],
            pending: Vec::with_capacity(n),
            is_pending: none_of(n),
            tracked: Vec::new(),
            touched,
            starts,
            owner,
            covers,
            avoids,
        }
    }

    fn is_member(&self, at: u32) -> bool {
        at < self.starts[self.owner[at as usize] as usize].1
    }

    /// The switch of the placement at a position of `touched`.
    fn placement(&self, at: u32) -> Switch {
        self.placed[self.owner[at as usize] as usize]
    }

    fn put_out(&self, cx: &mut Context<'_>, at: u32) -> Result<bool, Conflict> {
        let there = self.placement(at);
        if there.status(cx) == Some(false) {
            return Ok(false);
        }
        cx.because(Why::PlacementOut(at).tag());
        there.decide(cx, false)
    }

    /// Takes out the placements that an element rules out, which has become known. True if something changed.
    fn element_known(&self, cx: &mut Context<'_>, element: u32) -> Result<bool, Conflict> {
        let against = match self.elements[element as usize].status(cx) {
            None => return Ok(false),
            Some(true) => &self.avoids,
            Some(false) => &self.covers,
        };
        let mut changed = false;
        for &at in against.of(element) {
            changed |= self.put_out(cx, at)?;
        }
        Ok(changed)
    }

    /// Puts in the members of a placement that is in, and takes out the elements around it. True if something changed.
    fn placed(&self, cx: &mut Context<'_>, placement: u32) -> Result<bool, Conflict> {
        let from = self.starts[placement as usize].0;
        let to = self.starts[placement as usize + 1].0;
        let mut changed = false;
        for at in from..to {
            let element = self.elements[self.touched[at as usize] as usize];
            let wanted = self.is_member(at);
            if element.status(cx) != Some(wanted) {
                cx.because(Why::Placed(at).tag());
                changed |= element.decide(cx, wanted)?;
            }
        }
        Ok(changed)
    }

    /// Looks for two placements that can cover an element. True if something changed.
    fn look_for_cover(&mut self, cx: &mut Context<'_>, element: u32) -> Result<bool, Conflict> {
        let there = self.elements[element as usize];
        if there.status(cx) == Some(false) {
            return Ok(false);
        }
        let covers = self.covers.of(element);
        let may_cover = |place: u32| {
            let at = covers.get(place as usize);
            at.is_some_and(|&at| self.placement(at).status(cx) != Some(false))
        };
        let [first, second] = self.watched[element as usize];
        if first != second && may_cover(first) && may_cover(second) {
            return Ok(false);
        }
        let mut able = (0..covers.len() as u32).filter(|&place| may_cover(place));
        match (able.next(), able.next()) {
            (Some(first), Some(second)) => {
                self.watched[element as usize] = [first, second];
                Ok(false)
            }
            (None, _) => {
                cx.because(Why::Uncovered(element).tag());
                there.decide(cx, false)
            }
            (Some(only), None) => {
                let only = self.placement(covers[only as usize]);
                if there.status(cx).is_none() || only.status(cx).is_some() {
                    return Ok(false);
                }
                cx.because(Why::Only(element).tag());
                only.decide(cx, true)
            }
        }
    }

    fn look_at(&mut self, element: u32) {
        if !self.is_pending.replace(element as usize, true) {
            self.pending.push(element);
        }
    }

    fn look_at_members(&mut self, placement: u32) {
        let (from, to) = self.starts[placement as usize];
        for at in from..to {
            self.look_at(self.touched[at as usize]);
        }
    }

    /// Propagates the changes. True if something changed again.
    fn revise(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let n = self.elements.len() as u32;
        let mut changed = false;
        let all = cx.runs_afresh();
        if all {
            // The first run also looks at elements and placements that have no tag because they are constant.
            for element in 0..n {
                changed |= self.element_known(cx, element)?;
                self.look_at(element);
            }
        }
        let count = if all {
            self.placed.len()
        } else {
            cx.fired().len()
        };
        for place in 0..count {
            let number = if all {
                n + place as u32
            } else {
                self.tracked[cx.fired()[place] as usize]
            };
            let Some(placement) = number.checked_sub(n) else {
                changed |= self.element_known(cx, number)?;
                self.look_at(number);
                continue;
            };
            match self.placed[placement as usize].status(cx) {
                None => {}
                Some(true) => changed |= self.placed(cx, placement)?,
                Some(false) => self.look_at_members(placement),
            }
        }
        for place in 0..self.pending.len() {
            changed |= self.look_for_cover(cx, self.pending[place])?;
        }
        Ok(changed)
    }
}

impl Constraint for Placements {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "placements"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        let switches = self.elements.iter().chain(&self.placed);
        switches.filter_map(|s| s.var()).for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Linear
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        for (number, there) in (0..).zip(self.elements.iter().chain(&self.placed)) {
            if there.track(scope).is_some() {
                self.tracked.push(number);
            }
        }
        self
    }
}

impl Propagator for Placements {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        for element in self.pending.drain(..) {
            self.is_pending.set(element as usize, false);
        }
        Ok(match self.revise(cx)? {
            true => Status::Active,
            false => Status::Fixpoint,
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let failed = change.after.is_empty();
        match Why::of(change.tag) {
            why @ (Why::PlacementOut(at) | Why::Placed(at)) => {
                let element = self.elements[self.touched[at as usize] as usize];
                let is_out = matches!(why, Why::PlacementOut(_));
                if is_out || failed {
                    facts.extend(element.literal(!self.is_member(at)));
                }
                if !is_out || failed {
                    facts.extend(self.placement(at).literal(true));
                }
            }
            Why::Uncovered(element) => {
                for &at in self.covers.of(element) {
                    facts.extend(self.placement(at).literal(false));
                }
                if failed {
                    facts.extend(self.elements[element as usize].literal(true));
                }
            }
            Why::Only(element) => {
                let covers = self.covers.of(element).iter().map(|&at| self.placement(at));
                let out = covers.filter(|there| there.status_then(past) == Some(false));
                facts.extend(out.filter_map(|there| there.literal(false)));
                facts.extend(self.elements[element as usize].literal(true));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use crate::testing::PropagatorTest;

    /// Placements as their literals, members, and elements around them.
    type Case = Vec<(Literal, Vec<usize>, Vec<usize>)>;

    fn holds(elements: &[Literal], case: &Case, values: &[i32]) -> bool {
        let is = |literal: &Literal| literal.admits(values[literal.var.index()]);
        let taken: Vec<_> = case.iter().filter(|(there, ..)| is(there)).collect();
        (0..elements.len()).all(|element| {
            let covered = taken
                .iter()
                .any(|(_, members, _)| members.contains(&element));
            let avoided = taken.iter().any(|(_, _, around)| around.contains(&element));
            covered == is(&elements[element]) && !(avoided && covered)
        })
    }

    fn test(elements: &[Literal], case: &Case, vars: usize, top: i32, seed: u64) {
        let there = |literal: Literal, vars: &[Var]| {
            let var = vars[literal.var.index()];
            Presence::If(Literal { var, ..literal })
        };
        PropagatorTest::new(
            |model, vars| {
                let elements: Vec<_> = elements.iter().map(|&l| there(l, vars)).collect();
                let placements: Vec<_> = case
                    .iter()
                    .map(|(literal, members, around)| Placement {
                        there: there(*literal, vars),
                        members: members.clone(),
                        around: around.clone(),
                    })
                    .collect();
                model.post(Placements::new(&elements, &placements));
            },
            |values| holds(elements, case, values),
        )
        .seed(seed)
        .random(5, vars, 0..=top);
    }

    /// Each element and each placement has a variable of its own, or the placements are the values of one.
    #[test]
    fn random_placements_against_brute_force() {
        let mut rng = Rng::new(11);
        for number in 0..250 {
            let n = 1 + rng.below(5) as usize;
            let m = rng.below(5) as usize;
            let one_var = number % 3 == 0;
            let elements: Vec<Literal> = (0..n)
                .map(|e| Literal::is(Var::narrow(e as u32), rng.below(2) as i32))
                .collect();
            let case: Case = (0..m)
                .map(|p| {
                    let literal = match one_var {
                        true => Literal::is(Var::narrow(n as u32), p as i32),
                        false => Literal::is(Var::narrow((n + p) as u32), 1),
                    };
                    let kinds: Vec<u64> = (0..n).map(|_| rng.below(4)).collect();
                    let of = |kind: u64| (0..n).filter(|&e| kinds[e] == kind).collect();
                    (literal, of(0), of(1))
                })
                .collect();
            let (vars, top) = match one_var {
                true => (n + 1, 4),
                false => (n + m, 1),
            };
            test(&elements, &case, vars, top, rng.next_u64());
        }
    }

    /// Each element is a value of one variable, as the owner of a cell is.
    #[test]
    fn elements_that_share_variables() {
        let mut rng = Rng::new(12);
        for _ in 0..100 {
            let elements: Vec<Literal> = (0..6)
                .map(|e| Literal::is(Var::narrow(e / 2), e as i32 % 2))
                .collect();
            let case: Case = (0..3)
                .map(|p| {
                    let members = (0..6).filter(|_| rng.below(3) == 0).collect();
                    (Literal::is(Var::narrow(3), p), members, Vec::new())
                })
                .collect();
            test(&elements, &case, 4, 2, rng.next_u64());
        }
    }
}
