// Many listeners are as cheap as few.
// slow: twenty thousand listeners
const target = new EventTarget(), listeners = Array.from({ length: 20000 }, () => () => { heard++; });
let heard = 0;
for (const listener of listeners) target.addEventListener('y', listener);
for (const listener of listeners) target.addEventListener('y', listener);
for (let i = 0; i < 20000; i++) target.addEventListener('type' + i, listeners[0]);
target.dispatchEvent(new Event('y'));
for (const listener of listeners) target.removeEventListener('y', listener, true);
for (const listener of listeners.slice(1)) target.removeEventListener('y', listener);
target.dispatchEvent(new Event('y'));
target.dispatchEvent(new Event('type77'));
print(heard);
// expect: 20002

// PerformanceObserver, and performance as an EventTarget.
print(performance instanceof EventTarget, PerformanceObserver.supportedEntryTypes.join(), PerformanceObserver.supportedEntryTypes === PerformanceObserver.supportedEntryTypes, Object.isFrozen(PerformanceObserver.supportedEntryTypes));
// expect: true mark,measure true true
performance.addEventListener('x', event => print(event.type, event.target === performance));
performance.dispatchEvent(new Event('x'));
// expect: x true
performance.mark('early', { startTime: 5 });
const observer = new PerformanceObserver((list, self, options) => {
    print(list instanceof PerformanceObserverEntryList, self === observer, JSON.stringify(options));
    print(list.getEntries().map(({ name }) => name).join(), list.getEntriesByType('mark').length, list.getEntriesByName('a').length, list.getEntriesByName('a', 'measure').length);
});
observer.observe({ type: 'mark', buffered: true });
observer.observe({ type: 'measure' });
observer.observe({ type: 'nothing' });
performance.mark('b', { startTime: 2 });
performance.mark('a', { startTime: 1 });
performance.measure('m', 'a', 'b');
print('before');
// expect: before
// expect: true true {"droppedEntriesCount":0}
// expect: a,m,b,early 3 1 0
const fails = run => { try { run(); print('no error'); } catch (error) { print(error.name); } };
setTimeout(() => {
    fails(() => observer.observe({ entryTypes: ['mark'] }));
    fails(() => observer.observe());
    fails(() => observer.observe({ type: 'mark', entryTypes: ['mark'] }));
    fails(() => new PerformanceObserver({}));
    fails(() => PerformanceObserver(() => {}));
    performance.mark('c');
    print(observer.takeRecords().length, observer.takeRecords().length);
    observer.disconnect();
    performance.mark('d');
    const throwing = new PerformanceObserver(() => { throw new Error('reported'); });
    throwing.observe({ entryTypes: ['mark', 'mark', 'paint'] });
    addEventListener('error', event => { event.preventDefault(); print(event.message); setTimeout(readFiles); });
    performance.mark('e');
}, 1);
// expect: InvalidModificationError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: 1 0
// expect: Uncaught Error: reported

// FileReader, once the error is reported: a slow machine may be late.
function readFiles() {
    const log = [];
    const reader = new FileReader();
    for (const name of ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend']) reader['on' + name] = event => log.push(`${name} ${event instanceof ProgressEvent} ${event.loaded}`);
    reader.readAsText(new Blob(['ä', Uint8Array.of(0xFF)]));
    print(reader.readyState, FileReader.LOADING, reader.result);
    fails(() => reader.readAsText(new Blob([])));
    fails(() => reader.readAsText('text'));
    reader.addEventListener('loadend', () => {
        print(reader.readyState, reader.result, log.join());
        reader.onload = () => print(reader.result);
        reader.readAsDataURL(new Blob(['abcd'], { type: 'text/x' }));
        reader.addEventListener('loadend', () => {
            reader.onload = () => print(reader.result.byteLength);
            reader.readAsArrayBuffer(new Blob(['abc']));
            reader.addEventListener('loadend', () => {
                reader.readAsBinaryString(new Blob(['abc']));
                reader.abort();
                print(reader.result, reader.error.name, log.at(-1));
            }, { once: true });
        }, { once: true });
    }, { once: true });
}
// expect: 1 1 null
// expect: InvalidStateError
// expect: TypeError
// expect: 2 ä� loadstart true 0,progress true 3,load true 3,loadend true 3
// expect: data:text/x;base64,YWJjZA==
// expect: 3
// expect: null AbortError loadend true 0

