// A WebAssembly instance: calls operations, and is called for functions of the host.
import { encode } from "./wire.js";
import { InternalError, ScriptError, ScriptSyntaxError, UsageError } from "./errors.js";

/** The operations by their names: as `ferrotape_session::Op`. */
export const Op = Object.freeze({
  New: 0, Dispose: 1, Eval: 2, Call: 3, Construct: 4, Get: 5, Set: 6, Keys: 7, Inspect: 8, Promise: 9, Release: 10, Define: 11,
  DefineCall: 12, Console: 13, Modules: 14, Fork: 15, Save: 16, Restore: 17, Start: 18, Advance: 19, Calls: 20, Arguments: 21,
  Answer: 22, Fail: 23, Abort: 24, Stats: 25, Unhandled: 26, Class: 31, Gone: 32, Provide: 33,
  Stack: 34, Key: 35, LimitProgram: 36, OnCall: 38,
});
export const Status = Object.freeze({ Done: 0, Threw: 1, Ended: 2, Paused: 3, Waiting: 4, Refused: 5, Busy: 6 });

const VERSION = 2;
/** Exceptions of the host that are remembered, until a script has let them through. */
const MOST_EXCEPTIONS = 256;
/** An instance that is used again has not grown beyond this: its memory never shrinks. */
const MOST_KEPT_BYTES = 16 << 20;
const MOST_IDLE = 4;

let compiled;
const idle = [];

/** Sets the compiled code of all engines that are made from now on. */
export function use(module) {
  if (!(module instanceof WebAssembly.Module)) throw new UsageError("use() takes a WebAssembly.Module: that of ferrotape.wasm");
  if (compiled === module) return;
  compiled = module;
  idle.length = 0;
}

/** Returns an instance that nobody uses. */
export function takeInstance() {
  return idle.pop() ?? new Instance();
}

export class Instance {
  lost = false;
  engines = 0;
  /** How deep calls of operations are nested: only functions of the host nest. */
  running = 0;
  /** Whether the clock has ended the operation that runs, or was the last: its flag may be down by now. */
  wasCancelled = false;
  /** The engine that performs an operation: the innermost one. */
  current;
  #wasm;
  /** Functions of the host by number, each with the engine that has it. */
  #functions = new Map();
  #next = 1;
  #exceptions = new Map();
  #nextException = 1;

  constructor() {
    if (!compiled) throw new UsageError("the engine's code is not loaded: call use() of ferrotape/core first");
    const env = {
      now: () => {
        if (!this.cancelled?.()) return performance.timeOrigin + performance.now();
        this.wasCancelled = true;
        return Infinity;
      },
      host_call: (id, address, length) => this.#hostCall(id, address >>> 0, length >>> 0),
    };
    this.#wasm = new WebAssembly.Instance(compiled, { env }).exports;
    if (this.#wasm.version() !== VERSION) throw new UsageError("ferrotape.wasm is of another version than the package");
  }

  get bytes() {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Gives a function a number. */
  addFunction(call) {
    const id = this.#next++;
    this.#functions.set(id, call);
    return id;
  }

  /** Performs an operation. The output is a view, which the next operation ends: whoever keeps it makes a copy. */
  perform(op, handle, input) {
    if (this.lost) throw new InternalError("the engine is lost: it, or one that shares its instance, has failed before");
    const { length } = input;
    this.running++;
    try {
      this.#write(input);
      const status = this.#wasm.call(op, handle % 2 ** 32, Math.floor(handle / 2 ** 32), length);
      return { status, output: this.#output() };
    } catch (error) {
      if (error instanceof UsageError) throw error;
      // A trap, or the end of the stack: the state is not to be trusted.
      this.lost = true;
      const told = error instanceof WebAssembly.RuntimeError ? this.#lastWords() : "";
      throw new InternalError(`the engine has failed: ${told || error.message}`, {}, { cause: error });
    } finally {
      this.running--;
    }
  }

  #write(bytes) {
    const address = this.#wasm.reserve(bytes.length) >>> 0;
    if (address === 0) throw new UsageError("there is no memory for the input");
    this.#view(address, bytes.length).set(bytes);
  }

  #output() {
    return this.#view(this.#wasm.output() >>> 0, this.#wasm.output_length() >>> 0);
  }

  /** Returns a view of memory. When memory grows, views of it end. */
  #view(address, length) {
    return new Uint8Array(this.#wasm.memory.buffer, address, length);
  }

  #lastWords() {
    try {
      return new TextDecoder().decode(this.#output());
    } catch {
      return "";
    }
  }

  #hostCall(id, address, length) {
    let output;
    let isException = 0;
    try {
      const call = this.#functions.get(id);
      if (!call) throw new UsageError("the function of the host is gone");
      // The values are read before anything else happens to the memory.
      output = call(this.#view(address, length));
    } catch (error) {
      isException = 1;
      output = this.exception(error);
    }
    try {
      this.#write(output);
    } catch {
      return 1;
    }
    return 2 * output.length + isException;
  }

  /** Remembers an exception of the host. Returns its number, and the error that the script gets: no stack of the host. */
  exception(error, keeper) {
    const id = this.#nextException++;
    this.#exceptions.set(id, error);
    if (this.#exceptions.size > MOST_EXCEPTIONS) this.#exceptions.delete(this.#exceptions.keys().next().value);
    const attempts = [() => told(error)];
    // What a script has thrown goes on as it was.
    if (error instanceof ScriptError && error.thrown instanceof Error) attempts.unshift(() => error.thrown);
    let value;
    for (const attempt of attempts) {
      try {
        value ??= encode(attempt(), keeper);
      } catch {
        // It may be anything, whose message is none, or throws.
      }
    }
    value ??= encode(new Error("the host has failed"));
    const bytes = new Uint8Array(10 + value.length);
    let at = 0;
    for (let left = id; ; left = Math.floor(left / 0x80)) {
      bytes[at++] = left < 0x80 ? left : (left % 0x80) + 0x80;
      if (left < 0x80) break;
    }
    bytes.set(value, at);
    return bytes.subarray(0, at + value.length);
  }

  takeException(id) {
    return this.#exceptions.get(id);
  }

  /** The engine is gone. Its instance serves another one, unless it has grown. */
  release() {
    if (--this.engines > 0) return;
    this.#functions.clear();
    this.#exceptions.clear();
    this.cancelled = undefined;
    if (!this.lost && this.running === 0 && this.bytes <= MOST_KEPT_BYTES && idle.length < MOST_IDLE) idle.push(this);
  }
}

/** What a script is told of an exception: of an error, its class's name and its message. */
function told(error) {
  if (!(error instanceof Error)) return error;
  let { name, message } = error;
  if (error instanceof ScriptSyntaxError && typeof error.told?.name === "string") {
    // It is what `eval` of a script gives.
    name = error.told.name;
    message = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
  } else if (name === "Error") {
    name = error.constructor?.name ?? "Error";
  }
  const copy = new Error(message);
  Object.defineProperty(copy, "name", { value: String(name), enumerable: false });
  return copy;
}
