// Templates of thousands of parts, tagged and not, evaluated again and again.
let text = ''; for (let i = 0; i < 20000; i++) text += 'part${i}';
var i = 'value'; function tag(parts, ...values) { return String.raw(parts, ...values); }
for (;;) { (0, eval)('`' + text + '`'); try { eval('tag`' + text + '`'); } catch { } }
