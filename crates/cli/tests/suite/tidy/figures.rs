//! Figures of the documents that show code, steps or sessions: the command prints them. Their scripts are run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::generated::names_of_register_instructions;
use super::{assert_none, file, relative};
use crate::runner::{Run, ferrotape, files_below, root};

/// Returns the instructions that `disasm` lists for a program, without their indentation.
fn instructions(program: &str, backend: &str) -> Vec<String> {
    let outcome = ferrotape(&["disasm", "--backend", backend, "-e", program]);
    let is_instruction = |line: &&str| line.trim_start().starts_with(char::is_numeric) && !line.contains('|');
    let lines: Vec<String> = outcome.stdout.lines().filter(is_instruction).map(|line| line.trim().to_owned()).collect();
    assert!(lines.len() > 3, "{}", outcome.stdout);
    lines
}

/// The life of `a.b + 1` shows the code that it has.
#[test]
fn the_listings_of_the_architecture_are_those_of_the_command() {
    let text = file("ARCHITECTURE.md");
    let lines = ["register", "stack"].into_iter().flat_map(|backend| instructions("a.b + 1", backend));
    assert_none(lines.filter(|line| !text.contains(line.as_str())), "not in ARCHITECTURE.md");
}

/// Both machines beside each other: their code of the page's program, and the steps of its function.
#[test]
fn the_listings_of_the_book_are_those_of_the_command() {
    let text = file("docs/the-documents/side-by-side.md");
    let program = text.split("```js\n").nth(1).and_then(|rest| rest.split("\n```").next());
    let program = program.expect("the page has a program");
    let mut lines: Vec<String> =
        ["register", "stack"].into_iter().flat_map(|backend| instructions(program, backend)).collect();
    for backend in ["register", "stack"] {
        let outcome = ferrotape(&["trace", "--values", "--only", "f", "--backend", backend, "-e", program]);
        lines.extend(outcome.stdout.lines().map(|line| line.trim_start().to_owned()));
    }
    assert!(lines.len() > 70, "{}", lines.join("\n"));
    assert_none(lines.into_iter().filter(|line| !text.contains(line.as_str())), "not in side-by-side.md");
}

/// Programs whose code the pages about the documents show, by page. Each is a function's, so that parameters are registers.
fn programs_of(page: &str) -> Vec<String> {
    let programs: &[&str] = match page {
        "identifiers" => &["function f() { var a = 1; eval('var b = 1'); a += 1; b += 1 }"],
        "compiler" => &[
            "function f() { x.y.z = 1 + 2 }",
            "function f(x) { x = x + (x = 1) }",
            "function f(A, B, C, D, E, F) { if (!((A && B) || (C && D && E) || F)) t(); else u() }",
            "function f(a, b) { x: y: for (;;) { z: for (;;) { if (a) continue x; if (b) break y; a() } } }",
            "function f(x) { switch (x) { case 3: a(); case -1: case 0: b(); case 2: c() } }",
            "function f(a) { for (;;) try { if (a) return a.b; if (a.c) continue; break } finally { a() } }",
            "function f(x) { return x ? g(x) : (x, x && h() || k.l(x)) }",
            "function f(a) { eval(a); (0, eval)(a) }",
        ],
        _ => panic!("{page}"),
    };
    let mut programs: Vec<String> = programs.iter().map(|&program| program.to_owned()).collect();
    if page == "compiler" {
        let names: Vec<String> = (0..300).map(|index| format!("v{index}")).collect();
        let uses: String = names[..299].iter().map(|name| format!("{name} = {name} = 0; ")).collect();
        programs.push(format!("function f() {{ var {}; {uses} v299 = 1 }}", names.join(",")));
        programs.push(format!("function f() {{ var {}; v299 + v0 }}", names.join(",")));
    }
    programs
}

/// Returns what looks like an instruction of the register machine in the figures of a page. Columns stand apart by two
/// spaces at least.
fn shown_instructions(text: &str) -> BTreeSet<String> {
    let names = names_of_register_instructions();
    let figures = text.split("```").skip(1).step_by(2).filter(|block| block.starts_with("text"));
    let columns = figures.flat_map(str::lines).flat_map(|line| line.split("  ")).map(str::trim);
    let is_instruction = |column: &&str| {
        let mut words = column.split(' ');
        let is_name = words.next().is_some_and(|word| names.iter().any(|name| name == word));
        let has_operand =
            words.next().is_some_and(|word| word.starts_with("->") || word.contains(|c: char| c.is_ascii_digit()));
        is_name && has_operand
    };
    columns.filter(is_instruction).map(str::to_owned).collect()
}

#[test]
fn the_figures_about_the_documents_show_code_that_is_made() {
    for page in ["identifiers", "compiler"] {
        let shown = shown_instructions(&file(&format!("docs/the-documents/{page}.md")));
        assert!(shown.len() > 3, "{page}: {shown:?}");
        let listings =
            programs_of(page).iter().map(|program| ferrotape(&["disasm", "-e", program]).stdout).collect::<String>();
        let made: BTreeSet<&str> = listings.lines().filter_map(|line| Some(line.trim().split_once("  ")?.1)).collect();
        assert_none(
            shown.into_iter().filter(|line| !made.contains(line.as_str())),
            &format!("in {page}.md, but not made"),
        );
    }
}

/// SEE's page shows a trace, below the command that prints it.
#[test]
fn the_trace_of_sees_page_is_that_of_the_command() {
    let text = file("docs/the-documents/stack-bytecode.md");
    let (_, figure) = text.split_once("```text\nferrotape trace -e '").expect("the figure");
    let (program, rest) = figure.split_once("'\n\n").expect("the program");
    let (steps, _) = rest.split_once("```").expect("its end");
    assert_eq!(ferrotape(&["trace", "-e", program]).stdout, steps);
}

/// Returns the blocks of a language, without their fences.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    text.split(&begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// Makes a file for the command, in a folder of its own.
fn program(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures");
    fs::create_dir_all(&folder).expect("made");
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    path
}

/// Pages whose scripts are run by a test of this file, or are those of [`programs_of`].
const WITH_SCRIPTS: [&str; 7] = [
    "docs/command/options.md",
    "docs/guide/intl.md",
    "docs/guide/javascript.md",
    "docs/guide/profiling.md",
    "docs/guide/temporal.md",
    "docs/the-documents/identifiers.md",
    "docs/the-documents/side-by-side.md",
];

#[test]
fn each_script_of_the_book_is_run() {
    let pages = files_below(&root().join("docs"), "md").into_iter().map(|path| relative(&path));
    let has_script = |page: &String| ["js", "ts"].iter().any(|language| !blocks(&file(page), language).is_empty());
    assert_eq!(pages.filter(has_script).collect::<Vec<_>>(), WITH_SCRIPTS);
}

/// A line with a comment gives what the comment says.
#[cfg(all(feature = "temporal", feature = "intl"))]
#[test]
fn scripts_of_the_guide_give_what_their_comments_say() {
    for page in ["docs/guide/intl.md", "docs/guide/temporal.md"] {
        let (mut script, mut expected) = (String::new(), String::new());
        for line in blocks(&file(page), "js").into_iter().flat_map(str::lines) {
            match line.split_once("// ") {
                Some((expression, comment)) => {
                    script += &format!("print({});\n", expression.trim().trim_end_matches(';'));
                    expected += &format!("{comment}\n");
                }
                None => script += &format!("{line}\n"),
            }
        }
        assert!(expected.lines().count() > 2, "{page}: {script}");
        let outcome = ferrotape(&["-e", &script]);
        // Amounts have spaces that do not break.
        assert_eq!(outcome.stdout.replace('\u{a0}', " "), expected, "{page}: {}", outcome.stderr);
    }
}

/// The bindings' own tests run the programs of their READMEs.
#[test]
fn first_programs_of_bindings_are_those_of_their_readmes() {
    for (page, folder, language) in [("javascript", "js", "js"), ("python", "python", "python"), ("c", "c", "c")] {
        let (page, readme) = (file(&format!("docs/guide/{page}.md")), file(&format!("bindings/{folder}/README.md")));
        assert!(blocks(&page, language)[0] == blocks(&readme, language)[0], "{folder}: another first program");
    }
}

/// The other fragments in C are parts of programs, which nothing compiles: the header declares each name in them.
#[test]
fn fragments_in_c_use_names_of_the_header() {
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        words.filter(|word| word.starts_with("ft_") || word.starts_with("FT_")).map(str::to_owned).collect()
    };
    let declared = words(&file("bindings/c/include/ferrotape.h"));
    let used: BTreeSet<String> = blocks(&file("docs/guide/c.md"), "c").into_iter().flat_map(words).collect();
    assert!(used.len() > 10, "only {used:?}");
    assert_none(used.difference(&declared).cloned(), "in c.md, but not in the header");
}

#[test]
fn the_tests_of_the_guide_pass() {
    let text = file("docs/guide/profiling.md");
    let path = program("list.test.mjs", blocks(&text, "js")[0]);
    let outcome = ferrotape(&["test", path.to_str().expect("text")]);
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn the_files_of_the_reference_are_read_and_written() {
    let text = file("docs/command/options.md");
    let path = program("upper.mjs", blocks(&text, "js")[0]);
    let folder = path.parent().expect("a folder");
    for (name, text) in [("data/names.txt", "Ann"), ("out/upper.txt", "")] {
        fs::create_dir_all(folder.join(name).parent().expect("a folder")).expect("made");
        fs::write(folder.join(name), text).expect("written");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
    command.current_dir(folder).args(["--allow-read=data", "--allow-write=out", "upper.mjs"]);
    assert!(command.status().expect("it starts").success());
    assert_eq!(fs::read_to_string(folder.join("out/upper.txt")).expect("written"), "ANN");
}

/// A session of the debugger, and the report of an error.
#[test]
fn sessions_and_reports_of_the_book_are_those_of_the_command() {
    let debugging = file("docs/guide/debugging.md");
    let sum = program("sum.js", "const prices = [1, 2, 3];\nlet sum = 0;\nfor (const p of prices) sum += p;\n");
    let sum = sum.to_str().expect("text");
    let run = Run { arguments: &["debug", sum], input: b"break 3\ncontinue\nquit\n", ..Run::default() };
    let session = run.outcome().stdout.replace(sum, "sum.js");
    let shown = blocks(&debugging, "text").into_iter().find(|block| block.starts_with("stopped in (top)")).expect("it");
    assert!(session.starts_with(shown), "{session}");

    let overview = file("docs/command/overview.md");
    let lines =
        "function total(prices) {\n  let sum = 0;\n  for (const price of prices) sum += pirce;\n  return sum;\n}\n";
    let broken = program("broken.js", &format!("{lines}print(total([1]));\n"));
    let broken = broken.to_str().expect("text");
    let report = ferrotape(&[broken]).stderr.replace(broken, "broken.js");
    let shown = blocks(&overview, "text").into_iter().find(|block| block.starts_with("Uncaught")).expect("it");
    assert_eq!(report, shown);
}
