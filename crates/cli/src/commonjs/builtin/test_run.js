// run ( [ options ] ) of node:test: files with tests, one after the other in this engine, and what happens in them as a stream.
'use strict';

const { resolve } = require('path');
const { Readable } = require('stream');
const { pathToFileURL } = require('url');
const { checkFunction, checkInteger, checkObject, invalidType, notHere } = require('internal/errors');
const { Events } = require('internal/test_events');
const { concurrencyOf } = require('internal/test_turns');

// Files with tests by their names, where none are given.
const NAMES = ['**/*{.test,-test,_test}', '**/test-*', '**/test', '**/test/**/*'];
const patterns = NAMES.map((name) => `${name}.{js,mjs,cjs,ts,mts,cts}`);

// Tests may mock the clock.
const { now } = Date;

class TestsStream extends Readable {
  constructor() {
    super({ objectMode: true });
  }
  _read() {}
  // An event is a chunk of the stream, too.
  tell({ type, data }) {
    this.emit(type, data);
    this.push({ type, data });
  }
}

function checkArray(value, name) {
  if (value !== undefined && !Array.isArray(value)) throw invalidType(name, 'an instance of Array', value);
}

function filesOf({ files, globPatterns = patterns, shard, cwd = process.cwd() }) {
  checkArray(files, 'options.files');
  checkArray(globPatterns, 'options.globPatterns');
  const exclude = (name) => name === 'node_modules';
  const all = files ?? require('fs').globSync(globPatterns, { cwd, exclude }).sort();
  const paths = all.map((file) => resolve(cwd, String(file)));
  if (shard === undefined) return paths;
  checkObject(shard, 'options.shard');
  checkInteger(shard.total, 'options.shard.total', 1);
  checkInteger(shard.index, 'options.shard.index', 1, shard.total);
  return paths.filter((_, index) => index % shard.total === shard.index - 1);
}

// A pattern, or several, each a text or a regular expression.
function patternsOf(given, pattern) {
  const all = given === undefined || given === null ? [] : Array.isArray(given) ? given : [given];
  return all.map((each) => (each instanceof RegExp ? each : pattern(String(each))));
}

// How often files have run: what has run once is loaded anew.
const times = new Map();

function load(path) {
  const time = times.get(path) ?? 0;
  times.set(path, time + 1);
  delete require('module')._cache[path];
  return import(`${pathToFileURL(path).href}${time === 0 ? '' : `?run=${time}`}`);
}

async function work(stream, files, { tests, signal, setup }) {
  const began = now();
  const events = new Events();
  const tell = (told) => events.take(told).forEach((event) => stream.tell(event));
  // Whoever has called may listen first.
  await null;
  if (setup) await setup(stream);
  for (const path of files) {
    if (signal?.aborted) break;
    tell({ type: 'file', path });
    await tests.of(path, () => load(path), tell);
  }
  tell({ type: 'over', time: now() - began });
}

// `tests` are those of the module node:test: `begin` takes filters, `of` runs the tests of a file, `end` takes the filters back.
module.exports = function run(tests, options = {}) {
  checkObject(options, 'options');
  const { signal, setup, timeout, only = false, testNamePatterns, testSkipPatterns } = options;
  if (options.watch) throw notHere('run({ watch: true })');
  if (setup !== undefined && setup !== null) checkFunction(setup, 'options.setup');
  concurrencyOf(options.concurrency, 1);
  const filters = {
    only: only === true,
    wanted: patternsOf(testNamePatterns, tests.pattern),
    unwanted: patternsOf(testSkipPatterns, tests.pattern),
  };
  const files = filesOf(options);
  const stream = new TestsStream();
  if (!tests.begin(filters, timeout)) {
    process.emitWarning('node:test run() is being called recursively within a test file. skipping running files.');
    stream.push(null);
    return stream;
  }
  const ended = (tell) => (error) => {
    // Whoever hears of the end may run files again.
    tests.end();
    tell(error);
  };
  const over = ended(() => stream.push(null)), failed = ended((error) => stream.destroy(error));
  work(stream, files, { tests, signal, setup }).then(over, failed);
  return stream;
};
