// A long chain of prototypes gets behind all arrays: what is in its objects shows through holes, whenever it came there.
function chain(top, length) {
  var object = top;
  for (var i = 0; i < length; i++) object = Object.create(object);
  return object;
}
function read(array, index) { return array[index]; }
var holes = [0, , , , 4];
for (var i = 0; i < 100; i++) read(holes, 3);

var near = { 3: 'near' }, far = { 3: 'far' }, empty = {};
Object.setPrototypeOf(Array.prototype, chain(empty, 1000));
print(read(holes, 3)); // expect: undefined
empty[3] = 'late';
print(read(holes, 3), [, , 5].concat([, , , ,])[3], holes.indexOf('late')); // expect: late late 3
delete empty[3];
print(read(holes, 3), 3 in holes); // expect: undefined false

Object.setPrototypeOf(Array.prototype, chain(far, 1000));
print(read(holes, 3), holes.length); // expect: far 5
holes[3] = 3;
print(read(holes, 3), far[3]); // expect: 3 far
delete holes[3];
Object.setPrototypeOf(Array.prototype, chain(near, 5));
print(read(holes, 3)); // expect: near

var middle = chain(empty, 500);
Object.setPrototypeOf(Array.prototype, chain(middle, 500));
print(read(holes, 3)); // expect: undefined
Object.setPrototypeOf(middle, near);
print(read(holes, 3)); // expect: near
Object.setPrototypeOf(Array.prototype, Object.prototype);
print(read(holes, 3)); // expect: undefined
