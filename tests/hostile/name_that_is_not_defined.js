// The name is text of the script.
var name = 'n', kept = []; while (name.length < 4e6) name += name;
for (;;) try { eval(name); } catch (e) { kept.push(e.message, e.stack); }
