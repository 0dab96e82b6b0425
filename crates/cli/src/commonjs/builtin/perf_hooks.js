// The clock that is a global too.
'use strict';

const { checkFunction, checkInteger, coded, invalidType, invalidValue, outOfRange } = require('internal/errors');
const { clearInterval, setInterval } = require('internal/real_timers');

exports.performance = globalThis.performance;
exports.Performance = globalThis.Performance;
exports.PerformanceEntry = globalThis.PerformanceEntry;
exports.PerformanceMark = globalThis.PerformanceMark;
exports.PerformanceMeasure = globalThis.PerformanceMeasure;
exports.PerformanceObserver = globalThis.PerformanceObserver;
exports.PerformanceObserverEntryList = globalThis.PerformanceObserverEntryList;
exports.constants = {};

// How often values were recorded, to three digits: Node's histograms.
class Histogram {
  #counts = new Map();
  #count = 0; #sum = 0; #squares = 0; #min = Infinity; #max = 0;
  exceeds = 0;
  get count() { return this.#count; }
  get min() { return this.#count === 0 ? 9223372036854776000 : this.#min; }
  get max() { return this.#max; }
  get mean() { return this.#count === 0 ? NaN : this.#sum / this.#count; }
  get stddev() { return this.#count === 0 ? NaN : Math.sqrt(Math.max(0, this.#squares / this.#count - this.mean ** 2)); }
  percentile(percent) {
    if (typeof percent !== 'number') throw invalidType('percentile', 'of type number', percent);
    if (!(percent > 0 && percent <= 100)) throw outOfRange('percentile', '> 0 && <= 100', percent);
    let seen = 0;
    for (const value of [...this.#counts.keys()].sort((one, other) => one - other)) {
      seen += this.#counts.get(value);
      if (seen * 100 >= percent * this.#count) return value;
    }
    return 0;
  }
  get percentiles() {
    const all = new Map(this.#count === 0 ? [] : [[0, this.#min]]);
    for (let left = 50; this.#count > 0 && left > 1e-3; left /= 2) {
      all.set(100 - left, this.percentile(100 - left));
      if (all.get(100 - left) === this.percentile(100)) break;
    }
    return all.set(100, this.#count === 0 ? 0 : this.percentile(100));
  }
  reset() {
    this.#counts = new Map();
    this.#count = this.#sum = this.#squares = this.#max = 0;
    this.#min = Infinity;
  }
  static record(histogram, value) {
    const step = 2 ** Math.max(0, Math.floor(Math.log2(value)) - 10), kept = Math.floor(value / step) * step;
    histogram.#counts.set(kept, (histogram.#counts.get(kept) ?? 0) + 1);
    histogram.#count++;
    histogram.#sum += value;
    histogram.#squares += value ** 2;
    histogram.#min = Math.min(histogram.#min, value);
    histogram.#max = Math.max(histogram.#max, value);
  }
}
const { record } = Histogram;
delete Histogram.record;
class RecordableHistogram extends Histogram {
  #last;
  record(value) {
    if (typeof value !== 'bigint') checkInteger(value, 'val', 1);
    record(this, Number(value));
  }
  recordDelta() {
    const now = performance.now();
    if (this.#last !== undefined) record(this, Math.max(1, Math.round((now - this.#last) * 1e6)));
    this.#last = now;
  }
}
// How much later than wanted timers come.
class IntervalHistogram extends Histogram {
  #resolution; #timer;
  constructor(resolution) {
    super();
    this.#resolution = resolution;
  }
  enable() {
    if (this.#timer !== undefined) return false;
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      record(this, Math.max(1, Math.round((now - last) * 1e6)));
      last = now;
    }, this.#resolution);
    this.#timer.unref();
    return true;
  }
  disable() {
    if (this.#timer === undefined) return false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }
}
exports.createHistogram = function createHistogram() { return new RecordableHistogram(); };
exports.monitorEventLoopDelay = function monitorEventLoopDelay({ resolution = 10 } = {}) {
  checkInteger(resolution, 'options.resolution', 1);
  return new IntervalHistogram(resolution);
};

// How long the parts of a request have taken, as a client tells it. Entries belong to who makes them: no list has them.
const FACTS = {
  nextHopProtocol: facts => facts.finalConnectionTimingInfo?.ALPNNegotiatedProtocol,
  workerStart: facts => facts.finalServiceWorkerStartTime, redirectStart: facts => facts.redirectStartTime, redirectEnd: facts => facts.redirectEndTime,
  fetchStart: facts => facts.postRedirectStartTime,
  domainLookupStart: facts => facts.finalConnectionTimingInfo?.domainLookupStartTime,
  domainLookupEnd: facts => facts.finalConnectionTimingInfo?.domainLookupEndTime,
  connectStart: facts => facts.finalConnectionTimingInfo?.connectionStartTime,
  connectEnd: facts => facts.finalConnectionTimingInfo?.connectionEndTime,
  secureConnectionStart: facts => facts.finalConnectionTimingInfo?.secureConnectionStartTime,
  requestStart: facts => facts.finalNetworkRequestStartTime, responseStart: facts => facts.finalNetworkResponseStartTime,
  responseEnd: facts => facts.endTime, encodedBodySize: facts => facts.encodedBodySize, decodedBodySize: facts => facts.decodedBodySize,
};
// Bytes of a head, as the standard of resource timing counts them.
const HEAD = 300;
let isMaking = false;
class PerformanceResourceTiming {
  #name; #kind; #cache; #facts;
  constructor(name, kind, cache, facts) {
    if (!isMaking) throw coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
    this.#name = name;
    this.#kind = kind;
    this.#cache = cache;
    this.#facts = facts;
  }
  get name() { return this.#name; }
  get entryType() { return 'resource'; }
  get startTime() { return this.#facts.startTime; }
  get duration() { return this.#facts.endTime - this.#facts.startTime; }
  get initiatorType() { return this.#kind; }
  get transferSize() { return this.#cache === 'local' ? 0 : this.#cache === 'validated' ? HEAD : this.#facts.encodedBodySize + HEAD; }
  toJSON() {
    const shown = {};
    const names = Object.keys(FACTS);
    names.splice(names.indexOf('encodedBodySize'), 0, 'transferSize');
    for (const name of ['name', 'entryType', 'startTime', 'duration', 'initiatorType', ...names]) shown[name] = this[name];
    return shown;
  }
  static of(name) { return { get() { return FACTS[name](this.#facts); }, configurable: true, enumerable: true }; }
}
for (const name in FACTS) Object.defineProperty(PerformanceResourceTiming.prototype, name, PerformanceResourceTiming.of(name));
delete PerformanceResourceTiming.of;
Object.setPrototypeOf(PerformanceResourceTiming.prototype, exports.PerformanceEntry.prototype);
exports.PerformanceResourceTiming = PerformanceResourceTiming;

const more = {
  markResourceTiming(facts, name, kind, global, cache) {
    if (cache !== '' && cache !== 'local' && cache !== 'validated') throw invalidValue('cacheMode', cache, "must be one of: '', 'local', 'validated'");
    isMaking = true;
    try {
      return new PerformanceResourceTiming(name, kind, cache, facts);
    } finally {
      isMaking = false;
    }
  },
  // Nothing tells how long the program waits.
  eventLoopUtilization() { return { idle: 0, active: 0, utilization: 0 }; },
  timerify(work, { histogram } = {}) {
    checkFunction(work, 'fn');
    const timed = function (...values) {
      const began = performance.now();
      try {
        return new.target ? Reflect.construct(work, values, new.target) : Reflect.apply(work, this, values);
      } finally {
        histogram?.record(Math.max(1, Math.ceil((performance.now() - began) * 1e6)));
      }
    };
    return Object.defineProperties(timed, { name: { value: `timerified ${work.name}`, configurable: true }, length: { value: work.length, configurable: true } });
  },
};
for (const name of Object.keys(more)) Object.defineProperty(exports.performance, name, { value: more[name], writable: true, configurable: true });
