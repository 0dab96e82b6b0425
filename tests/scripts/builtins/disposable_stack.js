// DisposableStack, AsyncDisposableStack, SuppressedError, and how iterators are disposed of.
// not for node: version 20 has none of them
const r = (n, e) => ({ n, [Symbol.dispose]() { print("dispose", n); if (e) throw e; } });
const name = e => e.name + (e.message ? ": " + e.message : "");
const attempt = f => { try { return f(); } catch (e) { return name(e); } };
// Shapes
for (const C of [DisposableStack, AsyncDisposableStack]) print(C.name, C.length, Object.getOwnPropertyNames(C.prototype).join(), C.prototype[Symbol.toStringTag], String(new C()));
// expect: DisposableStack 0 constructor,adopt,defer,dispose,move,use,disposed DisposableStack [object DisposableStack]
// expect: AsyncDisposableStack 0 constructor,adopt,defer,disposeAsync,move,use,disposed AsyncDisposableStack [object AsyncDisposableStack]
print(DisposableStack.prototype.dispose === DisposableStack.prototype[Symbol.dispose], AsyncDisposableStack.prototype.disposeAsync === AsyncDisposableStack.prototype[Symbol.asyncDispose], DisposableStack.prototype[Symbol.dispose].name); // expect: true true dispose
print(String(Symbol.dispose), String(Symbol.asyncDispose), Symbol.keyFor(Symbol.dispose), JSON.stringify(Object.getOwnPropertyDescriptor(Symbol, "dispose"))); // expect: Symbol(Symbol.dispose) Symbol(Symbol.asyncDispose) undefined {"writable":false,"enumerable":false,"configurable":false}
print(attempt(() => DisposableStack()), attempt(() => AsyncDisposableStack())); // expect: TypeError: Constructor DisposableStack requires 'new' TypeError: Constructor AsyncDisposableStack requires 'new'
// Order, and each way to add
let s = new DisposableStack();
print(s.use(null), s.use(undefined), s.use(s.a = r("used")) === s.a, s.adopt("v", function (v) { "use strict"; print("adopted", v, this, arguments.length); }), s.defer(function () { print("deferred", this === undefined || this === globalThis, arguments.length); })); // expect: null undefined true v undefined
print(s.disposed, s.dispose(), s.disposed, s.dispose());
// expect: deferred true 0
// expect: adopted v undefined 1
// expect: dispose used
// expect: false undefined true undefined
print(attempt(() => s.use(r(1))), attempt(() => s.defer(1)), attempt(() => s.adopt(1)), attempt(() => s.move())); // expect: ReferenceError: The DisposableStack is already disposed ReferenceError: The DisposableStack is already disposed ReferenceError: The DisposableStack is already disposed ReferenceError: The DisposableStack is already disposed
s = new DisposableStack();
print(attempt(() => s.use(1)), attempt(() => s.use({})), attempt(() => s.use({ [Symbol.dispose]: 1 })), attempt(() => s.adopt(1, {})), attempt(() => s.defer())); // expect: TypeError: 1 is not an object that can be disposed of TypeError: #<Object> has no method [Symbol.dispose] TypeError: Symbol(Symbol.dispose) is not a function TypeError: What disposes must be a function: #<Object> TypeError: What disposes must be a function: undefined
for (const m of ["use", "adopt", "defer", "dispose", "move"]) for (const it of [undefined, 1, {}, new AsyncDisposableStack()]) if (attempt(() => s[m].call(it)).startsWith("TypeError")) ; else print("no error", m);
print(attempt(() => Object.getOwnPropertyDescriptor(DisposableStack.prototype, "disposed").get.call(new AsyncDisposableStack()))); // expect: TypeError: Method DisposableStack.prototype.disposed called on incompatible receiver #<AsyncDisposableStack>
// move
class Mine extends DisposableStack { constructor() { super(); print("made", new.target === Mine); } }
s = new Mine(); s.use(r("moved")); const moved = s.move(); print(moved instanceof Mine, s.disposed, moved.disposed); s.dispose(); moved.dispose();
// expect: made true
// expect: false true false
// expect: dispose moved
// Errors
s = new DisposableStack(); for (const n of [1, 2, 3]) s.use(r(n, "E" + n));
try { s.dispose(); } catch (e) { print(e.error, e.suppressed.error, e.suppressed.suppressed, s.disposed, s.dispose()); }
// expect: dispose 3
// expect: dispose 2
// expect: dispose 1
// expect: E1 E2 E3 true undefined
s = new DisposableStack(); s.use(r("only", "E")); print(attempt(() => { try { s.dispose(); } catch (e) { throw { name: e }; } }));
// expect: dispose only
// expect: E
// Reentrance: a disposal that looks at its own stack
s = new DisposableStack(); s.use(r("below")); s.defer(() => print("again", s.disposed, s.dispose(), attempt(() => s.use(r(0))), attempt(() => s.move()))); s.dispose();
// expect: again true undefined ReferenceError: The DisposableStack is already disposed ReferenceError: The DisposableStack is already disposed
// expect: dispose below
// Stacks in stacks, in using declarations
{ using outer = new DisposableStack(); outer.use(r("first")); const inner = outer.use(new DisposableStack()); inner.use(r("inner")); print("block"); }
// expect: block
// expect: dispose inner
// expect: dispose first
function make() { using stack = new DisposableStack(); const file = stack.use(r("file")); const kept = stack.move(); return { file, [Symbol.dispose]: () => kept.dispose() }; }
{ using made = make(); print("made", made.file.n); }
// expect: made file
// expect: dispose file
// SuppressedError
let e = new SuppressedError(1, 2, "m"); print(name(e), e.error, e.suppressed, SuppressedError.length, Object.getPrototypeOf(SuppressedError) === Error, Object.keys(e).length, Object.prototype.toString.call(e), e instanceof Error, Error.isError(e)); // expect: SuppressedError: m 1 2 3 true 0 [object Error] true true
e = SuppressedError(); print("error" in e, "suppressed" in e, Object.hasOwn(e, "message"), e.message === "", String(e), "cause" in new SuppressedError(1, 2, "", { cause: 3 })); // expect: true true false true SuppressedError false
print(attempt(() => new SuppressedError(1, 2, Symbol())), new (class X extends SuppressedError {})(5).error); // expect: TypeError: Cannot convert a Symbol value to a string 5
e = new SuppressedError(1, new SuppressedError("two", null)); e.stack = "SuppressedError\n    at f"; e.suppressed.stack = "SuppressedError: inner\n    at g"; print("shown"); console.log(e); console.log(new DisposableStack());
// expect: shown
// expect: SuppressedError
// expect:     at f {
// expect:   [error]: 1,
// expect:   [suppressed]: SuppressedError: inner
// expect:       at g {
// expect:     [error]: 'two',
// expect:     [suppressed]: null
// expect:   }
// expect: }
// expect: DisposableStack {}
// Iterators
const it = { __proto__: Iterator.prototype, return(...a) { print("return", a.length, this === it); return 7; } };
print(it[Symbol.dispose](), Iterator.prototype[Symbol.dispose].call({}), attempt(() => Iterator.prototype[Symbol.dispose].call({ return: 1 })), attempt(() => Iterator.prototype[Symbol.dispose].call()));
// expect: return 0 true
// expect: undefined undefined TypeError: return is not a function TypeError: Cannot read properties of undefined (reading 'return')
{ using g = (function* () { try { yield 1; } finally { print("generator closed"); } })(); print(g.next().value); }
// expect: 1
// expect: generator closed
{ using values = [1, 2].values(); print(values.next().value); } // expect: 1
(async () => {
  const log = [];
  const ar = (n, e) => ({ async [Symbol.asyncDispose]() { log.push(n); await 0; log.push(n + "!"); if (e) throw e; } });
  const a = new AsyncDisposableStack(); a.use(ar("a")); a.use(null); a.use({ [Symbol.dispose]() { log.push("sync", arguments.length); return { get then() { log.push("never"); } }; } });
  a.adopt("v", async v => { log.push("adopt", v); }); a.defer(() => Promise.resolve().then(() => { log.push("deferred"); }));
  const done = a.disposeAsync(); print(a.disposed, log.join(), done instanceof Promise, await done, log.join()); // expect: true  true undefined deferred,adopt,v,sync,0,a,a!
  print(await a.disposeAsync(), await AsyncDisposableStack.prototype.disposeAsync.call({}).catch(name), await AsyncDisposableStack.prototype.disposeAsync.call(new DisposableStack()).catch(name)); // expect: undefined TypeError: Method AsyncDisposableStack.prototype.disposeAsync called on incompatible receiver #<Object> TypeError: Method AsyncDisposableStack.prototype.disposeAsync called on incompatible receiver #<DisposableStack>
  const b = new AsyncDisposableStack(); b.use(ar(1, "E1")); b.defer(() => { throw "E2"; }); b.defer(() => Promise.reject("E3"));
  await b.disposeAsync().catch(e => print(e.error, e.suppressed.error, e.suppressed.suppressed)); // expect: E1 E2 E3
  const c = new AsyncDisposableStack(); c.use(ar("c")); const d = c.move(); print(c.disposed, d.disposed); log.length = 0; await c.disposeAsync(); print(log.length); await d[Symbol.asyncDispose](); print(log.join());
// expect: true false
// expect: 0
// expect: c,c!
  { await using g = (async function* () { try { yield 1; } finally { await 0; print("async generator closed"); } })(); print((await g.next()).value); }
// expect: 1
// expect: async generator closed
  const asyncIt = { __proto__: Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype)), return(...a) { print("return", a.length); return Promise.resolve(7); } };
  print(Object.getPrototypeOf(asyncIt) === Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())))); // expect: true
  const Async = Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())));
  print(await Async[Symbol.asyncDispose].call(asyncIt), await Async[Symbol.asyncDispose].call({}), await Async[Symbol.asyncDispose].call(null).catch(e => e.name), await Async[Symbol.asyncDispose].call({ return() { throw "R"; } }).catch(e => e));
// expect: return 0
// expect: undefined undefined TypeError R
})().catch(e => print("FAILED", e));
