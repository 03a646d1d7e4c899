//! Where rulebooks come from: the folder of the puzzle file, the program itself, or the puzzle file.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::genres::{self, LIBRARY};
use super::kind::RulebookKind;
use super::origin;
use super::parse::{MAX_LIKE, parse};
use super::syntax::Rulebook;
use super::types;
use crate::document::block_text;
use crate::document::{BadInput, Document, Problem, Problems, Reported, Source, load_file};

/// The name of the rulebook of a puzzle with inline rules.
const INLINE: &str = "rules";

/// Whether this can be the name of a rulebook.
fn is_plain(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(is_plain)
}

/// Rulebooks that were named once for all puzzles of the process, as the command line and its environment do.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Name and text of single rulebooks.
    pub rulebooks: Vec<(String, String)>,
    /// Folders with rulebooks, the first of them first.
    pub folders: Vec<PathBuf>,
}

/// Empty unless the command says otherwise.
static NAMED: Mutex<Named> = Mutex::new(Named {
    rulebooks: Vec::new(),
    folders: Vec::new(),
});

impl Named {
    /// From now on these are on every shelf but that of the program.
    pub fn put_on_shelves(self) {
        *NAMED.lock().unwrap_or_else(PoisonError::into_inner) = self;
    }

    fn on_shelves() -> Named {
        NAMED.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Where rulebooks are searched for: among those carried along, in folders, then in the program.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// Name and text of rulebooks that came with the puzzle.
    carried: Vec<(String, String)>,
    /// None for puzzles that are part of the program.
    folders: Vec<PathBuf>,
    /// Name and text of those that were taken from the shelf.
    taken: RefCell<Vec<(String, String)>>,
}

impl Shelf {
    /// The rulebooks beside a puzzle file, then those that were named for all puzzles. For standard input and
    /// addresses, those in the working folder.
    pub fn beside(source: &Source) -> Self {
        if crate::embedded::find(&source.name) == Some(&source.text) {
            return Self::library();
        }
        if crate::address::is_meant(&source.name) {
            return Self::of_working_folder();
        }
        Self::of_folder(Path::new(&source.name).parent().map(Path::to_owned))
    }

    fn of_folder(folder: Option<PathBuf>) -> Self {
        let named = Named::on_shelves();
        Self {
            carried: named.rulebooks,
            folders: folder.into_iter().chain(named.folders).collect(),
            ..Self::default()
        }
    }

    /// The names of the rulebooks that came with the puzzle.
    pub(crate) fn carried_names(&self) -> Vec<String> {
        self.carried.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The names of the rulebooks that are not the program's, in order.
    pub(crate) fn own_names(&self) -> Vec<String> {
        let carried = self.carried_names().into_iter();
        let folders = self.folders.iter();
        let folders = folders.map(|folder| match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder.as_path(),
        });
        let files = folders.filter_map(|folder| std::fs::read_dir(folder).ok());
        let files = files.flatten().filter_map(|file| {
            let path = file.ok()?.path();
            let is_rulebook = path.extension().is_some_and(|ending| ending == "rules");
            is_rulebook.then(|| Some(path.file_stem()?.to_str()?.to_owned()))?
        });
        let mut names: Vec<String> = carried.chain(files).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// These rulebooks, and those of the program.
    pub fn carrying(rulebooks: &[(String, String)]) -> Self {
        Self {
            carried: rulebooks.to_vec(),
            ..Self::default()
        }
    }

    /// Only the rulebooks of the program.
    pub fn library() -> Self {
        Self::default()
    }

    /// The rulebooks of the working folder, then those that were named for all puzzles.
    pub fn of_working_folder() -> Self {
        Self::of_folder(Some(PathBuf::new()))
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
    pub fn text(&self, name: &str) -> Option<Result<Source, BadInput>> {
        let name = self.resolve(name);
        let found = self.look_for(name);
        if let Some(Ok(source)) = &found {
            let taken = (name.to_owned(), source.text.clone());
            self.taken.borrow_mut().push(taken);
        }
        found
    }

    /// The rulebook's own name, where `name` is another name of a genre of the library. Rulebooks that are carried along
    /// or lie in the folder have only one.
    fn resolve<'n>(&self, name: &'n str) -> &'n str {
        let is_carried = self.carried.iter().any(|(known, _)| known == name);
        let is_file = |folder: &PathBuf| folder.join(format!("{name}.rules")).is_file();
        let in_folder = is_plain(name) && self.folders.iter().any(is_file);
        match genres::genre(name) {
            Some(book) if !is_carried && !in_folder => book,
            _ => name,
        }
    }

    /// The same without taking it.
    pub fn look_for(&self, name: &str) -> Option<Result<Source, BadInput>> {
        if !is_plain(name) {
            return None;
        }
        let file = format!("{name}.rules");
        if let Some((_, text)) = self.carried.iter().find(|(known, _)| known == name) {
            return Some(Ok(Source {
                name: file,
                text: text.clone(),
            }));
        }
        let mut paths = self.folders.iter().map(|folder| folder.join(&file));
        if let Some(path) = paths.find(|path| path.is_file()) {
            return Some(load_file(&path.to_string_lossy()));
        }
        let (_, text) = LIBRARY.iter().find(|(known, _)| *known == name)?;
        Some(Ok(Source {
            name: file,
            text: (*text).to_owned(),
        }))
    }

    /// The rulebook of this name as a kind, if there is one.
    pub fn kind(
        &self,
        name: &str,
        problems: &mut Problems,
    ) -> Option<Result<Arc<RulebookKind>, Reported>> {
        let name = self.resolve(name);
        Some(match self.text(name)? {
            Ok(source) => self.kind_in(name, source, problems),
            Err(bad) => {
                problems.take_over(bad.problems, &Arc::new(bad.source));
                Err(Reported)
            }
        })
    }

    /// The kind of a rulebook's text.
    pub fn kind_in(
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

    /// The kind of a puzzle file that names a rulebook or has inline rules; `None` if it does neither.
    pub(crate) fn kind_of(
        &self,
        document: &Document<'_>,
        problems: &mut Problems,
    ) -> Option<Result<Arc<RulebookKind>, Reported>> {
        let entries = document.entries();
        let Some(rules) = entries.get("rules") else {
            let name = entries.get("kind")?.get_ref().as_str()?;
            return self.kind(name.trim(), problems);
        };
        let before = problems.len();
        if let Some(kind) = entries.get("kind") {
            problems.push(
                Problem::new(
                    kind.span(),
                    "a kind beside rules",
                    "expected either `kind = \"…\"` or `rules = '''…'''`",
                )
                .help("`like NAME` in the rules inherits from a rulebook"),
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
