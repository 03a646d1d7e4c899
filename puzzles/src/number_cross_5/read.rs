//! The puzzle's part of a puzzle file.

use super::{KindNumberCross5, NumberCross5};
use crate::clue::MAX_DIGITS;
use crate::grid::Grid;
use crate::puzzle::{Kind, Puzzle};
use crate::read::{
    BadCell, Block, Document, Limits, Problems, Source, parse_as, read_cells, read_regions,
};

const LIMITS: Limits = Limits {
    rows: 3..=50,
    columns: 3..=MAX_DIGITS,
};

const NAME: &str = "number-cross-5";

impl NumberCross5 {
    /// Reads a puzzle file of this kind; see [`crate::read`] for what all kinds have in common, and
    /// [`crate::read::parse`] for reading any kind.
    ///
    /// | key | |
    /// |---|---|
    /// | `regions` | a block with the region of each cell, 3×3 to 50 rows by 18 columns |
    /// | `locked` | a block of the same size: `*` is a locked cell, `.` is not; without it no cell is locked |
    /// | `clues` | the clue of each row, from the top |
    ///
    /// A region in several pieces is one region: all its cells hold one digit.
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order of the text.
    pub fn parse(source: &Source) -> Result<Self, Problems> {
        parse_as(source, NAME, read)
    }
}

impl Kind for KindNumberCross5 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "tiles hand the digits they cover to their neighbours"
    }

    fn starter(&self) -> &'static str {
        include_str!("starter.toml")
    }

    fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(read(document, problems)?))
    }
}

fn read(document: &Document<'_>, problems: &mut Problems) -> Option<NumberCross5> {
    document.allow_keys(&["regions", "locked", "clues"], problems);
    let block = document.block("regions", "a block with the region of each cell", problems);
    let locked = document.optional_block("locked", problems);
    let locked = locked.ok().and_then(|locked| match (locked, &block) {
        (Some(locked), Some(block)) => read_locked(&locked, block, problems),
        (None, Some(block)) => Some(Grid::from_fn(block.rows(), block.columns(), |_| false)),
        (_, None) => None,
    });
    let rows = block.as_ref().map(Block::rows);
    let regions = block.and_then(|block| read_regions(&block, &LIMITS, problems));
    let clues = document.clues(rows, problems);
    Some(NumberCross5 {
        regions: regions?,
        locked: locked?,
        clues: clues?,
    })
}

fn read_locked(
    block: &Block<'_>,
    regions: &Block<'_>,
    problems: &mut Problems,
) -> Option<Grid<bool>> {
    let pieces = block.like(regions, problems)?;
    read_cells(&pieces, problems, |_, text| match text {
        "*" => Ok(true),
        "." => Ok(false),
        _ => Err(BadCell::new("neither locked nor not", "`*` or `.`")),
    })
}
