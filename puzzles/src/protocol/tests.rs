//! What requests are answered, and that changes of a board are those that were asked for.

use serde_json::{Value, json};

use super::{Host, answer};
use crate::embedded;

fn ask(request: Value) -> Value {
    serde_json::from_str(&answer(&request.to_string(), &Host::default())).unwrap()
}

fn board(text: &str) -> Value {
    let board = ask(json!({ "do": "board", "puzzle": text }));
    assert_eq!(board["type"], "board", "{board}");
    board
}

/// The field of a key.
fn field<'b>(board: &'b Value, key: &str, finds: bool) -> &'b Value {
    let mut fields = board["fields"].as_array().unwrap().iter();
    let found = fields.find(|field| field["key"] == key && field["finds"] == finds);
    found.unwrap_or_else(|| panic!("no {key} in {board}"))
}

fn edited(text: &str, changes: Value) -> Value {
    ask(json!({ "do": "edit", "puzzle": text, "changes": changes }))
}

#[test]
fn what_is_no_request_is_told() {
    let host = Host::default();
    for bad in [
        "",
        "{",
        "[]",
        "3",
        "{}",
        r#"{"do": "fly"}"#,
        r#"{"do": "hello", "protocol": 7}"#,
        r#"{"do": "board"}"#,
    ] {
        let answered: Value = serde_json::from_str(&answer(bad, &host)).unwrap();
        assert_eq!(answered["type"], "bad_request", "{bad}");
        assert!(answered["version"].is_string());
    }
    assert_eq!(
        ask(json!({ "do": "hello", "protocol": 1 }))["type"],
        "hello"
    );
}

#[test]
fn no_file_is_read() {
    for text in ["/etc/passwd", "Cargo.toml", "../Cargo.toml"] {
        let answered = ask(json!({ "do": "open", "text": text }));
        assert_eq!(answered["type"], "bad_input", "{answered}");
    }
    let elsewhere = ask(json!({ "do": "board", "puzzle": "kind = \"../x\"\n" }));
    assert_eq!(elsewhere["type"], "bad_input");
}

#[test]
fn a_word_is_put_where_it_was_asked_for_and_comments_stay() {
    let text = "kind = \"nurikabe\"\n# mine\nnumber = '''\n.3..\n...1\n....\n.2..\n'''\nexpected.solutions = 1\n";
    let changed = edited(text, json!([["number", 0, "12"], ["number", 1, null]]));
    assert_eq!(
        changed["file"],
        "kind = \"nurikabe\"\nsize = \"4x4\"\n# mine\nnumber = '''\n12  .  .  .\n .  .  .  1\n .  .  .  .\n .  2  .  .\n'''\n"
    );
    let values = field(&changed, "number", false)["values"]
        .as_array()
        .unwrap();
    assert_eq!(values.iter().filter(|value| !value.is_null()).count(), 3);
    let refused = edited(text, json!([["number", 0, "x"]]));
    assert_eq!(refused["type"], "refused");
    assert!(
        refused["text"]
            .as_str()
            .unwrap()
            .contains("expected a whole number"),
        "{refused}"
    );
    assert_eq!(edited(text, json!([["no", 0, "1"]]))["type"], "refused");
    assert_eq!(
        edited(text, json!([["number", 16, "1"]]))["type"],
        "refused"
    );
}

/// For every puzzle of the program: every value that stands in its file is taken away and put back, key by key, and the
/// fields are as before. Values that must be there cannot be taken away, which is refused.
#[test]
fn what_is_taken_away_can_be_put_back() {
    let mut changed = 0;
    for (name, text) in embedded::all().iter().chain(embedded::genres()) {
        let before = board(text);
        for old in before["fields"].as_array().unwrap() {
            if old["finds"] == true {
                continue;
            }
            let values = old["values"].as_array().unwrap();
            let there: Vec<(usize, &Value)> = values
                .iter()
                .enumerate()
                .filter(|(_, value)| !value.is_null())
                .collect();
            let Some(&(position, value)) = there.get(there.len() / 2) else {
                continue;
            };
            let without = edited(text, json!([[old["key"], position, null]]));
            let file = match without["type"].as_str() {
                Some("board") => without["file"].as_str().unwrap(),
                // Of regions and values for the whole puzzle there must be all; and some rules need data.
                _ => text,
            };
            let again = edited(file, json!([[old["key"], position, value]]));
            assert_eq!(again["type"], "board", "{name}: {again}");
            let new = field(&again, old["key"].as_str().unwrap(), false);
            assert_eq!(
                new["values"], old["values"],
                "{name}: {}\\n{}",
                old["key"], again["file"]
            );
            changed += 1;
        }
    }
    assert!(changed > 150, "{changed}");
}

#[test]
fn a_grid_grows_and_shrinks_again() {
    let mut resized = 0;
    for (name, text) in embedded::genres() {
        let before = board(text);
        let (rows, columns) = (
            before["rows"].as_u64().unwrap(),
            before["columns"].as_u64().unwrap(),
        );
        let larger = ask(
            json!({ "do": "resize", "puzzle": text, "rows": rows + 1, "columns": columns + 1 }),
        );
        if larger["type"] != "board" {
            continue;
        }
        assert_eq!(
            (&larger["rows"], &larger["columns"]),
            (&json!(rows + 1), &json!(columns + 1))
        );
        let file = &larger["file"];
        let again =
            ask(json!({ "do": "resize", "puzzle": file, "rows": rows, "columns": columns }));
        assert_eq!(again["type"], "board", "{name}: {again}");
        for old in before["fields"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|field| field["finds"] == false)
        {
            let new = field(&again, old["key"].as_str().unwrap(), false);
            assert_eq!(new["values"], old["values"], "{name}: {}", old["key"]);
        }
        resized += 1;
    }
    assert!(resized > 60, "{resized}");
}

#[test]
fn entries_are_checked_and_completed() {
    let text = embedded::find("genres/nurikabe").unwrap();
    let solved = ask(json!({ "do": "solve", "puzzle": text }));
    assert_eq!(solved["verdict"]["exit_code"], 0);
    let entries = solved["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 64);
    let checked = ask(json!({ "do": "check", "puzzle": text, "entries": entries }));
    assert_eq!(
        (&checked["holds"], &checked["open"]),
        (&json!(true), &json!(0))
    );
    let saved = ask(json!({ "do": "entries", "puzzle": text, "grid": solved.to_string() }));
    assert_eq!(&saved["entries"], &solved["entries"]);
    let wrong = json!([["shade", 9, "shaded"]]);
    let checked = ask(json!({ "do": "check", "puzzle": text, "entries": wrong }));
    assert_eq!(checked["holds"], false, "a cell with a number is shaded");
    let hint = ask(json!({ "do": "hint", "puzzle": text, "entries": wrong }));
    assert_eq!(hint["type"], "wrong");
    let hint = ask(json!({ "do": "hint", "puzzle": text, "level": "what" }));
    assert!(!hint["entries"].as_array().unwrap().is_empty(), "{hint}");
    let listed =
        ask(json!({ "do": "board", "puzzle": text, "entries": [["shade", 0, "{shaded,open}"]] }));
    assert_eq!(listed["type"], "board", "{listed}");
    let refused = ask(json!({ "do": "board", "puzzle": text, "entries": [["shade", 0, "7"]] }));
    assert_eq!(refused["type"], "refused");
}

#[test]
fn a_rulebook_comes_along() {
    let rules = "about \"one in every row\"\ndecide mark on cells: there \"#\" or none \".\"\n\"One in a row.\"\n    each row r: exactly 1 cell c in r: c is there\n\nexample\n    size = \"2x2\"\n";
    let opened = ask(json!({ "do": "open", "text": rules, "name": "mine.rules" }));
    assert_eq!(opened["type"], "board", "{opened}");
    let rulebooks = &opened["rulebooks"];
    let solved =
        ask(json!({ "do": "solve", "puzzle": opened["file"], "rulebooks": rulebooks, "limit": 9 }));
    assert_eq!(solved["verdict"]["found"], 4, "{solved}");
    let wrong = ask(
        json!({ "do": "rules", "name": "mine", "text": rules.replace("exactly", "precisely") }),
    );
    assert_eq!(wrong["type"], "bad_input");
    let problem = &wrong["problems"][0];
    assert_eq!(problem["line"], 4, "{wrong}");
    let from = usize::try_from(problem["from"].as_u64().unwrap()).unwrap();
    assert!(
        rules.replace("exactly", "precisely")[from..].starts_with("1 cell"),
        "{wrong}"
    );
}

#[test]
fn addresses_come_back() {
    let address = "https://puzz.link/p?nurikabe/6/6/m8n8i9u";
    let opened = ask(json!({ "do": "open", "text": address }));
    let back = ask(json!({ "do": "link", "puzzle": opened["file"] }));
    assert_eq!(back["address"], address);
    let hostile =
        ask(json!({ "do": "open", "text": "https://puzz.link/p?nurikabe/9999999/99999999/zzz" }));
    assert_eq!(hostile["type"], "bad_input", "{hostile}");
}
