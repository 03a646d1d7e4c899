//! What of a puzzle and its solutions is drawn and reported.

use std::borrow::Cow;
use std::sync::{Arc, PoisonError};

use quadrille_engine::Var;

use super::super::syntax::{Ground, Kind as AtomKind};
use super::super::values::{Filled, Filling, atom_at};
use super::super::{compile, interpret, notation, picture, show};
use super::Puzzle;
use crate::grid::Cell;
use crate::picture::{Consensus, Flow, Picture, Stroke};
use crate::puzzle::{Completed, ConsensusReport, Entries, Reading};

impl Puzzle {
    /// The puzzle as it was read: regions, clues, givens.
    pub fn picture(&self) -> Picture {
        picture::of_puzzle(&self.data)
    }

    /// Draws a solution into the puzzle's picture.
    pub fn fill(&self, picture: &mut Picture, completed: &Completed) {
        let filling = &*self.whole(&completed.filling);
        // Said beside the puzzle.
        picture.facts.clear();
        picture::fill(picture, &self.data, filling);
        show::draw(picture, &self.folded(filling));
    }

    /// Further pictures of a solution, as (name, SVG document): the net and the box of a folded shape.
    pub fn extra_pictures(&self, completed: &Completed) -> Vec<(&'static str, String)> {
        show::pictures(&self.data, &self.folded(&completed.filling))
    }

    /// Further output for a solution, in lines: each row's numbers, the places of tiles, the faces of the box.
    pub fn report(&self, completed: &Completed) -> Vec<String> {
        let filling = &*self.whole(&completed.filling);
        let mut lines = show::report(&self.data, filling, &self.folded(filling));
        if let Some(asked) = self.asked() {
            lines.extend(interpret::parts(
                &self.determined,
                &self.data,
                filling,
                &asked.value,
            ));
        }
        lines
    }

    /// A filled grid with values for hidden layers, if these are to be drawn and the grid lacks them.
    fn whole<'f>(&self, filling: &'f Filling) -> Cow<'f, Filling> {
        if picture::draws_what_is_hidden(self.book())
            && let compile::Completion::Found(whole) = compile::complete(&self.data, filling, &[])
        {
            return Cow::Owned(whole);
        }
        Cow::Borrowed(filling)
    }

    /// The output of the rules about folding.
    fn folded(&self, filling: &Filling) -> Arc<[interpret::Folded]> {
        if !interpret::has_rules_of_folding(&self.data) {
            return Arc::default();
        }
        let mut last = self.folded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, folded)) = &*last
            && known == filling
        {
            return Arc::clone(folded);
        }
        let folded: Arc<[_]> = interpret::folded(&self.determined, &self.data, filling).into();
        *last = Some((filling.clone(), Arc::clone(&folded)));
        folded
    }

    /// Draws the entries into the puzzle's picture, as far as they can be drawn.
    pub fn fill_entries(&self, picture: &mut Picture, entries: &Entries) {
        picture::fill(picture, &self.data, &entries.filling);
    }

    /// The amounts that flow between cells of a filled grid, if the puzzle has any.
    pub fn flows(&self, completed: &Completed) -> Vec<Flow> {
        let filling = &*self.whole(&completed.filling);
        let drawn = show::flows(&self.data, filling).into_iter();
        drawn
            .filter(|(board, _)| *board == 0)
            .map(|(_, flow)| flow)
            .collect()
    }

    /// Marks in the picture of `first` where another grid differs from it.
    pub fn mark_differences(&self, picture: &mut Picture, first: &Completed, second: &Completed) {
        let (first, second) = (&first.filling, &second.filling);
        let second = &second.named_as(first, self.book());
        // What differs between cells is drawn as not known, in place of its value.
        let mut known = first.clone();
        let (mut cells, mut between) = (Vec::new(), Vec::new());
        for (layer, position) in first.differences(second, self.book()) {
            match self.book().layers[layer].on {
                Ground::Atoms(AtomKind::Cell, _) => cells.push(position),
                Ground::Atoms(..) => {
                    known.layers[layer][position] = Filled::Unknown;
                    between.push((layer, position));
                }
                _ => {}
            }
        }
        *picture = self.picture();
        picture.facts.clear();
        picture::fill(picture, &self.data, &known);
        picture::doubt(picture, &self.data, &between);
        for position in cells {
            let atom = atom_at(&self.data.geometry, AtomKind::Cell, position);
            let cell = self.data.geometry.cell(atom.index);
            let board = usize::from(atom.board);
            picture::mark(picture, board, cell, Consensus::Differs, Vec::new());
        }
    }

    /// Draws what is the same in all solutions into the puzzle's picture; `one` is one of them. Other cells look
    /// as in the puzzle.
    pub fn fill_consensus(&self, picture: &mut Picture, one: &Completed, report: &ConsensusReport) {
        let mut known = match report.solutions {
            // Hidden layers are known, too.
            Some(1) => one.filling.clone(),
            _ => Filling::blank(&self.data),
        };
        let mut marks: Vec<(usize, Cell, Consensus, Vec<String>)> = Vec::new();
        for place in &report.places {
            let consensus = match (&place.seen[..], &place.undecided[..]) {
                (&[value], []) => {
                    known.layers[place.layer][place.position] = value;
                    Consensus::Same
                }
                (several, _) if several.len() > 1 => Consensus::Differs,
                _ => Consensus::Unknown,
            };
            if let Ground::Atoms(AtomKind::Cell, _) = self.book().layers[place.layer].on {
                let atom = atom_at(&self.data.geometry, AtomKind::Cell, place.position);
                let cell = self.data.geometry.cell(atom.index);
                let layer = &self.book().layers[place.layer];
                let signs = match consensus {
                    Consensus::Differs => place.seen.iter().chain(&place.undecided),
                    _ => [].iter().chain(&[]),
                };
                let signs = signs
                    .map(|&value| notation::text_of(layer, value).into_owned())
                    .collect();
                marks.push((atom.board.into(), cell, consensus, signs));
            }
        }
        picture::fill(picture, &self.data, &known);
        for (board, cell, consensus, candidates) in marks {
            picture::mark(picture, board, cell, consensus, candidates);
        }
        for join in &report.joins {
            let stroke = match (&join.seen[..], &join.undecided[..]) {
                ([false], []) => Stroke::Line,
                ([_, _, ..], _) => Stroke::Text("?".to_owned()),
                (_, [_, ..]) => Stroke::Text("~".to_owned()),
                _ => continue,
            };
            picture::side(picture, &self.data.geometry, join.link, stroke);
        }
    }

    /// Draws what is known about the variables into the puzzle's picture.
    pub fn fill_known(
        &self,
        picture: &mut Picture,
        reading: &Reading,
        known: &dyn Fn(Var) -> Option<i32>,
    ) {
        let mut filling = Filling::blank(&self.data);
        for place in &reading.places {
            if let Some(value) = known(place.var) {
                filling.layers[place.layer][place.position] = (place.filled)(value);
            }
        }
        picture::fill(picture, &self.data, &filling);
        picture::mark_gaps(picture, &self.data, &filling);
        let joins = reading.joins.iter();
        let links = joins.filter_map(|join| Some((join.link, known(join.var)? == 1)));
        picture::draw_known_borders(picture, &self.data, links);
    }
}
