// zlib: gzip, zlib and raw deflate, at once and as streams. The bytes of compressed data may differ from those that Node writes for
// the same text. The sizes of windows and memory, the strategy and a change of the level have no effect on them. Of the parameters
// of Brotli, the quality and the window have one.
'use strict';

const { Buffer, kMaxLength } = require('buffer');
const { Transform } = require('stream');
const { coded, invalidType, notHere, outOfRange, checkFunction } = require('internal/errors');
const { setImmediate } = require('internal/real_timers');

const Z = {
  Z_NO_FLUSH: 0, Z_PARTIAL_FLUSH: 1, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_BLOCK: 5,
  Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5,
  Z_VERSION_ERROR: -6,
  Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1,
  Z_FILTERED: 1, Z_HUFFMAN_ONLY: 2, Z_RLE: 3, Z_FIXED: 4, Z_DEFAULT_STRATEGY: 0, ZLIB_VERNUM: 4880,
  DEFLATE: 1, INFLATE: 2, GZIP: 3, GUNZIP: 4, DEFLATERAW: 5, INFLATERAW: 6, UNZIP: 7, BROTLI_DECODE: 8, BROTLI_ENCODE: 9,
  Z_MIN_WINDOWBITS: 8, Z_MAX_WINDOWBITS: 15, Z_DEFAULT_WINDOWBITS: 15, Z_MIN_CHUNK: 64, Z_MAX_CHUNK: Infinity, Z_DEFAULT_CHUNK: 16384,
  Z_MIN_MEMLEVEL: 1, Z_MAX_MEMLEVEL: 9, Z_DEFAULT_MEMLEVEL: 8, Z_MIN_LEVEL: -1, Z_MAX_LEVEL: 9, Z_DEFAULT_LEVEL: -1,
};
const BROTLI = {
  BROTLI_OPERATION_PROCESS: 0, BROTLI_OPERATION_FLUSH: 1, BROTLI_OPERATION_FINISH: 2, BROTLI_OPERATION_EMIT_METADATA: 3,
  BROTLI_PARAM_MODE: 0, BROTLI_MODE_GENERIC: 0, BROTLI_MODE_TEXT: 1, BROTLI_MODE_FONT: 2, BROTLI_DEFAULT_MODE: 0,
  BROTLI_PARAM_QUALITY: 1, BROTLI_MIN_QUALITY: 0, BROTLI_MAX_QUALITY: 11, BROTLI_DEFAULT_QUALITY: 11,
  BROTLI_PARAM_LGWIN: 2, BROTLI_MIN_WINDOW_BITS: 10, BROTLI_MAX_WINDOW_BITS: 24, BROTLI_LARGE_MAX_WINDOW_BITS: 30,
  BROTLI_DEFAULT_WINDOW: 22, BROTLI_PARAM_LGBLOCK: 3, BROTLI_MIN_INPUT_BLOCK_BITS: 16, BROTLI_MAX_INPUT_BLOCK_BITS: 24,
  BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING: 4, BROTLI_PARAM_SIZE_HINT: 5, BROTLI_PARAM_LARGE_WINDOW: 6,
  BROTLI_PARAM_NPOSTFIX: 7, BROTLI_PARAM_NDIRECT: 8,
  BROTLI_DECODER_RESULT_ERROR: 0, BROTLI_DECODER_RESULT_SUCCESS: 1, BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: 2,
  BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: 3, BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION: 0,
  BROTLI_DECODER_PARAM_LARGE_WINDOW: 1, BROTLI_DECODER_NO_ERROR: 0, BROTLI_DECODER_SUCCESS: 1, BROTLI_DECODER_NEEDS_MORE_INPUT: 2,
  BROTLI_DECODER_NEEDS_MORE_OUTPUT: 3, BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_NIBBLE: -1, BROTLI_DECODER_ERROR_FORMAT_RESERVED: -2,
  BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_META_NIBBLE: -3, BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_ALPHABET: -4,
  BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_SAME: -5, BROTLI_DECODER_ERROR_FORMAT_CL_SPACE: -6,
  BROTLI_DECODER_ERROR_FORMAT_HUFFMAN_SPACE: -7, BROTLI_DECODER_ERROR_FORMAT_CONTEXT_MAP_REPEAT: -8,
  BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_1: -9, BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_2: -10,
  BROTLI_DECODER_ERROR_FORMAT_TRANSFORM: -11, BROTLI_DECODER_ERROR_FORMAT_DICTIONARY: -12,
  BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS: -13, BROTLI_DECODER_ERROR_FORMAT_PADDING_1: -14,
  BROTLI_DECODER_ERROR_FORMAT_PADDING_2: -15, BROTLI_DECODER_ERROR_FORMAT_DISTANCE: -16,
  BROTLI_DECODER_ERROR_DICTIONARY_NOT_SET: -19, BROTLI_DECODER_ERROR_INVALID_ARGUMENTS: -20,
  BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES: -21, BROTLI_DECODER_ERROR_ALLOC_TREE_GROUPS: -22,
  BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MAP: -25, BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_1: -26,
  BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_2: -27, BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES: -30, BROTLI_DECODER_ERROR_UNREACHABLE: -31,
};
const ERRORS = ['Z_OK', 'Z_STREAM_END', 'Z_NEED_DICT', 'Z_ERRNO', 'Z_STREAM_ERROR', 'Z_DATA_ERROR', 'Z_MEM_ERROR', 'Z_BUF_ERROR', 'Z_VERSION_ERROR'];

const fixed = (name, value, enumerable) => Object.defineProperty(exports, name, { value, enumerable, writable: false, configurable: false });
for (const name in Z) fixed(name, Z[name], false);
fixed('constants', Object.assign(Object.create(null), Z, BROTLI), true);
fixed('codes', Object.freeze(Object.assign({}, ...ERRORS.map(name => ({ [name]: Z[name], [Z[name]]: name })))), true);

const problem = (code, message) => Object.assign(new Error(message), { errno: Z[code], code });
const tooLarge = most => coded(RangeError, 'ERR_BUFFER_TOO_LARGE', `Cannot create a Buffer larger than ${most} bytes`);

// Bytes that go in in one step.
const STEP = 8192;
// What is one byte more shows whether compressed data are over.
const PROBE = new Uint8Array(1);
const GZIP_MAGIC = [0x1F, 0x8B];
const METHOD = 8;

// Names of the formats by their numbers, and whether one compresses.
const FORMATS = { [Z.GZIP]: 'gzip', [Z.GUNZIP]: 'gzip', [Z.DEFLATE]: 'deflate', [Z.INFLATE]: 'deflate' };
const isCompressing = mode => mode === Z.BROTLI_ENCODE || mode === Z.GZIP || mode === Z.DEFLATE || mode === Z.DEFLATERAW;

// Work on one format. What comes out is given to a function by pieces.
class Work {
  #mode; #level; #give;
  #coder;
  // The first bytes of a format that tells what it is: RFC 1950 2.2, RFC 1952 2.3.1.
  #head = [];
  #isOver = false;
  constructor(mode, level, give) {
    if (native.Coder === undefined) throw notHere('zlib');
    this.#mode = mode;
    this.#level = level === -1 ? 6 : Math.trunc(level);
    this.#give = give;
    if (mode !== Z.UNZIP) this.#begin();
  }
  #begin() {
    this.#coder = new native.Coder(FORMATS[this.#mode] ?? 'raw', isCompressing(this.#mode), this.#level);
  }
  #out() {
    for (;;) {
      const piece = this.#coder.take();
      if (piece.length === 0) return;
      this.#give(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    }
  }
  // Takes the bytes, and gives how many belong to the data: what is behind their end is passed over.
  write(bytes) {
    let at = 0;
    while (at < bytes.length && this.#goesOn(bytes[at])) at += this.#step(bytes.subarray(at, at + STEP));
    return at;
  }
  #step(bytes) {
    if (!isCompressing(this.#mode) && this.#mode !== Z.INFLATERAW && !this.#looked(bytes)) return bytes.length;
    const taken = this.#coder.write(bytes);
    this.#out();
    if (taken < 0) throw problem('Z_DATA_ERROR', 'invalid data');
    if (taken === 0 && !isCompressing(this.#mode)) this.#end();
    return taken;
  }
  // Looks at the first bytes, and tells whether the rest can begin. A format that is not known yet is told by two.
  #looked(bytes) {
    const head = this.#head, before = head.length;
    if (before === 4) return true;
    for (let at = 0; at < bytes.length && head.length < 4; at++) head.push(bytes[at]);
    if (this.#mode === Z.UNZIP) {
      if (head.length < 2 && head[0] === GZIP_MAGIC[0]) return false;
      this.#mode = head[0] === GZIP_MAGIC[0] && head[1] === GZIP_MAGIC[1] ? Z.GUNZIP : Z.INFLATE;
      this.#begin();
      this.#coder.write(Uint8Array.from(head.slice(0, before)));
    }
    if (this.#mode === Z.GUNZIP) {
      if (head.some((byte, at) => at < 2 && byte !== GZIP_MAGIC[at])) throw problem('Z_DATA_ERROR', 'incorrect header check');
      if (head.length > 2 && head[2] !== METHOD) throw problem('Z_DATA_ERROR', 'unknown compression method');
      if (head.length > 3 && head[3] & 0xE0) throw problem('Z_DATA_ERROR', 'unknown header flags set');
    } else if (head.length > 1) {
      if ((head[0] << 8 | head[1]) % 31 !== 0) throw problem('Z_DATA_ERROR', 'incorrect header check');
      if ((head[0] & 0x0F) !== METHOD) throw problem('Z_DATA_ERROR', 'unknown compression method');
      if (head[0] >> 4 > 7) throw problem('Z_DATA_ERROR', 'invalid window size');
      if (head[1] & 0x20) throw problem('Z_NEED_DICT', 'Missing dictionary');
    }
    return true;
  }
  #end() {
    if (!this.#coder.finish()) throw problem('Z_DATA_ERROR', 'incorrect data check');
    this.#isOver = true;
  }
  // Members of gzip follow each other, and zeros may follow the last one. Other formats are over at their end.
  #goesOn(byte) {
    if (!this.#isOver) return true;
    if (this.#mode !== Z.GUNZIP || byte === 0) return false;
    this.#isOver = false;
    this.#head = [];
    this.#begin();
    return true;
  }
  flush() {
    if (!isCompressing(this.#mode)) return;
    this.#coder.flush();
    this.#out();
  }
  // Ends the data. Compressed ones that are not whole are an error, unless that is wanted.
  finish(mayBeCut) {
    if (isCompressing(this.#mode)) {
      this.#coder.finish();
      this.#out();
      return;
    }
    if (this.#isOver) return;
    // What the probe itself would give is none of the data.
    if (this.#coder?.write(PROBE) === 0) return this.#end();
    if (!mayBeCut) throw problem('Z_BUF_ERROR', 'unexpected end of file');
  }
}

// Decompression of Brotli. A step takes what it has room for.
class Unbrotli {
  #give; #decoder; #isOver = false;
  constructor(give) {
    if (native.Unbrotli === undefined) throw notHere('zlib with Brotli');
    this.#give = give;
    this.#decoder = new native.Unbrotli();
  }
  // Takes the bytes, and gives how many belong to the data.
  write(bytes) {
    let at = 0;
    while (at < bytes.length && !this.#isOver) at += this.#step(bytes.subarray(at, at + STEP));
    return at;
  }
  #step(bytes) {
    let at = 0, status;
    do {
      at += this.#decoder.run(bytes.subarray(at));
      status = this.#decoder.status();
      const piece = this.#decoder.take();
      if (piece.length > 0) this.#give(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    } while (status === BROTLI.BROTLI_DECODER_NEEDS_MORE_OUTPUT);
    if (status < 0) {
      const name = Object.keys(BROTLI).find(key => key.startsWith('BROTLI_DECODER_ERROR') && BROTLI[key] === status) ?? 'BROTLI_DECODER_ERROR';
      throw Object.assign(new Error('Decompression failed'), { errno: status, code: `ERR_${name.slice('BROTLI_DECODER'.length)}` });
    }
    this.#isOver = status === BROTLI.BROTLI_DECODER_SUCCESS;
    return at;
  }
  flush() {}
  finish(mayBeCut) { if (!this.#isOver && !mayBeCut) throw problem('Z_BUF_ERROR', 'unexpected end of file'); }
}

// Compression to Brotli, in windows of at most 256 KiB.
class Brotlied {
  #give; #encoder;
  constructor(params, give) {
    if (native.Brotli === undefined) throw notHere('zlib with Brotli');
    this.#give = give;
    const given = (key, least, most, otherwise) => (params?.[key] === undefined ? otherwise : Math.min(Math.max(params[key] | 0, least), most));
    this.#encoder = new native.Brotli(
      given(BROTLI.BROTLI_PARAM_QUALITY, BROTLI.BROTLI_MIN_QUALITY, BROTLI.BROTLI_MAX_QUALITY, BROTLI.BROTLI_DEFAULT_QUALITY),
      given(BROTLI.BROTLI_PARAM_LGWIN, BROTLI.BROTLI_MIN_WINDOW_BITS, BROTLI.BROTLI_MAX_WINDOW_BITS, BROTLI.BROTLI_DEFAULT_WINDOW),
    );
  }
  #out() {
    const piece = this.#encoder.take();
    if (piece.length > 0) this.#give(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  }
  write(bytes) {
    for (let at = 0; at < bytes.length; at += STEP) {
      this.#encoder.write(bytes.subarray(at, at + STEP));
      this.#out();
    }
    return bytes.length;
  }
  flush() {
    this.#encoder.flush();
    this.#out();
  }
  finish() {
    this.#encoder.finish();
    this.#out();
  }
}
const isBrotli = mode => mode === Z.BROTLI_DECODE || mode === Z.BROTLI_ENCODE;
function newWork(mode, settings, give) {
  if (mode === Z.BROTLI_ENCODE) return new Brotlied(settings.params, give);
  return isBrotli(mode) ? new Unbrotli(give) : new Work(mode, settings.level, give);
}

// Parameters of Brotli are checked, though none of them changes how it is decompressed. Decompression has the first two numbers.
function checkParams(params, mode) {
  const names = Object.keys(params ?? {});
  for (const name of names) {
    const key = +name;
    if (!(Number.isInteger(key) && key >= 0 && key <= BROTLI.BROTLI_PARAM_NDIRECT)) throw coded(RangeError, 'ERR_BROTLI_INVALID_PARAM', `${name} is not a valid Brotli parameter`);
    if (typeof params[name] !== 'number' && typeof params[name] !== 'boolean') throw invalidType('options.params[key]', 'of type number', params[name]);
  }
  const isRefused = name => (mode === Z.BROTLI_DECODE
    ? +name > BROTLI.BROTLI_DECODER_PARAM_LARGE_WINDOW
    : +name === BROTLI.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING && params[name] >>> 0 > 1 && params[name] >>> 0 !== 2 ** 32 - 1);
  if (names.some(isRefused)) throw coded(Error, 'ERR_ZLIB_INITIALIZATION_FAILED', 'Initialization failed');
}

function isGiven(value, name) {
  if (value === undefined || Number.isNaN(value)) return false;
  if (typeof value !== 'number') throw invalidType(name, 'of type number', value);
  if (!Number.isFinite(value)) throw outOfRange(name, 'a finite number', value);
  return true;
}
function ranged(options, key, least, most, otherwise) {
  const value = options?.[key], name = `options.${key}`;
  if (!isGiven(value, name)) return otherwise;
  if (value < least || value > most) throw outOfRange(name, `>= ${least} and <= ${most}`, value);
  return value;
}

// Checks the options in the order in which Node does.
function settled(options, mode) {
  let level, strategy;
  if (isBrotli(mode)) checkParams(options?.params, mode);
  else {
    if (options?.windowBits !== null && options?.windowBits !== 0 || isCompressing(mode)) {
      ranged(options, 'windowBits', mode === Z.GZIP ? 9 : 8, 15, 15);
    }
    level = ranged(options, 'level', -1, 9, -1);
    ranged(options, 'memLevel', 1, 9, 8);
    strategy = ranged(options, 'strategy', 0, 4, 0);
    if (options?.dictionary !== undefined) throw notHere('zlib with a dictionary');
  }
  const chunkSize = isGiven(options?.chunkSize, 'options.chunkSize') ? options.chunkSize : Z.Z_DEFAULT_CHUNK;
  if (chunkSize < Z.Z_MIN_CHUNK) throw outOfRange('options.chunkSize', `>= ${Z.Z_MIN_CHUNK}`, chunkSize);
  const [most, end] = isBrotli(mode) ? [3, BROTLI.BROTLI_OPERATION_FINISH] : [5, Z.Z_FINISH];
  return {
    level, strategy, chunkSize, end,
    params: isBrotli(mode) ? { ...options?.params } : undefined,
    flush: ranged(options, 'flush', 0, most, Z.Z_NO_FLUSH),
    finishFlush: ranged(options, 'finishFlush', 0, most, end),
    most: ranged(options, 'maxOutputLength', 1, kMaxLength, kMaxLength),
    info: Boolean(options?.info),
  };
}

const bytesOf = view => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

const flushKind = Symbol('flush');
const FLUSHES = [0, 1, 2, 3, 4, 5].map(kind => Object.assign(Buffer.alloc(0), { [flushKind]: kind }));

function ZlibBase(options, mode) {
  const settings = settled(options, mode);
  Transform.call(this, { autoDestroy: true, ...options });
  this.bytesWritten = 0;
  this._level = settings.level;
  this._strategy = settings.strategy;
  this._chunkSize = settings.chunkSize;
  this._defaultFlushFlag = settings.flush;
  this._finishFlushFlag = settings.finishFlush;
  this._defaultFullFlushFlag = isBrotli(mode) ? BROTLI.BROTLI_OPERATION_FLUSH : Z.Z_FULL_FLUSH;
  this[end] = settings.end;
  this._info = settings.info;
  this._maxOutputLength = settings.most;
  this._outBuffer = Buffer.alloc(this._chunkSize);
  this._outOffset = 0;
  this._writeState = new Uint32Array(2);
  this._handle = new Handle(this);
  this[begin] = () => { this[work] = newWork(mode, settings, piece => this[given](piece)); };
  this[begin]();
}
const begin = Symbol('begin'), work = Symbol('work'), given = Symbol('given'), end = Symbol('end');
Object.setPrototypeOf(ZlibBase, Transform);
Object.setPrototypeOf(ZlibBase.prototype, Transform.prototype);

// What streams of Node work by. Packages that want more than that drive it themselves, from one buffer into another: the stream's
// `_writeState` has what is left of both.
class Handle {
  #stream;
  #waiting = Buffer.alloc(0);
  #isFinished = false;
  constructor(stream) { this.#stream = stream; }
  writeSync(flag, input, start, length, output, outStart, outLength) {
    const stream = this.#stream;
    if (!this.#isFinished) {
      try {
        const bytes = bytesOf(input).subarray(start, start + length);
        this.#waiting = Buffer.concat([this.#waiting, ZlibBase.prototype._processChunk.call(stream, bytes, flag)]);
      } catch (error) {
        stream.destroy(error);
      }
      this.#isFinished = flag === stream[end];
    }
    const count = this.#waiting.copy(output, outStart, 0, outLength);
    this.#waiting = this.#waiting.subarray(count);
    stream._writeState.set([outLength - count, 0]);
  }
  close() {}
}

// Chunks that are read are as long as wanted.
function pushed(piece) {
  for (let at = 0; at < piece.length; at += this._chunkSize) this.push(piece.subarray(at, at + this._chunkSize));
}
ZlibBase.prototype[given] = pushed;
Object.defineProperties(ZlibBase.prototype, {
  _closed: { get() { return this.destroyed; }, configurable: true, enumerable: true },
  bytesRead: {
    get() { return this.bytesWritten; },
    set(value) { this.bytesWritten = value; },
    configurable: true, enumerable: true,
  },
});
Object.assign(ZlibBase.prototype, {
  _transform(chunk, encoding, done) {
    const flag = chunk[flushKind] ?? (this.writableEnded && this.writableLength === chunk.byteLength ? this._finishFlushFlag : this._defaultFlushFlag);
    // As in Node, a chunk is worked on when the program waits.
    setImmediate(() => {
      if (this.destroyed) return done();
      let error;
      try {
        const taken = this[work].write(bytesOf(chunk));
        this.bytesWritten += taken;
        // As in Node, what is behind the data ends the stream.
        if (taken < chunk.byteLength) this.push(null);
        if (flag !== this[end] && (flag === Z.Z_PARTIAL_FLUSH || flag === Z.Z_SYNC_FLUSH || flag === Z.Z_FULL_FLUSH)) this[work].flush();
      } catch (problem) {
        error = problem;
      }
      done(error);
    });
  },
  _flush(done) {
    let error;
    try {
      this[work].finish(this._finishFlushFlag !== this[end]);
    } catch (problem) {
      error = problem;
    }
    done(error);
  },
  _destroy(error, done) {
    this[work] = undefined;
    done(error);
  },
  // Codes a chunk at once, or by a function that is told.
  _processChunk(chunk, flag, done) {
    if (typeof done === 'function') return void this._transform(Object.assign(Buffer.from(chunk), { [flushKind]: flag }), '', done);
    const pieces = [];
    this[given] = piece => pieces.push(piece);
    try {
      this.bytesWritten = this[work].write(bytesOf(chunk));
      if (flag === this[end]) this[work].finish(false);
      else if (flag !== Z.Z_NO_FLUSH) this[work].flush();
    } finally {
      this[given] = pushed;
    }
    return Buffer.concat(pieces);
  },
  reset() { this[begin](); },
  flush(kind, done) {
    if (typeof kind === 'function' || kind === undefined && !done) {
      done = kind;
      kind = this._defaultFullFlushFlag;
    }
    if (this.writableFinished) {
      if (done) process.nextTick(done);
    } else if (this.writableEnded) {
      if (done) this.once('end', done);
    } else {
      this.write(FLUSHES[kind], '', done);
    }
  },
  close(done) {
    if (done) {
      if (this.destroyed) process.nextTick(done);
      else this.on('close', done);
    }
    this.destroy();
  },
});

function Zlib(options, mode) { ZlibBase.call(this, options, mode); }
Object.setPrototypeOf(Zlib, ZlibBase);
Object.setPrototypeOf(Zlib.prototype, ZlibBase.prototype);
Zlib.prototype.params = function params(level, strategy, done) {
  ranged({ level }, 'level', -1, 9);
  ranged({ strategy }, 'strategy', 0, 4);
  this._level = level;
  this._strategy = strategy;
  if (done) process.nextTick(done);
};

function Brotli(options, mode) { ZlibBase.call(this, options, mode); }
Object.setPrototypeOf(Brotli, Zlib);
Object.setPrototypeOf(Brotli.prototype, Zlib.prototype);

// The bytes of what a function of one call is given.
function inputOf(buffer) {
  if (typeof buffer === 'string') return Buffer.from(buffer);
  if (ArrayBuffer.isView(buffer)) return bytesOf(buffer);
  if (buffer instanceof ArrayBuffer || buffer instanceof SharedArrayBuffer) return new Uint8Array(buffer);
  throw invalidType('buffer', 'of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer', buffer);
}

// Codes all of an input. Who wants to know is told how much of it belonged to the data, by a stream.
function codedAtOnce(input, settings, mode, newEngine) {
  const pieces = [];
  let length = 0;
  const all = newWork(mode, settings, piece => {
    length += piece.length;
    if (length > settings.most) throw tooLarge(settings.most);
    pieces.push(piece);
  });
  const bytesWritten = all.write(input);
  if (settings.finishFlush === settings.end || !isCompressing(mode)) all.finish(settings.finishFlush !== settings.end);
  else all.flush();
  const buffer = Buffer.concat(pieces);
  return settings.info ? { buffer, engine: Object.assign(newEngine(), { bytesWritten }) } : buffer;
}

for (const [name, mode] of Object.entries({
  Deflate: Z.DEFLATE, Inflate: Z.INFLATE, Gzip: Z.GZIP, Gunzip: Z.GUNZIP, DeflateRaw: Z.DEFLATERAW, InflateRaw: Z.INFLATERAW, Unzip: Z.UNZIP,
  BrotliCompress: Z.BROTLI_ENCODE, BrotliDecompress: Z.BROTLI_DECODE,
})) {
  const Base = isBrotli(mode) ? Brotli : Zlib;
  const Stream = {
    [name]: function (options) {
      if (!(this instanceof Stream)) return new Stream(options);
      Base.call(this, options, mode);
    },
  }[name];
  Object.setPrototypeOf(Stream, Base);
  Object.setPrototypeOf(Stream.prototype, Base.prototype);
  exports[name] = Stream;
  exports[`create${name}`] = options => new Stream(options);

  const inOneCall = name[0].toLowerCase() + name.slice(1);
  exports[`${inOneCall}Sync`] = function (buffer, options) {
    const input = inputOf(buffer), settings = settled(options, mode);
    return codedAtOnce(input, settings, mode, () => new Stream(options));
  };
  exports[inOneCall] = function (buffer, options, callback) {
    if (typeof options === 'function') {
      callback = options;
      options = {};
    }
    checkFunction(callback, 'callback');
    const input = inputOf(buffer), settings = settled(options, mode);
    setImmediate(() => {
      let result;
      try {
        result = codedAtOnce(input, settings, mode, () => new Stream(options));
      } catch (error) {
        return callback(error);
      }
      callback(null, result);
    });
  };
}

exports.crc32 = function crc32(data, value = 0) {
  if (typeof data !== 'string' && !ArrayBuffer.isView(data)) {
    throw invalidType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
  }
  if (typeof value !== 'number') throw invalidType('value', 'of type number', value);
  if (!(value >= 0 && value <= 2 ** 32 - 1)) throw outOfRange('value', `>= 0 && <= ${2 ** 32 - 1}`, value);
  if (native.crc32 === undefined) throw notHere('zlib.crc32');
  const bytes = typeof data === 'string' ? Buffer.from(data) : bytesOf(data);
  for (let at = 0; at < bytes.length; at += 1 << 20) value = native.crc32(bytes.subarray(at, at + (1 << 20)), value);
  return value;
};
