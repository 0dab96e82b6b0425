// The clock that is a global too.
'use strict';

exports.performance = globalThis.performance;
exports.Performance = globalThis.Performance;
exports.PerformanceEntry = globalThis.PerformanceEntry;
exports.PerformanceMark = globalThis.PerformanceMark;
exports.PerformanceMeasure = globalThis.PerformanceMeasure;
exports.PerformanceObserver = globalThis.PerformanceObserver;
exports.constants = {};
