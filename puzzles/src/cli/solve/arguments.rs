//! The arguments of `quadrille solve`.

use std::time::Duration;

use clap::{ArgGroup, Args};
use quadrille_engine::Interrupt;

use super::super::drawing::{DrawArguments, PictureArguments};
use super::super::limits::{LimitArguments, parse_time};
use super::super::passes::PassArguments;
use super::super::report::Wanted;
use super::super::search::SearchArguments;
use super::super::without::WithoutArguments;
use crate::campaign::Saving;
use crate::protocol::solved::More;
use crate::puzzle::BuildOptions;
use crate::solve::{Goal, Request};

/// Solve puzzles
///
/// Searches until it is known whether there is no solution, exactly one, or several: stops at the second, shows the
/// first, and marks where they differ. With several puzzles, or a folder of them, prints one line for each and a
/// summary.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("saved").args(["checkpoint", "resume", "part"]).multiple(true)))]
#[command(after_help = "\
Examples:
  quadrille solve number-cross-4 --stats
  quadrille solve shut-the-box --no-fold --count
  quadrille solve my-puzzle.toml --without \"No block of two by two cells is all shaded.\"
  quadrille solve my-puzzles/ --time 10s
  quadrille solve my-sudoku.toml --from so-far.txt
  quadrille solve 'https://puzz.link/p?nurikabe/6/6/m8n8i9u'
  quadrille solve 9.5.3.6...6...85..3..5....9....19..3.7.....9.1..72....5....4..7..12...6...6.8.9.4
  quadrille solve many-sudokus.txt --solution

Exit codes: 0 exactly one solution, 1 none, 2 bad input, 3 several, 4 stopped by a limit before this was known; with \
several puzzles the worst.")]
pub(in crate::cli) struct SolveArguments {
    /// Puzzle files, folders of them, embedded puzzles (see `quadrille list`), addresses or files of them, sudokus as
    /// text, or - for standard input
    #[arg(value_name = "PUZZLE", required_unless_present = "part")]
    pub(super) puzzles: Vec<String>,

    /// Also look for puzzle files in subfolders
    #[arg(long, short)]
    pub(super) recursive: bool,

    /// Print only the verdict and the answer
    #[arg(long, short, conflicts_with = "json")]
    pub(super) quiet: bool,

    /// Print the solution alone: of a sudoku as text in one line, of any other puzzle the filled grid. Where there is not
    /// exactly one, what is known takes its place
    #[arg(long, conflicts_with_all = ["json", "quiet", "goal", "consensus", "stats"])]
    pub(super) solution: bool,

    /// Find all solutions (they are kept in memory: see --count and --memory)
    #[arg(long, group = "goal")]
    pub(super) all: bool,

    /// Find the first N solutions
    #[arg(long, value_name = "N", group = "goal", conflicts_with = "consensus")]
    pub(super) limit: Option<u64>,

    /// Count the solutions
    #[arg(long, group = "goal")]
    pub(super) count: bool,

    /// Show what each cell holds in all solutions
    #[arg(long)]
    pub(super) consensus: bool,

    /// Start from a partly filled grid, written as for `quadrille check`; its entries are kept
    #[arg(long, value_name = "GRID")]
    pub(super) from: Option<String>,

    #[command(flatten)]
    pub(super) without: WithoutArguments,

    #[command(flatten)]
    pub(super) passes: PassArguments,

    /// Print timings and statistics of the search
    #[arg(long)]
    pub(super) stats: bool,

    /// Print one JSON document; JSON lines with --all, --limit or several puzzles
    #[arg(long)]
    pub(super) json: bool,

    /// Time limit for finding conflicting rules when there is no solution; 0 to skip it
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "3s")]
    pub(super) explain: Duration,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    #[command(flatten)]
    pub(super) search: SearchArguments,

    #[command(flatten)]
    pub(super) saved: SavedArguments,

    #[command(flatten)]
    pub(super) part: PartArguments,

    #[command(flatten)]
    pub(super) drawing: DrawArguments,

    #[command(flatten)]
    pub(super) pictures: PictureArguments,
}

impl SolveArguments {
    /// Whether all solutions found are shown, not just the first.
    pub(super) fn shows_all(&self) -> bool {
        self.all || self.limit.is_some()
    }

    /// Whether no more is asked of many puzzles than whether each has exactly one solution, and for that solution, without
    /// any limit or way to search.
    pub(super) fn is_plain(&self) -> bool {
        let is_other = !self.passes.without_passes.is_empty();
        let asks_more =
            is_other || self.all || self.count || self.limit.is_some() || self.consensus;
        let shows_more = self.json || self.stats || self.pictures.are_wanted();
        !asks_more && !shows_more && self.limits.are_default() && self.search.is_default()
    }

    /// What is found out beside the verdict.
    pub(super) fn more(&self) -> More {
        More {
            consensus: self.consensus,
            is_told: !self.quiet || self.pictures.are_wanted(),
            explain: self.explain,
        }
    }

    pub(super) fn wanted(&self) -> Wanted {
        Wanted {
            quiet: self.quiet,
            count: self.count,
            all: self.shows_all(),
            stats: self.stats,
            explain: self.explain,
            drawing: self.drawing,
        }
    }

    pub(super) fn request(&self, interrupt: &Interrupt) -> Result<Request, String> {
        let goal = match self.limit {
            Some(n) => Goal::Limit(n),
            None if self.all => Goal::All,
            None if self.count => Goal::Count,
            None => Goal::Uniqueness,
        };
        self.search.apply(Request {
            goal,
            limits: self.limits.of_search(interrupt),
            memory: self.limits.memory,
            build: BuildOptions {
                without_passes: self.passes.without_passes.clone(),
                ..BuildOptions::default()
            },
            ..Request::default()
        })
    }
}

/// Where a search is saved.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long searches")]
pub(super) struct SavedArguments {
    /// Save the search to this file at intervals, when a limit or a signal stops it, and at the end
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<String>,

    /// Continue the search saved in this file, and save to it unless --checkpoint names another
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<String>,

    /// How often a search is saved
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10s", requires = "saved")]
    pub(super) every: Duration,
}

/// The parts of a search to solve.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long searches")]
pub(super) struct PartArguments {
    /// Solve these parts of a search, written by `quadrille split`, one after another, instead of a puzzle. Continues
    /// from the checkpoint of a part if there is one; does nothing if its result exists. Limits apply to each part
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "puzzles", "goal", "consensus", "no_fold", "without_passes", "rules", "resume", "order", "values", "split", "restarts", "learn", "seed"
    ])]
    pub(super) part: Vec<String>,

    /// Write the result of the part to this file; if left out, to one beside it whose name ends in .result
    #[arg(long, value_name = "RESULT", requires = "part")]
    pub(super) out: Option<String>,
}

impl SavedArguments {
    /// Where the search is saved, if it is.
    pub(super) fn saving(&self) -> Option<Saving<'_>> {
        let to = self.checkpoint.as_deref().or(self.resume.as_deref())?;
        Some(Saving {
            to,
            from: self.resume.as_deref(),
            every: self.every,
        })
    }
}
