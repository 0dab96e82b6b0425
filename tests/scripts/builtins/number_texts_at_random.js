// slow: a loop over every character, in which nothing lives long
// Thousands of doubles of every magnitude, and their texts in every form: only checksums are printed. A wrong digit shows
// in the sum; which one it was shows when the texts themselves are printed by both engines.
var state = 20111;
function random() { state ^= state << 13; state ^= state >>> 17; state ^= state << 5; return state >>> 0; }
// m * 2^exponent, in steps that are exact.
function scaled(m, exponent) {
  while (exponent > 0) { var up = Math.min(exponent, 30); m *= 1 << up; exponent -= up; }
  while (exponent < 0) { var down = Math.min(-exponent, 30); m /= 1 << down; exponent += down; }
  return m;
}
function mantissa() { return 4503599627370496 + (random() & 0xfffff) * 4294967296 + random(); }
var kinds = [
  function anything() { return scaled(mantissa(), random() % 2045 - 1074); },
  function usual() { return scaled(mantissa(), random() % 140 - 100); },
  function subnormal() { return ((random() & 0xfffff) * 4294967296 + random()) * 5e-324; },
  function besidePowerOfTwo() { var x = scaled(1, random() % 2046 - 1022); return x + (random() % 5 - 2) * x * 1.1102230246251565e-16; },
  function halfway() { return (random() % 20000 + 0.5) / (1 << random() % 12); },
  function decimal() { return random() % 1000000 / [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7][random() % 8]; },
  function integer() { return random() * 4294967296 + random(); }
];
function sum(start, text) { for (var i = 0; i < text.length; i++) start = start * 31 + text.charCodeAt(i) | 0; return start; }
for (var k = 0; k < kinds.length; k++) {
  var kind = kinds[k], sums = [0, 0, 0, 0, 0, 0], differing = 0;
  for (var i = 0; i < 400; i++) {
    var x = random() & 1 ? kind() : -kind(), digits = random() % (random() & 1 ? 101 : 12), text = String(x);
    var forms = [text, x.toFixed(digits), x.toExponential(digits), x.toExponential(), x.toPrecision(digits || 1)];
    forms.push(x.toString([2, 4, 8, 16, 32][random() % 5]));
    for (var form = 0; form < forms.length; form++) sums[form] = sum(sums[form], forms[form]);
    if (Number(text) !== x || parseFloat(text + "px") !== x || +x.toPrecision(17) !== x || +x.toExponential() !== x) differing++;
  }
  print(kind.name, differing, sums.join(" "));
// expect: anything 0 1275795475 -215931554 -1361484083 -1268456146 -688766928 -221539150
// expect: usual 0 17301659 1634755776 1891227504 1281400318 -1489168407 696888796
// expect: subnormal 0 -187024929 -1683230704 -1074729033 -187024929 335209574 1439467909
// expect: besidePowerOfTwo 0 -519098091 -2051856492 -670355812 819009238 776958259 1123045191
// expect: halfway 0 -1027139077 -998344906 -998379941 -1943682909 739493867 793471839
// expect: decimal 0 439233038 -1553305595 1124317740 554054853 1230559405 -179551234
// expect: integer 0 1592192406 -1397278214 461586749 -1544225052 1783723108 -1520155312
}
