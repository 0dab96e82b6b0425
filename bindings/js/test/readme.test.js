// The programs of the README do what they print.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const programs = [...readme.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];

/** Returns what a program prints. Its file is within the package, so that it is imported by its name. */
function printedBy(program, name) {
  const file = fileURLToPath(new URL(`.readme-${process.pid}-${name}.mjs`, import.meta.url));
  writeFileSync(file, program);
  try {
    return execFileSync(process.execPath, [file], { encoding: "utf8" });
  } finally {
    rmSync(file);
  }
}

test("the programs of the README print what it says", () => {
  assert.ok(programs.length >= 2 && readme.split("```js").length - 1 === programs.length);
  for (const [index, [, program, printed]] of programs.entries()) assert.equal(printedBy(program, index), printed);
});

test("the TypeScript of the project's README prints what its comments say", () => {
  const project = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, program] = project.match(/```ts\n(.*?)```/s);
  const comments = [...program.matchAll(/ \/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`);
  // node reads no types before its version 22.
  assert.equal(printedBy(program.replaceAll(": number", ""), "project"), comments.join(""));
});
