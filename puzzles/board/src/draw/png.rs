//! Drawing SVG as PNG, with the fonts of the system.

use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia;
use resvg::usvg::{self, fontdb};

/// Why an SVG document could not be drawn as PNG or PDF.
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
/// Texts are drawn with fonts found on the system, any of them if necessary; if there are none, texts are missing.
///
/// # Errors
/// [`PngError`] if the document is not SVG, or the picture would have no pixels or more than 16,384 on a side.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let tree = parsed(svg)?;
    let pixels = |length: f32| {
        // What is more by an error of rounding needs no pixel.
        let pixels = (length * scale - 1e-3).ceil();
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
    // Also where the picture has a part of the last pixels.
    canvas.fill(tiny_skia::Color::WHITE);
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut canvas.as_mut());
    encoded(canvas, scale).map_err(|error| PngError(error.to_string()))
}

/// The file of a canvas with so many pixels for each of SVG's, of which there are 96 to the inch: it says how large the
/// picture is on paper, so that programs show it as large as the SVG.
fn encoded(canvas: tiny_skia::Pixmap, scale: f32) -> Result<Vec<u8>, png::EncodingError> {
    let per_metre = (f64::from(scale) * 96.0 / 0.0254).round() as u32;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.take_demultiplied())?;
    writer.finish()?;
    Ok(bytes)
}

/// An SVG document with its texts as outlines.
pub(super) fn parsed(svg: &str) -> Result<usvg::Tree, PngError> {
    let mut options = usvg::Options::default();
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_system_fonts();
    choose_sans_serif(fonts);
    usvg::Tree::from_str(svg, &options).map_err(|error| PngError(error.to_string()))
}

/// The font library guesses the font of `sans-serif`, which may not exist; all texts without an existing font would be
/// left out.
fn choose_sans_serif(fonts: &mut fontdb::Database) {
    let wanted = fontdb::Query {
        families: &[fontdb::Family::SansSerif],
        ..fontdb::Query::default()
    };
    if fonts.query(&wanted).is_some() {
        return;
    }
    let names = || {
        let upright = fonts
            .faces()
            .filter(|face| face.style == fontdb::Style::Normal && !face.monospaced);
        upright.filter_map(|face| face.families.first().map(|(name, _)| name))
    };
    let plain = names().find(|name| name.ends_with("Sans"));
    if let Some(name) = plain.or_else(|| names().next()).cloned() {
        fonts.set_sans_serif_family(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in no font that there is takes another one.
    #[test]
    fn texts_are_drawn_where_there_is_any_font() {
        let document = |text: &str| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>\
                 <text y='30' font-family='No Such Font, sans-serif'>{text}</text></svg>"
            )
        };
        let mut fonts = fontdb::Database::new();
        fonts.load_system_fonts();
        let is_drawn = png(&document("8"), 1.0) != png(&document(""), 1.0);
        assert_eq!(is_drawn, !fonts.is_empty());
    }
}
