// The side of a stream that is read.
'use strict';

const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { StringDecoder } = require('string_decoder');
const { abortError, coded, invalidType, invalidValue } = require('internal/errors');
const { addAbortSignal, construct, destroy, fail, finished } = require('internal/stream_ends');

const nextTick = process.nextTick;
const highWaters = exports.highWaters = { bytes: 16 * 1024, objects: 16 };

function Stream(options) { EventEmitter.call(this, options); }
Object.setPrototypeOf(Stream, EventEmitter);
Object.setPrototypeOf(Stream.prototype, EventEmitter.prototype);

exports.highWater = function highWater(options, isDuplex, prefix, isObjects) {
  const name = isDuplex ? `${prefix}HighWaterMark` : 'highWaterMark';
  const given = options?.highWaterMark ?? (isDuplex ? options?.[name] : undefined);
  if (given === undefined || given === null) return isObjects ? highWaters.objects : highWaters.bytes;
  if (!Number.isInteger(given) || given < 0) throw invalidValue(`options.${name}`, given);
  return given;
};

function ReadableState(options, isDuplex) {
  const isObjects = Boolean(options?.objectMode || isDuplex && options?.readableObjectMode);
  Object.assign(this, {
    objectMode: isObjects, highWaterMark: exports.highWater(options, isDuplex, 'readable', isObjects), buffer: [], length: 0, pipes: [],
    // null before anybody wants data, then whether it is given as it comes.
    flowing: null, paused: null, ended: false, endEmitted: false, reading: false, sync: true, needReadable: false,
    emittedReadable: false, readableListening: false, resumeScheduled: false, readingMore: false, dataEmitted: false,
    destroyed: false, errored: null, errorEmitted: false, closed: false, closeEmitted: false, constructed: true,
    emitClose: options?.emitClose !== false, autoDestroy: options?.autoDestroy !== false, decoder: null, encoding: null,
    defaultEncoding: options?.defaultEncoding ?? 'utf8', awaitDrain: new Set(),
  });
  if (options?.encoding) {
    this.decoder = new StringDecoder(options.encoding);
    this.encoding = this.decoder.encoding;
  }
}

function Readable(options) {
  if (!(this instanceof Readable)) return new Readable(options);
  exports.begin(this, options, this instanceof require('stream').Duplex);
  construct(this, () => { if (this._readableState.needReadable) more(this); });
}
exports.begin = function begin(stream, options, isDuplex) {
  stream._readableState = new ReadableState(options, isDuplex);
  for (const name of ['read', 'destroy', 'construct']) {
    if (typeof options?.[name] === 'function') stream[`_${name}`] = options[name];
  }
  if (options?.signal) addAbortSignal(options.signal, stream);
  Stream.call(stream, options);
};
Object.setPrototypeOf(Readable, Stream);
Object.setPrototypeOf(Readable.prototype, Stream.prototype);

// Adds a chunk at the end, or at the front.
function add(stream, chunk, encoding, inFront) {
  const state = stream._readableState;
  if (!state.objectMode) {
    if (typeof chunk === 'string') {
      encoding ||= state.defaultEncoding;
      if (state.encoding !== encoding) {
        if (inFront && state.encoding) chunk = Buffer.from(chunk, encoding).toString(state.encoding);
        else [chunk, encoding] = [Buffer.from(chunk, encoding), ''];
      }
    } else if (chunk instanceof Buffer) encoding = '';
    else if (ArrayBuffer.isView(chunk)) [chunk, encoding] = [Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), ''];
    else if (chunk !== undefined && chunk !== null) {
      fail(stream, invalidType('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', chunk));
      return false;
    }
  }
  if (chunk === null) {
    state.reading = false;
    atEnd(stream);
    return false;
  }
  if (!state.objectMode && (chunk === undefined || chunk.length === 0)) {
    if (!inFront) state.reading = false;
    readMore(stream);
  } else if (inFront) {
    if (state.endEmitted) fail(stream, coded(Error, 'ERR_STREAM_UNSHIFT_AFTER_END_EVENT', 'stream.unshift() after end event'));
    else if (state.destroyed || state.errored) return false;
    else put(stream, chunk, true);
  } else if (state.ended) {
    fail(stream, coded(Error, 'ERR_STREAM_PUSH_AFTER_EOF', 'stream.push() after EOF'));
  } else if (state.destroyed || state.errored) return false;
  else {
    state.reading = false;
    if (state.decoder && typeof chunk !== 'string') {
      chunk = state.decoder.write(chunk);
      if (chunk.length > 0) put(stream, chunk, false);
      else readMore(stream);
    } else put(stream, chunk, false);
  }
  return !state.ended && (state.length < state.highWaterMark || state.length === 0);
}

function put(stream, chunk, inFront) {
  const state = stream._readableState;
  if (state.flowing && state.length === 0 && !state.sync && stream.listenerCount('data') > 0) {
    state.awaitDrain.clear();
    state.dataEmitted = true;
    stream.emit('data', chunk);
  } else {
    state.length += state.objectMode ? 1 : chunk.length;
    if (inFront) state.buffer.unshift(chunk);
    else state.buffer.push(chunk);
    if (state.needReadable) tellReadable(stream);
  }
  readMore(stream);
}

function atEnd(stream) {
  const state = stream._readableState;
  if (state.ended) return;
  const rest = state.decoder?.end();
  if (rest) {
    state.buffer.push(rest);
    state.length += state.objectMode ? 1 : rest.length;
  }
  state.ended = true;
  if (state.sync) return tellReadable(stream);
  state.needReadable = false;
  state.emittedReadable = true;
  readableNow(stream);
}

function tellReadable(stream) {
  const state = stream._readableState;
  state.needReadable = false;
  if (state.emittedReadable) return;
  state.emittedReadable = true;
  nextTick(readableNow, stream);
}

function readableNow(stream) {
  const state = stream._readableState;
  if (!state.destroyed && !state.errored && (state.length > 0 || state.ended)) {
    stream.emit('readable');
    state.emittedReadable = false;
  }
  state.needReadable = !state.flowing && !state.ended && state.length <= state.highWaterMark;
  flow(stream);
}

// Reads ahead until there is as much as is wanted.
function readMore(stream) {
  const state = stream._readableState;
  if (state.readingMore || !state.constructed) return;
  state.readingMore = true;
  nextTick(more, stream);
}
function more(stream) {
  const state = stream._readableState;
  while (!state.reading && !state.ended && (state.length < state.highWaterMark || state.flowing && state.length === 0)) {
    const before = state.length;
    stream.read(0);
    if (before === state.length) break;
  }
  state.readingMore = false;
}

function wanted(count, state) {
  if (count <= 0 || state.length === 0 && state.ended) return 0;
  if (state.objectMode) return 1;
  if (Number.isNaN(count)) return state.flowing && state.length > 0 ? state.buffer[0].length : state.length;
  if (count <= state.length) return count;
  return state.ended ? state.length : 0;
}

// Takes so much out of the buffer.
function taken(count, state) {
  const { buffer } = state;
  if (state.objectMode) return buffer.shift();
  if (count >= state.length) {
    const all = buffer.length === 1 ? buffer[0] : state.decoder ? buffer.join('') : Buffer.concat(buffer, state.length);
    state.buffer = [];
    return all;
  }
  const parts = [];
  let left = count, used = 0;
  while (left > 0) {
    const first = buffer[used];
    if (first.length > left) {
      parts.push(first.slice(0, left));
      buffer[used] = first.slice(left);
      left = 0;
    } else {
      parts.push(first);
      left -= first.length;
      used++;
    }
  }
  buffer.splice(0, used);
  return parts.length === 1 ? parts[0] : state.decoder ? parts.join('') : Buffer.concat(parts, count);
}

function flow(stream) {
  while (stream._readableState.flowing && stream.read() !== null);
}

function end(stream) {
  const state = stream._readableState;
  if (state.endEmitted) return;
  state.ended = true;
  nextTick(() => {
    if (state.errored || state.closeEmitted || state.endEmitted || state.length > 0) return;
    state.endEmitted = true;
    stream.emit('end');
    const other = stream._writableState;
    if (stream.writable && stream.allowHalfOpen === false) nextTick(() => { if (stream.writable && !stream.destroyed) stream.end(); });
    else if (state.autoDestroy && (!other || other.autoDestroy && (other.finished || other.writable === false))) stream.destroy();
  });
}

const methods = {
  destroy,
  _destroy(error, callback) { callback(error); },
  push(chunk, encoding) { return add(this, chunk, encoding, false); },
  unshift(chunk, encoding) { return add(this, chunk, encoding, true); },
  _read() { throw coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _read() method is not implemented'); },
  read(count) {
    count = count === undefined ? NaN : Number.parseInt(count, 10);
    const state = this._readableState, asked = count;
    if (count > state.highWaterMark) state.highWaterMark = 2 ** Math.ceil(Math.log2(count));
    if (count !== 0) state.emittedReadable = false;
    const isFull = state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0;
    if (count === 0 && state.needReadable && (isFull || state.ended)) {
      if (state.length === 0 && state.ended) end(this);
      else tellReadable(this);
      return null;
    }
    count = wanted(count, state);
    if (count === 0 && state.ended) {
      if (state.length === 0) end(this);
      return null;
    }
    const isLow = state.needReadable || state.length === 0 || state.length - count < state.highWaterMark;
    const isIdle = !state.ended && !state.reading && !state.destroyed && !state.errored && state.constructed;
    if (isLow && isIdle) {
      state.reading = state.sync = true;
      if (state.length === 0) state.needReadable = true;
      try {
        this._read(state.highWaterMark);
      } catch (error) {
        fail(this, error);
      }
      state.sync = false;
      if (!state.reading) count = wanted(asked, state);
    }
    const chunk = count > 0 && state.length > 0 ? taken(count, state) : null;
    if (chunk === null) {
      state.needReadable = state.length <= state.highWaterMark;
      count = 0;
    } else {
      state.length -= count;
      state.awaitDrain.clear();
    }
    if (state.length === 0) {
      if (!state.ended) state.needReadable = true;
      else if (asked !== count) end(this);
    }
    if (chunk !== null && !state.errored && !state.closeEmitted) {
      state.dataEmitted = true;
      this.emit('data', chunk);
    }
    return chunk;
  },
  setEncoding(encoding) {
    const state = this._readableState, decoder = new StringDecoder(encoding);
    state.decoder = decoder;
    state.encoding = decoder.encoding;
    const text = state.buffer.map(chunk => decoder.write(chunk)).join('');
    state.buffer = text === '' ? [] : [text];
    state.length = text.length;
    return this;
  },
  isPaused() { return this._readableState.paused === true || this._readableState.flowing === false; },
  pause() {
    const state = this._readableState;
    if (state.flowing !== false) {
      state.flowing = false;
      this.emit('pause');
    }
    state.paused = true;
    return this;
  },
  resume() {
    const state = this._readableState;
    if (!state.flowing) {
      state.flowing = !state.readableListening;
      if (!state.resumeScheduled) {
        state.resumeScheduled = true;
        nextTick(() => {
          if (!state.reading) this.read(0);
          state.resumeScheduled = false;
          this.emit('resume');
          flow(this);
          if (state.flowing && !state.reading) this.read(0);
        });
      }
    }
    state.paused = false;
    return this;
  },
  on(name, listener) {
    EventEmitter.prototype.on.call(this, name, listener);
    const state = this._readableState;
    if (name === 'data') {
      state.readableListening = this.listenerCount('readable') > 0;
      if (state.flowing !== false) this.resume();
    } else if (name === 'readable' && !state.endEmitted && !state.readableListening) {
      state.readableListening = state.needReadable = true;
      state.flowing = false;
      state.emittedReadable = false;
      if (state.length > 0) tellReadable(this);
      else if (!state.reading) nextTick(() => this.read(0));
    }
    return this;
  },
  removeListener(name, listener) {
    EventEmitter.prototype.removeListener.call(this, name, listener);
    if (name === 'readable') nextTick(afterListeners, this);
    return this;
  },
  removeAllListeners(...names) {
    EventEmitter.prototype.removeAllListeners.apply(this, names);
    if (names.length === 0 || names[0] === 'readable') nextTick(afterListeners, this);
    return this;
  },
  pipe(target, options) {
    const state = this._readableState, source = this;
    state.pipes.push(target);
    const isOutput = target === process.stdout || target === process.stderr;
    const ends = options?.end !== false && !isOutput ? () => target.end() : () => source.unpipe(target);
    const drained = () => {
      state.awaitDrain.delete(target);
      if (state.awaitDrain.size === 0 && source.listenerCount('data') > 0) source.resume();
    };
    const listeners = {
      unpipe(from, info) {
        if (from !== source || info?.isDone) return;
        if (info) info.isDone = true;
        source.removeListener('data', given);
        source.removeListener('end', ends);
        for (const name of Object.keys(listeners)) target.removeListener(name, listeners[name]);
        target.removeListener('drain', drained);
        if (state.awaitDrain.has(target)) drained();
      },
      close() { source.unpipe(target); },
      finish() { source.unpipe(target); },
      error(error) {
        source.unpipe(target);
        if (target.listenerCount('error') > 0) return;
        if (target._writableState && !target._writableState.errorEmitted) fail(target, error);
        else target.emit('error', error);
      },
    };
    function given(chunk) {
      if (target.write(chunk) !== false) return;
      if (!state.pipes.includes(target)) return;
      state.awaitDrain.add(target);
      source.pause();
      if (target.listenerCount('drain') === 0 || !target.listeners('drain').includes(drained)) target.on('drain', drained);
    }
    if (state.endEmitted) nextTick(ends);
    else source.once('end', ends);
    source.on('data', given);
    for (const name of Object.keys(listeners)) {
      if (name === 'error') target.prependListener?.(name, listeners[name]) ?? target.on(name, listeners[name]);
      else target.on(name, listeners[name]);
    }
    target.emit('pipe', source);
    if (target.writableNeedDrain === true) {
      state.awaitDrain.add(target);
      target.on('drain', drained);
      source.pause();
    } else if (!state.flowing) source.resume();
    return target;
  },
  unpipe(target) {
    const state = this._readableState;
    // A target that is piped to twice loses one of both.
    const at = target === undefined ? 0 : state.pipes.indexOf(target), all = at < 0 ? [] : state.pipes.splice(at, target === undefined ? Infinity : 1);
    if (all.length > 0 && state.pipes.length === 0) this.pause();
    for (const pipe of all) pipe.emit('unpipe', this, { isDone: false });
    return this;
  },
  wrap(old) {
    old.on('data', chunk => { if (!this.push(chunk)) old.pause?.(); });
    old.on('end', () => this.push(null));
    old.on('error', error => fail(this, error));
    for (const name of ['close', 'destroy']) old.on(name, () => this.destroy());
    for (const name of Object.keys(old)) if (this[name] === undefined && typeof old[name] === 'function') this[name] = old[name].bind(old);
    this._read = () => old.resume?.();
    return this;
  },
  [Symbol.asyncIterator]() { return chunks(this, true); },
  iterator(options) { return chunks(this, options?.destroyOnReturn !== false); },
};
for (const name of Reflect.ownKeys(methods)) {
  Object.defineProperty(Readable.prototype, name, { value: methods[name], writable: true, configurable: true, enumerable: typeof name === 'string' });
}
Readable.prototype.addListener = Readable.prototype.on;
Readable.prototype.off = Readable.prototype.removeListener;

function afterListeners(stream) {
  const state = stream._readableState;
  state.readableListening = stream.listenerCount('readable') > 0;
  if (state.resumeScheduled && state.paused === false) state.flowing = true;
  else if (stream.listenerCount('data') > 0) stream.resume();
  else if (!state.readableListening) state.flowing = null;
}

async function* chunks(stream, destroys) {
  let wake = () => {}, error;
  const readable = () => wake();
  stream.on('readable', readable);
  const forget = finished(stream, { writable: false }, failed => {
    error = failed ?? null;
    wake();
  });
  try {
    for (;;) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) yield chunk;
      else if (error) throw error;
      else if (error === null) return;
      else await new Promise(resolve => { wake = resolve; });
    }
  } catch (thrown) {
    error = thrown;
    throw thrown;
  } finally {
    if ((error || destroys) && (error === undefined || stream._readableState.autoDestroy)) {
      // What is left of the stream is given up. Its listeners stay, so that nobody else need hear of that.
      if (!stream.destroyed) stream.destroy(stream.readable || stream.writable ? abortError() : undefined);
    } else {
      forget();
      stream.removeListener('readable', readable);
    }
  }
}

const getters = {
  readable: [state => state.readable !== false && !state.destroyed && !state.errorEmitted && !state.endEmitted, (state, value) => { state.readable = Boolean(value); }],
  readableDidRead: [state => state.dataEmitted],
  readableAborted: [state => state.readable !== false && (state.destroyed || Boolean(state.errored)) && !state.endEmitted],
  readableHighWaterMark: [state => state.highWaterMark],
  readableBuffer: [state => state.buffer],
  readableFlowing: [state => state.flowing, (state, value) => { state.flowing = value; }],
  readableLength: [state => state.length],
  readableObjectMode: [state => state.objectMode],
  readableEncoding: [state => state.encoding],
  readableEnded: [state => state.endEmitted],
  errored: [state => state.errored],
  closed: [state => state.closed],
  destroyed: [state => state.destroyed, (state, value) => { state.destroyed = value; }],
};
for (const name of Object.keys(getters)) {
  const [get, set] = getters[name];
  Object.defineProperty(Readable.prototype, name, {
    get() { return this._readableState === undefined ? (name === 'destroyed' ? false : undefined) : get(this._readableState); },
    set(value) { if (this._readableState) set?.(this._readableState, value); },
    configurable: true,
  });
}

// Readable.from ( iterable ): each value is a chunk.
Readable.from = function from(iterable, options) {
  if (typeof iterable === 'string' || iterable instanceof Buffer) {
    return new Readable({ objectMode: true, ...options, read() { this.push(iterable); this.push(null); } });
  }
  if (typeof (iterable?.[Symbol.asyncIterator] ?? iterable?.[Symbol.iterator]) !== 'function') throw invalidType('iterable', 'an instance of Iterable', iterable);
  return exports.pulled(iterable, new Readable({ objectMode: true, highWaterMark: 1, ...options }));
};

// Makes a stream read what is iterated over, no faster than somebody reads the stream: nothing is lost before an error.
exports.pulled = function pulled(iterable, stream) {
  const isAsync = typeof iterable[Symbol.asyncIterator] === 'function';
  const iterator = isAsync ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();
  let isReading = false;
  stream._read = function () {
    if (isReading) return;
    isReading = true;
    next();
  };
  stream._destroy = function (error, callback) {
    Promise.resolve(error && iterator.throw ? iterator.throw(error).catch?.(() => {}) : iterator.return?.()).then(
      () => nextTick(callback, error), failed => nextTick(callback, error ?? failed));
  };
  async function next() {
    try {
      for (;;) {
        const step = isAsync ? await iterator.next() : iterator.next();
        if (step.done) return void stream.push(null);
        const value = typeof step.value?.then === 'function' ? await step.value : step.value;
        if (value === null) throw coded(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
        if (!stream.push(value)) return void (isReading = false);
      }
    } catch (error) {
      stream.destroy(error);
    }
  }
  return stream;
};

// What iterators have too, asynchronously.
const { lazily, eagerly } = require('internal/stream_operators');
for (const name of Object.keys(lazily)) {
  Readable.prototype[name] = { [name](argument, options) { return Readable.from(lazily[name](this, argument, options)); } }[name];
}
Object.assign(Readable.prototype, eagerly);
// A listener that rejects ends the stream, where its options say that such are looked at.
Readable.prototype[EventEmitter.captureRejectionSymbol] = function (error) { this.destroy(error); };

// Ends a stream that nobody needs any more, and waits until it has.
exports.disposed = function disposed(stream, isOver) {
  const error = stream.destroyed || isOver ? null : abortError();
  if (!stream.destroyed) stream.destroy(error);
  return new Promise((resolve, reject) => finished(stream, failed => (failed && failed !== error ? reject(failed) : resolve(null))));
};
Object.defineProperty(Readable.prototype, Symbol.asyncDispose, {
  value() { return exports.disposed(this, this.readableEnded); }, writable: true, configurable: true,
});

Readable.ReadableState = ReadableState;
exports.Stream = Stream;
exports.Readable = Readable;
