//! The puzzle files that are part of the program.

/// Name and text of each puzzle file.
macro_rules! puzzles {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../instances/", $name, ".toml")))),*]
    };
}

/// Name and text of the puzzles that the program is about, in the order in which they are listed.
pub const fn all() -> &'static [(&'static str, &'static str)] {
    puzzles! { "number-cross-4" "number-cross-5" "block-party-4" "shut-the-box" }
}

/// Name and text of a puzzle of each genre, `genres/` and the name of its rulebook, by name.
#[rustfmt::skip]
pub const fn genres() -> &'static [(&'static str, &'static str)] {
    puzzles! {
        "genres/akari" "genres/akichiwake" "genres/all-or-nothing" "genres/anti-king-sudoku"
        "genres/anti-knight-sudoku" "genres/aqre" "genres/aquapelago" "genres/aquarium" "genres/arrow-sudoku"
        "genres/ayeheya" "genres/barns" "genres/battleship" "genres/binairo" "genres/bosanowa"
        "genres/canal-view" "genres/castle-wall" "genres/cave" "genres/chocobanana" "genres/chocona"
        "genres/circles-and-squares" "genres/city-space" "genres/cocktail-lamp" "genres/compass"
        "genres/context" "genres/coral" "genres/country-road" "genres/creek" "genres/diagonal-sudoku"
        "genres/dominion" "genres/dominosa" "genres/doppelblock" "genres/doubleback" "genres/easy-as-abc"
        "genres/fillmat" "genres/fillomino" "genres/firefly" "genres/fivecells" "genres/fourcells"
        "genres/galaxies" "genres/geradeweg" "genres/german-whispers" "genres/gokigen" "genres/guide-arrow"
        "genres/hashi" "genres/heteromino" "genres/heyawake" "genres/hidato" "genres/hitori" "genres/icewalk"
        "genres/inverse-litso" "genres/japanese-sums" "genres/jigsaw-sudoku" "genres/kakurasu" "genres/kakuro"
        "genres/keen" "genres/keywest" "genres/killer-sudoku" "genres/koburin" "genres/kropki" "genres/kurarin"
        "genres/kurodoko" "genres/kurotto" "genres/lapaz" "genres/light-and-shadow" "genres/litherslink"
        "genres/lits" "genres/little-killer-sudoku" "genres/magnets" "genres/masyu" "genres/minesweeper"
        "genres/mintonette" "genres/moonsun" "genres/mosaic" "genres/nagenawa" "genres/nanro" "genres/nonogram"
        "genres/norinori" "genres/norinuri" "genres/numberlink" "genres/nurikabe" "genres/nuriloop"
        "genres/nurimaze" "genres/nurimisaki" "genres/nuritwin" "genres/paintarea" "genres/pentominous"
        "genres/putteria" "genres/renban-sudoku" "genres/ring-ring" "genres/ripple" "genres/roma"
        "genres/sandwich-sudoku" "genres/sashigane" "genres/shakashaka" "genres/shikaku" "genres/shimaguni"
        "genres/simple-gako" "genres/simple-loop" "genres/skyscrapers" "genres/slitherlink" "genres/smullyan"
        "genres/snake" "genres/square-jam" "genres/star-battle" "genres/statue-park" "genres/stostone"
        "genres/sudoku" "genres/suguru" "genres/sukoro" "genres/symmetry-area" "genres/tapa" "genres/tasquare"
        "genres/tents" "genres/tetrominous" "genres/thermo-sudoku" "genres/unequal" "genres/waterwalk"
        "genres/word-fill" "genres/xv-sudoku" "genres/yajikazu" "genres/yajilin" "genres/yajilin-regions" "genres/yinyang"
    }
}

/// The text of the embedded puzzle called `name`.
pub fn find(name: &str) -> Option<&'static str> {
    all()
        .iter()
        .chain(genres())
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}
