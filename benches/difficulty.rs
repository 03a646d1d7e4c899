//! How `quadrille grade` ranks published puzzles that come with grades, by genre: Spearman's rank
//! correlation, and the time that grading took.
//!
//! The puzzles are other people's work and not part of this repository; `QUADRILLE_CORPUS` says where they are.

#[path = "../tests/corpus/answers.rs"]
#[allow(
    dead_code,
    reason = "what is known of the solutions is of no interest here"
)]
mod answers;
#[path = "../tests/corpus/graded.rs"]
#[allow(
    dead_code,
    reason = "what is known of the solutions is of no interest here"
)]
mod graded;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

use quadrille::explain::walk;
use quadrille::read::{self, Loaded, Source};
use serde_json::Value;

/// The time limit for one puzzle.
const TIME: Duration = Duration::from_secs(10);

/// A genre counts in the average if it has at least this many grades.
const ENOUGH: usize = 4;

fn open(address: &str) -> Result<Loaded, String> {
    let source = Source {
        name: address.to_owned(),
        text: address.to_owned(),
    };
    read::open(address)
        .map(|(_, loaded)| loaded)
        .map_err(|error| format!("{}: {error:?}", source.name))
}

fn main() {
    let folder = match env::var_os("QUADRILLE_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
    };
    let Ok(entries) = fs::read_dir(folder.join("graded")) else {
        println!(
            "skipped: there are no graded puzzles at {}",
            folder.display()
        );
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    println!("genre\tgrades\tpuzzles\tcorrelation\tslowest\tmean number by grade");
    let mut counted = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a readable file");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let file = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name")
            .to_owned();
        let levels: Vec<&str> = list(&document["levels"])
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let mut points: Vec<(f64, f64)> = Vec::new();
        let mut slowest = Duration::ZERO;
        for puzzle in list(&document["puzzles"]) {
            let level = levels.iter().position(|level| puzzle["level"] == **level);
            let loaded = graded::open(graded::genre(&file), &file, puzzle);
            let (Some(level), Ok(loaded)) = (level, loaded) else {
                println!("{file}: cannot be read: {}", puzzle["id"]);
                continue;
            };
            let started = Instant::now();
            let Some(mut walked) = walk(&loaded.puzzle, TIME, &Arc::default()) else {
                println!("{file}: not in time: {}", puzzle["id"]);
                continue;
            };
            points.push((level as f64, walked.grade().number));
            slowest = slowest.max(started.elapsed());
        }
        let means: Vec<String> = (0..levels.len())
            .map(|level| {
                let own: Vec<f64> = points
                    .iter()
                    .filter(|p| p.0 == level as f64)
                    .map(|p| p.1)
                    .collect();
                format!("{:.2}", own.iter().sum::<f64>() / own.len() as f64)
            })
            .collect();
        let correlation = spearman(&points);
        let is_counted = levels.len() >= ENOUGH;
        println!(
            "{file}\t{}\t{}\t{correlation:.3}{}\t{:.2} s\t{}",
            levels.len(),
            points.len(),
            if is_counted { "" } else { " (not counted)" },
            slowest.as_secs_f64(),
            means.join(" "),
        );
        if is_counted {
            counted.push(correlation);
        }
    }
    let mean = counted.iter().sum::<f64>() / counted.len().max(1) as f64;
    println!("mean over genres of {ENOUGH} grades and more: {mean:.3}");
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The ranks of the numbers; equal ones get their mean rank.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    numbers
        .iter()
        .map(|number| {
            let below = numbers.iter().filter(|other| *other < number).count() as f64;
            let equal = numbers.iter().filter(|other| *other == number).count() as f64;
            below + (equal + 1.0) / 2.0
        })
        .collect()
}

/// Spearman's rank correlation: Pearson's of the ranks.
fn spearman(points: &[(f64, f64)]) -> f64 {
    let a = ranks(&points.iter().map(|p| p.0).collect::<Vec<_>>());
    let b = ranks(&points.iter().map(|p| p.1).collect::<Vec<_>>());
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    let product: f64 = a
        .iter()
        .zip(&b)
        .map(|(x, y)| (x - mean_a) * (y - mean_b))
        .sum();
    let square =
        |numbers: &[f64], mean: f64| numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
    product / (square(&a, mean_a) * square(&b, mean_b)).sqrt()
}
