//! Coverage as `lcov` tracefiles.

use std::fmt::Write;

use super::FileCoverage;

/// The record of a text: `SF`, `FN`, `FNDA`, `BRDA`, `DA` and their sums.
pub(super) fn record(file: &FileCoverage) -> String {
    let mut text = format!("TN:\nSF:{}\n", clean(&file.name));
    let line = |offset: u32| file.source.position(offset).line;
    let functions: Vec<(String, u32, u64)> = file
        .inner()
        .map(|function| {
            let line = line(function.span.start);
            let name = if function.name.is_empty() {
                format!("(anonymous_{})", file.source.position(function.span.start))
            } else {
                clean(&function.name)
            };
            (name, line, function.calls)
        })
        .collect();
    for (name, line, _) in &functions {
        let _ = writeln!(text, "FN:{line},{name}");
    }
    for (name, _, calls) in &functions {
        let _ = writeln!(text, "FNDA:{calls},{name}");
    }
    let share = file.function_share();
    let _ = writeln!(text, "FNF:{}\nFNH:{}", share.all, share.run);
    for (block, (of, way, count)) in file.functions.iter().flat_map(|function| function.decisions()).enumerate() {
        let _ = writeln!(text, "BRDA:{},{},{way},{count}", line(of), block - way as usize);
    }
    let share = file.branch_share();
    let _ = writeln!(text, "BRF:{}\nBRH:{}", share.all, share.run);
    for (line, count) in file.lines() {
        let _ = writeln!(text, "DA:{line},{count}");
    }
    let share = file.line_share();
    let _ = writeln!(text, "LF:{}\nLH:{}\nend_of_record", share.all, share.run);
    text
}

/// A name on one line.
fn clean(name: &str) -> String {
    name.replace(char::is_control, "_")
}
