//! Whether two sets of cells have the same form.

use quadrille_engine::bits::{Bits, BitsRef, all_of, none_of};
use quadrille_engine::propagators::Presence;
use quadrille_engine::{
    Change, Conflict, Constraint, Context, Events, Lane, Literal, Past, Propagator, Scope, Status,
    Var,
};

use super::plane::{MOTIONS, Motion, Position, VertexAt, position};
use crate::grid::Cell;

/// What is known of a vertex or a link.
trait Known: Fn(Presence) -> Option<bool> {}

impl<K: Fn(Presence) -> Option<bool>> Known for K {}

/// A set of cells: those that are in, or only those that links join to one of them.
#[derive(Clone, Debug)]
pub struct Figure {
    cells: Vec<Position>,
    vertices: Vec<Presence>,
    /// By vertex: its neighbours, and the links to them.
    around: Vec<Vec<(u32, Presence)>>,
    /// The vertex to whose group the cells belong.
    root: Option<u32>,
    /// By vertex: whether its cell belongs to the set if it is in the group.
    counts: Bits,
    /// The vertices that count.
    at: VertexAt,
}

/// What is known of a figure.
#[derive(Clone, Debug, Default)]
struct Bounds {
    certain: Bits,
    possible: Bits,
    /// The certain cells that count.
    sure: Vec<u32>,
    /// The number of possible ones.
    most: usize,
    /// Scratch.
    stack: Vec<u32>,
}

impl Bounds {
    fn is_closed(&self) -> bool {
        self.sure.len() == self.most
    }
}

impl Figure {
    /// The cells that are in.
    ///
    /// # Panics
    /// If there are not as many presences as cells.
    pub fn of_cells(cells: &[Cell], vertices: Vec<Presence>) -> Self {
        assert_eq!(cells.len(), vertices.len(), "a presence for each cell");
        Self {
            cells: cells.iter().map(position).collect(),
            vertices,
            around: vec![Vec::new(); cells.len()],
            root: None,
            counts: all_of(cells.len()),
            at: VertexAt::of_cells(cells),
        }
    }

    /// Of these only the cells in the group of a root, by the links that are in. The set is empty if the root is out.
    ///
    /// # Panics
    /// If there is no such cell, or no such end of a link.
    #[must_use]
    pub fn in_group_of(mut self, root: usize, links: &[(usize, usize, Presence)]) -> Self {
        assert!(root < self.cells.len(), "the root is a cell");
        self.root = Some(root as u32);
        for &(a, b, link) in links {
            self.around[a].push((b as u32, link));
            self.around[b].push((a as u32, link));
        }
        self
    }

    /// Of these only the ones with `true`, by vertex; groups may still lead through others.
    ///
    /// # Panics
    /// If there are not as many as cells.
    #[must_use]
    pub fn counting(mut self, counts: Bits) -> Self {
        assert_eq!(counts.len(), self.cells.len(), "whether each cell counts");
        self.at.retain(|vertex| counts[vertex as usize]);
        self.counts = counts;
        self
    }

    fn presences(&self) -> impl Iterator<Item = Presence> + '_ {
        let links = self.around.iter().flatten().map(|(_, link)| *link);
        self.vertices.iter().copied().chain(links)
    }

    /// The vertex that counts at a position.
    fn vertex(&self, position: Position) -> Option<u32> {
        self.at.get(position)
    }

    /// The cells that are joined to the root by vertices and links that pass a test.
    fn reach(&self, reached: &mut BitsRef, stack: &mut Vec<u32>, test: impl Fn(Presence) -> bool) {
        let Some(root) = self.root else {
            for (mut reached, &there) in reached.iter_mut().zip(&self.vertices) {
                *reached = test(there);
            }
            return;
        };
        if test(self.vertices[root as usize]) {
            reached.set(root as usize, true);
            stack.push(root);
        }
        while let Some(from) = stack.pop() {
            for &(to, link) in &self.around[from as usize] {
                if !reached[to as usize] && test(link) && test(self.vertices[to as usize]) {
                    reached.set(to as usize, true);
                    stack.push(to);
                }
            }
        }
    }

    fn bound(&self, known: &impl Known, bounds: &mut Bounds) {
        let Bounds {
            certain,
            possible,
            sure,
            most,
            stack,
        } = bounds;
        for reached in [&mut *certain, &mut *possible] {
            reached.clear();
            reached.resize(self.cells.len(), false);
        }
        self.reach(certain, stack, |there| known(there) == Some(true));
        self.reach(possible, stack, |there| known(there) != Some(false));
        let own = (0..self.cells.len()).filter(|&vertex| self.counts[vertex]);
        *most = own.clone().filter(|&vertex| possible[vertex]).count();
        sure.clear();
        sure.extend(own.filter(|&v| certain[v]).map(|v| v as u32));
    }

    /// The open literals that decide whether the figure grows beyond its certain cells, at the next step.
    fn frontier(&self, known: &impl Known, bounds: &Bounds, open: &mut Vec<Literal>) {
        let mut add = |there: Presence| {
            if let Presence::If(literal) = there
                && known(there).is_none()
                && !open.contains(&literal)
            {
                open.push(literal);
            }
        };
        match self.root {
            None => self.vertices.iter().for_each(|&there| add(there)),
            Some(root) => add(self.vertices[root as usize]),
        }
        for (from, _) in bounds.certain.iter().enumerate().filter(|(_, sure)| **sure) {
            for &(to, link) in &self.around[from] {
                let there = self.vertices[to as usize];
                let is_open = known(link) != Some(false) && known(there) != Some(false);
                if is_open && !bounds.certain[to as usize] {
                    add(there);
                    add(link);
                }
            }
        }
    }

    /// Adds why these vertices are certain.
    fn tell_certain(&self, told: &[u32], known: &impl Known, facts: &mut Vec<Literal>) {
        let Some(root) = self.root else {
            return told
                .iter()
                .for_each(|&v| add(self.vertices[v as usize], facts));
        };
        // By vertex: where the shortest way from the root comes from.
        let mut from: Vec<Option<(u32, Presence)>> = vec![None; self.cells.len()];
        from[root as usize] = Some((root, Presence::Always));
        let mut queue = vec![root];
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            for &(to, link) in &self.around[at as usize] {
                let is_in = |there| known(there) == Some(true);
                let is_new = from[to as usize].is_none();
                if is_new && is_in(link) && is_in(self.vertices[to as usize]) {
                    from[to as usize] = Some((at, link));
                    queue.push(to);
                }
            }
        }
        for &vertex in told {
            let mut at = vertex;
            while let Some((before, link)) = from[at as usize].take() {
                add(self.vertices[at as usize], facts);
                add(link, facts);
                at = before;
            }
        }
    }

    /// Adds why these vertices are not possible.
    fn tell_impossible(
        &self,
        told: &[u32],
        known: &impl Known,
        bounds: &Bounds,
        facts: &mut Vec<Literal>,
    ) {
        let is_out = |there| known(there) == Some(false);
        if let Some(root) = self.root.map(|root| self.vertices[root as usize])
            && is_out(root)
            && !told.is_empty()
        {
            return add_negated(root, facts);
        }
        // The cells from which these may be reached.
        let mut beyond = none_of(self.cells.len());
        let mut stack = Vec::new();
        for &vertex in told {
            let there = self.vertices[vertex as usize];
            if is_out(there) {
                add_negated(there, facts);
            } else {
                beyond.set(vertex as usize, true);
                stack.push(vertex);
            }
        }
        if stack.is_empty() {
            return;
        }
        while let Some(from) = stack.pop() {
            for &(to, link) in &self.around[from as usize] {
                let is_cut = is_out(link) || is_out(self.vertices[to as usize]);
                if !is_cut && !beyond[to as usize] {
                    beyond.set(to as usize, true);
                    stack.push(to);
                }
            }
        }
        // The shorter of the borders of these, and of the possible cells.
        let border = |inside: &BitsRef| {
            let mut border = Vec::new();
            for (from, _) in inside.iter().enumerate().filter(|(_, inside)| **inside) {
                for &(to, link) in &self.around[from] {
                    if !inside[to as usize] {
                        let there = self.vertices[to as usize];
                        add_negated(if is_out(there) { there } else { link }, &mut border);
                    }
                }
            }
            border.sort_unstable();
            border.dedup();
            border
        };
        let (near, far) = (border(&bounds.possible), border(&beyond));
        facts.extend(if near.len() < far.len() { near } else { far });
    }
}

fn add(there: Presence, facts: &mut Vec<Literal>) {
    if let Presence::If(literal) = there {
        facts.push(literal);
    }
}

fn add_negated(there: Presence, facts: &mut Vec<Literal>) {
    if let Presence::If(literal) = there {
        facts.push(literal.negated());
    }
}

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
mod tests {
    use quadrille_engine::testing::PropagatorTest;

    use super::super::boards::Board;
    use super::*;

    /// The least of the images of some cells, moved to the upper left.
    fn normal(board: &Board, cells: &[usize], turns: u8) -> Vec<(i64, i64)> {
        let image = |turn: u8| {
            let image = cells.iter().map(|&cell| {
                let (r, c) = (
                    board.cells[cell].row as i64,
                    board.cells[cell].column as i64,
                );
                let (r, c) = if turn & 1 > 0 { (-r, c) } else { (r, c) };
                let (r, c) = if turn & 2 > 0 { (r, -c) } else { (r, c) };
                if turn & 4 > 0 { (c, r) } else { (r, c) }
            });
            let image: Vec<(i64, i64)> = image.collect();
            let top = image.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = image.iter().map(|cell| cell.1).min().unwrap_or(0);
            let mut image: Vec<_> = image.iter().map(|&(r, c)| (r - top, c - left)).collect();
            image.sort_unstable();
            image
        };
        (0..turns).map(image).min().unwrap_or_default()
    }

    /// The group of a cell, of those that count.
    fn group(groups: &[Vec<usize>], root: usize, counts: &BitsRef) -> Vec<usize> {
        let own = groups.iter().find(|group| group.contains(&root));
        let own = own.into_iter().flatten().copied();
        own.filter(|&cell| counts[cell]).collect()
    }

    fn is(var: Var) -> Presence {
        Presence::If(Literal::is(var, 1))
    }

    #[test]
    fn groups_against_brute_force() {
        for (rows, columns, a, b, uncounted) in [
            (1, 4, 0, 3, ""),
            (2, 2, 0, 3, ""),
            (2, 3, 0, 5, ""),
            (2, 3, 1, 2, "4"),
            (2, 3, 0, 0, ""),
            (3, 3, 0, 8, ""),
            (3, 3, 0, 5, "14"),
        ] {
            let board = Board::new(rows, columns);
            let counts: Bits = (0..rows * columns)
                .map(|cell| !uncounted.contains(&cell.to_string()))
                .collect();
            for turns in [1, 8] {
                let alike = |groups: &[Vec<usize>], value: i32| {
                    let all = all_of(counts.len());
                    let one = normal(&board, &group(groups, a, &counts), turns);
                    let other = normal(&board, &group(groups, b, &all), turns);
                    (one == other) == (value == 1)
                };
                // The first variable is the truth, the others are cells or links.
                let post = |vertices: Vec<Presence>, links: &[(usize, usize, Presence)], truth| {
                    let one = Figure::of_cells(&board.cells, vertices.clone())
                        .in_group_of(a, links)
                        .counting(counts.clone());
                    let other = Figure::of_cells(&board.cells, vertices).in_group_of(b, links);
                    Congruence::new(Literal::is(truth, 1), [one, other], turns == 8)
                };
                PropagatorTest::new(
                    |model, vars| {
                        let vertices = vars[1..].iter().map(|&var| is(var)).collect();
                        let links = board.links.iter().map(|&(a, b)| (a, b, Presence::Always));
                        model.post(post(vertices, &links.collect::<Vec<_>>(), vars[0]));
                    },
                    |values| {
                        let there: Bits = values[1..].iter().map(|&v| v == 1).collect();
                        alike(&board.groups(&there, |_| true), values[0])
                    },
                )
                .random(150, 1 + counts.len(), 0..=1);
                PropagatorTest::new(
                    |model, vars| {
                        let vertices = vec![Presence::Always; counts.len()];
                        let links = board.links.iter().zip(&vars[1..]);
                        let links = links.map(|(&(a, b), &var)| (a, b, is(var)));
                        model.post(post(vertices, &links.collect::<Vec<_>>(), vars[0]));
                    },
                    |values| {
                        let there = all_of(counts.len());
                        let groups = board.groups(&there, |link| values[1 + link] == 1);
                        alike(&groups, values[0])
                    },
                )
                .random(
                    if rows < 3 { 150 } else { 20 },
                    1 + board.links.len(),
                    0..=1,
                );
            }
        }
    }

    /// The cells with one value of a variable, and those with another.
    #[test]
    fn cells_against_brute_force() {
        for (rows, columns) in [(1, 4), (2, 2), (2, 3)] {
            let board = Board::new(rows, columns);
            for turns in [1, 8] {
                PropagatorTest::new(
                    |model, vars| {
                        let figures = [1, 2].map(|value| {
                            let own = vars[1..].iter();
                            let own = own.map(|&var| Presence::If(Literal::is(var, value)));
                            Figure::of_cells(&board.cells, own.collect())
                        });
                        let truth = Literal::is(vars[0], 1);
                        model.post(Congruence::new(truth, figures, turns == 8));
                    },
                    |values| {
                        let [one, other] = [1, 2].map(|value| {
                            let cells = 0..board.cells.len();
                            let own = cells.filter(|&cell| values[1 + cell] == value);
                            normal(&board, &own.collect::<Vec<_>>(), turns)
                        });
                        (one == other) == (values[0] == 1)
                    },
                )
                .random(150, 1 + board.cells.len(), 0..=3);
            }
        }
    }
}
