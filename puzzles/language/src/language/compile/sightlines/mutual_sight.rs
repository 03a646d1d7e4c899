//! Cells that see each other: at most one of those in a line of sight is of a kind.

use quadrille_engine::Relation;
use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::budget::of_test;
use super::super::logic::{FALSE, and, compare, counted, not, sum};
use super::super::value::Value;
use super::super::{Compiler, Made};
use crate::language::geometry::{Atom, direction_called};
use crate::language::syntax::{Expr, Kind, Lines, Node, Noun, Phrase, Qualifier, Word};
use crate::language::values::position;

/// What ends a line of sight, if anything does.
type Until<'a> = Option<(bool, &'a Word)>;

impl Compiler<'_> {
    /// `no A cell c, A cell d seen from c until W`: at most one A in each line of cells between two that are W, and with
    /// either of these. False if the rule is something else, or if the solution decides where lines end.
    pub(crate) fn post_mutual_sight(
        &mut self,
        phrases: &[Phrase],
        body: Option<&Expr>,
    ) -> Made<bool> {
        let Some(until) = said_of_each_other(phrases, body)
            .filter(|_| !self.options.apart && !self.options.learns)
        else {
            return Ok(false);
        };
        let Some(tests) = self.tests_of(&phrases[0])? else {
            return Ok(false);
        };
        let geometry = self.data.geometry;
        let mut lines = Vec::new();
        for board in self.boards() {
            for direction in [Lines::Row, Lines::Column] {
                for number in 0..geometry.count_lines(direction) {
                    let cells = geometry.line(direction, number).into_iter();
                    let cell = |index| Atom {
                        kind: Kind::Cell,
                        board,
                        index,
                    };
                    let cells: Vec<Atom> = cells.map(cell).collect();
                    let Some(ends) = self.ends_of(&cells, until)? else {
                        return Ok(false);
                    };
                    lines.push((cells, ends));
                }
            }
        }
        for (cells, ends) in lines {
            let test = |at: usize| tests[position(&geometry, cells[at])].clone();
            let mut from = 0;
            for to in 0..=cells.len() {
                if to < cells.len() && !ends[to] {
                    continue;
                }
                let inside: Vec<Test> = (from..to).map(test).collect();
                // An end sees the cells of the line, but not the other end.
                let before = from.checked_sub(1).map(test);
                let after = (to < cells.len()).then(|| test(to));
                let ends = before.into_iter().chain(after);
                let ends: Vec<Test> = ends.filter(|end| !self.is_refuted(end)).collect();
                if ends.is_empty() || inside.is_empty() {
                    self.at_most_one(inside)?;
                } else {
                    for end in ends {
                        self.at_most_one(inside.iter().cloned().chain([end]).collect())?;
                    }
                }
                from = to + 1;
            }
        }
        Ok(true)
    }

    /// By position of the cells: when each is a member of a phrase. `None` if that is not known of each by itself.
    fn tests_of(&mut self, phrase: &Phrase) -> Made<Option<Vec<Test>>> {
        let members = self.members(phrase)?;
        let is_missing = std::mem::take(&mut self.eval.missing);
        let is_partly = !std::mem::take(&mut self.eval.absence.when).is_empty();
        if is_missing || is_partly {
            return Ok(None);
        }
        let geometry = self.data.geometry;
        let mut tests = vec![FALSE; geometry.count(Kind::Cell) * geometry.boards];
        for (value, test) in members {
            match value {
                Value::Atom(cell) if self.group_in(&test).is_none() => {
                    tests[position(&geometry, cell)] = test;
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(tests))
    }

    /// Whether a fact contradicts a rule that was posted before.
    fn is_refuted(&self, test: &Test) -> bool {
        let Test::Literal(literal) = test else {
            return *test == FALSE;
        };
        self.facts.units.get(&literal.var).is_some_and(|unit| {
            let is_other = unit.relation == Relation::Is && !literal.admits(unit.value);
            is_other || *unit == literal.negated()
        })
    }

    /// Posts that at most one of some tests holds.
    fn at_most_one(&mut self, mut tests: Vec<Test>) -> Made<()> {
        tests.retain(|test| *test != FALSE);
        let parts: usize = tests.iter().map(of_test).sum();
        self.spend_here(parts)?;
        if tests.len() < 3 {
            return if tests.len() < 2 {
                Ok(())
            } else {
                self.post(not(and(tests)))
            };
        }
        let one = Number::Const(1);
        let count = sum(tests
            .into_iter()
            .map(|test| (1, counted(test, one.clone()))));
        match count {
            Some(count) => self.post(compare(count, Sign::AtMost, one)),
            None => self.unclear(&self.current_span()),
        }
    }
}

/// What ends the lines of sight, if none of some cells sees another one of the same.
fn said_of_each_other<'a>(phrases: &'a [Phrase], body: Option<&Expr>) -> Option<Until<'a>> {
    let ([first, second], None) = (phrases, body) else {
        return None;
    };
    let are_cells = |phrase: &Phrase| {
        let is_side = |word: &Word| direction_called(&word.name).is_some();
        matches!(phrase.noun, Noun::Atoms(Kind::Cell))
            && phrase.take.is_none()
            && !phrase.adjectives.iter().any(|(_, word)| is_side(word))
    };
    let words = |phrase: &'a Phrase| {
        let words = phrase.adjectives.iter();
        words.map(|(negated, word)| (*negated, &*word.name))
    };
    let ([from], []) = (&first.variables[..], &first.qualifiers[..]) else {
        return None;
    };
    if !are_cells(first) || !are_cells(second) || !words(first).eq(words(second)) {
        return None;
    }
    let (mut is_seen, mut until) = (false, None);
    for qualifier in &second.qualifiers {
        match qualifier {
            Qualifier::SeenFrom(cell) if !is_seen => {
                is_seen = matches!(&cell.node, Node::Name(name) if *name == from.name);
                if !is_seen {
                    return None;
                }
            }
            Qualifier::Until(negated, word) if until.is_none() => until = Some((*negated, word)),
            _ => return None,
        }
    }
    is_seen.then_some(until)
}
