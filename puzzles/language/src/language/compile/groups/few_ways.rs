//! A few cells that are connected and whose number is known, as four in a room: all ways in which they can lie.

use std::sync::Arc;

use fxhash::FxHashMap;
use quadrille_engine::Var;
use quadrille_engine::propagators::{Table, Test, Tuples};

use super::super::budget::MOST_STEPS;
use super::super::posting::post::TUPLES_A_STEP;
use super::super::{Compiler, MOST_TUPLES, Made};
use crate::language::syntax::{Predicate, Rulebook};
use crate::language::walk::{Term, uses};
use crate::puzzle::Pass;

/// The most atoms of a place, and of those in it that are connected.
const MOST_ATOMS: usize = 40;
const MOST_CONNECTED: usize = 8;

/// A fact: a variable, and the only value with which it holds.
type Fact = (Var, i32);

/// What is known once all rules are posted.
#[derive(Debug, Default)]
pub(crate) struct FewWays {
    /// Whether the rules ask for connected places, and the pass is made: else nothing is kept.
    is_asked: bool,
    /// Places whose atoms of which the fact holds are connected.
    connected: Vec<Connected>,
    /// How many of some facts hold, in order.
    counts: FxHashMap<Vec<Fact>, usize>,
}

/// Facts that are connected as far as they hold, and which of them touch.
#[derive(Debug)]
struct Connected {
    facts: Vec<Fact>,
    /// By fact: those that it touches.
    touching: Vec<Vec<usize>>,
}

impl FewWays {
    /// Nothing so far. `is_made`: whether the pass is.
    pub(crate) fn of(book: &Rulebook, is_made: bool) -> Self {
        let is_connected =
            |part: &Term<'_>| matches!(part, Term::Predicate(Predicate::Connected(_)));
        let mut formulas = book.rules.iter().flat_map(|rule| &rule.formulas);
        Self {
            is_asked: is_made && formulas.any(|formula| uses(book, formula, &is_connected)),
            ..Self::default()
        }
    }

    /// Records how many facts hold.
    pub(crate) fn note_count(&mut self, vars: &[Var], value: i32, number: usize) {
        let is_few = vars.len() <= MOST_ATOMS && (1..=MOST_CONNECTED).contains(&number);
        if self.is_asked && is_few {
            let mut facts: Vec<Fact> = vars.iter().map(|&var| (var, value)).collect();
            facts.sort_unstable();
            self.counts.insert(facts, number);
        }
    }
}

impl Compiler<'_> {
    /// Records that atoms are connected, by their tests and the pairs that touch. Those that are never there are left out; of
    /// others it must depend on a variable of two values.
    pub(super) fn note_few(&mut self, tests: Vec<Test>, touching: &[(usize, usize)]) {
        if !self.notes.few.is_asked {
            return;
        }
        let mut facts = Vec::new();
        let mut places = vec![None; tests.len()];
        for (at, test) in tests.into_iter().enumerate() {
            let literal = match self.tidy(test) {
                Test::Const(false) => continue,
                Test::Literal(literal) => literal,
                _ => return,
            };
            let values = self.model.domain(literal.var).iter();
            let values: Vec<i32> = values.filter(|&value| literal.admits(value)).collect();
            let (&[value], 2) = (&values[..], self.model.domain(literal.var).len()) else {
                return;
            };
            places[at] = Some(facts.len());
            facts.push((literal.var, value));
        }
        if facts.len() > MOST_ATOMS {
            return;
        }
        let mut of = vec![Vec::new(); facts.len()];
        for &(a, b) in touching {
            if let (Some(a), Some(b)) = (places[a], places[b]) {
                of[a].push(b);
                of[b].push(a);
            }
        }
        self.notes.few.connected.push(Connected {
            facts,
            touching: of,
        });
    }

    /// Posts for each such place of which the number is known, too, the ways in which its cells can lie.
    pub(crate) fn post_few_ways(&mut self) -> Made<()> {
        let FewWays {
            connected, counts, ..
        } = std::mem::take(&mut self.notes.few);
        for place in connected {
            let mut facts = place.facts.clone();
            facts.sort_unstable();
            let Some(&number) = counts.get(&facts) else {
                continue;
            };
            let Some(ways) = connected_sets(&place.touching, number, MOST_TUPLES) else {
                continue;
            };
            let cost = ways.len() * place.facts.len() / TUPLES_A_STEP;
            // Half of what normal words may take: it only makes solving faster.
            if self.budget.steps + cost > MOST_STEPS / 8 {
                continue;
            }
            self.fired(Pass::FewWays);
            self.implied(
                "so many connected cells lie in one of a few ways (it follows from their number)",
            );
            self.spend_here(cost)?;
            let vars: Vec<Var> = place.facts.iter().map(|&(var, _)| var).collect();
            let mut cells = Vec::with_capacity(ways.len() * vars.len());
            for way in &ways {
                for (at, &(var, value)) in place.facts.iter().enumerate() {
                    let mut values = self.model.domain(var).iter();
                    cells.extend(match way.contains(&at) {
                        true => Some(value),
                        false => values.find(|&other| other != value),
                    });
                }
            }
            let tuples = Arc::new(Tuples::from_cells(vars.len(), cells));
            self.post_as(Table::new(&vars, tuples), "table", "domain consistent");
        }
        Ok(())
    }
}

/// The connected sets of so many vertices, each once; `None` if there are more than `most` (Redelmeier, 1981: a set
/// grows by vertices that touch it, and not by those that were tried before).
fn connected_sets(touching: &[Vec<usize>], size: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    for first in 0..touching.len() {
        // Sets whose least vertex is this one.
        let mut known: Vec<bool> = (0..touching.len()).map(|vertex| vertex <= first).collect();
        let mut set = Vec::with_capacity(size);
        grow(
            touching,
            size,
            most,
            &mut set,
            vec![first],
            &mut known,
            &mut found,
        )?;
    }
    Some(found)
}

/// Adds the sets of this size that grow from a smaller one by some of `open`, and vertices that touch these.
fn grow(
    touching: &[Vec<usize>],
    size: usize,
    most: usize,
    set: &mut Vec<usize>,
    mut open: Vec<usize>,
    known: &mut Vec<bool>,
    found: &mut Vec<Vec<usize>>,
) -> Option<()> {
    while let Some(next) = open.pop() {
        set.push(next);
        if set.len() == size {
            if found.len() == most {
                return None;
            }
            found.push(set.clone());
        } else {
            let fresh = touching[next].iter().copied();
            let fresh: Vec<usize> = fresh.filter(|&vertex| !known[vertex]).collect();
            for &vertex in &fresh {
                known[vertex] = true;
            }
            let more = open.iter().chain(&fresh).copied().collect();
            grow(touching, size, most, set, more, known, found)?;
            for vertex in fresh {
                known[vertex] = false;
            }
        }
        set.pop();
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All sets of a size that hang together, by definition.
    fn by_definition(touching: &[Vec<usize>], size: usize) -> BTreeSet<Vec<usize>> {
        let hang_together = |set: &Vec<usize>| {
            let mut reached = vec![set[0]];
            let mut at = 0;
            while at < reached.len() {
                for &next in &touching[reached[at]] {
                    if set.contains(&next) && !reached.contains(&next) {
                        reached.push(next);
                    }
                }
                at += 1;
            }
            reached.len() == set.len()
        };
        (0u32..1 << touching.len())
            .map(|bits| {
                let all = 0..touching.len();
                all.filter(|&vertex| bits >> vertex & 1 == 1)
                    .collect::<Vec<usize>>()
            })
            .filter(|set| set.len() == size && hang_together(set))
            .collect()
    }

    #[test]
    fn each_connected_set_is_found_once() {
        let mut rng = quadrille_engine::Rng::new(8);
        for _ in 0..300 {
            let vertices = 1 + rng.below(9) as usize;
            let mut touching = vec![Vec::new(); vertices];
            for a in 0..vertices {
                for b in 0..a {
                    if rng.below(3) == 0 {
                        touching[a].push(b);
                        touching[b].push(a);
                    }
                }
            }
            for size in 1..=vertices {
                let found = connected_sets(&touching, size, usize::MAX).expect("there is no limit");
                let number = found.len();
                let sets = found.into_iter().map(|mut set| {
                    set.sort_unstable();
                    set
                });
                let sets: BTreeSet<Vec<usize>> = sets.collect();
                assert_eq!(sets.len(), number);
                assert_eq!(sets, by_definition(&touching, size));
                let fewer = connected_sets(&touching, size, number.saturating_sub(1));
                assert_eq!(fewer.is_none(), number > 0);
            }
        }
    }
}
