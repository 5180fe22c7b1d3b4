//! Drawing: scales, axes, legends, and SVG that reads well in light and dark and at 400 pixels.

use super::text::number;
use adumbra_text::{markup, plain};
use std::fmt::Write;

/// The style of all plots; a page has it once, a file of its own carries it.
pub const STYLE: &str = include_str!("plot.css");

/// The width of every plot. Small, so that letters stay readable where the plot is shown small.
pub const WIDTH: f64 = 440.0;
const LEFT: f64 = 50.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const LEGEND_LINE: f64 = 17.0;
/// About how many letters fit into the width.
const LETTERS: usize = 66;

/// A name that fits.
pub fn shortened(text: &str, letters: usize) -> String {
    let text = plain(text);
    if text.chars().count() <= letters {
        return text;
    }
    let kept: String = text.chars().take(letters.saturating_sub(1)).collect();
    kept + "…"
}

/// How values become places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Scale {
    /// A scale from zero or below to a value.
    pub fn linear(low: f64, high: f64) -> Self {
        let low = low.min(0.0);
        Scale { low, high: if high > low { high } else { low + 1.0 }, logarithmic: false }
    }

    /// A logarithmic scale over positive values, from 1, 2 or 5 times a power of ten.
    pub fn logarithmic(low: f64, high: f64) -> Self {
        let value = low.max(0.001);
        let power = 10f64.powf(value.log10().floor());
        let low = [5.0, 2.0, 1.0].iter().map(|m| m * power).find(|low| *low <= value * 1.0001).unwrap_or(power);
        Scale { low, high: high.max(low * 10.0), logarithmic: true }
    }

    /// Where a value is: 0 at the low end, 1 at the high end.
    pub fn at(&self, value: f64) -> f64 {
        let part = if self.logarithmic {
            (value.max(self.low).ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
        } else {
            (value - self.low) / (self.high - self.low)
        };
        part.clamp(0.0, 1.0)
    }

    /// The low end.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The high end.
    pub fn high(&self) -> f64 {
        self.high
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let mut ticks = Vec::new();
        if self.logarithmic {
            let mut power = (self.low.log10() - 0.001).ceil() as i32;
            while 10f64.powi(power) <= self.high * 1.0001 {
                ticks.push((10f64.powi(power), power_label(power)));
                power += 1;
            }
        } else {
            let rough = (self.high - self.low) / 5.0;
            let base = 10f64.powf(rough.log10().floor());
            let step = [1.0, 2.0, 5.0, 10.0].iter().map(|m| m * base).find(|s| *s >= rough).unwrap_or(rough);
            let mut i = (self.low / step).ceil();
            while i * step <= self.high + step * 1e-6 {
                let value = i * step;
                let text = if step >= 1.0 {
                    format!("{}{}", if value < -0.5 { "−" } else { "" }, number(value.abs().round() as usize))
                } else {
                    format!("{value:.2}")
                };
                ticks.push((value, text));
                i += 1.0;
            }
        }
        ticks
    }
}

fn power_label(power: i32) -> String {
    match power {
        0.. => number(10usize.saturating_pow(power.unsigned_abs())),
        _ => format!("{:.*}", power.unsigned_abs() as usize, 10f64.powi(power)),
    }
}

/// A sign in a legend.
pub enum Key {
    /// A line, by the number of its series.
    Line(usize),
    /// A point, drawn at the origin.
    Point(String),
    /// None: the line is a remark.
    Remark,
}

/// A plot that is being drawn.
pub struct Plot {
    body: String,
    title: String,
    x: Scale,
    y: Scale,
    inner: (f64, f64),
    /// Room beyond the scales, for points that have no value.
    strip: f64,
    legend: Vec<(Key, String)>,
}

impl Plot {
    /// An empty plot with its axes.
    pub fn new(title: &str, x: (Scale, &str), y: (Scale, &str), square: bool, strip: f64) -> Self {
        let width = WIDTH - LEFT - RIGHT;
        let inner = (width, if square { width } else { 240.0 });
        let mut plot =
            Plot { body: String::new(), title: title.to_owned(), x: x.0, y: y.0, inner, strip, legend: Vec::new() };
        plot.axes(x.1, y.1);
        plot
    }

    /// The place of values.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let (width, height) = (self.inner.0 - self.strip, self.inner.1 - self.strip);
        (LEFT + self.x.at(x) * width, TOP + self.inner.1 - self.y.at(y) * height)
    }

    /// The place in the middle of the strip, in each direction.
    pub fn beyond(&self) -> (f64, f64) {
        (LEFT + self.inner.0 - self.strip / 2.0, TOP + self.strip / 2.0)
    }

    fn axes(&mut self, x_label: &str, y_label: &str) {
        let (right, bottom) = (LEFT + self.inner.0, TOP + self.inner.1);
        if self.strip > 0.0 {
            let edge = right - self.strip;
            self.add(&format!(
                "<rect class=\"ab-strip\" x=\"{edge:.1}\" y=\"{TOP}\" width=\"{s}\" height=\"{:.1}\"/>\
                 <rect class=\"ab-strip\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{s}\"/>",
                self.inner.1,
                self.inner.0,
                s = self.strip
            ));
        }
        for (value, text) in self.x.ticks() {
            let x = self.place(value, self.y.low).0;
            self.add(&format!("<path class=\"ab-grid\" d=\"M{x:.1} {TOP}V{bottom:.1}\"/>"));
            self.text(x, bottom + 15.0, "middle", "ab-soft", &text);
        }
        for (value, text) in self.y.ticks() {
            let y = self.place(self.x.low, value).1;
            self.add(&format!("<path class=\"ab-grid\" d=\"M{LEFT} {y:.1}H{right:.1}\"/>"));
            self.text(LEFT - 6.0, y + 4.0, "end", "ab-soft", &text);
        }
        self.add(&format!(
            "<rect class=\"ab-frame\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            self.inner.0, self.inner.1
        ));
        self.text((LEFT + right) / 2.0, bottom + 32.0, "middle", "", &shortened(x_label, LETTERS));
        let middle = (TOP + bottom) / 2.0;
        let label = markup(&shortened(y_label, if self.inner.1 > 300.0 { 60 } else { 40 }));
        self.add(&format!(
            "<text transform=\"translate(11 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{label}</text>"
        ));
    }

    /// Adds SVG as it is.
    pub fn add(&mut self, svg: &str) {
        self.body.push_str(svg);
        self.body.push('\n');
    }

    /// Adds a text.
    pub fn text(&mut self, x: f64, y: f64, anchor: &str, class: &str, text: &str) {
        let text = markup(text);
        self.add(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{text}</text>"));
    }

    /// Adds a line through points, as one of several series.
    pub fn line(&mut self, series: usize, name: &str, points: impl Iterator<Item = (f64, f64)>) {
        let mut path = String::new();
        let mut last: Option<(f64, f64)> = None;
        let mut skipped = None;
        for (x, y) in points {
            let (x, y) = self.place(x, y);
            match last {
                None => {
                    let _ = write!(path, "M{x:.1} {y:.1}");
                }
                // Thousands of points on one pixel are one point.
                Some((a, b)) if (x - a).abs() < 0.4 && (y - b).abs() < 0.4 => {
                    skipped = Some((x, y));
                    continue;
                }
                Some(_) => {
                    let _ = write!(path, "L{x:.1} {y:.1}");
                }
            }
            (last, skipped) = (Some((x, y)), None);
        }
        if let Some((x, y)) = skipped {
            let _ = write!(path, "L{x:.1} {y:.1}");
        }
        if let Some((x, y)) = skipped.or(last) {
            let class = line_class(series);
            let name = markup(name);
            self.add(&format!("<path class=\"{class}\" d=\"{path}\"><title>{name}</title></path>"));
            // The end of a line is what is compared; also, a single point is seen.
            self.add(&format!("<path class=\"{class}\" d=\"M{:.1} {y:.1}h5M{x:.1} {:.1}v5\"/>", x - 2.5, y - 2.5));
        }
    }

    /// Adds a line to the legend.
    pub fn legend(&mut self, key: Key, text: impl Into<String>) {
        self.legend.push((key, text.into()));
    }

    /// The SVG; with its style if it is a file of its own.
    pub fn finish(self, standalone: bool) -> String {
        let height = TOP + self.inner.1 + 46.0 + LEGEND_LINE * self.legend.len() as f64;
        let title = markup(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ab-plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\n"
        );
        if standalone {
            let _ = writeln!(svg, "<style>{STYLE}</style>");
        }
        let _ = writeln!(svg, "<rect class=\"ab-paper\" width=\"{WIDTH}\" height=\"{height}\"/>");
        let shown = markup(&shortened(&self.title, LETTERS - 4));
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"19\" class=\"ab-head\">{shown}</text>");
        svg.push_str(&self.body);
        for (i, (key, text)) in self.legend.iter().enumerate() {
            let y = TOP + self.inner.1 + 52.0 + LEGEND_LINE * i as f64;
            let text = markup(&shortened(text, LETTERS));
            let (sign, class) = match key {
                Key::Line(series) => {
                    (format!("<path class=\"{}\" d=\"M{LEFT} {:.1}h22\"/>", line_class(*series), y - 4.0), "")
                }
                Key::Point(point) => {
                    (format!("<g transform=\"translate({} {:.1})\">{point}</g>", LEFT + 11.0, y - 4.0), "")
                }
                Key::Remark => (String::new(), "ab-soft"),
            };
            let x = if matches!(key, Key::Remark) { LEFT } else { LEFT + 30.0 };
            let _ = writeln!(svg, "{sign}<text x=\"{x}\" y=\"{y:.1}\" class=\"{class}\">{text}</text>");
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn line_class(series: usize) -> String {
    format!("ab-line ab-k{} ab-d{}", series % 8, series % 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_readable_ticks() {
        let texts = |scale: Scale| scale.ticks().into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(texts(Scale::linear(-30.0, 1000.0)), ["0", "500", "1,000"]);
        assert_eq!(texts(Scale::linear(0.0, 4.0)), ["0", "1", "2", "3", "4"]);
        assert_eq!(texts(Scale::logarithmic(0.02, 900.0)), ["0.1", "1", "10", "100"]);
        assert_eq!(texts(Scale::logarithmic(0.011, 90.0)), ["0.01", "0.1", "1", "10"]);
        assert!(!texts(Scale::linear(0.0, 0.0)).is_empty());
        assert!(!texts(Scale::logarithmic(0.0, 0.0)).is_empty());
    }

    #[test]
    fn values_stay_inside() {
        let scale = Scale::logarithmic(0.1, 100.0);
        assert_eq!(scale.at(0.0), 0.0);
        assert_eq!(scale.at(1e9), 1.0);
        assert!((scale.at(1.0) - 1.0 / 3.0).abs() < 1e-9);
    }
}
