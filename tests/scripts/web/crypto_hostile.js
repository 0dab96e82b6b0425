// Keys that want to be too much work, bytes that do not belong to a key, and scripts that listen.
const { subtle } = crypto;
const fails = (name, promise) => promise.then(() => print(name, 'no error'), error => print(name, error.name));
const join = (...parts) => Uint8Array.from(parts.flatMap(part => [...part]));
const der = (tag, body) => {
    const length = body.length;
    const head = length < 128 ? [tag, length] : [tag, 0x83, length >> 16, length >> 8 & 255, length & 255];
    const all = new Uint8Array(head.length + length);
    all.set(head);
    all.set(body, head.length);
    return all;
};
const sequence = (...parts) => {
    const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (body.set(part, at), at + part.length), 0);
    // The reader wants the shortest form.
    if (body.length < 128 || body.length > 65535) return der(0x30, body);
    return join(body.length < 256 ? [0x30, 0x81, body.length] : [0x30, 0x82, body.length >> 8, body.length & 255], body);
};
const integer = body => body.length < 128 ? der(2, body) : body.length > 65535 ? der(2, body)
    : join(body.length < 256 ? [2, 0x81, body.length] : [2, 0x82, body.length >> 8, body.length & 255], body);

(async () => {
    // A modulus of 1024 bits beside a number of a megabyte: nothing is multiplied.
    const huge = new Uint8Array(1 << 20).fill(0x7F), small = Uint8Array.of(3), n = join([0], new Uint8Array(128).fill(255));
    const octets = body => der(4, body);
    const object = [0x30, 13, 6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 13, 1, 1, 1, 5, 0];
    const hash = { name: 'RSA-OAEP', hash: 'SHA-256' };
    const names = ['e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];
    for (const name of names) {
        const numbers = names.map(other => integer(other === name ? huge : small));
        const key = octets(sequence(integer([0]), integer(n), ...numbers));
        await fails('pkcs8 ' + name, subtle.importKey('pkcs8', sequence(integer([0]), object, key), hash, true, ['decrypt']));
    }
    // expect: pkcs8 e DataError
    // expect: pkcs8 d DataError
    // expect: pkcs8 p DataError
    // expect: pkcs8 q DataError
    // expect: pkcs8 dp DataError
    // expect: pkcs8 dq DataError
    // expect: pkcs8 qi DataError
    const jwk = { kty: 'RSA', n: '_'.repeat(170) + '8', e: 'AQAB', d: 'Aw', p: 'Aw', q: 'Aw', dp: 'Aw', dq: 'Aw', qi: 'Aw' };
    const much = 'f39_'.repeat(1 << 18);
    await fails('jwk p', subtle.importKey('jwk', { ...jwk, p: much, q: much }, hash, true, ['decrypt']));
    await fails('jwk e', subtle.importKey('jwk', { kty: 'RSA', n: jwk.n, e: much }, hash, true, ['encrypt']));
    // expect: jwk p DataError
    // expect: jwk e DataError

    // Bytes within the structure, behind the key; a public key may stand there.
    const start = [2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 34, 4, 32, ...new Uint8Array(32).fill(7)];
    const ed = bytes => subtle.importKey('pkcs8', Uint8Array.from([0x30, bytes.length, ...bytes]), 'Ed25519', true, ['sign']);
    await fails('key', ed(start));
    await fails('public', ed([...start, 0x81, 2, 0, 1]));
    await fails('more', ed([...start, 5, 0]));
    // expect: key no error
    // expect: public no error
    // expect: more DataError
    const gcm = await subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['encrypt', 'decrypt', 'unwrapKey', 'wrapKey']);
    await fails('iv', subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array() }, gcm, new Uint8Array(3)));
    await fails('iv', subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array() }, gcm, new Uint8Array(30)));
    // expect: iv OperationError
    // expect: iv OperationError

    // A key that is unwrapped is seen by no getter and by no iterator.
    const how = { name: 'AES-GCM', iv: new Uint8Array(12) }, seen = [];
    const secret = await subtle.importKey('raw', new Uint8Array(16).fill(9), 'AES-CBC', true, ['encrypt', 'decrypt']);
    const wrapped = await subtle.wrapKey('jwk', secret, gcm, how);
    for (const name of ['oth', 'use', 'crv', 'd']) Object.defineProperty(Object.prototype, name, { configurable: true, get() { seen.push(this.k); } });
    const iterate = Array.prototype[Symbol.iterator];
    Array.prototype[Symbol.iterator] = function () { seen.push('iterator'); return iterate.call(this); };
    const pending = subtle.unwrapKey('jwk', wrapped, gcm, how, 'AES-CBC', false, { [Symbol.iterator]: () => iterate.call(['decrypt']) });
    Array.prototype[Symbol.iterator] = iterate;
    for (const name of ['oth', 'use', 'crv', 'd']) delete Object.prototype[name];
    const unwrapped = await pending;
    print(unwrapped.extractable, unwrapped.usages.join(), seen.length);
    // expect: false decrypt 0

    // Getters do not copy the key.
    const long = await subtle.importKey('raw', new Uint8Array(8 << 20), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
    let count = 0;
    for (let i = 0; i < 5000; i++) count += long.type.length + long.algorithm.name.length + long.usages.length + long.extractable;
    print(count, structuredClone(long).algorithm.length);
    // expect: 55000 67108864
})();
