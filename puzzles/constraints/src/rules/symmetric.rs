//! Whether a reflection or a turn maps a set of places onto itself.

use quadrille_engine::propagators::Presence;
use quadrille_engine::{
    AllocateState, Change, Conflict, Constraint, Context, Events, Lane, Literal, Past, Propagator,
    ReadState, RevInt, RevSparseSet, Scope, Status, Var, WriteState,
};

/// A point of a grid in half steps: row and column.
type Point = (i32, i32);

/// A kind of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// A reflection in a horizontal, a vertical or a diagonal axis.
    Mirror,
    /// A turn by 180 degrees.
    HalfTurn,
    /// A turn by 90 degrees.
    QuarterTurn,
}

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
    /// The smallest and the largest row and column of a place.
    corners: [Point; 2],
    /// By row and column from the first corner on: the place there.
    at: Vec<u32>,
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

/// No place, or no map.
const NONE: u32 = u32::MAX;

/// Reason tags: why the variable has its value.
const NO_MAP: u32 = 0;
const ALL_KNOWN: u32 = 1;

/// A motion: `turn` of a point, moved by `by`.
#[derive(Clone, Copy, Debug)]
struct Map {
    /// By coordinate of the image: the factors of row and column.
    turn: [Point; 2],
    by: Point,
}

impl Map {
    fn image(&self, (row, column): Point) -> Point {
        let [of_row, of_column] = self.turn;
        (
            of_row.0 * row + of_row.1 * column + self.by.0,
            of_column.0 * row + of_column.1 * column + self.by.1,
        )
    }

    /// The points that it takes a point to in turn, until it is back. All maps here come back after four at most.
    fn orbit(self, from: Point) -> impl Iterator<Item = Point> {
        let next = move |&at: &Point| Some(self.image(at)).filter(|&at| at != from);
        std::iter::successors(next(&from), next)
    }
}

/// The maps of a kind that take some point between two corners to another, and some that take none.
///
/// They move points by even numbers of half steps, since they take cells to cells. Those that come back to no point, as
/// a reflection along its axis, map no finite set onto itself. Turns to the left are those to the right backwards.
fn maps(kind: Symmetry, [(top, left), (bottom, right)]: [Point; 2]) -> Vec<Map> {
    let even = |low: i32, high: i32| (low.div_euclid(2) * 2..=high).step_by(2);
    let mut maps = Vec::new();
    let mut add = |turn: [Point; 2], by: Point| maps.push(Map { turn, by });
    let (rows, columns) = (|| even(2 * top, 2 * bottom), || even(2 * left, 2 * right));
    match kind {
        Symmetry::Mirror => {
            rows().for_each(|by| add([(-1, 0), (0, 1)], (by, 0)));
            columns().for_each(|by| add([(1, 0), (0, -1)], (0, by)));
            even(top - right, bottom - left).for_each(|by| add([(0, 1), (1, 0)], (by, -by)));
            even(top + left, bottom + right).for_each(|by| add([(0, -1), (-1, 0)], (by, by)));
        }
        Symmetry::HalfTurn => {
            for row in rows() {
                columns().for_each(|column| add([(-1, 0), (0, -1)], (row, column)));
            }
        }
        Symmetry::QuarterTurn => {
            for row in even(top - right, bottom - left) {
                let columns = even(top + left, bottom + right);
                columns.for_each(|column| add([(0, 1), (-1, 0)], (row, column)));
            }
        }
    }
    maps
}

impl SymmetricSet {
    /// For places at different points and motions of these kinds. Points are in half steps from some origin; which
    /// points are middles of cells, of the links between them or corners is the same two half steps on.
    ///
    /// # Panics
    /// If two places are at the same point.
    pub fn new(places: &[(Point, Presence)], kinds: &[Symmetry], holds: Var) -> Self {
        let mut points: Vec<Point> = places.iter().map(|place| place.0).collect();
        points.sort_unstable();
        assert!(
            points.windows(2).all(|pair| pair[0] != pair[1]),
            "places at different points are expected"
        );
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
        let rows = || places.iter().map(|&((row, _), _)| row);
        let columns = || places.iter().map(|&((_, column), _)| column);
        let least = |numbers: Option<i32>| numbers.unwrap_or(0);
        let corners = [
            (least(rows().min()), least(columns().min())),
            (least(rows().max()), least(columns().max())),
        ];
        let maps: Vec<Map> = self
            .kinds
            .iter()
            .flat_map(|&kind| maps(kind, corners))
            .collect();
        let mut propagator = SymmetricSetPropagator {
            holds: self.holds,
            corners,
            at: Vec::new(),
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
        };
        let (height, width) = propagator.size();
        propagator.at = vec![NONE; height * width];
        for (number, &(point, _)) in (0..).zip(&propagator.places) {
            let index = propagator.index(point).expect("between the corners");
            propagator.at[index] = number;
        }
        propagator
    }
}

impl SymmetricSetPropagator {
    /// The number of rows and columns of points.
    fn size(&self) -> (usize, usize) {
        let [(top, left), (bottom, right)] = self.corners;
        ((bottom - top + 1) as usize, (right - left + 1) as usize)
    }

    fn index(&self, (row, column): Point) -> Option<usize> {
        let [(top, left), (bottom, right)] = self.corners;
        let is_inside = (top..=bottom).contains(&row) && (left..=right).contains(&column);
        is_inside.then(|| (row - top) as usize * self.size().1 + (column - left) as usize)
    }

    /// The others of the orbit of a place under a map; [`NONE`] where there is no place.
    fn orbit(&self, map: u32, place: u32) -> impl Iterator<Item = u32> {
        let points = self.maps[map as usize].orbit(self.places[place as usize].0);
        points.map(|point| self.index(point).map_or(NONE, |index| self.at[index]))
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

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    const ALL: [&[Symmetry]; 4] = [
        &[Symmetry::Mirror],
        &[Symmetry::HalfTurn],
        &[Symmetry::QuarterTurn],
        &[Symmetry::Mirror, Symmetry::HalfTurn, Symmetry::QuarterTurn],
    ];

    /// By definition: drawn on paper that is turned or mirrored and pushed into the corner, the set looks the same. A
    /// place is a stroke if it has a direction: 1 down and 0 across or the other way round.
    fn is_symmetric(set: &[(Point, Option<Point>)], kinds: &[Symmetry]) -> bool {
        type Motion = fn(Point) -> Point;
        let motions: [(Symmetry, Motion); 7] = [
            (Symmetry::Mirror, |(r, c)| (-r, c)),
            (Symmetry::Mirror, |(r, c)| (r, -c)),
            (Symmetry::Mirror, |(r, c)| (c, r)),
            (Symmetry::Mirror, |(r, c)| (-c, -r)),
            (Symmetry::HalfTurn, |(r, c)| (-r, -c)),
            (Symmetry::QuarterTurn, |(r, c)| (c, -r)),
            (Symmetry::QuarterTurn, |(r, c)| (-c, r)),
        ];
        let drawn = |motion: Motion| {
            let mut drawn: Vec<(Point, Option<Point>)> = set
                .iter()
                .map(|&(at, along)| {
                    let along = along.map(motion).map(|(r, c)| (r.abs(), c.abs()));
                    (motion(at), along)
                })
                .collect();
            let top = drawn.iter().map(|stroke| stroke.0.0).min();
            let left = drawn.iter().map(|stroke| stroke.0.1).min();
            for (at, _) in &mut drawn {
                *at = (at.0 - top.unwrap_or(0), at.1 - left.unwrap_or(0));
            }
            drawn.sort_unstable();
            drawn
        };
        let own = drawn(|at| at);
        let mut motions = motions.iter().filter(|(kind, _)| kinds.contains(kind));
        motions.any(|&(_, motion)| drawn(motion) == own)
    }

    /// The middles of cells, or of the links between them, with their directions.
    fn points(rows: i32, columns: i32, are_links: bool) -> Vec<(Point, Option<Point>)> {
        let all = (1..2 * rows).flat_map(|row| (1..2 * columns).map(move |column| (row, column)));
        let is_odd = |n: i32| n % 2 == 1;
        all.filter_map(|(row, column)| match (is_odd(row), is_odd(column)) {
            (true, true) if !are_links => Some(((row, column), None)),
            (true, false) if are_links => Some(((row, column), Some((0, 1)))),
            (false, true) if are_links => Some(((row, column), Some((1, 0)))),
            _ => None,
        })
        .collect()
    }

    fn test(
        points: &[(Point, Option<Point>)],
        kinds: &'static [Symmetry],
        is_open: bool,
    ) -> PropagatorTest<'static> {
        let (own, all) = (points.to_vec(), points.to_vec());
        PropagatorTest::new(
            move |model, vars| {
                let (holds, vars) = match is_open {
                    true => (vars[0], &vars[1..]),
                    false => (model.var(1..=1), vars),
                };
                let there = |var: &Var| Presence::If(Literal::is(*var, 1));
                let places = own.iter().map(|own| own.0).zip(vars.iter().map(there));
                model.post(SymmetricSet::new(&places.collect::<Vec<_>>(), kinds, holds));
            },
            move |values| {
                let (holds, values) = match is_open {
                    true => (values[0] == 1, &values[1..]),
                    false => (true, values),
                };
                let set = all.iter().zip(values).filter(|(_, value)| **value == 1);
                let set: Vec<_> = set.map(|(place, _)| *place).collect();
                is_symmetric(&set, kinds) == holds
            },
        )
    }

    #[test]
    fn cells_and_links_against_brute_force() {
        for kinds in ALL {
            for (rows, columns, are_links) in [
                (1, 1, false),
                (1, 4, false),
                (2, 3, false),
                (3, 3, false),
                (2, 5, false),
                (1, 2, true),
                (2, 2, true),
                (2, 3, true),
                (3, 2, true),
            ] {
                let points = points(rows, columns, are_links);
                test(&points, kinds, false)
                    .strength(Strength::Domain)
                    .random(60, points.len(), 0..=1);
                test(&points, kinds, true).random(40, points.len() + 1, 0..=1);
            }
        }
    }

    /// Places with holes between them, some of which are always there or never.
    #[test]
    fn any_places_against_brute_force() {
        let all = points(3, 4, false);
        for kinds in ALL {
            for case in 0..12u64 {
                let mut rng = quadrille_engine::Rng::new(case);
                let some: Vec<_> = all.iter().filter(|_| rng.below(3) > 0).copied().collect();
                let fixed: Vec<Option<bool>> = some
                    .iter()
                    .map(|_| [None, None, None, Some(true), Some(false)][rng.below(5) as usize])
                    .collect();
                let open = fixed.iter().filter(|known| known.is_none()).count();
                if open == 0 {
                    continue;
                }
                let place = |known: &Option<bool>, vars: &mut dyn Iterator<Item = Var>| match known
                {
                    Some(true) => Presence::Always,
                    Some(false) => Presence::Never,
                    None => Presence::If(Literal::is_not(vars.next().expect("a variable"), 0)),
                };
                PropagatorTest::new(
                    |model, vars| {
                        let mut vars = vars.iter().copied();
                        let there = fixed.iter().map(|known| place(known, &mut vars));
                        let places = some.iter().map(|own| own.0).zip(there).collect::<Vec<_>>();
                        let holds = model.var(1..=1);
                        model.post(SymmetricSet::new(&places, kinds, holds));
                    },
                    |values| {
                        let mut values = values.iter();
                        let is_there = |known: &Option<bool>| {
                            known.unwrap_or_else(|| *values.next().expect("a value") != 0)
                        };
                        let there: Vec<bool> = fixed.iter().map(is_there).collect();
                        let set = some.iter().zip(there).filter(|(_, there)| *there);
                        let set: Vec<_> = set.map(|(place, _)| *place).collect();
                        is_symmetric(&set, kinds)
                    },
                )
                .strength(Strength::Domain)
                .random(12, open, 0..=2);
            }
        }
    }

    /// One variable for two places: nothing is promised but that it is right.
    #[test]
    fn places_with_one_variable() {
        let points = points(2, 4, false);
        let all = points.clone();
        PropagatorTest::new(
            move |model, vars| {
                let there = |number: usize| Presence::If(Literal::is(vars[number % 5], 1));
                let places: Vec<(Point, Presence)> = points
                    .iter()
                    .enumerate()
                    .map(|(at, own)| (own.0, there(at)))
                    .collect();
                let holds = model.var(1..=1);
                model.post(SymmetricSet::new(&places, ALL[3], holds));
            },
            move |values| {
                let set = all.iter().enumerate().filter(|(at, _)| values[at % 5] == 1);
                let set: Vec<_> = set.map(|(_, place)| *place).collect();
                is_symmetric(&set, ALL[3])
            },
        )
        .random(200, 5, 0..=1);
    }
}
