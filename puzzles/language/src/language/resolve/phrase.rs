//! Noun phrases: ranges of variables, with what is said of each member as a guard.

use super::super::core::{
    Binder, End, Fold, Form, Head, Noun, Qualifier, Range, Sort, Term, Traits,
};
use super::super::geometry::direction_called;
use super::super::syntax::{self, Expr, Kind, PairOf, Phrase};
use super::{Resolved, Resolver, Unresolved};

/// The name of a member of a phrase without variables.
const IT: &str = "it";

impl Resolver<'_> {
    /// The binders of some phrases and what is said of their members. Their variables stay in scope.
    pub(super) fn members(&mut self, phrases: &[Phrase]) -> Resolved<(Vec<Binder>, Vec<Term>)> {
        let (mut binders, mut guards) = (Vec::new(), Vec::new());
        for phrase in phrases {
            if phrase.take.is_some() {
                binders.push(self.taken_member(phrase)?);
                continue;
            }
            let (binder, own) = self.member(phrase)?;
            binders.push(binder);
            guards.extend(own);
        }
        Ok((binders, guards))
    }

    /// `first 2 cells …` as what a variable ranges over: a place of its own.
    fn taken_member(&mut self, phrase: &Phrase) -> Resolved<Binder> {
        let place = self.place(phrase)?;
        let kind = self.store.sort(place).kind().ok_or(Unresolved)?;
        if !matches!(phrase.noun, syntax::Noun::Atoms(_)) {
            return Err(Unresolved);
        }
        let range = self.store.atoms_in(kind, place);
        let variable = self.store.fresh();
        let term = self.store.member(variable, range);
        let name = phrase
            .variables
            .first()
            .map_or_else(|| IT.into(), |word| word.name.clone());
        self.scope.push((name, term));
        Ok(Binder::one(variable, range))
    }

    /// A phrase as one thing: a place, or what it takes of one.
    pub(super) fn place(&mut self, phrase: &Phrase) -> Resolved<Term> {
        if let Some(part) = self.component_of(phrase)? {
            return Ok(part);
        }
        let place = self.scoped(|this| {
            let (binder, guards) = this.member(phrase)?;
            if binder.is_pair {
                return Err(Unresolved);
            }
            let member = this.store.member(binder.variable, binder.range);
            let guard = this.store.and(&guards);
            Ok(this.store.fold(Fold::Place, vec![binder], guard, member))
        })?;
        let Some((end, count)) = &phrase.take else {
            return Ok(place);
        };
        let of = self.store.sort(place);
        match count {
            None => {
                let sort = match (self.range_sort(phrase, place), of) {
                    (Some(sort), _) => sort,
                    (None, sort) => sort,
                };
                let one = Traits::of(sort);
                Ok(self.store.apply(Head::Take(*end), one, &[place]))
            }
            Some(count) => {
                let count = self.value(count)?;
                let some = Traits::of(of);
                Ok(self
                    .store
                    .apply(Head::TakeSome(*end), some, &[place, count]))
            }
        }
    }

    /// The sort of one member of a phrase that was resolved into a place.
    fn range_sort(&self, phrase: &Phrase, place: Term) -> Option<Sort> {
        match self.store.form(place) {
            Form::Fold(Fold::Place, binders, ..) => match self.store.sort(binders[0].range) {
                // It may be none.
                Sort::Component(kind) => Some(Sort::Place(kind)),
                sort => Some(sort),
            },
            _ => match phrase.noun {
                syntax::Noun::Atoms(kind) => Some(Sort::Atom(kind)),
                _ => None,
            },
        }
    }

    /// `first group of open cells of c`: the component of an atom.
    fn component_of(&mut self, phrase: &Phrase) -> Resolved<Option<Term>> {
        let is_group = matches!(
            phrase.noun,
            syntax::Noun::Group(..) | syntax::Noun::EqualGroup(_) | syntax::Noun::JoinedGroup(..)
        );
        let ([syntax::Qualifier::Of(of)], Some((End::First, None)), true, true) = (
            &phrase.qualifiers[..],
            &phrase.take,
            is_group,
            phrase.adjectives.is_empty(),
        ) else {
            return Ok(None);
        };
        let of = self.value(of)?;
        let whole = Phrase {
            take: None,
            qualifiers: Vec::new(),
            ..phrase.clone()
        };
        let (binder, _) = self.scoped(|this| this.member(&whole))?;
        let Sort::Component(kind) = self.store.sort(binder.range) else {
            return Ok(None);
        };
        match (self.store.sort(of), kind) {
            (Sort::Atom(own), Some(kind)) if own == kind => {
                Ok(Some(self.store.part(binder.range, of)))
            }
            _ => Err(Unresolved),
        }
    }

    /// The binder of one phrase and what is said of its members. Its variables stay in scope.
    pub(super) fn member(&mut self, phrase: &Phrase) -> Resolved<(Binder, Vec<Term>)> {
        let (noun, mut parts, sort, is_found) = self.noun(phrase)?;
        let mut direction = None;
        for (is_negated, word) in &phrase.adjectives {
            if self.is_direction(&word.name, phrase) {
                if *is_negated || direction.is_some() {
                    return Err(Unresolved);
                }
                direction = Some(word.name.clone());
            }
        }
        let mut qualifiers = Vec::new();
        // What cannot be said apart from the noun. It does not see the variable.
        for qualifier in &phrase.qualifiers {
            if let Some((own, of)) = self.qualifier(qualifier)? {
                qualifiers.push(own);
                parts.extend(of);
            }
        }
        let range = Range {
            noun,
            direction,
            qualifiers: qualifiers.into_iter().collect(),
        };
        let is_pair = range.noun.is_pair();
        let is_total = match &range.noun {
            Noun::Regions(layer) | Noun::EqualGroup(layer) => self.layer_traits(*layer).is_total,
            _ => true,
        };
        let traits = Traits {
            is_total,
            is_found,
            ..Traits::of(sort)
        };
        let range = self.store.apply(Head::Range(range), traits, &parts);
        let variable = self.store.fresh();
        let first = self.store.member(variable, range);
        let mut members = vec![first];
        if is_pair {
            members.push(self.store.member(variable + 1, range));
        }
        if phrase.variables.is_empty() && !is_pair {
            self.scope.push((IT.into(), first));
        }
        for (word, member) in phrase.variables.iter().zip(&members) {
            self.scope.push((word.name.clone(), *member));
        }
        let guards = self.guards(phrase, &members)?;
        let binder = Binder {
            variable,
            is_pair,
            range,
        };
        Ok((binder, guards))
    }

    /// Whether an adjective is the direction in which something lies: not of views, whose side it is.
    fn is_direction(&self, word: &str, phrase: &Phrase) -> bool {
        direction_called(word).is_some()
            && !matches!(
                phrase.noun,
                syntax::Noun::Lines(_) | syntax::Noun::Direction
            )
    }

    /// What adjectives and conditions say of the members.
    fn guards(&mut self, phrase: &Phrase, members: &[Term]) -> Resolved<Vec<Term>> {
        let mut guards = Vec::new();
        for (is_negated, word) in &phrase.adjectives {
            if self.is_direction(&word.name, phrase) {
                continue;
            }
            for &member in members {
                let test = self.adjective(&word.name, member, &[])?;
                guards.push(match is_negated {
                    true => self.store.not(test),
                    false => test,
                });
            }
        }
        for qualifier in &phrase.qualifiers {
            match qualifier {
                syntax::Qualifier::With(word) => {
                    for &member in members {
                        guards.push(self.has(&word.name, member)?);
                    }
                }
                syntax::Qualifier::Without(word) => {
                    for &member in members {
                        let has = self.has(&word.name, member)?;
                        guards.push(self.store.not(has));
                    }
                }
                syntax::Qualifier::Where(test) => {
                    let test = self.test(test)?;
                    guards.push(test);
                }
                syntax::Qualifier::Besides(other) => {
                    if let Some(other) = self.single_variable(other) {
                        for &member in members {
                            let same = self.store.same(member, other);
                            guards.push(self.store.not(same));
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(guards)
    }

    /// The variable that an expression is, if it stands for an atom.
    fn single_variable(&self, expr: &Expr) -> Option<Term> {
        // `it` is not the member itself here, but what is called so around the phrase.
        let syntax::Node::Name(name) = &expr.node else {
            return None;
        };
        let bound = self.bound(name).filter(|_| &**name != IT)?;
        let is_atom = matches!(self.store.sort(bound), Sort::Atom(_));
        (is_atom && matches!(self.store.form(bound), Form::Variable(..))).then_some(bound)
    }

    /// A qualifier that belongs to the range, with its parts.
    fn qualifier(
        &mut self,
        qualifier: &syntax::Qualifier,
    ) -> Resolved<Option<(Qualifier, Vec<Term>)>> {
        use syntax::Qualifier as Q;
        let (own, parts): (Qualifier, Vec<&Expr>) = match qualifier {
            Q::With(_) | Q::Without(_) | Q::Where(_) => return Ok(None),
            Q::Besides(other) if self.single_variable(other).is_some() => return Ok(None),
            Q::Besides(other) => (Qualifier::Besides, vec![other]),
            Q::In(place) => (Qualifier::In, vec![place]),
            Q::Of(whole) => (Qualifier::Of, vec![whole]),
            Q::On(board) => (Qualifier::On, vec![board]),
            Q::Before(end) => (Qualifier::Before, vec![end]),
            Q::After(end) => (Qualifier::After, vec![end]),
            Q::Touching(place) => (Qualifier::Touching, vec![place]),
            // Of a direction that is missing, `not each` is not `some … not`: such rules stay as they are written.
            Q::Towards(direction) | Q::Beyond(direction, _)
                if !matches!(direction.node, syntax::Node::Name(_)) =>
            {
                return Err(Unresolved);
            }
            Q::Towards(direction) => (Qualifier::Towards, vec![direction]),
            Q::SeenFrom(cell) => (Qualifier::SeenFrom, vec![cell]),
            Q::Beyond(direction, from) => (Qualifier::Beyond, vec![direction, from]),
            Q::Until(is_negated, word) => {
                return Ok(Some((
                    Qualifier::Until(*is_negated, word.name.clone()),
                    Vec::new(),
                )));
            }
            Q::Reached(from, through) => {
                let parts = vec![self.value(from)?, self.place(through)?];
                return Ok(Some((Qualifier::Reached, parts)));
            }
        };
        let parts = parts.into_iter().map(|part| self.value(part));
        Ok(Some((own, parts.collect::<Resolved<_>>()?)))
    }

    /// The noun with its parts, the sort of its members, and whether these depend on a layer to find. Longer than other
    /// functions: an arm for each noun.
    fn noun(&mut self, phrase: &Phrase) -> Resolved<(Noun, Vec<Term>, Sort, bool)> {
        use syntax::Noun as N;
        let cell = Sort::Atom(Kind::Cell);
        let component = Sort::Component(Some(Kind::Cell));
        let plain = |noun: Noun, sort: Sort| Ok((noun, Vec::new(), sort, false));
        match &phrase.noun {
            N::Atoms(kind) => plain(Noun::Atoms(*kind), Sort::Atom(*kind)),
            N::Lines(lines) => plain(Noun::Lines(*lines), component),
            N::Block(rows, columns) => Ok((
                Noun::Block,
                vec![self.value(rows)?, self.value(columns)?],
                component,
                false,
            )),
            N::Box(rows, columns) => Ok((
                Noun::Box,
                vec![self.value(rows)?, self.value(columns)?],
                component,
                false,
            )),
            N::Neighbour => plain(Noun::Neighbour, cell),
            N::Contact => plain(Noun::Contact, cell),
            N::Knight => plain(Noun::Knight, cell),
            N::Image => plain(Noun::Image, cell),
            N::Pair(PairOf::Neighbours) => plain(Noun::PairOfNeighbours, cell),
            N::Pair(PairOf::Contacts) => plain(Noun::PairOfContacts, cell),
            N::Pair(PairOf::Knights) => plain(Noun::PairOfKnights, cell),
            N::Pair(PairOf::Atoms(inner)) => {
                let place = self.place(inner)?;
                let member = match inner.noun {
                    N::Atoms(_) | N::Neighbour | N::Contact | N::Knight => {
                        Sort::Atom(self.store.sort(place).kind().ok_or(Unresolved)?)
                    }
                    // Pairs of groups, of rows …
                    _ => return Err(Unresolved),
                };
                Ok((Noun::Pair, vec![place], member, false))
            }
            N::Step => {
                let place = phrase
                    .qualifiers
                    .iter()
                    .find_map(|qualifier| match qualifier {
                        syntax::Qualifier::In(place) => Some(place),
                        _ => None,
                    });
                let place = self.value(place.ok_or(Unresolved)?)?;
                let kind = self.store.sort(place).kind().ok_or(Unresolved)?;
                plain(Noun::Step, Sort::Atom(kind))
            }
            N::Group(material, touch) => {
                let place = self.place(material)?;
                let sort = Sort::Component(self.store.sort(place).kind());
                Ok((Noun::Group(*touch), vec![place], sort, false))
            }
            N::EqualGroup(word) => {
                let layer = self.book.layer(&word.name).ok_or(Unresolved)?;
                Ok((
                    Noun::EqualGroup(layer),
                    Vec::new(),
                    component,
                    self.layer_traits(layer).is_found,
                ))
            }
            N::JoinedGroup(material, links) => {
                let parts = vec![self.place(material)?, self.place(links)?];
                let sort = Sort::Component(self.store.sort(parts[0]).kind());
                Ok((Noun::JoinedGroup, parts, sort, false))
            }
            N::Run(material) => Ok((Noun::Run, vec![self.place(material)?], component, false)),
            N::Regions(word) => {
                let layer = self.book.layer(&word.name).ok_or(Unresolved)?;
                let traits = self.layer_traits(layer);
                let sort = Sort::Component(traits.sort.kind());
                Ok((Noun::Regions(layer), Vec::new(), sort, traits.is_found))
            }
            N::Face => plain(Noun::Face, component),
            // As of a list: where a bound is missing, `not each` is not `some … not`.
            N::Value(from, to) => {
                let ends = [self.value(from)?, self.value(to)?];
                if !ends.iter().all(|&end| self.store.is_always_there(end)) {
                    return Err(Unresolved);
                }
                Ok((Noun::Value, ends.to_vec(), Sort::Number, false))
            }
            // Of a list of the data, which may be missing, `not each` is not `some … not`: such rules stay as they are
            // written.
            N::Entry(list) if !matches!(list.node, syntax::Node::Measure(..)) => Err(Unresolved),
            N::Entry(list) => Ok((Noun::Entry, vec![self.value(list)?], Sort::Other, false)),
            N::Direction => plain(Noun::Direction, Sort::Direction),
            N::Board => plain(Noun::Board, Sort::Other),
        }
    }
}
