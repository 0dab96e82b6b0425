// Messages that are taken from a port without an event, and who listens to targets of the web.
'use strict';
const { receiveMessageOnPort, MessageChannel } = require('worker_threads');
const { getEventListeners } = require('events');

const { port1, port2 } = new MessageChannel();
console.log(receiveMessageOnPort(port2));
for (const message of [undefined, { a: [1n] }, null, 'last']) port1.postMessage(message);
for (let count = 0; count < 5; count++) console.log(receiveMessageOnPort(port2));
for (const wrong of [undefined, {}, new EventTarget(), 5]) {
  try {
    receiveMessageOnPort(wrong);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

const target = new EventTarget(), first = () => {}, second = { handleEvent() {} };
target.addEventListener('a', first);
target.addEventListener('b', first);
target.addEventListener('a', second, { once: true });
target.addEventListener('a', first, true);
const seen = name => getEventListeners(target, name).map(listener => [first, second].indexOf(listener)).join();
console.log(seen('a'), seen('b'), seen('c') === '');
target.dispatchEvent(new Event('a'));
console.log(seen('a'));
target.removeEventListener('a', first);
console.log(seen('a'), getEventListeners(target, 'a') === getEventListeners(target, 'a'));
const { signal } = new AbortController();
signal.addEventListener('abort', first);
console.log(getEventListeners(signal, 'abort').length, getEventListeners(signal, 'abort')[0] === first);
for (let count = 0; count < 40; count++) signal.addEventListener('abort', () => count);
console.log(getEventListeners(signal, 'abort').length, getEventListeners(signal, 'abort').at(-1)());

// A message that was taken does not arrive by an event.
const other = new MessageChannel();
const arrived = [];
other.port2.onmessage = ({ data }) => {
  arrived.push(data);
  if (data === 'end') {
    console.log(arrived.join());
    other.port1.close();
    port1.close();
  }
};
for (const message of [1, 2, 3, 'end']) other.port1.postMessage(message);
console.log(receiveMessageOnPort(other.port2), receiveMessageOnPort(other.port2));
