// A record knows the names of its bindings itself: code that looks into it by name works long after the function is gone.
var looks = [];
function make(i) {
  return eval("(function (first, second) { var third = first + second; return function (code) { return eval(code); }; })")(i, 1);
}
for (var i = 0; i < 50; i++) looks.push(make(i));
make = null;
for (var round = 0; round < 20; round++) { var garbage = []; for (var j = 0; j < 2000; j++) garbage.push({ j: j }); }
print(looks[0]("first + second + third"), looks[49]("first + second + third"), looks[7]("third = 'changed'; third"), looks[8]("third"));
// expect: 2 100 changed 9
print(looks[9]("delete first"), looks[9]("var added = 1; added"), looks[9]("typeof added"), looks[9]("typeof nowhere"));
// expect: false 1 undefined undefined
