// node two-processes.js FILE start | answer yes|no: a program whose state is a file between processes.
import { readFileSync, writeFileSync } from "node:fs";
import { Engine } from "ferrotape";

const [file, command, answer] = process.argv.slice(2);
const engine = new Engine({ typescript: true }).call("approve");
let run;
if (command === "start") {
  run = engine.start("const paid: number[] = []; for (const price of [120, 7]) if (await approve(price)) paid.push(price); return paid");
} else {
  run = engine.restoreRun(readFileSync(file));
  run.answer(run.calls[0].id, answer === "yes");
}
if (run.advance() === "done") {
  console.log(`done ${JSON.stringify(run.value)}`);
} else {
  const [call] = run.calls;
  console.log(`waits for ${call.name} ${call.args[0]}`);
  writeFileSync(file, run.save());
}
