//! Random formulas as trees, so that a failing one can be shrunk.

/// What a part of a formula is: parts of one sort can stand for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Test,
    Number,
    Atom(&'static str),
    Place(&'static str),
    Phrase(&'static str),
    List,
    Other,
}

/// Words that belong to `shape of …`.
const AS_IT_STANDS: &str = " as it stands";

/// A formula or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) sort: Sort,
    parts: Vec<Fragment>,
}

#[derive(Clone, Debug)]
enum Fragment {
    Text(String),
    Tree(Tree),
}

impl Tree {
    /// A tree from a text in which each `%` stands for the next of `children`.
    pub(super) fn new(sort: Sort, text: &str, children: impl IntoIterator<Item = Tree>) -> Self {
        let mut children = children.into_iter();
        let mut parts = Vec::new();
        for (number, piece) in text.split('%').enumerate() {
            if number > 0 {
                parts.push(Fragment::Tree(children.next().expect("a tree for each %")));
            }
            if !piece.is_empty() {
                parts.push(Fragment::Text(piece.to_owned()));
            }
        }
        assert!(children.next().is_none(), "{text}");
        Self { sort, parts }
    }

    pub(super) fn leaf(sort: Sort, text: &str) -> Self {
        Self::new(sort, text, [])
    }

    pub(super) fn text(&self) -> String {
        let pieces = self.parts.iter().map(|part| match part {
            Fragment::Text(text) => text.clone(),
            Fragment::Tree(tree) => tree.text(),
        });
        pieces.collect()
    }

    /// Whether a name occurs in it as a word.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.parts.iter().any(|part| match part {
            Fragment::Text(text) => words(text).any(|word| word == name),
            Fragment::Tree(tree) => tree.mentions(name),
        })
    }

    /// The same tree with other names.
    pub(super) fn renamed(&self, names: &[(String, String)]) -> Self {
        let parts = self.parts.iter().map(|part| match part {
            Fragment::Text(text) => {
                // There, `it` is no name.
                let parts = text.split(AS_IT_STANDS).map(|part| {
                    let renamed = words(part).map(|word| {
                        let known = names.iter().find(|(old, _)| old == word);
                        known.map_or(word, |(_, new)| new)
                    });
                    renamed.collect::<String>()
                });
                Fragment::Text(parts.collect::<Vec<_>>().join(AS_IT_STANDS))
            }
            Fragment::Tree(tree) => Fragment::Tree(tree.renamed(names)),
        });
        Self {
            sort: self.sort,
            parts: parts.collect(),
        }
    }

    fn children(&self) -> impl Iterator<Item = &Tree> {
        self.parts.iter().filter_map(|part| match part {
            Fragment::Tree(tree) => Some(tree),
            Fragment::Text(_) => None,
        })
    }

    fn below(&self, sort: Sort, into: &mut Vec<Tree>) {
        for child in self.children() {
            if child.sort == sort {
                into.push(child.clone());
            }
            child.below(sort, into);
        }
    }

    /// Simpler trees: each part replaced by one below it, or by a plain one of its sort.
    pub(super) fn simpler(&self) -> Vec<Tree> {
        let mut found = Vec::new();
        let plain: &[&str] = match self.sort {
            Sort::Test => &["1 = 1", "1 = 2"],
            Sort::Number => &["1", "0", "2"],
            Sort::Atom("cell") => &["c1", "(first cell in grid)"],
            Sort::Place("cell") | Sort::Phrase("cell") => &["cells"],
            Sort::Place("link") | Sort::Phrase("link") => &["links"],
            Sort::Place("edge") | Sort::Phrase("edge") => &["edges"],
            _ => &[],
        };
        let own = self.text();
        let plain = plain.iter().filter(|text| text.len() < own.len());
        found.extend(plain.map(|text| Tree::leaf(self.sort, text)));
        self.below(self.sort, &mut found);
        for (at, part) in self.parts.iter().enumerate() {
            if let Fragment::Tree(child) = part {
                for simpler in child.simpler() {
                    let mut copy = self.clone();
                    copy.parts[at] = Fragment::Tree(simpler);
                    found.push(copy);
                }
            }
        }
        found
    }
}

/// A text cut into words and what is between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let cuts = text.char_indices().zip(text.chars().skip(1));
    let ends = cuts.filter_map(move |((at, c), next)| {
        (!is_part_of_word(c) || !is_part_of_word(next)).then_some(at + c.len_utf8())
    });
    let mut from = 0;
    ends.chain([text.len()])
        .map(move |end| &text[std::mem::replace(&mut from, end)..end])
}
