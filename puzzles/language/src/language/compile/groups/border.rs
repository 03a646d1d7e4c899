//! `each group g of open cells: some border cell in g`: every open cell is connected with the border.

use quadrille_engine::propagators::{ConnectedGraph, Graph, Test};
use quadrille_engine::{RuleId, Var};

use super::super::{Compiler, Made};
use crate::grid::Grid;
use crate::language::geometry::Atom;
use crate::language::syntax::{Expr, Kind, Node, Noun, Phrase, Qualifier, Quantifier, Touch};
use crate::puzzle::ImpliedRule;
use crate::puzzle::Pass;
use crate::rules::{MOST_COLUMNS, NoCheckerboard};

impl Compiler<'_> {
    /// Posts that each open group has a cell at the border. False if the rule is something else.
    pub(crate) fn post_reaching_border(
        &mut self,
        phrase: &Phrase,
        body: &Expr,
        number: usize,
    ) -> Made<bool> {
        if !is_border_of(phrase, body) {
            return Ok(false);
        }
        let group = self.groups.all[number].clone();
        let (rows, columns) = (self.data.geometry.rows, self.data.geometry.columns);
        let mut vertices = Vec::new();
        let mut border = Vec::new();
        for (place, (atom, test)) in group.vertices.iter().enumerate() {
            if atom.kind != Kind::Cell {
                return Ok(false);
            }
            let test = self.reify(test.clone())?;
            vertices.push(self.presence(&test)?);
            let (row, column) = self.data.geometry.position(atom.index);
            if row == 0 || column == 0 || row + 1 == rows || column + 1 == columns {
                border.push(place);
            }
        }
        let mut edges = Vec::new();
        for (a, b, test) in group.edges.iter() {
            let test = self.reify(test.clone())?;
            edges.push((*a, *b, self.presence(&test)?));
        }
        self.at("");
        if let Some(cells) = self.pieces(&group.vertices)? {
            self.notes.bordering.push(cells);
        }
        self.post_as(
            ConnectedGraph::new(Graph::new(&vertices, &edges)).anchored(&border),
            "connected with the border",
            "domain consistent",
        );
        Ok(true)
    }

    /// The cells of a board, each of which is in a set or not, if the set has this form.
    fn pieces(&mut self, members: &[(Atom, Test)]) -> Made<Option<Pieces>> {
        let (rows, columns) = (self.data.geometry.rows, self.data.geometry.columns);
        let fits = rows <= MOST_COLUMNS && columns <= MOST_COLUMNS;
        if !fits || members.len() != rows * columns {
            return Ok(None);
        }
        let mut vars = Vec::new();
        let mut value = None;
        for (place, (atom, test)) in members.iter().enumerate() {
            let test = self.reify(test.clone())?;
            let Test::Literal(literal) = self.tidy(test) else {
                return Ok(None);
            };
            let domain = self.model.domain(literal.var);
            let is_binary = (domain.min(), domain.max()) == (Some(0), Some(1));
            let here = i32::from(literal.admits(1));
            let is_other = value.is_some_and(|value| value != here);
            let is_next = atom.kind == Kind::Cell && atom.index as usize == place;
            if !is_binary || is_other || !is_next {
                return Ok(None);
            }
            value = Some(here);
            vars.push(literal.var);
        }
        if !self.are_different(&vars) {
            return Ok(None);
        }
        let cells = Grid::from_values(rows, columns, vars);
        Ok(cells.zip(value).map(|(cells, value)| Pieces {
            cells,
            value,
            rule: self.model.current_rule(),
        }))
    }

    /// Records cells that must be connected.
    pub(super) fn note_connected(&mut self, members: &[(Atom, Test)]) -> Made<()> {
        if let Some(pieces) = self.pieces(members)? {
            self.notes.connected.push(pieces);
        }
        Ok(())
    }

    /// If a set of cells is connected and all others are connected with the border, no two by two block is a
    /// checkerboard.
    pub(crate) fn no_checkerboards(&mut self) {
        if !self.uses(Pass::Checkerboards) {
            return;
        }
        let bordering = std::mem::take(&mut self.notes.bordering);
        for connected in std::mem::take(&mut self.notes.connected) {
            let others = |pieces: &&Pieces| {
                pieces.value != connected.value && pieces.cells.values() == connected.cells.values()
            };
            if let Some(bordering) = bordering.iter().find(others) {
                self.fired(Pass::Checkerboards);
                self.implied(
                    "no 2×2 block is a checkerboard (it follows from the two rules about connection)",
                );
                if self.options.apart {
                    let rule = self.model.current_rule();
                    self.record.origins.rules.remove(&rule);
                    self.record.origins.implied.push(ImpliedRule {
                        rule,
                        premises: vec![connected.rule, bordering.rule],
                        covered: Vec::new(),
                        covered_rules: Vec::new(),
                        is_shown: true,
                    });
                }
                self.post_as(
                    NoCheckerboard::new(connected.cells),
                    "no checkerboard",
                    "domain consistent for each block",
                );
            }
        }
    }
}

/// Which list each variable was in last, so that nothing is sorted or cleared for the next.
#[derive(Default)]
pub(crate) struct Seen {
    by_var: Vec<u32>,
    lists: u32,
}

impl Compiler<'_> {
    /// Whether no variable occurs twice.
    pub(crate) fn are_different(&mut self, vars: &[Var]) -> bool {
        let Seen { by_var, lists } = &mut self.reused.seen;
        *lists += 1;
        vars.iter().all(|var| {
            let at = var.index();
            if by_var.len() <= at {
                by_var.resize(at + 1, 0);
            }
            std::mem::replace(&mut by_var[at], *lists) != *lists
        })
    }
}

/// The cells of a board, each of which is in a set if its variable has this value.
pub(crate) struct Pieces {
    pub(crate) cells: Grid<Var>,
    pub(crate) value: i32,
    /// The rule of the model that says it.
    rule: RuleId,
}

/// Whether the rule is `each group g of …: some border cell in g`.
fn is_border_of(phrase: &Phrase, body: &Expr) -> bool {
    let [variable] = &phrase.variables[..] else {
        return false;
    };
    let Node::Quantified(Quantifier::Some, some, None) = &body.node else {
        return false;
    };
    let [some] = &some[..] else { return false };
    let is_group = matches!(phrase.noun, Noun::Group(_, Touch::Sides)) && phrase.is_whole();
    let is_border = matches!(&some.adjectives[..], [(false, word)] if &*word.name == "border")
        && some.noun == Noun::Atoms(Kind::Cell)
        && some.take.is_none();
    let is_within = matches!(
        &some.qualifiers[..],
        [Qualifier::In(Expr { node: Node::Name(name), .. })] if *name == variable.name
    );
    is_group && is_border && is_within
}
