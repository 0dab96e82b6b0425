// JSON.parse and JSON.stringify.
function name(f) { try { return f(); } catch (e) { return e.name; } }
print(JSON.parse("1"), JSON.parse('"s"'), JSON.parse("null"), JSON.parse("true"), JSON.parse("[1, 2, [3]]"), JSON.parse('{"a": {"b": [1]}}').a.b[0], JSON.parse(" \t\n\r 1 "), JSON.parse("-0.5e+3"), JSON.parse("1E2"), 1 / JSON.parse("-0"), JSON.parse("[]").length, Object.keys(JSON.parse("{}")).length);
// expect: 1 s null true 1,2,3 1 1 -500 100 -Infinity 0 0
print(JSON.parse('"\\u0041\\n\\t\\"\\\\\\/\\b\\f\\r"').length, JSON.parse('"\\u00e9\\ud83d\\ude00"'), JSON.parse('"é😀"'), JSON.parse('{"a":1,"a":2}').a, Object.keys(JSON.parse('{"b":1,"a":2,"1":3}')), JSON.parse('{"__proto__": 5}').hasOwnProperty("__proto__"), JSON.parse('{"":1}')[""], JSON.parse('"\u2028"').length, JSON.parse("123456789012345678901234567890"), JSON.parse("1e1000"));
// expect: 9 é😀 é😀 2 1,b,a true 1 1 1.2345678901234568e+29 Infinity
var bad = ["", " ", "undefined", "NaN", "Infinity", "'s'", "{a:1}", "{'a':1}", "[1,]", "[,1]", "{,}", '{"a":1,}', '{"a"}', '{"a":}', "[1 2]", "01", "1.", ".5", "+1", "-", "1e", "1e+", "0x1", '"\n"', '"\t"', '"\\x41"', '"\\u00g0"', '"\\u00"', '"abc', "[", "{", "]", "[1", "{\"a\":1", "nul", "truee", "tru", "1 1", "[1]]", "\u00a01", "\ufeff1", "// c\n1", "\"\\", '"\\a"', "--1", "- 1", "1.e5", "\v1", "\"\u0000\"", "\"\u001f\"", "{}{}", "null,", "fals"];
var accepted = [];
for (var i = 0; i < bad.length; i++) { try { JSON.parse(bad[i]); accepted.push(bad[i]); } catch (e) { if (e.name !== "SyntaxError") accepted.push(e.name); } }
print(accepted.length, bad.length); // expect: 0 53
print(JSON.parse("[1,2,{\"a\":3}]", function (k, v) { return typeof v === "number" ? v * 2 : v; })[2].a, JSON.stringify(JSON.parse('{"a":1,"b":2}', function (k, v) { return k === "a" ? undefined : v; })), JSON.stringify(JSON.parse("[1,2,3]", function (k, v) { return k === "1" ? undefined : v; })), JSON.parse("5", function (k, v) { return k === "" ? v + 1 : 0; }));
// expect: 6 {"b":2} [1,null,3] 6
var order = [];
JSON.parse('{"a":[1,{"b":2}],"c":3}', function (k, v) { order.push(k); return v; });
print(order); // expect: 0,b,1,a,c,
order = [];
JSON.parse('[1,2]', function (k, v) { order.push(this.length || Object.keys(this)); return v; });
print(order); // expect: 2,2,
print(name(function () { JSON.parse("1", function () { throw new RangeError(); }); }), JSON.parse("1", 5), JSON.parse(1), JSON.parse(null), JSON.parse(["1"]), name(function () { JSON.parse(undefined); }), name(function () { JSON.parse(); }), name(function () { JSON.parse({}); }));
// expect: RangeError 1 1 null 1 SyntaxError SyntaxError SyntaxError
print(JSON.stringify(1), JSON.stringify("s"), JSON.stringify(null), JSON.stringify(true), JSON.stringify(undefined), JSON.stringify(function () { }), JSON.stringify(NaN), JSON.stringify(-Infinity), JSON.stringify(-0), JSON.stringify([undefined, function () { }, NaN, null]), JSON.stringify({ a: undefined, b: function () { }, c: null }), JSON.stringify(), JSON.stringify(""), JSON.stringify([]), JSON.stringify({}));
// expect: 1 "s" null true undefined undefined null null 0 [null,null,null,null] {"c":null} undefined "" [] {}
print(JSON.stringify({ a: 1, b: [1, "x", { c: true }], "d e": 1.5 }), JSON.stringify([[], {}, [[]]]), JSON.stringify(new Number(5)), JSON.stringify(new String("s")), JSON.stringify(new Boolean(false)), JSON.stringify(Object("x")), JSON.stringify([new Number(3)]), JSON.stringify(Object.create({ inherited: 1 })), JSON.stringify([, 1]), JSON.stringify({ 2: 1, 1: 2, b: 3, a: 4 }), JSON.stringify(Object.create(null, { x: { value: 1, enumerable: true }, y: { value: 2 } })), JSON.stringify(Math), JSON.stringify(new Error("e")), JSON.stringify("abc".split("")));
// expect: {"a":1,"b":[1,"x",{"c":true}],"d e":1.5} [[],{},[[]]] 5 "s" false "x" [3] {} [null,1] {"1":2,"2":1,"b":3,"a":4} {"x":1} {} {} ["a","b","c"]
print(JSON.stringify("\"\\/\b\f\n\r\t\u0000\u001f\u007fé"), JSON.stringify("\u2028").length, JSON.stringify("\ud83d\ude00"), JSON.stringify("\ud800"), JSON.stringify("a\udc00b"), JSON.stringify({ "k\n": "v\t" }), JSON.stringify("\u0001\u000b"));
// expect: "\"\\/\b\f\n\r\t\u0000\u001fé" 3 "😀" "\ud800" "a\udc00b" {"k\n":"v\t"} "\u0001\u000b"
print(JSON.stringify({ a: 1, b: [1, 2] }, null, 2));
// expect: {
// expect: "a": 1,
// expect: "b": [
// expect: 1,
// expect: 2
// expect: ]
// expect: }
print(JSON.stringify([1, [2], {}, [], { x: {} }], null, "--"));
// expect: [
// expect: --1,
// expect: --[
// expect: ----2
// expect: --],
// expect: --{},
// expect: --[],
// expect: --{
// expect: ----"x": {}
// expect: --}
// expect: ]
print(JSON.stringify({ a: [] }, null, 20).length, JSON.stringify([1], null, 0), JSON.stringify([1], null, -5), JSON.stringify([1], null, 1.9), JSON.stringify([1], null, "12345678901234"), JSON.stringify([1], null, new Number(1)), JSON.stringify([1], null, new String("_")), JSON.stringify([1], null, true), JSON.stringify([1], null, {}), JSON.stringify({}, null, 2), JSON.stringify([], null, 2));
// expect: 21 [1] [1] [
// expect: 1
// expect: ] [
// expect: 12345678901
// expect: ] [
// expect: 1
// expect: ] [
// expect: _1
// expect: ] [1] [1] {} []
print(JSON.stringify({ a: 1, b: 2, c: { a: 3, d: 4 } }, ["a", "c"]), JSON.stringify({ 1: 1, 2: 2 }, [1]), JSON.stringify({ a: 1 }, []), JSON.stringify({ b: 1, a: 2 }, ["a", "b", "a"]), JSON.stringify({ a: 1, b: 2 }, [new String("b"), {}, null]), JSON.stringify([1, 2, 3], ["0"]), JSON.stringify({ undefined: 1, null: 2 }, [undefined, null]), JSON.stringify({ a: 1 }, { length: 1, 0: "b" }));
// expect: {"a":1,"c":{"a":3}} {"1":1} {} {"a":2,"b":1} {"b":2} [1,2,3] {} {"a":1}
print(JSON.stringify({ a: 1, b: "x", c: [1, "y"] }, function (k, v) { return typeof v === "number" ? v + 1 : v; }), JSON.stringify({ a: 1, b: 2 }, function (k, v) { return k === "a" ? undefined : v; }), JSON.stringify([1, 2], function (k, v) { return k === "0" ? undefined : v; }), JSON.stringify(1, function () { return { x: 1 }.y; }), JSON.stringify({ x: 1 }, function (k, v) { return k === "" ? { y: 2 } : v; }));
// expect: {"a":2,"b":"x","c":[2,"y"]} {"b":2} [null,2] undefined {"y":2}
order = [];
JSON.stringify({ a: [1], b: 2 }, function (k, v) { order.push(k, typeof k, this === Object(this)); return v; });
print(order); // expect: ,string,true,a,string,true,0,string,true,b,string,true
print(JSON.stringify({ toJSON: function () { return "custom"; } }), JSON.stringify({ a: { toJSON: function (k) { return "key " + k; } } }), JSON.stringify([{ toJSON: function (k) { return typeof k + k; } }]), JSON.stringify({ toJSON: 5 }), JSON.stringify({ toJSON: function () { } }), JSON.stringify({ a: { toJSON: function () { return this.v; }, v: 7 } }), JSON.stringify({ get g() { return "getter"; } }), name(function () { JSON.stringify({ toJSON: function () { throw new TypeError(); } }); }));
// expect: "custom" {"a":"key a"} ["string0"] {"toJSON":5} undefined {"a":7} {"g":"getter"} TypeError
var cyc = {};
cyc.self = cyc;
print(name(function () { JSON.stringify(cyc); })); // expect: TypeError
var arr = [];
arr[0] = [arr];
print(name(function () { JSON.stringify(arr); })); // expect: TypeError
var shared = { s: 1 };
print(JSON.stringify([shared, shared, { a: shared }])); // expect: [{"s":1},{"s":1},{"a":{"s":1}}]
Number.prototype.toJSON = function () { return "num"; };
print(JSON.stringify([1])); // expect: [1]
delete Number.prototype.toJSON;
String.prototype.toJSON = function () { return typeof this; };
print(JSON.stringify("x")); // expect: "x"
delete String.prototype.toJSON;
var deep = "1";
for (i = 0; i < 500; i++) deep = "[" + deep + "]";
print(JSON.stringify(JSON.parse(deep)) === deep); // expect: true
var big = [];
for (i = 0; i < 1000; i++) big.push({ id: i, name: "n" + i });
var text = JSON.stringify(big);
print(text.length, JSON.stringify(JSON.parse(text)) === text, JSON.parse(text)[999].name); // expect: 24781 true n999
print(typeof JSON, String(JSON), Object.keys(JSON), JSON.parse.length, JSON.stringify.length, (function () { try { JSON(); } catch (e) { return e.name; } })(), Object.prototype.toString.call(JSON));
// expect: object [object JSON]  2 3 TypeError [object JSON]
