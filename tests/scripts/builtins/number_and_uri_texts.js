// parseInt, parseFloat, isNaN, isFinite, the URI functions, escape and unescape.

function show(value) {
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return '[' + value.map(show).join() + ']';
  if (typeof value === 'object' && value !== null) return 'object';
  return typeof value === 'string' ? value.split('\n').join(' ') : String(value);
}

function check(run) {
  try {
    print(show(run()));
  } catch (error) {
    print(error instanceof Error ? error.name : 'thrown ' + error);
  }
}

check(function () { return parseInt('12px'); }); // expect: 12
check(function () { return parseInt('0x1f'); }); // expect: 31
check(function () { return parseInt('-0x1f'); }); // expect: -31
check(function () { return parseInt('11',2); }); // expect: 3
check(function () { return parseInt('zz',36); }); // expect: 1295
check(function () { return parseInt('9',8); }); // expect: NaN
check(function () { return parseInt(''); }); // expect: NaN
check(function () { return parseInt('10',1); }); // expect: NaN
check(function () { return parseInt('10',37); }); // expect: NaN
check(function () { return parseInt('10',4294967298); }); // expect: 2
check(function () { return 1/parseInt('-0'); }); // expect: -Infinity
check(function () { return parseInt(-0); }); // expect: 0
check(function () { return 1/parseInt(-0); }); // expect: Infinity
check(function () { return parseInt(1e21); }); // expect: 1
check(function () { return parseInt(0.0000005); }); // expect: 5
check(function () { return parseInt(null,36); }); // expect: 1112745
check(function () { return parseInt('\u00a0\ufeff7'); }); // expect: 7
check(function () { return parseFloat('3.14abc'); }); // expect: 3.14
check(function () { return parseFloat('.5.5'); }); // expect: 0.5
check(function () { return parseFloat('-.5e-2x'); }); // expect: -0.005
check(function () { return parseFloat('Infinityx'); }); // expect: Infinity
check(function () { return parseFloat('-Infinity'); }); // expect: -Infinity
check(function () { return parseFloat('inf'); }); // expect: NaN
check(function () { return parseFloat('0x10'); }); // expect: 0
check(function () { return 1/parseFloat('-0'); }); // expect: -Infinity
check(function () { return parseFloat('1e1000'); }); // expect: Infinity
check(function () { return isNaN('x'); }); // expect: true
check(function () { return isNaN(''); }); // expect: false
check(function () { return isNaN(undefined); }); // expect: true
check(function () { return isFinite('12'); }); // expect: true
check(function () { return isFinite(null); }); // expect: true
check(function () { return isFinite(Infinity); }); // expect: false
check(function () { return encodeURI('http://a b/ü?x=1&y=#z%'); }); // expect: http://a%20b/%C3%BC?x=1&y=#z%25
check(function () { return encodeURIComponent('a b&c/ü€😀!*()'); });
// expect: a%20b%26c%2F%C3%BC%E2%82%AC%F0%9F%98%80!*()
check(function () { return encodeURIComponent('\ud800'); }); // expect: URIError
check(function () { return encodeURIComponent('\udc00'); }); // expect: URIError
check(function () { return encodeURIComponent('\ud800\ud800'); }); // expect: URIError
check(function () { return decodeURI('%41%23%2f%C3%BC'); }); // expect: A%23%2fü
check(function () { return decodeURIComponent('%41%23%2f%C3%BC%E2%82%AC%F0%9F%98%80'); }); // expect: A#/ü€😀
check(function () { return decodeURIComponent('%'); }); // expect: URIError
check(function () { return decodeURIComponent('%E0%A4'); }); // expect: URIError
check(function () { return decodeURIComponent('%C0%80'); }); // expect: URIError
check(function () { return decodeURIComponent('%ED%A0%80'); }); // expect: URIError
check(function () { return decodeURIComponent('%ff'); }); // expect: URIError
check(function () { return decodeURIComponent('%4'); }); // expect: URIError
check(function () { return decodeURIComponent('ü%20x'); }); // expect: ü x
check(function () { return decodeURI('%25%3B'); }); // expect: %%3B
check(function () { return escape('ü€ a+b/@*_-.😀'); }); // expect: %FC%u20AC%20a+b/@*_-.%uD83D%uDE00
check(function () { return unescape('%FC%u20AC%20%zz%u12%'); }); // expect: ü€ %zz%u12%
check(function () { return unescape('%U20AC%u20ac'); }); // expect: %U20AC€
check(function () { return unescape('%%41'); }); // expect: %A
