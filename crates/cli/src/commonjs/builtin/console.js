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
  const counts = new Map(), times = new Map();
  let indent = '';
  const optionsFor = stream => inspectOptions ?? { colors: colorMode === 'auto' ? stream.isTTY === true && stream.getColorDepth?.() > 2 : colorMode };
  const put = (stream, text) => {
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
  };
  const out = (...values) => put(stdout, formatWithOptions(optionsFor(stdout), ...values));
  const err = (...values) => put(stderr, formatWithOptions(optionsFor(stderr), ...values));
  const elapsed = (label, call) => {
    const began = times.get(label);
    if (began === undefined) process.emitWarning(`No such label '${label}' for console.${call}()`);
    return began === undefined ? undefined : `${label}: ${shown(performance.now() - began)}`;
  };
  const group = (...values) => {
    if (values.length > 0) out(...values);
    indent += ' '.repeat(groupIndentation);
  };
  const methods = {
    log(...values) { out(...values); },
    info(...values) { out(...values); },
    debug(...values) { out(...values); },
    warn(...values) { err(...values); },
    error(...values) { err(...values); },
    dirxml(...values) { out(...values); },
    group,
    groupCollapsed(...values) { group(...values); },
    groupEnd() { indent = indent.slice(0, Math.max(0, indent.length - groupIndentation)); },
    dir(value, given) { put(stdout, inspect(value, { customInspect: false, ...optionsFor(stdout), ...given })); },
    trace(...values) {
      const error = { name: 'Trace', message: formatWithOptions(optionsFor(stderr), ...values) };
      Error.captureStackTrace(error, methods.trace);
      err(`Trace${error.message && `: ${error.message}`}\n${String(error.stack).split('\n').filter(line => /^\s+at /.test(line)).join('\n')}`);
    },
    assert(holds, ...values) {
      if (holds) return;
      if (typeof values[0] === 'string') values[0] = `Assertion failed: ${values[0]}`;
      else values.unshift('Assertion failed');
      err(...values);
    },
    count(label = 'default') {
      label = `${label}`;
      counts.set(label, (counts.get(label) ?? 0) + 1);
      out(`${label}: ${counts.get(label)}`);
    },
    countReset(label = 'default') { if (!counts.delete(`${label}`)) process.emitWarning(`Count for '${label}' does not exist`); },
    time(label = 'default') {
      if (times.has(`${label}`)) process.emitWarning(`Label '${label}' already exists for console.time()`);
      else times.set(`${label}`, performance.now());
    },
    timeLog(label = 'default', ...values) { const text = elapsed(`${label}`, 'timeLog'); if (text !== undefined) out(text, ...values); },
    timeEnd(label = 'default') {
      const text = elapsed(`${label}`, 'timeEnd');
      if (text !== undefined) out(text);
      times.delete(`${label}`);
    },
    clear() {},
    table(rows, columns) { put(stdout, table(rows, columns, value => inspect(value, { ...optionsFor(stdout), depth: 0 }))); },
  };
  for (const name of Object.keys(methods)) {
    Object.defineProperty(this, name, { value: methods[name], writable: true, enumerable: true, configurable: true });
  }
}
Object.defineProperty(Console, Symbol.hasInstance, {
  value(instance) { return instance === console || Object.prototype.isPrototypeOf.call(Console.prototype, instance); },
});

const shown = time => (time >= 1000 ? `${(time / 1000).toFixed(3)}s` : `${Number(time.toFixed(3))}ms`);

// Rows with lines around them, as far as values have rows.
function table(rows, columns, show) {
  if (columns !== undefined && !Array.isArray(columns)) throw invalidType('properties', 'an instance of Array', columns);
  if (typeof rows !== 'object' || rows === null) return show(rows);
  const isMap = rows instanceof Map, isIterated = isMap || rows instanceof Set;
  const keys = new Set(isMap ? ['Key'] : []), lines = [];
  let hasValues = isIterated;
  for (let [index, row] of isIterated ? [...rows].entries() : Object.entries(rows)) {
    const cells = new Map();
    if (isMap) {
      cells.set('Key', show(row[0]));
      [, row] = row;
    }
    const isRow = !isIterated && typeof row === 'object' && row !== null;
    if (isRow) for (const key of columns ?? Object.keys(row)) { keys.add(key); if (key in row) cells.set(key, show(row[key])); }
    else hasValues = true;
    lines.push([String(index), cells, isRow ? undefined : show(row)]);
  }
  const names = [isIterated ? '(iteration index)' : '(index)', ...keys, ...hasValues ? ['Values'] : []];
  const body = lines.map(([index, cells, value]) => [index, ...[...keys].map(key => cells.get(key) ?? ''), ...hasValues ? [value ?? ''] : []]);
  const widths = names.map((name, at) => Math.max(name.length, ...body.map(line => line[at].length)) + 2);
  const line = cells => `│${cells.map((cell, at) => ` ${cell}`.padEnd(widths[at])).join('│')}│`;
  const rule = (left, middle, right) => left + widths.map(width => '─'.repeat(width)).join(middle) + right;
  return [rule('┌', '┬', '┐'), line(names), rule('├', '┼', '┤'), ...body.map(line), rule('└', '┴', '┘')].join('\n');
}

Object.defineProperty(console, 'Console', { value: Console, writable: true, configurable: true });
module.exports = console;
