import { nanoid, customAlphabet, customRandom, urlAlphabet } from 'nanoid';
console.log(nanoid().length, nanoid(5).length, /^[\w-]+$/.test(nanoid(100)), nanoid() !== nanoid());
console.log(customAlphabet('ab', 10)().replace(/[ab]/g, 'x'), customRandom('abc', 5, size => new Uint8Array(size))(), urlAlphabet.length);
