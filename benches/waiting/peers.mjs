// QuickJS-ng as WebAssembly: quickjs-wasi, whose whole memory can be written down, and quickjs-emscripten, which waits.
// `node peers.mjs ENGINE PROGRAM` prints what `ferrotape-waiting-bench` prints for the engines in Rust.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const COUNT = 100, WAITING = 1000;
const [engine, program] = process.argv.slice(2);
const text = `(async () => { ${readFileSync(new URL(`programs/${program}.js`, import.meta.url), 'utf8')} })()`;
const require = createRequire(process.env.WAITING_PEERS + '/package.json');

async function wasi() {
    const { QuickJS } = await import(require.resolve('quickjs-wasi'));
    const wasm = await WebAssembly.compile(readFileSync(require.resolve('quickjs-wasi/quickjs.wasm')));
    // The host keeps the answer's function in the script's memory: its own handles are not written down.
    const prelude = 'globalThis.search = (...words) => new Promise(answer => { globalThis.answer = answer; ask(...words) });';
    return {
        async start() {
            const vm = await QuickJS.create({ wasm });
            vm.setProp(vm.global, 'ask', vm.newFunction('ask', () => vm.undefined));
            vm.evalCode(prelude).dispose();
            vm.evalCode(`globalThis.result = ${text}.then(value => { globalThis.value = value })`).dispose();
            vm.executePendingJobs();
            return vm;
        },
        save: vm => QuickJS.serializeSnapshot(vm.snapshot()),
        async finish(bytes) {
            const vm = await QuickJS.restore(QuickJS.deserializeSnapshot(bytes), { wasm });
            vm.registerHostCallback('ask', () => vm.undefined);
            vm.callFunction(vm.global.getProp('answer'), vm.undefined, vm.hostToHandle(['tide', 'moon'])).dispose();
            vm.executePendingJobs();
            const value = vm.global.getProp('value').toString();
            vm.dispose();
            return value;
        },
    };
}

async function emscripten() {
    const { getQuickJS } = await import(require.resolve('quickjs-emscripten'));
    const quickjs = await getQuickJS();
    return {
        async start() {
            const vm = quickjs.newContext();
            const search = vm.newFunction('search', () => vm.newPromise().handle);
            vm.setProp(vm.global, 'search', search);
            search.dispose();
            vm.unwrapResult(vm.evalCode(text)).dispose();
            vm.runtime.executePendingJobs();
            return vm;
        },
    };
}

function median(times) {
    return times.sort((a, b) => a - b)[times.length >> 1];
}

async function timed(work, after = () => {}) {
    const times = [];
    for (let i = 0; i < COUNT; i++) {
        const start = performance.now();
        const made = await work();
        times.push((performance.now() - start) * 1000);
        after(made);
    }
    return median(times).toFixed(1);
}

const peer = engine === 'quickjs-wasi' ? await wasi() : await emscripten();
const dispose = vm => engine === 'quickjs-wasi' && vm.dispose();
const start = await timed(() => peer.start(), dispose);
let save = '-', size = '-', finish = '-';
if (peer.save) {
    const vm = await peer.start(), bytes = peer.save(vm);
    save = await timed(() => peer.save(vm));
    size = bytes.length;
    if (await peer.finish(bytes) !== 'many') throw new Error('another result');
    finish = await timed(() => peer.finish(bytes));
    vm.dispose();
}
globalThis.gc?.();
const before = process.memoryUsage().rss, kept = [];
for (let i = 0; i < WAITING; i++) kept.push(await peer.start());
globalThis.gc?.();
console.log([start, save, size, finish, Math.round((process.memoryUsage().rss - before) / WAITING)].join('\t'));
process.exit(0);
