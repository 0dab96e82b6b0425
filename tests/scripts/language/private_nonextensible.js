// not for node: the one that was at hand adds private members to any object
// Private members need an extensible object, whatever has made it so; a proxy is an object of its own.

class Ret { constructor(object) { return object; } }
class Field extends Ret { #mark = 1; static has(object) { return #mark in object; } }
class Method extends Ret { #mark() {} static has(object) { return #mark in object; } }
class Accessor extends Ret { get #mark() { return 1; } set #mark(value) {} static has(object) { return #mark in object; } }

function stamped(Class, object) {
  try { new Class(object); } catch (error) { return `${error} ${Class.has(object)}`; }
  return Class.has(object);
}
const locks = [Object.preventExtensions, Object.seal, Object.freeze];
const outcomes = [Field, Method, Accessor].map((Class) => {
  const late = new Class({});
  return [
    stamped(Class, {}), stamped(Class, []), stamped(Class, () => 1), ...locks.map((lock) => stamped(Class, lock({ a: 1 }))),
    stamped(Class, new Proxy(Object.freeze({}), {})), Class.has(Object.freeze(late)),
  ];
});
print(outcomes[0].slice(0, 3).join()); // expect: true,true,true
print(outcomes[0][3]); // expect: TypeError: Cannot add #mark, object is not extensible false
print(outcomes[0][4] === outcomes[0][3], outcomes[0][5] === outcomes[0][3]); // expect: true true
print(outcomes[0].slice(6).join()); // expect: true,true
print(`${outcomes[1]}` === `${outcomes[0]}`, `${outcomes[2]}` === `${outcomes[0]}`); // expect: true true
// The first constructor's members stay, the second's are not added.
class Twice extends Field { #other = 2; constructor(object) { super(object); } static other(object) { return #other in object; } }
const halted = {};
class Stops extends Field { constructor(object) { super(object); Object.freeze(this); } }
class After extends Stops { #late = 3; static late(object) { return #late in object; } }
try { new After(halted); } catch (error) { print(String(error), Field.has(halted), After.late(halted)); }
// expect: TypeError: Cannot add #late, object is not extensible true false
print(Twice.other(new Twice({})));  // expect: true
