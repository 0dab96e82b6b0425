// `using` in every context × every way out × every kind of resource, compared with the specification's steps written by hand
// with try and finally. Each pair must log the same, tick for tick.
// not for node: version 20 has no `using`
// slow: hundreds of programs
let out, ticks;
const log = (...a) => out.push(a.join(" "));
const show = e => e instanceof SuppressedError ? `S(${show(e.error)}, ${show(e.suppressed)})` : e instanceof TypeError ? "TypeError" : String(e);
// DisposeCapability, AddDisposableResource and DisposeResources, ECMA-262 7.5
const $new = () => ({ list: [], disposing: false, errors: [], threw: false, needs: false, awaited: false });
function $use(s, value, isAsync) {
  if (value === null || value === undefined) { if (isAsync) s.list.push({ isAsync }); return value; }
  if (Object(value) !== value) throw new TypeError();
  let method;
  if (isAsync) method = value[Symbol.asyncDispose];
  if (method === null) method = undefined;
  if (method !== undefined && typeof method != "function") throw new TypeError();
  if (method === undefined) {
    method = value[Symbol.dispose];
    if (typeof method != "function") throw new TypeError();
    const sync = method;
    if (isAsync) method = function () { try { sync.call(this); return Promise.resolve(); } catch (e) { return Promise.reject(e); } };
  }
  s.list.push({ value, isAsync, method });
  return value;
}
function $next(s) {
  s.disposing = true;
  for (;;) {
    const waits = s.needs && !s.awaited, r = s.list.at(-1);
    if (!r) { s.needs = false; return waits ? undefined : null; }
    if (waits && !r.isAsync) { s.needs = false; return undefined; }
    s.list.pop();
    if (r.method) { s.now = r; return r.method; }
    s.needs = true;
  }
}
function $note(s, e) { s.threw = true; if (s.disposing) s.disposalThrew = true; s.error = s.errors.length ? new SuppressedError(e, s.error) : e; s.errors.push(e); }
function $finish(s) { if (s.threw) throw s.error; }
const syncLoop = "let $m; while (($m = $next($s)) !== null) try { $m.call($s.now.value) } catch ($e) { $note($s, $e) }";
const asyncLoop = `let $m; while (($m = $next($s)) !== null) try {
  if ($m === undefined) await undefined;
  else { const $r = $m.call($s.now.value); if ($s.now.isAsync) { $s.awaited = true; await $r } }
} catch ($e) { $note($s, $e) }`;
const byHand = (body, isAsync) => `{ const $s = $new(); try { ${body} } catch ($e) { $note($s, $e) } finally { ${isAsync ? asyncLoop : syncLoop} $finish($s) } }`;

// Resources
const kinds = {
  plain: n => ({ [Symbol.dispose]() { log("dispose", n, this.n); }, n }),
  throws: n => ({ [Symbol.dispose]() { log("dispose", n); throw "D" + n; } }),
  nothing: n => n % 2 ? null : undefined,
  primitive: () => 1,
  bare: () => ({}),
  badMethod: () => ({ [Symbol.dispose]: 1, [Symbol.asyncDispose]: 1 }),
  nullMethods: () => ({ [Symbol.dispose]: null, [Symbol.asyncDispose]: null }),
  getter: n => ({ get [Symbol.dispose]() { log("get", n); return () => log("got", n); } }),
  badGetter: n => ({ get [Symbol.dispose]() { log("get", n); throw "G" + n; } }),
  proxy: n => new Proxy(function () {}, { get(_, key, me) { log("trap", n, String(key)); return key == Symbol.dispose ? function () { log("of proxy", this === me); } : undefined; } }),
  changes: n => { const it = { [Symbol.dispose]() { log("first", n); delete it[Symbol.dispose]; } }; Promise.resolve().then(() => { it[Symbol.dispose] = 1; }); return it; },
  resolves: n => ({ [Symbol.asyncDispose]() { log("async", n); return new Promise(go => Promise.resolve().then(() => { log("later", n); go(); })); }, [Symbol.dispose]() { log("sync", n); } }),
  rejects: n => ({ async [Symbol.asyncDispose]() { log("async", n); await 0; throw "R" + n; }, [Symbol.dispose]() {} }),
  asyncThrows: n => ({ [Symbol.asyncDispose]() { throw "A" + n; }, [Symbol.dispose]() { log("sync", n); } }),
  thenable: n => ({ [Symbol.asyncDispose]() { return { then(go, no) { log("then", n); n % 2 ? no("T" + n) : go(); } }; }, [Symbol.dispose]() { return { get then() { throw "never"; } }; } }),
  undefinedThrown: n => ({ [Symbol.dispose]() { log("dispose", n); throw undefined; } }),
};
const R = (kind, n) => { log("make", kind, n); return kinds[kind](n); };

// Ways out, for bodies that may be left by them
const ends = {
  normal: "log('body')",
  thrown: "log('body'); throw 'B'",
  thrownUndefined: "throw undefined",
  returned: "log('body'); return log('value'), 'V'",
  call: "return R2('tail')",
  labelled: "break out",
  broken: "for (;;) { { break out } }",
  continued: "if (turn++ < 2) continue again; log('last')",
  caught: "try { null.x } catch (e) { log('caught'); return 'C' } finally { log('finally') }",
  overridden: "try { return 'X' } finally { break out }",
};
const R2 = x => { log("called", x); return x; };
const yields = { yielded: "const got = yield 'Y'; log('got', got); return got" };
const awaits = { awaited: "log('before'); await 0; log('after'); return 'W'", awaitThrows: "await Promise.reject('P')" };

// Contexts: `d` has the declarations (a list of [kind, isAsync]), `end` the way out. `u` writes both forms.
const decl = (d, u) => d.map(([kind, isAsync], n) => u ? `${isAsync ? "await " : ""}using r${n} = R("${kind}", ${n});` : `const r${n} = $use($s, R("${kind}", ${n}), ${isAsync});`).join(" ");
const isAsync = d => d.some(each => each[1]);
const within = (d, end, u) => u ? `${decl(d, u)} ${end}` : byHand(`${decl(d, u)} ${end}`, isAsync(d));
const loopOut = text => `out: { again: for (let turn = 0, t = 0; t++ < 4;) { ${text} } } log('out'); return 'end'`;
const contexts = {
  block: (d, end, u) => loopOut(`{ ${within(d, end, u)} }`),
  nested: (d, end, u) => loopOut(`{ ${within(d.slice(0, 1), `{ ${within(d.slice(1), end, u)} }`, u)} }`),
  tryBlock: (d, end, u) => loopOut(`try { ${within(d, end, u)} } catch (e) { log('outer', show(e)); throw e } finally { log('outer finally') }`),
  finallyBlock: (d, end, u) => loopOut(`try { throw 'lost' } catch { } finally { ${within(d, end, u)} }`),
  switchBlock: (d, end, u) => loopOut(`switch (t) { case 1: { ${within(d, end, u)} } case 2: log('two'); break; default: log('default') }`),
  forOf: (d, end, u) => {
    const values = `[${d.map(([kind], n) => `() => R("${kind}", ${n})`)}].values().map(f => f())`;
    const word = isAsync(d) ? "await using" : "using";
    return u ? `out: { again: for (${word} x of close(${values})) { ${end} } } return 'end'`
      : `out: { again: for (const $v of close(${values})) ${byHand(`const x = $use($s, $v, ${isAsync(d)}); ${end}`, isAsync(d))} } return 'end'`;
  },
  forHead: (d, end, u) => {
    const all = d.map(([kind], n) => `r${n} = R("${kind}", ${n})`), word = isAsync(d) ? "await using" : "using", same = isAsync(d);
    const loop = `; t++ < 4; log('update')) { ${end} }`;
    return u ? `let t = 0, turn = 0; out: { again: for (${word} ${all}${loop} } return 'end'`
      : `let t = 0, turn = 0; out: ${byHand(`${d.map(([kind], n) => `const r${n} = $use($s, R("${kind}", ${n}), ${same});`).join(" ")} again: for (${loop}`, same)} return 'end'`;
  },
};
function* close(it) { try { yield* it; } finally { log("closed"); } }
// Functions around them. Each gives a promise, or what is not one.
const bodyOf = (d, end, u) => within(d, end, u);
const functions = {
  plain: { make: text => `return (function () { ${text} })()` },
  arrow: { make: text => `return (() => { ${text} })()` },
  method: { make: text => `return { m() { ${text} } }.m()` },
  constructor: { make: text => `class C { constructor() { ${text} } } new C(); return 'C'` },
  derived: { make: text => `class A {} class C extends A { constructor() { super(); (() => { ${text} })(); return this } } return typeof new C()` },
  evalled: { make: text => `return (function () { eval('1'); ${text} })()` },
  generator: { make: text => `const g = (function* () { ${text} })(); const a = g.next(1), b = g.next(2); return JSON.stringify([a, b])` },
  returnedGenerator: { make: text => `const g = (function* () { ${text} })(); const a = g.next(1), b = g.return(2); return JSON.stringify([a, b, g.next()])`, only: "yielded" },
  thrownGenerator: { make: text => `const g = (function* () { ${text} })(); g.next(1); return g.throw('GT')`, only: "yielded" },
  async: { make: text => `return (async () => { ${text} })()`, isAsync: true },
  asyncGenerator: { make: text => `return (async () => { const g = (async function* () { ${text} })(), all = []; for (const v of [1, 2, 3]) all.push(JSON.stringify(await g.next(v))); return all.join() })()`, isAsync: true },
  returnedAsyncGenerator: { make: text => `return (async () => { const g = (async function* () { ${text} })(); return JSON.stringify([await g.next(1), await g.return(2), await g.next(3)]) })()`, isAsync: true, only: "yielded" },
};
async function run(text) {
  out = []; ticks = 0;
  let going = true;
  (async () => { while (going && ticks < 200) { await null; ticks++; } })();
  try {
    const value = await new Function("R", "R2", "log", "show", "close", "$new", "$use", "$next", "$note", "$finish", text)(R, R2, log, show, close, $new, $use, $next, $note, $finish);
    log("gives", show(value));
  } catch (e) { log("throws", show(e)); }
  log("ticks", ticks);
  going = false;
  return out.join("; ");
}
let programs = 0, different = 0;
async function compare(make) {
  const [mine, hand] = [await run(make(true)), await run(make(false))];
  programs++;
  if (mine != hand && different++ < 5) print("DIFFERENT", make(true), "\n", mine, "\n", hand);
}
const some = (list, n) => [list[n % list.length], list[(n * 7 + 3) % list.length], list[(n * 5 + 1) % list.length]];
(async () => {
  const names = Object.keys(kinds);
  let n = 0;
  for (const [f, { make, isAsync: inAsync, only }] of Object.entries(functions)) {
    const all = { ...ends, ...(f.toLowerCase().includes("generator") ? yields : {}), ...(inAsync ? awaits : {}) };
    for (const [c, context] of Object.entries(contexts)) for (const [e, end] of Object.entries(all)) {
      if (only && e != only) continue;
      for (let turn = 0; turn < (only ? 6 : 2); turn++) {
        n++;
        const mixed = some(names, n).map((kind, i) => [kind, inAsync ? c.startsWith("for") ? n % 2 == 0 : (n + i) % 3 != 0 : false]);
        await compare(u => make(context(mixed, end, u)));
      }
    }
    // Bodies of functions, which have no block
    for (const [e, end] of Object.entries(all)) {
      if (e == "labelled" || e == "broken" || e == "continued" || e == "overridden" || only && e != only) continue;
      for (const kind of names) await compare(u => make(bodyOf([[kind, !!inAsync], ["plain", false], ["throws", !!inAsync]], end, u)));
    }
  }
  print(programs > 2000, different); // expect: true 0
})();
