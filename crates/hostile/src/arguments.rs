//! Built-ins × shapes of hostile arguments: calls every function of the engine with receivers and arguments that are
//! long, deep, wide, sparse, cyclic or untrusted.

use crate::discovery::BuiltIn;
use crate::scripts::Script;
use crate::source::Source;

/// Shapes, as statements that set `v`. They run before the function is called, so they are quick.
const SHAPES: &[(&str, &str)] = &[
    ("long text", "var v = doubled('a', 23);"),
    ("wide text", "var v = doubled('\\u03bb', 22) + 'x';"),
    ("text of digits", "var v = doubled('1234567890', 18);"),
    ("text of spaces and escapes", "var v = doubled(' ', 22) + doubled('%41\\\\u0041', 17);"),
    ("rope", "var v = ''; for (var i = 0; i < 20000; i++) v = i % 2 ? v + 'a' + i : 'bcd' + v; v = doubled(v, 4);"),
    ("array", "var v = []; for (var i = 0; i < 300000; i++) v[i] = i ^ 0x155;"),
    ("array of texts", "var v = [], t = doubled('ab', 16); for (var i = 0; i < 3000; i++) v[i] = t;"),
    ("sparse array", "var v = [3, 1, 2]; v[4294967290] = 5; v[100000000] = 7;"),
    ("array-like", "var v = { length: 9007199254740991, 0: 'b', 1: 'a', 9007199254740990: 1 };"),
    ("nested array", "var v = [1]; for (var i = 0; i < 100000; i++) v = [v];"),
    ("cycle", "var v = []; for (var i = 0; i < 5000; i++) v[i] = v;"),
    ("many properties", "var v = {}; for (var i = 0; i < 60000; i++) v['k' + i] = i;"),
    ("boxed text", "var v = Object(doubled('a', 23));"),
    ("long prototype chain", "var v = {}; for (var i = 0; i < 60000; i++) v = Object.create(v);"),
    ("big number", "var v = 1.7976931348623157e308;"),
    ("index", "var v = 4294967295;"),
    (
        "calls itself",
        "var v = { toString: function () { return f.call(v, v, v); }, get length() { return f.call(v, v); } };",
    ),
    (
        "text from a callback",
        "var v = { length: 1e7, toString: function () { return doubled('a', 20); }, toJSON: function () { return [v.toString(), v.toString()]; } };",
    ),
    (
        "throws long texts",
        "var v = { toString: function () { throw new Error(doubled('e', 21)); }, valueOf: function () { throw doubled('t', 21); } };",
    ),
    ("grows", "var v = [1, 2, 3]; function grow(x) { v.push(x, x, x); return 1; } v.toString = v.valueOf = grow;"),
    ("function", "var v = new Function(doubled('a,', 14) + 'b', doubled('x = 1;', 14));"),
    ("pattern", "var v = new RegExp(doubled('(a*)*|', 10) + '[a-z]*$', 'gi'); v.lastIndex = 1;"),
    ("error", "var v = new Error(doubled('m', 21)); v.name = doubled('n', 20);"),
    ("arguments", "var v = (function () { return arguments; }).apply(null, new Array(60000));"),
];

/// Calls of `f` with `v` in every place, whose results are kept. Errors are part of the script.
const CALLS: &str = "
var kept = [], receiver;
try { receiver = new owner.constructor('(a*)*b', 'g'); } catch (e) {
  try { receiver = new owner.constructor(); } catch (e) { receiver = owner; }
}
function callback(a, b) { return b === undefined ? v : a; }
function attempt(self, list) { try { kept.push(f.apply(self, list)); } catch (e) { kept.push(e); } }
function construct(a, b) { try { kept.push(new f(a, b)); } catch (e) { kept.push(e); } }
var attempts = [
  function () { attempt(v, [v]); },
  function () { attempt(receiver, [v, v]); },
  function () { attempt(v, [callback, v]); },
  function () { attempt(undefined, [v, callback, 3]); },
  function () { attempt(v, [100]); attempt(v, [0, v]); },
  function () { attempt(v, [/(a|b)*c/g, callback]); },
  function () { attempt(v, ['', 'xy']); attempt(v, ['a', '$&$&$`']); },
  function () { attempt(receiver, [v.length, v.length, v, v]); },
  function () { construct(v, v); }
];
for (var turn = 0; turn < 3 * attempts.length; turn++) attempts[(turn + FIRST) % attempts.length]();
";

/// Doubles a text this many times, without a built-in that is under attack.
const DOUBLED: &str = "function doubled(text, times) { while (times-- > 0) text += text; return text; }\n";

/// Returns a script for each built-in and shape, which calls it in all ways.
pub fn scripts(built_ins: &[BuiltIn]) -> Vec<Script> {
    let mut scripts = Vec::new();
    for (index, BuiltIn { path, owner }) in built_ins.iter().enumerate() {
        for (shape, made) in SHAPES {
            // Each script begins with another call, since a call that does not return hides those behind it.
            let calls = CALLS.replace("FIRST", &(scripts.len() + index).to_string());
            let text = format!("{DOUBLED}var f = {path}, owner = {owner};\n{made}{calls}");
            scripts.push(Script::new(format!("builtin/{path}/{shape}"), Source::text(text)));
        }
    }
    scripts
}
