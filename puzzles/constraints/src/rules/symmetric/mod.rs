//! Whether a reflection or a turn maps a set of places onto itself.

mod group;
mod index;
mod maps;
#[cfg(test)]
mod tests;

use quadrille_engine::propagators::Presence;
use quadrille_engine::{
    AllocateState, Change, Conflict, Constraint, Context, Events, Lane, Literal, Past, Propagator,
    ReadState, RevInt, RevSparseSet, Scope, Status, Var, WriteState,
};

pub use self::group::SymmetricGroup;
use self::index::{Index, NONE};
pub use self::maps::Symmetry;
use self::maps::{Map, Point, maps};

/// A variable is 1 if and only if a motion other than the identity maps the places that are there onto themselves,
/// wherever its axis or centre lies. None at all are mapped onto themselves.
///
/// A map of a finite set onto itself goes round in orbits, here of at most four points, and a map is possible as long
/// as no orbit has a place that is there and one that is not, or none. For each open place and both of its values one
/// possible map that allows it is remembered. Only these maps, some dozens, are held against what becomes known; another
/// is tried against all that is known when one is lost (a symmetric loop in 17 rows and columns has 2,300 maps, and to
/// hold all of them against each link took half of the time). Maps that are not possible leave a reversible set.
///
/// Once the variable is 1, domain consistent over places with different variables; before, the variable becomes 0
/// when no map is possible. O(maps that are remembered) for each place that becomes known, O(possible maps · places that
/// are there) when one is lost, as a rule far less. There are about as many maps as points of cells and corners.
#[derive(Clone, Debug)]
pub struct SymmetricSet {
    holds: Var,
    places: Vec<(Point, Presence)>,
    kinds: Vec<Symmetry>,
}

/// The propagator of [`SymmetricSet`].
#[derive(Debug)]
pub struct SymmetricSetPropagator {
    holds: Var,
    places: Vec<(Point, Presence)>,
    index: Index,
    maps: Vec<Map>,
    /// The maps that are not known to be impossible.
    possible: RevSparseSet,
    /// The places that are open.
    open: RevSparseSet,
    /// The places known to be there, as many as the number says.
    there: Vec<u32>,
    are_there: RevInt,
    /// Whether `allowing` is kept up to date: the variable is 1.
    is_strict: RevInt,
    /// By place: a map that allows it not to be there, and one that allows it to be there.
    allowing: Vec<[u32; 2]>,
    /// A map that is possible, whatever the open places.
    witness: u32,
    /// The maps that are held against what becomes known, and by map whether it is among them.
    held: Vec<u32>,
    is_held: Vec<bool>,
    /// By map that is not possible: a place that is there, and one of its orbit that is not.
    killers: Vec<[u32; 2]>,
    /// Whether two places depend on one variable.
    repeats: bool,
    /// Scratch: places that became known, and values whose map was lost.
    news: Vec<u32>,
    lost: Vec<(u32, bool)>,
}

/// Reason tags: why the variable has its value.
const NO_MAP: u32 = 0;
const ALL_KNOWN: u32 = 1;

impl SymmetricSet {
    /// For places at different points and motions of these kinds. Points are in half steps: two neighbouring cells
    /// are two apart, and between them lies the middle of their link.
    ///
    /// # Panics
    /// If two places are at the same point.
    pub fn new(places: &[(Point, Presence)], kinds: &[Symmetry], holds: Var) -> Self {
        index::assert_different(places.iter().map(|place| place.0).collect());
        Self {
            holds,
            places: places.to_vec(),
            kinds: kinds.to_vec(),
        }
    }
}

impl Constraint for SymmetricSet {
    type Propagator = SymmetricSetPropagator;

    fn name(&self) -> &'static str {
        "symmetric set"
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(self, scope: &mut Scope<'_>) -> SymmetricSetPropagator {
        scope.on(self.holds, Events::FIXED);
        let mut vars = vec![self.holds];
        // Places that depend on a variable come first: their numbers are the tags.
        let is_constant = |place: &(Point, Presence)| !matches!(place.1, Presence::If(_));
        let mut places = self.places;
        places.sort_by_key(is_constant);
        for (_, presence) in &places {
            if let Presence::If(literal) = presence {
                scope.track(literal.var, Events::ANY);
                vars.push(literal.var);
            }
        }
        // Only at those that have changed.
        scope.looks_at(4);
        vars.sort_unstable();
        let repeats = vars.windows(2).any(|pair| pair[0] == pair[1]);
        let index = Index::new(places.iter().map(|place| Some(place.0)));
        let maps: Vec<Map> = self
            .kinds
            .iter()
            .flat_map(|&kind| maps(kind, index.corners()))
            .collect();
        SymmetricSetPropagator {
            holds: self.holds,
            index,
            possible: scope.new_sparse_set(maps.len()),
            open: scope.new_sparse_set(places.len()),
            there: vec![NONE; places.len()],
            are_there: scope.new_int(0),
            is_strict: scope.new_int(0),
            allowing: vec![[NONE; 2]; places.len()],
            witness: NONE,
            held: Vec::new(),
            is_held: vec![false; maps.len()],
            killers: vec![[NONE; 2]; maps.len()],
            repeats,
            news: Vec::new(),
            lost: Vec::new(),
            places,
            maps,
        }
    }
}

impl SymmetricSetPropagator {
    /// The others of the orbit of a place under a map; [`NONE`] where there is no place.
    fn orbit(&self, map: u32, place: u32) -> impl Iterator<Item = u32> {
        let points = self.maps[map as usize].orbit(self.places[place as usize].0);
        points.map(|point| self.index.at(point))
    }

    fn status(&self, cx: &Context<'_>, place: u32) -> Option<bool> {
        match self.places.get(place as usize) {
            Some((_, presence)) => presence.status(cx),
            None => Some(false),
        }
    }

    fn status_then(&self, past: &Past<'_>, place: u32) -> Option<bool> {
        match self.places.get(place as usize) {
            Some((_, presence)) => presence.status_then(past),
            None => Some(false),
        }
    }

    /// One of the orbit of a place for which the opposite is known.
    fn opposite(&self, cx: &Context<'_>, map: u32, place: u32, is_there: bool) -> Option<u32> {
        let mut others = self.orbit(map, place);
        others.find(|&other| self.status(cx, other) == Some(!is_there))
    }

    /// Notes that a map is not possible, since of these two in one orbit one is there and the other is not.
    fn exclude(&mut self, cx: &mut Context<'_>, map: u32, place: u32, is_there: bool, other: u32) {
        self.possible.remove(cx, map);
        self.killers[map as usize] = match is_there {
            true => [place, other],
            false => [other, place],
        };
    }

    /// Takes in what is known of a place: where a map that is remembered no longer allows a value, this is noted.
    /// Whether one of them is not possible.
    fn take_in(&mut self, cx: &mut Context<'_>, place: u32, is_there: bool) -> bool {
        if is_there {
            let known = cx.int(self.are_there);
            self.there[known as usize] = place;
            cx.set_int(self.are_there, known + 1);
        }
        cx.spend(self.held.len() as u64);
        let mut went = false;
        for index in 0..self.held.len() {
            let map = self.held[index];
            if !self.possible.contains(cx, map) {
                continue;
            }
            if let Some(other) = self.opposite(cx, map, place, is_there) {
                self.exclude(cx, map, place, is_there, other);
                went = true;
                continue;
            }
            let mut lost = std::mem::take(&mut self.lost);
            lost.extend(self.orbit(map, place).filter_map(|other| {
                let allowing = self.allowing.get(other as usize)?[usize::from(!is_there)];
                (allowing == map).then_some((other, !is_there))
            }));
            self.lost = lost;
        }
        went
    }

    /// Notes the values of open places whose map is not possible, or, at first, those of all.
    fn note_lost(&mut self, cx: &Context<'_>, all: bool) {
        for &place in self.open.members(cx) {
            for is_there in [false, true] {
                let map = self.allowing[place as usize][usize::from(is_there)];
                if all || !self.possible.contains(cx, map) {
                    self.lost.push((place, is_there));
                }
            }
        }
    }

    /// Whether a map is possible by all that has been taken in; from then on it is held against what becomes known.
    fn hold(&mut self, cx: &mut Context<'_>, map: u32) -> bool {
        if !self.is_held[map as usize] {
            let known = cx.int(self.are_there) as usize;
            for index in 0..known {
                let place = self.there[index];
                if let Some(other) = self.opposite(cx, map, place, true) {
                    cx.spend(index as u64);
                    self.exclude(cx, map, place, true, other);
                    return false;
                }
            }
            cx.spend(known as u64);
            self.is_held[map as usize] = true;
            self.held.push(map);
        }
        true
    }

    /// The first possible map that allows a value of a place, if one is given.
    fn find(&mut self, cx: &mut Context<'_>, value: Option<(u32, bool)>) -> Option<u32> {
        let mut next = 0;
        while next < self.possible.len(cx) {
            let map = self.possible.members(cx)[next];
            cx.spend(1);
            let is_allowed = value
                .is_none_or(|(place, is_there)| self.opposite(cx, map, place, is_there).is_none());
            // The next of the set takes the place of one that is removed.
            if !is_allowed {
                next += 1;
            } else if self.hold(cx, map) {
                return Some(map);
            }
        }
        None
    }

    /// Forgets maps that nothing rests on, when there are many.
    fn forget(&mut self) {
        const MANY: usize = 256;
        if self.held.len() < MANY {
            return;
        }
        self.is_held.fill(false);
        let used = self.allowing.iter().flatten().chain([&self.witness]);
        for &map in used {
            if let Some(is_held) = self.is_held.get_mut(map as usize) {
                *is_held = true;
            }
        }
        self.held.retain(|&map| self.is_held[map as usize]);
    }
}

impl Propagator for SymmetricSetPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.news.clear();
        self.lost.clear();
        let all = self.places.len() as u32;
        if cx.runs_afresh() {
            self.news.extend(0..all);
        } else {
            self.news.extend(cx.fired());
        }
        self.forget();
        let must_hold = cx.value(self.holds) == Some(1);
        let mut went = false;
        loop {
            while let Some(place) = self.news.pop() {
                if let Some(is_there) = self.status(cx, place)
                    && self.open.remove(cx, place)
                {
                    went |= self.take_in(cx, place, is_there);
                }
            }
            if self.witness == NONE || !self.possible.contains(cx, self.witness) {
                let Some(map) = self.find(cx, None) else {
                    cx.because(NO_MAP);
                    cx.fix(self.holds, 0)?;
                    return Ok(Status::Entailed);
                };
                self.witness = map;
            }
            if !must_hold {
                break;
            }
            let is_first = cx.int(self.is_strict) == 0;
            if went || is_first {
                self.note_lost(cx, is_first);
                cx.set_int(self.is_strict, 1);
                went = false;
            }
            let Some((place, is_there)) = self.lost.pop() else {
                break;
            };
            if !self.open.contains(cx, place) {
                continue;
            }
            if let Some(map) = self.find(cx, Some((place, is_there))) {
                self.allowing[place as usize][usize::from(is_there)] = map;
            } else {
                let Presence::If(literal) = self.places[place as usize].1 else {
                    unreachable!("it is open");
                };
                cx.because(NO_MAP);
                cx.assert(match is_there {
                    true => literal.negated(),
                    false => literal,
                })?;
                self.news.push(place);
            }
        }
        if self.open.is_empty(cx) {
            cx.because(ALL_KNOWN);
            cx.fix(self.holds, 1)?;
            return Ok(Status::Entailed);
        }
        Ok(match self.repeats {
            true => Status::Active,
            false => Status::Fixpoint,
        })
    }

    /// For each map a place that is there and one of its orbit that is not; of these one is what the change excludes, for
    /// maps that were possible. What is named already is used again.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let is_failure = change.after.is_empty();
        let is_of_holds = change.var == Some(self.holds);
        let of_change = self.places.iter().position(
            |place| matches!(place.1, Presence::If(literal) if Some(literal.var) == change.var),
        );
        if self.repeats
            || change.tag == ALL_KNOWN
            || !is_of_holds && (of_change.is_none() || is_failure)
        {
            past.describe_scope(facts);
            return;
        }
        let mut named = Named {
            of: self,
            values: vec![None; self.places.len()],
            there: Vec::new(),
        };
        let excluded = of_change.filter(|_| !is_of_holds).and_then(|place| {
            let Presence::If(literal) = self.places[place].1 else {
                return None;
            };
            Some((place as u32, !literal.status_in(change.after)?))
        });
        if let Some((place, is_there)) = excluded {
            named.add(place, is_there);
        }
        past.spend(self.maps.len() as u64);
        // Those without a place in the orbit rest on one fact each, which often does for others, too.
        for is_alone in [true, false] {
            for (map, &[there, other]) in (0..).zip(&self.killers) {
                if (other == NONE) != is_alone || named.rule_out(map) {
                    continue;
                }
                let is_known = there != NONE
                    && self.status_then(past, there) == Some(true)
                    && self.status_then(past, other) == Some(false);
                if is_known {
                    named.add(there, true);
                    named.add(other, false);
                    continue;
                }
                let Some((place, is_there)) = excluded else {
                    return past.describe_scope(facts);
                };
                let mut others = self.orbit(map, place);
                match others.find(|&other| self.status_then(past, other) == Some(!is_there)) {
                    Some(other) => named.add(other, !is_there),
                    None => return past.describe_scope(facts),
                }
            }
        }
        if let Some((place, _)) = excluded {
            named.values[place as usize] = None;
        }
        for (value, (_, presence)) in named.values.iter().zip(&self.places) {
            if let (Some(is_there), Presence::If(literal)) = (value, presence) {
                facts.push(if *is_there {
                    *literal
                } else {
                    literal.negated()
                });
            }
        }
        if !is_of_holds || is_failure {
            past.describe(self.holds, facts);
        }
    }
}

/// What a reason names so far.
struct Named<'a> {
    of: &'a SymmetricSetPropagator,
    /// By place.
    values: Vec<Option<bool>>,
    /// The places that are there.
    there: Vec<u32>,
}

impl Named<'_> {
    fn add(&mut self, place: u32, is_there: bool) {
        if place != NONE && self.values[place as usize].is_none() {
            self.values[place as usize] = Some(is_there);
            if is_there {
                self.there.push(place);
            }
        }
    }

    /// Whether this is known to rule out a map. Only the first places are looked at: reasons get hardly smaller with more.
    fn rule_out(&self, map: u32) -> bool {
        const FIRST: usize = 8;
        let is_out = |other: u32| other == NONE || self.values[other as usize] == Some(false);
        let mut first = self.there.iter().take(FIRST);
        first.any(|&place| self.of.orbit(map, place).any(is_out))
    }
}
