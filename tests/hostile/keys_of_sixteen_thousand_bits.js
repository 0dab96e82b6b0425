// RSA keys that are too long, or whose numbers are no numbers of a key.
const { subtle } = crypto, long = 'A'.repeat(2731) + 'Q', how = { name: 'RSA-OAEP', hash: 'SHA-1' };
const key = { kty: 'RSA', n: '_' + long.slice(1), e: 'AQAB', d: long, p: long, q: long, dp: long, dq: long, qi: long };
const again = () => {
    for (const modulusLength of [16384, 2 ** 31, 4096]) subtle.generateKey({ ...how, modulusLength, publicExponent: Uint8Array.of(1, 0, 1) }, true, ['decrypt']).catch(() => { });
    subtle.importKey('jwk', key, how, true, ['decrypt']).catch(() => { });
    subtle.importKey('jwk', { kty: 'RSA', n: key.n, e: long }, how, true, ['encrypt']).then(key => subtle.encrypt(how, key, new Uint8Array(9))).catch(() => { });
    subtle.importKey('raw', new Uint8Array(9), 'PBKDF2', false, ['deriveBits']).then(key => subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(9), iterations: 2 ** 32 - 1 }, key, 2 ** 20)).catch(() => { });
    setTimeout(again);
};
again();
