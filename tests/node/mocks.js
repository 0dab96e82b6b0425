// Mocked functions, methods and accessors of node:test.
const { mock } = require('node:test');
const show = (...a) => console.log(...a);
const thrown = (f) => { try { f(); return 'no'; } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
const f = mock.fn(function add(a, b) { return a + b; });
show(typeof f, f.name, f.length, f(1, 2), f.mock.calls.length, f.mock.callCount());
show(Object.keys(f.mock.calls[0]), f.mock.calls[0].arguments, f.mock.calls[0].result, f.mock.calls[0].error, f.mock.calls[0].target, f.mock.calls[0].this, f.mock.calls[0].stack instanceof Error);
show(f.mock.calls === f.mock.calls, Object.getOwnPropertyNames(Object.getPrototypeOf(f.mock)).join(), f.mock.constructor.name);
const g = mock.fn((a) => a, (a) => a * 2, { times: 2 });
show(g(1), g(2), g(3));
f.mock.mockImplementation(() => 'impl'); show(f(1));
f.mock.mockImplementationOnce(() => 'once'); show(f(), f());
f.mock.mockImplementationOnce(() => 'at 6', 6); show(f.mock.callCount(), f(), f(), f());
show(thrown(() => f.mock.mockImplementationOnce(() => 1, 2)));
f.mock.restore(); show(f(3, 4), f.mock.callCount());
f.mock.resetCalls(); show(f.mock.callCount(), f.mock.calls);
const o = { m(x) { return this.y + x; }, y: 1, get z() { return 5; }, set z(v) { this.w = v; } };
const om = mock.method(o, 'm'); show(om === o.m, o.m(2), o.m.mock.calls[0].this === o, Object.getOwnPropertyDescriptor(o, 'm').enumerable, o.m.name);
mock.method(o, 'm', () => 'mm'); show(o.m(2)); 
mock.reset(); delete o.m; o.m = function (x) { return this.y + x; }; mock.method(o, 'm', () => 'mm'); show(o.m()); mock.restoreAll(); show(o.m(2), 'mock' in o.m, o.m.mock === undefined);
mock.getter(o, 'z', () => 9); show(o.z, Object.getOwnPropertyDescriptor(o, 'z').get.mock.calls.length); 
mock.reset(); mock.setter(o, 'z', function (v) { this.q = v; }); o.z = 3; show(o.q, o.w);
mock.restoreAll(); show(o.z);
class A { constructor(a) { this.a = a; } m() { return 'A.m'; } static s() { return 's'; } }
class B extends A { }
const b = new B(); mock.method(b, 'm', () => 'mocked'); show(b.m(), Object.hasOwn(b, 'm')); mock.restoreAll(); show(b.m(), Object.hasOwn(b, 'm'));
mock.method(A, 's', () => 'S'); show(A.s()); mock.reset(); show(A.s());
const C = mock.fn(A); const c = new C(4); show(c.a, c instanceof A, C.mock.calls[0].target === C, C.mock.calls[0].target === A, C.mock.calls[0].this === c, C.mock.calls[0].result === c);
const t = mock.fn(() => { throw new Error('boom'); }); show(thrown(t), t.mock.calls[0].error.message, t.mock.calls[0].result);
show(thrown(() => mock.fn(5)), '|', thrown(() => mock.fn(() => { }, 5)), '|', thrown(() => mock.fn({ times: 'x' })), '|', thrown(() => mock.fn({ times: 0 })), '|', thrown(() => mock.fn({ times: 1.5 })));
show(thrown(() => mock.method(null, 'x')), '|', thrown(() => mock.method({}, 'x')), '|', thrown(() => mock.method({ x: 1 }, 'x')), '|', thrown(() => mock.method({}, {})), '|', thrown(() => mock.method({ x() { } }, 'x', { getter: true, setter: true })), '|', thrown(() => mock.method({ get x() { return 1; } }, 'x', { getter: true, setter: true })), '|', thrown(() => mock.getter({}, 'x', { getter: false })), '|', thrown(() => mock.setter({}, 'x', { setter: false })), '|', thrown(() => mock.method({x(){}}, 'x', {times: -1})));
show(thrown(() => mock.method({ x() { } }, 'x', 5)), '|', thrown(() => mock.method({ x() { } }, 'x', () => { }, 5)));
show(mock.fn().name, mock.fn().length, mock.fn()(), mock.fn({ times: 1 })());
const s = Symbol('s'); const os = { [s]() { return 1; } }; mock.method(os, s, () => 2); show(os[s]()); mock.reset();
// Node 20 has no mock.property yet.
show(Object.getOwnPropertyNames(Object.getPrototypeOf(mock)).filter(name => name !== 'property').join(), mock.constructor.name, typeof mock.timers);
const arr = mock.fn(async (x) => x); arr(1).then((v) => show('async', v, arr.mock.calls[0].result instanceof Promise));
const fz = { y() { } }; Object.defineProperty(fz, 'x', { value() { return 1; }, writable: false, configurable: true, enumerable: false }); mock.method(fz, 'x', () => 2); const d = Object.getOwnPropertyDescriptor(fz, 'x'); show(fz.x(), d.writable, d.configurable, d.enumerable); mock.reset();
