//! Regular expressions over the values of a layer, as sets of places in the expression (Glushkov 1961).

/// A regular expression. Tokens are numbers: the words of the layer first, then its numbers.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// What each place in the expression reads: a token, or any for `None`.
    reads: Vec<Option<usize>>,
    /// Places that may come first, and by place those that may follow.
    first: Vec<usize>,
    follow: Vec<Vec<usize>>,
    last: Vec<usize>,
    is_empty_accepted: bool,
    /// The number of pairs of places of which one may follow the other.
    pairs: usize,
}

/// The most places in an expression, repetitions written out.
pub(crate) const MOST_PLACES: usize = 10_000;

/// What an expression consists of, in words.
pub(crate) const CONSISTS_OF: &str =
    "it consists of words of the layer, numbers, `.` for any value, and `* + ? {2} {1,3} | ( )`";

/// The most pairs of places of which one may follow the other.
const MOST_PAIRS: usize = 1_000_000;

enum Tree {
    Empty,
    Token(Option<usize>),
    Sequence(Vec<Tree>),
    Choice(Vec<Tree>),
    /// At least so often, at most so often.
    Repeat(Box<Tree>, usize, Option<usize>),
}

struct Reader<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    words: &'t [String],
    depth: usize,
}

impl Pattern {
    /// Reads an expression over these words and numbers.
    ///
    /// # Errors
    /// What was found and expected.
    pub(crate) fn parse(text: &str, words: &[String]) -> Result<Pattern, String> {
        let mut reader = Reader {
            rest: text.chars().peekable(),
            words,
            depth: 0,
        };
        let tree = reader.choice()?;
        if let Some(sign) = reader.rest.next() {
            return Err(format!("found `{sign}`, expected the end or `|`"));
        }
        let mut pattern = Pattern {
            reads: Vec::new(),
            first: Vec::new(),
            follow: Vec::new(),
            last: Vec::new(),
            is_empty_accepted: false,
            pairs: 0,
        };
        let part = pattern.add(&tree)?;
        pattern.first = part.first;
        pattern.last = part.last;
        pattern.is_empty_accepted = part.empty;
        Ok(pattern)
    }

    /// The state before anything is read: no place, marked by one beyond all.
    pub(crate) fn start(&self) -> Vec<usize> {
        vec![self.reads.len()]
    }

    /// The places that may have read the token.
    pub(crate) fn step(&self, state: &[usize], token: usize) -> Vec<usize> {
        let mut next: Vec<usize> = Vec::new();
        for &place in state {
            let follow = self.follow.get(place).unwrap_or(&self.first);
            next.extend(
                follow
                    .iter()
                    .copied()
                    .filter(|&to| self.reads[to].is_none_or(|reads| reads == token)),
            );
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    pub(crate) fn is_accepting(&self, state: &[usize]) -> bool {
        state.iter().any(|&place| {
            if place == self.reads.len() {
                self.is_empty_accepted
            } else {
                self.last.contains(&place)
            }
        })
    }

    fn add(&mut self, tree: &Tree) -> Result<Ends, String> {
        Ok(match tree {
            Tree::Empty => Ends::empty(),
            Tree::Token(token) => {
                if self.reads.len() == MOST_PLACES {
                    return Err(format!(
                        "the expression is too long: at most {MOST_PLACES} places"
                    ));
                }
                self.reads.push(*token);
                self.follow.push(Vec::new());
                let place = self.reads.len() - 1;
                Ends {
                    first: vec![place],
                    last: vec![place],
                    empty: false,
                }
            }
            Tree::Sequence(trees) => {
                let mut whole = Ends::empty();
                for tree in trees {
                    let part = self.add(tree)?;
                    whole = self.chain(whole, part)?;
                }
                whole
            }
            Tree::Choice(trees) => {
                let mut whole = Ends {
                    first: Vec::new(),
                    last: Vec::new(),
                    empty: false,
                };
                for tree in trees {
                    let part = self.add(tree)?;
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                    whole.empty |= part.empty;
                }
                whole
            }
            Tree::Repeat(tree, least, most) => {
                let mut whole = Ends::empty();
                for _ in 0..*least {
                    let part = self.add(tree)?;
                    whole = self.chain(whole, part)?;
                }
                match most {
                    Some(most) => {
                        // x{0,2} is (x(x)?)?: a further one only after the one before.
                        let mut tail = Ends::empty();
                        for _ in *least..*most {
                            let part = self.add(tree)?;
                            tail = self.chain(part, tail)?;
                            tail.empty = true;
                        }
                        whole = self.chain(whole, tail)?;
                    }
                    None => {
                        let mut part = self.add(tree)?;
                        for &last in &part.last {
                            self.follow[last].extend(part.first.iter().copied());
                        }
                        part.empty = true;
                        whole = self.chain(whole, part)?;
                    }
                }
                whole
            }
        })
    }

    /// Each of these places may follow each of the others.
    fn follow_on(&mut self, last: &[usize], first: &[usize]) -> Result<(), String> {
        self.pairs += last.len() * first.len();
        if self.pairs > MOST_PAIRS {
            return Err(format!(
                "the expression leaves too much open: at most {MOST_PAIRS} pairs of places may follow each other"
            ));
        }
        for &last in last {
            self.follow[last].extend(first.iter().copied());
        }
        Ok(())
    }

    fn chain(&mut self, before: Ends, after: Ends) -> Result<Ends, String> {
        self.follow_on(&before.last, &after.first)?;
        Ok(Ends {
            first: if before.empty {
                [before.first, after.first].concat()
            } else {
                before.first
            },
            last: if after.empty {
                [before.last, after.last].concat()
            } else {
                after.last
            },
            empty: before.empty && after.empty,
        })
    }
}

/// A part of an expression: places that may be read first and last, and whether it may be nothing.
struct Ends {
    first: Vec<usize>,
    last: Vec<usize>,
    empty: bool,
}

impl Ends {
    fn empty() -> Ends {
        Ends {
            first: Vec::new(),
            last: Vec::new(),
            empty: true,
        }
    }
}

impl Reader<'_> {
    fn blank(&mut self) {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {}
    }

    fn choice(&mut self) -> Result<Tree, String> {
        self.depth += 1;
        if self.depth > 50 {
            return Err("the expression is nested too deeply".to_owned());
        }
        let mut choices = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            choices.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(Tree::Choice(choices))
    }

    fn sequence(&mut self) -> Result<Tree, String> {
        let mut parts = Vec::new();
        loop {
            self.blank();
            let Some(&sign) = self.rest.peek() else {
                break;
            };
            let atom = match sign {
                '|' | ')' => break,
                '(' => {
                    self.rest.next();
                    let inner = self.choice()?;
                    if self.rest.next() != Some(')') {
                        return Err("expected `)`".to_owned());
                    }
                    inner
                }
                '.' => {
                    self.rest.next();
                    Tree::Token(None)
                }
                c if c.is_alphanumeric() || c == '_' => self.token(&mut parts)?,
                c => {
                    return Err(format!(
                        "found `{c}`, expected a word, a number, `.` or `(`"
                    ));
                }
            };
            parts.push(self.repeated(atom)?);
        }
        Ok(if parts.is_empty() {
            Tree::Empty
        } else {
            Tree::Sequence(parts)
        })
    }

    fn repeated(&mut self, atom: Tree) -> Result<Tree, String> {
        let mut atom = atom;
        loop {
            let Some(&sign) = self.rest.peek() else {
                return Ok(atom);
            };
            let (least, most) = match sign {
                '*' => (0, None),
                '+' => (1, None),
                '?' => (0, Some(1)),
                '{' => {
                    self.rest.next();
                    let least = self.number()?;
                    let most = if self.rest.next_if_eq(&',').is_some() {
                        if self.rest.peek() == Some(&'}') {
                            None
                        } else {
                            Some(self.number()?)
                        }
                    } else {
                        Some(least)
                    };
                    if self.rest.peek() != Some(&'}') || most.is_some_and(|most| most < least) {
                        return Err("expected `}` after numbers as in `{2}` or `{1,3}`".to_owned());
                    }
                    (least, most)
                }
                _ => return Ok(atom),
            };
            self.rest.next();
            atom = Tree::Repeat(Box::new(atom), least, most);
        }
    }

    fn number(&mut self) -> Result<usize, String> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits
            .parse()
            .ok()
            .filter(|&n| n <= MOST_PLACES)
            .ok_or_else(|| format!("expected a number of at most {MOST_PLACES}"))
    }

    /// A word, a number, or words of one letter that are written without spaces, as in `CAT`: of these the last, which
    /// alone is repeated by a sign after it; those before it are added to `parts`.
    fn token(&mut self, parts: &mut Vec<Tree>) -> Result<Tree, String> {
        let mut name = String::new();
        while let Some(sign) = self.rest.next_if(|c| c.is_alphanumeric() || *c == '_') {
            name.push(sign);
        }
        let called = |name: &str| self.words.iter().position(|word| word == name);
        if let Some(word) = called(&name) {
            return Ok(Tree::Token(Some(word)));
        }
        if let Ok(number) = name.parse::<usize>()
            && number < 1_000_000
        {
            return Ok(Tree::Token(Some(self.words.len() + number)));
        }
        let mut letters = Vec::new();
        for letter in name.chars() {
            let word = called(letter.encode_utf8(&mut [0; 4])).ok_or_else(|| {
                let of = match letter.len_utf8() == name.len() {
                    true => String::new(),
                    false => format!(" in `{name}`"),
                };
                format!("found `{letter}`{of}, expected {}", self.words.join(", "))
            })?;
            letters.push(word);
        }
        let last = letters.pop();
        parts.extend(letters.into_iter().map(|word| Tree::Token(Some(word))));
        Ok(Tree::Token(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn belongs(word: &[usize], pattern: &Pattern) -> bool {
        let mut state = pattern.start();
        for &token in word {
            state = pattern.step(&state, token);
        }
        pattern.is_accepting(&state)
    }

    fn accepts(pattern: &str, word: &str) -> bool {
        let words = ["a".to_owned(), "b".to_owned()];
        let tokens: Vec<usize> = word.chars().map(|c| usize::from(c == 'b')).collect();
        belongs(&tokens, &Pattern::parse(pattern, &words).unwrap())
    }

    #[test]
    fn words_are_read() {
        for (pattern, yes, no) in [
            ("a b*", &["a", "ab", "abbb"][..], &["", "b", "aba"][..]),
            ("a? b", &["b", "ab"], &["", "a", "aab"]),
            ("(a|b b)+", &["a", "bb", "abba"], &["", "b", "abab"]),
            ("a{2}", &["aa"], &["a", "aaa"]),
            ("a{1,3} b", &["ab", "aaab"], &["b", "aaaab"]),
            ("a{2,}", &["aa", "aaaa"], &["a"]),
            (". b .", &["aba", "bbb"], &["bab", "ab"]),
            ("", &[""], &["a"]),
            ("a|", &["", "a"], &["aa"]),
            ("(a{0,2} b){2}", &["bb", "abaab"], &["b", "aaab"]),
        ] {
            for word in yes {
                assert!(accepts(pattern, word), "{pattern} {word}");
            }
            for word in no {
                assert!(!accepts(pattern, word), "{pattern} {word}");
            }
        }
        let words = ["a".to_owned()];
        for bad in [
            "(a",
            "a)",
            "a{",
            "a{3,1}",
            "c",
            "*",
            &"(".repeat(60),
            "a{10001}",
        ] {
            assert!(Pattern::parse(bad, &words).is_err(), "{bad}");
        }
        // A number is a token after the words.
        assert!(belongs(&[13, 0], &Pattern::parse("12 a", &words).unwrap()));
    }
}
