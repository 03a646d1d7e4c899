//! How to search, as it is typed: `--order dom/wdeg --restarts luby`.

use std::sync::Arc;

use clap::{Args, Parser};
use quadrille_engine::{Restarts, branch};

use super::open::Failure;
use crate::solve::{BrancherMaker, Learn, Request};

/// How to search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArguments {
    /// Which variable to branch on: input, smallest, dom/deg, dom/wdeg, dom/wdeg-cacd, activity, last-conflict or
    /// conflict-ordering (the last two may be followed by `:` and another). By default the puzzle's own, or smallest
    /// with --values, --split or --seed
    #[arg(long, value_name = "ORDER")]
    order: Option<String>,

    /// Which value to try first: smallest, largest, middle, random, saved-phase or most-supports
    #[arg(long, value_name = "VALUES")]
    values: Option<String>,

    /// How to split a domain: binary, values or halving
    #[arg(long, value_name = "SPLIT")]
    split: Option<String>,

    /// When to restart: never, luby or geometric
    #[arg(long, value_name = "POLICY", value_parser = parse_restarts, default_value = "never")]
    restarts: Restarts,

    /// Whether to learn no-goods from failures, on one thread regardless of --threads: auto (after 100 failures or more
    /// if there are few solutions, alongside the depth-first search if more than one is wanted), on or off
    #[arg(long, value_name = "WHEN", value_parser = parse_learn, default_value = "auto")]
    learn: Learn,

    /// Breaks ties and makes random choices; 0 for input order
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Number of threads; 0 for one on each core
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// The most threads that may be asked for.
pub(crate) const MOST_THREADS: usize = 1024;

impl SearchArguments {
    /// The request with these options applied.
    ///
    /// # Errors
    /// A text that names the unknown word and those that are known.
    pub(super) fn apply(&self, request: Request) -> Result<Request, String> {
        if self.threads > MOST_THREADS {
            return Err(format!(
                "error: at most {MOST_THREADS} threads are possible"
            ));
        }
        Ok(Request {
            brancher: self.brancher()?,
            restarts: self.restarts,
            learn: self.learn,
            threads: self.threads,
            ..request
        })
    }

    /// How to search, as it is typed, for a search that is saved; without the number of threads, which may change.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (option, word) in [
            ("--order", &self.order),
            ("--values", &self.values),
            ("--split", &self.split),
        ] {
            if let Some(word) = word {
                words.extend([option.to_owned(), word.clone()]);
            }
        }
        if self.seed != 0 {
            words.extend(["--seed".to_owned(), self.seed.to_string()]);
        }
        if self.restarts != Restarts::Never {
            let name = restarts_name(self.restarts);
            words.extend(["--restarts".to_owned(), name.to_owned()]);
        }
        if self.learn == Learn::On {
            words.extend(["--learn", "on"].map(str::to_owned));
        }
        words
    }

    /// What such words say, with another number of threads.
    ///
    /// # Errors
    /// If these words were not made by [`words`](Self::words).
    pub(super) fn of_words(words: &[String], threads: usize) -> Result<Self, Failure> {
        /// Nothing but how to search.
        #[derive(Parser)]
        struct Words {
            #[command(flatten)]
            search: SearchArguments,
        }
        let words = std::iter::once("search").chain(words.iter().map(String::as_str));
        match Words::try_parse_from(words) {
            Ok(Words { search }) => Ok(Self { threads, ..search }),
            Err(error) => Err(Failure::bad_input(error.to_string())),
        }
    }

    /// Whether nothing is said about how to search, apart from the number of threads.
    pub(super) fn is_default(&self) -> bool {
        self.words().is_empty() && self.learn == Learn::Auto
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// `None` for the kind's own.
    fn brancher(&self) -> Result<Option<BrancherMaker>, String> {
        let given = [&self.order, &self.values, &self.split];
        if given.iter().all(|name| name.is_none()) && self.seed == 0 {
            return Ok(None);
        }
        let or = |name: &Option<String>, default: &str| {
            name.clone().unwrap_or_else(|| default.to_owned())
        };
        let (order, values) = (or(&self.order, "smallest"), or(&self.values, "smallest"));
        brancher(&order, &values, &or(&self.split, "binary"), self.seed).map(Some)
    }
}

/// What makes branchers of these names.
///
/// # Errors
/// A text that names the unknown word and those that are known.
pub(super) fn brancher(
    order: &str,
    values: &str,
    split: &str,
    seed: u64,
) -> Result<BrancherMaker, String> {
    let [order, values, split] = [order, values, split].map(str::to_owned);
    let make = move || branch::named(&order, &values, &split, seed);
    if let Err(unknown) = make() {
        return Err(format!("error: {unknown}"));
    }
    Ok(Arc::new(move || {
        make().unwrap_or_else(|_| Box::new(branch::smallest_domain()))
    }))
}

fn parse_learn(name: &str) -> Result<Learn, String> {
    match name {
        "auto" => Ok(Learn::Auto),
        "on" => Ok(Learn::On),
        "off" => Ok(Learn::Off),
        _ => Err("known are auto, on and off".to_owned()),
    }
}

/// The restart policies, as they are typed.
const RESTARTS: [(&str, Restarts); 3] = [
    ("never", Restarts::Never),
    ("luby", Restarts::LUBY),
    ("geometric", Restarts::GEOMETRIC),
];

pub(super) fn parse_restarts(name: &str) -> Result<Restarts, String> {
    let known = RESTARTS.iter().find(|(known, _)| *known == name);
    known
        .map(|&(_, policy)| policy)
        .ok_or_else(|| "known are never, luby and geometric".to_owned())
}

/// The name of a policy given on the command line.
pub(super) fn restarts_name(policy: Restarts) -> &'static str {
    let known = RESTARTS.iter().find(|&&(_, known)| known == policy);
    known.map_or("", |(name, _)| name)
}
