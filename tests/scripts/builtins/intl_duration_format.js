// not for node: version 20 has no Intl.DurationFormat
// Durations have the units, joints and separators of their language.
const format = (tag, style, fields) => new Intl.DurationFormat(tag, { style }).format(fields).replaceAll('\xa0', '_');
const time = { hours: 1, minutes: 2, seconds: 3 };
print(format('de', 'long', time), '|', format('en', 'long', time)); // expect: 1 Stunde, 2 Minuten und 3 Sekunden | 1 hour, 2 minutes, 3 seconds
print(format('pl', 'long', { days: 2, hours: 5 }), '|', format('es', 'long', { years: 1, months: 2 })); // expect: 2 dni i 5 godzin | 1 año y 2 meses
print(format('en', 'digital', time), format('fi', 'digital', time), format('fa', 'digital', time)); // expect: 1:02:03 1.02.03 ۱:۰۲:۰۳
print(new Intl.DurationFormat('ar').resolvedOptions().locale, Intl.DurationFormat.supportedLocalesOf(['de', 'tlh', 'zh-TW']).join()); // expect: ar de,zh-TW
