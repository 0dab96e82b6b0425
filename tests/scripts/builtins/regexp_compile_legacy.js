// not for node: the proposal "Legacy RegExp features" has compile refuse what is of a subclass
// RegExp.prototype.compile changes regular expressions of %RegExp% itself only.
const { compile } = RegExp.prototype;
function compiled(regexp, ...of) {
  try {
    return String(regexp.compile(...of));
  } catch (error) {
    return error.name + " " + String(regexp);
  }
}
class Sub extends RegExp {}
function Old() {}
Old.prototype = RegExp.prototype;
print(compiled(/a/g, "b"), compiled(new RegExp("a"), "b", "i"), compiled(RegExp("a"), /c/g)); // expect: /b/ /b/i /c/g
print(compiled(new Sub("a", "g"), "b")); // expect: TypeError /a/g
print(compiled(Reflect.construct(RegExp, ["a"], Old), "b")); // expect: TypeError /a/
print(compiled(Reflect.construct(RegExp, ["a"], RegExp.bind()), "b")); // expect: TypeError /a/
print(compiled(Object.setPrototypeOf(/a/, Sub.prototype), "b")); // expect: /b/
print(compiled(Object.setPrototypeOf(new Sub("a"), RegExp.prototype), "b")); // expect: TypeError /a/
print(compiled(structuredClone(new Sub("a")), "b")); // expect: /b/
const twice = new Sub("a");
print(compiled(twice.constructor === Sub ? twice : /x/, { toString() { print("not asked"); } })); // expect: TypeError /a/
// What is split or matched with is made by the species.
let made;
class Seen extends RegExp { constructor(...of) { super(...of); made = this; } }
"a-b".split(new Seen("-"));
print(compiled(made, "b")); // expect: TypeError /-/y
for (const other of [undefined, null, 1, "a", {}, RegExp.prototype]) {
  try {
    compile.call(other);
  } catch (error) {
    print(error.name);
  }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
