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

/// The puzzle after a change of its grid, with these entries; what was answered if that is refused.
fn placed(text: &str, entries: &Value, how: Value) -> Value {
    let mut request = json!({ "do": "place", "puzzle": text, "entries": entries });
    let fields = request.as_object_mut().unwrap();
    fields.extend(how.as_object().unwrap().clone());
    ask(request)
}

/// The same several times, until one is refused.
fn placed_times(times: usize, text: &str, entries: &Value, how: &Value) -> Value {
    let mut after = json!({ "type": "board", "file": text, "entries": entries });
    for _ in 0..times {
        after = placed(
            after["file"].as_str().unwrap(),
            &after["entries"],
            how.clone(),
        );
        if after["type"] != "board" {
            break;
        }
    }
    after
}

fn assert_same_data(before: &Value, after: &Value, about: &str) {
    for old in before["fields"].as_array().unwrap() {
        if old["finds"] == false {
            let new = field(after, old["key"].as_str().unwrap(), false);
            assert_eq!(new["values"], old["values"], "{about}: {}", old["key"]);
        }
    }
}

fn sorted(entries: &Value) -> Vec<String> {
    let mut texts: Vec<String> = entries
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    texts.sort();
    texts
}

/// The entries of the solution.
fn solution(text: &str) -> Value {
    ask(json!({ "do": "solve", "puzzle": text }))["entries"].clone()
}

#[test]
fn a_grid_grows_and_shrinks_again_at_any_side() {
    let mut resized = 0;
    for (name, text) in embedded::genres() {
        let before = board(text);
        let side = |name: &str| before[name].as_u64().unwrap();
        let (rows, columns) = (side("rows"), side("columns"));
        for (down, right) in [(0, 0), (1, 1)] {
            let larger =
                json!({ "rows": rows + 1, "columns": columns + 1, "down": down, "right": right });
            let larger = placed(text, &json!([]), larger);
            if larger["type"] != "board" {
                continue;
            }
            assert_eq!(larger["rows"], rows + 1);
            assert_eq!(larger["columns"], columns + 1);
            let back = json!({ "rows": rows, "columns": columns, "down": -down, "right": -right });
            let again = placed(larger["file"].as_str().unwrap(), &json!([]), back);
            assert_eq!(again["type"], "board", "{name}: {again}");
            assert_same_data(&before, &again, name);
            resized += 1;
        }
    }
    assert!(resized > 120, "{resized}");
}

/// Genres whose rules or clues know up from down, or left from right, so that a turned solution is none, each with the
/// reason.
const ONE_WAY: [(&str, &str); 8] = [
    // Water falls.
    ("aquarium", "turn"),
    // Cells count from the left and from above.
    ("kakurasu", "turn"),
    ("kakurasu", "mirror"),
    // Sums stand to the left of their digits, and above them.
    ("kakuro", "turn"),
    ("kakuro", "mirror"),
    // Stones fall.
    ("stostone", "turn"),
    // Words are read to the right, and downwards.
    ("word-fill", "turn"),
    ("word-fill", "mirror"),
];

/// Four turns, and two mirrors, leave everything as it was; and after one of them the solution, turned likewise, is one
/// by the rules as they stand.
#[test]
fn turning_and_mirroring_go_with_the_rules() {
    let mut one_way = Vec::new();
    let mut checked = 0;
    for (name, text) in embedded::genres() {
        let before = board(text);
        let entries = solution(text);
        for (how, times) in [("turn", 4), ("mirror", 2)] {
            let how = json!({ "how": how });
            let again = placed_times(times, text, &entries, &how);
            let once = placed(text, &entries, how.clone());
            assert_eq!(again["type"], "board", "{name} {how}: {again}");
            assert_same_data(&before, &again, name);
            assert_eq!(sorted(&again["entries"]), sorted(&entries), "{name} {how}");
            let asked =
                json!({ "do": "check", "puzzle": once["file"], "entries": once["entries"] });
            let check = ask(asked);
            if (&check["holds"], &check["open"]) == (&json!(true), &json!(0)) {
                checked += 1;
            } else {
                let genre = name.trim_start_matches("genres/");
                one_way.push((genre, how["how"].as_str().unwrap().to_owned()));
            }
        }
    }
    let one_way: Vec<(&str, &str)> = one_way.iter().map(|(name, how)| (*name, &**how)).collect();
    assert_eq!(one_way, ONE_WAY);
    assert!(checked > 200, "{checked}");
}

fn values(board: &Value, key: &str) -> Vec<String> {
    let values = field(board, key, false)["values"].as_array().unwrap();
    let words = values
        .iter()
        .map(|value| value.as_str().unwrap_or(".").to_owned());
    words.collect()
}

#[test]
fn arrows_lists_and_sides_turn_with_the_board() {
    let none = json!([]);
    let turn = json!({ "how": "turn" });
    let mirror = json!({ "how": "mirror" });
    let walls = "kind = \"castle-wall\"\nsize = \"2x3\"\narrow = '''\n^1 . >12\n. . .\n'''\n";
    let turned = placed(walls, &none, turn.clone());
    assert_eq!(
        (&turned["rows"], &turned["columns"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(values(&turned, "arrow"), [".", ">1", ".", ".", ".", "v12"]);
    let mirrored = placed(walls, &none, mirror.clone());
    assert_eq!(
        values(&mirrored, "arrow"),
        ["<12", ".", "^1", ".", ".", "."]
    );
    let lists = "kind = \"nonogram\"\nsize = \"2x3\"\nclue.rows = [\"1,2\", \"?\"]\nclue.columns = [\"1\", \"0\", \"2\"]\n";
    let mirrored = placed(lists, &none, mirror);
    assert_eq!(values(&mirrored, "clue"), ["2,1", "?", "2", "0", "1"]);
    // The rows become columns from the right, read from above; the columns rows, read from the right.
    let turned = placed(lists, &none, turn);
    assert_eq!(values(&turned, "clue"), ["1", "0", "2", "?", "1,2"]);
}

#[test]
fn a_part_moves_and_turns_and_nothing_falls_off() {
    let text = "kind = \"nurikabe\"\nsize = \"3x3\"\nnumber = '''\n12.\n...\n..3\n'''\n";
    let part = |how: &str, positions: [usize; 2], down: i64| {
        let how = json!({ "how": how, "key": "number", "positions": positions, "down": down });
        placed(text, &json!([]), how)
    };
    let numbers = |board: &Value| values(board, "number").concat();
    let moved = part("move", [0, 1], 1);
    assert_eq!(numbers(&moved), "...12...3");
    assert_eq!(moved["selected"], json!([3, 4]));
    assert_eq!(numbers(&part("turn", [0, 1], 0)), "1..2....3");
    assert_eq!(numbers(&part("mirror", [0, 1], 0)), "21......3");
    assert_eq!(part("move", [7, 8], 1)["type"], "refused");
    let all = placed(text, &json!([]), json!({ "how": "move", "down": 1 }));
    assert_eq!(all["type"], "refused", "{all}");
    let entered = json!([["shade", 2, "shaded"], ["shade", 4, "open"]]);
    let how = json!({ "how": "move", "key": "shade", "finds": true, "positions": [2], "down": 1 });
    let moved = placed(text, &entered, how);
    let wanted = json!([["shade", 5, "shaded"], ["shade", 4, "open"]]);
    assert_eq!(sorted(&moved["entries"]), sorted(&wanted));
    assert_eq!(numbers(&moved), "12......3");
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

/// Who draws what is there and leaves what is not is done, and not before.
#[test]
fn what_is_left_open_need_not_be_entered() {
    for (genre, layer, nothing) in [
        ("nurikabe", "shade", "open"),
        ("slitherlink", "fence", "free"),
        ("akari", "light", "none"),
        ("hashi", "bridges", "0"),
    ] {
        let text = embedded::find(&format!("genres/{genre}")).unwrap();
        let solution = ask(json!({ "do": "solve", "puzzle": text }));
        let entries = solution["entries"].as_array().unwrap();
        let is_something = |entry: &&Value| entry[0] == layer && entry[2] != nothing;
        let mut drawn: Vec<Value> = entries.iter().filter(is_something).cloned().collect();
        assert!(drawn.len() < entries.len(), "{genre}: {solution}");
        let solved = |entries: &[Value], what: &str| {
            let answer = ask(json!({ "do": what, "puzzle": text, "entries": entries }));
            answer["solved"].as_bool().unwrap()
        };
        assert!(
            solved(&drawn, "solved") && solved(&drawn, "check"),
            "{genre}"
        );
        assert!(
            solved(entries, "solved") && solved(entries, "check"),
            "{genre}"
        );
        drawn.pop();
        assert!(
            !solved(&drawn, "solved") && !solved(&drawn, "check"),
            "{genre}"
        );
        assert!(!solved(&[], "solved"), "{genre}");
    }
}

/// The candidates of a cell are the digits that are not yet in its row, column and box.
#[test]
fn candidates_break_no_rule() {
    let text = "kind = \"sudoku\"\nnumber = \"\"\"\n1...\n...2\n....\n.3..\n\"\"\"\n";
    let entries = json!([["number", 6, "{1,2,3}"], ["number", 10, "4"]]);
    let found =
        ask(json!({ "do": "candidates", "puzzle": text, "entries": entries, "layer": "number" }));
    let grid = "1......2..4..3..".as_bytes();
    let sees = |a: usize, b: usize| {
        let block = |at: usize| (at / 8, at % 4 / 2);
        a / 4 == b / 4 || a % 4 == b % 4 || block(a) == block(b)
    };
    let mut expected = Vec::new();
    for at in (0..16).filter(|&at| grid[at] == b'.') {
        let is_free = |digit: &u8| (0..16).all(|other| grid[other] != *digit || !sees(at, other));
        let free = b"1234".iter().filter(|digit| is_free(digit));
        let free: Vec<String> = free.map(|&digit| char::from(digit).to_string()).collect();
        expected.push(json!(["number", at, format!("{{{}}}", free.join(","))]));
    }
    assert_eq!(found["entries"], json!(expected), "{found}");
}

#[test]
fn an_address_may_stand_in_a_sentence() {
    let address = "https://puzz.link/p?nurikabe/4/4/h2m";
    let open = |text: String| ask(json!({ "do": "open", "text": text }));
    let alone = open(address.to_owned());
    assert_eq!(alone["type"], "board", "{alone}");
    assert_eq!(
        open(format!("Have a look: {address} today"))["file"],
        alone["file"]
    );
    assert_eq!(open(format!("{address}\n{address}"))["type"], "refused");
    let saved = open("pzprv3/nurikabe/4/4/. . . . /. 2 . . /".to_owned());
    assert!(
        saved["report"].as_str().unwrap().contains("Export URL"),
        "{saved}"
    );
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
