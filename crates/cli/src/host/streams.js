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
    setDefaultEncoding() { return stream; },
    getColorDepth: () => (isTerminal ? 4 : 1),
    hasColors: (count = 16) => typeof count === 'number' && isTerminal && count <= 16,
    getWindowSize: () => [stream.columns ?? 80, stream.rows ?? 24],
  };
  for (const name of Object.keys(methods))
    Object.defineProperty(stream, name, { value: methods[name], writable: true, configurable: true, enumerable: name === 'write' });
  Object.assign(stream, { isTTY: isTerminal, fd, writable: true, writableLength: 0, writableHighWaterMark: 16384 });
})
