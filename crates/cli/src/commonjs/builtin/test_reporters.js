// node:test/reporters: events of tests as text. A reporter of the command line gets what all files have told.
'use strict';

const { Readable, Transform } = require('stream');
const { coded, notHere } = require('internal/errors');
const { Events } = require('internal/test_events');

const isResult = (type) => type === 'test:pass' || type === 'test:fail';
const directive = ({ skip, todo }) => {
  const [word, reason] = skip !== undefined ? [' # SKIP', skip] : todo !== undefined ? [' # TODO', todo] : ['', true];
  return typeof reason === 'string' ? `${word} ${reason}` : word;
};
const shown = ({ details: { error } }) => String(error?.stack ?? error?.message ?? error);
const indented = (text, indent) => text.replace(/^(?=.)/gm, indent);

// The marks of each line: as many as tests of a usual width.
const DOTS = 20;

exports.dot = async function* dot(source) {
  let count = 0;
  const failed = [];
  for await (const { type, data } of source) {
    if (!isResult(type)) continue;
    if (type === 'test:fail') failed.push(data);
    yield type === 'test:pass' ? '.' : 'X';
    if (++count % DOTS === 0) yield '\n';
  }
  yield '\n';
  if (failed.length > 0) yield '\nFailed tests:\n\n';
  for (const data of failed) yield `✖ ${data.name} (${data.details.duration_ms}ms)\n${indented(shown(data), '  ')}\n`;
};

const tapped = (text) => text.replaceAll('\\', '\\\\').replaceAll('#', '\\#').replaceAll('\n', '\\n');

function tapResult(type, data) {
  const { name, testNumber, details } = data;
  let text = `${type === 'test:pass' ? 'ok' : 'not ok'} ${testNumber} - ${tapped(name)}${directive(data)}\n`;
  text += `  ---\n  duration_ms: ${details.duration_ms}\n`;
  if (details.type !== undefined) text += `  type: '${details.type}'\n`;
  if (type === 'test:fail') {
    text += `  failureType: '${details.error.failureType}'\n  error: |-\n${indented(shown(data), '    ')}\n`;
  }
  return `${text}  ...\n`;
}

exports.tap = async function* tap(source) {
  yield 'TAP version 13\n';
  for await (const { type, data } of source) {
    const indent = '    '.repeat(data.nesting ?? 0);
    if (type === 'test:start') yield `${indent}# Subtest: ${tapped(data.name)}\n`;
    else if (type === 'test:plan') yield `${indent}1..${data.count}\n`;
    else if (type === 'test:diagnostic') yield `${indent}# ${tapped(data.message)}\n`;
    else if (isResult(type)) yield indented(tapResult(type, data), indent);
  }
};

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 has no control characters (2.2).
const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (found) => ESCAPES[found]).replace(/[^\t\n\r\x20-\ufffd]/g, '\ufffd');

exports.junit = async function* junit(source) {
  yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n';
  // What is in tests and suites that have not ended, from the outside in.
  const open = [''];
  for await (const { type, data } of source) {
    if (type === 'test:start') open.push('');
    if (!isResult(type) || open.length === 1) continue;
    let within = open.pop();
    const element = within !== '' || data.details.type === 'suite' ? 'testsuite' : 'testcase';
    if (data.skip !== undefined || data.todo !== undefined) {
      const type = data.skip !== undefined ? 'skipped' : 'todo';
      within += `<skipped type="${type}" message="${escaped(data.skip ?? data.todo)}"/>\n`;
    } else if (type === 'test:fail' && element === 'testcase') {
      const { failureType, message } = data.details.error;
      within += `<failure type="${failureType}" message="${escaped(message)}">${escaped(shown(data))}</failure>\n`;
    }
    const seconds = (data.details.duration_ms / 1000).toFixed(6);
    const start = `<${element} name="${escaped(data.name)}" time="${seconds}"`;
    open[open.length - 1] += within === '' ? `${start}/>\n` : `${start}>\n${within}</${element}>\n`;
  }
  yield `${open[0]}</testsuites>\n`;
};

const MARKS = { 'test:pass': '✔', 'test:fail': '✖' };

class SpecReporter extends Transform {
  // Tests that have begun and are not named yet: their names stand above what is within them.
  #open = [];
  #failed = [];

  constructor() {
    super({ writableObjectMode: true });
  }

  #shown({ type, data }) {
    const indent = '  '.repeat(data.nesting ?? 0);
    if (type === 'test:diagnostic') return `${indent}ℹ ${data.message}\n`;
    if (type === 'test:stdout' || type === 'test:stderr') return data.message;
    if (type === 'test:start') {
      const heads = this.#open.filter((open) => !open.isNamed);
      for (const open of heads) open.isNamed = true;
      this.#open.push({ name: data.name, indent, isNamed: false });
      return heads.map((open) => `${open.indent}▶ ${open.name}\n`).join('');
    }
    if (!isResult(type)) return '';
    this.#open.pop();
    if (type === 'test:fail' && data.todo === undefined && data.skip === undefined) this.#failed.push(data);
    const mark = data.skip !== undefined ? '﹣' : data.todo !== undefined ? '⚠' : MARKS[type];
    return `${indent}${mark} ${data.name} (${data.details.duration_ms} ms)${directive(data)}\n`;
  }

  _transform(event, _encoding, done) {
    done(null, this.#shown(event));
  }

  _flush(done) {
    const places = this.#failed.map((data) => {
      const place = data.line === undefined ? '' : ` (${data.file}:${data.line}:${data.column})`;
      return `\n✖ ${data.name}${place}\n${indented(shown(data), '  ')}\n`;
    });
    done(null, places.join(''));
  }
}

// With or without `new`, as in node.
exports.spec = function spec() {
  return new SpecReporter();
};

exports.lcov = function lcov() {
  throw notHere('lcov (--coverage writes it)');
};

// What the command line has asked for: a reporter with the events of all files.
if (native.events) {
  exports[Symbol.for('ferrotape.report')] = (loaded) => {
    let reporter = loaded?.default ?? loaded;
    if (reporter?.prototype && Object.hasOwn(reporter.prototype, 'constructor')) reporter = new reporter();
    if (typeof reporter !== 'function' && typeof reporter?.pipe !== 'function') {
      throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'a reporter is a function or a stream');
    }
    const events = new Events();
    Readable.from(native.events.flatMap((told) => events.take(JSON.parse(told)))).compose(reporter).pipe(process.stdout);
  };
}
