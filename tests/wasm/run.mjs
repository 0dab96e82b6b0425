// Runs scripts with limits in node's WebAssembly, on the stack that it gives: node tests/wasm/run.mjs FILE.wasm
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
let failures = 0;
/** The instance of the deep ones, until it is lost. */
let shared;

function expect(name, is, more = "") {
    if (is) return;
    failures++;
    console.error(`FAILED: ${name} ${more}`);
}

/** An instance with an engine in it: limits are fuel, milliseconds, bytes of memory and of the stack. */
class Host {
    /** STACK overrides how much of the stack is allowed where nothing is said. */
    constructor({ fuel = 0, time = 0, memory = 0, stack = Number(process.env.STACK ?? 0), clock = true } = {}) {
        const imports = { env: { host_now: () => performance.timeOrigin + performance.now() } };
        this.wasm = new WebAssembly.Instance(module, imports).exports;
        if (clock) this.wasm.set_clock();
        this.made = this.wasm.make_engine(fuel, time, memory, stack) === 1;
    }

    answer() {
        const bytes = new Uint8Array(this.wasm.answer_length());
        bytes.forEach((_, at) => (bytes[at] = this.wasm.answer_byte(at)));
        return new TextDecoder().decode(bytes);
    }

    run(text) {
        for (const byte of new TextEncoder().encode(text)) this.wasm.push_byte(byte);
        return [["value", "error", "limit", "no engine"][this.wasm.run()], this.answer()];
    }
}

/** What a script gives, and that the engine goes on to work. */
function check(name, host, text, kind, answer) {
    const began = performance.now();
    try {
        const [ended, said] = host.run(text);
        const matches = answer instanceof RegExp ? answer.test(said) : answer === undefined || said === answer;
        expect(name, ended === kind && matches, `${ended}: ${said.slice(0, 300)}`);
        expect(`${name}: goes on`, host.run("1 + 1").join() === "value,2");
    } catch (error) {
        expect(name, false, `the instance is lost: ${error}`);
        shared = undefined;
    }
    if (process.env.VERBOSE) console.log(`${Math.round(performance.now() - began)} ms  ${name}`);
}

// The language and the library.
const plain = new Host();
check("values", plain, "[1.5, 'a', 2n ** 70n, /x(.)/.exec('xy')[1], new Map([[1, 2]]).get(1)].join()", "value", "'1.5,a,1180591620717411303424,y,2'");
check("sorting", plain, "Array.from({ length: 9999 }, (_, i) => -i).sort((a, b) => a - b)[0]", "value", "-9998");
check("generators", plain, "[...(function* () { yield 1; yield 2 })()].join()", "value", "'1,2'");
check("exceptions", plain, "null.x", "error", /TypeError/);
check("lengths beyond 32 bits", plain, "try { 'a'.repeat(2 ** 32) } catch (e) { e.name }", "value", "'RangeError'");
check("buffers beyond 32 bits", plain, "try { new ArrayBuffer(2 ** 33 + 8).byteLength } catch (e) { e.name }", "value", "'RangeError'");
check("array-likes beyond 32 bits", plain, "Array.prototype.indexOf.call({ length: 2 ** 32 + 5, [2 ** 32 + 1]: 'x' }, 'x', 2 ** 32)", "value", "4294967297");

// The clock, the seed and time zones.
check("clock", plain, `Math.abs(Date.now() - ${Date.now()}) < 60000`, "value", "true");
check("local time is UTC", plain, "new Date(0).getTimezoneOffset() + ' ' + new Date(0)", "value", /^'0 Thu Jan 01 1970 00:00:00 GMT\+0000/);
check("time zones are built in", plain, "[zoned('Europe/Berlin'), zoned('Mars/Olympus')].join()", "value", "'true,false'");
check("seeds differ", plain, `Math.random() !== ${new Host().run("Math.random()")[1]}`, "value", "true");
const timeless = new Host({ clock: false });
check("no clock", timeless, "Date.now()", "value", "0");
const refused = new Host({ clock: false, time: 50 });
expect("a time limit without a clock", !refused.made && /set_host_clock/.test(refused.answer()), refused.answer());

// Limits.
const began = performance.now();
check("deadline", new Host({ time: 100 }), "for (;;) {}", "limit", /deadline/);
const late = performance.now() - began;
expect("the deadline holds", late > 90 && late < 5000, `${late} ms`);
check("fuel", new Host({ fuel: 100000 }), "for (;;) {}", "limit", /fuel/);
check("memory", new Host({ memory: 16 << 20 }), "let all = []; for (;;) all.push(new Array(1000).fill(1))", "limit", /memory/);
check("memory of strings", new Host({ memory: 16 << 20 }), "let all = [], s = 'ab'.repeat(1000); for (let i = 0; ; i++) all.push((s + i).toUpperCase())", "limit", /memory/);

// No threads.
const cell = "new Int32Array(new SharedArrayBuffer(8))";
check("nobody sleeps", plain, `try { Atomics.wait(${cell}, 0, 0, 10) } catch (e) { e.message }`, "value", /cannot be called/);
check("promises that wait", plain, `Atomics.waitAsync(${cell}, 0, 0, 10).async`, "value", "true");
check("timers on a virtual clock", plain, "setTimeout(() => print('rang'), 1000); 0", "value");

// Depth: each ends by an error that scripts can catch, and the instance lives.
const deep = { run: (text) => (shared ??= new Host({ memory: 256 << 20 })).run(text) };
const caught = (text) => `try { ${text}; 'ended' } catch (e) { e.name }`;
const brackets = (count) => `'['.repeat(${count}) + ']'.repeat(${count})`;
const nested = (open, middle, close, count) => open.repeat(count) + middle + close.repeat(count);
check("deep recursion", deep, caught("(function f() { f(); return 1 })()"), "value", "'RangeError'");
check("recursion through the host", deep, caught("(function f() { call(f); return 1 })()"), "value", "'RangeError'");
check("recursion through built-ins", deep, caught("(function f() { [1].map(f); return 1 })()"), "value", "'RangeError'");
check("recursion through sort", deep, caught("(function f() { [1, 2].sort(f); return 1 })()"), "value", "'RangeError'");
check("recursion through replace", deep, caught("(function f() { 'a'.replace(/a/, f); return 1 })()"), "value", "'RangeError'");
check("recursion through getters", deep, caught("let o = { get a() { return this.a } }; o.a"), "value", "'RangeError'");
check("recursion through proxies", deep, caught("let p = new Proxy({}, { get(t, k, r) { return r[k] } }); p.a"), "value", "'RangeError'");
check("recursion through reflection", deep, caught("(function f() { Reflect.construct(f, []) })()"), "value", "'RangeError'");
check("recursion through toString", deep, caught("let o = { toString() { return '' + o } }; '' + o"), "value", "'RangeError'");
check("recursion through eval", deep, caught("(function f() { eval('f()'); return 1 })()"), "value", "'RangeError'");
check("recursion through Function", deep, caught("globalThis.g = new Function('g(); Function(\"g()\")()'); g()"), "value", "'RangeError'");
check("a long chain of proxies", deep, caught("let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x"), "value", /ended|RangeError/);
check("a long chain of bound functions", deep, caught("let g = () => 1; for (let i = 0; i < 1e5; i++) g = g.bind(); g()"), "value", /ended|RangeError/);
check("usual depth of calls through built-ins", deep, caught("(function f(n) { return n && [n - 1].map(f) })(25)"), "value", "'ended'");
check("usual depth of JSON", deep, caught(`JSON.stringify(JSON.parse(${brackets(100)}))`), "value", "'ended'");
check("usual depth of source", deep, caught(nested("[", "", "]", 50)), "value", "'ended'");
check("usual depth of recursion", deep, caught("(function f(n) { return n && f(n - 1) })(10000)"), "value", "'ended'");
const sources = {
    parentheses: nested("(", "1", ")", 1e5), arrays: nested("[", "", "]", 1e5), objects: "x = " + nested("{a:", "1", "}", 1e5),
    blocks: nested("{", "", "}", 1e5), functions: nested("function f(){", "", "}", 1e5), arrows: "x => ".repeat(1e5) + "1",
    unary: "- ".repeat(1e5) + "1", sums: "1" + "+1".repeat(1e5), powers: "1" + "**1".repeat(1e5), members: "x" + ".a".repeat(1e5),
    conditionals: "1?1:".repeat(1e5) + "1", ifs: "if(1)".repeat(1e5) + ";", templates: nested("`${", "1", "}`", 2e4),
    classes: nested("class A{static{", "", "}}", 2e4), patterns: "var " + nested("[", "a", "]", 5e4) + "=1", calls: "f(".repeat(1e5) + ")".repeat(1e5),
    labels: Array.from({ length: 2e4 }, (_, i) => `l${i}:`).join("") + ";", assignments: "a=".repeat(1e5) + "1", awaits: "async()=>" + "await ".repeat(5e4) + "1",
};
for (const [name, source] of Object.entries(sources)) {
    check(`nesting in source: ${name}`, deep, `try { eval(${JSON.stringify(source)}); 'ended' } catch (e) { e.name }`, "value", /ended|Error'/);
}
check("deep JSON read", deep, caught(`JSON.parse(${brackets(1e5)})`), "value", /ended|RangeError/);
check("deep JSON revived", deep, caught(`JSON.parse(${brackets(5e4)}, (k, v) => v)`), "value", /ended|RangeError/);
check("deep JSON written", deep, caught("let o = []; for (let i = 0; i < 1e5; i++) o = [o]; JSON.stringify(o)"), "value", /ended|RangeError/);
check("deep clones", deep, caught("let o = []; for (let i = 0; i < 1e5; i++) o = [o]; structuredClone(o)"), "value", /ended|Error/);
check("deep flat", deep, caught("let o = []; for (let i = 0; i < 1e5; i++) o = [o]; o.flat(Infinity)"), "value", /ended|RangeError/);
check("deep patterns", deep, caught("new RegExp('('.repeat(1e5) + ')'.repeat(1e5))"), "value", /ended|Error/);
check("deep matching", deep, caught("/(?:(a)|b)*c/.exec('ab'.repeat(1e5))"), "value", /ended|Error/);
check("ropes", deep, caught("let s = ''; for (let i = 0; i < 1e5; i++) s = 'x' + s + 'y'; s.length + s.charCodeAt(5)"), "value", "'ended'");
check("deep prototypes", deep, caught("let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); o.x"), "value", /ended|RangeError/);
check("deep objects are collected", deep, caught("for (let n = 0; n < 3; n++) { let o = null; for (let i = 0; i < 1e5; i++) o = { o } }"), "value", "'ended'");
check("deep objects are shown", deep, "{ let o = []; for (let i = 0; i < 1e5; i++) o = [o]; o }", "value");
check("recursion in a job", deep, "Promise.resolve().then(function f() { f(); return 1 }).catch(() => 0); 0", "value");
check("delegation", deep, caught("function* g(n) { if (n) yield* g(n - 1); yield n } for (const x of g(1e5)) ;"), "value", /ended|RangeError/);

if (failures > 0) process.exit(1);
console.log("wasm: all scripts ended as they should");
