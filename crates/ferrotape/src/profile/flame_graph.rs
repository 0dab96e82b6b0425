//! Flame graphs as SVG: a bar for each function that was called from the one below, as wide as what it took.
//!
//! The graph needs no script: a browser shows the name and the numbers of a bar where the pointer is.

use std::fmt::Write;

use super::{Profile, name_of};

const WIDTH: f64 = 1200.0;
const ROW: f64 = 17.0;
const MARGIN: f64 = 10.0;
const HEAD: f64 = 34.0;
/// Width below which a bar is left out.
const LEAST_WIDTH: f64 = 0.3;
/// Width of a character.
const CHARACTER: f64 = 6.6;
/// Most bars.
const MOST_BARS: usize = 20_000;

/// A bar: node, level, left edge and width.
type Bar = (usize, usize, f64, f64);

/// Draws a profile.
pub(super) fn svg(profile: &Profile) -> String {
    let (totals, total) = (profile.totals(), profile.total());
    let bars = bars(profile, &totals, total);
    let levels = bars.iter().map(|&(_, level, ..)| level + 1).max().unwrap_or(0);
    let height = HEAD + levels as f64 * ROW + MARGIN;
    let unit = match profile.measure() {
        (_, "nanoseconds") => "ns",
        (_, "units") => "units of work",
        (_, unit) => unit,
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"monospace\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fffdf8\"/>\n\
         <text x=\"{MARGIN}\" y=\"21\" font-size=\"14\">{total} {unit} in {} samples</text>\n",
        profile.samples()
    );
    for (node, level, left, width) in bars {
        let name = safe(&name_of(&profile.tree.functions[profile.calls[node].function as usize]));
        let seen = &profile.tree.functions[profile.calls[node].function as usize];
        let place = if seen.line > 0 { format!(" ({}:{})", safe(&seen.source), seen.line) } else { String::new() };
        let top = height - MARGIN - (level + 1) as f64 * ROW;
        let share = 100.0 * totals[node] as f64 / total.max(1) as f64;
        let _ = write!(
            svg,
            "<g><title>{name}{place}: {} {unit}, {share:.2} %</title><rect x=\"{left:.2}\" y=\"{top}\" width=\"{width:.2}\" \
             height=\"{}\" rx=\"1\" fill=\"{}\"/>",
            totals[node],
            ROW - 1.0,
            colour(&name, seen.line > 0)
        );
        if let Some(label) = label(&name_of(seen), width) {
            let _ = write!(svg, "<text x=\"{:.2}\" y=\"{}\">{}</text>", left + 3.0, top + 12.0, safe(&label));
        }
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

/// The bars, each above that of its caller; of one caller the widest first.
fn bars(profile: &Profile, totals: &[u64], total: u64) -> Vec<Bar> {
    let nodes = &profile.calls;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len() + 1];
    for (index, node) in nodes.iter().enumerate() {
        children[node.caller.map_or(0, |caller| caller as usize + 1)].push(index);
    }
    children.iter_mut().for_each(|list| list.sort_by_key(|&node| std::cmp::Reverse(totals[node])));
    let scale = (WIDTH - 2.0 * MARGIN) / total.max(1) as f64;
    let mut bars = Vec::new();
    let mut open = vec![(0, 0, MARGIN)];
    while let Some((list, level, mut left)) = open.pop() {
        for &node in &children[list] {
            let width = totals[node] as f64 * scale;
            if width < LEAST_WIDTH || bars.len() >= MOST_BARS {
                break;
            }
            bars.push((node, level, left, width));
            open.push((node + 1, level + 1, left));
            left += width;
        }
    }
    bars
}

/// As much of a name as a bar has room for.
fn label(name: &str, width: f64) -> Option<String> {
    let room = ((width - 6.0) / CHARACTER) as usize;
    let length = name.chars().count();
    match room {
        0..3 => None,
        room if length <= room => Some(name.to_owned()),
        room => Some(name.chars().take(room - 2).chain("..".chars()).collect()),
    }
}

/// A colour by the name: warm for script functions, cold for native ones.
fn colour(name: &str, is_script: bool) -> String {
    let hash = name.bytes().fold(5381u32, |hash, byte| hash.wrapping_mul(33) ^ u32::from(byte));
    let hue = if is_script { 12 + hash % 44 } else { 190 + hash % 40 };
    format!("hsl({hue} 85% {}%)", 66 + hash / 64 % 12)
}

/// A text in XML, in which control characters cannot be at all.
pub(crate) fn safe(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            '\t' => safe.push('\t'),
            character if character.is_control() => safe.push(char::REPLACEMENT_CHARACTER),
            character => safe.push(character),
        }
    }
    safe
}
