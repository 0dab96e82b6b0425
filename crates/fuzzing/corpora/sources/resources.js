const r = n => ({ [Symbol.dispose]() { print(n); if (n > 2) throw n } });
try { using a = r(1), b = r(3); for (using c of [r(2), null]) { if (a) continue; } throw 4 } catch (e) { print(e.error, e.suppressed) }
function* g() { using x = r(0); yield x } for (using y = g(); ;) { print(y.next()); break }
const s = new DisposableStack(); s.use(r(1)); s.defer(() => s.disposed); s.adopt(1, String); s.move().dispose();
(async () => { await using z = { async [Symbol.asyncDispose]() { await 0 } }, n = null; for await (await using w of [r(1)]) return w })();
class C { static { using q = r(5); } }
