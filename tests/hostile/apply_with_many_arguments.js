function f() { return arguments.length; }
for (var n = 1; ; n *= 2) try { f.apply(null, { length: n }); } catch (e) { n = 1; }
