//! The curves as an SVG drawing: one panel each for time, nodes and memory, with logarithmic axes.

use std::path::Path as FilePath;
use std::time::Duration;

use svg::Document;
use svg::node::element::{Circle, Line, Polyline, Rectangle, Text};

use super::Point;

const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
const PANEL: f64 = 300.0;
const GAP: f64 = 70.0;
const TOP: f64 = 70.0;
const SIDES: [usize; 6] = [4, 6, 10, 15, 25, 40];

/// A figure of a point, and how its axis is marked.
struct Panel {
    title: &'static str,
    value: fn(&Point) -> f64,
    mark: fn(f64) -> String,
}

const PANELS: [Panel; 3] = [
    Panel {
        title: "CPU time, build and search to the proof",
        value: |point| point.time.as_secs_f64(),
        mark: |seconds| match seconds {
            s if s < 0.9e-3 => format!("{:.0} µs", s * 1e6),
            s if s < 0.9 => format!("{:.0} ms", s * 1e3),
            s => format!("{s:.0} s"),
        },
    },
    Panel {
        title: "nodes",
        value: |point| point.nodes as f64,
        mark: plain,
    },
    Panel {
        title: "peak memory, MB",
        value: |point| point.peak.unwrap_or(0) as f64 / 1e6,
        mark: plain,
    },
];

fn plain(value: f64) -> String {
    match value {
        v if v >= 0.9e6 => format!("{:.0} M", v / 1e6),
        v if v >= 0.9e3 => format!("{:.0} k", v / 1e3),
        v if v >= 0.9 => format!("{v:.0}"),
        v => format!("{v}"),
    }
}

/// A logarithmic axis: from a value to a position in the picture.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn at(&self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        self.from + (self.to - self.from) * share
    }
}

/// Draws `curves`, the points of each by rising side, and writes them to `path`.
pub(super) fn write(
    path: &FilePath,
    curves: &[(&str, Vec<Point>)],
    limit: Duration,
) -> std::io::Result<()> {
    let width = PANELS.len() as f64 * (PANEL + GAP) + 20.0;
    let height = TOP + PANEL + 60.0;
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "sans-serif")
        .set("font-size", 11)
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("fill", "white"),
        );
    for (i, (name, _)) in curves.iter().enumerate() {
        let x = GAP + 190.0 * i as f64;
        document = document
            .add(dot(x, 20.0, COLOURS[i % COLOURS.len()], true))
            .add(label(name, x + 9.0, 24.0, "start"));
    }
    let note = format!(
        "dots: puzzles; lines: medians; hollow: stopped after {} s",
        limit.as_secs()
    );
    document = document.add(label(&note, GAP - 5.0, height - 8.0, "start"));
    for (i, panel) in PANELS.iter().enumerate() {
        let left = GAP + i as f64 * (PANEL + GAP);
        document = draw(document, panel, left, curves);
    }
    std::fs::write(path, document.to_string())
}

fn draw(
    mut document: Document,
    panel: &Panel,
    left: f64,
    curves: &[(&str, Vec<Point>)],
) -> Document {
    let values = || {
        curves
            .iter()
            .flat_map(|(_, points)| points)
            .map(panel.value)
    };
    let low = values().fold(f64::INFINITY, f64::min).max(1e-6);
    let high = values().fold(low * 10.0, f64::max);
    let x = Axis {
        low: 3.6,
        high: 44.0,
        from: left,
        to: left + PANEL,
    };
    let y = Axis {
        low: 10f64.powf(low.log10().floor()),
        high: 10f64.powf(high.log10().ceil()),
        from: TOP + PANEL,
        to: TOP,
    };
    document = document.add(label(panel.title, left + PANEL / 2.0, TOP - 10.0, "middle"));
    let mut mark = y.low;
    while mark < y.high * 1.01 {
        let at = y.at(mark);
        document = document.add(line(left, at, left + PANEL, at)).add(label(
            &(panel.mark)(mark),
            left - 5.0,
            at + 4.0,
            "end",
        ));
        mark *= 10.0;
    }
    for side in SIDES {
        let at = x.at(side as f64);
        document = document.add(line(at, TOP, at, TOP + PANEL)).add(label(
            &side.to_string(),
            at,
            TOP + PANEL + 15.0,
            "middle",
        ));
    }
    document = document.add(label(
        "side of the grid",
        left + PANEL / 2.0,
        TOP + PANEL + 32.0,
        "middle",
    ));
    for (i, (_, points)) in curves.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let place = |side: usize, value: f64| (x.at(side as f64), y.at(value.max(y.low)));
        let medians: Vec<String> = points
            .chunk_by(|a, b| a.side == b.side)
            .map(|run| {
                let mut values: Vec<f64> = run.iter().map(panel.value).collect();
                values.sort_by(f64::total_cmp);
                let (x, y) = place(run[0].side, values[values.len() / 2]);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        document = document.add(
            Polyline::new()
                .set("points", medians.join(" "))
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", 1.5),
        );
        for point in points {
            let (x, y) = place(point.side, (panel.value)(point));
            document = document.add(dot(x, y, colour, point.finished));
        }
    }
    document
}

fn dot(x: f64, y: f64, colour: &str, filled: bool) -> Circle {
    Circle::new()
        .set("cx", format!("{x:.1}"))
        .set("cy", format!("{y:.1}"))
        .set("r", 2.5)
        .set("stroke", colour)
        .set("fill", if filled { colour } else { "white" })
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Line {
    Line::new()
        .set("x1", format!("{x1:.1}"))
        .set("y1", format!("{y1:.1}"))
        .set("x2", format!("{x2:.1}"))
        .set("y2", format!("{y2:.1}"))
        .set("stroke", "#dddddd")
}

fn label(text: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(text)
        .set("x", format!("{x:.1}"))
        .set("y", format!("{y:.1}"))
        .set("text-anchor", anchor)
}
