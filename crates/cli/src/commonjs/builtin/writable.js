// The side of a stream that is written.
'use strict';

const { Buffer } = require('buffer');
const { Stream, disposed, highWater } = require('internal/readable');
const { coded, invalidType, unknownEncoding } = require('internal/errors');
const { addAbortSignal, construct, destroy, destroyedError, fail } = require('internal/stream_ends');

const nextTick = process.nextTick;
const nothing = () => {};

function WritableState(options, isDuplex) {
  const isObjects = Boolean(options?.objectMode || isDuplex && options?.writableObjectMode);
  Object.assign(this, {
    objectMode: isObjects, highWaterMark: highWater(options, isDuplex, 'writable', isObjects), buffered: [], length: 0, corked: 0,
    writing: false, sync: true, needDrain: false, ending: false, ended: false, finished: false, finalCalled: false, prefinished: false,
    pendingcb: 0, destroyed: false, errored: null, errorEmitted: false, closed: false, closeEmitted: false, constructed: true,
    emitClose: options?.emitClose !== false, autoDestroy: options?.autoDestroy !== false,
    decodeStrings: options?.decodeStrings !== false, defaultEncoding: options?.defaultEncoding ?? 'utf8', endCallbacks: [],
  });
}
WritableState.prototype.getBuffer = function getBuffer() { return this.buffered; };

function Writable(options) {
  const { Duplex } = require('stream');
  if (!(this instanceof Writable) && !(this instanceof Duplex)) return new Writable(options);
  exports.begin(this, options, false);
  Stream.call(this, options);
  construct(this, () => { clear(this); finishIfDone(this); });
}
exports.begin = function begin(stream, options, isDuplex) {
  stream._writableState = new WritableState(options, isDuplex);
  for (const name of ['write', 'writev', 'destroy', 'final', 'construct']) {
    if (typeof options?.[name] === 'function') stream[`_${name}`] = options[name];
  }
  if (options?.signal) addAbortSignal(options.signal, stream);
};
exports.afterConstruct = stream => { clear(stream); finishIfDone(stream); };
Object.setPrototypeOf(Writable, Stream);
Object.setPrototypeOf(Writable.prototype, Stream.prototype);
// Duplex streams are writable, though they do not inherit from here.
Object.defineProperty(Writable, Symbol.hasInstance, {
  value(object) {
    if (Function.prototype[Symbol.hasInstance].call(this, object)) return true;
    return this === Writable && object?._writableState instanceof WritableState;
  },
});

function write(stream, chunk, encoding, callback) {
  const state = stream._writableState;
  if (typeof encoding === 'function' && chunk !== null && chunk !== undefined) [encoding, callback] = [null, encoding];
  if (typeof callback !== 'function') callback = nothing;
  if (chunk === null) throw coded(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
  // Streams of objects get whatever encoding is given.
  if (!state.objectMode) {
    encoding ||= state.defaultEncoding;
    if (encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw unknownEncoding(encoding);
    if (typeof chunk === 'string') {
      if (state.decodeStrings) [chunk, encoding] = [Buffer.from(chunk, encoding), 'buffer'];
    } else if (chunk instanceof Buffer) encoding = 'buffer';
    else if (ArrayBuffer.isView(chunk)) [chunk, encoding] = [Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), 'buffer'];
    else throw invalidType('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', chunk);
  }
  let error;
  if (state.ending) error = coded(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end');
  else if (state.destroyed) error = destroyedError('write');
  if (error) {
    nextTick(callback, error);
    fail(stream, error, true);
    return error;
  }
  state.pendingcb++;
  const length = state.objectMode ? 1 : chunk.length;
  state.length += length;
  if (state.writing || state.corked > 0 || state.errored || !state.constructed) state.buffered.push({ chunk, encoding, callback });
  else hand(stream, false, chunk, length, encoding, callback);
  // What was written at once takes no room.
  const hasRoom = state.length < state.highWaterMark || state.length === 0;
  if (!hasRoom) state.needDrain = true;
  return hasRoom && !state.errored && !state.destroyed;
}

// Hands a chunk, or all that waited, to the stream's own function.
function hand(stream, isMany, chunk, length, encoding, callback) {
  const state = stream._writableState;
  state.writing = state.sync = true;
  let isDone = false;
  const done = error => {
    if (isDone) return fail(stream, coded(Error, 'ERR_MULTIPLE_CALLBACK', 'Callback called multiple times'));
    isDone = true;
    written(stream, length, callback, error, isMany ? chunk.length : 1);
  };
  try {
    if (state.destroyed) done(destroyedError('write'));
    else if (isMany) stream._writev(chunk, done);
    else stream._write(chunk, encoding, done);
  } catch (thrown) {
    state.sync = false;
    throw thrown;
  }
  state.sync = false;
}

function written(stream, length, callback, error, count) {
  const state = stream._writableState, isSync = state.sync;
  state.writing = false;
  state.length -= length;
  if (error) {
    state.errored ??= error;
    const other = stream._readableState;
    if (other) other.errored ??= error;
    const told = () => {
      state.pendingcb -= count;
      callback(error);
      dropped(state);
      fail(stream, error);
    };
    if (isSync) nextTick(told);
    else told();
    return;
  }
  if (state.buffered.length > 0) clear(stream);
  const after = () => {
    if (!state.ending && !state.destroyed && state.length === 0 && state.needDrain) {
      state.needDrain = false;
      stream.emit('drain');
    }
    state.pendingcb -= count;
    callback(null);
    if (state.destroyed) dropped(state);
    finishIfDone(stream);
  };
  const mayDrain = !state.ending && !state.destroyed && state.length === 0 && state.needDrain;
  if (!isSync) after();
  else if (callback !== nothing || mayDrain || state.destroyed) nextTick(after);
  else {
    // Nobody has to be told.
    state.pendingcb -= count;
    if (state.ending) finishIfDone(stream, true);
  }
}

// What was not written fails.
function dropped(state) {
  if (state.writing) return;
  const error = state.errored ?? destroyedError('write');
  for (const { chunk, callback } of state.buffered.splice(0)) {
    state.length -= state.objectMode ? 1 : chunk.length;
    state.pendingcb--;
    callback(error);
  }
  for (const callback of state.endCallbacks.splice(0)) callback(state.errored ?? destroyedError('end'));
}

function clear(stream) {
  const state = stream._writableState;
  if (state.corked > 0 || state.destroyed || !state.constructed || state.writing || state.clearing) return;
  state.clearing = true;
  if (stream._writev && state.buffered.length > 1) {
    const all = state.buffered.splice(0), callbacks = all.map(({ callback }) => callback);
    all.allBuffers = all.every(({ encoding }) => encoding === 'buffer');
    hand(stream, true, all, state.length, '', error => callbacks.forEach(callback => callback(error)));
  } else {
    while (state.buffered.length > 0 && !state.writing && !state.errored) {
      const { chunk, encoding, callback } = state.buffered.shift();
      hand(stream, false, chunk, state.objectMode ? 1 : chunk.length, encoding, callback);
    }
  }
  state.clearing = false;
}

const mayFinish = state => state.ending && !state.destroyed && state.constructed && state.length === 0 && !state.errored &&
  state.buffered.length === 0 && !state.finished && !state.writing && !state.errorEmitted && !state.closeEmitted;

function finishIfDone(stream, isSync) {
  const state = stream._writableState;
  if (!mayFinish(state)) return;
  if (!state.prefinished && !state.finalCalled) {
    if (typeof stream._final === 'function' && !state.destroyed) {
      state.finalCalled = true;
      finalized(stream);
    } else {
      state.prefinished = true;
      stream.emit('prefinish');
    }
  }
  if (!state.prefinished || state.pendingcb > 0) return;
  if (isSync) {
    state.pendingcb++;
    nextTick(() => {
      state.pendingcb--;
      if (mayFinish(state)) finish(stream);
    });
  } else finish(stream);
}

function finalized(stream) {
  const state = stream._writableState;
  let isDone = false;
  state.pendingcb++;
  const done = error => {
    if (isDone) return fail(stream, error ?? coded(Error, 'ERR_MULTIPLE_CALLBACK', 'Callback called multiple times'));
    isDone = true;
    state.pendingcb--;
    if (error) {
      for (const callback of state.endCallbacks.splice(0)) callback(error);
      fail(stream, error, state.sync);
    } else if (mayFinish(state)) {
      state.prefinished = true;
      stream.emit('prefinish');
      state.pendingcb++;
      // What is destroyed meanwhile has been finished all the same.
      nextTick(() => {
        state.pendingcb--;
        finish(stream);
      });
    }
  };
  state.sync = true;
  try {
    stream._final(done);
  } catch (thrown) {
    done(thrown);
  }
  state.sync = false;
}

function finish(stream) {
  const state = stream._writableState;
  state.finished = true;
  for (const callback of state.endCallbacks.splice(0)) callback(null);
  stream.emit('finish');
  const other = stream._readableState;
  if (state.autoDestroy && (!other || other.autoDestroy && (other.endEmitted || other.readable === false))) stream.destroy();
}

const methods = {
  _write(chunk, encoding, callback) {
    if (!this._writev) throw coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _write() method is not implemented');
    this._writev([{ chunk, encoding }], callback);
  },
  _writev: null,
  _destroy(error, callback) { callback(error); },
  destroy(error, callback) {
    const state = this._writableState;
    if (!state.destroyed && (state.buffered.length > 0 || state.endCallbacks.length > 0)) nextTick(dropped, state);
    return destroy.call(this, error, callback);
  },
  write(chunk, encoding, callback) { return write(this, chunk, encoding, callback) === true; },
  cork() { this._writableState.corked++; },
  uncork() {
    const state = this._writableState;
    if (state.corked === 0) return;
    state.corked--;
    if (!state.writing) clear(this);
  },
  setDefaultEncoding(encoding) {
    if (!Buffer.isEncoding(encoding)) throw unknownEncoding(encoding);
    this._writableState.defaultEncoding = encoding;
    return this;
  },
  end(chunk, encoding, callback) {
    const state = this._writableState;
    if (typeof chunk === 'function') [chunk, encoding, callback] = [null, null, chunk];
    else if (typeof encoding === 'function') [encoding, callback] = [null, encoding];
    let error;
    if (chunk !== undefined && chunk !== null) {
      const result = write(this, chunk, encoding);
      if (result instanceof Error) error = result;
    }
    if (state.corked > 0) {
      state.corked = 1;
      this.uncork();
    }
    if (!error && !state.errored && !state.ending) {
      state.ending = true;
      finishIfDone(this, true);
      state.ended = true;
    } else if (!error && state.finished) error = coded(Error, 'ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished');
    else if (!error && state.destroyed) error = destroyedError('end');
    if (typeof callback === 'function') {
      // It may have failed before anybody could be told.
      if (error || state.errored) nextTick(callback, error ?? state.errored);
      else if (state.finished) nextTick(callback);
      else state.endCallbacks.push(callback);
    }
    return this;
  },
  pipe() { fail(this, coded(Error, 'ERR_STREAM_CANNOT_PIPE', 'Cannot pipe, not readable')); },
};
exports.methods = methods;
for (const name of Object.keys(methods)) {
  Object.defineProperty(Writable.prototype, name, { value: methods[name], writable: true, configurable: true, enumerable: true });
}

const getters = {
  writable: [state => state.writable !== false && !state.destroyed && !state.errored && !state.ending && !state.ended, (state, value) => { state.writable = Boolean(value); }],
  writableFinished: [state => state.finished],
  writableObjectMode: [state => state.objectMode],
  writableBuffer: [state => state.buffered],
  writableEnded: [state => state.ending],
  writableNeedDrain: [state => !state.destroyed && !state.ending && state.needDrain],
  writableHighWaterMark: [state => state.highWaterMark],
  writableCorked: [state => state.corked],
  writableLength: [state => state.length],
  writableAborted: [state => state.writable !== false && (state.destroyed || Boolean(state.errored)) && !state.finished],
  errored: [state => state.errored],
  closed: [state => state.closed],
  destroyed: [state => state.destroyed, (state, value) => { state.destroyed = value; }],
};
exports.getters = {};
for (const name of Object.keys(getters)) {
  const [get, set] = getters[name];
  exports.getters[name] = {
    get() { return this._writableState === undefined ? (name === 'destroyed' || name === 'writable' ? false : undefined) : get(this._writableState); },
    set(value) { if (this._writableState) set?.(this._writableState, value); },
    configurable: true,
  };
}
Object.defineProperties(Writable.prototype, exports.getters);
Writable.prototype[Symbol.for('nodejs.rejection')] = function (error) { this.destroy(error); };

Object.defineProperty(Writable.prototype, Symbol.asyncDispose, {
  value() { return disposed(this, this.writableFinished); }, writable: true, configurable: true,
});

Writable.WritableState = WritableState;
exports.Writable = Writable;
