//! Rules about each run that hold for every part of a run for which they hold: of each line, the shortest stretches that
//! break them are never whole.

use std::rc::Rc;

use super::super::logic::{FALSE, TRUE, Truth, not, or};
use super::super::recognise::is;
use super::super::value::Value;
use super::super::{Compiler, Made};
use super::clue::runs_of_a_place;
use crate::language::geometry::Atom;
use crate::language::syntax::{
    Comparison, Expr, Name, Node, Noun, PairOf, Phrase, Qualifier, Quantifier,
};
use crate::language::walk::{Term, walk, walk_phrase};
use quadrille_engine::propagators::Test;

impl Compiler<'_> {
    /// `each run n of X in P: …`, where what is said passes from a run to each part of it and depends on data alone: the
    /// shortest stretches for which it is false are not all X. One clause for each of these; with one for each run, as
    /// many as there are pairs of its ends, a heyawake of 24×14 took nine times as long to compile. `false` if it is not
    /// of this form.
    pub(crate) fn post_windows(&mut self, phrase: &Phrase, body: &Expr, place: &str) -> Made<bool> {
        let Some((material, run, whole)) = runs_of_a_place(phrase) else {
            return Ok(false);
        };
        if !passes_to_parts(body, run) {
            return Ok(false);
        }
        let Some(of) = self.certain_place(whole)? else {
            return Ok(false);
        };
        let is_plain =
            of.ordered && !of.circular && of.members.iter().all(|(_, test)| *test == TRUE);
        if std::mem::take(&mut self.eval.missing) || !is_plain {
            return Ok(false);
        }
        let atoms: Vec<Atom> = of.members.iter().map(|(atom, _)| *atom).collect();
        // Nothing is missing in a part if nothing is in the whole.
        match self.truth_of(run, &atoms, body)? {
            None => return Ok(false),
            Some(true) => return Ok(true),
            Some(false) => {}
        }
        let inside = self.each_inside(material, &of)?;
        let mut broken: Vec<(usize, usize)> = Vec::new();
        let mut start = 0;
        while start < atoms.len() {
            let mut end = start;
            while end < atoms.len()
                && inside[end] != FALSE
                && (end == start || self.follows(atoms[end - 1], atoms[end]))
            {
                end += 1;
            }
            let Some(found) = self.shortest_broken(run, &atoms[start..end], body)? else {
                return Ok(false);
            };
            broken.extend(found.into_iter().map(|(a, b)| (start + a, start + b)));
            start = end.max(start + 1);
        }
        for (first, last) in broken {
            let stretch = self.stretch(&atoms[first..=last]);
            let name = self.join_name(place, &[Value::Place(Rc::new(stretch))]);
            self.at(&name);
            self.post(or(inside[first..=last].iter().cloned().map(not)))?;
        }
        Ok(true)
    }

    /// The shortest stretches of atoms in a row for which what is said of a run is false, by their ends. `None` if for one
    /// of them that depends on the solution, or is missing. It is asked at most twice for each atom.
    fn shortest_broken(
        &mut self,
        run: &Name,
        atoms: &[Atom],
        body: &Expr,
    ) -> Made<Option<Vec<(usize, usize)>>> {
        let mut broken = Vec::new();
        let mut last = 0;
        for first in 0..atoms.len() {
            last = last.max(first);
            loop {
                match self.truth_of(run, &atoms[first..=last], body)? {
                    None => return Ok(None),
                    Some(false) => break,
                    Some(true) if last + 1 == atoms.len() => return Ok(Some(broken)),
                    Some(true) => last += 1,
                }
            }
            // It ends where the one before does, which has it as a part, or it is the shortest that ends there so far.
            if broken.last().is_some_and(|&(_, end)| end == last) {
                broken.pop();
            }
            broken.push((first, last));
        }
        Ok(Some(broken))
    }

    /// What a formula says if a run consists of these atoms, if data alone decide.
    fn truth_of(&mut self, run: &Name, atoms: &[Atom], body: &Expr) -> Made<Option<bool>> {
        let depth = self.eval.scope.names.len();
        let value = Value::Place(Rc::new(self.stretch(atoms)));
        self.eval.scope.names.push((run.clone(), value));
        let truth = self.truth(body);
        self.eval.scope.names.truncate(depth);
        Ok(match truth? {
            Truth::Plain(Test::Const(truth)) => Some(truth),
            _ => None,
        })
    }
}

/// Whether a formula that is true for a run is true for each part of it, as far as its form tells.
fn passes_to_parts(body: &Expr, run: &Name) -> bool {
    match &body.node {
        Node::And(parts) => parts.iter().all(|part| passes_to_parts(part, run)),
        Node::Quantified(quantifier, phrases, condition) => {
            let is_bound = match quantifier {
                Quantifier::Each | Quantifier::No => true,
                Quantifier::AtMost(number) => !names(number, run),
                _ => false,
            };
            is_bound
                && phrases.iter().all(|phrase| is_of_part(phrase, run))
                && condition.as_ref().is_none_or(|inner| !names(inner, run))
        }
        Node::Compare(comparison, a, b) => {
            let is_size = |size: &Expr| matches!(&size.node, Node::Of(word, of) if &*word.name == "size" && of.len() == 1 && is(&of[0], run));
            match comparison {
                Comparison::Less | Comparison::AtMost => is_size(a) && !names(b, run),
                Comparison::Greater | Comparison::AtLeast => is_size(b) && !names(a, run),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether what a phrase names in a part of a run it names in the whole, too.
fn is_of_part(phrase: &Phrase, run: &Name) -> bool {
    let is_free = |qualifier: &Qualifier| match qualifier {
        Qualifier::With(_) | Qualifier::Without(_) => true,
        Qualifier::Where(condition) => !names(condition, run),
        _ => false,
    };
    let is_in = |qualifier: &Qualifier| matches!(qualifier, Qualifier::In(of) if is(of, run));
    let mut is_named = false;
    walk_phrase(phrase, &mut |part| {
        is_named |= matches!(part, Term::Expr(expr) if is(expr, run));
    });
    if !is_named {
        return true;
    }
    let has_parts = match &phrase.noun {
        Noun::Atoms(_) | Noun::Step => true,
        Noun::Pair(PairOf::Atoms(inner)) => {
            return is_of_part(inner, run)
                && phrase.take.is_none()
                && phrase.qualifiers.iter().all(is_free);
        }
        _ => false,
    };
    has_parts
        && phrase.take.is_none()
        && phrase
            .qualifiers
            .iter()
            .all(|own| is_in(own) || is_free(own))
}

/// Whether a name occurs in an expression.
fn names(expr: &Expr, name: &Name) -> bool {
    let mut found = false;
    walk(expr, &mut |part| {
        found |= matches!(part, Term::Expr(expr) if is(expr, name));
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{data, solutions_with};
    use super::super::super::{Selection, compile};
    use quadrille_engine::Rng;

    const ROWS: usize = 3;
    const COLUMNS: usize = 4;

    /// The cells of each row and column.
    fn lines() -> Vec<Vec<usize>> {
        let row = |r: usize| (0..COLUMNS).map(|c| r * COLUMNS + c).collect();
        let column = |c: usize| (0..ROWS).map(|r| r * COLUMNS + c).collect();
        (0..ROWS).map(row).chain((0..COLUMNS).map(column)).collect()
    }

    /// Whether each maximal run of open cells in each line passes.
    fn holds(grid: u32, passes: &dyn Fn(&[usize]) -> bool) -> bool {
        lines().iter().all(|line| {
            let runs = line.split(|&cell| grid >> cell & 1 == 1);
            runs.filter(|run| !run.is_empty()).all(passes)
        })
    }

    /// A rule in words, and the same for a run of cells with these numbers and rooms.
    type Rule = (&'static str, fn(&[usize], &[i64], &[i64]) -> bool);

    const RULES: [Rule; 6] = [
        (
            "at most 1 step a, b in n: room of a != room of b",
            |run, _, rooms| {
                let crossed = run
                    .windows(2)
                    .filter(|pair| rooms[pair[0]] != rooms[pair[1]]);
                crossed.count() <= 1
            },
        ),
        ("size of n < 3", |run, _, _| run.len() < 3),
        (
            "size of n <= 3 and no cell in n where number of it = 2",
            |run, numbers, _| run.len() <= 3 && run.iter().all(|&cell| numbers[cell] != 2),
        ),
        (
            "each pair a, b of cells in n: number of a != number of b",
            |run, numbers, _| {
                let mut seen: Vec<i64> = run.iter().map(|&cell| numbers[cell]).collect();
                seen.sort_unstable();
                // What is missing differs from nothing and equals nothing: it says nothing.
                seen.retain(|&number| number > 0);
                seen.windows(2).all(|pair| pair[0] != pair[1])
            },
        ),
        (
            "at most 2 cells c in n: number of c > 1",
            |run, numbers, _| run.iter().filter(|&&cell| numbers[cell] > 1).count() <= 2,
        ),
        // What a longer run may have and a part not: no windows.
        ("some cell c in n: number of c = 1", |run, numbers, _| {
            run.iter().any(|&cell| numbers[cell] == 1)
        }),
    ];

    #[test]
    fn windows_say_what_runs_do() {
        let mut rng = Rng::new(5);
        for (rule, passes) in RULES {
            for _ in 0..20 {
                let mut pick = |most: u64| -> Vec<i64> {
                    (0..ROWS * COLUMNS)
                        .map(|_| rng.below(most) as i64)
                        .collect()
                };
                let (numbers, rooms) = (pick(4), pick(2));
                let text = |values: &[i64], letters: bool| -> String {
                    let word = |&value: &i64| match (letters, value) {
                        (true, room) => ["A", "B"][room as usize].to_owned(),
                        (false, 0) => ".".to_owned(),
                        (false, number) => number.to_string(),
                    };
                    values.iter().map(word).collect::<Vec<_>>().join(" ")
                };
                let book = format!(
                    "data number on cells: 1..3\ndata room on cells: regions\n\
                     decide shade on cells: shaded or open\n\
                     \"Rule.\"\n    each line l, run n of open cells in l: {rule}\n"
                );
                let given = [
                    ("number", text(&numbers, false)),
                    ("room", text(&rooms, true)),
                ];
                let given: Vec<(&str, &str)> = given
                    .iter()
                    .map(|(name, text)| (*name, text.as_str()))
                    .collect();
                let data = data(&book, ROWS, COLUMNS, &given);
                let mut found = solutions_with(&data, &Selection::default());
                found.sort();
                let passes = |run: &[usize]| passes(run, &numbers, &rooms);
                let mut expected: Vec<String> = (0..1u32 << (ROWS * COLUMNS))
                    .filter(|&grid| holds(grid, &passes))
                    .map(|grid| {
                        let cell = |cell| if grid >> cell & 1 == 1 { '#' } else { '.' };
                        (0..ROWS * COLUMNS).map(cell).collect()
                    })
                    .collect();
                expected.sort();
                assert_eq!(found, expected, "{rule} {given:?}");
            }
        }
    }

    #[test]
    fn one_clause_for_each_shortest_stretch() {
        let book = "data room on cells: regions\ndecide shade on cells: shaded or open\n\
                    \"Rule.\"\n    each line l, run n of open cells in l: \
                    at most 1 step a, b in n: room of a != room of b\n";
        // Crossed after the second, third, fifth and sixth cell: three stretches.
        let data = data(book, 1, 8, &[("room", "A A B C C D A A")]);
        let compiled = compile(&data, &Selection::default()).ok().unwrap();
        let places: Vec<&str> = compiled.postings.iter().map(|part| &*part.place).collect();
        assert_eq!(
            places,
            [
                "row 1, r1c2 to r1c4",
                "row 1, r1c3 to r1c6",
                "row 1, r1c5 to r1c7"
            ]
        );
    }
}
