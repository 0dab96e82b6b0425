// An index from 2^31 on that no object has as a name was taken for absent, though a proxy among the prototypes has it.

const asked = [];
const proxy = new Proxy({}, {
    has(target, key) { asked.push('has ' + String(key)); return true; },
    get(target, key) { asked.push('get ' + String(key)); return 'from the proxy'; },
});
function like(length) {
    return Object.create(proxy, { length: { value: length } });
}
print(Array.prototype.at.call(like(2 ** 53 - 1), -1)); // expect: from the proxy
print(Array.prototype.findLastIndex.call(like(2 ** 40), value => value === 'from the proxy')); // expect: 1099511627775
print(Array.prototype.lastIndexOf.call(like(2 ** 33), 'from the proxy')); // expect: 8589934591
print(asked.join());
// expect: get 9007199254740990,get 1099511627775,has 8589934591,get 8589934591

const array = Object.setPrototypeOf([], proxy);
array.length = 2 ** 32 - 1;
print(Array.prototype.at.call(array, -2), Array.prototype.includes.call(array, 'from the proxy', -2)); // expect: from the proxy true

// Without one there is nothing.
print(Array.prototype.at.call({ length: 2 ** 52 }, -1), Array.prototype.lastIndexOf.call({ length: 2 ** 52 }, 1)); // expect: undefined -1
