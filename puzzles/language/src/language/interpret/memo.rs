//! What is remembered from one grid to the next.
//!
//! Instances of rules that hold, by the values that they read. The solutions of one puzzle are much alike, so most
//! instances have been evaluated with the same values before, and what reads the same values has the same result.

use std::sync::Arc;

use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::super::data_test::DataTest;
use super::super::geometry::Atom;
use super::super::syntax::{Definition, Lines, Rulebook};
use super::super::values::Filled;
use super::super::walk::is_of_data;
use super::value::{Truth, Value, What};

/// A phrase of the rulebook, by its address in memory, and the board that it is about.
pub(super) type Key = (usize, Option<u8>);

/// A place of the filled grid: layer and position.
pub(crate) type Spot = (usize, usize);

/// The most steps kept.
const MOST: usize = 1 << 16;

/// An instance that reads more than this many places seldom reads the same values again.
pub(super) const MOST_SPOTS: usize = 64;

/// In place of a step: the instance holds.
const HOLDS: u32 = u32::MAX;

/// In place of a step: nothing is known.
const UNKNOWN: u32 = u32::MAX - 1;

/// In place of a first step: the instance reads too much to be kept.
const NEVER: u32 = u32::MAX - 2;

/// The most candidates kept.
const MOST_SETTLED: usize = 1 << 18;

/// The place that an instance reads next, given the values that it has read.
#[derive(Debug)]
struct Step {
    spot: Spot,
    /// The step that follows, by the value there.
    next: SmallVec<[(Filled, u32); 4]>,
}

/// A decision tree for each instance: its leaves are the values for which it holds.
#[derive(Debug, Default)]
pub(super) struct Memo {
    steps: Vec<Step>,
    /// By phrase at the head of a rule: the first step for each of its members.
    first: FxHashMap<Key, Vec<u32>>,
    /// By the address of a definition: what it reads.
    pub(super) reads: FxHashMap<usize, Reading>,
    /// The values at single atoms of definitions that read data alone.
    pub(super) called: FxHashMap<(usize, Atom), Plain>,
    settled: FxHashMap<Occasion, Settled>,
    /// How many candidates these are.
    count: usize,
}

/// What a definition reads.
#[derive(Debug)]
pub(super) enum Reading {
    /// Data alone, and only whether they are there.
    Test(DataTest),
    /// Data alone.
    Data,
    Anything,
}

impl Reading {
    pub(super) fn of(book: &Rulebook, definition: &Definition, boards: usize) -> Self {
        if let Some(test) = DataTest::of(book, definition) {
            return Self::Test(test);
        }
        match is_of_data(book, &definition.body, boards) {
            true => Self::Data,
            false => Self::Anything,
        }
    }
}

/// What a definition with one parameter is asked about, or a phrase depends on, if that tells its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Subject {
    Atom(Atom),
    /// A line with its board.
    Line(Lines, u8, usize),
    /// A region: its layer, its board, and its number there.
    Region(usize, u8, usize),
    Number(i128),
}

impl Subject {
    pub(super) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Atom(atom) => Some(Self::Atom(*atom)),
            Value::Number(number) => Some(Self::Number(*number)),
            Value::Place(place) if !place.open => match place.what {
                What::Line(lines, number) => Some(Self::Line(lines, place.board, number)),
                What::Region(layer, number) => Some(Self::Region(layer, place.board, number)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A phrase, by its address, and the values of the names on which it depends.
pub(super) type Occasion = (usize, SmallVec<[Option<Subject>; 2]>);

/// The candidates of a phrase that the data alone leaves, and whether the last comes before the first.
pub(super) type Settled = (Arc<[SmallVec<[Atom; 2]>]>, bool);

/// A value without memory of its own, as most definitions have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plain {
    Truth(Truth),
    Number(i128),
    Missing,
}

impl Plain {
    pub(super) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Truth(truth) => Some(Plain::Truth(*truth)),
            Value::Number(number) => Some(Plain::Number(*number)),
            Value::Missing => Some(Plain::Missing),
            _ => None,
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Plain::Truth(truth) => Value::Truth(truth),
            Plain::Number(number) => Value::Number(number),
            Plain::Missing => Value::Missing,
        }
    }
}

fn value_at(filling: &[Vec<Filled>], (layer, position): Spot) -> Filled {
    let value = filling
        .get(layer)
        .and_then(|values| values.get(position).copied());
    value.unwrap_or(Filled::Unknown)
}

impl Memo {
    /// Whether the instance of a member is known to hold.
    pub(super) fn holds(&self, key: Key, member: usize, filling: &[Vec<Filled>]) -> bool {
        let first = self.first.get(&key).and_then(|first| first.get(member));
        let mut at = first.copied().unwrap_or(UNKNOWN);
        while let Some(step) = self.steps.get(at as usize) {
            at = step.after(value_at(filling, step.spot)).unwrap_or(UNKNOWN);
        }
        at == HOLDS
    }

    /// The candidates of a phrase that the data alone leaves, if they are kept.
    pub(super) fn settled(&self, occasion: &Occasion) -> Option<&Settled> {
        self.settled.get(occasion)
    }

    pub(super) fn settle(&mut self, occasion: Occasion, settled: Settled) {
        self.count += settled.0.len() + 1;
        if self.count <= MOST_SETTLED {
            self.settled.insert(occasion, settled);
        }
    }

    /// Whether the instance of a member reads too much to be kept.
    pub(super) fn is_hopeless(&self, key: Key, member: usize) -> bool {
        let first = self.first.get(&key).and_then(|first| first.get(member));
        first == Some(&NEVER)
    }

    pub(super) fn give_up(&mut self, key: Key, member: usize) {
        *self.first(key, member) = NEVER;
    }

    fn first(&mut self, key: Key, member: usize) -> &mut u32 {
        let first = self.first.entry(key).or_default();
        if first.len() <= member {
            first.resize(member + 1, UNKNOWN);
        }
        &mut first[member]
    }

    /// Keeps that the instance of a member holds, having read these places, in this order and each once.
    pub(super) fn keep(
        &mut self,
        key: Key,
        member: usize,
        spots: &[Spot],
        filling: &[Vec<Filled>],
    ) {
        let is_known = |&spot: &Spot| value_at(filling, spot) != Filled::Unknown;
        if spots.len() > MOST_SPOTS {
            return self.give_up(key, member);
        }
        let is_full = self.steps.len() + spots.len() > MOST;
        if is_full || !spots.iter().all(is_known) {
            return;
        }
        let mut at = *self.first(key, member);
        // Where the number of the next step goes.
        let mut from: Option<(u32, Filled)> = None;
        for &spot in spots {
            if at == UNKNOWN {
                at = self.steps.len() as u32;
                self.steps.push(Step {
                    spot,
                    next: SmallVec::new(),
                });
                match from {
                    None => *self.first(key, member) = at,
                    Some((before, value)) => self.steps[before as usize].next.push((value, at)),
                }
            }
            let value = value_at(filling, spot);
            from = Some((at, value));
            debug_assert_eq!(self.steps[at as usize].spot, spot, "it reads in one order");
            at = self.steps[at as usize].after(value).unwrap_or(UNKNOWN);
        }
        match from {
            None => *self.first(key, member) = HOLDS,
            Some(_) if at == HOLDS => {}
            Some((before, value)) => self.steps[before as usize].next.push((value, HOLDS)),
        }
    }
}

impl Step {
    fn after(&self, value: Filled) -> Option<u32> {
        let found = self.next.iter().find(|(own, _)| *own == value);
        found.map(|&(_, next)| next)
    }
}

/// The places that an evaluation reads, in order and each once.
#[derive(Debug, Default)]
pub(super) struct Reads {
    order: Vec<Spot>,
    seen: FxHashSet<Spot>,
    /// It has read more than can be told place by place.
    pub(super) more: bool,
}

impl Reads {
    pub(super) fn add(&mut self, spot: Spot) {
        if self.seen.insert(spot) {
            self.order.push(spot);
        }
    }

    pub(super) fn clear(&mut self) {
        self.order.clear();
        self.seen.clear();
        self.more = false;
    }

    /// The places, if these are all that it has read.
    pub(super) fn all(&self) -> Option<&[Spot]> {
        (!self.more).then_some(&self.order)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::values::Filling;
    use super::*;

    const KEY: Key = (1, None);

    fn filling(values: [i64; 3]) -> Filling {
        Filling {
            layers: vec![values.map(Filled::Number).to_vec()],
        }
    }

    #[test]
    fn an_instance_holds_for_the_values_that_it_has_read() {
        let mut memo = Memo::default();
        let first = filling([1, 2, 3]);
        memo.keep(KEY, 2, &[(0, 0), (0, 2)], &first.layers);
        let holds = |memo: &Memo, values| memo.holds(KEY, 2, &filling(values).layers);
        assert!(holds(&memo, [1, 2, 3]));
        assert!(holds(&memo, [1, 9, 3]));
        assert!(!holds(&memo, [1, 2, 4]));
        assert!(!holds(&memo, [0, 2, 3]));
        // For another first value it reads another place.
        memo.keep(KEY, 2, &[(0, 0), (0, 1)], &filling([0, 2, 3]).layers);
        memo.keep(KEY, 2, &[(0, 0), (0, 2)], &filling([1, 2, 4]).layers);
        assert!(holds(&memo, [0, 2, 7]));
        assert!(!holds(&memo, [0, 3, 7]));
        assert!(holds(&memo, [1, 7, 4]));
        assert!(!memo.holds(KEY, 1, &first.layers));
        assert!(!memo.holds((2, None), 2, &first.layers));
    }

    #[test]
    fn an_instance_that_reads_nothing_holds() {
        let mut memo = Memo::default();
        memo.keep(KEY, 0, &[], &[]);
        assert!(memo.holds(KEY, 0, &filling([1, 2, 3]).layers));
    }

    #[test]
    fn unknown_values_are_not_kept() {
        let mut memo = Memo::default();
        memo.keep(KEY, 0, &[(0, 0)], &[]);
        assert!(!memo.holds(KEY, 0, &[]));
    }
}
