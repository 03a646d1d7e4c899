//! Whether two sets of cells have the same form.

mod figure;

use quadrille_engine::propagators::Presence;
use quadrille_engine::{
    Change, Conflict, Constraint, Context, Events, Lane, Literal, Past, Propagator, Scope, Status,
    Var,
};

use super::plane::{MOTIONS, Motion, Position};
use figure::{Bounds, Known};

pub use figure::Figure;

/// A motion with its inverse, and a shift after it, from one of the figures to the other.
#[derive(Clone, Copy, Debug)]
struct Way {
    from: usize,
    motion: [Motion; 2],
    shift: Position,
}

impl Way {
    /// The image of a position in a figure.
    fn image(&self, of: usize, (row, column): Position) -> Position {
        let (down, right) = self.shift;
        let [turn, back] = self.motion;
        if of == self.from {
            let (row, column) = turn((row, column));
            (row + down, column + right)
        } else {
            back((row - down, column - right))
        }
    }
}

/// A literal holds if and only if some motion maps the one figure to the other, or both are empty. The motions are all
/// turns and reflections, or none, each with all shifts.
///
/// # Strength and cost
///
/// The literal is decided once no motion maps the certain cells of each figure to possible ones of the other, and when
/// both are known. If it is known, each link or cell that lets a figure grow by one step is tried both ways; if the
/// figures must differ, only where two are left or less. O(cells + links) a run, and for each motion that is tried the
/// number of certain cells. Lane: heavy. The reasons are ways from the roots to cells whose images are impossible, and
/// what cuts these off.
#[derive(Clone, Debug)]
pub struct Congruence {
    truth: Literal,
    figures: [Figure; 2],
    motions: &'static [[Motion; 2]],
    bounds: [Bounds; 2],
    open: Vec<Literal>,
    /// The last way that was found: mostly it still is one.
    last: Option<Way>,
}

/// The most open literals of figures that must differ for which each is tried.
const MOST_OPEN: usize = 2;

impl Congruence {
    /// That `truth` tells whether the figures are congruent; `is_turned` if a figure may be turned and reflected.
    pub fn new(truth: Literal, figures: [Figure; 2], is_turned: bool) -> Self {
        Self {
            truth,
            figures,
            motions: if is_turned { &MOTIONS } else { &MOTIONS[..1] },
            bounds: Default::default(),
            open: Vec::new(),
            last: None,
        }
    }

    /// Whether a way maps the certain cells of each figure to possible ones of the other.
    fn is_open(&self, way: &Way) -> bool {
        (0..2).all(|one| {
            let mut sure = self.bounds[one].sure.iter();
            sure.all(|&cell| {
                let image = way.image(one, self.figures[one].cells[cell as usize]);
                let vertex = self.figures[1 - one].vertex(image);
                vertex.is_some_and(|vertex| self.bounds[1 - one].possible[vertex as usize])
            })
        })
    }

    /// All ways that map a certain cell to one that counts.
    fn ways(&self) -> impl Iterator<Item = Way> + '_ {
        let sure = [0, 1].map(|one| self.bounds[one].sure.first());
        let from = usize::from(sure[0].is_none());
        let anchor = sure[from].map(|&cell| self.figures[from].cells[cell as usize]);
        let to = &self.figures[1 - from];
        let images = to
            .cells
            .iter()
            .zip(&to.counts)
            .filter(|(_, counts)| **counts);
        anchor.into_iter().flat_map(move |anchor| {
            images.clone().flat_map(move |(&(row, column), _)| {
                self.motions.iter().map(move |&motion| {
                    let (r, c) = motion[0](anchor);
                    let shift = (row - r, column - c);
                    Way {
                        from,
                        motion,
                        shift,
                    }
                })
            })
        })
    }

    /// Whether the figures are congruent, as far as is known.
    fn judge(&mut self, known: &impl Known) -> Option<bool> {
        for (figure, bounds) in self.figures.iter().zip(&mut self.bounds) {
            figure.bound(known, bounds);
        }
        let [one, other] = &self.bounds;
        let is_closed = one.is_closed() && other.is_closed();
        if one.sure.is_empty() && other.sure.is_empty() {
            return is_closed.then_some(true);
        }
        if one.sure.len() > other.most || other.sure.len() > one.most {
            return Some(false);
        }
        if self.last.is_none_or(|way| !self.is_open(&way)) {
            let found = self.ways().find(|way| self.is_open(way));
            self.last = found;
        }
        match self.last {
            None => Some(false),
            Some(_) => is_closed.then_some(true),
        }
    }

    /// Adds why the figures are congruent, or why not, after a judgement that says so.
    fn tell(&self, is_congruent: bool, known: &impl Known, facts: &mut Vec<Literal>) {
        // By figure: the certain vertices and the impossible ones that matter.
        let mut certain: [Vec<u32>; 2] = Default::default();
        let mut impossible: [Vec<u32>; 2] = Default::default();
        if is_congruent {
            for one in 0..2 {
                certain[one].clone_from(&self.bounds[one].sure);
                let vertices = 0..self.figures[one].cells.len();
                let cut = vertices
                    .filter(|&v| self.figures[one].counts[v] && !self.bounds[one].possible[v]);
                impossible[one].extend(cut.map(|v| v as u32));
            }
        } else {
            let sure = [0, 1].map(|one| self.bounds[one].sure.first());
            let from = usize::from(sure[0].is_none());
            certain[from].extend(sure[from]);
        }
        for way in self.ways().filter(|_| !is_congruent) {
            // The pair of cells that differ with the fewest new facts.
            let mut best: Option<(usize, usize, u32, Option<u32>)> = None;
            for one in 0..2 {
                for &cell in &self.bounds[one].sure {
                    let image = way.image(one, self.figures[one].cells[cell as usize]);
                    let image = self.figures[1 - one].vertex(image);
                    if image.is_some_and(|v| self.bounds[1 - one].possible[v as usize]) {
                        continue;
                    }
                    let is_new = image.is_some_and(|v| !impossible[1 - one].contains(&v));
                    let cost = usize::from(!certain[one].contains(&cell)) + usize::from(is_new);
                    if best.is_none_or(|best| cost < best.0) {
                        best = Some((cost, one, cell, image));
                    }
                }
            }
            let Some((1.., one, cell, image)) = best else {
                continue;
            };
            for (list, new) in [
                (&mut certain[one], Some(cell)),
                (&mut impossible[1 - one], image),
            ] {
                if let Some(new) = new.filter(|new| !list.contains(new)) {
                    list.push(new);
                }
            }
        }
        for one in 0..2 {
            self.figures[one].tell_certain(&certain[one], known, facts);
            let bounds = &self.bounds[one];
            self.figures[one].tell_impossible(&impossible[one], known, bounds, facts);
        }
    }
}

impl Constraint for Congruence {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "congruence"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        let mut vars = vec![self.truth.var];
        for there in self.figures.iter().flat_map(Figure::presences) {
            if let Presence::If(literal) = there {
                vars.push(literal.var);
            }
        }
        vars.sort_unstable();
        vars.dedup();
        vars.into_iter().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        self.for_each_var(&mut |var| scope.on(var, Events::ANY));
        self
    }
}

/// Whether a literal holds for all values of a domain, or for none.
fn status_in(literal: Literal, values: &[i32]) -> Option<bool> {
    let admitted = values.iter().filter(|&&value| literal.admits(value));
    match admitted.count() {
        0 => Some(false),
        all if all == values.len() => Some(true),
        _ => None,
    }
}

impl Propagator for Congruence {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let judged = self.judge(&|there: Presence| there.status(cx));
        if let Some(says) = judged {
            cx.assert(if says {
                self.truth
            } else {
                self.truth.negated()
            })?;
            return Ok(Status::Entailed);
        }
        let Some(truth) = Presence::If(self.truth).status(cx) else {
            return Ok(Status::Fixpoint);
        };
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        for (figure, bounds) in self.figures.iter().zip(&self.bounds) {
            figure.frontier(&|there: Presence| there.status(cx), bounds, &mut open);
        }
        let mut changed = false;
        if truth || open.len() <= MOST_OPEN {
            for &literal in &open {
                for supposed in [literal, literal.negated()] {
                    let values: Vec<i32> = cx.domain(supposed.var).iter().collect();
                    let values: Vec<i32> =
                        values.into_iter().filter(|&v| supposed.admits(v)).collect();
                    // It may have been decided meanwhile.
                    if values.is_empty() {
                        break;
                    }
                    let known = |there: Presence| match there {
                        Presence::If(other) if other.var == supposed.var => {
                            status_in(other, &values)
                        }
                        there => there.status(cx),
                    };
                    if self.judge(&known) == Some(!truth) {
                        changed |= cx.assert(supposed.negated())?;
                    }
                }
            }
        }
        self.open = open;
        Ok(match changed {
            true => Status::Active,
            false => Status::Fixpoint,
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let mut own = self.clone();
        let failed = change.after.is_empty();
        let changed = change.var.unwrap_or(self.truth.var);
        // What was found impossible is supposed, but for the truth, which follows.
        let supposed: Vec<i32> = match failed {
            true => change.before.iter().collect(),
            false => change.removed().collect(),
        };
        let known = |there: Presence| match there {
            Presence::If(literal) if literal.var == changed => status_in(literal, &supposed),
            there => there.status_then(past),
        };
        let says = own.judge(&known);
        if let Some(says) = says {
            own.tell(says, &known, facts);
        } else {
            return past.describe_scope(facts);
        }
        if changed != self.truth.var {
            past.describe(self.truth.var, facts);
            facts.retain(|fact| fact.var != changed);
        }
        if failed {
            past.describe(changed, facts);
        }
        facts.sort_unstable();
        facts.dedup();
    }
}

#[cfg(test)]
mod tests;
