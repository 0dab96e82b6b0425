// AssertionError of `assert`, and what it says of two values.
'use strict';

const { inspect } = require('util');
const { invalidType } = require('internal/errors');
const types = require('internal/types');

const isObject = value => typeof value === 'object' && value !== null;
const WHOLE = {
  compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity, showHidden: false, showProxy: false, sorted: true, getters: true,
  breakLength: Infinity,
};
const shown = value => inspect(value, WHOLE);
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 3)}...` : text);

// An error that is shown without its stack.
function withoutStack(error) {
  const copy = Object.setPrototypeOf(new Error(error.message), Object.getPrototypeOf(error));
  for (const key of Object.keys(error)) copy[key] = error[key];
  return Object.defineProperty(copy, 'stack', { value: '' });
}

// Lines that both have stand once, but for those far from what differs.
const AROUND = 5;
// Pairs of lines that are compared. Beyond, all that lies between the same beginning and the same end differs.
const MOST_PAIRS = 250_000;

const isSame = (one, other) => one === other || one.replace(/,$/, '') === other.replace(/,$/, '');

// The common beginning, what differs between, and the common end, as pairs of a sign and a line.
function differences(one, other) {
  let start = 0, end = 0;
  while (start < one.length && start < other.length && isSame(one[start], other[start])) start++;
  while (end < one.length - start && end < other.length - start && isSame(one.at(-1 - end), other.at(-1 - end))) end++;
  const common = (line, also) => [' ', also.length > line.length ? also : line];
  const steps = one.slice(0, start).map((line, at) => common(line, other[at]));
  const a = one.slice(start, one.length - end), b = other.slice(start, other.length - end), width = b.length + 1;
  if (a.length * b.length > MOST_PAIRS) steps.push(...a.map(line => ['+', line]), ...b.map(line => ['-', line]));
  else {
    // How many lines from here on both have, at most.
    const counts = new Uint32Array((a.length + 1) * width);
    for (let i = a.length - 1; i >= 0; i--) {
      for (let j = b.length - 1; j >= 0; j--) {
        const at = i * width + j;
        counts[at] = isSame(a[i], b[j]) ? counts[at + width + 1] + 1 : Math.max(counts[at + width], counts[at + 1]);
      }
    }
    let i = 0, j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && isSame(a[i], b[j])) steps.push(common(a[i++], b[j++]));
      else if (i < a.length && (j === b.length || counts[(i + 1) * width + j] >= counts[i * width + j + 1])) steps.push(['+', a[i++]]);
      else steps.push(['-', b[j++]]);
    }
  }
  for (let at = end; at > 0; at--) steps.push(common(one.at(-at), other.at(-at)));
  return steps;
}

// Writes the lines, and tells whether some of them are left out.
function written(steps) {
  const lines = [];
  let isCut = false;
  for (let at = 0; at < steps.length;) {
    let next = at;
    while (next < steps.length && steps[next][0] === ' ') next++;
    const same = steps.slice(at, next).map(([, line]) => `  ${line}`);
    if (same.length > AROUND + 2) {
      same.splice(AROUND, same.length - AROUND - 1, '...');
      isCut = true;
    }
    lines.push(...same);
    if (next < steps.length) lines.push(steps[next].join(' '));
    at = next + 1;
  }
  return [lines.join('\n'), isCut];
}

const STRICT = {
  strictEqual: 'Expected values to be strictly equal:', deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
};

// What differs between two values that should be alike.
function difference(actual, expected, operator) {
  const isReference = operator === 'strictEqual' && (isObject(actual) && isObject(expected) || typeof actual === 'function' && typeof expected === 'function');
  const head = isReference ? 'Expected "actual" to be reference-equal to "expected":' : STRICT[operator];
  const [one, other] = [shown(actual), shown(expected)], [a, b] = [one.split('\n'), other.split('\n')];
  if (one === other) {
    const last = a.length > 50 ? [...a.slice(0, 46), '...'] : a;
    return `Values have same structure but are not reference-equal:\n\n${last.join('\n')}\n`;
  }
  if (a.length > 1 || b.length > 1) {
    const [text, isCut] = written(differences(a, b));
    return `${head}\n+ actual - expected${isCut ? ' ... Lines skipped' : ''}\n\n${text}`;
  }
  const areTexts = typeof actual === 'string' && typeof expected === 'string';
  const quotes = [actual, expected].filter(value => typeof value === 'string').length * 2;
  const isShort = one.length + other.length - quotes <= 12 && !isObject(actual) && !isObject(expected);
  if (isShort && (actual !== 0 || expected !== 0)) return `${head}\n\n${one} !== ${other}\n`;
  let mark = '';
  if ((areTexts || operator === 'deepStrictEqual') && one.length + other.length <= 80) {
    let at = 0;
    while (one[at] === other[at]) at++;
    // A difference at the beginning is seen without.
    if (at >= 3) mark = `\n${' '.repeat(at + 2)}^`;
  }
  return `${head}\n+ actual - expected\n\n+ ${one}\n- ${other}${mark}`;
}

const UNEQUAL = {
  notStrictEqual: 'Expected "actual" to be strictly unequal to:', notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
};

function messageOf(actual, expected, operator) {
  if (types.isNativeError(actual) && types.isNativeError(expected)) [actual, expected] = [withoutStack(actual), withoutStack(expected)];
  if (STRICT[operator]) return difference(actual, expected, operator);
  if (UNEQUAL[operator]) {
    const isReference = operator === 'notStrictEqual' && (isObject(actual) || typeof actual === 'function');
    const head = isReference ? 'Expected "actual" not to be reference-equal to "expected":' : UNEQUAL[operator], text = shown(actual), lines = text.split('\n');
    if (lines.length > 1) return `${head}\n\n${(lines.length > 50 ? [...lines.slice(0, 46), '...'] : lines).join('\n')}\n`;
    return `${head}${text.length > 5 ? '\n\n' : ' '}${text}`;
  }
  const [one, other] = [shown(actual), shown(expected)];
  if (operator === 'notDeepEqual' && one === other) return cut(`Expected "actual" not to be loosely deep-equal to:\n\n${one}`, 1024);
  const [a, b] = [cut(one, 512), cut(other, 512)];
  if (operator === 'deepEqual') return `Expected values to be loosely deep-equal:\n\n${a}\n\nshould loosely deep-equal\n\n${b}`;
  if (operator === 'notDeepEqual') return `Expected values not to be loosely deep-equal:\n\n${a}\n\nshould not loosely deep-equal\n\n${b}`;
  return `${a} ${operator} ${b}`;
}

module.exports = class AssertionError extends Error {
  constructor(options) {
    if (typeof options !== 'object' || options === null || Array.isArray(options)) throw invalidType('options', 'of type object', options);
    const { message, actual, expected, operator, stackStartFn, isGenerated = message === undefined || message === null } = options;
    super(message === undefined || message === null ? messageOf(actual, expected, operator) : String(message));
    // The stack begins with the code.
    Object.defineProperty(this, 'name', { value: 'AssertionError [ERR_ASSERTION]', writable: true, configurable: true });
    this.generatedMessage = isGenerated;
    this.code = 'ERR_ASSERTION';
    Object.assign(this, { actual, expected, operator });
    if (Error.captureStackTrace) Error.captureStackTrace(this, stackStartFn);
    void this.stack;
    this.name = 'AssertionError';
  }
  toString() { return `${this.name} [${this.code}]: ${this.message}`; }
};
