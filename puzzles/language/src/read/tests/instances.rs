//! The embedded puzzles against their published form, transcribed separately.

use super::embedded;
use crate::picture::{MarkPicture, Picture};

const CROSS_4_REGIONS: &str = "\
    AAABBBCCDDD AEEEBBCDDDF AEEBBBCDDDF AEEBBGGDFFF AEBBDDGDFHF ADDDDDDDHHI JDDDDKKDHHH JJLDLKKDDHD \
    JJLLLKKDDDD JLLJJJKDDDM JJJJJKKKDDM";
const CROSS_4_CLUES: &str = "\
    square; 1 more than a palindrome; prime raised to a prime power; sum of digits is 7; fibonacci; \
    square; multiple of 37; palindrome & multiple of 23; product of digits ends in 1; multiple of 88; 1 \
    less than a palindrome";
const CROSS_5_REGIONS: &str = "\
    AAAAAAAAAAA ABAAAAAAAAA BBCCCCEEEAE BCCBCDEEEEE BCCBCDDEEDE BBBBBDDDDDE BHFFBBDDFDD BHFFFFFFFGG \
    HHHHFHFGGGG HHHHHHHHHHH HHIIIIIIHHH";
const CROSS_5_CLUES: &str = "\
    square; product of digits is 20; multiple of 13; multiple of 32; divisible by each of its digits; \
    product of digits is 25; divisible by each of its digits; odd & a palindrome; fibonacci; product of \
    digits is 2025; prime";
const CROSS_5_LOCKED: &str = "\
    r2c4 r2c5 r3c5 r3c10 r4c9 r4c10 r6c6 r7c2 r7c3 r7c6 r7c7 r8c2 r8c6 r9c5 r9c6 r10c5";
const PARTY_REGIONS: &str = "\
    ABBBCCCCCC AABBBCDDCC AAEEFFGDHH AAIEJGGGHH AIIJJKLGGH AMINOKPPHH AQRNNNPUUU QQRSNTWVVW QQQSSWWVVW \
    QQQQSSWWWW";
const PARTY_GIVENS: &str = "\
    r1c2=3 r1c6=7 r2c4=4 r3c9=2 r4c4=1 r5c1=6 r5c3=1 r6c8=3 r6c10=6 r7c7=2 r8c2=2 r9c7=6 r10c5=5 r10c9=2";
/// In the publisher's data, 0-based: all arrows row by row, then all numbers.
const BOX_ARROWS: &str = "\
    0,1:E 0,8:SW 0,12:S 0,15:S 0,19:SW 1,4:E 1,13:ESW 2,6:E 2,9:ESW 2,18:NSW 3,1:S 3,3:ES 4,0:E 4,5:ES \
    4,15:NEW 5,11:ES 6,3:S 6,10:EW 6,13:NSW 6,16:E 6,19:SW 7,1:ES 7,14:SW 8,5:NES 8,9:NESW 9,1:NE \
    9,12:NEW 9,16:ES 9,18:NSW 10,1:N 10,3:NS 11,8:NEW 11,10:EW 11,14:NEW 11,17:NW 12,2:NE 12,5:NESW \
    12,18:N 13,0:E 13,12:NW 13,16:N 14,8:NSW 14,11:NS 14,13:S 15,2:NE 15,4:N 15,9:SW 15,14:SW 15,19:W \
    16,5:N 16,7:NE 16,16:W 16,18:NW 17,1:E 17,10:NSW 18,4:NE 18,6:E 18,14:NW 19,0:E 19,4:NE 19,7:E \
    19,11:W 19,18:NW";
const BOX_NUMBERS: &str = "\
    1,11:4 1,15:4c 2,7:5s 3,12:7 3,14:5c 4,10:4c 4,13:7 4,17:4c 5,6:4 5,8:7s 6,7:9 7,17:6s 8,2:7c \
    8,11:5s 9,14:5 10,5:4 10,7:7 10,18:3s 13,3:5s 13,6:6 13,9:2 15,6:5 17,12:5c 17,13:5 18,8:4s";

fn picture_of(name: &str) -> Picture {
    crate::read::parse(&embedded(name))
        .unwrap()
        .puzzle
        .picture()
}

/// Numbers for names, in the order in which regions begin.
fn printed(regions: &str) -> Vec<usize> {
    numbered(regions.chars().filter(|name| !name.is_whitespace()))
}

/// The same for the regions of a picture.
fn cut(picture: &Picture) -> Vec<usize> {
    let regions = picture.regions.as_ref().unwrap();
    numbered(regions.values().iter().copied())
}

fn numbered<T: PartialEq>(names: impl Iterator<Item = T>) -> Vec<usize> {
    let mut order: Vec<T> = Vec::new();
    let number = |name: T| {
        let known = order.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            order.push(name);
            order.len() - 1
        })
    };
    names.map(number).collect()
}

#[test]
fn number_cross_4() {
    let picture = picture_of("number-cross-4");
    assert_eq!(cut(&picture), printed(CROSS_4_REGIONS));
    assert_eq!(picture.row_texts.join("; "), CROSS_4_CLUES);
}

#[test]
fn number_cross_5() {
    let picture = picture_of("number-cross-5");
    assert_eq!(cut(&picture), printed(CROSS_5_REGIONS));
    assert_eq!(picture.row_texts.join("; "), CROSS_5_CLUES);
    let cells = picture.cells.cells();
    let locked: Vec<String> = cells
        .filter(|&cell| picture.cells[cell].locked)
        .map(|cell| cell.to_string())
        .collect();
    assert_eq!(locked.join(" "), CROSS_5_LOCKED);
}

#[test]
fn block_party_4() {
    let puzzle = crate::read::parse(&embedded("block-party-4"))
        .unwrap()
        .puzzle;
    let picture = puzzle.picture();
    assert_eq!(cut(&picture), printed(PARTY_REGIONS));
    assert_eq!(puzzle.answer_text(), "sum of row products");
    let cells = &picture.cells;
    let given = cells
        .cells()
        .filter(|&cell| cells[cell].given)
        .map(|cell| format!("{cell}={}", cells[cell].text));
    assert_eq!(given.collect::<Vec<_>>().join(" "), PARTY_GIVENS);
}

#[test]
fn shut_the_box() {
    let puzzle = crate::read::parse(&embedded("shut-the-box"))
        .unwrap()
        .puzzle;
    let cells = puzzle.picture().cells;
    assert_eq!((cells.rows(), cells.columns()), (20, 20));
    let (mut arrows, mut numbers) = (Vec::new(), Vec::new());
    for cell in cells.cells() {
        let at = format!("{},{}", cell.row, cell.column);
        let drawn = &cells[cell];
        if !drawn.arrows.is_empty() {
            let letters = drawn.arrows.iter().map(|direction| direction.letter());
            arrows.push(format!("{at}:{}", letters.collect::<String>()));
        }
        if !drawn.text.is_empty() {
            let mark = match drawn.mark {
                None => "",
                Some(MarkPicture::Circle) => "c",
                Some(MarkPicture::Square) => "s",
            };
            numbers.push(format!("{at}:{}{mark}", drawn.text));
        }
    }
    assert_eq!(arrows.join(" "), BOX_ARROWS);
    assert_eq!(numbers.join(" "), BOX_NUMBERS);
}
