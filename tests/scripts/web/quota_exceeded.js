// not for node: it has no QuotaExceededError yet
// QuotaExceededError is a DOMException with two numbers more, as Web IDL 2.8.3 has it.
function thrown(action) {
  try {
    return String(action());
  } catch (error) {
    return error.name;
  }
}
const bare = new QuotaExceededError();
print(bare.name, JSON.stringify(bare.message), bare.code, bare.quota, bare.requested); // expect: QuotaExceededError "" 22 null null
print(bare instanceof DOMException, Object.getPrototypeOf(QuotaExceededError) === DOMException, Object.prototype.toString.call(bare));
// expect: true true [object QuotaExceededError]
const full = new QuotaExceededError("full", { requested: "12.5", quota: 10 });
print(full.message, full.quota, full.requested, String(full)); // expect: full 10 12.5 QuotaExceededError: full
print(QuotaExceededError.length, QuotaExceededError.name, Object.keys(QuotaExceededError.prototype).join(), Object.getOwnPropertyNames(full).length);
// expect: 0 QuotaExceededError quota,requested 0
for (const options of [{ quota: -1 }, { requested: -0.5 }, { quota: 2, requested: 1 }, { quota: NaN }, { requested: Infinity }, 1, null, { quota: 0, requested: 0 }]) {
  print(thrown(() => new QuotaExceededError("", options).code));
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: 22
// expect: 22
const { get } = Object.getOwnPropertyDescriptor(QuotaExceededError.prototype, "quota");
print(get.call(full), thrown(() => get.call(new DOMException("", "QuotaExceededError"))), thrown(() => QuotaExceededError())); // expect: 10 TypeError TypeError

// The conversions come in the order of Web IDL.
const order = [];
const noting = (name) => ({ valueOf() { order.push(name); return 1; }, toString() { order.push(name); return ""; } });
new QuotaExceededError(noting("message"), { requested: noting("requested"), quota: noting("quota") });
print(order.join()); // expect: message,quota,requested

// Clones keep all of it.
const copy = structuredClone({ a: full }).a;
print(copy !== full, copy.constructor === QuotaExceededError, copy.message, copy.quota, copy.requested); // expect: true true full 10 12.5
print(structuredClone(bare).quota, structuredClone(new DOMException("", "QuotaExceededError")).constructor.name); // expect: null DOMException

// So it is where standards throw it: Web Crypto 10.1.
try {
  crypto.getRandomValues(new Uint8Array(65537));
} catch (error) {
  print(error.constructor === QuotaExceededError, error.code, error.quota, error.requested); // expect: true 22 null null
}
class Sub extends QuotaExceededError {}
print(new Sub("s", { quota: 1 }).quota, new Sub() instanceof QuotaExceededError); // expect: 1 true
