//! The result of a comparison: medians over seeds, whether all runs agree, and the table.

use std::fmt::Write;
use std::time::Duration;

use quadrille_engine::Restarts;

use super::exit;
use super::open::Failure;
use super::search::{brancher, restarts_name};
use crate::solve::{BrancherMaker, Halt, Verdict, thousands};

/// The name of a puzzle's own order.
pub(super) const DEFAULT: &str = "default";

/// The widest table whose rows are a line each.
const WIDTH: usize = 80;

/// The head of the columns that say how far the runs are apart.
const RANGE: &str = "from–to";

/// One way to search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Combination {
    /// Order, values and split; `None` for the puzzle's own.
    names: Option<[String; 3]>,
    pub(super) restarts: Restarts,
}

impl Combination {
    pub(super) fn new(order: &str, values: &str, split: &str, restarts: Restarts) -> Self {
        let names = [order, values, split].map(str::to_owned);
        Self {
            names: (order != DEFAULT).then_some(names),
            restarts,
        }
    }

    pub(super) fn order(&self) -> &str {
        self.names.as_ref().map_or(DEFAULT, |[order, ..]| order)
    }

    pub(super) fn values(&self) -> Option<&str> {
        self.names.as_ref().map(|[_, values, _]| values.as_str())
    }

    pub(super) fn split(&self) -> Option<&str> {
        self.names.as_ref().map(|[.., split]| split.as_str())
    }

    pub(super) fn restarts(&self) -> &'static str {
        restarts_name(self.restarts)
    }

    /// `None` for the puzzle's own.
    ///
    /// # Errors
    /// For a name that is not known.
    pub(super) fn brancher(&self, seed: u64) -> Result<Option<BrancherMaker>, Failure> {
        let Some([order, values, split]) = &self.names else {
            return Ok(None);
        };
        let maker = brancher(order, values, split, seed).map_err(Failure::bad_input)?;
        Ok(Some(maker))
    }

    /// In one phrase, for complaints.
    fn text(&self) -> String {
        let names = [Some(self.order()), self.values(), self.split()];
        let names: Vec<&str> = names.into_iter().flatten().collect();
        format!("{}, restarts {}", names.join(", "), self.restarts())
    }
}

/// One search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    pub(super) seed: u64,
    pub(super) found: u64,
    /// As in a verdict; the wanted number of solutions is a reason, too.
    pub(super) stopped: Option<Halt>,
    pub(super) nodes: u64,
    pub(super) failures: u64,
    pub(super) time: Duration,
}

impl Trial {
    /// Whether it came to its end: the whole space, or as many solutions as were asked for.
    pub(super) fn is_finished(&self) -> bool {
        matches!(self.stopped, None | Some(Halt::Solutions))
    }
}

/// A figure over the runs of a combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spread<T> {
    /// The middle one (of an even number of runs the lower of the two), where a stopped run counts as larger than all
    /// others. `None` if that is a stopped one.
    pub(super) median: Option<T>,
    /// The middle one of the figures as they are: a lower bound of the median without limits.
    at_least: T,
    /// The smallest and the largest of the finished runs.
    pub(super) range: Option<(T, T)>,
}

impl<T: Copy + Ord> Spread<T> {
    /// `None` without runs.
    pub(super) fn of(runs: &[Trial], figure: impl Fn(&Trial) -> T) -> Option<Self> {
        let mut finished: Vec<T> = runs
            .iter()
            .filter(|run| run.is_finished())
            .map(&figure)
            .collect();
        finished.sort_unstable();
        let mut all: Vec<T> = runs.iter().map(&figure).collect();
        all.sort_unstable();
        let middle = all.len().checked_sub(1)? / 2;
        Some(Self {
            median: finished.get(middle).copied(),
            at_least: all[middle],
            range: finished.first().copied().zip(finished.last().copied()),
        })
    }

    /// The median, or `> n` if it is only known to be larger.
    fn text(self, number: impl Fn(T) -> String) -> String {
        match self.median {
            Some(median) => number(median),
            None => format!("> {}", number(self.at_least)),
        }
    }

    /// The range, or nothing if there is none.
    fn range_text(self, number: impl Fn(T) -> String) -> String {
        match self.range {
            Some((low, high)) if low < high => format!("{}–{}", number(low), number(high)),
            _ => String::new(),
        }
    }
}

/// All runs of one puzzle.
#[derive(Debug)]
pub(super) struct Comparison<'a> {
    pub(super) puzzle: &'a str,
    /// The combinations, each with its runs in the order of the seeds.
    pub(super) rows: Vec<(&'a Combination, Vec<Trial>)>,
    /// The number of seeds requested for each.
    seeds: u64,
    /// How much is known of the solutions: from a run that came to its end, if one did.
    pub(super) verdict: Verdict,
}

impl<'a> Comparison<'a> {
    /// Puts the runs together.
    ///
    /// # Errors
    /// If they cannot all be right: two that came to their ends found different numbers of solutions, or one that was
    /// stopped found more than one that came to its end.
    pub(super) fn new(
        puzzle: &'a str,
        combinations: &'a [Combination],
        runs: Vec<Vec<Trial>>,
        seeds: u64,
    ) -> Result<Self, String> {
        let rows: Vec<(&Combination, Vec<Trial>)> = combinations.iter().zip(runs).collect();
        let all = || {
            rows.iter()
                .flat_map(|(combination, runs)| runs.iter().map(move |run| (combination, run)))
        };
        let known = all().find(|(_, run)| run.is_finished());
        let agrees = |run: &Trial, known: &Trial| {
            if run.is_finished() {
                (run.found, run.stopped) == (known.found, known.stopped)
            } else {
                run.found <= known.found
            }
        };
        if let Some((one, first)) = known
            && let Some((other, second)) = all().find(|(_, run)| !agrees(run, first))
        {
            let told = |combination: &Combination, run: &Trial| {
                let verdict = Verdict::new(run.found, run.stopped);
                format!("  {}, seed {}: {verdict}\n", combination.text(), run.seed)
            };
            return Err(format!(
                "error: {puzzle}: searches disagree; this is a bug in quadrille, please report it with the puzzle\n{}{}",
                told(one, first),
                told(other, second)
            ));
        }
        let most = all().max_by_key(|(_, run)| run.found);
        let verdict = match known.or(most) {
            Some((_, run)) => Verdict::new(run.found, run.stopped),
            None => Verdict::new(0, Some(Halt::Cancelled)),
        };
        Ok(Self {
            puzzle,
            rows,
            seeds,
            verdict,
        })
    }

    fn runs(&self) -> impl Iterator<Item = &Trial> {
        self.rows.iter().flat_map(|(_, runs)| runs)
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.runs().any(|run| run.stopped == Some(Halt::Cancelled))
    }

    /// Whether some run came to its end, so that the verdict holds.
    pub(super) fn is_known(&self) -> bool {
        self.runs().any(Trial::is_finished)
    }

    pub(super) fn exit_code(&self) -> u8 {
        if self.runs().all(Trial::is_finished) {
            exit::GOOD
        } else {
            exit::STOPPED
        }
    }

    /// The table for people: a line for each combination if it fits, else two.
    pub(super) fn table(&self) -> String {
        let known = if self.is_known() {
            self.verdict.to_string()
        } else {
            format!("{}; no run came to its end", self.verdict)
        };
        let mut text = format!("{}: {known}\n", self.puzzle);
        let mut settled: Vec<String> = Vec::new();
        let mut names: Vec<Column> = Vec::new();
        for (name, of) in SETTINGS {
            let mut used: Vec<&str> = self.rows.iter().filter_map(|(c, _)| of(c)).collect();
            let cells = self
                .rows
                .iter()
                .map(|(c, _)| of(c).unwrap_or("-").to_owned());
            let column = Column::new(name, cells.collect());
            used.sort_unstable();
            used.dedup();
            match &used[..] {
                // The order is always shown in the table.
                [..] if name == "order" => names.push(column),
                [] => {}
                [one] => settled.push(format!("{name} {one}")),
                _ => names.push(column),
            }
        }
        settled.push(match self.seeds {
            1 => "seed 0".to_owned(),
            seeds => format!("medians of {seeds} runs"),
        });
        let _ = writeln!(text, "{}", settled.join(", "));
        let mut figures: Vec<Column> = self.figures().into_iter().collect();
        figures.retain(Column::is_used);
        let width = |columns: &[Column]| -> usize { columns.iter().map(|c| 2 + c.width).sum() };
        // Huge figures: the medians matter most.
        while 4 + width(&figures) > WIDTH
            && let Some(at) = figures.iter().rposition(|c| c.cells[0] == RANGE)
        {
            figures.remove(at);
        }
        let is_narrow = width(&names) + width(&figures) <= WIDTH;
        for row in 0..=self.rows.len() {
            let right: String = figures.iter().map(|column| column.right(row)).collect();
            let line = if is_narrow {
                let left: String = names.iter().map(|column| column.left(row)).collect();
                left + &right
            } else {
                let left: Vec<&str> = names.iter().map(|c| c.cells[row].as_str()).collect();
                format!("  {}\n    {right}", left.join(", "))
            };
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    fn figures(&self) -> [Column; 6] {
        let column = |name, cell: &dyn Fn(&[Trial]) -> Option<String>| {
            let cells = self.rows.iter().map(|(_, runs)| cell(runs));
            Column::new(name, cells.map(Option::unwrap_or_default).collect())
        };
        let nodes = |runs: &[Trial]| Spread::of(runs, |run| run.nodes);
        let failures = |runs: &[Trial]| Spread::of(runs, |run| run.failures);
        let seconds = |time: Duration| format!("{:.4}", time.as_secs_f64());
        [
            column("nodes", &|runs| Some(nodes(runs)?.text(thousands))),
            column(RANGE, &|runs| Some(nodes(runs)?.range_text(thousands))),
            column("failures", &|runs| Some(failures(runs)?.text(thousands))),
            column(RANGE, &|runs| Some(failures(runs)?.range_text(thousands))),
            column("seconds", &|runs| {
                Some(Spread::of(runs, |run| run.time)?.text(seconds))
            }),
            column("stopped", &|runs| {
                let stopped = runs.iter().filter(|run| !run.is_finished()).count();
                (stopped > 0).then(|| format!("{stopped} of {}", runs.len()))
            }),
        ]
    }

    /// The number of solutions of every run that came to its end, if one did.
    pub(super) fn solutions(&self) -> Option<u64> {
        self.is_known().then_some(self.verdict.found)
    }
}

/// One part of a combination: its name, and what it is; `None` for the puzzle's own.
type Setting = (&'static str, fn(&Combination) -> Option<&str>);

const SETTINGS: [Setting; 4] = [
    ("order", |combination| Some(combination.order())),
    ("values", Combination::values),
    ("split", Combination::split),
    ("restarts", |combination| Some(combination.restarts())),
];

/// A column of the table: its head, and a cell for each combination.
struct Column {
    cells: Vec<String>,
    width: usize,
}

impl Column {
    fn new(head: &str, mut cells: Vec<String>) -> Self {
        cells.insert(0, head.to_owned());
        let width = cells.iter().map(|cell| cell.chars().count()).max();
        Self {
            cells,
            width: width.unwrap_or(0),
        }
    }

    /// Whether there is anything below the header.
    fn is_used(&self) -> bool {
        self.cells[1..].iter().any(|cell| !cell.is_empty())
    }

    fn left(&self, row: usize) -> String {
        format!("  {:<1$}", self.cells[row], self.width)
    }

    fn right(&self, row: usize) -> String {
        format!("  {:>1$}", self.cells[row], self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(found: u64, stopped: Option<Halt>, nodes: u64) -> Trial {
        Trial {
            seed: nodes % 10,
            found,
            stopped,
            nodes,
            failures: nodes / 2,
            time: Duration::from_millis(nodes),
        }
    }

    fn two_ways() -> [Combination; 2] {
        [
            Combination::new(DEFAULT, "smallest", "binary", Restarts::Never),
            Combination::new("dom/wdeg", "largest", "binary", Restarts::Never),
        ]
    }

    /// The middle of 1, 3, 7 is 3; of 1, 3, 7, 9 the lower of 3 and 7. A run that was stopped at 2 might have continued
    /// for any time, so it counts as the last.
    #[test]
    fn medians() {
        let of = |runs: &[Trial]| Spread::of(runs, |run| run.nodes);
        let finished = |nodes: &[u64]| -> Vec<Trial> {
            nodes.iter().map(|&nodes| run(1, None, nodes)).collect()
        };
        assert_eq!(of(&[]), None);
        let three = of(&finished(&[7, 1, 3])).unwrap();
        assert_eq!((three.median, three.range), (Some(3), Some((1, 7))));
        assert_eq!(of(&finished(&[9, 7, 1, 3])).unwrap().median, Some(3));

        let mut runs = finished(&[7, 1]);
        runs.push(run(0, Some(Halt::Nodes(2)), 2));
        let one_stopped = of(&runs).unwrap();
        assert_eq!(
            (one_stopped.median, one_stopped.range),
            (Some(7), Some((1, 7)))
        );
        runs.push(run(0, Some(Halt::Nodes(2)), 2));
        runs.push(run(0, Some(Halt::Nodes(2)), 2));
        let most_stopped = of(&runs).unwrap();
        assert_eq!(most_stopped.median, None);
        assert_eq!(most_stopped.text(thousands), "> 2");
    }

    #[test]
    fn searches_that_cannot_all_be_right() {
        let ways = two_ways();
        let put = |a: Trial, b: Trial| Comparison::new("p", &ways, vec![vec![a], vec![b]], 1);
        let time = Some(Halt::Time(Duration::from_secs(1)));
        assert!(put(run(72, None, 10), run(72, None, 20)).is_ok());
        assert!(put(run(72, None, 10), run(71, time, 20)).is_ok());
        assert!(put(run(3, time, 10), run(71, time, 20)).is_ok());
        let limit = Some(Halt::Solutions);
        assert!(put(run(5, limit, 10), run(5, limit, 20)).is_ok());

        let report = put(run(72, None, 13), run(71, None, 24)).unwrap_err();
        assert_eq!(
            report,
            "error: p: searches disagree; this is a bug in quadrille, please report it with the puzzle\n  \
             default, restarts never, seed 3: 72 solutions\n  \
             dom/wdeg, largest, binary, restarts never, seed 4: 71 solutions\n"
        );
        assert!(put(run(72, None, 10), run(73, time, 20)).is_err());
        assert!(put(run(73, time, 10), run(72, None, 20)).is_err());
        assert!(put(run(5, limit, 10), run(5, None, 20)).is_err());
    }

    #[test]
    fn a_table_fits_a_terminal() {
        let [own, wdeg] = two_ways();
        let long = "conflict-ordering:dom/wdeg-cacd";
        let ways = [
            own,
            wdeg,
            Combination::new(
                long,
                "saved-phase:most-supports",
                "halving",
                Restarts::GEOMETRIC,
            ),
        ];
        let runs = |nodes: [u64; 3]| nodes.map(|nodes| run(1, None, nodes)).to_vec();
        let stopped = vec![run(0, Some(Halt::Cancelled), 123_456_789)];
        let short =
            Comparison::new("p", &ways[..2], vec![runs([7, 7, 7]), stopped.clone()], 3).unwrap();
        assert_eq!(
            short.table(),
            "p: exactly one solution\n\
             values largest, split binary, restarts never, medians of 3 runs\n  \
             order             nodes      failures        seconds  stopped\n  \
             default               7             3         0.0070\n  \
             dom/wdeg  > 123,456,789  > 61,728,394  > 123456.7890   1 of 1\n"
        );
        assert_eq!(short.exit_code(), exit::STOPPED);
        let wide = runs([123_456_789, 223_456_789, 323_456_789]);
        let wide = Comparison::new("p", &ways, vec![wide, stopped, vec![]], 3).unwrap();
        for line in wide.table().lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        assert!(wide.table().contains("223,456,789"));
    }
}
