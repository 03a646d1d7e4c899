//! A variable for each place of a layer to find.

use fxhash::FxHashMap;
use quadrille_engine::bits::Bits;
use quadrille_engine::propagators::{Clause, Number, Test};
use quadrille_engine::{Dom, Literal, MAX_WIDTH, Var};

use super::logic::{TRUE, within};
use super::value::{Choice, Identity, Place, Value};
use super::{Compiler, Made};
use crate::document::Problem;
use crate::grid::Direction;
use crate::language::syntax::{Domain, Expr, Ground, Kind, Layer, Phrase, Role, Rulebook};
use crate::language::values::place_name;
use crate::language::values::{Data, Datum, Filled, Filling, atom_at, positions};
use crate::language::walk::is_read;
use crate::puzzle::Origin;
use std::rc::Rc;

/// The widest range of a layer's numbers.
const MOST_VALUES: i64 = 1 << 17;

/// The numbers that the values of a variable stand for.
type Numbers = Box<[(i32, i128)]>;

/// The variables of all layers, and what their values stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    /// By layer and position.
    vars: Vec<Vec<Option<Var>>>,
    /// By layer of regions to find: for each link of the boards whether both of its cells lie in one region.
    pub(super) links: Vec<Vec<Option<Var>>>,
    /// By layer of regions to find, and position: whether it covers it.
    standing: Vec<Bits>,
    /// By layer: the value of its first word, and the number of words.
    codes: Vec<Codes>,
    /// The numbers of a layer's variable with few values, by its values: shared, since there are many such variables.
    numbers: FxHashMap<(usize, Dom), Numbers>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Codes {
    pub(super) first_word: i32,
    pub(super) words: i32,
    pub(super) has_numbers: bool,
    pub(super) directions: bool,
}

impl Layers {
    /// Those of a puzzle with one layer of words, which are the values of these variables.
    #[cfg(test)]
    pub(super) fn of_words(vars: &[Var]) -> Self {
        let codes = Codes {
            words: 2,
            ..Codes::default()
        };
        Self {
            vars: vec![vars.iter().copied().map(Some).collect()],
            links: vec![Vec::new()],
            standing: vec![Bits::new()],
            codes: vec![codes],
            ..Self::default()
        }
    }

    pub(super) fn var(&self, layer: usize, position: usize) -> Option<Var> {
        *self.vars.get(layer)?.get(position)?
    }

    /// Whether regions to find cover a position.
    pub(super) fn stands(&self, layer: usize, position: usize) -> bool {
        self.standing[layer]
            .get(position)
            .is_some_and(|stands| *stands)
    }

    /// The layer that a variable belongs to.
    pub(super) fn layer_of(&self, var: Var) -> Option<usize> {
        self.vars.iter().position(|vars| vars.contains(&Some(var)))
    }

    pub(super) fn codes(&self, layer: usize) -> Codes {
        self.codes[layer]
    }

    pub(super) fn value(&self, layer: usize, value: i32) -> Filled {
        let codes = self.codes[layer];
        if codes.directions {
            return Filled::Direction(Direction::ALL[value as usize % 4]);
        }
        let word = value - codes.first_word;
        if (0..codes.words).contains(&word) {
            Filled::Word(word as usize)
        } else {
            Filled::Number(i64::from(value))
        }
    }

    /// The variables that make two solutions different.
    pub(super) fn decisions(&self, book: &Rulebook) -> Vec<Var> {
        let mut found = Vec::new();
        for (number, layer) in book.layers.iter().enumerate() {
            if matches!(layer.role, Role::Decide { .. }) {
                found.extend(self.vars[number].iter().flatten());
                found.extend(self.links[number].iter().flatten());
            }
        }
        found
    }

    /// The variables of all layers.
    pub(super) fn all(&self) -> Vec<Var> {
        let vars = self.vars.iter().chain(&self.links).flatten();
        vars.copied().flatten().collect()
    }

    /// The grid as far as it is known. Regions to find are unknown until all of them are.
    pub(super) fn filling_so_far(
        &self,
        data: &Data,
        value: &dyn Fn(Var) -> Option<i32>,
    ) -> Filling {
        let layers = data.book.layers.iter().enumerate().map(|(number, layer)| {
            if layer.role == Role::Data {
                return Vec::new();
            }
            if layer.domain == Domain::Regions {
                let links = self.links[number].iter().flatten();
                if links.copied().all(|link| value(link).is_some()) {
                    return self.regions(data, number, &|var| value(var).unwrap_or(0));
                }
                let standing = self.standing[number].iter();
                return standing
                    .by_vals()
                    .map(|stands| match stands {
                        true => Filled::Unknown,
                        false => Filled::Nowhere,
                    })
                    .collect();
            }
            let filled = |var| match value(var) {
                Some(value) => self.value(number, value),
                None => Filled::Unknown,
            };
            let vars = self.vars[number].iter();
            vars.map(|var| var.map_or(Filled::Nowhere, filled))
                .collect()
        });
        Filling {
            layers: layers.collect(),
        }
    }

    pub(super) fn filling(&self, data: &Data, value: &dyn Fn(Var) -> i32) -> Filling {
        let layers = data.book.layers.iter().enumerate().map(|(number, layer)| {
            if layer.role == Role::Data {
                return Vec::new();
            }
            if layer.domain == Domain::Regions {
                return self.regions(data, number, value);
            }
            let vars = self.vars[number].iter();
            vars.map(|var| var.map_or(Filled::Nowhere, |var| self.value(number, value(var))))
                .collect()
        });
        Filling {
            layers: layers.collect(),
        }
    }

    /// Regions by the links that are on, numbered in reading order.
    fn regions(&self, data: &Data, layer: usize, value: &dyn Fn(Var) -> i32) -> Vec<Filled> {
        let geometry = &data.geometry;
        let cells = geometry.count(Kind::Cell);
        let mut region: Vec<Option<usize>> = vec![None; cells * geometry.boards];
        let mut count = 0;
        for start in 0..region.len() {
            if region[start].is_some() || !self.stands(layer, start) {
                continue;
            }
            region[start] = Some(count);
            let mut stack = vec![start];
            while let Some(at) = stack.pop() {
                let (board, cell) = (at / cells, (at % cells) as u32);
                for towards in Direction::ALL {
                    let (Some(link), Some(next)) = (
                        geometry.link(cell, towards),
                        geometry.neighbour(cell, towards),
                    ) else {
                        continue;
                    };
                    let place = board * geometry.count(Kind::Link) + link as usize;
                    let is_joined = self.links[layer][place].is_some_and(|var| value(var) == 1);
                    let next = board * cells + next as usize;
                    if is_joined && region[next].is_none() {
                        region[next] = Some(count);
                        stack.push(next);
                    }
                }
            }
            count += 1;
        }
        region
            .into_iter()
            .map(|region| region.map_or(Filled::Nowhere, Filled::Region))
            .collect()
    }
}

/// How the values of a layer are numbered in its variables, which take these numbers.
fn codes_of(book: &Rulebook, layer: &Layer, values: &[Option<Vec<i32>>]) -> Made<Codes> {
    Ok(match &layer.domain {
        Domain::Direction => Codes {
            directions: true,
            ..Codes::default()
        },
        Domain::Values { words, ranges } => {
            let most = values.iter().flatten().flatten().max();
            let least = values.iter().flatten().flatten().min();
            // A single word beside numbers from 1 on has the value 0, so that sums need no table; beside digits
            // that are read, it comes after them.
            let is_zero = words.len() == 1
                && least.is_some_and(|&least| least >= 1)
                && !is_read(book, &layer.word);
            if let (Some(&least), Some(&most)) = (least, most) {
                check_span(layer, least.into(), i64::from(most) + words.len() as i64)?;
            }
            Codes {
                first_word: if is_zero {
                    0
                } else {
                    most.map_or(0, |most| most + 1)
                },
                words: words.len() as i32,
                has_numbers: !ranges.is_empty(),
                directions: false,
            }
        }
        _ => Codes::default(),
    })
}

impl Compiler<'_> {
    /// Makes the variables of all layers, and fixes the given values.
    pub(super) fn make_layers(&mut self) -> Made<()> {
        let book = &self.data.book;
        for (number, layer) in book.layers.iter().enumerate() {
            self.layers.vars.push(Vec::new());
            self.layers.links.push(Vec::new());
            self.layers.standing.push(Bits::new());
            self.layers.codes.push(Codes::default());
            if layer.role == Role::Data {
                continue;
            }
            if layer.domain == Domain::Regions {
                self.region_links(number)?;
                continue;
            }
            let mut values: Vec<Option<Vec<i32>>> = Vec::new();
            for position in 0..positions(self.data, &layer.on) {
                values.push(self.values_at(number, position)?);
            }
            let codes = codes_of(book, layer, &values)?;
            self.layers.codes[number] = codes;
            for (position, values) in values.into_iter().enumerate() {
                let Some(mut values) = values else {
                    self.layers.vars[number].push(None);
                    continue;
                };
                let numbers = values.clone();
                values.extend(codes.first_word..codes.first_word + codes.words);
                if values.is_empty() {
                    let problem = Problem::new(
                        layer.word.span.clone(),
                        format!("`{}` has no possible value somewhere", layer.word.name),
                        "expected at least one",
                    );
                    return Err(problem);
                }
                let var = self.model.var_of(&values);
                self.layers.vars[number].push(Some(var));
                self.give([number, position], var, &numbers);
            }
        }
        Ok(())
    }

    /// Fixes the value that the data give at a position, whose variable takes these numbers and the words.
    fn give(&mut self, [layer, position]: [usize; 2], var: Var, numbers: &[i32]) {
        let on = &self.data.book.layers[layer].on;
        let codes = self.layers.codes[layer];
        let given = self.data.layers[layer].get(position);
        let fixed = match given {
            Some(Datum::Number(number)) => i32::try_from(*number).ok(),
            Some(Datum::Word(word)) => Some(codes.first_word + *word as i32),
            Some(Datum::Directions(directions)) => directions
                .first()
                .and_then(|d| Direction::ALL.iter().position(|known| known == d))
                .map(|d| d as i32),
            _ => None,
        };
        if matches!(given, Some(Datum::Untold)) && codes.has_numbers {
            // Some number is there: none of the words.
            let place = place_name(self.data, on, position);
            self.begin_rule(Origin::given(place));
            for word in codes.first_word..codes.first_word + codes.words {
                let literal = Literal::is_not(var, word);
                self.model.post(Clause::new(&[literal]));
                self.record.origins.givens.push(literal);
            }
        }
        if let Some(value) = fixed {
            // A number beyond the range could be the code of a word.
            let is_number = matches!(given, Some(Datum::Number(_)));
            let fits = !is_number || numbers.contains(&value);
            let literals = fits.then(|| Literal::is(var, value));
            let place = place_name(self.data, on, position);
            self.begin_rule(Origin::given(place));
            self.model.post(Clause::new(literals.as_slice()));
            self.record.origins.givens.extend(literals);
        }
    }

    /// The numbers that a layer may take at a position; `None` if it does not cover it.
    fn values_at(&mut self, layer: usize, position: usize) -> Made<Option<Vec<i32>>> {
        let book = &self.data.book;
        self.spend_values(0, &book.layers[layer].word.span)?;
        let it = self.thing_at(layer, position);
        if let (Ground::Atoms(kind, Some(phrase)), _) = (&book.layers[layer].on, &it) {
            let atom = atom_at(&self.data.geometry, *kind, position);
            if !self.stands_on(phrase, atom)? {
                return Ok(None);
            }
        }
        let Domain::Values { ranges, .. } = &book.layers[layer].domain else {
            return Ok(Some((0..4).collect()));
        };
        let mut values = Vec::new();
        for (from, to) in ranges {
            self.eval.scope.names.push(("it".into(), it.clone()));
            // The data is that of the board.
            let own = self.board_of(layer, position);
            let board = std::mem::replace(&mut self.current.board, own);
            let from_value = self.known_constant(from);
            let to_value = to.as_ref().map(|to| self.known_constant(to)).transpose();
            self.current.board = board;
            self.eval.scope.names.pop();
            let Some(to_value) = to_value? else {
                return Err(Problem::new(
                    from.span.clone(),
                    format!("no upper bound for `{}`", book.layers[layer].word.name),
                    "layers to find need one, as in `1..99`",
                ));
            };
            let untold = |end: &Expr| {
                let place = place_name(self.data, &book.layers[layer].on, position);
                Problem::new(
                    end.span.clone(),
                    "this number is unknown",
                    format!("the data does not tell it at {place}, where `{}` needs a range", book.layers[layer].word.name),
                )
                .help("declare the layer only where it is told, as in `on cells where number of it is told`, or with another range")
            };
            let low = from_value?.ok_or_else(|| untold(from))?;
            let high = to_value.ok_or_else(|| untold(to.as_ref().unwrap_or(from)))?;
            let fits = |number: i64| i32::try_from(number).is_ok();
            if !fits(low) || !fits(high) || high - low >= MOST_VALUES {
                return Err(Problem::new(
                    from.span.clone(),
                    format!("too many values: {low} to {high}"),
                    format!("at most {MOST_VALUES} are possible"),
                ));
            }
            let count = usize::try_from(high - low).unwrap_or(0);
            self.spend_values(count, &from.span)?;
            values.extend((low..=high).map(|value| value as i32));
        }
        values.sort_unstable();
        values.dedup();
        Ok(Some(values))
    }

    fn board_of(&self, layer: usize, position: usize) -> u8 {
        match &self.data.book.layers[layer].on {
            Ground::Atoms(kind, _) => atom_at(&self.data.geometry, *kind, position).board,
            Ground::Lines(lines) => (position / self.data.geometry.count_lines(*lines)) as u8,
            Ground::Puzzle | Ground::Regions(_) => 0,
        }
    }

    /// The thing at a position of a layer: an atom, a line, a region.
    fn thing_at(&mut self, layer: usize, position: usize) -> Value {
        let geometry = &self.data.geometry;
        match &self.data.book.layers[layer].on {
            Ground::Puzzle => Value::Empty,
            Ground::Atoms(kind, _) => Value::Atom(atom_at(geometry, *kind, position)),
            Ground::Lines(lines) => {
                let count = geometry.count_lines(*lines);
                let place = self.line_place(*lines, position % count, (position / count) as u8);
                Value::Place(Rc::new(place))
            }
            Ground::Regions(word) => match self.data.book.layer(&word.name) {
                Some(regions) => Value::Place(self.region_place(regions, position)),
                None => Value::Empty,
            },
        }
    }

    /// Whether an atom is a member of a phrase over data.
    pub(super) fn stands_on(
        &mut self,
        phrase: &Phrase,
        atom: crate::language::geometry::Atom,
    ) -> Made<bool> {
        let mut plain = phrase.clone();
        plain.variables.clear();
        let board = std::mem::replace(&mut self.current.board, atom.board);
        let members = self.filtered(&plain, vec![(Value::Atom(atom), TRUE)]);
        self.current.board = board;
        match members?.first() {
            None => Ok(false),
            Some((_, Test::Const(true))) => Ok(true),
            Some(_) => self.wrong(
                &phrase.span,
                "this depends on the solution",
                "a layer can only be restricted by data",
            ),
        }
    }

    /// One variable for each link: whether its cells lie in one region.
    fn region_links(&mut self, layer: usize) -> Made<()> {
        let geometry = self.data.geometry;
        let cells = geometry.count(Kind::Cell);
        let book = &self.data.book;
        for position in 0..geometry.boards * cells {
            let stands = match &book.layers[layer].on {
                Ground::Atoms(Kind::Cell, None) => true,
                Ground::Atoms(Kind::Cell, Some(phrase)) => {
                    self.stands_on(phrase, atom_at(&geometry, Kind::Cell, position))?
                }
                _ => {
                    let span = book.layers[layer].word.span.clone();
                    return self.wrong(
                        &span,
                        "regions of what?",
                        "regions to find are made of cells",
                    );
                }
            };
            self.layers.standing[layer].push(stands);
        }
        for board in 0..geometry.boards {
            for link in 0..geometry.count(Kind::Link) as u32 {
                let inside = geometry.link_cells(link);
                let both = inside
                    .iter()
                    .all(|&cell| self.layers.stands(layer, board * cells + cell as usize));
                let var = both.then(|| self.model.var(0..=1));
                self.layers.links[layer].push(var);
            }
        }
        Ok(())
    }

    /// Reads a layer to find at a position.
    pub(super) fn found_at(&mut self, layer: usize, position: usize) -> Value {
        let Some(var) = self.layers.var(layer, position) else {
            return Value::Empty;
        };
        let codes = self.layers.codes(layer);
        if codes.words > 0 && !codes.has_numbers || codes.directions {
            return Value::Choice(Choice { layer, var });
        }
        if codes.words == 0 {
            let domain = self.model.domain(var);
            if let (Some(value), 1) = (domain.min(), domain.len()) {
                return Value::Number(Number::Const(value.into()));
            }
            return Value::Number(Number::Var(var));
        }
        // Numbers and words: the number of a word is not defined.
        let domain = self.model.domain(var);
        let numbers = || -> Numbers {
            let words = codes.first_word..codes.first_word + codes.words;
            let numbers = domain.iter().filter(|value| !words.contains(value));
            numbers.map(|value| (value, i128::from(value))).collect()
        };
        let numbers = match domain.as_dom() {
            Some(dom) if !var.is_wide() => {
                let known = self.layers.numbers.entry((layer, dom));
                known.or_insert_with(numbers).clone()
            }
            _ => numbers(),
        };
        Value::Number(Number::Element(var, numbers))
    }

    /// The test that a layer to find has this word at a position.
    pub(super) fn has_word(&self, layer: usize, position: usize, word: usize) -> Test {
        match self.layers.var(layer, position) {
            None => Test::Const(false),
            Some(var) => {
                let code = self.layers.codes(layer).first_word + word as i32;
                self.tidy(within(var, vec![code]))
            }
        }
    }

    /// The region of data with this number.
    pub(super) fn region_place(&mut self, layer: usize, region: usize) -> Rc<Place> {
        if let Some(known) = self.reused.regions.get(&(layer, region)) {
            return Rc::clone(known);
        }
        let place = Rc::new(self.made_region(layer, region));
        self.reused
            .regions
            .insert((layer, region), Rc::clone(&place));
        place
    }

    fn made_region(&self, layer: usize, region: usize) -> Place {
        let Ground::Atoms(kind, _) = self.data.book.layers[layer].on else {
            return Place::plain([]);
        };
        let geometry = &self.data.geometry;
        let atoms = self.data.layers[layer].iter().enumerate();
        let atoms = atoms
            .filter(|(_, datum)| matches!(datum, Datum::Region(number) if *number == region))
            .map(|(position, _)| atom_at(geometry, kind, position));
        let mut place = Place::plain(atoms);
        place.identity = Identity::Region(layer, region);
        place.name = format!(
            "{} {}",
            self.data.book.layers[layer].word.name,
            self.data.region_names[layer]
                .get(region)
                .map_or("", String::as_str)
        );
        place
    }

    /// A line of cells.
    pub(super) fn line_place(
        &self,
        lines: crate::language::syntax::Lines,
        number: usize,
        board: u8,
    ) -> Place {
        let geometry = &self.data.geometry;
        let atoms = geometry.line(lines, number).into_iter();
        let mut place = Place::plain(atoms.map(|index| crate::language::geometry::Atom {
            kind: Kind::Cell,
            board,
            index,
        }));
        place.identity = Identity::Line(lines, number, board);
        place.name = geometry.line_name(lines, number);
        if geometry.boards > 1 {
            place.name = format!("board {}, {}", board + 1, place.name);
        }
        place
    }
}

/// Refuses a layer whose least and greatest values are too far apart for one variable.
fn check_span(layer: &Layer, least: i64, most: i64) -> Made<()> {
    if most - least < MAX_WIDTH as i64 && i32::try_from(most).is_ok() {
        return Ok(());
    }
    let message = format!("the values of `{}` are too far apart", layer.word.name);
    let expected = format!("found {least} to {most}, expected values less than {MAX_WIDTH} apart");
    let problem = Problem::new(layer.word.span.clone(), message, expected);
    Err(problem.help("declare words, or numbers of another unit"))
}
