//! Completions that an editor shows while the user types, and the order of events.

use serde_json::{Value, json};

use super::client::Client;
use super::launch;

fn labels(client: &mut Client, text: &str, column: usize) -> Vec<String> {
    let answer = client.call("completions", json!({ "frameId": 1, "text": text, "column": column }));
    let label = |it: &Value| it["label"].as_str().expect("a label").to_owned();
    answer["targets"].as_array().expect("a list").iter().map(label).collect()
}

#[test]
fn names_are_completed_and_nothing_runs() {
    let text = "let looks = 0;\nclass Box { constructor() { this.inner = { left: 1, length: 2 } } open() {}\n\
        get key() { looks++; return { kind: 1 } } }\n\
        function f(boxed) { debugger; return boxed }\nf(new Box());\nprint(looks);\n";
    for options in [&[][..], &["--backend", "stack"]] {
        let (mut client, _) = launch("completions", options, text, json!([]), json!({}));
        client.event("stopped");
        assert_eq!(labels(&mut client, "1 + boxed.inner.le", 19), ["left", "length"]);
        assert_eq!(labels(&mut client, "boxed.op behind", 9), ["open"]);
        assert_eq!(labels(&mut client, "box", 4), ["boxed"]);
        assert!(labels(&mut client, "boxed.key.ki", 13).is_empty());
        assert!(labels(&mut client, "f().le", 7).is_empty());
        let answer = client.call("completions", json!({ "frameId": 1, "text": "1 + boxed.inner.le", "column": 19 }));
        let first = &answer["targets"][0];
        assert_eq!((&first["start"], &first["length"], &first["type"]), (&json!(17), &json!(2), &json!("property")));
        client.call("continue", json!({ "threadId": 1 }));
        assert!(client.event("output")["output"].as_str().is_some_and(|text| text.starts_with('0')));
        client.call("disconnect", json!({}));
        client.end();
    }
}

/// Messages of breakpoints and stops come behind what the program has written before.
#[test]
fn messages_come_in_the_order_of_the_program() {
    let text = "for (let i = 0; i < 200; i++) {\n  print(i);\n  Math.abs(i);\n}\n";
    let breakpoints = json!([{ "line": 3, "logMessage": "at {i}" }]);
    let (mut client, _) = launch("order", &[], text, breakpoints, json!({}));
    let mut told = String::new();
    let wanted: String = (0..200).map(|i| format!("{i}\nat {i}\n")).collect();
    while told.len() < wanted.len() {
        told += client.event("output")["output"].as_str().expect("a text");
    }
    assert_eq!(told, wanted);
    client.call("disconnect", json!({}));
    client.end();
}
