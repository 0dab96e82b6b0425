// Long parts of strings share the units of the whole: they are like any other string, whichever way the whole is kept.
function repeat(s, n) { var r = ""; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
function copy(s) { var r = ""; for (var i = 0; i < s.length; i++) r += s.charAt(i); return r; }
var base = repeat("The quick brown fox, 12345; ", 40), narrow = base + "end", wide = "\u2192" + base + "\u03a9" + base, i;
function check(whole, start, end) {
  var part = whole.substring(start, end), other = copy(part), key = {}, log = [];
  if (part !== other || part < other || part > other || !(part <= other) || part.length !== end - start) log.push("compare");
  key[part] = 1; if (key[other] !== 1 || !(part in key) || Object.keys(key)[0] !== other) log.push("key");
  key = {}; key[other] = 2; if (key[part] !== 2) log.push("key of part");
  switch (part) { case other: break; default: log.push("switch"); }
  if (part.indexOf("fox") !== other.indexOf("fox") || part.lastIndexOf("5;") !== other.lastIndexOf("5;")) log.push("indexOf");
  if (whole.indexOf(part) > start || whole.indexOf(other) !== whole.indexOf(part)) log.push("indexOf of part");
  if (part.toUpperCase() !== other.toUpperCase() || part.trim() !== other.trim() || part.normalize() !== other.normalize()) log.push("case");
  if (part.split(" ").join() !== other.split(" ").join() || part.replace(/o/g, "0") !== other.replace(/o/g, "0")) log.push("split");
  if (JSON.stringify(part) !== JSON.stringify(other) || encodeURIComponent(part) !== encodeURIComponent(other)) log.push("encoded");
  if (part + "x" !== other + "x" || "\u0100" + part !== "\u0100" + other || part + part !== other + other) log.push("concat");
  if (part.substring(30, 100) !== other.substring(30, 100) || part.slice(1, -1) !== other.slice(1, -1)) log.push("parts of parts");
  if (part.charCodeAt(60) !== other.charCodeAt(60) || part[5] !== other[5] || part[part.length] !== undefined) log.push("units");
  if (String(/(\w+) (brown|.) ([^]*)/.exec(part)) !== String(/(\w+) (brown|.) ([^]*)/.exec(other))) log.push("exec");
  if (isNaN(part) !== isNaN(other) || parseInt(part) === 0 || part.concat(1) !== other.concat(1)) log.push("number");
  return log.join() || "same";
}
print(check(narrow, 1, 100), check(narrow, 7, 1100), check(narrow, 500, 564)); // expect: same same same
print(check(wide, 0, 200), check(wide, 1, 1100), check(wide, 500, 564), check(wide, 1000, 2000), check(wide, 1200, 2242)); // expect: same same same same same
print(check(narrow.slice(3), 4, 300), check(wide.slice(3), 4, 300), check((narrow + wide).slice(5), 900, 2000)); // expect: same same same

// What reads texts of a certain form, from a slice of a wide text.
var digits = "\u2192" + repeat(" ", 100) + "0x1F" + repeat(" ", 100), program = "\u2192" + repeat(" ", 80) + "6 * 7";
print(Number(digits.slice(1)), parseInt(digits.slice(1)), +digits.slice(1, 101), eval(program.slice(1))); // expect: 31 31 0 42
print(JSON.parse(("\u2192[" + repeat("1,", 60) + "2]").slice(1)).length, new Function(program.slice(1).replace("6", "return 6"))()); // expect: 61 42
print(new RegExp(("\u2192" + repeat("a", 70)).slice(1)).test(repeat("a", 70)), Date.parse(("\u2192" + repeat(" ", 70)).slice(1))); // expect: true NaN
print(typeof new Error(("\u2192" + repeat("m", 70)).slice(1)).message); // expect: string
print(decodeURIComponent(("\u2192" + repeat("%41", 30)).slice(1)), escape(("\u2192" + repeat("+", 64)).slice(1)).length); // expect: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA 64

// A part is itself when it is cut again and again, whatever else is made and freed.
var text = "";
for (i = 0; i < 300; i++) text += i % 7 ? "word" + i + " " : "\u0416 ";
var rest = text, words = 0, kept = [];
while (rest.length) { var word = /^\S* /.exec(rest)[0]; rest = rest.substring(word.length); words++; if (words % 50 === 0) kept.push(rest); }
for (i = 0; i < kept.length; i++) if (kept[i] !== text.substring(text.length - kept[i].length)) print("differs", i);
print(words, kept.length, kept[0].length, copy(kept[3]) === kept[3]); // expect: 300 6 1747 true
