// Error.prepareStackTrace and Error.stackTraceLimit, as V8 has them: packages ask by them who has called.
function prepared(hook, work) {
  Error.prepareStackTrace = hook;
  try {
    return work();
  } finally {
    delete Error.prepareStackTrace;
  }
}
function head(stack) {
  return typeof stack === "string" ? stack.split("\n")[0] : String(stack);
}
print(prepared((error, sites) => [error.message, Array.isArray(sites), sites.length > 1].join(), () => new Error("m").stack));
// expect: m,true,true
var early = new Error("early");
print(prepared(() => "late", () => early.stack), early.stack); // expect: late late
var made = prepared(() => "early", () => new Error("made"));
print(head(made.stack)); // expect: Error: made
var object = { q: 1 };
Error.captureStackTrace(object);
print(prepared((error, sites) => error === object && sites.length > 0, () => object.stack)); // expect: true
try {
  prepared(() => { throw new Error("in the hook"); }, () => new Error("m").stack);
} catch (error) {
  print(error.message); // expect: in the hook
}
print(prepared(function () { return this === Error; }, () => new Error("m").stack)); // expect: true
print(head(prepared(5, () => new Error("no function").stack))); // expect: Error: no function
var count = 0;
var twice = new Error("once");
print(prepared(() => ++count, () => [twice.stack, twice.stack].join())); // expect: 1,1
print(prepared((error) => "P" + error.name, () => { try { null.x; } catch (error) { return error.stack; } }));
// expect: PTypeError
count = 0;
print(prepared(() => { count++; return typeof new Error("inner").stack; }, () => new Error("outer").stack), count);
// expect: string 1
function sites(work) {
  return prepared((error, sites) => sites, work);
}
function named() {
  return sites(function inner() { return new Error().stack; });
}
var [inner, , caller] = named().filter((site) => ["inner", "sites", "named"].includes(site.getFunctionName()));
print(inner.getFunctionName(), inner.getLineNumber() - caller.getLineNumber(), inner.getColumnNumber(), inner.isEval(), inner.isNative(), inner.isConstructor());
// expect: inner 0 42 false false false
print(caller.getFunctionName(), caller.isToplevel(), caller.isAsync(), caller.isPromiseAll(), caller.getPromiseIndex());
// expect: named true false false null
print(inner.getFileName() === caller.getFileName(), inner.getScriptNameOrSourceURL() === inner.getFileName(), inner.getEvalOrigin());
// expect: true true undefined
print(inner.getEnclosingLineNumber() - inner.getLineNumber(), inner.getEnclosingColumnNumber(), inner.constructor.name, String(inner).includes("inner ("));
// expect: 0 16 CallSite true
print(Object.getOwnPropertyNames(Object.getPrototypeOf(inner)).sort().join());
// expect: constructor,getColumnNumber,getEnclosingColumnNumber,getEnclosingLineNumber,getEvalOrigin,getFileName,getFunction,getFunctionName,getLineNumber,getMethodName,getPosition,getPromiseIndex,getScriptHash,getScriptNameOrSourceURL,getThis,getTypeName,isAsync,isConstructor,isEval,isNative,isPromiseAll,isToplevel,toString
class Made { constructor() { this.sites = sites(function inner() { return new Error().stack; }); } }
print(new Made().sites.filter((site) => site.isConstructor()).map((site) => site.getFunctionName()).join());
// expect: Made
// The limit counts when an error is made.
function lines(limit) {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = limit;
  let error;
  (function down(left) { if (left > 0) down(left - 1); else error = new Error("deep"); })(40);
  Error.stackTraceLimit = before;
  return typeof error.stack === "string" ? error.stack.split("\n").length - 1 : String(error.stack);
}
print([0, 1, 3, -1, NaN, 1.9, 35].map(lines).join()); // expect: 0,1,3,0,0,1,35
print([undefined, "5", null, {}].map(lines).join()); // expect: undefined,undefined,undefined,undefined
print(lines(100) > 40, lines(Infinity) > 40); // expect: true true
// Name and message are those at the first look, and getters are asked.
var later = { name: "A", message: "m" };
Error.captureStackTrace(later);
later.message = "changed";
print(head(later.stack)); // expect: A: changed
var getters = { get name() { return "G"; }, get message() { return "got"; } };
Error.captureStackTrace(getters);
print(head(getters.stack)); // expect: G: got
class Told extends Error { get message() { return "told"; } }
print(head(new Told().stack)); // expect: Error: told
class Throws extends Error { get message() { throw 1; } }
try {
  new Throws().stack;
} catch (thrown) {
  print(thrown); // expect: 1
}
// What was captured can be captured again, frozen and copied.
var again = {};
for (let i = 0; i < 40; i++) {
  Error.captureStackTrace(again);
  if (i % 2) again.stack;
}
print(head(again.stack), Object.keys(again).length, typeof Object.freeze(again).stack, typeof { ...again }.stack);
// expect: Error 0 string undefined
var large = {};
for (let i = 0; i < 200; i++) large["key" + i] = i;
delete large.key3;
Error.captureStackTrace(large);
print(head(large.stack), Object.keys(large).length); // expect: Error 199
// It may be a getter, which is asked at the first look.
function preparedBy(getter, work) {
  Object.defineProperty(Error, "prepareStackTrace", { get: getter, configurable: true });
  try {
    return work();
  } finally {
    delete Error.prepareStackTrace;
  }
}
count = 0;
print(preparedBy(function () { count += this === Error; return (error, sites) => [error.message, sites.length > 0].join(); }, () => {
  const error = new Error("got");
  const before = count;
  return [before, error.stack, error.stack, count].join();
})); // expect: 0,got,true,got,true,1
print(head(preparedBy(() => 5, () => new Error("no function").stack))); // expect: Error: no function
print(head(preparedBy(undefined, () => new Error("no getter").stack))); // expect: Error: no getter
try {
  preparedBy(() => { throw "in the getter"; }, () => new Error("m").stack);
} catch (thrown) {
  print(thrown); // expect: in the getter
}
// Stacks that are made meanwhile are text, whatever the function is.
count = 0;
print(head(preparedBy(() => () => { count++; return new Error("of a new function").stack; }, () => new Error("m").stack)), count);
// expect: Error: of a new function 1
print(head(preparedBy(() => { const { stack } = new Error("of the getter"); return () => stack; }, () => new Error("m").stack)));
// expect: Error: of the getter
print(head(prepared(function () { return new Error("of a bound function").stack; }.bind(), () => new Error("m").stack)));
// expect: Error: of a bound function
print(head(prepared(new Proxy(() => new Error("of a proxy").stack, {}), () => new Error("m").stack))); // expect: Error: of a proxy
try {
  prepared(() => { throw 1; }, () => new Error("m").stack);
} catch {}
print(prepared(() => "again", () => new Error("m").stack)); // expect: again
// Call sites are no errors.
print(Object.prototype.toString.call(inner), Error.isError(inner), inner instanceof Error); // expect: [object Object] false false
var moved = Object.setPrototypeOf(new Error("moved"), Object.getPrototypeOf(inner));
print(Object.prototype.toString.call(moved), Error.isError(moved)); // expect: [object Error] true
