// needs: RegExp
// lz-string: the encoding for URIs, whose reader uses a regular expression.
var LZString = require("lz-string");
var text = "";
for (var i = 0; i < 400; i++) text += "item " + i * 7 % 50 + (i % 9 === 0 ? "\u4e2d" : " ");
var encoded = LZString.compressToEncodedURIComponent(text);
print(encoded, LZString.decompressFromEncodedURIComponent(encoded) === text, LZString.decompressFromEncodedURIComponent("not valid +++") === text);
