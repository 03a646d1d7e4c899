//! The tokens of a statement or formula as a stream of winnow, and the smallest parsers of it.

use std::iter::Enumerate;
use std::slice;

use winnow::combinator::opt;
use winnow::error::{Needed, ParserError};
use winnow::prelude::*;
use winnow::stream::{Offset, Stream};

use super::super::syntax::{Span, Word};
use super::super::token::{Placed, Token};
use super::{Vocabulary, is_reserved};
use crate::document::{Problem, Problems};

/// Why something could not be read.
#[derive(Debug)]
pub(super) enum Unread {
    /// It does not begin here, and something else may.
    Absent,
    /// It is wrong, and that has been reported.
    Reported,
}

pub(super) type Read<T> = Result<T, Unread>;

/// The tokens of one statement or formula, with what is known and what was found to be wrong so far.
#[derive(Debug)]
pub(super) struct Input<'a> {
    tokens: &'a [Placed],
    /// The number of those read.
    next: usize,
    /// Where the text ends.
    end: usize,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) problems: &'a mut Problems,
    /// How deeply what is being read is nested.
    pub(super) depth: usize,
}

impl<'a> Input<'a> {
    pub(super) fn new(
        tokens: &'a [Placed],
        end: usize,
        vocabulary: &'a Vocabulary,
        problems: &'a mut Problems,
    ) -> Self {
        Self {
            tokens,
            next: 0,
            end,
            vocabulary,
            problems,
            depth: 0,
        }
    }

    pub(super) fn peek(&self) -> Option<&'a Token> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens
            .get(self.next + ahead)
            .map(|placed| &placed.token)
    }

    /// The token so many before the next one.
    pub(super) fn before(&self, back: usize) -> Option<&'a Token> {
        let at = self.next.checked_sub(back)?;
        self.tokens.get(at).map(|placed| &placed.token)
    }

    /// Those read so far.
    pub(super) fn read(&self) -> &'a [Placed] {
        &self.tokens[..self.next]
    }

    /// The word that comes next, if it is one.
    pub(super) fn word(&self) -> Option<&'a str> {
        self.word_at(0)
    }

    pub(super) fn word_at(&self, ahead: usize) -> Option<&'a str> {
        match self.peek_at(ahead) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    pub(super) fn is_done(&self) -> bool {
        self.next == self.tokens.len()
    }

    /// The place of the next token.
    pub(super) fn here(&self) -> Span {
        match self.tokens.get(self.next) {
            Some(placed) => placed.span.clone(),
            None => self.end..self.end,
        }
    }

    /// From byte `start` to the end of the last token read.
    pub(super) fn since(&self, start: usize) -> Span {
        let end = match self.next.checked_sub(1) {
            Some(last) => self.tokens[last].span.end,
            None => start,
        };
        start..end.max(start)
    }

    /// Reads a word if it comes next.
    pub(super) fn accept(&mut self, expected: &str) -> bool {
        matches!(opt(keyword(expected)).parse_next(self), Ok(Some(_)))
    }

    /// Reads one of these words if it comes next.
    pub(super) fn accept_any(&mut self, words: &[&str]) -> bool {
        matches!(opt(one_of(words)).parse_next(self), Ok(Some(_)))
    }

    /// Reads a sign if it comes next.
    pub(super) fn accept_sign(&mut self, expected: &str) -> bool {
        matches!(opt(sign(expected)).parse_next(self), Ok(Some(_)))
    }

    /// Reads what must come next; `what` says what that is.
    pub(super) fn must<T>(&mut self, parser: impl Parser<Self, T, Unread>, what: &str) -> Read<T> {
        match opt(parser).parse_next(self)? {
            Some(read) => Ok(read),
            None => Err(self.unexpected(what)),
        }
    }

    /// Reads a word that must come next; `where_` says where that is.
    pub(super) fn expect(&mut self, expected: &str, where_: &str) -> Read<()> {
        if self.accept(expected) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{expected}` {where_}")))
    }

    /// The same for a sign.
    pub(super) fn expect_sign(&mut self, expected: &str, where_: &str) -> Read<()> {
        if self.accept_sign(expected) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{expected}` {where_}")))
    }

    /// A name that the writer chooses or has chosen.
    pub(super) fn name(&mut self, what: &str) -> Read<Word> {
        self.must(any_word, what)
    }

    /// A name that is being given: no word of the language.
    pub(super) fn new_name(&mut self, what: &str) -> Read<Word> {
        let word = self.name(what)?;
        if is_reserved(&word.name) {
            // The declared name is known anyway, so that its uses are not unknown words.
            self.problem(
                Problem::new(
                    word.span.clone(),
                    format!("`{}` is a word of the language", word.name),
                    "it cannot be used as a name",
                )
                .help(
                    "choose another name; `quadrille guide rules` lists the words of the language",
                ),
            );
        }
        Ok(word)
    }

    /// A text in quotes, with its place.
    pub(super) fn text(&mut self, what: &str) -> Read<(String, Span)> {
        let span = self.here();
        Ok((self.must(any_text, what)?, span))
    }

    pub(super) fn problem(&mut self, problem: Problem) -> Unread {
        self.problems.push(problem);
        Unread::Reported
    }

    /// That everything has been read.
    pub(super) fn finish(&mut self, what: &str) -> Read<()> {
        if self.is_done() {
            return Ok(());
        }
        Err(self.unexpected(what))
    }
}

/// A word of the language.
pub(super) fn keyword<'a>(expected: &str) -> impl Parser<Input<'a>, &'a str, Unread> {
    keywords([expected])
}

/// Some words of the language, one after another; the first is returned.
pub(super) fn keywords<'a, const N: usize>(
    expected: [&str; N],
) -> impl Parser<Input<'a>, &'a str, Unread> {
    move |input: &mut Input<'a>| {
        let mut ahead = expected.iter().enumerate();
        if !ahead.all(|(ahead, expected)| input.word_at(ahead) == Some(expected)) {
            return Err(Unread::Absent);
        }
        let first = input.word().ok_or(Unread::Absent)?;
        input.next_slice(N);
        Ok(first)
    }
}

/// One of some words.
pub(super) fn one_of<'a>(expected: &[&str]) -> impl Parser<Input<'a>, &'a str, Unread> {
    move |input: &mut Input<'a>| {
        let found = input.word().filter(|found| expected.contains(found));
        let found = found.ok_or(Unread::Absent)?;
        input.next_token();
        Ok(found)
    }
}

/// A sign.
pub(super) fn sign<'a>(expected: &str) -> impl Parser<Input<'a>, (), Unread> {
    move |input: &mut Input<'a>| {
        if !input.is_sign(expected) {
            return Err(Unread::Absent);
        }
        input.next_token();
        Ok(())
    }
}

/// Any word.
pub(super) fn any_word(input: &mut Input<'_>) -> Read<Word> {
    let span = input.here();
    let name = input.word().ok_or(Unread::Absent)?.into();
    input.next_token();
    Ok(Word { name, span })
}

/// Any number.
pub(super) fn any_number(input: &mut Input<'_>) -> Read<i128> {
    let Some(&Token::Number(number)) = input.peek() else {
        return Err(Unread::Absent);
    };
    input.next_token();
    Ok(number)
}

/// Any text in quotes.
pub(super) fn any_text(input: &mut Input<'_>) -> Read<String> {
    let Some(Token::Text(text)) = input.peek() else {
        return Err(Unread::Absent);
    };
    input.next_token();
    Ok(text.clone())
}

impl ParserError<Input<'_>> for Unread {
    type Inner = Self;

    fn from_input(_: &Input<'_>) -> Self {
        Self::Absent
    }

    fn is_backtrack(&self) -> bool {
        matches!(self, Self::Absent)
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

/// How many tokens had been read.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint(usize);

impl Offset for Checkpoint {
    fn offset_from(&self, start: &Self) -> usize {
        self.0 - start.0
    }
}

impl Offset<Checkpoint> for Input<'_> {
    fn offset_from(&self, start: &Checkpoint) -> usize {
        self.next - start.0
    }
}

impl<'a> Stream for Input<'a> {
    type Token = &'a Placed;
    type Slice = &'a [Placed];
    type IterOffsets = Enumerate<slice::Iter<'a, Placed>>;
    type Checkpoint = Checkpoint;

    fn iter_offsets(&self) -> Self::IterOffsets {
        self.tokens[self.next..].iter().enumerate()
    }

    fn eof_offset(&self) -> usize {
        self.tokens.len() - self.next
    }

    fn next_token(&mut self) -> Option<Self::Token> {
        let token = self.peek_token()?;
        self.next += 1;
        Some(token)
    }

    fn peek_token(&self) -> Option<Self::Token> {
        self.tokens.get(self.next)
    }

    fn offset_for<P: Fn(Self::Token) -> bool>(&self, predicate: P) -> Option<usize> {
        self.tokens[self.next..].iter().position(predicate)
    }

    fn offset_at(&self, tokens: usize) -> Result<usize, Needed> {
        match tokens.checked_sub(self.eof_offset()) {
            None | Some(0) => Ok(tokens),
            Some(missing) => Err(Needed::new(missing)),
        }
    }

    fn next_slice(&mut self, offset: usize) -> Self::Slice {
        let slice = self.peek_slice(offset);
        self.next += offset;
        slice
    }

    fn peek_slice(&self, offset: usize) -> Self::Slice {
        &self.tokens[self.next..self.next + offset]
    }

    fn checkpoint(&self) -> Self::Checkpoint {
        Checkpoint(self.next)
    }

    fn reset(&mut self, checkpoint: &Self::Checkpoint) {
        self.next = checkpoint.0;
    }

    fn trace(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.peek())
    }
}

#[cfg(test)]
mod tests {
    use winnow::combinator::{alt, preceded, separated};

    use super::super::super::token::tokens;
    use super::*;

    /// What a parser makes of a text, the number of tokens it leaves, and of problems that it reports.
    fn read<T>(
        text: &str,
        parser: fn(&mut Input<'_>) -> Read<T>,
    ) -> (Result<T, &'static str>, usize, usize) {
        let (mut placed, mut problems) = (Vec::new(), Problems::default());
        tokens(text, 0, &mut placed);
        let vocabulary = Vocabulary::default();
        let mut input = Input::new(&placed, text.len(), &vocabulary, &mut problems);
        let read = parser(&mut input).map_err(|unread| match unread {
            Unread::Absent => "absent",
            Unread::Reported => "reported",
        });
        let left = input.eof_offset();
        (read, left, problems.len())
    }

    #[test]
    fn what_is_absent_leaves_the_next_alternative_its_tokens() {
        let parser = |input: &mut Input<'_>| {
            let name = |input: &mut Input<'_>| Ok(input.name("a name")?.name.to_string());
            alt((
                preceded(keywords(["one", "loop"]), name),
                preceded(keyword("one"), name),
                preceded(sign("="), name),
            ))
            .parse_next(input)
        };
        assert_eq!(read("one loop a b", parser), (Ok("a".to_owned()), 1, 0));
        assert_eq!(read("one path", parser), (Ok("path".to_owned()), 0, 0));
        assert_eq!(read("= c", parser), (Ok("c".to_owned()), 0, 0));
        assert_eq!(read("two", parser), (Err("absent"), 1, 0));
        // What is reported ends the search for others.
        assert_eq!(read("one loop 3", parser), (Err("reported"), 1, 1));
    }

    #[test]
    fn what_follows_on_a_comma_must_be_there() {
        let parser = |input: &mut Input<'_>| {
            let number = |input: &mut Input<'_>| input.must(any_number, "a number");
            separated(1.., number, sign(",")).parse_next(input)
        };
        assert_eq!(read("1, 2, 3 x", parser), (Ok(vec![1, 2, 3]), 1, 0));
        assert_eq!(read("1, x", parser), (Err("reported"), 1, 1));
    }
}
