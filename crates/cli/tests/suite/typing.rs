//! The prompt, used at a terminal.

use crate::terminal::Terminal;

const CONTROL_C: &str = "\u{3}";
const CONTROL_D: &str = "\u{4}";
const TAB: &str = "\t";
const UP: &str = "\u{1b}[A";
const LEFT: &str = "\u{1b}[D";

#[test]
fn values_come_in_colours_and_the_line_as_well() {
    let terminal = Terminal::prompt(&[]);
    terminal.enters("let x = 6 * 7; [x, 'text', null]");
    terminal.shows("[ 42, 'text', null ]");
    let bytes = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    assert!(bytes.contains("\u{1b}[33m42\u{1b}[39m"), "{bytes:?}");
    assert!(bytes.contains("\u{1b}[1;34mlet\u{1b}[0m"), "{bytes:?}");
    terminal.types(CONTROL_D);
    assert_eq!(terminal.code(), Some(0));
}

#[test]
fn no_colours_are_no_colours() {
    let terminal = Terminal::start(&[], &[("NO_COLOR", "1")]);
    terminal.is_ready();
    terminal.enters("let x = 'a'; [x]");
    terminal.shows("[ 'a' ]");
    let bytes = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    assert!(!bytes.contains("\u{1b}[3") && !bytes.contains("\u{1b}[1;"), "{bytes:?}");
}

#[test]
fn lines_are_edited_and_called_back() {
    let terminal = Terminal::prompt(&[]);
    terminal.types(&format!("1 + 3{LEFT}2"));
    terminal.types("\r");
    terminal.shows("24");
    terminal.is_ready();
    terminal.enters("'second'.length");
    terminal.types(&format!("{UP}{UP}"));
    terminal.shows("> 1 + 23");
    terminal.types(&format!(" * 2{}", "\r"));
    terminal.shows("47");
}

#[test]
fn history_stays_from_session_to_session() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("history");
    let _ = std::fs::remove_file(&path);
    let file = path.to_string_lossy().into_owned();
    let environment = [("FERROTAPE_HISTORY", file.as_str())];
    let terminal = Terminal::start(&[], &environment);
    terminal.is_ready();
    terminal.enters("'of the first session'");
    terminal.types(".exit\r");
    assert_eq!(terminal.code(), Some(0));
    let terminal = Terminal::start(&[], &environment);
    terminal.is_ready();
    terminal.types(&format!("{UP}{UP}"));
    terminal.shows("> 'of the first session'");
    // Ctrl-R searches.
    terminal.ends_line_by(CONTROL_C);
    terminal.types("\u{12}first");
    terminal.shows("reverse-i-search");
    terminal.shows("'of the first session'");
}

#[test]
fn names_are_completed_and_nothing_runs_for_it() {
    let terminal = Terminal::prompt(&[]);
    terminal.enters("let calls = 0; let thing = { alpha: { beta: 1 }, get danger() { calls++; return {} } }; 0");
    terminal.types(&format!("thing.al{TAB}.be{TAB}"));
    terminal.shows("> thing.alpha.beta");
    terminal.ends_line_by("\r");
    terminal.types(&format!("structuredC{TAB}"));
    terminal.shows("> structuredClone");
    terminal.ends_line_by(CONTROL_C);
    // Lists of several names; none of the getters was called.
    terminal.ends_line_by(&format!("thing.danger.{TAB}{TAB}{CONTROL_C}"));
    terminal.ends_line_by(&format!("[].fi{TAB}{TAB}{CONTROL_C}"));
    terminal.types(&format!("Math.c{TAB}{TAB}"));
    terminal.shows("cosh");
    terminal.ends_line_by(CONTROL_C);
    terminal.enters("proxy = new Proxy({}, { ownKeys() { calls++; return [] } }); 0");
    terminal.ends_line_by(&format!("proxy.{TAB}{TAB}{CONTROL_C}"));
    terminal.enters("calls + ' calls'");
    terminal.shows("'0 calls'");
    terminal.types(&format!(".he{TAB}"));
    terminal.types("\r");
    terminal.shows(".disasm CODE");
}

#[test]
fn files_that_are_loaded_are_completed() {
    let terminal = Terminal::prompt(&[]);
    terminal.types(&format!(".load tests/seeds/REA{TAB}"));
    terminal.shows("> .load tests/seeds/README.md");
    terminal.ends_line_by(CONTROL_C);
    terminal.enters(".load no/such/file.js");
    terminal.shows("cannot read no/such/file.js: no such file or folder");
}

#[test]
fn who_does_not_know_the_commands_is_told_them() {
    let terminal = Terminal::prompt(&[]);
    terminal.enters("exit");
    terminal.shows("(Did you mean .exit? Commands begin with a dot.)");
    terminal.enters("quit()");
    terminal.enters(".hlep");
    terminal.shows("There is no command .hlep: did you mean .help?");
    // A variable that a script has defined is no command.
    terminal.enters("let clear = 5");
    terminal.enters("clear()");
    terminal.shows("clear is not a function");
    assert!(!terminal.contents().contains(".clear?"), "{}", terminal.contents());
}

#[test]
fn what_is_open_goes_on_in_the_next_line() {
    let terminal = Terminal::prompt(&[]);
    terminal.types("function add(a, b) {\r");
    terminal.types("  return `${a} and\r");
    terminal.types("${b}` }\r");
    terminal.shows("undefined");
    terminal.is_ready();
    terminal.enters("add(1, 2)");
    terminal.shows("'1 and\\n2'");
    // The whole entry comes back.
    terminal.types(&format!("{UP}{UP}"));
    terminal.shows("${b}` }");
}

#[test]
fn what_is_pasted_keeps_its_lines() {
    let terminal = Terminal::prompt(&[]);
    let pasted = "let list = []\nfor (let i = 0; i < 3; i++) {\n\tlist.push(i)\n}\nlist.join()";
    terminal.types(&format!("\u{1b}[200~{pasted}\u{1b}[201~"));
    terminal.shows("list.join()");
    terminal.types("\r");
    terminal.shows("'0,1,2'");
}

#[test]
fn control_c_stops_the_script_and_not_the_prompt() {
    let terminal = Terminal::prompt(&[]);
    terminal.enters("let kept = 'still here'");
    terminal.types("print('be' + 'gun'); for (;;) {}\r");
    terminal.shows("begun");
    terminal.ends_line_by(CONTROL_C);
    terminal.shows("Stopped: ");
    terminal.enters("kept");
    terminal.shows("'still here'");
    // Ctrl-C works while something is awaited.
    terminal.types("await new Promise(go => { print('wai' + 'ting'); setTimeout(go, 1e6) })\r");
    terminal.shows("waiting");
    terminal.ends_line_by(CONTROL_C);
    // Ctrl-C discards a line.
    terminal.types("never run");
    terminal.shows("never run");
    terminal.ends_line_by(CONTROL_C);
    terminal.ends_line_by(CONTROL_C);
    terminal.shows("(Ctrl-C again leaves");
    terminal.enters("kept + '!'");
    terminal.ends_line_by(CONTROL_C);
    terminal.types(CONTROL_C);
    assert_eq!(terminal.code(), Some(0));
}

#[test]
fn timers_run_while_somebody_types() {
    let terminal = Terminal::prompt(&[]);
    terminal.enters("setTimeout(() => console.log('from', 'a timer'), 300); 0");
    terminal.types("half a li");
    terminal.shows("from a timer");
    // The line is below the output, unchanged.
    terminal.types("ne");
    terminal.shows("> half a line");
    terminal.ends_line_by(CONTROL_C);
    terminal.enters("setTimeout(() => { print('in a ' + 'timer'); for (;;) {} }, 100); 0");
    terminal.shows("in a timer");
    terminal.types(CONTROL_C);
    terminal.shows("Stopped: ");
    terminal.is_ready();
    terminal.enters("'and on'.length");
    terminal.types(CONTROL_D);
    assert_eq!(terminal.code(), Some(0));
}

#[test]
fn what_is_typed_ahead_is_not_lost() {
    let terminal = Terminal::prompt(&[]);
    terminal.types("let one = 1\rlet two = one + 1\r`${one} and ${two}`\r");
    terminal.shows("'1 and 2'");
}
