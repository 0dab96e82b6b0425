//! `ferrotape --inspect` and `--inspect-brk`, by a client of the Chrome DevTools protocol.

mod awaiting;
mod client;
mod ignoring;
mod profiling;

use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::runner::{Run, root};
use client::{Client, Inspected};

/// A file with that text, in a folder of the test's own.
fn file(test: &str, name: &str, text: &str) -> PathBuf {
    let folder = root().join("target").join("inspecting").join(test);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = std::fs::canonicalize(folder).expect("its path").join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Starts a program that waits, and a client that has what clients begin with.
fn begin(test: &str, options: &[&str], name: &str, text: &str) -> (Inspected, Client, String) {
    let path = file(test, name, text).display().to_string();
    let mut arguments = vec!["--inspect-brk=0"];
    arguments.extend(options);
    arguments.push(&path);
    let inspected = Inspected::start(&arguments);
    let mut client = inspected.client();
    for method in ["Runtime.enable", "Debugger.enable", "Profiler.enable", "Network.enable"] {
        client.call(method, json!({}));
    }
    assert_eq!(client.event("Runtime.executionContextCreated")["context"]["id"], 1);
    (inspected, client, format!("file://{path}"))
}

/// Lets the program begin, to its first statement.
fn run(client: &mut Client) -> Value {
    client.call("Runtime.runIfWaitingForDebugger", json!({}));
    let paused = client.event("Debugger.paused");
    assert_eq!(paused["reason"], "Break on start");
    paused
}

/// Names and values of what an object id leads to.
fn shown(client: &mut Client, id: &Value) -> Vec<String> {
    let found = client.call("Runtime.getProperties", json!({ "objectId": id, "ownProperties": true }));
    let text = |it: &Value| {
        let value = &it["value"];
        let text = value.get("value").filter(|value| !value.is_null()).unwrap_or(&value["description"]);
        format!("{}={text}", it["name"].as_str().unwrap_or_default())
    };
    found["result"].as_array().expect("a list").iter().map(text).collect()
}

fn finish(mut client: Client, inspected: Inspected) -> (Option<i32>, String) {
    client.event("Runtime.executionContextDestroyed");
    inspected.error("Waiting for the debugger to disconnect");
    drop(client);
    inspected.end()
}

const PRICES: &str = "type Item = { name: string; price: number };\n\nfunction total(items: Item[]): number {\n  let sum = 0;\n  for (let i = 0; i <= items.length; i++) {\n    const item = items[i];\n    sum += item?.price;\n  }\n  return sum;\n}\n\nconst items: Item[] = [{ name: 'pen', price: 2 }, { name: 'book', price: 9 }];\nconsole.log('total', total(items));\n";

#[test]
fn a_pause_at_a_stop_is_none() {
    let (inspected, mut client, _) = begin("paused", &[], "a.js", "let a = 1;\na = 2;\na = 3;\n");
    run(&mut client);
    client.call("Debugger.pause", json!({}));
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn a_fault_of_a_typescript_program_is_found() {
    for backend in ["register", "stack"] {
        let (inspected, mut client, url) =
            begin(&format!("fault-{backend}"), &["--backend", backend], "prices.ts", PRICES);
        // It waits for the text, which has not run yet.
        let pattern = format!("^{}$", url.replace('.', "\\."));
        let wanted = json!({ "urlRegex": pattern, "lineNumber": 6, "condition": "Number.isNaN(sum + item?.price)" });
        let set = client.call("Debugger.setBreakpointByUrl", wanted);
        assert_eq!(set["locations"], json!([]));
        let paused = run(&mut client);
        let script = client.event("Debugger.scriptParsed");
        assert_eq!(script["url"], json!(url));
        assert_eq!(client.event("Debugger.breakpointResolved")["location"]["lineNumber"], 6);
        let source = client.call("Debugger.getScriptSource", json!({ "scriptId": script["scriptId"] }));
        assert_eq!(source["scriptSource"], PRICES);
        assert_eq!(paused["callFrames"][0]["url"], json!(url));
        client.call("Debugger.resume", json!({}));
        client.event("Debugger.resumed");
        let paused = client.event("Debugger.paused");
        assert_eq!(paused["hitBreakpoints"], json!([set["breakpointId"]]));
        let frame = &paused["callFrames"][0];
        assert_eq!((&frame["functionName"], &frame["location"]["lineNumber"]), (&json!("total"), &json!(6)));
        let scopes = frame["scopeChain"].as_array().expect("scopes");
        let mut names = Vec::new();
        for scope in scopes.iter().filter(|scope| scope["type"] != "global") {
            names.extend(shown(&mut client, &scope["object"]["objectId"]));
        }
        for wanted in ["i=2", "sum=11"] {
            assert!(names.iter().any(|name| name == wanted), "{names:?}");
        }
        let id = frame["callFrameId"].clone();
        let evaluated =
            client.call("Debugger.evaluateOnCallFrame", json!({ "callFrameId": id, "expression": "i < items.length" }));
        assert_eq!(evaluated["result"]["value"], false);
        // It is put right, and goes on.
        let text = "i = items.length; item = { price: 0 }";
        let refused = client.call("Debugger.evaluateOnCallFrame", json!({ "callFrameId": id, "expression": text }));
        assert_eq!(refused["exceptionDetails"]["exception"]["className"], "TypeError");
        let wanted =
            json!({ "callFrameId": id, "expression": "sum = -item?.price || sum; items.push({ price: 4 }); i = 1" });
        client.call("Debugger.evaluateOnCallFrame", wanted);
        client.call("Debugger.removeBreakpoint", json!({ "breakpointId": set["breakpointId"] }));
        client.call("Debugger.resume", json!({}));
        let printed = client.event("Runtime.consoleAPICalled");
        assert_eq!((&printed["type"], &printed["args"][0]["value"]), (&json!("log"), &json!("total")));
        let (code, output) = finish(client, inspected);
        assert_eq!((code, output.as_str()), (Some(0), "total NaN\n"));
    }
}

#[test]
fn it_steps_sets_and_stops_at_exceptions() {
    let text = "function half(n) {\n  if (n % 2) throw new RangeError('odd');\n  return n / 2;\n}\nlet a = half(4);\nlet b = 7;\ntry { half(b) } catch { a = -1 }\nhalf(9);\n";
    let (inspected, mut client, url) = begin("steps", &[], "a.js", text);
    run(&mut client);
    let script = client.event("Debugger.scriptParsed")["scriptId"].clone();
    let possible =
        json!({ "start": { "scriptId": script, "lineNumber": 4 }, "end": { "scriptId": script, "lineNumber": 6 } });
    let possible = client.call("Debugger.getPossibleBreakpoints", possible)["locations"].clone();
    let place = |it: &Value| (it["lineNumber"].clone(), it["columnNumber"].clone(), it["type"].clone());
    let possible: Vec<_> = possible.as_array().unwrap().iter().map(place).collect();
    let wanted = [(4, 0, Value::Null), (4, 8, json!("call")), (5, 0, Value::Null)];
    assert_eq!(possible, wanted.map(|(line, column, kind)| (json!(line), json!(column), kind)));
    let line = |paused: &Value| paused["callFrames"][0]["location"]["lineNumber"].as_u64().unwrap();
    for (method, wanted) in [("stepInto", 1), ("stepOver", 2), ("stepOut", 5)] {
        client.call(&format!("Debugger.{method}"), json!({}));
        assert_eq!(line(&client.event("Debugger.paused")), wanted, "{method}");
    }
    client.call("Debugger.stepOver", json!({}));
    let paused = client.event("Debugger.paused");
    let frame = paused["callFrames"][0]["callFrameId"].clone();
    let scopes = paused["callFrames"][0]["scopeChain"].as_array().unwrap();
    let of_script = scopes.iter().position(|scope| scope["type"] == "script").unwrap();
    let set =
        json!({ "callFrameId": frame, "scopeNumber": of_script, "variableName": "b", "newValue": { "value": 5 } });
    client.call("Debugger.setVariableValue", set);
    let hover = json!({ "callFrameId": frame, "expression": "b", "throwOnSideEffect": true });
    assert_eq!(client.call("Debugger.evaluateOnCallFrame", hover)["result"]["value"], 5);
    let hover = json!({ "callFrameId": frame, "expression": "half(2)", "throwOnSideEffect": true });
    assert!(client.call("Debugger.evaluateOnCallFrame", hover)["exceptionDetails"].is_object());
    client.call("Debugger.setPauseOnExceptions", json!({ "state": "all" }));
    client.call("Debugger.resume", json!({}));
    let paused = client.event("Debugger.paused");
    assert_eq!((&paused["reason"], &paused["data"]["uncaught"]), (&json!("exception"), &json!(false)));
    assert!(paused["data"]["description"].as_str().unwrap().starts_with("RangeError: odd"), "{paused}");
    client.call("Debugger.setPauseOnExceptions", json!({ "state": "uncaught" }));
    client.call("Debugger.resume", json!({}));
    let paused = client.event("Debugger.paused");
    assert_eq!(paused["data"]["uncaught"], true);
    assert_eq!(paused["callFrames"][1]["url"], json!(url));
    client.call("Debugger.resume", json!({}));
    let thrown = client.event("Runtime.exceptionThrown")["exceptionDetails"].clone();
    assert_eq!(thrown["exception"]["className"], "RangeError");
    let frames = thrown["stackTrace"]["callFrames"].as_array().unwrap().iter();
    let places: Vec<_> = frames.map(|it| (it["functionName"].clone(), it["lineNumber"].clone())).collect();
    assert_eq!(places, [(json!("half"), json!(1)), (json!(""), json!(7))]);
    assert_eq!(finish(client, inspected).0, Some(1));
}

#[test]
fn the_column_of_an_exception_is_in_utf16() {
    let (inspected, mut client, _) = begin("wide", &[], "a.js", "'😀😀'; throw new Error('no');\n");
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    let thrown = client.event("Runtime.exceptionThrown")["exceptionDetails"].clone();
    let columns = [&thrown["columnNumber"], &thrown["stackTrace"]["callFrames"][0]["columnNumber"]];
    assert_eq!(columns, [&json!(14), &json!(14)]);
    assert_eq!(finish(client, inspected).0, Some(1));
}

#[test]
fn frames_begin_anew() {
    let text = "let n = 0;\nfunction f(a) {\n  n++;\n  if (n == 1) debugger;\n  return a;\n}\nf(1);\nconsole.log(n);\n";
    for backend in ["register", "stack"] {
        let (inspected, mut client, _) = begin(&format!("anew-{backend}"), &["--backend", backend], "a.js", text);
        run(&mut client);
        client.call("Debugger.resume", json!({}));
        let paused = client.event("Debugger.paused");
        let frame = |paused: &Value, index: usize| paused["callFrames"][index]["callFrameId"].clone();
        assert_eq!(paused["callFrames"][0]["canBeRestarted"], true);
        assert_eq!(paused["callFrames"][1]["canBeRestarted"], false);
        client.refused("Debugger.restartFrame", json!({ "callFrameId": frame(&paused, 1), "mode": "StepInto" }));
        let restarted =
            client.call("Debugger.restartFrame", json!({ "callFrameId": frame(&paused, 0), "mode": "StepInto" }));
        assert_eq!(restarted["callFrames"], json!([]));
        let paused = client.event("Debugger.paused");
        assert_eq!(paused["callFrames"][0]["location"]["lineNumber"], 2);
        client.call("Debugger.resume", json!({}));
        assert_eq!(finish(client, inspected), (Some(0), "2\n".to_owned()));
    }
}

#[test]
fn hostile_values_are_bounded_and_run_nothing() {
    let text = "let ran = 0;\nlet target = {};\nlet proxy = new Proxy(target, new Proxy({}, { get() { ran++; throw 1 } }));\nlet values = {\n  get thrower() { ran++; throw 1 }, proxy, long: 'x'.repeat(1e8), deep: null,\n  many: {}, elements: new Array(4e9).fill(0, 0, 10), bytes: new Uint8Array(1e7), map: new Map([[{ k: 1 }, proxy]]),\n};\nfor (let i = 0; i < 1e5; i++) values.many['key' + i] = i;\nfor (let i = 0; i < 1e5; i++) values.deep = { next: values.deep };\nvalues.circle = values;\ndebugger;\n";
    let (inspected, mut client, _) = begin("hostile", &[], "a.js", text);
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    let paused = client.event("Debugger.paused");
    let frame = paused["callFrames"][0]["callFrameId"].clone();
    let wanted = json!({ "callFrameId": frame, "expression": "values", "generatePreview": true });
    let values = client.call("Debugger.evaluateOnCallFrame", wanted)["result"].clone();
    assert_eq!(
        (&values["preview"]["overflow"], &values["preview"]["properties"][0]["type"]),
        (&json!(true), &json!("accessor"))
    );
    let wanted = json!({ "objectId": values["objectId"], "ownProperties": true, "generatePreview": true });
    let found = client.call("Runtime.getProperties", wanted);
    assert!(found.to_string().len() < 4 << 20);
    let by_name =
        |name: &str| found["result"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap().clone();
    assert_eq!(by_name("thrower")["get"]["type"], "function");
    assert_eq!(by_name("proxy")["value"]["subtype"], "proxy");
    assert_eq!(by_name("many")["value"]["preview"]["properties"].as_array().unwrap().len(), 5);
    assert!(by_name("long")["value"]["value"].as_str().unwrap().len() <= 1 << 20);
    let many = client.call("Runtime.getProperties", json!({ "objectId": by_name("many")["value"]["objectId"] }));
    assert_eq!(many["result"].as_array().unwrap().len(), 10_000);
    let circle = json!({ "objectId": values["objectId"], "functionDeclaration": "function () { return this }", "returnByValue": true });
    assert_eq!(client.refused("Runtime.callFunctionOn", circle), -32000);
    let endless = json!({ "callFrameId": frame, "expression": "for (;;);" });
    assert!(client.call("Debugger.evaluateOnCallFrame", endless)["exceptionDetails"].is_object());
    let ran = json!({ "callFrameId": frame, "expression": "ran" });
    assert_eq!(client.call("Debugger.evaluateOnCallFrame", ran)["result"]["value"], 0);
    let map = by_name("map")["value"]["objectId"].clone();
    let internal = client.call("Runtime.getProperties", json!({ "objectId": map }))["internalProperties"].clone();
    let entries = internal.as_array().unwrap().iter().find(|it| it["name"] == "[[Entries]]").unwrap()["value"].clone();
    let entries = client.call("Runtime.getProperties", json!({ "objectId": entries["objectId"] }));
    let entry = entries["result"][0]["value"]["objectId"].clone();
    assert_eq!(shown(&mut client, &entry), ["key=\"Object\"", "value=\"Proxy(Object)\""]);
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn a_program_with_many_evals_stops_in_files_that_come_later() {
    file("evals", "late.js", "export let m = 1;\nm++;\n");
    let text = "for (let i = 0; i < 10_010; i++) (0, eval)('1');\nimport('./late.js').then(() => print('ran'));\n";
    let (inspected, mut client, url) = begin("evals", &[], "a.js", text);
    let late = url.replace("a.js", "late.js");
    client.call("Debugger.setBreakpointByUrl", json!({ "url": late, "lineNumber": 1 }));
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    assert_eq!(client.event("Debugger.paused")["callFrames"][0]["url"], json!(late));
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn the_text_of_a_commonjs_file_is_what_its_author_wrote() {
    let text = "let a = 1;\ndebugger;\n";
    let (inspected, mut client, url) = begin("written", &["--commonjs"], "a.cjs", text);
    run(&mut client);
    let script = loop {
        let script = client.event("Debugger.scriptParsed");
        if script["url"] == json!(url) {
            break script;
        }
    };
    assert_eq!((&script["endLine"], &script["length"]), (&json!(2), &json!(text.len())));
    let source = client.call("Debugger.getScriptSource", json!({ "scriptId": script["scriptId"] }));
    assert_eq!(source["scriptSource"], text);
    // A breakpoint in a text is in that of the file.
    let wanted = json!({ "location": { "scriptId": script["scriptId"], "lineNumber": 1 } });
    let set = client.call("Debugger.setBreakpoint", wanted);
    client.call("Debugger.resume", json!({}));
    assert_eq!(client.event("Debugger.paused")["hitBreakpoints"], json!([set["breakpointId"]]));
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn previews_show_what_is_within() {
    let (inspected, mut client, url) = begin("previews", &[], "a.js", "function f() {}\n0;\n");
    run(&mut client);
    let preview = |client: &mut Client, text: &str| {
        let wanted = json!({ "expression": text, "generatePreview": true });
        client.call("Runtime.evaluate", wanted)["result"]["preview"].clone()
    };
    let names = |preview: &Value| {
        let all = preview["properties"].as_array().unwrap().iter();
        let shown = |it: &Value| format!("{}={}", it["name"].as_str().unwrap(), it["value"].as_str().unwrap_or("?"));
        all.map(shown).collect::<Vec<_>>().join(" ")
    };
    for (text, wanted) in [
        ("Promise.resolve({})", "[[PromiseState]]=fulfilled [[PromiseResult]]=Object"),
        ("(function* () {})()", "[[GeneratorState]]=suspended"),
        ("new Proxy({ a: 1 }, { get() { throw 1 } })", "a=1"),
        ("new Proxy(new Proxy([1, 2, 3, 4, 5, 6], {}), {})", "0=1 1=2 2=3 3=4 4=5 5=6"),
        ("({ get a() { throw 1 }, set b(v) {}, [Symbol('s')]: 2 })", "a=? Symbol(s)=2"),
        ("Object('ab')", "[[PrimitiveValue]]=ab 0=a 1=b"),
    ] {
        let shown = preview(&mut client, text);
        assert_eq!(names(&shown), wanted, "{text}");
    }
    let cut = preview(&mut client, "({ long: 'x'.repeat(101), short: 'y'.repeat(100) })");
    assert_eq!(names(&cut), format!("long={}… short={}", "x".repeat(100), "y".repeat(100)));
    let map = preview(&mut client, "new Map([['k', { a: [1] }]])");
    let entry = &map["entries"][0];
    assert_eq!((&entry["key"]["overflow"], names(&entry["value"]).as_str()), (&json!(false), "a=Array(1)"), "{map}");
    let by_value = json!({ "expression": "({ a: undefined, b: [undefined], c: null })", "returnByValue": true });
    let by_value = client.call("Runtime.evaluate", by_value)["result"]["value"].clone();
    assert_eq!(by_value, json!({ "b": [null], "c": null }));
    let held = |client: &mut Client, text: &str| {
        let object = client.call("Runtime.evaluate", json!({ "expression": text }))["result"]["objectId"].clone();
        client.call("Runtime.getProperties", json!({ "objectId": object }))
    };
    let function = held(&mut client, "f")["internalProperties"][0].clone();
    assert_eq!(function["name"], "[[FunctionLocation]]");
    let script = client.event("Debugger.scriptParsed");
    assert_eq!((&script["url"], &script["scriptId"]), (&json!(url), &function["value"]["value"]["scriptId"]));
    let map = held(&mut client, "new Map([['k', { a: 1 }]])")["internalProperties"].clone();
    let entries = map.as_array().unwrap().iter().find(|it| it["name"] == "[[Entries]]").unwrap()["value"].clone();
    let entries = client.call("Runtime.getProperties", json!({ "objectId": entries["objectId"] }));
    assert_eq!(entries["result"][0]["value"]["description"], "{\"k\" => Object}");
    // Rows of tables have previews too.
    client
        .call("Runtime.evaluate", json!({ "expression": "console.table([{ a: 1, b: 2 }]); console.log([{ a: 1 }])" }));
    let row = |client: &mut Client| {
        client.event("Runtime.consoleAPICalled")["args"][0]["preview"]["properties"][0]["valuePreview"].clone()
    };
    assert_eq!(names(&row(&mut client)), "a=1 b=2");
    assert_eq!(row(&mut client), Value::Null);
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn values_are_passed_called_and_released() {
    let (inspected, mut client, _) = begin("values", &[], "a.js", "var x = 1;\n");
    let evaluate = |client: &mut Client, text: &str| {
        client.call("Runtime.evaluate", json!({ "expression": text, "objectGroup": "console" }))["result"].clone()
    };
    for (text, state, result) in
        [("Promise.resolve(1)", "fulfilled", json!(1)), ("new Promise(() => {})", "pending", json!(null))]
    {
        let promise = evaluate(&mut client, text)["objectId"].clone();
        let found = client.call("Runtime.getProperties", json!({ "objectId": promise }))["internalProperties"].clone();
        let internal = |name: &str| {
            let found = found.as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
            found["value"]["value"].clone()
        };
        assert_eq!((internal("[[PromiseState]]"), internal("[[PromiseResult]]")), (json!(state), result), "{text}");
    }
    for (text, name, wanted) in [
        ("1 / 3", "value", json!(1.0 / 3.0)),
        ("-0", "unserializableValue", json!("-0")),
        ("0 / 0", "unserializableValue", json!("NaN")),
        ("2n ** 70n", "unserializableValue", json!("1180591620717411303424n")),
        ("-(10n ** 60n)", "unserializableValue", json!(format!("-1{}n", "0".repeat(60)))),
        ("10n ** 60n", "description", json!(format!("1{}n", "0".repeat(60)))),
        ("1n << 9_000_000n", "description", json!("a BigInt of 9000001 bits")),
        ("1n << 9_000_000n", "unserializableValue", Value::Null),
        ("null", "subtype", json!("null")),
        ("[1, 2]", "description", json!("Array(2)")),
        ("/a\\/b/g", "description", json!("/a\\/b/g")),
        ("new Map([[1, 2]])", "description", json!("Map(1)")),
        ("function f(a) { return a }; f", "description", json!("function f(a) { return a }")),
        ("Symbol('s')", "description", json!("Symbol(s)")),
        ("new (class Point {})", "className", json!("Point")),
    ] {
        assert_eq!(evaluate(&mut client, text)[name], wanted, "{text}");
    }
    let object = evaluate(&mut client, "({ a: 1, list: [1, , { b: [] }], get c() { return 3 } })");
    let call = json!({
        "objectId": object["objectId"], "functionDeclaration": "function (x, y, z, u) { return [this.a, x, y, z, u] }",
        "arguments": [{ "objectId": object["objectId"] }, { "unserializableValue": "7n" }, { "value": { "q": [null] } }, {}],
    });
    let list = client.call("Runtime.callFunctionOn", call)["result"].clone();
    let mut names = shown(&mut client, &list["objectId"]);
    names.truncate(5);
    assert_eq!(names, ["0=1", "1=\"Object\"", "2=\"7n\"", "3=\"Object\"", "4=null"]);
    let by_value =
        json!({ "expression": "({ a: 1, list: [1, , { b: [] }], get c() { return 3 } })", "returnByValue": true });
    assert_eq!(
        client.call("Runtime.evaluate", by_value)["result"]["value"],
        json!({ "a": 1, "list": [1, null, { "b": [] }] })
    );
    // Holes at the end are some too, and names with digits need be no indices.
    let arrays = "[[1, , ], new Array(2), Object.assign([1], { '+2': 3, '04': 5 })]";
    let arrays = client.call("Runtime.evaluate", json!({ "expression": arrays, "returnByValue": true }));
    assert_eq!(arrays["result"]["value"], json!([[1, null], [null, null], [1]]));
    let named = evaluate(&mut client, "({ '+1': 1, '01': 2, 1: 3, x: 4 })")["objectId"].clone();
    let named = json!({ "objectId": named, "nonIndexedPropertiesOnly": true });
    let named = client.call("Runtime.getProperties", named)["result"].clone();
    let named: Vec<&Value> = named.as_array().unwrap().iter().map(|property| &property["name"]).collect();
    assert_eq!(named, ["+1", "01", "x"]);
    // JSON has no prototypes.
    let call = json!({
        "functionDeclaration": "function (it) { return [Object.keys(it), it.x].join() }", "objectId": object["objectId"],
        "arguments": [{ "value": { "__proto__": { "x": 1 } } }],
    });
    assert_eq!(client.call("Runtime.callFunctionOn", call)["result"]["value"], "__proto__,");
    let plain = json!({ "expression": "7", "awaitPromise": true });
    assert_eq!(client.call("Runtime.evaluate", plain)["result"]["value"], 7);
    // What is looked at counts, shown or not.
    let hidden = "let hidden = {}; for (let i = 0; i < 1000; i++) Object.defineProperty(hidden, 'k' + i, { value: i }); new Array(200).fill(hidden)";
    let hidden = json!({ "expression": hidden, "returnByValue": true });
    assert_eq!(client.refused("Runtime.evaluate", hidden), -32000);
    let thrown = client.call("Runtime.evaluate", json!({ "expression": "missing" }));
    assert_eq!(thrown["exceptionDetails"]["exception"]["className"], "ReferenceError");
    let wrong = client
        .call("Runtime.compileScript", json!({ "expression": "let let", "sourceURL": "", "persistScript": false }));
    assert_eq!(wrong["exceptionDetails"]["exception"]["className"], "SyntaxError");
    client.call("Runtime.releaseObjectGroup", json!({ "objectGroup": "console" }));
    assert_eq!(client.refused("Runtime.getProperties", json!({ "objectId": object["objectId"] })), -32000);
    assert_eq!(client.refused("Debugger.stepOver", json!({})), -32000);
    assert_eq!(client.refused("Debugger.restartFrame", json!({})), -32000);
    assert_eq!(client.refused("Nothing", json!({})), -32601);
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn groups_counts_and_times_of_the_console_are_told() {
    let text = "console.group('a', 1); console.groupCollapsed(); console.groupEnd();\nconsole.count('n'); console.count('n'); console.countReset('m');\nconsole.time('t'); console.timeLog('t'); console.timeEnd('t'); console.clear(); console.dirxml(2); console.warn(3);";
    let (inspected, mut client, _) = begin("groups", &[], "a.js", text);
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    let wanted = [
        ("startGroup", "\"a\""),
        ("startGroupCollapsed", "\"console.groupCollapsed\""),
        ("endGroup", "\"console.groupEnd\""),
        ("count", "\"n: 1\""),
        ("count", "\"n: 2\""),
        ("warning", "\"Count for 'm' does not exist\""),
        ("log", "\"t: "),
        ("timeEnd", "\"t: "),
        ("clear", "\"console.clear\""),
        ("dirxml", "2"),
        ("warning", "3"),
    ];
    for (kind, value) in wanted {
        let printed = client.event("Runtime.consoleAPICalled");
        let shown = printed["args"][0]["value"].to_string();
        assert!(printed["type"] == kind && shown.starts_with(value), "{kind} {value}: {printed}");
    }
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn printed_objects_are_let_go() {
    let text = "for (let i = 0; i < 1100; i++) console.log({ i });\n";
    let (inspected, mut client, _) = begin("printed", &[], "a.js", text);
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    let ids: Vec<Value> =
        (0..1100).map(|_| client.event("Runtime.consoleAPICalled")["args"][0]["objectId"].clone()).collect();
    assert_eq!(client.refused("Runtime.getProperties", json!({ "objectId": ids[99] })), -32000);
    assert_eq!(shown(&mut client, &ids[100]), ["i=100"]);
    assert_eq!(shown(&mut client, &ids[1099]), ["i=1099"]);
    client.call("Runtime.discardConsoleEntries", json!({}));
    assert_eq!(client.refused("Runtime.getProperties", json!({ "objectId": ids[1099] })), -32000);
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn a_program_goes_on_when_its_debugger_is_disabled() {
    let (inspected, mut client, url) = begin("disabled", &[], "a.js", "print('ö');\nprint('ran');\n");
    // A column far behind a line that is no ASCII.
    let far = json!({ "url": url, "lineNumber": 0, "columnNumber": u32::MAX });
    client.call("Debugger.setBreakpointByUrl", far.clone());
    run(&mut client);
    client.call("Debugger.setBreakpointByUrl", far);
    client.call("Debugger.disable", json!({}));
    let (code, output) = finish(client, inspected);
    assert_eq!((code, output.as_str()), (Some(0), "ö\nran\n"));
}

#[test]
fn a_client_gets_no_answers_to_those_before_it() {
    let (inspected, mut first, _) = begin("earlier", &[], "a.js", "print('ran');\n");
    let evaluate = |text: &str| {
        json!({ "id": 1, "method": "Runtime.evaluate", "params": { "expression": text } }).to_string().into_bytes()
    };
    first.send(&evaluate("for (;;);"));
    for _ in 0..10 {
        first.send(&evaluate("'old'"));
    }
    drop(first);
    let mut client = inspected.client();
    assert_eq!(client.call("Runtime.evaluate", json!({ "expression": "'new'" }))["result"]["value"], "new");
    client.call("Runtime.runIfWaitingForDebugger", json!({}));
    drop(client);
    assert_eq!(inspected.end(), (Some(0), "ran\n".to_owned()));
}

#[test]
fn slow_requests_are_left() {
    let (inspected, client, _) = begin("slow", &[], "a.js", "print('ran');\n");
    let mut stream = inspected.connect();
    let began = std::time::Instant::now();
    // Each byte comes in time, and all of them do not.
    while stream.write_all(b"G").is_ok() {
        assert!(began.elapsed().as_secs() < 60);
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    drop(client);
    let mut client = inspected.client();
    client.call("Runtime.runIfWaitingForDebugger", json!({}));
    drop(client);
    assert_eq!(inspected.end(), (Some(0), "ran\n".to_owned()));
}

#[test]
fn coverage_names_scripts() {
    let text = "function busy() { for (let i = 0; i < 3e6; i++); }\nfunction never() {}\nbusy();\n";
    let (inspected, mut client, url) = begin("measured", &[], "a.js", text);
    client.call("Profiler.startPreciseCoverage", json!({ "callCount": true, "detailed": true }));
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    client.event("Runtime.executionContextDestroyed");
    let coverage = client.call("Profiler.takePreciseCoverage", json!({}));
    let file = coverage["result"].as_array().unwrap().iter().find(|it| it["url"] == json!(url)).expect("the file");
    let count = |name: &str| {
        let functions = file["functions"].as_array().unwrap();
        functions.iter().find(|it| it["functionName"] == name).unwrap()["ranges"][0]["count"].clone()
    };
    assert_eq!((count("busy"), count("never")), (json!(1), json!(0)));
    drop(client);
    assert_eq!(inspected.end().0, Some(0));
}

#[test]
fn coverage_is_taken_again() {
    let text =
        "function f() {}\nsetTimeout(() => { f(); debugger; f(); f(); setTimeout(() => { debugger; }, 1); }, 1);\n";
    let (inspected, mut client, url) = begin("taken-again", &[], "a.js", text);
    client.call("Profiler.startPreciseCoverage", json!({ "callCount": true, "detailed": true }));
    run(&mut client);
    for wanted in [1, 2] {
        client.call("Debugger.resume", json!({}));
        client.event("Debugger.paused");
        let coverage = client.call("Profiler.takePreciseCoverage", json!({}));
        let file = coverage["result"].as_array().unwrap().iter().find(|it| it["url"] == json!(url)).expect("the file");
        let functions = file["functions"].as_array().unwrap();
        let f = functions.iter().find(|it| it["functionName"] == "f").expect("it ran");
        assert_eq!(f["ranges"][0]["count"], json!(wanted));
    }
    client.call("Debugger.resume", json!({}));
    drop(client);
    assert_eq!(inspected.end().0, Some(0));
}

#[test]
fn a_heap_snapshot_has_what_scripts_see() {
    let text = "class Leak { constructor() { this.text = 'kept for ever'; this.list = [this] } }\nlet kept = new Leak();\nlet hidden = (secret => () => secret)(new Leak());\nlet map = new Map([[kept, 'a value']]);\ndebugger;\n";
    let (inspected, mut client, _) = begin("heap", &[], "a.js", text);
    run(&mut client);
    client.call("Debugger.resume", json!({}));
    client.event("Debugger.paused");
    client.call("HeapProfiler.takeHeapSnapshot", json!({ "reportProgress": false }));
    let mut text = String::new();
    let snapshot: Value = loop {
        text += client.event("HeapProfiler.addHeapSnapshotChunk")["chunk"].as_str().unwrap();
        if let Ok(snapshot) = serde_json::from_str(&text) {
            break snapshot;
        }
    };
    let list = |name: &str| snapshot[name].as_array().unwrap().clone();
    let (nodes, edges, strings) = (list("nodes"), list("edges"), list("strings"));
    assert_eq!(nodes.len() as u64, 7 * snapshot["snapshot"]["node_count"].as_u64().unwrap());
    assert_eq!(edges.len() as u64, 3 * snapshot["snapshot"]["edge_count"].as_u64().unwrap());
    let counted: u64 = nodes.chunks(7).map(|node| node[4].as_u64().unwrap()).sum();
    assert_eq!(3 * counted, edges.len() as u64);
    let name = |node: &[Value]| strings[node[1].as_u64().unwrap() as usize].as_str().unwrap().to_owned();
    // Two of them, and the prototype.
    assert_eq!(nodes.chunks(7).filter(|node| node[0] == 3 && name(node) == "Leak").count(), 3);
    assert!(nodes.chunks(7).any(|node| node[0] == 2 && name(node) == "kept for ever"));
    // Each node is reached from the root.
    let (mut starts, mut start) = (Vec::new(), 0);
    for node in nodes.chunks(7) {
        starts.push(start);
        start += node[4].as_u64().unwrap() as usize;
    }
    let (mut seen, mut left) = (vec![false; starts.len()], vec![0]);
    while let Some(node) = left.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            let count = nodes[7 * node + 4].as_u64().unwrap() as usize;
            let own = edges[3 * starts[node]..][..3 * count].chunks(3);
            left.extend(own.map(|edge| edge[2].as_u64().unwrap() as usize / 7));
        }
    }
    assert!(seen.iter().all(|&seen| seen));
    client.call("Debugger.resume", json!({}));
    assert_eq!(finish(client, inspected).0, Some(0));
}

#[test]
fn a_running_program_answers_and_goes_on_when_its_client_leaves() {
    let text = "let ticks = 0;\nlet timer = setInterval(() => { if (++ticks === 2 && globalThis.left) clearInterval(timer); ticks %= 2 }, 5);\n";
    let path = file("running", "a.js", text).display().to_string();
    let inspected = Inspected::start(&["--inspect=127.0.0.1:0", &path]);
    let mut client = inspected.client();
    client.call("Runtime.enable", json!({}));
    client.call("Debugger.enable", json!({}));
    // It may have to begin yet. Then it answers while it waits for a timer.
    while client.call("Runtime.evaluate", json!({ "expression": "typeof timer" }))["result"]["value"] != "object" {}
    let names = client.call("Runtime.globalLexicalScopeNames", json!({ "executionContextId": 1 }));
    assert!(names["names"].as_array().unwrap().contains(&json!("ticks")));
    client.call("Debugger.pause", json!({}));
    let paused = client.event("Debugger.paused");
    assert_eq!(paused["callFrames"][0]["location"]["lineNumber"], 1);
    client.call("Debugger.setBreakpointByUrl", json!({ "urlRegex": "a\\.js$", "lineNumber": 1 }));
    client.call("Runtime.evaluate", json!({ "expression": "globalThis.left = true" }));
    // It is stopped: the client's breakpoint goes with it.
    drop(client);
    assert_eq!(inspected.end(), (Some(0), String::new()));
}

#[test]
fn a_program_that_waits_waits_for_the_next_client() {
    let (inspected, client, _) = begin("waits", &[], "a.js", "print('ran');\n");
    let second = inspected.http(&format!("/{}", inspected.token), &upgrade("localhost"));
    assert_eq!(second.0, "409");
    drop(client);
    let mut client = inspected.client();
    client.call("Runtime.runIfWaitingForDebugger", json!({}));
    drop(client);
    assert_eq!(inspected.end(), (Some(0), "ran\n".to_owned()));
}

fn upgrade(host: &str) -> String {
    format!("Host: {host}\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA\r\n")
}

#[test]
fn strangers_are_refused() {
    let (inspected, mut client, _) = begin("strangers", &[], "a.js", "print('ran');\n");
    let path = format!("/{}", inspected.token);
    let list = inspected.http("/json/list", "Host: localhost:9229\r\n");
    let targets: Value = serde_json::from_str(&list.1).expect("JSON");
    assert_eq!(targets[0]["webSocketDebuggerUrl"], json!(format!("ws://localhost:9229{path}")));
    let version: Value = serde_json::from_str(&inspected.http("/json/version", "Host: 127.0.0.1\r\n").1).expect("JSON");
    assert_eq!(version["Protocol-Version"], "1.3");
    for (path, fields, wanted) in [
        ("/json", "Host: evil.example\r\n".to_owned(), "403"),
        ("/json", String::new(), "403"),
        ("/json", "Host: localhost\r\nOrigin: http://localhost:8000\r\n".to_owned(), "403"),
        (&path, upgrade("evil.example"), "403"),
        (&path, upgrade("localhost") + "Origin: null\r\n", "403"),
        ("/", upgrade("localhost"), "404"),
        ("/0123456789abcdef0123456789abcdef", upgrade("localhost"), "404"),
        (&path, upgrade("localhost").replace("13", "8"), "400"),
        ("/other", "Host: localhost\r\n".to_owned(), "404"),
    ] {
        assert_eq!(inspected.http(path, &fields).0, wanted, "{path} {fields:?}");
    }
    let protocol: Value = serde_json::from_str(&inspected.http("/json/protocol", "Host: [::1]\r\n").1).expect("JSON");
    for domain in protocol["domains"].as_array().expect("domains") {
        for command in domain["commands"].as_array().expect("commands") {
            let method = format!("{}.{}", domain["domain"].as_str().unwrap(), command["name"].as_str().unwrap());
            if !["Runtime.runIfWaitingForDebugger", "Runtime.disable", "Debugger.disable"].contains(&&*method) {
                client.send(json!({ "id": 0, "method": method, "params": {} }).to_string().as_bytes());
                let answer = client.call("Runtime.getIsolateId", json!({}));
                assert!(answer["id"].is_string());
            }
        }
    }
    // A message that is no JSON is told, and one that claims to be endless ends it.
    client.send(b"{");
    client.call("Runtime.runIfWaitingForDebugger", json!({}));
    client.event("Debugger.paused");
    client
        .stream
        .write_all(&[0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
        .expect("it reads");
    while client.read().is_some() {}
    assert_eq!(inspected.end(), (Some(0), "ran\n".to_owned()));
}

#[test]
fn wrong_ports_are_told() {
    for (option, wanted) in
        [("--inspect=x", "--inspect takes PORT"), ("--inspect=192.0.2.1:1", "cannot listen on 192.0.2.1:1")]
    {
        let outcome = Run { arguments: &[option, "-e", "1"], ..Run::default() }.outcome();
        assert_eq!(outcome.code, Some(2));
        assert!(outcome.stderr.contains(wanted), "{}", outcome.stderr);
    }
}
