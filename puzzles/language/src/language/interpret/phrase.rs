//! The members of noun phrases: candidates by the noun, filtered by adjectives and qualifiers.

use std::rc::Rc;

use fxhash::FxHashSet;
use smallvec::SmallVec;

use super::super::geometry::{Atom, direction_called};
use super::super::syntax::{Domain, End, Expr, Ground, Kind, Node, Noun, Phrase, Qualifier, Word};
use super::super::values::{Filled, position};
use super::member::{Candidates, Member, Values};
use super::plan::Plan;
use super::state::Interpreter;
use super::value::{Place, Read, Stop, Truth, Value, What, equal, trouble};
use crate::grid::Direction;

/// A word of a layer of atoms.
#[derive(Clone, Copy)]
pub(super) struct WordOf {
    layer: usize,
    word: usize,
}

/// For each adjective of a phrase, the word of a layer that it is, if it is one.
type Words = SmallVec<[Option<WordOf>; 2]>;

/// The conditions of a phrase that are looked at.
#[derive(Clone, Copy)]
pub(super) enum Part<'p> {
    All,
    /// Those that depend on the data alone.
    Settled(&'p Plan),
    /// The others.
    Rest(&'p Plan),
}

impl Part<'_> {
    fn has_adjective(self, number: usize) -> bool {
        match self {
            Part::All => true,
            Part::Settled(plan) => plan.adjectives[number],
            Part::Rest(plan) => !plan.adjectives[number],
        }
    }

    /// Whether a condition after `where`, no conjunction, is one of them.
    fn has(self, test: &Expr) -> bool {
        match self {
            Part::All => true,
            Part::Settled(plan) => plan.has(test),
            Part::Rest(plan) => !plan.has(test),
        }
    }
}

/// The condition of a qualifier, evaluated as far as it does not depend on the member.
enum Sieve<'p> {
    Lies(FxHashSet<Atom>),
    /// In a list or several directions.
    Within(Value),
    Among(FxHashSet<Atom>),
    /// Of lines, regions and the like: those that hold something of this.
    Holds(Vec<Atom>),
    /// Having a value of this name, or not having one.
    Has {
        name: &'p str,
        /// The layer of this name, looked up once for all candidates of a phrase.
        layer: Option<usize>,
        wanted: bool,
    },
    Where(&'p Expr),
    Towards(Vec<Direction>),
    Up(usize),
    From(usize),
    Besides(Value),
    /// With something in this set: of what touches a place.
    Around(FxHashSet<Atom>),
    On(u8),
    Nothing,
}

impl Interpreter<'_> {
    /// Runs `visit` for all combinations of members until it says that it is enough. The variables are bound.
    pub(super) fn each_member(
        &mut self,
        phrases: &[Phrase],
        visit: &mut dyn FnMut(&mut Self, Truth) -> Read<bool>,
    ) -> Read<()> {
        self.combine(phrases, Truth::True, visit).map(drop)
    }

    fn combine(
        &mut self,
        phrases: &[Phrase],
        truth: Truth,
        visit: &mut dyn FnMut(&mut Self, Truth) -> Read<bool>,
    ) -> Read<bool> {
        let [phrase, rest @ ..] = phrases else {
            return visit(self, truth);
        };
        for member in self.members(phrase)? {
            let truth = truth.and(member.truth);
            match self.with(phrase, &member.values, |this| {
                this.combine(rest, truth, visit)
            }) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                // The members of a further phrase are missing for this one, which is skipped.
                Err(Stop::Missing | Stop::Untold) if !rest.is_empty() => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(true)
    }

    /// The members of a phrase, in order.
    pub(super) fn members(&mut self, phrase: &Phrase) -> Read<Vec<Member>> {
        let candidates = self.choice(phrase)?;
        self.sift(phrase, candidates)
    }

    /// The candidates of a phrase: those that the data alone leaves, if that is known.
    fn choice(&mut self, phrase: &Phrase) -> Read<Candidates> {
        match self.settled(phrase) {
            Some(candidates) => Ok(candidates),
            None => self.deeper(|this| this.candidates(phrase)),
        }
    }

    /// The members of a phrase as one place: an atom if it can be only one.
    pub(super) fn place_of_phrase(&mut self, phrase: &Phrase) -> Read<Value> {
        // Rules ask this of every link; the general way lists both cells first.
        if let Some((end, name)) = phrase.end_of()
            && let Some(Value::Atom(link)) = self.variable(name)
            && link.kind == Kind::Link
        {
            return Ok(Value::Atom(self.geometry.end_of_link(link, end)));
        }
        if let Some(group) = self.group_of(phrase)? {
            return Ok(Value::Place(group));
        }
        let candidates = self.choice(phrase)?;
        let circular = candidates.circular;
        let members = self.sift(phrase, candidates)?;
        if members.iter().any(|member| member.truth != Truth::True) {
            return Err(Stop::Unknown);
        }
        let values: Vec<Value> = match &phrase.noun {
            Noun::Pair(_) | Noun::Step => return trouble("pairs are not a place"),
            _ => members
                .into_iter()
                .filter_map(|member| member.values.into_iter().next())
                .collect(),
        };
        // Of views it is the side that they look from.
        let towards = !matches!(phrase.noun, Noun::Lines(_))
            && phrase
                .adjectives
                .iter()
                .any(|(negated, word)| !negated && direction_called(&word.name).is_some())
            || phrase
                .qualifiers
                .iter()
                .any(|qualifier| matches!(qualifier, Qualifier::Towards(_)));
        let single = matches!(phrase.take, Some((_, None))) || towards;
        match &phrase.noun {
            Noun::Direction => {
                let directions = values.iter().flat_map(|value| match value {
                    Value::Directions(directions) => directions.clone(),
                    _ => Vec::new(),
                });
                return Ok(Value::Directions(directions.collect()));
            }
            Noun::Value(..) | Noun::Entry(_) if !single => {
                return Ok(Value::List(
                    Rc::new(values.into_iter().map(Some).collect()),
                    false,
                ));
            }
            _ => {}
        }
        match &values[..] {
            [] if single => return Ok(Value::Empty),
            [value] if single || !matches!(value, Value::Atom(_)) => return Ok(value.clone()),
            _ => {}
        }
        let atoms = match ascending(&values) {
            // Most are in order already, each once.
            Some(atoms) => atoms,
            None => {
                let mut atoms = Vec::new();
                let mut seen = FxHashSet::default();
                for value in &values {
                    for &atom in &self.place(value)?.atoms {
                        if seen.insert(atom) {
                            atoms.push(atom);
                        }
                    }
                }
                atoms
            }
        };
        Ok(Value::Place(Rc::new(Place {
            circular,
            ..Place::new(What::Set, atoms)
        })))
    }

    /// The candidates that adjectives and qualifiers leave.
    pub(super) fn sift(&mut self, phrase: &Phrase, candidates: Candidates) -> Read<Vec<Member>> {
        let mut sieves: SmallVec<[Sieve<'_>; 4]> = SmallVec::new();
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            if !candidates.used.contains(&at) {
                sieves.push(self.sieve(phrase, qualifier, &candidates)?);
            }
        }
        let part = match self.plan(phrase) {
            Some(plan) if candidates.settled => Part::Rest(plan),
            _ => Part::All,
        };
        let words = self.words_of(phrase, &candidates);
        let mut members = candidates.members;
        // In place: to move members takes as long as to test them.
        let (mut at, mut stopped) = (0, None);
        members.retain_mut(|member| {
            if stopped.is_some() {
                return false;
            }
            match self.passes(phrase, part, &words, &sieves, at, &member.values) {
                Ok(truth) => member.truth = truth,
                Err(stop) => stopped = Some(stop),
            }
            at += 1;
            matches!(member.truth, Truth::True | Truth::Unknown)
        });
        if let Some(stop) = stopped {
            return Err(stop);
        }
        let Some((end, count)) = &phrase.take else {
            return Ok(members);
        };
        let count = match count {
            None => 1,
            Some(count) => {
                let count = self.eval(count)?;
                let count = self.number(&count)?.unwrap_or(0).max(0);
                usize::try_from(count)
                    .unwrap_or(usize::MAX)
                    .min(members.len())
            }
        };
        let count = count.min(members.len());
        let taken = match end {
            End::First => members.drain(..count).collect::<Vec<Member>>(),
            End::Last => members.drain(members.len() - count..).collect(),
        };
        if taken.iter().any(|member| member.truth != Truth::True) {
            return Err(Stop::Unknown);
        }
        Ok(taken)
    }

    /// What a qualifier asks of the candidates. Longer than other functions: an arm for each qualifier.
    fn sieve<'p>(
        &mut self,
        phrase: &'p Phrase,
        qualifier: &'p Qualifier,
        candidates: &Candidates,
    ) -> Read<Sieve<'p>> {
        let atoms = |this: &mut Self, expr: &Expr| -> Read<Vec<Atom>> {
            let value = this.eval(expr)?;
            Ok(this.place(&value)?.atoms.clone())
        };
        let place_in_order = |this: &mut Self, expr: &Expr| -> Read<Option<usize>> {
            let value = this.eval(expr)?;
            if let Some(stop) = value.gap() {
                return Err(stop);
            }
            for (at, member) in candidates.members.iter().enumerate() {
                if let [own] = &member.values[..]
                    && !value.is_empty()
                    && equal(this.book, own, &value)?
                {
                    return Ok(Some(at));
                }
            }
            Ok(None)
        };
        Ok(match qualifier {
            Qualifier::In(place) => match self.eval(place)? {
                value @ (Value::List(..) | Value::Directions(_)) => Sieve::Within(value),
                value => Sieve::Lies(self.place(&value)?.atoms.iter().copied().collect()),
            },
            Qualifier::Of(whole) => {
                let whole = atoms(self, whole)?;
                match &phrase.noun {
                    Noun::Atoms(kind) => {
                        let whole = Place::new(What::Set, whole);
                        Sieve::Among(self.belonging(*kind, &whole)?.into_iter().collect())
                    }
                    Noun::Pair(_)
                    | Noun::Step
                    | Noun::Value(..)
                    | Noun::Entry(_)
                    | Noun::Direction => {
                        return trouble("`of` says nothing here");
                    }
                    _ => Sieve::Holds(whole),
                }
            }
            Qualifier::With(word) => self.has_sieve(&word.name, true),
            Qualifier::Without(word) => self.has_sieve(&word.name, false),
            Qualifier::Where(test) => Sieve::Where(test),
            Qualifier::Beyond(..) | Qualifier::SeenFrom(_) | Qualifier::Reached(..) => {
                Sieve::Among(self.source(phrase, qualifier)?.into_iter().collect())
            }
            Qualifier::Towards(direction) => {
                let direction = self.eval(direction)?;
                Sieve::Towards(self.directions(&direction)?)
            }
            Qualifier::Before(x) => Sieve::Up(place_in_order(self, x)?.unwrap_or(0)),
            Qualifier::After(x) => {
                Sieve::From(place_in_order(self, x)?.map_or(usize::MAX, |at| at + 1))
            }
            Qualifier::Besides(x) => {
                let value = self.eval(x)?;
                if let Some(stop) = value.gap() {
                    return Err(stop);
                }
                if value.is_empty() {
                    Sieve::Nothing
                } else {
                    Sieve::Besides(value)
                }
            }
            Qualifier::Touching(place) => {
                let touched = atoms(self, place)?;
                Sieve::Around(self.touching(&touched))
            }
            Qualifier::On(board) => match self.eval(board)? {
                Value::Place(place) if place.what == What::Board => Sieve::On(place.board),
                other => match other.gap() {
                    Some(stop) => return Err(stop),
                    None => return trouble("expected a board"),
                },
            },
            // Rays have applied it.
            Qualifier::Until(..) => Sieve::Nothing,
        })
    }

    /// The members of the candidates for which the conditions hold that depend on the data alone.
    pub(super) fn sift_settled(
        &mut self,
        phrase: &Phrase,
        plan: &Plan,
        candidates: Candidates,
    ) -> Read<Vec<Values>> {
        let mut sieves = Vec::new();
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            let is_where = matches!(qualifier, Qualifier::Where(_));
            if is_where || plan.done.contains(&at) && !candidates.used.contains(&at) {
                sieves.push(self.sieve(phrase, qualifier, &candidates)?);
            }
        }
        let words = self.words_of(phrase, &candidates);
        let part = Part::Settled(plan);
        let mut left = Vec::new();
        for (at, member) in candidates.members.into_iter().enumerate() {
            let values = member.values;
            if self.passes(phrase, part, &words, &sieves, at, &values)? == Truth::True {
                left.push(values);
            }
        }
        Ok(left)
    }

    fn has_sieve<'p>(&self, name: &'p str, wanted: bool) -> Sieve<'p> {
        let layer = self.book.layer(name);
        Sieve::Has {
            name,
            layer: layer.filter(|_| self.definition(name, 1).is_none()),
            wanted,
        }
    }

    fn passes(
        &mut self,
        phrase: &Phrase,
        part: Part<'_>,
        words: &[Option<WordOf>],
        sieves: &[Sieve<'_>],
        at: usize,
        values: &Values,
    ) -> Read<Truth> {
        let mut all = Truth::True;
        for (number, (negated, word)) in phrase.adjectives.iter().enumerate() {
            if !part.has_adjective(number) {
                continue;
            }
            let known = &words[number];
            for value in values {
                let truth = match (known, value) {
                    (Some(known), &Value::Atom(atom)) => self.has_word(*known, atom)?,
                    _ => self.described(phrase, &word.name, value)?,
                };
                all = all.and(if *negated { truth.not() } else { truth });
            }
        }
        for sieve in sieves {
            if all == Truth::False {
                return Ok(all);
            }
            let truth = match sieve {
                Sieve::Where(test) => {
                    self.with(phrase, values, |this| this.condition(test, part))?
                }
                Sieve::Up(end) => Truth::from(at < *end),
                Sieve::From(start) => Truth::from(at >= *start),
                sieve => {
                    let mut each = Truth::True;
                    for value in values {
                        each = each.and(self.passes_one(phrase, sieve, value)?);
                    }
                    each
                }
            };
            all = all.and(truth);
        }
        Ok(all)
    }

    /// A condition after `where`, which keeps nothing for which a part of it is false or missing: what follows on such a
    /// part need not be looked at.
    pub(super) fn condition(&mut self, test: &Expr, asked: Part<'_>) -> Read<Truth> {
        let Node::And(parts) = &test.node else {
            return match asked.has(test) {
                true => self.test(test),
                false => Ok(Truth::True),
            };
        };
        let mut all = Truth::True;
        for part in parts {
            let truth = self.condition(part, asked)?;
            if matches!(truth, Truth::False | Truth::Missing) {
                return Ok(truth);
            }
            all = all.and(truth);
        }
        Ok(all)
    }

    fn described(&mut self, phrase: &Phrase, word: &str, value: &Value) -> Read<Truth> {
        match direction_called(word) {
            Some(direction)
                if !matches!(value, Value::Directions(_))
                    && super::value::view_of(value).is_none() =>
            {
                let lies = self.lies_towards(phrase, &[direction], value)?;
                Ok(Truth::from(lies))
            }
            _ => self.adjective(word, value, Values::new()),
        }
    }

    /// The meaning of the adjectives of a phrase, as far as its candidates show it.
    fn words_of(&self, phrase: &Phrase, candidates: &Candidates) -> Words {
        let first = match candidates.members.first().map(|member| &member.values[..]) {
            Some(&[Value::Atom(atom)]) => Some(atom),
            _ => None,
        };
        let adjectives = phrase.adjectives.iter();
        let word = |(_, word): &(bool, Word)| self.word_of(&word.name, first?);
        adjectives.map(word).collect()
    }

    /// The meaning of an adjective of atoms, if it is a word of a layer on them: looked up once for all candidates of a
    /// phrase, which are of one kind.
    pub(super) fn word_of(&self, name: &str, atom: Atom) -> Option<WordOf> {
        if self.definition(name, 1).is_some() || direction_called(name).is_some() {
            return None;
        }
        let layer = self.layer_of_word(name, &Value::Atom(atom))?;
        let declared = &self.book.layers[layer];
        let (Ground::Atoms(kind, None), Domain::Values { words, .. }) =
            (&declared.on, &declared.domain)
        else {
            return None;
        };
        let word = words.iter().position(|symbol| *symbol.word.name == *name)?;
        (*kind == atom.kind).then_some(WordOf { layer, word })
    }

    pub(super) fn has_word(&mut self, known: WordOf, atom: Atom) -> Read<Truth> {
        let position = position(&self.geometry, atom);
        // A word that is to be found needs no value made of it: phrases ask this of every cell.
        if !self.is_data(known.layer)
            && let Filled::Word(word) = self.filled(known.layer, position)
        {
            return Ok(Truth::from(word == known.word));
        }
        Ok(match self.value_at(known.layer, position)? {
            Value::Unknown => Truth::Unknown,
            Value::Word(_, word) | Value::Blank(_, word) => Truth::from(word == known.word),
            // Without a known value no word applies.
            _ => Truth::False,
        })
    }

    fn passes_one(&mut self, phrase: &Phrase, sieve: &Sieve<'_>, value: &Value) -> Read<Truth> {
        let holds = match sieve {
            Sieve::Has {
                name,
                layer,
                wanted,
            } => {
                let datum = layer.and_then(|layer| self.has_datum(layer, value));
                let has = match datum {
                    Some(has) => Truth::from(has),
                    None => self.has(name, value)?,
                };
                return Ok(if *wanted { has } else { has.not() });
            }
            Sieve::Within(whole) => return self.is_in(value, whole),
            Sieve::Towards(directions) => self.lies_towards(phrase, directions, value)?,
            Sieve::Lies(set) => {
                let place = self.place(value)?;
                place.atoms.iter().all(|&atom| self.lies_in(atom, set))
            }
            Sieve::Among(set) => self
                .place(value)?
                .atoms
                .iter()
                .all(|atom| set.contains(atom)),
            Sieve::Holds(part) => {
                let place = self.place(value)?;
                // Cells lie only in what they are members of.
                if part.iter().all(|atom| atom.kind == Kind::Cell) {
                    return Ok(Truth::from(
                        part.iter().any(|atom| place.atoms.contains(atom)),
                    ));
                }
                let whole: FxHashSet<Atom> = place.atoms.iter().copied().collect();
                part.iter().any(|&atom| self.lies_in(atom, &whole))
            }
            Sieve::Besides(other) => match (value, other) {
                (Value::Atom(atom), Value::Place(place)) if !place.open => {
                    !place.atoms.contains(atom)
                }
                _ => !equal(self.book, value, other)?,
            },
            Sieve::Around(set) => {
                let place = self.place(value)?;
                place.atoms.iter().any(|atom| set.contains(atom))
            }
            Sieve::On(board) => match value {
                Value::Atom(atom) => atom.board == *board,
                Value::Place(place) => place.board == *board,
                _ => true,
            },
            Sieve::Nothing | Sieve::Where(_) | Sieve::Up(_) | Sieve::From(_) => true,
        };
        Ok(Truth::from(holds))
    }

    /// Whether a neighbour, link or edge lies in one of these directions of the thing after `of`.
    fn lies_towards(
        &mut self,
        phrase: &Phrase,
        directions: &[Direction],
        value: &Value,
    ) -> Read<bool> {
        let Some(whole) = phrase
            .qualifiers
            .iter()
            .find_map(|qualifier| match qualifier {
                Qualifier::Of(whole) => Some(whole),
                _ => None,
            })
        else {
            return trouble("a direction goes with what belongs to a cell: `left link of c`");
        };
        let whole = self.eval(whole)?;
        let (Some(from), Some(own)) = (self.atom(&whole)?, self.atom(value)?) else {
            return Ok(false);
        };
        for &towards in directions {
            if self.towards(from, towards, own.kind)? == Some(own) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The atoms that values are, if these are single atoms of one kind in ascending order.
fn ascending(values: &[Value]) -> Option<Vec<Atom>> {
    let mut atoms: Vec<Atom> = Vec::with_capacity(values.len());
    for value in values {
        let &Value::Atom(atom) = value else {
            return None;
        };
        if let Some(last) = atoms.last()
            && ((last.board, last.kind) != (atom.board, atom.kind) || last.index >= atom.index)
        {
            return None;
        }
        atoms.push(atom);
    }
    Some(atoms)
}
