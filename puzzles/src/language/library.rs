//! Where rulebooks come from: the folder of the puzzle file, the program itself, or the puzzle file.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::link;
use super::origin;
use super::parse::{MAX_LIKE, parse};
use super::puzzle::RulebookKind;
use super::syntax::Rulebook;
use super::types;
use crate::puzzle::Kind;
use crate::read::document::block_text;
use crate::read::{BadInput, Document, Problem, Problems, Reported, Source, load_file};

/// The rulebooks that are part of the program: name and text, by name.
pub(crate) const LIBRARY: &[(&str, &str)] = &[
    ("akari", include_str!("../../rulebooks/akari.rules")),
    ("aqre", include_str!("../../rulebooks/aqre.rules")),
    ("aquarium", include_str!("../../rulebooks/aquarium.rules")),
    (
        "battleship",
        include_str!("../../rulebooks/battleship.rules"),
    ),
    (
        "block-party",
        include_str!("../../rulebooks/block-party.rules"),
    ),
    (
        "castle-wall",
        include_str!("../../rulebooks/castle-wall.rules"),
    ),
    ("cave", include_str!("../../rulebooks/cave.rules")),
    (
        "chocobanana",
        include_str!("../../rulebooks/chocobanana.rules"),
    ),
    ("chocona", include_str!("../../rulebooks/chocona.rules")),
    ("compass", include_str!("../../rulebooks/compass.rules")),
    ("coral", include_str!("../../rulebooks/coral.rules")),
    (
        "country-road",
        include_str!("../../rulebooks/country-road.rules"),
    ),
    ("creek", include_str!("../../rulebooks/creek.rules")),
    (
        "doppelblock",
        include_str!("../../rulebooks/doppelblock.rules"),
    ),
    ("fillomino", include_str!("../../rulebooks/fillomino.rules")),
    ("fivecells", include_str!("../../rulebooks/fivecells.rules")),
    ("fourcells", include_str!("../../rulebooks/fourcells.rules")),
    ("gokigen", include_str!("../../rulebooks/gokigen.rules")),
    ("hashi", include_str!("../../rulebooks/hashi.rules")),
    ("heyawake", include_str!("../../rulebooks/heyawake.rules")),
    ("hitori", include_str!("../../rulebooks/hitori.rules")),
    ("hooks", include_str!("../../rulebooks/hooks.rules")),
    (
        "japanese-sums",
        include_str!("../../rulebooks/japanese-sums.rules"),
    ),
    (
        "jigsaw-sudoku",
        include_str!("../../rulebooks/jigsaw-sudoku.rules"),
    ),
    ("kakuro", include_str!("../../rulebooks/kakuro.rules")),
    ("keen", include_str!("../../rulebooks/keen.rules")),
    ("koburin", include_str!("../../rulebooks/koburin.rules")),
    ("kropki", include_str!("../../rulebooks/kropki.rules")),
    ("kurodoko", include_str!("../../rulebooks/kurodoko.rules")),
    ("kurotto", include_str!("../../rulebooks/kurotto.rules")),
    ("lits", include_str!("../../rulebooks/lits.rules")),
    ("masyu", include_str!("../../rulebooks/masyu.rules")),
    (
        "minesweeper",
        include_str!("../../rulebooks/minesweeper.rules"),
    ),
    ("moonsun", include_str!("../../rulebooks/moonsun.rules")),
    ("nanro", include_str!("../../rulebooks/nanro.rules")),
    ("nonogram", include_str!("../../rulebooks/nonogram.rules")),
    ("norinori", include_str!("../../rulebooks/norinori.rules")),
    ("nurikabe", include_str!("../../rulebooks/nurikabe.rules")),
    (
        "nurimisaki",
        include_str!("../../rulebooks/nurimisaki.rules"),
    ),
    ("paintarea", include_str!("../../rulebooks/paintarea.rules")),
    (
        "pentominous",
        include_str!("../../rulebooks/pentominous.rules"),
    ),
    ("ripple", include_str!("../../rulebooks/ripple.rules")),
    ("roma", include_str!("../../rulebooks/roma.rules")),
    (
        "shakashaka",
        include_str!("../../rulebooks/shakashaka.rules"),
    ),
    ("shikaku", include_str!("../../rulebooks/shikaku.rules")),
    (
        "skyscrapers",
        include_str!("../../rulebooks/skyscrapers.rules"),
    ),
    (
        "slitherlink",
        include_str!("../../rulebooks/slitherlink.rules"),
    ),
    ("snake", include_str!("../../rulebooks/snake.rules")),
    (
        "statue-park",
        include_str!("../../rulebooks/statue-park.rules"),
    ),
    ("stostone", include_str!("../../rulebooks/stostone.rules")),
    ("sudoku", include_str!("../../rulebooks/sudoku.rules")),
    ("tapa", include_str!("../../rulebooks/tapa.rules")),
    ("tents", include_str!("../../rulebooks/tents.rules")),
    (
        "tetrominous",
        include_str!("../../rulebooks/tetrominous.rules"),
    ),
    (
        "twenty-four-seven",
        include_str!("../../rulebooks/twenty-four-seven.rules"),
    ),
    ("unequal", include_str!("../../rulebooks/unequal.rules")),
    ("yajilin", include_str!("../../rulebooks/yajilin.rules")),
    ("yinyang", include_str!("../../rulebooks/yinyang.rules")),
];

/// The names of the rulebooks that are part of the program.
pub(crate) fn names() -> &'static [&'static str] {
    const NAMES: [&str; LIBRARY.len()] = {
        let mut names = [""; LIBRARY.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = LIBRARY[at].0;
            at += 1;
        }
        names
    };
    &NAMES
}

/// What the rulebook of a puzzle that brings its own rules is called.
const INLINE: &str = "rules";

/// Where rulebooks are looked for: among those carried along, in a folder, then in the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf {
    /// Name and text of rulebooks that came with the puzzle.
    carried: Vec<(String, String)>,
    /// No folder for puzzles that are part of the program.
    folder: Option<PathBuf>,
    /// Name and text of those that were taken from the shelf.
    taken: RefCell<Vec<(String, String)>>,
}

impl Shelf {
    /// The rulebooks beside a puzzle file. Beside standard input are those of the working folder.
    pub(crate) fn beside(source: &Source) -> Self {
        if crate::embedded::find(&source.name) == Some(&source.text) || link::is_meant(&source.name)
        {
            return Self::library();
        }
        Self {
            folder: Path::new(&source.name).parent().map(Path::to_owned),
            ..Self::default()
        }
    }

    /// These rulebooks, and those of the program.
    pub(crate) fn carrying(rulebooks: &[(String, String)]) -> Self {
        Self {
            carried: rulebooks.to_vec(),
            ..Self::default()
        }
    }

    /// Only the rulebooks of the program.
    pub(crate) fn library() -> Self {
        Self::default()
    }

    /// The rulebooks of the working folder.
    pub(crate) fn of_working_folder() -> Self {
        Self {
            folder: Some(PathBuf::new()),
            ..Self::default()
        }
    }

    /// Name and text of the rulebooks that were taken from the shelf so far, by name.
    pub(crate) fn taken(&self) -> Vec<(String, String)> {
        let mut taken = self.taken.borrow().clone();
        taken.sort();
        taken.dedup();
        taken
    }

    /// The text of the rulebook of this name, if there is one.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub(crate) fn text(&self, name: &str) -> Option<Result<Source, BadInput>> {
        let found = self.look_for(name);
        if let Some(Ok(source)) = &found {
            let taken = (name.to_owned(), source.text.clone());
            self.taken.borrow_mut().push(taken);
        }
        found
    }

    fn look_for(&self, name: &str) -> Option<Result<Source, BadInput>> {
        let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(is_plain) {
            return None;
        }
        let file = format!("{name}.rules");
        if let Some((_, text)) = self.carried.iter().find(|(known, _)| known == name) {
            return Some(Ok(Source {
                name: file,
                text: text.clone(),
            }));
        }
        if let Some(folder) = &self.folder {
            let path = folder.join(&file);
            if path.is_file() {
                return Some(load_file(&path.to_string_lossy()));
            }
        }
        let (_, text) = LIBRARY.iter().find(|(known, _)| *known == name)?;
        Some(Ok(Source {
            name: file,
            text: (*text).to_owned(),
        }))
    }

    /// The rulebook of this name as a kind, if there is one.
    pub(crate) fn kind(
        &self,
        name: &str,
        problems: &mut Problems,
    ) -> Option<Result<Arc<RulebookKind>, Reported>> {
        Some(match self.text(name)? {
            Ok(source) => self.kind_in(name, source, problems),
            Err(bad) => {
                problems.take_over(bad.problems, &Arc::new(bad.source));
                Err(Reported)
            }
        })
    }

    /// The kind of a rulebook's text.
    pub(crate) fn kind_in(
        &self,
        name: &str,
        source: Source,
        problems: &mut Problems,
    ) -> Result<Arc<RulebookKind>, Reported> {
        let source = Arc::new(source);
        let mut own = Problems::default();
        let mut book = self.parse(&source.text, 0, &[name], &mut own);
        name.clone_into(&mut book.name);
        if own.is_empty() {
            let kind = RulebookKind::new(Arc::new(book), Arc::clone(&source), &mut own);
            if own.is_empty() {
                return Ok(Arc::new(kind));
            }
        } else if own.len() == book.unread {
            types::check_the_rest(&book, &mut own);
        }
        problems.take_over(own, &source);
        Err(Reported)
    }

    /// The kind of a puzzle file that names a rulebook or brings its own rules; `None` if it does neither.
    pub(crate) fn kind_of(
        &self,
        document: &Document<'_>,
        problems: &mut Problems,
    ) -> Option<Result<Arc<dyn Kind>, Reported>> {
        let entries = document.entries();
        let Some(rules) = entries.get("rules") else {
            let name = entries.get("kind")?.get_ref().as_str()?;
            let kind = self.kind(name.trim(), problems)?;
            return Some(kind.map(|kind| kind as Arc<dyn Kind>));
        };
        let before = problems.len();
        if let Some(kind) = entries.get("kind") {
            problems.push(
                Problem::new(
                    kind.span(),
                    "a kind beside rules",
                    "expected either `kind = \"…\"` or `rules = '''…'''`",
                )
                .help("`like NAME` in the rules takes over a rulebook"),
            );
        }
        let piece = match block_text(&document.source.text, "rules", rules, problems) {
            Some(piece) => piece,
            None => return Some(Err(Reported)),
        };
        let mut book = self.parse(piece.text, piece.at, &[INLINE], problems);
        book.name = INLINE.to_owned();
        if problems.len() > before {
            if problems.len() == before + book.unread {
                types::check_the_rest(&book, problems);
            }
            return Some(Err(Reported));
        }
        let source = Arc::new(document.source.clone());
        let kind = RulebookKind::new(Arc::new(book), source, problems);
        Some(if problems.len() > before {
            Err(Reported)
        } else {
            Ok(Arc::new(kind))
        })
    }

    /// Parses a rulebook that begins at byte `at` of its file. `chain` is its name after those that extend it.
    fn parse(&self, text: &str, at: usize, chain: &[&str], problems: &mut Problems) -> Rulebook {
        let of_parents = RefCell::new(Problems::default());
        let library = |name: &str| {
            let mut problems = of_parents.borrow_mut();
            let chain = [chain, &[name]].concat();
            if chain[..chain.len() - 1].contains(&name) {
                let circle = chain.join("` extends `");
                problems.push(Problem::without_place(format!("a circle: `{circle}`")));
                return Some(Rulebook::default());
            }
            if chain.len() > MAX_LIKE {
                problems.push(Problem::without_place(format!(
                    "more than {MAX_LIKE} rulebooks extend each other: `{}`",
                    chain.join("`, `")
                )));
                return Some(Rulebook::default());
            }
            match self.text(name)? {
                Err(bad) => {
                    problems.take_over(bad.problems, &Arc::new(bad.source));
                    Some(Rulebook::default())
                }
                Ok(source) => {
                    let source = Arc::new(source);
                    let at = origin::beginning(chain.len() - 1);
                    let mut own = Problems::default();
                    let mut book = self.parse(&source.text, at, &chain, &mut own);
                    name.clone_into(&mut book.name);
                    let of_own = |mut problem: Problem| {
                        if problem.source.is_none() {
                            problem.span = problem
                                .span
                                .map(|span| span.start - at..span.end.saturating_sub(at));
                        }
                        problem
                    };
                    problems.take_over(own.map(of_own), &source);
                    book.extended.insert(0, source);
                    Some(book)
                }
            }
        };
        let book = parse(text, at, &library, problems);
        problems.append(of_parents.into_inner());
        book
    }
}
