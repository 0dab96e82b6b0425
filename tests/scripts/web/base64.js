// atob and btoa: forgiving, of characters up to U+00FF.
for (var text of ["", "a", "ab", "abc", "\u0000\u00FF", "é", null, 12]) print(btoa(text), atob(btoa(text)) === String(text));
// expect: true
// expect: YQ== true
// expect: YWI= true
// expect: YWJj true
// expect: AP8= true
// expect: 6Q== true
// expect: bnVsbA== true
// expect: MTI= true
for (var text of ["YQ", "YQ==", " Y Q\t=\n=", "YWI", "YWJj", "YQ=", "Y", "====", "YQ==YQ", "Y*==", "€", "YW\u000BI="]) {
  try {
    print(JSON.stringify(atob(text)));
// expect: "a"
// expect: "a"
// expect: "a"
// expect: "ab"
// expect: "abc"
  } catch (error) {
    print(error.name, error.code, error instanceof DOMException, error instanceof Error);
// expect: InvalidCharacterError 5 true true
// expect: InvalidCharacterError 5 true true
// expect: InvalidCharacterError 5 true true
// expect: InvalidCharacterError 5 true true
// expect: InvalidCharacterError 5 true true
// expect: InvalidCharacterError 5 true true
// expect: InvalidCharacterError 5 true true
  }
}
try {
  btoa("€");
} catch (error) {
  print(error.name, error.message); // expect: InvalidCharacterError Invalid character
}
var all = String.fromCharCode(...Array(256).keys()).repeat(40);
print(btoa(all).length, atob(btoa(all)) === all); // expect: 13656 true
var own = new DOMException("text", "AbortError");
print(own.name, own.message, own.code, DOMException.ABORT_ERR, new DOMException().name, Object.prototype.toString.call(own));
// expect: AbortError text 20 20 Error [object DOMException]
