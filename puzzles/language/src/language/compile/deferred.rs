//! Conditions without a propagator, which are decided once all variables that they read are fixed, or all but one.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use fxhash::FxHashSet;
use quadrille_engine::bits::{BitsRef, none_of};
use quadrille_engine::{
    Change, Conflict, Constraint, Context, Events, Lane, Literal, Past, Propagator, Scope, Status,
    Var,
};

use super::super::geometry::{Atom, Geometry};
use super::super::syntax::{Kind, Motion, Predicate, Touch};
use super::group::touched;
use super::motion::{IMAGES, Image, is_across, middle};
use crate::grid::Direction;

/// A fact about full assignments of some variables.
pub(super) type Judge = Arc<dyn Fn(&dyn Fn(Var) -> i32) -> bool + Send + Sync>;

/// A variable is 1 if and only if a predicate holds for the others. Forward checking: it acts when at most one variable
/// is open.
#[derive(Clone)]
pub(super) struct Deferred {
    vars: Vec<Var>,
    truth: Var,
    judge: Judge,
}

impl fmt::Debug for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deferred")
            .field("vars", &self.vars)
            .field("truth", &self.truth)
            .finish_non_exhaustive()
    }
}

impl Deferred {
    pub(super) fn new(vars: Vec<Var>, truth: Var, judge: Judge) -> Self {
        Self { vars, truth, judge }
    }
}

impl Constraint for Deferred {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "deferred"
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &var in &self.vars {
            scope.on(var, Events::FIXED);
        }
        scope.on(self.truth, Events::FIXED);
        self
    }
}

impl Propagator for Deferred {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut open = self.vars.iter().filter(|&&var| !cx.is_fixed(var));
        let (first, second) = (open.next().copied(), open.next());
        if second.is_some() || first.is_some() && !cx.is_fixed(self.truth) {
            return Ok(Status::Fixpoint);
        }
        let Some(var) = first else {
            let truth = (self.judge)(&|var| cx.min(var));
            cx.fix(self.truth, i32::from(truth))?;
            return Ok(Status::Entailed);
        };
        let wanted = cx.min(self.truth) == 1;
        let values: Vec<i32> = cx.domain(var).iter().collect();
        for value in values {
            let judged = (self.judge)(&|other| if other == var { value } else { cx.min(other) });
            if judged != wanted {
                cx.remove(var, value)?;
            }
        }
        Ok(Status::Entailed)
    }

    /// The values that the predicate has read.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let read = RefCell::new(FxHashSet::default());
        let value = |var: Var| {
            read.borrow_mut().insert(var);
            past.domain(var).min().unwrap_or_default()
        };
        let failed = change.after.is_empty();
        let changed = change.var.unwrap_or(self.truth);
        if changed == self.truth {
            (self.judge)(&value);
        } else {
            let tried: Vec<i32> = match failed {
                true => change.before.iter().collect(),
                false => change.removed().collect(),
            };
            for tried in tried {
                (self.judge)(&|var| if var == changed { tried } else { value(var) });
            }
            past.describe(self.truth, facts);
        }
        if failed {
            past.describe(changed, facts);
        }
        for var in read.into_inner() {
            past.describe(var, facts);
        }
        facts.sort_unstable();
    }
}

/// A predicate about the form of a set of atoms.
pub(super) struct Form {
    predicate: Predicate,
    geometry: Geometry,
    atoms: Vec<Atom>,
}

impl Form {
    pub(super) fn new(predicate: &Predicate, geometry: &Geometry, atoms: Vec<Atom>) -> Self {
        Self {
            predicate: predicate.clone(),
            geometry: *geometry,
            atoms,
        }
    }

    /// Whether it holds for the atoms that are present.
    pub(super) fn holds(&self, there: &BitsRef) -> bool {
        let atoms: Vec<Atom> = self
            .atoms
            .iter()
            .zip(there)
            .filter(|(_, there)| **there)
            .map(|(atom, _)| *atom)
            .collect();
        match &self.predicate {
            Predicate::Connected(touch) => self.pieces(&atoms, touch) <= 1,
            Predicate::OneLoop => {
                !atoms.is_empty()
                    && self.pieces(&atoms, &Touch::Sides) == 1
                    && self.degrees(&atoms).iter().all(|&d| d == 0 || d == 2)
            }
            Predicate::OnePath => {
                let degrees = self.degrees(&atoms);
                !atoms.is_empty()
                    && self.pieces(&atoms, &Touch::Sides) == 1
                    && degrees.iter().all(|&d| d <= 2)
                    && degrees.iter().filter(|&&d| d == 1).count() == 2
            }
            Predicate::WithoutLoop => {
                let touched = self.degrees(&atoms).iter().filter(|&&d| d > 0).count();
                atoms.len() + self.pieces(&atoms, &Touch::Sides) == touched
            }
            Predicate::Symmetric(motion) => self.symmetric(&atoms, *motion),
            _ => false,
        }
    }

    fn ends(&self, atom: Atom) -> Vec<(u8, u32)> {
        let ends = match atom.kind {
            Kind::Link => self.geometry.link_cells(atom.index).to_vec(),
            Kind::Edge => self.geometry.edge_corners(atom.index).to_vec(),
            Kind::Cell | Kind::Corner => vec![atom.index],
        };
        ends.into_iter().map(|end| (atom.board, end)).collect()
    }

    fn degrees(&self, atoms: &[Atom]) -> Vec<usize> {
        let mut ends: Vec<(u8, u32)> = atoms.iter().flat_map(|&atom| self.ends(atom)).collect();
        ends.sort_unstable();
        ends.chunk_by(|a, b| a == b).map(<[_]>::len).collect()
    }

    /// The number of connected pieces.
    fn pieces(&self, atoms: &[Atom], by: &Touch) -> usize {
        let touch = |a: Atom, b: Atom| match a.kind {
            Kind::Cell => {
                a.board == b.board
                    && touched(&self.geometry, a.index, *by).any(|cell| cell == b.index)
            }
            Kind::Corner => {
                a.board == b.board
                    && Direction::ALL.iter().any(|&d| {
                        let edge = self.geometry.corner_edge(a.index, d);
                        edge.is_some_and(|edge| self.geometry.edge_corners(edge).contains(&b.index))
                    })
            }
            Kind::Link | Kind::Edge => self.ends(a).iter().any(|end| self.ends(b).contains(end)),
        };
        let mut seen = none_of(atoms.len());
        let mut pieces = 0;
        for start in 0..atoms.len() {
            if seen[start] {
                continue;
            }
            pieces += 1;
            seen.set(start, true);
            let mut stack = vec![start];
            while let Some(at) = stack.pop() {
                for next in 0..atoms.len() {
                    if !seen[next] && touch(atoms[at], atoms[next]) {
                        seen.set(next, true);
                        stack.push(next);
                    }
                }
            }
        }
        pieces
    }

    /// Whether a motion other than the identity maps the atoms to themselves, wherever its centre lies.
    fn symmetric(&self, atoms: &[Atom], motion: Option<Motion>) -> bool {
        // Twice the coordinates, so that the midpoints of edges and links are integers, and their direction.
        let points: Vec<(i64, i64, bool)> = atoms
            .iter()
            .map(|&atom| {
                let (row, column) = middle(&self.geometry, atom);
                (row, column, is_across(&self.geometry, atom))
            })
            .collect();
        let normal = |mut points: Vec<(i64, i64, bool)>| {
            let top = points.iter().map(|p| p.0).min().unwrap_or(0);
            let left = points.iter().map(|p| p.1).min().unwrap_or(0);
            for point in &mut points {
                *point = (point.0 - top, point.1 - left, point.2);
            }
            points.sort_unstable();
            points
        };
        let strokes = atoms
            .iter()
            .all(|atom| matches!(atom.kind, Kind::Link | Kind::Edge));
        let moved = |image: Image| {
            let turns = strokes && image((1, 0)).0 == 0;
            let moved = points.iter().map(|&(r, c, across)| {
                let (r, c) = image((r, c));
                (r, c, across != turns)
            });
            normal(moved.collect())
        };
        let own = normal(points.clone());
        IMAGES
            .iter()
            .filter(|(kind, _)| motion.is_none_or(|wanted| wanted == *kind))
            .any(|(_, image)| moved(*image) == own)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_engine::testing::{PropagatorTest, Sharpness};
    use quadrille_engine::{Model, Var};

    use super::*;

    /// The first variable is the truth of "some two neighbours of the others are equal": read from the left as far as
    /// need be.
    fn post(model: &mut Model, vars: &[Var]) {
        let (truth, others) = (vars[0], vars[1..].to_vec());
        let scope = others.clone();
        let judge = move |value: &dyn Fn(Var) -> i32| {
            let mut pairs = others.windows(2);
            pairs.any(|pair| value(pair[0]) == value(pair[1]))
        };
        model.post(Deferred::new(scope, truth, Arc::new(judge)));
    }

    fn accepts(values: &[i32]) -> bool {
        let holds = values[1..].windows(2).any(|pair| pair[0] == pair[1]);
        values[0] == i32::from(holds)
    }

    #[test]
    fn deferred_against_plain_enumeration() {
        for n in 2..=5 {
            PropagatorTest::new(post, accepts).random(150, n, 0..=1);
            PropagatorTest::new(post_with_own_truth, holds).random(150, n, 0..=3);
        }
    }

    fn post_with_own_truth(model: &mut Model, vars: &[Var]) {
        let truth = model.var(1..=1);
        post(model, &[&[truth], vars].concat());
    }

    fn holds(values: &[i32]) -> bool {
        values.windows(2).any(|pair| pair[0] == pair[1])
    }

    #[test]
    fn sharpness_of_deferred() {
        println!("{:28} {}", "propagator", Sharpness::HEAD);
        let figures = PropagatorTest::new(post_with_own_truth, holds).sharpness(200, 8, 0..=3);
        figures.print_within("deferred", 1.0);
    }
}
