//! Rules that conflict, in few lines.

use crate::violation::without_stop;
use crate::words::counted;

/// The most places of a rule that are named.
const MOST_PLACES: usize = 4;

/// Rules, with one line for those of one sentence at several places; culprits come first, with a mark if there are
/// several.
pub(crate) fn folded(rules: &[String], culprits: &[String]) -> Vec<String> {
    let parts = |rule: &str| match rule.split_once(": ") {
        Some((place, sentence)) => (place.to_owned(), sentence.to_owned()),
        None => (String::new(), rule.to_owned()),
    };
    let mut groups: Vec<(String, Vec<String>, bool)> = Vec::new();
    for rule in rules {
        let (place, sentence) = parts(rule);
        let is_to_blame = culprits.len() > 1 && culprits.contains(rule);
        // Rules for the whole grid are not grouped with rules at places.
        let own = groups.iter_mut().find(|(known, places, marked)| {
            *known == sentence && *marked == is_to_blame && places[0].is_empty() == place.is_empty()
        });
        match own {
            Some((_, places, _)) if place.is_empty() && places[0].is_empty() => {}
            Some((_, places, _)) => places.push(place),
            None => groups.push((sentence, vec![place], is_to_blame)),
        }
    }
    let is_first = |(sentence, places, marked): &(String, Vec<String>, bool)| {
        let own = |rule: &String| parts(rule) == (places[0].clone(), sentence.clone());
        (!marked && !culprits.iter().any(own), places.len())
    };
    groups.sort_by_key(is_first);
    let line = |(sentence, places, marked): (String, Vec<String>, bool)| {
        let mark = if marked { "* " } else { "" };
        match &places[..] {
            [place] if place.is_empty() => format!("{mark}{sentence}"),
            [place] => format!("{mark}{place}: {sentence}"),
            [..] => {
                let first: Vec<&str> = places
                    .iter()
                    .take(MOST_PLACES)
                    .map(String::as_str)
                    .collect();
                let dots = if places.len() > MOST_PLACES {
                    ", …"
                } else {
                    ""
                };
                format!(
                    "{mark}{}: {} ({}{dots})",
                    without_stop(&sentence),
                    counted(places.len() as u64, "place"),
                    first.join("; ")
                )
            }
        }
    };
    groups.into_iter().map(line).collect()
}
