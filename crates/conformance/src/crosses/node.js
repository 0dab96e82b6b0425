// Runs programs in node: each line of the input is one, as a JSON string. Every program has a realm of its own; with "// module"
// on its first line it is a module. What it prints comes out line by line, then a line with END.
"use strict";
const { readSync, writeSync } = require("fs");
const vm = require("vm");
const END = process.argv[1];
const timeout = 3000;

async function run(source) {
  const lines = [];
  const context = vm.createContext({ print: text => { lines.push(text); } });
  try {
    if (source.startsWith("// module\n")) {
      const module = new vm.SourceTextModule(source, { context });
      await module.link(() => { throw new Error("there is no other module"); });
      await module.evaluate({ timeout });
    } else {
      vm.runInContext(source, context, { timeout });
    }
  } catch (error) {
    lines.push(error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "stopped" : "uncaught " + (error && error.name));
  }
  // What waits in promises.
  await new Promise(setImmediate);
  return lines;
}

function write(text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
}

async function serve() {
  let pending = "";
  const chunk = Buffer.alloc(1 << 16);
  for (;;) {
    const length = readSync(0, chunk);
    if (length === 0) break;
    pending += chunk.toString("latin1", 0, length);
    for (let end; (end = pending.indexOf("\n")) >= 0; pending = pending.slice(end + 1)) {
      write((await run(JSON.parse(pending.slice(0, end)))).concat(END).join("\n") + "\n");
    }
  }
}
process.on("unhandledRejection", () => {});
serve();
