// Dates in other calendars. Two languages have one of them by default.
const date = Date.UTC(2024, 2, 5, 14, 7, 9);
const show = (tag, options) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options }).format(date);
const calendars = ['buddhist', 'roc', 'japanese', 'coptic', 'ethiopic', 'ethioaa', 'indian', 'persian', 'islamic-civil', 'islamic-tbla', 'islamic-umalqura', 'hebrew'];
for (const calendar of calendars) print(calendar, [{}, { dateStyle: 'full' }, { dateStyle: 'short' }, { year: 'numeric', month: 'short' }, { era: 'long', year: 'numeric' }].map(options => show('en', { calendar, ...options })).join(' | '));
// expect: buddhist 3/5/2567 BE | Tuesday, March 5, 2567 BE | 3/5/2567 BE | Mar 2567 BE | 2567 BE
// expect: roc 3/5/113 Minguo | Tuesday, March 5, 113 Minguo | 3/5/113 Minguo | Mar 113 Minguo | 113 Minguo
// expect: japanese 3/5/6 R | Tuesday, March 5, 6 Reiwa | 3/5/6 R | Mar 6 Reiwa | 6 Reiwa
// expect: coptic 6/26/1740 AM | Tuesday, Amshir 26, 1740 AM | 6/26/1740 AM | Amshir 1740 AM | 1740 Anno Martyrum
// expect: ethiopic 6/26/2016 AM | Tuesday, Yekatit 26, 2016 AM | 6/26/2016 AM | Yekatit 2016 AM | 2016 AM
// expect: ethioaa 6/26/7516 AA | Tuesday, Yekatit 26, 7516 AA | 6/26/7516 AA | Yekatit 7516 AA | 7516 AA
// expect: indian 12/15/1945 Śaka | Tuesday, Phalguna 15, 1945 Śaka | 12/15/1945 Śaka | Phalguna 1945 Śaka | 1945 Śaka
// expect: persian 12/15/1402 AP | Tuesday, Esfand 15, 1402 AP | 12/15/1402 AP | Esfand 1402 AP | 1402 AP
// expect: islamic-civil 8/24/1445 AH | Tuesday, Shaʻban 24, 1445 AH | 8/24/1445 AH | Sha. 1445 AH | 1445 Anno Hegirae
// expect: islamic-tbla 8/25/1445 AH | Tuesday, Shaʻban 25, 1445 AH | 8/25/1445 AH | Sha. 1445 AH | 1445 Anno Hegirae
// expect: islamic-umalqura 8/24/1445 AH | Tuesday, Shaʻban 24, 1445 AH | 8/24/1445 AH | Sha. 1445 AH | 1445 Anno Hegirae
// expect: hebrew 25 Adar I 5784 | Tuesday, 25 Adar I 5784 | 25 Adar I 5784 | Adar I 5784 | 5784 AM
print(['th', 'th-u-ca-gregory', 'fa', 'fa-AF', 'ar-SA', 'de'].map(tag => new Intl.DateTimeFormat(tag).resolvedOptions().calendar).join());
// expect: buddhist,gregory,persian,persian,gregory,gregory
print(show('th', { dateStyle: 'long' }), '|', show('th', {}), '|', show('fa', { dateStyle: 'full' }), '|', show('fa', {}), '|', show('ja-u-ca-japanese', { dateStyle: 'full' }), '|', show('de', { calendar: 'buddhist', dateStyle: 'medium', timeStyle: 'short' }));
// expect: 5 มีนาคม 2567 | 5/3/2567 | ۱۴۰۲ اسفند ۱۵, سه‌شنبه | ۱۴۰۲/۱۲/۱۵ | 令和6年3月5日火曜日 | 05.03.2567 BE, 14:07
print(new Date(date).toLocaleDateString('th', { timeZone: 'UTC' }), new Date(date).toLocaleDateString('fa', { timeZone: 'UTC', numberingSystem: 'latn' }));
// expect: 5/3/2567 1402/12/15
// Identifiers that stand for others.
print(['islamicc', 'ethiopic-amete-alem', 'BUDDHIST', 'marsian'].map(calendar => new Intl.DateTimeFormat('en', { calendar }).resolvedOptions().calendar).join());
// expect: islamic-civil,ethioaa,buddhist,gregory
print(new Intl.DateTimeFormat('en-u-ca-roc').resolvedOptions().locale, new Intl.DateTimeFormat('en-u-ca-roc', { calendar: 'indian' }).resolvedOptions().locale);
// expect: en-u-ca-roc en
// Eras, and years of leap months.
const year = (calendar, time, options) => new Intl.DateTimeFormat('en', { calendar, timeZone: 'UTC', year: 'numeric', ...options }).format(time);
print([2024, 2000, 1980, 1920, 1880].map(of => year('japanese', Date.UTC(of, 0, 1))).join(), [1911, 1912].map(of => year('roc', Date.UTC(of, 5, 1))).join());
// expect: 6 Reiwa,12 Heisei,55 Shōwa,9 Taishō,13 Meiji 1 B.R.O.C.,1 Minguo
print([5783, 5784].map(of => [2, 3, 4].map(month => year('hebrew', Date.UTC(of - 3760, month - 1, 15), { month: 'long', day: 'numeric' })).join()).join(' | '));
// expect: 24 Shevat 5783,22 Adar 5783,24 Nisan 5783 | 6 Adar I 5784,5 Adar II 5784,7 Nisan 5784
print(new Intl.DateTimeFormat('en', { calendar: 'persian', timeZone: 'UTC' }).formatToParts(date).map(part => part.type + ':' + part.value).join('|'));
// expect: month:12|literal:/|day:15|literal:/|year:1402|literal: |era:AP
print(new Intl.DateTimeFormat('en', { calendar: 'buddhist', timeZone: 'UTC' }).formatRange(date, date)); // expect: 3/5/2567 BE
