//! Declarations of layers: their places, their values, and how these are written.

use std::sync::Arc;

use super::super::syntax::{
    Domain, Ground, Kind, Layer, Node, Noun, Qualifier, Role, Symbol, Template, TemplatePart, Word,
};
use super::super::token::Token;
use super::statement::{Declarable, Reader};
use super::{Parser, Read, Unread};
use crate::document::Problem;

impl Reader<'_> {
    pub(super) fn layers(&mut self, parser: &mut Parser<'_>, role: Role) -> Read<()> {
        let mut words = vec![parser.new_name("a name for the layer")?];
        while parser.accept_sign(",") {
            words.push(parser.new_name("a name for the layer")?);
        }
        let (on, in_key) = if parser.accept("on") {
            parser.accept_any(&["each", "some"]);
            ground(parser)?
        } else {
            (Ground::Puzzle, None)
        };
        let key = if in_key.is_none() && parser.accept("in") {
            Some(parser.name("the key of the puzzle file that contains it")?)
        } else {
            in_key
        };
        parser.expect_sign(":", "and the possible values")?;
        if let Some(Token::Text(text)) = parser.peek()
            && text.contains('{')
        {
            let text = text.clone();
            return self.template(&words, &on, key, &text, parser);
        }
        let domain = domain(parser, role)?;
        // Regions without places are regions of cells.
        let on = match on {
            Ground::Puzzle if domain == Domain::Regions => Ground::Atoms(Kind::Cell, None),
            on => on,
        };
        let mut role = role;
        let mut is_optional = false;
        while parser.accept_sign(",") {
            match role {
                Role::Decide { .. } if parser.accept("given") => {
                    role = Role::Decide { given: true }
                }
                Role::Data if parser.accept("optional") => is_optional = true,
                Role::Data => return Err(parser.unexpected("`optional`")),
                _ => return Err(parser.unexpected("`given`")),
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
                parser,
            )?;
        }
        Ok(())
    }

    fn add_layer(&mut self, layer: Layer, parser: &mut Parser<'_>) -> Read<()> {
        let known = self
            .book
            .layers
            .iter()
            .position(|known| known.word.name == layer.word.name);
        match self.place_for(Declarable::Layer, &layer.word, known, parser)? {
            Some(place) => self.book.layers[place] = layer,
            None => self.book.layers.push(layer),
        }
        Ok(())
    }

    /// `"{arrow}{total}" with arrow: direction; total: number`.
    fn template(
        &mut self,
        words: &[Word],
        on: &Ground,
        key: Option<Word>,
        text: &str,
        parser: &mut Parser<'_>,
    ) -> Read<()> {
        let span = parser.here();
        parser.next += 1;
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
                return Err(parser.problem(problem));
            };
            parts.push(TemplatePart::Layer(name.into()));
            rest = tail;
        }
        let template = Template {
            parts: Arc::new(parts),
        };
        let [word] = words else {
            return Err(parser.problem(Problem::new(
                span,
                "several names",
                "expected one name for all parts",
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
        self.add_layer(mark, parser)?;
        parser.expect(
            "with",
            "and the parts, as in `with arrow: direction; total: number`",
        )?;
        loop {
            let part = parser.new_name("the name of a part")?;
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
                return Err(parser.problem(problem));
            }
            parser.expect_sign(":", "and its values")?;
            let domain = domain(parser, Role::Data)?;
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
                parser,
            )?;
            if !parser.accept_sign(";") {
                return Ok(());
            }
        }
    }
}

/// What a layer is on, and the key of the puzzle file after `in`, which reads like a qualifier.
fn ground(parser: &mut Parser<'_>) -> Read<(Ground, Option<Word>)> {
    let mut phrase = parser.phrase()?;
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
        return Err(parser.problem(problem.help(
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
            return Err(parser.problem(problem));
        }
    };
    Ok((ground, key))
}

/// Refuses `direction or none`, `number or none`.
fn not_joined(domain: &Domain, parser: &mut Parser<'_>) -> Unread {
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
        parser.here(),
        format!("{whole} cannot be joined with others"),
        "expected the end of the line",
    );
    parser.problem(problem.help(help))
}

fn domain(parser: &mut Parser<'_>, role: Role) -> Read<Domain> {
    let whole = match parser.word() {
        Some("number") => Some(Domain::Number),
        Some("name") => Some(Domain::Name),
        Some("regions") => Some(Domain::Regions),
        Some("clue") => Some(Domain::Clue),
        Some("direction") => Some(Domain::Direction),
        Some("directions") => Some(Domain::Directions),
        Some("shapes") => Some(Domain::Shapes),
        Some("mark") => Some(Domain::Mark),
        Some("list") => Some(Domain::List),
        _ => None,
    };
    if let Some(domain) = whole {
        let here = parser.here();
        parser.next += 1;
        if domain == Domain::List
            && parser.accept("of")
            && !parser.accept_any(&["number", "numbers"])
        {
            return Err(parser.unexpected("`number`"));
        }
        let data_only = !matches!(domain, Domain::Regions | Domain::Direction);
        if data_only && role != Role::Data {
            return Err(parser.problem(Problem::new(
                here,
                "this is for data only",
                "expected the possible values, as in `1..9` or `shaded or open`",
            )));
        }
        if parser.word() == Some("or") {
            return Err(not_joined(&domain, parser));
        }
        return Ok(domain);
    }
    let mut ranges = Vec::new();
    let mut words = Vec::new();
    loop {
        // A name is a word of the layer unless a range begins with it.
        let is_word = parser.word().is_some()
            && parser.word_at(1) != Some("of")
            && !matches!(
                parser.peek_at(1),
                Some(Token::Sign(".." | "*" | "+" | "-" | "/" | "^"))
            );
        if is_word {
            let word = parser.new_name("a word for a value")?;
            let sign = match parser.peek() {
                Some(Token::Text(text)) => {
                    parser.next += 1;
                    Some(text.clone())
                }
                _ => None,
            };
            words.push(Symbol { word, sign });
        } else {
            let from = parser.additive()?;
            let to = if parser.accept_sign("..") {
                let open = matches!(parser.peek(), None | Some(Token::Sign("," | ";")))
                    || parser.word() == Some("or");
                if open { None } else { Some(parser.additive()?) }
            } else {
                Some(from.clone())
            };
            if matches!(from.node, Node::Text(_)) {
                let problem = Problem::new(
                    from.span,
                    "a text without a name",
                    "expected a word before it, as in `shaded \"#\"`",
                );
                return Err(parser.problem(problem));
            }
            ranges.push((from, to));
        }
        if !parser.accept("or") {
            return Ok(Domain::Values { ranges, words });
        }
    }
}
