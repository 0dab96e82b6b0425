//! Promises that a client waits for, and what its texts print.

use serde_json::{Value, json};

use super::client::{Client, Inspected};
use super::{begin, file, finish, run};

fn awaited(text: &str) -> Value {
    json!({ "expression": text, "awaitPromise": true })
}

/// Sends a message whose answer is not waited for.
fn send(client: &mut Client, id: u64, method: &str, params: Value) {
    client.send(json!({ "id": id, "method": method, "params": params }).to_string().as_bytes());
}

#[test]
fn promises_are_awaited_before_the_program_and_texts_print() {
    for backend in ["register", "stack"] {
        let (inspected, mut client, _) =
            begin(&format!("awaited-{backend}"), &["--backend", backend], "a.js", "print('ran');\n");
        for (text, wanted) in [
            ("Promise.resolve(1)", 1),
            ("(async () => { await null; await null; return 2 })()", 2),
            ("({ then(done) { done(3) } })", 3),
            ("4", 4),
            ("new Promise(done => Promise.resolve().then(() => done(Promise.resolve(5))))", 5),
            ("await 6", 6),
            ("let seven = await Promise.resolve(7); seven", 7),
            ("({ then: 8 }).then", 8),
        ] {
            let answer = client.call("Runtime.evaluate", awaited(text));
            assert_eq!(answer["result"]["value"], wanted, "{text}: {answer}");
        }
        let plain = client.call("Runtime.evaluate", json!({ "expression": "await 6" }));
        assert_eq!(plain["result"]["value"], 6);
        let answer = client.call("Runtime.evaluate", awaited("Promise.reject(new RangeError('no'))"));
        assert_eq!(answer["exceptionDetails"]["exception"]["className"], "RangeError");
        assert_eq!(answer["exceptionDetails"]["text"], "Uncaught (in promise)");
        let answer = client.call("Runtime.evaluate", awaited("({ get then() { throw 9 } })"));
        assert_eq!(answer["exceptionDetails"]["exception"]["value"], 9);
        let answer = client.call("Runtime.evaluate", awaited("throw 10"));
        assert_eq!(answer["exceptionDetails"]["text"], "Uncaught");
        let call = json!({
            "functionDeclaration": "async function (a) { console.log('called', a); return [this === globalThis, a] }",
            "arguments": [{ "value": 11 }], "awaitPromise": true, "returnByValue": true,
        });
        assert_eq!(client.call("Runtime.callFunctionOn", call)["result"]["value"], json!([true, 11]));
        let printed = client.event("Runtime.consoleAPICalled");
        assert_eq!((&printed["type"], &printed["args"][1]["value"]), (&json!("log"), &json!(11)));
        // What prints later is told too.
        let later = "Promise.resolve().then(() => console.warn({ later: true }))";
        client.call("Runtime.evaluate", awaited(later));
        let printed = client.event("Runtime.consoleAPICalled");
        assert_eq!((&printed["type"], &printed["args"][0]["type"]), (&json!("warning"), &json!("object")));
        // Jobs that never end are dropped, and the client is answered nevertheless.
        send(&mut client, 900, "Runtime.evaluate", awaited("Promise.resolve().then(() => { for (;;); })"));
        assert_eq!(client.call("Runtime.evaluate", json!({ "expression": "12" }))["result"]["value"], 12);
        run(&mut client);
        client.call("Debugger.resume", json!({}));
        assert_eq!(client.later(900)["error"]["message"], "Execution context was destroyed.");
        let (code, output) = finish(client, inspected);
        assert_eq!((code, output.as_str()), (Some(0), "called 11\nran\n"));
    }
}

#[test]
fn promises_are_settled_by_timers_while_the_client_is_served() {
    let text =
        "let ticks = 0;\nlet timer = setInterval(() => { if (globalThis.left) clearInterval(timer); ticks++ }, 5);\n";
    let path = file("timers", "a.js", text).display().to_string();
    let inspected = Inspected::start(&["--inspect=127.0.0.1:0", &path]);
    let mut client = inspected.client();
    client.call("Runtime.enable", json!({}));
    while client.call("Runtime.evaluate", json!({ "expression": "typeof timer" }))["result"]["value"] != "object" {}
    send(&mut client, 901, "Runtime.evaluate", awaited("new Promise(done => globalThis.done = done)"));
    send(&mut client, 902, "Runtime.evaluate", awaited("new Promise(done => setTimeout(done, 20, 'time'))"));
    send(&mut client, 903, "Runtime.evaluate", awaited("new Promise(() => {})"));
    assert_eq!(client.later(902)["result"]["result"]["value"], "time");
    assert_eq!(client.call("Runtime.evaluate", awaited("Promise.resolve().then(() => 5)"))["result"]["value"], 5);
    // One that is held.
    let held =
        client.call("Runtime.evaluate", json!({ "expression": "new Promise(done => setTimeout(done, 5, [6]))" }));
    let wanted = json!({ "promiseObjectId": held["result"]["objectId"], "returnByValue": true });
    assert_eq!(client.call("Runtime.awaitPromise", wanted)["result"]["value"], json!([6]));
    for (wrong, code) in [
        (json!({}), -32602),
        (json!({ "promiseObjectId": 7 }), -32602),
        (json!({ "promiseObjectId": "7000" }), -32000),
        (json!({ "promiseObjectId": null }), -32602),
    ] {
        assert_eq!(client.refused("Runtime.awaitPromise", wrong), code);
    }
    let object = client.call("Runtime.evaluate", json!({ "expression": "({})" }));
    let wanted = json!({ "promiseObjectId": object["result"]["objectId"] });
    assert_eq!(client.refused("Runtime.awaitPromise", wanted), -32000);
    client.call("Runtime.evaluate", json!({ "expression": "done('by a text')" }));
    assert_eq!(client.later(901)["result"]["result"]["value"], "by a text");
    client.call("Runtime.evaluate", json!({ "expression": "globalThis.left = true" }));
    // The program ends, and with it what never settles.
    assert_eq!(client.later(903)["error"]["message"], "Execution context was destroyed.");
    client.event("Runtime.executionContextDestroyed");
    assert_eq!(client.call("Runtime.evaluate", awaited("Promise.resolve(13)"))["result"]["value"], 13);
    assert_eq!(client.refused("Runtime.evaluate", awaited("new Promise(() => {})")), -32000);
    drop(client);
    assert_eq!(inspected.end().0, Some(0));
}

#[test]
fn promises_at_a_stop_wait_for_the_program_and_cost_it_nothing() {
    let text = "let order = [];\nPromise.resolve().then(() => order.push('program'));\ndebugger;\norder.push('on');\nPromise.resolve().then(() => print(order.join()));\n";
    for backend in ["register", "stack"] {
        let name = format!("stopped-{backend}");
        let (inspected, mut client, _) = begin(&name, &["--backend", backend, "--stats"], "a.js", text);
        run(&mut client);
        client.call("Debugger.resume", json!({}));
        let paused = client.event("Debugger.paused");
        let frame = paused["callFrames"][0]["callFrameId"].clone();
        send(&mut client, 904, "Runtime.evaluate", awaited("Promise.resolve().then(() => order.push('client'))"));
        let wanted = json!({ "callFrameId": frame, "expression": "Promise.reject('here')", "awaitPromise": true });
        // It is settled already.
        let answer = client.call("Debugger.evaluateOnCallFrame", wanted);
        assert_eq!(answer["exceptionDetails"]["exception"]["value"], "here");
        let printing = json!({ "callFrameId": frame, "expression": "console.info(order.length)" });
        client.call("Debugger.evaluateOnCallFrame", printing);
        let printed = client.event("Runtime.consoleAPICalled");
        assert_eq!((&printed["type"], &printed["args"][0]["value"]), (&json!("info"), &json!(0)));
        client.call("Debugger.resume", json!({}));
        assert_eq!(client.later(904)["result"]["result"]["value"], 3);
        let (code, output) = finish(client, inspected);
        assert_eq!((code, output.as_str()), (Some(0), "0\non,program,client\n"));
    }
}

#[test]
fn a_client_that_leaves_is_waited_for_no_longer() {
    let (inspected, mut client, _) = begin("left", &[], "a.js", "print('ran');\n");
    for id in 0..1_000 {
        send(&mut client, 2_000 + id, "Runtime.evaluate", awaited("new Promise(done => globalThis.done = done)"));
    }
    assert_eq!(client.refused("Runtime.evaluate", awaited("new Promise(() => {})")), -32000);
    drop(client);
    let mut client = inspected.client();
    client.call("Runtime.enable", json!({}));
    assert_eq!(client.call("Runtime.evaluate", awaited("done(1), Promise.resolve(2)"))["result"]["value"], 2);
    send(&mut client, 905, "Runtime.evaluate", awaited("new Promise(done => globalThis.done = done)"));
    client.call("Runtime.runIfWaitingForDebugger", json!({}));
    // Nothing has come for the first client.
    assert_eq!(client.later(905)["error"]["code"], -32000);
    drop(client);
    assert_eq!(inspected.end(), (Some(0), "ran\n".to_owned()));
}
