//! Restarted frames, watched places and ways back, by commands and by a client.

use serde_json::json;

use super::{PROGRAM, debugged, expect, launch};
use crate::runner::Run;

#[test]
fn commands_restart_and_watch() {
    for backend in ["register", "stack"] {
        let commands = "break 3\nc\nrestart\nnext\nwatch total\nwatch nothing.x\ndelete 1\nbreakpoints\nc\nframe 1\nrestart\ndelete 2\nc\n";
        let outcome = debugged("restart", &["--backend", backend], "a.js", PROGRAM, commands);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{}", outcome.stdout);
        expect(
            &outcome,
            &[
                "breakpoint 1 in add",
                "the arguments are what the parameters hold now",
                "restarted in add",
                ">    2",
                "breakpoint 1 in add",
                "watch 2: total",
                "nothing is not defined",
                "2 watch total",
                "watch 2: total was 0, is 1 in (top)",
                "there is no such frame",
                "outside functions",
                "total 6",
            ],
        );
    }
}

const MANY: &str = "let log = [];
for (let i = 0; i < 5; i++) {
  print('turn', i);
  log.push(Math.random(), Date.now());
}
setTimeout(() => {
  print('late');
  console.error('err', log.length);
  debugger;
}, 1000);
(async () => {
  await null;
  print('job');
})();
";

#[test]
fn commands_go_back_and_print_nothing_twice() {
    for backend in ["register", "stack"] {
        let commands = "break 9\nbreak 3\nc\nc\nc\nrcontinue\np i\nback\nrcontinue\nrcontinue\nback\ndelete 2\nc\nback\np log.join() == saved\nback\nrstep\nwhere\nc\nc\n";
        let outcome = debugged("back", &["--backend", backend, "--back"], "a.js", MANY, commands);
        assert_eq!(outcome.code, Some(0), "{} {}", outcome.stdout, outcome.stderr);
        for line in ["turn 0", "turn 3", "turn 4", "late", "job"] {
            let count = outcome.stdout.matches(&format!("{line}\n")).count();
            assert_eq!(count, 1, "{line} in {}", outcome.stdout);
        }
        assert_eq!(outcome.stderr, "err 10\n");
        expect(
            &outcome,
            &[
                "breakpoint 2 in (top)",
                "back in (top)",
                "1\n",
                "back in (top)",
                "back in (top)",
                "back at the beginning in (top)",
                "the program begins here",
                "breakpoint 1 in",
                "back in",
                ">    8",
                "saved is not defined",
                "back, changes made at later stops are undone in",
                ">    7",
                "back in",
                ">   14",
                "breakpoint 1 in",
            ],
        );
    }
}

#[test]
fn what_cannot_be_repeated_is_refused() {
    for option in ["--allow-read=.", "--allow-write=.", "--allow-net", "--time=1s"] {
        let outcome = Run { arguments: &["debug", "--back", option, "-e", "1"], ..Run::default() }.outcome();
        assert_eq!(outcome.code, Some(2), "{option}");
        assert!(outcome.stderr.contains("--back cannot be used with"), "{}", outcome.stderr);
    }
    let outcome = debugged("noback", &[], "a.js", PROGRAM, "next\nback\nrstep\nc\n");
    expect(&outcome, &["no history is kept", "`ferrotape debug --back` keeps one", "no history is kept", "total 6"]);
    // Standard input is the debugger's.
    let text = "process.stdin.on('data', d => print('read', d)).on('end', () => print('nothing'));";
    let outcome = debugged("stdin", &["--back"], "a.js", text, "next\nback\nc\n");
    expect(&outcome, &["nothing"]);
}

/// Secret bytes of Node's `crypto` come from the seed too: without that, a way back leads into another run.
#[test]
fn random_bytes_are_the_same_again() {
    let text = "const c = require('crypto');\nprint(c.randomBytes(8).toString('hex'), c.randomUUID(), c.randomInt(1e9));\n\
        print(c.generateKeySync('aes', { length: 128 }).export().toString('hex'));\nprint(crypto.randomUUID());\n";
    let run = || debugged("back-random", &["--back", "--commonjs"], "a.cjs", text, "c\n");
    let (one, other) = (run(), run());
    assert_eq!((one.code, one.stdout.matches('-').count() >= 8), (Some(0), true), "{} {}", one.stdout, one.stderr);
    assert_eq!(one.stdout, other.stdout);
}

#[test]
fn packages_modules_and_typescript_go_back() {
    let text = "import { f } from './b.mts';\nconst a: number = f(1);\nprint(a);\n";
    super::file("back-modules", "b.mts", "export function f(n: number): number {\n  return n + 1;\n}\n");
    let outcome = debugged("back-modules", &["--back"], "a.mts", text, "b 3\nc\nrstep\nback\nback\nc\nc\n");
    expect(
        &outcome,
        &["breakpoint 1", ">    3", "back in f", "return n + 1", "back at the beginning", ">    2  const a", "2\n"],
    );
    let text = "const path = require('path');\nlet base = path.basename('/a/b');\nprint(base);\nprocess.on('exit', () => print('bye'));\n";
    let outcome =
        debugged("back-packages", &["--back", "--commonjs"], "a.cjs", text, "b 3\nc\nback\nback\nback\nback\nc\nc\n");
    expect(
        &outcome,
        &[
            "breakpoint 1",
            "back in",
            ">    2",
            "back at the beginning",
            ">    1",
            "the program begins here",
            "b\n",
            "bye",
        ],
    );
}

#[test]
fn a_client_restarts_watches_and_goes_back() {
    for backend in ["register", "stack"] {
        let (mut client, _) =
            launch("dap-back", &["--backend", backend], PROGRAM, json!([{ "line": 3 }]), json!({ "back": true }));
        assert_eq!(client.event("capabilities")["capabilities"]["supportsStepBack"], true);
        assert_eq!(client.event("stopped")["reason"], "breakpoint");
        let stack = client.call("stackTrace", json!({ "threadId": 1 }));
        assert_eq!(stack["stackFrames"][0]["canRestart"], true);
        assert_eq!(stack["stackFrames"][1]["canRestart"], false);
        assert!(client.refused("restartFrame", json!({ "frameId": 2 })).contains("outside functions"));
        client.call("restartFrame", json!({ "frameId": 1 }));
        let stopped = client.event("stopped");
        assert_eq!(stopped["reason"], "restart");
        let scopes = client.call("scopes", json!({ "frameId": 1 }));
        let script = scopes["scopes"].as_array().unwrap().iter().find(|scope| scope["name"] == "script").unwrap();
        let reference = script["variablesReference"].clone();
        let info = client.call("dataBreakpointInfo", json!({ "variablesReference": reference, "name": "total" }));
        assert_eq!(info["accessTypes"], json!(["write"]));
        let none = client.call("dataBreakpointInfo", json!({ "variablesReference": reference, "name": "nothing" }));
        assert!(none["dataId"].is_null() && none["description"].as_str().unwrap().contains("nothing"));
        let set = json!({ "breakpoints": [{ "dataId": info["dataId"] }, { "dataId": "77" }] });
        let set = client.call("setDataBreakpoints", set);
        assert_eq!(
            (&set["breakpoints"][0]["verified"], &set["breakpoints"][1]["verified"]),
            (&json!(true), &json!(false))
        );
        client.call("continue", json!({ "threadId": 1 }));
        assert_eq!(client.event("stopped")["reason"], "breakpoint");
        client.call("continue", json!({ "threadId": 1 }));
        let stopped = client.event("stopped");
        assert_eq!((&stopped["reason"], &stopped["text"]), (&json!("data breakpoint"), &json!("total was 0, is 1")));
        assert_eq!(stopped["hitBreakpointIds"][0], set["breakpoints"][0]["id"]);
        // The restarted frame cannot be restarted again in a further run.
        assert!(client.refused("stepBack", json!({ "threadId": 1 })).contains("cannot be repeated"));
        client.call("disconnect", json!({}));
        client.end();
    }
}

#[test]
fn a_client_steps_back_and_goes_on_backwards() {
    let (mut client, _) =
        launch("dap-steps", &["--back"], MANY, json!([{ "line": 9 }]), json!({ "stopOnEntry": true }));
    assert_eq!(client.event("stopped")["reason"], "entry");
    assert!(client.refused("stepBack", json!({ "threadId": 1 })).contains("begins here"));
    client.call("continue", json!({ "threadId": 1 }));
    assert_eq!(client.event("stopped")["reason"], "breakpoint");
    let line = |client: &mut super::client::Client, command: &str| {
        client.call(command, json!({ "threadId": 1 }));
        let reason = client.event("stopped")["reason"].clone();
        let stack = client.call("stackTrace", json!({ "threadId": 1 }));
        (reason, stack["stackFrames"][0]["line"].as_u64().unwrap())
    };
    assert_eq!(line(&mut client, "stepBack"), (json!("step"), 8));
    assert_eq!(line(&mut client, "stepBack"), (json!("step"), 7));
    assert_eq!(line(&mut client, "next"), (json!("step"), 8));
    assert_eq!(line(&mut client, "reverseContinue"), (json!("entry"), 1));
    assert_eq!(line(&mut client, "continue"), (json!("breakpoint"), 9));
    client.call("continue", json!({ "threadId": 1 }));
    let mut printed = String::new();
    while !printed.contains("err 10\n") {
        printed += client.event("output")["output"].as_str().unwrap();
    }
    assert_eq!(printed, "turn 0\nturn 1\nturn 2\nturn 3\nturn 4\njob\nlate\nerr 10\n");
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.call("disconnect", json!({}));
    client.end();
    // A program that is repeated reaches nothing outside.
    let path = super::file("dap-refused", "a.js", "1");
    let mut client = super::client::Client::start(&["--allow-read=."]);
    client.call("initialize", json!({}));
    assert!(client.refused("launch", json!({ "program": path, "back": true })).contains("--allow-read"));
    client.call("disconnect", json!({}));
    client.end();
}

#[test]
fn a_stop_on_the_way_back_says_what_is_there() {
    for backend in ["register", "stack"] {
        let breakpoints = json!([{ "line": 3, "hitCondition": "5" }]);
        let options = ["--back", "--backend", backend];
        let name = format!("dap-back-{backend}");
        let (mut client, _) = launch(&name, &options, MANY, breakpoints, json!({ "stopOnEntry": true }));
        assert_eq!(client.event("stopped")["reason"], "entry");
        for (command, reason, line) in [
            ("continue", "breakpoint", 3),
            ("continue", "debugger statement", 9),
            ("reverseContinue", "breakpoint", 3),
            ("reverseContinue", "entry", 1),
            ("continue", "breakpoint", 3),
            ("continue", "debugger statement", 9),
            ("stepBack", "step", 8),
            ("continue", "debugger statement", 9),
        ] {
            client.call(command, json!({ "threadId": 1 }));
            let stopped = client.event("stopped");
            let stack = client.call("stackTrace", json!({ "threadId": 1 }));
            assert_eq!(
                (&stopped["reason"], &stack["stackFrames"][0]["line"]),
                (&json!(reason), &json!(line)),
                "{backend}"
            );
            let hit = if reason == "breakpoint" { json!(1) } else { json!(null) };
            assert_eq!(stopped["hitBreakpointIds"][0], hit, "{backend}: {command}");
        }
        client.call("disconnect", json!({}));
        client.end();
    }
}

/// Work in the outermost code, in modules, in jobs and timers, with what the command keeps beside the engine.
const WORK: &str = "let log = [];
console.count('begun');
for (let i = 0; i < 12; i++) {
  log.push(i * 2, Date.now() % 2, Math.random() < 2);
  if (i % 5 === 0) print('turn', i);
}
console.group('inner');
const later = async () => {
  for (let i = 0; i < 6; i++) {
    await null;
    log.push(i);
  }
  console.count('begun');
  return log.length;
};
later().then(n => {
  print('later', n);
  debugger;
});
setTimeout(() => {
  print('timer', log.length, process.argv.length > 0);
  debugger;
}, 5);
process.on('exit', () => print('bye'));
";

#[test]
fn checkpoints_make_no_difference() {
    let commands = "b 11\nc\nback\nback\nrstep\nprint log.length\nrcontinue\nc\nc\nc\ndelete 1\nc\nback\nrcontinue\nc\nc\nback\nprint log.length\nrcontinue\nc\nc\n";
    for (name, options) in [
        ("a.js", &["--back"][..]),
        ("a.js", &["--back", "--backend", "stack"]),
        ("a.mjs", &["--back"]),
        ("a.mts", &["--back", "--backend", "stack"]),
        ("a.cjs", &["--back", "--commonjs"]),
    ] {
        let path = super::file("back-checkpoints", name, WORK).to_string_lossy().into_owned();
        let mut arguments = vec!["debug"];
        arguments.extend(options);
        arguments.push(&path);
        let run =
            |stress| Run { arguments: &arguments, input: commands.as_bytes(), stress, ..Run::default() }.outcome();
        // Under stress there is a checkpoint each few statements; else only the one at the beginning.
        let (plain, checked) = (run(None), run(Some("slices")));
        assert_eq!((plain.code, plain.stderr.as_str()), (Some(0), ""), "{name}: {}", plain.stdout);
        assert_eq!((checked.code, checked.stderr), (plain.code, plain.stderr), "{name}: {}", checked.stdout);
        assert_eq!(checked.stdout, plain.stdout, "{name} {options:?}");
        for line in ["turn 10", "later 42", "timer 42 true", "begun: 1", "begun: 2", "bye"] {
            assert_eq!(plain.stdout.matches(&format!("{line}\n")).count(), 1, "{line} in {}", plain.stdout);
        }
    }
}

#[test]
fn an_editor_is_told_that_a_program_has_left() {
    for back in [false, true] {
        let text = "let n = 1;\nn++;\nprint('before');\nprocess.exit(n + 3);\nprint('never');";
        let (mut client, _) = launch("dap-exit", &[], text, json!([{ "line": 4 }]), json!({ "back": back }));
        assert_eq!(client.event("stopped")["reason"], "breakpoint");
        if back {
            client.call("stepBack", json!({ "threadId": 1 }));
            assert_eq!(client.event("stopped")["reason"], "step");
        }
        client.call("continue", json!({ "threadId": 1 }));
        if back {
            assert_eq!(client.event("stopped")["reason"], "breakpoint");
            client.call("continue", json!({ "threadId": 1 }));
        }
        assert_eq!(client.event("exited")["exitCode"], 5);
        // Output comes in pieces, before the end.
        let written = [client.event("output"), client.event("output")].map(|event| event["output"].clone());
        assert_eq!(written, ["before", "\n"]);
        client.event("terminated");
        client.call("disconnect", json!({}));
        client.end();
    }
}
