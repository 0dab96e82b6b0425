// not for node: its classes show more members
// performance, crypto, navigator.
print(Object.prototype.toString.call(performance), performance.now() >= 0, performance.timeOrigin > 1e12, JSON.stringify(performance).slice(0, 14)); // expect: [object Performance] true true {"timeOrigin":
const mark = performance.mark('a', { startTime: 2, detail: { n: [1] } });
performance.mark('b', { startTime: 1 });
print(mark.name, mark.entryType, mark.startTime, mark.duration, mark.detail.n[0], mark instanceof PerformanceEntry, String(mark)); // expect: a mark 2 0 1 true [object PerformanceMark]
const measure = performance.measure('m', 'b', 'a');
print(measure.startTime, measure.duration, measure.detail, JSON.stringify(measure)); // expect: 1 1 null {"name":"m","entryType":"measure","startTime":1,"duration":1,"detail":null}
print(performance.measure('n', { start: 1, duration: 4, detail: 'd' }).duration, performance.measure('o', { end: 'a', duration: 1 }).startTime); // expect: 4 1
print(performance.getEntries().map((e) => e.name).join(), performance.getEntriesByType('mark').length, performance.getEntriesByName('a', 'measure').length); // expect: b,m,n,o,a 2 0
performance.clearMarks('a'); performance.clearMeasures(); print(performance.getEntries().length); // expect: 1
print(new PerformanceMark('x', { startTime: 3 }).startTime, performance.getEntriesByName('x').length); // expect: 3 0
const fails = (f) => { try { print('no error', f()); } catch (e) { print(e.name); } };
fails(() => performance.measure('m', 'nothing')); // expect: SyntaxError
fails(() => performance.measure('m', { detail: 1 })); // expect: TypeError
fails(() => performance.measure('m', { start: 1, end: 2, duration: 1 })); // expect: TypeError
fails(() => performance.mark('m', { startTime: -1 })); // expect: TypeError
fails(() => performance.mark('m', { detail: () => 1 })); // expect: DataCloneError
fails(() => new PerformanceMeasure()); // expect: TypeError
fails(() => performance.now.call({})); // expect: TypeError

const bytes = new Uint8Array(40), same = crypto.getRandomValues(bytes);
print(same === bytes, bytes.some((byte) => byte > 0), crypto.getRandomValues(new BigInt64Array(2)).length, crypto.getRandomValues(bytes.subarray(40)).length); // expect: true true 2 0
print(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), crypto.randomUUID() !== crypto.randomUUID()); // expect: true true
fails(() => crypto.getRandomValues(new Float32Array(1))); // expect: TypeMismatchError
fails(() => crypto.getRandomValues(new DataView(new ArrayBuffer(1)))); // expect: TypeMismatchError
fails(() => crypto.getRandomValues(new Uint16Array(32769))); // expect: QuotaExceededError
fails(() => crypto.getRandomValues([])); // expect: TypeError
fails(() => new Crypto()); // expect: TypeError
print(crypto.getRandomValues(new Uint8Array(65536)).length); // expect: 65536
print(navigator.userAgent.startsWith('Ferrotape/'), Object.prototype.toString.call(navigator), self === globalThis); // expect: true [object Navigator] true
