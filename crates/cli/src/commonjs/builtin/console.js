// The console, and consoles for other streams.
'use strict';

const { formatWithOptions, inspect } = require('util');
const { checkInteger, coded, invalidType, invalidValue } = require('internal/errors');

const isStream = value => typeof value?.write === 'function';

function Console(options, ...rest) {
  if (!new.target) return Reflect.construct(Console, [options, ...rest]);
  if (!options || isStream(options)) {
    const [stderr, ignoreErrors] = rest;
    options = { stdout: options, stderr, ignoreErrors };
  }
  const { stdout, stderr = stdout, ignoreErrors = true, colorMode = 'auto', inspectOptions, groupIndentation = 2 } = options;
  for (const [name, stream] of [['stdout', stdout], ['stderr', stderr]]) {
    if (!isStream(stream)) throw coded(TypeError, 'ERR_CONSOLE_WRITABLE_STREAM', `Console expects a writable stream instance for ${name}`);
  }
  if (inspectOptions !== undefined && (typeof inspectOptions !== 'object' || inspectOptions === null)) {
    throw invalidType('options.inspectOptions', 'of type object', inspectOptions);
  }
  if (!['auto', true, false].includes(colorMode)) throw invalidValue('colorMode', colorMode, "must be one of: 'auto', true, false");
  checkInteger(groupIndentation, 'groupIndentation', 0, 1000);
  Object.defineProperties(this, {
    _stdout: { value: stdout, writable: true, configurable: true },
    _stderr: { value: stderr, writable: true, configurable: true },
  });
  const optionsFor = stream => inspectOptions ?? { colors: colorMode === 'auto' ? stream.isTTY === true && stream.getColorDepth?.() > 2 : colorMode };
  states.set(this, { ignoreErrors, optionsFor, step: groupIndentation, indent: '', counts: new Map(), times: new Map() });
  // A console calls the methods of its class, whatever they are called on.
  for (const name of Object.keys(Console.prototype)) {
    this[name] = this[name].bind(this);
    Object.defineProperty(this[name], 'name', { value: name, configurable: true });
  }
}

const states = new WeakMap();
function stateOf(console) {
  const state = states.get(console);
  if (state === undefined) throw new TypeError('This is not a Console');
  return state;
}

function put(console, stream, text) {
  const { ignoreErrors, indent } = stateOf(console);
  if (indent !== '') text = indent + text.replaceAll('\n', `\n${indent}`);
  if (!ignoreErrors) return void stream.write(`${text}\n`);
  // Neither what a stream throws nor what it tells of later is an error of the program.
  const ignore = () => {};
  stream.once?.('error', ignore);
  try {
    stream.write(`${text}\n`, error => {
      if (error && !stream._writableState?.errorEmitted && stream.listenerCount('error') === 0) stream.once('error', ignore);
    });
  } catch {
  } finally {
    stream.removeListener?.('error', ignore);
  }
}
const say = (console, stream, values) => put(console, stream, formatWithOptions(stateOf(console).optionsFor(stream), ...values));

function tellTime(console, label, call, values) {
  const began = stateOf(console).times.get(label);
  if (began === undefined) process.emitWarning(`No such label '${label}' for console.${call}()`);
  else console.log('%s: %s', label, shown(performance.now() - began), ...values);
}

const methods = {
  log(...values) { say(this, this._stdout, values); },
  warn(...values) { say(this, this._stderr, values); },
  error(...values) { say(this, this._stderr, values); },
  dir(value, given) { put(this, this._stdout, inspect(value, { customInspect: false, ...stateOf(this).optionsFor(this._stdout), ...given })); },
  time(label = 'default') {
    const { times } = stateOf(this);
    if (times.has(`${label}`)) process.emitWarning(`Label '${label}' already exists for console.time()`);
    else times.set(`${label}`, performance.now());
  },
  timeEnd(label = 'default') {
    tellTime(this, `${label}`, 'timeEnd', []);
    stateOf(this).times.delete(`${label}`);
  },
  timeLog(label = 'default', ...values) { tellTime(this, `${label}`, 'timeLog', values); },
  trace(...values) {
    const error = { name: 'Trace', message: formatWithOptions(stateOf(this).optionsFor(this._stderr), ...values) };
    Error.captureStackTrace(error, methods.trace);
    this.error(`Trace${error.message && `: ${error.message}`}\n${String(error.stack).split('\n').filter(line => /^\s+at /.test(line)).join('\n')}`);
  },
  assert(holds, ...values) {
    if (holds) return;
    values[0] = values.length === 0 ? 'Assertion failed' : `Assertion failed: ${values[0]}`;
    this.warn(...values);
  },
  clear() {},
  count(label = 'default') {
    const { counts } = stateOf(this);
    label = `${label}`;
    counts.set(label, (counts.get(label) ?? 0) + 1);
    this.log(`${label}: ${counts.get(label)}`);
  },
  countReset(label = 'default') {
    if (!stateOf(this).counts.delete(`${label}`)) process.emitWarning(`Count for '${label}' does not exist`);
  },
  group(...values) {
    if (values.length > 0) this.log(...values);
    const state = stateOf(this);
    state.indent += ' '.repeat(state.step);
  },
  groupEnd() {
    const state = stateOf(this);
    state.indent = state.indent.slice(0, Math.max(0, state.indent.length - state.step));
  },
  table(rows, columns) {
    if (columns !== undefined && !Array.isArray(columns)) throw invalidType('properties', 'an instance of Array', columns);
    this.log(native.table(rows, columns, stateOf(this).optionsFor(this._stdout)) ?? rows);
  },
};
for (const name of Object.keys(methods)) Console.prototype[name] = methods[name];
Object.assign(Console.prototype, { debug: methods.log, info: methods.log, dirxml: methods.log, groupCollapsed: methods.group });
Object.defineProperty(Console, Symbol.hasInstance, {
  value(instance) { return instance === console || Object.prototype.isPrototypeOf.call(Console.prototype, instance); },
});

const shown = time => (time >= 1000 ? `${(time / 1000).toFixed(3)}s` : `${Number(time.toFixed(3))}ms`);

Object.defineProperty(console, 'Console', { value: Console, writable: true, configurable: true });
module.exports = console;
