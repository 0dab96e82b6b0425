//! Pictures of terminal screens (`docs/screens`), made from the command's output: `FERROTAPE_UPDATE=1` makes them anew.

use std::fmt::Write;
use std::fs;

use crate::runner::root;
use crate::terminal::{COLUMNS, Terminal};

const CHARACTER_WIDTH: f64 = 8.4;
const LINE_HEIGHT: usize = 19;
const MARGIN: usize = 14;

#[test]
fn screens_in_the_documents_are_current() {
    let prompt = Terminal::prompt(&[]);
    prompt.enters("const prices = new Map([['tea', 3.5], ['cake', 4]])");
    prompt.enters("[...prices.values()].map(n => n * 2)");
    prompt.enters("_.lenght");
    prompt.types("function total(map) {\r");
    prompt.types("  return [...map.values()].reduce((a, b) => a + b)\r");
    prompt.ends_line_by("}\r");
    prompt.enters("await Promise.resolve(`${total(prices)} in all`)");
    prompt.enters("prices.forEeach(print)");
    prompt.enters(".limits");
    compare("prompt", &prompt);

    let broken = "function area(shape) {\n  if (shape.round) {\n    return Math.PI * shape.radius ** 2;\n  return shape.width;\n}\n\narea({ width: 1 });\n";
    shown("diagnostic", &[("area.js", broken)], &["area.js"]);
    let broken = "function total(prices) {\n  let sum = 0;\n  for (const price of prices) sum += pirce;\n  return sum;\n}\nconsole.log(total([3.5, 4]));\n";
    shown("run-time-error", &[("total.js", broken)], &["total.js"]);
    let table = "console.table([{ name: 'tea', price: 3.5 }, { name: 'cake', price: 4, sold: true }])";
    shown("table", &[], &["-e", table]);
}

/// Runs a program in its own folder, and compares the screen.
fn shown(name: &str, files: &[(&str, &str)], arguments: &[&str]) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
    fs::create_dir_all(&folder).expect("made");
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("written");
    }
    let terminal = Terminal::start_in(&folder, arguments, &[]);
    terminal.is_over();
    compare(name, &terminal);
}

#[track_caller]
fn compare(name: &str, terminal: &Terminal) {
    let picture = picture(terminal);
    let path = root().join("docs/screens").join(format!("{name}.svg"));
    if std::env::var_os("FERROTAPE_UPDATE").is_some() {
        fs::create_dir_all(root().join("docs/screens")).expect("made");
        return fs::write(path, picture).expect("written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "{} is not what a terminal shows: run with FERROTAPE_UPDATE=1", path.display());
}

/// Draws the screen as a picture whose text can be selected.
fn picture(terminal: &Terminal) -> String {
    terminal.with_screen(|screen| {
        let lines: Vec<String> = screen.rows(0, COLUMNS).collect();
        let count = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(1, |last| last + 1);
        let (width, height) = (f64::from(COLUMNS) * CHARACTER_WIDTH + 2.0 * MARGIN as f64, count * LINE_HEIGHT + 2 * MARGIN);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height}\" font-family=\"ui-monospace, 'DejaVu Sans \
             Mono', Menlo, Consolas, monospace\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1d1f24\"/>\n"
        );
        for row in 0..count {
            let baseline = MARGIN + (row + 1) * LINE_HEIGHT - 5;
            let spans = spans(screen, row as u16);
            if !spans.is_empty() {
                let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{baseline}\" xml:space=\"preserve\">{spans}</text>");
            }
        }
        svg + "</svg>\n"
    })
}

/// Draws a row: a span for each stretch of one style.
fn spans(screen: &vt100::Screen, row: u16) -> String {
    let mut stretches: Vec<(String, String)> = Vec::new();
    for column in 0..COLUMNS {
        let Some(cell) = screen.cell(row, column).filter(|cell| !cell.is_wide_continuation()) else { continue };
        let text = if cell.has_contents() { cell.contents() } else { " " };
        let style = style(cell);
        match stretches.last_mut() {
            Some((last, stretch)) if *last == style || text == " " && cell.bgcolor() == vt100::Color::Default => {
                *stretch += text
            }
            _ => stretches.push((style, text.to_owned())),
        }
    }
    while let Some((_, stretch)) = stretches.last_mut() {
        stretch.truncate(stretch.trim_end().len());
        if !stretch.is_empty() {
            break;
        }
        stretches.pop();
    }
    let span = |(style, text): &(String, String)| format!("<tspan{style}>{}</tspan>", escaped(text));
    stretches.iter().map(span).collect()
}

fn style(cell: &vt100::Cell) -> String {
    let color = match cell.fgcolor() {
        vt100::Color::Default => "#d7dae0",
        vt100::Color::Idx(1 | 9) => "#f07178",
        vt100::Color::Idx(2 | 10) => "#a5d6a7",
        vt100::Color::Idx(3 | 11) => "#ffcb6b",
        vt100::Color::Idx(4 | 12) => "#82aaff",
        vt100::Color::Idx(5 | 13) => "#c792ea",
        vt100::Color::Idx(6 | 14) => "#89ddff",
        vt100::Color::Idx(8) => "#7f848e",
        _ => "#ffffff",
    };
    let weight = if cell.bold() { " font-weight=\"bold\"" } else { "" };
    format!(" fill=\"{color}\"{weight}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
