//! Pictures of everything that is embedded.

use std::collections::BTreeSet;

use quadrille::draw::{Style, SvgOptions, svg};
use quadrille::picture::Picture;
use quadrille::{embedded, read};

/// Every colour of a document.
fn colours(document: &str) -> BTreeSet<String> {
    let mut colours = BTreeSet::new();
    for attribute in ["fill=\"", "stroke=\"", "color=\""] {
        for value in document.split(attribute).skip(1) {
            colours.insert(value.split('"').next().unwrap().to_owned());
        }
    }
    colours
}

fn is_grey(colour: &str) -> bool {
    let digits = colour.trim_start_matches('#');
    matches!(colour, "white" | "none" | "black")
        || (digits.len() == 6 && digits[..2] == digits[2..4] && digits[..2] == digits[4..])
}

/// Whatever a picture holds, on paper it is black, white or grey; and it is not on the screen.
#[test]
fn the_style_for_paper_has_no_colour() {
    let print = SvgOptions {
        style: Style::Print,
        coordinates: true,
        ..SvgOptions::default()
    };
    let mut pictures: Vec<Picture> = Vec::new();
    for (_, text) in embedded::all().iter().chain(embedded::genres()) {
        let source = read::Source {
            name: "embedded.toml".to_owned(),
            text: (*text).to_string(),
        };
        pictures.push(read::parse(&source).unwrap().puzzle.picture());
    }
    assert!(pictures.len() > 100);
    let mut coloured = 0;
    for picture in &pictures {
        let document = svg(picture, print);
        for colour in colours(&document) {
            assert!(is_grey(&colour), "{colour} in {document}");
        }
        let screen = colours(&svg(picture, SvgOptions::default()));
        coloured += usize::from(!screen.iter().all(|colour| is_grey(colour)));
    }
    assert!(coloured > 50);
}
