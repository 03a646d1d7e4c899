//! Declarations, rules and examples.

use fxhash::FxHashSet;

use winnow::combinator::{alt, not, opt, peek, preceded, separated};
use winnow::prelude::*;

use super::super::syntax::{
    Address, Answer, Definition, Dimension, Domain, Draw, Example, Extreme, Name, Role, Rule,
    Rulebook, Word,
};
use super::super::token::{Placed, Token, tokens};
use super::input::{any_number, any_text, any_word, keyword, one_of, sign};
use super::lines::{Statement, all_tokens, formulas, statements};
use super::predicate::PREPOSITIONS;
use super::{Input, Library, MAX_STATEMENTS, Read, Unread, Vocabulary, is_reserved};
use crate::document::{Problem, Problems, known_words};
use crate::picture::Ruling;

const KEYWORDS: [&str; 17] = [
    "about", "address", "also", "answer", "boards", "data", "decide", "define", "draw", "example",
    "family", "greatest", "grid", "hidden", "least", "like", "shape",
];

pub(super) fn rulebook(
    text: &str,
    at: usize,
    library: Library<'_>,
    problems: &mut Problems,
) -> Rulebook {
    let mut reader = Reader {
        book: Rulebook::default(),
        vocabulary: Vocabulary::default(),
        own: 0,
        once: Vec::new(),
        inherited: FxHashSet::default(),
        library,
    };
    let mut rules = Vec::new();
    // Definitions that use what is declared below them.
    let mut early = Vec::new();
    for statement in statements(text, at) {
        if statement.head.indent > 0 {
            problems.push(Problem::new(
                statement.head.span(),
                "an indented line that belongs to nothing",
                "expected a declaration or a sentence in quotes before it",
            ));
            continue;
        }
        if reader.own == MAX_STATEMENTS {
            problems.push(Problem::new(
                statement.head.span(),
                "too many statements",
                format!("at most {MAX_STATEMENTS} are possible"),
            ));
            break;
        }
        reader.own += 1;
        let mut head = Vec::new();
        tokens(statement.head.text, statement.head.at, &mut head);
        // Rules come after all declarations, so that they may use what is declared below them.
        if is_rule(&head) {
            rules.push((head, statement));
        } else if statement.head.text.starts_with("define ") && reader.inherited.is_empty() {
            let before = reader.book.definitions.len();
            let mut own = Problems::default();
            let read = reader.statement(&head, &statement, &mut own);
            if read.is_err() || !own.is_empty() {
                reader.book.definitions.truncate(before);
                early.push((head, statement));
            }
        } else {
            // What is wrong has been reported.
            let _ = reader.statement(&head, &statement, problems);
        }
    }
    for (head, statement) in &early {
        let _ = reader.statement(head, statement, problems);
    }
    let refused = reader.refused();
    for (head, statement) in &rules {
        // What uses a name that was refused would only be misread.
        if refused.is_empty() || !names_any(&text[statement.whole.clone()], &refused) {
            let _ = reader.rule(head, statement, problems);
        }
    }
    reader.book
}

/// Whether one of these names is among the words of a text.
fn names_any(text: &str, names: &[Name]) -> bool {
    let mut placed = Vec::new();
    tokens(text, 0, &mut placed);
    let is_one = |placed: &Placed| match &placed.token {
        Token::Word(word) => names.iter().any(|name| **name == **word),
        _ => false,
    };
    placed.iter().any(is_one)
}

/// An `address` statement. The text after the colon is kept as it is: codecs have their own syntax.
pub(super) fn address(statement: &Statement<'_>) -> Address {
    let head = &statement.head;
    let rest = head.text.strip_prefix("address").unwrap_or(head.text);
    let (names, first) = rest.split_once(':').unwrap_or((rest, ""));
    Address {
        names: names
            .split(',')
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect(),
        parts: format!("{first}\n{}", statement.raw).trim_end().to_owned(),
        parts_at: head.at + head.text.len() - first.len(),
        span: head.span(),
    }
}

/// Declarations that a rulebook may repeat from the one that it extends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Declarable {
    Layer,
    Definition,
    Shape,
    Rule,
}

pub(super) struct Reader<'l> {
    pub(super) book: Rulebook,
    pub(super) vocabulary: Vocabulary,
    /// Statements read.
    own: usize,
    /// The statements seen that may occur only once.
    once: Vec<&'static str>,
    /// What comes from the rulebook that this one extends and has not been declared again.
    pub(super) inherited: FxHashSet<(Declarable, Name)>,
    library: Library<'l>,
}

/// What a statement declares that a rulebook declares only once, and how to fix a second one.
fn once(keyword: &str) -> Option<(&'static str, &'static str)> {
    Some(match keyword {
        "about" => ("what the puzzle is", "put both texts into one"),
        "family" => ("the family of the genre", "keep one of them"),
        "also" => (
            "its other names",
            "put all of them into one line, with commas",
        ),
        "grid" => ("the size of the grid", "keep one of them"),
        "boards" => ("the number of boards", "keep one of them"),
        "least" | "greatest" => (
            "what is to be least or greatest",
            "combine several numbers into one, as in `greatest 100 * size of shaded cells - sum number in grid`",
        ),
        _ => return None,
    })
}

/// Whether a rule begins with `head`: `"SENTENCE"` or `NAME: "SENTENCE"`.
fn is_rule(head: &[Placed]) -> bool {
    let token = |at: usize| head.get(at).map(|placed: &Placed| &placed.token);
    matches!(token(0), Some(Token::Text(_)))
        || matches!(
            (token(0), token(1), token(2)),
            (
                Some(Token::Word(_)),
                Some(Token::Sign(":")),
                Some(Token::Text(_))
            )
        )
}

impl Reader<'_> {
    /// Declared names that are words of the language.
    fn refused(&self) -> Vec<Name> {
        let layers = &self.book.layers;
        let words = layers.iter().flat_map(|layer| match &layer.domain {
            Domain::Values { words, .. } => &words[..],
            _ => &[],
        });
        let words = words.map(|symbol| &symbol.word);
        let names = layers.iter().map(|layer| &layer.word).chain(words);
        let definitions = self.book.definitions.iter();
        let names = names.chain(definitions.map(|definition| &definition.word));
        let refused = names.filter(|word| is_reserved(&word.name));
        refused.map(|word| Name::clone(&word.name)).collect()
    }

    /// Reads a statement that is no rule.
    fn statement(
        &mut self,
        head: &[Placed],
        statement: &Statement<'_>,
        problems: &mut Problems,
    ) -> Read<()> {
        let keyword = match head.first() {
            Some(Placed {
                token: Token::Word(word),
                ..
            }) => word.clone(),
            _ => String::new(),
        };
        if keyword == "example" {
            let indents = statement.raw.lines().filter(|line| !line.trim().is_empty());
            let indent = indents
                .map(|line| line.len() - line.trim_start().len())
                .min();
            // Pictures may begin with spaces, which count from the margin of the example.
            let toml: String = statement
                .raw
                .lines()
                .map(|line| {
                    format!(
                        "{}\n",
                        line.get(indent.unwrap_or(0)..).unwrap_or("").trim_end()
                    )
                })
                .collect();
            self.book.examples.push(Example {
                toml,
                span: statement.head.span(),
            });
            return Ok(());
        }
        if let Some((what, help)) = once(&keyword) {
            if self.once.contains(&what) {
                let problem = Problem::new(
                    statement.head.span(),
                    "this is declared twice",
                    format!("a rulebook declares {what} only once"),
                );
                problems.push(problem.help(help));
                return Err(Unread::Reported);
            }
            self.once.push(what);
        }
        let all = all_tokens(statement);
        let end = all.last().map_or(statement.head.at, |last| last.span.end);
        let vocabulary = std::mem::take(&mut self.vocabulary);
        let mut input = Input::new(&all, end, &vocabulary, problems);
        input.next_token();
        let declared = |input: &mut Input<'_>| self.declaration(&keyword, input, statement);
        let read = input.must(declared, "a declaration");
        let read = read.and_then(|()| input.finish("the end of the line"));
        self.vocabulary = vocabulary;
        self.learn();
        read
    }

    /// Makes the declarations of the book known to the formulas that follow.
    fn learn(&mut self) {
        self.vocabulary.learn(&self.book);
    }

    fn rule(
        &mut self,
        head: &[Placed],
        statement: &Statement<'_>,
        problems: &mut Problems,
    ) -> Read<()> {
        let named = matches!(head[0].token, Token::Word(_));
        let sentence = &head[if named { 2 } else { 0 }];
        let Token::Text(text) = &sentence.token else {
            return Err(Unread::Reported);
        };
        if let Some(extra) = head.get(if named { 3 } else { 1 }) {
            problems.push(Problem::new(
                extra.span.clone(),
                "something after the sentence",
                "expected the formula in the lines below, indented",
            ));
            return Err(Unread::Reported);
        }
        let id: Name = match &head[0].token {
            Token::Word(word) if named => word.as_str().into(),
            _ => id_of(text).into(),
        };
        if text.trim().is_empty() {
            problems.push(Problem::new(
                sentence.span.clone(),
                "a rule without a sentence",
                "expected a sentence to show when the rule is broken",
            ));
            return Err(Unread::Reported);
        }
        if statement.body.is_empty() {
            problems.push(
                Problem::new(
                    sentence.span.clone(),
                    "this sentence has no formula",
                    "expected its formal meaning in the lines below, indented",
                )
                .help(
                    "without a formula it cannot be checked; a text that is no rule is a comment, `# …`, or what the puzzle is, `about \"…\"`",
                ),
            );
            return Err(Unread::Reported);
        }
        let mut read = Vec::new();
        for formula in formulas(&statement.body) {
            let end = formula
                .last()
                .map_or(sentence.span.end, |last| last.span.end);
            let before = problems.len();
            let mut input = Input::new(&formula, end, &self.vocabulary, problems);
            if let Ok(formula) = input.must(Input::formula, "a formula")
                && input
                    .finish("`and`, `or` or the end of the formula")
                    .is_ok()
            {
                read.push(formula);
            }
            self.book.unread += problems.len() - before;
        }
        let rule = Rule {
            id: id.clone(),
            sentence: text.clone(),
            span: sentence.span.clone(),
            formulas: read,
        };
        if let Some(known) = self.book.rules.iter_mut().find(|rule| rule.id == id) {
            if self.inherited.remove(&(Declarable::Rule, id.clone())) {
                *known = rule;
                return Ok(());
            }
            let again = Problem::new(
                sentence.span.clone(),
                "the rule exists already",
                format!("another rule is called `{id}`"),
            );
            problems.push(again.help(format!(
                "give it a name of its own, as in `NAME: \"…\"`; the other one is: {}",
                known.sentence
            )));
            return Err(Unread::Reported);
        }
        self.book.rules.push(rule);
        Ok(())
    }

    fn declaration(
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
            "draw" if matches!(input.word(), Some("box" | "boxes")) => {
                self.book.borders = Some(input.phrase()?);
            }
            "draw" if input.word() == Some("lines") && input.word_at(1) == Some("every") => {
                input.accept("lines");
                input.accept("every");
                let number = any_number.verify(|number| (2..=1000).contains(number));
                let every = input.must(
                    number,
                    "how many rows and columns lie between two lines, as in `draw lines every 5`",
                )?;
                self.book.ruling = Ruling::Every(every as usize);
            }
            "draw" if input.word() == Some("no") && input.word_at(1) == Some("lines") => {
                input.accept("no");
                input.accept("lines");
                self.book.ruling = Ruling::Bare;
            }
            "draw" if is_phrase_drawn(input) => {
                let phrase = input.phrase()?;
                input.expect_sign(":", "and `tint`, as in `draw lit cells: tint`")?;
                input.expect("tint", "as in `draw lit cells: tint`")?;
                self.book.tinted = Some(phrase);
            }
            "draw" => {
                let drawn: Vec<Draw> = separated(1.., drawn, sign(";")).parse_next(input)?;
                self.book.draw.extend(drawn);
            }
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

    fn like(&mut self, input: &mut Input<'_>, statement: &Statement<'_>) -> Read<()> {
        let start = input.here();
        let is_first = self.book
            == Rulebook {
                about: self.book.about.clone(),
                family: self.book.family.clone(),
                also: self.book.also.clone(),
                ..Rulebook::default()
            };
        if !is_first {
            let problem = Problem::new(
                statement.head.span(),
                "`like` after other statements",
                "expected at the top: what is declared before it would be lost",
            );
            return Err(input
                .problem(problem.help(
                    "move this line before all others except `about`, `family` and `also`",
                )));
        }
        let first = input.name("the name of a rulebook")?;
        let name = hyphened(input, &first.name, "the rest of the rulebook's name")?;
        let end = input.since(start.start);
        let Some(parent) = (self.library)(&name) else {
            let problem = Problem::new(
                end,
                format!("there is no rulebook `{name}`"),
                format!(
                    "expected a rulebook beside the file or one of the library; at most {} may extend each other",
                    super::MAX_LIKE
                ),
            );
            return Err(input.problem(problem.help("`quadrille list` names the rulebooks")));
        };
        let own = std::mem::replace(&mut self.book, parent);
        self.book.name = own.name;
        let layers = self
            .book
            .layers
            .iter()
            .map(|layer| (Declarable::Layer, &layer.word.name));
        let definitions = self.book.definitions.iter();
        let definitions = definitions.map(|known| (Declarable::Definition, &known.word.name));
        let shapes = self
            .book
            .shapes
            .iter()
            .map(|(word, _)| (Declarable::Shape, &word.name));
        let rules = self
            .book
            .rules
            .iter()
            .map(|rule| (Declarable::Rule, &rule.id));
        let all = layers.chain(definitions).chain(shapes).chain(rules);
        self.inherited = all.map(|(part, name)| (part, name.clone())).collect();
        self.book.about = own.about.or(self.book.about.take());
        self.book.family = own.family.or(self.book.family.take());
        self.book.also = own.also;
        self.book.examples.clear();
        self.book.addresses.clear();
        let dropped = |input: &mut Input<'_>| self.without(input, &name);
        let dropped = preceded(keyword("without"), separated(1.., dropped, sign(",")));
        let _: Option<()> = opt(dropped).parse_next(input)?;
        Ok(())
    }

    /// Drops one of the rules of the rulebook `parent`, by its name or sentence.
    fn without(&mut self, input: &mut Input<'_>, parent: &str) -> Read<()> {
        let start = input.here().start;
        let named = alt((
            any_word.map(|word| (word.name.to_string(), None)),
            any_text.map(|text| (id_of(&text), Some(text))),
        ));
        let (first, sentence) = input.must(named, "the name of a rule, or its sentence")?;
        let wanted = hyphened(input, &first, "the rest of the rule's name")?;
        let before = self.book.rules.len();
        self.book
            .rules
            .retain(|rule| *rule.id != *wanted && Some(&rule.sentence) != sentence.as_ref());
        if self.book.rules.len() == before {
            let known: Vec<&str> = self.book.rules.iter().map(|rule| &*rule.id).collect();
            let help = known_words(&wanted, &known);
            let problem = Problem::new(
                input.since(start),
                format!("there is no rule `{wanted}`"),
                format!("in `{parent}`"),
            );
            return Err(input.problem(problem.help(help)));
        }
        Ok(())
    }

    /// The index of a repeated declaration among the inherited ones; `None` for a new one.
    pub(super) fn place_for(
        &mut self,
        part: Declarable,
        word: &Word,
        known: Option<usize>,
        input: &mut Input<'_>,
    ) -> Read<Option<usize>> {
        if known.is_some() && !self.inherited.remove(&(part, word.name.clone())) {
            let what = match part {
                Declarable::Definition => "a definition",
                Declarable::Shape => "a shape",
                _ => "a layer",
            };
            let problem = Problem::new(
                word.span.clone(),
                format!("`{}` is declared twice", word.name),
                format!("there is already {what} of this name"),
            );
            return Err(input.problem(problem.help("give one of them another name")));
        }
        Ok(known)
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

/// A name that may go on after hyphens, as those of rulebooks and those made of sentences do.
fn hyphened(input: &mut Input<'_>, first: &str, what: &str) -> Read<String> {
    let mut name = first.to_owned();
    while input.accept_sign("-") {
        let rest = alt((
            any_word.map(|word| word.name.to_string()),
            any_number.map(|number| number.to_string()),
        ));
        name = format!("{name}-{}", input.must(rest, what)?);
    }
    Ok(name)
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

/// A stable name from a sentence: its words in lower case, joined by hyphens.
pub fn id_of(sentence: &str) -> String {
    let words: Vec<String> = sentence
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}
