//! Profiles that a client makes.

use serde_json::{Value, json};

use super::client::{Client, Inspected};
use super::{begin, file, run};

/// A profile whose parts fit together.
fn checked(profile: &Value) -> &Value {
    let list = |name: &str| profile[name].as_array().unwrap_or_else(|| panic!("{name}: {profile}"));
    let ids: Vec<u64> = list("nodes").iter().map(|node| node["id"].as_u64().unwrap()).collect();
    assert_eq!(list("samples").len(), list("timeDeltas").len());
    assert!(list("samples").iter().all(|sample| ids.contains(&sample.as_u64().unwrap())));
    let children = list("nodes").iter().flat_map(|node| node["children"].as_array().cloned().unwrap_or_default());
    assert_eq!(children.count() + 1, ids.len());
    // The last sample goes on to the end.
    let time: u64 = list("timeDeltas").iter().map(|delta| delta.as_u64().unwrap()).sum();
    let (start, end) = (profile["startTime"].as_u64().unwrap(), profile["endTime"].as_u64().unwrap());
    assert!(start > 0 && time <= end - start && (time > 0 || list("samples").len() < 2));
    for node in list("nodes") {
        let ticks = node["positionTicks"].as_array().cloned().unwrap_or_default();
        let sum: u64 = ticks.iter().map(|tick| tick["ticks"].as_u64().unwrap()).sum();
        assert!(ticks.is_empty() || Some(sum) == node["hitCount"].as_u64(), "{node}");
    }
    profile
}

fn named<'p>(profile: &'p Value, name: &str) -> Vec<&'p Value> {
    let nodes = profile["nodes"].as_array().unwrap().iter();
    nodes.filter(|node| node["callFrame"]["functionName"] == name).collect()
}

fn stop(client: &mut Client) -> Value {
    client.call("Profiler.stop", json!({}))["profile"].clone()
}

const BUSY: &str = "function busy() {\n  let sum = 0;\n  for (let i = 0; i < 4e5; i++)\n    sum += i;\n  return sum;\n}\nfunction sorts() { return Array.from({ length: 1e5 }, (_, i) => i * 7919 % 20011).sort() }\nbusy(); sorts();\ndebugger;\nbusy();\nsetTimeout(() => print('done'), 100);\n";

#[test]
fn a_profile_has_lines_natives_and_addresses_and_no_time_of_stops() {
    for backend in ["register", "stack"] {
        let (inspected, mut client, url) = begin(&format!("profile-{backend}"), &["--backend", backend], "a.js", BUSY);
        assert_eq!(client.refused("Profiler.stop", json!({})), -32000);
        for wrong in [json!({}), json!({ "interval": "1" }), json!({ "interval": 1e12 }), json!({ "interval": 1.5 })] {
            assert_eq!(client.refused("Profiler.setSamplingInterval", wrong), -32602);
        }
        client.call("Profiler.setSamplingInterval", json!({ "interval": -7 }));
        client.call("Profiler.setSamplingInterval", json!({ "interval": 200 }));
        let began = std::time::Instant::now();
        client.call("Profiler.start", json!({}));
        client.call("Profiler.start", json!({}));
        assert_eq!(client.refused("Profiler.setSamplingInterval", json!({ "interval": 100 })), -32000);
        assert_eq!(client.refused("HeapProfiler.startSampling", json!({})), -32000);
        run(&mut client);
        client.call("Debugger.resume", json!({}));
        client.event("Debugger.paused");
        std::thread::sleep(std::time::Duration::from_secs(3));
        // A text is in it too.
        client.call("Runtime.evaluate", json!({ "expression": "function ofText() { busy() } ofText(); 0" }));
        client.call("Debugger.resume", json!({}));
        client.event("Runtime.executionContextDestroyed");
        let profile = stop(&mut client);
        assert_eq!(client.refused("Profiler.stop", json!({})), -32000);
        checked(&profile);
        let busy = named(&profile, "busy");
        assert!(busy.len() >= 2, "{profile}");
        assert_eq!((&busy[0]["callFrame"]["url"], &busy[0]["callFrame"]["lineNumber"]), (&json!(url), &json!(0)));
        assert_ne!(busy[0]["callFrame"]["scriptId"], "0");
        let lines: Vec<u64> =
            busy[0]["positionTicks"].as_array().unwrap().iter().map(|it| it["line"].as_u64().unwrap()).collect();
        assert!(
            lines.iter().all(|line| (1..=5).contains(line)) && lines.iter().any(|line| (3..=4).contains(line)),
            "{lines:?}"
        );
        for name in ["sorts", "sort", "(idle)", "ofText"] {
            assert_eq!(named(&profile, name).len(), 1, "{backend}: {name} in {profile}");
        }
        let time = profile["endTime"].as_u64().unwrap() - profile["startTime"].as_u64().unwrap();
        assert!(u128::from(time) + 2_900_000 <= began.elapsed().as_micros(), "a stop is in it: {time}");
        assert_eq!(client.refused("Profiler.stop", json!({})), -32000);
        assert_eq!(finish_done(client, inspected), Some(0));
    }
}

fn finish_done(client: Client, inspected: Inspected) -> Option<i32> {
    drop(client);
    inspected.end().0
}

#[test]
fn profiles_begin_and_end_at_stops_and_with_their_client() {
    let text = "let ticks = 0;\nfunction tick() { for (let i = 0; i < 1e5; i++); ticks++; if (globalThis.left) clearInterval(timer) }\nlet timer = setInterval(tick, 1);\n";
    let path = file("profile-client", "a.js", text).display().to_string();
    let inspected = Inspected::start(&["--inspect=127.0.0.1:0", &path]);
    let mut client = inspected.client();
    client.call("Debugger.enable", json!({}));
    client.call("Profiler.start", json!({}));
    drop(client);
    // It has gone with its client.
    let mut client = inspected.client();
    assert_eq!(client.refused("Profiler.stop", json!({})), -32000);
    client.call("Debugger.enable", json!({}));
    while client.call("Runtime.evaluate", json!({ "expression": "typeof timer" }))["result"]["value"] != "object" {}
    // Begun at a stop, and ended at another one.
    for _ in 0..2 {
        client.call("Debugger.pause", json!({}));
        client.event("Debugger.paused");
        client.call("Profiler.start", json!({}));
        client.call("Debugger.resume", json!({}));
        let before =
            client.call("Runtime.evaluate", json!({ "expression": "ticks" }))["result"]["value"].as_u64().unwrap();
        while client.call("Runtime.evaluate", json!({ "expression": "ticks" }))["result"]["value"].as_u64().unwrap()
            < before + 20
        {}
        client.call("Debugger.pause", json!({}));
        client.event("Debugger.paused");
        let profile = stop(&mut client);
        assert!(!named(checked(&profile), "tick").is_empty(), "{profile}");
        client.call("Profiler.start", json!({}));
        client.call("Profiler.disable", json!({}));
        assert_eq!(client.refused("Profiler.stop", json!({})), -32000);
        client.call("Debugger.resume", json!({}));
    }
    client.call("Runtime.evaluate", json!({ "expression": "globalThis.left = true" }));
    drop(client);
    assert_eq!(inspected.end().0, Some(0));
}

#[test]
fn profiles_of_hostile_programs_are_bounded() {
    let text = "function deep(n) { return n === 0 ? 0 : 1 + deep(n - 1) }\nfor (let i = 0; i < 5; i++) deep(1e5);\nfor (let i = 0; i < 5e3; i++) { const f = new Function('for (let i = 0; i < 10; i++);'); f(); eval('(function g' + i + '() { for (let i = 0; i < 10; i++); })()'); }\nfunction* numbers() { for (let i = 0; i < 1e5; i++) yield i; }\nfor (const n of numbers());\n(async () => { for (let i = 0; i < 1e4; i++) await i })();\ndebugger;\n";
    for backend in ["register", "stack"] {
        let (inspected, mut client, _) =
            begin(&format!("profile-hostile-{backend}"), &["--backend", backend], "a.mjs", text);
        client.call("Profiler.setSamplingInterval", json!({ "interval": 1 }));
        client.call("Profiler.start", json!({}));
        run(&mut client);
        client.call("Debugger.resume", json!({}));
        client.event("Debugger.paused");
        client.call("Debugger.resume", json!({}));
        client.event("Runtime.executionContextDestroyed");
        let profile = stop(&mut client);
        assert!(named(&profile, "deep").len() > 1 && profile.to_string().len() < 64 << 20);
        drop(client);
        assert_eq!(inspected.end().0, Some(0));
    }
}

#[test]
fn allocations_are_sampled() {
    let text = "let kept = [];\nfunction make(i) {\n  return { i, list: [i] };\n}\nfor (let i = 0; i < 2e4; i++) kept.push(make(i));\ndebugger;\n";
    for backend in ["register", "stack"] {
        let (inspected, mut client, url) = begin(&format!("sampling-{backend}"), &["--backend", backend], "a.js", text);
        assert_eq!(client.refused("HeapProfiler.stopSampling", json!({})), -32000);
        assert_eq!(client.refused("HeapProfiler.getSamplingProfile", json!({})), -32000);
        for (wrong, code) in [(json!({ "samplingInterval": 0 }), -32000), (json!({ "samplingInterval": "x" }), -32602)]
        {
            assert_eq!(client.refused("HeapProfiler.startSampling", wrong), code);
        }
        client.call("HeapProfiler.startSampling", json!({ "samplingInterval": 1024 }));
        assert_eq!(client.refused("Profiler.start", json!({})), -32000);
        run(&mut client);
        client.call("Debugger.resume", json!({}));
        client.event("Debugger.paused");
        let so_far = client.call("HeapProfiler.getSamplingProfile", json!({}))["profile"].clone();
        client.call("Runtime.evaluate", json!({ "expression": "function more() { return Array.from({ length: 1e4 }, (_, i) => ({ i })) } globalThis.l = more(); 0" }));
        client.call("Debugger.resume", json!({}));
        client.event("Runtime.executionContextDestroyed");
        let profile = client.call("HeapProfiler.stopSampling", json!({}))["profile"].clone();
        for (profile, has_more) in [(so_far, false), (profile, true)] {
            let (mut left, mut make, mut sum, mut more) = (vec![&profile["head"]], 0, 0, false);
            while let Some(node) = left.pop() {
                left.extend(node["children"].as_array().unwrap());
                sum += node["selfSize"].as_u64().unwrap();
                more |= node["callFrame"]["functionName"] == "more";
                if node["callFrame"]["functionName"] == "make" {
                    assert_eq!(node["callFrame"]["url"], json!(url));
                    make += node["selfSize"].as_u64().unwrap();
                }
            }
            // Two objects each.
            assert!(make > 1_000_000 && (has_more || make * 10 > sum * 7), "{backend}: {make} of {sum}");
            assert_eq!(more, has_more, "{backend}");
            let sizes = profile["samples"].as_array().unwrap().iter().map(|it| it["size"].as_u64().unwrap());
            assert_eq!(sizes.sum::<u64>(), sum);
        }
        assert_eq!(finish_done(client, inspected), Some(0));
    }
}

#[test]
fn a_profile_of_the_command_is_left_alone() {
    let path = file("profile-command", "a.js", BUSY).display().to_string();
    let inspected = Inspected::start(&["--inspect-brk=0", "--profile", &path]);
    let mut client = inspected.client();
    client.call("Runtime.runIfWaitingForDebugger", json!({}));
    while client.call("Runtime.evaluate", json!({ "expression": "typeof busy" }))["result"]["value"] != "function" {}
    assert_eq!(client.refused("Profiler.start", json!({})), -32000);
    drop(client);
    inspected.error("busy (");
    assert_eq!(inspected.end().0, Some(0));
}
