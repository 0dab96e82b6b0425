// not for node: version 20 has two digits for currencies in all notations
// Rules of Intl.NumberFormat that do not depend on the language.
const format = (options, number) => new Intl.NumberFormat('en', options).format(number);
// Digits of currencies are those of the usual notation alone: ECMA-402 16.1.1.
for (const notation of ['standard', 'scientific', 'engineering', 'compact']) {
    print(['JPY', 'USD', 'KWD'].map(currency => format({ style: 'currency', currencyDisplay: 'narrowSymbol', currency, notation }, 641.36363)).join(' | ').replaceAll('\xa0', ' '));
    // expect: ¥641 | $641.36 | KWD 641.364
    // expect: ¥6.414E2 | $6.414E2 | KWD 6.414E2
    // expect: ¥641.364E0 | $641.364E0 | KWD 641.364E0
    // expect: ¥641 | $641 | KWD 641
}
// Units and names of currencies follow the whole number, whatever its notation takes out.
for (const number of [1, 1000, 1.2e6, 0.001]) {
    const texts = ['compact', 'scientific', 'engineering'].map(notation => format({ style: 'unit', unit: 'day', unitDisplay: 'long', notation }, number));
    print(texts.join(' | '), '|', format({ style: 'currency', currency: 'EUR', currencyDisplay: 'name', notation: 'compact', compactDisplay: 'long' }, number));
    // expect: 1 day | 1E0 day | 1E0 day | 1 euro
    // expect: 1K days | 1E3 days | 1E3 days | 1 thousand euros
    // expect: 1.2M days | 1.2E6 days | 1.2E6 days | 1.2 million euros
    // expect: 0.001 days | 1E-3 days | 1E-3 days | 0.001 euros
}
const french = number => new Intl.NumberFormat('fr', { style: 'unit', unit: 'hour', unitDisplay: 'long', notation: 'scientific' }).format(number);
print([1.2, 1.2e6, 12e-5, 0.5].map(french).join(' | ').replaceAll('\xa0', ' ')); // expect: 1,2E0 heure | 1,2E6 heures | 1,2E-4 heure | 5E-1 heure
// Leading zeros are grouped in all notations.
print(format({ notation: 'scientific', minimumIntegerDigits: 4 }, 1625), format({ notation: 'engineering', minimumIntegerDigits: 7 }, 1625), format({ notation: 'scientific', minimumIntegerDigits: 4, useGrouping: false }, 1625)); // expect: 0,001.625E3 0,000,001.625E3 0001.625E3
// The code of a currency stands apart from digits alone.
const francs = (number, more) => format({ style: 'currency', currency: 'CHF', ...more }, number).replace('\xa0', '_');
print(francs(1), francs(-2), francs(-Infinity), francs(NaN), francs(7, { numberingSystem: 'hanidec' }), francs(7, { numberingSystem: 'deva' })); // expect: CHF_1.00 -CHF_2.00 -CHF∞ CHFNaN CHF七.〇〇 CHF_७.००
// The dollar of the United States has the sign that tells it from others.
const dollar = (tag, currencyDisplay) => new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', currencyDisplay }).formatToParts(1).find(part => part.type === 'currency').value;
print(['en', 'en-GB', 'en-AU', 'de', 'fr', 'it', 'pt-BR', 'es', 'es-MX', 'es-US', 'ja', 'zh', 'sv', 'pl'].map(tag => dollar(tag, 'symbol')).join()); // expect: $,US$,USD,$,$US,USD,US$,US$,USD,$,$,US$,US$,USD
print(['en', 'fr', 'pt-BR', 'pl', 'ar'].map(tag => dollar(tag, 'narrowSymbol')).join()); // expect: $,$,$,$,US$
// Long words of compact notation stand behind a common space.
print(JSON.stringify(['de', 'fr', 'es'].flatMap(tag => [1e6, 2e9].map(number => new Intl.NumberFormat(tag, { notation: 'compact', compactDisplay: 'long' }).format(number)))).replaceAll('\xa0', '_')); // expect: ["1 Million","2 Milliarden","1 million","2 milliards","1 millón","2 mil millones"]
// Ranges: units and names are shown once, and other signs if they are more than one character, but a minus sign at each end.
const ranges = (options, ...all) => all.map(([start, end]) => new Intl.NumberFormat('en', options).formatRange(start, end)).join(' | ');
const [up, below, both, far] = [[1, 2], [-3, -1], [-3, 2], [2, 1500]];
print(ranges({ style: 'unit', unit: 'day', unitDisplay: 'long' }, up, below, both, far, [1, 1])); // expect: 1–2 days | -3 – -1 days | -3 – 2 days | 2–1,500 days | ~1 day
print(ranges({ style: 'unit', unit: 'celsius', signDisplay: 'always' }, up, below, both)); // expect: +1 – +2°C | -3 – -1°C | -3 – +2°C
print(ranges({ style: 'currency', currency: 'USD' }, up, below, both), ranges({ style: 'currency', currency: 'USD', signDisplay: 'always' }, up, both)); // expect: $1.00 – $2.00 | -$3.00 – -$1.00 | -$3.00 – $2.00 +$1.00–2.00 | -$3.00 – +$2.00
print(ranges({ style: 'currency', currency: 'USD', currencyDisplay: 'name', maximumFractionDigits: 0 }, up, below, both), ranges({ style: 'currency', currency: 'USD', currencyDisplay: 'name', currencySign: 'accounting' }, below)); // expect: 1–2 US dollars | -3 – -1 US dollars | -3 – 2 US dollars -3.00 – -1.00 US dollars
print(ranges({ style: 'percent' }, up, below), ranges({ notation: 'scientific' }, up), ranges({ notation: 'compact' }, [1e6, 2e6], far), ranges({ notation: 'compact', compactDisplay: 'long' }, [1e6, 2e6])); // expect: 100% – 200% | -300% – -100% 1E0 – 2E0 1M – 2M | 2–1.5K 1–2 million
print(ranges({ style: 'currency', currency: 'USD', notation: 'compact' }, [1e6, 2e6], far), ranges({ style: 'unit', unit: 'day', notation: 'compact', unitDisplay: 'long' }, [1e6, 2e6], far)); // expect: $1–2M | $2 – $1.5K 1M – 2M days | 2–1.5K days
print(new Intl.NumberFormat('en', { style: 'unit', unit: 'hour' }).formatRangeToParts(1, 2).map(({ type, value, source }) => `${source}/${type}/${value}`).join()); // expect: startRange/integer/1,shared/literal/–,endRange/integer/2,shared/literal/ ,shared/unit/hr
print(['bg', 'ca', 'de', 'es', 'et', 'fr', 'fr-CA', 'ja', 'ko', 'lt', 'nb', 'nn', 'pt', 'pt-PT', 'ro', 'th', 'zh'].map(tag => [2, 1].map(end => new Intl.NumberFormat(tag).formatRange(1, end)).join(' ')).join(', ')); // expect: 1 – 2 ~1, 1-2 ~1, 1–2 ≈1, 1-2 ~1, 1‒2 ≈1, 1–2 ≃1, 1–2 ≈1, 1～2 約1, 1~2 ~1, 1–2 ∼1, 1–2 ca.1, 1–2 ≈1, 1–2 ~1, 1 - 2 ~1, 1 - 2 ~1, 1-2 ~1, 1-2 ~1
// Strings are read exactly, in all forms of numbers.
const read = text => new Intl.NumberFormat('en', { maximumFractionDigits: 20 }).format(text);
print(read('0xFFFFFFFFFFFFFFFFF'), read('0b1' + '0'.repeat(70)), read(' 0O7777777777777777777777777 '), read('0x0'), read('-0x10'), read('0x' + 'F'.repeat(300))); // expect: 295,147,905,179,352,825,855 1,180,591,620,717,411,303,424 37,778,931,862,957,161,709,567 0 NaN ∞
print(read('\xa0123456789012345678901\ufeff'), read('\u2003-.5e1'), read('1e-400'), read('-1e-400'), read('1.00000000000000000001')); // expect: 123,456,789,012,345,678,901 -5 0 -0 1.00000000000000000001
// Symbols of languages.
print(['en', 'el', 'sk', 'sl', 'et', 'lt', 'sv', 'uk'].map(tag => new Intl.NumberFormat(tag, { notation: 'scientific' }).format(1500)).join(' '), ['hu', 'sl', 'ca', 'es', 'de', 'it-CH'].map(tag => new Intl.NumberFormat(tag).format(1234.5)).join(' ')); // expect: 1.5E3 1,5e3 1,5e3 1,5e3 1,5×10^3 1,5×10^3 1,5×10^3 1,5Е3 1234,5 1234,5 1.234,5 1234,5 1.234,5 1234.5
// Places of currencies, and of signs beside them.
const money = (tag, more) => [1, -1].map(number => new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0, numberingSystem: 'latn', ...more }).format(number)).join('|').replaceAll('\xa0', '_');
print(['nl', 'de-CH', 'de-AT', 'es-CL', 'es-AR', 'hi', 'bn', 'sk', 'pt-PT', 'en'].map(tag => money(tag, {})).join(' ')); // expect: $_1|$_-1 $_1|$-1 $_1|-$_1 $1|$-1 $_1|-$_1 $1|-$1 1$|-1$ 1_$|-1_$ 1_$|-1_$ $1|-$1
print(['nl', 'de-CH', 'de-AT', 'es-CL', 'es-AR', 'hi', 'bn', 'sk', 'pt-PT', 'en'].map(tag => money(tag, { currencySign: 'accounting', currencyDisplay: 'code' })).join(' ')); // expect: USD_1|(USD_1) USD_1|USD-1 USD_1|-USD_1 USD_1|USD-1 USD_1|(USD_1) USD_1|-USD_1 1_USD|(1_USD) 1_USD|(1_USD) 1_USD|(1_USD) USD_1|(USD_1)
// Amounts of money have their own separators in some regions, and a percent sign may stand before its number.
const shown = text => text.replaceAll('\xa0', '_').replaceAll('\u202f', '-');
const amount = (tag, more) => shown(new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR', ...more }).format(1234567.5));
print(amount('de-AT'), amount('de-AT', { currencyDisplay: 'code' }), amount('fr-CH'), shown((1234567.5).toLocaleString('de-AT')), shown((1234567.5).toLocaleString('fr-CH'))); // expect: €_1.234.567,50 EUR_1.234.567,50 1-234-567.50_€ 1_234_567,5 1-234-567,5
const turkish = new Intl.NumberFormat('tr', { style: 'percent' });
print(turkish.format(12.34), turkish.format(-0.5), turkish.formatRange(0.1, 0.2), turkish.formatToParts(0.5).map(part => part.type).join(), shown(new Intl.NumberFormat('fr-CH', { style: 'percent' }).format(0.5))); // expect: %1.234 -%50 %10 – %20 percentSign,integer 50%
// Arabic and Persian digits have their own signs, with marks of their direction.
const codes = text => [...text].map(sign => sign.codePointAt(0) < 128 ? sign : '\\' + sign.codePointAt(0).toString(16)).join('');
for (const tag of ['ar-EG', 'ar-MA', 'fa', 'en-u-nu-arab', 'en-u-nu-arabext', 'ar-EG-u-nu-latn']) {
    const signed = new Intl.NumberFormat(tag, { style: 'percent', signDisplay: 'always' });
    print(codes(signed.format(-0.5)), codes(signed.format(0.25)), codes(new Intl.NumberFormat(tag, { notation: 'scientific' }).format(1.5e-7)));
    // expect: \61c-\665\660\66a\61c \61c+\662\665\66a\61c \661\66b\665\623\633\61c-\667
    // expect: \200e-50\200e%\200e \200e+25\200e%\200e 1,5E\200e-7
    // expect: \200e\2212\6f5\6f0\66a \200e+\6f2\6f5\66a \6f1\66b\6f5\d7\6f1\6f0^\200e\2212\6f7
    // expect: \61c-\665\660\66a\61c \61c+\662\665\66a\61c \661\66b\665\627\633\61c-\667
    // expect: \200e-\200e\6f5\6f0\66a \200e+\200e\6f2\6f5\66a \6f1\66b\6f5\d7\6f1\6f0^\200e-\200e\6f7
    // expect: \200e-50\200e%\200e \200e+25\200e%\200e 1.5E\200e-7
}
print(['ar-EG', 'fa', 'de'].map(tag => codes(new Intl.NumberFormat(tag, { numberingSystem: 'deva' }).format(-1234.5))).join(' ')); // expect: \200e-\967,\968\969\96a.\96b \200e\2212\967,\968\969\96a.\96b -\967.\968\969\96a,\96b
print(['de', 'tr'].flatMap(tag => ['arab', 'arabext'].map(nu => codes((-0.5).toLocaleString(`${tag}-u-nu-${nu}`, { style: 'percent' })))).join(' ')); // expect: \61c-\665\660\66a\61c \200e-\200e\6f5\6f0\a0\66a \61c-\665\660\66a\61c \200e-\200e\66a\6f5\6f0
for (const tag of ['de', 'tr', 'en', 'ar-EG', 'fa', 'de-u-nu-arabext']) {
    const unit = new Intl.NumberFormat(tag, { style: 'unit', unit: 'percent' });
    print(codes(unit.format(-12.5)), codes(unit.formatRange(1, 25)));
    // expect: -12,5\a0% 1\201325\a0%
    // expect: -%12,5 %1 \2013 %25
    // expect: -12.5% 1% \2013 25%
    // expect: \61c-\661\662\66b\665\66a\61c \661\2013\662\665\66a\61c
    // expect: \200e\2212\6f1\6f2\66b\6f5\66a \6f1\66a \2013 \6f2\6f5\66a
    // expect: \200e-\200e\6f1\6f2\66b\6f5\a0\66a \6f1\2013\6f2\6f5\a0\66a
}
for (const [tag, unitDisplay] of [['tr', 'narrow'], ['en', 'long']]) {
    const unit = new Intl.NumberFormat(tag, { style: 'unit', unit: 'percent', unitDisplay });
    print(unit.formatToParts(-5).map(part => part.type).join(), unit.formatRange(5, 6));
    // expect: minusSign,unit,integer %5 – %6
    // expect: minusSign,integer,literal,unit 5–6 percent
}
// In compact notation it is a unit like others.
for (const tag of ['en', 'tr']) {
    const unit = new Intl.NumberFormat(tag, { style: 'unit', unit: 'percent', notation: 'compact' });
    print(unit.format(-5), unit.formatRange(1, 9), unit.formatRange(-5, 9), unit.formatToParts(-5).map(part => part.type).join());
    // expect: -5% 1–9% -5 – 9% minusSign,integer,unit
    // expect: %-5 %1–9 %-5 – 9 unit,minusSign,integer
}
print(['ar-EG', 'ar', 'fa'].map(tag => codes(new Intl.NumberFormat(tag, { style: 'percent' }).formatRange(0.1, 0.2))).join(' | ')); // expect: \661\660\2013\662\660\66a\61c | 10\201320\200e%\200e | \6f1\6f0\66a \2013 \6f2\6f0\66a
// Symbols of currencies are those of the language and its region; checked with node 20.
const sign = (tag, currency, currencyDisplay = 'symbol') => new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay }).formatToParts(1).find(part => part.type === 'currency').value;
print(['hu', 'de-CH', 'en-AU', 'lt', 'fr'].map(tag => sign(tag, 'EUR')).join()); // expect: EUR,EUR,EUR,€,€
print(['sv', 'bn', 'hi', 'uk', 'en-CA', 'fr-CA', 'zh-TW'].map(tag => sign(tag, 'JPY')).join()); // expect: JPY,JP¥,JP¥,¥,JP¥,¥,¥
print(['da', 'de', 'ro', 'pt-PT'].map(tag => sign(tag, 'RON', 'narrowSymbol')).join(), sign('en', 'XXX'), sign('de', 'XXX'), sign('en', 'QQQ')); // expect: L,L,lei,L ¤ XXX QQQ
print(new Intl.NumberFormat('de-CH').format(1234567.5)); // expect: 1'234'567.5
// Bengali percentages in Bengali digits are grouped in thousands.
print(['bn', 'bn-u-nu-latn', 'hi'].map(tag => ['percent', 'decimal'].map(style => codes(new Intl.NumberFormat(tag, { style }).format(1234567))).join(' ')).join(', ')); // expect: \9e7\9e8\9e9,\9ea\9eb\9ec,\9ed\9e6\9e6% \9e7\9e8,\9e9\9ea,\9eb\9ec\9ed, 12,34,56,700% 12,34,567, 12,34,56,700% 12,34,567
