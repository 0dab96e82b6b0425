// not for node: it takes any numbers, and an export gives them to others
// The numbers of a private key belong together, dp, dq and qi too (RFC 8017 3.2).
const jwk = {
    kty: 'RSA', e: 'AQAB',
    n: 'ocavi4Ux8QPxLlKhTfRIfT-xGW-aCKjJSGfYzXcbaYFfQ8dnUnqmCZMvcX8t4GV87T1nwL1rianjC-D09UOOvrLA8eOor9NMIPv4u57kZR9UOJsxfJhWUfRxsiQcImLREDIoaH_9U9NTotoAnC-duEnWSB-xb6iU-6zHekp64lE',
    d: 'XqsVKREts3t6FIB4MlUEYn72FQtw2SZke4GBpmLP4MK7S7-Rn_tz1GCUP9eLsifRnkbzwx9Vob6PxfDDiA8bpWAyuCJctHrgBqM_SKNLG08DU463kpJ_sWiiZgXBJo999oYLywqxM5lRzSYOcO7I00yolcSOS_YkiG4SITA4eQ0',
    p: '1FK9qRyC6G7nUPvi98aQ_HufMQ5oAg2EZEmMlJpiIpOFAbPudC4xaux6Yc5SedzA1e80S39UYtQ8h36RI2Hwow',
    q: 'ww4PIlgrjvoUI2G_yKyj5M186v5x8GQUEiaRJnHonkANsGcefiPamXFf6h_ib8rzvqpdIoPmmjKHLUcnSHLsew',
    dp: 'nkjEnYLk0JSFG6l8Tc0ZHzClv7OGtCkRjpYKGGpzSGWDXX6fALvDGXwLzEg80h5RH-vAp5vX9AlWyof_eUo1Uw',
    dq: 'TWK5jGWwumPrM3JnlWUxDOidw9m5OKdr8xuMANW2dXpyM-dliKQO6Uu6wvdtbe72L1IF61irV8fuK3-MTUkTGw',
    qi: 'dg0ZjTPYbacnGLKYDhQVW0qnw1Wvom2VE8KYe5neAQfyJmG1AVgloHeiltHw9lg_1RPeZvAfyPhbz0fFnfFsgQ',
};
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const taken = (name, key) => crypto.subtle.importKey('jwk', key, algorithm, true, ['sign']).then(() => print(name, 'taken'), error => print(name, error.name));
(async () => {
    await taken('whole', jwk);
    // expect: whole taken
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) {
        // The last digit holds bits beyond the bytes: the one before it is another number.
        const text = jwk[name];
        await taken(name, { ...jwk, [name]: text.slice(0, -2) + (text.at(-2) === 'A' ? 'B' : 'A') + text.at(-1) });
        // expect: d DataError
        // expect: p DataError
        // expect: q DataError
        // expect: dp DataError
        // expect: dq DataError
        // expect: qi DataError
    }
    // Numbers of a key whose primes have changed places are others.
    await taken('turned', { ...jwk, p: jwk.q, q: jwk.p });
    // expect: turned DataError
    await taken('swapped', { ...jwk, dp: jwk.dq, dq: jwk.dp });
    // expect: swapped DataError
})();
