// A shape tells the class of its objects: what a site learned of one class is not done to another.

function setLength(x) { x.length = 0 }
var prototype = {}, array = [1, 2, 3];
array.__proto__ = prototype;
setLength(Object.create(prototype));
setLength(Object.create(prototype));
setLength(array);
print(Object.getOwnPropertyNames(array).join(), array.length); // expect: length 0

function readLength(x) { return x.length }
var seven = { length: 7 }, string = new String("abc");
string.__proto__ = seven;
readLength(Object.create(seven));
readLength(Object.create(seven));
print(readLength(string)); // expect: 3
var elements = [1, 2];
elements.__proto__ = seven;
print(readLength(elements), readLength(Object.create(elements))); // expect: 2 2

// No regular expression, whatever it inherits.
var pretender = Object.create(RegExp.prototype);
Object.defineProperty(pretender, "lastIndex", { value: 0, writable: true });
try {
    print("a".replace(pretender, "b"));
} catch (error) {
    print(error instanceof TypeError); // expect: true
}
try {
    print(pretender.test("a"));
} catch (error) {
    print(error instanceof TypeError); // expect: true
}

// Large indices are names, and still change the length of arrays.
function setLarge(x) { x[4294967294] = 1; x["4294967293"] = 2 }
var plain = Object.create(Array.prototype), list = [];
setLarge(plain), setLarge(Object.create(Array.prototype)), setLarge(list);
print(list.length, plain.length); // expect: 4294967295 0
