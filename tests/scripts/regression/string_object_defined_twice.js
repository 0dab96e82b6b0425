// What a String object shows of its string must not be stored beside it when it is defined again.
var sealed = Object.seal(new String("ab")), frozen = Object.freeze(new String("cd")), defined = new String("ef");
print(Object.getOwnPropertyNames(sealed), Object.getOwnPropertyNames(frozen), Object.isFrozen(frozen), Object.isSealed(sealed));
// expect: 0,1,length 0,1,length true true
Object.defineProperty(defined, "0", { value: "e" });
Object.defineProperty(defined, "length", { value: 2, writable: false });
Object.defineProperty(defined, "2", { value: "own", enumerable: true });
print(Object.getOwnPropertyNames(defined), Object.keys(defined), defined[2]); // expect: 0,1,2,length 0,1,2 own
try { Object.defineProperty(defined, "0", { value: "x" }); } catch (e) { print(e.name); } // expect: TypeError
try { Object.defineProperty(defined, "1", { enumerable: false }); } catch (e) { print(e.name); } // expect: TypeError
