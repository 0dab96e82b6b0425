//! `ferrotape debug` by commands from a pipe, and `ferrotape dap` by a client.

mod back;
mod client;
mod completing;
mod warehouse;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::runner::{Outcome, Run, root};
use client::Client;

const PROGRAM: &str = "function add(a, b) {\n  const sum = a + b;\n  return sum;\n}\nlet total = 0;\nfor (const n of [1, 2, 3]) {\n  total = add(total, n);\n}\nprint('total', total);\n";

/// A file with that text, in a folder of the test's own.
fn file(test: &str, name: &str, text: &str) -> PathBuf {
    let folder = root().join("target").join("debugging").join(test);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = std::fs::canonicalize(folder).expect("its path").join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

fn debugged(test: &str, options: &[&str], name: &str, text: &str, commands: &str) -> Outcome {
    let path = file(test, name, text);
    let mut arguments = vec!["debug"];
    arguments.extend(options);
    let path = path.to_string_lossy().into_owned();
    arguments.push(&path);
    Run { arguments: &arguments, input: commands.as_bytes(), ..Run::default() }.outcome()
}

fn expect(outcome: &Outcome, wanted: &[&str]) {
    let mut rest = outcome.stdout.as_str();
    for text in wanted {
        match rest.find(text) {
            Some(at) => rest = &rest[at + text.len()..],
            None => panic!("no {text:?} in\n{rest}\nof\n{}\n{}", outcome.stdout, outcome.stderr),
        }
    }
}

#[test]
fn commands_come_from_a_pipe() {
    for backend in ["register", "stack"] {
        let commands =
            "break 3 if a == 1\ncontinue\nwhere\nlocals\nprint sum * 100\nframe 1\np n\nlist\nbreakpoints\nout\nc\n";
        let outcome = debugged("pipe", &["--backend", backend], "a.js", PROGRAM, commands);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{}", outcome.stdout);
        expect(
            &outcome,
            &[
                "stopped in (top)",
                "breakpoint 1 at",
                "breakpoint 1 in add",
                ">    3    return sum;",
                "*0 add",
                " 1 (top)",
                "local:",
                "  a = 1",
                "  b = 2",
                "  sum = 3",
                "script:",
                "  total = 1",
                "300",
                "(top)",
                "2",
                ">    7",
                "a.js:3 if a == 1, 1 hits",
                "step in (top)",
                "total 6",
            ],
        );
    }
}

#[test]
fn steps_and_the_end_of_the_input() {
    let outcome = debugged("steps", &[], "a.js", PROGRAM, "b 7\nc\nstep\nnext\n\nbogus\np nothing\ncatch all\n");
    assert_eq!(outcome.code, Some(0));
    let wanted = ["breakpoint 1 in (top)", "step in add", "step in add", "step in (top)", "no command 'bogus'"];
    expect(&outcome, &wanted);
    expect(&outcome, &["ReferenceError: nothing is not defined", "total 6"]);
}

#[test]
fn who_quits_ends_the_program_without_a_report() {
    let outcome =
        debugged("quit", &[], "a.js", "print(1);\ntry { debugger; print(2) } finally { print(3) }", "c\nquit\n");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    assert!(outcome.stdout.contains("1\n") && !outcome.stdout.contains("3\n"), "{}", outcome.stdout);
}

#[test]
fn typescript_modules_and_packages_are_debugged() {
    let text = "interface P { x: number }\nexport function f(p: P): number {\n  return p.x;\n}\nprint(f({ x: 4 }));\n";
    let outcome = debugged("typescript", &[], "a.mts", text, "b 3\nc\nlocals\nc\n");
    expect(&outcome, &["breakpoint 1 in f", ">    3    return p.x;", "p = { x: 4 }", "4\n"]);
    let text = "const path = require('path');\nlet base = path.basename('/a/b');\nprint(base);\n";
    let outcome = debugged("packages", &["--commonjs"], "a.cjs", text, "b 3\nc\np base\nlocals\nc\n");
    expect(
        &outcome,
        &["stopped in", "a.cjs:1:", "breakpoint 1 in", ">    3  print(base);", "'b'", "base = 'b'", "b\n"],
    );
}

#[test]
fn source_maps_lead_to_the_original() {
    // Line 1 of the original is line 2 of the generated one.
    let map = r#"{"version":3,"sources":["a.ts"],"sourcesContent":["let x = 1\nprint(x)\n"],"names":[],"mappings":";AAAA;AACA"}"#;
    file("maps", "a.js.map", map);
    file("maps", "a.ts", "let x = 1\nprint(x)\n");
    let text = "'use strict';\nlet x = 1;\nprint(x);\n//# sourceMappingURL=a.js.map\n";
    let outcome = debugged("maps", &[], "a.js", text, "b a.ts:2\nc\nlist\nwhere\nc\n");
    expect(&outcome, &["breakpoint 1 at a.ts:2:1", "breakpoint 1 in (top)", "a.ts:2:1", ">    2  print(x)\n"]);
    expect(&outcome, &["     1  let x = 1\n>    2  print(x)\n", "*0 (top)", "a.ts:2:1", "1\n"]);
    // Columns of maps count halves of wide characters.
    let map = r#"{"version":3,"sources":["b.ts"],"sourcesContent":["let s = 1\nlet x = 2\nprint(x)\n"],"names":[],"mappings":"AAAA,oBACA,kBACA"}"#;
    file("maps", "b.js.map", map);
    let wide = "let s = '😀😀😀😀'; let x = s.length; print(x);\n//# sourceMappingURL=b.js.map\n";
    let outcome = debugged("maps", &[], "b.js", wide, "b b.ts:2\nc\nc\n");
    expect(&outcome, &["breakpoint 1 in (top)", "b.ts:2:1", "8\n"]);
    // An editor sets it before the program, or at a stop.
    let path = file("maps", "a.js", text);
    let original = json!({ "source": { "path": path.with_extension("ts") }, "breakpoints": [{ "line": 2 }] });
    let mut client = launch_by(Client::start(&[]), &path, json!([]), json!({ "stopOnEntry": true }));
    client.event("stopped");
    let set = client.call("setBreakpoints", original.clone());
    assert_eq!(set["breakpoints"][0]["verified"], true, "{set}");
    let again = client.call("setBreakpoints", original);
    client.call("continue", json!({ "threadId": 1 }));
    let stopped = client.event("stopped");
    assert_eq!(
        (&stopped["reason"], &stopped["hitBreakpointIds"][0]),
        (&json!("breakpoint"), &again["breakpoints"][0]["id"])
    );
    client.call("continue", json!({ "threadId": 1 }));
    client.call("disconnect", json!({}));
    client.end();
}

/// All maps that are read for one breakpoint may be larger together than those of a report.
#[test]
fn breakpoints_are_found_in_maps_that_are_large_together() {
    let padding = "x".repeat(12 << 20);
    for name in ["a", "b"] {
        let text = format!("\nexports.f = () => 1;\n// {padding}\n//# sourceMappingURL={name}.js.map\n");
        file("large", &format!("{name}.js"), &text);
        let map = format!(r#"{{"version":3,"sources":["{name}.ts"],"names":["{padding}"],"mappings":";AAAA"}}"#);
        file("large", &format!("{name}.js.map"), &map);
    }
    let text = "require('./a.js'); require('./b.js');\ndebugger;\n";
    let outcome = debugged("large", &["--commonjs"], "main.cjs", text, "c\nb a.ts:1\nb b.ts:1\nc\n");
    expect(&outcome, &["breakpoint 1 at a.ts:1:1", "breakpoint 2 at b.ts:1:1"]);
}

#[test]
fn wrong_usage_is_told() {
    for (arguments, wanted) in [(&["debug"][..], "no FILE"), (&["debug", "-"], "commands come from standard input")] {
        let outcome = Run { arguments, ..Run::default() }.outcome();
        assert_eq!(outcome.code, Some(2));
        assert!(outcome.stderr.contains(wanted), "{}", outcome.stderr);
    }
}

/// An editor that starts nothing itself connects to a port. Nobody else is served, least of all a page in a browser.
#[test]
fn an_editor_connects_to_a_port() {
    let path = file("dap-port", "a.js", PROGRAM);
    let (client, address) = Client::connect();
    let mut client = launch_by(client, &path, json!([{ "line": 3 }]), json!({}));
    assert_eq!(client.event("stopped")["reason"], "breakpoint");
    assert!(std::net::TcpStream::connect(&address).is_err(), "one client");
    client.call("continue", json!({ "threadId": 1 }));
    client.call("disconnect", json!({}));
    client.end();
    let wrong = Run { arguments: &["dap", "--listen=a.example:1"], ..Run::default() }.outcome();
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
}

#[test]
fn a_page_in_a_browser_is_no_editor() {
    let (client, address) = Client::connect();
    let request = json!({ "seq": 1, "type": "request", "command": "initialize" }).to_string();
    let length = request.len();
    client.is_refused(&format!("POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n\r\n{request}"));
}

fn launch(test: &str, options: &[&str], text: &str, breakpoints: Value, more: Value) -> (Client, PathBuf) {
    let path = file(test, "a.js", text);
    (launch_by(Client::start(options), &path, breakpoints, more), path)
}

fn launch_by(mut client: Client, path: &Path, breakpoints: Value, more: Value) -> Client {
    assert_eq!(client.call("initialize", json!({ "adapterID": "x" }))["supportsLogPoints"], true);
    client.event("initialized");
    let mut launch = json!({ "program": path });
    launch.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.call("launch", launch);
    let set = client.call("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": breakpoints }));
    assert_eq!(set["breakpoints"].as_array().unwrap().len(), breakpoints.as_array().unwrap().len());
    client.call("setExceptionBreakpoints", json!({ "filters": ["uncaught"] }));
    client.call("configurationDone", json!({}));
    client
}

/// A module has the name of its file without links and `..`.
#[test]
fn breakpoints_of_modules_are_found_by_any_path() {
    let path = file("dap-paths", "a.mjs", "let a = 1;\na += 1;\nconsole.log(a);\n");
    let around = path.parent().expect("a folder").join("../dap-paths/a.mjs");
    for path in [path, around] {
        let mut client = launch_by(Client::start(&[]), &path, json!([{ "line": 2 }]), json!({}));
        assert_eq!(client.event("breakpoint")["breakpoint"]["verified"], true, "{}", path.display());
        assert_eq!(client.event("stopped")["hitBreakpointIds"], json!([1]), "{}", path.display());
        client.call("continue", json!({ "threadId": 1 }));
        assert_eq!(client.event("exited")["exitCode"], 0);
        client.call("disconnect", json!({}));
        client.end();
    }
}

#[test]
fn a_client_looks_steps_and_sets() {
    for backend in ["register", "stack"] {
        let (mut client, path) =
            launch("dap", &["--backend", backend], PROGRAM, json!([{ "line": 3, "condition": "b == 2" }]), json!({}));
        assert_eq!(client.event("breakpoint")["breakpoint"]["verified"], true);
        let stopped = client.event("stopped");
        assert_eq!((&stopped["reason"], &stopped["hitBreakpointIds"]), (&json!("breakpoint"), &json!([1])));
        assert_eq!(client.call("threads", json!({}))["threads"][0]["id"], 1);
        let stack = client.call("stackTrace", json!({ "threadId": 1 }));
        let frame = &stack["stackFrames"][0];
        assert_eq!((&frame["name"], &frame["line"]), (&json!("add"), &json!(3)));
        assert_eq!(frame["source"]["path"], json!(path));
        let scopes = client.call("scopes", json!({ "frameId": 1 }));
        let local = scopes["scopes"][0]["variablesReference"].clone();
        let variables = client.call("variables", json!({ "variablesReference": local }));
        let shown: Vec<String> = variables["variables"].as_array().unwrap().iter().map(shown).collect();
        assert_eq!(shown[1..], ["a=1", "b=2", "sum=3"], "{shown:?}");
        let set = json!({ "variablesReference": local, "name": "a", "value": "a + 9" });
        assert_eq!(client.call("setVariable", set)["value"], "10");
        let refused = json!({ "variablesReference": local, "name": "sum", "value": "0" });
        assert!(client.refused("setVariable", refused).contains("sum"));
        let object = client.call("evaluate", json!({ "expression": "({ a, deep: { b } })", "frameId": 1 }));
        assert_eq!(object["result"], "{ a: 10, deep: { b: 2 } }");
        let inner = client.call("variables", json!({ "variablesReference": object["variablesReference"] }));
        assert_eq!(shown_all(&inner), ["a=10", "deep={ b: 2 }"]);
        assert!(client.refused("evaluate", json!({ "expression": "nothing", "frameId": 1 })).contains("nothing"));
        assert!(client.refused("gotoTargets", json!({})).contains("gotoTargets"));
        client.call("stepOut", json!({ "threadId": 1 }));
        assert_eq!(client.event("stopped")["reason"], "step");
        client.call("next", json!({ "threadId": 1 }));
        assert_eq!(client.event("stopped")["reason"], "step");
        client.call("continue", json!({ "threadId": 1 }));
        let mut printed = String::new();
        while !printed.ends_with('\n') {
            printed += client.event("output")["output"].as_str().unwrap();
        }
        assert_eq!(printed, "total 6\n");
        assert_eq!(client.event("exited")["exitCode"], 0);
        client.event("terminated");
        client.call("disconnect", json!({}));
        client.end();
    }
}

#[test]
fn hovers_change_nothing_and_places_of_breakpoints_are_told() {
    let text = "let n = 0;\nconst o = { a: 1, get g() { n++; return 2; } };\nfunction f(x) { return x + 1; }\ndebugger;\n\
        let v = f(1) + f(f(2));\nprint(n, o.a);\n";
    for options in [&[][..], &["--backend", "stack"]] {
        let (mut client, path) = launch("hovers", options, text, json!([]), json!({}));
        client.event("stopped");
        let hover = |text: &str| json!({ "expression": text, "frameId": 1, "context": "hover" });
        assert_eq!(client.call("evaluate", hover("o.a + 1"))["result"], "2");
        for text in ["o.g", "f(1)", "n = 5"] {
            assert!(client.refused("evaluate", hover(text)).contains("may change something"), "{text}");
        }
        assert_eq!(client.call("evaluate", json!({ "expression": "n", "frameId": 1 }))["result"], "0");
        let set = client.call("setExpression", json!({ "expression": "o.a", "value": "40 + 2", "frameId": 1 }));
        assert_eq!(set["value"], "42");
        let places = client.call("breakpointLocations", json!({ "source": { "path": path }, "line": 5 }));
        let places = places["breakpoints"].as_array().unwrap().iter().map(|it| it["column"].as_u64().unwrap());
        assert_eq!(places.collect::<Vec<u64>>(), [1, 9, 16, 18]);
        client.call("disconnect", json!({}));
        client.end();
    }
}

#[test]
fn entries_of_maps_and_sets_are_shown() {
    let text = "const map = new Map([['a', { b: 1 }], [{ k: 2 }, 3]]), set = new Set(['c']);\ndebugger;\n";
    let (mut client, _) = launch("entries", &[], text, json!([]), json!({}));
    client.event("stopped");
    for (name, wanted) in [("map", vec!["['a']={ b: 1 }", "[{ k: 2 }]=3"]), ("set", vec!["[0]='c'"])] {
        let holder = client.call("evaluate", json!({ "expression": name, "frameId": 1 }))["variablesReference"].clone();
        assert_eq!(shown_all(&client.call("variables", json!({ "variablesReference": holder }))), wanted);
    }
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn variables_beyond_the_most_are_told() {
    let text = "const all = new Array(1001).fill(7), keys = new Set(all.keys()), some = [1];\ndebugger;\n";
    let (mut client, _) = launch("beyond", &[], text, json!([]), json!({}));
    client.event("stopped");
    for (name, wanted, more) in [("all", 1001, true), ("keys", 1001, true), ("some", 1, false)] {
        let holder = client.call("evaluate", json!({ "expression": name, "frameId": 1 }))["variablesReference"].clone();
        let shown = shown_all(&client.call("variables", json!({ "variablesReference": holder })));
        assert!(shown.len() >= wanted, "{name}: {}", shown.len());
        assert_eq!(shown.last().unwrap().starts_with("…=there are more than 1000"), more, "{name}: {:?}", shown.last());
        let part = client.call("variables", json!({ "variablesReference": holder, "start": 0, "count": 1 }));
        assert!(!shown_all(&part).last().unwrap().starts_with('…'));
    }
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn texts_without_a_file_are_shown() {
    let text = "eval('let a = 1;\\ndebugger;');\n";
    let (mut client, path) = launch("evals", &[], text, json!([]), json!({}));
    client.event("stopped");
    let frames = client.call("stackTrace", json!({ "threadId": 1 }))["stackFrames"].clone();
    assert_eq!(frames[1]["source"]["path"], json!(path));
    let source = frames[0]["source"].clone();
    assert!(source.get("path").is_none(), "{source}");
    let number = source["sourceReference"].clone();
    let shown = client.call("source", json!({ "source": source, "sourceReference": number }));
    assert_eq!(shown["content"], "let a = 1;\ndebugger;");
    assert!(client.refused("source", json!({ "sourceReference": 99 })).contains("no such text"));
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn breakpoints_stop_in_texts_without_a_file() {
    let text = "for (const n of [1, 2]) eval('let a = ' + n % 2 + ';\\ndebugger;\\na++;');\neval('1;\\n2;\\n3;');\neval('let a = 1;\\ndebugger;\\na++;');\n";
    let (mut client, _) = launch("in-evals", &[], text, json!([]), json!({}));
    client.event("stopped");
    let source = client.call("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0]["source"].clone();
    let wanted = json!({ "source": source, "breakpoints": [{ "line": 3 }] });
    let set = client.call("setBreakpoints", wanted)["breakpoints"].clone();
    assert_eq!((&set[0]["verified"], &set[0]["line"]), (&json!(true), &json!(3)));
    // Neither the other text of the loop nor the one behind it stops at its third line.
    let mut seen = Vec::new();
    for _ in 0..4 {
        client.call("continue", json!({ "threadId": 1 }));
        let reason = client.event("stopped")["reason"].clone();
        let line = client.call("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0]["line"].clone();
        seen.push((reason, line));
    }
    let statement = (json!("debugger statement"), json!(2));
    assert_eq!(seen, [(json!("breakpoint"), json!(3)), statement.clone(), statement, (json!("breakpoint"), json!(3))]);
    client.call("continue", json!({ "threadId": 1 }));
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn half_a_character_in_a_message_ends_nothing() {
    let (mut client, _) = launch("halves", &[], "debugger;\n", json!([]), json!({}));
    client.event("stopped");
    let answer = client.answer_to_text(
        r#"{"seq":99,"type":"request","command":"evaluate","arguments":{"expression":"'a\ud83d'","frameId":1}}"#,
        99,
    );
    assert_eq!(answer["body"]["result"], "'a\u{FFFD}'");
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn a_client_names_the_folder_and_the_environment() {
    let path = file("environment", "a.js", "console.log(process.env.GIVEN, process.env.PATH, process.cwd());\n");
    let folder = path.parent().expect("its folder");
    let variables = json!({ "GIVEN": "a b", "PATH": null });
    let more = json!({ "program": "a.js", "cwd": folder, "env": variables });
    let mut client = launch_by(Client::start(&["--commonjs", "--allow-env"]), &path, json!([]), more);
    let mut printed = String::new();
    while !printed.ends_with('\n') {
        printed += client.event("output")["output"].as_str().expect("a text");
    }
    assert_eq!(printed, format!("a b undefined {}\n", folder.display()));
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.call("disconnect", json!({}));
    client.end();
    for (wrong, why) in [
        (json!({ "cwd": "/nowhere" }), "/nowhere"),
        (json!({ "cwd": path }), "not a folder"),
        (json!({ "env": ["A"] }), "env"),
        (json!({ "env": { "GIVEN": 1 } }), "GIVEN"),
    ] {
        let mut client = Client::start(&[]);
        client.call("initialize", json!({ "adapterID": "x" }));
        let mut launch = json!({ "program": path });
        launch.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let refusal = client.refused("launch", launch);
        assert!(refusal.contains(why), "{refusal}");
        client.end();
    }
}

#[test]
fn a_place_of_a_breakpoint_is_told_once() {
    let text = "for (let i = 0; i < 20; i++) {\n  new Function('return ' + i)();\n}\nlet end = 1;\n";
    let (mut client, _) = launch("told", &[], text, json!([{ "line": 4 }, { "line": 1, "condition": "0" }]), json!({}));
    assert_eq!(client.event("stopped")["hitBreakpointIds"], json!([1]));
    assert_eq!(client.known("breakpoint").len(), 2);
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn a_client_may_count_from_zero() {
    let path = file("zero", "a.js", PROGRAM);
    let mut client = Client::start(&[]);
    client.call("initialize", json!({ "adapterID": "x", "linesStartAt1": false, "columnsStartAt1": false }));
    client.call("launch", json!({ "program": path }));
    let breakpoints = json!([{ "line": 2 }, { "line": 5_000_000_000_u64 }]);
    let set = client.call("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": breakpoints }));
    assert_eq!(
        (&set["breakpoints"][0]["line"], &set["breakpoints"][1]["line"]),
        (&json!(2), &json!(4_294_967_294_u32))
    );
    client.call("configurationDone", json!({}));
    let told = client.event("breakpoint")["breakpoint"].clone();
    assert_eq!((&told["line"], &told["column"]), (&json!(2), &json!(2)));
    assert_eq!(client.event("stopped")["hitBreakpointIds"], json!([1]));
    let frame = client.call("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0].clone();
    assert_eq!((&frame["name"], &frame["line"], &frame["column"]), (&json!("add"), &json!(2), &json!(2)));
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn columns_of_a_client_are_utf16_units() {
    let rest = "-".repeat(200);
    let text = format!("let s = '😀😀'; let x = s.length; debugger; // {rest}\nprint(x);\n");
    // Between the statements: as a count of characters, it is behind the second one.
    let wanted = json!([{ "line": 1, "column": 16 }, { "line": 1, "column": 34, "logMessage": "so far" }]);
    let (mut client, _) = launch("wide", &[], &text, wanted, json!({}));
    assert_eq!(client.event("breakpoint")["breakpoint"]["column"], 17);
    assert_eq!(client.event("breakpoint")["breakpoint"]["column"], 35);
    for (reason, column) in [("breakpoint", 17), ("debugger statement", 35)] {
        assert_eq!(client.event("stopped")["reason"], reason);
        let frame = client.call("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0].clone();
        assert_eq!(frame["column"], column);
        client.call("continue", json!({ "threadId": 1 }));
    }
    let told = client.event("output");
    assert_eq!((&told["output"], &told["column"]), (&json!("so far\n"), &json!(35)));
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn messages_are_told_at_places_of_the_original() {
    // Line 1 of the original is line 2 of the generated one.
    let map = r#"{"version":3,"sources":["a.ts"],"names":[],"mappings":";AAAA;AACA"}"#;
    file("messages", "a.js.map", map);
    let original = file("messages", "a.ts", "let x = 1\nx++\n");
    let path = file("messages", "a.js", "'use strict';\nlet x = 1;\nx++;\n//# sourceMappingURL=a.js.map\n");
    let mut client = Client::start(&[]);
    client.call("initialize", json!({ "adapterID": "x" }));
    client.call("launch", json!({ "program": path }));
    let breakpoints = json!([{ "line": 2, "logMessage": "x is {x}" }]);
    client.call("setBreakpoints", json!({ "source": { "path": original }, "breakpoints": breakpoints }));
    client.call("configurationDone", json!({}));
    let told = client.event("output");
    assert_eq!((&told["output"], &told["line"], &told["column"]), (&json!("x is 1\n"), &json!(2), &json!(1)));
    assert!(told["source"]["path"].as_str().unwrap().ends_with("a.ts"), "{told}");
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn a_count_of_hits_that_is_none_is_refused() {
    let breakpoints = json!([{ "line": 2, "hitCondition": "often" }, { "line": 3, "hitCondition": "2" }]);
    let path = file("hits", "a.js", PROGRAM);
    let mut client = Client::start(&[]);
    client.call("initialize", json!({ "adapterID": "x" }));
    client.call("launch", json!({ "program": path }));
    let set = client.call("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": breakpoints }));
    assert!(set["breakpoints"][0]["message"].as_str().unwrap().contains("often"), "{set}");
    client.call("configurationDone", json!({}));
    assert_eq!(client.event("stopped")["hitBreakpointIds"], json!([2]));
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn values_have_texts_that_give_them() {
    let text = "const o = { list: [{ 'x y': { z: 1 } }], [Symbol('s')]: 1 };\ndebugger;\n";
    let (mut client, _) = launch("texts", &[], text, json!([]), json!({}));
    client.event("stopped");
    let scopes = client.call("scopes", json!({ "frameId": 1 }));
    let mut wanted = vec!["o", "o.list", "o.list[0]", "o.list[0][\"x y\"]", "o.list[0][\"x y\"].z"].into_iter();
    let script = scopes["scopes"].as_array().unwrap().iter().find(|scope| scope["name"] == "script").unwrap();
    let mut holder = script["variablesReference"].clone();
    while holder != 0 {
        let found = client.call("variables", json!({ "variablesReference": holder }));
        let first = found["variables"][0].clone();
        assert_eq!(first["evaluateName"].as_str(), wanted.next(), "{found}");
        let evaluated = client.call("evaluate", json!({ "expression": first["evaluateName"], "frameId": 1 }));
        assert_eq!(evaluated["result"], first["value"]);
        if let Some(symbol) = found["variables"].as_array().unwrap().iter().find(|it| it["name"] == "Symbol(s)") {
            assert!(symbol.get("evaluateName").is_none(), "{symbol}");
        }
        holder = first["variablesReference"].clone();
    }
    assert_eq!(wanted.next(), None);
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn properties_are_set_by_the_names_that_are_shown() {
    let text = "const s = Symbol('s');\nconst o = { [s]: 1, ['x'.repeat(150) + 1]: 1, ['x'.repeat(150) + 2]: 1 };\ndebugger;\n";
    let (mut client, _) = launch("names", &[], text, json!([]), json!({}));
    client.event("stopped");
    let object = client.call("evaluate", json!({ "expression": "o", "frameId": 1 }))["variablesReference"].clone();
    let shown = client.call("variables", json!({ "variablesReference": object }));
    let names: Vec<Value> = shown["variables"].as_array().unwrap().iter().map(|shown| shown["name"].clone()).collect();
    assert_eq!((names.len(), &names[2]), (3, &json!("Symbol(s)")), "{names:?}");
    for (name, value) in names.iter().zip(["7", "8", "9"]) {
        client.call("setVariable", json!({ "variablesReference": object, "name": name, "value": value }));
    }
    let values = "Reflect.ownKeys(o).map(key => o[key]).join()";
    assert_eq!(client.call("evaluate", json!({ "expression": values, "frameId": 1 }))["result"], "'7,8,9'");
    client.call("disconnect", json!({}));
    client.end();
}

fn shown(variable: &Value) -> String {
    format!("{}={}", variable["name"].as_str().unwrap(), variable["value"].as_str().unwrap())
}

fn shown_all(answer: &Value) -> Vec<String> {
    answer["variables"].as_array().unwrap().iter().map(shown).collect()
}

#[test]
fn a_client_gets_messages_exceptions_and_a_pause() {
    let text = "let n = 1;\nn++;\nlet t = setInterval(() => n++, 1);\nfor (let i = 0; i < 1e9; i++) n;\n";
    let breakpoints = json!([{ "line": 2, "logMessage": "n is {n}" }]);
    let (mut client, _) = launch("pause", &[], text, breakpoints, json!({ "stopOnEntry": true }));
    assert_eq!(client.event("stopped")["reason"], "entry");
    client.call("continue", json!({ "threadId": 1 }));
    assert_eq!(client.event("output")["output"], "n is 1\n");
    client.call("pause", json!({ "threadId": 1 }));
    assert_eq!(client.event("stopped")["reason"], "pause");
    let shown = client.call("evaluate", json!({ "expression": "n > 0", "frameId": 1 }));
    assert_eq!(shown["result"], "true");
    client.call("disconnect", json!({}));
    client.end();

    let (mut client, _) = launch("throws", &[], "function f() { throw new Error('no') }\nf()", json!([]), json!({}));
    let stopped = client.event("stopped");
    assert_eq!((&stopped["reason"], stopped["text"].as_str().unwrap().contains("no")), (&json!("exception"), true));
    let info = client.call("exceptionInfo", json!({ "threadId": 1 }));
    assert_eq!((&info["exceptionId"], &info["description"]), (&json!("Error"), &json!("Error: no")));
    assert_eq!((&info["breakMode"], &info["details"]["typeName"]), (&json!("unhandled"), &json!("Error")));
    assert!(info["details"]["stackTrace"].as_str().is_some_and(|stack| stack.contains("no\n    at f (")), "{info}");
    client.call("continue", json!({ "threadId": 1 }));
    assert_eq!(client.event("exited")["exitCode"], 1);
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn requests_that_come_while_the_engine_is_made_are_answered() {
    let path = file("early", "a.js", "for (;;) ;");
    let mut client = Client::start(&[]);
    client.call("initialize", json!({ "adapterID": "x" }));
    client.call("launch", json!({ "program": path }));
    client.send("configurationDone", json!({}));
    assert_eq!(client.call("threads", json!({}))["threads"][0]["id"], 1);
    client.end();
}

#[test]
fn all_that_was_written_and_why_it_failed_is_told_before_the_end() {
    let text = "console.error('to err');\nfor (let i = 0; i < 20_000; i++) print('x'.repeat(100));\nnull.x;\n";
    let (mut client, path) = launch("failed", &[], text, json!([]), json!({}));
    assert_eq!(client.event("stopped")["reason"], "exception");
    client.call("continue", json!({ "threadId": 1 }));
    client.event("terminated");
    let outputs = client.known("output");
    let of = |category: &str| -> String {
        let of_category = outputs.iter().filter(|output| output["category"] == category);
        of_category.map(|output| output["output"].as_str().unwrap()).collect()
    };
    assert_eq!(of("stdout").lines().count(), 20_000);
    assert!(of("stderr").starts_with("to err\n"), "{}", of("stderr"));
    assert!(of("stderr").contains("TypeError") && of("stderr").contains(&*path.to_string_lossy()), "{}", of("stderr"));
    client.call("disconnect", json!({}));
    client.end();
    // Leaving is no failure, not even when the end is told.
    for text in ["process.exit(7); null.x", "process.on('exit', () => process.exit(7))"] {
        let (mut client, _) = launch("leaves", &["--commonjs"], text, json!([]), json!({}));
        assert_eq!(client.event("exited")["exitCode"], 7, "{text}");
        assert!(client.known("output").is_empty(), "{text}: {:?}", client.known("output"));
        client.call("disconnect", json!({}));
        client.end();
    }
    let mut client = Client::start(&[]);
    client.call("initialize", json!({ "adapterID": "x" }));
    assert!(client.refused("launch", json!({ "program": "/nowhere.js" })).contains("/nowhere.js"));
    client.end();
}

#[test]
fn an_editor_may_run_a_program_without_debugging() {
    let breakpoints =
        json!([{ "line": 2 }, { "line": 3, "logMessage": "{a}" }, { "line": 3, "condition": "print(a)" }]);
    let text = "debugger;\nlet a = 1;\ntry { null.x; } catch {}\n";
    let (mut client, _) = launch("through", &[], text, breakpoints, json!({ "noDebug": true, "stopOnEntry": true }));
    assert_eq!(client.event("exited")["exitCode"], 0);
    assert!(client.known("stopped").is_empty() && client.known("output").is_empty());
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn a_pause_at_a_stop_is_none() {
    let (mut client, _) = launch("paused", &[], "debugger;\nlet a = 1;\na = 2;\n", json!([]), json!({}));
    client.event("stopped");
    client.call("pause", json!({ "threadId": 1 }));
    client.call("continue", json!({ "threadId": 1 }));
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn requests_behind_the_end_are_answered_and_each_once() {
    let (mut client, _) = launch("ended", &[], "let a = 1;\n", json!([]), json!({}));
    client.event("terminated");
    assert_eq!(client.call("threads", json!({}))["threads"][0]["id"], 1);
    assert!(client.refused("evaluate", json!({ "expression": "a" })).contains("evaluate"));
    client.call("disconnect", json!({}));
    assert_eq!(client.answers_left(), 0);
    let (mut client, _) = launch("left", &[], "debugger;\n", json!([]), json!({}));
    client.event("stopped");
    client.call("disconnect", json!({}));
    assert_eq!(client.answers_left(), 0);
}

#[test]
fn a_program_that_waits_or_has_nothing_to_stop_at_is_terminated() {
    for text in ["setTimeout(() => {}, 600_000);", "for (;;) ;", "[1].map(() => { for (;;) ; })"] {
        let (mut client, _) = launch("terminated", &[], text, json!([]), json!({}));
        client.call("terminate", json!({}));
        client.event("terminated");
        client.call("disconnect", json!({}));
        client.end();
    }
}

#[test]
fn a_client_that_goes_away_ends_the_program() {
    let (client, _) = launch("gone", &[], "for (;;) ;", json!([]), json!({}));
    client.end();
}
