//! The puzzle's part of a puzzle file.

use super::{KindShutTheBox, ShutTheBox};
use crate::puzzle::{Kind, Puzzle};
use crate::read::{Document, Problems};

impl Kind for KindShutTheBox {
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
        let _: Option<ShutTheBox> = None;
        let _ = (document, problems);
        todo!()
    }
}
