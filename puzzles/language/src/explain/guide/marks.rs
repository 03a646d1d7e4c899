//! What it takes to solve a puzzle with pencil marks: with all values that are left noted at every spot, narrowed by one
//! rule at a time.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_engine::Literal;

use super::super::explainer::Explainer;
use super::super::instance::InstanceId;
use super::super::question::Question;
use super::{Guide, Place, WORK};

/// The most that pencil marks ask for on the way to a solution, the simplest first at each point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Each rule by itself narrows the marks. After so many rounds over all rules, each with what the one before has
    /// left, something is decided.
    Rounds(usize),
    /// A value is tried. Beside what is decided, a rule about it excludes it at once.
    Alone,
    /// A value is tried. A rule fails on the marks once it is known what the other rules about the value exclude
    /// elsewhere.
    Excluding,
    /// The same, and what they decide elsewhere is needed, too.
    Deciding,
    /// A value is tried. It takes so many rounds over the marks to refute it.
    Chain(usize),
    /// A value is tried, and that is not enough.
    Search,
}

/// The most questions: so many times those of the steps, but at least so many. They are a tenth as long.
const MORE: u64 = 2;
const LEAST: u64 = 5000;

/// A chain of more rounds is not looked for.
const LONGEST: usize = 16;

/// The values that are left at some spots.
type Left = BTreeMap<usize, Vec<i32>>;

/// Pencil marks.
struct Marks<'g> {
    explainer: &'g mut Explainer,
    rules: Vec<InstanceId>,
    rules_of: &'g [Vec<usize>],
    /// By spot, values that occur in some solution, as far as known.
    seen: &'g [Vec<i32>],
    /// By spot, without any rule.
    all: Vec<Vec<i32>>,
    /// By spot.
    left: Vec<Vec<i32>>,
    demand: Demand,
    /// The count of questions at which to give up.
    last: u64,
}

impl Guide {
    /// What pencil marks ask for if this is known, as far as that takes no more questions than were asked so far
    /// and no more work than steps may.
    pub(in super::super) fn demand(&mut self, known: &[Literal]) -> Demand {
        let spots = 0..self.left.len();
        let all: Vec<Vec<i32>> = spots
            .map(|spot| self.explainer.values(spot).to_vec())
            .collect();
        let mut left = all.clone();
        for fact in known {
            if let Some(spot) = self.explainer.spot_of(fact.var) {
                left[spot].retain(|&value| fact.admits(value));
            }
        }
        self.explainer.allow(WORK);
        let mut marks = Marks {
            last: MORE * self.explainer.spent.questions + LEAST,
            explainer: &mut self.explainer,
            rules: self.rules.clone(),
            rules_of: &self.rules_of,
            seen: &self.values.seen,
            all,
            left,
            demand: Demand::Rounds(1),
        };
        marks.run();
        marks.demand
    }
}

impl Demand {
    /// How hard that is.
    pub(in super::super) fn hardness(self) -> f64 {
        // These figures were chosen on 852 puzzles of sgt-puzzles made for it (keen, skyscrapers, unequal, sudoku,
        // slitherlink, hashi, akari, tents, masyu, hitori).
        match self {
            Self::Rounds(rounds) => (0.6 * (rounds.saturating_sub(1) as f64)).min(2.0),
            Self::Alone => 1.4,
            Self::Excluding => 2.0,
            Self::Deciding => 2.6,
            Self::Chain(rounds) => (2.6 + 0.4 * (rounds as f64)).min(4.6),
            Self::Search => 5.0,
        }
    }
}

impl Marks<'_> {
    fn run(&mut self) {
        let mut rules = self.rules.clone();
        let mut rounds = 0;
        while self.left.iter().any(|left| left.len() > 1) && !self.is_over() {
            let facts = self.facts(|_| true);
            let outcome = self.within(&[], &facts, |this| this.round(&rules));
            // Without a solution there is nothing to grade.
            let Some(Some(mut narrowed)) = outcome else {
                return;
            };
            rounds += 1;
            if narrowed.is_empty() {
                for (spot, value) in self.refuted(&facts) {
                    let left = narrowed.entry(spot);
                    left.or_insert_with(|| self.left[spot].clone())
                        .retain(|&other| other != value);
                }
                if narrowed.is_empty() {
                    return;
                }
                rounds = 0;
            } else if narrowed.values().any(|left| left.len() == 1) {
                let rounds = Demand::Rounds(std::mem::take(&mut rounds));
                if rounds.hardness() > self.demand.hardness() {
                    self.demand = rounds;
                }
            }
            rules = self.rules_about(narrowed.keys().copied());
            for (spot, left) in narrowed {
                self.left[spot] = left;
            }
        }
    }

    fn is_over(&mut self) -> bool {
        self.explainer.spent.questions > self.last || self.explainer.is_late()
    }

    /// The marks of some spots as facts.
    fn facts(&self, is_meant: impl Fn(&[i32]) -> bool) -> Vec<Literal> {
        let marks = self.left.iter().enumerate();
        let meant = marks.filter(|(_, left)| is_meant(left));
        meant
            .flat_map(|(spot, left)| self.removal(spot, &self.all[spot], left))
            .collect()
    }

    /// The facts that leave these of some values.
    fn removal(&self, spot: usize, values: &[i32], left: &[i32]) -> Vec<Literal> {
        let var = self.explainer.spots()[spot].var;
        match left {
            [only] if values.len() > 1 => vec![Literal::is(var, *only)],
            _ => {
                let gone = values.iter().filter(|value| !left.contains(value));
                gone.map(|&value| Literal::is_not(var, value)).collect()
            }
        }
    }

    fn rules_about(&self, spots: impl Iterator<Item = usize>) -> Vec<InstanceId> {
        let numbers: BTreeSet<usize> = spots
            .flat_map(|spot| self.rules_of[spot].iter().copied())
            .collect();
        let rules = numbers.into_iter().map(|number| InstanceId(number as u32));
        rules
            .filter(|&rule| !self.explainer.instance(rule).is_given)
            .collect()
    }

    /// What `look` finds while these facts are known too. `None` if they contradict what was known before.
    fn within<T>(
        &mut self,
        rules: &[InstanceId],
        facts: &[Literal],
        look: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let question = Question {
            rules: rules.to_vec(),
            facts: facts.to_vec(),
            ..Question::default()
        };
        let outcome = self.explainer.enter(&question, |_| false);
        let found = outcome.is_ok().then(|| look(self));
        self.explainer.pop();
        found
    }

    /// What is left at the spots that any of the rules narrows by itself. `None` is a contradiction.
    fn round(&mut self, rules: &[InstanceId]) -> Option<Left> {
        let mut narrowed: Left = BTreeMap::new();
        let succeeds = self.explainer.narrow_alone(rules, |spot, left| {
            let known = narrowed.entry(spot);
            known
                .or_insert_with(|| left.iter().collect())
                .retain(|&value| left.contains(value));
        });
        let is_possible = succeeds && narrowed.values().all(|left| !left.is_empty());
        is_possible.then_some(narrowed)
    }

    /// Values that can be refuted, by means no harder than before if there are such.
    fn refuted(&mut self, facts: &[Literal]) -> Vec<Place> {
        let doubtful = self.refutable(facts);
        if self.is_over() {
            return Vec::new();
        }
        let mut means = match self.demand {
            Demand::Rounds(_) => Demand::Alone,
            harder => harder,
        };
        let mut follows: Vec<Option<Left>> = Vec::new();
        if !matches!(means, Demand::Chain(_)) {
            let decided = self.facts(|left| left.len() == 1);
            let found = self.within(&[], &decided, |this| {
                let at_once = |&place: &Place| this.at_once(place);
                doubtful.iter().map(at_once).collect()
            });
            follows = found.unwrap_or_default();
        }
        let found = self.within(&[], facts, |this| {
            while !doubtful.is_empty() {
                let mut refuted = Vec::new();
                for (number, &place) in doubtful.iter().enumerate() {
                    if this.is_over() {
                        break;
                    }
                    let fails = match means {
                        Demand::Chain(most) => {
                            this.fails_within(&[this.is(place)], &[place.0], most)
                        }
                        _ => match &follows[number] {
                            None => true,
                            Some(_) if means == Demand::Alone => false,
                            Some(follows) => this.fails(place, follows, means == Demand::Deciding),
                        },
                    };
                    if fails {
                        refuted.push(place);
                    }
                }
                // What is not known in the end counts as no harder than what was being tried.
                if !refuted.is_empty() || this.is_over() {
                    return (means, refuted);
                }
                means = match means {
                    Demand::Alone => Demand::Excluding,
                    Demand::Excluding => Demand::Deciding,
                    Demand::Chain(LONGEST) => break,
                    Demand::Chain(rounds) => Demand::Chain(rounds + 1),
                    _ => Demand::Chain(2),
                };
            }
            (Demand::Search, Vec::new())
        });
        let (means, refuted) = found.unwrap_or((Demand::Search, Vec::new()));
        if means.hardness() > self.demand.hardness() {
            self.demand = means;
        }
        refuted
    }

    /// The values that all rules together refute by propagation: those that are to be tried.
    fn refutable(&mut self, facts: &[Literal]) -> Vec<Place> {
        let mut doubtful: Vec<Place> = Vec::new();
        for (spot, left) in self.left.iter().enumerate() {
            let seen = self.seen.get(spot);
            let is_seen = |value| seen.is_some_and(|seen| seen.contains(value));
            let wrong = left.iter().filter(|value| !is_seen(value));
            let wrong = wrong.filter(|_| left.len() > 1);
            doubtful.extend(wrong.map(|&value| (spot, value)));
        }
        let rules = self.rules.clone();
        self.within(&rules, facts, |this| {
            let mut stays = BTreeSet::new();
            doubtful.retain(|&place| {
                let assumed = this.is(place);
                if stays.contains(&place) {
                    return false;
                }
                let outcome = this.explainer.attempt(assumed, |_, _| ());
                stays.extend(outcome.iter().flatten().copied());
                outcome.is_err()
            });
            doubtful
        })
        .unwrap_or_default()
    }

    fn is(&self, (spot, value): Place) -> Literal {
        Literal::is(self.explainer.spots()[spot].var, value)
    }

    /// What the rules about a place leave elsewhere, each by itself. `None` is a contradiction.
    fn at_once(&mut self, place: Place) -> Option<Left> {
        let rules = self.rules_about([place.0].into_iter());
        self.within(&[], &[self.is(place)], |this| this.round(&rules))
            .flatten()
    }

    /// Whether a rule by itself fails on what follows from a place.
    fn fails(&mut self, place: Place, follows: &Left, decides: bool) -> bool {
        let mut facts = vec![self.is(place)];
        let mut spots = vec![place.0];
        for (&spot, left) in follows {
            if spot != place.0 && (decides || left.len() > 1) {
                let before = facts.len();
                facts.extend(self.removal(spot, &self.left[spot], left));
                if facts.len() > before {
                    spots.push(spot);
                }
            }
        }
        let rules = self.rules_about(spots.into_iter());
        let succeeds = self.within(&[], &facts, |this| {
            this.explainer.narrow_alone(&rules, |_, _| {})
        });
        succeeds != Some(true)
    }

    /// Whether there is a contradiction after so many rounds over the rules about these spots, and about those that
    /// are narrowed.
    fn fails_within(&mut self, facts: &[Literal], spots: &[usize], rounds: usize) -> bool {
        let rules = self.rules_about(spots.iter().copied());
        let fails = self.within(&[], facts, |this| match this.round(&rules) {
            None => true,
            Some(narrowed) if narrowed.is_empty() || rounds == 1 => false,
            Some(narrowed) => {
                let facts: Vec<Literal> = narrowed
                    .iter()
                    .flat_map(|(&spot, left)| this.removal(spot, &this.left[spot], left))
                    .collect();
                let spots: Vec<usize> = narrowed.into_keys().collect();
                this.fails_within(&facts, &spots, rounds - 1)
            }
        });
        // Facts may contradict one another.
        fails.is_none_or(|fails| fails)
    }
}
