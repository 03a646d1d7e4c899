//! The puzzle's part of a puzzle file.

use super::{KindNumberCross4, NumberCross4};
use crate::clue::MAX_DIGITS;
use crate::puzzle::{Kind, Puzzle};
use crate::read::{Document, Limits, Problems, Source, parse_as, read_regions};

const LIMITS: Limits = Limits {
    rows: 2..=50,
    columns: 2..=MAX_DIGITS,
};

const NAME: &str = "number-cross-4";

impl NumberCross4 {
    /// Reads a puzzle file of this kind; see [`crate::read`] for what all kinds have in common, and
    /// [`crate::read::parse`] for reading any kind.
    ///
    /// | key | |
    /// |---|---|
    /// | `regions` | a block with the region of each cell, 2×2 to 50 rows by 18 columns |
    /// | `clues` | the clue of each row, from the top |
    ///
    /// A region in several pieces is as many regions: pieces that do not touch may hold different digits, exactly as
    /// after cells were shaded.
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order of the text.
    pub fn parse(source: &Source) -> Result<Self, Problems> {
        parse_as(source, NAME, read)
    }
}

impl Kind for KindNumberCross4 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "shade cells so that the numbers of each row satisfy its clue"
    }

    fn starter(&self) -> &'static str {
        include_str!("starter.toml")
    }

    fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(read(document, problems)?))
    }
}

fn read(document: &Document<'_>, problems: &mut Problems) -> Option<NumberCross4> {
    document.allow_keys(&["regions", "clues"], problems);
    let block = document.block("regions", "a block with the region of each cell", problems);
    let rows = block.as_ref().map(|block| block.rows());
    let regions = block.and_then(|block| read_regions(&block, &LIMITS, problems));
    let clues = document.clues(rows, problems);
    Some(NumberCross4 {
        regions: regions?,
        clues: clues?,
    })
}
