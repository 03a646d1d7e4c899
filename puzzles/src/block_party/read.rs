//! The puzzle's part of a puzzle file.

use super::{BlockParty, KindBlockParty};
use crate::puzzle::{Kind, Puzzle};
use crate::read::{Document, Problems};

impl Kind for KindBlockParty {
    fn name(&self) -> &'static str {
        todo!()
    }

    fn summary(&self) -> &'static str {
        todo!()
    }

    fn starter(&self) -> &'static str {
        todo!()
    }

    fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Box<dyn Puzzle>> {
        let _: Option<BlockParty> = None;
        let _ = (document, problems);
        todo!()
    }
}
