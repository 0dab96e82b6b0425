#!/usr/bin/env node
// Records the searches of a script, for `searches.rs`: record-searches.js SCRIPT > FILE
//
// Each line has how often a search is made, `all` or `one` (whether it continues after a match), the flags, the pattern and
// the text, separated by tabs.
'use strict';

const counts = new Map();

function escape(text) {
  const signs = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
  return text.replaceAll(/[\\\t\n\r]/g, sign => signs[sign]);
}

function record(kind, regexp, text) {
  const { source, flags } = regexp;
  const line = [kind, flags, escape(source), escape(text)].join('\t');
  counts.set(line, (counts.get(line) ?? 0) + 1);
}

// What a recorded method calls is not recorded itself.
let isRecording = true;
function aside(call) {
  isRecording = false;
  try {
    return call();
  } finally {
    isRecording = true;
  }
}

for (const name of ['match', 'replace', 'split', 'search']) {
  const original = String.prototype[name];
  String.prototype[name] = function (pattern, ...rest) {
    if (!isRecording || !(pattern instanceof RegExp)) return original.call(this, pattern, ...rest);
    return aside(() => {
      record(pattern.global || name === 'split' ? 'all' : 'one', pattern, String(this));
      return original.call(this, pattern, ...rest);
    });
  };
}
for (const name of ['exec', 'test']) {
  const original = RegExp.prototype[name];
  RegExp.prototype[name] = function (text) {
    if (!isRecording) return original.call(this, text);
    return aside(() => {
      record('one', this, String(text).slice(this.global ? this.lastIndex : 0));
      return original.call(this, text);
    });
  };
}
globalThis.print = () => {};
require('vm').runInThisContext(require('fs').readFileSync(process.argv[2], 'utf8'));
isRecording = false;
for (const [line, count] of counts) console.log(`${count}\t${line}`);
