//! Drawing SVG as PNG, with the fonts of the system.

use std::fmt;
use std::sync::Arc;

use resvg::{tiny_skia, usvg};

/// Why an SVG document could not be drawn as PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

/// The greatest number of pixels on a side.
const MOST_PIXELS: f32 = 16_384.0;

/// Draws an SVG document as PNG, `scale` pixels for each of its own, and returns the bytes of the file.
///
/// Texts are drawn with the fonts found on the system; where there is none, they are missing.
///
/// # Errors
/// [`PngError`] if the document is not SVG, or the picture would have no pixels or more than 16,384 on a side.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut options = usvg::Options::default();
    Arc::make_mut(&mut options.fontdb).load_system_fonts();
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| PngError(error.to_string()))?;
    let pixels = |length: f32| {
        let pixels = (length * scale).ceil();
        (1.0..=MOST_PIXELS)
            .contains(&pixels)
            .then_some(pixels as u32)
    };
    let size = tree.size();
    let canvas = pixels(size.width()).zip(pixels(size.height()));
    let mut canvas = canvas
        .and_then(|(width, height)| tiny_skia::Pixmap::new(width, height))
        .ok_or_else(|| {
            PngError(format!(
                "a picture of {} by {} pixels cannot be drawn",
                size.width() * scale,
                size.height() * scale
            ))
        })?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut canvas.as_mut());
    canvas
        .encode_png()
        .map_err(|error| PngError(error.to_string()))
}
