var f = function () { return arguments.length; }; for (var i = 0; i < 60000; i++) f = f.bind(null, i);
for (;;) try { f(); } catch (e) { }
