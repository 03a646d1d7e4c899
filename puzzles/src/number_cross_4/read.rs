//! The puzzle's part of a puzzle file.

use super::{KindNumberCross4, NumberCross4};
use crate::puzzle::{Kind, Puzzle};
use crate::read::{Document, Problems};

impl Kind for KindNumberCross4 {
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
        let _: Option<NumberCross4> = None;
        let _ = (document, problems);
        todo!()
    }
}
