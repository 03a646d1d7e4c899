//! Layers point one way: the modules of a folder never import each other in a circle, at any depth of all crates.
//!
//! The imports are read from the sources: `use` and paths that begin with `crate`, `self` or `super`, except those of
//! tests and of documentation. A use between a module and its parent does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The sources of the crates.
const SOURCES: [&str; 6] = [
    "engine/src",
    "puzzles/addresses/src",
    "puzzles/board/src",
    "puzzles/constraints/src",
    "puzzles/language/src",
    "puzzles/src",
];

/// The names that lead to a module.
type ModulePath = Vec<String>;

/// The modules of a crate, each with its text without tests.
fn modules(folder: &Path, path: &ModulePath, found: &mut BTreeMap<ModulePath, String>) {
    let text = ["mod.rs", "lib.rs"].map(|name| fs::read_to_string(folder.join(name)));
    let text = text.into_iter().find_map(Result::ok).unwrap_or_default();
    let is_test = |name: &str| {
        let declared = format!("#[cfg(test)]\nmod {name};");
        text.contains(&declared) || name == "tests"
    };
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        let name = name.strip_suffix(".rs").unwrap_or(&name);
        if is_test(name) {
            continue;
        }
        let own = match name {
            "mod" | "lib" => path.clone(),
            _ => [&path[..], &[name.to_owned()]].concat(),
        };
        if entry.path().is_dir() {
            modules(&entry.path(), &own, found);
        } else if entry.path().extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(entry.path()).expect("a text");
            found.insert(own, without_tests(&text));
        }
    }
}

/// A text without comments, without what only documentation imports, and without the tests at its end.
fn without_tests(text: &str) -> String {
    let tests = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let mut left = String::new();
    let mut is_skipped = false;
    for line in text[..tests].lines() {
        let line = line.split("//").next().unwrap_or_default();
        is_skipped |= line.trim() == "#[cfg(doc)]";
        if !is_skipped {
            left.push_str(line);
            left.push('\n');
        }
        is_skipped &= !line.contains(';');
    }
    left
}

/// Names, `::`, braces and commas; everything else as a stop.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let long = match first {
            _ if is_part(first) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            _ if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        found.push(&rest[..long]);
        rest = rest[long..].trim_start();
    }
    found
}

/// Reads the tree of paths that begins at `at`, each with this prefix; returns where it ends.
fn tree(tokens: &[&str], mut at: usize, prefix: &[String], found: &mut Vec<ModulePath>) -> usize {
    let mut path = prefix.to_vec();
    loop {
        if tokens.get(at) == Some(&"{") {
            at += 1;
            while at < tokens.len() && tokens[at] != "}" {
                let end = tree(tokens, at, &path, found);
                at = end.max(at + 1);
            }
            return at + 1;
        }
        let Some(name) = tokens.get(at).filter(|token| {
            let first = token.chars().next();
            first.is_some_and(|c| c.is_alphabetic() || c == '_')
        }) else {
            break;
        };
        path.push((*name).to_owned());
        at += 1;
        if tokens.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    found.push(path);
    at
}

/// What a module imports from its own crate, as paths from the crate's root.
fn imports(module: &ModulePath, text: &str) -> Vec<ModulePath> {
    let tokens = tokens(text);
    let mut trees = Vec::new();
    for at in 0..tokens.len() {
        let begins = ["crate", "self", "super"].contains(&tokens[at])
            && tokens.get(at + 1) == Some(&"::")
            && (at == 0 || tokens[at - 1] != "::");
        if begins {
            tree(&tokens, at, &[], &mut trees);
        }
    }
    let absolute = trees.into_iter().map(|path| {
        let mut base = module.clone();
        let mut names = path.into_iter().peekable();
        while let Some(name) = names.next_if(|name| ["crate", "self", "super"].contains(&&**name)) {
            match &*name {
                "crate" => base.clear(),
                "super" => drop(base.pop()),
                _ => {}
            }
        }
        base.extend(names);
        base
    });
    absolute.collect()
}

/// By module of a folder: the others of the folder that it or a module in it imports, and one such import.
type Edges = BTreeMap<String, BTreeMap<String, String>>;

/// A circle among the modules of a folder that can be reached from `at`.
fn circle(edges: &Edges, at: &str, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> bool {
    if let Some(begin) = way.iter().position(|name| name == at) {
        way.drain(..begin);
        return true;
    }
    if !done.insert(at.to_owned()) {
        return false;
    }
    way.push(at.to_owned());
    for next in edges.get(at).into_iter().flatten() {
        if circle(edges, next.0, way, done) {
            return true;
        }
    }
    way.pop();
    false
}

/// The circles of a crate, in words: at most one for each folder.
fn circles(modules: &BTreeMap<ModulePath, String>) -> Vec<String> {
    let mut folders: BTreeMap<ModulePath, Edges> = BTreeMap::new();
    for (module, text) in modules {
        for mut import in imports(module, text) {
            while !modules.contains_key(&import) && import.pop().is_some() {}
            let shared = module.iter().zip(&import);
            let depth = shared.take_while(|(a, b)| a == b).count();
            if depth < module.len() && depth < import.len() {
                let edges = folders.entry(module[..depth].to_vec()).or_default();
                let from = edges.entry(module[depth].clone()).or_default();
                let one = || format!("{} imports {}", module.join("::"), import.join("::"));
                from.entry(import[depth].clone()).or_insert_with(one);
            }
        }
    }
    let mut found = Vec::new();
    for (folder, edges) in &folders {
        let mut done = BTreeSet::new();
        for from in edges.keys() {
            let mut way = Vec::new();
            if circle(edges, from, &mut way, &mut done) {
                let next = way.iter().skip(1).chain(way.first());
                let steps = way.iter().zip(next).map(|(a, b)| edges[a][b].as_str());
                let steps: Vec<&str> = steps.collect();
                found.push(format!("in `{}`: {}", folder.join("::"), steps.join(", ")));
                break;
            }
        }
    }
    found
}

#[test]
fn modules_import_in_one_direction() {
    let mut all = Vec::new();
    for sources in SOURCES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(sources);
        let mut found = BTreeMap::new();
        modules(&root, &Vec::new(), &mut found);
        assert!(found.len() > 10, "{sources}: {} modules", found.len());
        let circles = circles(&found).into_iter();
        all.extend(circles.map(|circle| format!("{sources}, {circle}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// The test is worth something only if it sees the imports.
#[test]
fn a_circle_is_found() {
    let modules = |texts: &[(&str, &str)]| -> BTreeMap<ModulePath, String> {
        let path = |name: &str| name.split("::").map(str::to_owned).collect();
        let texts = texts
            .iter()
            .map(|(name, text)| (path(name), without_tests(text)));
        texts.collect()
    };
    let a = (
        "a",
        "mod inner;\nuse std::fmt;\nuse crate::{b::{self, B}, c::C};\n",
    );
    let b = (
        "b",
        "#[cfg(doc)]\nuse crate::a::A;\n// use crate::a;\nfn f() -> crate::c::C {}\n",
    );
    let inner = ("a::inner", "use super::super::b;\nuse super::A;\n");
    let c = "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n";
    assert!(circles(&modules(&[a, b, inner, ("c", c)])).is_empty());
    let c = "fn f(x: &super::a::inner::X) {}\n";
    assert_eq!(
        circles(&modules(&[a, b, inner, ("c", c)])),
        ["in ``: a imports b, b imports c, c imports a::inner"]
    );
}

/// A WebAssembly module has no clock but the one that its host brings.
#[test]
fn only_one_module_knows_the_clock_of_the_standard_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut knowing = BTreeSet::new();
    for folder in SOURCES {
        let mut found = BTreeMap::new();
        modules(&root.join(folder), &Vec::new(), &mut found);
        assert!(found.len() > 10, "{folder} has sources");
        for (path, text) in found {
            let tokens = tokens(&text);
            let mut paths = Vec::new();
            for (at, token) in tokens.iter().enumerate() {
                if *token == "std" {
                    tree(&tokens, at, &[], &mut paths);
                }
            }
            let instant = ["std", "time", "Instant"];
            if paths
                .iter()
                .any(|path| path.iter().take(3).eq(instant.iter()))
            {
                knowing.insert(format!("{folder}: {}", path.join("::")));
            }
        }
    }
    assert_eq!(knowing, BTreeSet::from(["engine/src: clock".to_owned()]));
}
