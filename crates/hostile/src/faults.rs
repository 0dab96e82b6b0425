//! Host calls × faults: host functions that fail, panic, swallow errors, call back and keep values, called from every
//! place from which a script can call. [`crate::host`] has the functions.

use crate::scripts::Script;
use crate::source::Source;

/// Calls of host functions; `f` is a function of the script that belongs to the situation, and may call back.
const CALLS: &[(&str, &str)] = &[
    ("fails", "fail('refused')"),
    ("fails with a long text", "failLong()"),
    ("panics", "panics()"),
    ("swallows an error", "swallow(function () { throw new Error(long); })"),
    ("swallows what f throws", "swallow(f)"),
    ("swallows the end", "swallow(function () { for (;;) swallow(f); })"),
    ("passes an error on", "forward(function () { throw new TypeError(long); })"),
    ("passes on what f throws", "forward(f)"),
    ("wraps an error", "rewrap(function () { throw new Error(long); })"),
    ("wraps what f throws", "rewrap(f)"),
    ("copies a text", "copyText({ toString: function () { return long; } })"),
    ("copies many texts", "copyText.apply(null, listOfLongTexts)"),
    ("gives a long text", "kept.push(longText())"),
    ("keeps", "keep([long])"),
    ("keeps and drops", "keepAndDrop({})"),
    ("copies handles", "kept.push(manyHandles({}))"),
    ("asks for a number", "asNumber({ valueOf: f })"),
    ("collects", "collect()"),
];

/// Situations: places of the call.
const SITUATIONS: &[(&str, &str)] = &[
    ("loop", "function f() { return 1; } for (;;) CALL;"),
    ("caught", "function f() { throw new Error(long); } for (;;) try { CALL; } catch (e) { last = e; }"),
    ("caught and kept", "function f() { throw [long]; } for (;;) try { CALL; } catch (e) { kept.push(e, e.stack); }"),
    ("finally", "function f() { null.p; } function g() { try { CALL; } finally { return g; } } for (;;) g();"),
    ("recursion", "function f() { CALL; } f(); f();"),
    (
        "caught recursion",
        "function f() { try { CALL; } catch (e) { try { CALL; } catch (e) { return e; } } } for (;;) f();",
    ),
    (
        "getter",
        "function f() { return o.p; } var o = { get p() { return CALL; } }; for (;;) try { o.p; } catch (e) { last = e; }",
    ),
    (
        "toString",
        "function f() { return '' + o; } var o = { toString: function () { return CALL; } }; for (;;) try { '' + o; } catch (e) { last = e; }",
    ),
    (
        "sort",
        "function f() { return [3, 2, 1].sort(f); } for (;;) try { [5, 4, 3, 2, 1].sort(function () { return CALL; }); } catch (e) { last = e; }",
    ),
    (
        "replace",
        "function f() { return 'x'; } for (;;) try { long.replace(/a/g, function () { return CALL; }); } catch (e) { last = e; }",
    ),
    (
        "toJSON",
        "function f() { return JSON.stringify(o); } var o = { toJSON: function () { return CALL; } }; for (;;) try { JSON.stringify([o, o]); } catch (e) { last = e; }",
    ),
    ("eval", "function f() { return eval('CALL'); } for (;;) try { eval('CALL'); } catch (e) { last = e; }"),
    (
        "scopes",
        "function f() { return eval('1'); } for (;;) with ({ a: 1 }) try { CALL; } catch (e) { with (e) { last = function () { return e; }; } }",
    ),
];

/// Returns a script for each fault and each place to call from.
pub fn scripts() -> Vec<Script> {
    let preamble = "var kept = [], last, long = 'a', listOfLongTexts = [];\n\
        for (var i = 0; i < 17; i++) long += long;\n\
        for (var i = 0; i < 2000; i++) listOfLongTexts[i] = long;\n";
    let mut scripts = Vec::new();
    for (fault, call) in CALLS {
        for (situation, text) in SITUATIONS {
            let call = if *situation == "eval" { call.replace('\'', "\\'") } else { (*call).to_owned() };
            let source = Source::text(format!("{preamble}{}", text.replace("CALL", &call)));
            let name = format!("host/{fault}/{situation}");
            scripts.push(Script { needs_host: true, ..Script::new(name, source) });
        }
    }
    scripts
}
