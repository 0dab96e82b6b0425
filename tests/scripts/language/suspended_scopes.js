var f = async x => (await x) + 1; f(1).then(v => print(v));
function C() { this.v = 5; this.get = async () => { await 0; return this.v; }; } new C().get().then(v => print(v));
var o = { async m(a) { await 0; return super.toString === Object.prototype.toString && a; }, *g() { yield this.z; }, z: 9 }; o.m(3).then(v => print(v)); print(o.g().next().value);
(async () => { const out = []; for (let i = 0; i < 3; i++) { out.push(() => i); await i; } print(out.map(h => h()).join()); })();
(async function () { print(`${await 1}-${await 2}`, (await null)?.x, await 0 || await 4); let y = null; y ??= await 8; print(y, arguments.length, (() => arguments[0])()); })(7);
function* tdz() { try { yield x; } catch (e) { print(e.name); } let x = 1; { const c = yield x; print(c); } } var it = tdz(); it.next(); print(it.next().value); it.next("const");
function* blocks() { for (let i = 0; i < 2; i++) { let j = i * 2; yield () => i + j++; } } for (var fs = Array.from(blocks()), k = 0; k < 2; k++) print(fs[k](), fs[k]());
var nt = function* () { yield new.target; }; print(nt().next().value);
async function sup() { return await (async () => { await 0; return typeof arguments; })(); } sup().then(v => print(v));
// expect: 9
// expect: ReferenceError
// expect: undefined
// expect: undefined
// expect: 0 1
// expect: 3 4
// expect: undefined
// expect: 2
// expect: 5
// expect: 3
// expect: 0,1,2
// expect: object
// expect: 1-2 undefined 4
// expect: 8 1 7
