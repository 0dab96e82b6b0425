// Source texts are sequences of code points, lone surrogates included (ECMA-262 11.1).
function units(text) {
  var shown = [];
  for (var i = 0; i < text.length; i++) shown.push(text.charCodeAt(i).toString(16));
  return shown.join(' ');
}
print(units(eval("'\ud800'"))); // expect: d800
print(units(eval("'a\\n\udc00\ufffd\\\ud800'"))); // expect: 61 a dc00 fffd d800
print(units(eval("'\ud83d\ude00\ude00'"))); // expect: d83d de00 de00
print(units(eval('/x\ud800y/').source)); // expect: 78 d800 79
print(eval('/^[\udc00]$/').test('\udc00'), eval('/^[\udc00]$/').test('\ufffd')); // expect: true false
print(units(Function("return '\udfff'")())); // expect: dfff
print(units(Function('\ud800'.charAt(1), "return '\udfff'").toString().slice(-5, -3))); // expect: 27 dfff
print(units(eval("(function () { return '\ud800\ufffd'; })").toString().slice(-7, -3))); // expect: 27 d800 fffd 27
var object = eval("({'\ud800': 1, '\ufffd': 2})");
print(object['\ud800'], object['\ufffd']); // expect: 1 2
print(units(eval("/* \ud800 */ '\udc00' // \ud800"))); // expect: dc00
try {
  eval('\ud800');
} catch (error) {
  print(error.name); // expect: SyntaxError
}
try {
  eval("'\ud800'.missing()");
} catch (error) {
  print(error.name); // expect: TypeError
}
