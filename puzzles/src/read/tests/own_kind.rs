//! A puzzle kind written in Rust, as a program that uses the library may have: everything for reading its files.

use super::*;
use crate::clue::MAX_DIGITS;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::solve::tests::Toy;

/// Puzzles with regions, marks on cells, and a clue for each row.
#[derive(Debug)]
pub(super) struct Lattice;

impl Kind for Lattice {
    fn name(&self) -> &'static str {
        "lattice"
    }

    fn summary(&self) -> &'static str {
        "nothing is to be found"
    }

    fn starter(&self) -> &'static str {
        LATTICE
    }

    fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Box<dyn Puzzle>> {
        document.allow_keys(&["regions", "locked", "clues"], problems);
        let block = document.block("regions", "a block with the region of each cell", problems);
        let locked = document.optional_block("locked", problems);
        let locked = locked.ok().and_then(|locked| match (locked, &block) {
            (Some(locked), Some(block)) => read_locked(&locked, block, problems),
            (None, Some(block)) => Some(Grid::from_fn(block.rows(), block.columns(), |_| false)),
            (_, None) => None,
        });
        let limits = SizeLimits {
            rows: 3..=50,
            columns: 3..=MAX_DIGITS,
        };
        let rows = block.as_ref().map(Block::rows);
        let regions = block.and_then(|block| read_regions(&block, &limits, problems));
        let clues = document.clues(rows, problems);
        let cells = regions?.grid().len() + locked?.len() + clues?.len();
        Some(Box::new(Toy::new(cells)))
    }
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

#[test]
fn it_is_read_beside_those_of_the_program() {
    let kinds = [crate::kinds::all(), &[&Lattice]].concat();
    let loaded = parse_with(&source(LATTICE), &kinds).unwrap();
    assert_eq!(loaded.kind.name(), "lattice");
    assert_eq!(loaded.puzzle.size(), (1, 9 + 9 + 3));
    let without = LATTICE.replace("locked = '''\n...\n.*.\n...\n'''\n", "");
    assert!(parse_with(&source(&without), &kinds).is_ok());
    // The program itself does not know it.
    assert!(parse(&source(LATTICE)).is_err());
}

#[test]
fn sizes_beyond_its_limits_are_refused() {
    let of_size = |rows: usize, columns: usize| {
        let regions = format!("{}\n", "A".repeat(columns)).repeat(rows);
        let clues = "\"odd\", ".repeat(rows);
        let text = format!("kind = \"lattice\"\nregions = '''\n{regions}'''\nclues = [{clues}]\n");
        problems(&text).concat()
    };
    assert_eq!(of_size(50, 18), "");
    assert!(of_size(3, 19).contains("`regions` has 19 columns | from 3 to 18 columns"));
    assert!(of_size(2, 3).contains("`regions` has 2 rows | from 3 to 50 rows"));
}
