//! Code that clients do not want to see: `skipFiles` of VS Code, the ignore list of DevTools.

use serde_json::{Value, json};

use super::client::Client;
use super::{begin, file, finish, run};

const LIBRARY: &str = "export function each(list, f) {\n  for (const item of list) f(item);\n  \
    try { throw new Error('own') } catch {}\n  debugger;\n}\n";
const PROGRAM: &str = "import { each } from './library.mjs';\nlet sum = 0;\neach([1, 2], (n) => {\n  sum += n;\n});\n\
    console.log(sum);\n";

fn line(paused: &Value) -> u64 {
    paused["callFrames"][0]["location"]["lineNumber"].as_u64().expect("a line")
}

/// Steps by a method, and returns the lines of the stops.
fn steps(client: &mut Client, method: &str, count: usize) -> Vec<u64> {
    let mut lines = Vec::new();
    for _ in 0..count {
        client.call(method, json!({}));
        lines.push(line(&client.event("Debugger.paused")));
    }
    lines
}

#[test]
fn steps_and_exceptions_pass_over_what_is_ignored() {
    for backend in ["register", "stack"] {
        let test = format!("ignored-{backend}");
        file(&test, "library.mjs", LIBRARY);
        let (inspected, mut client, _) = begin(&test, &["--backend", backend], "a.mjs", PROGRAM);
        client.call("Debugger.setPauseOnExceptions", json!({ "state": "all" }));
        client.call("Debugger.setBlackboxPatterns", json!({ "patterns": ["/nothing/", "library\\.mjs$"] }));
        assert_eq!(line(&run(&mut client)), 1);
        // Into what is called back, and to its end, twice; then behind what the library throws and its own `debugger`.
        assert_eq!(steps(&mut client, "Debugger.stepInto", 6), [2, 3, 4, 3, 4, 5], "{backend}");
        client.call("Debugger.resume", json!({}));
        assert_eq!(finish(client, inspected).1, "3\n");
    }
}

#[test]
fn breakpoints_stop_in_what_is_ignored_and_steps_lead_out_of_it() {
    file("ignored-breakpoint", "library.mjs", LIBRARY);
    let (inspected, mut client, url) = begin("ignored-breakpoint", &[], "a.mjs", PROGRAM);
    client.call("Debugger.setBlackboxPatterns", json!({ "patterns": ["library"] }));
    let library = url.replace("a.mjs", "library.mjs");
    client.call("Debugger.setBreakpointByUrl", json!({ "url": library, "lineNumber": 2 }));
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    assert_eq!(line(&client.event("Debugger.paused")), 2);
    assert_eq!(steps(&mut client, "Debugger.stepOver", 1), [5]);
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).1, "3\n");
}

#[test]
fn ranges_of_a_script_are_ignored() {
    let text = "function skipped() {\n  debugger;\n}\nfunction seen() {\n  debugger;\n}\nskipped();\nseen();\n";
    let (inspected, mut client, _) = begin("ignored-ranges", &[], "a.js", text);
    let script = run(&mut client)["callFrames"][0]["location"]["scriptId"].clone();
    let place = |line: u32| json!({ "lineNumber": line, "columnNumber": 0 });
    let wanted = json!({ "scriptId": script, "positions": [place(0), place(3)] });
    client.call("Debugger.setBlackboxedRanges", wanted);
    assert_eq!(steps(&mut client, "Debugger.resume", 1), [4]);
    let found = client.call("Debugger.searchInContent", json!({ "scriptId": script, "query": "SEEN()" }));
    let lines = found["result"].as_array().expect("lines").iter().map(|it| it["lineNumber"].clone());
    assert_eq!(lines.collect::<Vec<_>>(), [3, 7]);
    let pattern = json!({ "scriptId": script, "query": "^seen\\(", "isRegex": true, "caseSensitive": true });
    assert_eq!(client.call("Debugger.searchInContent", pattern)["result"][0]["lineContent"], "seen();");
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).0, Some(0));
}

/// A step over goes on in its own function, behind what is ignored there.
#[test]
fn steps_pass_over_a_part_of_their_function() {
    let (inspected, mut client, _) =
        begin("ignored-part", &[], "a.js", "let a = 1;\na = 2;\na = 3;\nconsole.log(a);\n");
    let script = run(&mut client)["callFrames"][0]["location"]["scriptId"].clone();
    let place = |line: u32| json!({ "lineNumber": line, "columnNumber": 0 });
    client.call("Debugger.setBlackboxedRanges", json!({ "scriptId": script, "positions": [place(1), place(2)] }));
    assert_eq!(steps(&mut client, "Debugger.stepOver", 2), [2, 3]);
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).1, "3\n");
}

/// An exception that nothing catches stops unless all frames are ignored.
#[test]
fn uncaught_exceptions_of_ignored_code_stop_below_other_code() {
    let text = "function skipped() {\n  throw new Error('own');\n}\nskipped();\n";
    for ignores_all in [false, true] {
        let (inspected, mut client, _) = begin("ignored-uncaught", &[], "a.js", text);
        client.call("Debugger.setPauseOnExceptions", json!({ "state": "uncaught" }));
        let script = run(&mut client)["callFrames"][0]["location"]["scriptId"].clone();
        let place = |line: u32| json!({ "lineNumber": line, "columnNumber": 0 });
        let positions = if ignores_all { json!([place(0)]) } else { json!([place(0), place(3)]) };
        client.call("Debugger.setBlackboxedRanges", json!({ "scriptId": script, "positions": positions }));
        if !ignores_all {
            assert_eq!(steps(&mut client, "Debugger.resume", 1), [1]);
        }
        client.call("Debugger.resume", json!({}));
        assert_eq!(finish(client, inspected).0, Some(1));
    }
}

/// An exception that nobody has seen where it was thrown is seen where it is awaited.
#[test]
fn uncaught_exceptions_of_ignored_code_stop_where_they_are_awaited() {
    let text = "async function skipped() {\n  await 0;\n  throw new Error('own');\n}\n\
        async function main() {\n  await skipped();\n}\nmain();\n";
    for backend in ["register", "stack"] {
        let (inspected, mut client, _) =
            begin(&format!("ignored-await-{backend}"), &["--backend", backend], "a.js", text);
        client.call("Debugger.setPauseOnExceptions", json!({ "state": "uncaught" }));
        let script = run(&mut client)["callFrames"][0]["location"]["scriptId"].clone();
        let place = |line: u32| json!({ "lineNumber": line, "columnNumber": 0 });
        client.call("Debugger.setBlackboxedRanges", json!({ "scriptId": script, "positions": [place(0), place(4)] }));
        assert_eq!(steps(&mut client, "Debugger.resume", 1), [5], "{backend}");
        client.call("Debugger.resume", json!({}));
        assert_eq!(finish(client, inspected).0, Some(1));
    }
}
