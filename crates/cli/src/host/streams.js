(function (stream, putText, putBytes, fd, isTerminal) {
  'use strict';
  const methods = {
    write(chunk, encoding, callback) {
      if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
      if (typeof chunk === 'string' && encoding && typeof Buffer === 'function') chunk = Buffer.from(chunk, encoding);
      if (ArrayBuffer.isView(chunk)) putBytes(chunk); else putText(chunk);
      if (typeof callback === 'function') process.nextTick(callback);
      return true;
    },
    end(chunk, encoding, callback) {
      if (typeof chunk === 'function') [chunk, callback] = [undefined, chunk];
      else if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
      if (chunk !== undefined && chunk !== null) stream.write(chunk, encoding);
      if (typeof callback === 'function') process.nextTick(callback);
      process.nextTick(() => stream.emit('finish'));
      return stream;
    },
    cork() {},
    uncork() {},
    destroy() { return stream; },
    pipe() { stream.emit('error', Object.assign(new Error('Cannot pipe, not readable'), { code: 'ERR_STREAM_CANNOT_PIPE' })); },
    setDefaultEncoding() { return stream; },
    getColorDepth: () => (isTerminal ? 4 : 1),
    hasColors: (count = 16) => typeof count === 'number' && isTerminal && count <= 16,
    getWindowSize: () => [stream.columns ?? 80, stream.rows ?? 24],
  };
  const sequence = (text, callback) => {
    putText(text);
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
  // As `readline` has them, for a terminal.
  const part = (count, more, less) => (count ? `\x1b[${Math.abs(count)}${count > 0 ? more : less}` : '');
  if (isTerminal) Object.assign(methods, {
    cursorTo: (x, y, callback) => (typeof y === 'number' ? sequence(`\x1b[${y + 1};${x + 1}H`, callback)
      : sequence(`\x1b[${x + 1}G`, typeof y === 'function' ? y : callback)),
    moveCursor: (dx, dy, callback) => sequence(part(dx, 'C', 'D') + part(dy, 'B', 'A'), callback),
    clearLine: (direction, callback) => sequence(direction < 0 ? '\x1b[1K' : direction > 0 ? '\x1b[0K' : '\x1b[2K', callback),
    clearScreenDown: callback => sequence('\x1b[0J', callback),
  });
  for (const name of Object.keys(methods))
    Object.defineProperty(stream, name, { value: methods[name], writable: true, configurable: true, enumerable: name === 'write' });
  Object.assign(stream, { isTTY: isTerminal, fd, writable: true, writableLength: 0, writableHighWaterMark: 16384 });
})
