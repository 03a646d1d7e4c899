//! The candidates of a noun phrase: the members of its noun, or of the qualifier that names a source.

use std::ptr;
use std::rc::Rc;

use fxhash::FxHashSet;
use smallvec::smallvec;

use super::super::geometry::{AROUND, Atom, KNIGHT, SIDES, step};
use super::super::syntax::{Expr, Kind, Lines, Noun, PairOf, Phrase, Qualifier, Touch};
use super::super::walk::names;
use super::member::{Candidates, Values};
use super::phrase::Part;
use super::plan::{self, is_closed};
use super::state::{Interpreter, KnownGroups};
use super::value::{Place, Read, Stop, Truth, Value, What, trouble};
use crate::grid::Direction;

/// The most members of a range of numbers.
const MAX_VALUES: i128 = 100_000;

impl Interpreter<'_> {
    /// What a phrase chooses from. Longer than other functions: an arm for each noun.
    pub(super) fn candidates(&mut self, phrase: &Phrase) -> Read<Candidates> {
        match &phrase.noun {
            Noun::Atoms(kind) => self.atom_candidates(phrase, *kind),
            Noun::Lines(lines) => {
                let count = self.geometry.count_lines(*lines);
                let boards = self.boards();
                let all = boards.flat_map(|board| (0..count).map(move |number| (board, number)));
                Ok(Candidates::places(
                    all.map(|(board, number)| self.line(*lines, board, number)),
                ))
            }
            Noun::Block(rows, columns) => self.blocks(rows, columns, false),
            Noun::Box(rows, columns) => self.blocks(rows, columns, true),
            Noun::Neighbour => self.around(phrase, &SIDES),
            Noun::Contact => self.around(phrase, &AROUND),
            Noun::Knight => self.around(phrase, &KNIGHT),
            Noun::Image => {
                let (at, own) = self.whole(phrase, "images")?;
                let own = self.atom(&Value::Place(own))?;
                let (_, place) = self.first_place(phrase, "an image")?;
                let images =
                    own.map(|own| super::shapes::images(&self.geometry, &place.atoms, own));
                let images = super::value::sorted(images.unwrap_or_default());
                Ok(Candidates::atoms(images).using(at))
            }
            Noun::Pair(PairOf::Neighbours) => Ok(self.pairs(&SIDES)),
            Noun::Pair(PairOf::Contacts) => Ok(self.pairs(&AROUND)),
            Noun::Pair(PairOf::Knights) => Ok(self.pairs(&KNIGHT)),
            Noun::Pair(PairOf::Atoms(inner)) => self.pairs_of(phrase, inner),
            Noun::Step => {
                let (at, place) = self.first_place(phrase, "a step")?;
                let pairs = place.atoms.windows(2).map(|pair| (pair[0], pair[1]));
                let around = match &place.atoms[..] {
                    [first, .., last] if place.circular && place.atoms.len() > 2 => {
                        Some((*last, *first))
                    }
                    _ => None,
                };
                let pairs: Vec<(Atom, Atom)> = pairs
                    .chain(around)
                    .filter(|&(a, b)| !place.circular || self.share_side(a, b))
                    .collect();
                Ok(Candidates::pairs(pairs).using(at))
            }
            noun @ (Noun::Group(..) | Noun::JoinedGroup(..) | Noun::EqualGroup(_)) => {
                let groups = self.all_groups(noun)?;
                let groups = groups.iter().map(Rc::clone);
                Ok(Candidates::new(groups.map(Value::Place)))
            }
            Noun::Run(material) => {
                let mut qualifiers = phrase.qualifiers.iter();
                if qualifiers.any(|own| matches!(own, Qualifier::In(_))) {
                    let (at, place) = self.first_place(phrase, "a run")?;
                    return Ok(Candidates::places(self.runs(&[place], material)?).using(at));
                }
                // Others want to know what is read of the grid, place by place.
                let runs = match self.plans {
                    Some(_) => self.all_groups(&phrase.noun)?,
                    None => self.find_groups(&phrase.noun)?,
                };
                let runs = runs.iter().map(Rc::clone);
                Ok(Candidates::new(runs.map(Value::Place)))
            }
            Noun::Regions(word) => {
                let Some(layer) = self.book.layer(&word.name) else {
                    return trouble(format!("there are no regions `{}`", word.name));
                };
                let regions = self.regions(layer)?;
                if let Some(open) = regions.places.iter().find(|place| place.open) {
                    self.read_open(open);
                    return Err(Stop::Unknown);
                }
                if regions.unknown {
                    self.reads.push((layer, 0));
                    return Err(Stop::Unknown);
                }
                let boards = self.boards();
                let here = regions
                    .places
                    .iter()
                    .filter(|place| boards.contains(&place.board));
                Ok(Candidates::new(
                    here.map(|place| Value::Place(Rc::clone(place))),
                ))
            }
            Noun::Face => {
                let (at, whole) = self.whole(phrase, "the faces")?;
                Ok(Candidates::places(self.faces(&whole)?).using(at))
            }
            Noun::Value(from, to) => {
                let (from, to) = (self.eval(from)?, self.eval(to)?);
                let (Some(from), Some(to)) = (self.number(&from)?, self.number(&to)?) else {
                    return Ok(Candidates::new(Vec::new()));
                };
                if to.saturating_sub(from) > MAX_VALUES {
                    return trouble("a range of numbers is too long");
                }
                Ok(Candidates::new((from..=to).map(Value::Number)))
            }
            Noun::Entry(list) => self.entries(list),
            Noun::Direction => {
                let each = Direction::ALL.map(|direction| Value::Directions(vec![direction]));
                Ok(Candidates::new(each.to_vec()))
            }
            Noun::Board => {
                let boards = 0..self.geometry.boards as u8;
                Ok(Candidates::places(
                    boards.map(|board| self.board_place(board)),
                ))
            }
        }
    }

    /// All groups of a noun, or the runs in all lines. Those of a noun without names are found once for a filled grid:
    /// rules ask for the group of each cell. (With runs found once, a Nurimisaki is checked in half the time.)
    fn all_groups(&mut self, noun: &Noun) -> Read<Rc<[Rc<Place>]>> {
        if !is_closed(noun) {
            return self.find_groups(noun);
        }
        let known = self.known_groups(noun)?;
        Ok(match known {
            Ok(at) => Rc::clone(&self.known_groups[at].groups),
            Err(groups) => groups,
        })
    }

    /// The number of the groups of a closed noun; if these could change, the groups themselves.
    fn known_groups(&mut self, noun: &Noun) -> Read<Result<usize, Rc<[Rc<Place>]>>> {
        let board = self.board;
        let is_it = |known: &KnownGroups| known.board == board && known.noun == *noun;
        if let Some(at) = self.known_groups.iter().position(is_it) {
            self.look_again(self.known_groups[at].spots.as_deref());
            return Ok(Ok(at));
        }
        let asked = self.reads.len();
        let (groups, spots) = self.looking_apart(|this| this.find_groups(noun));
        let groups = groups?;
        if self.reads.len() > asked {
            return Ok(Err(groups));
        }
        let all = groups.iter().flat_map(|group| {
            let atoms = group.atoms.iter();
            atoms.map(move |&atom| (atom, Rc::clone(group)))
        });
        self.known_groups.push(KnownGroups {
            noun: noun.clone(),
            board,
            of: all.collect(),
            groups,
            spots,
        });
        Ok(Ok(self.known_groups.len() - 1))
    }

    fn find_groups(&mut self, noun: &Noun) -> Read<Rc<[Rc<Place>]>> {
        let groups = match noun {
            Noun::Group(material, touch) => {
                let members = self.known_atoms(material)?;
                self.groups(&members, *touch)
            }
            Noun::JoinedGroup(material, links) => {
                let members = self.known_atoms(material)?;
                let links = self.known_atoms(links)?;
                self.joined_groups(&members, &links)
            }
            Noun::EqualGroup(layer) => self.equal_groups(layer)?,
            Noun::Run(material) => {
                let count = self.geometry.count_lines(Lines::Line);
                let boards = self.boards();
                let all = boards.flat_map(|board| (0..count).map(move |number| (board, number)));
                let line = |(board, number)| Rc::new(self.line(Lines::Line, board, number));
                let lines: Vec<Rc<Place>> = all.map(line).collect();
                self.runs(&lines, material)?
            }
            _ => return trouble("this names no groups"),
        };
        Ok(groups.into_iter().map(Rc::new).collect())
    }

    /// `first group of shaded cells of c`, where the groups are found once and `c` is in one of them. Rules ask this of
    /// each cell, or of each two of them: with `d is in cells reached from c through shaded cells` a Tapa is checked in a
    /// sixth of the time.
    pub(super) fn group_of(&mut self, phrase: &Phrase) -> Read<Option<Rc<Place>>> {
        let Some(of) = plan::group_of(phrase) else {
            return Ok(None);
        };
        self.group_at(ptr::from_ref(&phrase.noun).addr(), of, &|| {
            phrase.noun.clone()
        })
    }

    /// The atoms that `cells reached from c through shaded cells` names, in the same case.
    pub(super) fn reached_once(&mut self, phrase: &Phrase) -> Read<Option<Rc<Place>>> {
        let Some((from, through)) = plan::reached(phrase) else {
            return Ok(None);
        };
        self.group_at(ptr::from_ref(through).addr(), from, &|| {
            Noun::Group(Box::new(through.clone()), Touch::Sides)
        })
    }

    fn group_at(
        &mut self,
        address: usize,
        of: &Expr,
        noun: &dyn Fn() -> Noun,
    ) -> Read<Option<Rc<Place>>> {
        if !(self.plans).is_some_and(|plans| plans.closed.contains(&address)) {
            return Ok(None);
        }
        let Value::Atom(atom) = self.eval(of)? else {
            return Ok(None);
        };
        let at = match self.groups_at.get(&address) {
            Some(&at) => {
                self.look_again(self.known_groups[at].spots.as_deref());
                at
            }
            None => match self.known_groups(&noun())? {
                Ok(at) => {
                    self.groups_at.insert(address, at);
                    at
                }
                Err(_) => return Ok(None),
            },
        };
        Ok(self.known_groups[at].of.get(&atom).cloned())
    }

    /// Whether a phrase names this atom.
    pub(super) fn fits(&mut self, phrase: &Phrase, atom: Atom) -> Read<Truth> {
        let members = self.sift(phrase, Candidates::atoms(vec![atom]))?;
        Ok(members.first().map_or(Truth::False, |member| member.truth))
    }

    /// Atoms: from where the first qualifier that names a source says, else all.
    fn atom_candidates(&mut self, phrase: &Phrase, kind: Kind) -> Read<Candidates> {
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            match qualifier {
                Qualifier::In(place) => {
                    let place = self.eval(place)?;
                    let place = self.place(&place)?;
                    if place.atoms.iter().all(|atom| atom.kind == kind) {
                        let circular = place.circular;
                        let candidates = Candidates {
                            circular,
                            ..Candidates::atoms(place.atoms.clone())
                        };
                        return Ok(candidates.using(at));
                    }
                }
                Qualifier::Of(whole) => {
                    let whole = self.eval(whole)?;
                    let whole = self.place(&whole)?;
                    return Ok(Candidates::atoms(self.belonging(kind, &whole)?).using(at));
                }
                Qualifier::Beyond(..) | Qualifier::SeenFrom(_) | Qualifier::Reached(..) => {
                    if kind != Kind::Cell {
                        return trouble("only cells lie in a direction or are reached");
                    }
                    let atoms = self.source(phrase, qualifier)?;
                    return Ok(Candidates::atoms(atoms).using(at));
                }
                _ => {}
            }
        }
        Ok(Candidates::atoms(self.atoms(kind)))
    }

    /// The cells that a ray, the rays of `seen from`, or a walk reach.
    pub(super) fn source(&mut self, phrase: &Phrase, qualifier: &Qualifier) -> Read<Vec<Atom>> {
        match qualifier {
            Qualifier::Beyond(direction, from) => {
                let (direction, from) = (self.eval(direction)?, self.eval(from)?);
                let directions = self.directions(&direction)?;
                self.rays(phrase, &directions, &from)
            }
            Qualifier::SeenFrom(from) => {
                let from = self.eval(from)?;
                let order = [
                    Direction::West,
                    Direction::East,
                    Direction::North,
                    Direction::South,
                ];
                self.rays(phrase, &order, &from)
            }
            Qualifier::Reached(from, through) => self.reached(from, through),
            _ => trouble("this names no cells"),
        }
    }

    /// The cells that are reached from some through others: these, and the groups that have one of them or one beside it.
    fn reached(&mut self, from: &Expr, through: &Phrase) -> Read<Vec<Atom>> {
        let from = self.eval(from)?;
        let from = self.place(&from)?;
        let groups = self.all_groups(&Noun::Group(Box::new(through.clone()), Touch::Sides))?;
        // Rules ask this of each pair of cells, both in some group.
        if let [from] = from.atoms[..]
            && let Some(group) = groups.iter().find(|group| group.atoms.contains(&from))
        {
            return Ok(super::value::sorted(group.atoms.clone()));
        }
        let mut seen: FxHashSet<Atom> = from.atoms.iter().copied().collect();
        let beside = from.atoms.iter().flat_map(|&atom| self.beside(atom));
        let near: FxHashSet<Atom> = from.atoms.iter().copied().chain(beside).collect();
        for group in &*groups {
            if group.atoms.iter().any(|atom| near.contains(atom)) {
                seen.extend(&group.atoms);
            }
        }
        Ok(super::value::sorted(seen.into_iter().collect()))
    }

    /// The cells in these directions up to the border, or to what `until` names.
    pub(super) fn rays(
        &mut self,
        phrase: &Phrase,
        directions: &[Direction],
        from: &Value,
    ) -> Read<Vec<Atom>> {
        let Some(from) = self.atom(from)? else {
            return Ok(Vec::new());
        };
        if from.kind != Kind::Cell {
            return trouble("only cells see in a direction");
        }
        let longest = self.geometry.rows.max(self.geometry.columns);
        let mut cells = Vec::with_capacity(longest * directions.len());
        for &direction in directions {
            let mut at = from;
            'ray: while let Some(next) = self.shifted(at, step(direction)) {
                for qualifier in &phrase.qualifiers {
                    let Qualifier::Until(negated, word) = qualifier else {
                        continue;
                    };
                    let next = Value::Atom(next);
                    let is_layer = self.book.layer(&word.name).is_some();
                    let truth = if is_layer {
                        self.has(&word.name, &next)?
                    } else {
                        self.adjective(&word.name, &next, Values::new())?
                    };
                    match if *negated { truth.not() } else { truth } {
                        Truth::True => break 'ray,
                        Truth::Unknown => return Err(Stop::Unknown),
                        Truth::False | Truth::Missing => {}
                    }
                }
                cells.push(next);
                at = next;
            }
        }
        Ok(cells)
    }

    pub(super) fn directions(&self, value: &Value) -> Read<Vec<Direction>> {
        if let Some(stop) = value.gap() {
            return Err(stop);
        }
        match value {
            Value::Directions(directions) => Ok(directions.clone()),
            _ if value.is_empty() => Ok(Vec::new()),
            _ => trouble("expected a direction"),
        }
    }

    fn blocks(&mut self, rows: &Expr, columns: &Expr, apart: bool) -> Read<Candidates> {
        let (rows, columns) = (self.eval(rows)?, self.eval(columns)?);
        let (Some(rows), Some(columns)) = (self.number(&rows)?, self.number(&columns)?) else {
            return Ok(Candidates::new(Vec::new()));
        };
        if rows < 1 || columns < 1 {
            return trouble("a block has at least one row and one column");
        }
        let geometry = self.geometry;
        if rows > geometry.rows as i128 || columns > geometry.columns as i128 {
            return Ok(Candidates::new(Vec::new()));
        }
        let (rows, columns) = (rows as usize, columns as usize);
        let mut places = Vec::new();
        for board in self.boards() {
            for top in (0..=geometry.rows - rows).step_by(if apart { rows } else { 1 }) {
                for left in
                    (0..=geometry.columns - columns).step_by(if apart { columns } else { 1 })
                {
                    let cells = (top..top + rows)
                        .flat_map(|row| (left..left + columns).map(move |column| (row, column)));
                    let atoms = cells.map(|(row, column)| Atom {
                        kind: Kind::Cell,
                        board,
                        index: (row * geometry.columns + column) as u32,
                    });
                    places.push(Place::new(What::Block, atoms.collect()));
                }
            }
        }
        Ok(Candidates::places(places))
    }

    /// The place after `of`, and which qualifier that is.
    fn whole(&mut self, phrase: &Phrase, what: &str) -> Read<(usize, Rc<Place>)> {
        let mut qualifiers = phrase.qualifiers.iter().enumerate();
        let Some((at, whole)) = qualifiers.find_map(|(at, qualifier)| match qualifier {
            Qualifier::Of(whole) => Some((at, whole)),
            _ => None,
        }) else {
            return trouble(format!("{what} of what?"));
        };
        let whole = self.eval(whole)?;
        Ok((at, self.place(&whole)?))
    }

    /// The cells these steps away from a cell, or outside of a place.
    fn around(&mut self, phrase: &Phrase, steps: &[(isize, isize)]) -> Read<Candidates> {
        let (at, whole) = self.whole(phrase, "neighbours")?;
        if whole.atoms.iter().any(|atom| atom.kind != Kind::Cell) {
            return trouble("only cells have neighbours");
        }
        let found = whole
            .atoms
            .iter()
            .flat_map(|&cell| steps.iter().map(move |&by| (cell, by)));
        let found: Vec<Atom> = found
            .filter_map(|(cell, by)| self.shifted(cell, by))
            .filter(|cell| !whole.atoms.contains(cell))
            .collect();
        Ok(Candidates::atoms(super::value::sorted(found)).using(at))
    }

    /// Two cells these steps apart, once each.
    fn pairs(&self, steps: &[(isize, isize)]) -> Candidates {
        let mut pairs = Vec::new();
        for cell in self.atoms(Kind::Cell) {
            let mut others: Vec<Atom> = steps
                .iter()
                .filter_map(|&by| self.shifted(cell, by))
                .collect();
            others.sort_unstable();
            pairs.extend(
                others
                    .into_iter()
                    .filter(|&other| cell < other)
                    .map(|other| (cell, other)),
            );
        }
        Candidates::pairs(pairs)
    }

    fn pairs_of(&mut self, phrase: &Phrase, inner: &Phrase) -> Read<Candidates> {
        // The `where` of `pair a, b of cells in r where …` is about a and b, though it is parsed as part of the phrase
        // of the cells.
        let of_both = |qualifier: &Qualifier| matches!(qualifier, Qualifier::Where(test) if names(test, &phrase.variables));
        let mut cells = inner.clone();
        cells.qualifiers.retain(|qualifier| !of_both(qualifier));
        let members = self.members(&cells)?;
        if members.iter().any(|member| member.truth != Truth::True) {
            return Err(Stop::Unknown);
        }
        let values: Vec<Value> = members
            .into_iter()
            .flat_map(|member| member.values)
            .collect();
        let mut pairs: Vec<Values> = Vec::new();
        for (at, one) in values.iter().enumerate() {
            for other in &values[at + 1..] {
                pairs.push(smallvec![one.clone(), other.clone()]);
            }
        }
        for qualifier in inner
            .qualifiers
            .iter()
            .filter(|qualifier| of_both(qualifier))
        {
            let Qualifier::Where(test) = qualifier else {
                continue;
            };
            let mut kept = Vec::new();
            for values in pairs {
                match self.with(phrase, &values, |this| this.condition(test, Part::All))? {
                    Truth::True => kept.push(values),
                    Truth::Unknown => return Err(Stop::Unknown),
                    Truth::False | Truth::Missing => {}
                }
            }
            pairs = kept;
        }
        Ok(Candidates::of(pairs))
    }

    /// The place of the first `in`, and which qualifier it is.
    fn first_place(&mut self, phrase: &Phrase, what: &str) -> Read<(usize, Rc<Place>)> {
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            if let Qualifier::In(place) = qualifier {
                let place = self.eval(place)?;
                return Ok((at, self.place(&place)?));
            }
        }
        trouble(format!("{what} in which place?"))
    }

    /// The atoms that a phrase names, if all of them are known.
    pub(super) fn known_atoms(&mut self, phrase: &Phrase) -> Read<Vec<Atom>> {
        let place = self.place_of_phrase(phrase)?;
        Ok(self.place(&place)?.atoms.clone())
    }

    fn runs(&mut self, lines: &[Rc<Place>], material: &Phrase) -> Read<Vec<Place>> {
        let mut runs = Vec::new();
        if !material.is_of_each_cell() {
            let kept: FxHashSet<Atom> = self.known_atoms(material)?.into_iter().collect();
            let stretches = lines.iter().flat_map(|line| self.stretches(line, &kept));
            return Ok(stretches.collect());
        }
        for line in lines {
            let candidates = Candidates::atoms(line.atoms.clone());
            let members = self.sift(material, candidates)?;
            if members.iter().any(|member| member.truth != Truth::True) {
                return Err(Stop::Unknown);
            }
            let atoms = members.into_iter().flat_map(|member| member.values);
            let kept: FxHashSet<Atom> = atoms
                .filter_map(|value| match value {
                    Value::Atom(atom) => Some(atom),
                    _ => None,
                })
                .collect();
            runs.extend(self.stretches(line, &kept));
        }
        Ok(runs)
    }
}
