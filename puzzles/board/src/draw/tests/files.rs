//! Pictures in files: how large they are, how they are coloured, and what a PDF is made of.

use super::*;
use crate::draw::CellSize;

/// The value of an attribute of the document's root.
fn stated<'d>(document: &'d str, attribute: &str) -> &'d str {
    let root = &document[..document.find('>').unwrap()];
    let value = root.split(&format!(" {attribute}=\"")).nth(1).unwrap();
    value.split('"').next().unwrap()
}

/// A grid of two columns, which is 80 wide and has margins of 16.
fn sized(cell: Option<CellSize>) -> String {
    let options = SvgOptions {
        cell,
        ..SvgOptions::default()
    };
    svg(&Picture::blank(3, 2), options)
}

#[test]
fn a_cell_is_as_large_as_asked() {
    // 112 by 152 in cells of 40.
    for (cell, width, height) in [
        (None, "112", "152"),
        (Some(CellSize::Pixels(20.0)), "56", "76"),
        (Some(CellSize::Millimetres(10.0)), "28mm", "38mm"),
    ] {
        let document = sized(cell);
        assert_eq!(stated(&document, "viewBox"), "0 0 112 152");
        assert_eq!(stated(&document, "width"), width);
        assert_eq!(stated(&document, "height"), height);
    }
    // Two boards are side by side.
    let mut boards = Picture::blank(3, 2);
    boards.further = vec![Picture::blank(3, 2)];
    let options = SvgOptions {
        cell: Some(CellSize::Millimetres(10.0)),
        ..SvgOptions::default()
    };
    let document = svg(&boards, options);
    assert_eq!(stated(&document, "width"), "56mm");
    assert_eq!(stated(&document, "height"), "38mm");
}

#[cfg(feature = "png")]
mod converted {
    use super::*;

    #[test]
    fn a_png_says_how_large_it_is_on_paper() {
        let bytes = png(&sized(Some(CellSize::Millimetres(25.4))), 300.0 / 96.0).unwrap();
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        // 2.8 inches of 300 pixels.
        assert_eq!((number(16), number(20)), (840, 1140));
        let at = bytes.windows(4).position(|name| name == b"pHYs").unwrap();
        assert_eq!((number(at + 4), number(at + 8)), (11_811, 11_811));
        assert_eq!(bytes[at + 12], 1);
    }

    /// The objects of a PDF, by number, as its table of references finds them.
    fn objects(bytes: &[u8]) -> Vec<&[u8]> {
        assert!(bytes.starts_with(b"%PDF-1."));
        let text = String::from_utf8_lossy(bytes);
        assert!(text.trim_end().ends_with("%%EOF"));
        let tail = &bytes[bytes.len() - 60..];
        let tail = String::from_utf8_lossy(tail);
        let start = tail.split("startxref").nth(1).unwrap();
        let start: usize = start.split_whitespace().next().unwrap().parse().unwrap();
        let table = String::from_utf8_lossy(&bytes[start..]).into_owned();
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some("xref"));
        let head: Vec<usize> = lines
            .next()
            .unwrap()
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        let [0, count] = head[..] else {
            panic!("{head:?}")
        };
        assert!(table.contains("trailer") && table.contains("/Root 1 0 R"));
        let offsets: Vec<usize> = lines
            .take(count)
            .map(|line| line[..10].parse().unwrap())
            .collect();
        let mut found = Vec::new();
        for (number, &offset) in offsets.iter().enumerate().skip(1) {
            let object = &bytes[offset..];
            assert!(object.starts_with(format!("{number} 0 obj").as_bytes()));
            found.push(object);
        }
        found
    }

    /// The operators that draw the page.
    fn content(object: &[u8]) -> String {
        let at = |word: &[u8]| object.windows(word.len()).position(|part| part == word);
        let start = at(b"stream\n").unwrap() + 7;
        let end = at(b"\nendstream").unwrap();
        let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(&object[start..end]).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_pdf_is_one_page_as_large_as_the_picture() {
        let bytes = pdf(&sized(Some(CellSize::Millimetres(25.4)))).unwrap();
        let objects = objects(&bytes);
        let page = String::from_utf8_lossy(objects[2]);
        assert!(page.contains("/Type /Page\n"), "{page}");
        // 2.8 inches of 72 points.
        let size = page.split("/MediaBox [").nth(1).unwrap();
        let size: Vec<f32> = size
            .split(']')
            .next()
            .unwrap()
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        let expected = [0.0, 0.0, 201.6, 273.6];
        let is_near = size.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01);
        assert!(is_near && size.len() == 4, "{size:?}");
        let pages = String::from_utf8_lossy(objects[1]);
        assert!(pages.contains("/Count 1") && pages.contains("/Kids [3 0 R]"));
        assert!(pdf("<svg").is_err());
    }

    /// As many strokes and areas as the SVG has, in its colours, and no pixels.
    #[test]
    fn a_pdf_draws_what_the_svg_does() {
        let document = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>\
             <path d='M0 0h10v10q5 5 10 0z' fill='#ff0000'/>\
             <g transform='translate(7 0)'><path d='M1 2L3 4' stroke='#0000ff' stroke-width='2' \
             stroke-dasharray='3 1' fill='none'/></g>\
             <path d='M0 0h9v9z' fill='#ffffff' stroke='#000000' paint-order='stroke'/></svg>";
        let bytes = pdf(document).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("/Image"));
        let drawn = content(objects(&bytes)[3]);
        let lines: Vec<&str> = drawn.lines().collect();
        let count = |operator: &str| lines.iter().filter(|line| **line == operator).count();
        let has = |line: &str| lines.contains(&line);
        assert_eq!((count("f"), count("S")), (2, 2), "{drawn}");
        assert_eq!(count("q"), count("Q"), "{drawn}");
        assert!(has("1 0 0 rg") && has("0 0 1 RG") && has("2 w") && has("[3 1] 0 d"));
        assert!(has("1 0 0 1 7 0 cm"), "{drawn}");
        // From the bottom of the page, in points.
        assert!(has("0.75 0 0 -0.75 0 15 cm"), "{drawn}");
        // The last shape: its edge below its area.
        let place = |line: &str| lines.iter().rposition(|other| *other == line);
        assert!(place("S") < place("f"), "{drawn}");
        // The curve has the points two thirds of the way to that of the original.
        let curve = lines.iter().find(|line| line.ends_with(" c")).unwrap();
        let numbers: Vec<f32> = curve
            .split(' ')
            .filter_map(|number| number.parse().ok())
            .collect();
        let expected = [13.333, 13.333, 16.667, 13.333, 20.0, 10.0];
        assert!(
            numbers
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 0.01),
            "{curve}"
        );
    }

    /// Texts beside rows are as wide as their room in any font, also where PNG has wider letters.
    #[test]
    fn long_texts_beside_rows_are_not_cut_off() {
        for text in [
            "prime raised to a prime power & square",
            "MMMMMWWWWW",
            "素数素数素数素数素数",
        ] {
            let mut picture = Picture::blank(1, 1);
            picture.row_texts = vec![text.to_owned()];
            let bytes = png(&svg(&picture, SvgOptions::default()), 1.0).unwrap();
            let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes[..]))
                .read_info()
                .unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            let width = info.width as usize;
            // The margin on the right is 16 wide.
            for row in pixels.chunks(width * 4) {
                let margin = &row[(width - 14) * 4..];
                assert!(margin.iter().all(|&part| part == 255), "{text}");
            }
        }
    }
}
