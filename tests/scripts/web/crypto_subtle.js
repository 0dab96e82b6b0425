// Web Cryptography, with published vectors.
const hex = buffer => Array.from(new Uint8Array(buffer), byte => byte.toString(16).padStart(2, '0')).join('');
const unhex = text => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));
const bytes = text => new TextEncoder().encode(text);
const { subtle } = crypto;
const fails = (name, promise) => promise.then(() => print(name, 'no error'), error => print(name, error.name));

(async () => {
    print(Object.prototype.toString.call(subtle), subtle === crypto.subtle, SubtleCrypto.prototype.digest.length);
    // expect: [object SubtleCrypto] true 2
    for (const hash of ['SHA-1', 'sha-256', { name: 'SHA-384' }, 'SHA-512']) print(hex(await subtle.digest(hash, bytes('abc'))).slice(0, 40));
    // expect: a9993e364706816aba3e25717850c26c9cd0d89d
    // expect: ba7816bf8f01cfea414140de5dae2223b00361a3
    // expect: cb00753f45a35e8bb5a03d699ac65007272c32ab
    // expect: ddaf35a193617abacc417349ae20413112e6fa4e

    // RFC 4231, case 2; RFC 6070, case 2; RFC 5869, case 1.
    const hmac = await subtle.importKey('raw', bytes('Jefe'), { name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify']);
    const code = await subtle.sign('HMAC', hmac, bytes('what do ya want for nothing?'));
    print(hex(code));
    // expect: 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843
    print(await subtle.verify('HMAC', hmac, code, bytes('what do ya want for nothing?')), await subtle.verify('HMAC', hmac, code, bytes('what')));
    // expect: true false
    const password = await subtle.importKey('raw', bytes('password'), 'PBKDF2', false, ['deriveBits', 'deriveKey']);
    print(hex(await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt: bytes('salt'), iterations: 2 }, password, 160)));
    // expect: ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957
    const secret = await subtle.importKey('raw', new Uint8Array(22).fill(11), 'HKDF', false, ['deriveBits']);
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: unhex('000102030405060708090a0b0c'), info: unhex('f0f1f2f3f4f5f6f7f8f9') };
    print(hex(await subtle.deriveBits(hkdf, secret, 336)));
    // expect: 3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865

    // AES: NIST SP 800-38A F.2.1 and F.5.1, the GCM specification's case 4, RFC 3394 4.1.
    const raw = unhex('2b7e151628aed2a6abf7158809cf4f3c'), block = unhex('6bc1bee22e409f96e93d7e117393172a');
    const aes = (name, key, ...uses) => subtle.importKey('raw', key, name, true, uses);
    const cbc = { name: 'AES-CBC', iv: unhex('000102030405060708090a0b0c0d0e0f') }, key = await aes('AES-CBC', raw, 'encrypt', 'decrypt');
    const packed = await subtle.encrypt(cbc, key, block);
    print(hex(packed).slice(0, 32), hex(await subtle.decrypt(cbc, key, packed)) === hex(block));
    // expect: 7649abac8119b246cee98e9b12e9197d true
    const ctr = { name: 'AES-CTR', counter: unhex('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'), length: 64 };
    print(hex(await subtle.encrypt(ctr, await aes('AES-CTR', raw, 'encrypt'), block)));
    // expect: 874d6191b620e3261bef6864990db6ce
    const gcm = { name: 'AES-GCM', iv: unhex('cafebabefacedbaddecaf888'), additionalData: unhex('feedfacedeadbeeffeedfacedeadbeefabaddad2') };
    const plain = unhex('d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39');
    const sealer = await aes('AES-GCM', unhex('feffe9928665731c6d6a8f9467308308'), 'encrypt', 'decrypt');
    const sealed = await subtle.encrypt(gcm, sealer, plain);
    print(hex(sealed).slice(-32), hex(await subtle.decrypt(gcm, sealer, sealed)) === hex(plain));
    // expect: 5bc94fbc3221a5db94fae95ae7121a47 true
    new Uint8Array(sealed)[0] ^= 1;
    await fails('changed', subtle.decrypt(gcm, sealer, sealed));
    // expect: changed OperationError
    const wrapper = await aes('AES-KW', unhex('000102030405060708090a0b0c0d0e0f'), 'wrapKey', 'unwrapKey');
    const wrapped = await subtle.wrapKey('raw', await aes('AES-GCM', unhex('00112233445566778899aabbccddeeff'), 'encrypt'), wrapper, 'AES-KW');
    print(hex(wrapped));
    // expect: 1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5
    const unwrapped = await subtle.unwrapKey('raw', wrapped, wrapper, 'AES-KW', 'AES-CBC', true, ['encrypt']);
    print(hex(await subtle.exportKey('raw', unwrapped)), unwrapped.algorithm.name, unwrapped.algorithm.length, unwrapped.usages + '');
    // expect: 00112233445566778899aabbccddeeff AES-CBC 128 encrypt
    const asJson = await subtle.wrapKey('jwk', hmac, sealer, gcm).catch(error => error.name);
    print(asJson);
    // expect: InvalidAccessError

    // Pairs: each signs and agrees with what was written and read again.
    for (const [algorithm, signs] of [[{ name: 'ECDSA', namedCurve: 'P-256' }, { name: 'ECDSA', hash: 'SHA-256' }], [{ name: 'ECDSA', namedCurve: 'P-521' }, { name: 'ECDSA', hash: 'SHA-1' }], ['Ed25519', 'Ed25519']]) {
        const { publicKey, privateKey } = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
        const read = [];
        for (const format of ['jwk', 'pkcs8']) read.push(await subtle.importKey(format, await subtle.exportKey(format, privateKey), algorithm, false, ['sign']));
        for (const format of ['jwk', 'spki', 'raw']) read.push(await subtle.importKey(format, await subtle.exportKey(format, publicKey), algorithm, true, ['verify']));
        const [one, two, ...publics] = read;
        const signatures = [await subtle.sign(signs, one, block), await subtle.sign(signs, two, block)];
        const seen = [];
        for (const key of publics) for (const signature of signatures) seen.push(await subtle.verify(signs, key, signature, block), await subtle.verify(signs, key, signature, raw));
        print(publicKey.algorithm.name, signatures[0].byteLength, seen.join());
    }
    // expect: ECDSA 64 true,false,true,false,true,false,true,false,true,false,true,false
    // expect: ECDSA 132 true,false,true,false,true,false,true,false,true,false,true,false
    // expect: Ed25519 64 true,false,true,false,true,false,true,false,true,false,true,false
    for (const algorithm of [{ name: 'ECDH', namedCurve: 'P-384' }, 'X25519']) {
        const [one, two] = [await subtle.generateKey(algorithm, false, ['deriveBits', 'deriveKey']), await subtle.generateKey(algorithm, false, ['deriveBits'])];
        const name = one.publicKey.algorithm.name;
        const shared = [await subtle.deriveBits({ name, public: two.publicKey }, one.privateKey, 250), await subtle.deriveBits({ name, public: one.publicKey }, two.privateKey, 250)];
        print(name, hex(shared[0]) === hex(shared[1]), shared[0].byteLength, new Uint8Array(shared[0])[31] & 63);
        const derived = await subtle.deriveKey({ name, public: two.publicKey }, one.privateKey, { name: 'AES-GCM', length: 256 }, true, ['encrypt']);
        print(derived.type, derived.algorithm.length, hex(await subtle.exportKey('raw', derived)).startsWith(hex(shared[0]).slice(0, 60)));
        await fails('type', subtle.deriveBits({ name, public: two.privateKey ?? 1 }, one.privateKey, 8));
    }
    // expect: ECDH true 32 0
    // expect: secret 256 true
    // expect: type InvalidAccessError
    // expect: X25519 true 32 0
    // expect: secret 256 true
    // expect: type InvalidAccessError

    // What keys look like, and what is refused.
    print(hmac instanceof CryptoKey, hmac.type, hmac.extractable, JSON.stringify(hmac.algorithm), hmac.usages.join(), hmac.algorithm === hmac.algorithm);
    // expect: true secret true {"name":"HMAC","hash":{"name":"SHA-256"},"length":32} sign,verify true
    print(JSON.stringify(await subtle.exportKey('jwk', hmac)));
    // expect: {"alg":"HS256","ext":true,"k":"SmVmZQ","key_ops":["sign","verify"],"kty":"oct"}
    const copy = structuredClone(hmac);
    print(copy !== hmac, copy.algorithm !== hmac.algorithm, hex(await subtle.sign('HMAC', copy, bytes('what do ya want for nothing?'))) === hex(code));
    // expect: true true true
    await fails('name', subtle.digest('MD5', block));
    await fails('data', subtle.digest('SHA-1', 'abc'));
    await fails('missing', subtle.digest('SHA-1'));
    await fails('receiver', subtle.digest.call({}, 'SHA-1', block));
    await fails('usage', subtle.encrypt(cbc, await aes('AES-CBC', raw, 'decrypt'), block));
    await fails('other', subtle.encrypt(gcm, key, block));
    await fails('iv', subtle.encrypt({ name: 'AES-CBC', iv: raw.subarray(1) }, key, block));
    await fails('no iv', subtle.encrypt('AES-CBC', key, block));
    await fails('none', aes('AES-CBC', raw));
    await fails('wrong', aes('AES-CBC', raw, 'sign'));
    await fails('unknown', aes('AES-CBC', raw, 'paint'));
    await fails('length', aes('AES-CBC', raw.subarray(1), 'encrypt'));
    await fails('format', subtle.importKey('pem', raw, 'AES-CBC', true, ['encrypt']));
    await fails('hidden', subtle.exportKey('raw', await subtle.importKey('raw', raw, 'AES-CBC', false, ['encrypt'])));
    await fails('spki', subtle.exportKey('spki', key));
    await fails('jwk', subtle.importKey('jwk', { kty: 'oct', k: '*' }, 'AES-CBC', true, ['encrypt']));
    await fails('spki damaged', subtle.importKey('spki', raw, { name: 'ECDH', namedCurve: 'P-256' }, true, []));
    await fails('curve', subtle.generateKey({ name: 'ECDH', namedCurve: 'P-255' }, true, ['deriveBits']));
    await fails('bits', subtle.generateKey({ name: 'RSA-OAEP', hash: 'SHA-1', modulusLength: 16384, publicExponent: Uint8Array.of(1, 0, 1) }, true, ['decrypt']));
    await fails('even', subtle.generateKey({ name: 'RSA-OAEP', hash: 'SHA-1', modulusLength: 2048, publicExponent: Uint8Array.of(2) }, true, ['decrypt']));
    await fails('rounds', subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt: raw, iterations: 0 }, password, 160));
    await fails('too long', subtle.deriveBits(hkdf, secret, 255 * 256 + 8));
    // expect: name NotSupportedError
    // expect: data TypeError
    // expect: missing TypeError
    // expect: receiver TypeError
    // expect: usage InvalidAccessError
    // expect: other InvalidAccessError
    // expect: iv OperationError
    // expect: no iv TypeError
    // expect: none SyntaxError
    // expect: wrong SyntaxError
    // expect: unknown TypeError
    // expect: length DataError
    // expect: format TypeError
    // expect: hidden InvalidAccessError
    // expect: spki NotSupportedError
    // expect: jwk DataError
    // expect: spki damaged DataError
    // expect: curve NotSupportedError
    // expect: bits OperationError
    // expect: even OperationError
    // expect: rounds OperationError
    // expect: too long OperationError

    // The bytes are copied after the algorithm was read, whose getters do what they like.
    const moved = raw.slice();
    const stolen = await subtle.digest({ get name() { structuredClone(moved, { transfer: [moved.buffer] }); return 'SHA-1'; } }, moved);
    print(hex(stolen).slice(0, 8), moved.length);
    // expect: da39a3ee 0
    Object.prototype.then = function () { throw 'seen'; };
    await fails('then', subtle.digest('SHA-1', block));
    delete Object.prototype.then;
    // expect: then undefined
})();
