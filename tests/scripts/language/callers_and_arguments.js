// not for node: it gives caller and arguments of sloppy functions that run
// `f.caller` and `f.arguments`: undefined for sloppy functions, a TypeError for all others; no function has them of its own.
function sloppy() {
  return [sloppy.caller, sloppy.arguments];
}
function strict() {
  "use strict";
  return [strict.caller, strict.arguments];
}
function asked(f, key) {
  try {
    return f[key];
  } catch (error) {
    return error.name;
  }
}
print((function () { return sloppy(1).join("-"); })() === "-", sloppy.caller, sloppy.arguments); // expect: true undefined undefined
const functions = {
  strict, arrow: () => 1, method: { m() {} }.m, generator: function* () {}, async: async function () {}, class: class {}, bound: sloppy.bind(),
  native: Math.max, prototype: Function.prototype,
};
for (const name in functions) {
  const own = Object.getOwnPropertyNames(functions[name]);
  print(name, asked(functions[name], "caller"), asked(functions[name], "arguments"), own.includes("caller"));
}
// expect: strict TypeError TypeError false
// expect: arrow TypeError TypeError false
// expect: method TypeError TypeError false
// expect: generator TypeError TypeError false
// expect: async TypeError TypeError false
// expect: class TypeError TypeError false
// expect: bound TypeError TypeError false
// expect: native TypeError TypeError false
// expect: prototype TypeError TypeError true
print(Object.getOwnPropertyNames(sloppy).join()); // expect: length,name,prototype
sloppy.caller = 1;
print(sloppy.caller); // expect: undefined
