// Rules of Intl.DateTimeFormat that do not depend on the language.
// Local mean times have no name, and seconds.
const name = (timeZone, timeZoneName, time) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName }).formatToParts(time).find(part => part.type === 'timeZoneName').value;
for (const zone of ['Asia/Tokyo', 'America/New_York', 'Africa/Monrovia']) {
    print(['short', 'long', 'shortOffset', 'longOffset'].map(style => name(zone, style, -3e12)).join(' '));
// expect: GMT+9:18:59 GMT+09:18:59 GMT+9:18:59 GMT+09:18:59
// expect: GMT-4:56:02 GMT-04:56:02 GMT-4:56:02 GMT-04:56:02
// expect: GMT-0:43:08 GMT-00:43:08 GMT-0:43:08 GMT-00:43:08
}
print(name('Asia/Tokyo', 'long', 0), name('America/New_York', 'short', 0), name('Asia/Kolkata', 'short', 0), name('Asia/Kolkata', 'longOffset', 0));
// expect: Japan Standard Time EST GMT+5:30 GMT+05:30
// Ranges show what their ends differ in, beside smaller components that are asked for.
const start = Date.UTC(2020, 0, 10, 9, 30), ends = [[2020, 0, 10, 10, 30], [2020, 0, 10, 14], [2020, 0, 11, 9, 30], [2020, 1, 19, 9, 30], [2021, 1, 13, 9, 30]].map(end => Date.UTC(...end));
const ranges = (tag, options) => ends.map(end => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).formatRange(start, end)).join(' | ').replace(/[\u202f\u2009]/g, ' ');
print(ranges('en', { timeStyle: 'short' }));
// expect: 9:30 – 10:30 AM | 9:30 AM – 2:00 PM | 1/10/2020, 9:30 AM – 1/11/2020, 9:30 AM | 1/10/2020, 9:30 AM – 2/19/2020, 9:30 AM | 1/10/2020, 9:30 AM – 2/13/2021, 9:30 AM
print(ranges('en', { hour: 'numeric', timeZoneName: 'short' }));
// expect: 9 – 10 AM UTC | 9 AM – 2 PM UTC | 1/10/2020, 9 AM UTC – 1/11/2020, 9 AM UTC | 1/10/2020, 9 AM UTC – 2/19/2020, 9 AM UTC | 1/10/2020, 9 AM UTC – 2/13/2021, 9 AM UTC
print(ranges('en', { day: 'numeric' })); // expect: 10 | 10 | 10 – 11 | 1/10 – 2/19 | 1/10/2020 – 2/13/2021
print(ranges('en', { month: 'short', day: 'numeric' }));
// expect: Jan 10 | Jan 10 | Jan 10 – 11 | Jan 10 – Feb 19 | Jan 10, 2020 – Feb 13, 2021
print(ranges('en', { dateStyle: 'full' }));
// expect: Friday, January 10, 2020 | Friday, January 10, 2020 | Friday, January 10 – Saturday, January 11, 2020 | Friday, January 10 – Wednesday, February 19, 2020 | Friday, January 10, 2020 – Saturday, February 13, 2021
print(ranges('en', { timeStyle: 'medium' }));
// expect: 9:30:00 AM – 10:30:00 AM | 9:30:00 AM – 2:00:00 PM | 1/10/2020, 9:30:00 AM – 1/11/2020, 9:30:00 AM | 1/10/2020, 9:30:00 AM – 2/19/2020, 9:30:00 AM | 1/10/2020, 9:30:00 AM – 2/13/2021, 9:30:00 AM
const bc = new Date(0);
bc.setUTCFullYear(-5);
print(new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).formatRange(bc, 0).replaceAll('\u2009', ' '), new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'UTC' }).formatRange(bc, 0).replaceAll('\u2009', ' '));
// expect: January 1, 6 BC – January 1, 1970 AD 6 BC – 1970 AD
