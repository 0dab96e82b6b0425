import { Encoder, decode, decodeMultiple, encode } from 'cbor-x';
const value = { a: [1, 'x', -1.5, 2n ** 70n, null, undefined], date: new Date(0), set: new Set([1]), map: new Map([['k', { deep: true }]]), bytes: new Uint8Array([1, 2]) };
console.log(encode(value).toString('hex'), decode(encode(value)));
const encoder = new Encoder({ structuredClone: true, useRecords: true });
const own = { name: 'own' };
own.self = own;
console.log(encoder.decode(encoder.encode(own)), decodeMultiple(Buffer.concat([encode(1), encode('two')])));
console.log(encode('long '.repeat(5000)).length);
