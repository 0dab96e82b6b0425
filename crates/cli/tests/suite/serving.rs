//! `ferrotape mcp` by a client.

mod client;

use serde_json::{Value, json};

use crate::runner::{Run, root};
use client::Client;

/// Returns what a program gives: the structured content, which is the text of the answer too.
fn ran(client: &mut Client, arguments: Value) -> Value {
    let result = client.call("tools/call", json!({ "name": "run", "arguments": arguments }));
    let content = result["structuredContent"].clone();
    assert_eq!(result["isError"], !content["ok"].as_bool().expect("ok"), "{result}");
    let text = result["content"][0]["text"].as_str().expect("a text");
    assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), content);
    content
}

#[test]
fn versions_are_agreed_on_and_tools_are_listed() {
    let mut client = Client::start(&[]);
    for (asked, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-06-18", "2025-06-18"),
        // That one has batches.
        ("2025-03-26", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let params =
            json!({ "protocolVersion": asked, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        let result = client.call("initialize", params);
        assert_eq!(result["protocolVersion"], given);
        assert_eq!(
            (&result["serverInfo"]["name"], &result["capabilities"]["tools"]),
            (&json!("ferrotape"), &json!({}))
        );
    }
    client.notify("notifications/initialized", json!({}));
    assert_eq!(client.call("ping", Value::Null), json!({}));
    let tools = client.call("tools/list", json!({}))["tools"].clone();
    let names: Vec<&str> = tools.as_array().expect("a list").iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["run", "check"]);
    assert!(tools[0]["description"].as_str().is_some_and(|text| text.contains("There is no network.")));
    assert_eq!(client.refused("resources/list", json!({}))["code"], -32601);
    assert_eq!(client.refused("tools/call", json!({ "name": "rm", "arguments": {} }))["code"], -32602);
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn programs_are_typescript_with_input_and_output() {
    for backend in ["register", "stack"] {
        let mut client = Client::start(&["--backend", backend]);
        let content = ran(
            &mut client,
            json!({
                "code": "const all: number[] = input.list;\nawait new Promise(done => setTimeout(done, 5));\nconsole.log('got', all);\nprint(1, 'b');\nconsole.error('no');\nreturn { sum: all.reduce((a, b) => a + b), all }",
                "input": { "list": [1, 2.5] },
            }),
        );
        assert_eq!(content["result"], json!({ "sum": 3.5, "all": [1, 2.5] }));
        assert_eq!(content["console"], "got [ 1, 2.5 ]\n1 b\nerror: no\n");
        assert!(
            content["fuel"].as_u64() > Some(0) && content["milliseconds"].is_number() && content["session"].is_null()
        );
        let cases = [
            ("", Value::Null, Value::Null),
            ("return null", Value::Null, Value::Null),
            ("return input", Value::Null, Value::Null),
            ("return 'a'", json!("a"), Value::Null),
            ("return 10n", Value::Null, json!("10n")),
            ("return () => 1", Value::Null, json!("[Function (anonymous)]")),
            ("const a = [1]; a.push(a); return a", Value::Null, json!("<ref *1> [ 1, [Circular *1] ]")),
            ("return {}", json!({}), Value::Null),
            ("return new Map([[1, 2]])", Value::Null, json!("Map(1) { 1 => 2 }")),
            ("return /a/g", Value::Null, json!("/a/g")),
            ("return new (class A {})", Value::Null, json!("A {}")),
            ("return new (class A { b = 1 })", json!({ "b": 1 }), Value::Null),
            ("JSON.stringify = () => '7'; return [1]", json!([1]), Value::Null),
            (
                "return typeof process + typeof require + typeof files",
                json!("undefinedundefinedundefined"),
                Value::Null,
            ),
        ];
        for (code, result, text) in cases {
            let content = ran(&mut client, json!({ "code": code }));
            assert_eq!(
                (&content["ok"], &content["result"], &content["text"]),
                (&json!(true), &result, &text),
                "{code}"
            );
        }
    }
}

#[test]
fn errors_are_told_with_their_place_and_hints() {
    let mut client = Client::start(&[]);
    let content = ran(&mut client, json!({ "code": "const list = [1]\nlist.foreach(n => n)" }));
    let error = &content["error"];
    assert_eq!((&error["kind"], &error["place"]["line"]), (&json!("exception"), &json!(2)));
    assert_eq!(error["hints"], json!(["did you mean `forEach`?"]));
    let content = ran(&mut client, json!({ "code": "return 1 +" }));
    assert_eq!(content["error"]["kind"], "syntax");
    let content = ran(&mut client, json!({ "code": "require('fs')" }));
    assert!(content["error"]["hints"][0].as_str().is_some_and(|hint| hint.contains("no packages")), "{content}");
    let content = ran(&mut client, json!({ "code": "await fetch('https://example.org')" }));
    assert!(content["error"]["message"].as_str().is_some_and(|text| text.contains("--allow-net")), "{content}");
    let content = ran(&mut client, json!({ "code": "await new Promise(() => {})" }));
    assert!(content["error"]["message"].as_str().is_some_and(|text| text.contains("never comes")), "{content}");
    let content = ran(&mut client, json!({ "code": "Promise.reject(new Error('lost')); await 1" }));
    assert_eq!(content["console"], "unhandled rejection: Error: lost\n");
    let checked = client.call("tools/call", json!({ "name": "check", "arguments": { "code": "return 1 +" } }));
    assert_eq!((&checked["isError"], &checked["structuredContent"]["error"]["kind"]), (&json!(true), &json!("syntax")));
    let checked = client.call("tools/call", json!({ "name": "check", "arguments": { "code": "for (;;);" } }));
    assert_eq!(checked["structuredContent"]["ok"], true);
}

#[test]
fn sessions_keep_globals_and_others_do_not() {
    let mut client = Client::start(&["--memory", "32M"]);
    let count = "globalThis.n = (globalThis.n ?? 0) + 1; return n";
    for expected in 1..4 {
        let content = ran(&mut client, json!({ "code": count, "session": "a" }));
        assert_eq!((&content["result"], &content["newSession"]), (&json!(expected), &json!(expected == 1)));
        assert_eq!(ran(&mut client, json!({ "code": count }))["result"], 1);
    }
    // A program that was stopped leaves its session usable.
    let content = ran(&mut client, json!({ "code": "for (;;);", "session": "a", "milliseconds": 50 }));
    assert_eq!(content["error"]["message"], "the script reached its deadline: 50ms");
    assert_eq!(content["error"]["kind"], "limit");
    assert_eq!(ran(&mut client, json!({ "code": count, "session": "a" }))["result"], 4);
    // The oldest of too many sessions goes, and so do those that keep too much.
    for index in 0..8 {
        ran(&mut client, json!({ "code": count, "session": format!("s{index}") }));
    }
    assert_eq!(ran(&mut client, json!({ "code": count, "session": "a" }))["newSession"], true);
    for index in 0..8 {
        let keep = "globalThis.all = new Uint8Array(20 << 20); return 1";
        let content = ran(&mut client, json!({ "code": keep, "session": format!("s{index}") }));
        assert_eq!(content["result"], 1, "{content}");
    }
    assert_eq!(ran(&mut client, json!({ "code": count, "session": "s6" }))["newSession"], true);
}

#[test]
fn files_are_those_of_the_allowed_folders() {
    let folder = root().join("target/serving/allowed");
    std::fs::create_dir_all(&folder).expect("a folder");
    let folder = folder.canonicalize().expect("its path");
    std::fs::write(folder.join("a.txt"), "hello").expect("a file");
    std::fs::write(folder.join("m.ts"), "export const six: number = 6").expect("a file");
    std::fs::write(folder.parent().expect("it has one").join("secret.txt"), "secret").expect("a file");
    let folder = folder.display().to_string();
    let mut client = Client::start(&[&format!("--allow-read={folder}")]);
    let tools = client.call("tools/list", json!({}));
    assert!(tools["tools"][0]["description"].as_str().is_some_and(|text| text.contains(&folder)));
    let code = "const { six } = await import(`${input}/m.ts`); return [files.readText(`${input}/a.txt`), six, files.list(input).length]";
    assert_eq!(ran(&mut client, json!({ "code": code, "input": folder }))["result"], json!(["hello", 6, 2]));
    for code in [
        "return files.readText(`${input}/../secret.txt`)",
        "return files.readText('/etc/passwd')",
        "return await import('/etc/passwd')",
        "return await import('./Cargo.toml')",
        "return files.writeText(`${input}/b.txt`, 'x')",
    ] {
        let content = ran(&mut client, json!({ "code": code, "input": folder }));
        assert_eq!((&content["ok"], &content["result"]), (&json!(false), &Value::Null), "{code}: {content}");
    }
    let mut client = Client::start(&[]);
    let content = ran(&mut client, json!({ "code": "files.readText('a')" }));
    assert!(content["error"]["hints"][0].as_str().is_some_and(|hint| hint.contains("--allow-read=DIR")), "{content}");
}

#[test]
fn hostile_programs_end_and_the_server_goes_on() {
    let mut client = Client::start(&["--time", "400ms", "--memory", "32M", "--fuel", "500M"]);
    let stopped = [
        "for (;;);",
        "await new Promise(() => setInterval(() => {}, 1))",
        "await new Promise(() => setTimeout(() => {}, 1e8))",
        "const all = []; for (;;) all.push({})",
        "return { toJSON() { for (;;); } }",
        "return { get a() { for (;;); } }",
        "const f = () => Promise.resolve().then(f); await f(); for (;;) await 1",
        "for (;;) console.log('flood'.repeat(1000))",
        "'x'.repeat(2 ** 29) + 1",
        "return 'x'.repeat(3 << 20)",
        "for (;;) { try { throw 1 } catch {} }",
        "return Array(1e9).fill(0).map(String)",
    ];
    for code in stopped {
        let content = ran(&mut client, json!({ "code": code }));
        assert_eq!(content["ok"], false, "{code}");
        assert!(content.to_string().len() < 200_000, "{code}: {} bytes", content.to_string().len());
        assert_eq!(ran(&mut client, json!({ "code": "return 6 * 7" }))["result"], 42);
    }
    // The time is that of the whole call, whichever of its steps is late.
    for code in ["for (;;);", "await new Promise(done => setTimeout(done, 1e6))"] {
        let error = ran(&mut client, json!({ "code": code, "milliseconds": 100 }))["error"].clone();
        assert_eq!(error["message"], "the script reached its deadline: 100ms", "{error}");
        assert!(
            error["hints"][0].as_str().is_some_and(|hint| hint.starts_with("`milliseconds` of the call")),
            "{error}"
        );
    }
    let full =
        ran(&mut client, json!({ "code": "const a = []; for (;;) a.push(new Uint8Array(1e7))" }))["error"].clone();
    assert_eq!((&full["hints"], &full["notes"]), (&json!(["--memory of the server sets it"]), &json!([])), "{full}");
    let content = ran(&mut client, json!({ "code": "for (let i = 0; i < 1e5; i++) print('flood'); return 1" }));
    assert!(content["console"].as_str().is_some_and(|text| text.ends_with("bytes more")), "{content}");
    let content = ran(&mut client, json!({ "code": "let a = 1; for (let i = 0; i < 5000; i++) a = [a]; return a" }));
    assert!(content["result"].is_null(), "what is nested too deep is no result");
    assert_eq!(ran(&mut client, json!({ "code": "return '\\ud800'" }))["ok"], true);
}

#[test]
fn hostile_messages_are_refused_and_the_server_goes_on() {
    let mut input = Vec::new();
    let mut add = |text: &str| input.extend_from_slice(format!("{text}\n").as_bytes());
    add("{");
    add(&"[".repeat(1 << 20));
    add("[]");
    add(&"x".repeat(17 << 20));
    add(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#);
    add(r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#);
    add(r#"{"jsonrpc":"2.0","method":"tools/call","params":{}}"#);
    add(r#"{"jsonrpc":"2.0","id":5,"result":{}}"#);
    add(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#);
    add(r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"run","arguments":{"code":"return 1"}}}"#);
    add(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"run"}}"#);
    let outcome = Run { arguments: &["mcp"], input: &input, ..Run::default() }.outcome();
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let answers: Vec<Value> = outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let codes: Vec<i64> = answers.iter().filter_map(|answer| answer["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [-32700, -32700, -32600, -32600, -32600, -32600, -32602], "{}", outcome.stdout);
    let result = answers.iter().find(|answer| answer["id"] == "a").expect("an answer");
    assert_eq!(result["result"]["structuredContent"]["result"], 1);
}

#[test]
fn calls_are_cancelled_and_told_of_while_they_run() {
    let mut client = Client::start(&["--time", "60s"]);
    let endless = json!({ "name": "run", "arguments": { "code": "for (;;);" }, "_meta": { "progressToken": "p" } });
    let asleep = json!({ "name": "run", "arguments": { "code": "await new Promise(f => setTimeout(f, 1e6))" } });
    let first = client.send("tools/call", endless.clone());
    let second = client.send("tools/call", asleep);
    let progress = client.notification("notifications/progress");
    assert_eq!(progress["progressToken"], "p");
    assert!(progress["progress"].as_f64() >= Some(1.0), "{progress}");
    for id in [first, second] {
        client.notify("notifications/cancelled", json!({ "requestId": id, "reason": "enough" }));
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(ran(&mut client, json!({ "code": "return 2" }))["result"], 2);
    assert!(!client.has_answer(first) && !client.has_answer(second), "nobody wants them any more");
    // More calls than wait are refused at once.
    let calls: Vec<u64> = (0..70).map(|_| client.send("tools/call", endless.clone())).collect();
    let refused = client.answer(calls[69]);
    assert_eq!(refused["error"]["code"], -32000, "{refused}");
    // The client leaves, and what goes on is ended.
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn calls_that_wait_have_so_many_bytes_in_all() {
    let mut client = Client::start(&["--time", "60s"]);
    let call = |code: &str, input: &str| json!({ "name": "run", "arguments": { "code": code, "input": input } });
    let first = client.send("tools/call", call("for (;;);", ""));
    let large = "x".repeat(11 << 20);
    let waiting: Vec<u64> = (0..3).map(|_| client.send("tools/call", call("return input.length", &large))).collect();
    assert_eq!(client.answer(waiting[2])["error"]["code"], -32000);
    // What can never run does not wait.
    assert_eq!(client.refused("tools/call", call(&" ".repeat((1 << 20) + 1), ""))["code"], -32602);
    client.notify("notifications/cancelled", json!({ "requestId": first }));
    for id in &waiting[..2] {
        assert_eq!(client.answer(*id)["result"]["structuredContent"]["result"], 11 << 20);
    }
    // There is room again.
    assert_eq!(ran(&mut client, json!({ "code": "return input.length", "input": large }))["result"], 11 << 20);
    assert_eq!(client.leave(), Some(0));
}

/// A server that never answers. A call waits for what it has begun, and that ends with its time, in a session too.
#[test]
#[cfg(feature = "net")]
fn fetches_end_with_the_time_of_their_call() {
    use std::io::Read;
    let server = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = server.local_addr().expect("its address");
    let mut client = Client::start(&["--time", "1s", &format!("--allow-net={address}")]);
    let code = "fetch(input).catch(() => {}); await new Promise(done => setTimeout(done, 50)); return 1";
    let arguments = json!({ "code": code, "input": format!("http://{address}/"), "session": "a" });
    for _ in 0..2 {
        assert_eq!(ran(&mut client, arguments.clone())["error"]["limit"], "DeadlineReached");
        let (mut stream, _) = server.accept().expect("a connection");
        stream.set_read_timeout(Some(std::time::Duration::from_secs(30))).expect("a limit");
        stream.read_to_end(&mut Vec::new()).expect("it is closed");
    }
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn wrong_options_are_told_at_the_start() {
    for options in [["mcp", "--allow-read=/not/there"], ["mcp", "--timezone=Nowhere"], ["mcp", "--commonjs"]] {
        let outcome = Run { arguments: &options, ..Run::default() }.outcome();
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{options:?}: {}", outcome.stderr);
    }
}
