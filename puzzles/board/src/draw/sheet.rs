//! Many pictures side by side on one page, each with its name below.

use std::fmt::Write;

use super::printable;
use super::svg::FONT;

/// The side of the square that a picture is fitted into, and the space between two.
const SIDE: f64 = 110.0;
const GAP: f64 = 14.0;
/// The line with the name.
const LINE: f64 = 16.0;
const FONT_SIZE: f64 = 11.0;

/// One SVG document of several that [`svg`](super::svg::svg) has drawn, each with its name, in rows of `columns`.
///
/// # Panics
/// If `columns` is 0.
pub fn sheet(pictures: &[(String, String)], columns: usize) -> String {
    let columns = columns.min(pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns);
    let width = columns as f64 * (SIDE + GAP) + GAP;
    let height = rows as f64 * (SIDE + LINE + GAP) + GAP;
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{}\" font-size=\"{FONT_SIZE}\" text-anchor=\"middle\" \
         role=\"img\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n",
        escaped(FONT)
    );
    for (place, (name, picture)) in pictures.iter().enumerate() {
        let left = GAP + (place % columns) as f64 * (SIDE + GAP);
        let top = GAP + (place / columns) as f64 * (SIDE + LINE + GAP);
        let (middle, below) = (left + SIDE / 2.0, top + SIDE + LINE - 3.0);
        let _ = writeln!(
            page,
            "{}<text x=\"{middle}\" y=\"{below}\">{}</text>",
            nested(picture, left, top),
            escaped(&printable(name))
        );
    }
    page.push_str("</svg>\n");
    page
}

/// A document as a part of another one, fitted into the square at this place: only its size changes.
fn nested(document: &str, left: f64, top: f64) -> String {
    let (head, body) = document.split_once('>').unwrap_or((document, ""));
    let view = head
        .split("viewBox=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    format!(
        "<svg x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" viewBox=\"{}\" font-size=\"16\" \
         text-anchor=\"start\">{body}",
        view.unwrap_or("0 0 100 100")
    )
}

/// A text in which what is markup in XML is written out.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_stand_in_rows() {
        let picture =
            "<svg height=\"40\" viewBox=\"0 0 80 40\" width=\"80\">\n<rect/>\n</svg>\n".to_owned();
        let pictures: Vec<_> = ["a", "b", "c & d"]
            .map(|name| (name.to_owned(), picture.clone()))
            .into();
        let page = sheet(&pictures, 2);
        assert_eq!(page.matches("<svg ").count(), 4);
        assert_eq!(page.matches("</svg>").count(), 4);
        assert_eq!(page.matches("viewBox=\"0 0 80 40\"").count(), 3);
        // Two columns and two rows; the third picture stands below the first.
        assert!(page.contains("width=\"262\" height=\"294\""), "{page}");
        assert_eq!(page.matches("<svg x=\"14\"").count(), 2);
        assert!(page.contains(">c &amp; d</text>"));
        assert!(sheet(&[], 3).contains("</svg>"));
    }
}
