// Error, the native errors, their messages, names, stacks and prototypes.
var e = new Error("message");
print(e, e.message, e.name, e instanceof Error, typeof e, Object.prototype.toString.call(e), Object.keys(e), e.hasOwnProperty("message"), e.hasOwnProperty("name"), e.constructor === Error);
// expect: Error: message message Error true object [object Error]  true false true
print(Error("called"), Error("x") instanceof Error, new Error(), new Error().message === "", new Error().hasOwnProperty("message"), new Error(undefined).hasOwnProperty("message"), new Error(null).message, new Error(5).message, typeof new Error(5).message, new Error({ toString: function () { return "conv"; } }).message);
// expect: Error: called true Error true false false null 5 string conv
var kinds = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
for (var i = 0; i < kinds.length; i++) { var K = kinds[i], x = new K("m"); print(K.name, x, x instanceof K, x instanceof Error, K.length, K.prototype.name, K.prototype.message === "", Object.getPrototypeOf(K.prototype) === Error.prototype, K("c") instanceof K, K.prototype.hasOwnProperty("toString"), Object.getPrototypeOf(K) === Error, Object.prototype.toString.call(x)); }
// expect: EvalError EvalError: m true true 1 EvalError true true true false true [object Error]
// expect: RangeError RangeError: m true true 1 RangeError true true true false true [object Error]
// expect: ReferenceError ReferenceError: m true true 1 ReferenceError true true true false true [object Error]
// expect: SyntaxError SyntaxError: m true true 1 SyntaxError true true true false true [object Error]
// expect: TypeError TypeError: m true true 1 TypeError true true true false true [object Error]
// expect: URIError URIError: m true true 1 URIError true true true false true [object Error]
print(Error.length, Error.prototype.name, Error.prototype.message === "", Error.prototype.toString(), String(Error.prototype), Error.prototype.constructor === Error, Object.prototype.toString.call(Error.prototype), JSON.stringify(Object.getOwnPropertyDescriptor(new Error("d"), "message")));
// expect: 1 Error true Error Error true [object Object] {"value":"d","writable":true,"enumerable":false,"configurable":true}
function str(o) { return Error.prototype.toString.call(o); }
print(str({}), str({ name: "N" }), str({ message: "M" }), str({ name: "N", message: "M" }), str({ name: "", message: "M" }), str({ name: "N", message: "" }), str({ name: undefined, message: undefined }), str({ name: null, message: 5 }), str([]), (function () { try { str(5); } catch (e) { return e.name; } })());
// expect: Error N Error: M N: M M N Error null: 5 Error TypeError
var named = new Error("m");
named.name = "Custom";
print(named, String(named)); // expect: Custom: m Custom: m
named.message = "";
print(named); // expect: Custom
named.name = "";
print(String(named) === ""); // expect: true
function MyError(m) { this.message = m; }
MyError.prototype = Object.create(Error.prototype);
MyError.prototype.constructor = MyError;
MyError.prototype.name = "MyError";
var my = new MyError("mine");
print(my, my instanceof Error, my instanceof MyError, Object.prototype.toString.call(my));
// expect: MyError: mine true true [object Object]
function MyError2() { var t = Error.apply(this, arguments); return t; }
print(new MyError2("returned") instanceof Error); // expect: true
function thrower(f) { try { f(); return "none"; } catch (e) { return e.name + (e instanceof Error) + (e.message.length > 0); } }
print(thrower(function () { undefinedName; }), thrower(function () { null.x; }), thrower(function () { undefined.x = 1; }), thrower(function () { ({}).f(); }), thrower(function () { new Array(-1); }), thrower(function () { eval("("); }), thrower(function () { decodeURIComponent("%"); }), thrower(function () { (1).toFixed(101); }), thrower(function () { "x".repeat ? (1).toString(99) : (1).toString(99); }), thrower(function () { new (function () { }.bind().prototype)(); }), thrower(function () { ({}) instanceof 1; }), thrower(function () { "a" in "b"; }));
// expect: ReferenceErrortruetrue TypeErrortruetrue TypeErrortruetrue TypeErrortruetrue RangeErrortruetrue SyntaxErrortruetrue URIErrortruetrue RangeErrortruetrue RangeErrortruetrue TypeErrortruetrue TypeErrortruetrue TypeErrortruetrue
print(typeof e.stack, e.hasOwnProperty("stack") || "stack" in e, e.stack.indexOf("message") >= 0 || e.stack.length > 0, (function inner() { return new Error("s").stack.indexOf("inner") >= 0; })());
// expect: string true true true
try { null.x; } catch (err) { print(typeof err.stack, err.stack.length > 0); } // expect: string true
print(typeof (function () { try { throw {}; } catch (o) { return o.stack; } })()); // expect: undefined
try { throw e; } catch (caught) { print(caught === e); } // expect: true
try { throw "str"; } catch (s) { print(s, typeof s); } // expect: str string
try { throw undefined; } catch (u) { print(u); } // expect: undefined
try { throw { a: 1 }; } catch (o) { print(o.a); } // expect: 1
try { throw new TypeError("t"); } catch (t) { print(t instanceof RangeError, t instanceof TypeError, t.message); }
// expect: false true t
print(Object.getOwnPropertyNames(Error.prototype).filter((name) => name !== "stack").sort(), Object.getOwnPropertyNames(TypeError.prototype).sort(), Object.keys(Error.prototype), (function () { var e = new RangeError("r"); e.extra = 1; return Object.keys(e); })(), JSON.stringify(Object.getOwnPropertyDescriptor(RangeError.prototype, "name")), delete new Error("z").message);
// expect: constructor,message,name,toString constructor,message,name  extra {"value":"RangeError","writable":true,"enumerable":false,"configurable":true} true
