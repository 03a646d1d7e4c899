//! An empty puzzle of a rulebook, of a size that puzzles of its kind usually have.

use std::sync::Arc;

use crate::document::{BadInput, Document};
use crate::language::kind::RulebookKind;
use crate::language::library::Shelf;
use crate::language::loaded::examples;
use crate::read::{Problems, Source, of_genre, parse, parse_on};

/// The size of an empty puzzle of a rulebook that has no puzzle to go by.
const DEFAULT_SIZE: (usize, usize) = (9, 9);

/// What puzzles of a genre usually look like: the embedded one, or else the example of the rulebook.
struct Usual {
    size: Option<(usize, usize)>,
    source: Source,
}

impl Usual {
    fn of(kind: &Arc<RulebookKind>) -> Self {
        let embedded = of_genre(kind.name()).and_then(|source| {
            let loaded = parse(&source).ok()?;
            Some((source, loaded.puzzle.size()))
        });
        match embedded {
            Some((source, size)) => Self {
                size: Some(size),
                source,
            },
            None => {
                let example = examples(kind).into_iter().next().and_then(Result::ok);
                Self {
                    size: example.map(|loaded| loaded.puzzle.size()),
                    source: Source {
                        name: kind.name().to_owned(),
                        text: kind.starter().to_owned(),
                    },
                }
            }
        }
    }

    /// The value of a key as the file writes it.
    fn value(&self, key: &str) -> Option<String> {
        let document = Document::parse(&self.source, &mut Problems::default())?;
        let span = document.entries().get(key)?.span();
        self.source.text.get(span).map(str::to_owned)
    }
}

/// The file of an empty puzzle of this size, of the usual one if none is given.
///
/// # Errors
/// The size, and why there is none: not every size is valid, and a rulebook may require more than an empty grid.
pub(crate) fn blank(
    kind: &Arc<RulebookKind>,
    size: Option<(usize, usize)>,
    shelf: &Shelf,
) -> Result<Source, ((usize, usize), BadInput)> {
    let usual = Usual::of(kind);
    let size = size.or(usual.size).unwrap_or(DEFAULT_SIZE);
    let source = Source {
        name: "the empty puzzle".to_owned(),
        text: kind.blank(size, &|key| usual.value(key)),
    };
    match parse_on(&source, shelf) {
        Ok(_) => Ok(source),
        Err(problems) => Err((size, BadInput { source, problems })),
    }
}
