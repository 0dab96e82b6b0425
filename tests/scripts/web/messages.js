// MessageChannel, MessagePort, BroadcastChannel.
const { port1, port2 } = new MessageChannel();
print(port1 instanceof MessagePort, port1 instanceof EventTarget, Object.prototype.toString.call(port1), MessagePort.length);
// expect: true true [object MessagePort] 0
print([() => new MessagePort(), () => MessageChannel(), () => port1.postMessage(), () => port1.postMessage.call({}, 1)].map(run => { try { run(); } catch (error) { return error.name; } }).join());
// expect: TypeError,TypeError,TypeError,TypeError

// Messages wait until the port is started, and come in their order, after what is due.
setTimeout(() => print('timer'), 0);
const sent = { list: [1, 2], self: null };
sent.self = sent;
port1.postMessage(sent);
port1.postMessage('second');
sent.list.push(3);
queueMicrotask(() => print('microtask'));
port2.onmessage = event => {
    const { data, ports, origin, lastEventId, source, isTrusted, target } = event;
    print(typeof data === 'string' ? data : `${data.list} ${data.self === data} ${data !== sent}`);
    if (data === 'second') print(event instanceof MessageEvent, ports.length, Object.isFrozen(ports), `[${origin}${lastEventId}]`, source, isTrusted, target === port2);
};
port2.addEventListener('message', () => { throw new Error('reported'); }, { once: true });
addEventListener('error', event => { print(event.message); event.preventDefault(); }, { once: true });
// expect: microtask
// expect: timer
// expect: 1,2 true true
// expect: Uncaught Error: reported
// expect: second
// expect: true 0 true [] null true true

setTimeout(() => {
    // A port moves with what waits at it, through another one, and goes on.
    const outer = new MessageChannel(), inner = new MessageChannel();
    inner.port1.postMessage('waited');
    outer.port1.postMessage({ port: inner.port2 }, [inner.port2]);
    outer.port2.onmessage = ({ data, ports }) => {
        print(ports.length, data.port === ports[0], ports[0] !== inner.port2);
        data.port.onmessage = ({ data }) => print('moved', data);
        inner.port1.postMessage('further');
    };
    const bytes = new Uint8Array(8);
    outer.port1.postMessage(bytes, { transfer: [bytes.buffer] });
    print(bytes.length);
    for (const wrong of [[inner.port2], [outer.port1], [outer.port1, outer.port1], [1], [{}]]) {
        try {
            outer.port1.postMessage(null, wrong);
            print('no error');
        } catch (error) {
            print(error.name);
        }
    }
    for (const wrong of [Symbol(), () => {}, outer.port1]) {
        try {
            outer.port1.postMessage(wrong);
        } catch (error) {
            print(error.name);
        }
    }
    outer.port2.addEventListener('message', () => { outer.port2.onmessage = null; });
    const cloned = structuredClone([outer.port1], { transfer: [outer.port1] })[0];
    print(cloned instanceof MessagePort, cloned !== outer.port1);
    outer.port1.postMessage('nobody hears it');
}, 100);
// expect: 0
// expect: DataCloneError
// expect: DataCloneError
// expect: DataCloneError
// expect: TypeError
// expect: DataCloneError
// expect: DataCloneError
// expect: DataCloneError
// expect: DataCloneError
// expect: true true
// expect: 1 true true
// expect: moved waited
// expect: moved further

setTimeout(() => {
    const { port1, port2 } = new MessageChannel();
    port2.onclose = event => print(event.type, event.target === port2);
    port2.onmessage = () => print('never');
    port1.close();
    port1.close();
    port1.postMessage(1);
    port2.postMessage(2);

    const heard = [];
    const channels = ['a', 'a', 'b', 'a'].map(name => new BroadcastChannel(name));
    channels.forEach((channel, index) => { channel.onmessage = ({ data }) => heard.push(index + data.text); });
    channels[0].postMessage({ text: 'x' });
    channels[3].close();
    channels[1].postMessage({ text: 'y' });
    try {
        channels[3].postMessage(1);
    } catch (error) {
        print(error.name, channels[3].name);
    }
    setTimeout(() => print(heard.join()), 1);
}, 250);
// expect: InvalidStateError a
// expect: close true
// expect: 1x,0y

// Handlers of the global object.
setTimeout(() => {
    onerror = (message, source, line, column, error) => { print(message, line > 0, error.name); return true; };
    print(typeof onerror, Object.getOwnPropertyDescriptor(globalThis, 'onerror').enumerable);
    onunhandledrejection = event => { print(event.type, event.reason, event.promise instanceof Promise); return false; };
    const rejected = Promise.reject('late');
    Promise.reject('handled').catch(() => {});
    reportError(new RangeError('mine'));
    queueMicrotask(() => { throw new SyntaxError('from a microtask'); });
    queueMicrotask(() => print('the next one'));
    setTimeout(() => rejected.catch(reason => print('caught', reason)), 1);
    setTimeout(() => { throw new TypeError('from a timer'); }, 2);
    setTimeout(() => { onerror = 1; print(onerror, crypto === globalThis.crypto, Object.getOwnPropertyDescriptor(globalThis, 'crypto').set); }, 3);
}, 400);
// expect: function true
// expect: Uncaught RangeError: mine true RangeError
// expect: Uncaught SyntaxError: from a microtask true SyntaxError
// expect: the next one
// expect: unhandledrejection late true
// expect: caught late
// expect: Uncaught TypeError: from a timer true TypeError
// expect: null true undefined
