// The engine in a worker: requests and answers, and an end for what takes too long.

/** Milliseconds that a request may take. The engine's limits end programs long before; this is for what they do not bound. */
const PATIENCE = 60_000;

/** Bytes of memory with which a worker is kept: its memory never shrinks. */
const MOST_KEPT = 200 << 20;

/** Unpacks the engine's code, which stands in the page as gzip in base64. */
async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Engine {
  #module;
  #address;
  #worker;
  #waiting = new Map();
  #next = 1;

  constructor(wasm, worker) {
    this.#module = unpack(wasm);
    this.#address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  }

  /** Asks for the answer to a request. It fails where the engine does, and where `stop` ends it. */
  async ask(operation, options, text) {
    const words = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    const module = await this.#module;
    if (!this.#worker) this.#start(module);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.stop("the engine has not answered for a minute, and was ended"), PATIENCE);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, request: `${[operation, ...words].join(" ")}\n${text}` });
    });
  }

  get isBusy() {
    return this.#waiting.size > 0;
  }

  /** Ends whatever runs. The next request has a new worker. */
  stop(why) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error(why));
    }
    this.#waiting.clear();
  }

  #start(module) {
    this.#worker = new Worker(this.#address);
    this.#worker.onmessage = ({ data }) => this.#settle(data);
    this.#worker.onerror = (event) => this.stop(`the engine has failed: ${event.message}`);
    this.#worker.postMessage({ module });
  }

  #settle({ id, answer, failed, bytes }) {
    const asked = this.#waiting.get(id);
    if (!asked) return;
    clearTimeout(asked.timer);
    this.#waiting.delete(id);
    if (failed !== undefined) {
      asked.reject(new Error(`the engine has failed: ${failed}`));
      this.stop("the engine has failed");
    } else if (answer.problem) {
      asked.reject(new Error(answer.problem));
    } else {
      asked.resolve(answer);
    }
    if (bytes > MOST_KEPT && !this.isBusy) this.stop("");
  }
}
