// How streams end: destroy, finished, pipeline; for both sides.
'use strict';

const { abortError, coded, checkFunction, checkObject, invalidType } = require('internal/errors');

const nextTick = process.nextTick;
const sides = stream => [stream._readableState, stream._writableState].filter(Boolean);
exports.sides = sides;

exports.prematureClose = () => coded(Error, 'ERR_STREAM_PREMATURE_CLOSE', 'Premature close');
exports.destroyedError = call => coded(Error, 'ERR_STREAM_DESTROYED', `Cannot call ${call} after a stream was destroyed`);

// destroy ( error ): runs `_destroy` once, then tells the error and that the stream is closed.
exports.destroy = function destroy(error, callback) {
  const states = sides(this);
  if (states.some(state => state.destroyed)) {
    if (typeof callback === 'function') callback();
    return this;
  }
  for (const state of states) {
    state.destroyed = true;
    if (error) state.errored ??= error;
  }
  // What failed while the stream was made is its error too.
  const begin = broken => {
    let isDone = false;
    const done = failed => {
      if (isDone) return;
      isDone = true;
      failed ??= null;
      for (const state of states) {
        state.closed = true;
        if (failed) state.errored ??= failed;
      }
      if (typeof callback === 'function') callback(failed);
      nextTick(() => {
        if (failed) tellError(this, failed);
        tellClosed(this);
      });
    };
    try {
      this._destroy(error ?? broken ?? null, done);
    } catch (thrown) {
      done(thrown);
    }
  };
  if (states.every(state => state.constructed)) begin(null);
  else this.once('internal:constructed', begin);
  return this;
};

function tellError(stream, error) {
  const states = sides(stream);
  if (states.some(state => state.errorEmitted)) return;
  for (const state of states) state.errorEmitted = true;
  stream.emit('error', error);
}

function tellClosed(stream) {
  const states = sides(stream);
  if (states.some(state => state.closeEmitted)) return;
  for (const state of states) state.closeEmitted = true;
  if (states.some(state => state.emitClose)) stream.emit('close');
}

// An error within the stream: it is destroyed, or, if it does not want that, told.
exports.fail = function fail(stream, error, isSync) {
  const states = sides(stream);
  if (states.some(state => state.destroyed)) return;
  if (states.some(state => state.autoDestroy)) return void stream.destroy(error);
  for (const state of states) state.errored ??= error;
  if (isSync) nextTick(tellError, stream, error);
  else tellError(stream, error);
};

// construct ( callback ): nothing is read or written before it has called back.
exports.construct = function construct(stream, then) {
  if (typeof stream._construct !== 'function') return;
  const states = sides(stream);
  for (const state of states) state.constructed = false;
  nextTick(() => {
    const done = error => {
      for (const state of states) state.constructed = true;
      stream.emit('internal:constructed', error);
      if (error) exports.fail(stream, error, true);
      else nextTick(then);
    };
    try {
      stream._construct(error => nextTick(done, error));
    } catch (thrown) {
      nextTick(done, thrown);
    }
  });
};

const isStream = value => typeof value === 'object' && value !== null && typeof value.on === 'function' &&
  (typeof value.pipe === 'function' || typeof value.write === 'function');
exports.isStream = isStream;
// What a ReadableStream of the web tells of itself, of which scripts see little.
exports.webState = value => (value instanceof ReadableStream ? native.stateOf(value) : undefined);
const isWebStream = value => value instanceof ReadableStream || value instanceof WritableStream;
// Sides that a stream has, whatever has become of them.
const canRead = stream => typeof stream.pipe === 'function' && (!stream._writableState || stream._readableState !== undefined && stream._readableState.readable !== false);
const canWrite = stream => typeof stream.write === 'function' && (!stream._readableState || stream._writableState?.writable !== false);
// A side with nothing left has ended, even if nobody was told.
const isOver = (state, told) => (state.errored ? false : state[told] || state.ended === true && state.length === 0);
const hasEnded = stream => (canRead(stream) && stream._readableState !== undefined ? isOver(stream._readableState, 'endEmitted') : false);
const hasFinished = stream => canWrite(stream) && (stream.writableFinished === true || stream._writableState !== undefined && isOver(stream._writableState, 'finished'));
// Tells whether a side still goes on; nothing of streams that do not say.
function isOpen(stream, side) {
  if (typeof stream[side] !== 'boolean') return null;
  if (stream.destroyed || (stream._writableState ?? stream._readableState)?.destroyed) return false;
  if (side === 'readable') return canRead(stream) && stream.readable && !(!stream._readableState?.errored && stream._readableState?.endEmitted);
  return canWrite(stream) && stream.writable && !(stream.writableEnded === true || !stream._writableState?.errored && stream._writableState?.ended);
}

function checkSignal(signal, name) {
  if (typeof signal !== 'object' || signal === null || !('aborted' in signal)) throw invalidType(name, 'an instance of AbortSignal', signal);
}

// finished ( stream, options, callback ), for a stream of the web.
function finishedWeb(stream, end, signal, callback) {
  let isOver = false;
  function tell(...told) {
    if (isOver) return;
    isOver = true;
    signal?.removeEventListener('abort', abort);
    callback.apply(stream, told);
  }
  const abort = () => tell(abortError(signal));
  if (signal?.aborted) nextTick(abort);
  else signal?.addEventListener('abort', abort, { once: true });
  const ended = (...told) => nextTick(tell, ...told);
  end.then(ended, ended);
  return () => {};
}

// finished ( stream, options, callback ): calls back once when nothing more is read or written, or it has failed.
exports.finished = function finished(stream, options, callback) {
  if (arguments.length === 2) [options, callback] = [{}, options];
  options ??= {};
  checkObject(options, 'options');
  checkFunction(callback, 'callback');
  if (options.signal !== undefined) checkSignal(options.signal, 'options.signal');
  const end = isWebStream(stream) ? native.endOf(stream) : undefined;
  if (end) return finishedWeb(stream, end, options.signal, callback);
  if (!isStream(stream)) throw invalidType('stream', 'an instance of ReadableStream, WritableStream, or Stream', stream);
  const reads = options.readable ?? canRead(stream), writes = options.writable ?? canWrite(stream);
  const readState = stream._readableState, writeState = stream._writableState, first = writeState ?? readState;
  // A stream that closes by itself is over when it has closed.
  let closes = Boolean(first?.autoDestroy && first.emitClose && first.closed === false) && canRead(stream) === reads && canWrite(stream) === writes;
  let isDone = false, isRead = hasEnded(stream), isWritten = hasFinished(stream);
  function done(error) {
    if (isDone) return;
    isDone = true;
    if (error) callback.call(stream, error);
    else callback.call(stream);
  }
  const failed = () => stream.writableErrored || writeState?.errored || stream.readableErrored || readState?.errored || undefined;
  const listeners = {
    end() {
      isRead = true;
      if (stream.destroyed) closes = false;
      if (closes && (!stream.readable || writes)) return;
      if (!writes || isWritten) done();
    },
    finish() {
      isWritten = true;
      if (stream.destroyed) closes = false;
      if (closes && (!stream.writable || reads)) return;
      if (!reads || isRead) done();
    },
    error(error) { done(error); },
    close() {
      const error = failed();
      if (error && typeof error !== 'boolean') return done(error);
      const isCut = reads && !isRead && typeof stream.pause === 'function' && canRead(stream) && !hasEnded(stream) || writes && !isWritten && !hasFinished(stream);
      done(isCut ? exports.prematureClose() : undefined);
    },
  };
  const { close } = listeners;
  if (!closes && typeof stream.aborted === 'boolean') listeners.aborted = close;
  if (writes && writeState === undefined) {
    // Streams from before there were states.
    const old = () => { if (!stream.writable) listeners.finish(); };
    for (const name of ['end', 'close']) {
      const own = listeners[name];
      listeners[name] = () => {
        old();
        own();
      };
    }
  }
  const abort = () => {
    const told = callback;
    cleanUp();
    told.call(stream, abortError(options.signal));
  };
  function cleanUp() {
    callback = () => {};
    for (const name of Object.keys(listeners)) stream.removeListener(name, listeners[name]);
    options.signal?.removeEventListener('abort', abort);
  }
  for (const name of Object.keys(listeners)) {
    if (name !== 'error' || options.error !== false) stream.on(name, listeners[name]);
  }
  const over = () => done(failed());
  if (stream.closed ?? first?.closed) nextTick(close);
  else if (writeState?.errorEmitted || readState?.errorEmitted) {
    if (!closes) nextTick(over);
  } else if (!reads && (!closes || isOpen(stream, 'readable')) && (isWritten || isOpen(stream, 'writable') === false) && !writeState?.pendingcb
    || !writes && (!closes || isOpen(stream, 'writable')) && (isRead || isOpen(stream, 'readable') === false)
    || readState && stream.req && stream.aborted) nextTick(over);
  if (options.signal?.aborted) nextTick(abort);
  else options.signal?.addEventListener('abort', abort, { once: true });
  return cleanUp;
};

// pipeline ( source, …transforms, target, callback ): pipes, and destroys all once one fails.
exports.pipeline = function pipeline(...parts) {
  const callback = parts.pop();
  checkFunction(callback, 'streams[stream.length - 1]');
  return pipe(parts.length === 1 && Array.isArray(parts[0]) ? parts[0] : parts, callback, {});
};

exports.promised = {
  finished: (stream, options) => new Promise((resolve, reject) => {
    const { cleanup = false } = options ?? {};
    if (typeof cleanup !== 'boolean') throw invalidType('cleanup', 'of type boolean', cleanup);
    const forget = exports.finished(stream, options ?? {}, error => {
      if (cleanup) forget();
      if (error) reject(error);
      else resolve();
    });
  }),
  pipeline: (...parts) => new Promise((resolve, reject) => {
    const last = parts.at(-1);
    const isPart = isStream(last) || isIterable(last) || isWebStream(last) || last instanceof TransformStream;
    const options = typeof last === 'object' && last !== null && !isPart ? parts.pop() : {};
    pipe(parts, (error, value) => (error ? reject(error) : resolve(value)), options);
  }),
};

const isIterable = value => typeof value?.[Symbol.asyncIterator] === 'function' || typeof value?.[Symbol.iterator] === 'function';

const kindOf = value => (value === undefined || value === null ? `${value}` : typeof value === 'object' ? `an instance of ${value.constructor?.name}`
  : `type ${typeof value} (${require('util').inspect(value)})`);

// Streams of the web as those of Node. One that is only read is iterated over.
function adapted(part, index) {
  const { duplexFromWeb, writableFromWeb } = require('internal/stream_adapters');
  if (part instanceof WritableStream) return writableFromWeb(part, { objectMode: true });
  return part instanceof TransformStream && index > 0 ? duplexFromWeb(part, { objectMode: true }) : part;
}

function pipe(parts, callback, options) {
  if (parts.length < 2) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "streams" argument must be specified');
  const { Readable, PassThrough } = require('stream');
  // Those that are not over yet.
  const streams = new Set(), iterated = new Set();
  const ends = [];
  let waits = 0, error, value, isOver = false;
  function settle(failed) {
    if (failed && (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE')) error = failed;
    if (failed) for (const stream of streams) stream.destroy?.(error);
    if (--waits > 0 || isOver) return;
    isOver = true;
    options.signal?.removeEventListener('abort', abort);
    for (const end of ends) end();
    control.abort();
    nextTick(callback, error, value);
  }
  // Functions are told when all is over, or given up.
  const control = new AbortController(), { signal } = control;
  const abort = () => { waits++; settle(abortError(options.signal)); };
  const watch = (stream, reads, writes, isLast) => {
    waits++;
    // What a stream fails with after its part is done fails the whole all the same.
    const failing = failed => {
      if (isOver || failed?.name === 'AbortError' || failed?.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
      waits++;
      settle(failed);
    };
    stream.on('error', failing);
    // Whoever reads on from the last one hears of its errors.
    if (isLast) ends.push(() => { if (stream.readable) stream.removeListener('error', failing); });
    streams.add(stream);
    exports.finished(stream, { readable: reads, writable: writes }, failed => {
      // A function that stops reading a stream gives it up, which is no error.
      const isGivenUp = iterated.has(stream) && (failed?.name === 'AbortError' || failed?.code === 'ERR_STREAM_PREMATURE_CLOSE');
      if (!failed || isGivenUp) streams.delete(stream);
      settle(isGivenUp ? undefined : failed);
    });
    return stream;
  };
  let flow = null;
  parts.forEach((part, index) => {
    part = adapted(part, index);
    const isFirst = index === 0, isLast = index === parts.length - 1;
    if (isStream(part)) {
      if (!isFirst && !isStream(flow)) flow = watch(Readable.from(flow), true, false);
      if (!isFirst) {
        const isOutput = part === process.stdout || part === process.stderr;
        let isEnded = false;
        const end = () => {
          isEnded = true;
          part.end();
        };
        // A target that closes before its source has ended takes no more.
        const closed = () => {
          if (isEnded || isOver) return;
          waits++;
          settle(exports.prematureClose());
        };
        part.on('close', closed);
        ends.push(() => part.removeListener('close', closed));
        flow.pipe(part, { end: false });
        if (options.end !== false && !isOutput) {
          if (flow.readableEnded) nextTick(end);
          else flow.once('end', end);
        }
        if (isOutput) return void (flow = part);
        // A target that is not to be ended is only waited for if it fails.
        if (options.end === false && isLast) {
          ends.push(exports.finished(part, { readable: false }, failed => {
            if (isOver || !failed) return;
            waits++;
            settle(failed);
          }));
          return void (flow = part);
        }
      }
      flow = watch(part, !isLast, !isFirst, isLast);
      return;
    }
    if (typeof part === 'function') {
      iterated.add(flow);
      const result = isFirst ? part({ signal }) : part(isIterable(flow) ? flow : new PassThrough({ objectMode: true }), { signal });
      const gives = typeof result?.[Symbol.asyncIterator] === 'function' || isFirst && isIterable(result);
      if (gives && !(isLast && typeof result.then === 'function')) flow = result;
      else if (typeof result?.then === 'function') {
        waits++;
        flow = new PassThrough({ objectMode: true });
        result.then(given => { value = given; settle(); }, settle);
        return;
      } else {
        const name = isFirst ? 'source' : isLast ? 'destination' : `transform[${index - 1}]`;
        const what = isFirst ? 'Iterable, AsyncIterable or Stream' : isLast ? 'AsyncIterable or Promise' : 'AsyncIterable';
        throw coded(TypeError, 'ERR_INVALID_RETURN_VALUE', `Expected ${what} to be returned from the "${name}" function but got ${kindOf(result)}.`);
      }
      if (isLast) {
        const target = flow;
        waits++;
        (async () => { for await (const _ of target); })().then(() => settle(), settle);
      }
      return;
    }
    if (!isFirst || !isIterable(part)) throw invalidType(`streams[${index}]`, 'an instance of Stream, Iterable, or AsyncIterable', part);
    flow = part;
  });
  if (options.signal?.aborted) nextTick(abort);
  else options.signal?.addEventListener('abort', abort, { once: true });
  return flow;
}

exports.addAbortSignal = function addAbortSignal(signal, stream) {
  checkSignal(signal, 'signal');
  if (!isStream(stream)) throw invalidType('stream', 'an instance of ReadableStream, WritableStream, or Stream', stream);
  const abort = () => stream.destroy(abortError(signal));
  if (signal.aborted) abort();
  else {
    signal.addEventListener('abort', abort, { once: true });
    exports.finished(stream, () => signal.removeEventListener('abort', abort));
  }
  return stream;
};
