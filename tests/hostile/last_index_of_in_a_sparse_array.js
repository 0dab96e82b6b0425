var a = [1, 2]; a.length = 4294967295;
for (;;) { a.lastIndexOf(3); a.indexOf(3); }
