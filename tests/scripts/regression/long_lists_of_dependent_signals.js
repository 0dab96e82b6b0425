// The dependents of a signal, and what its abort runs, stay whole where their lists grow past a length at which useless ones go.
function* each(count) { for (let index = 0; index < count; index++) yield index; }
for (const count of [31, 32, 33, 63, 64, 65, 130]) {
    const source = new AbortController(), seen = [], signals = [];
    for (const index of each(count)) {
        const own = new AbortController(), signal = AbortSignal.any([source.signal, own.signal]);
        signal.onabort = () => seen.push(index);
        signals.push(signal);
        // Few of them, and later most of them, are of no use any more.
        if (count < 100 ? index % 16 === 0 : index % 16 !== 0) own.abort();
    }
    const early = seen.length;
    source.abort();
    print(count, early, seen.length, new Set(seen).size, signals.every((signal) => signal.aborted));
}
// expect: 31 2 31 31 true
// expect: 32 2 32 32 true
// expect: 33 3 33 33 true
// expect: 63 4 63 63 true
// expect: 64 4 64 64 true
// expect: 65 5 65 65 true
// expect: 130 121 130 130 true
for (const count of [15, 16, 17, 32, 33, 100]) {
    const controller = new AbortController(), target = new EventTarget();
    let calls = 0;
    for (const index of each(count)) {
        target.addEventListener('x', () => calls++, { signal: controller.signal, once: index % 8 === 7 });
    }
    target.dispatchEvent(new Event('x'));
    controller.abort();
    target.dispatchEvent(new Event('x'));
    print(count, calls);
}
// expect: 15 15
// expect: 16 16
// expect: 17 17
// expect: 32 32
// expect: 33 33
// expect: 100 100
