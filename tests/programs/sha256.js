// js-sha256: known vectors, long messages, HMAC, incremental updates, arrays of bytes.
var sha256 = require("js-sha256").sha256, sha224 = require("js-sha256").sha224;
var vectors = ["", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "The quick brown fox jumps over the lazy dog", "é中文😀"];
for (var i = 0; i < vectors.length; i++) print(sha256(vectors[i]), sha224(vectors[i]), sha256.hmac("key", vectors[i]));
var bytes = [];
for (i = 0; i < 1000; i++) bytes.push(i * 31 & 255);
print(sha256(bytes), sha256.array("abc").join());
var hash = sha256.create();
for (i = 0; i < 500; i++) hash.update("part " + i + ";");
print(hash.hex());
var million = "";
for (i = 0; i < 20000; i++) million += "aaaaa";
print(sha256(million));
