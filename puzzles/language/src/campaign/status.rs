//! How far the parts of a search are, and an estimate of the rest.

use std::time::{Duration, SystemTime};

use super::checkpoint::Checkpoint;
use super::crew::State;
use super::merge::Folder;
use super::part::{Part, result_path};

/// How far the parts of a search are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// All parts, except those that were split into others.
    pub parts: usize,
    /// Those that have a result.
    pub done: usize,
    /// Those that have a checkpoint and no result, by name.
    pub started: Vec<StartedPart>,
    /// Solutions found so far, in results and checkpoints. If the best is asked for, there are none before all parts
    /// are done.
    pub found: u64,
    /// If the best is asked for, the best value so far.
    pub best: Option<i64>,
    /// Nodes visited so far.
    pub nodes: u64,
    /// The share of the space that was searched, between 0 and 1.
    pub share: f64,
    /// The time that processes have spent so far, all together.
    pub spent: Duration,
    /// The time that they still need, all together; `None` before three parts are done.
    pub left: Option<Estimate>,
}

/// A part whose search has begun.
#[derive(Clone, Debug, PartialEq)]
pub struct StartedPart {
    /// Its file.
    pub part: String,
    /// How long ago its checkpoint was written.
    pub silent: Duration,
    /// The share of it that was searched, between 0 and 1.
    pub share: f64,
}

/// A time that is not known exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The expected time.
    pub likely: Duration,
    /// A 90 % interval, assuming that the rest is like what has been done.
    pub range: (Duration, Duration),
}

impl Folder {
    /// The current progress of the parts. Checkpoints that cannot be read count as missing: they may be being written.
    pub fn status(&self) -> Status {
        let mut status = Status::default();
        // By finished part: its estimated size, and its time.
        let mut done: Vec<(f64, f64)> = Vec::new();
        let mut sum = State::default();
        for result in &self.results {
            let of = |nodes: &[quadrille_engine::OpenNode]| -> f64 {
                nodes.iter().map(|node| node.share).sum()
            };
            status.share += of(&result.nodes) - of(&result.except);
            sum.sought = sum.sought.or(result.sought);
            sum.tally.add(result.tally.clone());
            status.spent += result.spent;
            let is_whole = result.except.is_empty();
            if is_whole {
                status.done += 1;
                let mut parts = self.parts.iter();
                if let Some(part) = parts.find(|part| part.digest == result.part) {
                    done.push((part.estimate.max(1) as f64, result.spent.as_secs_f64()));
                }
            }
        }
        status.parts = status.done;
        let mut open = 0.0;
        for part in self.unfinished() {
            status.parts += 1;
            let mut left = 1.0;
            if let Some((own, state)) = started(part) {
                left = 1.0 - own.share;
                sum.sought = sum.sought.or(state.sought);
                sum.tally.add(state.tally);
                status.spent += state.spent;
                status.share += part.share() * own.share;
                status.started.push(own);
            }
            open += left * part.estimate.max(1) as f64;
        }
        status.best = sum.best();
        let is_known = sum.sought.is_none() || status.done == status.parts;
        status.found = if is_known { sum.tally.found } else { 0 };
        status.nodes = sum.tally.nodes;
        status.share = status.share.clamp(0.0, 1.0);
        status.left = estimate(&done, open);
        status
    }
}

/// A part that has a checkpoint, and the state of its search.
fn started(part: &Part) -> Option<(StartedPart, State)> {
    let path = format!("{}.checkpoint", result_path(&part.path));
    let written = std::fs::metadata(&path).ok()?.modified().ok()?;
    let mut checkpoint = Checkpoint::new(&path, &part.task, Some(&part.digest));
    let state = checkpoint.read().ok()?;
    let open: f64 = state.open.iter().map(|node| node.share).sum();
    let started = StartedPart {
        part: part.path.clone(),
        silent: SystemTime::now()
            .duration_since(written)
            .unwrap_or_default(),
        share: (1.0 - open / part.share()).clamp(0.0, 1.0),
    };
    Some((started, state))
}

/// The time that parts of size `open` will take, from those that are done: their estimated sizes and actual times. A
/// ratio estimate (Cochran 1977, "Sampling techniques", chapter 6), whose logarithm is assumed to be normal: the order
/// of the parts is unrelated to their size, so those done first are representative.
fn estimate(done: &[(f64, f64)], open: f64) -> Option<Estimate> {
    let number = done.len() as f64;
    if done.len() < 3 {
        return None;
    }
    let (sizes, times) = done
        .iter()
        .fold((0.0, 0.0), |(sizes, times), (size, time)| {
            (sizes + size, times + time)
        });
    let ratio = times / sizes;
    let deviations = done
        .iter()
        .map(|(size, time)| (time - ratio * size).powi(2));
    let deviation = deviations.sum::<f64>() / (number - 1.0);
    let of_ratio = (deviation / number).sqrt() / (times / number).max(f64::MIN_POSITIVE);
    // The rest is a sum over these parts, which vary themselves.
    let left = (open * number / sizes).max(1.0);
    let of_sum = (deviation / left).sqrt() / (times / number).max(f64::MIN_POSITIVE);
    let spread = (1.645 * of_ratio.hypot(of_sum)).exp();
    let likely = ratio * open;
    let time = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Some(Estimate {
        likely: time(likely),
        range: (time(likely / spread), time(likely * spread)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Rng;

    /// For simulated parts whose times vary around the estimates, nine intervals in ten contain the time of the rest.
    #[test]
    fn ranges_hold_what_they_say() {
        let mut held = 0;
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let mut uniform = || (1.0 + rng.below(1 << 20) as f64) / f64::from(1 << 20);
            let parts: Vec<(f64, f64)> = (0..100)
                .map(|_| {
                    let size = 50.0 + 100.0 * uniform();
                    // Exponential, as heavy a tail as parts have that are alike by estimate.
                    (size, -size * uniform().ln())
                })
                .collect();
            let (done, open) = parts.split_at(30);
            let size: f64 = open.iter().map(|(size, _)| size).sum();
            let time: f64 = open.iter().map(|(_, time)| time).sum();
            let estimate = estimate(done, size).unwrap();
            let (low, high) = estimate.range;
            assert!(low < estimate.likely && estimate.likely < high);
            held += usize::from((low.as_secs_f64()..=high.as_secs_f64()).contains(&time));
        }
        assert!((340..=390).contains(&held), "{held} of 400");
    }

    #[test]
    fn too_little_is_known_from_two() {
        assert_eq!(estimate(&[(1.0, 1.0); 2], 5.0), None);
        let exact = estimate(&[(1.0, 2.0); 3], 5.0).unwrap();
        assert_eq!(exact.likely, Duration::from_secs(10));
        assert_eq!(exact.range, (exact.likely, exact.likely));
    }
}
