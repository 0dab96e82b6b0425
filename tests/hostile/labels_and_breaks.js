// Nested labels × `break`.
var o = '', c = '', b = '';
for (var i = 0; i < 10000; i++) { o += 'l' + i + ':{'; c += '}'; }
for (var i = 0; i < 60000; i++) b += 'break l' + i % 10000 + ';';
eval(o + b + c);
