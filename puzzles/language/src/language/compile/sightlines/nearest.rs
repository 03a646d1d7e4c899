//! `nearest equal digit of c`: the distance to the nearest other cell with an equal value.

use quadrille_engine::Var;

use super::super::recognise::is;
use super::super::value::Value;
use super::super::{Compiler, Made};
use crate::grid::Grid;
use crate::language::geometry::Atom;
use crate::language::syntax::{
    Comparison, Domain, Expr, Ground, Kind, Measure, Name, Node, Noun, Over, Phrase, Qualifier,
    Role, Word,
};
use crate::language::values::position;
use crate::puzzle::Pass;
use crate::rules::{MOST_COLUMNS, Metric, NearestEqual, RoomForValue};

/// The rule that the nearest equal value is as far from each cell of a board as its value says.
pub(crate) struct Distances {
    layer: usize,
    board: u8,
    metric: Metric,
}

impl Compiler<'_> {
    /// The distance by its definition: the least distance of the other cells with the same value.
    pub(crate) fn nearest(
        &mut self,
        layer: &Word,
        cell: &Expr,
        place: Option<&Expr>,
    ) -> Made<Value> {
        let span = layer.span.start..cell.span.end;
        let cell = match self.value(cell)? {
            Value::Missing => return Ok(Value::Missing),
            Value::Empty => {
                // What is missing is missing all the same.
                place.map(|place| self.place(place)).transpose()?;
                return Ok(Value::Empty);
            }
            cell => cell,
        };
        let made = |node: Node| Expr {
            node,
            span: span.clone(),
        };
        // No name of a rulebook has a space.
        let [own, other] = ["the cell", "another cell"].map(|name| Word {
            name: name.into(),
            span: span.clone(),
        });
        let named = |word: &Word| made(Node::Name(word.name.clone()));
        let held = |word: &Word| made(Node::Of(layer.clone(), vec![named(word)]));
        let equal = Node::Compare(
            Comparison::Equal,
            Box::new(held(&other)),
            Box::new(held(&own)),
        );
        let mut qualifiers = Vec::new();
        qualifiers.extend(place.map(|place| Qualifier::In(place.clone())));
        qualifiers.push(Qualifier::Besides(named(&own)));
        qualifiers.push(Qualifier::Where(made(equal)));
        let others = Phrase {
            take: None,
            adjectives: Vec::new(),
            noun: Noun::Atoms(Kind::Cell),
            variables: vec![other.clone()],
            qualifiers,
            span: span.clone(),
        };
        let distance = Word {
            name: "distance".into(),
            span: span.clone(),
        };
        let away = made(Node::Of(distance, vec![named(&own), named(&other)]));
        let least = Node::Measure(Measure::Least, Over::Phrases(vec![others], Box::new(away)));
        let depth = self.eval.scope.names.len();
        self.eval.scope.names.push((own.name, cell));
        let value = self.value(&made(least));
        self.eval.scope.names.truncate(depth);
        value
    }

    /// Posts `each cell c: nearest equal digit of c = digit of c`, also `… of c in cells seen from c`. False if it is
    /// something else.
    pub(crate) fn post_nearest(&mut self, phrases: &[Phrase], body: &Expr) -> Made<bool> {
        let Some((layer, metric)) = as_far_as_told(phrases, body) else {
            return Ok(false);
        };
        let book = &self.data.book;
        let Some(layer) = book.layer(&layer) else {
            return Ok(false);
        };
        let declared = &book.layers[layer];
        let numbers_only =
            matches!(&declared.domain, Domain::Values { words, .. } if words.is_empty());
        if declared.role == Role::Data
            || declared.on != Ground::Atoms(Kind::Cell, None)
            || !numbers_only
            || self.data.geometry.columns > MOST_COLUMNS
            || self.current.is_whole && self.data.geometry.boards > 1
        {
            return Ok(false);
        }
        let cells = self.vars_of_cells(layer, self.current.board);
        let ends = |var: &Var| {
            let domain = self.model.domain(*var);
            domain.min().zip(domain.max())
        };
        let ends: Option<Vec<(i32, i32)>> = cells.values().iter().map(ends).collect();
        let Some(ends) = ends.filter(|ends| ends.iter().all(|&(least, _)| least >= 1)) else {
            return Ok(false);
        };
        let greatest = ends.into_iter().map(|(_, greatest)| greatest).max();
        for value in 1..=greatest.unwrap_or(0) {
            self.at(&format!("{} {value}", declared.word.name));
            self.post_as(
                NearestEqual::new(value, &cells, metric, |_| true),
                "nearest equal",
                "domain consistent for each cell",
            );
        }
        self.notes.distances.push(Distances {
            layer,
            board: self.current.board,
            metric,
        });
        Ok(true)
    }

    /// An implied constraint of distances of equal values if regions contain each value once: every value leaves each
    /// region a place for that value.
    pub(crate) fn room_for_values(&mut self) {
        if !self.uses(Pass::Room) {
            return;
        }
        for distances in std::mem::take(&mut self.notes.distances) {
            let cells = self.vars_of_cells(distances.layer, distances.board);
            let cell_of = |var: &Var| {
                let place = cells.values().iter().position(|known| known == var)?;
                Some(self.data.geometry.cell(place as u32))
            };
            let regions: Vec<Vec<_>> = self
                .notes
                .permutations
                .iter()
                .filter_map(|vars| vars.iter().map(cell_of).collect())
                .collect();
            let mut taken = Grid::from_fn(cells.rows(), cells.columns(), |_| false);
            let mut disjoint = Vec::new();
            for region in regions {
                if region.iter().all(|&cell| !taken[cell]) {
                    region.iter().for_each(|&cell| taken[cell] = true);
                    disjoint.push(region);
                }
            }
            let largest = disjoint.iter().map(Vec::len).max().unwrap_or(0);
            for value in 2..=largest {
                self.fired(Pass::Room);
                let rooms: Vec<_> = disjoint
                    .iter()
                    .filter(|region| region.len() >= value)
                    .cloned()
                    .collect();
                self.implied(&format!(
                    "each region of {value} or more cells has a {value}, and no other {value} is nearer to it than {value}"
                ));
                self.post_as(
                    RoomForValue::new(value as i32, &cells, &rooms, distances.metric),
                    "room for value",
                    "sound",
                );
            }
        }
    }

    /// The variables of a layer on all cells of a board.
    fn vars_of_cells(&self, layer: usize, board: u8) -> Grid<Var> {
        let geometry = &self.data.geometry;
        Grid::from_fn(geometry.rows, geometry.columns, |cell| {
            let atom = Atom {
                kind: Kind::Cell,
                board,
                index: (cell.row * geometry.columns + cell.column) as u32,
            };
            let var = self.layers.var(layer, position(geometry, atom));
            var.expect("the layer stands on all cells")
        })
    }
}

/// The layer and the distance of `each cell c: nearest equal LAYER of c = LAYER of c`.
fn as_far_as_told(phrases: &[Phrase], body: &Expr) -> Option<(Name, Metric)> {
    let [phrase] = phrases else { return None };
    let [variable] = &phrase.variables[..] else {
        return None;
    };
    if !is_plain(phrase, 0) {
        return None;
    }
    let Node::Compare(Comparison::Equal, a, b) = &body.node else {
        return None;
    };
    let (near, held) = match (&a.node, &b.node) {
        (Node::Nearest(..), _) => (a, b),
        _ => (b, a),
    };
    let (Node::Nearest(layer, cell, place), Node::Of(own, arguments)) = (&near.node, &held.node)
    else {
        return None;
    };
    let is_it = |expr: &Expr| is(expr, &variable.name);
    if own.name != layer.name || !is_it(cell) || !matches!(&arguments[..], [it] if is_it(it)) {
        return None;
    }
    let metric = match place.as_deref() {
        None => Metric::Taxicab,
        Some(place) => {
            let Node::Phrase(seen) = &place.node else {
                return None;
            };
            match &seen.qualifiers[..] {
                [Qualifier::SeenFrom(from)] if is_it(from) && is_plain(seen, 1) => Metric::Line,
                _ => return None,
            }
        }
    };
    Some((layer.name.clone(), metric))
}

/// Whether a phrase means all cells, apart from this number of qualifiers.
fn is_plain(phrase: &Phrase, qualifiers: usize) -> bool {
    phrase.take.is_none()
        && phrase.adjectives.is_empty()
        && phrase.noun == Noun::Atoms(Kind::Cell)
        && phrase.qualifiers.len() == qualifiers
}
