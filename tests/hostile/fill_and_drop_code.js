// --timeout 2000
// Code of eval: sources, tables, constants.
var body = ''; for (var i = 0; i < 200; i++) body += 'x = "text ' + i + '" + y;';
for (var n = 0; ; n++) new Function('x', 'y', body + n);
