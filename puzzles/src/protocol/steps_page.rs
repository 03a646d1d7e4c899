//! The page of `quadrille steps --html`: a picture for each step, of which it holds only what changes.

use std::collections::BTreeMap;
use std::fmt::Write;

use quadrille_engine::{Literal, Relation};
use serde_json::{Value, json};

use crate::draw::{SvgOptions, printable, svg};
use crate::explain::{Explainer, Step, Walk};
use crate::read::Loaded;

/// Text escaped for HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The lines of the picture before the first step, and what changes for each step and for the end: see `edits`.
pub(crate) fn frames(
    loaded: &Loaded,
    walked: &Walk,
    coordinates: bool,
) -> (Vec<String>, Vec<Value>) {
    let Walk { guide, before, way } = walked;
    let explainer = guide.explainer();
    let mut known = Known::new(explainer, before);
    let draw = |known: &Known, step: Option<&Step>| -> Vec<String> {
        let mut picture = explainer.picture(&loaded.puzzle, |spot| known.values[spot]);
        if let Some(step) = step {
            explainer.highlight(&mut picture, step);
        }
        let document = svg(
            &picture,
            SvgOptions {
                coordinates,
                ..SvgOptions::default()
            },
        );
        // A picture inside of a page has no head of its own.
        let start = document.find("<svg").unwrap_or(0);
        elements(&document[start..])
    };
    let first = draw(&known, None);
    let mut changes: Vec<Value> = Vec::new();
    let mut latest = first.clone();
    let mut change = |lines: Vec<String>| {
        changes.push(Value::from(edits(&latest, &lines)));
        latest = lines;
    };
    for step in &way.steps {
        known.learn(explainer, &step.conclusions);
        change(draw(&known, Some(step)));
    }
    change(draw(&known, None));
    (first, changes)
}

/// The page of a puzzle and its steps, which end in these words.
pub(crate) fn page(loaded: &Loaded, walked: &Walk, end: &str, coordinates: bool) -> String {
    let Walk { guide, way, .. } = walked;
    let explainer = guide.explainer();
    let (first, changes) = frames(loaded, walked, coordinates);
    let mut texts = String::from("<section><h2>The puzzle</h2></section>\n");
    for (number, step) in (1..).zip(&way.steps) {
        let _ = write!(
            texts,
            "<section><h2>{number}. {}</h2><ul>",
            escaped(&explainer.conclusion(step))
        );
        for line in explainer.why(step) {
            let _ = write!(texts, "<li>{}</li>", escaped(&line));
        }
        texts.push_str("</ul></section>\n");
    }
    let _ = writeln!(texts, "<section><h2>{}</h2></section>", escaped(end));
    let title = match &loaded.title {
        Some(title) => title.clone(),
        None => loaded.kind.name().to_owned(),
    };
    // Nothing in a script may look like its end.
    let changes = Value::from(changes).to_string().replace('<', "\\u003c");
    let parts = [
        ("{{title}}", escaped(&title)),
        ("{{last}}", (way.steps.len() + 1).to_string()),
        ("{{texts}}", texts),
        ("{{first}}", first.join("\n")),
        ("{{changes}}", changes),
    ];
    filled(include_str!("steps.html"), &parts)
}

/// The elements of a picture, each with what it contains, and the beginning and the end of the picture.
fn elements(document: &str) -> Vec<String> {
    let mut elements: Vec<String> = Vec::new();
    let mut depth = 0;
    for line in document.lines() {
        let is_end = line.starts_with("</");
        match elements.last_mut() {
            Some(element) if depth > 1 => element.push_str(line),
            _ => elements.push(line.to_owned()),
        }
        if is_end {
            depth -= 1;
        } else if line.starts_with('<') && !line.ends_with("/>") && !line.contains("</") {
            depth += 1;
        }
    }
    elements
}

/// A text with each of these in the place of its name. What is put in is not looked at again.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some(start) = rest.find("{{") {
        let part = parts
            .iter()
            .find(|(name, _)| rest[start..].starts_with(name));
        let Some((name, content)) = part else { break };
        filled.push_str(&rest[..start]);
        filled.push_str(content);
        rest = &rest[start + name.len()..];
    }
    filled.push_str(rest);
    filled
}

/// What is known by spot.
struct Known {
    values: Vec<Option<i32>>,
}

impl Known {
    fn new(explainer: &Explainer, facts: &[Literal]) -> Self {
        let mut known = Self {
            values: vec![None; explainer.spots().len()],
        };
        known.learn(explainer, facts);
        known
    }

    fn learn(&mut self, explainer: &Explainer, facts: &[Literal]) {
        for fact in facts.iter().filter(|fact| fact.relation == Relation::Is) {
            if let Some(spot) = explainer.spot_of(fact.var) {
                self.values[spot] = Some(fact.value);
            }
        }
    }
}

/// What makes one list of lines into another: the place, in what the edits before it have made, of some lines that are
/// replaced, how many these are, and the new ones.
fn edits(before: &[String], after: &[String]) -> Vec<Value> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, line) in before.iter().enumerate() {
        places.entry(line).or_default().push(at);
    }
    let mut edits = Vec::new();
    let (mut old, mut new) = (0, 0);
    while old < before.len() || new < after.len() {
        if old < before.len() && new < after.len() && before[old] == after[new] {
            (old, new) = (old + 1, new + 1);
            continue;
        }
        // Up to the next line that both have.
        let next = (new..after.len()).find_map(|at| {
            let own = places.get(after[at].as_str())?;
            let place = own.partition_point(|&place| place < old);
            own.get(place).map(|&place| (place, at))
        });
        let (next_old, next_new) = next.unwrap_or((before.len(), after.len()));
        edits.push(json!([new, next_old - old, after[new..next_new]]));
        (old, new) = (next_old, next_new);
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Rng;

    #[test]
    fn edits_lead_from_one_picture_to_the_next() {
        let mut rng = Rng::new(9);
        let mut made = 0;
        for _ in 0..2000 {
            let mut lines = || -> Vec<String> {
                let length = rng.below(12);
                (0..length).map(|_| rng.below(6).to_string()).collect()
            };
            let (before, after) = (lines(), lines());
            let mut lines = before.clone();
            for edit in edits(&before, &after) {
                let number = |at: usize| usize::try_from(edit[at].as_u64().unwrap()).unwrap();
                let new = edit[2].as_array().unwrap().iter();
                let new = new.map(|line| line.as_str().unwrap().to_owned());
                lines.splice(number(0)..number(0) + number(1), new);
                made += 1;
            }
            assert_eq!(lines, after, "from {before:?}");
        }
        assert!(made > 4000, "{made}");
    }

    #[test]
    fn what_is_filled_in_is_not_looked_at_again() {
        let parts = [("{{a}}", "{{b}}".to_owned()), ("{{b}}", "2".to_owned())];
        assert_eq!(filled("<{{a}}, {{b}}>", &parts), "<{{b}}, 2>");
    }
}
