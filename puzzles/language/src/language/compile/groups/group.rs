//! Atoms that may form groups, and what joins them.

use std::ops::Range;
use std::rc::Rc;

use fxhash::FxHashMap;
use quadrille_engine::bits::Bits;
use quadrille_engine::propagators::{Number, Test};

use super::super::logic::{FALSE, TRUE};
use super::super::value::Value;
use super::super::{Compiler, Made};
use crate::grid::Direction;
use crate::language::geometry::{AROUND, Atom, Geometry, KNIGHT, SIDES};
use crate::language::syntax::{Kind, Noun, Phrase, Qualifier, Span, Touch, Word};
use crate::language::values::Datum;

/// The phrases of a group, how its atoms touch, and the boards concerned.
pub(crate) type GroupKey = (Span, Option<Span>, Touch, Range<u8>);

/// Atoms that may form groups: connected through edges that are there. The groups of single cells share both lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) vertices: Rc<Vec<(Atom, Test)>>,
    pub(crate) edges: Rc<Vec<(usize, usize, Test)>>,
    /// How its atoms touch.
    pub(crate) touch: Touch,
    /// The vertex whose group is meant; `None` for all groups.
    pub(crate) root: Option<usize>,
    /// For a group of equal numbers that are variables or constants: that of each vertex.
    pub(crate) numbers: Option<Rc<Vec<Number>>>,
}

impl Group {
    /// Where its lists are.
    pub(super) fn identity(&self) -> [usize; 3] {
        let numbers = self.numbers.as_ref();
        [
            Rc::as_ptr(&self.vertices).addr(),
            Rc::as_ptr(&self.edges).addr(),
            numbers.map_or(0, |numbers| Rc::as_ptr(numbers).addr()),
        ]
    }

    /// Whether it has the same vertices and edges.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.edges == other.edges
    }

    /// Whether it is kept elsewhere, too.
    pub(super) fn is_shared(&self) -> bool {
        let is_kept = |numbers: &Rc<Vec<Number>>| Rc::strong_count(numbers) > 1;
        Rc::strong_count(&self.vertices) > 1
            && Rc::strong_count(&self.edges) > 1
            && self.numbers.as_ref().is_none_or(is_kept)
    }

    /// The vertices of each group, from the one with the first vertex, if the data alone decides them.
    pub(crate) fn fixed(&self) -> Option<Vec<Vec<usize>>> {
        let known = |test: &Test| match test {
            Test::Const(known) => Some(*known),
            _ => None,
        };
        let vertices = self.vertices.iter().map(|(_, test)| known(test));
        let vertices = vertices.collect::<Option<Bits>>()?;
        let mut classes = Classes::new(vertices.len());
        for (a, b, test) in self.edges.iter() {
            if known(test)? && vertices[*a] && vertices[*b] {
                classes.join(*a, *b);
            }
        }
        let mut members = vec![Vec::new(); vertices.len()];
        for vertex in (0..vertices.len()).filter(|&vertex| vertices[vertex]) {
            members[classes.first(vertex)].push(vertex);
        }
        members.retain(|members| !members.is_empty());
        Some(members)
    }

    /// The group of one vertex, with none of the vertices to which no possible edges lead from there: rules about it
    /// then speak of no more than it may have, such as a row. O(vertices + edges).
    pub(super) fn rooted(&self, root: usize) -> Self {
        let class = self.classes(Some(root));
        let (own, place) = self.part(&class, class[root]);
        Self {
            root: place[root],
            ..own
        }
    }

    /// The groups of vertices between which edges are possible, each with the places in it of all vertices, such as
    /// the rows for cells that horizontal links join. Vertices that are never there are in none.
    pub(crate) fn parts(&self) -> Vec<(Self, Vec<Option<usize>>)> {
        let class = self.classes(None);
        let firsts = (0..class.len())
            .filter(|&vertex| class[vertex] == vertex && self.vertices[vertex].1 != FALSE);
        firsts.map(|first| self.part(&class, first)).collect()
    }

    /// By vertex: the first of those with which it may be connected. The root counts as there.
    fn classes(&self, root: Option<usize>) -> Vec<usize> {
        let mut classes = Classes::new(self.vertices.len());
        let is_possible = |vertex| Some(vertex) == root || self.vertices[vertex].1 != FALSE;
        for (a, b, test) in self.edges.iter() {
            if *test != FALSE && is_possible(*a) && is_possible(*b) {
                classes.join(*a, *b);
            }
        }
        let vertices = 0..self.vertices.len();
        vertices.map(|vertex| classes.first(vertex)).collect()
    }

    /// The vertices of one class, and by vertex its place among them.
    fn part(&self, class: &[usize], own: usize) -> (Self, Vec<Option<usize>>) {
        let mut kept = 0;
        let mut place = |&class: &usize| {
            let place = (class == own).then_some(kept);
            kept += usize::from(place.is_some());
            place
        };
        let place: Vec<Option<usize>> = class.iter().map(&mut place).collect();
        if kept == self.vertices.len() {
            return (self.clone(), place);
        }
        let edges = self.edges.iter().filter_map(|(a, b, test)| {
            let (a, b) = (place[*a]?, place[*b]?);
            Some((a, b, test.clone()))
        });
        let edges: Vec<_> = edges.filter(|(_, _, test)| *test != FALSE).collect();
        let numbers = self.numbers.as_ref();
        let part = Self {
            vertices: Rc::new(of_kept(&self.vertices, &place)),
            edges: Rc::new(edges),
            touch: self.touch,
            root: None,
            numbers: numbers.map(|numbers| Rc::new(of_kept(numbers, &place))),
        };
        (part, place)
    }

    /// All groups of these vertices.
    fn new(vertices: Vec<(Atom, Test)>, edges: Vec<(usize, usize, Test)>, touch: Touch) -> Self {
        Self {
            vertices: vertices.into(),
            edges: edges.into(),
            touch,
            root: None,
            numbers: None,
        }
    }
}

/// The values of the vertices that have a place.
fn of_kept<T: Clone>(values: &[T], place: &[Option<usize>]) -> Vec<T> {
    let values = values.iter().zip(place);
    let kept = values.filter_map(|(value, place)| place.map(|_| value.clone()));
    kept.collect()
}

/// Vertices by what connects them; the first of each class stands for it.
struct Classes(Vec<usize>);

impl Classes {
    fn new(vertices: usize) -> Self {
        Self((0..vertices).collect())
    }

    fn first(&mut self, mut vertex: usize) -> usize {
        while self.0[vertex] != vertex {
            self.0[vertex] = self.0[self.0[vertex]];
            vertex = self.0[vertex];
        }
        vertex
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// Groups are in reading order, whatever the order of the place that they are in.
fn in_reading_order(members: &mut [(Atom, Test)]) {
    members.sort_by_key(|(atom, _)| *atom);
}

/// The cells that a cell touches.
pub(crate) fn touched(geometry: &Geometry, cell: u32, touch: Touch) -> impl Iterator<Item = u32> {
    let steps: &[(isize, isize)] = match touch {
        Touch::Sides => &SIDES,
        Touch::Contacts => &AROUND,
        Touch::Knights => &KNIGHT,
    };
    steps
        .iter()
        .filter_map(move |&by| geometry.shifted(cell, by))
}

/// Whether a phrase means the same atoms, whatever names are in use.
fn is_the_same_everywhere(phrase: &Phrase) -> bool {
    let is_of_layer =
        |qualifier: &Qualifier| matches!(qualifier, Qualifier::With(_) | Qualifier::Without(_));
    matches!(phrase.noun, Noun::Atoms(_))
        && phrase.take.is_none()
        && phrase.qualifiers.iter().all(is_of_layer)
}

impl Compiler<'_> {
    /// Cells of a material that touch.
    pub(crate) fn material_group(&mut self, material: &Phrase, touch: Touch) -> Made<Group> {
        let key = (material.span.clone(), None, touch, self.boards());
        self.group_once(key, &[material], |this| {
            this.new_material_group(material, touch)
        })
    }

    /// A group made once for all places that speak of it: `first group of shaded cells of c` is about the same cells for
    /// each `c`. (A hint for Ring-Ring, which is mostly compiling, takes 0.09 s instead of 0.19.)
    fn group_once(
        &mut self,
        key: GroupKey,
        phrases: &[&Phrase],
        make: impl FnOnce(&mut Self) -> Made<Group>,
    ) -> Made<Group> {
        if !phrases.iter().all(|phrase| is_the_same_everywhere(phrase)) {
            return make(self);
        }
        if let Some(known) = self.memo.whole.get(&key) {
            let known = known.clone();
            self.spend(known.vertices.len(), &key.0)?;
            return Ok(known);
        }
        let before = self.eval.absence.when.len();
        let is_plain = |this: &Self| {
            let is_alone = this.eval.open_group.is_none() && this.eval.assumed_exit.is_none();
            is_alone
                && !this.eval.missing
                && !this.eval.absence.untold
                && this.eval.absence.when.len() == before
        };
        let was_plain = is_plain(self);
        let group = make(self)?;
        if was_plain && is_plain(self) {
            self.memo.whole.insert(key, group.clone());
        }
        Ok(group)
    }

    fn new_material_group(&mut self, material: &Phrase, touch: Touch) -> Made<Group> {
        // The material may be a place itself, such as another group.
        let mut vertices = self.place_of(material)?.members;
        in_reading_order(&mut vertices);
        let edges = self.touching(&vertices, touch);
        let edges: Vec<_> = edges.into_iter().map(|(a, b)| (a, b, TRUE)).collect();
        self.apart_from_open(Group::new(vertices, edges, touch), &material.span)
    }

    /// A group whose atoms do not depend on the members of the current one: those differ from group to group.
    fn apart_from_open(&mut self, group: Group, span: &Span) -> Made<Group> {
        let vertices = group.vertices.iter().map(|(_, test)| test);
        let edges = group.edges.iter().map(|(_, _, test)| test);
        match vertices.chain(edges).any(|test| self.is_open(test)) {
            true => self.of_one_group(span),
            false => Ok(group),
        }
    }

    /// Pairs of atoms that touch: cells by a side, corners by an edge, links and edges by an end.
    pub(crate) fn sides(&self, vertices: &[(Atom, Test)]) -> Vec<(usize, usize)> {
        self.touching(vertices, Touch::Sides)
    }

    /// The same with another way in which cells touch.
    pub(crate) fn touching(&self, vertices: &[(Atom, Test)], touch: Touch) -> Vec<(usize, usize)> {
        let geometry = &self.data.geometry;
        let place: FxHashMap<Atom, usize> = vertices
            .iter()
            .enumerate()
            .map(|(i, (atom, _))| (*atom, i))
            .collect();
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
                Kind::Cell => {
                    touched(geometry, atom.index, touch).for_each(|cell| beside(Some(cell)));
                }
                Kind::Corner => {
                    for direction in Direction::ALL {
                        let edge = geometry.corner_edge(atom.index, direction);
                        let ends = edge.map(|edge| geometry.edge_corners(edge));
                        beside(
                            ends.and_then(|ends| ends.into_iter().find(|&end| end != atom.index)),
                        );
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
                            beside(
                                geometry
                                    .corner_edge(corner, d)
                                    .filter(|&edge| edge != atom.index),
                            );
                        });
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The test that two linked cells have equal values of a layer.
    pub(super) fn equal_beside(&mut self, layer: &Word, a: Atom, b: Atom) -> Made<Test> {
        let number = self.data.book.layer(&layer.name).unwrap_or(usize::MAX);
        let key = (number, a, b);
        if let Some(test) = self.memo.equal.get(&key) {
            return Ok(test.clone());
        }
        if number == usize::MAX {
            return self.unclear(&layer.span);
        }
        let one = self.layer_of(number, &Value::Atom(a), &layer.span)?;
        let two = self.layer_of(number, &Value::Atom(b), &layer.span)?;
        let test = self.same(&one, &two, &layer.span)?;
        self.memo.equal.insert(key, test.clone());
        Ok(test)
    }

    /// The number that a layer has at an atom, if it is a variable or a constant.
    fn layer_number(&mut self, layer: &Word, atom: Atom) -> Made<Option<Number>> {
        let Some(number) = self.data.book.layer(&layer.name) else {
            return Ok(None);
        };
        let value = self.layer_of(number, &Value::Atom(atom), &layer.span)?;
        Ok(match value {
            Value::Number(number @ (Number::Var(_) | Number::Const(_))) => Some(number),
            _ => None,
        })
    }

    pub(super) fn equal_group(&mut self, layer: &Word) -> Made<Group> {
        let mut vertices = Vec::new();
        let of_data = self.data.book.layer(&layer.name);
        let of_data = of_data.filter(|&number| !self.data.is_found(number));
        for (cell, _) in self.all_atoms(Kind::Cell) {
            // What is not told is equal to nothing.
            let datum = of_data.and_then(|number| self.datum_at(number, &cell));
            if matches!(datum, Some(Datum::Untold)) {
                continue;
            }
            let there = self.has(&cell, layer)?;
            if let Value::Atom(atom) = cell {
                vertices.push((atom, there));
            }
        }
        vertices.retain(|(_, test)| *test != FALSE);
        let mut numbers = Vec::with_capacity(vertices.len());
        for (atom, there) in &vertices {
            let number = self.layer_number(layer, *atom)?;
            numbers.extend(number.filter(|_| *there == TRUE));
        }
        let are_all = numbers.len() == vertices.len();
        let mut edges = Vec::new();
        for (i, j) in self.sides(&vertices) {
            let equal = self.equal_beside(layer, vertices[i].0, vertices[j].0)?;
            edges.push((i, j, equal));
        }
        let group = Group {
            numbers: are_all.then(|| numbers.into()),
            ..Group::new(vertices, edges, Touch::Sides)
        };
        self.apart_from_open(group, &layer.span)
    }

    /// Cells of a material that links join, or corners that edges join.
    pub(super) fn joined_group(&mut self, material: &Phrase, links: &Phrase) -> Made<Group> {
        let spans = (material.span.clone(), Some(links.span.clone()));
        let key = (spans.0, spans.1, Touch::Sides, self.boards());
        self.group_once(key, &[material, links], |this| {
            this.new_joined_group(material, links)
        })
    }

    fn new_joined_group(&mut self, material: &Phrase, links: &Phrase) -> Made<Group> {
        let mut vertices: Vec<(Atom, Test)> = Vec::new();
        let mut place: FxHashMap<Atom, usize> = FxHashMap::default();
        let mut members = self.place_of(material)?.members;
        in_reading_order(&mut members);
        for (atom, test) in members {
            place.insert(atom, vertices.len());
            vertices.push((atom, test));
        }
        let geometry = self.data.geometry;
        let mut edges = Vec::new();
        for (link, test) in self.place_of(links)?.members {
            let (kind, ends) = match link.kind {
                Kind::Edge => (Kind::Corner, geometry.edge_corners(link.index)),
                _ => (Kind::Cell, geometry.link_cells(link.index)),
            };
            let ends = ends.map(|index| {
                place
                    .get(&Atom {
                        kind,
                        index,
                        ..link
                    })
                    .copied()
            });
            if let [Some(a), Some(b)] = ends {
                edges.push((a, b, self.literal_test(test)?));
            }
        }
        let group = Group::new(vertices, edges, Touch::Sides);
        self.apart_from_open(group, &material.span)
    }

    pub(super) fn area_group(&mut self, layer: usize, board: u8) -> Group {
        let geometry = self.data.geometry;
        let vertices: Vec<_> = (0..geometry.count(Kind::Cell) as u32)
            .map(|index| {
                let atom = Atom {
                    kind: Kind::Cell,
                    board,
                    index,
                };
                let position = crate::language::values::position(&geometry, atom);
                (atom, Test::Const(self.layers.stands(layer, position)))
            })
            .collect();
        let edges: Vec<_> = (0..geometry.count(Kind::Link) as u32)
            .map(|link| {
                let [a, b] = geometry.link_cells(link);
                (a as usize, b as usize, self.joined(layer, board, link))
            })
            .collect();
        Group::new(vertices, edges, Touch::Sides)
    }

    /// The same on all boards that the current formula is about.
    pub(super) fn area_groups(&mut self, layer: usize) -> Group {
        let (mut vertices, mut edges) = (Vec::new(), Vec::new());
        for board in self.boards() {
            let own = self.area_group(layer, board);
            let before = vertices.len();
            let joined = own.edges.iter();
            edges.extend(joined.map(|(a, b, test)| (a + before, b + before, test.clone())));
            vertices.extend(own.vertices.iter().cloned());
        }
        Group::new(vertices, edges, Touch::Sides)
    }

    /// The test that the two cells of a link are in one region to find.
    pub(crate) fn joined(&self, layer: usize, board: u8, link: u32) -> Test {
        let place = board as usize * self.data.geometry.count(Kind::Link) + link as usize;
        self.layers.links[layer][place].map_or(FALSE, |var| Test::is(var, 1))
    }
}
