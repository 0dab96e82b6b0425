var s = 'e'; while (s.length < 1e6) s += s;
var depth = 0, o = { toString: function () { if (depth++ < 200) print(o); throw new Error(s); } }; print(o);
