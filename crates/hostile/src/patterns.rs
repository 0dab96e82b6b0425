//! Regular expressions and JSON texts: the two languages beside JavaScript that scripts can give to the engine.

use crate::scripts::Script;
use crate::source::Source;

const DOUBLED: &str = "function doubled(text, times) { while (times-- > 0) text += text; return text; }\n";

/// Expressions for the text of a pattern.
const PATTERNS: &[(&str, &str)] = &[
    ("nested groups", "repeat('(', 30000) + repeat(')', 30000)"),
    ("nested groups that repeat", "repeat('(', 2000) + 'a' + repeat(')*', 2000)"),
    ("nested groups without captures", "repeat('(?:', 30000) + 'a' + repeat(')', 30000)"),
    ("nested groups of alternatives", "repeat('(a|', 5000) + 'b' + repeat(')', 5000)"),
    ("nested lookaheads", "repeat('(?=', 10000) + 'a' + repeat(')', 10000)"),
    ("nested negative lookaheads", "repeat('(?!', 9999) + 'a' + repeat(')', 9999)"),
    ("groups one after the other", "doubled('(a)?', 16)"),
    ("alternatives", "doubled('a|', 20) + 'b'"),
    ("long alternatives", "doubled('abcdefgh|', 17) + 'b'"),
    ("options", "doubled('a?', 19) + doubled('a', 5)"),
    ("stars", "doubled('a*', 18) + 'b'"),
    ("star of stars", "'(' + doubled('a*', 10) + ')*b'"),
    ("starred group of a star", "'(a*)*b'"),
    ("counted repetitions", "'((((a{1,100}){1,100}){1,100}){1,100}){1,100}b'"),
    ("one great repetition", "'(?:a?){1000000}b'"),
    ("back references", "'(a*)(a*)(a*)(a*)\\\\1\\\\2\\\\3\\\\4b'"),
    ("many back references", "'(a*)' + doubled('\\\\1', 14) + 'b'"),
    ("classes", "doubled('[a-z0-9_]', 17)"),
    ("one class", "'[' + doubled('a-c\\\\u0100-\\\\u0200', 17) + ']*b'"),
    ("complement classes", "doubled('[^a-c]|\\\\W', 15)"),
    ("anchors", "doubled('^', 20) + doubled('$', 20)"),
    ("word boundaries", "'(?:' + doubled('\\\\b|', 18) + 'x)*y'"),
    ("captures in a loop", "'(?:' + doubled('(a)|', 12) + 'b)*c'"),
    ("lazy", "doubled('.*?', 12) + 'b'"),
    ("unfinished", "doubled('(', 22)"),
    ("unfinished class", "'[' + doubled('ab', 22)"),
    (
        "named groups",
        "(function () { var s = ''; for (var i = 0; i < 40000; i++) s += '(?<n' + i + '>)'; return s; })()",
    ),
    ("dots", "doubled('.', 20)"),
    ("a long text", "doubled('abcdefgh', 19)"),
    ("case without difference", "'[' + doubled('\\\\u0100-\\\\uffff', 12) + ']*(?:\\\\u212a|\\\\u017f)*X'"),
];

/// Statements with the pattern `p` and the texts `short`, `long` and `wide`.
const USES: &[(&str, &str)] = &[
    ("compile", "for (;;) new RegExp(p + (p.length & 1 ? '' : '|x'), 'i');"),
    ("match", "var r = new RegExp(p); for (;;) { r.exec(long); r.test(wide); r.exec(short); }"),
    (
        "replace",
        "var r = new RegExp(p, 'gi'); for (;;) { long.replace(r, '[$&$1$`]'); short.replace(r, function () { return long; }); }",
    ),
    ("split", "var kept = []; for (;;) { kept.push(wide.split(new RegExp(p)), long.split(new RegExp(p, 'gm'))); }"),
];

/// Expressions for a JSON text.
const JSON_TEXTS: &[(&str, &str)] = &[
    ("nested arrays", "doubled('[', 20) + doubled(']', 20)"),
    ("nested objects", "doubled('{\"a\":', 18) + '1' + doubled('}', 18)"),
    ("white space", "doubled(' \\n', 22) + '1' + doubled('\\t', 22)"),
    ("long text", "'\"' + doubled('text', 21) + '\"'"),
    ("long text with escapes", "'\"' + doubled('\\\\u0041', 20) + '\"'"),
    ("numbers", "'[' + doubled('1.5e3,', 19) + '1]'"),
    ("a long number", "doubled('123456789', 20)"),
    (
        "many members",
        "(function () { var s = '{'; for (var i = 0; i < 40000; i++) s += '\"k' + i + '\":1,'; return s + '\"z\":1}'; })()",
    ),
    ("one member again and again", "'{' + doubled('\"a\":[],', 19) + '\"a\":1}'"),
    ("an error at the end", "'[' + doubled('[],', 20) + ']'"),
    ("literals", "'[' + doubled('null,true,false,', 17) + '0]'"),
];

const JSON_USES: &[(&str, &str)] = &[
    ("parse", "for (;;) try { JSON.parse(p); } catch (e) { e.stack; }"),
    ("parse with a reviver", "for (;;) try { JSON.parse(p, function (k, v) { return v; }); } catch (e) { e.stack; }"),
    ("keep", "var kept = []; for (;;) try { kept.push(JSON.parse(p)); } catch (e) { kept.push(e); }"),
    ("and back", "for (;;) try { JSON.stringify(JSON.parse(p), null, '          '); } catch (e) { kept = e; }"),
];

/// Returns a script for each text and each use of its kind: patterns, and JSON.
pub fn scripts() -> Vec<Script> {
    let helpers = format!(
        "{DOUBLED}function repeat(text, times) {{ var out = ''; while (times-- > 0) out += text; return out; }}\n\
         var short = doubled('a', 6) + 'x', long = doubled('a', 20), wide = doubled('ab\\u0100', 18);\n"
    );
    let mut scripts = Vec::new();
    let tables = [("pattern", PATTERNS, USES), ("pattern/json", JSON_TEXTS, JSON_USES)];
    for (kind, texts, uses) in tables {
        for (shape, text) in texts {
            for (name, statement) in uses {
                let source = Source::text(format!("{helpers}var p = {text};\n{statement}"));
                scripts.push(Script::new(format!("{kind}/{shape}/{name}"), source));
            }
        }
    }
    scripts
}
