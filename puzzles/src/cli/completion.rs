//! Whether and how a partly filled grid can be completed, in words.

use super::entries;
use crate::protocol::completion::Deep;
use crate::words::counted;

pub(super) fn in_words(deep: &Deep, open: usize) -> String {
    let ways = deep.ways;
    let best = deep.best.as_ref();
    let best = best.and_then(|best| Some((best.word(), best.value()?)));
    let mut text = match (ways.found, ways.stopped) {
        (0, None) if deep.keeps_the_rules == Some(true) && best.is_some() => {
            let (word, value) = best.unwrap_or_default();
            match open {
                0 => format!("it is not the best: the {word} value is {value}\n"),
                _ => format!(
                    "it can be completed so that all rules hold, but not with the {word} value, {value}\n"
                ),
            }
        }
        (1.., _) if open == 0 && best.is_some() => {
            let (word, value) = best.unwrap_or_default();
            format!("it is a solution: the {word} value is {value}\n")
        }
        (0, None) => "it cannot be completed\n".to_owned(),
        (0, Some(halt)) => format!("whether it can be completed is not known ({halt})\n"),
        (1, None) => "it can be completed in exactly one way\n".to_owned(),
        (many, None) => format!("it can be completed in {}\n", counted(many, "way")),
        (many, Some(halt)) => {
            let ways = counted(many, "way");
            format!("it can be completed in at least {ways} ({halt})\n")
        }
    };
    match &deep.standing {
        // Which of all entries keep a full grid from being the best says nothing.
        Some(_) if open == 0 && deep.keeps_the_rules == Some(true) => {}
        Some(standing) if ways.found == 0 || !standing.wrong.is_empty() => {
            text.push_str(&entries::in_words(standing, deep.best.as_ref()));
        }
        _ => {}
    }
    text
}
