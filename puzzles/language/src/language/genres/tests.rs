use super::*;

/// Names under which genres are known, each with the rulebook: the codes of puzz.link, the games of Simon Tatham's
/// collection, and the titles of Nikoli and of Wikipedia, spelt as people spell them.
const KNOWN: &[(&str, &str)] = &[
    ("akari", "akari"),
    ("Light Up", "akari"),
    ("lightup", "akari"),
    ("Bijutsukan", "akari"),
    ("akichi", "akichiwake"),
    ("nothing", "all-or-nothing"),
    ("All or Nothing", "all-or-nothing"),
    ("aqre", "aqre"),
    ("aquapelago", "aquapelago"),
    ("aquarium", "aquarium"),
    ("ayeheya", "ayeheya"),
    ("barns", "barns"),
    ("battleship", "battleship"),
    ("Battleships", "battleship"),
    ("Bimaru", "battleship"),
    ("bosanowa", "bosanowa"),
    ("canal", "canal-view"),
    ("Canal View", "canal-view"),
    ("castle", "castle-wall"),
    ("Castle Wall", "castle-wall"),
    ("castlewall", "castle-wall"),
    ("cave", "cave"),
    ("bag", "cave"),
    ("Corral", "cave"),
    ("cbanana", "chocobanana"),
    ("Choco Banana", "chocobanana"),
    ("chocona", "chocona"),
    ("circlesquare", "circles-and-squares"),
    ("cityspace", "city-space"),
    ("cocktail", "cocktail-lamp"),
    ("compass", "compass"),
    ("context", "context"),
    ("coral", "coral"),
    ("country", "country-road"),
    ("Country Road", "country-road"),
    ("creek", "creek"),
    ("dominion", "dominion"),
    ("doppelblock", "doppelblock"),
    ("doubleback", "doubleback"),
    ("Double Back", "doubleback"),
    ("Easy as ABC", "easy-as-abc"),
    ("easyasabc", "easy-as-abc"),
    ("End View", "easy-as-abc"),
    ("fillmat", "fillmat"),
    ("fillomino", "fillomino"),
    ("Filling", "fillomino"),
    ("firefly", "firefly"),
    ("Hotaru Beam", "firefly"),
    ("fivecells", "fivecells"),
    ("fourcells", "fourcells"),
    ("galaxies", "galaxies"),
    ("Spiral Galaxies", "galaxies"),
    ("Tentai Show", "galaxies"),
    ("geradeweg", "geradeweg"),
    ("gokigen", "gokigen"),
    ("Gokigen Naname", "gokigen"),
    ("slant", "gokigen"),
    ("hashi", "hashi"),
    ("Bridges", "hashi"),
    ("Hashiwokakero", "hashi"),
    ("hashikake", "hashi"),
    ("heteromino", "heteromino"),
    ("heyawake", "heyawake"),
    ("Heyawacky", "heyawake"),
    ("hidato", "hidato"),
    ("Hidoku", "hidato"),
    ("hitori", "hitori"),
    ("Singles", "hitori"),
    ("icewalk", "icewalk"),
    ("Ice Walk", "icewalk"),
    ("invlitso", "inverse-litso"),
    ("Japanese Sums", "japanese-sums"),
    ("japanesesums", "japanese-sums"),
    ("Jigsaw Sudoku", "jigsaw-sudoku"),
    ("Irregular Sudoku", "jigsaw-sudoku"),
    ("kakuro", "kakuro"),
    ("Cross Sums", "kakuro"),
    ("keen", "keen"),
    ("KenKen", "keen"),
    ("Calcudoku", "keen"),
    ("MathDoku", "keen"),
    ("keywest", "keywest"),
    ("koburin", "koburin"),
    ("kropki", "kropki"),
    ("kurarin", "kurarin"),
    ("kurodoko", "kurodoko"),
    ("Kuromasu", "kurodoko"),
    ("Range", "kurodoko"),
    ("kurotto", "kurotto"),
    ("La Paz", "lapaz"),
    ("lither", "litherslink"),
    ("LITS", "lits"),
    ("Nuruomino", "lits"),
    ("Masyu", "masyu"),
    ("mashu", "masyu"),
    ("pearl", "masyu"),
    ("Minesweeper", "minesweeper"),
    ("Mines", "minesweeper"),
    ("mintonette", "mintonette"),
    ("Moon or Sun", "moonsun"),
    ("nagenawa", "nagenawa"),
    ("nanro", "nanro"),
    ("Nonogram", "nonogram"),
    ("Picross", "nonogram"),
    ("Griddlers", "nonogram"),
    ("Hanjie", "nonogram"),
    ("Pattern", "nonogram"),
    ("Paint by Numbers", "nonogram"),
    ("paint-by-numbers", "nonogram"),
    ("norinori", "norinori"),
    ("norinuri", "norinuri"),
    ("nurikabe", "nurikabe"),
    ("nuriloop", "nuriloop"),
    ("Nuri Maze", "nurimaze"),
    ("nurimisaki", "nurimisaki"),
    ("nuritwin", "nuritwin"),
    ("paintarea", "paintarea"),
    ("pentominous", "pentominous"),
    ("putteria", "putteria"),
    ("Ring-ring", "ring-ring"),
    ("Ripple Effect", "ripple"),
    ("hakyuu", "ripple"),
    ("roma", "roma"),
    ("rome", "roma"),
    ("sashigane", "sashigane"),
    ("shakashaka", "shakashaka"),
    ("shikaku", "shikaku"),
    ("Rectangles", "shikaku"),
    ("shimaguni", "shimaguni"),
    ("Simple Gako", "simple-gako"),
    ("Skyscrapers", "skyscrapers"),
    ("skyscraper", "skyscrapers"),
    ("building", "skyscrapers"),
    ("Towers", "skyscrapers"),
    ("Slitherlink", "slitherlink"),
    ("slither", "slitherlink"),
    ("Loopy", "slitherlink"),
    ("Fences", "slitherlink"),
    ("smullyan", "smullyan"),
    ("snake", "snake"),
    ("squarejam", "square-jam"),
    ("starbattle", "star-battle"),
    ("Star Battle", "star-battle"),
    ("star_battle", "star-battle"),
    ("Two Not Touch", "star-battle"),
    ("Statue Park", "statue-park"),
    ("statuepark", "statue-park"),
    ("stostone", "stostone"),
    ("SUDOKU", "sudoku"),
    ("Number Place", "sudoku"),
    ("Solo", "sudoku"),
    ("sukoro", "sukoro"),
    ("symmarea", "symmetry-area"),
    ("Symmetry Area", "symmetry-area"),
    ("tapa", "tapa"),
    ("tasquare", "tasquare"),
    ("Tents", "tents"),
    ("Tents and Trees", "tents"),
    ("tetrominous", "tetrominous"),
    ("Futoshiki", "unequal"),
    ("Unequal", "unequal"),
    ("waterwalk", "waterwalk"),
    ("Fill-In", "word-fill"),
    ("yajikazu", "yajikazu"),
    ("Yajisan-Kazusan", "yajikazu"),
    ("Yajilin", "yajilin"),
    ("yajirin", "yajilin"),
    ("yajilin-regions", "yajilin-regions"),
    ("Yin-Yang", "yinyang"),
    ("yinyang", "yinyang"),
    ("Killer Sudoku", "killer-sudoku"),
    ("killer", "killer-sudoku"),
    ("Sudoku X", "diagonal-sudoku"),
    ("Diagonal Sudoku", "diagonal-sudoku"),
    ("thermo", "thermo-sudoku"),
    ("Thermometer Sudoku", "thermo-sudoku"),
    ("Arrow Sudoku", "arrow-sudoku"),
    ("German Whispers", "german-whispers"),
    ("renban", "renban-sudoku"),
    ("Anti-Knight Sudoku", "anti-knight-sudoku"),
    ("antiking", "anti-king-sudoku"),
    ("XV Sudoku", "xv-sudoku"),
    ("Little Killer", "little-killer-sudoku"),
    ("Sandwich Sudoku", "sandwich-sudoku"),
    ("Binairo", "binairo"),
    ("Takuzu", "binairo"),
    ("Binary Puzzle", "binairo"),
    ("Unruly", "binairo"),
    ("Suguru", "suguru"),
    ("Tectonic", "suguru"),
    ("Numberlink", "numberlink"),
    ("numlin", "numberlink"),
    ("Arukone", "numberlink"),
    ("Flow Free", "numberlink"),
    ("Mosaic", "mosaic"),
    ("Fill-a-Pix", "mosaic"),
    ("Dominosa", "dominosa"),
    ("Magnets", "magnets"),
    ("Kakurasu", "kakurasu"),
    ("Simple Loop", "simple-loop"),
    ("simpleloop", "simple-loop"),
];

/// Names of genres that have no rulebook yet, each with one of those that are named instead.
const UNKNOWN: &[(&str, &str)] = &[
    ("Mid-loop", "geradeweg"),
    ("mochikoro", "nurikabe"),
    ("Nawabari", "shikaku"),
    ("Palisade", "fivecells"),
    ("pipelink", "masyu"),
    ("Signpost", "hidato"),
    ("Slalom", "masyu"),
    ("suraromu", "masyu"),
    ("Tapa-Like Loop", "tapa"),
    ("Tatamibari", "shikaku"),
    ("Tren", "snake"),
    ("Uso-one", "hitori"),
    ("Yosenabe", "numberlink"),
    ("herugolf", "numberlink"),
    ("Undead", ""),
    ("untangle", ""),
    ("toichika", "yajilin"),
    ("wagiri", "gokigen"),
    ("Cojun", "ripple"),
    ("dbchoco", "dominion"),
];

#[test]
fn genres_are_known_by_all_their_names() {
    assert!(KNOWN.len() + UNKNOWN.len() >= 150);
    for (name, book) in KNOWN {
        assert_eq!(genre(name), Some(*book), "{name}");
    }
    for (name, like) in UNKNOWN {
        assert_eq!(genre(name), None, "{name}");
        let help = help(name);
        assert!(help.contains("is not known yet"), "{name}: {help}");
        let near = if like.is_empty() {
            String::new()
        } else {
            format!("`{like}`")
        };
        assert!(help.contains(&near), "{name}: {help}");
    }
}

/// No name means two genres, and none that is not known yet is known, or like one that is not.
#[test]
fn names_are_told_once() {
    let mut told: Vec<(String, &str)> = Vec::new();
    for (name, book) in all_names() {
        let name = plain(&name);
        assert!(!name.is_empty(), "a name of {book}");
        let other = told.iter().find(|(known, _)| *known == name);
        assert!(other.is_none_or(|(_, other)| *other == book), "{name}");
        told.push((name, book));
    }
    for line in NOT_YET.lines().filter(|line| !line.starts_with('#')) {
        let (names, _) = line.split_once(':').expect("names and a colon");
        for name in names.split(',') {
            assert_eq!(genre(name), None, "{name}");
            let like = not_yet(name).expect("it is in the table");
            assert!(like.iter().all(|like| names_contain(like)), "{line}");
        }
    }
}

fn names_contain(book: &str) -> bool {
    names().contains(&book)
}

#[test]
fn names_that_are_nearly_right_are_suggested() {
    for (name, book) in [
        ("nurikab", "nurikabe"),
        ("soduku", "sudoku"),
        ("kenkne", "keen"),
        ("slitherlnik", "slitherlink"),
        ("starbatle", "star-battle"),
        ("star", "star-battle"),
        ("hashiwokakiro", "hashi"),
    ] {
        let near = near(name);
        assert!(
            near.iter().any(|(_, near)| *near == book),
            "{name}: {near:?}"
        );
        assert!(help(name).starts_with("did you mean"), "{name}");
    }
    for name in ["qqqqqqqq", "x", "", "xylophone"] {
        assert!(near(name).is_empty(), "{name}: {:?}", near(name));
        assert!(help(name).contains("`quadrille list`"), "{name}");
    }
}
