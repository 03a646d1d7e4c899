//! The puzzle's part of a puzzle file.

use super::{AnswerExpression, BlockParty, KindBlockParty, Metric};
use crate::grid::Grid;
use crate::puzzle::{Kind, Puzzle};
use crate::read::{
    BadCell, Block, Document, Limits, Problem, Problems, Source, parse_as, read_cells, read_regions,
};
use crate::regions::Regions;

const LIMITS: Limits = Limits {
    rows: 1..=30,
    columns: 1..=30,
};

const MAX_REGION: usize = 64;

const NAME: &str = "block-party";

impl BlockParty {
    /// Reads a puzzle file of this kind; see [`crate::read`] for what all kinds have in common, and
    /// [`crate::read::parse`] for reading any kind.
    ///
    /// | key | |
    /// |---|---|
    /// | `regions` | a block with the region of each cell, up to 30×30; regions of up to 64 cells |
    /// | `givens` | a block of the same size: a number, or `.` for none; without it nothing is given |
    /// | `metric` | `taxicab` or `line` |
    /// | `answer` | one of the texts of [`AnswerExpression`] |
    ///
    /// A region is a set of cells and may be in several pieces.
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order of the text.
    pub fn parse(source: &Source) -> Result<Self, Problems> {
        parse_as(source, NAME, read)
    }
}

impl Kind for KindBlockParty {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "fill regions with 1 to N so that the nearest K is exactly K away"
    }

    fn starter(&self) -> &'static str {
        include_str!("starter.toml")
    }

    fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(read(document, problems)?))
    }
}

fn read(document: &Document<'_>, problems: &mut Problems) -> Option<BlockParty> {
    document.allow_keys(&["regions", "givens", "metric", "answer"], problems);
    let metric = document
        .word("metric", &["taxicab", "line"], problems)
        .map(|place| [Metric::Taxicab, Metric::Line][place]);
    let answer = document
        .word(
            "answer",
            &AnswerExpression::ALL.map(AnswerExpression::text),
            problems,
        )
        .map(|place| AnswerExpression::ALL[place]);
    let block = document.block("regions", "a block with the region of each cell", problems);
    let regions = block
        .as_ref()
        .and_then(|block| read_small_regions(block, problems));
    let givens = document.optional_block("givens", problems);
    let givens = givens.ok().and_then(|givens| match (givens, &block) {
        (Some(givens), Some(block)) => read_givens(&givens, block, regions.as_ref(), problems),
        (None, Some(block)) => Some(Grid::from_fn(block.rows(), block.columns(), |_| None)),
        (_, None) => None,
    });
    Some(BlockParty {
        regions: regions?,
        givens: givens?,
        metric: metric?,
        answer: answer?,
    })
}

fn read_small_regions(block: &Block<'_>, problems: &mut Problems) -> Option<Regions> {
    let regions = read_regions(block, &LIMITS, problems)?;
    let before = problems.len();
    for region in 0..regions.len() {
        let cells = regions.cells(region);
        if let Some(first_too_many) = cells.get(MAX_REGION) {
            let piece = block.piece(*first_too_many);
            problems.push(Problem::new(
                piece.map_or(0..0, |piece| piece.span()),
                format!("region {} is too large", regions.name(region)),
                format!("found {} cells, expected at most {MAX_REGION}", cells.len()),
            ));
        }
    }
    (problems.len() == before).then_some(regions)
}

/// Without regions, whether a given is in range is not known, and only its notation is looked at.
fn read_givens(
    block: &Block<'_>,
    like: &Block<'_>,
    regions: Option<&Regions>,
    problems: &mut Problems,
) -> Option<Grid<Option<u32>>> {
    let pieces = block.like(like, problems)?;
    read_cells(&pieces, problems, |cell, text| {
        if text == "." {
            return Ok(None);
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(BadCell::new("not a given", "a number or `.`"));
        }
        let number: Option<u32> = text.parse().ok();
        match regions.map(|regions| regions.of(cell)).zip(regions) {
            None => Ok(number),
            Some((region, regions)) => {
                let (name, size) = (regions.name(region), regions.cells(region).len());
                match number {
                    Some(number) if (1..=size as u32).contains(&number) => Ok(Some(number)),
                    _ => Err(BadCell::new(
                        format!("the given is out of range for region {name}"),
                        format!("1 to {size}"),
                    )
                    .help(format!(
                        "region {name} has {size} cells and holds 1 to {size}"
                    ))),
                }
            }
        }
    })
}
