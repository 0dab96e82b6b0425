// What stacks say of tests: where a script has made one, and why it has failed.
'use strict';

const { getCallSites, inspect } = require('util');

const ownLines = () => new Error().stack.split('\n').slice(1);
const linesOfSites = () =>
  getCallSites().map(({ scriptName, lineNumber, columnNumber }) => ` ${scriptName}:${lineNumber}:${columnNumber}`);

// Where a script calls node:test, if the stack says so. A function of the script's that makes stacks is not asked for this one.
function placeOfCaller() {
  try {
    const lines = typeof Error.prepareStackTrace === 'function' ? linesOfSites() : ownLines();
    const [, line, column] = /:(\d+):(\d+)\)?$/.exec(lines.find((line) => !/[( ]node:/.test(line)));
    return { line: Number(line), column: Number(column) };
  } catch {
    return undefined;
  }
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
