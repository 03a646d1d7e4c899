//! Published puzzles with known answers: an address or the data of a generator, the puzzle file that it becomes, its
//! solutions.
//!
//! The puzzles are other people's work and not part of this repository. `QUADRILLE_CORPUS` says where they are; without
//! it they are searched for beside the repository, and the tests are skipped if they are missing.

mod answers;
mod graded;
mod puzzlink;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use quadrille::address;
use quadrille::read::{self, Loaded, Source};
use quadrille::solve::{Findings, Goal, Request, Unwatched, solve};
use quadrille_engine::Limits;
use serde_json::Value;

use answers::Told;

/// How long one puzzle may take.
const TIME: Duration = Duration::from_secs(60);

/// The most solutions that are examined if the published answer leaves some open.
const MOST: u64 = 5_000;

fn corpus() -> Option<PathBuf> {
    let folder = match env::var_os("QUADRILLE_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
    };
    let is_there = folder.join("genres").is_dir();
    if !is_there {
        println!(
            "skipped: there are no published puzzles at {}",
            folder.display()
        );
    }
    is_there.then_some(folder)
}

/// The JSON files of a folder with their names, by name.
fn files(folder: &Path) -> Vec<(String, Value)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (
            name,
            serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap(),
        )
    };
    paths.iter().map(read).collect()
}

/// The rulebooks of the program.
fn rulebooks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("language/rulebooks")
}

/// The genres of addresses that a rulebook names.
fn genres() -> BTreeSet<String> {
    let mut genres = BTreeSet::new();
    for entry in fs::read_dir(rulebooks()).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for declared in text
            .lines()
            .filter_map(|line| line.strip_prefix("address "))
        {
            let names = declared.split(':').next().unwrap_or_default();
            genres.extend(names.split(',').map(|name| name.trim().to_owned()));
        }
    }
    genres
}

fn request(goal: Goal) -> Request {
    Request {
        goal,
        limits: Limits {
            time: Some(TIME),
            ..Limits::default()
        },
        ..Request::default()
    }
}

/// Solves a puzzle and compares its solutions with the known answers.
///
/// # Errors
/// What is wrong.
fn compare(loaded: &Loaded, told: &[Told]) -> Result<Findings, String> {
    let is_open = told.iter().any(Told::is_open);
    let goal = if is_open {
        Goal::Limit(MOST)
    } else {
        Goal::Uniqueness
    };
    let puzzle = &loaded.puzzle;
    let findings =
        solve(puzzle, &request(goal), &mut Unwatched).map_err(|error| error.to_string())?;
    let verdict = findings.verdict;
    if verdict.found == 0 || (!is_open && (verdict.found > 1 || !verdict.is_exhaustive())) {
        return Err(format!("{verdict}"));
    }
    let found: Vec<Value> = findings
        .solutions
        .iter()
        .map(|solution| puzzle.layers_json(solution))
        .collect();
    for told in told {
        told.compare(&found, verdict.is_exhaustive())?;
    }
    Ok(findings)
}

/// The text of a puzzle file without the line that says where it comes from.
fn without_origin(source: &Source) -> String {
    let lines = source
        .text
        .lines()
        .filter(|line| !line.starts_with("source ="));
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads an address, and checks that the puzzle has an address that means the same.
fn open(address: &str) -> Result<Loaded, String> {
    let (source, loaded) = read::open(address).map_err(|error| error.to_string())?;
    let again = loaded.puzzle.address().ok_or("it has no address")??;
    let (its_source, _) = read::open(&again).map_err(|error| error.to_string())?;
    if without_origin(&its_source) != without_origin(&source) {
        return Err(format!("{again} is another puzzle"));
    }
    Ok(loaded)
}

#[test]
fn published_puzzles_have_their_answers() {
    let Some(folder) = corpus() else { return };
    let known = genres();
    let mut wrong = Vec::new();
    for (name, file) in files(&folder.join("genres")) {
        let more = file["more"].as_array().map_or(&[][..], |more| more);
        for (number, puzzle) in [&file].into_iter().chain(more).enumerate() {
            let told_address = puzzle["url"].as_str().map(str::to_owned);
            let address = told_address.or_else(|| graded::address_of_clues(&name, puzzle));
            let Some(address) = address else {
                println!("skipped: {name} {number} has no address");
                continue;
            };
            let genre = address::parse(&address).unwrap().genre;
            if !known.contains(&genre) {
                println!("skipped: {name} {number} has no rulebook ({genre})");
                continue;
            }
            let started = Instant::now();
            let told = answers::of_published(puzzle);
            assert!(!told.is_empty(), "{name} {number}: nothing is known of it");
            match open(&address).and_then(|loaded| compare(&loaded, &told)) {
                Ok(findings) => println!(
                    "{name} {number}: {}, {} nodes, {:.2} s",
                    findings.verdict,
                    findings.stats.nodes,
                    started.elapsed().as_secs_f64()
                ),
                Err(message) => wrong.push(format!("{name} {number}: {message}\n  {address}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn generated_puzzles_have_their_solution_and_no_other() {
    let Some(folder) = corpus() else { return };
    let mut wrong = Vec::new();
    for (name, file) in files(&folder.join("graded")) {
        let genre = graded::genre(&name);
        if !rulebooks().join(format!("{genre}.rules")).is_file() {
            println!("skipped: {name} has no rulebook ({genre})");
            continue;
        }
        for puzzle in file["puzzles"].as_array().unwrap() {
            let started = Instant::now();
            let told = [graded::solution(&name, puzzle)];
            let loaded = graded::open(genre, &name, puzzle);
            let id = format!("{name} {} {}", puzzle["level"], puzzle["id"]);
            match loaded.and_then(|loaded| compare(&loaded, &told)) {
                Ok(findings) => println!(
                    "{id}: {} nodes, {:.2} s",
                    findings.stats.nodes,
                    started.elapsed().as_secs_f64()
                ),
                Err(message) => wrong.push(format!("{id}: {message}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Prints a table; fails only if a verdict differs from that of the program measured.
#[test]
#[ignore = "a measurement: run it with --release and --nocapture"]
fn large_puzzles() {
    let Some(folder) = corpus() else { return };
    let table = fs::read_to_string(folder.join("large.tsv")).unwrap();
    println!("puzzle\tverdict\tnodes\tseconds\tseconds of cspuz_core");
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[name, verdict, milliseconds, address] = columns.as_slice() else {
            panic!("not four columns: {line}");
        };
        let theirs = milliseconds.parse::<f64>().unwrap() / 1000.0;
        let started = Instant::now();
        match open(address) {
            Err(message) => println!(
                "{name}\t{}\t\t\t{theirs:.2}",
                message.lines().next().unwrap_or("")
            ),
            Ok(loaded) => {
                let findings =
                    solve(&loaded.puzzle, &request(Goal::Uniqueness), &mut Unwatched).unwrap();
                let (found, nodes) = (findings.verdict, findings.stats.nodes);
                let seconds = started.elapsed().as_secs_f64();
                println!("{name}\t{found}\t{nodes}\t{seconds:.2}\t{theirs:.2}");
                let is_other = found.found > 1 || (found.is_exhaustive() && found.found == 0);
                assert!(verdict != "unique" || !is_other, "{name}: {found}");
            }
        }
    }
}
