// What CLDR says of units, amounts, names and ranges in languages beside English.
const shown = text => text.replaceAll('\u00A0', '_').replaceAll('\u202F', '~').replaceAll('\u200F', '');
const number = (tag, options, ...numbers) => shown(numbers.map(number => new Intl.NumberFormat(tag, options).format(number)).join(' | '));
const unit = (tag, unit, unitDisplay, ...numbers) => number(tag, { style: 'unit', unit, unitDisplay }, ...numbers);
print(unit('pl', 'day', 'long', 1, 2, 5, 1.5)); // expect: 1 dzień | 2 dni | 5 dni | 1,5 dnia
print(unit('ar', 'hour', 'long', 1, 2, 3, 11), new Intl.NumberFormat('ar', { style: 'unit', unit: 'hour', unitDisplay: 'long' }).formatToParts(-2).map(part => part.type).join());
// expect: ساعة | ساعتان | 3 ساعات | 11 ساعة unit
print(unit('ru', 'kilometer-per-hour', 'long', 1, 5), unit('fr', 'liter', 'long', 1.5), unit('en-GB', 'meter', 'long', 2), unit('ja', 'year', 'long', 3));
// expect: 1 километр в час | 5 километров в час 1,5_litre 2 metres 3 年
print(unit('de', 'gram-per-acre', 'short', 2), unit('de', 'gram-per-acre', 'long', 2), unit('es', 'mile-per-gallon', 'narrow', 2), unit('zh-TW', 'byte-per-second', 'long', 2));
// expect: 2 g/ac 2 Gramm pro Acre 2mi/gal 每秒 2 byte
const words = (tag, compactDisplay, ...numbers) => number(tag, { notation: 'compact', compactDisplay }, ...numbers);
print(words('pl', 'long', 1000, 2000, 5000, 1500, 2e6)); // expect: 1 tysiąc | 2 tysiące | 5 tysięcy | 1,5 tysiąca | 2 miliony
print(words('sv', 'short', 12000, 3e6), words('hi', 'short', 12345678), words('tr', 'long', 4e9), words('id', 'short', 1500));
// expect: 12_tn | 3_mn 1.2_क॰ 4 milyar 1,5_rb
print(words('fr', 'long', 1000, -1000, 1500, 2e6), words('es', 'short', 1e9, 12e9)); // expect: mille | -1 millier | 1,5 millier | 2 millions 1000_M | 12_mil_M
print(number('nl', { style: 'currency', currency: 'EUR', notation: 'compact' }, 1234567), number('fi', { style: 'currency', currency: 'EUR', notation: 'compact', compactDisplay: 'long' }, 1234567));
// expect: €_1,2_mln. 1,2_milj._€
const money = (tag, currency, ...numbers) => number(tag, { style: 'currency', currency, currencyDisplay: 'name', maximumFractionDigits: 0 }, ...numbers);
print(money('de', 'USD', 1, 2), '|', money('pl', 'PLN', 1, 2, 5), '|', money('ja', 'JPY', 5), '|', money('en', 'CLF', 2), '|', money('uk', 'XYZ', 2));
// expect: 1 US-Dollar | 2 US-Dollar | 1 złoty polski | 2 złote polskie | 5 złotych polskich | 5円 | 2 Chilean units of account (UF) | 2 XYZ
const names = (tag, type, codes, options) => codes.map(code => new Intl.DisplayNames(tag, { type, ...options }).of(code)).join(', ');
print(names('de', 'region', ['US', '419', 'ZZ']), '|', names('fr', 'language', ['de', 'pt-BR', 'sr-Latn-RS', 'my-MM']));
// expect: Vereinigte Staaten, Lateinamerika, Unbekannte Region | allemand, portugais brésilien, serbe (latin, Serbie), birman (Myanmar [Birmanie])
print(names('es', 'script', ['Latn', 'Cyrl']), '|', names('it', 'currency', ['USD', 'CHF']), '|', names('ru', 'calendar', ['gregory', 'hebrew']));
// expect: latino, cirílico | dollaro statunitense, franco svizzero | григорианский календарь, еврейский календарь
print(names('sv', 'dateTimeField', ['era', 'weekOfYear', 'dayPeriod']), '|', names('de', 'dateTimeField', ['month', 'hour'], { style: 'narrow' }), '|', names('en', 'region', ['GB'], { style: 'short' }));
// expect: era, vecka, fm/em | M, Std. | UK
print(names('zh', 'language', ['my-MM', 'sr-Latn-RS'], { languageDisplay: 'standard' }), '|', names('en', 'language', ['my-MM', 'xx']));
// expect: 缅甸语（缅甸）, 塞尔维亚语（拉丁文，塞尔维亚） | Burmese (Myanmar [Burma]), xx
print(names('de', 'language', ['zh-Hant', 'nl-BE'], { languageDisplay: 'standard' })); // expect: Chinesisch (Traditionell), Niederländisch (Belgien)
print(['long', 'short', 'narrow'].map(style => names('en', 'language', ['en-GB', 'az', 'nl-BE'], { style })).join(' | '), '|', names('de', 'language', ['en-US', 'en-GB'], { style: 'short' }), '|', names('en', 'language', ['en-GB'], { style: 'short', languageDisplay: 'standard' }));
// expect: British English, Azerbaijani, Flemish | UK English, Azeri, Flemish | UK English, Azeri, Flemish | Englisch (USA), Englisch (GB) | English (UK)
const zone = (tag, timeZone, timeZoneName) => shown(new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: 'numeric', timeZone, timeZoneName }).format(0));
print(zone('fr', 'Asia/Kolkata', 'shortOffset'), zone('bg', 'America/St_Johns', 'longOffset'), zone('fi', 'Asia/Tokyo', 'longOffset'), zone('hi-u-nu-deva', 'Asia/Kolkata', 'shortOffset'));
// expect: 05:30 UTC+5:30 20:30 ч. Гринуич-03:30 9.00 UTC+09.00 ५:३० am GMT+५:३०
const range = (tag, options) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'medium', ...options }).formatRange(0, 1e12);
print(escape(range('de')), range('fi'), range('ko'));
// expect: 01.01.1970%2C%2000%3A00%3A00%u2009%u2013%u200909.09.2001%2C%2001%3A46%3A40 1.1.1970 klo 0.00.00–9.9.2001 klo 1.46.40 1970. 1. 1. AM 12:00:00 ~ 2001. 9. 9. AM 1:46:40
const days = (tag, options, ...ends) => shown(new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options }).formatRange(...ends)).replaceAll('\u2009', ' ');
const [first, second, third, fourth] = [Date.UTC(2024, 0, 3), Date.UTC(2024, 0, 5), Date.UTC(2024, 2, 5), Date.UTC(2025, 2, 5)];
for (const end of [second, third, fourth]) {
    print(['de', 'pl', 'fr', 'ja', 'en-GB'].map(tag => days(tag, { day: 'numeric', month: 'long', year: 'numeric' }, first, end)).join(' | '));
    // expect: 3.–5. Januar 2024 | 3–5 stycznia 2024 | 3–5 janvier 2024 | 2024/01/03～2024/01/05 | 3 – 5 January 2024
    // expect: 3. Januar – 5. März 2024 | 3 stycznia – 5 marca 2024 | 3 janvier – 5 mars 2024 | 2024/01/03～2024/03/05 | 3 January – 5 March 2024
    // expect: 3. Januar 2024 – 5. März 2025 | 3 stycznia 2024 – 5 marca 2025 | 3 janvier 2024 – 5 mars 2025 | 2024/01/03～2025/03/05 | 3 January 2024 – 5 March 2025
}
print(days('de', { dateStyle: 'medium' }, first, second), '|', days('pt', { month: 'short', year: 'numeric' }, first, third), '|', days('ru', { month: 'long' }, first, third));
// expect: 03.–05.01.2024 | jan. – mar. de 2024 | январь – март
const codes = text => [...text].map(sign => sign.codePointAt(0) < 128 ? sign : '\\' + sign.codePointAt(0).toString(16)).join('');
const euros = (tag, options, number) => codes(new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR', currencyDisplay: 'code', maximumFractionDigits: 0, ...options }).format(number));
// Marks of direction stand where the languages have them.
print(euros('ar', {}, 1), euros('ar', {}, -1), euros('ar-EG', {}, -1), euros('he', {}, 1), euros('he', {}, -1), euros('fa', {}, 1), euros('fa', {}, -1), euros('fa-AF', {}, 1));
// expect: \200f1\a0EUR \200f\200e-1\a0EUR \61c-\200f\661\a0EUR \200f1\a0\200fEUR \200f\200e-1\a0\200fEUR \200eEUR\a0\6f1 \200e\2212\200eEUR\a0\6f1 EUR\a0\6f1
print(...['ar', 'ar-EG', 'he', 'nb', 'ms-BN', 'en-DE', 'en-SE'].map(tag => euros(tag, { currencySign: 'accounting', currencyDisplay: 'symbol' }, -1234)));
// expect: (\61c1,234\20ac) \61c-\200f\661\66c\662\663\664\a0\20ac \200f\200e-1,234\a0\200f\20ac (\20ac\a01\a0234) (\20ac1.234) -\20ac1,234 -\20ac1,234
print(...['fa', 'fa-AF'].map(tag => euros(tag, { currencySign: 'accounting' }, -1)), ...['ar', 'nb', 'fa'].map(tag => euros(tag, { currencySign: 'accounting', signDisplay: 'never' }, -1)));
// expect: \200e(EUR\a0\6f1) \200e(EUR\a0\6f1) \200f1\a0EUR 1\a0EUR \200eEUR\a0\6f1
print(...['es-MX', 'es', 'fr', 'en-DE', 'pt-AO'].map(tag => shown(new Intl.NumberFormat(tag, { style: 'percent' }).format(12.34))), ...['en-AU', 'en-SE'].map(tag => number(tag, { notation: 'scientific' }, 1500)), number('sv', {}, NaN), number('ru-UA', {}, 1234));
// expect: 1,234% 1234_% 1~234_% 1.234_% 1_234% 1.5e3 1,5×10^3 NaN 1234
