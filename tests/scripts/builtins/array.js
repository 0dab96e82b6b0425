// Array, its length, holes and all methods of ES5.1.
var a = [1, 2, 3];
print(Array.length, Array.isArray([]), Array.isArray({ length: 0 }), Array.isArray(Array.prototype), Array.isArray(), new Array().length, new Array(5).length, new Array("5"), new Array(1, 2), Array(3).length, Array(2, 3), [] instanceof Array);
// expect: 1 true false true false 0 5 5 1,2 3 2,3 true
function name(f) { try { return f(); } catch (e) { return e.name; } }
print(name(function () { new Array(-1); }), name(function () { new Array(1.5); }), name(function () { new Array(4294967296); }), new Array(4294967295).length, name(function () { [].length = -1; }), name(function () { [].length = "x"; }), name(function () { var b = []; b.length = "3"; return b.length; }), name(function () { var b = []; b.length = { valueOf: function () { return 2; } }; return b.length; }));
// expect: RangeError RangeError RangeError 4294967295 RangeError RangeError 3 2
a[5] = 6;
print(a, a.length, 3 in a, a[3]); // expect: 1,2,3,,,6 6 false undefined
a.length = 2;
print(a, a[2]); // expect: 1,2 undefined
a.length = 4;
print(a.length, a); // expect: 4 1,2,,
a["2"] = "two";
a["02"] = "no";
a[1.5] = "no";
a[-1] = "no";
print(a, a.length, Object.keys(a)); // expect: 1,2,two, 4 0,1,2,02,1.5,-1
a = [];
a[4294967294] = 1;
print(a.length); // expect: 4294967295
a[4294967295] = 2;
print(a.length, a[4294967295]); // expect: 4294967295 2
a = [];
a[1000000] = 1;
print(a.length, Object.keys(a)); // expect: 1000001 1000000
a.length = 0;
print(a.length, Object.keys(a).length); // expect: 0 0
a = [1, 2, 3];
a.length = 0;
a[0] = "again";
print(a); // expect: again
print([1, 2].push(3, 4), [].push(), [1, 2].pop(), [].pop(), [1, 2].shift(), [].shift(), [1, 2].unshift(0), [1].unshift(8, 9), [].unshift());
// expect: 4 0 2 undefined 1 undefined 3 3 0
a = [3];
a.push(4);
a.unshift(2);
a.unshift(0, 1);
a.push(5, 6);
print(a, a.shift(), a.pop(), a); // expect: 1,2,3,4,5 0 6 1,2,3,4,5
var q = [];
for (var i = 0; i < 1000; i++) { q.push(i); if (i % 3 === 0) q.shift(); }
print(q.length, q[0], q[q.length - 1]); // expect: 666 334 999
print([1, 2].concat(), [1].concat(2, [3, [4]], "five"), [].concat([, 1]).length, 0 in [].concat([, 1]), [1].concat({ length: 1, 0: "x" }).length, [].concat(null, undefined).length, Array.prototype.concat.call(5, 6).length);
// expect: 1,2 1,2,3,4,five 2 false 2 2 2
print([1, 2, 3].join(), [1, 2, 3].join("-"), [1, 2, 3].join(""), [null, undefined, 1, , 2].join(), [].join(), [[1, 2], [3]].join(";"), [1, 2].join(undefined), [1, 2].join(null), Array.prototype.join.call("abc", "-"), Array.prototype.join.call({ length: 3, 1: "x" }), [5].join("never"));
// expect: 1,2,3 1-2-3 123 ,,1,,2  1,2;3 1,2 1null2 a-b-c ,x, 5
print([1, [2, [3, [4]]]].toString(), [1.5, true, null].toString(), [{}].toString(), [1, 2].toLocaleString(), Array.prototype.toString.call({ join: function () { return "joined"; } }), Array.prototype.toString.call({}));
// expect: 1,2,3,4 1.5,true, [object Object] 1,2 joined [object Object]
var cyc = [1];
cyc.push(cyc, 2);
print(cyc.join()); // expect: 1,,2
var same = [1, 2];
print(same.join(same), cyc.join(cyc), [3, 4].join({ toString: function () { return cyc.join('-'); } })); // expect: 11,22 11,,21,,22 31--24
print([1, 2, 3].reverse(), [1, , 3].reverse(), [, 1].reverse().length, 1 in [, 1].reverse(), [].reverse(), JSON.stringify(Array.prototype.reverse.call({ length: 3, 0: "a", 2: "c" })));
// expect: 3,2,1 3,,1 2 false  {"0":"c","2":"a","length":3}
a = [0, 1, 2, 3, 4, 5];
print(a.slice(), a.slice(2), a.slice(-2), a.slice(1, 3), a.slice(1, -1), a.slice(-3, -1), a.slice(3, 1), a.slice(10), a.slice(undefined, 2), a.slice("1", "3"), a.slice(NaN), a.slice(0, Infinity), a.slice(-100, 2), Array.prototype.slice.call("abc", 1), [1, , 3].slice(0, 2).length, 1 in [1, , 3].slice());
// expect: 0,1,2,3,4,5 2,3,4,5 4,5 1,2 1,2,3,4 3,4   0,1 1,2 0,1,2,3,4,5 0,1,2,3,4,5 0,1 b,c 2 false
print(a.splice(1, 2), a, a.splice(1, 0, "x", "y"), a, a.splice(-1), a, a.splice(0, 1, "z"), a, a.splice(2), a, a.splice(), a, a.splice(0, undefined), a, a.splice(undefined), a);
// expect: 1,2    5  0  y,3,4      z,x
a = [1, 2, 3];
print(a.splice(1, 1, "a", "b", "c"), a, a.splice(0, 4, "d"), a, a.splice(5, 1, "end"), a, a.splice(-5, 1), a);
// expect: 2 3,end 1,a,b,c 3,end  3,end d 3,end
print([3, 1, 2].sort(), [10, 9, 1, 100].sort(), [10, 9, 1].sort(function (x, y) { return x - y; }), ["b", "a", "C"].sort(), [undefined, 3, null, 1].sort(), [3, , 1].sort(), 2 in [3, , 1].sort(), [true, false].sort(), [].sort(), [1].sort(), [2, 1].sort(undefined), ["é", "z", "a"].sort());
// expect: 1,2,3 1,10,100,9 1,9,10 C,a,b 1,3,, 1,3, false false,true  1 1,2 a,z,é
print(name(function () { [1, 2].sort(5); }), name(function () { [1, 2].sort(null); }), name(function () { [2, 1].sort(function () { throw new RangeError(); }); }), [5, 2, 8, 1].sort(function (x, y) { return y - x; }), [3, 1, 2].sort(function (x, y) { return x < y ? -1 : x > y ? 1 : 0; }), [1, 2, 3].sort(function () { return 0; }), [2, 1, 3].sort(function (x, y) { return "" + (x - y); }));
// expect: TypeError TypeError RangeError 8,5,2,1 1,2,3 1,2,3 1,2,3
var stable = [];
for (i = 0; i < 500; i++) stable.push({ k: (i * 7919) % 10, i: i });
stable.sort(function (x, y) { return x.k - y.k; });
var ok = true;
for (i = 1; i < 500; i++) if (stable[i - 1].k > stable[i].k || (stable[i - 1].k === stable[i].k && stable[i - 1].i > stable[i].i)) ok = false;
print(ok); // expect: true
var nums = [];
for (i = 0; i < 2000; i++) nums.push((i * 7919) % 2003);
nums.sort(function (x, y) { return x - y; });
for (i = 1, ok = true; i < 2000; i++) ok = ok && nums[i - 1] <= nums[i];
print(ok, nums[0], nums[1999]); // expect: true 0 2002
nums.sort();
print(nums[0], nums[1], nums[2], nums[1999]); // expect: 0 1 10 999
print([1, 2, 1].indexOf(1), [1, 2, 1].indexOf(1, 1), [1, 2].indexOf(3), [NaN].indexOf(NaN), ["1"].indexOf(1), [1, 2, 3].indexOf(3, -1), [1, 2, 3].indexOf(1, -2), [1].indexOf(1, 5), [, undefined].indexOf(undefined), [-0].indexOf(0), Array.prototype.indexOf.call("abc", "b"));
// expect: 0 2 -1 -1 -1 2 -1 -1 1 0 1
print([1, 2, 1].lastIndexOf(1), [1, 2, 1].lastIndexOf(1, 1), [1, 2, 1].lastIndexOf(1, -2), [1].lastIndexOf(2), [1, 2].lastIndexOf(2, -5), [1, 2, 1].lastIndexOf(1, undefined), [].lastIndexOf(1), [1, 2, 3].lastIndexOf(3, 10));
// expect: 2 0 0 -1 -1 0 -1 2
var seen = [];
[1, , 3].forEach(function (v, i, arr) { seen.push(v, i, arr.length, this.t); }, { t: "T" });
print(seen); // expect: 1,0,3,T,3,2,3,T
print([1, 2, 3].map(function (v, i) { return v * i; }), [1, , 3].map(function (v) { return v; }).length, 1 in [1, , 3].map(function (v) { return v; }), ["1", "2", "3"].map(Number), ["a", "b"].map(function (v) { return v + this; }, "!"), Array.prototype.map.call("abc", function (c) { return c + c; }));
// expect: 0,2,6 3 false 1,2,3 a!,b! aa,bb,cc
print([1, 2, 3, 4].filter(function (v) { return v % 2; }), [, 1, , 2].filter(function () { return true; }), [1, 2, 3].some(function (v) { return v > 2; }), [].some(function () { return true; }), [1, 2, 3].every(function (v) { return v > 0; }), [].every(function () { return false; }), [1, , 3].every(function (v) { return v; }), [0, 1].some(function (v) { return v; }), [1, 2].every(function (v) { return v < 2; }));
// expect: 1,3 1,2 true false true true true true false
print([1, 2, 3].reduce(function (x, y) { return x + y; }), [1, 2, 3].reduce(function (x, y) { return x + y; }, "s"), [[1], [2]].reduce(function (x, y) { return x.concat(y); }), [1, 2, 3].reduceRight(function (x, y) { return x + "," + y; }), [1, 2, 3].reduceRight(function (x, y, i) { return x + i; }, 10), [5].reduce(function () { return "never"; }), [, 5].reduce(function () { return "never"; }), [].reduce(function () { }, "init"), name(function () { [].reduce(function () { }); }), name(function () { [, ,].reduceRight(function () { }); }));
// expect: 6 s123 1,2 3,2,1 13 5 5 init TypeError TypeError
print(name(function () { [].forEach(); }), name(function () { [1].map({}); }), name(function () { [].filter("f"); }), name(function () { [].reduce(); }), name(function () { Array.prototype.forEach.call(null, print); }), name(function () { Array.prototype.push.call(undefined); }), name(function () { Array.prototype.join.call(null); }));
// expect: TypeError TypeError TypeError TypeError TypeError TypeError TypeError
a = [1, 2, 3];
seen = [];
a.forEach(function (v) { seen.push(v); if (v === 1) { a.push(4); a.length = 2; } });
print(seen, a); // expect: 1,2 1,2
a = [1, 2, 3];
seen = [];
a.forEach(function (v, i) { seen.push(v); delete a[i + 1]; });
print(seen); // expect: 1,3
a = [1, 2, 3];
print(a.map(function (v, i) { a[i + 1] = "changed"; return v; }), a);
// expect: 1,changed,changed 1,changed,changed,changed
var like = { length: 2, 0: "a", 1: "b" };
print(Array.prototype.push.call(like, "c"), like.length, like[2], Array.prototype.pop.call(like), like.length, Array.prototype.shift.call(like), JSON.stringify(like), Array.prototype.unshift.call(like, "z"), JSON.stringify(like), Array.prototype.splice.call(like, 0, 1).length, JSON.stringify(like), Array.prototype.concat.call(like).length, Array.prototype.sort.call({ length: 3, 0: 3, 1: 1, 2: 2 })[0]);
// expect: 3 3 c c 2 a {"0":"b","length":1} 2 {"0":"z","1":"b","length":2} 1 {"0":"b","length":1} 1 1
var nolen = {};
Array.prototype.push.call(nolen, 1);
print(nolen.length, nolen[0], Array.prototype.pop.call({}), Array.prototype.slice.call({}).length, Array.prototype.join.call({}), Array.prototype.indexOf.call({ length: "2", 1: "x" }, "x"), Array.prototype.map.call({ length: -1 }, print).length, Array.prototype.filter.call({ length: NaN }, print).length);
// expect: 1 1 undefined 0  1 0 0
Array.prototype[1] = "proto";
a = [1, , 3];
print(a[1], a.indexOf("proto"), a.join(), a.map(function (v) { return v; }), a.slice(1, 2), a.concat([])[1], 1 in a, a.hasOwnProperty(1));
// expect: proto 1 1,proto,3 1,proto,3 proto proto true false
a[1] = "own";
print(a); // expect: 1,own,3
delete a[1];
print(a[1]); // expect: proto
delete Array.prototype[1];
print(a[1]); // expect: undefined
Object.defineProperty(Array.prototype, 2, { set: function (v) { seen = "setter " + v; }, configurable: true });
a = [1, 2];
a[2] = 3;
print(a.length, seen, [1, 2, 3].length); // expect: 2 setter 3 3
delete Array.prototype[2];
a[2] = 3;
print(a.length); // expect: 3
print(Array.prototype.length, Array.prototype.constructor === Array, Object.prototype.toString.call(Array.prototype), Object.keys(Array.prototype).length, [].concat.length, [].push.length, [].splice.length, [].slice.length, [].indexOf.length, [].reduce.length, [].unshift.length, [].sort.length, [].forEach.length);
// expect: 3 true [object Array] 0 1 1 2 2 1 1 1 1 1
var matrix = [];
for (i = 0; i < 10; i++) { matrix[i] = []; for (var j = 0; j < 10; j++) matrix[i][j] = i * j; }
print(matrix[9][9], matrix[3].join(""), matrix.length); // expect: 81 0369121518212427 10
a = [];
for (i = 99; i >= 0; i--) a[i] = i;
print(a.length, a[0], a[99], a.slice(50, 53)); // expect: 100 0 99 50,51,52
a = [];
for (i = 0; i < 100; i += 10) a[i] = i;
print(a.length, Object.keys(a).length, a.filter(function () { return true; }).length); // expect: 91 10 10
a = [1, 2, 3];
a.x = "prop";
print(a.x, a.length, delete a.length, delete a[2], a.length, a, Object.keys(a));
// expect: prop 3 false true 3 1,2, 0,1,x
for (var k in a) seen = k;
print(seen); // expect: x
print([1, 2, 3] + "", [] + 1, +[], +[7], [2] * [3], [1] == 1, "" + [null], "" + [undefined], "" + [[], []], String([1, [2, 3]]));
// expect: 1,2,3 1 0 7 6 true   , 1,2,3
var doubles = [1.5, 2.5];
doubles[2] = "s";
doubles[3] = {};
doubles[4] = null;
print(doubles.map(function (v) { return typeof v; })); // expect: number,number,string,object,object
var index = "1";
print([10, 20, 30][index], [10, 20, 30][1.0], [10, 20, 30]["1.0"], [10, 20][true], [10][-0], [10, 20][{ toString: function () { return "1"; } }], [1][null], [1][NaN]);
// expect: 20 20 undefined undefined 10 20 undefined undefined
