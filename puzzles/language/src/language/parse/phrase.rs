//! Noun phrases: adjectives, a noun, variables, qualifiers.

use winnow::combinator::{alt, not, opt, preceded};
use winnow::prelude::*;

use super::super::syntax::{
    End, Expr, Kind, Lines, Node, Noun, PairOf, Phrase, Qualifier, Touch, Word,
};
use super::super::token::Token;
use super::input::{keyword, keywords, one_of};
use super::{Input, MAX_PARTS, MAX_PHRASES, Read, Unread, expr};
use crate::document::Problem;

/// Adjectives that need no declaration.
pub(crate) const BUILT_IN: [&str; 10] = [
    "border",
    "bottom",
    "down",
    "given",
    "horizontal",
    "left",
    "right",
    "top",
    "up",
    "vertical",
];

/// Words that begin a qualifier.
pub(super) const QUALIFIERS: [&str; 19] = [
    "above", "after", "before", "below", "besides", "from", "in", "left", "of", "on", "reached",
    "right", "seen", "touching", "towards", "until", "where", "with", "without",
];

/// Words that begin a number.
const NUMBERS: [&str; 9] = [
    "abs", "count", "distinct", "gcd", "max", "min", "product", "size", "sum",
];

/// Words before a noun, each with whether it is negated.
type Adjectives = Vec<(bool, Word)>;

/// A noun before the words after it are read.
#[derive(Clone, Copy)]
pub(super) enum Opening {
    Atoms(Kind),
    Lines(Lines),
    Block,
    Box,
    Neighbour,
    Contact,
    Knight,
    Image,
    Pair,
    Step,
    Group,
    Run,
    Face,
    Value,
    Direction,
    Board,
}

/// The nouns of the language: in the singular, in the plural, and what they open.
pub(super) const NOUNS: [(&str, &str, Opening); 23] = [
    ("cell", "cells", Opening::Atoms(Kind::Cell)),
    ("edge", "edges", Opening::Atoms(Kind::Edge)),
    ("link", "links", Opening::Atoms(Kind::Link)),
    ("corner", "corners", Opening::Atoms(Kind::Corner)),
    ("row", "rows", Opening::Lines(Lines::Row)),
    ("column", "columns", Opening::Lines(Lines::Column)),
    ("line", "lines", Opening::Lines(Lines::Line)),
    ("view", "views", Opening::Lines(Lines::View)),
    ("diagonal", "diagonals", Opening::Lines(Lines::Diagonal)),
    ("block", "blocks", Opening::Block),
    ("box", "boxes", Opening::Box),
    ("neighbour", "neighbours", Opening::Neighbour),
    ("contact", "contacts", Opening::Contact),
    ("knight", "knights", Opening::Knight),
    ("image", "images", Opening::Image),
    ("pair", "pairs", Opening::Pair),
    ("step", "steps", Opening::Step),
    ("group", "groups", Opening::Group),
    ("run", "runs", Opening::Run),
    ("face", "faces", Opening::Face),
    ("value", "values", Opening::Value),
    ("direction", "directions", Opening::Direction),
    ("board", "boards", Opening::Board),
];

pub(super) fn opening(word: &str) -> Option<Opening> {
    let mut nouns = NOUNS.iter();
    let noun = nouns.find(|(singular, plural, _)| word == *singular || word == *plural);
    noun.map(|(.., opening)| *opening)
}

impl Input<'_> {
    /// The name of the regions that `word` is the noun for, in the singular or plural.
    pub(super) fn regions_called(&self, word: &str) -> Option<&str> {
        let regions = &self.vocabulary.regions;
        let galaxy = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
        let singulars = [
            Some(word),
            word.strip_suffix('s'),
            word.strip_suffix("es"),
            galaxy.as_deref(),
        ];
        let mut singulars = singulars.into_iter().flatten();
        singulars
            .find_map(|name| regions.get(name))
            .map(|name| &**name)
    }

    pub(super) fn is_noun(&self, ahead: usize) -> bool {
        self.word_at(ahead)
            .is_some_and(|word| opening(word).is_some() || self.regions_called(word).is_some())
    }

    fn is_adjective(&self, ahead: usize) -> bool {
        self.word_at(ahead).is_some_and(|word| {
            BUILT_IN.contains(&word)
                || self.vocabulary.adjectives.contains(word)
                || self.is_mark(word)
        })
    }

    /// Whether a word asks for a mark, as in `wall cells` and `c is wall`: it is the name of one, and nothing else.
    pub(super) fn is_mark(&self, word: &str) -> bool {
        let known = &self.vocabulary;
        known.marks.contains(word) && !known.adjectives.contains(word)
    }

    /// Whether a noun phrase begins here: adjectives before a noun, or a noun that is not called like a function
    /// (`row of c`).
    pub(super) fn is_phrase(&self) -> bool {
        let mut ahead = 0;
        if matches!(self.word(), Some("first" | "last")) {
            ahead = 1;
            let counted = matches!(self.peek_at(1), Some(Token::Number(_)));
            if counted {
                ahead = 2;
            } else if matches!(self.peek_at(1), Some(Token::Sign("("))) {
                return true;
            }
        }
        let before = ahead;
        loop {
            let negated = usize::from(self.word_at(ahead) == Some("not"));
            // `not right neighbour of c is shaded` negates the test; it is never meant as the other neighbours.
            let word = self.word_at(ahead + negated);
            if negated == 1 && matches!(word, Some("left" | "right" | "up" | "down")) {
                return false;
            }
            if self.is_adjective(ahead + negated) && !self.is_noun(ahead + negated) {
                ahead += negated + 1;
            } else {
                break;
            }
        }
        if !self.is_noun(ahead) {
            return false;
        }
        let word = self.word_at(ahead).unwrap_or_default();
        if matches!(word, "row" | "column")
            && matches!(
                self.peek_at(ahead + 1),
                Some(Token::Number(_) | Token::Sign("("))
            )
        {
            return true;
        }
        let called = self.word_at(ahead + 1) == Some("of");
        // `rows` and `columns` alone are numbers.
        let follows = ["of", "in", "where", "with", "without"];
        if ahead == 0
            && matches!(word, "rows" | "columns")
            && !self.word_at(1).is_some_and(|next| follows.contains(&next))
        {
            return false;
        }
        if ahead > before || before > 0 || !called {
            return !(word == "link" && self.word_at(ahead + 1) == Some("between"));
        }
        // `row of c` and `room of c` are places; `cells of`, `groups of`, `links of` begin a phrase.
        let singular_place = matches!(word, "row" | "column" | "board");
        !(singular_place || self.vocabulary.regions.contains(word))
    }

    /// Phrases with commas between them.
    pub(super) fn phrases(&mut self) -> Read<Vec<Phrase>> {
        let mut phrases = vec![self.phrase()?];
        // A number is not a further phrase: `max(count shaded cells, 2)`, `max(count shaded cells, sum digit in r)`; nor is a
        // further name: `let n be count shaded cells, m be 2: …`.
        let is_number = |token: Option<&Token>| match token {
            Some(Token::Number(_)) => true,
            Some(Token::Word(word)) => NUMBERS.contains(&&**word),
            _ => false,
        };
        while self.is_sign(",") && !is_number(self.peek_at(1)) && self.word_at(2) != Some("be") {
            self.next_token();
            let next = self.word().unwrap_or_default();
            let is_name = !matches!(next, "" | "the")
                && opening(next).is_none()
                && self.regions_called(next).is_none()
                && !self.is_phrase();
            let last = phrases.last().and_then(|phrase| phrase.variables.first());
            let last = last.map(|word| word.name.clone());
            let ends_values = matches!(next, "given" | "optional");
            if is_name && (ends_values || last.is_some()) {
                return Err(self.not_another(next, &last.unwrap_or_default()));
            }
            if phrases.len() == MAX_PHRASES {
                let problem = Problem::new(
                    self.here(),
                    "too many phrases in a row",
                    format!("at most {MAX_PHRASES} are possible"),
                );
                return Err(self.problem(problem.help("split the rule")));
            }
            phrases.push(self.phrase()?);
        }
        Ok(phrases)
    }

    /// A noun phrase.
    pub(super) fn phrase(&mut self) -> Read<Phrase> {
        self.deeper(Self::phrase_here)
    }

    fn phrase_here(&mut self) -> Read<Phrase> {
        let start = self.here().start;
        if self.accept_sign("(") {
            let phrase = self.phrase()?;
            self.expect_sign(")", "after a phrase in parentheses")?;
            return Ok(phrase);
        }
        self.accept("the");
        let end = alt((
            keyword("first").value(End::First),
            keyword("last").value(End::Last),
        ));
        let take = opt((end, opt(Input::numeral))).parse_next(self)?;
        let (adjectives, marks) = self.adjectives()?;
        let (mut noun, mut variables) = self.noun()?;
        // `row 2`, `row (y of c + 1)`: that with this number.
        let axis = match (&noun, self.peek()) {
            (Noun::Lines(Lines::Row), Some(Token::Number(_) | Token::Sign("("))) => Some("y"),
            (Noun::Lines(Lines::Column), Some(Token::Number(_) | Token::Sign("("))) => Some("x"),
            _ => None,
        };
        let take = match axis {
            Some(_) if take.is_none() => Some((End::First, None)),
            _ => take,
        };
        let numbered = match axis {
            None => None,
            Some(axis) => {
                let number = self.primary()?;
                if variables.is_empty() && !matches!(number.node, Node::Number(_)) {
                    // The number may be one of `it`, which is something else.
                    let name = super::short::NUMBERED.into();
                    let span = number.span.clone();
                    variables.push(Word { name, span });
                }
                let it = variables
                    .first()
                    .map_or(super::formula::IT, |word| &word.name);
                Some(Qualifier::Where(super::short::is_number(it, axis, number)))
            }
        };
        // Only one line has this number, so what follows is said of what lies in it: `cells in row 1 where …`.
        let mut qualifiers = match numbered {
            Some(_) if self.word() != Some("on") => Vec::new(),
            Some(_) => vec![self.qualifier()?],
            None => self.qualifiers()?,
        };
        qualifiers.splice(0..0, marks);
        qualifiers.extend(numbered);
        if let Noun::Pair(PairOf::Atoms(inner)) = &mut noun {
            // The `where` of `pair a, b of cells in r where …` is about the pair; the paired phrase can be put in
            // parentheses.
            while matches!(inner.qualifiers.last(), Some(Qualifier::Where(_)))
                && inner.span.end == self.since(start).end
            {
                qualifiers.extend(inner.qualifiers.pop());
            }
        }
        let mut phrase = Phrase {
            take,
            adjectives,
            noun,
            variables,
            qualifiers,
            span: self.since(start),
        };
        super::entries::leave_untold_out_of(&mut phrase);
        Ok(phrase)
    }

    /// A number written out, or any in parentheses.
    fn numeral(&mut self) -> Read<Expr> {
        match self.peek() {
            Some(Token::Number(_) | Token::Sign("(")) => self.primary(),
            _ => Err(Unread::Absent),
        }
    }

    /// The adjectives before a noun, and the marks among them: `wall cells` are those with this mark.
    fn adjectives(&mut self) -> Read<(Adjectives, Vec<Qualifier>)> {
        let (mut adjectives, mut marks) = (Vec::new(), Vec::new());
        loop {
            let negated = self.word() == Some("not");
            let ahead = usize::from(negated);
            if !self.is_adjective(ahead) || self.is_noun(ahead) {
                return Ok((adjectives, marks));
            }
            self.next_slice(ahead);
            let word = self.name("an adjective")?;
            match self.is_mark(&word.name) {
                true if negated => marks.push(Qualifier::Without(word)),
                true => marks.push(Qualifier::With(word)),
                false => adjectives.push((negated, word)),
            }
            self.count_parts(adjectives.len() + marks.len(), "adjectives")?;
        }
    }

    /// A noun, and its variables. Longer than other functions: an arm for each noun.
    fn noun(&mut self) -> Read<(Noun, Vec<Word>)> {
        let span = self.here();
        let Some(word) = self.word() else {
            return Err(
                self.unexpected("a noun such as `cell`, `row`, `group` or the name of regions")
            );
        };
        let Some(opening) = opening(word) else {
            let Some(name) = self.regions_called(word).map(Into::into) else {
                return Err(self.not_a_noun(word));
            };
            self.next_token();
            return Ok((Noun::Regions(Word { name, span }), self.variables(1)?));
        };
        self.next_token();
        Ok(match opening {
            Opening::Atoms(kind) => (Noun::Atoms(kind), self.variables(1)?),
            Opening::Lines(lines) => (Noun::Lines(lines), self.variables(1)?),
            Opening::Neighbour => (Noun::Neighbour, self.variables(1)?),
            Opening::Contact => (Noun::Contact, self.variables(1)?),
            Opening::Knight => (Noun::Knight, self.variables(1)?),
            Opening::Image => (Noun::Image, self.variables(1)?),
            Opening::Direction => (Noun::Direction, self.variables(1)?),
            Opening::Board => (Noun::Board, self.variables(1)?),
            Opening::Face => (Noun::Face, self.variables(1)?),
            Opening::Step => (Noun::Step, self.variables(2)?),
            Opening::Block | Opening::Box => {
                let variables = self.variables(1)?;
                self.expect("of", "and the size, as in `block b of 2 by 2`")?;
                let rows = Box::new(self.primary()?);
                self.expect("by", "and the number of columns, as in `block b of 2 by 2`")?;
                let columns = Box::new(self.primary()?);
                let noun = match opening {
                    Opening::Block => Noun::Block(rows, columns),
                    _ => Noun::Box(rows, columns),
                };
                (noun, variables)
            }
            Opening::Pair => {
                let variables = self.variables(2)?;
                self.expect("of", "and what is paired, as in `pair a, b of neighbours`")?;
                let alone = |noun| (keyword(noun), not(keyword("of")));
                let of = alt((
                    alone("neighbours").value(PairOf::Neighbours),
                    alone("contacts").value(PairOf::Contacts),
                    alone("knights").value(PairOf::Knights),
                    Input::phrase.map(|phrase| PairOf::Atoms(Box::new(phrase))),
                ))
                .parse_next(self)?;
                if let PairOf::Atoms(inner) = &of
                    && variables.is_empty()
                {
                    self.not_named_after(inner)?;
                }
                (Noun::Pair(of), variables)
            }
            Opening::Group => {
                let variables = self.variables(1)?;
                self.expect(
                    "of",
                    "and what the group is made of, as in `group g of shaded cells`",
                )?;
                if self.accept("equal") {
                    (
                        Noun::EqualGroup(self.name("the name of a layer")?),
                        variables,
                    )
                } else {
                    let material = Box::new(self.material()?);
                    let joined = self.accept("joined");
                    if joined && self.word() != Some("by") {
                        return Err(
                            self.unexpected("`by` and links, as in `joined by drawn links`")
                        );
                    }
                    let touch = one_of(&["sides", "contacts", "knights"]);
                    let links = preceded((keyword("by"), not(touch)), Input::material);
                    let noun = match opt(links).parse_next(self)? {
                        Some(links) => Noun::JoinedGroup(material, Box::new(links)),
                        None => Noun::Group(material, self.touch()?),
                    };
                    (noun, variables)
                }
            }
            Opening::Run => {
                let variables = self.variables(1)?;
                self.expect(
                    "of",
                    "and what the run is made of, as in `run n of shaded cells in r`",
                )?;
                (Noun::Run(Box::new(self.material()?)), variables)
            }
            Opening::Value => {
                let variables = self.variables(1)?;
                // `values in r are distinct` is answered in plain English.
                if !variables.is_empty() && self.accept("in") {
                    return Ok((Noun::Entry(Box::new(self.primary()?)), variables));
                }
                self.expect("from", "and two numbers, as in `value k from 1 to 9`")?;
                let from = Box::new(self.additive()?);
                self.expect("to", "and the last number, as in `value k from 1 to 9`")?;
                (Noun::Value(from, Box::new(self.additive()?)), variables)
            }
        })
    }

    /// `by contacts` or `by knights` after a connected phrase.
    pub(super) fn touch(&mut self) -> Read<Touch> {
        if !self.accept("by") {
            return Ok(Touch::Sides);
        }
        let ways = alt((
            keyword("sides").value(Touch::Sides),
            keyword("contacts").value(Touch::Contacts),
            keyword("knights").value(Touch::Knights),
        ));
        self.must(ways, "`contacts`, `knights` or `sides`")
    }

    /// The material of a group or run: adjectives, a noun for atoms, and perhaps one `with` or `without`.
    pub(super) fn material(&mut self) -> Read<Phrase> {
        let start = self.here().start;
        if self.is_sign("(") {
            return self.phrase();
        }
        let (adjectives, mut qualifiers) = self.adjectives()?;
        let noun = self.noun_only()?;
        let having = alt((
            preceded(keyword("with"), Input::with),
            preceded(keyword("without"), Input::without),
        ));
        qualifiers.extend(opt(having).parse_next(self)?);
        Ok(Phrase {
            take: None,
            adjectives,
            noun,
            variables: Vec::new(),
            qualifiers,
            span: self.since(start),
        })
    }

    fn noun_only(&mut self) -> Read<Noun> {
        match self.word().and_then(opening) {
            Some(Opening::Atoms(kind)) => {
                self.next_token();
                Ok(Noun::Atoms(kind))
            }
            _ => Err(self.unexpected("`cells`, with adjectives before it")),
        }
    }

    /// Up to `most` variables with commas between them.
    fn variables(&mut self, most: usize) -> Read<Vec<Word>> {
        let mut variables = Vec::new();
        while variables.len() < most {
            let is_name = self
                .word()
                .is_some_and(|word| !super::is_reserved(word) && !QUALIFIERS.contains(&word));
            if !is_name {
                break;
            }
            self.not_a_cell()?;
            variables.push(self.new_name("a variable")?);
            if variables.len() < most {
                self.expect_sign(
                    ",",
                    "and a second variable, as in `pair a, b of neighbours`",
                )?;
            }
        }
        if variables.len() == 1 && most == 2 {
            return Err(self.unexpected("a second variable"));
        }
        Ok(variables)
    }

    fn qualifiers(&mut self) -> Read<Vec<Qualifier>> {
        let mut qualifiers = Vec::new();
        while let Some(qualifier) = opt(Input::qualifier).parse_next(self)? {
            qualifiers.push(qualifier);
            self.count_parts(qualifiers.len(), "qualifiers")?;
        }
        Ok(qualifiers)
    }

    fn qualifier(&mut self) -> Read<Qualifier> {
        let from = alt((
            preceded(keywords(["seen", "from"]), Input::primary).map(Qualifier::SeenFrom),
            preceded(keywords(["reached", "from"]), Input::reached),
        ));
        let about_places = alt((
            preceded(keyword("of"), Input::primary).map(Qualifier::Of),
            preceded(keyword("in"), Input::primary).map(Qualifier::In),
            preceded(keyword("on"), Input::primary).map(Qualifier::On),
            preceded(keyword("before"), Input::primary).map(Qualifier::Before),
            preceded(keyword("after"), Input::primary).map(Qualifier::After),
            preceded(keyword("besides"), Input::primary).map(Qualifier::Besides),
            preceded(keyword("touching"), Input::primary).map(Qualifier::Touching),
        ));
        alt((
            about_places,
            preceded(keyword("where"), Input::formula).map(Qualifier::Where),
            preceded(keyword("with"), Input::with),
            // `c is without loop` is said of what comes before.
            preceded(
                (not(keywords(["without", "loop"])), keyword("without")),
                Input::without,
            ),
            Input::beyond,
            preceded(keyword("towards"), Input::towards),
            from,
            preceded(keyword("until"), Input::until),
        ))
        .parse_next(self)
    }

    fn with(&mut self) -> Read<Qualifier> {
        let layer = self.name("the name of a layer after `with`")?;
        Ok(Qualifier::With(layer))
    }

    fn without(&mut self) -> Read<Qualifier> {
        let layer = self.name("the name of a layer after `without`")?;
        Ok(Qualifier::Without(layer))
    }

    /// `left of c`, `above c`.
    fn beyond(&mut self) -> Read<Qualifier> {
        let span = self.here();
        let towards = alt((
            keywords(["left", "of"]),
            keywords(["right", "of"]),
            keyword("above").value("up"),
            keyword("below").value("down"),
        ))
        .parse_next(self)?;
        let direction = expr(Node::Name(towards.into()), span);
        Ok(Qualifier::Beyond(direction, self.primary()?))
    }

    /// What follows on `towards`.
    fn towards(&mut self) -> Read<Qualifier> {
        let direction = self.primary()?;
        let from = preceded(keyword("from"), Input::primary);
        Ok(match opt(from).parse_next(self)? {
            Some(from) => Qualifier::Beyond(direction, from),
            None => Qualifier::Towards(direction),
        })
    }

    /// What follows on `reached from`.
    fn reached(&mut self) -> Read<Qualifier> {
        let from = self.primary()?;
        self.expect(
            "through",
            "and the cells on the way, as in `through shaded cells`",
        )?;
        Ok(Qualifier::Reached(from, Box::new(self.material()?)))
    }

    /// What follows on `until`.
    fn until(&mut self) -> Read<Qualifier> {
        let negated = self.accept("not");
        self.ends_a_view()?;
        let end = self.name("an adjective or the name of a layer after `until`")?;
        Ok(Qualifier::Until(negated, end))
    }

    /// A noun has few adjectives and qualifiers.
    fn count_parts(&mut self, number: usize, what: &str) -> Read<()> {
        if number <= MAX_PARTS {
            return Ok(());
        }
        let problem = Problem::new(
            self.here(),
            format!("too many {what} of one noun"),
            format!("at most {MAX_PARTS} are possible"),
        );
        Err(self.problem(problem.help("`define` one that stands for several")))
    }
}
