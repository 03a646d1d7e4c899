//! Drawing a picture with characters.

mod between;
mod points;

use std::borrow::Cow;

use anstyle::{Ansi256Color, Style};

use between::{draw_between, draw_links, push_pieces, push_stacked};

use super::lattice::{self, Borders};
use super::{TINTS, obeys, printable, region_tints};
use crate::grid::{Cell, Direction, Grid};
use crate::picture::{CellPicture, Consensus, Fill, Highlight, MarkPicture, Picture};

/// How a picture is drawn in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalOptions {
    /// Only ASCII characters, apart from the texts of the picture.
    pub ascii: bool,
    /// ANSI colours: region tints, fillings, consensus; givens in bold.
    pub colour: bool,
    /// `c1`, `c2`, … above the columns (`1`, `2`, … where they are narrow), `r1`, `r2`, … beside the rows.
    pub coordinates: bool,
    /// The preferred width of a line, in characters: wider pictures are drawn with narrow cells.
    pub width: usize,
}

impl Default for TerminalOptions {
    /// Unicode, no colour, no coordinates, 80 characters.
    fn default() -> Self {
        Self {
            ascii: false,
            colour: false,
            coordinates: false,
            width: 80,
        }
    }
}

/// Draws `picture`: a line for the title, if there is one, then the grid, each line ending in a line feed.
///
/// | | Unicode | ASCII |
/// |---|---|---|
/// | region borders | `┏━┓` | `+-+` |
/// | shaded cell, grey cell | `███`, `░░░` | `###`, `%%%` |
/// | tile, with the digit that it covers | `▒2▒` | `[2]` |
/// | kept cell, cut cell | `▓▓▓`, ` · ` | `###`, ` . ` |
/// | marked number | `(4)`, `[4]` | the same |
/// | mark without one | `○`, `□` | `( )`, `[ ]` |
/// | arrows | `↑`, `→`, `↓`, `←`, `↕` for `↑↓`, `↔` for `→←` | `^`, `>`, `v`, `<`, `\|`, `-` |
/// | a sign and a number in the corner, both given | `o4` | the same |
/// | a second value in the cell | `0/2` | the same |
/// | locked cell | `*` after its number | the same |
/// | not the same in all solutions, not known | `?`, `~` after its number | the same |
/// | decided in a step, assumed in it | `!`, `?` after its number | the same |
///
/// All lines of the grid are equally wide, without the texts of the rows, which follow on the right. With regions
/// there is a line of borders between every two rows of cells; without, rows follow each other directly. Where
/// cells have to be narrow, locks of cells that hold a number are left out. Amounts and fold lines are not drawn. Cells
/// are wider where texts on grid points need it; if the grid is too wide then, these have `*` for such a text, which
/// follows below by its place. So do texts above and below columns, by column, if one of them is long.
/// Takes time linear in the size of the drawing.
pub fn terminal(picture: &Picture, options: TerminalOptions) -> String {
    if !picture.further.is_empty() {
        let mut first = picture.clone();
        let further = std::mem::take(&mut first.further);
        let title = std::mem::take(&mut first.title);
        let boards = std::iter::once(&first).chain(&further);
        let drawings: Vec<String> = boards.map(|board| terminal(board, options)).collect();
        let drawn = lattice::side_by_side(&drawings, options.width);
        return match title.as_str() {
            "" => drawn,
            title => format!("{}\n{drawn}", printable(title)),
        };
    }
    let picture = &*with_arrows(banded(labelled(picture)));
    let layout = Layout::of(picture, options);
    let mut canvas = Canvas::new(&layout);
    let look = Look::new(picture, options);
    if layout.ruled {
        draw_borders(picture, &layout, &look, &mut canvas);
    } else {
        draw_frame(&layout, &look, &mut canvas);
    }
    for cell in picture.cells.cells() {
        let style = look.style(cell);
        let drawn = &picture.cells[cell];
        let text = look.content(drawn, &layout);
        let text = centred(&text, look.filling(drawn), layout.cell);
        canvas.put(
            layout.line(cell.row),
            layout.left(cell.column),
            &text,
            style,
        );
    }
    draw_links(picture, &layout, &look, &mut canvas);
    draw_between(picture, &layout, &mut canvas);
    if options.coordinates {
        draw_coordinates(&layout, &mut canvas);
    }
    let mut drawn = String::new();
    if !picture.title.is_empty() {
        drawn.push_str(&printable(&picture.title));
        drawn.push('\n');
    }
    let outside = &picture.outside;
    let (left, right) = (
        lattice::widest(&outside.left),
        lattice::widest(&outside.right),
    );
    let margin = if left == 0 { 0 } else { left + 1 };
    push_stacked(&mut drawn, &outside.top, true, &layout, margin);
    for (at, line) in canvas.lines.iter().enumerate() {
        let row = (0..layout.rows).find(|&row| layout.line(row) == at);
        let beside = |texts: &[String]| {
            row.and_then(|row| texts.get(row))
                .map_or_else(String::new, |text| printable(text))
        };
        if margin > 0 {
            drawn.push_str(&format!("{:>left$} ", beside(&outside.left)));
        }
        push_line(&mut drawn, line, options.colour);
        let text = beside(&outside.right);
        if !text.is_empty() {
            drawn.push_str(&format!(" {text:>right$}"));
        }
        if let Some(text) = row.and_then(|row| picture.row_texts.get(row))
            && !text.is_empty()
        {
            drawn.push_str("  ");
            drawn.push_str(&printable(text));
        }
        drawn.push('\n');
    }
    push_stacked(&mut drawn, &outside.bottom, false, &layout, margin);
    if layout.lists_columns {
        between::push_columns(&mut drawn, outside, options.width);
    }
    if layout.lists_points {
        for line in points::list(picture, options.width) {
            drawn.push_str(&line);
            drawn.push('\n');
        }
    }
    push_pieces(&mut drawn, &picture.pieces, options);
    for line in super::lines_below(picture, options.width) {
        drawn.push_str(&line);
        drawn.push('\n');
    }
    drawn
}

/// Lines through cells cannot be drawn: their empty cells have the name of the line and a number instead.
fn labelled(picture: &Picture) -> Cow<'_, Picture> {
    let mut labelled = Cow::Borrowed(picture);
    for thread in &picture.threads {
        for (at, &cell) in thread.cells.iter().enumerate() {
            let corner = &mut labelled.to_mut().cells[cell].corner;
            if corner.is_empty() {
                *corner = match thread.numbers.get(at) {
                    Some(number) => format!("{}{number}", thread.name),
                    None => format!("{}{}", thread.name, at + 1),
                };
            }
        }
    }
    labelled
}

/// The picture with marks in the cells at sides and joints that have a part in a step: these have no room for them.
fn banded(picture: Cow<'_, Picture>) -> Cow<'_, Picture> {
    if picture.bands.is_empty() {
        return picture;
    }
    let mut banded = picture.into_owned();
    for band in std::mem::take(&mut banded.bands) {
        for cell in band.cells {
            banded.highlight(0, cell, band.part);
        }
    }
    Cow::Owned(banded)
}

/// The picture with arrows as signs before the texts of their cells: these have no room for both.
fn with_arrows(picture: Cow<'_, Picture>) -> Cow<'_, Picture> {
    let has_both = |cell: &CellPicture| !cell.arrows.is_empty() && !cell.text.is_empty();
    if !picture.cells.values().iter().any(has_both) {
        return picture;
    }
    let mut picture = picture.into_owned();
    for cell in picture.cells.cells() {
        let drawn = &mut picture.cells[cell];
        if has_both(drawn) {
            let signs = std::mem::take(&mut drawn.arrows)
                .into_iter()
                .map(|arrow| ['↑', '→', '↓', '←'][arrow as usize]);
            drawn.text = signs.chain(drawn.text.chars()).collect();
        }
    }
    Cow::Owned(picture)
}

/// The positions of everything.
#[derive(Clone)]
struct Layout {
    rows: usize,
    columns: usize,
    /// Characters of a cell, without borders.
    cell: usize,
    /// Characters from a cell to the next.
    pitch: usize,
    /// Whether there are border lines between rows of cells.
    ruled: bool,
    /// Whether a number has a free character on both sides.
    padded: bool,
    /// Characters of a cell that its content may have: fewer where cells are wide for the texts on grid points.
    content: usize,
    /// Whether long texts on grid points are below the grid.
    lists_points: bool,
    /// Whether texts above and below columns are in lines below the grid, by the names of the columns.
    lists_columns: bool,
    /// Lines of coordinates above the grid.
    top: usize,
    /// Characters of coordinates on the left of the grid.
    side: usize,
}

impl Layout {
    fn of(picture: &Picture, options: TerminalOptions) -> Self {
        let (rows, columns) = (picture.cells.rows(), picture.cells.columns());
        let cells = picture.cells.values();
        let widest = |of: &dyn Fn(&CellPicture) -> usize| cells.iter().map(of).max().unwrap_or(0);
        let corner = |cell: &CellPicture| match cell.fill {
            Fill::Tile => cell.corner.chars().count(),
            _ => cell.corner.chars().count().max(1),
        };
        let text = widest(&|cell| written(cell).chars().count().max(corner(cell)));
        let text = text.max(widest(&|cell| candidates(cell).chars().count()));
        let arrows = widest(&|cell| arrows(&cell.arrows, true).count());
        let ruled = lattice::is_lattice(picture);
        let marked =
            cells.iter().any(|cell| cell.mark.is_some()) || (ruled && picture.regions.is_none());
        let above = lattice::widest_part(&picture.outside);
        let lists_columns = above > text.max(WORD);
        let name = columns.to_string().len() + 1;
        let text = text.max(if lists_columns { name } else { above });
        let side = match options.coordinates {
            true => rows.to_string().len() + 2,
            false => 0,
        };
        let texts = picture.row_texts.iter().map(|text| text.chars().count());
        let texts = texts.max().map_or(0, |longest| longest + 2);
        let padded = {
            let pitch = text + 2 + usize::from(ruled);
            marked || !ruled || side + columns * pitch + 1 + texts <= options.width
        };
        // Arrows need room on one side only, for a sign.
        let cell = match padded {
            true => (text + 2).max(arrows + 1),
            false => text.max(arrows),
        };
        let narrow = Self {
            rows,
            columns,
            cell,
            pitch: cell + usize::from(ruled),
            ruled,
            padded,
            content: cell,
            lists_points: false,
            lists_columns,
            top: 0,
            side,
        };
        let beside = texts
            + lattice::widest(&picture.outside.left)
            + lattice::widest(&picture.outside.right)
            + 2;
        let mut layout = narrow.with_room_for_points(picture, options.width.saturating_sub(beside));
        let label = columns.to_string().len();
        layout.top = match (options.coordinates, label < layout.cell) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => label,
        };
        layout
    }

    /// With cells as wide as texts on grid points need, if the grid then has at most so many characters.
    fn with_room_for_points(self, picture: &Picture, width: usize) -> Self {
        if !picture.points.iter().any(|point| points::is_long(&point.2)) {
            return self;
        }
        let mut wide = self.clone();
        while !points::do_fit(picture, &wide) {
            wide.cell += 1;
            wide.pitch += 1;
            if wide.width() > width || wide.columns == 0 {
                return Self {
                    lists_points: true,
                    ..self
                };
            }
        }
        wide
    }

    /// The line of the cells of a row.
    fn line(&self, row: usize) -> usize {
        self.top + 1 + row * if self.ruled { 2 } else { 1 }
    }

    /// The first character of the cells of a column.
    fn left(&self, column: usize) -> usize {
        self.side + 1 + column * self.pitch
    }

    fn height(&self) -> usize {
        self.line(self.rows) + usize::from(!self.ruled)
    }

    fn width(&self) -> usize {
        self.left(self.columns) + usize::from(!self.ruled)
    }
}

/// Characters with their styles.
struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    fn new(layout: &Layout) -> Self {
        let blank = vec![(' ', Style::new()); layout.width()];
        Self {
            lines: vec![blank; layout.height()],
        }
    }

    /// Puts a text in place. Signs come from files: what a terminal would obey in them is replaced.
    fn put(&mut self, line: usize, left: usize, text: &str, style: Style) {
        for (place, c) in self.lines[line][left..].iter_mut().zip(text.chars()) {
            *place = (if obeys(c) { '\u{fffd}' } else { c }, style);
        }
    }

    /// Whether nothing has been drawn there except free room.
    fn is_free(&self, line: usize, left: usize) -> bool {
        let place = self.lines.get(line).and_then(|line| line.get(left));
        place.is_some_and(|(c, _)| matches!(c, ' ' | '·' | '.'))
    }
}

/// What cells and borders look like.
struct Look<'a> {
    picture: &'a Picture,
    ascii: bool,
    tints: Option<(&'a Grid<usize>, Vec<usize>)>,
    /// The region of the cells that belong to none.
    unassigned: Option<usize>,
}

/// Light backgrounds of the 256-colour palette, on which black can be read.
const TINT_COLOURS: [u8; TINTS] = [223, 153, 157, 225, 229, 195, 217, 189];

const fn on(background: u8, foreground: u8) -> Style {
    Style::new()
        .bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(background))))
        .fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(foreground))))
}

impl<'a> Look<'a> {
    fn new(picture: &'a Picture, options: TerminalOptions) -> Self {
        let regions = picture.regions.as_ref();
        Self {
            picture,
            ascii: options.ascii,
            unassigned: picture.unassigned,
            tints: regions
                .filter(|_| picture.tinted)
                .map(|regions| (regions, region_tints(regions))),
        }
    }

    /// The background of a cell's region.
    fn tint(&self, cell: Cell) -> Style {
        match &self.tints {
            Some((regions, tints)) => match regions.get(cell) {
                Some(region) if self.unassigned == Some(*region) => Style::new(),
                Some(&region) => on(TINT_COLOURS[tints[region]], 16),
                None => Style::new(),
            },
            None => Style::new(),
        }
    }

    fn style(&self, cell: Cell) -> Style {
        let drawn = &self.picture.cells[cell];
        let style = match (drawn.consensus, drawn.fill) {
            _ if drawn.highlight.is_some() => match drawn.highlight {
                Some(Highlight::Decided) => on(220, 16),
                Some(Highlight::Assumed) => on(217, 16),
                _ => on(117, 16),
            },
            (Some(Consensus::Differs), _) => on(214, 16),
            (Some(Consensus::Unknown), _) => on(250, 16),
            (_, Fill::Shaded | Fill::Rounded) => {
                let is_empty = drawn.text.is_empty() && drawn.arrows.is_empty();
                on(238, if is_empty { 238 } else { 231 })
            }
            (_, Fill::Grey) => on(248, 16),
            (_, Fill::Tile) => on(180, 16),
            (_, Fill::Inside) => on(229, if drawn.text.is_empty() { 187 } else { 16 }),
            (_, Fill::Outside) => Style::new(),
            (Some(Consensus::Same), Fill::Plain) if self.tints.is_none() => on(157, 16),
            (_, Fill::Plain) => self.tint(cell),
        };
        if drawn.given { style.bold() } else { style }
    }

    /// The character that fills a cell around its content.
    fn filling(&self, cell: &CellPicture) -> char {
        match (cell.fill, self.ascii) {
            (Fill::Shaded | Fill::Rounded, false) => '█',
            (Fill::Shaded | Fill::Rounded | Fill::Inside, true) => '#',
            (Fill::Grey, false) => '░',
            (Fill::Grey, true) => '%',
            (Fill::Tile, false) => '▒',
            (Fill::Inside, false) => '▓',
            _ => ' ',
        }
    }

    /// Exactly as many characters as the content of a cell has.
    fn content(&self, cell: &CellPicture, layout: &Layout) -> String {
        let unsure = match cell.consensus {
            Some(Consensus::Differs) => Some('?'),
            Some(Consensus::Unknown) => Some('~'),
            _ => match cell.highlight {
                Some(Highlight::Decided) => Some('!'),
                Some(Highlight::Assumed) => Some('?'),
                _ => None,
            },
        };
        let lock = if cell.locked { Some('*') } else { None };
        let filling = self.filling(cell);
        let text: Cow<'_, str> = match (cell.fill, cell.arrows.is_empty()) {
            _ if !cell.text.is_empty() || !cell.second.is_empty() => written(cell),
            _ if !cell.candidates.is_empty() => candidates(cell).into(),
            (_, false) => arrows(&cell.arrows, self.ascii).collect::<String>().into(),
            (Fill::Tile, _) if layout.padded && unsure.is_none() => (&*cell.corner).into(),
            (Fill::Plain, _) => (&*cell.corner).into(),
            _ => "".into(),
        };
        let sign = unsure.or(lock);
        let framed = match (cell.mark, self.ascii) {
            (None, _) => None,
            (Some(MarkPicture::Circle), false) => Some("○"),
            (Some(MarkPicture::Square), false) => Some("□"),
            (Some(MarkPicture::Circle), true) => Some("( )"),
            (Some(MarkPicture::Square), true) => Some("[ ]"),
        };
        if text.is_empty()
            && sign.is_none()
            && let Some(framed) = framed
        {
            return centred(framed, filling, layout.content);
        }
        if text.is_empty() {
            // A sign alone is in the middle.
            let (empty, filled) = match (cell.fill, self.ascii) {
                (Fill::Plain | Fill::Outside, _) if layout.ruled => (' ', false),
                (Fill::Plain | Fill::Outside, true) => ('.', false),
                (Fill::Plain | Fill::Outside, false) => ('·', false),
                (Fill::Tile, true) => ('#', true),
                _ => (filling, true),
            };
            let around = if filled { empty } else { ' ' };
            let sign = sign.unwrap_or(empty);
            return centred(sign.encode_utf8(&mut [0; 4]), around, layout.content);
        }
        if cell.text.is_empty() && !cell.arrows.is_empty() && layout.padded {
            let signed: String = text.chars().chain(unsure).collect();
            let around = match cell.fill {
                Fill::Shaded | Fill::Rounded => filling,
                _ => ' ',
            };
            return centred(&signed, around, layout.content);
        }
        if !layout.padded {
            // No room beside the text: an uncertain value matters more than the one found first.
            return match unsure {
                Some(sign) if !cell.given => {
                    centred(sign.encode_utf8(&mut [0; 4]), ' ', layout.content)
                }
                _ => format!("{text:>width$}", width = layout.content),
            };
        }
        let (before, after) = match (cell.mark, cell.fill, self.ascii) {
            (Some(MarkPicture::Circle), ..) => ('(', ')'),
            (Some(MarkPicture::Square), ..) => ('[', ']'),
            (None, Fill::Tile, true) => ('[', ']'),
            (None, Fill::Inside, _) => (' ', ' '),
            (None, ..) => (filling, filling),
        };
        let after = match cell.mark {
            None => sign.unwrap_or(after),
            Some(_) => after,
        };
        let inner = layout.content - 2;
        match cell.mark {
            Some(_) => centred(&format!("{before}{text}{after}"), ' ', layout.content),
            None => format!("{before}{text:>inner$}{after}"),
        }
    }
}

/// The text of a cell. A number in the corner beside a sign, both of the puzzle, is a part of what the puzzle says there;
/// a second value follows the first one.
fn written(cell: &CellPicture) -> Cow<'_, str> {
    let is_number = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    let text: Cow<'_, str> = match cell.given && is_number(&cell.corner) && !is_number(&cell.text) {
        true => format!("{}{}", cell.text, cell.corner).into(),
        false => (&*cell.text).into(),
    };
    match (text.is_empty(), cell.second.is_empty()) {
        (_, true) => text,
        (true, false) => (&*cell.second).into(),
        (false, false) => format!("{text}/{}", cell.second.replace(' ', "/")).into(),
    }
}

/// The most candidates of a cell that are written.
const MOST_CANDIDATES: usize = 4;

/// For texts above and below columns that are no longer than this, cells are as wide as they need.
const WORD: usize = 6;

/// A few short candidates of a cell, one after the other; of others nothing.
fn candidates(cell: &CellPicture) -> String {
    let is_short = cell.candidates.len() <= MOST_CANDIDATES
        && cell.candidates.iter().all(|word| word.chars().count() == 1);
    match is_short && cell.text.is_empty() {
        true => printable(&cell.candidates.concat()),
        false => String::new(),
    }
}

/// `text` with `around` on both sides, the odd one on the left.
fn centred(text: &str, around: char, width: usize) -> String {
    let free = width.saturating_sub(text.chars().count());
    let side = |count: usize| std::iter::repeat_n(around, count);
    let mut centred = String::with_capacity(text.len() + free * around.len_utf8());
    centred.extend(side(free.div_ceil(2)));
    centred.push_str(text);
    centred.extend(side(free / 2));
    centred
}

/// At most two characters.
fn arrows(points: &[Direction], ascii: bool) -> impl Iterator<Item = char> + use<> {
    let [up, right, down, left, upright, level] = match ascii {
        true => ['^', '>', 'v', '<', '|', '-'],
        false => ['↑', '→', '↓', '←', '↕', '↔'],
    };
    let has = |direction| points.contains(&direction);
    let pair = |first, second, one: char, other: char, both: char| match (has(first), has(second)) {
        (true, true) => Some(both),
        (true, false) => Some(one),
        (false, true) => Some(other),
        (false, false) => None,
    };
    let vertical = pair(Direction::North, Direction::South, up, down, upright);
    let horizontal = pair(Direction::West, Direction::East, left, right, level);
    vertical.into_iter().chain(horizontal)
}

/// The junction of thick lines that leave to the north, east, south and west.
fn junction(arms: [bool; 4], ascii: bool) -> char {
    const LINES: [char; 16] = [
        ' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋',
    ];
    let at = (0..4)
        .filter(|&arm| arms[arm])
        .map(|arm| 1 << arm)
        .sum::<usize>();
    match (at, ascii) {
        (0, true) => '.',
        (0, false) => '·',
        (_, false) => LINES[at],
        (5, true) => '|',
        (10, true) => '-',
        (_, true) => '+',
    }
}

fn draw_borders(picture: &Picture, layout: &Layout, look: &Look<'_>, canvas: &mut Canvas) {
    // The line above (row, column) and the one on its left; also past the last row and column.
    let borders = Borders::of(picture);
    let above = |row: usize, column: usize| borders.above(row, column);
    let left = |row: usize, column: usize| borders.left(row, column);
    let bare = picture.links.is_some() && picture.edges.is_none() && picture.regions.is_none();
    let (level, upright) = if look.ascii {
        ("-", "|")
    } else {
        ("━", "┃")
    };
    for row in 0..=layout.rows {
        let line = layout.line(row) - 1;
        for column in 0..=layout.columns {
            let place = layout.left(column) - 1;
            let cell = Cell::new(row, column);
            let arms = [
                row > 0 && left(row - 1, column),
                above(row, column),
                left(row, column),
                column > 0 && above(row, column - 1),
            ];
            let open = arms == [false; 4];
            let style = if open { look.tint(cell) } else { Style::new() };
            let sign = if open && bare {
                ' '
            } else {
                junction(arms, look.ascii)
            };
            canvas.put(line, place, &sign.to_string(), style);
            if column < layout.columns {
                let (text, style) = match above(row, column) {
                    true => (level, Style::new()),
                    false => (" ", look.tint(cell)),
                };
                canvas.put(line, place + 1, &text.repeat(layout.cell), style);
            }
            if row < layout.rows {
                let (text, style) = match left(row, column) {
                    true => (upright, Style::new()),
                    false => (" ", look.tint(cell)),
                };
                canvas.put(line + 1, place, text, style);
            }
        }
    }
}

fn draw_frame(layout: &Layout, look: &Look<'_>, canvas: &mut Canvas) {
    let (corners, level, upright) = match look.ascii {
        true => (["+", "+", "+", "+"], "-", "|"),
        false => (["┌", "┐", "└", "┘"], "─", "│"),
    };
    let (top, bottom) = (layout.top, layout.line(layout.rows));
    let (first, last) = (layout.side, layout.left(layout.columns));
    let style = Style::new();
    for (line, [start, end]) in [(top, [0, 1]), (bottom, [2, 3])] {
        canvas.put(line, first, &level.repeat(last - first), style);
        canvas.put(line, first, corners[start], style);
        canvas.put(line, last, corners[end], style);
    }
    for row in 0..layout.rows {
        canvas.put(layout.line(row), first, upright, style);
        canvas.put(layout.line(row), last, upright, style);
    }
}

fn draw_coordinates(layout: &Layout, canvas: &mut Canvas) {
    let style = Style::new().dimmed();
    for row in 0..layout.rows {
        let wide = layout.side - 1;
        let label = format!("{:>wide$}", format!("r{}", row + 1));
        canvas.put(layout.line(row), 0, &label, style);
    }
    for column in 0..layout.columns {
        let left = layout.left(column);
        let label = (column + 1).to_string();
        if layout.top == 1 {
            // All with their letter or none, and never one against the next.
            let lettered = layout.columns.to_string().len() + 1 < layout.pitch;
            let label = if lettered { format!("c{label}") } else { label };
            canvas.put(0, left, &centred(&label, ' ', layout.cell), style);
        } else {
            let label = format!("{label:>height$}", height = layout.top);
            for (line, digit) in label.chars().enumerate() {
                let text = format!("{digit:>width$}", width = layout.cell);
                canvas.put(line, left, &text, style);
            }
        }
    }
}

/// Writes a line, each stretch of one style between its codes.
fn push_line(drawn: &mut String, line: &[(char, Style)], colour: bool) {
    let mut rest = line;
    while let Some(&(_, style)) = rest.first() {
        let length = rest.iter().take_while(|place| place.1 == style).count();
        let (stretch, after) = rest.split_at(length);
        rest = after;
        let plain = !colour || style == Style::new();
        if !plain {
            drawn.push_str(&style.render().to_string());
        }
        drawn.extend(stretch.iter().map(|&(c, _)| c));
        if !plain {
            drawn.push_str(&style.render_reset().to_string());
        }
    }
}
