// There is one process, which is the primary one: what packages ask before they write logs.
'use strict';

const EventEmitter = require('events');
const { notHere, refuse } = require('internal/errors');

const cluster = module.exports = new EventEmitter();
Object.assign(cluster, { isWorker: false, isMaster: true, isPrimary: true, workers: {}, settings: {}, SCHED_NONE: 1, SCHED_RR: 2, schedulingPolicy: 2 });
cluster.Worker = class Worker extends EventEmitter {
  constructor() {
    super();
    throw notHere('cluster.Worker');
  }
};
cluster.setupPrimary = function setupPrimary(settings) { Object.assign(cluster.settings, settings); };
cluster.setupMaster = cluster.setupPrimary;
cluster.disconnect = function disconnect(callback) { if (callback) process.nextTick(callback); };
refuse(cluster, 'cluster', ['fork']);
