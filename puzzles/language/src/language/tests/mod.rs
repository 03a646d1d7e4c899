//! The compiler against the interpreter: random rulebooks over small grids, of which all assignments are tried.

mod alike;
mod beams;
mod block_party;
mod changed;
mod clues;
mod core;
mod declarations;
mod dropped;
mod formulas;
mod found;
mod genres;
mod joined;
mod large;
mod limits;
mod marked;
mod nodes;
mod number_cross_4;
mod number_cross_5;
mod numbers;
mod parts;
mod passes;
mod patterns;
mod phrases;
mod pictures;
mod placed;
mod rarer;
mod repeated;
mod shut_the_box;
mod tree;
mod wordings;

use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use quadrille_engine::search::Learning;
use quadrille_engine::{Rng, Step};

use super::compile::{Compiled, Selection, compile};
use super::geometry::Geometry;
use super::interpret::{self, Judgement, Law};
use super::parse::parse;
use super::syntax::{Domain, Kind, Role};
use super::values::{Data, Datum, Filled, Filling, positions};
use crate::document::Problems;
use crate::grid::Direction;
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;
use crate::read::{self, Loaded, Source};
use declarations::Layer;
use tree::Tree;

/// The puzzle of a file with this text.
fn load(text: String) -> Loaded {
    let source = Source {
        name: "puzzle.toml".to_owned(),
        text,
    };
    read::parse(&source)
        .unwrap_or_else(|problems| panic!("{}", problems.render(&source, Default::default())))
}

/// A number that the environment gives for a longer run, such as how many random cases there are.
fn number_of<N: FromStr>(variable: &str, usual: N) -> N {
    let Ok(text) = std::env::var(variable) else {
        return usual;
    };
    let number = text.parse().ok();
    number.unwrap_or_else(|| panic!("{variable}={text} is no number"))
}

/// All solutions of a puzzle, in the order of their texts.
fn texts_of_solutions(puzzle: &Puzzle, options: &BuildOptions) -> Vec<String> {
    let built = puzzle.build(options);
    let mut solver = built.model.solver();
    let search = solver
        .search()
        .boxed_brancher((built.brancher)(&built.reading));
    let mut found: Vec<String> = search
        .map(|solution| puzzle.write(&(built.reading.complete)(&solution.expect("no limit"))))
        .collect();
    found.sort_unstable();
    found
}

/// A rulebook with data.
#[derive(Clone, Debug)]
struct Case {
    rows: usize,
    columns: usize,
    layers: Vec<Layer>,
    definitions: Vec<Tree>,
    formulas: Vec<Tree>,
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Same {
        solutions: usize,
        of: usize,
    },
    /// The parser refuses the text.
    Unread(String),
    /// Only the compiler refuses it.
    Refused(String),
    /// Both refuse it.
    Nonsense,
    /// Only the interpreter refuses it.
    Trouble(String),
    Different(String),
    Panic(String),
}

impl Outcome {
    fn kind(&self) -> &'static str {
        match self {
            Outcome::Same { .. } => "same",
            Outcome::Unread(_) => "unread",
            Outcome::Refused(_) => "refused",
            Outcome::Nonsense => "nonsense",
            Outcome::Trouble(_) => "trouble",
            Outcome::Different(_) => "different",
            Outcome::Panic(_) => "panic",
        }
    }
}

impl Case {
    fn random(seed: u64, most: &[u64]) -> Self {
        let mut rng = Rng::new(seed);
        let most = declarations::one(&mut rng, most);
        let (rows, columns, layers) = declarations::layers(&mut rng, most);
        let (definitions, formulas) = formulas::book(&mut rng, &layers);
        Self {
            rows,
            columns,
            layers,
            definitions,
            formulas,
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for layer in &self.layers {
            text += &layer.line;
            text.push('\n');
        }
        for definition in &self.definitions {
            text += &definition.text();
            text.push('\n');
        }
        for (number, formula) in self.formulas.iter().enumerate() {
            text += &format!("\"Rule {}.\"\n    {}\n", number + 1, formula.text());
        }
        text
    }

    /// The case as it is printed.
    fn show(&self) -> String {
        let mut text = format!("{} by {}\n{}", self.rows, self.columns, self.text());
        for layer in &self.layers {
            if layer
                .data
                .iter()
                .any(|datum| !matches!(datum, Datum::Missing))
            {
                text += &format!("{} {:?}\n", layer.name, layer.data);
            }
        }
        text
    }

    fn data(&self) -> Result<Arc<Data>, String> {
        let mut problems = Problems::default();
        let book = Arc::new(parse(&self.text(), 0, &|_| None, &mut problems));
        // What compiles passes the type check, too.
        if problems.is_empty() {
            let mut found = Problems::default();
            super::types::check(&book, &mut found);
            // Division by 0 gives empty, which is never intended.
            let found = found
                .iter()
                .filter(|problem| problem.message != "a division by 0");
            found.for_each(|problem| problems.push(problem.clone()));
        }
        if !problems.is_empty() {
            return Err(format!("{problems:?}"));
        }
        Ok(Arc::new(Data {
            geometry: Geometry {
                rows: self.rows,
                columns: self.columns,
                boards: 1,
            },
            layers: self.layers.iter().map(|layer| layer.data.clone()).collect(),
            region_names: self
                .layers
                .iter()
                .map(|layer| {
                    (0..layer.regions)
                        .map(|region| region.to_string())
                        .collect()
                })
                .collect(),
            asked: None,
            book,
        }))
    }

    fn outcome(&self) -> Outcome {
        let data = match self.data() {
            Ok(data) => data,
            Err(problems) => return Outcome::Unread(problems),
        };
        let judged = catch_unwind(AssertUnwindSafe(|| judge(&data)));
        judged.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Outcome::Panic(text.unwrap_or_default())
        })
    }

    /// The smallest case that this becomes by leaving out parts, as long as the same is wrong with it.
    fn shrunk(&self, outcome: &Outcome) -> Case {
        let mut best = self.clone();
        let mut tries = 0;
        'again: loop {
            for simpler in best.simpler() {
                tries += 1;
                if tries > 1500 {
                    return best;
                }
                if simpler.outcome().kind() == outcome.kind() {
                    best = simpler;
                    continue 'again;
                }
            }
            return best;
        }
    }

    fn simpler(&self) -> Vec<Case> {
        let mut found = Vec::new();
        for at in 0..self.formulas.len() {
            if self.formulas.len() > 1 {
                let mut copy = self.clone();
                copy.formulas.remove(at);
                found.push(copy);
            }
        }
        for at in 0..self.definitions.len() {
            let mut copy = self.clone();
            copy.definitions.remove(at);
            found.push(copy);
        }
        for at in 0..self.layers.len() {
            let mut copy = self.clone();
            copy.layers.remove(at);
            found.push(copy);
        }
        for at in 0..self.formulas.len() {
            for simpler in self.formulas[at].simpler() {
                let mut copy = self.clone();
                copy.formulas[at] = simpler;
                found.push(copy);
            }
        }
        for at in 0..self.definitions.len() {
            for simpler in self.definitions[at].simpler() {
                let mut copy = self.clone();
                copy.definitions[at] = simpler;
                found.push(copy);
            }
        }
        for at in 0..self.layers.len() {
            for place in 0..self.layers[at].data.len() {
                if !matches!(
                    self.layers[at].data[place],
                    Datum::Missing | Datum::Region(_)
                ) {
                    let mut copy = self.clone();
                    copy.layers[at].data[place] = Datum::Missing;
                    found.push(copy);
                }
            }
        }
        found
    }
}

/// All filled grids that have a possible value at each place.
fn assignments(data: &Data) -> Vec<Filling> {
    let mut all = vec![Filling {
        layers: vec![Vec::new(); data.book.layers.len()],
    }];
    for (number, layer) in data.book.layers.iter().enumerate() {
        if layer.role == Role::Data {
            continue;
        }
        let choices: Vec<Vec<Filled>> = if layer.domain == Domain::Regions {
            let mut grounds = interpret::Grounds::new(data);
            let cells = 0..data.geometry.count(Kind::Cell);
            let stands: Vec<bool> = cells.map(|cell| grounds.stands(number, cell)).collect();
            partitions(&data.geometry, &stands)
        } else {
            let mut grids: Vec<Vec<Filled>> = vec![Vec::new()];
            for position in 0..positions(data, &layer.on) {
                let mut longer = Vec::new();
                for value in values(data, number, position) {
                    for grid in &grids {
                        let mut grid = grid.clone();
                        grid.push(value);
                        longer.push(grid);
                    }
                }
                grids = longer;
            }
            grids
        };
        let mut longer = Vec::new();
        for filling in &all {
            for choice in &choices {
                let mut filling = filling.clone();
                filling.layers[number].clone_from(choice);
                longer.push(filling);
            }
        }
        all = longer;
    }
    all
}

fn values(data: &Data, layer: usize, position: usize) -> Vec<Filled> {
    let mut grounds = interpret::Grounds::new(data);
    if !grounds.stands(layer, position) {
        return vec![Filled::Nowhere];
    }
    let Domain::Values { words, .. } = &data.book.layers[layer].domain else {
        return Direction::ALL.map(Filled::Direction).to_vec();
    };
    let mut values: Vec<Filled> = (0..words.len()).map(Filled::Word).collect();
    for (low, high) in grounds.range(layer, position).unwrap_or_default() {
        values.extend((low..=high.unwrap_or(low)).map(Filled::Number));
    }
    values
}

/// All ways to cut the cells that are to be in regions into some that hang together.
fn partitions(geometry: &Geometry, stands: &[bool]) -> Vec<Vec<Filled>> {
    let links = geometry.count(Kind::Link);
    let cells = geometry.count(Kind::Cell);
    let mut found = HashSet::new();
    let is_open = |&link: &usize| {
        let ends = geometry.link_cells(link as u32);
        ends.into_iter().all(|cell| stands[cell as usize])
    };
    let closed: u32 = (0..links)
        .filter(|link| !is_open(link))
        .map(|link| 1 << link)
        .sum();
    for set in (0u32..1 << links).filter(|set| set & closed == 0) {
        let mut region: Vec<usize> = (0..cells).collect();
        for link in (0..links).filter(|link| set >> link & 1 == 1) {
            let [a, b] = geometry
                .link_cells(link as u32)
                .map(|cell| region[cell as usize]);
            for own in &mut region {
                if *own == a.max(b) {
                    *own = a.min(b);
                }
            }
        }
        let mut known: Vec<usize> = Vec::new();
        for own in region
            .iter_mut()
            .zip(stands)
            .filter_map(|(own, stands)| stands.then_some(own))
        {
            let at = known
                .iter()
                .position(|other| other == own)
                .unwrap_or_else(|| {
                    known.push(*own);
                    known.len() - 1
                });
            *own = at;
        }
        found.insert(region);
    }
    let mut found: Vec<Vec<usize>> = found.into_iter().collect();
    found.sort();
    found
        .into_iter()
        .map(|grid| {
            let cells = grid.into_iter().zip(stands);
            let filled = cells.map(|(region, stands)| match stands {
                true => Filled::Region(region),
                false => Filled::Nowhere,
            });
            filled.collect()
        })
        .collect()
}

/// The part of a filled grid that makes it another solution.
fn decided(data: &Data, filling: &Filling) -> Vec<Vec<Filled>> {
    let layers = data.book.layers.iter().zip(&filling.layers);
    let decided = layers.filter(|(layer, _)| matches!(layer.role, Role::Decide { .. }));
    decided.map(|(_, values)| values.clone()).collect()
}

fn judge(data: &Arc<Data>) -> Outcome {
    let all = assignments(data);
    let mut accepted = HashSet::new();
    let mut trouble = None;
    // The first and the last grid that is accepted.
    let mut ends: [Option<&Filling>; 2] = [None, None];
    // What is found out with one grid holds for the next.
    let determined = interpret::Determined::default();
    for filling in &all {
        let broken = interpret::check_with(&determined, data, filling, &[]);
        assert_eq!(broken, interpret::check_but(data, filling, &[]));
        if let Some(broken) = broken.iter().find(|broken| {
            matches!(broken.rule, Law::Rule(_)) && broken.message.contains("cannot be evaluated")
        }) {
            trouble = Some(broken.message.clone());
            break;
        }
        if broken.is_empty() {
            accepted.insert(decided(data, filling));
            ends = [ends[0].or(Some(filling)), Some(filling)];
        }
    }
    if trouble.is_none()
        && let Some(partial) = ends.into_iter().flatten().find_map(|end| lost(data, end))
    {
        return Outcome::Different(format!("the interpreter breaks off at {partial:?}"));
    }
    let compiled = match compile(data, &Selection::default()) {
        Ok(compiled) => compiled,
        Err(_) if trouble.is_some() => return Outcome::Nonsense,
        Err(problems) => {
            let problem = format!("{:?}", problems[0]);
            // By the data, so that it is a mistake.
            return match problem.contains("this may be several things") {
                true => Outcome::Nonsense,
                false => Outcome::Refused(problem),
            };
        }
    };
    // The limits of the two are their own.
    let limits = ["is too long", "is too large", "cannot be read as digits"];
    if let Some(trouble) = &trouble
        && limits.iter().any(|limit| trouble.contains(limit))
    {
        return Outcome::Nonsense;
    }
    if let Some(trouble) = trouble {
        return Outcome::Trouble(trouble);
    }
    let depth_first = match found(compiled, data, &accepted, false) {
        Ok(found) => found,
        Err(different) => return different,
    };
    for learns in [false, true] {
        let selection = Selection {
            learns,
            ..Selection::default()
        };
        let other = compile(data, &selection)
            .map_err(|problems| Outcome::Refused(format!("{:?}", problems[0])))
            .and_then(|compiled| found(compiled, data, &accepted, learns));
        if let Err(different) = other {
            return different;
        }
    }
    Outcome::Same {
        solutions: depth_first,
        of: all.len(),
    }
}

/// A part of an accepted grid that the interpreter does not take for one.
fn lost(data: &Data, accepted: &Filling) -> Option<Filling> {
    let mut rng = Rng::new(1);
    let mut partial = accepted.clone();
    for layer in &mut partial.layers {
        let places = layer.iter_mut().filter(|value| **value != Filled::Nowhere);
        places
            .filter(|_| declarations::chance(&mut rng, 50))
            .for_each(|value| *value = Filled::Unknown);
    }
    let mut formulas = data.book.rules.iter().flat_map(|rule| &rule.formulas);
    let is_kept = |formula| interpret::judge(data, &partial, formula, None) == Judgement::Kept;
    let is_lost = !formulas.all(is_kept);
    is_lost.then_some(partial)
}

/// How many solutions a model has, if they are those accepted.
fn found(
    compiled: Compiled,
    data: &Data,
    accepted: &HashSet<Vec<Vec<Filled>>>,
    learns: bool,
) -> Result<usize, Outcome> {
    let mut found = HashSet::new();
    let mut solver = compiled.model.solver();
    let search = solver.search();
    let mut search = match learns {
        true => search.learn(Learning::default()).boxed(),
        false => search.boxed(),
    };
    while search.step() == Step::Solution {
        let filling = compiled.reading.filling(&search.solution());
        let decided = decided(data, &filling);
        if !accepted.contains(&decided) {
            return Err(Outcome::Different(format!(
                "only the compiled rules accept {filling:?} (learning: {learns})"
            )));
        }
        if !found.insert(decided) {
            return Err(Outcome::Different(format!(
                "found twice: {filling:?} (learning: {learns})"
            )));
        }
    }
    match accepted.iter().find(|grid| !found.contains(*grid)) {
        Some(grid) => Err(Outcome::Different(format!(
            "only the interpreter accepts {grid:?} (learning: {learns})"
        ))),
        None => Ok(found.len()),
    }
}

/// A case that takes longer is reported.
const SLOW: Duration = Duration::from_secs(3);

/// Runs cases and reports those that fail.
fn run(seeds: std::ops::Range<u64>, most: &[u64], mut told: usize) {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut texts: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    let mut telling = 0;
    let mut failures = 0;
    for seed in seeds.clone() {
        let case = Case::random(seed, most);
        if std::env::var_os("FORMULAS_SHOW").is_some() {
            eprintln!("seed {seed}\n{}", case.show());
        }
        let start = quadrille_engine::clock::Instant::now();
        let outcome = case.outcome();
        if start.elapsed() > SLOW {
            eprintln!("seed {seed} took {:?}\n{}", start.elapsed(), case.show());
        }
        *counts.entry(outcome.kind()).or_default() += 1;
        match &outcome {
            Outcome::Same { solutions, of } => {
                telling += usize::from(*solutions > 0 && solutions < of)
            }
            Outcome::Nonsense => {}
            Outcome::Refused(text) => {
                let text = text.split("message: ").nth(1).unwrap_or(text);
                let text = text.split(", span").next().unwrap_or(text).to_owned();
                texts.entry(text).or_insert((0, seed)).0 += 1;
            }
            // The check of types sees what is never reached, too.
            Outcome::Unread(text)
                if text.contains("is not declared on this")
                    || text.contains("does not fit this")
                    || text.contains("too many values") => {}
            Outcome::Different(_)
            | Outcome::Panic(_)
            | Outcome::Trouble(_)
            | Outcome::Unread(_) => {
                failures += 1;
                if told > 0 {
                    told -= 1;
                    let small = if outcome.kind() == "unread" {
                        case
                    } else {
                        case.shrunk(&outcome)
                    };
                    eprintln!("seed {seed}: {:?}\n{}", small.outcome(), small.show());
                }
            }
        }
    }
    eprintln!("{counts:?}, {telling} with some solutions and some others");
    for (text, (count, seed)) in &texts {
        eprintln!("{count} refused (seed {seed}): {text}");
    }
    assert_eq!(failures, 0, "{counts:?}");
    let cases = seeds.count();
    assert!(
        telling * 5 >= cases,
        "only {telling} of {cases} tell anything"
    );
}

#[test]
fn compiled_rules_mean_what_the_interpreter_says() {
    let first = number_of("FORMULAS_SEED", 0);
    let count = number_of("FORMULAS_COUNT", 2000);
    run(first..first + count, &[16, 64, 64, 256, 600], 10);
}

#[test]
#[ignore = "takes 10 minutes"]
fn compiled_rules_mean_what_the_interpreter_says_at_length() {
    run(
        1_000_000..1_100_000,
        &[16, 64, 256, 256, 600, 600, 4096],
        10,
    );
    run(2_000_000..2_000_500, &[20_000], 10);
}
