// for-in over 150,000 properties that an object in front hides.
var p = {}; for (var i = 0; i < 150000; i++) p['k' + i] = 1;
var o = Object.create(p); Object.keys(p).forEach(function (k) { Object.defineProperty(o, k, { value: 1, enumerable: false }); });
for (;;) for (var k in o) k;
