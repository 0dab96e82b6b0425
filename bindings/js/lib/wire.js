// Values as bytes and back: the format of `ferrotape::wire`, whose table of tags is there. Nesting takes no stack of JavaScript.
import { ConversionError } from "./errors.js";
import { OTHER, behind, plainAt } from "./plain.js";

const ELEMENTS = [
  "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array",
  "BigUint64Array", "Float16Array", "Float32Array", "Float64Array",
];
const DATA_VIEW = 12;
export const KINDS = ["function", "object", "promise", "symbol"];
const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError };
const WELL_KNOWN = new Map(
  ["asyncIterator", "hasInstance", "isConcatSpreadable", "iterator", "match", "matchAll", "replace", "search", "species", "split",
    "toPrimitive", "toStringTag", "unscopables", "dispose", "asyncDispose"].map((name) => [Symbol[name] ?? Symbol.for(`Symbol.${name}`), name]),
);
const BY_NAME = new Map([...WELL_KNOWN].map(([symbol, name]) => [name, symbol]));
const TypedArray = Object.getPrototypeOf(Uint8Array);
const elementName = Object.getOwnPropertyDescriptor(TypedArray.prototype, Symbol.toStringTag).get;
/** Fails for a view whose buffer is detached or too short: its length would be 0. */
const requireThere = (view) => void TypedArray.prototype.keys.call(view);
const toText = Object.prototype.toString;
/** What only objects of a class have, in whichever realm it is. */
const getterOf = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;
/** What views have by themselves: a class may give other things by these names. */
const [VIEW, TYPED] = [DataView, TypedArray].map((type) => ["buffer", "byteOffset", "byteLength"].map((name) => getterOf(type, name)));
const lengthOf = getterOf(TypedArray, "length");
const BRANDS = {
  "[object Map]": getterOf(Map, "size"),
  "[object Set]": getterOf(Set, "size"),
  "[object Date]": Date.prototype.getTime,
  "[object ArrayBuffer]": getterOf(ArrayBuffer, "byteLength"),
};
/** Errors that came out of a script: their stacks are its own, and may go back. Those of the host are for the host. */
const fromScript = new WeakSet();
/** Letters up to which a loop is faster than a decoder. */
const SHORT = 48;
const CHUNK = 8192;
/** Objects that stand for each other by toJSON, one after the other. */
const MOST_STEPS = 100;
const decoder = new TextDecoder();

/** What a writer and a reader need of an engine, where there is none. */
export const dataOnly = {
  /** Returns `{ id, kind, name }` of what stays in the engine, or undefined. */
  handleOf: () => undefined,
  /** Returns the number of a function of the host. */
  functionId(f) {
    throw new ConversionError(`expected data, found the function ${nameOfFunction(f) || "(anonymous)"}`);
  },
  /** Makes the object for what stays in the engine. */
  handle(kind, id, name) {
    throw new ConversionError(`expected data, found ${KINDS[kind]} ${name}`);
  },
};

class Writer {
  constructor(room = 256) {
    this.bytes = new Uint8Array(room);
    this.at = 0;
  }

  room(more) {
    if (this.at + more <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.at + more, 2 * this.bytes.length));
    bytes.set(this.bytes.subarray(0, this.at));
    this.bytes = bytes;
  }

  byte(byte) {
    this.room(1);
    this.bytes[this.at++] = byte;
  }

  /** LEB128 of an integer below 2^53. */
  number(number) {
    this.room(8);
    while (number >= 0x80) {
      this.bytes[this.at++] = (number % 0x80) + 0x80;
      number = Math.floor(number / 0x80);
    }
    this.bytes[this.at++] = number;
  }

  float(number) {
    this.room(8);
    new DataView(this.bytes.buffer).setFloat64(this.at, number, true);
    // A NaN is what it is; its bits are always these.
    if (number !== number) this.bytes.set([0, 0, 0, 0, 0, 0, 0xf8, 0x7f], this.at);
    this.at += 8;
  }

  string(text) {
    const { length } = text;
    this.room(length + 11);
    const start = this.at;
    this.bytes[this.at++] = 8;
    this.number(length);
    this.room(length);
    const { bytes } = this;
    let at = this.at;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0xff) {
        this.at = start;
        return this.wide(text);
      }
      bytes[at++] = unit;
    }
    this.at = at;
  }

  wide(text) {
    this.byte(9);
    this.number(text.length);
    this.room(2 * text.length);
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      this.bytes[this.at++] = unit & 0xff;
      this.bytes[this.at++] = unit >> 8;
    }
  }

  bigint(value) {
    let hex = (value < 0n ? -value : value).toString(16);
    if (hex.length % 2) hex = `0${hex}`;
    this.byte(value < 0n ? 7 : 6);
    this.number(hex.length / 2);
    this.room(hex.length / 2);
    for (let end = hex.length; end > 0; end -= 2) this.bytes[this.at++] = parseInt(hex.slice(end - 2, end), 16);
  }

  raw(bytes) {
    this.room(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  done() {
    return this.bytes.subarray(0, this.at);
  }
}

/** The steps to the part of a value that is being written or read: `orders[3].when`. `roots` names the elements of a list. */
function pathOf(frames, roots) {
  let path = "";
  const told = frames.length > 24 ? [...frames.slice(0, 12), { key: "…" }, ...frames.slice(-12)] : frames;
  for (const frame of told) {
    const key = roots && frame === frames[0] ? roots[frame.key] : frame.key;
    if (key === undefined || key === "") continue;
    if (typeof key === "number") path += `[${key}]`;
    else if (/^[\p{L}_$…][\p{L}\p{N}_$]*$/u.test(key)) path += path ? `.${key}` : key;
    else path += `[${JSON.stringify(key)}]`;
  }
  return path;
}

function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Returns the name of a function: a class may have another thing by that name. */
function nameOfFunction({ name }) {
  return typeof name === "string" ? name : "";
}

function nameOfClass(value) {
  const name = value.constructor?.name;
  return typeof name === "string" && name !== "" ? name : "no class";
}

class Encoder extends Writer {
  constructor(keeper, roots) {
    super();
    this.keeper = keeper;
    this.roots = roots;
    this.seen = undefined;
    this.count = 0;
    /** What objects have given by toJSON: each is asked once, and may hold itself in what it gives. */
    this.standIns = new Map();
    this.steps = 0;
    this.frames = [];
  }

  all(value) {
    try {
      this.value(value);
      while (this.frames.length > 0) this.step(this.frames[this.frames.length - 1]);
    } catch (error) {
      if (error instanceof ConversionError && !error.path) {
        throw new ConversionError(error.message, pathOf(this.frames, this.roots));
      }
      throw error;
    }
    return this.done();
  }

  step(frame) {
    switch (frame.kind) {
      case 12: {
        const { value: array, length, index } = frame;
        if (index >= length) return void this.frames.pop();
        frame.key = index;
        if (Object.hasOwn(array, index)) {
          frame.index++;
          return this.value(array[index]);
        }
        // Arrays may be mostly holes: what is there is looked up once.
        frame.present ??= Object.keys(array).map(Number).filter((key) => Number.isInteger(key) && key >= index && key < length);
        while (frame.present[frame.next] < index) frame.next++;
        const end = frame.present[frame.next] ?? length;
        this.byte(13);
        this.number(Math.max(end, index + 1) - index);
        frame.index = Math.max(end, index + 1);
        return;
      }
      case 14: {
        if (frame.index >= frame.keys.length) return this.end();
        const key = frame.keys[frame.index++];
        frame.key = key;
        if (!Object.hasOwn(frame.value, key)) return;
        const value = frame.value[key];
        this.string(key);
        return this.value(value);
      }
      default: {
        if (frame.index >= frame.values.length) return this.end();
        const place = frame.index++;
        frame.key = frame.kind === 17 ? place : describe(frame.values[place - (place % 2)]);
        return this.value(frame.values[place]);
      }
    }
  }

  end() {
    this.frames.pop();
    this.byte(15);
  }

  value(value) {
    switch (typeof value) {
      case "undefined":
        return this.byte(0);
      case "boolean":
        return this.byte(value ? 3 : 2);
      case "number":
        if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
          this.byte(4);
          return value <= 0x3fffffff && value >= -0x40000000 ? this.number(value < 0 ? -2 * value - 1 : 2 * value) : this.zigzag(value);
        }
        this.byte(5);
        return this.float(value);
      case "string":
        return this.string(value);
      case "bigint":
        return this.bigint(value);
      case "symbol":
        return this.symbol(value);
      case "function":
        return this.function(value);
      default:
        return value === null ? this.byte(1) : this.object(value);
    }
  }

  /** Twice a safe integer is beyond 2^53. */
  zigzag(value) {
    let left = value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value);
    while (left >= 0x80n) {
      this.byte(Number(left & 0x7fn) | 0x80);
      left >>= 7n;
    }
    this.byte(Number(left));
  }

  symbol(symbol) {
    // Where some are missing, what stands for them is registered.
    const name = WELL_KNOWN.get(symbol);
    const key = name ?? Symbol.keyFor(symbol);
    if (key === undefined) throw new ConversionError(`${String(symbol)} stays here: give Symbol.for(…)`);
    this.byte(name === undefined ? 10 : 11);
    this.string(key);
  }

  /** Writes the number of an object that was met before. */
  met(value) {
    this.seen ??= new Map();
    const number = this.seen.get(value);
    if (number === undefined) {
      this.seen.set(value, this.count++);
      return false;
    }
    this.byte(22);
    this.number(number);
    return true;
  }

  function(f) {
    if (this.met(f)) return;
    if (this.handle(f)) return;
    this.byte(24);
    this.number(this.keeper.functionId(f));
    this.string(nameOfFunction(f).slice(0, 64));
  }

  handle(value) {
    const handle = this.keeper.handleOf(value);
    if (!handle) return false;
    this.byte(23);
    this.byte(handle.kind);
    this.number(handle.id);
    this.string(handle.name);
    return true;
  }

  object(value) {
    if (this.met(value) || this.handle(value)) return;
    if (Array.isArray(value)) return this.array(value);
    if (ArrayBuffer.isView(value)) return this.view(value);
    switch (kindOf(value)) {
      case "[object Map]":
        return this.open(16, { kind: 16, values: [...Map.prototype.entries.call(value)].flat(), index: 0, key: undefined });
      case "[object Set]":
        return this.open(17, { kind: 17, values: [...Set.prototype.values.call(value)], index: 0, key: undefined });
      case "[object Date]":
        this.byte(18);
        return this.float(Date.prototype.getTime.call(value));
      case "[object ArrayBuffer]":
        return this.buffer(value);
      case "[object SharedArrayBuffer]":
        throw new ConversionError("a SharedArrayBuffer stays here: give a copy");
      case "[object Error]":
        return this.error(value);
      case "[object Promise]":
        throw new ConversionError("a promise stays here: await it, or give the function by `call`");
    }
    if (value instanceof Error) return this.error(value);
    const { toJSON } = value;
    // One that a script has given is a part of the data: to ask it would be to run the script.
    if (typeof toJSON === "function" && !this.keeper.handleOf(toJSON)) {
      // The number of the object is that of what stands for it.
      this.seen.delete(value);
      this.count--;
      return this.standIn(value);
    }
    if (!isPlain(value)) {
      throw new ConversionError(`an object of the class ${nameOfClass(value)} stays here: give its data, or a toJSON method`);
    }
    this.open(14, { kind: 14, value, keys: Object.keys(value), index: 0, key: undefined });
  }

  /** Writes what an object gives by its toJSON method. */
  standIn(value) {
    if (++this.steps > MOST_STEPS) throw new ConversionError("a toJSON method gives no data, but an object with such a method, and so on");
    if (!this.standIns.has(value)) this.standIns.set(value, value.toJSON());
    this.value(this.standIns.get(value));
    this.steps--;
  }

  open(tag, frame) {
    this.byte(tag);
    this.frames.push(frame);
  }

  array(value) {
    const { length } = value;
    // A Proxy tells what it likes.
    if (!Number.isInteger(length) || length < 0 || length >= 2 ** 32) throw new ConversionError("the length of the array is not valid");
    this.byte(12);
    this.number(length);
    this.frames.push({ kind: 12, value, length, index: 0, present: undefined, next: 0, key: undefined });
  }

  buffer(buffer) {
    let bytes;
    try {
      bytes = new Uint8Array(buffer);
    } catch {
      throw new ConversionError("the buffer is detached");
    }
    this.byte(19);
    this.number(bytes.length);
    this.raw(bytes);
  }

  view(view) {
    const name = elementName.call(view) ?? "DataView";
    const element = name === "DataView" ? DATA_VIEW : ELEMENTS.indexOf(name);
    if (element < 0) throw new ConversionError(`a view of the kind ${name} stays here`);
    const isTyped = element !== DATA_VIEW;
    let buffer, offset, byteLength;
    try {
      if (isTyped) requireThere(view);
      [buffer, offset, byteLength] = (isTyped ? TYPED : VIEW).map((get) => get.call(view));
    } catch {
      throw new ConversionError("the view's buffer is detached or too short");
    }
    this.byte(20);
    this.byte(element);
    // A Buffer of node is a part of a buffer in which there are things of others.
    const isPart = view.constructor?.name !== name || toText.call(buffer) !== "[object ArrayBuffer]";
    if (isPart) {
      buffer = new Uint8Array(new Uint8Array(buffer, offset, byteLength)).buffer;
      offset = 0;
    }
    this.number(offset);
    this.number(isTyped ? lengthOf.call(view) : byteLength);
    if (!this.met(buffer)) this.buffer(buffer);
  }

  error(error) {
    this.byte(21);
    const parts = [error.name, error.message, fromScript.has(error) ? error.stack : undefined];
    for (const part of parts) typeof part === "string" ? this.string(part) : this.byte(0);
    const keys = Reflect.ownKeys(error).filter((key) => {
      if (typeof key !== "string" || key === "name" || key === "message" || key === "stack") return false;
      return key === "cause" || key === "errors" || Object.prototype.propertyIsEnumerable.call(error, key);
    });
    this.frames.push({ kind: 14, value: error, keys, index: 0, key: undefined });
  }
}

/** Returns what an object calls itself, if it is that. */
function kindOf(value) {
  const kind = toText.call(value);
  try {
    BRANDS[kind]?.call(value);
    return kind;
  } catch {
    return "";
  }
}

function describe(value) {
  return typeof value === "string" ? value : typeof value === "object" || typeof value === "function" ? "…" : String(value);
}

/** Returns the bytes of a value: a part of a larger buffer. `roots` are what paths call the elements of a list. */
export function encode(value, keeper = dataOnly, roots = undefined) {
  return new Encoder(keeper, roots).all(value);
}

class Decoder {
  constructor(bytes, at, keeper) {
    // The methods of node's Buffer are others.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = at;
    this.keeper = keeper;
    this.numbered = [];
    this.frames = [];
  }

  wrong(message) {
    throw new ConversionError(message, pathOf(this.frames, this.roots));
  }

  all() {
    let result = this.value();
    const { frames } = this;
    while (frames.length > 0) this.step(frames[frames.length - 1]);
    return result;
  }

  step(frame) {
    switch (frame.kind) {
      case 12: {
        const { object: array, length } = frame;
        if (array.length >= length) return void this.frames.pop();
        if (this.bytes[this.at] === 13) {
          this.at++;
          const count = this.number();
          if (count < 1 || count > length - array.length) this.wrong("not a number of holes");
          array.length += count;
          return;
        }
        frame.key = array.length;
        // The place is taken before what it holds is filled.
        array.push(undefined);
        array[frame.key] = this.value();
        return;
      }
      case 14: {
        const tag = this.byte();
        if (tag === 15) return void this.frames.pop();
        const key = this.string(tag);
        frame.key = key;
        const value = this.value();
        if (frame.isError || key === "__proto__") {
          const enumerable = !(frame.isError && (key === "cause" || key === "errors"));
          Object.defineProperty(frame.object, key, { value, enumerable, writable: true, configurable: true });
        } else {
          frame.object[key] = value;
        }
        return;
      }
      case 16: {
        if (this.bytes[this.at] === 15) return this.close();
        const place = this.frames.length;
        const key = this.value();
        // The key may be open still; the value comes when it is closed.
        this.frames.splice(place, 0, { kind: "value", map: frame, key });
        return;
      }
      case "value": {
        this.frames.pop();
        frame.map.key = describe(frame.key);
        frame.map.object.set(frame.key, this.value());
        return;
      }
      default:
        if (this.bytes[this.at] === 15) return this.close();
        frame.key = frame.object.size;
        frame.object.add(this.value());
    }
  }

  close() {
    this.at++;
    this.frames.pop();
  }

  value() {
    const tag = this.byte();
    switch (tag) {
      case 0:
        return undefined;
      case 1:
        return null;
      case 2:
        return false;
      case 3:
        return true;
      case 4:
        return this.integer();
      case 5:
        return this.float();
      case 6:
      case 7:
        return this.bigint(tag);
      case 8:
      case 9:
        return this.string(tag);
      case 10:
        return Symbol.for(this.string(this.byte()));
      case 11: {
        const name = this.string(this.byte());
        return BY_NAME.get(name) ?? this.wrong(`there is no symbol Symbol.${name}`);
      }
      case 12: {
        const object = this.numbering([]);
        this.frames.push({ kind: 12, object, length: this.number(), key: undefined });
        return object;
      }
      case 14:
        return this.opened({ kind: 14, object: this.numbering({}), isError: false, key: undefined });
      case 16:
        return this.opened({ kind: 16, object: this.numbering(new Map()), key: undefined });
      case 17:
        return this.opened({ kind: 17, object: this.numbering(new Set()), key: undefined });
      case 18:
        return this.numbering(new Date(this.float()));
      case 19: {
        const length = this.length(1);
        return this.numbering(this.bytes.slice(this.at, (this.at += length)).buffer);
      }
      case 20:
        return this.view();
      case 21:
        return this.error();
      case 22:
        return this.numbered[this.number()] ?? this.wrong("an object that was not met before");
      case 23: {
        const kind = this.byte();
        const id = this.number();
        return this.numbering(this.keeper.handle(kind, id, this.string(this.byte())));
      }
      default:
        return this.wrong(`there is no tag ${tag}`);
    }
  }

  numbering(object) {
    this.numbered.push(object);
    return object;
  }

  opened(frame) {
    this.frames.push(frame);
    return frame.object;
  }

  view() {
    const place = this.numbered.push(undefined) - 1;
    const element = this.byte();
    const offset = this.number();
    const length = this.number();
    const buffer = this.value();
    const type = element === DATA_VIEW ? DataView : globalThis[ELEMENTS[element]];
    if (!type) this.wrong(`there is no ${ELEMENTS[element] ?? "such view"} here`);
    return (this.numbered[place] = new type(buffer, offset, length));
  }

  error() {
    const [name, message, stack] = [0, 0, 0].map(() => {
      const tag = this.byte();
      return tag === 0 ? undefined : this.string(tag);
    });
    const type = Object.hasOwn(ERRORS, name ?? "Error") ? ERRORS[name ?? "Error"] : Error;
    const error = type === AggregateError ? new AggregateError([], message) : new type(message);
    const hidden = (key, value) => Object.defineProperty(error, key, { value, writable: true, configurable: true, enumerable: false });
    if (name !== undefined && error.name !== name) hidden("name", name);
    hidden("stack", stack);
    fromScript.add(error);
    this.frames.push({ kind: 14, object: this.numbering(error), isError: true, key: undefined });
    return error;
  }

  byte() {
    if (this.at >= this.bytes.length) this.wrong("the bytes end within the value");
    return this.bytes[this.at++];
  }

  number() {
    let number = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte();
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) return number;
      if (scale > 2 ** 56) this.wrong("a number of more than 64 bits");
    }
  }

  integer() {
    const start = this.at;
    const number = this.number();
    if (number <= Number.MAX_SAFE_INTEGER) return number % 2 ? -(number + 1) / 2 : number / 2;
    // Exactly: twice a safe integer has 54 bits.
    let exact = 0n;
    for (let at = this.at - 1; at >= start; at--) exact = (exact << 7n) | BigInt(this.bytes[at] & 0x7f);
    return Number(exact & 1n ? -(exact >> 1n) - 1n : exact >> 1n);
  }

  length(bytes) {
    const length = this.number();
    if (length * bytes > this.bytes.length - this.at) this.wrong("a length beyond the end of the bytes");
    return length;
  }

  float() {
    if (this.at + 8 > this.bytes.length) this.wrong("the bytes end within the value");
    const number = new DataView(this.bytes.buffer, this.bytes.byteOffset).getFloat64(this.at, true);
    this.at += 8;
    return number;
  }

  bigint(tag) {
    const length = this.length(1);
    let hex = "0x0";
    for (let at = this.at + length - 1; at >= this.at; at--) hex += this.bytes[at].toString(16).padStart(2, "0");
    this.at += length;
    return tag === 7 ? -BigInt(hex) : BigInt(hex);
  }

  string(tag) {
    if (tag === 8) return this.narrow(this.length(1));
    if (tag !== 9) this.wrong("not a string");
    const length = this.length(2);
    let text = "";
    for (let left = length; left > 0; left -= CHUNK) {
      const units = new Uint16Array(Math.min(left, CHUNK));
      for (let index = 0; index < units.length; index++) {
        units[index] = this.bytes[this.at++] | (this.bytes[this.at++] << 8);
      }
      text += String.fromCharCode.apply(null, units);
    }
    return text;
  }

  narrow(length) {
    const { bytes, at } = this;
    const end = at + length;
    this.at = end;
    if (length > SHORT) {
      const piece = bytes.subarray(at, end);
      if (piece.every((byte) => byte < 0x80)) return decoder.decode(piece);
      let text = "";
      for (let from = 0; from < length; from += CHUNK) {
        text += String.fromCharCode.apply(null, piece.subarray(from, from + CHUNK));
      }
      return text;
    }
    let text = "";
    for (let index = at; index < end; index++) text += String.fromCharCode(bytes[index]);
    return text;
  }
}

/** Returns the elements of an array. */
export function decodeList(bytes, keeper) {
  if (bytes[0] !== 12 || bytes[1] >= 0x80) return decode(bytes, keeper);
  const list = [];
  let at = 2;
  for (let left = bytes[1]; left > 0; left--) {
    const value = plainAt(bytes, at);
    if (value === OTHER) return decode(bytes, keeper);
    list.push(value);
    at = behind;
  }
  return at === bytes.length ? list : decode(bytes, keeper);
}

/** Returns the value of the bytes. */
export function decode(bytes, keeper = dataOnly) {
  const plain = plainAt(bytes, 0);
  if (plain !== OTHER && behind === bytes.length) return plain;
  const { value, rest } = decodeFirst(bytes, keeper);
  if (rest.length > 0) throw new ConversionError("there are bytes after the value");
  return value;
}

/** Returns the value at the beginning of the bytes, and those behind it. */
export function decodeFirst(bytes, keeper = dataOnly) {
  const decoder = new Decoder(bytes, 0, keeper);
  const value = decoder.all();
  return { value, rest: bytes.subarray(decoder.at) };
}
