//! Drawing a picture with characters.

mod between;
mod cells;
mod points;
mod ruling;

use std::borrow::Cow;

use anstyle::Style;

use super::lattice;
use super::{obeys, printable};
use crate::picture::{CellPicture, Fill, Picture};
use between::{draw_between, draw_links, push_pieces, push_stacked};
use cells::{Look, arrows, candidates, centred, written};
use ruling::{draw_borders, draw_coordinates, draw_frame};

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
    let left = lattice::widest(&outside.left);
    let margin = if left == 0 { 0 } else { left + 1 };
    push_stacked(&mut drawn, &outside.top, true, &layout, margin);
    push_lines(&mut drawn, &canvas, &layout, picture, options.colour);
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
    match options.ascii {
        true => drawn.chars().map(in_ascii).collect(),
        false => drawn,
    }
}

/// A sign that looks much like one of those of genres, and no two of one genre alike. Letters of names stay.
fn in_ascii(sign: char) -> char {
    match sign {
        '○' => 'o',
        '●' => '@',
        '◐' => '%',
        '★' | '☼' | '☀' => '*',
        '☾' => '(',
        '♣' => '&',
        '≈' => '~',
        '□' => '=',
        '■' | '▣' => '#',
        '↑' | '∧' | '◠' | '△' | '▲' => '^',
        '↓' | '∨' | '◡' => 'v',
        '→' | '◗' => '>',
        '←' | '◖' => '<',
        '↔' | '−' | '–' => '-',
        '↕' => '|',
        '…' | '·' => '.',
        '×' => 'x',
        '÷' | '╱' => '/',
        '╲' => '\\',
        _ => sign,
    }
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

/// For texts above and below columns that are no longer than this, cells are as wide as they need.
const WORD: usize = 6;

/// Writes the grid, with the texts beside its rows.
fn push_lines(
    drawn: &mut String,
    canvas: &Canvas,
    layout: &Layout,
    picture: &Picture,
    colour: bool,
) {
    let outside = &picture.outside;
    let (left, right) = (
        lattice::widest(&outside.left),
        lattice::widest(&outside.right),
    );
    for (at, line) in canvas.lines.iter().enumerate() {
        let row = (0..layout.rows).find(|&row| layout.line(row) == at);
        let beside = |texts: &[String]| {
            row.and_then(|row| texts.get(row))
                .map_or_else(String::new, |text| printable(text))
        };
        if left > 0 {
            drawn.push_str(&format!("{:>left$} ", beside(&outside.left)));
        }
        push_line(drawn, line, colour);
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
