// not for node: the one that was at hand has none of these
// Promise.allKeyed and Promise.allSettledKeyed.

const symbol = Symbol('s');
const hidden = Object.defineProperty({ b: Promise.resolve(2), a: 1, [symbol]: 3 }, 'not', { value: Promise.reject(0) });
hidden.not.catch(() => {});

function shown(object) {
  const keys = Reflect.ownKeys(object).map((key) => `${String(key)}: ${JSON.stringify(object[key])}`);
  return `${Object.getPrototypeOf(object)} {${keys.join(', ')}}`;
}
Promise.allKeyed(hidden).then((all) => print(shown(all)))
  .then(() => Promise.allSettledKeyed({ x: 1, y: Promise.reject(2) })).then((all) => print(shown(all)))
  .then(() => Promise.allKeyed({ x: 1, y: Promise.reject('y') })).catch((reason) => print('rejected by ' + reason))
  .then(() => Promise.allKeyed({})).then((all) => print(shown(all)))
  .then(() => Promise.allKeyed(1)).catch((error) => print(String(error)))
  .then(() => Promise.allKeyed({ get x() { throw 'x'; } })).catch((reason) => print('rejected by ' + reason))
  .then(() => Promise.allKeyed({ __proto__: { far: 1 }, 1: 'one', 0: 'zero' })).then((all) => print(shown(all)));
// expect: null {b: 2, a: 1, Symbol(s): 3}
// expect: null {x: {"status":"fulfilled","value":1}, y: {"status":"rejected","reason":2}}
// expect: rejected by y
// expect: null {}
// expect: TypeError: 1 is not an object
// expect: rejected by x
// expect: null {0: "zero", 1: "one"}
