// not for node: it has no methods that initialize events again, but that of Event
// initCustomEvent and initMessageEvent: arguments are converted in their order, and undefined stands for a missing one.
const log = [];
const noting = value => ({ toString() { log.push(value); return value; } });
const noted = () => log.splice(0).join();
const message = new MessageEvent('old');
const ports = { *[Symbol.iterator]() { log.push('ports'); } };
message.initMessageEvent(noting('type'), true, false, 1, noting('origin'), noting('id'), null, ports);
print(noted());
// expect: type,origin,id,ports
print(message.type, message.bubbles, message.cancelable, message.data, message.origin, message.lastEventId, message.source, message.ports.length);
// expect: type true false 1 origin id null 0
for (const wrong of [[], [Symbol(), 0, 0, 0, noting('origin')], [noting('type'), 0, 0, 0, noting('origin'), Symbol(), noting('source')]]) {
  try { message.initMessageEvent(...wrong); } catch (error) { print(error.name, noted(), message.type); }
}
// expect: TypeError  type
// expect: TypeError  type
// expect: TypeError type,origin type

// Nothing changes while it is dispatched, but the arguments are converted.
const target = new EventTarget();
target.addEventListener('type', event => {
  event.initMessageEvent(noting('other'), false, false, 2);
  print(noted(), event.type, event.data);
});
target.dispatchEvent(message);
// expect: other type 1
message.initMessageEvent('bare');
print(message.type, message.bubbles, message.data, JSON.stringify(message.origin), message.ports.length);
// expect: bare false null "" 0

const custom = new CustomEvent('old', { detail: 1 });
custom.initCustomEvent('a', true, true, undefined);
print(custom.type, custom.detail);
// expect: a null
custom.initCustomEvent('b', false, false, 0);
print(custom.type, custom.detail, custom.bubbles);
// expect: b 0 false
custom.initCustomEvent('c');
print(custom.type, custom.detail);
// expect: c null
