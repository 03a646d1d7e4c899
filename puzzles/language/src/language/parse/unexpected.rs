//! What is said of a word or sign that cannot stand where it does.

use super::super::syntax::{Expr, Node, Noun, Phrase, Predicate, Qualifier};
use super::super::token::{Placed, Token};
use super::phrase::{NOUNS, QUALIFIERS, opening};
use super::short::coordinates;
use super::{Input, Read, Unread, is_reserved, of_a_value, otherwise, reserved_word_near};
use crate::document::{Problem, known_words, near_word};

/// Reserved words that are values by themselves.
const VALUES: [&str; 10] = [
    "border",
    "columns",
    "down",
    "grid",
    "horizontal",
    "left",
    "right",
    "rows",
    "up",
    "vertical",
];

impl Input<'_> {
    /// Reports what comes next as unexpected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Unread {
        let found = match self.peek() {
            None => "the line ends here".to_owned(),
            Some(Token::Word(word)) => format!("found `{word}`"),
            Some(Token::Number(number)) => format!("found `{number}`"),
            Some(Token::Text(_)) => "found a text in quotes".to_owned(),
            Some(Token::Sign(sign)) => format!("found `{sign}`"),
            Some(Token::Unknown(sign)) if sign.is_control() => {
                format!("found `{}`", sign.escape_default())
            }
            Some(Token::Unknown(sign)) => format!("found `{sign}`"),
        };
        let problem = Problem::new(
            self.here(),
            format!("expected {expected}"),
            format!("{found}, expected {expected}"),
        );
        let problem = match self.help(expected) {
            Some(help) => problem.help(help),
            None => problem,
        };
        self.problem(problem)
    }

    /// How to say what is probably meant here.
    fn help(&self, expected: &str) -> Option<String> {
        let owned = |help: Option<&'static str>| help.map(str::to_owned);
        owned(self.sign_otherwise())
            .or_else(|| owned(self.turned_round()))
            .or_else(|| self.after_plural())
            .or_else(|| self.after_same())
            .or_else(|| self.named_late(expected))
            .or_else(|| self.number_before_noun())
            .or_else(|| self.computed_number(expected))
            .or_else(|| self.named_material(expected))
            .or_else(|| owned(self.at_a_joint(expected)))
            .or_else(|| self.sized())
            .or_else(|| self.after_unknown())
            .or_else(|| self.called_as_function())
            .or_else(|| self.without_is())
            .or_else(|| owned(self.said_otherwise()))
            .or_else(|| self.after_misspelt())
    }

    /// The word so many before the next one.
    fn word_before(&self, back: usize) -> &str {
        match self.before(back) {
            Some(Token::Word(word)) => word,
            _ => "",
        }
    }

    /// Help for sentences whose parts stand in another order here.
    fn turned_round(&self) -> Option<&'static str> {
        let before = [3, 2, 1].map(|back| self.word_before(back));
        let earlier = self.read().windows(2);
        let said = |first: &[&str], second: &str| {
            let word = |placed: &Placed| match &placed.token {
                Token::Word(word) => word.clone(),
                _ => "".into(),
            };
            let is_said =
                |pair: &[Placed]| first.contains(&&*word(&pair[0])) && *word(&pair[1]) == *second;
            earlier.clone().any(is_said)
        };
        Some(match (before, self.word()) {
            (_, None) if self.peek().is_none() && said(&["in", "of", "on", "for"], "each") => {
                "begin with it, as in `each row r: exactly 1 shaded cell in r`"
            }
            (_, None) if self.peek().is_none() && said(&["is", "are"], "at") => {
                "compare numbers by signs: `n >= 2`, `n <= 2`"
            }
            ([.., "one"], Some("group" | "area" | "region" | "piece")) => {
                "write `shaded cells are connected`"
            }
            (before, _) if before.contains(&"there") => {
                "leave `there is` out: `some shaded cell in r`, `exactly 2 shaded cells in r`"
            }
            (_, Some("if")) if self.word_at(1) == Some("and") => "write `a exactly when b`",
            (_, Some("if" | "when")) => "the condition comes first: `if a then b`",
            ([.., "all"], Some(_)) if matches!(self.word_at(1), Some("different" | "equal")) => {
                "the layer comes after it: `all different digit in r`"
            }
            ([.., "divisible"], Some("by")) => "write `7 divides n`, or `n mod 7 = 0`",
            ([.., "diagonal"], Some("neighbour" | "neighbours")) => {
                "`contacts of c` share a side or a corner with it: those that are no neighbours are diagonal"
            }
            ([.., "equal"], Some("to")) => "write `a = b`, or `a != b`",
            (["run", _, "of"] | [.., "runs", "of"], Some("equal")) => {
                "take the runs of each value: `value k from 1 to 9, run n of (cells where digit of it = k) in r`"
            }
            _ => return None,
        })
    }

    /// Help for `in` and `and` where they join nothing, and at the end.
    fn at_a_joint(&self, expected: &str) -> Option<&'static str> {
        Some(match (self.word_before(1), self.word()) {
            ("distinct", None) if self.is_done() => "write `all different digit in r`",
            ("form", _) => return otherwise("form"),
            // `max of digit in r`
            (_, Some("in"))
                if matches!(self.word_before(3), "max" | "maximum" | "min" | "minimum") =>
            {
                return otherwise(self.word_before(3));
            }
            ("value" | "values", Some("in")) => {
                "`digit of c` is a value of a layer; those in a place: `all different digit in r`"
            }
            (_, Some("in")) if expected.starts_with("`and`") => {
                "write `x is in P` of a place that contains x, `x is one of 1, 2` of single values"
            }
            ("row" | "column", Some("and")) => "a row or a column is a `line`: `each line l: …`",
            (_, Some("and")) if expected.starts_with("`:` and what holds") => {
                "separate what a rule is about by commas: `each row r, column c: …`"
            }
            _ => return None,
        })
    }

    /// Help for `each cell with start c: …`.
    fn named_late(&self, expected: &str) -> Option<String> {
        let name = self.word().filter(|word| !is_reserved(word))?;
        let ends = match self.peek_at(1) {
            Some(Token::Sign(":" | ",")) => true,
            Some(Token::Word(word)) => matches!(&**word, "is" | "has" | "are" | "have"),
            _ => false,
        };
        let is_late = ends && expected.starts_with("`:` and what holds");
        is_late.then(|| {
            format!("a name comes right after the noun, as in `each cell {name} with number: …`")
        })
    }

    /// Help for `exactly k - 1 cells`.
    fn computed_number(&self, expected: &str) -> Option<String> {
        let Some(Token::Sign(sign @ ("+" | "-" | "*" | "/"))) = self.peek() else {
            return None;
        };
        let (quantifier, number) = (self.word_before(2), self.word_before(1));
        let is_counted = matches!(quantifier, "exactly" | "least" | "most");
        (is_counted && expected.starts_with("a noun")).then(|| {
            format!("a computed number is put in parentheses: `{quantifier} ({number} {sign} …)`")
        })
    }

    /// Help for `run n of cells c where …`.
    fn named_material(&self, expected: &str) -> Option<String> {
        let name = self.word().filter(|name| !is_reserved(name))?;
        let noun = self.word_before(1);
        let before = self.read().iter().rev().map(|placed| match &placed.token {
            Token::Word(word) => &**word,
            _ => "",
        });
        let mut before = before.skip_while(|word| *word != "of").skip(1).take(2);
        let is_of_groups = before.any(|word| matches!(word, "run" | "runs" | "group" | "groups"));
        let is_named = expected.starts_with("`:`") && opening(noun).is_some() && is_of_groups;
        is_named
            .then(|| format!("put what they are made of in parentheses: `({noun} {name} where …)`"))
    }

    /// Help for `first i cells in r`, `first filled cell in r` and `column columns`.
    fn number_before_noun(&self) -> Option<String> {
        let end = self.word_before(2);
        let number = self.word_before(1);
        let adjectives = self.vocabulary.adjectives.iter();
        let known: Vec<&str> = adjectives.map(|name| &**name).collect();
        let is_number = matches!(end, "first" | "last")
            && self.is_noun(0)
            && !is_reserved(number)
            && near_word(number, &known).is_none();
        let noun = self.word().unwrap_or_default();
        let in_parentheses = |told: String| {
            format!("a number that is not written out is put in parentheses: `{told}`")
        };
        if matches!(number, "row" | "column") && matches!(noun, "rows" | "columns") {
            return Some(in_parentheses(format!("{number} ({noun})")));
        }
        if is_number && !noun.ends_with('s') {
            return Some(format!(
                "there is no adjective `{number}`; `define {number} c: …` says where it fits"
            ));
        }
        is_number.then(|| in_parentheses(format!("{end} ({number}) {noun}")))
    }

    /// Help for `2x2` and `2 by 2` before a noun.
    fn sized(&self) -> Option<String> {
        let Some(Token::Number(rows)) = self.peek() else {
            return None;
        };
        let columns = match (self.word_at(1)?, self.peek_at(2)) {
            ("by", Some(token)) => match token {
                Token::Number(columns) => columns.to_string(),
                _ => return None,
            },
            (word, _) => {
                let columns = word.strip_prefix('x')?;
                columns.parse::<u32>().ok()?.to_string()
            }
        };
        Some(format!("write `block b of {rows} by {columns}`"))
    }

    /// Help for a sign of other languages, of which a part may have been read.
    fn sign_otherwise(&self) -> Option<&'static str> {
        let before = match self.before(1) {
            Some(Token::Sign(sign)) => *sign,
            _ => "",
        };
        Some(match (before, self.peek()?) {
            (_, Token::Unknown('"')) => "a text begins and ends with \" on one line",
            (_, Token::Unknown('{')) => {
                "several values are written without braces: `x is one of 1, 2`"
            }
            ("=", Token::Sign("=")) => "one `=` is enough: `a = b`",
            ("<", Token::Sign(">")) => "write `a != b`",
            ("=", Token::Sign("<")) => "write `a <= b`",
            ("-", Token::Sign(">")) if self.before(2) == Some(&Token::Sign("<")) => {
                "write `a exactly when b`"
            }
            ("=" | "-", Token::Sign(">")) => "write `if a then b`; `a >= b` compares numbers",
            ("<", Token::Sign("=")) | ("<=" | "<", Token::Sign(">" | "-")) => {
                "write `a exactly when b`"
            }
            (_, Token::Unknown('%')) => "write `n mod 2`",
            (_, Token::Unknown('&')) | (_, Token::Sign(";")) => "write `and`",
            (_, Token::Unknown('|')) => {
                "write `or`; `abs(n)` is a number without its sign, `size of r` the number of cells"
            }
            (_, Token::Unknown('!' | '¬')) => "write `not`, or `a != b`",
            (_, Token::Unknown('≠')) => "write `!=`",
            (_, Token::Unknown('≤')) => "write `<=`",
            (_, Token::Unknown('≥')) => "write `>=`",
            (_, Token::Unknown('×' | '·')) => "write `*`",
            (_, Token::Unknown('−' | '–')) => "write `-`",
            (_, Token::Unknown('“' | '”' | '„')) => "write straight quotes: \"…\"",
            _ => return None,
        })
    }

    /// Help for a parenthesis after a layer or definition, or for the argument of a definition without `of`.
    fn called_as_function(&self) -> Option<String> {
        match (self.before(1)?, self.peek()) {
            (Token::Word(word), Some(Token::Sign("("))) => {
                let known = &self.vocabulary;
                let is_known =
                    known.layers.contains(&**word) || known.definitions.contains_key(&**word);
                is_known
                    .then(|| format!("use `of` for what belongs to something, as in `{word} of c`"))
            }
            (Token::Word(word), Some(Token::Word(argument)))
                if self.vocabulary.definitions.contains_key(&**word) && !is_reserved(argument) =>
            {
                Some(of_a_value(word, argument))
            }
            _ => None,
        }
    }

    /// Help for a predicate after something that could be its subject.
    fn without_is(&self) -> Option<String> {
        let word = self.word()?;
        let is_subject = match self.before(1)? {
            Token::Word(before) => {
                !matches!(&**before, "is" | "are" | "not" | "by") && otherwise(before).is_none()
            }
            Token::Number(_) | Token::Sign(")") => true,
            _ => false,
        };
        let is_predicate = matches!(word, "connected" | "inside" | "symmetric" | "told")
            || self.vocabulary.adjectives.contains(word);
        (is_subject && is_predicate).then(|| format!("write `is {word}` or `are {word}`"))
    }

    /// Help after the plural of a layer: `digits in r are distinct`.
    fn after_plural(&self) -> Option<String> {
        let layer = self.singular(self.word_before(1))?;
        Some(format!(
            "`{layer} of c` is one value; of those in a place say `all different {layer} in r`, `sum {layer} in r`"
        ))
    }

    /// The layer of which this is the plural, if it is no word itself.
    fn singular<'w>(&self, word: &'w str) -> Option<&'w str> {
        let known = &self.vocabulary;
        if known.layers.contains(word) || is_reserved(word) {
            return None;
        }
        let singulars = [word.strip_suffix('s'), word.strip_suffix("es")];
        let mut layers = singulars.into_iter().flatten();
        layers.find(|layer| known.layers.contains(*layer))
    }

    /// Help for `the same row`.
    fn after_same(&self) -> Option<String> {
        let noun = self.word().filter(|_| self.is_noun(0))?;
        (self.word_before(1) == "same")
            .then(|| format!("name it first: `each {noun} r, pair a, b of cells in r: …`"))
    }

    /// Help for a noun after a word that nothing declares.
    fn after_unknown(&self) -> Option<String> {
        let Token::Word(word) = self.before(1)? else {
            return None;
        };
        if !self.is_noun(0) || is_reserved(word) || otherwise(word).is_some() {
            return None;
        }
        if matches!(&**word, "a" | "an") && self.word_before(2) == "is" {
            let help = "leave the article out; to ask whether a cell is one of several, write `b is in neighbours of c`";
            return Some(help.to_owned());
        }
        let mut known: Vec<&str> = self
            .vocabulary
            .adjectives
            .iter()
            .map(|name| &**name)
            .collect();
        known.sort_unstable();
        Some(format!(
            "`{word}` is no word of a layer; {}",
            known_words(word, &known)
        ))
    }

    /// Help after a word that is almost one of the language: `exacly 1 shaded cell in r`.
    fn after_misspelt(&self) -> Option<String> {
        let word = self.word_before(1);
        let known = &self.vocabulary;
        let is_declared = known.layers.contains(word)
            || known.adjectives.contains(word)
            || known.definitions.contains_key(word);
        if is_declared || is_reserved(word) || otherwise(word).is_some() {
            return None;
        }
        reserved_word_near(word).map(|near| format!("did you mean `{near}` instead of `{word}`?"))
    }

    /// Help for the word that is unexpected, or for the one before it, after which it is.
    fn said_otherwise(&self) -> Option<&'static str> {
        let known = &self.vocabulary;
        let is_declared = |word: &str| {
            known.layers.contains(word)
                || known.adjectives.contains(word)
                || known.definitions.contains_key(word)
        };
        let help = |token: &Token| match token {
            Token::Word(word) if !is_declared(word) => otherwise(word),
            _ => None,
        };
        let next = self.peek().and_then(help);
        next.or_else(|| self.before(1).and_then(help))
    }

    /// Refuses words that join parts of a formula where a part should begin.
    pub(super) fn begins_a_value(&mut self, word: &str) -> Read<()> {
        let joins = matches!(
            word,
            "and"
                | "are"
                | "by"
                | "has"
                | "have"
                | "in"
                | "is"
                | "of"
                | "or"
                | "otherwise"
                | "then"
                | "to"
                | "when"
        ) || QUALIFIERS.contains(&word) && !VALUES.contains(&word);
        let called = self.word_at(1) == Some("of");
        if !joins || called || !is_reserved(word) {
            return Ok(());
        }
        let problem = Problem::new(
            self.here(),
            "expected a formula, a number or a place",
            format!("found `{word}`, expected a formula, a number or a place"),
        );
        let help = match word {
            "in" | "on" => {
                "say first of which places, as in `each row r: exactly 1 shaded cell in r`"
                    .to_owned()
            }
            _ => format!("`{word}` needs something before it"),
        };
        Err(self.problem(problem.help(help)))
    }

    /// Refuses `each … where some …: …` to whose `some` the rest of the rule belongs.
    pub(super) fn not_after_where(&mut self, phrases: &[Phrase]) -> Read<()> {
        let qualifier = phrases.last().and_then(|phrase| phrase.qualifiers.last());
        let Some(Qualifier::Where(condition)) = qualifier else {
            return Ok(());
        };
        let is_over = self.is_done() || self.is_sign(")");
        if !is_over || !matches!(condition.node, Node::Quantified(_, _, Some(_))) {
            return Ok(());
        }
        let problem = Problem::new(
            condition.span.clone(),
            "the rest of the rule belongs to what follows `where`",
            "expected `:` and the rest after it",
        );
        Err(self.problem(problem.help(
            "put the condition in parentheses, as in `each cell c where (some shaded neighbour of c): …`",
        )))
    }

    /// Refuses a defined adjective of cells in the plural: it may be about each, or about all together.
    pub(super) fn not_of_all(&mut self, subject: &Expr, predicate: &Predicate) -> Read<()> {
        let (Node::Phrase(phrase), Predicate::Adjective(word, _)) = (&subject.node, predicate)
        else {
            return Ok(());
        };
        let name = &word.name;
        if !phrase.is_of_atoms() || self.vocabulary.definitions.get(name) != Some(&1) {
            return Ok(());
        }
        let problem = Problem::new(
            word.span.clone(),
            format!("`{name}` of each, or of all together?"),
            "found it after `are`, which leaves this open",
        );
        Err(self.problem(problem.help(format!(
            "`each cell … is {name}` is about each of them, `let p be cells …: p is {name}` about all of them"
        ))))
    }

    /// Refuses a noun in the singular alone, such as `row` in `shaded cells in row`: it would be about all rows at once.
    /// `word` is the first of the phrase.
    pub(super) fn says_which(&mut self, word: &str, phrase: &Phrase) -> Read<()> {
        // `column columns` is a line with a number; that has its own message.
        let is_numbered = self.word().is_some_and(|next| VALUES.contains(&next));
        if !phrase.is_whole() || !phrase.variables.is_empty() || is_numbered {
            return Ok(());
        }
        let is_singular = match &phrase.noun {
            Noun::Regions(name) => *name.name == *word,
            Noun::Atoms(_)
            | Noun::Lines(_)
            | Noun::Block(..)
            | Noun::Box(..)
            | Noun::Group(..)
            | Noun::Run(_) => NOUNS.iter().any(|(singular, ..)| word == *singular),
            _ => false,
        };
        if !is_singular {
            return Ok(());
        }
        let problem = Problem::new(
            phrase.span.clone(),
            format!("which {word}?"),
            "nothing says which one is meant",
        );
        Err(self.problem(problem.help(format!(
            "say it of each, as in `each {word} x: … x …`, or of the first, as in `first {word}`"
        ))))
    }

    /// Refuses more than a word after `until`, such as `until a number` and `until cells with number`.
    pub(super) fn ends_a_view(&mut self) -> Read<()> {
        let found = match self.word() {
            Some(word @ ("a" | "an" | "the" | "with" | "without")) => word.to_owned(),
            Some(word) if self.is_noun(0) && !self.vocabulary.layers.contains(word) => {
                word.to_owned()
            }
            _ => return Ok(()),
        };
        let problem = Problem::new(
            self.here(),
            "`until` takes one word",
            format!("found `{found}`, expected an adjective or the name of a layer"),
        );
        Err(self.problem(problem.help(
            "say what ends the view, as in `until shaded`, or the layer that has a value there, as in `until number`",
        )))
    }

    /// Refuses `has exactly 1 …`, `has 2 …`, which English allows.
    pub(super) fn not_counted(&mut self) -> Read<()> {
        let found = match self.peek() {
            Some(Token::Word(word)) => word.clone(),
            Some(Token::Number(number)) => number.to_string(),
            _ => return Ok(()),
        };
        let counts = matches!(
            &*found,
            "some" | "exactly" | "at" | "one" | "each" | "a" | "an"
        ) || matches!(self.peek(), Some(Token::Number(_)));
        if !counts || self.vocabulary.layers.contains(&*found) {
            return Ok(());
        }
        let problem = Problem::new(
            self.here(),
            "`has` asks for a value of a layer",
            format!("found `{found}`, expected the name of a layer"),
        );
        Err(self.problem(problem.help(
            "count what is `in` a place or `of` a cell, as in `each row r: exactly 2 shaded cells in r`, `each cell c: some drawn link of c`",
        )))
    }

    /// Refuses `cell r1c1`: a variable of this name would be any cell.
    pub(super) fn not_a_cell(&mut self) -> Read<()> {
        let Some(word) = self.word().filter(|word| coordinates(word).is_some()) else {
            return Ok(());
        };
        let problem = Problem::new(
            self.here(),
            format!("`{word}` is the name of a cell"),
            "expected another name for a variable",
        );
        Err(self.problem(problem.help(format!("leave the noun out: `{word} is …`"))))
    }

    /// Refuses `pair of cells a, b`.
    pub(super) fn not_named_after(&mut self, inner: &Phrase) -> Read<()> {
        let [first] = &inner.variables[..] else {
            return Ok(());
        };
        let (true, Some(second)) = (self.is_sign(","), self.word_at(1)) else {
            return Ok(());
        };
        let problem = Problem::new(
            first.span.clone(),
            "the names of a pair come before `of`",
            "expected no name here",
        );
        let help = format!("write `pair {}, {second} of …`", first.name);
        Err(self.problem(problem.help(help)))
    }

    /// A word after a comma where a phrase is meant, which follows on one about `first`.
    pub(super) fn not_another(&mut self, word: &str, first: &str) -> Unread {
        let help = match word {
            "given" | "optional" => {
                "put the values in parentheses: `1..(count cells without hole), given`".to_owned()
            }
            "each" | "some" | "no" => {
                format!("leave `{word}` out after the comma: `each row r, column c: …`")
            }
            _ => format!(
                "each name needs a noun of its own: `cells {first}, cells {word}`; or `pair {first}, {word} of cells` for each pair once"
            ),
        };
        let problem = Problem::new(
            self.here(),
            format!("`{word}` is not a noun"),
            "expected a noun after the comma, such as `cell` or `row`",
        );
        self.problem(problem.help(help))
    }

    /// A word where a noun is expected, perhaps after adjectives.
    pub(super) fn not_a_noun(&mut self, word: &str) -> Unread {
        if let Some(problem) = self.without_noun(word) {
            return self.problem(problem);
        }
        let known: Vec<&str> = NOUNS
            .iter()
            .map(|(singular, ..)| *singular)
            .chain(self.vocabulary.regions.iter().map(|name| &**name))
            .chain(self.vocabulary.adjectives.iter().map(|name| &**name))
            .collect();
        let help = match otherwise(word) {
            _ if self.vocabulary.layers.contains(word) => format!(
                "`{word}` is a layer: a rule is about `each cell c` and `{word} of c`, about `each cell c with {word}`, or about `each value k from 1 to 9`"
            ),
            Some(help) => help.to_owned(),
            None => known_words(word, &known),
        };
        let problem = Problem::new(
            self.here(),
            format!("`{word}` is not a noun"),
            "expected an adjective or a noun such as `cell` or `row`",
        );
        self.problem(problem.help(help))
    }

    /// An adjective after which the noun is missing: `exactly 1 shaded in r`.
    fn without_noun(&self, word: &str) -> Option<Problem> {
        let before = self.read().last()?;
        let Token::Word(adjective) = &before.token else {
            return None;
        };
        let follows = QUALIFIERS.contains(&word) || matches!(word, "is" | "are" | "has" | "have");
        if !follows || !self.vocabulary.adjectives.contains(&**adjective) {
            return None;
        }
        let problem = Problem::new(
            before.span.clone(),
            format!("`{adjective}` without a noun"),
            "expected a noun after it, such as `cell`",
        );
        Some(problem.help(format!("write `{adjective} cell`")))
    }
}
