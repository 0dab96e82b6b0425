// Elements that exist only while a getter's result is on its way: every method must keep what it holds
// while callbacks, getters and conversions make garbage.

function fresh(x) {
  return {
    v: x,
    s: 'str' + x,
    toString: function() { churn(); return 's' + x; },
    toJSON: function(k) { return { k: k + 'q', list: [x + 'a', x + 'b'] }; }
  };
}

function like(n) {
  var o = { length: n };
  for (var i = 0; i < n; i++) (function(i) {
    var property = { get: function() { return fresh(i); }, set: function() {}, enumerable: true, configurable: true };
    Object.defineProperty(o, i, property);
  })(i);
  return o;
}

function churn() { var a = []; for (var i = 0; i < 20; i++) a.push({ i: 'k' + i }); return a.length; }
var A = Array.prototype;
print(A.join.call(like(5), '-')); // expect: s0-s1-s2-s3-s4
print(A.map.call(like(5), function(x) { var v = x.v; x = null; churn(); return 'm' + v + churn(); }).join());
// expect: m020,m120,m220,m320,m420
print(A.filter.call(like(5), function(x) { x = null; churn(); return true; }).map(function(x) { return x.v + x.s.length * 0; }).join());
// expect: 0,1,2,3,4
print(A.find.call(like(5), function(x) { var v = x.v; x = null; arguments[0] = null; churn(); return v === 3; }).v);
// expect: 3
print(A.reduce.call(like(5), function(a, b) { churn(); return a + '|' + b.v; }, 'start' + churn()));
// expect: start20|0|1|2|3|4
print(A.reduceRight.call(like(5), function(a, b) { churn(); return { v: a.v + '|' + b.v }; }).v); // expect: 4|3|2|1|0
var s = []; for (var i = 0; i < 40; i++) s.push(fresh(i * 7 % 40));
s.sort(function(a, b) { var d = a.v - b.v; a = b = null; s.length = 0; churn(); return d; });
print(s.map(function(x) { return x.v }).join());
// expect: 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39
s.sort();
print(s.map(function(x) { return x.v }).join());
// expect: 0,1,10,11,12,13,14,15,16,17,18,19,2,20,21,22,23,24,25,26,27,28,29,3,30,31,32,33,34,35,36,37,38,39,4,5,6,7,8,9
print(A.slice.call(like(5), 1, 4).map(function(x) { return x.s.length > 3 }).join()); // expect: true,true,true
print([].concat(A.slice.call(like(3)), fresh(9)).map(function(x) { return x.v }).join()); // expect: 0,1,2,9
print(A.splice.call(like(5), 1, 2, fresh(7)).map(function(x) { return x.v }).join()); // expect: 1,2
var o = like(3);
print(A.pop.call(o).v); o = like(3); // expect: 2
print(A.shift.call(o).v); // expect: 0
A.reverse.call(like(4)); A.unshift.call(like(4), fresh(1)); A.copyWithin.call(like(4), 0, 1);
print(JSON.stringify({ a: fresh(1), b: [fresh(2), fresh(3)], get c() { return fresh(4) } }));
// expect: {"a":{"k":"aq","list":["1a","1b"]},"b":[{"k":"0q","list":["2a","2b"]},{"k":"1q","list":["3a","3b"]}],"c":{"k":"cq","list":["4a","4b"]}}
print(JSON.stringify(like(2), function(k, v) { churn(); return v; }, ' ' + ' '));
// expect: {
// expect: "0": {
// expect: "k": "0q",
// expect: "list": [
// expect: "0a",
// expect: "0b"
// expect: ]
// expect: },
// expect: "1": {
// expect: "k": "1q",
// expect: "list": [
// expect: "1a",
// expect: "1b"
// expect: ]
// expect: },
// expect: "length": 2
// expect: }
print(JSON.stringify(like(2), ['0', 'k', 'list', new String('len' + 'gth')], new String('--')));
// expect: {
// expect: --"0": {
// expect: ----"k": "0q",
// expect: ----"list": [
// expect: ------"0a",
// expect: ------"0b"
// expect: ----]
// expect: --},
// expect: --"length": 2
// expect: }
var del = { get x() { delete this.yy1; delete this.yy2; churn(); return 1 } }; del['yy' + 1] = 1; del['yy' + 2] = 2; del.zz = 3;
print(JSON.stringify(del)); // expect: {"x":1,"zz":3}
print(JSON.stringify(JSON.parse('{"a":[1,2,{"b":3}],"c":{"d":"e"}}', function(k, v) { churn(); if (k === 'a') delete this.c; return k === 'd' ? undefined : fresh(k).toJSON(k); })));
// expect: {"k":"q","list":["a","b"]}
print(A.toLocaleString.call(like(3))); // expect: s0,s1,s2
print([1, 2, 3].toString()); // expect: 1,2,3
print(String([[1, [2]], null, undefined])); // expect: 1,2,,
