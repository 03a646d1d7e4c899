//! Drawing SVG as PDF: one page as large as the picture, of lines and areas, texts included.

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Path, PathSegment, Point};
use resvg::usvg::{self, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Transform};

use super::png::{PngError, parsed};

/// Points of a page for each pixel of SVG.
const POINTS: f32 = 72.0 / 96.0;

/// Draws an SVG document as PDF and returns the bytes of the file.
///
/// The page has the size that the document states. Texts are drawn as outlines, with fonts found on the system as for
/// [`png`](super::png::png()), so that the file needs none; of colours only plain ones are drawn.
///
/// # Errors
/// [`PngError`] if the document is not SVG.
pub fn pdf(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = parsed(svg)?;
    let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
    let [catalog, pages, page, content, info] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut drawn = Content::new();
    // In a PDF, y grows upwards.
    drawn.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]);
    draw(tree.root(), &mut drawn);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut single = pdf.page(page);
    single.parent(pages);
    single.media_box(Rect::new(0.0, 0.0, width, height));
    single.contents(content);
    single.resources();
    single.finish();
    let drawn = deflated(&drawn.finish());
    pdf.stream(content, &drawn)
        .pair(Name(b"Filter"), Name(b"FlateDecode"));
    pdf.document_info(info).producer(TextStr("Quadrille"));
    Ok(pdf.finish())
}

/// Draws what a group holds.
fn draw(group: &Group, drawn: &mut Content) {
    drawn.save_state();
    let Transform {
        sx,
        ky,
        kx,
        sy,
        tx,
        ty,
    } = group.transform();
    if !group.transform().is_identity() {
        drawn.transform([sx, ky, kx, sy, tx, ty]);
    }
    for node in group.children() {
        match node {
            Node::Group(inner) => draw(inner, drawn),
            Node::Text(text) => draw(text.flattened(), drawn),
            Node::Path(path) if path.is_visible() => draw_path(path, drawn),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
    drawn.restore_state();
}

fn draw_path(path: &usvg::Path, drawn: &mut Content) {
    let fill = |drawn: &mut Content| {
        let Some(fill) = path.fill() else { return };
        let Some([red, green, blue]) = colour(fill.paint()) else {
            return;
        };
        drawn.set_fill_rgb(red, green, blue);
        outline(path.data(), drawn);
        match fill.rule() {
            FillRule::NonZero => drawn.fill_nonzero(),
            FillRule::EvenOdd => drawn.fill_even_odd(),
        };
    };
    let stroke = |drawn: &mut Content| {
        let Some(stroke) = path.stroke() else { return };
        let Some([red, green, blue]) = colour(stroke.paint()) else {
            return;
        };
        drawn.set_stroke_rgb(red, green, blue);
        drawn.set_line_width(stroke.width().get());
        drawn.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        drawn.set_line_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        let dashes = stroke.dasharray().unwrap_or_default();
        drawn.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        outline(path.data(), drawn);
        drawn.stroke();
    };
    match path.paint_order() {
        PaintOrder::FillAndStroke => {
            fill(drawn);
            stroke(drawn);
        }
        PaintOrder::StrokeAndFill => {
            stroke(drawn);
            fill(drawn);
        }
    }
}

/// A plain colour, by the parts of red, green and blue.
fn colour(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(colour) => {
            Some([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0))
        }
        _ => None,
    }
}

fn outline(path: &Path, drawn: &mut Content) {
    let mut last = Point::zero();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                drawn.move_to(to.x, to.y);
                last = to;
            }
            PathSegment::LineTo(to) => {
                drawn.line_to(to.x, to.y);
                last = to;
            }
            PathSegment::QuadTo(by, to) => {
                // The same curve with two points: each two thirds of the way to the one.
                let towards = |end: Point| {
                    let part = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
                    (part(end.x, by.x), part(end.y, by.y))
                };
                let ((x1, y1), (x2, y2)) = (towards(last), towards(to));
                drawn.cubic_to(x1, y1, x2, y2, to.x, to.y);
                last = to;
            }
            PathSegment::CubicTo(first, second, to) => {
                drawn.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                last = to;
            }
            PathSegment::Close => {
                drawn.close_path();
            }
        }
    }
}

/// Compressed as PDF can have it.
fn deflated(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}
