//! What can be entered in an open place without breaking a rule.

use quadrille_engine::Interrupt;

use super::Entered;
use crate::language::interpret;
use crate::language::notation::{self, visible};
use crate::language::puzzle::Puzzle;
use crate::language::values::Filled;
use crate::puzzle::Entries;

/// The most values of a place that are tried.
const MOST_VALUES: usize = 64;

impl Puzzle {
    /// For each open place of a layer to find, the values with which no rule is broken so far, as far as the checker can
    /// tell, as words that [`Puzzle::entered`] takes. `None` if the values of the layer cannot be listed, or are 64 or more,
    /// or if the time ran out.
    pub fn possible_entries(
        &self,
        entries: &Entries,
        name: &str,
        until: &Interrupt,
    ) -> Option<Vec<Entered>> {
        let (data, _) = self.data_and_entries();
        let (layer, declared) = visible(&data.book).find(|(_, own)| &*own.word.name == name)?;
        // What is listed is looked at again.
        let mut without_lists = entries.clone();
        without_lists.candidates.retain(|(own, _), _| *own != layer);
        let known = self.with_givens(&without_lists);
        let mut found = Vec::new();
        for (position, value) in known.layers[layer].iter().enumerate() {
            if *value != Filled::Unknown {
                continue;
            }
            let mut with = without_lists.clone();
            let mut possible = Vec::new();
            for value in interpret::possible(data, layer, position, MOST_VALUES)? {
                if until.is_due() {
                    return None;
                }
                with.filling.layers[layer][position] = value;
                if self.check_entries(&with).is_empty() {
                    possible.push(notation::word_of(declared, value));
                }
            }
            // Where nothing is possible the rules are broken elsewhere, and no mark would say so.
            if !possible.is_empty() {
                found.push(Entered {
                    layer: name.to_owned(),
                    position,
                    word: format!("{{{}}}", possible.join(",")),
                });
            }
        }
        Some(found)
    }
}
