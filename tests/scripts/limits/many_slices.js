// Parts that share: many of one text, parts of parts, and parts that keep nothing much larger alive.
// options: --memory-limit 67108864
// slow: a safepoint for each of many small operations
(function () {
  var text = "", i, part, parts = [];
  for (i = 0; i < 200; i++) text += "some text \u2192 with arrows " + i + "\n";
  for (i = 0; i < 300000; i++) parts.push(text.substring(i % 1000, 2000 + i % 1000));
  print(parts.length, parts[299999].length, parts[0] === text.substring(0, 2000)); // expect: 300000 2000 true
  parts = null;
  part = text + text; part = part + part + part;
  var length = part.length;
  for (i = 0; i < 20000; i++) part = part.slice(1);
  print(part.length === length - 20000, text.length); // expect: true 5490
  // Each text is a megabyte, of which a little is kept.
  var little = [], long = text;
  while (long.length < 500000) long += long;
  for (i = 0; i < 300; i++) little.push((long + i).slice(-100 - i));
  print(little.length, little[7].length, little[299].slice(-3)); // expect: 300 107 299
})();
