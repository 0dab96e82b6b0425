// Ports as emitters: their listeners get what was sent, once each.
const { MessageChannel, MessagePort, BroadcastChannel } = require('worker_threads');
const { port1: port, port2: other } = new MessageChannel();
console.log(port.unref(), port.hasRef(), port.ref(), port.hasRef(), port.unref(), port.hasRef());
for (const name of ['ref', 'unref']) console.log(JSON.stringify(Object.getOwnPropertyDescriptor(MessagePort.prototype, name)), MessagePort.prototype[name].name, MessagePort.prototype[name].length);
const channel = new BroadcastChannel('x');
console.log(channel.unref() === channel, channel.ref() === channel);
channel.close();
const listener = message => {
  console.log('listener', message);
  if (message === 2) setImmediate(rest);
};
console.log(port.on('message', listener) === port, port.on('message', listener) === port, port.hasRef());
port.once('message', function (message) { console.log('once', message, this === port); });
console.log(port.listenerCount('message'), port.listenerCount('other'), port.eventNames().includes('message'));
try { port.on('other', 5); } catch (error) { console.log(error.name, error.code); }
other.postMessage({ a: 1 });
other.postMessage(2);
function rest() {
  console.log(port.listenerCount('message'), port.off('message', listener) === port, port.off('message', listener) === port, port.listenerCount('message'));
  port.on('other', listener).removeAllListeners();
  port.addListener('message', message => {
    console.log('again', message);
    port.removeListener('message', listener);
    port.close();
  });
  other.postMessage('end');
}

// The port that is closed is told of it, and events of the program's own are emitted.
setTimeout(() => {
  const { port1, port2 } = new MessageChannel(), told = [];
  port1.on('own', value => told.push(`own ${value}`)).once('message', value => told.push(`message ${value}`));
  console.log(port1.emit('own', 5), port1.emit('message', 6), port1.emit('message', 7), port1.emit('none'), told.join());
  port1.on('close', () => console.log('closed', port1.hasRef()));
  port1.close(() => console.log('called back'));
  port1.close();
  port2.close();
  try { MessagePort.prototype.close.call({}); } catch (error) { console.log(error.name); }
}, 50);

// It is told once, whichever side closes it.
setTimeout(() => {
  const told = [];
  for (const name of ['both', 'later']) {
    const { port1, port2 } = new MessageChannel();
    port1.on('close', () => told.push(`${name} 1`));
    port2.on('close', () => told.push(`${name} 2`));
    port1.close();
    if (name === 'both') port2.close();
    else setTimeout(() => port2.close(() => told.push('never')), 10);
  }
  setTimeout(() => console.log(told.sort().join()), 50);
}, 100);
