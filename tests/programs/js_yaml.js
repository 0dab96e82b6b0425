// needs: RegExp, Date
// js-yaml reads and writes documents of every kind of node.
var yaml = require("js-yaml/dist/js-yaml");
var text = ["anchors: &base {a: 1, b: [x, 'y', \"z\\u263A\\n\"]}", "merged:", "  <<: *base", "  b: ~", "block: |", "  lines", "    kept", "folded: >-", "  one", "  two", "", "  three", "numbers: [0x1F, 0o17, 1_000, .5, -.inf, .nan, 1e3, 12:30:45]", "dates: 2001-12-14t21:59:43.10-05:00", "flags: [yes, true, False, null]", "? complex", ": value", "set: !!set {a, b}", "omap: !!omap [a: 1, b: 2]", "binary: !!binary aGVsbG8=", "'quoted key': \"tab\\tend\""].join("\n");
var value = yaml.safeLoad(text);
value.binary = Array.from(value.binary);
print(JSON.stringify(value));
print(yaml.safeDump({ list: [1, [2, { three: 3 }], "a: b", "", " lead", "multi\nline\n", "1e3", "true", null], date: new Date(Date.UTC(2020, 1, 2, 3, 4, 5)), long: new Array(30).join("word "), "key: x": -0, nested: { empty: {}, none: [] } }, { sortKeys: true }));
yaml.safeLoadAll("--- a\n--- {b: 1}\n...\n---\n- c\n", function (document) { print(JSON.stringify(document)); });
["a: b: c", "[1, 2", "\ttab: 1", "&a *b", "a: 'x", "- 1\nb: 2", "!!int x"].forEach(function (wrong) {
  try { print(JSON.stringify(yaml.safeLoad(wrong))); } catch (error) { print(error.name, error.message); }
});
