//! `benches/growth`: how the work of compiling grows with the depth of nesting and the number of nested items, in
//! machine instructions.
//!
//! Tests check the fuel and the time of compiling. But fuel only covers work that is charged, and times are rough:
//! counted instructions are exact.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::instructions::{count_command, require_valgrind};
use crate::root;

const USAGE: &str = "usage: benches/growth [TEXT]
shapes of benches/nested_shapes.txt whose names have TEXT in them (all of them without it)";

const MOST_PER_DOUBLING: f64 = 2.5;
/// Depth of the shorter text. From here on functions are compiled in wide mode, where depth takes registers.
const DEPTH: usize = 300;
const INNER: usize = 40;

/// Carries out the command. Exits with 1 if a shape grows faster than it may, or cannot be measured, and with 2 on wrong usage.
pub fn execute(mut parser: lexopt::Parser) -> ExitCode {
    let wanted = match parser.next() {
        Ok(None) => String::new(),
        Ok(Some(lexopt::Arg::Value(text))) => text.to_string_lossy().into_owned(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match measure(&wanted) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("benches/growth: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a row for each shape. Returns whether all grow as they may.
fn measure(wanted: &str) -> Result<bool, String> {
    require_valgrind()?;
    let table = root().join("benches/nested_shapes.txt");
    let table = fs::read_to_string(&table).map_err(|error| format!("cannot read {}: {error}", table.display()))?;
    let file = std::env::temp_dir().join(format!("ferrotape-growth-{}.js", std::process::id()));
    let mut is_good = true;
    println!("  {:<46}{:>10}{:>10}   instructions for twice the text", "", "register", "stack");
    for row in table.lines().filter(|row| !row.starts_with('#') && row.contains(wanted)) {
        let growths = [growth(row, "register", &file)?, growth(row, "stack", &file)?];
        let is_worse = growths.iter().any(|&growth| growth > MOST_PER_DOUBLING);
        is_good &= !is_worse;
        let what = row.split('|').next().unwrap_or_default().trim();
        println!("  {what:<46}{:>10.3}{:>10.3}{}", growths[0], growths[1], if is_worse { "  TOO MUCH" } else { "" });
    }
    fs::remove_file(&file).ok();
    Ok(is_good)
}

/// Returns by which factor twice the text takes more instructions, without those for an empty text.
fn growth(row: &str, backend: &str, file: &Path) -> Result<f64, String> {
    let mut counts = [0u64; 3];
    for (depth, count) in [0, DEPTH, 2 * DEPTH].into_iter().zip(&mut counts) {
        fs::write(file, source(row, depth)?).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        *count = count_command(&["--backend", backend, "check"], file)?;
    }
    let [empty, before, after] = counts;
    Ok(after.saturating_sub(empty) as f64 / before.saturating_sub(empty).max(1) as f64)
}

/// Returns the text of a shape with this many levels.
fn source(row: &str, depth: usize) -> Result<String, String> {
    let fields: Vec<&str> = row.split('|').map(str::trim).collect();
    let &[what, open, inner, close] = fields.as_slice() else { return Err(format!("not a shape: {row}")) };
    let numbered = |text: &str, number: usize| text.replace('@', &number.to_string());
    let levels: String = (0..depth).map(|level| numbered(open, level)).collect();
    let middle: String = (0..depth * INNER).map(|number| numbered(inner, number % depth)).collect();
    let nested = format!("{levels}{middle}{}", close.repeat(depth));
    let is_in_function = what.ends_with('*');
    Ok(if is_in_function { format!("(function(a){{{nested}}})") } else { nested })
}
