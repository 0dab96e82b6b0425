// Runs programs in node: each line of the input is one, as a JSON string. Every program has a realm of its own. What it
// prints comes out line by line, then a line with END.
"use strict";
const { readSync, writeSync } = require("fs");
const vm = require("vm");
const END = process.argv[1];
const TIMEOUT_MILLISECONDS = 3000;

function run(source) {
  const lines = [];
  const print = text => { lines.push(text); };
  try {
    vm.runInContext(source, vm.createContext({ print }), { timeout: TIMEOUT_MILLISECONDS });
  } catch (error) {
    lines.push(error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "stopped" : "uncaught");
  }
  return lines;
}

function write(text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
}

let pending = "";
const chunk = Buffer.alloc(1 << 16);
for (;;) {
  const length = readSync(0, chunk);
  if (length === 0) break;
  pending += chunk.toString("latin1", 0, length);
  for (let end; (end = pending.indexOf("\n")) >= 0; pending = pending.slice(end + 1)) {
    write(run(JSON.parse(pending.slice(0, end))).concat(END).join("\n") + "\n");
  }
}
