//! Words, numbers, texts and signs of the language of rules.

use winnow::ascii::digit1;
use winnow::combinator::{alt, delimited};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{one_of, take_while};

use super::syntax::Span;

/// A token of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(i128),
    Text(String),
    Sign(&'static str),
    /// What begins no token.
    Unknown(char),
}

/// A token with its place in the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) span: Span,
}

type Input<'a> = LocatingSlice<&'a str>;

const SIGNS: [&str; 17] = [
    "..", "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "^", "(", ")", ":", ",", ";",
];

fn token(input: &mut Input<'_>) -> winnow::Result<Token> {
    alt((
        word.map(|text: &str| Token::Word(text.to_owned())),
        digit1.verify_map(|text: &str| text.parse().ok().map(Token::Number)),
        delimited('"', take_while(0.., |c| c != '"'), '"')
            .map(|text: &str| Token::Text(text.to_owned())),
        sign.map(Token::Sign),
        winnow::token::any.map(Token::Unknown),
    ))
    .parse_next(input)
}

fn word<'a>(input: &mut Input<'a>) -> winnow::Result<&'a str> {
    (
        one_of(|c: char| c.is_alphabetic() || c == '_'),
        take_while(0.., |c: char| c.is_alphanumeric() || c == '_'),
    )
        .take()
        .parse_next(input)
}

fn sign(input: &mut Input<'_>) -> winnow::Result<&'static str> {
    for sign in SIGNS {
        if winnow::combinator::opt(winnow::token::literal(sign))
            .parse_next(input)?
            .is_some()
        {
            return Ok(sign);
        }
    }
    winnow::combinator::fail.parse_next(input)
}

/// Adds the tokens of `text`, a line that begins at byte `at` of the whole text, up to a comment.
pub(super) fn tokens(text: &str, at: usize, into: &mut Vec<Placed>) {
    let mut input = LocatingSlice::new(text);
    loop {
        let blank: winnow::Result<&str> =
            take_while(0.., char::is_whitespace).parse_next(&mut input);
        if blank.is_err() || input.is_empty() || input.starts_with('#') {
            return;
        }
        let start = input.current_token_start();
        let Ok(token) = token(&mut input) else {
            return;
        };
        into.push(Placed {
            token,
            span: at + start..at + input.current_token_start(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_their_places() {
        let mut found = Vec::new();
        tokens("each x: 12 <= \"a # b\" §# rest", 100, &mut found);
        let tokens: Vec<(Token, Span)> = found.into_iter().map(|p| (p.token, p.span)).collect();
        assert_eq!(
            tokens,
            [
                (Token::Word("each".to_owned()), 100..104),
                (Token::Word("x".to_owned()), 105..106),
                (Token::Sign(":"), 106..107),
                (Token::Number(12), 108..110),
                (Token::Sign("<="), 111..113),
                (Token::Text("a # b".to_owned()), 114..121),
                (Token::Unknown('§'), 122..124),
            ]
        );
    }
}
