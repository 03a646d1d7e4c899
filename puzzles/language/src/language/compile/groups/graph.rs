//! Groups, connectedness, loops and what is inside them.

use std::rc::Rc;

use quadrille_engine::propagators::{
    FormulaRule, Graph, GroupRule, Groups, Partition, Presence, Test,
};

use super::super::budget::of_test;
use super::super::logic::{FALSE, TRUE, and, iff, not, or};
use super::super::places::phrase::Member;
use super::super::provenance::Source;
use super::super::value::{Identity, Place, Value};
use super::super::{Compiler, Made};
use super::group::Group;
use super::member::{has_group_test, in_group, in_part, is_member};
use super::whole::{all_of, apart};
use crate::grid::Direction;
use crate::language::geometry::Atom;
use crate::language::syntax::{Kind, Noun, Phrase, Span, Touch, Word};
use crate::language::values::{Datum, atom_at, place_name};
use crate::puzzle::Origin;
use crate::puzzle::Pass;

/// The cost of a propagator for groups for each vertex and edge, in steps.
const STEPS_OF_A_GROUP: usize = 2;

/// The most terms that a rule about groups may have in all parts of the grid together, if each gets a propagator of its
/// own. Each looks at fewer vertices: the first hint of a mid-loop of 10×10 takes 0.03 s instead of 1.0.
const MOST_SPLIT: usize = 1 << 18;

/// The ends of each edge, and whether it is there.
type Edges = Vec<(usize, usize, Presence)>;

impl Compiler<'_> {
    /// The place of a group, with a test about members for each of its vertices.
    pub(super) fn group_place(
        &self,
        number: usize,
        name: String,
        identity: Option<Identity>,
    ) -> Place {
        let group = &self.groups.all[number];
        let members = group
            .vertices
            .iter()
            .enumerate()
            .filter(|(_, (_, test))| *test != FALSE)
            .map(|(vertex, (atom, _))| (*atom, is_member(number, vertex)));
        Place {
            members: members.collect(),
            ordered: true,
            circular: false,
            single: false,
            there: None,
            sole: false,
            identity: identity.unwrap_or(Identity::Group(number)),
            name,
        }
    }

    /// The group of a phrase, for a rule about each group: its number and place.
    pub(crate) fn open(&mut self, phrase: &Phrase) -> Made<Option<(usize, Place)>> {
        let (group, identity) = match &phrase.noun {
            Noun::Group(material, touch) => (self.material_group(material, *touch)?, None),
            Noun::EqualGroup(layer) => (self.equal_group(layer)?, None),
            Noun::JoinedGroup(material, links) => (self.joined_group(material, links)?, None),
            Noun::Regions(word) => match self.data.book.layer(&word.name) {
                Some(layer) if self.data.is_found(layer) => (self.area_groups(layer), None),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        // Known groups are places like any other.
        if group.fixed().is_some() {
            return Ok(None);
        }
        self.groups.all.push(group);
        let number = self.groups.all.len() - 1;
        Ok(Some((
            number,
            self.group_place(number, String::new(), identity),
        )))
    }

    /// Records that a rule about members holds for every group of the current rule, or posts it for that of the root.
    pub(crate) fn post_group(&mut self, number: usize, rule: Test) -> Made<()> {
        if rule == TRUE {
            return Ok(());
        }
        let group = &self.groups.all[number];
        // One propagator computes sums over the groups of several vertices, unless rules are kept apart: then each has
        // a place.
        let is_sum = |rule| super::measured::rule(rule, group.vertices.len()).is_some();
        let (list, rule) = match group.root {
            Some(_) if self.options.apart || !self.uses(Pass::Sums) || !is_sum(&rule) => {
                return self.post_groups(number, rule);
            }
            Some(root) => {
                let parts = match rule {
                    Test::And(parts) => parts,
                    part => vec![part],
                };
                self.passes.note(Pass::Sums);
                let of_root = |part| or([not(is_member(number, root)), part]);
                (
                    &mut self.groups.sums,
                    parts.into_iter().map(of_root).collect(),
                )
            }
            None => (&mut self.groups.pending, vec![rule]),
        };
        // The conditions of one rule on the same groups are one propagator: it prunes more, and runs only once.
        let same = list.iter_mut().find(|(other, _)| {
            let (one, two) = (&self.groups.all[*other], &self.groups.all[number]);
            one.vertices == two.vertices && one.edges == two.edges
        });
        match same {
            Some((other, tests)) => {
                tests.extend(rule.into_iter().map(|test| in_group(test, *other)));
            }
            None => list.push((number, rule)),
        }
        Ok(())
    }

    /// Whether rules about groups have been recorded.
    pub(crate) fn has_pending(&self) -> bool {
        !self.groups.pending.is_empty() || !self.groups.sums.is_empty()
    }

    /// Posts the recorded rules about groups.
    pub(crate) fn post_pending(&mut self) -> Made<()> {
        for (number, tests) in std::mem::take(&mut self.groups.pending) {
            self.post_groups(number, and(tests))?;
        }
        for (number, tests) in std::mem::take(&mut self.groups.sums) {
            let all = Group {
                root: None,
                ..self.groups.all[number].clone()
            };
            self.post_rule_of(all, and(tests))?;
        }
        Ok(())
    }

    pub(super) fn post_groups(&mut self, number: usize, rule: Test) -> Made<()> {
        let group = self.groups.all[number].clone();
        self.post_rule_of(group, rule)
    }

    fn post_rule_of(&mut self, group: Group, rule: Test) -> Made<()> {
        let size = group.vertices.len() + group.edges.len();
        self.spend_here(STEPS_OF_A_GROUP * size + 2 * of_test(&rule))?;
        let (whole, rule) = apart(rule);
        if let Some(sized) = self.found(Pass::Sized, |this| this.sized(&group, &rule))? {
            self.post_as(
                sized,
                "sized groups",
                "possible members of a group of each number, one by one",
            );
            if whole.is_empty() {
                self.note_sums(group, rule);
                return Ok(());
            }
        }
        if group.root.is_none() {
            let parts = group.parts();
            let is_of_members = whole.is_empty() && !has_group_test(&rule);
            if parts.len() > 1 && is_of_members && parts.len() * of_test(&rule) <= MOST_SPLIT {
                return parts.into_iter().try_for_each(|(part, place)| {
                    let of_part = in_part(rule.clone(), &place, part.vertices.len());
                    self.post_rule_of(part, of_part)
                });
            }
        }
        let graph = self.graph(&group)?;
        let simpler = match self.uses(Pass::Implied) {
            true => self.without_implied(&group, &rule),
            false => None,
        };
        if simpler.is_some() {
            self.fired(Pass::Implied);
        }
        let rule = simpler.unwrap_or(rule);
        let measured = self.found(Pass::Measured, |_| {
            Ok(super::measured::rule(&rule, group.vertices.len()))
        })?;
        let is_of_sums = measured.is_some();
        let (others, strength): (Option<Box<dyn GroupRule>>, _) = match measured {
            Some(rule) => (
                Some(Box::new(rule)),
                "bounds of sums over the certain and possible members of a group",
            ),
            None => (
                (rule != TRUE).then(|| Box::new(FormulaRule::new(&rule)) as _),
                "bounds from the certain and possible members of a group",
            ),
        };
        let mut groups = Groups::new(graph, all_of(&whole, others));
        if let Some(root) = group.root {
            groups = groups.rooted(root);
        }
        self.post_as(groups, "groups", strength);
        match is_of_sums {
            true if whole.is_empty() => self.note_sums(group, rule),
            false if !whole.is_empty() => self.note_whole(group, whole),
            _ => {}
        }
        Ok(())
    }

    /// The vertices and edges of a group, as a propagator takes them.
    pub(crate) fn presences(&mut self, group: &Group) -> Made<(Vec<Presence>, Edges)> {
        let vertices = group.vertices.iter();
        let vertices: Made<Vec<Presence>> = vertices.map(|(_, test)| self.presence(test)).collect();
        let edges = group.edges.iter();
        let edges = edges.map(|(a, b, test)| Ok((*a, *b, self.presence(test)?)));
        Ok((vertices?, edges.collect::<Made<_>>()?))
    }

    /// The same as a graph.
    pub(crate) fn graph(&mut self, group: &Group) -> Made<Graph> {
        let (vertices, edges) = self.presences(group)?;
        Ok(Graph::new(&vertices, &edges))
    }

    /// A test as the presence of a vertex or edge.
    pub(crate) fn presence(&mut self, test: &Test) -> Made<Presence> {
        Ok(match self.literal_test(test.clone())? {
            Test::Const(true) => Presence::Always,
            Test::Const(false) => Presence::Never,
            Test::Literal(literal) => Presence::If(literal),
            _ => Presence::Never,
        })
    }

    /// A test as a literal or constant.
    pub(crate) fn literal_test(&mut self, test: Test) -> Made<Test> {
        if matches!(test, Test::Const(_) | Test::Literal(_)) {
            return Ok(test);
        }
        if self.is_open(&test) {
            return self.of_one_group(&(0..0));
        }
        if let Some(&var) = self.reused.reified.get(&test) {
            return Ok(Test::is(var, 1));
        }
        let var = self.model.var(0..=1);
        self.reused.reified.insert(test.clone(), var);
        self.define(var, |compiler| compiler.post(iff(Test::is(var, 1), test)))?;
        Ok(Test::is(var, 1))
    }

    /// Cells that a walk from a cell can reach.
    pub(crate) fn reached(&mut self, from: Atom, material: &Phrase) -> Made<Vec<Member>> {
        let mut group = self.material_group(material, Touch::Sides)?;
        let position = group.vertices.iter().position(|(atom, _)| *atom == from);
        // The walk begins at the cell, whether or not it is of the material.
        let root = match position {
            Some(root) => {
                Rc::make_mut(&mut group.vertices)[root].1 = TRUE;
                root
            }
            None => {
                Rc::make_mut(&mut group.vertices).push((from, TRUE));
                let edges = self.sides(&group.vertices).into_iter();
                group.edges = Rc::new(edges.map(|(a, b)| (a, b, TRUE)).collect());
                group.vertices.len() - 1
            }
        };
        let group = group.rooted(root);
        let size = group.vertices.len() + group.edges.len();
        self.spend(2 * size, &material.span)?;
        let number = self.group_around(from, group);
        let mut place = self.group_place(number, String::new(), None);
        // In reading order, wherever the walk begins.
        place
            .members
            .sort_by_key(|(atom, _)| (atom.board, atom.kind, atom.index));
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
    pub(crate) fn single_groups(&mut self, material: &Phrase, touch: Touch) -> Made<Vec<Member>> {
        let group = self.material_group(material, touch)?;
        self.single(group, "group", &material.span)
    }

    pub(crate) fn single_equal_groups(&mut self, layer: &Word) -> Made<Vec<Member>> {
        let group = self.equal_group(layer)?;
        self.single(group, "group", &layer.span)
    }

    pub(crate) fn single_joined_groups(
        &mut self,
        material: &Phrase,
        links: &Phrase,
    ) -> Made<Vec<Member>> {
        let group = self.joined_group(material, links)?;
        self.single(group, "group", &material.span)
    }

    pub(crate) fn single_areas(&mut self, layer: usize, span: &Span) -> Made<Vec<Member>> {
        let group = self.area_groups(layer);
        self.single(group, "region", span)
    }

    /// The group of material cells that contains a cell, if the phrase is for groups of cells `of` one cell: at most
    /// one, so no order among groups is needed. Also the qualifier used.
    pub(crate) fn group_at(&mut self, phrase: &Phrase) -> Made<Option<(usize, Vec<Member>)>> {
        if !matches!(
            phrase.noun,
            Noun::Group(..) | Noun::EqualGroup(_) | Noun::JoinedGroup(..)
        ) {
            return Ok(None);
        }
        let Some((at, of)) = phrase.of() else {
            return Ok(None);
        };
        let cells = match self.value(of)? {
            Value::Atom(cell) => vec![(cell, TRUE)],
            Value::Place(place) if place.is_one_atom() => place.members.clone(),
            _ => return Ok(None),
        };
        let group = match &phrase.noun {
            Noun::Group(material, touch) => self.material_group(material, *touch)?,
            Noun::EqualGroup(layer) => self.equal_group(layer)?,
            Noun::JoinedGroup(material, links) => self.joined_group(material, links)?,
            _ => return Ok(None),
        };
        let known = cells.iter().map(|(cell, is_meant)| {
            let (place, there) = self.memo.rooted.get(&(group.identity(), *cell))?;
            let is_there = and([is_meant.clone(), there.clone()]);
            Some((Value::Place(Rc::clone(place)), is_there))
        });
        if let Some(members) = known.collect::<Option<Vec<Member>>>() {
            self.spend(members.len(), &phrase.span)?;
            return Ok(Some((at, members)));
        }
        // An edge or a corner may also lie between cells of a group, which is tested for each of the groups.
        let mut atoms = cells.iter().chain(group.vertices.iter());
        let kind = atoms.next().map(|(atom, _)| atom.kind);
        if !atoms.all(|(atom, _)| Some(atom.kind) == kind) {
            return Ok(None);
        }
        if let Some(groups) = group.fixed() {
            let of = |vertices: &Vec<usize>| {
                let place = Rc::new(self.fixed_place(&group, vertices));
                let is_meant = cells
                    .iter()
                    .filter(|(cell, _)| place.guard_of(*cell) != FALSE);
                let is_meant = or(is_meant.map(|(_, test)| test.clone()));
                (Value::Place(place), is_meant)
            };
            let members = groups.iter().map(of).filter(|(_, test)| *test != FALSE);
            return Ok(Some((at, members.collect())));
        }
        let mut members = Vec::new();
        for (cell, is_meant) in cells {
            let root = group.vertices.iter().position(|(atom, _)| *atom == cell);
            let Some(root) = root else {
                continue;
            };
            let there = group.vertices[root].1.clone();
            let rooted = group.rooted(root);
            let size = rooted.vertices.len() + rooted.edges.len();
            self.spend(2 * size, &phrase.span)?;
            let number = self.group_around(cell, rooted);
            let name = format!("the group of {}", self.data.geometry.name(cell));
            let place = Rc::new(self.group_place(number, name, None));
            // Shared lists are kept, so that no other has their address.
            if group.is_shared() {
                let known = (Rc::clone(&place), there.clone());
                self.memo.rooted.insert((group.identity(), cell), known);
            }
            members.push((Value::Place(place), and([is_meant, there])));
        }
        Ok(Some((at, members)))
    }

    /// The number of a group that contains an atom: an existing one, if it is the same, so that what is said of it is made
    /// once.
    pub(super) fn group_around(&mut self, atom: Atom, group: Group) -> usize {
        let known = self.memo.at.entry(atom).or_default();
        let same = known
            .iter()
            .find(|&&number| self.groups.all[number] == group);
        if let Some(&number) = same {
            return number;
        }
        self.groups.all.push(group);
        known.push(self.groups.all.len() - 1);
        self.groups.all.len() - 1
    }

    /// The place of a group that the data decides.
    fn fixed_place(&self, group: &Group, vertices: &[usize]) -> Place {
        let first = group.vertices[vertices[0]].0;
        Place {
            name: format!("the group of {}", self.data.geometry.name(first)),
            ..Place::plain(vertices.iter().map(|&vertex| group.vertices[vertex].0))
        }
    }

    /// Each group by its first atom; `noun` is what it is called.
    fn single(&mut self, group: Group, noun: &str, span: &Span) -> Made<Vec<Member>> {
        if let Some(groups) = group.fixed() {
            let places = groups
                .into_iter()
                .map(|vertices| self.fixed_place(&group, &vertices));
            return Ok(places
                .map(|place| (Value::Place(Rc::new(place)), TRUE))
                .collect());
        }
        let mut members = Vec::new();
        for (vertex, (atom, there)) in group.vertices.iter().cloned().enumerate() {
            let own = group.rooted(vertex);
            // Each of them has all its possible members.
            self.spend((own.vertices.len() + own.edges.len()) / 2, span)?;
            let root = own.root.unwrap_or(0);
            let number = self.group_around(atom, own);
            let place = self.group_place(number, String::new(), None);
            // The first of its group, in the order of the atoms.
            let before = (0..root).map(|vertex| not(is_member(number, vertex)));
            let first = match and(before) {
                TRUE => TRUE,
                test => {
                    let open = self.eval.open_group.take();
                    let member = self.reify(test);
                    self.eval.open_group = open;
                    member?
                }
            };
            let mut place = place;
            place.name = format!(
                "the {noun} that begins at {}",
                self.data.geometry.name(atom)
            );
            members.push((Value::Place(Rc::new(place)), and([there, first])));
        }
        Ok(members)
    }

    /// The region to find that contains a cell.
    pub(crate) fn area_of(&mut self, layer: usize, cell: Atom) -> Value {
        if let Some(place) = self.owned(layer, cell) {
            return Value::Place(Rc::new(place));
        }
        if let Some(known) = self.memo.areas.get(&(layer, cell)) {
            return Value::Place(Rc::clone(known));
        }
        let mut group = self.area_group(layer, cell.board);
        group.root = Some(cell.index as usize);
        let number = self.group_around(cell, group);
        let identity = Identity::AreaOf(layer, cell);
        let place = Rc::new(self.group_place(number, String::new(), Some(identity)));
        self.memo.areas.insert((layer, cell), Rc::clone(&place));
        Value::Place(place)
    }

    /// Whether two cells lie in one region to find.
    pub(crate) fn same_area(&mut self, layer: usize, a: Atom, b: Atom) -> Made<Test> {
        if a == b {
            return Ok(TRUE);
        }
        let geometry = self.data.geometry;
        let beside = Direction::ALL
            .iter()
            .find(|&&d| geometry.neighbour(a.index, d) == Some(b.index));
        if let Some(link) = beside.and_then(|&d| geometry.link(a.index, d))
            && a.board == b.board
        {
            return Ok(self.joined(layer, a.board, link));
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(known) = self.memo.same_area.get(&(layer, a, b)) {
            return Ok(known.clone());
        }
        let is_same = match self.same_owner(layer, a, b) {
            Some(test) => test,
            None => {
                let Value::Place(place) = self.area_of(layer, a) else {
                    return Ok(FALSE);
                };
                self.reify(place.guard_of(b))?
            }
        };
        if matches!(is_same, Test::Literal(_) | Test::Const(_)) {
            let known = &mut self.memo.same_area;
            known.insert((layer, a, b), is_same.clone());
        }
        Ok(is_same)
    }

    /// That cells with one given name are in one region, and cells with different names are not.
    fn given_regions(&mut self, layer: usize) -> Made<()> {
        let geometry = self.data.geometry;
        let given = self.data.layers[layer].iter().enumerate();
        let given: Vec<(usize, usize)> = given
            .filter_map(|(position, datum)| match datum {
                Datum::Region(name) => Some((position, *name)),
                _ => None,
            })
            .collect();
        let mut firsts: Vec<(usize, Atom)> = Vec::new();
        for (position, name) in given {
            let cell = atom_at(&geometry, Kind::Cell, position);
            let on = &self.data.book.layers[layer].on;
            let place = place_name(self.data, on, position);
            self.begin_rule(Origin::given(place));
            match firsts.iter().find(|(known, _)| *known == name) {
                Some(&(_, first)) => {
                    let test = self.same_area(layer, first, cell)?;
                    self.post(test)?;
                }
                None => {
                    for (_, other) in firsts.clone() {
                        let test = not(self.same_area(layer, other, cell)?);
                        self.post(test)?;
                    }
                    firsts.push((name, cell));
                }
            }
        }
        Ok(())
    }

    /// That regions to find are cut along closed lines: two linked cells of one region are joined.
    pub(crate) fn partitions(&mut self) -> Made<()> {
        for layer in 0..self.data.book.layers.len() {
            if !self.layers.links[layer].is_empty() {
                self.given_regions(layer)?;
            }
        }

        let geometry = self.data.geometry;
        for layer in 0..self.data.book.layers.len() {
            let is_listed = self.regions.listed.iter().any(|(own, _)| *own == layer);
            if self.layers.links[layer].is_empty() || is_listed {
                continue;
            }
            self.current.source = Some(Source::Cuts(layer));
            // Nobody wrote this rule, so it names the declaration that it belongs to.
            let name = &self.data.book.layers[layer].word.name;
            let sentence =
                format!("`{name}` divides the grid into regions: no border ends inside one.");
            self.begin_rule(Origin::new(format!("regions-{name}"), sentence, ""));
            for board in 0..geometry.boards as u8 {
                // Around a corner there is never exactly one wall.
                for corner in 0..geometry.count(Kind::Corner) as u32 {
                    let cells = geometry.corner_cells(corner);
                    let [a, b, c, d] = cells[..] else {
                        continue;
                    };
                    let around = [(a, b), (c, d), (a, c), (b, d)].map(|(one, two)| {
                        let towards = Direction::ALL
                            .iter()
                            .find(|&&t| geometry.neighbour(one, t) == Some(two));
                        towards
                            .and_then(|&t| geometry.link(one, t))
                            .map_or(FALSE, |link| self.joined(layer, board, link))
                    });
                    for i in 0..4 {
                        let others = (0..4).filter(|&j| j != i).map(|j| not(around[j].clone()));
                        self.post(or(others.chain([around[i].clone()])))?;
                    }
                }
                // Cells of one owner are joined wherever they touch.
                if self.has_owners(layer) {
                    continue;
                }
                let group = self.area_group(layer, board);
                let graph = self.graph(&group)?;
                self.post_as(Partition::new(graph), "partition", "domain consistent");
            }
        }
        Ok(())
    }
}
