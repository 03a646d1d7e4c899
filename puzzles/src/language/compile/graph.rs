//! Groups, connectedness, loops and what lies inside of them.

use std::collections::HashMap;
use std::rc::Rc;

use fxhash::FxHashMap;
use quadrille_engine::propagators::{
    Acyclic, Comparison as Sign, ConnectedGraph, FormulaRule, GroupRule, Groups, LinePath, Loop, Number, Presence, Test,
};
use quadrille_engine::{Literal, Var};

use super::super::geometry::Atom;
use super::super::syntax::{Kind, Phrase, Predicate, Span, Word};
use super::logic::{FALSE, TRUE, and, compare, iff, not, or, sum};
use super::phrase::Member;
use super::value::{Identity, Place, Value};
use super::{Compiler, Made};
use crate::grid::Direction;

/// A test about a member of group `g` has the number `g * STRIDE + vertex`.
const STRIDE: usize = 1 << 20;

/// Atoms that may form groups: connected through edges that are there.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) vertices: Vec<(Atom, Test)>,
    pub(super) edges: Vec<(usize, usize, Test)>,
    /// The vertex whose group is meant; all groups without.
    pub(super) root: Option<usize>,
}

/// What was made once and is used again.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// Whether two linked cells have equal values of a layer, by layer and link.
    equal: HashMap<(usize, Atom, Atom), Test>,
    /// The regions to find that hold an atom, as groups.
    areas: HashMap<(usize, Atom), usize>,
    /// Numbers and tests of rooted groups.
    numbers: FxHashMap<(usize, Number), Var>,
    tests: FxHashMap<(usize, Test), Var>,
    /// What is inside of a loop, by what the loop is drawn with.
    inside: Vec<(Vec<(Atom, Test)>, Vec<Test>)>,
    /// Whether two cells lie in one region to find.
    same_area: HashMap<(usize, Atom, Atom), Var>,
}

impl Compiler<'_> {
    /// The place of a group, with a test about members for each of its vertices.
    fn group_place(&self, number: usize, name: String, identity: Option<Identity>) -> Place {
        let group = &self.groups[number];
        let members = group
            .vertices
            .iter()
            .enumerate()
            .filter(|(_, (_, test))| *test != FALSE)
            .map(|(vertex, (atom, _))| (*atom, Test::Member(number * STRIDE + vertex)));
        Place {
            members: members.collect(),
            ordered: true,
            circular: false,
            single: false,
            identity: identity.unwrap_or(Identity::Group(number)),
            name,
        }
    }

    /// Cells of a material, joined by their sides.
    fn material_group(&mut self, material: &Phrase) -> Made<Group> {
        let kind = match &material.noun {
            super::super::syntax::Noun::Atoms(kind) => *kind,
            _ => Kind::Cell,
        };
        let mut base: Vec<Member> = Vec::new();
        let geometry = self.data.geometry;
        for index in 0..geometry.count(kind) as u32 {
            let atom = Atom {
                kind,
                board: self.board,
                index,
            };
            base.push((Value::Atom(atom), TRUE));
        }
        let members = self.filtered(material, base)?;
        let mut vertices: Vec<(Atom, Test)> = Vec::new();
        for (value, test) in members {
            if let Value::Atom(atom) = value {
                vertices.push((atom, test));
            }
        }
        let edges = self.sides(&vertices);
        Ok(Group {
            edges: edges.into_iter().map(|(a, b)| (a, b, TRUE)).collect(),
            vertices,
            root: None,
        })
    }

    /// Pairs of atoms that touch: cells and corners by a side, links and edges by an end.
    pub(super) fn sides(&self, vertices: &[(Atom, Test)]) -> Vec<(usize, usize)> {
        let geometry = &self.data.geometry;
        let place: HashMap<Atom, usize> =
            vertices.iter().enumerate().map(|(i, (atom, _))| (*atom, i)).collect();
        let mut pairs = Vec::new();
        for (i, (atom, _)) in vertices.iter().enumerate() {
            let mut beside = |index: Option<u32>| {
                if let Some(&j) = index.and_then(|index| place.get(&Atom { index, ..*atom }))
                    && i < j
                {
                    pairs.push((i, j));
                }
            };
            match atom.kind {
                Kind::Cell => Direction::ALL.iter().for_each(|&d| beside(geometry.neighbour(atom.index, d))),
                Kind::Corner => {
                    for direction in Direction::ALL {
                        let edge = geometry.corner_edge(atom.index, direction);
                        let ends = edge.map(|edge| geometry.edge_corners(edge));
                        beside(ends.and_then(|ends| ends.into_iter().find(|&end| end != atom.index)));
                    }
                }
                Kind::Link => {
                    for cell in geometry.link_cells(atom.index) {
                        Direction::ALL.iter().for_each(|&d| {
                            beside(geometry.link(cell, d).filter(|&link| link != atom.index));
                        });
                    }
                }
                Kind::Edge => {
                    for corner in geometry.edge_corners(atom.index) {
                        Direction::ALL.iter().for_each(|&d| {
                            beside(geometry.corner_edge(corner, d).filter(|&edge| edge != atom.index));
                        });
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// That two linked cells have equal values of a layer.
    fn equal_beside(&mut self, layer: &Word, a: Atom, b: Atom) -> Made<Test> {
        let number = self.data.book.layer(&layer.name).unwrap_or(usize::MAX);
        let key = (number, a, b);
        if let Some(test) = self.memo.equal.get(&key) {
            return Ok(test.clone());
        }
        if number == usize::MAX {
            return self.wrong(&layer.span, format!("unknown layer `{}`", layer.name), "expected the name of a layer");
        }
        let one = self.layer_of(number, &Value::Atom(a), layer, &layer.span)?;
        let two = self.layer_of(number, &Value::Atom(b), layer, &layer.span)?;
        let test = self.same(&one, &two, &layer.span)?;
        let test = self.literal_test(test)?;
        self.memo.equal.insert(key, test.clone());
        Ok(test)
    }

    fn equal_group(&mut self, layer: &Word) -> Made<Group> {
        let geometry = self.data.geometry;
        let mut vertices = Vec::new();
        for index in 0..geometry.count(Kind::Cell) as u32 {
            let atom = Atom {
                kind: Kind::Cell,
                board: self.board,
                index,
            };
            let there = self.has(&Value::Atom(atom), layer)?;
            vertices.push((atom, there));
        }
        vertices.retain(|(_, test)| *test != FALSE);
        let mut edges = Vec::new();
        for (i, j) in self.sides(&vertices) {
            let equal = self.equal_beside(layer, vertices[i].0, vertices[j].0)?;
            edges.push((i, j, equal));
        }
        Ok(Group {
            vertices,
            edges,
            root: None,
        })
    }

    fn area_group(&mut self, layer: usize, board: u8) -> Group {
        let geometry = self.data.geometry;
        let vertices = (0..geometry.count(Kind::Cell) as u32)
            .map(|index| {
                let atom = Atom {
                    kind: Kind::Cell,
                    board,
                    index,
                };
                (atom, TRUE)
            })
            .collect();
        let edges = (0..geometry.count(Kind::Link) as u32)
            .map(|link| {
                let [a, b] = geometry.link_cells(link);
                (a as usize, b as usize, self.joined(layer, board, link))
            })
            .collect();
        Group {
            vertices,
            edges,
            root: None,
        }
    }

    /// That the two cells of a link lie in one region to find.
    fn joined(&self, layer: usize, board: u8, link: u32) -> Test {
        let place = board as usize * self.data.geometry.count(Kind::Link) + link as usize;
        self.layers.links[layer][place].map_or(FALSE, |var| Test::is(var, 1))
    }

    /// The group that a phrase speaks of, for a rule about each group: its number and place.
    pub(super) fn open(&mut self, phrase: &Phrase) -> Made<Option<(usize, Place)>> {
        use super::super::syntax::Noun;
        let (group, identity) = match &phrase.noun {
            Noun::Group(material) => (self.material_group(material)?, None),
            Noun::EqualGroup(layer) => (self.equal_group(layer)?, None),
            Noun::Regions(word) => match self.data.book.layer(&word.name) {
                Some(layer) if self.data.is_found(layer) => (self.area_group(layer, self.board), None),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.groups.push(group);
        let number = self.groups.len() - 1;
        Ok(Some((number, self.group_place(number, String::new(), identity))))
    }

    /// Notes that a rule about members holds for every group of the rule at hand, or posts it for that of the root.
    pub(super) fn post_group(&mut self, number: usize, rule: Test) -> Made<()> {
        if rule == TRUE {
            return Ok(());
        }
        let rule = members_of(rule, number);
        if self.groups[number].root.is_some() {
            return self.post_groups(number, &rule);
        }
        // What one rule says of the same groups is one propagator: it sees more, and looks only once.
        let same = self.pending.iter_mut().find(|(other, _)| {
            let (one, two) = (&self.groups[*other], &self.groups[number]);
            one.vertices == two.vertices && one.edges == two.edges
        });
        match same {
            Some((_, tests)) => tests.push(rule),
            None => self.pending.push((number, vec![rule])),
        }
        Ok(())
    }

    /// Posts what was noted of groups.
    pub(super) fn post_pending(&mut self) -> Made<()> {
        for (number, tests) in std::mem::take(&mut self.pending) {
            self.post_groups(number, &and(tests))?;
        }
        Ok(())
    }

    fn post_groups(&mut self, number: usize, rule: &Test) -> Made<()> {
        let group = self.groups[number].clone();
        let mut vertices = Vec::new();
        for (_, test) in &group.vertices {
            vertices.push(self.presence(test)?);
        }
        let mut edges = Vec::new();
        for (a, b, test) in &group.edges {
            edges.push((*a, *b, self.presence(test)?));
        }
        let (rule, strength): (Box<dyn GroupRule>, _) = match super::measured::rule(rule, vertices.len()) {
            Some(rule) => (Box::new(rule), "bounds of sums over what a group surely and possibly holds"),
            None => (Box::new(FormulaRule::new(rule)), "bounds of what a group surely and possibly holds"),
        };
        let mut groups = Groups::new(vertices, edges, rule);
        if let Some(root) = group.root {
            groups = groups.rooted(root);
        }
        self.post_as(groups, "groups", strength);
        Ok(())
    }

    /// A test as the presence of a vertex or edge.
    pub(super) fn presence(&mut self, test: &Test) -> Made<Presence> {
        Ok(match self.literal_test(test.clone())? {
            Test::Const(true) => Presence::Always,
            Test::Const(false) => Presence::Never,
            Test::Literal(literal) => Presence::If(literal),
            _ => Presence::Never,
        })
    }

    /// A test as a literal or constant.
    pub(super) fn literal_test(&mut self, test: Test) -> Made<Test> {
        if matches!(test, Test::Const(_) | Test::Literal(_)) {
            return Ok(test);
        }
        if let Some(&var) = self.reified.get(&test) {
            return Ok(Test::is(var, 1));
        }
        let var = self.model.var(0..=1);
        self.reified.insert(test.clone(), var);
        self.post(iff(Test::is(var, 1), test))?;
        Ok(Test::is(var, 1))
    }

    /// A test in which what is said of the members of groups, other than the one at hand, is a variable.
    pub(super) fn settled(&mut self, test: Test) -> Made<Test> {
        let Some(group) = self.group_in(&test) else {
            return Ok(test);
        };
        if let Some(members) = self.mixed(&test) {
            let members = self.settled_members(members)?;
            return Ok(map_test(test, &|member| members.get(&member).cloned().unwrap_or(Test::Member(member))));
        }
        if let Some(&var) = self.memo.tests.get(&(group, test.clone())) {
            return Ok(Test::is(var, 1));
        }
        let var = self.model.var(0..=1);
        self.memo.tests.insert((group, test.clone()), var);
        self.post_group(group, iff(Test::is(var, 1), test))?;
        Ok(Test::is(var, 1))
    }

    /// The same for a number.
    pub(super) fn settled_number(&mut self, number: Number) -> Made<Number> {
        let probe = compare(number.clone(), Sign::Equal, number.clone());
        let probe = match probe {
            Test::Const(_) => return Ok(number),
            test => test,
        };
        let Some(group) = self.group_in(&probe) else {
            return Ok(number);
        };
        if let Some(members) = self.mixed(&probe) {
            let members = self.settled_members(members)?;
            return Ok(map_number(number, &|member| members.get(&member).cloned().unwrap_or(Test::Member(member))));
        }
        if let Some(&var) = self.memo.numbers.get(&(group, number.clone())) {
            return Ok(Number::Var(var));
        }
        let there = number.defined();
        if there != TRUE {
            // Its definedness is settled by itself.
            let there = self.settled(there)?;
            let total = Number::Choose(Box::new(number.defined()), Box::new(number), Box::new(Number::Const(0)));
            let value = self.settled_total(total, group)?;
            return Ok(Number::First(vec![(there, value)]));
        }
        self.settled_total(number, group)
    }

    /// The same for a number that is there, which speaks of one group.
    fn settled_total(&mut self, number: Number, group: usize) -> Made<Number> {
        if let Some(&var) = self.memo.numbers.get(&(group, number.clone())) {
            return Ok(Number::Var(var));
        }
        let (low, high) = self.bounds(&number);
        let (low, high) = (low.max(-(1 << 18)) as i32, high.min(1 << 18) as i32);
        let var = self.model.var(low..=high.max(low));
        self.memo.numbers.insert((group, number.clone()), var);
        self.post_group(group, Test::compare(Number::Var(var), Sign::Equal, number))?;
        Ok(Number::Var(var))
    }

    /// The members that are not of the group at hand, if a test speaks of several groups.
    fn mixed(&self, test: &Test) -> Option<Vec<usize>> {
        let mut members = Vec::new();
        for_each_member(test, &mut |member| members.push(member));
        let first = members.first()? / STRIDE;
        let several = members.iter().any(|member| member / STRIDE != first);
        members.retain(|member| Some(member / STRIDE) != self.open_group);
        members.sort_unstable();
        members.dedup();
        several.then_some(members)
    }

    fn settled_members(&mut self, members: Vec<usize>) -> Made<HashMap<usize, Test>> {
        let mut settled = HashMap::new();
        for member in members {
            settled.insert(member, self.settled(Test::Member(member))?);
        }
        Ok(settled)
    }

    /// A group whose members a test speaks of, if it is not the one at hand.
    fn group_in(&self, test: &Test) -> Option<usize> {
        let mut found = None;
        for_each_member(test, &mut |member| {
            let group = member / STRIDE;
            if Some(group) != self.open_group {
                found = Some(group);
            }
        });
        found
    }

    /// Cells that a walk from a cell can reach.
    pub(super) fn reached(&mut self, from: Atom, material: &Phrase) -> Made<Vec<Member>> {
        let mut group = self.material_group(material)?;
        let position = group.vertices.iter().position(|(atom, _)| *atom == from);
        // The walk begins at the cell, whatever it is.
        let root = match position {
            Some(root) => {
                group.vertices[root].1 = TRUE;
                root
            }
            None => {
                group.vertices.push((from, TRUE));
                group.edges = self.sides(&group.vertices).into_iter().map(|(a, b)| (a, b, TRUE)).collect();
                group.vertices.len() - 1
            }
        };
        group.root = Some(root);
        self.groups.push(group);
        let number = self.groups.len() - 1;
        let place = self.group_place(number, String::new(), None);
        Ok(place
            .members
            .into_iter()
            .map(|(atom, member)| {
                let test = if atom == from { TRUE } else { member };
                (Value::Atom(atom), test)
            })
            .collect())
    }

    /// Each group by its first atom: for a formula in which groups are counted or chosen.
    pub(super) fn single_groups(
        &mut self,
        material: &Phrase,
    ) -> Made<Vec<Member>> {
        let group = self.material_group(material)?;
        self.single(group)
    }

    pub(super) fn single_equal_groups(&mut self, layer: &Word, _: &Phrase) -> Made<Vec<Member>> {
        let group = self.equal_group(layer)?;
        self.single(group)
    }

    pub(super) fn single_areas(&mut self, layer: usize) -> Made<Vec<Member>> {
        let group = self.area_group(layer, self.board);
        self.single(group)
    }

    fn single(&mut self, group: Group) -> Made<Vec<Member>> {
        let mut members = Vec::new();
        for root in 0..group.vertices.len() {
            let (atom, there) = group.vertices[root].clone();
            self.groups.push(Group {
                root: Some(root),
                ..group.clone()
            });
            let number = self.groups.len() - 1;
            let place = self.group_place(number, String::new(), None);
            // The first of its group, in the order of the atoms.
            let before = (0..root).map(|vertex| not(Test::Member(number * STRIDE + vertex)));
            let first = match and(before) {
                TRUE => TRUE,
                test => {
                    let open = self.open_group.take();
                    let settled = self.settled(test);
                    self.open_group = open;
                    settled?
                }
            };
            let mut place = place;
            place.name = format!("the group of {}", self.data.geometry.name(atom));
            members.push((Value::Place(Rc::new(place)), and([there, first])));
        }
        Ok(members)
    }

    /// The region to find that holds a cell.
    pub(super) fn area_of(&mut self, layer: usize, cell: Atom) -> Value {
        let number = match self.memo.areas.get(&(layer, cell)) {
            Some(&number) => number,
            None => {
                let mut group = self.area_group(layer, cell.board);
                group.root = Some(cell.index as usize);
                self.groups.push(group);
                self.memo.areas.insert((layer, cell), self.groups.len() - 1);
                self.groups.len() - 1
            }
        };
        let identity = Identity::AreaOf(layer, cell);
        Value::Place(Rc::new(self.group_place(number, String::new(), Some(identity))))
    }

    /// Whether two cells lie in one region to find.
    pub(super) fn same_area(&mut self, layer: usize, a: Atom, b: Atom) -> Made<Test> {
        if a == b {
            return Ok(TRUE);
        }
        let geometry = self.data.geometry;
        let beside = Direction::ALL.iter().find(|&&d| geometry.neighbour(a.index, d) == Some(b.index));
        if let Some(link) = beside.and_then(|&d| geometry.link(a.index, d))
            && a.board == b.board
        {
            return Ok(self.joined(layer, a.board, link));
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&var) = self.memo.same_area.get(&(layer, a, b)) {
            return Ok(Test::is(var, 1));
        }
        let Value::Place(place) = self.area_of(layer, a) else {
            return Ok(FALSE);
        };
        let test = place.guard_of(b);
        let settled = self.settled(test)?;
        if let Test::Literal(Literal { var, .. }) = settled {
            self.memo.same_area.insert((layer, a, b), var);
        }
        Ok(settled)
    }

    /// That regions to find are cut along closed lines: two linked cells of one region are joined.
    pub(super) fn partitions(&mut self) -> Made<()> {
        let geometry = self.data.geometry;
        for layer in 0..self.data.book.layers.len() {
            if self.layers.links[layer].is_empty() {
                continue;
            }
            self.rule_text("Regions are cut along closed lines.");
            for board in 0..geometry.boards as u8 {
                // Around a corner there is never exactly one wall.
                for corner in 0..geometry.count(Kind::Corner) as u32 {
                    let cells = geometry.corner_cells(corner);
                    let [a, b, c, d] = cells[..] else {
                        continue;
                    };
                    let around = [(a, b), (c, d), (a, c), (b, d)].map(|(one, two)| {
                        let towards = Direction::ALL.iter().find(|&&t| geometry.neighbour(one, t) == Some(two));
                        towards
                            .and_then(|&t| geometry.link(one, t))
                            .map_or(FALSE, |link| self.joined(layer, board, link))
                    });
                    for i in 0..4 {
                        let others = (0..4).filter(|&j| j != i).map(|j| not(around[j].clone()));
                        self.post(or(others.chain([around[i].clone()])))?;
                    }
                }
                let group = self.area_group(layer, board);
                let rule = and(group.edges.iter().map(|(a, b, joined)| {
                    let member = |vertex: usize| not(Test::Member(self.groups.len() * STRIDE + vertex));
                    or([member(*a), member(*b), joined.clone()])
                }));
                self.groups.push(group);
                self.post_group(self.groups.len() - 1, rule)?;
                self.post_pending()?;
            }
        }
        Ok(())
    }

    /// What is said of the form of a set of atoms, as a variable: true exactly when it holds.
    pub(super) fn judged(&mut self, place: &Place, predicate: &Predicate, span: &Span) -> Made<Test> {
        let atoms: Vec<Atom> = place.members.iter().map(|(atom, _)| *atom).collect();
        let tests: Vec<Test> = place.members.iter().map(|(_, test)| test.clone()).collect();
        let constant: Option<Vec<bool>> = tests
            .iter()
            .map(|test| match test {
                Test::Const(truth) => Some(*truth),
                _ => None,
            })
            .collect();
        let form = super::deferred::Form::new(predicate, &self.data.geometry, atoms);
        if let Some(there) = constant {
            return Ok(Test::Const(form.holds(&there)));
        }
        let mut settled = Vec::new();
        for test in tests {
            settled.push(self.settled(test)?);
        }
        if settled.iter().any(super::logic::speaks_of_group) {
            return self.wrong(
                span,
                "the form of a group",
                "in a rule about each group, only `connected` is known",
            );
        }
        let truth = self.model.var(0..=1);
        let vars = and(settled.clone()).variables();
        let judge = move |value: &dyn Fn(Var) -> i32| {
            let there: Vec<bool> = settled.iter().map(|test| test.holds(value)).collect();
            form.holds(&there)
        };
        self.post_as(
            super::deferred::Deferred::new(vars, truth, Box::new(judge)),
            "deferred",
            "only when all is known",
        );
        Ok(Test::is(truth, 1))
    }

    /// Whether a cell lies inside of the loop that links or edges form.
    pub(super) fn inside(&mut self, place: &Place, cell: Atom, span: &Span) -> Made<Test> {
        if cell.kind != Kind::Cell {
            return self.wrong(span, "only cells lie inside", "expected a cell");
        }
        let known = self.memo.inside.iter().find(|(members, _)| *members == place.members);
        if let Some((_, tests)) = known {
            return Ok(tests[cell.index as usize].clone());
        }
        let geometry = self.data.geometry;
        let drawn: HashMap<Atom, Test> = place.members.iter().cloned().collect();
        let is_drawn = |kind: Kind, index: u32| {
            drawn.get(&Atom { kind, board: cell.board, index }).cloned().unwrap_or(FALSE)
        };
        let by_links = place.members.first().is_some_and(|(atom, _)| atom.kind == Kind::Link);
        let mut tests: Vec<Test> = Vec::new();
        for row in 0..geometry.rows {
            // Parity of what is crossed from the left border; with links just above the middle of the cells.
            let mut parity = FALSE;
            for column in 0..geometry.columns {
                let index = (row * geometry.columns + column) as u32;
                if by_links {
                    let above = geometry
                        .link(index, Direction::North)
                        .map_or(FALSE, |link| is_drawn(Kind::Link, link));
                    let visited = or(Direction::ALL
                        .iter()
                        .filter_map(|&d| geometry.link(index, d))
                        .map(|link| is_drawn(Kind::Link, link)));
                    tests.push(and([not(visited), parity.clone()]));
                    let next = not(iff(parity, above));
                    parity = self.literal_test(next)?;
                } else {
                    let left = geometry.edge(index, Direction::West);
                    let next = not(iff(parity, is_drawn(Kind::Edge, left)));
                    parity = self.literal_test(next)?;
                    tests.push(parity.clone());
                }
            }
        }
        let test = tests[cell.index as usize].clone();
        self.memo.inside.push((place.members.clone(), tests));
        Ok(test)
    }

    /// That the cells of a place fill a rectangle. Exact for connected places, as groups and regions are, and places
    /// whose members are certain.
    pub(super) fn is_rectangle(&mut self, place: &Place, square: bool, span: &Span) -> Made<Test> {
        let is_connected = matches!(place.identity, Identity::Group(_) | Identity::AreaOf(..));
        let mut tests = Vec::new();
        if is_connected {
            let geometry = self.data.geometry;
            let guards: HashMap<Atom, Test> = place.members.iter().cloned().collect();
            let Some(&(first, _)) = place.members.first() else {
                return Ok(FALSE);
            };
            for corner in 0..geometry.count(Kind::Corner) as u32 {
                let [a, b, c, d] = geometry.corner_cells(corner)[..] else {
                    continue;
                };
                let [a, b, c, d] =
                    [a, b, c, d].map(|index| guards.get(&Atom { index, ..first }).cloned().unwrap_or(FALSE));
                // Two cells at opposite corners bring the other two.
                for (one, two, third) in [(&a, &d, &b), (&a, &d, &c), (&b, &c, &a), (&b, &c, &d)] {
                    tests.push(or([not(one.clone()), not(two.clone()), third.clone()]));
                }
            }
        } else {
            let inside = |row: usize, column: usize| {
                let index = (row * self.data.geometry.columns + column) as u32;
                place.members.first().map_or(FALSE, |(atom, _)| place.guard_of(Atom { index, ..*atom }))
            };
            let positions: Vec<(usize, usize)> =
                place.members.iter().map(|(atom, _)| self.data.geometry.position(atom.index)).collect();
            tests.push(or(place.members.iter().map(|(_, test)| test.clone())));
            for (i, &(r, c)) in positions.iter().enumerate() {
                for (j, &(s, d)) in positions.iter().enumerate().skip(i + 1) {
                    let both = and([place.members[i].1.clone(), place.members[j].1.clone()]);
                    for row in r.min(s)..=r.max(s) {
                        for column in c.min(d)..=c.max(d) {
                            tests.push(or([not(both.clone()), inside(row, column)]));
                        }
                    }
                }
            }
        }
        if square {
            let coordinate = |row: bool| -> Vec<(Test, Number)> {
                place
                    .members
                    .iter()
                    .map(|(atom, test)| {
                        let (r, c) = self.data.geometry.position(atom.index);
                        (test.clone(), Number::Const(if row { r } else { c } as i128))
                    })
                    .collect()
            };
            let span_of = |row: bool| {
                sum([
                    (1, Number::Greatest(coordinate(row))),
                    (-1, Number::Least(coordinate(row))),
                ])
            };
            let (Some(height), Some(width)) = (span_of(true), span_of(false)) else {
                return self.wrong(span, "the place is too large", "expected a smaller grid");
            };
            tests.push(compare(height, Sign::Equal, width));
        }
        Ok(and(tests))
    }

    /// Posts what is said of the form of a set of atoms. `false` if no propagator knows it.
    pub(super) fn post_form(&mut self, place: &Place, predicate: &Predicate, span: &Span) -> Made<bool> {
        let mut tests = Vec::new();
        for (_, test) in &place.members {
            let settled = self.settled(test.clone())?;
            tests.push(self.presence(&settled)?);
        }
        let geometry = self.data.geometry;
        let kind = place.members.first().map(|(atom, _)| atom.kind);
        match (predicate, kind) {
            (_, None) => Ok(false),
            (Predicate::Connected, Some(_)) => {
                let sides = self.sides(&place.members);
                let edges: Vec<(usize, usize, Presence)> =
                    sides.into_iter().map(|(a, b)| (a, b, Presence::Always)).collect();
                self.post_as(ConnectedGraph::new(&tests, &edges), "connected", "domain consistent");
                Ok(true)
            }
            (
                Predicate::OneLoop | Predicate::OnePath | Predicate::WithoutLoop,
                Some(kind @ (Kind::Link | Kind::Edge)),
            ) => {
                let corners = if kind == Kind::Link { Kind::Cell } else { Kind::Corner };
                let vertices = geometry.boards * geometry.count(corners);
                let edges: Vec<(usize, usize, Presence)> = place
                    .members
                    .iter()
                    .zip(&tests)
                    .map(|((atom, _), presence)| {
                        let [a, b] = match kind {
                            Kind::Link => geometry.link_cells(atom.index),
                            _ => geometry.edge_corners(atom.index),
                        };
                        let base = atom.board as usize * geometry.count(corners);
                        (base + a as usize, base + b as usize, *presence)
                    })
                    .collect();
                match predicate {
                    Predicate::OneLoop => {
                        self.post_as(Loop::new(vertices, &edges), "loop", "degrees, ends of paths, blocks");
                    }
                    Predicate::OnePath => {
                        self.post_as(LinePath::new(vertices, &edges), "path", "degrees, ends of paths, blocks");
                    }
                    _ => self.post_as(Acyclic::new(vertices, &edges), "acyclic", "domain consistent"),
                }
                Ok(true)
            }
            (Predicate::OneLoop | Predicate::OnePath | Predicate::WithoutLoop, Some(_)) => {
                self.wrong(span, "cells form no loop", "expected links or edges, such as `drawn links`")
            }
            _ => Ok(false),
        }
    }
}

/// Calls `each` with the number of every member that a test speaks of.
fn for_each_member(test: &Test, each: &mut dyn FnMut(usize)) {
    match test {
        Test::Member(member) => each(*member),
        Test::Const(_) | Test::In(..) | Test::Literal(_) => {}
        Test::Not(inner) => for_each_member(inner, each),
        Test::And(parts) | Test::Or(parts) => parts.iter().for_each(|part| for_each_member(part, each)),
        Test::Iff(a, b) => {
            for_each_member(a, each);
            for_each_member(b, each);
        }
        Test::Compare(a, _, b) => {
            for_each_member_of_number(a, each);
            for_each_member_of_number(b, each);
        }
    }
}

fn for_each_member_of_number(number: &Number, each: &mut dyn FnMut(usize)) {
    match number {
        Number::Const(_) | Number::Var(_) | Number::Element(..) => {}
        Number::Sum(terms) => terms.iter().for_each(|(_, number)| for_each_member_of_number(number, each)),
        Number::Product(numbers) => numbers.iter().for_each(|number| for_each_member_of_number(number, each)),
        Number::Quotient(a, b) | Number::Remainder(a, b) => {
            for_each_member_of_number(a, each);
            for_each_member_of_number(b, each);
        }
        Number::Power(number, _) | Number::Absolute(number) => for_each_member_of_number(number, each),
        Number::Truth(test) => for_each_member(test, each),
        Number::Choose(test, a, b) => {
            for_each_member(test, each);
            for_each_member_of_number(a, each);
            for_each_member_of_number(b, each);
        }
        Number::Least(members)
        | Number::Greatest(members)
        | Number::Gcd(members)
        | Number::First(members)
        | Number::Distinct(members) => {
            for (test, number) in members {
                for_each_member(test, each);
                for_each_member_of_number(number, each);
            }
        }
    }
}

/// The same test with the vertices of the group for the numbers of its members.
fn members_of(test: Test, group: usize) -> Test {
    map_test(test, &|member| Test::Member(member - group * STRIDE))
}

fn map_test(test: Test, map: &dyn Fn(usize) -> Test) -> Test {
    let all = |tests: Vec<Test>| tests.into_iter().map(|test| map_test(test, map)).collect();
    match test {
        Test::Member(member) => map(member),
        Test::Const(_) | Test::In(..) | Test::Literal(_) => test,
        Test::Not(inner) => Test::Not(Box::new(map_test(*inner, map))),
        Test::And(parts) => Test::And(all(parts)),
        Test::Or(parts) => Test::Or(all(parts)),
        Test::Iff(a, b) => Test::Iff(Box::new(map_test(*a, map)), Box::new(map_test(*b, map))),
        Test::Compare(a, sign, b) => {
            Test::Compare(Box::new(map_number(*a, map)), sign, Box::new(map_number(*b, map)))
        }
    }
}

fn map_number(number: Number, map: &dyn Fn(usize) -> Test) -> Number {
    let members = |members: Vec<(Test, Number)>| {
        members
            .into_iter()
            .map(|(test, number)| (map_test(test, map), map_number(number, map)))
            .collect()
    };
    let boxed = |number: Box<Number>| Box::new(map_number(*number, map));
    match number {
        Number::Const(_) | Number::Var(_) | Number::Element(..) => number,
        Number::Sum(terms) => Number::Sum(terms.into_iter().map(|(f, n)| (f, map_number(n, map))).collect()),
        Number::Product(numbers) => Number::Product(numbers.into_iter().map(|n| map_number(n, map)).collect()),
        Number::Quotient(a, b) => Number::Quotient(boxed(a), boxed(b)),
        Number::Remainder(a, b) => Number::Remainder(boxed(a), boxed(b)),
        Number::Power(number, power) => Number::Power(boxed(number), power),
        Number::Absolute(number) => Number::Absolute(boxed(number)),
        Number::Truth(test) => Number::Truth(Box::new(map_test(*test, map))),
        Number::Choose(test, a, b) => Number::Choose(Box::new(map_test(*test, map)), boxed(a), boxed(b)),
        Number::Least(m) => Number::Least(members(m)),
        Number::Greatest(m) => Number::Greatest(members(m)),
        Number::Gcd(m) => Number::Gcd(members(m)),
        Number::First(m) => Number::First(members(m)),
        Number::Distinct(m) => Number::Distinct(members(m)),
    }
}
