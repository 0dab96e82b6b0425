//! Coverage as one page: a table of the texts, and each with its lines and counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{Coverage, FileCoverage, Share};
use crate::profile::safe_in_xml as safe;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Coverage</title>\n<style>\n\
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; color: #222; background: #fff }\n\
table { border-collapse: collapse } th, td { padding: .15em .8em; text-align: right } th:first-child, td:first-child { text-align: left }\n\
tr:hover td { background: #f3f3ef } summary { cursor: pointer; margin: .8em 0 .2em; font-weight: 600 }\n\
pre { margin: 0; font: 13px/1.45 ui-monospace, monospace; tab-size: 4 } pre span { display: block; padding: 0 .5em; white-space: pre }\n\
.n { display: inline-block; width: 4em; color: #888; text-align: right; user-select: none }\n\
.c { display: inline-block; width: 7em; text-align: right; margin-right: 1em; user-select: none; color: #555 }\n\
.hit { background: #eaf6e6 } .miss { background: #fbe3df } .part { background: #fdf3d0 }\n\
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } tr:hover td { background: #2a2a2a }\n\
.hit { background: #1f3320 } .miss { background: #4a2320 } .part { background: #45391a } .n, .c { color: #999 } }\n\
</style>\n<h1>Coverage</h1>\n";

/// Returns a whole page: shares of all texts in the first row of a table, then each text, unfolded.
pub(super) fn page(coverage: &Coverage) -> String {
    let mut page = HEAD.to_owned();
    page += "<table><tr><th>file<th>lines<th>branches<th>functions\n";
    row(&mut page, "all", coverage.lines(), coverage.branches(), coverage.functions());
    for (index, file) in coverage.files.iter().enumerate() {
        let name = format!("<a href=\"#f{index}\">{}</a>", safe(&file.name));
        row(&mut page, &name, file.line_share(), file.branch_share(), file.function_share());
    }
    page += "</table>\n";
    for (index, file) in coverage.files.iter().enumerate() {
        let _ = writeln!(page, "<details id=\"f{index}\" open><summary>{}</summary><pre>", safe(&file.name));
        lines(&mut page, file);
        page += "</pre></details>\n";
    }
    page + "</html>\n"
}

fn row(page: &mut String, name: &str, lines: Share, branches: Share, functions: Share) {
    let _ = write!(page, "<tr><td>{name}");
    for share in [lines, branches, functions] {
        let _ = write!(page, "<td>{:.1} % ({}/{})", share.percent(), share.run, share.all);
    }
    page.push('\n');
}

/// The lines of a text. Of a line in which something ran and some branch or function did not, that is shown too.
fn lines(page: &mut String, file: &FileCoverage) {
    let counts: BTreeMap<u32, u64> = file.lines().into_iter().collect();
    let line = |offset: u32| file.source.position(offset).line;
    let decisions = file.functions.iter().flat_map(|function| function.decisions());
    let undecided = decisions.filter(|&(.., count)| count == 0).map(|(of, ..)| line(of));
    let uncalled = file.inner().filter(|function| function.calls == 0);
    let partial: BTreeSet<u32> = undecided.chain(uncalled.map(|function| line(function.span.start))).collect();
    for (index, text) in file.text().lines().enumerate() {
        let number = index as u32 + 1;
        let (class, count) = match counts.get(&number) {
            Some(0) => ("miss", "0".to_owned()),
            Some(count) if partial.contains(&number) => ("part", count.to_string()),
            Some(count) => ("hit", count.to_string()),
            None if partial.contains(&number) => ("part", String::new()),
            None => ("", String::new()),
        };
        let _ = writeln!(
            page,
            "<span class=\"{class}\"><i class=\"n\">{number}</i><i class=\"c\">{count}</i>{}</span>",
            safe(text)
        );
    }
}
