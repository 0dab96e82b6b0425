// The console, and consoles for other streams.
'use strict';

const { formatWithOptions, inspect, stripVTControlCharacters } = require('util');
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
  if (state === undefined) throw new TypeError('This is no Console');
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
    if (typeof rows !== 'object' || rows === null) return void this.log(rows);
    const options = stateOf(this).optionsFor(this._stdout);
    // Objects of more than two properties are told in a word.
    const depthOf = value => (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 2 ? -1 : 0);
    this.log(table(rows, columns, value => inspect(value, { maxArrayLength: 3, breakLength: Infinity, ...options, depth: depthOf(value) })));
  },
};
for (const name of Object.keys(methods)) Console.prototype[name] = methods[name];
Object.assign(Console.prototype, { debug: methods.log, info: methods.log, dirxml: methods.log, groupCollapsed: methods.group });
Object.defineProperty(Console, Symbol.hasInstance, {
  value(instance) { return instance === console || Object.prototype.isPrototypeOf.call(Console.prototype, instance); },
});

const shown = time => (time >= 1000 ? `${(time / 1000).toFixed(3)}s` : `${Number(time.toFixed(3))}ms`);

// Columns that a text takes in a terminal. Wide characters take two, Unicode Standard Annex 11; marks and colours take none.
const WIDE = /[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3040-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B001}\u{1F200}-\u{1F251}\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/gu;
const widthOf = text => {
  const plain = stripVTControlCharacters(text.normalize('NFC')).replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, '');
  return plain.replace(WIDE, '..').replace(/[\u{10000}-\u{10FFFF}]/gu, '.').length;
};

// Rows with lines around them, as far as values have rows.
function table(rows, columns, show) {
  if (columns !== undefined && !Array.isArray(columns)) throw invalidType('properties', 'an instance of Array', columns);
  const isMap = rows instanceof Map, isIterated = isMap || rows instanceof Set;
  // Names of the columns, of which indices come first.
  const keys = Object.create(null), lines = [];
  let hasValues = isIterated;
  for (const [index, row] of isIterated ? [...rows].entries() : Object.entries(rows)) {
    const cells = new Map(), isRow = !isIterated && (typeof row === 'object' && row !== null || typeof row === 'function');
    if (isMap) cells.set('Key', show(row[0]));
    for (const key of isIterated ? [] : columns ?? (isRow ? Object.keys(row) : [])) {
      keys[key] = true;
      if (isRow && Object.hasOwn(row, key)) cells.set(`${key}`, show(row[key]));
    }
    const isValue = isIterated || columns === undefined && !isRow;
    hasValues ||= isValue;
    lines.push([String(index), cells, isValue ? show(isMap ? row[1] : row) : '']);
  }
  const known = isMap ? ['Key'] : Object.keys(keys);
  const names = [isIterated ? '(iteration index)' : '(index)', ...known, ...hasValues ? ['Values'] : []];
  const body = lines.map(([index, cells, value]) => [index, ...known.map(key => cells.get(key) ?? ''), ...hasValues ? [value] : []]);
  const widths = names.map((name, at) => body.reduce((most, line) => Math.max(most, widthOf(line[at])), widthOf(name)) + 2);
  const line = cells => `│${cells.map((cell, at) => ` ${cell}${' '.repeat(widths[at] - widthOf(cell) - 1)}`).join('│')}│`;
  const rule = (left, middle, right) => left + widths.map(width => '─'.repeat(width)).join(middle) + right;
  return [rule('┌', '┬', '┐'), line(names), rule('├', '┼', '┤'), ...body.map(line), rule('└', '┴', '┘')].join('\n');
}

Object.defineProperty(console, 'Console', { value: Console, writable: true, configurable: true });
module.exports = console;
