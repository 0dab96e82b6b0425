//! Compares TypeScript with what another compiler has made of it: `cargo run --example erased -- FILE.ts FILE.js …`.
//! The trees must be equal but for what has no effect. Prints the first line that differs. In the place of the second file
//! stands `-` if the other compiler refuses the first one. Of files that end in `.scope.ts` only the names of the module are
//! compared: enums and namespaces become other trees. `scripts/compare-erased` makes the pairs.

use std::process::ExitCode;
use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_syntax::{Goal, Language, ParseOptions, dump::dump, parse};
use ferrotape_text::SourceText;

/// Lines of a tree up to the names of the module.
const LINES_OF_SCOPE: usize = 2;

/// Returns the lines of a tree. Bindings are numbered as they come, so numbers are left out, and so is what is empty.
fn lines(path: &str) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let language = if path.ends_with("ts") { Language::TypeScript } else { Language::JavaScript };
    let source = Arc::new(SourceText::new(path, text));
    let options = ParseOptions { language, ..ParseOptions::new(Goal::Module, NativeStack::from_here(6 << 20)) };
    let tree = parse(Arc::clone(&source), &options, &mut Budget::default())
        .map_err(|error| format!("{path}:{}: {error}", source.position(error.span.start)))?;
    let dumped = dump(&tree);
    let kept = dumped.lines().filter(|line| !matches!(line.trim(), "empty" | "module declaration"));
    Ok(kept.map(without_numbers).collect())
}

fn without_numbers(line: &str) -> String {
    let mut parts = line.split('#');
    let mut kept = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let name = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        kept.push_str(if name.len() == part.len() { "#" } else { "" });
        kept.push_str(name);
    }
    kept
}

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let mut differ = 0;
    for pair in paths.chunks_exact(2) {
        if pair[1] == "-" {
            if lines(&pair[0]).is_ok() {
                println!("{}: is read, but should be refused", pair[0]);
                differ += 1;
            }
            continue;
        }
        let compared = lines(&pair[0]).and_then(|ours| Ok((ours, lines(&pair[1])?)));
        let found = match compared {
            Err(error) => error,
            Ok((mut ours, mut theirs)) => {
                if pair[0].ends_with(".scope.ts") {
                    ours.truncate(LINES_OF_SCOPE);
                    theirs.truncate(LINES_OF_SCOPE);
                }
                let first = (0..ours.len().max(theirs.len())).find(|&line| ours.get(line) != theirs.get(line));
                let Some(first) = first else { continue };
                let shown =
                    |lines: &[String]| lines.get(first).map_or("nothing".to_owned(), |line| line.trim().to_owned());
                format!(
                    "{}: line {first} of the tree is\n  {}\nbut of {}\n  {}",
                    pair[0],
                    shown(&ours),
                    pair[1],
                    shown(&theirs)
                )
            }
        };
        println!("{found}");
        differ += 1;
    }
    println!("{differ} of {} pairs differ", paths.len() / 2);
    if differ == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
