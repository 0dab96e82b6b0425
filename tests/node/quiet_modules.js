// What packages ask of modules that have little to do here: whether they are the primary process, orders of addresses, histograms.
const cluster = require('cluster'), dns = require('dns'), http2 = require('http2'), { createHistogram, monitorEventLoopDelay, performance } = require('perf_hooks');
const tried = (name, work) => { try { console.log(name, work()); } catch (error) { console.log(name, error.name, error.code, error.message); } };
console.log(cluster.isPrimary, cluster.isMaster, cluster.isWorker, typeof cluster.on, Object.keys(cluster.workers).length, cluster.SCHED_RR, typeof cluster.fork, typeof cluster.Worker);
tried('order', () => { dns.setDefaultResultOrder('ipv4first'); return [dns.getDefaultResultOrder(), dns.NOTFOUND, dns.EOF, dns.CANCELLED, dns.promises === require('dns/promises'), dns.promises.NOTFOUND]; });
tried('order', () => dns.setDefaultResultOrder('other'));
tried('instances', () => [{} instanceof http2.Http2ServerRequest, {} instanceof http2.Http2ServerResponse, typeof http2.sensitiveHeaders]);
const histogram = createHistogram();
tried('empty', () => [histogram.count, histogram.min, histogram.max, histogram.mean, histogram.stddev, [...histogram.percentiles]]);
for (let i = 1; i <= 100; i++) histogram.record(i);
tried('full', () => [histogram.count, histogram.min, histogram.max, histogram.mean, histogram.stddev.toFixed(6), histogram.percentile(50), histogram.percentile(99), histogram.exceeds]);
console.log([...histogram.percentiles]);
for (const value of ['x', 0, 1.5]) tried('record', () => histogram.record(value));
for (const value of ['x', 0, 101, NaN]) tried('percentile', () => histogram.percentile(value));
histogram.reset();
console.log(histogram.count, histogram.max);
const timed = performance.timerify(function own(a, b) { return [this === undefined, a, b, new.target !== undefined]; });
console.log(timed.name, timed.length, timed(1), typeof new timed(), Object.keys(performance.eventLoopUtilization()).join());
tried('timerify', () => performance.timerify(5));
const delay = monitorEventLoopDelay({ resolution: 5 });
console.log(delay.enable(), delay.enable(), delay.count, delay.disable(), delay.disable());
tried('resolution', () => monitorEventLoopDelay({ resolution: 0 }));

// How long requests have taken, as clients tell it.
const facts = { startTime: 1, redirectStartTime: 0, redirectEndTime: 0, postRedirectStartTime: 2, finalServiceWorkerStartTime: 0, finalNetworkResponseStartTime: 4, finalNetworkRequestStartTime: 3, endTime: 9, encodedBodySize: 5, decodedBodySize: 6, finalConnectionTimingInfo: { domainLookupStartTime: 1, domainLookupEndTime: 1, connectionStartTime: 1, connectionEndTime: 2, secureConnectionStartTime: 1, ALPNNegotiatedProtocol: 'h2' } };
const { PerformanceEntry, PerformanceResourceTiming, performance: clock } = require('perf_hooks');
for (const cache of ['', 'local']) {
  const entry = clock.markResourceTiming(facts, 'http://a/', 'fetch', globalThis, cache, {}, 200, '');
  console.log(JSON.stringify(entry), entry instanceof PerformanceResourceTiming, entry instanceof PerformanceEntry, entry.name, entry.duration, entry.transferSize);
}
const bare = clock.markResourceTiming({ startTime: 1, endTime: 2 }, 'n', 'x', globalThis, '');
console.log(bare.domainLookupStart, bare.nextHopProtocol, bare.fetchStart);
try { clock.markResourceTiming(facts, 'n', 'fetch', globalThis, 'other'); } catch (error) { console.log(error instanceof Error); }
try { new PerformanceResourceTiming(); } catch (error) { console.log(error.code); }
