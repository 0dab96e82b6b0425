// Declarations of the package `ferrotape`, and of `ferrotape/core`.

/** Limits of an engine. All but `memory` start anew with each `eval` and each call of a function, and apply once to a whole program. */
export interface Limits {
  /** Units of work: the same for the same script on each machine. */
  fuel?: number | null;
  /** Milliseconds that scripts run, without the time that programs wait. Default: 1000. */
  time?: number | null;
  /** Bytes of the engine's values. Default: 64 MB. */
  memory?: number | null;
  /** Bytes of WebAssembly's stack, 49152 at most, and values on the script's stack. */
  stack?: number;
  depth?: number;
  /** Bytes of a source text. */
  source?: number;
}

export interface EngineOptions {
  /** Null for none. */
  limits?: Limits | null;
  /** True: all sources are TypeScript. Otherwise only those whose name ends in `.ts`. Types are not checked. */
  typescript?: boolean;
  /** Seeds `Math.random`. */
  seed?: number;
  /** The IANA name of a time zone. Default: UTC. */
  timeZone?: string;
  /** Advice in errors about missing globals: `{ fetch: "call `search(words)`" }`. */
  hints?: Record<string, string>;
  /** Target of `console`: `true` for the host's own. Without it, scripts have no `console`. Forks share it. */
  console?: true | Pick<Console, "log" | "info" | "warn" | "error" | "debug"> | ((level: Level, text: string) => void);
  /** A flag in shared memory: once it is not 0, the running script ends with a `LimitError`. */
  cancel?: Int32Array;
  /** An engine whose WebAssembly instance this one shares: cheaper, but both are lost together. */
  beside?: Engine;
}

export type Level = "log" | "info" | "warn" | "error" | "debug";
/** `body`: statements with `return` and `await`; `module`: with `import`, gives its exports; `script`: gives its last value. */
export type Goal = "body" | "module" | "script";

export interface StartOptions {
  /** The name in errors and stacks. */
  name?: string;
  /** Default: `body`. */
  goal?: Goal;
  /** Globals that are set first. */
  inputs?: Record<string, unknown>;
}

export interface FinishOptions {
  signal?: AbortSignal;
  /** Milliseconds that the program runs before others have their turn. Default: 8. */
  slice?: number;
}

export interface CallOptions {
  /** `promise`: the script awaits it. `blocking`: the script just waits for the value. */
  mode?: "promise" | "blocking";
  /** Function that answers the call. It may be async, and may use the engine. Without one, you answer the `Run` by hand. */
  handler?: (...args: any[]) => unknown;
  /** The most calls in all, and the most that wait at once. */
  limit?: number;
  atOnce?: number;
  /** Reason for which scripts may not call it. */
  refused?: string;
  /**
   * Gives each call a key: `Call.key`. Its arguments are copied when it is made, and must be data. The handler gets the `Call` before the
   * arguments: `handler: (call, to, amount) => bank.pay(call.key("order 12"), to, amount)`.
   */
  keyed?: boolean;
}

export interface ClassOptions<T> {
  /** Members that scripts see. Default: static functions, and all methods and accessors whose names do not begin with `_`. */
  members?: (keyof T & string)[];
  /** False: scripts get such objects only from the host. */
  construct?: boolean;
}

export class Engine {
  constructor(options?: EngineOptions);
  /** Runs a script, and returns the value of its last expression statement. */
  eval(source: string, options?: { name?: string }): any;
  /** Runs a program to its end, with jobs, timers and calls. Other work of the host goes on meanwhile. */
  run(source: string, options?: StartOptions & FinishOptions): Promise<any>;
  /** Starts a program, to be advanced by hand. */
  start(source: string, options?: StartOptions): Run;
  /** Gives scripts a function that runs at once. Until it returns, it may use this engine, with functions of scripts. */
  define(name: string, f: (...args: any[]) => unknown): this;
  /** Gives scripts a function that the host answers later. */
  call(name: string, options?: CallOptions | ((...args: any[]) => unknown)): this;
  /** Tells of each call that is over. The function cannot use the engine. Forks tell it as well; restored engines tell their own. */
  onCall(tell: (event: CallEvent) => void): this;
  /** Gives scripts a class: they make objects of it, which stay here, and use its members. */
  class<T>(name: string, type: new (...args: any[]) => T, options?: ClassOptions<T> | (keyof T & string)[]): this;
  /** Lets scripts pass an object on and give it back unchanged. They see nothing of it. Returns the object. */
  opaque<T extends object>(value: T): T;
  /** Sets the source of imported modules. Only programs can import from an async function: they wait for it. */
  modules(
    source: ((name: string) => string | PromiseLike<string>) | Record<string, string> | Map<string, string>,
    options?: { async?: boolean },
  ): this;
  get(name: string): any;
  set(name: string, value: unknown): this;
  /** Makes a copy, including the waiting program: its `program`. */
  fork(): Engine;
  /** The program that runs. */
  readonly program: Run | undefined;
  /** Writes the engine as bytes, including the waiting program. The bytes are verified when they are read. They are not encrypted. */
  save(): Uint8Array;
  /** Reads bytes into this engine, which must have been given the same functions. */
  restore(bytes: Uint8Array | ArrayBuffer): this;
  restoreRun(bytes: Uint8Array | ArrayBuffer): Run;
  stats(): { fuel: number; bytes: number; peakBytes: number; handles: number; wasmBytes: number };
  /** Returns the reports of unhandled rejections. */
  takeUnhandled(): string[];
  readonly lost: boolean;
  dispose(): void;
}

export class Run {
  private constructor();
  readonly engine: Engine;
  advance(slice?: { fuel?: number; time?: number }): "done" | "paused" | "waiting";
  /**
   * Runs to the end: handlers answer the calls. Several callers may wait for it; a signal of any of them ends it. A handler of the
   * program must not wait for it, because the end waits for the handler: a `UsageError`, in browsers only before its first `await`.
   */
  finish(options?: FinishOptions): Promise<any>;
  readonly isOver: boolean;
  /** The result of the program, once it is done. */
  readonly value: any;
  /** The waiting calls. */
  readonly calls: Call[];
  takeNewCalls(): Call[];
  /** Milliseconds until a timer is due. */
  readonly nextTimer: number | undefined;
  answer(id: number, value: unknown): void;
  fail(id: number, error: unknown): void;
  /** Limits the whole program: the milliseconds of its slices, and the bytes of its answers. Both are saved with it. */
  limit(limits: { time?: number; answers?: number }): this;
  abort(reason?: string): number[];
  save(): Uint8Array;
}

export class Call {
  private constructor();
  /** Number of the call: the same in each run of a program with the same answers. */
  readonly id: number;
  readonly name: string;
  readonly mode: "promise" | "blocking";
  readonly args: any[];
  /**
   * The functions that ran when the call was made, innermost first, and the async functions that waited for them. Read it while the
   * call waits. Built-in functions have the line 0.
   */
  readonly stack: CallPlace[];
  readonly place: CallPlace | undefined;
  /** The idempotency key of the call in the run of that name, if it was defined with `keyed`. */
  key(run: string): string | undefined;
}

/** A call that is over. Unknown members are undefined. */
export interface CallEvent {
  /** Undefined if a policy did not let the call begin. */
  id: number | undefined;
  name: string;
  /** `denied`: by a policy; `forgotten`: the program ended first. */
  end: "answered" | "failed" | "refused" | "denied" | "forgotten";
  /** Reason for which it was refused or denied. */
  reason: string | undefined;
  /** Units of work that the program had spent before the call. */
  fuel: number;
  /** Bytes of data in the format of values. */
  argumentBytes: number | undefined;
  answerBytes: number | undefined;
  /** Milliseconds from the call to its end, in all processes. */
  waited: number | undefined;
}

export interface CallPlace {
  function: string;
  source: string;
  line: number;
  column: number;
}

/** A function of a script. */
export interface JsFunction {
  (...args: unknown[]): any;
  construct(...args: unknown[]): any;
  dispose(): void;
}

/** An object of a script that is not copied: an instance of a class, a regular expression, a promise. */
export class JsObject {
  private constructor();
  /** A symbol of a script is a `JsObject`. */
  get(key: string | number | symbol | JsObject): any;
  set(key: string | number | symbol | JsObject, value: unknown): void;
  keys(): string[];
  invoke(key: string | symbol | JsObject, ...args: unknown[]): any;
  /** Returns the state of a promise. */
  settled(): { state: "pending" | "fulfilled" | "rejected"; value?: any };
  /** Returns the object as text for people. `toJSON` returns the same. */
  toString(): string;
  toJSON(): string;
  dispose(): void;
}

export interface Place {
  source: string;
  line: number;
  column: number;
  text: string;
}

export class FerrotapeError extends Error {
  readonly kind: "syntax" | "exception" | "conversion" | "limit" | "saved" | "usage" | "internal";
  /** The error for people, with its line and the running functions. */
  readonly report: string;
  readonly place: Place | undefined;
  readonly notes: { message: string; place: Place | null }[];
  readonly frames: { function: string; source: string; line: number; column: number; async: boolean }[];
  /** Returns everything as data, for example for a model. */
  toJSON(): unknown;
}
export class ScriptError extends FerrotapeError {
  readonly kind: "exception";
  readonly thrown?: any;
}
export class ScriptSyntaxError extends FerrotapeError {
  readonly kind: "syntax";
}
export class ConversionError extends FerrotapeError {
  readonly kind: "conversion";
  readonly path: string;
}
export class LimitError extends FerrotapeError {
  readonly kind: "limit";
  readonly limit: "fuel" | "time" | "memory" | "source" | "cancelled";
}
export class SavedError extends FerrotapeError {
  readonly kind: "saved";
  readonly problem: "notSaved" | "otherVersion" | "otherGoal" | "damaged" | "tooLarge" | "other";
}
export class UsageError extends FerrotapeError {
  readonly kind: "usage";
}
export class InternalError extends FerrotapeError {
  readonly kind: "internal";
}

/** Sets the compiled code, for `ferrotape/core`: that of `ferrotape/ferrotape.wasm`. */
export function use(module: WebAssembly.Module): void;
