// crypto-js: hashes, HMAC, PBKDF2, AES, DES, RC4 and encodings. (Of the parts that need no typed arrays.)
var CryptoJS = require("crypto-js/crypto-js");
print(CryptoJS.MD5("message").toString(), CryptoJS.SHA1("message").toString(), CryptoJS.SHA256("message").toString(), CryptoJS.SHA224("m").toString());
print(CryptoJS.SHA512("message").toString(), CryptoJS.SHA384("message").toString());
print(CryptoJS.SHA3("message").toString(), CryptoJS.RIPEMD160("message").toString());
print(CryptoJS.HmacSHA256("message", "key").toString(), CryptoJS.HmacMD5("message", "key").toString(CryptoJS.enc.Base64));
var key = CryptoJS.enc.Hex.parse("000102030405060708090a0b0c0d0e0f"), iv = CryptoJS.enc.Hex.parse("101112131415161718191a1b1c1d1e1f");
var encrypted = CryptoJS.AES.encrypt("The quick brown fox. ".concat("é😀"), key, { iv: iv });
print(encrypted.ciphertext.toString(), CryptoJS.AES.decrypt(encrypted, key, { iv: iv }).toString(CryptoJS.enc.Utf8));
print(CryptoJS.TripleDES.encrypt("secret", key, { iv: iv }).ciphertext.toString(), CryptoJS.RC4.encrypt("secret", key).ciphertext.toString(), CryptoJS.Rabbit.encrypt("secret", key).ciphertext.toString());
print(CryptoJS.AES.encrypt("counter mode", key, { iv: iv, mode: CryptoJS.mode.CTR, padding: CryptoJS.pad.NoPadding }).ciphertext.toString());
print(CryptoJS.PBKDF2("password", "salt", { keySize: 8, iterations: 20 }).toString(), CryptoJS.enc.Base64.parse("SGVsbG8=").toString(CryptoJS.enc.Utf8), CryptoJS.enc.Utf16.parse("ab").toString());
var hasher = CryptoJS.algo.SHA256.create();
for (var i = 0; i < 300; i++) hasher.update("block " + i);
print(hasher.finalize().toString());
