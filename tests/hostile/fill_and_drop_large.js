// --timeout 2000
// As much as fits of each kind, then nothing of it.
function fill(maker) { var list = []; try { for (var i = 0; i < 25; i++) list.push(maker(i)); } catch (e) { } }
var text = 'x'; while (text.length < 2e6) text += text;
for (;;) {
  fill(function (i) { return (text + i).charCodeAt(5), text + i; });
  fill(function (i) { var a = []; for (var j = 0; j < 200000; j++) a[j] = j; return a; });
  fill(function (i) { return text.replace(/x/g, '\u03bb').slice(0, 1e6); });
  fill(function (i) { var o = {}; for (var j = 0; j < 10000; j++) o['k' + i + '_' + j] = j; return o; });
}
