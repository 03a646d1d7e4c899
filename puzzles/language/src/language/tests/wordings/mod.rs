//! Rewordings of the rulebooks by a program: how large the searches are when the same is said otherwise.
//!
//! A rewording replaces a part of a formula by one that means the same: `exactly n` by `at least n` and `at most n`, the
//! sides of a comparison by each other, a word of the language by its definition in the guide …

mod kinds;
mod people;
mod second_round;
mod third_round;

use super::super::genres::LIBRARY;
use super::super::syntax::Rulebook;
use super::nodes::text_of;
use super::*;
use crate::embedded;
use crate::solve::{Request, Unwatched, solve};
use crate::verdict::Verdict;
use kinds::{Edit, edits};
use quadrille_engine::Limits;

/// The rules of an embedded puzzle, and its file around them.
pub(super) struct Reworder {
    instance: &'static str,
    before: String,
    after: String,
    rules: String,
}

impl Reworder {
    pub(super) fn of(instance: &'static str) -> Self {
        let text = text_of(instance);
        let kind = text
            .lines()
            .find(|line| line.starts_with("kind = "))
            .expect("a kind");
        let name = kind.trim_start_matches("kind = ").trim_matches('"');
        let (_, rules) = LIBRARY
            .iter()
            .find(|(own, _)| *own == name)
            .expect("a rulebook");
        let rules = rules.split("\nexample").next().unwrap_or_default();
        let rules = rules.split("\nwrong").next().unwrap_or_default();
        // An address may go on in the next lines.
        let mut is_address = false;
        let lines = rules.lines().filter(|line| {
            is_address = line.starts_with("address") || is_address && line.starts_with(' ');
            !is_address
        });
        let (before, after) = text.split_once(kind).expect("it has this line");
        Self {
            instance,
            before: before.to_owned(),
            after: after.to_owned(),
            rules: lines.map(|line| format!("{line}\n")).collect(),
        }
    }

    /// The rules with other texts in the place of some.
    pub(super) fn with(&self, changes: &[(&str, &str)]) -> String {
        let mut rules = self.rules.clone();
        for (from, to) in changes {
            assert!(rules.contains(from), "{}: {from}", self.instance);
            rules = rules.replace(from, to);
        }
        rules
    }

    fn book(&self, rules: &str) -> Option<Rulebook> {
        let mut problems = Problems::default();
        let library = |name: &str| extended(name, 1);
        let book = parse(rules, 0, &library, &mut problems);
        super::super::types::check(&book, &mut problems);
        problems.is_empty().then_some(book)
    }

    pub(super) fn file(&self, rules: &str) -> String {
        format!("{}rules = '''\n{rules}'''{}", self.before, self.after)
    }
}

/// A rulebook of the program that others extend, so many in all.
fn extended(name: &str, depth: usize) -> Option<Rulebook> {
    let text = LIBRARY.iter().find(|(own, _)| *own == name)?.1;
    let mut problems = Problems::default();
    let library = |name: &str| extended(name, depth + 1);
    Some(parse(
        text,
        super::super::origin::beginning(depth),
        &library,
        &mut problems,
    ))
}

/// What a solve finds with so many nodes at most, and its nodes. `None` if the text has mistakes.
fn solved(text: &str, most: u64) -> Option<(Verdict, u64)> {
    let source = Source {
        name: "puzzle.toml".to_owned(),
        text: text.to_owned(),
    };
    let loaded = read::parse(&source).ok()?;
    let request = Request {
        limits: Limits {
            nodes: Some(most),
            ..Limits::default()
        },
        ..Request::default()
    };
    let findings = solve(&loaded.puzzle, &request, &mut Unwatched).ok()?;
    Some((findings.verdict, findings.stats.nodes))
}

/// The most nodes that are as good as this many.
fn allowed(nodes: u64) -> u64 {
    (nodes + nodes / 2).max(nodes + 20)
}

fn replaced(rules: &str, edit: &Edit) -> String {
    let mut text = rules.to_owned();
    text.replace_range(edit.span.clone(), &edit.text);
    text
}

/// What came of the rewordings of one kind.
#[derive(Default)]
struct Tally {
    good: usize,
    worse: usize,
    different: usize,
}

/// How many rewordings of each kind have how many nodes.
#[derive(Default)]
struct Table {
    kinds: BTreeMap<&'static str, Tally>,
    told: Vec<String>,
}

impl Table {
    /// Solves a puzzle with rules of other words, and counts it for the kinds of these.
    fn add(
        &mut self,
        reworder: &Reworder,
        rules: &str,
        written: (Verdict, u64),
        kinds: &[&'static str],
    ) {
        let (verdict, nodes) = written;
        // A search that learns goes on where one that does not has given up: both count.
        let most = allowed(nodes).saturating_mul(4).saturating_add(1000);
        let solved = solved(&reworder.file(rules), most);
        let what = match solved {
            Some((found, own)) if found.stopped.is_some() || own > allowed(nodes) => {
                Some(format!("{own} nodes, not {nodes}"))
            }
            Some((found, _)) if found.found == verdict.found => None,
            _ => Some("something else".to_owned()),
        };
        for kind in kinds {
            let tally = self.kinds.entry(kind).or_default();
            match &what {
                None => tally.good += 1,
                Some(what) if what.contains("nodes") => tally.worse += 1,
                Some(_) => tally.different += 1,
            }
        }
        if let Some(what) = what {
            let instance = reworder.instance;
            let changed = rules
                .lines()
                .filter(|line| !reworder.rules.lines().any(|own| own == *line));
            let changed: Vec<&str> = changed.collect();
            self.told.push(format!(
                "{instance}: {what} {kinds:?}\n{}",
                changed.join("\n")
            ));
        }
    }

    fn show(&self) -> String {
        let mut text = format!("{:24}   good  worse  different\n", "kind");
        for (kind, tally) in &self.kinds {
            text += &format!(
                "{kind:24} {:6} {:6} {:10}\n",
                tally.good, tally.worse, tally.different
            );
        }
        format!("{}\n{text}", self.told.join("\n"))
    }
}

/// Embedded puzzles to be reworded, each with the book of its rules and what a solve finds.
fn instances() -> impl Iterator<Item = (Reworder, Rulebook, (Verdict, u64))> {
    let only = std::env::var("WORDINGS_ONLY").ok();
    let all = embedded::all().iter().chain(embedded::genres());
    let all = all.filter(move |(name, _)| only.as_ref().is_none_or(|only| name.contains(only)));
    all.filter_map(|(name, _)| {
        let reworder = Reworder::of(name);
        let book = reworder.book(&reworder.rules)?;
        let written = solved(&reworder.file(&reworder.rules), 3_000)?;
        // Those that take long are left out.
        written
            .0
            .stopped
            .is_none()
            .then_some((reworder, book, written))
    })
}

/// The share of each kind of rewording that is as good as what is written: `WORDINGS_EACH` of each kind for each rulebook,
/// only those of `WORDINGS_KIND`.
#[test]
#[ignore = "measures each kind, in some minutes"]
fn kinds_of_rewordings() {
    let most = number_of("WORDINGS_EACH", 2);
    let kind = std::env::var("WORDINGS_KIND").ok();
    let mut table = Table::default();
    for (reworder, book, written) in instances() {
        let mut by_kind: BTreeMap<&'static str, Vec<Edit>> = BTreeMap::new();
        for edit in edits(&reworder.rules, &book) {
            by_kind.entry(edit.kind).or_default().push(edit);
        }
        for (own, edits) in by_kind {
            if kind.as_ref().is_some_and(|kind| kind != own) {
                continue;
            }
            let step = edits.len().div_ceil(most).max(1);
            for edit in edits.iter().step_by(step) {
                let rules = replaced(&reworder.rules, edit);
                if reworder.book(&rules).is_some() {
                    table.add(&reworder, &rules, written, &[own]);
                }
            }
        }
    }
    eprintln!("{}", table.show());
}

/// Rules with some parts said otherwise, and which kinds these are.
fn random_rewording(rng: &mut Rng, reworder: &Reworder) -> (String, Vec<&'static str>) {
    let mut rules = reworder.rules.clone();
    let mut kinds = Vec::new();
    for _ in 0..12 {
        let Some(book) = reworder.book(&rules) else {
            break;
        };
        let edits = edits(&rules, &book);
        let mut known: Vec<&str> = edits.iter().map(|edit| edit.kind).collect();
        known.sort_unstable();
        known.dedup();
        if known.is_empty() || kinds.len() == 4 {
            break;
        }
        let kind = declarations::one(rng, &known);
        let of_kind: Vec<&Edit> = edits.iter().filter(|edit| edit.kind == kind).collect();
        let edit = of_kind[rng.below(of_kind.len() as u64) as usize];
        let said = replaced(&rules, edit);
        // Some are no text of the language, or too long.
        if said.len() < rules.len() + 400 && reworder.book(&said).is_some() {
            rules = said;
            kinds.push(edit.kind);
        }
    }
    (rules, kinds)
}

/// Each rulebook in other words, of which four parts are said otherwise by chance. `WORDINGS` is how many times, and
/// prints what became larger.
#[test]
fn searches_do_not_depend_on_random_wordings() {
    let times = number_of("WORDINGS", 1);
    let first = number_of("WORDINGS_SEED", 0);
    let mut table = Table::default();
    let mut all = 0;
    for (number, (reworder, _, written)) in instances().enumerate() {
        for time in 0..times {
            let mut rng = Rng::new((first + number * 1000 + time) as u64);
            let (rules, kinds) = random_rewording(&mut rng, &reworder);
            if !kinds.is_empty() {
                table.add(&reworder, &rules, written, &kinds);
                all += 1;
            }
        }
    }
    if std::env::var_os("WORDINGS").is_some() {
        eprintln!("{}\n{} of {all} are larger", table.show(), table.told.len());
    }
    let different = table
        .told
        .iter()
        .filter(|told| told.contains("something else"));
    let different: Vec<&String> = different.collect();
    assert!(different.is_empty(), "{different:#?}");
    assert!(all * 100 >= times * 9000, "{all} rewordings");
    assert!(table.told.len() * 20 <= all, "{}", table.show());
}

/// Rules in words of other people: at least 9 of 10 have searches as small.
#[test]
fn searches_do_not_depend_on_the_words_of_people() {
    let mut table = Table::default();
    let all: Vec<&people::Wording> = people::BY_PEOPLE
        .iter()
        .chain(second_round::SECOND_ROUND)
        .chain(third_round::THIRD_ROUND)
        .collect();
    for (instance, changes) in &all {
        let only = std::env::var("WORDINGS_ONLY").ok();
        if only.is_some_and(|only| !instance.contains(&only)) {
            continue;
        }
        let reworder = Reworder::of(instance);
        let written = solved(&reworder.file(&reworder.rules), u64::MAX).expect("no mistakes");
        let rules = reworder.with(changes);
        assert!(reworder.book(&rules).is_some(), "{instance}: {changes:?}");
        table.add(&reworder, &rules, written, &["by people"]);
    }
    if std::env::var_os("WORDINGS").is_some() {
        eprintln!("{}", table.show());
    }
    let is_different = |told: &String| told.contains("something else");
    assert!(!table.told.iter().any(is_different), "{}", table.show());
    assert!(table.told.len() * 10 <= all.len(), "{}", table.show());
}
