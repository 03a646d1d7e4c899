//! Declarations: layers, shapes, definitions, answers, what is drawn.

use winnow::combinator::{alt, not, opt, peek, preceded, separated};
use winnow::prelude::*;

use super::super::syntax::{Answer, Definition, Dimension, Draw, Extreme, Role};
use super::super::token::Token;
use super::input::{any_number, any_text, any_word, keyword, one_of, sign};
use super::lines::{Statement, all_tokens};
use super::predicate::PREPOSITIONS;
use super::statement::{Declarable, Reader, address};
use super::{Input, Read};
use crate::document::{Problem, known_words};
use crate::picture::Ruling;

const KEYWORDS: [&str; 17] = [
    "about", "address", "also", "answer", "boards", "data", "decide", "define", "draw", "example",
    "family", "greatest", "grid", "hidden", "least", "like", "shape",
];

impl Reader<'_> {
    pub(super) fn declaration(
        &mut self,
        keyword: &str,
        input: &mut Input<'_>,
        statement: &Statement<'_>,
    ) -> Read<()> {
        match keyword {
            "about" => {
                let (text, _) = input.text("a text in quotes: what the puzzle is, in one line")?;
                self.book.about = Some(text);
            }
            "family" => {
                let (text, _) =
                    input.text("a text in quotes: the family of genres it belongs to")?;
                self.book.family = Some(text);
            }
            "also" => {
                let name = any_text.verify(|name: &str| name.contains(char::is_alphanumeric));
                self.book.also = input.must(
                    separated(1.., name, sign(",")),
                    "other names of the genre in quotes, as in `also \"calcudoku\", \"kenken\"`",
                )?;
            }
            "like" => self.like(input, statement)?,
            "grid" => {
                let rows = dimension(input)?;
                input.expect("by", "and the columns, as in `grid n by n`")?;
                self.book.rows = Some(rows);
                self.book.columns = Some(dimension(input)?);
            }
            "boards" => {
                let number = any_number.verify(|number| (1..=64).contains(number));
                let number = input.must(number, "a number of boards, from 1 to 64")?;
                self.book.boards = number as usize;
            }
            "data" => self.layers(input, Role::Data)?,
            "decide" => self.layers(input, Role::Decide { given: false })?,
            "hidden" => self.layers(input, Role::Hidden)?,
            "define" => self.definition(input)?,
            "shape" => self.shape(input)?,
            "answer" => {
                self.answer(input, statement)?;
            }
            "least" => self.book.best = Some((Extreme::Least, input.formula()?)),
            "greatest" => self.book.best = Some((Extreme::Greatest, input.formula()?)),
            "draw" => self.draw(input)?,
            "address" => {
                self.book.addresses.push(address(statement));
                input.next_slice(input.eof_offset());
            }
            _ => {
                let open = all_tokens(statement);
                let open = open.iter().find(|it| it.token == Token::Unknown('"'));
                if let Some(open) = open {
                    return Err(input.problem(Problem::new(
                        open.span.clone(),
                        "this quote is not closed",
                        "a sentence begins and ends with \" on one line",
                    )));
                }
                let first = input.read().first();
                let span = first.map_or(statement.head.span(), |first| first.span.clone());
                let problem = Problem::new(
                    span,
                    "expected a declaration or a rule",
                    "a rule is a sentence in quotes with its formula below it, indented",
                );
                return Err(input.problem(problem.help(known_words(keyword, &KEYWORDS))));
            }
        }
        Ok(())
    }

    /// What follows `draw`: boxes, the lines of the grid, a tint, or how layers are drawn.
    fn draw(&mut self, input: &mut Input<'_>) -> Read<()> {
        match (input.word(), input.word_at(1)) {
            (Some("box" | "boxes"), _) => self.book.borders = Some(input.phrase()?),
            (Some("lines"), Some("every")) => {
                input.accept("lines");
                input.accept("every");
                let number = any_number.verify(|number| (2..=1000).contains(number));
                let every = input.must(
                    number,
                    "how many rows and columns lie between two lines, as in `draw lines every 5`",
                )?;
                self.book.ruling = Ruling::Every(every as usize);
            }
            (Some("no"), Some("lines")) => {
                input.accept("no");
                input.accept("lines");
                self.book.ruling = Ruling::Bare;
            }
            _ if is_phrase_drawn(input) => {
                let phrase = input.phrase()?;
                input.expect_sign(":", "and `tint`, as in `draw lit cells: tint`")?;
                input.expect("tint", "as in `draw lit cells: tint`")?;
                self.book.tinted = Some(phrase);
            }
            _ => {
                let drawn: Vec<Draw> = separated(1.., drawn, sign(";")).parse_next(input)?;
                self.book.draw.extend(drawn);
            }
        }
        Ok(())
    }

    fn shape(&mut self, input: &mut Input<'_>) -> Read<()> {
        let word = input.new_name("the name of the shape")?;
        input.expect_sign(":", "and its rows, as in `shape L: \"###\" \"#..\"`")?;
        let mut rows: Vec<String> = Vec::new();
        while rows.is_empty() || matches!(input.peek(), Some(Token::Text(_))) {
            let (row, span) = input.text("a row of the shape in quotes")?;
            let sign = row.chars().find(|sign| !matches!(sign, '#' | '.'));
            let first = rows.first().unwrap_or(&row);
            let wrong = match sign {
                Some(sign) => {
                    format!("found `{sign}`, expected `#` for its cells and `.` for others")
                }
                None if row.len() != first.len() => format!(
                    "found {} signs, expected {} as in its first row",
                    row.len(),
                    first.len()
                ),
                None => {
                    rows.push(row);
                    continue;
                }
            };
            return Err(input.problem(Problem::new(span, "this is not a row of a shape", wrong)));
        }
        let mut shapes = self.book.shapes.iter();
        let known = shapes.position(|(known, _)| known.name == word.name);
        match self.place_for(Declarable::Shape, &word, known, input)? {
            Some(place) => self.book.shapes[place] = (word, rows),
            None => self.book.shapes.push((word, rows)),
        }
        Ok(())
    }

    /// `answer "NAME": EXPRESSION`, of which there may be several, or `answer EXPRESSION`.
    fn answer(&mut self, input: &mut Input<'_>, statement: &Statement<'_>) -> Read<()> {
        let is_named = matches!(input.peek(), Some(Token::Text(_)))
            && matches!(input.peek_at(1), Some(Token::Sign(":")));
        let text = if is_named {
            let (text, _) = input.text("the name of the answer")?;
            input.expect_sign(":", "and the expression")?;
            text
        } else {
            let whole = &statement.head.text;
            let text = whole.strip_prefix("answer").unwrap_or(whole);
            text.trim().to_owned()
        };
        let value = input.formula()?;
        self.book
            .answers
            .retain(|known| is_named && known.is_named && known.text != text);
        self.book.answers.push(Answer {
            value,
            text,
            is_named,
        });
        Ok(())
    }

    fn definition(&mut self, input: &mut Input<'_>) -> Read<()> {
        let word = input.new_name("a name after `define`")?;
        let is_test = !input.accept("of");
        let variable = |input: &mut Input<'_>| input.new_name("a variable");
        let parameters = separated(1.., variable, one_of(&PREPOSITIONS)).parse_next(input)?;
        input.must(
            sign(":"),
            "`:` and the definition, or a preposition and another variable",
        )?;
        let body = input.formula()?;
        let definitions = self.book.definitions.iter();
        let known = definitions
            .map(|known| &known.word.name)
            .position(|name| *name == word.name);
        let known = self.place_for(Declarable::Definition, &word, known, input)?;
        let definition = Definition {
            word,
            parameters,
            body,
            is_test,
        };
        match known {
            Some(place) => self.book.definitions[place] = definition,
            None => self.book.definitions.push(definition),
        }
        Ok(())
    }
}

/// Whether `draw` goes on with a phrase for cells and `tint`, and not with the name of a layer.
fn is_phrase_drawn(input: &Input<'_>) -> bool {
    let is_colon = |ahead: &usize| matches!(input.peek_at(*ahead), Some(Token::Sign(":")));
    let colon = (0..)
        .take_while(|&ahead| input.peek_at(ahead).is_some())
        .find(is_colon);
    let is_tint = colon.is_some_and(|colon| colon > 1 && input.word_at(colon + 1) == Some("tint"));
    is_tint && input.word_at(1) != Some("on")
}

/// How a layer is drawn, as after `draw`.
fn drawn(input: &mut Input<'_>) -> Read<Draw> {
    let layer = input.name("the name of a layer")?;
    let on = opt(preceded(keyword("on"), Input::phrase)).parse_next(input)?;
    input.expect_sign(":", "and how it is drawn, as in `draw number: circle`")?;
    // A word before a sign is one of the layer.
    let style = (any_word, not(any_text)).map(|(word, ())| word);
    let style = opt(style).parse_next(input)?;
    let (mut signs, mut key) = (Vec::new(), None);
    if style.is_some() {
        input.accept_sign(",");
    }
    while style.is_none() && key.is_none() || input.word().is_some() {
        if input.accept("key") {
            key = Some(input.text("what the key says, in quotes")?.0);
            break;
        }
        let word = opt(any_word).parse_next(input)?;
        let what = "a style such as `circle`, or a sign in quotes, as in `tent \"▲\"`";
        signs.push((word, input.text(what)?.0));
        if !input.accept_sign(",") {
            break;
        }
    }
    Ok(Draw {
        layer,
        on,
        style,
        signs,
        key,
    })
}

fn dimension(input: &mut Input<'_>) -> Read<Dimension> {
    let number = any_number.verify(|number| (1..=1000).contains(number));
    let known = alt((
        number.map(|number| Dimension::Number(number as usize)),
        (peek(one_of(&["rows", "columns"])), any_word).map(|(_, word)| Dimension::Name(word)),
    ));
    match opt(known).parse_next(input)? {
        Some(known) => Ok(known),
        None => Ok(Dimension::Name(input.new_name("a number or a name")?)),
    }
}
