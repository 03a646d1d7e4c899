//! Declarations of layers: their places, their values, and how these are written.

use std::sync::Arc;

use winnow::combinator::{alt, opt, preceded, separated};
use winnow::prelude::*;

use super::super::syntax::{
    Domain, Expr, Ground, Kind, Layer, Node, Noun, Qualifier, Role, Span, Symbol, Template,
    TemplatePart, Word,
};
use super::super::token::Token;
use super::input::{any_text, keyword, one_of, sign};
use super::statement::{Declarable, Reader};
use super::{Input, Read, Unread};
use crate::document::{Problem, Problems};

impl Reader<'_> {
    pub(super) fn layers(&mut self, input: &mut Input<'_>, role: Role) -> Read<()> {
        let name = |input: &mut Input<'_>| input.new_name("a name for the layer");
        let words: Vec<Word> = separated(1.., name, sign(",")).parse_next(input)?;
        let on = preceded((keyword("on"), opt(one_of(&["each", "some"]))), ground);
        let on = opt(on).parse_next(input)?;
        let (on, mut key) = on.unwrap_or((Ground::Puzzle, None));
        if key.is_none() && input.accept("in") {
            key = Some(input.name("the key of the puzzle file that contains it")?);
        }
        input.expect_sign(":", "and the possible values")?;
        let span = input.here();
        let template = any_text.verify(|text: &str| text.contains('{'));
        if let Some(text) = opt(template).parse_next(input)? {
            return self.template(&words, &on, key, (&text, span), input);
        }
        let domain = domain(input, role)?;
        // Regions without places are regions of cells.
        let on = match on {
            Ground::Puzzle if domain == Domain::Regions => Ground::Atoms(Kind::Cell, None),
            on => on,
        };
        let mut role = role;
        let mut is_optional = false;
        while input.accept_sign(",") {
            match role {
                Role::Decide { .. } if input.accept("given") => role = Role::Decide { given: true },
                Role::Data if input.accept("optional") => is_optional = true,
                Role::Data => return Err(input.unexpected("`optional`")),
                _ => return Err(input.unexpected("`given`")),
            }
        }
        for word in words {
            self.add_layer(
                Layer {
                    word,
                    role,
                    on: on.clone(),
                    domain: domain.clone(),
                    key: key.clone(),
                    template: None,
                    is_optional,
                },
                input,
            )?;
        }
        Ok(())
    }

    fn add_layer(&mut self, layer: Layer, input: &mut Input<'_>) -> Read<()> {
        let known = self
            .book
            .layers
            .iter()
            .position(|known| known.word.name == layer.word.name);
        match self.place_for(Declarable::Layer, &layer.word, known, input)? {
            Some(place) => {
                let known = std::mem::replace(&mut self.book.layers[place], layer);
                if let (Some(template), Some(key)) = (known.template, known.key) {
                    let word = self.book.layers[place].word.clone();
                    self.torn.push((word, template, key.name));
                }
            }
            None => self.book.layers.push(layer),
        }
        Ok(())
    }

    /// Reports parts of inherited templates that were declared again without the rest of their template.
    pub(super) fn report_torn(&mut self, problems: &mut Problems) {
        for (word, template, key) in std::mem::take(&mut self.torn) {
            let mut layers = self.book.layers.iter();
            let is_left = layers.any(|layer| {
                let name = (Declarable::Layer, layer.word.name.clone());
                layer.template.as_ref() == Some(&template)
                    && layer.key.as_ref().is_some_and(|own| own.name == key)
                    && self.inherited.contains(&name)
            });
            if is_left {
                let problem = Problem::new(
                    word.span,
                    format!("`{}` is declared twice", word.name),
                    format!("it is a part of `{key}` in the rulebook that this one is like"),
                );
                problems.push(problem.help(format!(
                    "give it another name, or declare `{key}` again with all its parts"
                )));
            }
        }
    }

    /// `"{arrow}{total}" with arrow: direction; total: number`.
    ///
    /// Longer than other functions: each step may find a mistake.
    fn template(
        &mut self,
        words: &[Word],
        on: &Ground,
        key: Option<Word>,
        (text, span): (&str, Span),
        input: &mut Input<'_>,
    ) -> Read<()> {
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (before, after) = rest.split_once('{').unwrap_or((rest, ""));
            if !before.is_empty() {
                parts.push(TemplatePart::Text(before.to_owned()));
            }
            if after.is_empty() {
                break;
            }
            let Some((name, tail)) = after.split_once('}') else {
                let problem = Problem::new(
                    span,
                    "an open brace",
                    "expected `}` after the name of a part",
                );
                return Err(input.problem(problem));
            };
            parts.push(TemplatePart::Layer(name.into()));
            rest = tail;
        }
        let template = Template {
            parts: Arc::new(parts),
        };
        let [word] = words else {
            return Err(input.problem(Problem::new(
                span,
                "several names",
                "expected one name for all parts, as in `data clue on views: \"{letter}{number}\" with …`",
            )));
        };
        let key = key.unwrap_or_else(|| word.clone());
        let mark = Layer {
            word: word.clone(),
            role: Role::Data,
            on: on.clone(),
            domain: Domain::Mark,
            key: Some(key.clone()),
            template: Some(template.clone()),
            is_optional: false,
        };
        self.add_layer(mark, input)?;
        input.expect(
            "with",
            "and the parts, as in `with arrow: direction; total: number`",
        )?;
        let part = |input: &mut Input<'_>| {
            let part = input.new_name("the name of a part")?;
            let is_known = template
                .parts
                .iter()
                .any(|known| matches!(known, TemplatePart::Layer(name) if *name == part.name));
            if !is_known {
                let problem = Problem::new(
                    part.span,
                    format!("`{}` is not a part", part.name),
                    "expected a name in braces before it",
                );
                return Err(input.problem(problem));
            }
            input.expect_sign(":", "and its values")?;
            let domain = domain(input, Role::Data)?;
            self.add_layer(
                Layer {
                    word: part,
                    role: Role::Data,
                    on: on.clone(),
                    domain,
                    key: Some(key.clone()),
                    template: Some(template.clone()),
                    is_optional: false,
                },
                input,
            )
        };
        separated(1.., part, sign(";")).parse_next(input)
    }
}

/// What a layer is on, and the key of the puzzle file after `in`, which reads like a qualifier.
fn ground(input: &mut Input<'_>) -> Read<(Ground, Option<Word>)> {
    let mut phrase = input.phrase()?;
    let mut key = None;
    if let Some(Qualifier::In(place)) = phrase.qualifiers.last()
        && let Node::Name(name) = &place.node
    {
        key = Some(Word {
            name: name.clone(),
            span: place.span.clone(),
        });
        phrase.qualifiers.pop();
    }
    if let Some(Qualifier::In(place)) = phrase.qualifiers.last() {
        let problem = Problem::new(
            place.span.clone(),
            "this is no key of a puzzle file",
            "expected a name after `in`",
        );
        return Err(input.problem(problem.help(
            "a word of the language such as `board` cannot be a name: `on cells in clues: …`",
        )));
    }
    let plain = phrase.is_whole();
    let only_data = phrase.qualifiers.iter().all(|qualifier| {
        matches!(
            qualifier,
            Qualifier::With(_) | Qualifier::Without(_) | Qualifier::Where(_)
        )
    });
    let ground = match phrase.noun.clone() {
        Noun::Atoms(kind) if plain => Ground::Atoms(kind, None),
        Noun::Atoms(kind) if only_data && phrase.take.is_none() => {
            Ground::Atoms(kind, Some(Box::new(phrase)))
        }
        Noun::Lines(lines) if plain => Ground::Lines(lines),
        Noun::Regions(word) if plain => Ground::Regions(word),
        _ => {
            let problem = Problem::new(
                phrase.span,
                "layers cannot be declared on this",
                "expected cells, edges, links, corners, rows, columns, lines, views or the name of regions",
            );
            return Err(input.problem(problem));
        }
    };
    Ok((ground, key))
}

/// Refuses `direction or none`, `number or none`.
fn not_joined(domain: &Domain, input: &mut Input<'_>) -> Unread {
    let (whole, help) = match domain {
        Domain::Direction => (
            "`direction`",
            "declare it only where there is one, as in `on cells with wall`; or write words of your own, as in `north \"^\" or east \">\" or south \"v\" or west \"<\" or none \".\"`",
        ),
        Domain::Number => (
            "`number`",
            "write the numbers that are possible, as in `0..99 or none \"#\"`; data may be missing without a word for it",
        ),
        _ => (
            "these values",
            "declare a layer for each of them; several layers of data may share a key of the puzzle file: `on cells in clues: …`",
        ),
    };
    let problem = Problem::new(
        input.here(),
        format!("{whole} cannot be joined with others"),
        "expected the end of the line",
    );
    input.problem(problem.help(help))
}

/// The values of a layer.
fn domain(input: &mut Input<'_>, role: Role) -> Read<Domain> {
    let here = input.here();
    let Some(domain) = opt(named_domain).parse_next(input)? else {
        let (ranges, words) = values(input)?;
        return Ok(Domain::Values { ranges, words });
    };
    let data_only = !matches!(domain, Domain::Regions | Domain::Direction);
    if data_only && role != Role::Data {
        return Err(input.problem(Problem::new(
            here,
            "this is for data only",
            "expected the possible values, as in `1..9` or `shaded or open`",
        )));
    }
    if input.word() == Some("or") {
        return Err(not_joined(&domain, input));
    }
    Ok(domain)
}

/// Values that the language has a name for.
fn named_domain(input: &mut Input<'_>) -> Read<Domain> {
    alt((
        keyword("number").value(Domain::Number),
        keyword("name").value(Domain::Name),
        keyword("regions").value(Domain::Regions),
        keyword("clue").value(Domain::Clue),
        keyword("direction").value(Domain::Direction),
        keyword("directions").value(Domain::Directions),
        keyword("shapes").value(Domain::Shapes),
        keyword("mark").value(Domain::Mark),
        alt((
            preceded(keyword("list"), opt(preceded(keyword("of"), numbers))).value(Domain::List),
            patterns,
        )),
    ))
    .parse_next(input)
}

/// `pattern of letter`, `patterns of letter`.
fn patterns(input: &mut Input<'_>) -> Read<Domain> {
    let are_several = alt((
        keyword("pattern").value(false),
        keyword("patterns").value(true),
    ))
    .parse_next(input)?;
    input.expect(
        "of",
        "and the layer whose values it matches, as in `pattern of letter`",
    )?;
    let of = input.name("the name of a layer")?;
    Ok(Domain::Patterns { of, are_several })
}

/// What follows on `list of`.
fn numbers(input: &mut Input<'_>) -> Read<()> {
    input.must(one_of(&["number", "numbers"]).void(), "`number`")
}

/// From one number to another one, if there is a last.
type Range = (Expr, Option<Expr>);

/// `1..9 or shaded "#"`: ranges of numbers, and words.
fn values(input: &mut Input<'_>) -> Read<(Vec<Range>, Vec<Symbol>)> {
    let (mut ranges, mut words) = (Vec::new(), Vec::new());
    let value = |input: &mut Input<'_>| {
        if let Some(letters) = letters(input) {
            words.extend(letters);
            return Ok(());
        }
        // A name is a word of the layer unless a range begins with it.
        let is_word = input.word().is_some()
            && input.word_at(1) != Some("of")
            && !matches!(
                input.peek_at(1),
                Some(Token::Sign(".." | "*" | "+" | "-" | "/" | "^"))
            );
        match is_word {
            true => words.push(symbol(input)?),
            false => ranges.push(range(input)?),
        }
        Ok(())
    };
    let _: () = separated(1.., value, keyword("or")).parse_next(input)?;
    Ok((ranges, words))
}

/// `A..Z`: a word for each of these letters.
fn letters(input: &mut Input<'_>) -> Option<Vec<Symbol>> {
    let letter = |ahead| match input.word_at(ahead)?.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(*letter),
        _ => None,
    };
    let (first, last) = (letter(0)?, letter(2)?);
    if first > last || !matches!(input.peek_at(1), Some(Token::Sign(".."))) {
        return None;
    }
    let start = input.here().start;
    for _ in 0..3 {
        input.next_token();
    }
    let span = input.since(start);
    let symbol = |letter: u8| Symbol {
        word: Word {
            name: char::from(letter).to_string().into(),
            span: span.clone(),
        },
        sign: None,
    };
    Some((first..=last).map(symbol).collect())
}

fn symbol(input: &mut Input<'_>) -> Read<Symbol> {
    let word = input.new_name("a word for a value")?;
    let sign = opt(any_text).parse_next(input)?;
    Ok(Symbol { word, sign })
}

fn range(input: &mut Input<'_>) -> Read<Range> {
    let from = input.additive()?;
    let to = match opt(sign("..")).parse_next(input)? {
        None => Some(from.clone()),
        Some(()) => {
            let is_open = matches!(input.peek(), None | Some(Token::Sign("," | ";")))
                || input.word() == Some("or");
            match is_open {
                true => None,
                false => Some(input.additive()?),
            }
        }
    };
    if matches!(from.node, Node::Text(_)) {
        let problem = Problem::new(
            from.span,
            "a text without a name",
            "expected a word before it, as in `shaded \"#\"`",
        );
        return Err(input.problem(problem));
    }
    Ok((from, to))
}
