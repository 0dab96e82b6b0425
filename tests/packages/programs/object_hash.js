const hash = require('object-hash');
console.log(hash({ a: 1, b: [1, 'x', null, undefined, new Date(0), /x/g] }), hash([1, 2]) === hash([1, 2]), hash('text', { algorithm: 'md5', encoding: 'base64' }));
console.log(hash.MD5({ b: 1, a: 2 }), hash.keys({ x: 1 }), hash(new Map([[1, new Set([2])]])), hash(Buffer.from('b')), hash(function named() {}, { respectFunctionProperties: false }));
console.log(hash({ a: 1, b: 2 }, { excludeKeys: key => key === 'b' }) === hash({ a: 1 }));
