// The programs of the README do what they print.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const programs = [...readme.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];

test("the programs of the README print what it says", () => {
  assert.ok(programs.length >= 2 && readme.split("```js").length - 1 === programs.length);
  for (const [index, [, program, printed]] of programs.entries()) {
    // Within the package, so that it is imported by its name.
    const file = fileURLToPath(new URL(`.readme-${process.pid}-${index}.mjs`, import.meta.url));
    writeFileSync(file, program);
    try {
      assert.equal(execFileSync(process.execPath, [file], { encoding: "utf8" }), printed);
    } finally {
      rmSync(file);
    }
  }
});
