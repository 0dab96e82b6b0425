// There is one thread.
'use strict';

const { notHere } = require('internal/errors');

exports.isMainThread = true;
exports.parentPort = null;
exports.workerData = null;
exports.threadId = 0;
exports.Worker = class Worker { constructor() { throw notHere('worker_threads.Worker'); } };
