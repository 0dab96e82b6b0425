// A program that was started: it goes on in slices, and waits for calls.
import { LimitError, UsageError } from "./errors.js";
import { begun, isBegunBy } from "./handlers.js";
import { Op, Status } from "./instance.js";
import { decode, encode } from "./wire.js";

/** Milliseconds that a program runs before others have their turn. */
const SLICE = 8;
/** The longest that a timer waits: beyond that, hosts wait for no time. */
const LONGEST = 2 ** 31 - 1;

export const FINISH_OPTIONS = ["signal", "slice"];

/** Gives others their turn. */
const turn = globalThis.setImmediate
  ? () => new Promise((resolve) => globalThis.setImmediate(resolve))
  : () => new Promise((resolve) => setTimeout(resolve, 0));

/** Fails for options that there are not: a limit with a typing error must not be none. */
export function requireKnown(options, known, what) {
  if (Object(options) !== options) throw new UsageError(`each ${what} has a name: ${known.join(", ")}`);
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new UsageError(`there is no ${what} ${name}: there are ${known.join(", ")}`);
  }
}

/** Fails for what are no options of `finish`: before a program has begun, that would wait for it. */
export function requireFinish({ signal, slice }) {
  if (signal && typeof signal.addEventListener !== "function") throw new UsageError("the option signal is an AbortSignal");
  if (slice !== undefined && !(typeof slice === "number" && slice >= 0)) throw new UsageError("the option slice is a number of milliseconds");
}

function requireId(id) {
  if (!Number.isSafeInteger(id) || id < 0) throw new UsageError("the id of a call is a number: that of `calls`");
}

/** A call that waits for an answer. */
export class Call {
  #run;
  #args;
  #stack;

  constructor(run, id, name, isBlocking) {
    Object.assign(this, { id, name, mode: isBlocking ? "blocking" : "promise" });
    this.#run = run;
  }

  /** The arguments, as they are when they are first read. */
  get args() {
    return (this.#args ??= this.#run.argumentsOf(this.id));
  }

  /**
   * The functions that ran when it was made, the innermost first, and the async ones that waited for them. It is asked for while
   * the call waits.
   */
  get stack() {
    return (this.#stack ??= this.#run.stackOf(this.id));
  }

  /** The place of the call. */
  get place() {
    return this.stack.find((entry) => entry.line > 0);
  }

  /** The idempotency key of the call in the run of that name, if it was defined with `keyed`. */
  key(run) {
    return this.#run.keyOf(this.id, `${run}`);
  }
}

export class Run {
  #access;
  #handlers;
  #value;
  #state = "paused";
  #isOver = false;
  #timer;
  /** Calls whose handlers have begun. */
  #begun = new Set();
  /** Ends the wait for an answer. Where nobody waits yet, the next wait ends at once. */
  #wake = () => void (this.#isWoken = true);
  #isWoken = false;
  /** Why an answer could not be given: who waits for the end is told. */
  #trouble;
  #isRestored;
  /** Modules on their way. */
  #loading = 0;
  #finishing;
  /** Signals of those who wait for the end. */
  #signals = [];
  #onAbort = () => this.#wake();

  constructor(engine, access, handlers, isRestored = false) {
    /** The engine in which the program runs. */
    this.engine = engine;
    this.#access = access;
    this.#handlers = handlers;
    this.#isRestored = isRestored;
  }

  /** Runs until the program is `done`, its slice is used up (`paused`), or it waits for calls or timers (`waiting`). */
  advance(slice = {}) {
    this.#requireGoing();
    requireKnown(slice, ["fuel", "time"], "limit of a slice");
    const { fuel, time } = slice;
    let done;
    try {
      done = this.#access.perform(Op.Advance, [fuel, time]);
    } catch (error) {
      this.#endedBy(error);
      throw error;
    }
    const { status, output } = done;
    switch (status) {
      case Status.Done:
        this.#isOver = true;
        this.#value = this.#access.decode(output);
        return (this.#state = "done");
      case Status.Paused:
        return (this.#state = "paused");
      case Status.Waiting:
        this.#timer = decode(output);
        return (this.#state = "waiting");
      default: {
        const error = this.#access.error(output);
        this.#endedBy(error);
        throw error;
      }
    }
  }

  /** What is refused has not begun: the program can still go on. */
  #endedBy(error) {
    if (!(error instanceof UsageError)) this.#isOver = true;
  }

  /** Whether the program has ended, in whichever way. */
  get isOver() {
    return this.#isOver;
  }

  /** The result of the program, once it is done. */
  get value() {
    if (this.#state !== "done") throw new UsageError("the program is not done");
    return this.#value;
  }

  /** The calls that wait, in the order in which they were made. */
  get calls() {
    return this.#calls(false);
  }

  /** The calls that were not given yet. Each is new once. */
  takeNewCalls() {
    return this.#calls(true);
  }

  /** Milliseconds until a timer is due. */
  get nextTimer() {
    return this.#timer;
  }

  #calls(onlyNew) {
    this.#requireGoing();
    const calls = this.#done(Op.Calls, [onlyNew]);
    return decode(calls).map(([id, name, isBlocking]) => new Call(this, id, name, isBlocking));
  }

  argumentsOf(id) {
    this.#requireGoing();
    return this.#access.decode(this.#done(Op.Arguments, [id]));
  }

  stackOf(id) {
    this.#requireGoing();
    return decode(this.#done(Op.Stack, [id]));
  }

  keyOf(id, run) {
    this.#requireGoing();
    return decode(this.#done(Op.Key, [id, run]));
  }

  /** Limits the program in all: the milliseconds of its slices, the bytes of its answers. Both go with its bytes. */
  limit(limits = {}) {
    this.#requireGoing();
    requireKnown(limits, ["time", "answers"], "limit of a program");
    const { time, answers } = limits;
    this.#done(Op.LimitProgram, [time, answers]);
    return this;
  }

  /** Answers a call. */
  answer(id, value) {
    this.#requireGoing();
    requireId(id);
    this.#done(Op.Answer, [id], this.#access.encode(value));
    this.#wake();
  }

  /** Ends a call by an exception: the script gets its name and its message. */
  fail(id, error) {
    this.#requireGoing();
    requireId(id);
    this.#done(Op.Fail, [id], this.#access.exception(error));
    this.#wake();
  }

  /** Ends the program, as a limit does. Returns the ids of the calls that have waited. */
  abort(reason = "aborted") {
    if (this.#isOver) return [];
    // A function that the program calls is refused: then it goes on.
    const waited = this.#done(Op.Abort, [String(reason)]);
    this.#isOver = true;
    this.#wake();
    return decode(waited);
  }

  /** Writes the program with its engine as bytes: `Engine.restoreRun` reads them. */
  save() {
    this.#requireGoing();
    return this.engine.save();
  }

  /**
   * Runs to the end: handlers answer the calls. Whoever asks meanwhile waits for the same end, which all their signals bring. A
   * handler must not, as the end waits for it.
   */
  async finish(options = {}) {
    requireKnown(options, FINISH_OPTIONS, "option of finish");
    const { signal, slice } = options;
    requireFinish(options);
    if (isBegunBy(this)) throw new UsageError("a handler cannot wait for the end of its program, which waits for the handler");
    if (signal) {
      this.#signals.push(signal);
      signal.addEventListener("abort", this.#onAbort);
      if (signal.aborted) this.#wake();
    }
    return (this.#finishing ??= this.#finished(slice).finally(() => (this.#finishing = undefined)));
  }

  #requireNoAbort() {
    const signal = this.#signals.find((signal) => signal.aborted);
    if (signal === undefined) return;
    const report = "the script was cancelled";
    throw new LimitError(report, "cancelled", { report }, { cause: signal.reason });
  }

  async #finished(slice = SLICE) {
    try {
      this.#requireNoAbort();
      for (;;) {
        const state = this.advance({ time: slice });
        if (state === "done") return this.#value;
        if (state === "paused") await turn();
        else await this.#answers();
        if (this.#trouble) throw this.#trouble.error;
        this.#requireNoAbort();
        // Somebody else has ended it meanwhile.
        this.#requireGoing();
      }
    } catch (error) {
      if (!this.#isOver) this.abort("failed");
      throw error;
    } finally {
      for (const signal of this.#signals.splice(0)) signal.removeEventListener("abort", this.#onAbort);
    }
  }

  /** Begins what handlers there are for new calls, and waits for the first answer or timer. */
  async #answers() {
    const calls = this.#isRestored ? this.calls : this.takeNewCalls();
    this.#isRestored = false;
    for (const call of calls) {
      if (this.#begun.has(call.id)) continue;
      const handler = this.#handlers.get(call.name);
      if (!handler) throw new UsageError(`the program waits for ${call.name}, which has no handler: give one, or answer it by a Run`);
      this.#begin(call, handler);
    }
    const isTimed = this.#timer !== undefined;
    if (this.#begun.size === 0 && !isTimed && this.#loading === 0) throw new UsageError("the program waits for what nobody answers");
    const wakeNext = this.#wake;
    if (!this.#isWoken) {
      await new Promise((resolve) => {
        const timer = isTimed ? setTimeout(resolve, Math.min(Math.max(Math.ceil(this.#timer), 0), LONGEST)) : undefined;
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = wakeNext;
    this.#isWoken = false;
  }

  #begin(call, handler) {
    this.#begun.add(call.id);
    // Arguments that cannot cross are the script's mistake, and so is their error.
    const work = (async () => begun(this, () => handler(call)))();
    const settle = (answer) => {
      this.#begun.delete(call.id);
      try {
        // The program may have ended, or its engine.
        if (!this.#isOver) answer();
      } catch (error) {
        this.#trouble = { error };
      }
      this.#wake();
    };
    work.then(
      (value) =>
        settle(() => {
          try {
            this.answer(call.id, value);
          } catch (error) {
            this.fail(call.id, error);
          }
        }),
      (error) => settle(() => this.fail(call.id, error)),
    );
  }

  /** An async loader has begun to fetch a module. */
  loads() {
    this.#loading++;
  }

  /** A module is there, or will never be. */
  loaded() {
    this.#loading--;
    this.#wake();
  }

  /** The engine was disposed. */
  forget() {
    this.#isOver = true;
    this.#wake();
  }

  #done(op, items, ...more) {
    const { status, output } = this.#access.perform(op, items, ...more);
    if (status !== Status.Done) throw this.#access.error(output);
    return output;
  }

  #requireGoing() {
    if (this.#isOver) throw new UsageError("the program has ended");
  }
}
