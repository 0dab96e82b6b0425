// Who listens for `newListener` and `removeListener` is told of the others, as of any emitter.
const tell = (event, name, listener) => {
  if (name !== 'newListener' && name !== 'removeListener' && name !== 'warning') console.log(event, String(name), listener.name, process.listenerCount(name));
};
process.on('newListener', (name, listener) => tell('new', name, listener));
process.on('removeListener', (name, listener) => tell('removed', name, listener));
const f = function f() { console.log('called'); };
process.on('x', f).on('x', f).prependListener('y', f).prependOnceListener(Symbol('s'), f);
process.off('x', f).off('x', f).removeListener('y', f);
process.on('a', f).on('a', function g() {}).on('b', f);
process.removeAllListeners('a');
process.removeAllListeners('newListener');
process.once('newListener', name => process.on(name, () => console.log('inner')));
process.on('z', () => console.log('outer'));
process.emit('z');
process.once('q', function q() { console.log('q'); });
process.emit('q');
process.emit(process.eventNames().find(name => typeof name === 'symbol'));
process.removeAllListeners();
console.log(process.listenerCount('z'), process.listenerCount('removeListener'));
