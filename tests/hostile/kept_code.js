var body = '', kept = []; for (var i = 0; i < 200; i++) body += 'function f' + i + '(a) { return a.p' + i + '; }';
for (var n = 0; ; n++) kept.push(new Function(body + 'return f1;')());
