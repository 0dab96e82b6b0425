// lz-string: compression round trips over several encodings.
var LZString = require("lz-string");
var words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"], text = "", seed = 7;
for (var i = 0; i < 3000; i++) { seed = (seed * 1103515245 + 12345) % 2147483648; text += words[seed % 6] + (seed % 11 === 0 ? "é\u4e2d" : " "); }
var base64 = LZString.compressToBase64(text), plain = LZString.compress(text), utf16 = LZString.compressToUTF16(text), uri = LZString.compressToEncodedURIComponent(text);
print(text.length, base64.length, plain.length, utf16.length, uri.length);
print(LZString.decompressFromBase64(base64) === text, LZString.decompress(plain) === text, LZString.decompressFromUTF16(utf16) === text);
print(base64.slice(0, 200), LZString.compressToBase64("hello, hello, hello"), LZString.compressToEncodedURIComponent("aaaaaaaaaaaaaaaaaaaab"), LZString.decompress("") === null, LZString.compressToBase64(""));
