//! Whatever the texts of a puzzle and of its rulebook hold: pictures are XML, pages run nothing, and a terminal obeys
//! nothing.

use super::*;

/// Texts that would do harm raw: in XML, in a page or on a terminal.
const HOSTILE: [&str; 14] = [
    "a\u{1b}[35;7mred",
    "a\u{1b}]0;title\u{7}",
    "a\u{9b}2J",
    "a\u{8}\u{7f}",
    "a\u{202e}b\u{2066}c\u{200f}d\u{61c}",
    "a\u{fffe}b\u{ffff}",
    "a]]>b",
    "<![CDATA[a",
    "<!--a",
    "-->a",
    "<script>alert(1)</script>",
    "</title></svg><script>alert(1)</script>",
    "a' onload='alert(1)",
    "&#27;&amp;&unknown;",
];

/// Whether it is not shown but obeyed, or no character of XML.
fn is_raw(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text as it is to be shown.
fn shown(text: &str) -> String {
    text.replace(is_raw, "\u{fffd}")
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    let code = |c: char| format!("\\U{:08x}", u32::from(c));
    format!("\"{}\"", text.chars().map(code).collect::<String>())
}

/// Writes a puzzle and its rulebook, which have this text wherever there can be any.
fn puzzle(folder: &Folder, text: &str) -> String {
    let rules = format!(
        "about \"{text}\"\ngrid 2 by 2\ndata area on cells: regions\n\
         decide shade on cells: shaded \"#\" or open \".\"\n\
         \"{text}\"\n    each shaded cell c: no shaded neighbour of c\n\
         \"An area: {text}\"\n    each area a: count shaded cells in a = 1\n\
         \"The corner.\"\n    r1c1 is shaded\n\
         answer count shaded cells\n\
         draw shade: shaded \"{text}\"\n"
    );
    folder.file("own.rules", rules);
    let quoted = quoted(&format!("{text}\""));
    folder.file(
        "p.toml",
        format!(
            "kind = \"own\"\ntitle = {quoted}\nsource = {quoted}\nnotes = {quoted}\narea = '''\nAA\nBB\n'''\n"
        ),
    )
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect("it was written")
}

/// The texts of an XML document, without the spaces around them.
#[track_caller]
fn texts(document: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(document).expect("XML");
    let texts = document.descendants().filter(|node| node.is_text());
    texts
        .map(|node| node.text().unwrap_or_default().trim().to_owned())
        .collect()
}

#[test]
fn pictures_with_hostile_texts_are_xml() {
    for text in HOSTILE {
        let folder = Folder::new();
        let puzzle = puzzle(&folder, text);
        let svg = folder.name("p.svg");
        for command in ["show", "solve"] {
            let ran = run(&[command, &puzzle, "--coordinates", "--svg", &svg]);
            assert_eq!(ran.code, Some(0), "{text:?}: {}", ran.err);
            let drawn = read(&svg);
            assert!(!drawn.contains(is_raw), "{text:?}");
            let texts = texts(&drawn);
            let count = |wanted: &str| texts.iter().filter(|text| *text == wanted).count();
            // As the title of the document and above the grid.
            assert!(count(&shown(&format!("{text}\""))) >= 2, "{texts:?}");
            let signs = if command == "solve" { 2 } else { 0 };
            assert_eq!(count(&shown(text)), signs, "{texts:?}");
            std::fs::remove_file(&svg).expect("it is there");
        }
    }
}

/// The texts of what the steps of a page change, each element of which is XML by itself.
fn signs(page: &str) -> Vec<String> {
    let start = "const changes = ";
    let at = page.find(start).expect("the changes") + start.len();
    let mut changes = serde_json::Deserializer::from_str(&page[at..]).into_iter();
    let changes: serde_json::Value = changes.next().expect("a value").expect("JSON");
    let edits = changes.as_array().expect("a list").iter();
    let edits = edits.flat_map(|step| step.as_array().expect("the edits of a step"));
    let lines = edits.flat_map(|edit| edit[2].as_array().expect("lines"));
    lines
        .map(|line| line.as_str().expect("a line"))
        .filter(|line| !line.starts_with("<svg") && *line != "</svg>")
        .flat_map(|line| texts(&format!("<div>{line}</div>")))
        .collect()
}

#[test]
fn pages_with_hostile_texts_run_nothing() {
    let mut scripts = Vec::new();
    for text in ["plain"].iter().chain(&HOSTILE) {
        let folder = Folder::new();
        let puzzle = puzzle(&folder, text);
        let html = folder.name("p.html");
        let ran = run(&["steps", &puzzle, "--html", &html]);
        assert_eq!(ran.code, Some(0), "{text:?}: {}", ran.err);
        let page = read(&html);
        assert!(!page.contains(is_raw), "{text:?}");
        // As many as without any of this.
        scripts.push((page.matches("<script").count(), page.matches("</").count()));
        assert_eq!(scripts[0], *scripts.last().expect("one"), "{text:?}");
        let part = |from: &str, to: &str| {
            let start = page.find(from).expect("the beginning of a part");
            let end = page.rfind(to).expect("the end of a part") + to.len();
            texts(&format!("<div>{}</div>", &page[start..end]))
        };
        let title = shown(&format!("{text}\""));
        assert!(part("<title>", "</title>")[0].starts_with(&title));
        part("<svg", "</svg>");
        assert!(signs(&page).contains(&shown(text)), "{text:?}");
        let steps = part("<section>", "</section>");
        let rule = shown(text);
        assert!(steps.iter().any(|line| line.contains(&rule)), "{steps:?}");
    }
}

#[test]
fn a_terminal_obeys_no_text_of_a_file() {
    for text in HOSTILE {
        let folder = Folder::new();
        let puzzle = puzzle(&folder, text);
        let rules = folder.name("own.rules");
        let own = read(&rules).replace(
            "\"The corner.\"",
            "\"Both.\"\n    r1c2 is shaded\n\"The corner.\"",
        );
        folder.file("none.rules", own);
        let none = read(&puzzle).replace("\"own\"", "\"none\"");
        let none = folder.file("none.toml", none);
        for line in [
            &["solve", &none][..],
            &["solve", &puzzle, "--consensus"],
            &["show", &puzzle, "--regions"],
            &["show", &puzzle, "--toml"],
            &["hint", &puzzle],
            &["steps", &puzzle],
            &["grade", &puzzle],
            &["rules", &rules],
        ] {
            let ran = run(line);
            let code = if line[1] == none { 1 } else { 0 };
            assert_eq!(ran.code, Some(code), "{text:?}: {}", ran.err);
            assert!(!ran.out.contains(is_raw), "{text:?}, {line:?}: {}", ran.out);
            assert!(!ran.err.contains(is_raw), "{text:?}, {line:?}: {}", ran.err);
            // Colours of its own are no licence for those of the file.
            let coloured = [line, &["--color", "always"]].concat();
            let ran = run(&coloured);
            let both = ran.out + &ran.err;
            assert!(!both.contains("\u{1b}[35;7m"), "{line:?}: {both:?}");
            let stripped = both.replace("\u{1b}[", "");
            assert!(!stripped.contains(is_raw), "{text:?}, {line:?}: {both:?}");
        }
    }
}

/// What is refused is quoted in the report.
#[test]
fn a_terminal_obeys_no_text_that_is_refused() {
    for text in HOSTILE {
        let folder = Folder::new();
        let quoted = quoted(text);
        let number_cross = format!(
            "kind = \"number-cross-4\"\nregions = \"AA\\nBB\"\nclues = [\"odd\", {quoted}]\n"
        );
        let sudoku = format!("kind = \"sudoku\"\nnumber = {quoted}\n");
        let word = format!(
            "rules = '''\ngrid 1 by 1\ndecide shade on cells: {text} or open\n\"A.\"\n    r1c1 is {text}\n'''\n"
        );
        let unknown = format!("kind = {quoted}\n");
        let key = format!("kind = \"sudoku\"\n{quoted} = 1\n");
        for (name, file) in [
            ("clue", number_cross),
            (
                "regions",
                format!("kind = \"shut-the-box\"\ngrid = {quoted}\n"),
            ),
            ("number", sudoku),
            ("word", word),
            ("kind", unknown),
            ("key", key),
        ] {
            let path = folder.file(&format!("{name}.toml"), file);
            for colour in ["never", "always"] {
                let ran = run(&["solve", &path, "--color", colour]);
                assert_eq!(ran.code, Some(2), "{name}, {text:?}: {}", ran.out);
                assert!(ran.err.contains("error"), "{}", ran.err);
                assert!(!ran.err.contains("\u{1b}[35;7m"), "{name}: {}", ran.err);
                let plain = match colour {
                    "always" => ran.err.replace("\u{1b}[", ""),
                    _ => ran.err,
                };
                assert!(!plain.contains(is_raw), "{name}, {text:?}: {plain:?}");
            }
        }
    }
}
