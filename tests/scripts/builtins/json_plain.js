// JSON.stringify writes plain values without asking for anything. Where somebody could tell, it does as the specification says.
const log = [];
const written = (value, ...more) => print(JSON.stringify(value, ...more));
written({ a: 1, b: "xx", c: [1, 2], d: null, e: true, f: undefined, g() {}, [Symbol("s")]: 1, h: NaN, i: -0, j: 1.5e300 });
// expect: {"a":1,"b":"xx","c":[1,2],"d":null,"e":true,"h":null,"i":0,"j":1.5e+300}
written([undefined, () => 1, Symbol("s"), , null, Infinity, [], {}, [[]], [{}]]);
// expect: [null,null,null,null,null,null,[],{},[[]],[{}]]
written({ "": 1, "\"": "\\", "\n": "\u0001\u001f ~\x7f\x80\xff", "ключ": "значение", "\ud800": "\ud83d\ude00\udc00" });
// expect: {"":1,"\"":"\\","\n":"\u0001\u001f ~ÿ","ключ":"значение","\ud800":"😀\udc00"}
written({ 2: "b", 1: "a", z: 0, "-1": 1, "01": 2 }); // expect: {"1":"a","2":"b","z":0,"-1":1,"01":2}
written(undefined), written(() => 1), written(Symbol("s")), written("a"), written(1), written(null), written([]), written({});
// expect: undefined
// expect: undefined
// expect: undefined
// expect: "a"
// expect: 1
// expect: null
// expect: []
// expect: {}
written("seven77\"eight888\\nine99999\u0000"), written("x".repeat(127) + "\""), print(JSON.stringify("x".repeat(300) + "\u2028").length);
// expect: "seven77\"eight888\\nine99999\u0000"
// expect: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\""
// expect: 303
written({ a: [1, { b: [] }, {}], c: {} }, null, 2), written({ a: [[1, 2], { b: undefined }] }, null, "\t->");
// expect: {
// expect: "a": [
// expect: 1,
// expect: {
// expect: "b": []
// expect: },
// expect: {}
// expect: ],
// expect: "c": {}
// expect: }
// expect: {
// expect: ->"a": [
// expect: ->	->[
// expect: ->	->	->1,
// expect: ->	->	->2
// expect: ->	->],
// expect: ->	->{}
// expect: ->]
// expect: }
// Functions and values that are left out, first, last and alone.
written({ a: undefined, b: 1 }), written({ a: 1, b: undefined }), written({ a: () => 1 }), written({ a: { b: undefined } }, null, 1);
// expect: {"b":1}
// expect: {"a":1}
// expect: {}
// expect: {
// expect: "a": {}
// expect: }

// Getters, toJSON and proxies, in the middle of what is plain.
const read = { before: [1, 2, { x: 1 }], get middle() { log.push("get"); this.after = 5; delete this.gone; return { y: 2 }; }, gone: 1, after: 2 };
written(read), print(log.splice(0));
// expect: {"before":[1,2,{"x":1}],"middle":{"y":2},"after":5}
// expect: get
const asked = { a: { b: { toJSON(key) { log.push(key); return { key, inner: [1] }; } } }, c: [{ toJSON: key => "in " + key }] };
written(asked), print(log.splice(0));
// expect: {"a":{"b":{"key":"b","inner":[1]}},"c":["in 0"]}
// expect: b
written({ list: [1, new Proxy([1, 2], {}), new Proxy({ p: 1 }, { ownKeys(target) { log.push("keys"); return Reflect.ownKeys(target); } })] });
// expect: {"list":[1,[1,2],{"p":1}]}
print(log.splice(0)); // expect: keys
written({ date: new Date(0), n: new Number(3), s: new String("s"), t: new Boolean(false), m: new Map([[1, 2]]), r: /x/, e: new Error("x") });
// expect: {"date":"1970-01-01T00:00:00.000Z","n":3,"s":"s","t":false,"m":{},"r":{},"e":{}}
class Point { #hidden = 1; constructor(x) { this.x = x; } get inherited() { return 1; } }
written([new Point(1), new Point({ x: 2 })]), written(Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } }));
// expect: [{"x":1},{"x":{"x":2}}]
// expect: {"own":1}
written(Object.assign(Object.create(null), { a: { b: 1 } })), written(Object.freeze({ a: Object.freeze([1, Object.freeze({})]) }));
// expect: {"a":{"b":1}}
// expect: {"a":[1,{}]}
// A toJSON that comes later, on any prototype.
const plain = { a: [{ b: 1 }] };
written(plain); // expect: {"a":[{"b":1}]}
Object.prototype.toJSON = function (key) { return typeof this + ":" + key; };
written(plain), written({ a: 1n === 1n });
// expect: "object:"
// expect: "object:"
delete Object.prototype.toJSON;
Array.prototype.toJSON = function () { return "array"; };
written(plain), written([1]);
// expect: {"a":"array"}
// expect: "array"
delete Array.prototype.toJSON;
Function.prototype.toJSON = function () { return "function"; };
written({ f() {}, g: [() => 1] }); // expect: {"f":"function","g":["function"]}
delete Function.prototype.toJSON;
written(plain), written({ f() {}, g: [() => 1] });
// expect: {"a":[{"b":1}]}
// expect: {"g":[null]}
Object.defineProperty(Object.prototype, "toJSON", { get() { log.push("toJSON"); }, configurable: true });
written({ a: {}, b: [1] }), print(log.splice(0).length);
// expect: {"a":{},"b":[1]}
// expect: 3
delete Object.prototype.toJSON;
BigInt.prototype.toJSON = function () { return this + "n"; };
written({ a: [1n, 2n] }); // expect: {"a":["1n","2n"]}
delete BigInt.prototype.toJSON;
try { written({ a: [1n] }); } catch (error) { print(error.name); } // expect: TypeError
String.prototype.toJSON = () => "never";
written(["a", 1, true]); // expect: ["a",1,true]
delete String.prototype.toJSON;
// Elements that are inherited, holes, and long arrays.
Array.prototype[1] = "inherited";
written([0, , 2]); // expect: [0,"inherited",2]
delete Array.prototype[1];
const sparse = [1]; sparse[5] = 2; sparse.name = "not written";
written(sparse), written(Object.assign([1, 2], { toJSON() { return { length: this.length }; } }));
// expect: [1,null,null,null,null,2]
// expect: {"length":2}

// Circles, also such as arise on the way.
const circle = { a: { b: [1] } };
circle.a.b.push(circle);
const fails = value => { try { written(value); } catch (error) { print(error.name, error.message.split("\n").length); } };
fails(circle), fails([[circle.a]]), fails({ before: 1, circle });
// expect: TypeError 5
// expect: TypeError 5
// expect: TypeError 5
const around = { x: 1 };
around.back = { toJSON() { delete around.back; return { found: around }; } };
fails(around), written(around);
// expect: TypeError 4
// expect: {"x":1}
const shared = { s: [1] };
written([shared, { shared }, [shared, shared]]); // expect: [{"s":[1]},{"shared":{"s":[1]}},[{"s":[1]},{"s":[1]}]]
let deep = {};
for (let i = 0; i < 60; i++) deep = i % 3 ? { deep, i } : [deep];
const text = JSON.stringify(deep);
print(text.length, JSON.stringify(JSON.parse(text)) === text); // expect: 676 true

// Replacers and lists see all.
written({ a: 1, b: { a: 2, c: 3 } }, ["b", "a"]), written({ a: 1, b: [1, { a: 2 }] }, (key, value) => (log.push(key), value)), print(log.splice(0));
// expect: {"b":{"a":2},"a":1}
// expect: {"a":1,"b":[1,{"a":2}]}
// expect: ,a,b,0,1,a
// Many that are plain between some that are not.
const mixed = Array.from({ length: 300 }, (_, i) => (i % 7 ? { i, list: [i, { n: "n" + i }] } : { d: new Date(i), o: { i, get g() { return i; } } }));
const slowly = JSON.stringify(mixed, (key, value) => value);
print(JSON.stringify(mixed) === slowly, JSON.stringify(mixed, null, 1) === JSON.stringify(mixed, (key, value) => value, 1), slowly.length);
// expect: true true 11305
const wide = {};
for (let i = 0; i < 3000; i++) wide["k" + i] = { i };
for (let i = 0; i < 3000; i += 3) delete wide["k" + i];
print(JSON.stringify(wide) === JSON.stringify(wide, (key, value) => value)); // expect: true
print(JSON.rawJSON ? JSON.stringify({ a: [JSON.rawJSON("1e1000")], b: JSON.rawJSON('"x"') }) : '{"a":[1e1000],"b":"x"}');
// expect: {"a":[1e1000],"b":"x"}
// A text within the writing of a text.
print(JSON.stringify({ a: "before", b: { toJSON: () => JSON.stringify({ inner: [1, 2].join() }) }, c: "after" }));
// expect: {"a":"before","b":"{\"inner\":\"1,2\"}","c":"after"}
