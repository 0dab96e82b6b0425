// not for node: its structuredClone copies no DOMException, and its second parameter may be an object
// DOMException as Web IDL 4.3 has it: attributes are getters of the prototype, constants are on both.
function thrown(action) {
  try {
    return String(action());
  } catch (error) {
    return error.name;
  }
}
const own = new DOMException("text", "AbortError");
print(own.name, own.message, own.code, String(own)); // expect: AbortError text 20 AbortError: text
print(Object.getOwnPropertyNames(own).join(), Object.keys(own).length, Object.getOwnPropertySymbols(own).length, JSON.stringify(own));
// expect:  0 0 {}
print(own.stack.startsWith("AbortError: text\n")); // expect: true
for (const name of ["name", "message", "code"]) {
  const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(DOMException.prototype, name);
  print(get.name, get.length, set, enumerable, configurable, thrown(() => get.call({})), thrown(() => get.call(new Error("e"))));
}
// expect: get name 0 undefined true true TypeError TypeError
// expect: get message 0 undefined true true TypeError TypeError
// expect: get code 0 undefined true true TypeError TypeError
print(thrown(() => DOMException.prototype.name), thrown(() => String(DOMException.prototype))); // expect: TypeError TypeError
print(thrown(() => Object.create(own).name), thrown(() => DOMException("a"))); // expect: TypeError TypeError
own.name = "Other";
print(own.name, thrown(() => { "use strict"; own.message = "b"; })); // expect: AbortError TypeError
Object.defineProperty(own, "name", { value: "Own" });
print(own.name, own.code, String(own)); // expect: Own 20 Own: text

const constant = Object.getOwnPropertyDescriptor(DOMException, "ABORT_ERR");
print(JSON.stringify(constant)); // expect: {"value":20,"writable":false,"enumerable":true,"configurable":false}
print(JSON.stringify(Object.getOwnPropertyDescriptor(DOMException.prototype, "ABORT_ERR")) === JSON.stringify(constant)); // expect: true
print(Object.keys(DOMException).length, Object.keys(DOMException.prototype).sort().slice(-4).join());
// expect: 25 WRONG_DOCUMENT_ERR,code,message,name

// The conversions come in the order of the parameters; the name decides the code.
const order = [];
new DOMException({ toString() { order.push("message"); return ""; } }, { toString() { order.push("name"); return ""; } });
print(order.join(), new DOMException().name, JSON.stringify(new DOMException().message), new DOMException("a").code); // expect: message,name Error "" 0
print(new DOMException("a", "NoSuchError").code, new DOMException(null, null).name, new DOMException(null).message, new DOMException("", "\ud800").name.length);
// expect: 0 null null 1
class Sub extends DOMException {
  constructor() {
    super("sub", "DataError");
  }
  get name() {
    return "Sub of " + super.name;
  }
}
const sub = new Sub();
print(sub.name, sub.message, sub.code, sub instanceof DOMException, sub instanceof Error, Object.prototype.toString.call(sub));
// expect: Sub of DataError sub 0 true true [object DOMException]

// structuredClone keeps name, message and code, wherever they are met.
function shown(exception) {
  return [exception.name, exception.message, exception.code, exception instanceof DOMException, Object.getPrototypeOf(exception) === DOMException.prototype].join();
}
const failed = new DOMException("gone", "NotFoundError");
print(shown(structuredClone(failed))); // expect: NotFoundError,gone,8,true,true
print(structuredClone(failed) !== failed, structuredClone(failed).stack === failed.stack); // expect: true true
print(shown(structuredClone({ a: [failed] }).a[0])); // expect: NotFoundError,gone,8,true,true
print(shown(structuredClone(new Error("outer", { cause: failed })).cause)); // expect: NotFoundError,gone,8,true,true
print([...structuredClone(new Map([[failed, failed]]))].flat().map(shown).join(" ")); // expect: NotFoundError,gone,8,true,true NotFoundError,gone,8,true,true
print([...structuredClone(new Set([failed]))].map(shown).join()); // expect: NotFoundError,gone,8,true,true
const twice = structuredClone([failed, failed]);
print(twice[0] === twice[1]); // expect: true
print(shown(structuredClone(sub))); // expect: DataError,sub,0,true,true
print(shown(structuredClone(structuredClone(failed)))); // expect: NotFoundError,gone,8,true,true
failed.extra = 1;
print("extra" in structuredClone(failed)); // expect: false
try {
  structuredClone(() => 1);
} catch (error) {
  print(shown(error)); // expect: DataCloneError,() => 1 could not be cloned.,25,true,true
  print(shown(structuredClone(error))); // expect: DataCloneError,() => 1 could not be cloned.,25,true,true
}
// What only inherits from one is none: its name is asked for, as that of any error.
print(thrown(() => structuredClone(Object.setPrototypeOf(new Error("e"), DOMException.prototype)))); // expect: TypeError
