// The sentences beside the examples stand in the documents, where these are to be had.
import assert from "node:assert";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EXAMPLES } from "../src/examples.js";

const root = join(import.meta.dirname, "../..");
const seeds = process.env.FERROTAPE_SEEDS ?? join(root, "../shared/seeds");

/** The words of a text, whatever its line breaks and marks are. */
const words = (text) => text.replace(/[`*_\\]/g, "").replace(/\s+/g, " ").toLowerCase();

test("each example has a name, a sentence and a place", () => {
  assert.ok(EXAMPLES.length >= 12);
  assert.equal(new Set(EXAMPLES.map(({ name }) => name)).size, EXAMPLES.length);
  for (const { name, document, section, quote, text } of EXAMPLES) assert.ok(document && section && quote && text, name);
});

test("sentences of this project stand in its documents", () => {
  for (const { name, quote, document } of EXAMPLES.filter((it) => it.isOurs)) {
    assert.ok(words(readFileSync(join(root, document), "utf8")).includes(words(quote)), `${name}: ${quote}`);
  }
});

test("quotes stand in the documents", { skip: existsSync(seeds) ? false : `no documents in ${seeds}` }, () => {
  const texts = readdirSync(seeds).map((name) => words(readFileSync(join(seeds, name), "utf8")));
  for (const { name, quote, section, isOurs } of EXAMPLES.filter((it) => !it.isOurs)) {
    assert.ok(texts.some((text) => text.includes(words(quote)) && text.includes(words(section))), `${name}: ${quote} (${section})`);
  }
});
