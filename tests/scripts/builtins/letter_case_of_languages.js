// Letter case of Turkish, Azerbaijani and Lithuanian: letters and marks beyond 16 bits, and long runs of marks.
// slow: it looks at thousands of letters
function units(text) {
  return Array.from(text, (character) => character.codePointAt(0).toString(16)).join(' ');
}
const wrong = [];
for (const [from, to] of [[0, 0x3000], [0x1D400, 0x1D800], [0x1DF00, 0x1DF40], [0x1E030, 0x1E090]]) {
  for (let point = from; point < to; point++) {
    const letter = String.fromCodePoint(point);
    const isDropped = !(letter + '\u0307').toLocaleUpperCase('lt').includes('\u0307');
    if (/\p{Soft_Dotted}/u.test(letter) !== isDropped) wrong.push(letter);
  }
}
print(wrong.length, units(wrong)); // expect: 0
print(units('\u{1D422}\u0307'.toLocaleUpperCase('lt')), units('\u{1D422}\u0301\u0307'.toLocaleUpperCase('lt')), units('\u{1D424}\u0307'.toLocaleUpperCase('lt')));
// expect: 1d422 1d422 301 307 1d424 307
print(units('i\u{1D165}\u0307'.toLocaleUpperCase('lt')), units('i\u{1D185}\u0307'.toLocaleUpperCase('lt')), units('i\uD834\u0307'.toLocaleUpperCase('lt')));
// expect: 49 1d165 49 1d185 307 49 d834 307
print(units('J\u{1D165}\u{1D185}'.toLocaleLowerCase('lt')), units('J\u{1D165}\u{1D400}\u0300'.toLocaleLowerCase('lt')), units('\u012E\u{1D185}'.toLocaleLowerCase('lt')));
// expect: 6a 307 1d165 1d185 6a 1d165 1d400 300 12f 307 1d185
print(units('I\u{1D165}\u0307'.toLocaleLowerCase('tr')), units('I\u{1D185}\u0307'.toLocaleLowerCase('az')), units('I\u{1D400}\u0307'.toLocaleLowerCase('tr')));
// expect: 69 1d165 131 1d185 307 131 1d400 307
const below = '\u0323'.repeat(100);
print(('I' + below + '\u0307').toLocaleLowerCase('tr').length, units(('I' + below + '\u0307').toLocaleLowerCase('tr').slice(0, 2)));
// expect: 101 69 323
print(('i' + below + '\u0307').toLocaleUpperCase('lt').length, ('J' + below + '\u0301').toLocaleLowerCase('lt').length);
// expect: 101 103
print(units('I\u0307I\u0323\u0307II'.toLocaleLowerCase('tr')), units('IJ\u0301\u012E\u0301\u00CC\u0128'.toLocaleLowerCase('lt')), units('iı'.toLocaleUpperCase('az')));
// expect: 69 69 323 131 131 69 6a 307 301 12f 307 301 69 307 300 69 307 303 130 49
print(units('\uD800I\uDC00'.toLocaleLowerCase('tr')), units('\uD835\uDC00i'.toLocaleUpperCase('tr')));
// expect: d800 131 dc00 1d400 130
