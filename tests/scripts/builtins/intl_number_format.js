// not for node: version 20 has two digits for currencies in all notations
// Rules of Intl.NumberFormat that do not depend on the language.
const format = (options, number) => new Intl.NumberFormat('en', options).format(number);
// Digits of currencies are those of the usual notation alone: ECMA-402 16.1.1.
for (const notation of ['standard', 'scientific', 'engineering', 'compact']) {
    print(['JPY', 'USD', 'KWD'].map(currency => format({ style: 'currency', currencyDisplay: 'narrowSymbol', currency, notation }, 641.36363)).join(' | '));
    // expect: ¥641 | $641.36 | KWD 641.364
    // expect: ¥6.414E2 | $6.414E2 | KWD 6.414E2
    // expect: ¥641.364E0 | $641.364E0 | KWD 641.364E0
    // expect: ¥641 | $641 | KWD 641
}
