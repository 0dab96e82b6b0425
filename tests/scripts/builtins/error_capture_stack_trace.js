// not for node: its stacks have other places
// Error.captureStackTrace and Error.stackTraceLimit, which many programs rely on.
function Failure(message) {
  this.message = message;
  Error.captureStackTrace(this, Failure);
}
Failure.prototype.name = "Failure";
function fail() {
  return new Failure("mine");
}
print(fail().stack.split("\n").slice(0, 2).map((line) => line.trim().replace(/\(.*[\\/]/, "(")).join(" | "));
// expect: Failure: mine | at fail (error_capture_stack_trace.js:9:10)
var plain = {};
print(Error.captureStackTrace(plain), Object.keys(plain).length, plain.stack.split("\n")[0]); // expect: undefined 0 Error
print(JSON.stringify(Object.getOwnPropertyDescriptor(plain, "stack")).length > 50); // expect: true
Error.captureStackTrace(plain, function notRunning() {});
print(plain.stack); // expect: Error
function lines(limit) {
  Error.stackTraceLimit = limit;
  function down(n) {
    return n === 0 ? new Error("deep") : (down(n - 1), down(n - 1));
  }
  return down(5).stack.split("\n").length - 1;
}
print(typeof Error.stackTraceLimit, lines(3), lines(0), lines(-1), lines(NaN) ); // expect: number 3 0 0 0
for (const wrong of [() => Error.captureStackTrace(), () => Error.captureStackTrace(1), () => Error.captureStackTrace(Object.freeze({}))]) {
  try {
    wrong();
    print("no error");
  } catch (error) {
    print(error.name); // expect: TypeError
    // expect: TypeError
    // expect: TypeError
  }
}
// A function that a tail call has taken away hides nobody.
Error.stackTraceLimit = 10;
(function () {
  "use strict";
  function gone() {
    return capture();
  }
  function capture() {
    const object = {};
    Error.captureStackTrace(object, gone);
    return object.stack;
  }
  function caller() {
    const stack = gone();
    return stack;
  }
  print(caller().includes("at caller")); // expect: true
})();
