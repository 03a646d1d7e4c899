//! Random noun phrases, atoms and places.

use super::declarations::{On, Values, chance, one};
use super::formulas::Maker;
use super::tree::{Sort, Tree};

impl Maker<'_> {
    /// An atom of a kind: a variable, or what a phrase in the singular names.
    pub(super) fn atom(&mut self, kind: &'static str, depth: usize) -> Tree {
        let sort = Sort::Atom(kind);
        if let Some(name) = self.variable(kind)
            && (depth == 0 || chance(self.rng, 80))
        {
            return Tree::leaf(sort, &name);
        }
        if depth == 0 {
            return Tree::leaf(sort, &format!("(first {kind})"));
        }
        let side = one(self.rng, &["left", "right", "up", "down"]);
        match (kind, self.rng.below(7)) {
            // The only one of which something is true.
            (_, 6) => {
                self.names += 1;
                let name = format!("o{}", self.names);
                let source =
                    self.fixed_phrase(kind)
                        .text()
                        .replacen(kind, &format!("{kind} {name}"), 1);
                self.variables.push((name, kind));
                let test = self.test(depth - 1);
                self.variables.pop();
                Tree::new(sort, &format!("({source} where %)"), [test])
            }
            // Which one depends on the solution.
            (_, 4) => {
                let end = one(self.rng, &["first", "last"]);
                let phrase = match self.phrase(kind, None, depth) {
                    phrase if phrase.text().starts_with(['(', 'f', 'l']) => self.fixed_phrase(kind),
                    phrase => phrase,
                };
                Tree::new(sort, &format!("({end} %)"), [phrase])
            }
            (_, 5) => {
                let (one, other) = (self.atom(kind, depth - 1), self.atom(kind, depth - 1));
                let test = self.certain_test();
                Tree::new(sort, "(if % then % otherwise %)", [test, one, other])
            }
            ("cell", 0 | 1) => Tree::new(
                sort,
                &format!("({side} neighbour of %)"),
                [self.atom("cell", depth - 1)],
            ),
            ("link", 0) => Tree::new(
                sort,
                "(link between % and %)",
                [self.atom("cell", depth - 1), self.atom("cell", depth - 1)],
            ),
            ("link", 1 | 2) => Tree::new(
                sort,
                &format!("({side} link of %)"),
                [self.atom("cell", depth - 1)],
            ),
            ("edge", 0..=2) => Tree::new(
                sort,
                &format!("({side} edge of %)"),
                [self.atom("cell", depth - 1)],
            ),
            _ => {
                let end = one(self.rng, &["first", "last"]);
                let phrase = self.fixed_phrase(kind);
                Tree::new(sort, &format!("({end} %)"), [phrase])
            }
        }
    }

    /// A phrase that no solution changes.
    fn fixed_phrase(&mut self, kind: &'static str) -> Tree {
        let sort = Sort::Phrase(kind);
        match self.fixed_place() {
            Some(place) if kind == "cell" || chance(self.rng, 30) => {
                Tree::new(sort, &format!("{kind} in %"), [place])
            }
            _ => Tree::leaf(sort, kind),
        }
    }

    fn fixed_place(&mut self) -> Option<Tree> {
        let names: Vec<String> = ["row", "column", "line", "view", "block", "diagonal"]
            .iter()
            .filter_map(|kind| self.variable(kind))
            .collect();
        let name = names.first()?;
        Some(Tree::leaf(Sort::Place("cell"), name))
    }

    /// Cells (links, …) as a place.
    pub(super) fn place(&mut self, kind: &'static str, depth: usize) -> Tree {
        self.again_or(Sort::Place(kind), depth, |maker| {
            maker.new_place(kind, depth)
        })
    }

    fn new_place(&mut self, kind: &'static str, depth: usize) -> Tree {
        let sort = Sort::Place(kind);
        if let Some(place) = self.place_of_others(kind, depth) {
            return place;
        }
        if kind == "cell" && depth > 0 && chance(self.rng, 6) {
            return self.rare_place(depth);
        }
        if kind == "cell"
            && let Some(layer) = self.some_mirrors()
        {
            return self.cells_of_beam(layer);
        }
        if kind == "cell" && chance(self.rng, if depth == 0 { 90 } else { 55 }) {
            let names: Vec<String> = [
                "row", "column", "line", "view", "block", "diagonal", "room", "area", "group",
                "run",
            ]
            .iter()
            .filter_map(|kind| self.variable(kind))
            .collect();
            if !names.is_empty() {
                let at = self.rng.below(names.len() as u64) as usize;
                return Tree::leaf(sort, &names[at]);
            }
            if depth > 0 {
                let cell = self.atom("cell", depth - 1);
                let mut of = vec!["row", "column", "ring"];
                if self.has("room") {
                    of.extend(["room", "room"]);
                }
                if self.has("area") {
                    of.extend(["area", "area"]);
                }
                if chance(self.rng, 25) {
                    let group = self.first_group();
                    return Tree::new(sort, &format!("(cells in {group})"), [cell]);
                }
                let of = one(self.rng, &of);
                return Tree::new(sort, &format!("({of} of %)"), [cell]);
            }
        }
        let phrase = self.phrase(kind, None, depth);
        if phrase.text() == kind {
            // Alone, the singular says nothing.
            return Tree::leaf(sort, &format!("({kind}s)"));
        }
        Tree::new(sort, "(%)", [phrase])
    }

    /// An adjective for a kind of atoms, if there is one.
    pub(super) fn adjective(&mut self, kind: &'static str) -> Option<&'static str> {
        let on = match kind {
            "cell" => On::Cells,
            "edge" => On::Edges,
            "link" => On::Links,
            _ => On::Corners,
        };
        let mut found: Vec<&'static str> = Vec::new();
        for layer in self.layers.iter().filter(|layer| layer.on == on) {
            match layer.values {
                Values::Words(words) => {
                    for _ in 0..if layer.found { 3 } else { 1 } {
                        found.extend(words);
                    }
                }
                Values::Mixed(word) => found.push(word),
                _ => {}
            }
        }
        if kind == "cell" && self.defined.lucky {
            found.extend(["lucky", "lucky"]);
        }
        if kind != "link" && chance(self.rng, 20) {
            found.push("border");
        }
        if matches!(kind, "link" | "edge") && chance(self.rng, 30) {
            found.extend(["horizontal", "vertical"]);
        }
        if self
            .layers
            .iter()
            .any(|layer| layer.given && layer.on == on)
            && chance(self.rng, 50)
        {
            found.push("given");
        }
        (!found.is_empty()).then(|| one(self.rng, &found))
    }

    /// The name of a layer on atoms of a kind for `with` and `has`.
    pub(super) fn layer_on(&mut self, kind: &'static str) -> Option<&'static str> {
        let on = match kind {
            "cell" => On::Cells,
            "edge" => On::Edges,
            "link" => On::Links,
            "corner" => On::Corners,
            _ => return None,
        };
        let names: Vec<&'static str> = self
            .layers
            .iter()
            .filter(|layer| layer.on == on)
            .map(|layer| layer.name)
            .collect();
        (!names.is_empty()).then(|| one(self.rng, &names))
    }

    fn adjectives(&mut self, kind: &'static str) -> String {
        let mut text = String::new();
        let mut more = 60;
        while chance(self.rng, more) {
            more /= 4;
            if let Some(word) = self.adjective(kind) {
                if chance(self.rng, 20) {
                    text += "not ";
                }
                text += word;
                text.push(' ');
            }
        }
        text
    }

    /// What groups, runs and walks are made of: often the same as before.
    pub(super) fn material(&mut self) -> String {
        if !self.materials.is_empty() && chance(self.rng, 40) {
            let at = self.rng.below(self.materials.len() as u64) as usize;
            return self.materials[at].clone();
        }
        let material = self.new_material();
        self.materials.push(material.clone());
        material
    }

    fn new_material(&mut self) -> String {
        match (self.adjective("cell"), self.layer_on("cell")) {
            (_, Some(layer)) if chance(self.rng, 20) => {
                let with = one(self.rng, &["with", "without"]);
                format!("cells {with} {layer}")
            }
            (Some(word), _) => {
                let not = if chance(self.rng, 20) { "not " } else { "" };
                format!("{not}{word} cells")
            }
            _ => "cells".to_owned(),
        }
    }

    /// The group that a cell belongs to.
    pub(super) fn first_group(&mut self) -> String {
        let material = self.material();
        let by = one(self.rng, &["", "", " by contacts", " by knights"]);
        format!("(first group of {material}{by} of %)")
    }

    fn direction(&mut self) -> &'static str {
        one(self.rng, &["up", "right", "down", "left"])
    }

    /// A phrase for atoms of a kind.
    pub(super) fn phrase(
        &mut self,
        kind: &'static str,
        variable: Option<&str>,
        depth: usize,
    ) -> Tree {
        let sort = Sort::Phrase(kind);
        let mut text = String::new();
        let mut children: Vec<Tree> = Vec::new();
        let variable_text = variable.map_or(String::new(), |name| format!(" {name}"));
        let plural = variable.is_none() && chance(self.rng, 80);
        let s = if plural { "s" } else { "" };
        // How many of them may depend on the solution.
        if plural && depth > 0 && chance(self.rng, 8) {
            let end = one(self.rng, &["first", "last"]);
            text += &format!("{end} (%) ");
            children.push(self.number(depth - 1));
        }
        text += &self.adjectives(kind);
        let mut ordered = false;
        if kind == "cell" && depth > 0 && chance(self.rng, 3) {
            text += &format!("image{s}{variable_text} of % in %");
            children.push(self.atom("cell", depth - 1));
            children.push(self.place("cell", depth - 1));
        } else if kind == "cell" && depth > 0 && chance(self.rng, 22) {
            let noun = one(self.rng, &["neighbour", "neighbour", "contact", "knight"]);
            text += &format!("{noun}{s}{variable_text} of %");
            children.push(if chance(self.rng, 75) {
                self.atom("cell", depth - 1)
            } else {
                self.place("cell", depth - 1)
            });
        } else {
            text += &format!("{kind}{s}{variable_text}");
            if depth > 0 {
                match (kind, self.rng.below(12)) {
                    (_, 0..=2) => {
                        text += " in %";
                        children.push(self.place("cell", depth - 1));
                        ordered = true;
                    }
                    ("cell", 3) => {
                        let side = one(self.rng, &["left of", "right of", "above", "below"]);
                        text += &format!(" {side} %");
                        children.push(self.atom("cell", depth - 1));
                        self.until(&mut text);
                    }
                    ("cell", 4) => {
                        let arrow = self.layers.iter().find(|layer| {
                            layer.on == On::Cells
                                && matches!(layer.values, Values::Direction | Values::Directions)
                        });
                        match (arrow.map(|layer| layer.name), self.variable("direction")) {
                            (_, Some(name)) if chance(self.rng, 50) => {
                                text += &format!(" towards {name} from %");
                            }
                            (Some(arrow), _) => {
                                text += &format!(" towards ({arrow} of %) from %");
                                children.push(self.atom("cell", 0));
                            }
                            _ => {
                                let way = self.direction();
                                text += &format!(" towards {way} from %");
                            }
                        }
                        children.push(self.atom("cell", depth - 1));
                        self.until(&mut text);
                    }
                    ("cell", 5) => {
                        text += " seen from %";
                        children.push(self.atom("cell", depth - 1));
                        self.until(&mut text);
                    }
                    ("cell", 6) => {
                        let material = self.material();
                        text += &format!(" reached from % through {material}");
                        children.push(self.atom("cell", depth - 1));
                    }
                    ("cell", 7) => {
                        let other = one(self.rng, &["link", "edge", "corner"]);
                        text += " of %";
                        children.push(self.atom(other, depth - 1));
                    }
                    ("link" | "edge" | "corner", 3..=7) => {
                        text += " of %";
                        children.push(self.atom("cell", depth - 1));
                    }
                    _ => {}
                }
            }
        }
        let mut with_where = false;
        if depth > 0 && chance(self.rng, 40) {
            match self.rng.below(8) {
                0..=2 => {
                    let name = variable.map_or("it".to_owned(), str::to_owned);
                    self.variables.push((name, kind));
                    let test = self.test(depth - 1);
                    self.variables.pop();
                    text += " where %";
                    children.push(test);
                    with_where = true;
                }
                3 | 4 => {
                    if let Some(layer) = self.layer_on(kind) {
                        let with = one(self.rng, &["with", "without"]);
                        text += &format!(" {with} {layer}");
                    }
                }
                5 => {
                    text += " besides %";
                    children.push(self.atom(kind, depth - 1));
                }
                6 if kind == "cell" => {
                    text += " touching %";
                    children.push(self.place("cell", depth - 1));
                }
                7 if kind == "cell" && ordered => {
                    let side = one(self.rng, &["before", "after"]);
                    text += &format!(" {side} %");
                    children.push(self.atom("cell", depth - 1));
                }
                _ => {}
            }
        }
        if with_where {
            text = format!("({text})");
        }
        Tree::new(sort, &text, children)
    }

    fn until(&mut self, text: &mut String) {
        if chance(self.rng, 50) {
            let not = if chance(self.rng, 30) { "not " } else { "" };
            if chance(self.rng, 25)
                && let Some(layer) = self.layer_on("cell")
            {
                *text += &format!(" until {not}{layer}");
            } else if let Some(word) = self.adjective("cell") {
                *text += &format!(" until {not}{word}");
            }
        }
    }

    /// A phrase with new variables, and these with what they stand for.
    pub(super) fn binder(&mut self, depth: usize) -> (Tree, Vec<(String, &'static str)>) {
        self.names += 1;
        let number = self.names;
        let plain = |text: String, names: Vec<(String, &'static str)>| {
            (Tree::leaf(Sort::Other, &text), names)
        };
        let name = format!("v{number}");
        match self.rng.below(48) {
            40..=45 => self.part(&name, depth),
            46 | 47 => self.rare_binder(&name, depth),
            0..=9 => {
                let name = format!("c{number}");
                let phrase = self.phrase("cell", Some(&name), depth);
                (phrase, vec![(name, "cell")])
            }
            10 | 11 => {
                let phrase = self.phrase("link", Some(&name), depth);
                (phrase, vec![(name, "link")])
            }
            12 | 13 => {
                let phrase = self.phrase("edge", Some(&name), depth);
                (phrase, vec![(name, "edge")])
            }
            14 => {
                let phrase = self.phrase("corner", Some(&name), depth);
                (phrase, vec![(name, "corner")])
            }
            15..=19 => {
                let noun = one(
                    self.rng,
                    &["row", "column", "line", "line", "view", "diagonal"],
                );
                if chance(self.rng, 15) && depth > 0 {
                    let cell = self.atom("cell", depth - 1);
                    let tree = Tree::new(Sort::Other, &format!("{noun} {name} of %"), [cell]);
                    return (tree, vec![(name, noun)]);
                }
                if chance(self.rng, 15) && matches!(noun, "row" | "column") {
                    self.variables.push((name.clone(), noun));
                    let test = self.test(depth.saturating_sub(1));
                    self.variables.pop();
                    let tree = Tree::new(Sort::Other, &format!("({noun} {name} where %)"), [test]);
                    return (tree, vec![(name, noun)]);
                }
                plain(format!("{noun} {name}"), vec![(name, noun)])
            }
            20 | 21 => {
                let noun = one(self.rng, &["block", "box"]);
                let (height, width) = (1 + self.rng.below(2), 1 + self.rng.below(2));
                plain(
                    format!("{noun} {name} of {height} by {width}"),
                    vec![(name, "block")],
                )
            }
            22..=24 if self.has("room") || self.has("area") => {
                let noun = if self.has("room") && (chance(self.rng, 50) || !self.has("area")) {
                    "room"
                } else {
                    "area"
                };
                plain(format!("{noun} {name}"), vec![(name, noun)])
            }
            25..=28 => {
                let other = format!("w{number}");
                let names = vec![(name.clone(), "cell"), (other.clone(), "cell")];
                let of = one(
                    self.rng,
                    &["neighbours", "neighbours", "contacts", "knights"],
                );
                match self.rng.below(4) {
                    0 if depth > 0 => {
                        let place = self.place("cell", depth - 1);
                        (
                            Tree::new(
                                Sort::Other,
                                &format!("pair {name}, {other} of {of} in %"),
                                [place],
                            ),
                            names,
                        )
                    }
                    1 if depth > 0 => {
                        let phrase = self.phrase("cell", None, depth - 1);
                        (
                            Tree::new(
                                Sort::Other,
                                &format!("pair {name}, {other} of (%)"),
                                [phrase],
                            ),
                            names,
                        )
                    }
                    _ => plain(format!("pair {name}, {other} of {of}"), names),
                }
            }
            29 | 30 if depth > 0 => {
                let other = format!("w{number}");
                let names = vec![(name.clone(), "cell"), (other.clone(), "cell")];
                let place = self.place("cell", depth - 1);
                (
                    Tree::new(Sort::Other, &format!("step {name}, {other} in %"), [place]),
                    names,
                )
            }
            31 if self.has("way_") => {
                let material = self.material();
                let links = match self.adjective("link") {
                    Some(word) => format!("{word} links"),
                    None => "links".to_owned(),
                };
                plain(
                    format!("group {name} of {material} joined by {links}"),
                    vec![(name, "group")],
                )
            }
            31..=33 if depth > 0 && chance(self.rng, 15) => {
                let material = self.material();
                let source = match chance(self.rng, 50) {
                    true => format!("(cells reached from % through {material})"),
                    false => format!("(first group of {material} of %)"),
                };
                let cell = self.atom("cell", depth - 1);
                let text = format!("group {name} of {source}");
                (Tree::new(Sort::Other, &text, [cell]), vec![(name, "group")])
            }
            31..=33 => {
                let material = self.material();
                let outer = one(self.rng, &["group", "area"]);
                let material = match self.variable(outer) {
                    // Groups within a group, which differ from group to group.
                    Some(place) if chance(self.rng, 70) => format!("({material} in {place})"),
                    _ => material,
                };
                plain(format!("group {name} of {material}"), vec![(name, "group")])
            }
            34 if self
                .layers
                .iter()
                .any(|layer| layer.found && layer.on == On::Cells && layer.name != "area") =>
            {
                let names: Vec<&'static str> = self
                    .layers
                    .iter()
                    .filter(|layer| layer.found && layer.on == On::Cells && layer.name != "area")
                    .map(|layer| layer.name)
                    .collect();
                let layer = one(self.rng, &names);
                plain(
                    format!("group {name} of equal {layer}"),
                    vec![(name, "group")],
                )
            }
            35 | 36 if depth > 0 => {
                let material = self.material();
                let place = match self.fixed_place() {
                    Some(place) => place,
                    None => {
                        let cell = self.atom("cell", depth - 1);
                        let of = one(self.rng, &["row", "column", "ring"]);
                        Tree::new(Sort::Place("cell"), &format!("({of} of %)"), [cell])
                    }
                };
                (
                    Tree::new(
                        Sort::Other,
                        &format!("run {name} of {material} in %"),
                        [place],
                    ),
                    vec![(name, "run")],
                )
            }
            37 => {
                let end = self.number(0);
                (
                    Tree::new(Sort::Other, &format!("value {name} from 1 to %"), [end]),
                    vec![(name, "number")],
                )
            }
            38 => plain(format!("direction {name}"), vec![(name, "direction")]),
            _ => {
                let name = format!("c{number}");
                plain(format!("cell {name}"), vec![(name, "cell")])
            }
        }
    }
}
