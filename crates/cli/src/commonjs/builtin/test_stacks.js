// What stacks say of tests: where a script has made one, and why it has failed.
'use strict';

const { inspect } = require('util');

// Where a script calls node:test, if the stack says so.
function placeOfCaller() {
  const { stack } = new Error();
  const frames = typeof stack === 'string' ? stack.split('\n').slice(1) : [];
  const frame = frames.find((line) => !/[( ]node:/.test(line));
  const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame) ?? [];
  return line && { line: Number(line), column: Number(column) };
}

// Frames of node:test, by which each test was called.
const OWN_FRAME = /^ +at .*\bnode:(?:test|async_hooks|internal\/test_\w+):\d+:\d+\)?$/;

// The text of what was thrown.
function described(error) {
  try {
    if (!(error instanceof Error)) return `thrown: ${inspect(error)}`;
    const lines = String(error.stack ?? error.message).split('\n');
    while (lines.length > 1 && OWN_FRAME.test(lines.at(-1))) lines.pop();
    return lines.join('\n');
  } catch {
    return 'thrown: something that cannot be shown';
  }
}

module.exports = { described, placeOfCaller };
