//! Noun phrases: the types of their variables.

use super::super::geometry::direction_called;
use super::super::syntax::{
    Domain, Expr, Ground, Kind, Name, Node, Noun, PairOf, Phrase, Qualifier, Span, Word,
};
use super::kind::{Form, Type, article};
use super::{Checker, MAX_SCOPE};

/// The variable of a phrase that has none, inside of `where`.
const IT: &str = "it";

impl Checker<'_> {
    /// Checks phrases, each with the variables of those before it, and then the body.
    pub(super) fn among(&mut self, phrases: &[Phrase], inner: impl FnOnce(&mut Self)) {
        let before = (self.scope.len(), self.listed.len());
        for phrase in phrases {
            let members = self.members(phrase);
            let names = phrase.variables.iter().map(|word| word.name.clone());
            self.scope.extend(names.zip(members));
            self.limit_scope(&phrase.span);
            self.listed.extend(phrase.entry().cloned());
        }
        inner(self);
        self.scope.truncate(before.0);
        self.listed.truncate(before.1);
    }

    /// Reports the first variable too many.
    pub(super) fn limit_scope(&mut self, span: &Span) {
        if self.scope.len() > MAX_SCOPE && !self.is_scope_full {
            self.is_scope_full = true;
            self.wrong_but(
                span,
                "too many variables",
                format!("at most {MAX_SCOPE} can be used at one place of a formula"),
                "split the rule, or name what is computed from some of them in a `define`",
            );
        }
    }

    /// The types of a phrase's members: one for each of its variables, or one.
    pub(super) fn members(&mut self, phrase: &Phrase) -> Vec<Type> {
        if let Some((_, Some(count))) = &phrase.take {
            self.number(count);
        }
        let members = self.noun(phrase);
        if is_on_one_side(phrase) {
            let mut adjectives = phrase.adjectives.iter();
            let negated = |(is_negated, word): &&(bool, Word)| {
                *is_negated && direction_called(&word.name).is_some()
            };
            if phrase.of().is_none() {
                self.wrong(
                    &phrase.span,
                    "on which side of what?",
                    "expected `of` and a cell, as in `left link of c`",
                );
            } else if let Some((_, word)) = adjectives.find(negated) {
                self.wrong(
                    &word.span,
                    "a side is not negated",
                    "expected the others, as in `neighbours of c besides left neighbour of c`",
                );
            }
        }
        for (_, adjective) in &phrase.adjectives {
            for member in &members {
                self.adjective(adjective, member, Vec::new());
            }
        }
        for qualifier in &phrase.qualifiers {
            self.qualifier(phrase, qualifier, &members);
        }
        members
    }

    /// What a noun is about. Longer than other functions: an arm for each noun.
    fn noun(&mut self, phrase: &Phrase) -> Vec<Type> {
        let of = phrase.of().map(|(_, of)| of);
        let is_in = phrase
            .qualifiers
            .iter()
            .any(|qualifier| matches!(qualifier, Qualifier::In(_)));
        let cells = |form| Type::Place(Some(Kind::Cell), form);
        match &phrase.noun {
            Noun::Atoms(kind) => vec![Type::Atom(*kind)],
            Noun::Lines(lines) => vec![cells(Form::Line(*lines))],
            Noun::Block(rows, columns) | Noun::Box(rows, columns) => {
                for side in [rows, columns] {
                    if self.number(side).is_some_and(|number| number < 1) {
                        self.wrong(&side.span, "a block without cells", "expected at least 1");
                    }
                }
                vec![cells(Form::Group)]
            }
            Noun::Neighbour | Noun::Contact | Noun::Knight | Noun::Image => {
                let what = match &phrase.noun {
                    Noun::Neighbour => "neighbours",
                    Noun::Contact => "contacts",
                    Noun::Knight => "knights",
                    _ => "images",
                };
                if phrase.noun == Noun::Image && !is_in {
                    self.wrong(
                        &phrase.span,
                        "images in what?",
                        "expected `in` and a place, as in `image d of c in r`",
                    );
                }
                match of {
                    Some(of) => {
                        let at = self.cells(of, what);
                        if phrase.noun == Noun::Image {
                            self.single(&at, &of.span);
                        }
                        self.on_one_side(phrase, &at, &of.span);
                    }
                    None => {
                        self.wrong_but(
                            &phrase.span,
                            format!("{what} of what?"),
                            "expected `of` and a cell",
                            match &phrase.noun {
                                Noun::Image => "write `images of c in r`".to_owned(),
                                _ => format!(
                                    "write `{what} of c`, or `pair a, b of {what}` for each pair"
                                ),
                            },
                        );
                    }
                }
                vec![Type::Atom(Kind::Cell)]
            }
            Noun::Pair(of) => {
                if let PairOf::Atoms(_) = of {
                    let one = self.paired(of);
                    return vec![one.clone(), one];
                }
                vec![self.paired(of); 2]
            }
            Noun::Step => {
                if !is_in {
                    self.wrong(
                        &phrase.span,
                        "steps in what?",
                        "expected `in` and a line, as in `step a, b in r`",
                    );
                }
                let place = phrase
                    .qualifiers
                    .iter()
                    .find_map(|qualifier| match qualifier {
                        Qualifier::In(place) => Some(place),
                        _ => None,
                    });
                if let Some(Node::Phrase(inner)) = place.map(|place| &place.node)
                    && matches!(
                        inner.noun,
                        Noun::Run(_)
                            | Noun::Group(..)
                            | Noun::EqualGroup(_)
                            | Noun::JoinedGroup(..)
                    )
                {
                    self.wrong_but(
                        &phrase.span,
                        "a step goes from one cell to the next",
                        "found runs or groups",
                        "`pair a, b of runs …` takes any two of them; `a` is before `b`",
                    );
                }
                let each = match place.map(|place| self.place(place).atoms()) {
                    Some(Some(kind)) => Type::Atom(kind),
                    _ => Type::Any,
                };
                vec![each; 2]
            }
            Noun::Group(material, _) => {
                let members = self.members(material);
                let kind = members.first().and_then(Type::atoms);
                vec![Type::Place(kind, Form::Group)]
            }
            Noun::JoinedGroup(material, links) => {
                let kind = self.members(material).first().and_then(Type::atoms);
                let by = self.members(links).first().and_then(Type::atoms);
                let fits = match (kind, by) {
                    (None, _) | (_, None) => true,
                    (Some(kind), Some(by)) => matches!(
                        (kind, by),
                        (Kind::Cell, Kind::Link) | (Kind::Corner, Kind::Edge)
                    ),
                };
                if !fits {
                    let name = |kind: Option<Kind>| kind.map_or("things", Kind::plural);
                    self.wrong_but(
                        &links.span,
                        format!("{} do not join {}", name(by), name(kind)),
                        "links join cells, and edges join corners",
                        "as in `group g of cells joined by drawn links`",
                    );
                }
                vec![Type::Place(kind, Form::Group)]
            }
            Noun::EqualGroup(word) => {
                if let Some(layer) = self.layer(word)
                    && !self.book.layers[layer].on.is_of_cells()
                {
                    let on = self.stands_on(layer);
                    self.wrong(
                        &word.span,
                        format!("`{}` is not declared on cells", word.name),
                        format!(
                            "it is declared on {on}, but groups of equal values are made of cells"
                        ),
                    );
                }
                vec![cells(Form::Group)]
            }
            Noun::Run(material) => {
                let of = self.members(material).first().and_then(Type::atoms);
                if let Some(kind @ (Kind::Link | Kind::Edge | Kind::Corner)) = of {
                    self.wrong_but(
                        &material.span,
                        "runs are made of cells",
                        format!("found {}", kind.plural()),
                        "cells in a line that drawn links join are `group g of cells joined by drawn horizontal links`",
                    );
                }
                vec![cells(Form::Group)]
            }
            Noun::Regions(word) => vec![self.regions(word)],
            Noun::Face => {
                match of {
                    Some(of) => {
                        self.cells(of, "faces");
                    }
                    None => {
                        self.wrong(
                            &phrase.span,
                            "faces of what?",
                            "expected `of` and cells, as in `faces of kept cells`",
                        );
                    }
                }
                vec![cells(Form::Group)]
            }
            Noun::Value(from, to) => {
                let (least, greatest) = (self.number(from), self.number(to));
                if let (Some(least), Some(greatest)) = (least, greatest)
                    && greatest.saturating_sub(least) > 100_000
                {
                    self.wrong(
                        &(from.span.start..to.span.end),
                        "too many values",
                        "at most 100000 are possible",
                    );
                }
                vec![Type::NUMBER]
            }
            Noun::Entry(list) => {
                vec![self.entries(list)]
            }
            Noun::Direction => vec![Type::Direction],
            Noun::Board => vec![Type::Board],
        }
    }

    fn regions(&mut self, word: &Word) -> Type {
        let Some(layer) = self.layer(word) else {
            return Type::Any;
        };
        let declared = &self.book.layers[layer];
        let kind = match (&declared.domain, &declared.on) {
            (Domain::Regions, Ground::Atoms(kind, _)) => Some(*kind),
            (Domain::Regions, _) => None,
            _ => {
                return self.wrong(
                    &word.span,
                    format!("`{}` are not regions", word.name),
                    "expected a layer that is declared as `regions`",
                );
            }
        };
        Type::Place(kind, Form::Region(layer))
    }

    fn qualifier(&mut self, phrase: &Phrase, qualifier: &Qualifier, members: &[Type]) {
        let before = self.declared.len();
        if !matches!(qualifier, Qualifier::Where(_)) {
            let names = phrase.variables.iter().map(|word| word.name.clone());
            self.declared.extend(names);
        }
        self.one_qualifier(phrase, qualifier, members);
        self.declared.truncate(before);
    }

    /// That a qualifier fits its noun. Longer than other functions: an arm for each qualifier.
    fn one_qualifier(&mut self, phrase: &Phrase, qualifier: &Qualifier, members: &[Type]) {
        let first = members.first().cloned().unwrap_or(Type::Any);
        match qualifier {
            // Told by the noun.
            Qualifier::In(_) if phrase.noun == Noun::Step => {}
            Qualifier::In(place) => self.lies_in(&phrase.noun, place),
            Qualifier::Of(of) => self.belongs(phrase, &first, of),
            Qualifier::With(word) | Qualifier::Without(word) => {
                if !matches!(phrase.noun, Noun::Atoms(_))
                    && matches!(first, Type::Place(..))
                    && let Some(layer) = self.book.layer(&word.name)
                    && let Ground::Atoms(..) = self.book.layers[layer].on
                {
                    let on = self.stands_on(layer);
                    self.wrong_but(
                        &word.span,
                        format!("`{}` is declared on single {on}", word.name),
                        format!("found {}, which has many", first.called()),
                        format!(
                            "say which it is about, as in `where some cell in it has {}`",
                            word.name
                        ),
                    );
                    return;
                }
                for member in members {
                    self.has(member, word, &word.span);
                }
            }
            Qualifier::Where(formula) => {
                let names: Vec<Name> = match &phrase.variables[..] {
                    [] => vec![IT.into()],
                    variables => variables.iter().map(|word| word.name.clone()).collect(),
                };
                let names: Vec<(Name, Type)> =
                    names.into_iter().zip(members.iter().cloned()).collect();
                let outer = self.condition.replace(formula.span.clone());
                let before = self.listed.len();
                self.listed.extend(phrase.entry().cloned());
                self.with(names, |checker| checker.test(formula));
                self.listed.truncate(before);
                self.condition = outer;
            }
            Qualifier::Beyond(direction, from) => {
                self.direction(direction);
                self.sees(&phrase.noun, phrase, from);
            }
            Qualifier::SeenFrom(from) => self.sees(&phrase.noun, phrase, from),
            Qualifier::Reached(from, material) => {
                self.sees(&phrase.noun, phrase, from);
                self.walked(material);
            }
            Qualifier::Towards(direction) => self.direction(direction),
            Qualifier::Until(_, word)
                if !phrase.qualifiers.iter().any(|other| {
                    matches!(other, Qualifier::Beyond(..) | Qualifier::SeenFrom(_))
                }) =>
            {
                self.wrong_but(
                    &word.span,
                    "`until` in which direction?",
                    "`until` comes after the cells left of, right of, above, below or seen from a cell",
                    "put the cell in parentheses, as in `cells right of (first cell) until shaded`",
                );
            }
            Qualifier::Until(_, word) => {
                let is_layer = self.book.layer(&word.name).is_some()
                    && self.book.symbol(&word.name).is_none()
                    && self.definition(&word.name).is_none();
                let is_adjective = self.book.symbol(&word.name).is_some()
                    || self.definition(&word.name).is_some()
                    || super::super::parse::built_in_adjectives().contains(&&*word.name);
                let cell = Type::Atom(Kind::Cell);
                if is_layer {
                    self.has(&cell, word, &word.span);
                } else if is_adjective {
                    self.adjective(word, &cell, Vec::new());
                } else {
                    let book = self.book;
                    let layers = book.layers.iter().map(|layer| &*layer.word.name);
                    let tests = book.definitions.iter().filter(|known| known.is_test);
                    let tests = tests.map(|known| &*known.word.name);
                    let words: Vec<String> = book
                        .layers
                        .iter()
                        .flat_map(|layer| book.words_of(&layer.word.name))
                        .collect();
                    let words = words.iter().map(String::as_str);
                    let known: Vec<&str> = layers.chain(tests).chain(words).collect();
                    self.unknown(
                        &word.span,
                        "word",
                        &word.name,
                        "expected a layer or an adjective that ends the view",
                        &known,
                    );
                }
            }
            Qualifier::Before(other) | Qualifier::After(other) | Qualifier::Besides(other) => {
                let other_type = self.value(other);
                let is_atom = |of: &Type| matches!(of, Type::Atom(_));
                if matches!(first, Type::Place(_, Form::Line(_))) && is_atom(&other_type) {
                    self.wrong_but(
                        &other.span,
                        "a line is not before, after or besides a cell",
                        format!("found {}, expected a line", other_type.called()),
                        "for cells of a line put the line in parentheses, as in `cells in (row of c) before c`",
                    );
                    return;
                }
                self.same(&first, &other_type, &other.span);
            }
            Qualifier::Touching(place) => {
                self.place(place);
            }
            Qualifier::On(board) => {
                let found = self.value(board);
                if !matches!(found, Type::Board) && !found.is_number() && !found.is_place() {
                    self.wrong(
                        &board.span,
                        "this is not a board",
                        format!("found {}, expected a board", found.called()),
                    );
                }
            }
        }
    }

    /// What a walk goes through.
    pub(super) fn walked(&mut self, material: &Phrase) {
        let through = self.members(material);
        if let Some(kind @ (Kind::Link | Kind::Edge | Kind::Corner)) =
            through.first().and_then(Type::atoms)
        {
            self.wrong_but(
                &material.span,
                "a walk goes through cells",
                format!("found {}", kind.plural()),
                "cells joined by drawn links are of one group: `group g of drawn links`",
            );
        }
    }

    fn direction(&mut self, expr: &Expr) {
        let found = self.value(expr);
        if !matches!(found, Type::Any | Type::Direction | Type::Directions) {
            self.wrong(
                &expr.span,
                "this is not a direction",
                format!(
                    "found {}, expected `up`, `right`, `down`, `left` or a layer of directions",
                    found.called()
                ),
            );
        }
    }

    /// Only cells are seen, and only from cells.
    fn sees(&mut self, noun: &Noun, phrase: &Phrase, from: &Expr) {
        let told = self.problems.len();
        let at = self.cells(from, "cells beyond them");
        self.single(&at, &from.span);
        if self.problems.len() == told && !matches!(noun, Noun::Atoms(Kind::Cell)) {
            let others = matches!(
                noun,
                Noun::Atoms(_) | Noun::Direction | Noun::Value(..) | Noun::Entry(_) | Noun::Board
            );
            if others {
                self.wrong(
                    &phrase.span,
                    "only cells are seen and reached",
                    "expected `cells` here",
                );
            }
        }
    }

    /// `left neighbour of c`, `link of c towards d`: of a single thing that has sides.
    fn on_one_side(&mut self, phrase: &Phrase, of: &Type, span: &Span) {
        if !is_on_one_side(phrase) {
            return;
        }
        self.single(of, span);
        let has_sides = match (&phrase.noun, of.atoms()) {
            (_, None) => true,
            (Noun::Neighbour | Noun::Contact, Some(Kind::Cell)) => true,
            (Noun::Atoms(kind), Some(Kind::Cell)) => *kind != Kind::Corner,
            (Noun::Atoms(kind), Some(Kind::Corner)) => *kind == Kind::Edge,
            _ => false,
        };
        if !has_sides {
            self.wrong(
                &phrase.span,
                "this has no sides",
                "cells have neighbours, links and edges on a side, corners have edges",
            );
        }
    }

    /// `… in PLACE`.
    fn lies_in(&mut self, noun: &Noun, place: &Expr) {
        let found = self.value(place);
        let told = match (&found, noun) {
            (Type::Any | Type::Board, _) => return,
            (Type::Direction | Type::Directions, Noun::Direction) => return,
            (found, Noun::Direction) => format!(
                "found {}, expected directions, as in `direction d in way of c`",
                found.called()
            ),
            (found, Noun::Atoms(kind)) if found.is_place() => match found.atoms() {
                Some(own) if own != *kind && own != Kind::Cell => {
                    let kinds = kind.plural();
                    let own = format!("{} {}", article(own), own.singular());
                    self.wrong_but(
                        &place.span,
                        format!("{kinds} are not in this"),
                        format!("found {}", found.called()),
                        format!("`{kinds} of x` are those that belong to {own}"),
                    );
                    return;
                }
                _ => return,
            },
            (found, _) if found.is_place() => return,
            (found, _) => format!(
                "found {}, expected a row, a region or another place",
                found.called()
            ),
        };
        self.wrong(&place.span, "this is not a place", told);
    }

    /// `… of X`: what belongs to it, for a noun with members of this type.
    fn belongs(&mut self, phrase: &Phrase, member: &Type, of: &Expr) {
        let noun = &phrase.noun;
        if matches!(
            noun,
            Noun::Neighbour | Noun::Contact | Noun::Knight | Noun::Image | Noun::Face
        ) {
            // Told by the noun.
            return;
        }
        let found = self.value(of);
        self.on_one_side(phrase, &found, &of.span);
        if !found.is_place() {
            self.wrong(
                &of.span,
                "nothing belongs to this",
                format!(
                    "found {}, expected a cell, a link, an edge, a corner or a place",
                    found.called()
                ),
            );
            return;
        }
        if let Noun::Group(..) | Noun::JoinedGroup(..) | Noun::Regions(_) = noun
            && let Some(kind @ (Kind::Link | Kind::Edge | Kind::Corner)) = member.atoms()
            && let Some(own) = found.atoms().filter(|own| *own != kind)
        {
            let whole = match noun {
                Noun::Regions(_) => "region",
                _ => "group",
            };
            let message = format!(
                "a {whole} of {} contains no {}",
                kind.plural(),
                own.singular()
            );
            let label = format!(
                "found {}, expected one of its {}",
                found.called(),
                kind.plural()
            );
            match has(own, kind) {
                true => self.wrong_but(
                    &of.span,
                    message,
                    label,
                    format!("say `where some {} of c is in it`", kind.singular()),
                ),
                false => self.wrong(&of.span, message, label),
            };
            return;
        }
        let (Noun::Atoms(kind), Some(own)) = (noun, found.atoms()) else {
            return;
        };
        if !has(own, *kind) && *kind != own {
            self.wrong(
                &of.span,
                format!("{} do not belong to {}", kind.plural(), found.called()),
                "cells have links, edges and corners; corners have edges",
            );
        }
    }
}

/// Whether a phrase names what lies on one side of something: `left neighbour of c`, `link of c towards d`.
fn is_on_one_side(phrase: &Phrase) -> bool {
    let is_side = |(_, word): &(bool, Word)| direction_called(&word.name).is_some();
    let mut qualifiers = phrase.qualifiers.iter();
    !matches!(phrase.noun, Noun::Lines(_))
        && (phrase.adjectives.iter().any(is_side)
            || qualifiers.any(|qualifier| matches!(qualifier, Qualifier::Towards(_))))
}

/// Whether atoms of one kind have some of another, as in `corners of e`.
fn has(whole: Kind, part: Kind) -> bool {
    matches!(
        (whole, part),
        (_, Kind::Cell) | (Kind::Cell, _) | (Kind::Edge, Kind::Corner) | (Kind::Corner, Kind::Edge)
    )
}
