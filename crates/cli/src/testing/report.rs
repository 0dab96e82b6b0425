//! Reports on tests: text for people (`spec`), TAP, and JUnit's XML.

use std::fmt::Write;
use std::time::Instant;

use serde_json::{Value, json};

use super::asked::Style;
use crate::excerpt;
use crate::host::{Output, PassedOn};

/// Result of a test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Ended {
    Pass,
    Fail,
    /// Failure of a test that has not come to its end: it took too long, or something around it has failed.
    Cancelled,
    Skip,
    Todo,
}

impl Ended {
    /// The result that a word means in events. Other words mean a failure.
    fn named(word: &str) -> Ended {
        let all = [Ended::Pass, Ended::Skip, Ended::Todo, Ended::Cancelled];
        all.into_iter().find(|ended| ended.word() == word).unwrap_or(Ended::Fail)
    }

    fn word(self) -> &'static str {
        match self {
            Ended::Pass => "pass",
            Ended::Fail => "fail",
            Ended::Cancelled => "cancel",
            Ended::Skip => "skip",
            Ended::Todo => "todo",
        }
    }

    fn is_failure(self) -> bool {
        matches!(self, Ended::Fail | Ended::Cancelled)
    }
}

/// A test that has begun.
struct Open {
    name: String,
    is_suite: bool,
    nesting: usize,
    /// Whether its name stands above those within it.
    has_head: bool,
}

/// Numbers of tests, as `node --test` counts: a suite is none, whatever has failed in it.
#[derive(Default)]
struct Counts {
    tests: usize,
    suites: usize,
    pass: usize,
    fail: usize,
    cancelled: usize,
    skipped: usize,
    todo: usize,
}

/// A test as JUnit lists it.
struct Case {
    name: String,
    /// The suites and tests around.
    around: String,
    ended: Ended,
    error: String,
    milliseconds: f64,
}

/// Writes what happens.
#[derive(Default)]
pub struct Reporter {
    style: Style,
    output: Option<Output>,
    /// The program's output, if it goes to standard error.
    passed_on: Option<PassedOn>,
    /// The command's own output, between programs.
    own: Output,
    began: Option<Instant>,
    file: String,
    open: Vec<Open>,
    /// Numbers of tests that have ended, by nesting.
    numbers: Vec<usize>,
    counts: Counts,
    /// Failures of tests and suites, and those before the file.
    failed: usize,
    failed_before: usize,
    /// The failures, for the end of a report for people.
    failures: Vec<(String, String)>,
    cases: Vec<Case>,
    /// JUnit's report so far.
    xml: String,
    /// Events, each in JSON, for a reporter in JavaScript, and their length.
    events: Vec<String>,
    event_bytes: usize,
}

/// Most bytes of the events that are kept for a reporter.
const MOST_EVENT_BYTES: usize = 128 << 20;

/// Result of all files.
pub struct Finished {
    /// Whether a test has failed.
    pub has_failed: bool,
    /// Whether one has run.
    pub has_run: bool,
    /// Events, each in JSON, for a reporter in JavaScript.
    pub events: Vec<String>,
}

impl Reporter {
    pub fn new(style: Style) -> Reporter {
        let reporter = Reporter { style, began: Some(Instant::now()), ..Reporter::default() };
        if style == Style::Tap {
            reporter.write("TAP version 13\n");
        }
        reporter
    }

    /// Writes where the program writes, so that both are in order. In other forms the program writes to standard error.
    pub fn use_output(&mut self, output: &Output) {
        match self.style {
            Style::Spec => self.output = Some(output.clone()),
            Style::Tap | Style::Junit | Style::Own => {
                self.passed_on = Some(output.pass_on(|_, text| eprint!("{text}")))
            }
        }
    }

    fn write(&self, text: &str) {
        // Where nobody reads, the process ends. Another error is found again at the end.
        let _ = match &self.output {
            Some(output) => output.write(text),
            None => self.own.write(text).and_then(|()| self.own.write_out()),
        };
    }

    /// Keeps an event for a reporter in JavaScript, if there is one and they are not too long.
    fn add_event(&mut self, event: impl FnOnce() -> Value) {
        if self.style == Style::Own && self.event_bytes < MOST_EVENT_BYTES {
            let event = event().to_string();
            self.event_bytes += event.len();
            self.events.push(event);
        }
    }

    /// Begins a file, which `name` shows to people.
    pub fn begin_file(&mut self, name: &str, path: &str) {
        self.file = excerpt::one_line(name);
        self.add_event(|| json!({ "type": "file", "path": path }));
        self.failed_before = self.failed;
    }

    /// Ends a file. Tests that have begun there and not ended count as failed.
    pub fn end_file(&mut self, code: u8) {
        let why = match code {
            0 => "it never ended: nothing was left to do that could settle its promise".to_owned(),
            code => format!("it never ended: the file did, with exit code {code}"),
        };
        while let Some(name) = self.open.last().map(|open| open.name.clone()) {
            self.end(&name, Ended::Cancelled, &why, None, 0.0);
        }
        if code != 0 && self.failed == self.failed_before {
            let name = self.file.clone();
            self.begin(&name, 0, false, None);
            self.end(&name, Ended::Fail, &format!("the file ended with exit code {code}"), None, 0.0);
        }
        self.output = None;
        if let Some(passed_on) = self.passed_on.take() {
            passed_on.end();
        }
        if self.style == Style::Junit {
            self.end_suite();
        }
    }

    /// Takes an event of the module `node:test`. Other values are ignored, because a script may have obtained the
    /// function.
    pub fn event(&mut self, text: &str) {
        let Ok(event) = crate::json::message(text) else { return };
        let text = |key: &str| event.get(key).and_then(Value::as_str).unwrap_or_default();
        let nesting = event.get("nesting").and_then(Value::as_u64).unwrap_or(0).min(100) as usize;
        let name = excerpt::one_line(text("name"));
        match text("type") {
            "begin" => {
                let number = |key: &str| event.get(key).and_then(Value::as_u64);
                let place = number("line").zip(number("column"));
                self.begin(&name, nesting, text("kind") == "suite", place);
            }
            "end" => {
                let ended = Ended::named(text("result"));
                let milliseconds = event.get("time").and_then(Value::as_f64).unwrap_or(0.0);
                let reason = event.get("reason").and_then(Value::as_str).map(excerpt::one_line);
                self.end(&name, ended, &excerpt::lines(text("error")), reason, milliseconds);
            }
            "note" => self.note(nesting, &excerpt::one_line(text("text"))),
            _ => {}
        }
    }

    fn note(&mut self, nesting: usize, text: &str) {
        match self.style {
            Style::Spec => self.write(&format!("{}ℹ {text}\n", "  ".repeat(nesting))),
            Style::Tap => self.write(&format!("{}# {text}\n", "    ".repeat(nesting))),
            Style::Junit => {}
            Style::Own => self.add_event(|| json!({ "type": "note", "nesting": nesting, "text": text })),
        }
    }

    /// Opens a test or suite. Heads of those around it are written only now that they have something within.
    /// `place` is where it was made: its line and column.
    fn begin(&mut self, name: &str, nesting: usize, is_suite: bool, place: Option<(u64, u64)>) {
        match self.style {
            Style::Spec => {
                let heads: Vec<String> = self.open.iter_mut().filter(|open| !open.has_head).map(head).collect();
                self.write(&heads.concat());
            }
            Style::Tap => self.write(&format!("{}# Subtest: {}\n", "    ".repeat(nesting), tap(name))),
            Style::Junit => {}
            Style::Own => self.add_event(|| {
                let mut event = json!({ "type": "begin", "name": name, "nesting": nesting });
                if let Some((line, column)) = place {
                    (event["line"], event["column"]) = (json!(line), json!(column));
                }
                event
            }),
        }
        self.open.push(Open { name: name.to_owned(), is_suite, nesting, has_head: false });
    }

    /// Reports the end of a test or a suite.
    fn end(&mut self, name: &str, ended: Ended, error: &str, reason: Option<String>, milliseconds: f64) {
        let Some(open) = self.open.pop() else { return };
        let around: Vec<&str> = self.open.iter().map(|open| open.name.as_str()).collect();
        let around = around.join(" ");
        let counts = &mut self.counts;
        match open.is_suite {
            true => counts.suites += 1,
            false => counts.tests += 1,
        }
        match ended {
            _ if open.is_suite => {}
            Ended::Pass => counts.pass += 1,
            Ended::Fail => counts.fail += 1,
            Ended::Cancelled => counts.cancelled += 1,
            Ended::Skip => counts.skipped += 1,
            Ended::Todo => counts.todo += 1,
        }
        self.failed += usize::from(ended.is_failure());
        self.numbers.truncate(open.nesting + 2);
        self.numbers.resize(open.nesting + 2, 0);
        let within = std::mem::take(&mut self.numbers[open.nesting + 1]);
        self.numbers[open.nesting] += 1;
        match self.style {
            Style::Spec => {
                let mark = match ended {
                    Ended::Pass => "✔",
                    Ended::Fail | Ended::Cancelled => "✖",
                    Ended::Skip => "﹣",
                    Ended::Todo => "⚠",
                };
                let word = match ended {
                    Ended::Skip => " # SKIP",
                    Ended::Todo => " # TODO",
                    _ => "",
                };
                let reason = reason.map(|reason| format!(" {reason}")).unwrap_or_default();
                let indent = "  ".repeat(open.nesting);
                self.write(&format!("{indent}{mark} {name} ({milliseconds:.0} ms){word}{reason}\n"));
                if ended.is_failure() {
                    let place = format!("{}: {around}{}{name}", self.file, if around.is_empty() { "" } else { " " });
                    self.failures.push((place, error.to_owned()));
                }
            }
            Style::Tap => {
                let number = self.numbers[open.nesting];
                let text = tap_line(&open, number, within, ended, (name, error), reason, milliseconds);
                self.write(&text);
            }
            Style::Own => self.add_event(|| {
                let mut event = json!({ "type": "end", "name": name, "nesting": open.nesting, "time": milliseconds });
                event["kind"] = json!(if open.is_suite { "suite" } else { "test" });
                (event["result"], event["error"]) = (json!(ended.word()), json!(error));
                if let Some(reason) = reason {
                    event["reason"] = json!(reason);
                }
                event
            }),
            Style::Junit if open.is_suite => {}
            Style::Junit => {
                let (name, error) = (name.to_owned(), error.to_owned());
                self.cases.push(Case { name, around, ended, error, milliseconds });
            }
        }
    }

    /// The element of a file for JUnit.
    fn end_suite(&mut self) {
        let cases = std::mem::take(&mut self.cases);
        let count = |ended: Ended| cases.iter().filter(|case| case.ended == ended).count();
        let time = cases.iter().fold(0.0, |sum, case| sum + case.milliseconds);
        let _ = writeln!(
            self.xml,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" time=\"{:.3}\">",
            xml(&self.file),
            cases.len(),
            count(Ended::Fail) + count(Ended::Cancelled),
            count(Ended::Skip) + count(Ended::Todo),
            time / 1000.0
        );
        for case in &cases {
            let (name, around) = (xml(&case.name), xml(&case.around));
            let seconds = case.milliseconds / 1000.0;
            let _ = write!(self.xml, "    <testcase name=\"{name}\" classname=\"{around}\" time=\"{seconds:.3}\"");
            let _ = match case.ended {
                Ended::Pass => writeln!(self.xml, "/>"),
                Ended::Skip | Ended::Todo => writeln!(self.xml, "><skipped/></testcase>"),
                Ended::Fail | Ended::Cancelled => {
                    let error = xml(&case.error);
                    let first = error.lines().next().unwrap_or_default();
                    writeln!(self.xml, "><failure message=\"{first}\">{error}</failure></testcase>")
                }
            };
        }
        self.xml += "  </testsuite>\n";
    }

    /// Writes the end of the report.
    pub fn finish(&mut self) -> Finished {
        let time = self.began.map_or(0, |began| began.elapsed().as_millis());
        let Counts { tests, suites, pass, fail, cancelled, skipped, todo } = self.counts;
        let sums = [
            ("tests", tests),
            ("suites", suites),
            ("pass", pass),
            ("fail", fail),
            ("cancelled", cancelled),
            ("skipped", skipped),
            ("todo", todo),
        ];
        let mut text = String::new();
        let sign = if self.style == Style::Tap { "#" } else { "ℹ" };
        let sums = sums.iter().map(|(name, sum)| format!("{sign} {name} {sum}\n")).collect::<String>();
        // Writing to a text cannot fail.
        let _ = match self.style {
            Style::Spec => {
                let failures = self.failures.iter();
                let failures =
                    failures.map(|(place, error)| format!("\n✖ {place}\n  {}\n", error.replace('\n', "\n  ")));
                write!(text, "{sums}ℹ duration {time} ms\n{}", failures.collect::<String>())
            }
            Style::Tap => {
                let plan = self.numbers.first().copied().unwrap_or(0);
                write!(text, "1..{plan}\n{sums}# duration_ms {time}\n")
            }
            Style::Junit => {
                let suites = &self.xml;
                writeln!(text, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<testsuites>\n{suites}</testsuites>")
            }
            Style::Own => {
                if self.event_bytes >= MOST_EVENT_BYTES {
                    eprintln!("ferrotape: too much has happened: the reporter is told only what came first");
                }
                self.events.push(json!({ "type": "over", "time": time as u64 }).to_string());
                Ok(())
            }
        };
        self.write(&text);
        let events = std::mem::take(&mut self.events);
        Finished { has_failed: self.failed > 0, has_run: tests > 0, events }
    }
}

fn head(open: &mut Open) -> String {
    open.has_head = true;
    format!("{}▶ {}\n", "  ".repeat(open.nesting), open.name)
}

/// A result of TAP, with the plan of what is within, and a block that says more.
fn tap_line(
    open: &Open,
    number: usize,
    within: usize,
    ended: Ended,
    (name, error): (&str, &str),
    reason: Option<String>,
    milliseconds: f64,
) -> String {
    let indent = "    ".repeat(open.nesting);
    let mut text = String::new();
    if within > 0 {
        let _ = writeln!(text, "{indent}    1..{within}");
    }
    // What is to be done or skipped may fail: whoever reads it decides by its directive.
    let has_failed = ended.is_failure() || matches!(ended, Ended::Todo | Ended::Skip) && !error.is_empty();
    let mark = if has_failed { "not ok" } else { "ok" };
    let word = match ended {
        Ended::Skip => " # SKIP",
        Ended::Todo => " # TODO",
        _ => "",
    };
    let reason = reason.map(|reason| format!(" {}", tap(&reason))).unwrap_or_default();
    let _ = writeln!(text, "{indent}{mark} {number} - {}{word}{reason}", tap(name));
    let _ = writeln!(text, "{indent}  ---\n{indent}  duration_ms: {milliseconds:.0}");
    if has_failed {
        let _ = writeln!(text, "{indent}  error: |-");
        error.lines().for_each(|line| {
            let _ = writeln!(text, "{indent}    {line}");
        });
    }
    let _ = writeln!(text, "{indent}  ...");
    text
}

/// A name in TAP, where `#` begins a directive.
fn tap(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}

/// A text in XML 1.0, which has not all characters (2.2). Control characters are spelled already.
fn xml(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    text.replace('\u{FFFE}', "\\u{fffe}").replace('\u{FFFF}', "\\u{ffff}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_place() {
        assert_eq!(tap("a # SKIP \\"), "a \\# SKIP \\\\");
        assert_eq!(xml("<a b=\"c\">&"), "&lt;a b=&quot;c&quot;&gt;&amp;");
        assert_eq!(xml("\u{FFFD}\u{FFFE}\u{FFFF}"), "\u{FFFD}\\u{fffe}\\u{ffff}");
    }

    #[test]
    fn what_is_to_be_done_may_fail() {
        let open = Open { name: "a".to_owned(), is_suite: false, nesting: 0, has_head: false };
        for (ended, word) in [(Ended::Todo, "TODO"), (Ended::Skip, "SKIP")] {
            let line = |error: &str| tap_line(&open, 1, 0, ended, ("a", error), None, 0.0);
            assert!(line("").starts_with(&format!("ok 1 - a # {word}\n")) && !line("").contains("error"));
            assert!(line("no").starts_with(&format!("not ok 1 - a # {word}\n")));
            assert!(line("no").contains("  error: |-\n    no\n"));
        }
    }

    #[test]
    fn what_has_not_ended_has_failed() {
        let mut reporter = Reporter { style: Style::Junit, ..Reporter::default() };
        reporter.begin_file("a.js", "/a.js");
        reporter.event("{\"type\":\"begin\",\"name\":\"never\",\"nesting\":0,\"kind\":\"test\"}");
        reporter.event("no JSON");
        reporter.event("{\"type\":\"end\"");
        reporter.end_file(0);
        assert_eq!((reporter.counts.cancelled, reporter.failed, reporter.counts.tests), (1, 1, 1));
        assert!(
            reporter
                .xml
                .contains("<testcase name=\"never\" classname=\"\" time=\"0.000\"><failure message=\"it never ended")
        );
        reporter.begin_file("b.js", "/b.js");
        reporter.end_file(3);
        assert_eq!((reporter.counts.fail, reporter.failed), (1, 2));
    }
}
