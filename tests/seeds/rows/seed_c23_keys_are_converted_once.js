// not for node: it converts keys of compound assignments twice, and of null before the value
// The key of a member is converted when the member is first used (ECMA-262 13.3.3, 6.2.5.5, 6.2.5.6): for plain assignments after
// the value has been computed, for the others once for reading and writing.
var log = [];
function key(name) { return { toString: function () { log.push("key"); return name; } }; }
function L(v) { log.push(v); return v; }
var o = { a: 1, get b() { log.push("get"); return 2; }, set b(v) { log.push("set " + v); } };
o[key("a")] = L("value"); print(log.join(), o.a); log = []; // expect: value,key value
o.a = 1;
o[key("a")] += (L("value"), 5); print(log.join(), o.a); log = []; // expect: key,value 6
o[key("a")]++; print(log.join(), o.a); log = []; // expect: key 7
--o[key("b")]; print(log.join()); log = []; // expect: key,get,set 1
o[key("b")] *= L(4); print(log.join()); log = []; // expect: key,get,4,set 8
(function () { var r = o, k = key("b"); r[k] += (r = null, k = null, 1); })(); print(log.join()); log = []; // expect: key,get,set 3
try { null[key("a")] = L("value"); } catch (e) { print(e.name, log.join()); } // expect: TypeError value
log = [];
try { null[key("a")]; } catch (e) { print(e.name, log.join()); } // expect: TypeError
try { null[key("a")] += L("value"); } catch (e) { print(e.name, log.join()); } // expect: TypeError
