// && || ! ?: and the comma: values, short circuits, and every context a condition can stand in.
function yes(x) { log.push("y" + x); return x; }
var log = [];
print(1 && 2, 0 && 2, "" && 2, null && 2, NaN && 1, undefined && 1, "a" && "b", [] && 1);
// expect: 2 0  null NaN undefined b 1
print(1 || 2, 0 || 2, "" || "d", null || undefined, NaN || 0, false || null, {} || 1);
// expect: 1 2 d undefined 0 null [object Object]
print(1 && 0 || 3, 0 || 1 && 2, 1 || 0 && 2, (1 || 0) && 2, 0 && 1 || 0 && 2 || "z"); // expect: 3 2 1 2 z
print(!1, !0, !"", !"a", !null, !undefined, !NaN, ![], !{}, !!1, !!"", !-0);
// expect: false true true false true true true false false true false true
print(true ? 1 : 2, false ? 1 : 2, 0 ? "a" : 1 ? "b" : "c", 1 ? 0 ? "x" : "y" : "z"); // expect: 1 2 b y
print((1, 2, 3), (yes(1), yes(2)), log); // expect: 3 2 y1,y2
log = [];
yes(0) && yes(1); yes(1) && yes(2); yes(0) || yes(3); yes(4) || yes(5); yes(0) ? yes(6) : yes(7);
print(log); // expect: y0,y1,y2,y0,y3,y4,y0,y7
function branch(a, b, c) {
  var r = "";
  if (a && b) r += "1"; else r += "0";
  if (a || b) r += "1"; else r += "0";
  if (a && b || c) r += "1"; else r += "0";
  if (a && (b || c)) r += "1"; else r += "0";
  if (!(a && b)) r += "1"; else r += "0";
  if (!(a || b)) r += "1"; else r += "0";
  if (!a || !b && c) r += "1"; else r += "0";
  if (a ? b : c) r += "1"; else r += "0";
  if ((a, b)) r += "1"; else r += "0";
  while (a && b) { r += "w"; break; }
  while (!(a || c)) { r += "v"; break; }
  for (; a || c;) { r += "f"; break; }
  do r += "d"; while (!a && !b && !c && r.length < 14);
  var value = a && b || c;
  return r + ":" + value + ":" + (a || (b && c)) + ":" + !(a && c);
}
for (var bits = 0; bits < 8; bits++) print(branch(bits & 1, bits & 2, bits & 4));
// expect: 000011100vdddd:0:0:true
// expect: 010010000fd:0:1:true
// expect: 010010101vd:0:0:true
// expect: 111100011wfd:2:1:true
// expect: 001011110fd:4:0:true
// expect: 011110100fd:4:1:false
// expect: 011010111fd:4:4:true
// expect: 111100011wfd:2:1:false
print(branch("", "x", NaN), branch(null, undefined, "z"), branch(true, [], false));
// expect: 010010101vd:NaN:NaN:true 001011110fd:z:undefined:true 111100011wfd::true:true
var x = 1;
x = x && x + 1; print(x); // expect: 2
x = 0 || (x = 7) && x; print(x); // expect: 7
var y = false || undefined; print(y); // expect: undefined
print(typeof (0 || undefined), void 0 || "d", (null && 1) === null); // expect: undefined d true
var n = 0;
(n++, n) && (n++, n); print(n); // expect: 2
for (var i = 0, j = 10; i < j; i++, j--);
print(i, j); // expect: 5 5
print(1 < 2 && 2 < 3 || 1 / 0, (1 < 2) == (2 < 3), 1 < 2 < 3, 3 > 2 > 1, !(1 < 2) || "no");
// expect: true true true false no
