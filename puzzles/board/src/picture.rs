//! A picture as data: what each cell looks like. Puzzles describe themselves with it; [`crate::draw`] renders it.

use crate::grid::{Cell, Direction, Grid};

/// A picture of a puzzle, a solution or a consensus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The title above the drawing, if any.
    pub title: String,
    /// The cells.
    pub cells: Grid<CellPicture>,
    /// By cell: the region that it belongs to. Thick borders are drawn between regions, and regions are tinted
    /// in turn. Without regions, only thin grid lines are drawn.
    pub regions: Option<Grid<usize>>,
    /// Whether regions are tinted, or have borders alone.
    pub tinted: bool,
    /// The number in `regions` of the cells that belong to none: they are not tinted.
    pub unassigned: Option<usize>,
    /// By cell: the box that it belongs to, beside regions. Boxes then have the thick borders, where a drawing has room
    /// for both, and regions dashed ones inside.
    pub boxes: Option<Grid<usize>>,
    /// By region: its name, for drawings that show it; empty, or one for each region.
    pub region_names: Vec<String>,
    /// A text at the right end of each row, such as its clue; empty or one for each row.
    pub row_texts: Vec<String>,
    /// Amounts passed from a cell to its neighbour, drawn as small arrows across the edge between them.
    pub flows: Vec<Flow>,
    /// Edges between two adjacent cells that are drawn as dashed fold lines.
    pub folds: Vec<(Cell, Cell)>,
    /// Texts beside the grid, on its four sides.
    pub outside: Outside,
    /// Whether a frame is drawn around the grid.
    pub frame: bool,
    /// The thin lines between cells.
    pub ruling: Ruling,
    /// The content of the sides of cells.
    pub edges: Option<Vec<EdgePicture>>,
    /// What joins the middles of neighbouring cells.
    pub links: Option<Vec<LinkPicture>>,
    /// Sides of cells, and what joins two cells, with a part in a step to the solution.
    pub bands: Vec<Band>,
    /// Lines through the middles of cells, behind their content.
    pub threads: Vec<Thread>,
    /// Shapes to be placed, by their cells; drawn below.
    pub pieces: Vec<Vec<Cell>>,
    /// Whether these have round ends, as cells with [`Fill::Rounded`].
    pub rounded: bool,
    /// What the puzzle says of the whole grid, such as how many mines there are; drawn below.
    pub facts: String,
    /// Clues without a place in the grid or beside it, such as those of diagonals: a line for each layer, drawn below.
    pub notes: Vec<String>,
    /// Texts on grid points, by row and column of the point.
    pub points: Vec<(usize, usize, String)>,
    /// The key's texts for some signs, instead of the default.
    pub key: Vec<(Explained, String)>,
    /// Where the puzzle comes from: its source or author, drawn below.
    pub credit: String,
    /// Further boards, which are drawn on the right of this one.
    pub further: Vec<Picture>,
}

/// The thin lines between the cells of a grid. Drawings in the terminal have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ruling {
    /// All of them.
    #[default]
    Thin,
    /// All of them, each of so many from the upper left corner a little thicker; not 0.
    Every(usize),
    /// None.
    Bare,
}

/// Texts beside a grid: of each side none, or one for each row or column.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outside {
    /// On the left of each row.
    pub left: Vec<String>,
    /// On the right of each row.
    pub right: Vec<String>,
    /// Above each column; texts between commas are drawn on separate lines.
    pub top: Vec<String>,
    /// Below each column.
    pub bottom: Vec<String>,
    /// Whether these are lists, of which each part has a cell of its own.
    pub are_lists: bool,
}

/// A line through the middles of cells, which need not be neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// What tells it from others, if anything does; with a number for drawings without lines.
    pub name: String,
    /// Its cells, in order.
    pub cells: Vec<Cell>,
    /// The number of each cell; 1, 2, 3 … where there are none.
    pub numbers: Vec<i64>,
    /// Which kind of line it is, from 0: kinds have different colours.
    pub kind: usize,
    /// What is at its ends.
    pub ends: ThreadEnds,
}

/// What is at the ends of a [`Thread`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadEnds {
    /// Nothing.
    Plain,
    /// A bulb in the first cell.
    Bulb,
    /// A ring around the middle of the first cell, and an arrowhead in the last; the line is thin.
    Arrow,
}

/// Something on a side of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgePicture {
    /// Whether the side is drawn as a horizontal stroke.
    pub is_level: bool,
    /// The row and column of the grid point at its upper or left end.
    pub point: (usize, usize),
    /// What is drawn there.
    pub stroke: Stroke,
    /// Whether it was to be found.
    pub is_found: bool,
}

/// Something between a cell and its neighbour on the right or below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkPicture {
    /// The upper or left cell.
    pub from: Cell,
    /// Towards which neighbour: [`Direction::East`] or [`Direction::South`].
    pub towards: Direction,
    /// What joins them.
    pub stroke: Stroke,
    /// Whether it was to be found.
    pub is_found: bool,
}

/// Where a stroke is drawn or could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// On a side of a cell.
    Side {
        /// Whether it is horizontal.
        is_level: bool,
        /// The row and column of the grid point at its upper or left end.
        point: (usize, usize),
    },
    /// Between the middles of two neighbours.
    Link {
        /// The upper or left cell.
        from: Cell,
        /// Towards which neighbour: [`Direction::East`] or [`Direction::South`].
        towards: Direction,
    },
}

/// A side of a cell, or what joins two cells, with a part in a step to the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// Where it is.
    pub course: Course,
    /// The cells that it touches: drawings without room for it mark these.
    pub cells: Vec<Cell>,
    /// Its part.
    pub part: Highlight,
}

/// The stroke on a side of a cell or between two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A line.
    Line,
    /// Two parallel lines.
    Double,
    /// A text.
    Text(String),
}

/// What one cell looks like.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CellPicture {
    /// How the cell is filled.
    pub fill: Fill,
    /// Whether it has a tint of its own, as a lit cell has.
    pub is_tinted: bool,
    /// The text in the middle: a digit, a number, or nothing. Several values between commas each have a position of
    /// their own if there is room, and certain signs (`●`, `◤`, `╱`, `▲` …) are drawn as shapes.
    pub text: String,
    /// Values in the parts into which diagonals cut the cell: none; two, of the upper right and the lower left half; or
    /// four, above, on the right, below and on the left. `text` says the same where there is no room for this.
    pub parts: Vec<String>,
    /// Whether the text was given by the puzzle (drawn bold) rather than found.
    pub given: bool,
    /// A small text in the upper left corner, such as the digit that a tile covers.
    pub corner: String,
    /// A small text in the lower right corner: a further value of the cell, which drawings without room for it have
    /// after `text`, as in `0/2`.
    pub second: String,
    /// A small lock: the cell cannot be changed.
    pub locked: bool,
    /// Arrows from the middle of the cell, or beside its text.
    pub arrows: Vec<Direction>,
    /// A mark around the text.
    pub mark: Option<MarkPicture>,
    /// What is known about the cell in all solutions; `None` outside a consensus picture.
    pub consensus: Option<Consensus>,
    /// The possible values of the cell, if there are several: small, if there is room.
    pub candidates: Vec<String>,
    /// The cell's part in a step to the solution, if it has any.
    pub highlight: Option<Highlight>,
}

/// The part of a cell in a step to the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Highlight {
    /// It is known, and the step needs it.
    Known,
    /// It is assumed to be something else, which is refuted.
    Assumed,
    /// It is decided.
    Decided,
}

/// How a cell is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fill {
    /// With the tint of its region, or not at all.
    #[default]
    Plain,
    /// Dark: a shaded cell.
    Shaded,
    /// The same, with a round corner where both sides have no other such cell behind them.
    Rounded,
    /// Grey: neither dark nor light.
    Grey,
    /// As a tile on the cell.
    Tile,
    /// As a cell that is kept.
    Inside,
    /// As a cell that is cut away.
    Outside,
}

/// A mark around a cell's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkPicture {
    /// A circle.
    Circle,
    /// A square.
    Square,
}

/// A cell in all solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consensus {
    /// The same in all: what the cell shows.
    Same,
    /// Not the same in all.
    Differs,
    /// Not known, because the search was stopped.
    Unknown,
}

/// A sign that the key of a picture explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explained {
    /// [`CellPicture::locked`].
    Lock,
    /// [`Fill::Tile`] with a text in the corner.
    Tile,
    /// A [`Flow`].
    Amount,
    /// [`MarkPicture::Circle`].
    Circle,
    /// [`MarkPicture::Square`].
    Square,
}

impl Explained {
    /// Its text in the key, unless the puzzle has its own.
    const fn words(self) -> &'static str {
        match self {
            Explained::Lock => "locked",
            Explained::Tile => "a tile, with what it covers",
            Explained::Amount => "the amount passed to a neighbour",
            Explained::Circle => "a number in a circle",
            Explained::Square => "a number in a square",
        }
    }
}

/// An amount passed from a cell to its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The cell that gives.
    pub from: Cell,
    /// Towards which neighbour.
    pub towards: Direction,
    /// How much; at least 1.
    pub amount: u32,
}

impl Picture {
    /// Highlights a cell of a board as part of a step, unless it has a stronger highlight. Cells outside are ignored.
    pub fn highlight(&mut self, board: usize, cell: Cell, part: Highlight) {
        let picture = match board.checked_sub(1) {
            Some(further) => self.further.get_mut(further),
            None => Some(self),
        };
        if let Some(drawn) = picture.and_then(|picture| picture.cells.get_mut(cell)) {
            drawn.highlight = drawn.highlight.max(Some(part));
        }
    }

    /// The same of a side of a cell or of what joins two cells.
    pub fn highlight_band(&mut self, board: usize, band: Band) {
        let picture = match board.checked_sub(1) {
            Some(further) => self.further.get_mut(further),
            None => Some(self),
        };
        if let Some(picture) = picture {
            let mut bands = picture.bands.iter_mut();
            match bands.find(|known| known.course == band.course) {
                Some(known) => known.part = known.part.max(band.part),
                None => picture.bands.push(band),
            }
        }
    }

    /// The key's text for a sign.
    pub fn words_for(&self, explained: Explained) -> &str {
        let own = self.key.iter().find(|(known, _)| *known == explained);
        own.map_or(explained.words(), |(_, words)| words)
    }

    /// A picture without anything but grid lines.
    pub fn blank(rows: usize, columns: usize) -> Self {
        Self {
            title: String::new(),
            cells: Grid::from_fn(rows, columns, |_| CellPicture::default()),
            regions: None,
            tinted: true,
            unassigned: None,
            boxes: None,
            region_names: Vec::new(),
            row_texts: Vec::new(),
            flows: Vec::new(),
            folds: Vec::new(),
            outside: Outside::default(),
            frame: true,
            ruling: Ruling::Thin,
            edges: None,
            links: None,
            pieces: Vec::new(),
            rounded: false,
            points: Vec::new(),
            key: Vec::new(),
            credit: String::new(),
            facts: String::new(),
            notes: Vec::new(),
            bands: Vec::new(),
            threads: Vec::new(),
            further: Vec::new(),
        }
    }
}
