// not for node: names of eval code without one
// A text with a comment `//# sourceURL=name` has that name in stacks.
function place(action) {
  try {
    return action();
  } catch (error) {
    return /[\w.:/<>-]+:\d+:\d+/.exec(error.stack.replace(/^.*\n/, ""))[0];
  }
}
print(place(() => eval("\nnull.x\n//# sourceURL=direct.js"))); // expect: direct.js:2:6
print(place(() => (0, eval)("null.x //# sourceURL=indirect.js\n\n"))); // expect: indirect.js:1:6
print(place(() => eval("'use strict'; null.x //@ sourceURL=older.js"))); // expect: older.js:1:20
print(place(() => eval("(function () { null.x })\n//# sourceURL=later.js")())); // expect: later.js:1:21
print(place(() => Function("null.x\n//# sourceURL=made.js")()).split(":")[0]); // expect: made.js
print(place(() => new (async function () {}.constructor)("é; )\n//# sourceURL=early.js")).split(":")[0]); // expect: early.js
print(place(() => eval("eval('null.x //# sourceURL=inner.js') //# sourceURL=outer.js"))); // expect: inner.js:1:6
print(place(() => eval("//# sourceURL=first.js\nnull.x")), place(() => eval("0;\n  //# sourceURL=middle.js \nnull.x"))); // expect: first.js:2:6 middle.js:3:6
print(place(() => eval("//# sourceURL=one.js\nnull.x\n//# sourceURL=two.js"))); // expect: two.js:2:6
// What is no such comment is none.
print(place(() => eval("null['//# sourceURL=text.js']")).split(":")[0]); // expect: <eval>
print(place(() => eval("0; //# sourceURL=behind.js\nnull.x")).split(":")[0]); // expect: <eval>
print(place(() => eval("null.x //# sourceURL=two words")).split(":")[0]); // expect: <eval>
