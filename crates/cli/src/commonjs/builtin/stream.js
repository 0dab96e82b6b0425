// Streams: what is read, what is written, both, and both with something between.
'use strict';

const readable = require('internal/readable');
const writable = require('internal/writable');
const { addAbortSignal, construct, destroy, finished, isStream, pipeline, promised, webState } = require('internal/stream_ends');
const { compose, duplexPair } = require('internal/stream_compose');
const adapters = require('internal/stream_adapters');
const { abortError, checkInteger, coded, invalidType } = require('internal/errors');

const { Stream, Readable } = readable;
const { Writable } = writable;

function Duplex(options) {
  if (!(this instanceof Duplex)) return new Duplex(options);
  readable.begin(this, options, true);
  writable.begin(this, options, true);
  this.allowHalfOpen = options?.allowHalfOpen !== false;
  if (options?.readable === false) {
    this._readableState.readable = false;
    this._readableState.ended = this._readableState.endEmitted = true;
  }
  if (options?.writable === false) {
    this._writableState.writable = false;
    this._writableState.ending = this._writableState.ended = this._writableState.finished = true;
  }
  construct(this, () => {
    writable.afterConstruct(this);
    if (this._readableState.needReadable) this.read(0);
  });
}
Object.setPrototypeOf(Duplex, Readable);
Object.setPrototypeOf(Duplex.prototype, Readable.prototype);
for (const name of Object.keys(writable.methods)) {
  if (name === 'pipe' || name === '_destroy') continue;
  Object.defineProperty(Duplex.prototype, name, { value: writable.methods[name], writable: true, configurable: true, enumerable: true });
}
for (const name of Object.keys(writable.getters)) {
  if (name.startsWith('writable')) Object.defineProperty(Duplex.prototype, name, writable.getters[name]);
}
Object.defineProperty(Duplex.prototype, 'destroyed', {
  get() { return this._readableState?.destroyed === true && this._writableState?.destroyed === true; },
  set(value) {
    if (this._readableState && this._writableState) this._readableState.destroyed = this._writableState.destroyed = value;
  },
  configurable: true,
});
const WHAT = 'of type function or an instance of Blob, ReadableStream, WritableStream, Stream, Iterable, AsyncIterable, or Promise or { readable, writable } pair';
Duplex.from = function from(body) {
  if (isStream(body)) {
    const reads = body._readableState !== undefined && body._readableState.readable !== false, writes = typeof body.write === 'function';
    return reads && writes ? body : joined(reads ? body : undefined, writes ? body : undefined);
  }
  if (body instanceof ReadableStream) return joined(Readable.fromWeb(body, { objectMode: true }));
  if (body instanceof WritableStream) return joined(undefined, Writable.fromWeb(body, { objectMode: true }));
  if (typeof body === 'function') return ofFunction(body);
  if (body instanceof globalThis.Blob) return joined(Readable.from((async function* () { yield await body.arrayBuffer(); })()));
  if (typeof body === 'string' || typeof body?.[Symbol.asyncIterator] === 'function' || typeof body?.[Symbol.iterator] === 'function') {
    return joined(Readable.from(body));
  }
  if (typeof body?.readable === 'object' || typeof body?.writable === 'object') {
    const [output, input] = [body.readable, body.writable].map(part => (part ? Duplex.from(part) : undefined));
    return joined(output, input);
  }
  if (typeof body?.then === 'function') {
    return joined(Readable.from((async function* () {
      const value = await body;
      if (value !== null && value !== undefined) yield value;
    })()));
  }
  throw invalidType('body', WHAT, body);
};
// What the function is given is written, what it yields is read. One that only reads ends what is written.
function ofFunction(body) {
  const input = new PassThrough({ objectMode: true }), iterate = input[Symbol.asyncIterator];
  // What is made of a chunk goes on before the next one is given.
  input[Symbol.asyncIterator] = async function* () {
    for await (const chunk of iterate.call(this)) {
      await new Promise(goOn => process.nextTick(goOn));
      yield chunk;
    }
  };
  const result = body(input, { signal: new AbortController().signal });
  // Who stops reading gives up what is left, which is no error of the whole.
  input.on('error', () => {});
  if (typeof result?.[Symbol.asyncIterator] === 'function' || typeof result?.[Symbol.iterator] === 'function') {
    const whole = readable.pulled(result, new Duplex({ objectMode: true, readableHighWaterMark: 1, ...writer(input) })), { _destroy } = whole;
    whole._destroy = (error, done) => {
      input.destroy(error);
      _destroy.call(whole, error, done);
    };
    return whole;
  }
  if (typeof result?.then !== 'function') {
    const got = result === undefined || result === null ? `${result}` : typeof result === 'object' ? `an instance of ${result.constructor?.name}`
      : `type ${typeof result} (${require('util').inspect(result)})`;
    throw coded(TypeError, 'ERR_INVALID_RETURN_VALUE', `Expected Iterable, AsyncIterable or AsyncFunction to be returned from the "body" function but got ${got}.`);
  }
  const ended = Promise.resolve(result).then(value => {
    if (value !== undefined && value !== null) throw coded(TypeError, 'ERR_INVALID_RETURN_VALUE', `Expected nully to be returned from the "body" function but got ${typeof value}.`);
  });
  const whole = joined(undefined, input, ended, true);
  ended.catch(error => whole.destroy(error));
  return whole;
}
// How a stream writes to another one.
function writer(input, ended) {
  let waits;
  const goOn = () => {
    const done = waits;
    waits = undefined;
    done?.();
  };
  input?.on('drain', goOn);
  input?.on('close', goOn);
  return {
    write(chunk, encoding, done) {
      if (input.destroyed || input.write(chunk, encoding)) done();
      else waits = done;
    },
    final(done) {
      if (input.destroyed && ended === undefined) return done();
      if (ended === undefined) return void input.end(done);
      input.end();
      ended.then(() => done(), done);
    },
  };
}
function joined(output, input, ended, isInner) {
  const whole = new Duplex({
    objectMode: true, readable: output !== undefined, writable: input !== undefined,
    read() { output.resume(); },
    ...writer(input, ended),
    destroy(error, done) {
      for (const part of [output, input]) {
        if (part === undefined || part.destroyed) continue;
        part.on('error', () => {});
        part.destroy(error);
      }
      done(error);
    },
  });
  output?.on('data', chunk => { if (!whole.push(chunk)) output.pause(); });
  output?.on('end', () => whole.push(null));
  for (const part of isInner ? [output] : [output, input]) part?.on('error', error => whole.destroy(error));
  return whole;
}

// What is written comes out of the other side, as `_transform` makes it.
function Transform(options) {
  if (!(this instanceof Transform)) return new Transform(options);
  const most = options?.readableHighWaterMark ?? (options?.highWaterMark !== undefined ? options.highWaterMark : undefined);
  if (most === 0) options = { ...options, highWaterMark: null, readableHighWaterMark: 0, writableHighWaterMark: options.writableHighWaterMark || 0 };
  Duplex.call(this, options);
  this._readableState.sync = false;
  Object.defineProperty(this, waiting, { value: null, writable: true });
  for (const name of ['transform', 'flush']) if (typeof options?.[name] === 'function') this[`_${name}`] = options[name];
  this.on('prefinish', () => { if (this._final !== final) final.call(this); });
}
const waiting = Symbol('callback');
Object.setPrototypeOf(Transform, Duplex);
Object.setPrototypeOf(Transform.prototype, Duplex.prototype);

function final(done) {
  if (typeof this._flush !== 'function' || this.destroyed) {
    this.push(null);
    done?.();
    return;
  }
  const flushed = (error, chunk) => {
    if (error) return done ? done(error) : void this.destroy(error);
    if (chunk !== undefined && chunk !== null) this.push(chunk);
    this.push(null);
    done?.();
  };
  this._flush(flushed);
}
Object.assign(Transform.prototype, {
  _final: final,
  _transform() { throw coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _transform() method is not implemented'); },
  _write(chunk, encoding, done) {
    const state = this._readableState, before = state.length;
    this._transform(chunk, encoding, (error, result) => {
      if (error) return done(error);
      if (result !== undefined && result !== null) this.push(result);
      // Once there is enough to read, no more is taken until somebody reads, unless it is the end.
      if (state.ended || this._writableState.ended || before === state.length || state.length < state.highWaterMark) done();
      else this[waiting] = done;
    });
  },
  _read() {
    const done = this[waiting];
    if (!done) return;
    this[waiting] = null;
    done();
  },
});

function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new PassThrough(options);
  Transform.call(this, options);
}
Object.setPrototypeOf(PassThrough, Transform);
Object.setPrototypeOf(PassThrough.prototype, Transform.prototype);
PassThrough.prototype._transform = function _transform(chunk, encoding, done) { done(null, chunk); };

// The oldest kind has nothing but `pipe`.
Stream.prototype.pipe = function pipe(target, options) {
  const given = chunk => { if (target.writable !== false && target.write(chunk) === false) this.pause?.(); };
  const drained = () => { if (this.readable) this.resume?.(); };
  this.on('data', given);
  target.on('drain', drained);
  if (options?.end !== false && target !== process.stdout && target !== process.stderr) {
    let isEnded = false;
    this.on('end', () => { if (!isEnded) target.end(); isEnded = true; });
    this.on('close', () => { if (!isEnded) target.destroy?.(); isEnded = true; });
  }
  target.emit('pipe', this);
  return target;
};

Object.defineProperty(pipeline, require('util').promisify.custom, { value: promised.pipeline });
Object.defineProperty(finished, require('util').promisify.custom, { value: promised.finished });

Readable.toWeb = adapters.readableToWeb;
Readable.fromWeb = adapters.readableFromWeb;
Readable.wrap = (source, options) => new Readable({ objectMode: source.readableObjectMode ?? source.objectMode ?? true, ...options }).wrap(source);
Readable.prototype.compose = function (stream, options) {
  const whole = compose(this, stream);
  if (options?.signal) addAbortSignal(options.signal, whole);
  return whole;
};
Writable.toWeb = adapters.writableToWeb;
Writable.fromWeb = adapters.writableFromWeb;
Duplex.toWeb = adapters.duplexToWeb;
Duplex.fromWeb = adapters.duplexFromWeb;

const statics = {
  Readable, Writable, Duplex, Transform, PassThrough, Stream, pipeline, finished, addAbortSignal, destroy, compose, duplexPair,
};
Object.assign(Stream, statics);
// A stream that is not at its end yet is broken off.
Stream.destroy = function destroyer(stream, error) {
  if (!stream || Stream.isDestroyed(stream)) return;
  const isFinished = isStream(stream) && !Stream.isReadable(stream) && !Stream.isWritable(stream);
  if (!error && !isFinished) error = abortError();
  if (typeof stream.destroy === 'function') stream.destroy(error);
  else if (typeof stream.close === 'function') stream.close();
  else throw invalidType('stream', 'an instance of Stream', stream);
};
Stream.isReadable = stream => {
  const web = webState(stream);
  if (web) return web.isReadable;
  return typeof stream?.readable === 'boolean' ? stream.readable && !stream.destroyed : null;
};
Stream.isWritable = stream => (typeof stream?.writable === 'boolean' ? stream.writable && !stream.destroyed : null);
Stream.isDestroyed = stream => (isStream(stream) ? Boolean(stream.destroyed) : null);
Stream.isErrored = function isErrored(stream) { return Boolean(webState(stream)?.isErrored ?? stream?.errored); };
Stream.isDisturbed = function isDisturbed(stream) {
  return Boolean(webState(stream)?.isDisturbed ?? (stream?.readableDidRead || stream?.readableAborted));
};
Stream.getDefaultHighWaterMark = function getDefaultHighWaterMark(isObjects) { return readable.highWaters[isObjects ? 'objects' : 'bytes']; };
Stream.setDefaultHighWaterMark = function setDefaultHighWaterMark(isObjects, value) {
  checkInteger(value, 'value', 0);
  readable.highWaters[isObjects ? 'objects' : 'bytes'] = value;
};
Stream._isUint8Array = value => value instanceof Uint8Array;
Stream._uint8ArrayToBuffer = value => require('buffer').Buffer.from(value.buffer, value.byteOffset, value.byteLength);
// Standard output and standard error have functions of their own for that, and are streams all the same.
for (const output of [process.stdout, process.stderr]) Object.setPrototypeOf(output, Writable.prototype);

module.exports = Stream;
exports = module.exports;
exports.promises = promised;
exports.Readable = Readable;
exports.Writable = Writable;
exports.Duplex = Duplex;
exports.Transform = Transform;
exports.PassThrough = PassThrough;
exports.Stream = Stream;
exports.pipeline = pipeline;
exports.finished = finished;
exports.addAbortSignal = addAbortSignal;
exports.compose = compose;
exports.duplexPair = duplexPair;
