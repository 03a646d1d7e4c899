//! The statements of a rulebook in their order, and its rules.

use fxhash::FxHashSet;
use winnow::stream::Stream;

use super::super::syntax::{Address, Domain, Example, Expr, Name, Rule, Rulebook, Template, Word};
use super::super::token::{Placed, Token, tokens};
use super::lines::{Statement, all_tokens, formulas, statements};
use super::{Input, Library, MAX_STATEMENTS, Read, Unread, Vocabulary, is_reserved};
use crate::document::{Problem, Problems};

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
        torn: Vec::new(),
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
    reader.report_torn(problems);
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
    /// Parts of inherited templates that were declared again, with their template and its key.
    pub(super) torn: Vec<(Word, Template, Name)>,
    pub(super) library: Library<'l>,
}

/// What to do about a second rulebook to be like.
pub(super) const ONE_PARENT: &str =
    "keep one, and copy the declarations and rules of the other: `quadrille rules NAME` shows them";

/// What a statement declares that a rulebook declares only once, and how to fix a second one.
fn once(keyword: &str) -> Option<(&'static str, &'static str)> {
    Some(match keyword {
        "about" => ("what the puzzle is", "put both texts into one"),
        "family" => ("the family of the genre", "keep one of them"),
        "also" => (
            "its other names",
            "put all of them into one line, with commas",
        ),
        "like" => ("what it is like", ONE_PARENT),
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
        let rule = Rule {
            id: id.clone(),
            sentence: text.as_str().into(),
            span: sentence.span.clone(),
            formulas: self.formulas(statement, sentence.span.end, problems),
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

    /// The formulas below the sentence of a rule, as far as they can be read.
    fn formulas(
        &mut self,
        statement: &Statement<'_>,
        after: usize,
        problems: &mut Problems,
    ) -> Vec<Expr> {
        let mut read = Vec::new();
        for formula in formulas(&statement.body) {
            let end = formula.last().map_or(after, |last| last.span.end);
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
        read
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
