//! Region maps in puzzle files.

use super::block::{BadCell, Block, Piece, SizeLimits, read_cells};
use super::problem::Problems;
use crate::grid::Grid;
use crate::regions::Regions;

/// The longest name of a region, in characters.
pub const MAX_REGION_NAME: usize = 16;

/// The regions that `block` draws, if it is a grid within `limits` and each name is made of letters and digits.
pub fn read_regions(
    block: &Block<'_>,
    limits: &SizeLimits,
    problems: &mut Problems,
) -> Option<Regions> {
    let pieces: Grid<Piece<'_>> = block.within(limits, problems)?;
    let names = read_cells(&pieces, problems, |_, text| {
        if !text
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '-')
        {
            Err(BadCell::new("not a region", "letters and digits").help(
                "every cell belongs to a region; its name is made of letters, digits, `_` and `-`",
            ))
        } else if text.chars().nth(MAX_REGION_NAME).is_some() {
            Err(BadCell::new(
                "the region's name is too long",
                format!("at most {MAX_REGION_NAME} characters"),
            ))
        } else {
            Ok(text.to_owned())
        }
    })?;
    Some(Regions::new(&names))
}
