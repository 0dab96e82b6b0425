//! A bug in a program of some 280 lines of TypeScript, found as `scripts/try-devtools` finds it, by the protocol of editors.

use serde_json::{Value, json};

use super::client::Client;
use super::launch_by;
use crate::runner::root;

/// The innermost function and its line.
fn place(client: &mut Client) -> (Value, Value) {
    let stack = client.call("stackTrace", json!({ "threadId": 1 }));
    let frame = &stack["stackFrames"][0];
    (frame["name"].clone(), frame["line"].clone())
}

#[test]
fn a_bug_is_found_from_where_it_shows() {
    // Modules have the names of their files without links and `..`.
    let path = std::fs::canonicalize(root().join("tests/devtools/warehouse.ts")).expect("its path");
    let text = std::fs::read_to_string(&path).expect("a program");
    let line = 1 + text.lines().position(|line| line.contains("let missing")).expect("a line");
    for backend in ["register", "stack"] {
        let client = Client::start(&["--back", "--backend", backend]);
        let condition = "bins.some((bin) => typeof bin.left === 'string')";
        let breakpoints = json!([{ "line": line, "condition": condition }]);
        let mut client = launch_by(client, &path, breakpoints, json!({}));
        assert_eq!(client.event("stopped")["reason"], "breakpoint");
        assert_eq!(place(&mut client), (json!("reserve"), json!(line)), "{backend}");
        let mut shown = |text: &str| {
            let done = client.call("evaluate", json!({ "expression": text, "frameId": 1, "context": "watch" }));
            done["result"].as_str().expect("a text").to_owned()
        };
        // Numbers of the stock are texts, so the bins are in a wrong order.
        assert_eq!(shown("bins.map((bin) => bin.left)"), "[ '7', '40' ]", "{backend}");
        assert_eq!(shown("bins[0].left < bins[1].left"), "false", "{backend}");
        let scopes = client.call("scopes", json!({ "frameId": 1 }));
        let local =
            client.call("variables", json!({ "variablesReference": scopes["scopes"][0]["variablesReference"] }));
        let value_of = |name: &str| {
            let mut variables = local["variables"].as_array().expect("variables").iter();
            variables.find(|variable| variable["name"] == name).map(|variable| variable["value"].clone())
        };
        assert_eq!((value_of("sku"), value_of("count")), (Some(json!("'pen'")), Some(json!("45"))), "{backend}");
        // Two statements back is where they are sorted.
        for steps in [1, 2] {
            client.call("stepBack", json!({ "threadId": 1 }));
            client.event("stopped");
            assert_eq!(place(&mut client), (json!("reserve"), json!(line - steps)), "{backend}");
        }
        client.call("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": [] }));
        client.call("continue", json!({ "threadId": 1 }));
        assert_eq!(client.event("exited")["exitCode"], 0, "{backend}");
        client.call("disconnect", json!({}));
        client.end();
    }
}
