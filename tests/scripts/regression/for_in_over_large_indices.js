// Indices from 2^31 on are names in shapes. A loop over an object with a shape of its own gives them first, in ascending order, as
// lists of keys have them.
function given(o) { var names = []; for (var k in o) names.push(k); return names; }
function isAsListed(o) { return given(o).join() === Object.keys(o).join(); }
var o = { b: 1, a: 2 };
o[3000000000] = 3; o[2999999999] = 4; o[4294967295] = 5;
delete o.b;
print(given(o).join()); // expect: 2999999999,3000000000,a,4294967295
delete o[3000000000];
print(given(o).join()); // expect: 2999999999,a,4294967295
var many = {};
for (var i = 0; i < 300; i++) many["k" + i] = i;
many[4000000000] = 1; many[2147483648] = 2;
print(given(many).slice(0, 3).join(), given(many).length, isAsListed(many)); // expect: 2147483648,4000000000,k0 302 true
// They come from prototypes in the same order.
print(given(Object.create(many)).slice(0, 3).join()); // expect: 2147483648,4000000000,k0
// Deleted entries are dropped, and what is left is known.
for (var i = 0; i < 297; i++) delete many["k" + i];
print(given(many).join()); // expect: 2147483648,4000000000,k297,k298,k299
delete many[4000000000]; delete many[2147483648];
print(given(many).join(), isAsListed(many)); // expect: k297,k298,k299 true
many[2147483649] = 1;
print(given(many).join(), isAsListed(many)); // expect: 2147483649,k297,k298,k299 true
// An object that gets a shape of its own with them.
var own = { z: 1 };
own[3000000001] = 1; own[3000000000] = 2; own[Symbol()] = 3;
for (var i = 0; i < 20; i++) Object.defineProperty(own, "z", { enumerable: i % 2 === 1 });
print(given(own).join(), isAsListed(own)); // expect: 3000000000,3000000001,z true
Object.freeze(own);
print(given(own).join(), isAsListed(own)); // expect: 3000000000,3000000001,z true
// A dictionary that is copied still knows of those that were added to it.
[Object.preventExtensions, o => delete o.k7, o => Object.defineProperty(o, "k8", { writable: false })].forEach(change => {
  var copied = {};
  for (var i = 0; i < 300; i++) copied["k" + i] = i;
  copied[4000000000] = 1; copied[3000000000] = 2;
  change(copied);
  delete copied[4000000000];
  var [first, isListed] = [given(copied)[0], isAsListed(copied)];
  delete copied[3000000000];
  print(first, isListed, given(copied)[0], isAsListed(copied));
});
// expect: 3000000000 true k0 true
// expect: 3000000000 true k0 true
// expect: 3000000000 true k0 true
