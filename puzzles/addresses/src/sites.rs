//! Sites whose addresses are of another form.

/// Sites with addresses of their own: a part of the host and path, and their name.
const UNREAD: [(&str, &str); 10] = [
    ("penpa-edit", "Penpa (penpa-edit)"),
    ("sudokupad", "SudokuPad (sudokupad.app)"),
    (
        "crackingthecryptic.com",
        "SudokuPad (crackingthecryptic.com)",
    ),
    ("f-puzzles.com", "f-puzzles"),
    ("pedros.works", "pedros.works"),
    ("sudokuwiki.org", "sudokuwiki"),
    ("kanpen.net", "Kanpen (kanpen.net)"),
    ("geocities.co.jp/pencil_applet", "Kanpen (pencil_applet)"),
    ("geocities.jp/pencil_applet", "Kanpen (pencil_applet)"),
    ("indi.s58.xrea.com", "the applets of indi.s58.xrea.com"),
];

/// Sites with addresses as they are read here, which are known to be wrong rather than of another form.
const READ: [&str; 6] = [
    "puzz.link",
    "pzv.jp",
    "pzprxs.vercel.app",
    "pzplus.tck.mn",
    "localhost",
    "127.0.0.1",
];

/// The host of an address with its path, in small letters.
fn place(text: &str) -> String {
    let text = text.trim();
    let bare = text.split_once("://").map_or(text, |(_, bare)| bare);
    let place = bare.split(['?', '#']).next().unwrap_or_default();
    place.to_ascii_lowercase()
}

/// The name of the site of an address, if it is a well-known one whose addresses are of another form.
pub fn unread_site(text: &str) -> Option<&'static str> {
    let place = place(text);
    let host = place.split('/').next().unwrap_or_default();
    // A file may well be called `penpa-edit`.
    let is_site = host.contains('.') && (place.contains('/') || host.len() < text.trim().len());
    let known = |(part, _): &&(&str, &str)| place.contains(part);
    UNREAD
        .iter()
        .find(known)
        .filter(|_| is_site)
        .map(|(_, name)| *name)
}

/// The host of an address that does not look like that of a puzzle, unless it is a host of such addresses.
pub fn other_host(text: &str) -> Option<String> {
    let place = place(text);
    let host = place.split('/').next().unwrap_or_default();
    let name = host.split(':').next().unwrap_or_default();
    let is_read = |site: &str| name == site || name.ends_with(&format!(".{site}"));
    (!name.is_empty() && !READ.iter().any(|site| is_read(site))).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_known_by_their_hosts() {
        for (text, name) in [
            (
                "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZNb9s4EL37",
                "Penpa",
            ),
            ("https://opt-pan.github.io/penpa-edit/?m=solve&p=1", "Penpa"),
            ("sudokupad.app/psxczr0jhy", "SudokuPad"),
            ("https://app.crackingthecryptic.com/sudoku/abc", "SudokuPad"),
            (
                "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAb",
                "f-puzzles",
            ),
            (
                "https://pedros.works/paper-puzzle-player?W=3x3&G=akari",
                "pedros.works",
            ),
            ("https://WWW.SudokuWiki.org/sudoku.htm?bd=00", "sudokuwiki"),
            (
                "http://www.kanpen.net/akari.html?problem=3/3/._._.",
                "Kanpen",
            ),
        ] {
            let found = unread_site(text).unwrap_or_else(|| panic!("{text}"));
            assert!(found.contains(name), "{text}: {found}");
        }
        for text in [
            "https://puzz.link/p?nurikabe/6/6/m8n8i9u",
            "penpa-edit",
            "penpa-edit.toml",
            "my/f-puzzles",
            "https://example.com/?x",
            "",
        ] {
            assert_eq!(unread_site(text), None, "{text}");
        }
    }

    #[test]
    fn other_hosts_are_those_without_addresses_of_puzzles() {
        assert_eq!(
            other_host("https://Example.com:80/a?b"),
            Some("example.com".to_owned())
        );
        assert_eq!(other_host("https://www.puzz.link/p?x"), None);
        assert_eq!(other_host("localhost:8000/p?x"), None);
        assert_eq!(other_host(""), None);
    }
}
