// AES-KW takes whole halves of blocks. JSON may end with spaces, so that each key fits.
const { subtle } = crypto;
(async () => {
    const wrapping = await subtle.importKey('raw', new Uint8Array(16).fill(1), 'AES-KW', false, ['wrapKey', 'unwrapKey']);
    for (let length = 1; length <= 9; length++) {
        const algorithm = { name: 'HMAC', hash: 'SHA-256' };
        const key = await subtle.importKey('raw', new Uint8Array(length).fill(length), algorithm, true, ['sign']);
        const wrapped = await subtle.wrapKey('jwk', key, wrapping, 'AES-KW');
        const again = await subtle.unwrapKey('jwk', wrapped, wrapping, 'AES-KW', algorithm, true, ['sign']);
        print(wrapped.byteLength % 8, new Uint8Array(await subtle.exportKey('raw', again)).join());
        // expect: 0 1
        // expect: 0 2,2
        // expect: 0 3,3,3
        // expect: 0 4,4,4,4
        // expect: 0 5,5,5,5,5
        // expect: 0 6,6,6,6,6,6
        // expect: 0 7,7,7,7,7,7,7
        // expect: 0 8,8,8,8,8,8,8,8
        // expect: 0 9,9,9,9,9,9,9,9,9
    }
    // Bytes stay as they are: they fit, or do not.
    const odd = await subtle.importKey('raw', new Uint8Array(17), { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']);
    print(await subtle.wrapKey('raw', odd, wrapping, 'AES-KW').catch(error => error.name));
    // expect: OperationError
})();
