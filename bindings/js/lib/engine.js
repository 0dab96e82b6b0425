// The class Engine.
import { FIRST, Objects, membersOf, receiver, requireClass } from "./classes.js";
import { ConversionError, UsageError, cancelledRecord, errorOf } from "./errors.js";
import { begun } from "./handlers.js";
import { JsObject, Kind, handleOf, newHandle } from "./handles.js";
import { Op, Status, takeInstance } from "./instance.js";
import { isAsync, moduleLoader } from "./modules.js";
import { encodePlain } from "./plain.js";
import { FINISH_OPTIONS, Run, requireFinish, requireKnown } from "./run.js";
import { decode, decodeFirst, decodeList, encode } from "./wire.js";

const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
/** Default limits: those of Rust's `Engine::untrusted`. */
const DEFAULT_LIMITS = { time: 1000, memory: 64 << 20 };
/** A time limit that no script comes to: without one, the clock is not asked, and so nobody cancels. */
const NO_TIME = 2 ** 40;
const LIMITS = ["fuel", "time", "memory", "stack", "depth", "source"];
/** The most bytes of stack: calls take several times as many of the host's own, whose end ends the instance. */
const MOST_STACK = 48 << 10;
const START_OPTIONS = ["name", "goal", "inputs"];
const GOALS = ["body", "module", "script"];
const OPTIONS = ["limits", "typescript", "seed", "timeZone", "hints", "console", "cancel", "beside"];
/** Functions that an engine may have: scripts can make the host give new ones without end. */
const MOST_FUNCTIONS = 100_000;
const CALL_OPTIONS = ["mode", "handler", "limit", "atOnce", "refused", "keyed"];
const NO_CONSOLE = "the host gives scripts a console by the engine's option `console`";
const nothing = new Uint8Array(0);
const BUSY = "the engine is running: that has to wait until its script has ended, or calls a function given by `define`";

function seedOf(seed) {
  if (seed !== undefined) return Number(seed);
  const random = globalThis.crypto.getRandomValues(new Uint32Array(2));
  return random[0] + (random[1] & 0xfffff) * 2 ** 32;
}

/** Returns the bytes of the parts of an input: a list of items, then a value or other bytes. */
function inputOf(items, ...more) {
  if (more.length === 0) return encode(items);
  const parts = [encode(items), ...more];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export class Engine {
  #instance;
  #handle;
  /** Functions of the host by themselves: each has one number. */
  #numbers = new WeakMap();
  /** Number of those. */
  #functions = 0;
  /** Handlers of calls by their names. */
  #handlers = new Map();
  /** Ids of handles that were collected, to be released by the next call. */
  #released = [];
  #objects = new Objects();
  #run;
  #cancel;
  #console;
  #isDisposed = false;
  #isTypeScript = false;

  constructor(options = {}) {
    if (options?.[fromFork]) return void this.#become(options);
    requireKnown(options, OPTIONS, "option");
    requireOptions(options);
    const limits = options.limits === null ? {} : { ...DEFAULT_LIMITS, ...options.limits };
    const hints = options.console ? options.hints : { console: NO_CONSOLE, ...options.hints };
    requireKnown(limits, LIMITS, "limit");
    const settings = { seed: seedOf(options.seed), typescript: options.typescript, timeZone: options.timeZone, hints };
    for (const [name, limit] of Object.entries(limits)) {
      if (limit === undefined || limit === null || limit === Infinity) continue;
      if (typeof limit !== "number") throw new UsageError(`the limit ${name} is a number`);
      if (name === "stack" && limit > MOST_STACK) {
        throw new UsageError(`the limit stack is ${MOST_STACK} bytes at most: WebAssembly has no more`);
      }
      settings[name] = limit;
    }
    this.#cancel = options.cancel;
    this.#isTypeScript = options.typescript === true;
    if (this.#cancel) settings.time ??= NO_TIME;
    this.#instance = options.beside ? options.beside.#instance : takeInstance();
    this.#instance.engines++;
    try {
      this.#handle = decode(this.#bare(Op.New, 0, encode([settings])));
    } catch (error) {
      this.#instance.release();
      throw error;
    }
    this.#console = options.console;
    if (options.console) this.#perform(Op.Console, inputOf([this.#consoleId()]));
  }

  #consoleId() {
    const target = this.#console === true ? globalThis.console : this.#console;
    const tell = typeof target === "function" ? target : (level, text) => target[level]?.(text);
    if (target === null || (typeof target !== "object" && typeof target !== "function")) {
      throw new UsageError("the option console is true, a console, or a function of level and text");
    }
    return this.#instance.addFunction((input) => {
      tell(...decode(input));
      return encode(undefined);
    });
  }

  #become({ [fromFork]: other, handle }) {
    this.#instance = other.#instance;
    this.#instance.engines++;
    this.#handle = handle;
    this.#handlers = new Map(other.#handlers);
    this.#objects = other.#objects;
    this.#cancel = other.#cancel;
    this.#console = other.#console;
    this.#isTypeScript = other.#isTypeScript;
  }

  /** Runs a script, and returns the value of its last expression statement. */
  eval(source, options = {}) {
    requireKnown(options, ["name"], "option of eval");
    const name = nameIn(options);
    return this.#value(Op.Eval, inputOf([name ?? this.#named("script"), text(source)]));
  }

  /**
   * Runs a program to its end, with its jobs, timers and calls: a `body` (`return` and `await` at the top level), a `module`
   * or a `script`. Other work of the host goes on between slices.
   */
  async run(source, options = {}) {
    requireKnown(options, [...START_OPTIONS, ...FINISH_OPTIONS], "option of run");
    const { signal, slice, ...start } = options;
    requireFinish(options);
    return this.start(source, start).finish({ signal, slice });
  }

  /** Starts a program, which goes on when it is advanced, or finished. */
  start(source, options = {}) {
    requireKnown(options, START_OPTIONS, "option of start");
    const { goal = "body", inputs = {} } = options;
    const name = nameIn(options);
    requireObject(inputs, "the option inputs");
    this.#requireNoRun();
    if (!GOALS.includes(goal)) throw new UsageError(`there is no goal ${goal}: there are ${GOALS.join(", ")}`);
    for (const [key, value] of Object.entries(inputs)) this.set(key, value);
    this.#perform(Op.Start, inputOf([goal, name ?? this.#named(goal === "module" ? "main" : "program"), text(source)]));
    return (this.#run = new Run(this, this.#access(), this.#handlers));
  }

  /** Gives scripts a function that runs at once. A name with dots makes objects. */
  define(name, f) {
    requireName(name);
    if (typeof f !== "function") throw new UsageError(`define("${name}", …) takes a function`);
    if (isAsync(f)) throw new UsageError(`${name} is async: give it by \`call\`, not by \`define\``);
    this.#perform(Op.Define, inputOf([name, this.#functionId(f, name)]));
    return this;
  }

  /**
   * Gives scripts a function that the host answers later: by its handler, which may be async, or by `Run.answer`. With `keyed`, each
   * call has a key, and the handler gets the call before the arguments.
   */
  call(name, options = {}) {
    requireName(name);
    if (typeof options === "function") options = { handler: options };
    requireKnown(options, CALL_OPTIONS, "option of a call");
    const { mode = "promise", handler, refused, keyed } = options;
    if (handler && typeof handler !== "function") throw new UsageError("the handler of a call is a function");
    const [limit, atOnce] = [options.limit, options.atOnce].map((most) => (most === Infinity ? undefined : most));
    if (mode !== "promise" && mode !== "blocking") throw new UsageError(`there is no mode ${mode}: there are promise, blocking`);
    this.#perform(Op.DefineCall, inputOf([name, { blocking: mode === "blocking", times: limit, atOnce, refused, keyed }]));
    // Whoever answers a call with a key needs it.
    const answer = keyed ? (call) => handler(call, ...call.args) : (call) => handler(...call.args);
    this.#handlers.set(name, handler && answer);
    return this;
  }

  /** Tells a function of each call that is over, and of each that a policy has not let begin. Forks tell it as well. */
  onCall(tell) {
    if (typeof tell !== "function") throw new UsageError("onCall() takes a function of an event");
    const id = this.#instance.addFunction((input) => {
      tell(...decode(input));
      return encode(undefined);
    });
    this.#perform(Op.OnCall, inputOf([id]));
    return this;
  }

  /**
   * Gives scripts a class. They make objects of it, which stay here, and use its `members`: without those, all methods and
   * accessors whose names begin with no `_`. With `construct: false`, they get such objects only from the host.
   */
  class(name, type, options = {}) {
    requireName(name);
    requireClass(type, name);
    const { members, construct = true } = Array.isArray(options) ? { members: options } : options;
    const named = membersOf(type, members);
    const ids = (list, call) => Object.fromEntries(list.map((key) => [key, this.#functionId(call(key), key)]));
    const it = (number) => receiver(this.#objects, number, type, name);
    const told = {
      methods: ids(named.methods, (key) => (number, ...args) => it(number)[key](...args)),
      getters: ids(named.getters, (key) => (number) => it(number)[key]),
      setters: ids(named.setters, (key) => (number, value) => void (it(number)[key] = value)),
      statics: ids(named.statics, (key) => (...args) => type[key](...args)),
      extends: this.#objects.parentOf(type),
    };
    const made = (...args) => {
      (this.#instance.current ?? this).#forgetObjects();
      return this.#objects.numberOf(new type(...args));
    };
    if (construct) told.construct = this.#functionId(made, name);
    this.#perform(Op.Class, inputOf([name, told]));
    this.#objects.define(type, name);
    return this;
  }

  /** Lets scripts have an object as it is: they can hand it on, and give it back, but see nothing of it. Returns the object. */
  opaque(value) {
    if (Object(value) !== value) throw new UsageError("opaque() takes an object");
    this.#objects.addOpaque(value);
    return value;
  }

  /**
   * Sets where imported modules come from: a function of the name, or an object of texts by name. An async function gives its modules to
   * programs (`run`, `start`), which wait for them.
   */
  modules(source, options = {}) {
    if (Object(source) !== source) throw new UsageError("modules() takes texts by name, or a function of the name");
    requireKnown(options, ["async"], "option of modules");
    const { async: fetches = isAsync(source) } = options;
    const engine = () => this.#instance.current ?? this;
    const within = (work) => (engine().program ? begun(engine().program, work) : work());
    const load = moduleLoader(source, ...(fetches ? [(name, text) => engine().#provide(name, text), within] : []));
    const id = this.#instance.addFunction((input) => encode(load(...decode(input))));
    this.#perform(Op.Modules, inputOf([id, fetches]));
    return this;
  }

  /** Gives a module to the program once it is there. */
  #provide(name, text) {
    const run = this.program;
    const give = (...source) => {
      if (this.#isDisposed || this.lost || !run || run.isOver) return;
      this.#perform(Op.Provide, inputOf([name, ...source]));
      run.loaded();
    };
    run?.loads();
    Promise.resolve(text).then(
      (text) => (typeof text === "string" ? give(text) : give(undefined, `there is no module '${name}'`)),
      (error) => give(undefined, String(error?.message ?? error)),
    );
    return true;
  }

  /** Returns the value of a global. */
  get(name) {
    requireGlobal(name);
    return this.#value(Op.Get, inputOf([0], encode(name)));
  }

  /** Assigns to a global. */
  set(name, value) {
    requireGlobal(name);
    this.#perform(Op.Set, inputOf([0], this.#encode([name, value], ["key", ""])));
    return this;
  }

  /** Makes a copy, with all that scripts have made, and the program that waits. It shares the functions of the host. */
  fork() {
    const handle = decode(this.#perform(Op.Fork, nothing));
    const fork = new Engine({ [fromFork]: this, handle });
    if (this.#run && !this.#run.isOver) fork.#run = new Run(fork, fork.#access(), fork.#handlers, true);
    return fork;
  }

  /** The program that runs, if there is one. */
  get program() {
    return this.#run && !this.#run.isOver ? this.#run : undefined;
  }

  /** Writes the engine, and the program that waits in it, as bytes. */
  save() {
    return this.#perform(Op.Save, nothing).slice();
  }

  /** Reads bytes into this engine, which must have the same functions. */
  restore(bytes) {
    this.#requireNoRun();
    this.#perform(Op.Restore, inputOf([false], savedBytes(bytes)));
    return this;
  }

  /** Reads bytes with a program, which goes on here. */
  restoreRun(bytes) {
    this.#requireNoRun();
    this.#perform(Op.Restore, inputOf([true], savedBytes(bytes)));
    return (this.#run = new Run(this, this.#access(), this.#handlers, true));
  }

  /** Returns what the engine has used: fuel, bytes, the most bytes, handles, and the bytes of its instance. */
  stats() {
    return { ...decode(this.#perform(Op.Stats, nothing)), wasmBytes: this.#instance.bytes };
  }

  /** The reports of promises that were rejected, and that nobody has handled. */
  takeUnhandled() {
    return decode(this.#perform(Op.Unhandled, nothing));
  }

  /** Whether the engine, or one that shares its instance, has failed. */
  get lost() {
    return this.#instance.lost;
  }

  /** Drops the engine with all its values. */
  dispose() {
    if (this.#isDisposed) return;
    if (this.#instance.running > 0) throw new UsageError("the engine is running: a function that it calls cannot dispose it");
    this.#isDisposed = true;
    this.#run?.forget();
    if (!this.#instance.lost) this.#bare(Op.Dispose, this.#handle, nothing);
    this.#instance.release();
  }

  [dispose]() {
    this.dispose();
  }

  #named(name) {
    return name + (this.#isTypeScript ? ".ts" : ".js");
  }

  #requireNoRun() {
    if (this.program) throw new UsageError("a program runs in the engine: wait for its end, or use a fork or another engine");
  }

  /** What runs and handles use of the engine. */
  #access() {
    return {
      perform: (op, items, ...more) => this.#performed(op, inputOf(items, ...more)),
      value: (op, items, ...more) => this.#value(op, inputOf(items, ...more)),
      encode: (value, roots) => this.#encode(value, roots),
      decode: (bytes) => decode(bytes, this.#keeper),
      exception: (error) => this.#instance.exception(error, this.#keeper),
      released: this.#released,
      settled: (id) => {
        const { value, rest } = decodeFirst(this.#perform(Op.Promise, inputOf([id])));
        return rest.length > 0 ? { state: value[0], value: decode(rest, this.#keeper) } : { state: value[0] };
      },
      error: (output) => this.#error(output),
    };
  }

  #keeper = {
    handleOf: (value) => {
      const handle = handleOf(value);
      if (!handle) {
        const name = this.#objects.nameOf(value);
        return name === undefined ? undefined : { kind: Kind.Object, id: FIRST + this.#objects.numberOf(value), name };
      }
      if (handle.engine !== this) throw new ConversionError(`${handle.name || "the object"} belongs to another engine`);
      if (handle.isReleased) throw new ConversionError(`${handle.name || "the object"} was disposed`);
      return handle;
    },
    functionId: (f) => this.#functionId(f, f.name),
    handle: (kind, id, name) => (id < FIRST ? newHandle(kind, id, name, this, this.#access()) : this.#object(id - FIRST)),
  };

  #object(number) {
    const value = this.#objects.get(number);
    if (value === undefined) throw new ConversionError("the object of the host is gone");
    return value;
  }

  #functionId(f, name) {
    let id = this.#numbers.get(f);
    if (id === undefined) {
      if (++this.#functions > MOST_FUNCTIONS) {
        throw new UsageError(`the engine has ${MOST_FUNCTIONS} functions of the host: give the same one again, not new ones`);
      }
      id = this.#instance.addFunction((input) => {
        // A fork calls the same function with values of its own.
        const engine = this.#instance.current ?? this;
        const result = f(...decodeList(input, engine.#keeper));
        const plain = encodePlain(result);
        if (plain) return plain;
        // What a script has given may have a function by that name.
        if (typeof result?.then === "function" && !handleOf(result) && !handleOf(result.then)) {
          // Nobody else looks at it.
          Promise.resolve(result).catch(() => {});
          throw new UsageError(`${String(name || "the function")} is async: give it by \`call\`, not by \`define\``);
        }
        return engine.#encode(result);
      });
      this.#numbers.set(f, id);
    }
    return id;
  }

  #encode(value, roots) {
    // Before there are bytes with numbers of objects.
    this.#forgetObjects();
    return encode(value, this.#keeper, roots);
  }

  #value(op, input) {
    return decode(this.#perform(op, input), this.#keeper);
  }

  #perform(op, input) {
    const { status, output } = this.#performed(op, input);
    if (status !== Status.Done) throw this.#error(output);
    return output;
  }

  /** Lets go of objects of the host that no script has any more, now and then. */
  #forgetObjects() {
    if (!this.#objects.isDue) return;
    const { status, output } = this.#instance.perform(Op.Gone, this.#handle, nothing);
    if (status === Status.Done) this.#objects.forget(decode(output));
  }

  #performed(op, input) {
    if (this.#isDisposed) throw new UsageError("the engine was disposed");
    if (this.#released.length > 0 && this.#instance.running === 0) {
      this.#bare(Op.Release, this.#handle, encode(this.#released.splice(0)));
    }
    if (this.#instance.running === 0) this.#instance.wasCancelled = false;
    if (this.#cancel && this.#instance.running === 0) this.#instance.cancelled = () => Atomics.load(this.#cancel, 0) !== 0;
    const outer = this.#instance.current;
    this.#instance.current = this;
    let done;
    try {
      done = this.#instance.perform(op, this.#handle, input);
    } finally {
      this.#instance.current = outer;
      // The flag of this engine is none of an engine beside it.
      if (this.#cancel && this.#instance.running === 0) this.#instance.cancelled = undefined;
    }
    if (done.status === Status.Busy) throw new UsageError(BUSY);
    return done;
  }

  #bare(op, handle, input) {
    const { status, output } = this.#instance.perform(op, handle, input);
    if (status === Status.Busy) throw new UsageError(BUSY);
    if (status !== Status.Done) throw this.#error(output);
    return output;
  }

  #error(output) {
    const { value: record, rest } = decodeFirst(output);
    const hasThrown = rest[0] === 1;
    const thrown = hasThrown ? decode(rest.subarray(1), this.#keeper) : undefined;
    const cause = record.host !== undefined ? this.#instance.takeException(record.host) : thrown?.cause;
    const isCancelled = record.kind === "limit" && record.limit === "time" && this.#instance.wasCancelled;
    return errorOf(isCancelled ? cancelledRecord(record) : record, thrown, hasThrown, cause);
  }
}

const fromFork = Symbol("fromFork");

/** Fails for options that are not what they are said to be: they would be none, or end the engine later. */
function requireOptions({ limits, hints, cancel, beside }) {
  if (limits !== null && limits !== undefined) requireObject(limits, "the option limits");
  if (hints !== null && hints !== undefined) requireObject(hints, "the option hints");
  if (cancel && !(cancel instanceof Int32Array)) throw new UsageError("the option cancel is an Int32Array, in shared memory");
  if (beside && !(beside instanceof Engine)) throw new UsageError("the option beside is another engine");
}

function requireObject(value, what) {
  if (Object(value) !== value) throw new UsageError(`${what} is an object`);
}

function requireGlobal(name) {
  if (typeof name !== "string") throw new UsageError("the name of a global is a string");
}

function requireName(name) {
  if (typeof name !== "string") throw new UsageError("the name of a function is a string");
}

function nameIn({ name }) {
  if (name !== undefined && typeof name !== "string") throw new UsageError("the option name is a string");
  return name;
}

/** Returns saved bytes, as files and databases give them. */
function savedBytes(bytes) {
  if (bytes instanceof Uint8Array) return bytes;
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
  throw new UsageError("saved bytes are an Uint8Array, or an ArrayBuffer");
}

function text(source) {
  if (typeof source !== "string") throw new UsageError("the source of a script is a string");
  return source;
}

export { JsObject, Kind };
