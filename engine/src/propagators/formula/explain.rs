//! Why a formula narrowed a variable, or failed: facts are dropped one by one as long as the formula alone derives the
//! change from the rest.

use super::arena::Arena;
use super::domains::{Domains, Narrow, Stored, meets_range};
use super::evaluate::{Evaluation, Group};
use super::narrow::revise;
use super::readers::Readers;
use crate::domain::{Dom, Domain};
use crate::literal::{Literal, Relation};
use crate::propagator::Conflict;
use crate::reason::{Change, Past};
use crate::var::Var;

/// What one explanation may cost, in nodes looked at; facts not tried by then stay.
const WORK: usize = 200_000;

/// So many words of domains are copied in the time that a node takes. If each counted as a node, a variable with a
/// million values would leave time for a dozen trials only.
const WORDS: usize = 16;

/// Rounds of one trial. If that is not enough, the trial counts as not deriving the change.
const ROUNDS: usize = 32;

/// Facts from which the change follows: of those that [`Past::describe`] gives for the scope, neither all facts of a
/// variable nor, within the limit of work, any single one can be left out if the formula is to derive the change again.
pub(super) fn explain(
    arena: &Arena,
    readers: &Readers,
    change: &Change<'_>,
    past: &Past<'_>,
    facts: &mut Vec<Literal>,
) {
    let mut trial = Trial::new(arena, readers, past, Group::None);
    trial.lost = match change.var {
        Some(var) if !change.after.is_empty() => Some((var, change.removed_words().collect())),
        _ => None,
    };
    past.spend(trial.minimise(facts));
}

/// Whether the expression held for no group between the bounds, with a `supposed` variable in a range of its own. Adds
/// facts that suffice for it, as few as [`explain`] does.
pub(super) fn refute(
    arena: &Arena,
    readers: &Readers,
    past: &Past<'_>,
    supposed: Option<(Var, i32, i32)>,
    group: Group<'_>,
    facts: &mut Vec<Literal>,
) -> bool {
    let mut trial = Trial::new(arena, readers, past, group);
    if let Some((var, low, high)) = supposed {
        trial.suppose(var, low, high);
    }
    let is_refuted = trial.finds_it();
    if is_refuted {
        past.spend(trial.minimise(facts));
    }
    is_refuted
}

/// A variable's domain, as words of the arena of a [`Trial`].
#[derive(Clone, Copy, Debug)]
struct Place {
    var: Var,
    offset: i32,
    start: usize,
    len: usize,
}

/// Trial domains.
struct Trial<'a> {
    arena: &'a Arena,
    readers: &'a Readers,
    group: Group<'a>,
    evaluation: Evaluation,
    /// Sorted by variable, and what was known of each.
    places: Vec<Place>,
    known: Vec<Vec<Literal>>,
    /// The domains as declared, and as restricted by the assumed facts.
    declared: Vec<u64>,
    assumed: Vec<u64>,
    /// The narrowed variable and the values that must be removed, as words with their starts; none for a failure.
    lost: Option<(Var, Vec<(i64, u64)>)>,
    work: usize,
}

impl<'a> Trial<'a> {
    fn new(arena: &'a Arena, readers: &'a Readers, past: &Past<'_>, group: Group<'a>) -> Self {
        let mut places = Vec::new();
        let mut known = Vec::new();
        let mut declared = Vec::new();
        for input in readers.inputs() {
            let var = input.var;
            let mut literals = Vec::new();
            past.describe(var, &mut literals);
            known.push(literals);
            let domain = past.declared(var);
            places.push(Place {
                var,
                offset: domain.offset(),
                start: declared.len(),
                len: domain.words().len(),
            });
            declared.extend_from_slice(domain.words());
        }
        let mut trial = Trial {
            arena,
            readers,
            group,
            evaluation: Evaluation::for_arena(arena),
            assumed: declared.clone(),
            known: Vec::new(),
            places,
            declared,
            lost: None,
            work: 0,
        };
        for (i, literals) in known.iter().enumerate() {
            trial.assume(i, literals);
        }
        trial.known = known;
        trial
    }

    /// A variable has a value in a range, which is not a fact. Nothing else is known of it.
    fn suppose(&mut self, var: Var, low: i32, high: i32) {
        let Some(i) = self.places.iter().position(|place| place.var == var) else {
            return;
        };
        self.known[i].clear();
        self.assume(i, &[]);
        let Place {
            offset, start, len, ..
        } = self.places[i];
        let words = &mut self.declared[start..start + len];
        keep_range(words, offset, low, high);
        self.assumed[start..start + len].copy_from_slice(words);
    }

    /// Adds what is known, without as much of it as the formula can do without. Returns what it cost, in nodes.
    fn minimise(mut self, facts: &mut Vec<Literal>) -> u64 {
        let mut known = std::mem::take(&mut self.known);
        // All facts of a variable at once, then one fact at a time.
        for (i, literals) in known.iter_mut().enumerate() {
            if literals.is_empty() {
                continue;
            }
            self.assume(i, &[]);
            if self.finds_it() {
                literals.clear();
            } else {
                self.assume(i, literals);
            }
        }
        for (i, literals) in known.iter_mut().enumerate() {
            let mut at = 0;
            while literals.len() > 1 && at < literals.len() {
                let literal = literals.remove(at);
                self.assume(i, literals);
                if !self.finds_it() {
                    literals.insert(at, literal);
                    self.assume(i, literals);
                    at += 1;
                }
            }
        }
        facts.extend(known.into_iter().flatten());
        self.work as u64
    }

    /// From here on only these facts are known about variable number `i`.
    fn assume(&mut self, i: usize, literals: &[Literal]) {
        let Place {
            offset, start, len, ..
        } = self.places[i];
        let (assumed, declared) = (&mut self.assumed, &self.declared);
        assumed[start..start + len].copy_from_slice(&declared[start..start + len]);
        let words = &mut assumed[start..start + len];
        for literal in literals {
            let value = literal.value;
            match literal.relation {
                Relation::Is => keep_range(words, offset, value, value),
                Relation::IsNot => remove(words, offset, value),
                Relation::AtMost => keep_range(words, offset, i32::MIN, value),
                Relation::AtLeast => keep_range(words, offset, value, i32::MAX),
            };
        }
        self.work += len * literals.len() / WORDS;
    }

    /// Whether the formula derives the change, or a failure, from the assumed facts.
    fn finds_it(&mut self) -> bool {
        self.work += self.arena.nodes.len() + self.assumed.len() / WORDS;
        if self.work > WORK {
            return false;
        }
        let mut tried = Tried {
            places: &self.places,
            words: self.assumed.clone(),
        };
        let outcome = revise(
            self.arena,
            self.readers,
            &mut self.evaluation,
            &mut tried,
            self.group,
            ROUNDS,
        );
        match (&self.lost, outcome) {
            (_, Err(Conflict)) => true,
            (None, Ok(_)) => false,
            // However far it got, its removals are valid.
            (Some((var, lost)), Ok(_)) => {
                let left = tried.domain(*var);
                lost.iter()
                    .all(|&(first, lost)| left.window(first) & lost == 0)
            }
        }
    }
}

/// Keeps the values within `low..=high`; says whether others were there. Word by word: a domain of 2,000 values took
/// three quarters of a search that learns when they were looked at one by one.
fn keep_range(words: &mut [u64], offset: i32, low: i32, high: i32) -> bool {
    let mut changed = false;
    for (i, word) in words.iter_mut().enumerate() {
        let first = i64::from(offset) + 64 * i as i64;
        let bit = |value: i32| (i64::from(value) - first).clamp(-1, 64) as i32;
        let kept = *word & Dom::range(bit(low)..=bit(high)).bits();
        changed |= *word != kept;
        *word = kept;
    }
    changed
}

/// Removes a value; says whether it was there.
fn remove(words: &mut [u64], offset: i32, value: i32) -> bool {
    let at = i64::from(value) - i64::from(offset);
    let word = usize::try_from(at / 64).ok().filter(|_| at >= 0);
    let Some(word) = word.and_then(|word| words.get_mut(word)) else {
        return false;
    };
    let kept = *word & !(1 << (at % 64));
    std::mem::replace(word, kept) != kept
}

/// Keeps the values that pass `test`; says whether others were there.
fn retain(words: &mut [u64], offset: i32, test: impl Fn(i32) -> bool) -> bool {
    let mut changed = false;
    for (i, word) in words.iter_mut().enumerate() {
        for bit in Dom::from_bits(*word).iter() {
            // The position first: the offset may be far below 0.
            if !test(offset + ((i * 64) as i32 + bit)) {
                *word &= !(1 << bit);
                changed = true;
            }
        }
    }
    changed
}

/// Private domains of the scope.
struct Tried<'a> {
    places: &'a [Place],
    words: Vec<u64>,
}

impl Tried<'_> {
    fn place(&self, var: Var) -> Place {
        let at = self.places.binary_search_by_key(&var, |place| place.var);
        self.places[at.expect("what a formula reads is in its scope")]
    }

    fn domain(&self, var: Var) -> Domain<'_> {
        self.domain_of(self.place(var))
    }

    fn domain_of(&self, place: Place) -> Domain<'_> {
        Domain::new(place.offset, &self.words[place.start..][..place.len])
    }

    fn left(&self, var: Var) -> Result<(), Conflict> {
        if self.domain(var).is_empty() {
            return Err(Conflict);
        }
        Ok(())
    }
}

impl Domains for Tried<'_> {
    fn bounds(&self, var: Var) -> (i32, i32) {
        let domain = self.domain(var);
        // An empty domain fails as soon as it arises.
        (domain.min().unwrap_or(1), domain.max().unwrap_or(0))
    }
    fn word(&self, var: Var) -> u64 {
        self.domain(var).words()[0]
    }
    fn contains(&self, var: Var, value: i32) -> bool {
        self.domain(var).contains(value)
    }
    fn size(&self, var: Var) -> u64 {
        self.domain(var).len() as u64
    }
    fn meets(&self, var: Var, low: i32, high: i32) -> bool {
        meets_range(self.domain(var), low, high)
    }
    fn bounds_within(&self, var: Var, low: i32, high: i32) -> Option<(i32, i32)> {
        self.domain(var).bounds_within(low, high)
    }
    fn can_be_equal(&self, x: Var, y: Var, offset: i64) -> bool {
        self.domain(x).meets(self.domain(y), offset)
    }
}

impl Stored for Tried<'_> {
    #[inline]
    fn domain_at(&self, i: usize, var: Var) -> Domain<'_> {
        // The scope is what the expression reads, in the same order.
        let place = &self.places[i];
        debug_assert_eq!(place.var, var);
        self.domain_of(*place)
    }
}

impl Narrow for Tried<'_> {
    fn within(&mut self, var: Var, low: i32, high: i32) -> Result<bool, Conflict> {
        let place = self.place(var);
        let words = &mut self.words[place.start..][..place.len];
        let changed = keep_range(words, place.offset, low, high);
        self.left(var)?;
        Ok(changed)
    }

    fn mask(&mut self, var: Var, mask: u64) -> Result<bool, Conflict> {
        self.keep_if(var, |value| Dom::from_bits(mask).contains(value))
    }

    fn remove(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        let place = self.place(var);
        let words = &mut self.words[place.start..][..place.len];
        let changed = remove(words, place.offset, value);
        self.left(var)?;
        Ok(changed)
    }

    fn keep_if(&mut self, var: Var, test: impl Fn(i32) -> bool) -> Result<bool, Conflict> {
        let place = self.place(var);
        let words = &mut self.words[place.start..][..place.len];
        let changed = retain(words, place.offset, test);
        self.left(var)?;
        Ok(changed)
    }

    fn equate(&mut self, x: Var, y: Var, offset: i64) -> Result<bool, Conflict> {
        let mut changed = false;
        for (x, y, offset) in [(x, y, offset), (y, x, -offset)] {
            let (place, other) = (self.place(x), self.domain(y));
            let from = i64::from(place.offset) - offset;
            let mut kept = Vec::with_capacity(place.len);
            for (i, word) in self.words[place.start..][..place.len].iter().enumerate() {
                kept.push(word & other.window(from + 64 * i as i64));
            }
            let words = &mut self.words[place.start..][..place.len];
            changed |= *words != kept[..];
            words.copy_from_slice(&kept);
            self.left(x)?;
        }
        Ok(changed)
    }
}
