// The built page in headless Chromium, from its file: scripts/check-playground. With SCREENSHOTS=1 the book's pictures are made anew.
import assert from "node:assert";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { Page, program } from "./browser.mjs";
import { small } from "./png.mjs";

const root = join(import.meta.dirname, "../..");
const file = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "playground/index.html");
const address = pathToFileURL(file).href;
const pictures = join(root, "docs/screens");

/** Bytes of a picture. */
const MOST_BYTES = 150_000;

let page;

before(async () => {
  assert.ok(program, "no Chromium: scripts/check-playground installs it");
  assert.ok(existsSync(file), "no page: scripts/build-playground makes it");
  page = await Page.open(1280, 1000);
  await page.go(address);
  await page.until("document.body.dataset.ran");
});

after(() => page?.close());

/** The text of an element. */
const text = (id) => page.evaluate(`document.getElementById(${JSON.stringify(id)}).innerText`);
const click = (id) => page.evaluate(`document.getElementById(${JSON.stringify(id)}).click()`);

/** Replaces the program as a person does, and runs it by its key. */
async function enter(program, { typescript = false } = {}) {
  await page.evaluate(`document.getElementById("typescript").checked !== ${typescript} && document.getElementById("typescript").click()`);
  await page.evaluate(`document.getElementById("source").focus(), document.getElementById("source").select()`);
  await page.type(program);
  await ran(() => page.press("Enter", 2));
}

/** Does something that runs the program, and waits for its end. */
async function ran(act) {
  await page.evaluate("delete document.body.dataset.ran");
  await act();
  await page.until("document.body.dataset.ran");
}

/** Moves a slider or a list to a value, as a person does. */
const choose = (id, value) =>
  page.evaluate(`{ const it = document.getElementById("${id}"); it.value = ${JSON.stringify(value)}; it.dispatchEvent(new Event("input")); it.dispatchEvent(new Event("change")); }`);

/** Puts the cursor behind the beginning of a word of the program. */
const cursorAt = (word) =>
  page.evaluate(`{ const it = document.getElementById("source"), at = it.value.indexOf(${JSON.stringify(word)}); it.focus(); it.setSelectionRange(at, at); it.dispatchEvent(new Event("click")); }`);

/** The texts of what is marked in a panel. */
const marked = (panel, way) => page.evaluate(`[...document.querySelectorAll("#${panel} .${way}.row, #${panel} .${way} mark")].map((it) => it.textContent)`);

async function picture(name) {
  const image = await page.screenshot();
  const packed = small(image);
  assert.ok(packed.length > 10_000 && packed.length <= MOST_BYTES, `${name} has ${packed.length} bytes`);
  if (process.env.SCREENSHOTS) writeFileSync(join(pictures, name), packed);
}

test("what is typed runs, and the console has what it prints", async () => {
  await enter("for (const name of ['a', 'b']) console.log('hello', name);\n6 * 7");
  assert.equal(await text("console"), "hello a\nhello b\n⇒ 42");
  assert.match(await text("status"), /^ran to its end: [\d,]+ units of fuel/);
  assert.match(await text("errors"), /no errors/);
});

test("errors have places that can be clicked, while one types and when the program runs", async () => {
  await page.evaluate(`document.getElementById("source").select()`);
  await page.type("let a = 1;\nlet a = 2;");
  await page.until(`document.getElementById("errors").innerText.includes("program.js:2:5")`);
  assert.deepEqual(await marked("editor", "at-error"), ["a"]);
  await enter("function f() { null.x }\n\nf()");
  assert.match(await text("errors"), /TypeError[^]*program\.js:1:21[^]*f program\.js:1:21[^]*\(top\) program\.js:3:1/);
  await page.evaluate(`document.querySelector("#errors button").click()`);
  assert.equal(await page.evaluate(`document.getElementById("source").selectionStart`), 20);
});

test("the place under the cursor is marked in the text, the tree and both machines' code", async () => {
  await enter("function twice(n) { return n * 2 }\nconsole.log(twice(20) + 2);");
  await cursorAt("n * 2");
  await cursorAt("* 2");
  assert.deepEqual(await marked("editor", "at-cursor"), ["n * 2"]);
  assert.deepEqual(await marked("tree", "at-cursor"), ["Binary Multiply"]);
  const [register, stack] = [await marked("register-code", "at-cursor"), await marked("stack-code", "at-cursor")];
  assert.ok(register.some((row) => row.includes("Multiply")), register.join());
  assert.ok(stack.some((row) => row.includes("MUL")), stack.join());
  // And the way back: a click in a listing goes to the place in the text.
  await page.evaluate(`[...document.querySelectorAll("#stack-code .row")].find((row) => row.textContent.includes('"twice"')).click()`);
  assert.deepEqual(await marked("editor", "at-cursor"), ["twice"]);
  assert.ok((await marked("register-code", "at-cursor")).some((row) => row.includes('"twice"')));
});

test("rows of the listings are chosen by the keyboard", async () => {
  await enter("let first = 1;\nlet second = first + 20;");
  for (const panel of ["register-code", "stack-code", "tree"]) {
    await page.evaluate(`{ const it = document.getElementById("source"); it.focus(); it.setSelectionRange(0, 0); it.dispatchEvent(new Event("click")); document.getElementById("${panel}").focus(); }`);
    const rows = await page.evaluate(`document.querySelectorAll("#${panel} [data-start]").length`);
    for (let turn = 0; turn < rows; turn++) await page.press("ArrowDown");
    await page.press("ArrowUp");
    const start = await page.evaluate("Number(document.activeElement.dataset.start)");
    assert.ok(start > 14, `${panel}: ${start}`);
    await page.press("Enter");
    assert.equal(await page.evaluate(`document.activeElement.id + document.activeElement.selectionStart`), `source${start}`);
  }
});

test("places are the engine's, whatever ends a line and however many units a character has", async () => {
  await enter("let a; // 𝒳\u2028let 𝒷;\u2029'𝒳'; let 𝒷;");
  assert.match(await text("errors"), /program\.js:3:10/);
  await page.evaluate(`document.querySelector("#errors button").click()`);
  assert.equal(await page.evaluate(`(({ value, selectionStart }) => value.slice(selectionStart))(document.getElementById("source"))`), "𝒷;");
  assert.deepEqual(await marked("editor", "at-error"), ["𝒷"]);
  // The mark stands below its place behind tabs, and in a part of a long line.
  await enter("\t\tlet a, a");
  assert.match(await text("errors"), /\n\t\tlet a, a\n\t\t {7}\^/);
  await enter(`${";".repeat(200)}let a, a; ${";".repeat(200)}`);
  const [line, mark] = (await page.evaluate(`document.querySelector("#errors pre").textContent`)).split("\n");
  assert.equal(line.slice(mark.indexOf("^") - 3, mark.indexOf("^") + 2), ", a;".padStart(5, "a"));
});

test("nothing that a program says is markup", async () => {
  const evil = `<img src=x onerror="window.evil=1"><script>window.evil=1</script>`;
  const quoted = JSON.stringify(evil);
  await enter(`const o = { [${quoted}](a) { const b = ${quoted}; return () => b + a } };\nconst f = o[${quoted}](1); f();\nconsole.log(o, ${quoted});\nconsole.error(${quoted});\nPromise.reject(${quoted});\ntry { throw ${quoted} } catch (e) { e }\nthrow new Error(${quoted}, { cause: new AggregateError([${quoted}]) })`);
  const count = Number(/of (\d+)/.exec(await text("step-count"))[1]);
  const found = async () => page.evaluate(`document.querySelectorAll("img, iframe, :not(body) > script").length + (window.evil ?? 0)`);
  for (let at = 0; at < count; at++) {
    assert.equal(await found(), 0);
    await click("step-next");
  }
  await enter(`let ${evil}`);
  assert.equal(await found(), 0);
  // The page's policy refuses even a script that stands in it.
  assert.deepEqual(page.complaints, []);
  await page.evaluate(`document.body.append(Object.assign(document.createElement("script"), { textContent: "window.evil = 1" }))`);
  assert.equal(await page.evaluate("window.evil"), undefined);
  await page.evaluate("document.body.lastElementChild.remove()");
  assert.ok(page.complaints.splice(0).every((complaint) => complaint.includes("Content Security Policy")));
});

test("steps go forwards and back, and both machines are at one place", async () => {
  await enter("let a = 1;\nlet b = a + 41;\nconsole.log(b);");
  const states = [];
  const state = async () => [await text("step-count"), await text("windows"), await text("stacks"), await marked("editor", "at-step")];
  for (let turn = 0; turn < 5; turn++) {
    states.push(await state());
    await click("step-next");
  }
  assert.match(states[0][0], /^step 1 of \d+$/);
  assert.notDeepEqual(states[0], states[4]);
  while (states.length > 0) {
    await click("step-back");
    assert.deepEqual(await state(), states.pop());
  }
  // The keys do the same.
  await page.evaluate(`document.getElementById("step-next").focus()`);
  await page.press("ArrowRight");
  assert.match(await text("step-count"), /^step 2 /);
  await page.press("End");
  assert.match(await text("step-count"), /^step (\d+) of \1$/);
  await page.press("Home");
  await page.press("ArrowRight", 8);
  assert.equal((await marked("editor", "at-step")).join(), await page.evaluate(`document.getElementById("source").value.split("\\n")[1].slice(8, 9)`));
  // Led by the other machine, the place stays.
  await choose("leads", "stack");
  assert.equal((await marked("register-code", "at-step")).length, 1);
  assert.equal((await marked("stack-code", "at-step")).length, 1);
  await choose("leads", "register");
});

test("windows, records and catchers are drawn as they come and go", async () => {
  await enter("function f() {\n  let n = 40;\n  const next = () => ++n;\n  next();\n  return next;\n}\nconst next = f();\ntry { throw next() } catch (e) { console.log(e) }");
  const seen = { open: false, changed: false, closed: false, catcher: false, caught: false, windows: 0, block: false };
  const count = Number(/of (\d+)/.exec(await text("step-count"))[1]);
  for (let at = 0; at < count; at++) {
    const [windows, stacks] = [await text("windows"), await text("stacks")];
    seen.open ||= /#1\s*\{n=40\} open over \d+ of f/.test(windows);
    seen.changed ||= /#1\s*\{n=41\} open over \d+ of f/.test(windows) && /\bnext from \d+/.test(windows);
    seen.closed ||= /#1\s*\{n=41\} closed in step \d+/.test(windows);
    seen.catcher ||= /catch of \d+\.\.\d+: an exception goes on at \d+/.test(windows);
    seen.caught ||= /caught 42/.test(windows);
    seen.block ||= /CATCH</.test(stacks);
    seen.windows = Math.max(seen.windows, await page.evaluate(`document.querySelectorAll("#windows thead th").length - 1`));
    await click("step-next");
  }
  assert.deepEqual(seen, { open: true, changed: true, closed: true, catcher: true, caught: true, windows: 3, block: true });
});

test("a generator's record keeps its number while it is suspended", async () => {
  await enter("function* g() { let n = 1; const up = () => ++n; yield up; yield n }\nconst a = g(), b = g();\na.next().value(); b.next(); a.next(); b.next();");
  const numbers = new Map();
  const count = Number(/of (\d+)/.exec(await text("step-count"))[1]);
  for (let at = 0; at < count; at++) {
    for (const [, number, values] of (await text("windows")).matchAll(/#(\d+)\s*(\{n=\d\}) open/g)) numbers.set(number, [...(numbers.get(number) ?? []), values]);
    await click("step-next");
  }
  assert.deepEqual([...numbers].map(([number, values]) => [number, [...new Set(values)].join()]), [["1", "{n=1},{n=2}"], ["2", "{n=1}"]]);
});

test("limits end programs with their error, and the page goes on", async () => {
  await enter("let n = 0;\nfor (;;) n++;");
  assert.match(await text("errors"), /limit \(OutOfFuel\): the script used up its fuel/);
  assert.match(await text("cut"), /the recording ends after 20000 steps; the program went on/);
  await enter("(function f() { f(); return 1 })()");
  assert.match(await text("errors"), /RangeError/);
  await enter("let list = [];\nfor (let i = 0; i < 2e5; i++) list.push({ i });\nlist.length");
  assert.equal(await text("console"), "⇒ 200000");
  await ran(() => choose("limit-memory", 0));
  assert.match(await text("errors"), /limit \(OutOfMemory\)/);
  await ran(() => choose("limit-memory", 6));
  await ran(() => choose("limit-fuel", 2));
  assert.match(await text("errors"), /limit \(OutOfFuel\)/);
  await ran(() => choose("limit-fuel", 15));
  assert.equal(await text("console"), "⇒ 200000");
});

test("what runs long can be stopped, and what is typed meanwhile is looked at", async () => {
  await page.evaluate(`document.getElementById("source").focus(), document.getElementById("source").select()`);
  await choose("limit-fuel", 21);
  await page.type("for (;;) ;");
  await page.press("Enter", 2);
  await page.until(`!document.getElementById("stop").disabled`);
  await page.type(" let a; let a");
  await page.until(`document.getElementById("errors").innerText.includes("SyntaxError")`);
  // Unless it has ended meanwhile, on a fast computer.
  if (await page.evaluate(`!document.getElementById("stop").disabled && (document.getElementById("stop").click(), true)`)) {
    await page.until(`document.getElementById("status").innerText === "stopped"`);
  }
  // A program that ends after its text has changed says so.
  await page.evaluate(`document.getElementById("source").select()`);
  await page.type("for (let i = 0; i < 1e6; i++) ;");
  await page.press("Enter", 2);
  await page.type(" 1");
  await page.until(`document.getElementById("status").innerText === "the program has changed since it was run"`);
  await choose("limit-fuel", 15);
  await enter("1 + 1");
  assert.equal(await text("console"), "⇒ 2");
});

test("long programs and long outputs leave the page usable", async () => {
  await enter(`"${"x".repeat(1 << 20)}".length`);
  assert.equal(await text("console"), "⇒ 1048576");
  assert.match(await text("cut"), /too long for steps/);
  await enter("for (;;) console.log('again and again');");
  assert.match(await text("console"), /the rest of the output is not shown/);
  // What colours take is in proportion to the text.
  for (const part of ["/[", "/", "`", "'\\", "/*", "$#", "1e", "\n"]) {
    await ran(() => page.evaluate(`{ const it = document.getElementById("source"); it.value = ${JSON.stringify(part)}.repeat(20_000); it.dispatchEvent(new Event("input")); document.getElementById("run").click(); }`));
  }
  await enter("(".repeat(20_000));
  assert.match(await text("errors"), /SyntaxError|RangeError/);
  await enter("</script><img src=x onerror=alert(1)>");
  assert.match(await text("errors"), /SyntaxError/);
  await enter("console.log('<b>bold</b>'); throw new Error('<i>')");
  assert.equal(await text("console"), "<b>bold</b>");
});

test("TypeScript is a switch", async () => {
  await enter("let n: number = 42;\nn", { typescript: true });
  assert.equal(await text("console"), "⇒ 42");
  await ran(() => click("typescript")).catch(() => {});
  assert.match(await text("errors"), /TypeScript|SyntaxError/);
});

test("a program is shared by the address", async () => {
  await ran(() => choose("limit-depth", 4));
  await enter("let shared: string = 'é𝒳';\nshared", { typescript: true });
  await click("share");
  await page.until("location.hash.startsWith('#1.')");
  await page.reload();
  await page.until("document.body.dataset.ran");
  assert.equal(await page.evaluate(`document.getElementById("source").value`), "let shared: string = 'é𝒳';\nshared");
  assert.equal(await text("console"), "⇒ 'é𝒳'");
  assert.equal(await page.evaluate(`document.getElementById("typescript").checked + document.getElementById("limit-depth").value`), "true4");
  await enter(`"${"x".repeat(1_100_000)}"`, { typescript: true });
  await click("share");
  await page.until(`document.getElementById("status").innerText === "the program is too long for an address"`);
  // A fragment that is none, or means too much, is passed over.
  const bomb = deflateRawSync(JSON.stringify({ text: " ".repeat(50_000_000), limits: {} })).subarray(0, 20_000);
  for (const packed of [Buffer.from("xyz"), bomb, ...["null", "{}", '{"text":1}', '{"text":"9","limits":null}'].map((json) => deflateRawSync(json))]) {
    await page.evaluate(`location.hash = "#1.${packed.toString("base64url")}"`);
  }
  await page.until(`document.getElementById("status").innerText === "the address has no program that this page can read"`);
  await enter("'still ' + 'there'", { typescript: true });
  assert.equal(await text("console"), "⇒ 'still there'");
  // One that is whole is loaded at once.
  const other = deflateRawSync(JSON.stringify({ text: "6 * 7", isTypeScript: false, limits: { fuel: "much", memory: 1 } }));
  await ran(() => page.evaluate(`location.hash = "#1.${other.toString("base64url")}"`));
  assert.equal(await text("console"), "⇒ 42");
  assert.equal(await page.evaluate(`document.getElementById("limit-fuel").nextSibling.textContent`), "10 M units");
});

test("every example does what it is for, without an error but that of the limits", async () => {
  const count = await page.evaluate(`document.getElementById("examples").length - 1`);
  assert.ok(count >= 12);
  for (let at = 0; at < count; at++) {
    await ran(() => choose("examples", String(at)));
    const [name, errors] = [await page.evaluate(`document.getElementById("examples").selectedOptions[0].textContent`), await text("errors")];
    assert.match(errors, name === "Limits" ? /used up its fuel/ : /no errors/, name);
    assert.match(await text("step-count"), /^step 1 of \d+$/, name);
    assert.ok((await text("sentence")).length > 20, name);
    if (name !== "Limits") assert.notEqual(await text("console"), "nothing was printed", name);
    const joined = await page.evaluate(`document.querySelectorAll("#register-code .at-step").length + document.querySelectorAll("#stack-code .at-step").length`);
    assert.equal(joined, 2, name);
  }
});

test("all is reached by the keyboard, and has a name", async () => {
  const nameless = await page.evaluate(`[...document.querySelectorAll("button, input, select, textarea, [tabindex]")]
    .filter((it) => !(it.innerText?.trim() || it.ariaLabel || it.getAttribute("aria-label") || it.getAttribute("aria-labelledby") || it.labels?.length))
    .map((it) => it.outerHTML)`);
  assert.deepEqual(nameless, []);
  await page.evaluate(`document.getElementById("examples").focus()`);
  const reached = new Set();
  for (let turn = 0; turn < 40; turn++) {
    reached.add(await page.evaluate("document.activeElement.id"));
    await page.press("Tab");
  }
  for (const id of ["typescript", "run", "share", "limit-fuel", "source", "register-code", "stack-code", "step-next", "step", "leads", "console", "windows", "tree"]) {
    assert.ok(reached.has(id), `${id} is not reached by Tab`);
  }
});

test("the page fits its widths, light and dark", async () => {
  await ran(() => choose("examples", "1"));
  for (let turn = 0; turn < 9; turn++) await click("step-next");
  await cursorAt("next();");
  for (const [width, height, scheme, name] of [[1280, 1000, "light", "playground.png"], [800, 1000, "light", "playground-narrow.png"], [1280, 1000, "dark", "playground-dark.png"]]) {
    await page.resize(width, height, scheme);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${width}: wider than the page`);
    await picture(name);
  }
});

test("nothing was loaded from elsewhere, and nothing failed silently", () => assert.deepEqual(page.complaints, []));
