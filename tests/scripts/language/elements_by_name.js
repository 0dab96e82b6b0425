// Elements by computed names and characters of strings: what a look at shapes answers, and what it must leave.
function where(run) {
  try {
    return run();
  } catch (error) {
    return "caught " + error.name;
  }
}
const read = (object, key) => object[key];
const write = (object, key, value) => { object[key] = value; };
const strictly = (object, key, value) => { "use strict"; object[key] = value; return object[key]; };
const many = (run) => [1, 2, 3].map(() => where(run)).join();

// Own and inherited properties, getters, absent ones; the chain changes.
const top = { inherited: "top", get got() { return "got " + this.own; }, set put(value) { this.own = value; } };
const middle = Object.create(top);
const object = Object.assign(Object.create(middle), { own: "own", length: 7, 5: "five" });
for (const key of ["own", "inherited", "got", "none", "length", "5", 5, -1, 1.5, "toString", Symbol.iterator, "__proto__"]) {
  print(String(key), many(() => { const value = read(object, key); return typeof value === "function" ? "function" : value === middle ? "middle" : value; }));
// expect: own own,own,own
// expect: inherited top,top,top
// expect: got got own,got own,got own
// expect: none ,,
// expect: length 7,7,7
// expect: 5 five,five,five
// expect: 5 five,five,five
// expect: -1 ,,
// expect: 1.5 ,,
// expect: toString function,function,function
// expect: Symbol(Symbol.iterator) ,,
// expect: __proto__ middle,middle,middle
}
middle.inherited = "middle";
print(read(object, "inherited")); // expect: middle
delete middle.inherited;
Object.setPrototypeOf(middle, { inherited: "other" });
print(read(object, "inherited"), read(object, "got")); // expect: other undefined
Object.setPrototypeOf(middle, null);
print(read(object, "inherited"), read(object, "toString"), many(() => read(Object.create(null), "anything")));
// expect: undefined undefined ,,
let deep = { found: "deep" };
for (let i = 0; i < 20; i++) deep = Object.create(deep);
print(many(() => read(deep, "found")), many(() => read(deep, "not there"))); // expect: deep,deep,deep ,,
Object.setPrototypeOf(middle, new Proxy({}, { get: (target, key) => "proxy " + String(key), has: () => true }));
print(many(() => read(object, "inherited")), many(() => read(object, "own")));
// expect: proxy inherited,proxy inherited,proxy inherited own,own,own

// Objects of all kinds.
function F() {}
const kinds = [[1, 2], "text", Object("text"), function (a, b) {}, class { static name = "static"; }, /x/g, new Date(0), new Uint8Array(3), new Map([[1, 2]]), (function () { return arguments; })(1, 2), globalThis, Math, JSON, 5, true, 1n, Symbol.iterator, new Proxy([1, 2, 3], {}), new Error("message")];
for (const key of ["length", "name", "0", 0, 1, "message", "size", "lastIndex", "PI", "constructor", "description"]) {
  print(String(key), kinds.map((kind) => { const value = read(kind, key); return typeof value === "function" ? "f" : typeof value === "object" ? "o" : String(value); }).join());
// expect: length 2,4,4,2,0,undefined,undefined,3,undefined,2,undefined,undefined,undefined,undefined,undefined,undefined,undefined,3,undefined
// expect: name undefined,undefined,undefined,,static,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,Error
// expect: 0 1,t,t,undefined,undefined,undefined,undefined,0,undefined,1,undefined,undefined,undefined,undefined,undefined,undefined,undefined,1,undefined
// expect: 0 1,t,t,undefined,undefined,undefined,undefined,0,undefined,1,undefined,undefined,undefined,undefined,undefined,undefined,undefined,1,undefined
// expect: 1 2,e,e,undefined,undefined,undefined,undefined,0,undefined,2,undefined,undefined,undefined,undefined,undefined,undefined,undefined,2,undefined
// expect: message undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,message
// expect: size undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,1,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined
// expect: lastIndex undefined,undefined,undefined,undefined,undefined,0,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined
// expect: PI undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,3.141592653589793,undefined,undefined,undefined,undefined,undefined,undefined,undefined
// expect: constructor f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f
// expect: description undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,Symbol.iterator,undefined,undefined
}
print(many(() => read(null, "a")), many(() => read(undefined, 0)), many(() => write(null, "a", 1)));
// expect: caught TypeError,caught TypeError,caught TypeError caught TypeError,caught TypeError,caught TypeError caught TypeError,caught TypeError,caught TypeError

// Characters: in flat strings, parts, ropes, wide ones; outside of them.
let rope = "abc";
for (let i = 0; i < 200; i++) rope += "def";
const wide = "aλ\u{1F600}z";
print(read("abc", 0) + read("abc", 2), read("abc", 3), read("abc", -1), read("abc", 0.5), read("abc", "1"), read("", 0));
// expect: ac undefined undefined undefined b undefined
print(read(rope, 300), read(rope.slice(1, 400), 2), [0, 1, 2, 3, 4, 5].map((i) => read(wide, i)?.charCodeAt(0)).join());
// expect: d d 97,955,55357,56832,122,
String.prototype[3] = "behind";
print(read("abc", 3), read("abcd", 3), read("abc", 4)); // expect: behind d undefined
delete String.prototype[3];
let joined = "x";
const characters = [];
for (let i = 0; i < 5; i++) { joined += i; characters.push(read(joined, i + 1)); }
print(characters.join("")); // expect: 01234

// Writes: own, read-only, accessors, frozen, of arrays and functions, keys that appear and go.
const target = { a: 1, get only() { return "only"; }, set put(value) { this.a = value; } };
Object.defineProperty(target, "fixed", { value: "fixed", configurable: true });
for (let i = 0; i < 3; i++) {
  write(target, "a", i); write(target, "put", i * 2); write(target, "fixed", i); write(target, "only", i); write(target, "new" + i, i); write(target, "b", i);
}
print(JSON.stringify(target), target.fixed, target.only, many(() => strictly(target, "fixed", 1)), many(() => strictly(target, "only", 1)), many(() => strictly(target, "a", 9)));
// expect: {"a":4,"only":"only","new0":0,"b":2,"new1":1,"new2":2} fixed only caught TypeError,caught TypeError,caught TypeError caught TypeError,caught TypeError,caught TypeError 9,9,9
const list = [1, 2, 3];
write(list, "length", 1); write(list, "name", "list"); write(list, "1", "one"); write(list, 5, "five");
print(list.join("|"), list.name, list.length, Object.keys(list).join()); // expect: 1|one||||five list 6 0,1,5,name
Object.freeze(target);
print(many(() => strictly(target, "a", 1)), (write(target, "a", 1), target.a), many(() => strictly(target, "unknown", 1)));
// expect: caught TypeError,caught TypeError,caught TypeError 9 caught TypeError,caught TypeError,caught TypeError
const counts = {};
for (const word of "the tape and the head and the end the constructor".split(" ")) counts[word] = (counts[word] || 0) + 1;
print(JSON.stringify(counts));
// expect: {"the":4,"tape":1,"and":2,"head":1,"end":1,"constructor":"function Object() { [native code] }1"}
const sealed = Object.seal({ a: 1 });
print(strictly(sealed, "a", 2), many(() => strictly(sealed, "b", 2)));
// expect: 2 caught TypeError,caught TypeError,caught TypeError
const dictionary = {};
for (let i = 0; i < 100; i++) dictionary["k" + i] = i;
for (let i = 0; i < 100; i += 2) delete dictionary["k" + i];
let sum = 0;
for (let i = 0; i < 100; i++) { sum += dictionary["k" + i] ?? 1000; dictionary["k" + i] = i; }
print(sum, Object.keys(dictionary).length, Object.keys(dictionary)[0]); // expect: 52500 100 k1

// Methods by computed names.
const methods = { hello() { return "hello " + this.own; }, own: "me", 3() { return "three"; } };
print(many(() => methods["hel" + "lo"]()), many(() => methods[3]()), many(() => methods["none"]()), many(() => "text"["toUpper" + "Case"]()), many(() => [3, 1, 2]["so" + "rt"]().join("")));
// expect: hello me,hello me,hello me three,three,three caught TypeError,caught TypeError,caught TypeError TEXT,TEXT,TEXT 123,123,123
