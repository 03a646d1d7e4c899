//! The clue `palindrome`, and `N more than a palindrome`, `N less than a palindrome` with their carries.
//!
//! Let p be the palindrome, w the number in the grid, and a + N = b with (a, b) = (p, w) or (w, p). The digits of p are
//! chosen in pairs from outside in. On the low side the carry into a place is known; on the high side the carry that
//! must come out of it is known and the one that comes in is guessed. In the middle the two must meet. So the state of
//! a search is two carries, whatever the length, and filtering is a sweep over four states for each pair, once for
//! every length that p can have (a carry may make it differ from w's).

use std::sync::Arc;

use smallvec::SmallVec;

use super::digits::Digits;
use super::entry::Entry;
use super::numbers::{self, Pattern, Sink, TooMany};
use super::{Filtered, Language, MAX_DIGITS, POWERS_OF_TEN, filter, length};

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "palindrome",
    meaning: "reads the same from both ends; numbers of one digit do",
    build: |_| Ok(Arc::new(Palindrome { by: 0, up: true })),
}];

/// Numbers that are `by` more (or less, if not `up`) than a palindrome. Filter: GAC, carries included.
#[derive(Debug)]
pub(super) struct Palindrome {
    by: u64,
    up: bool,
}

pub(super) fn is_palindrome(number: u64) -> bool {
    let (mut rest, mut mirrored) = (number, 0u64);
    if number != 0 && number.is_multiple_of(10) {
        return false;
    }
    // Only half of the digits are turned round, so nothing overflows.
    while rest > mirrored {
        mirrored = mirrored * 10 + rest % 10;
        rest /= 10;
    }
    rest == mirrored || rest == mirrored / 10
}

/// The smallest palindrome that is at least `from`, if it is a `u64`.
fn next_palindrome(from: u64) -> Option<u64> {
    let digits = length(from);
    let half = POWERS_OF_TEN[digits / 2];
    let mirror = |left: u64| {
        let mut rest = if digits % 2 == 1 { left / 10 } else { left };
        let mut number = left;
        for _ in 0..digits / 2 {
            number = number.checked_mul(10)?.checked_add(rest % 10)?;
            rest /= 10;
        }
        Some(number)
    };
    let left = from / half;
    match mirror(left) {
        Some(number) if number >= from => Some(number),
        // A left half of nines mirrors to nines, which nothing of that length exceeds: the left half can grow.
        _ => mirror(left + 1),
    }
}

/// The addition for one length of the palindrome.
#[derive(Clone, Copy)]
struct Mirror {
    by: u64,
    up: bool,
    /// Cells of the run.
    cells: usize,
    /// Digits of the palindrome.
    digits: usize,
}

/// The carry into the low place of a pair, and the carry that must come out of its high place.
type Carries = (u8, u8);

impl Mirror {
    /// The lengths that the palindrome can have for numbers of `cells` digits.
    fn all(by: u64, up: bool, cells: usize) -> impl Iterator<Item = Mirror> {
        let smallest = if cells == 1 {
            0
        } else {
            POWERS_OF_TEN[cells - 1]
        };
        let largest = POWERS_OF_TEN[cells] - 1;
        // The interval of the palindrome.
        let interval = if up {
            (by <= largest).then(|| (smallest.saturating_sub(by), largest - by.min(largest)))
        } else {
            smallest
                .checked_add(by)
                .map(|low| (low, largest.saturating_add(by)))
        };
        let lengths = interval.map_or(0..0, |(low, high)| length(low)..length(high) + 1);
        lengths.map(move |digits| Mirror {
            by,
            up,
            cells,
            digits,
        })
    }

    /// The number of steps from the outside in.
    fn pairs(&self) -> usize {
        self.digits.div_ceil(2)
    }

    fn by_digit(&self, place: usize) -> u8 {
        POWERS_OF_TEN
            .get(place)
            .map_or(0, |power| (self.by / power % 10) as u8)
    }

    /// The digit of the number at `place` and the carry out, when the palindrome has `digit` there and `carry` comes
    /// in.
    fn add(&self, place: usize, digit: u8, carry: u8) -> (u8, u8) {
        let added = self.by_digit(place) + carry;
        if self.up {
            ((digit + added) % 10, (digit + added) / 10)
        } else {
            // number + added = digit + 10 · carry out, with `added` up to 10.
            let number = (digit + 20 - added) % 10;
            (number, (number + added) / 10)
        }
    }

    /// Whether `carry` can come out of the palindrome's highest place; `number` gets the digit that the run must have
    /// at every place above it, and may refuse it.
    fn above(&self, carry: u8, mut number: impl FnMut(usize, u8) -> bool) -> bool {
        let mut carry = carry;
        // The summand is not longer than the longer of the two.
        for place in self.digits..self.cells {
            let (digit, out) = self.add(place, 0, carry);
            if !number(place, digit) {
                return false;
            }
            carry = out;
        }
        carry == 0
    }

    /// Calls `visit(next, low, high)` for each way to choose the palindrome's digits at `pair` such that
    /// `may(place, digit)` holds for the number's digits `low` and `high`; in the middle of an odd palindrome both are
    /// the same digit. For the last pair `next` has no meaning.
    fn choices(
        &self,
        pair: usize,
        (low, high): Carries,
        may: impl Fn(usize) -> Digits,
        mut visit: impl FnMut(Carries, u8, u8),
    ) {
        let mirrored = self.digits - 1 - pair;
        let last = pair + 1 == self.pairs();
        let low_may = if pair < self.cells {
            may(pair)
        } else {
            Digits::single(0)
        };
        let high_may = if mirrored < self.cells {
            may(mirrored)
        } else {
            Digits::single(0)
        };
        let added = self.by_digit(pair) + low;
        let power = |place: usize| POWERS_OF_TEN.get(place).copied().unwrap_or(u64::MAX);
        let between = if mirrored > pair {
            self.by % power(mirrored) / power(pair + 1)
        } else {
            0
        };
        for low_digit in low_may {
            // The palindrome's digit that goes with it.
            let digit = if self.up {
                (low_digit + 20 - added) % 10
            } else {
                (low_digit + added) % 10
            };
            if pair == 0 && digit == 0 && self.digits > 1 {
                continue;
            }
            let (_, low_out) = self.add(pair, digit, low);
            if mirrored == pair {
                if low_out == high {
                    visit((0, 0), low_digit, low_digit);
                }
                continue;
            }
            // Nothing is carried out of the places between the two if nothing is added there.
            let most = u8::from(low_out == 1 || between > 0);
            for carry in 0..=most {
                let (high_digit, out) = self.add(mirrored, digit, carry);
                if out == high && high_may.contains(high_digit) && (!last || carry == low_out) {
                    visit((low_out, carry), low_digit, high_digit);
                }
            }
        }
    }

    /// For each pair, the states (bit 2·low + high) that can be reached from the states `start` of the first one and
    /// from which the rest can be completed.
    fn live(&self, start: u8, may: impl Fn(usize) -> Digits) -> [u8; MAX_DIGITS] {
        let states = |mask: u8| (0..4).filter(move |state| mask >> state & 1 == 1);
        let mut live = [0; MAX_DIGITS];
        live[0] = start;
        for pair in 0..self.pairs() {
            for state in states(live[pair]) {
                let next_reached = &mut live[pair + 1];
                self.choices(pair, (state >> 1, state & 1), &may, |next, _, _| {
                    *next_reached |= 1 << index(next)
                });
            }
        }
        for pair in (0..self.pairs()).rev() {
            let after = live[pair + 1];
            for state in states(live[pair]) {
                let mut leads_on = false;
                self.choices(pair, (state >> 1, state & 1), &may, |next, _, _| {
                    leads_on |= after >> index(next) & 1 == 1
                });
                live[pair] &= !(u8::from(!leads_on) << state);
            }
        }
        live
    }

    /// Adds to `found` the digits that have support, by place.
    fn supports(&self, may: impl Fn(usize) -> Digits, found: &mut [Digits]) {
        let mut start = 0;
        for carry in 0..2 {
            if self.above(carry, |place, digit| may(place).contains(digit)) {
                start |= 1 << index((0, carry));
            }
        }
        let live = self.live(start, &may);
        for carry in 0..2 {
            let start = index((0, carry));
            if live[0] >> start & 1 == 0 {
                continue;
            }
            self.above(carry, |place, digit| {
                found[place].insert(digit);
                true
            });
            let mut reached = 1u8 << start;
            for pair in 0..self.pairs() {
                let mirrored = self.digits - 1 - pair;
                let after = live[pair + 1];
                let mut next_reached = 0;
                for state in (0..4).filter(|state| reached >> state & 1 == 1) {
                    self.choices(pair, (state >> 1, state & 1), &may, |next, low, high| {
                        if after >> index(next) & 1 == 1 {
                            next_reached |= 1 << index(next);
                            if pair < self.cells {
                                found[pair].insert(low);
                            }
                            if mirrored < self.cells {
                                found[mirrored].insert(high);
                            }
                        }
                    });
                }
                reached = next_reached;
            }
        }
    }
}

fn index((low, high): Carries) -> u8 {
    low << 1 | high
}

/// A walk from outside in over the numbers of a pattern.
struct Walk<'a, 'b, 's> {
    mirror: Mirror,
    pattern: &'a Pattern,
    /// The segment of each place (least significant first).
    segment: &'a [u8],
    /// What each segment can take under the choices made so far.
    open: SmallVec<[Digits; MAX_DIGITS]>,
    live: [u8; MAX_DIGITS],
    sink: &'b mut Sink<'s>,
}

impl Walk<'_, '_, '_> {
    /// Gives the cell at `place` the digit; false if its segment or a neighbouring one is against it. The segments
    /// changed are noted in `undo`.
    fn put(&mut self, place: usize, digit: u8, undo: &mut SmallVec<[(u8, Digits); 6]>) -> bool {
        let segment = usize::from(self.segment[place]);
        let open = self.open[segment];
        if !open.contains(digit) {
            return false;
        }
        if open.len() == 1 {
            return true;
        }
        undo.push((segment as u8, open));
        self.open[segment] = Digits::single(digit);
        if self.pattern.differ() {
            for near in [segment.wrapping_sub(1), segment + 1] {
                if let Some(&near_open) = self.open.get(near)
                    && near_open.contains(digit)
                {
                    undo.push((near as u8, near_open));
                    self.open[near].remove(digit);
                    if self.open[near].is_empty() {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn take_back(&mut self, undo: &[(u8, Digits)]) {
        for &(segment, open) in undo.iter().rev() {
            self.open[usize::from(segment)] = open;
        }
    }

    fn go(&mut self, pair: usize, carries: Carries) -> Result<(), TooMany> {
        if pair == self.mirror.pairs() {
            // Every place has been put, so every segment has its digit. Two neighbours that were cut down to one digit
            // by others have not been compared with each other.
            let parts = self.pattern.parts();
            let number = parts
                .iter()
                .zip(&self.open)
                .map(|(part, open)| u64::from(open.min().unwrap_or(0)) * part.weight)
                .sum();
            return if !self.pattern.differ() || self.pattern.fits(number) {
                self.sink.offer(number)
            } else {
                Ok(())
            };
        }
        let mirrored = self.mirror.digits - 1 - pair;
        let after = self.live[pair + 1];
        let mut choices: SmallVec<[(Carries, u8, u8); 20]> = SmallVec::new();
        self.mirror.choices(
            pair,
            carries,
            |place| self.open[usize::from(self.segment[place])],
            |next, low, high| {
                if after >> index(next) & 1 == 1 {
                    choices.push((next, low, high));
                }
            },
        );
        self.sink.spend(1 + choices.len() as u64)?;
        for (next, low, high) in choices {
            let mut undo = SmallVec::new();
            let cells = self.mirror.cells;
            if (pair >= cells || self.put(pair, low, &mut undo))
                && (mirrored >= cells || self.put(mirrored, high, &mut undo))
            {
                self.go(pair + 1, next)?;
            }
            self.take_back(&undo);
        }
        Ok(())
    }
}

impl Palindrome {
    /// About how many nanoseconds a walk from outside in takes.
    fn walking_cost(&self, pattern: &Pattern) -> f64 {
        // Every pair of places is one choice, unless its segments are decided by earlier ones.
        let cells = pattern.length();
        let mut seen = [false; MAX_DIGITS];
        let mut segment = SmallVec::<[usize; MAX_DIGITS]>::new();
        for (at, part) in pattern.parts().iter().enumerate() {
            segment.extend(std::iter::repeat_n(at, part.length));
        }
        let (mut nodes, mut all) = (1.0, 1.0);
        for place in 0..cells.div_ceil(2) {
            let (one, other) = (segment[place], segment[cells - 1 - place]);
            if !seen[one] && !seen[other] {
                let part = |at: usize| pattern.parts()[at].digits;
                nodes *= (part(one) & part(other)).len().max(1) as f64;
            }
            seen[one] = true;
            seen[other] = true;
            all += nodes;
        }
        300.0 + 30.0 * all
    }
}

impl Language for Palindrome {
    fn contains(&self, number: u64) -> bool {
        let palindrome = if self.up {
            number.checked_sub(self.by)
        } else {
            number.checked_add(self.by)
        };
        palindrome.is_some_and(is_palindrome)
    }

    fn filter(&self, run: &mut [Digits]) -> Filtered {
        if !filter::prepare(run) {
            return Filtered::NoWord;
        }
        let cells = run.len();
        let mut found = [Digits::EMPTY; MAX_DIGITS];
        for mirror in Mirror::all(self.by, self.up, cells) {
            mirror.supports(|place| run[cells - 1 - place], &mut found[..cells]);
        }
        if found[0].is_empty() {
            return Filtered::NoWord;
        }
        run.iter_mut()
            .rev()
            .zip(found)
            .for_each(|(digits, found)| *digits = found);
        Filtered::Exact
    }

    fn has_word(&self, run: &[Digits]) -> bool {
        filter::leaves_word(self, run)
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        if self.up {
            next_palindrome(from.saturating_sub(self.by))?.checked_add(self.by)
        } else {
            Some(next_palindrome(from.checked_add(self.by)?)? - self.by)
        }
    }

    fn candidates(&self, length: usize) -> f64 {
        10f64.powi(length.div_ceil(2) as i32)
    }

    fn generation_cost(&self, pattern: &Pattern) -> f64 {
        numbers::plan(self, pattern)
            .1
            .min(self.walking_cost(pattern))
    }

    fn generate(&self, pattern: &Pattern, sink: &mut Sink<'_>) -> Result<(), TooMany> {
        if numbers::plan(self, pattern).1 < self.walking_cost(pattern) {
            return numbers::by_cheapest_means(self, pattern, sink);
        }
        let parts = pattern.parts();
        let mut segment: SmallVec<[u8; MAX_DIGITS]> = SmallVec::new();
        for (at, part) in parts.iter().enumerate().rev() {
            segment.extend(std::iter::repeat_n(at as u8, part.length));
        }
        let open: SmallVec<[Digits; MAX_DIGITS]> = parts.iter().map(|part| part.digits).collect();
        for mirror in Mirror::all(self.by, self.up, pattern.length()) {
            for carry in 0..2u8 {
                let mut above: SmallVec<[(usize, u8); MAX_DIGITS]> = SmallVec::new();
                let fits = mirror.above(carry, |place, digit| {
                    above.push((place, digit));
                    true
                });
                if !fits {
                    continue;
                }
                let start = index((0, carry));
                let live = mirror.live(1 << start, |place| open[usize::from(segment[place])]);
                if live[0] == 0 {
                    continue;
                }
                let mut walk = Walk {
                    mirror,
                    pattern,
                    segment: &segment,
                    open: open.clone(),
                    live,
                    sink,
                };
                let mut undo = SmallVec::new();
                if above
                    .iter()
                    .all(|&(place, digit)| walk.put(place, digit, &mut undo))
                {
                    walk.go(0, (0, carry))?;
                }
            }
        }
        Ok(())
    }

    fn shifted(&self, by: u64, up: bool) -> Option<Arc<dyn Language>> {
        (self.by == 0).then(|| Arc::new(Palindrome { by, up }) as Arc<dyn Language>)
    }
}
