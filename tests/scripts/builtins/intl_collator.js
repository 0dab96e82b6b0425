// Strings that are longer than what is compared at once: a letter at the end decides before the case at the beginning.
const long = 'a'.repeat(20000);
print((long + 'B').localeCompare(long + 'a'), (long + '\u00e9').localeCompare(long + 'f'), ('b' + long + 'A').localeCompare('B' + long + 'b'));
// expect: 1 -1 -1
print((long + '_').localeCompare(long + '1'), long.localeCompare(long + '\u0301'), (long + '\u0301').localeCompare(long), long.localeCompare(long));
// expect: -1 -1 1 0
print(('B' + long).localeCompare('b' + long), ('\u00e1' + long + 'B').localeCompare('a' + long + 'b'), (long + 'b').localeCompare(long));
// expect: 1 1 1
const compare = (options, x, y) => new Intl.Collator('en', options).compare(x, y);
print(compare({ sensitivity: 'base' }, 'A'.repeat(20000), long), compare({ sensitivity: 'base' }, long + '\u00e9', long + 'E'));
// expect: 0 0
print(compare({ sensitivity: 'accent' }, long + '\u00e9', long + '\u00c9'), compare({ sensitivity: 'accent' }, long + '\u00e9', long + 'e'));
// expect: 0 1
print(compare({ sensitivity: 'case' }, long + '\u00e9', long + 'e'), compare({ sensitivity: 'case' }, long + 'E', long + 'e'));
// expect: 0 1
print(compare({ numeric: true }, long + '10', long + '9'), compare({ numeric: true }, '1'.repeat(3) + long, '2'.repeat(2) + long));
// expect: 1 1
print(compare({ ignorePunctuation: true }, long + '-', long), compare({ ignorePunctuation: true }, '-' + long + '-b', long + 'a'));
// expect: 0 1

// Canonically equivalent strings are equal.
print('e\u0301'.repeat(20000).localeCompare('\u00e9'.repeat(20000)), 'a\u0301\u0316'.repeat(30000).localeCompare('a\u0316\u0301'.repeat(30000)), 'a\u0316\u0301'.repeat(30000).localeCompare('\u00e1\u0316'.repeat(30000)));
// expect: 0 0 0
print(('e\u0301'.repeat(20000) + 'b').localeCompare('\u00e9'.repeat(20000) + 'a'), '\u{1F600}'.repeat(20000).localeCompare('\u{1F600}'.repeat(19999) + 'z'));
// expect: 1 -1

// In all scripts, where the parts of a letter are letters themselves, marks of their own, or none.
print(['\ud55c', '\u0622', '\u304c', '\u0929', '\u1f82', '\u{1109a}', '\u{16d43}\u{16d43}\u{16d68}'].map(letter => {
    const [one, parts] = ['NFC', 'NFD'].map(form => letter.normalize(form).repeat(20000));
    return one.localeCompare(parts) + ' ' + (one + 'b').localeCompare(parts + 'a') + ' ' + (parts + 'b').localeCompare(one + 'a');
}).join()); // expect: 0 1 1,0 1 1,0 1 1,0 1 1,0 1 1,0 1 1,0 1 1
const repeated = (text, end) => text.repeat(20000) + end;
print(repeated('\u05d0\u05b8', '\u05d1').localeCompare(repeated('\u05d0', '\u05d0')), repeated('a\xad', 'b').localeCompare(repeated('a', 'a')), repeated('a\0', '').localeCompare(repeated('a', '')));
// expect: 1 1 0
print(compare({ numeric: true }, repeated('a007', 'b'), repeated('a7', 'a')), compare({ numeric: true }, repeated('a\u0661', 'b'), repeated('a1', 'a')));
// expect: 1 1
print(compare({ ignorePunctuation: true }, repeated('a\u2014', 'b'), repeated('a', 'a')), compare({ ignorePunctuation: true }, repeated('1-', 'a'), repeated('1', 'b')));
// expect: 1 -1

// Signs that are ignored count for nothing, and numerals and symbols that are equal to letters count as these.
print(['\u0628\u0640 \u0628', 'a\u202b a', 'a\u2066 a', 'a\u{e0041} a', '\uff76\uff9e \u30ac', '\u3131\u314f \uac00', '\uffa1\uffc2 \uac00'].map(pair => {
    const [one, other] = pair.split(' ');
    return compare({ sensitivity: 'base' }, repeated(one, 'b'), repeated(other, 'a'));
}).join()); // expect: 1,1,1,1,1,1,1
print(['\u2160 I', '\u3280 \u4e00', '\u3038 \u5341'].map(pair => {
    const [one, other] = pair.split(' ');
    return compare({ sensitivity: 'base' }, repeated(one, 'a'), repeated(other, 'b'));
}).join()); // expect: -1,-1,-1
print(['\u2f00 \u4e00', '\u32d0 \u30a2'].map(pair => {
    const [one, other] = pair.split(' ');
    return compare({ sensitivity: 'base', ignorePunctuation: true }, repeated(one, 'a'), repeated(other, 'b'));
}).join()); // expect: -1,-1
print(compare({ ignorePunctuation: true }, 'a-' + '\u{1F600}'.repeat(50000), 'a' + '\u{1F600}'.repeat(50000))); // expect: 0

// Lone surrogates are different characters.
print('\ud800'.localeCompare('\udc00'), 'a\udfff'.localeCompare('a\udc00'), '\ufffd'.localeCompare('\ud800'), '\ud800'.localeCompare('\ud800'));
// expect: -1 1 1 0
print(['\udc01', '\ud800', '\udc00'].sort(new Intl.Collator('en').compare).map(text => text.charCodeAt(0).toString(16)).join());
// expect: d800,dc00,dc01
