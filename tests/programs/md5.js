// blueimp-md5: the test vectors of RFC 1321 and longer inputs.
var md5 = require("blueimp-md5");
var vectors = ["", "a", "abc", "message digest", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  "12345678901234567890123456789012345678901234567890123456789012345678901234567890"];
for (var i = 0; i < vectors.length; i++) print(md5(vectors[i]), md5(vectors[i], "key"));
var text = "";
for (i = 0; i < 2000; i++) text += String.fromCharCode(32 + i * 7 % 900);
print(md5(text), md5(text, text), md5(text, null, true).length);
var chain = "seed";
for (i = 0; i < 200; i++) chain = md5(chain);
print(chain);
