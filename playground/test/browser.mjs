// Headless Chromium by its own protocol over a pipe: no port, and no package.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names of the program: what the variable CHROMIUM says, or Debian's. */
const PROGRAMS = [process.env.CHROMIUM, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Milliseconds that something may take: the machine may be busy. */
const PATIENCE = 60_000;

/** The program's name, if there is one. */
export const program = PROGRAMS.find((name) => name && spawnSync(name, ["--version"]).status === 0);

export class Page {
  #process;
  #profile = mkdtempSync(join(tmpdir(), "playground-"));
  #rest = "";
  #next = 1;
  #waiting = new Map();
  #session;
  /** What the page has said that it should not: exceptions, errors of the console, requests of anything but itself. */
  complaints = [];

  static async open(width, height, scheme = "light") {
    const page = new Page();
    await page.#start();
    const { targetId } = await page.#send("Target.createTarget", { url: "about:blank" });
    ({ sessionId: page.#session } = await page.#send("Target.attachToTarget", { targetId, flatten: true }));
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.resize(width, height, scheme);
    return page;
  }

  async resize(width, height, scheme = "light") {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  }

  async go(url) {
    await this.send("Page.navigate", { url });
    await this.until("document.readyState === 'complete'");
  }

  async reload() {
    await this.evaluate("window.old = true");
    await this.send("Page.reload");
    await this.until("window.old === undefined && document.readyState === 'complete'");
  }

  send(method, parameters = {}) {
    return this.#send(method, parameters, this.#session);
  }

  /** The value of an expression in the page. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      if (await this.evaluate(`Boolean(${expression})`).catch(() => false)) return;
      if (Date.now() > end) throw new Error(`has not become true: ${expression}\nstatus: ${await this.evaluate("document.getElementById('status')?.textContent").catch(String)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Types a text into what has the focus. */
  type(text) {
    return this.send("Input.insertText", { text });
  }

  /** Presses a key, with modifiers as the protocol numbers them: 2 is Ctrl, 8 is Shift. */
  async press(key, modifiers = 0) {
    const codes = { Enter: 13, Tab: 9, Home: 36, End: 35, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
    const event = { key, code: key, modifiers, windowsVirtualKeyCode: codes[key] };
    await this.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  async screenshot() {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }

  async close() {
    const closed = new Promise((resolve) => this.#process.once("close", resolve));
    const late = setTimeout(() => process.kill(-this.#process.pid, "SIGKILL"), 5_000);
    this.#send("Browser.close").catch(() => {});
    await closed;
    clearTimeout(late);
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #start() {
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${this.#profile}`];
    this.#process = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
    this.#process.stdio[4].setEncoding("utf8").on("data", (data) => this.#read(data));
    // A browser that ends reads no more, which is told by `exit`.
    this.#process.stdio[3].on("error", () => {});
    this.#process.on("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser has ended"));
    });
    return this.#send("Browser.getVersion");
  }

  #send(method, params = {}, sessionId) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, method });
      this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #read(data) {
    const messages = (this.#rest + data).split("\0");
    this.#rest = messages.pop();
    for (const message of messages) this.#take(JSON.parse(message));
  }

  #take({ id, result, error, method, params }) {
    const asked = this.#waiting.get(id);
    if (asked) {
      this.#waiting.delete(id);
      if (error) asked.reject(new Error(`${asked.method}: ${error.message}`));
      else asked.resolve(result);
    } else if (method === "Runtime.exceptionThrown") {
      this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      this.complaints.push(params.entry.text);
    } else if (method === "Network.requestWillBeSent" && !/^(file|blob|data):/.test(params.request.url)) {
      this.complaints.push(`a request of ${params.request.url}`);
    }
  }
}
