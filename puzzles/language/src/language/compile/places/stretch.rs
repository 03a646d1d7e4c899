//! Runs, pairs and steps.

use super::super::budget::of_test;
use super::super::logic::{FALSE, TRUE, and, not};
use super::super::value::{Place, Value};
use super::super::{Compiler, Made};
use super::phrase::{Member, Members};
use crate::grid::Direction;
use crate::language::geometry::Atom;
use crate::language::syntax::{Kind, Lines, PairOf, Phrase, Qualifier};
use quadrille_engine::propagators::{Number, Test};
use smallvec::smallvec;
use std::rc::Rc;

impl Compiler<'_> {
    /// The runs of cells in a place: every stretch, with the test that it is one.
    pub(crate) fn runs(
        &mut self,
        material: &Phrase,
        source: Option<&Qualifier>,
    ) -> Made<Vec<Member>> {
        let Some(Qualifier::In(place)) = source else {
            // In each row and each column.
            let mut found = Vec::new();
            for (line, _) in self.lines(Lines::Line) {
                if let Value::Place(line) = line {
                    found.extend(self.runs_in(material, &line)?);
                }
            }
            return Ok(found);
        };
        let of = self.place(place)?;
        self.needs_order(&of, &place.span)?;
        self.runs_in(material, &of)
    }

    fn runs_in(&mut self, material: &Phrase, place: &Place) -> Made<Vec<Member>> {
        if self.may_skip(place) {
            return self.unclear(&material.span);
        }
        let inside = self.each_inside(material, place)?;
        let atoms: Vec<Atom> = place.members.iter().map(|(atom, _)| *atom).collect();
        if inside.iter().any(|test| !matches!(test, Test::Const(_))) {
            // One stretch for every two ends, each with everything between them.
            self.spend(atoms.len().saturating_pow(3) / 12, &material.span)?;
        }
        Ok(self.stretches(&atoms, &inside, place.circular, &place.name))
    }

    /// For each member of a place, the test that it is of a material.
    pub(crate) fn each_inside(&mut self, material: &Phrase, place: &Place) -> Made<Vec<Test>> {
        if !material.is_of_each_cell() {
            let all = self.place_of(material)?;
            let inside = place.members.iter().map(|(atom, guard)| {
                // What is reached is said of the members of a group, of which the cells of a line know nothing.
                self.reify(and([guard.clone(), all.guard_of(*atom)]))
            });
            return inside.collect();
        }
        let mut inside = Vec::with_capacity(place.members.len());
        for (atom, guard) in &place.members {
            let members = self.filtered(material, vec![(Value::Atom(*atom), guard.clone())])?;
            inside.push(members.into_iter().next().map_or(FALSE, |(_, test)| test));
        }
        Ok(inside)
    }

    /// A stretch of atoms as a place, named by its ends.
    pub(crate) fn stretch(&self, atoms: &[Atom]) -> Place {
        let mut run = Place::plain(atoms.iter().copied());
        if let (Some(first), Some(last)) = (atoms.first(), atoms.last()) {
            let cell = |atom: &Atom| self.data.geometry.cell(atom.index);
            let (first, last) = (cell(first), cell(last));
            run.name = if first == last {
                first.to_string()
            } else {
                format!("{first} to {last}")
            };
        }
        run
    }

    /// Whether two cells of a place touch that are consecutive only if the solution leaves out those between them.
    fn may_skip(&self, place: &Place) -> bool {
        if place.members.iter().all(|(_, guard)| *guard == TRUE) {
            return false;
        }
        let atoms: Vec<Atom> = place.members.iter().map(|(atom, _)| *atom).collect();
        let touches_later = |(i, &a): (usize, &Atom)| {
            let mut later = atoms.iter().skip(i + 2);
            later.any(|&b| self.follows(a, b))
        };
        atoms.iter().enumerate().any(touches_later)
    }

    /// Whether consecutive cells of a place touch, at least at a corner: otherwise no run has both.
    pub(crate) fn follows(&self, a: Atom, b: Atom) -> bool {
        let geometry = &self.data.geometry;
        let (a, b) = (geometry.position(a.index), geometry.position(b.index));
        a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1
    }

    /// Every stretch of atoms, with the test that it is a maximal one of those inside.
    pub(crate) fn stretches(
        &self,
        atoms: &[Atom],
        inside: &[Test],
        circular: bool,
        _: &str,
    ) -> Vec<Member> {
        let n = atoms.len();
        let geometry = &self.data.geometry;
        // In a ring around a cell at the border some cells are missing: neighbours in the list need not touch.
        let touch = |a: usize, b: usize| {
            let (a, b) = (
                geometry.position(atoms[a].index),
                geometry.position(atoms[b].index),
            );
            a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
        };
        let mut found = Vec::new();
        let mut stretch = |cells: Vec<usize>, ends: Vec<usize>| {
            let mut tests: Vec<Test> = cells.iter().map(|&i| inside[i].clone()).collect();
            tests.extend(ends.into_iter().map(|i| not(inside[i].clone())));
            let test = and(tests);
            if test != FALSE {
                let cells: Vec<Atom> = cells.iter().map(|&i| atoms[i]).collect();
                let run = self.stretch(&cells);
                found.push((Value::Place(Rc::new(run)), test));
            }
        };
        if !circular {
            for start in 0..n {
                if inside[start] == FALSE {
                    continue;
                }
                for (end, last) in inside.iter().enumerate().skip(start) {
                    if *last == FALSE || end > start && !self.follows(atoms[end - 1], atoms[end]) {
                        break;
                    }
                    let beside = |a: usize, b: usize| self.follows(atoms[a], atoms[b]);
                    let mut ends = Vec::new();
                    ends.extend(start.checked_sub(1).filter(|&before| beside(before, start)));
                    ends.extend((end + 1 < n && beside(end, end + 1)).then_some(end + 1));
                    stretch((start..=end).collect(), ends);
                }
            }
            return found;
        }
        if n >= 3 && (0..n).all(|i| touch(i, (i + 1) % n)) {
            stretch((0..n).collect(), Vec::new());
        }
        for start in 0..n {
            for length in 1..=n {
                let cells: Vec<usize> = (0..length).map(|i| (start + i) % n).collect();
                if cells.windows(2).any(|pair| !touch(pair[0], pair[1])) {
                    break;
                }
                let (before, after) = ((start + n - 1) % n, (start + length) % n);
                let mut ends = Vec::new();
                let (open_before, open_after) = (
                    n > 1 && touch(before, start),
                    n > 1 && touch(cells[length - 1], after),
                );
                if length == n && (open_before || open_after) {
                    // The whole of a closed ring, which is one run and was handled above.
                    break;
                }
                if open_before {
                    ends.push(before);
                }
                if open_after && !ends.contains(&after) {
                    ends.push(after);
                }
                stretch(cells, ends);
            }
        }
        found
    }

    pub(crate) fn pairs(&mut self, phrase: &Phrase, of: &PairOf) -> Made<Vec<Members>> {
        let geometry = self.data.geometry;
        let mut pairs: Vec<(Value, Value, Test)> = Vec::new();
        let within = phrase.qualifiers.iter().enumerate();
        let mut within = within.filter_map(|(at, own)| Some((at, self.cells_within(own)?)));
        let within = within.next();
        let (used, within) = (within.as_ref().map(|own| own.0), within.map(|own| own.1));
        let is_within = |cell: Atom| within.as_ref().is_none_or(|cells| cells.contains(&cell));
        match of {
            PairOf::Atoms(phrase) => {
                let members = self.members(phrase)?;
                let parts: usize = members.iter().map(|(_, test)| of_test(test)).sum();
                self.spend(members.len().saturating_mul(parts), &phrase.span)?;
                for (i, (a, test)) in members.iter().enumerate() {
                    for (b, other) in &members[i + 1..] {
                        pairs.push((a.clone(), b.clone(), and([test.clone(), other.clone()])));
                    }
                }
            }
            _ => {
                let steps: &[(isize, isize)] = match of {
                    PairOf::Neighbours => &[(0, 1), (1, 0)],
                    PairOf::Contacts => &[(0, 1), (1, -1), (1, 0), (1, 1)],
                    _ => &[(1, -2), (1, 2), (2, -1), (2, 1)],
                };
                let count = geometry.count(Kind::Cell) as u32;
                let cells = self
                    .boards()
                    .flat_map(|board| (0..count).map(move |index| (board, index)));
                let cell = |board, index| Atom {
                    kind: Kind::Cell,
                    board,
                    index,
                };
                for (board, index) in cells.filter(|&(board, index)| is_within(cell(board, index)))
                {
                    for &step in steps {
                        let Some(other) = geometry.shifted(index, step) else {
                            continue;
                        };
                        let [a, b] = [index, other].map(|index| cell(board, index));
                        if is_within(b) {
                            pairs.push((Value::Atom(a), Value::Atom(b), TRUE));
                        }
                    }
                }
            }
        }
        let used = used.filter(|_| !matches!(of, PairOf::Atoms(_)));
        self.pairs_filtered(phrase, pairs, used)
    }

    /// The cells of a place that is known and small, if this qualifier asks for what lies in it. For each block of a board, to
    /// look at the pairs of all cells took a third of compiling a fillmat.
    fn cells_within(&self, qualifier: &Qualifier) -> Option<Vec<Atom>> {
        let Qualifier::In(within) = qualifier else {
            return None;
        };
        let cells = self.known_cells(within)?;
        // Each cell is looked for among them.
        (cells.len() <= 8).then_some(cells)
    }

    /// Applies the adjectives to both, and `where` to the pair.
    pub(super) fn pairs_filtered(
        &mut self,
        phrase: &Phrase,
        pairs: Vec<(Value, Value, Test)>,
        used: Option<usize>,
    ) -> Made<Vec<Members>> {
        let mut found = Vec::new();
        for (a, b, guard) in pairs {
            let mut tests = vec![guard];
            for (negated, adjective) in &phrase.adjectives {
                for value in [&a, &b] {
                    let truth = self.adjective(adjective, value, &[])?;
                    tests.push(if *negated {
                        truth.fails()
                    } else {
                        truth.holds()
                    });
                }
            }
            for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
                if tests.contains(&FALSE) {
                    break;
                }
                if used == Some(at) {
                    continue;
                }
                match qualifier {
                    Qualifier::With(layer) => {
                        tests.push(self.has(&a, layer)?);
                        tests.push(self.has(&b, layer)?);
                    }
                    Qualifier::Without(layer) => {
                        tests.push(not(self.has(&a, layer)?));
                        tests.push(not(self.has(&b, layer)?));
                    }
                    Qualifier::Where(formula) => {
                        let depth = self.eval.scope.names.len();
                        for (variable, value) in phrase.variables.iter().zip([&a, &b]) {
                            self.eval
                                .scope
                                .names
                                .push((variable.name.clone(), value.clone()));
                        }
                        let holds = self.keeps_where(formula);
                        self.eval.scope.names.truncate(depth);
                        tests.push(holds?);
                    }
                    qualifier => {
                        tests.push(self.keeps(phrase, qualifier, &a)?);
                        tests.push(self.keeps(phrase, qualifier, &b)?);
                    }
                }
            }
            let test = and(tests);
            if test != FALSE {
                found.push((smallvec![a, b], test));
            }
        }
        if found.is_empty() {
            self.look_for_absence(phrase, used)?;
        }
        Ok(found)
    }

    pub(crate) fn steps(&mut self, phrase: &Phrase) -> Made<Vec<Members>> {
        let used = phrase
            .qualifiers
            .iter()
            .position(|qualifier| matches!(qualifier, Qualifier::In(_)));
        let Some((used, Qualifier::In(source))) = used.map(|at| (at, &phrase.qualifiers[at]))
        else {
            return self.unclear(&phrase.span);
        };
        let place = self.place(source)?;
        self.needs_order(&place, &source.span)?;
        let mut pairs = Vec::new();
        for (i, (a, test)) in place.members.iter().enumerate() {
            // The next member that is there.
            let mut between = vec![test.clone()];
            for (b, other) in &place.members[i + 1..] {
                let mut tests = between.clone();
                tests.push(other.clone());
                if !place.circular || self.share_side(*a, *b) {
                    pairs.push((Value::Atom(*a), Value::Atom(*b), and(tests)));
                }
                if *other == TRUE {
                    break;
                }
                between.push(not(other.clone()));
            }
        }
        if place.circular {
            pairs.extend(self.around_the_end(&place)?);
        }
        self.pairs_filtered(phrase, pairs, Some(used))
    }

    /// The step of a ring from its last member to its first one, if it has more than two.
    pub(super) fn around_the_end(&mut self, place: &Place) -> Made<Vec<(Value, Value, Test)>> {
        let guards: Vec<Test> = place
            .members
            .iter()
            .map(|(_, guard)| guard.clone())
            .collect();
        let terms = guards.iter().map(|guard| {
            (
                1,
                super::super::logic::counted(guard.clone(), Number::Const(1)),
            )
        });
        let Some(count) = super::super::logic::sum(terms) else {
            return Ok(Vec::new());
        };
        let sign = quadrille_engine::propagators::Comparison::AtMost;
        let several = super::super::logic::compare(Number::Const(3), sign, count);
        let mut found = Vec::new();
        for (j, (b, _)) in place.members.iter().enumerate() {
            for (i, (a, _)) in place.members.iter().enumerate().skip(j + 1) {
                if self.share_side(*a, *b) {
                    let outside = guards[..j].iter().chain(&guards[i + 1..]).cloned().map(not);
                    let both = [
                        guards[i].clone(),
                        guards[j].clone(),
                        several.clone(),
                        and(outside),
                    ];
                    found.push((Value::Atom(*a), Value::Atom(*b), self.reify(and(both))?));
                }
            }
        }
        Ok(found)
    }

    pub(super) fn share_side(&self, a: Atom, b: Atom) -> bool {
        let geometry = &self.data.geometry;
        let beside = |d: &Direction| geometry.neighbour(a.index, *d) == Some(b.index);
        a.kind == Kind::Cell
            && b.kind == Kind::Cell
            && a.board == b.board
            && Direction::ALL.iter().any(beside)
    }
}
