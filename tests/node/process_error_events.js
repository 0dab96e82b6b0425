// An `error` that nobody listens for is thrown by the process and its streams, whatever it is.
for (const emitter of [process, process.stdout]) {
  for (const value of [new TypeError('own'), 'text', undefined, null, { a: 1 }, { [Symbol.for('nodejs.util.inspect.custom')]() { throw 1; } }]) {
    try { console.log(emitter.emit('error', value)); } catch (error) {
      console.log(error.name, error.code, error.message, error.context === value);
    }
  }
  emitter.once('error', value => console.log('heard', value));
  console.log(emitter.emit('error', 'text'));
}
