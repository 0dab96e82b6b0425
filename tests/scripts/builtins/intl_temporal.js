// not for node: it has no Temporal
// DateTimeFormat has a format for each type of Temporal, which shows what objects of the type have.
const date = new Temporal.PlainDate(2024, 3, 5), time = new Temporal.PlainTime(14, 7, 9, 123), both = date.toPlainDateTime(time);
const month = new Temporal.PlainYearMonth(2024, 3, 'gregory'), day = new Temporal.PlainMonthDay(3, 5, 'gregory');
const instant = Temporal.Instant.from('2024-03-05T13:07:09Z'), zoned = instant.toZonedDateTimeISO('Europe/Berlin');
print([date, time, both, month, day].map(value => value.toLocaleString('de')).join(' | ')); // expect: 5.3.2024 | 14:07:09 | 5.3.2024, 14:07:09 | 3/2024 | 5.3.
print([date, time, both, month, day].map(value => value.toLocaleString('en')).join(' | ')); // expect: 3/5/2024 | 2:07:09 PM | 3/5/2024, 2:07:09 PM | 3/2024 | 3/5
print(instant.toLocaleString('en', { timeZone: 'America/New_York' }), '|', zoned.toLocaleString('en'), '|', zoned.toLocaleString('de', { dateStyle: 'medium', timeStyle: 'short' }));
// expect: 3/5/2024, 8:07:09 AM | 3/5/2024, 2:07:09 PM GMT+1 | 05.03.2024, 14:07
print(zoned.toLocaleString('en', { timeZoneName: 'long', hour: 'numeric' }), '|', zoned.toLocaleString('en', { year: 'numeric' })); // expect: 2 PM Central European Standard Time | 2024
const full = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'full', timeZone: 'Asia/Tokyo' });
print([date, time, both, month, day].map(value => full.format(value)).join(' | ')); // expect: Tuesday, March 5, 2024 | 2:07:09 PM | Tuesday, March 5, 2024 at 2:07:09 PM | March 2024 | March 5
print(full.format(instant)); // expect: Tuesday, March 5, 2024 at 10:07:09 PM Japan Standard Time
const short = new Intl.DateTimeFormat('en', { dateStyle: 'short' });
print([date, both, month, day].map(value => short.format(value)).join(' | ')); // expect: 3/5/24 | 3/5/24 | 3/24 | 3/5
// Options that a type does not have are left out; if no other ones are there, that is an error.
const some = new Intl.DateTimeFormat('en', { month: 'long', hour: 'numeric', era: 'short', timeZoneName: 'short', timeZone: 'UTC' });
print([date, time, both, month, day].map(value => some.format(value)).join(' | ')); // expect: March AD | 2 PM | March AD at 2 PM | March AD | March
const fails = run => { try { return run(); } catch (error) { return error.name; } };
print(fails(() => short.format(time)), fails(() => new Intl.DateTimeFormat('en', { hour: 'numeric' }).format(date)), fails(() => new Intl.DateTimeFormat('en', { year: 'numeric' }).format(day)));
// expect: TypeError TypeError TypeError
print(fails(() => full.format(zoned)), fails(() => zoned.toLocaleString('en', { timeZone: 'UTC' })), fails(() => date.toLocaleString('en', { timeStyle: 'short' })), fails(() => time.toLocaleString('en', { dateStyle: 'short' })));
// expect: TypeError TypeError TypeError TypeError
// Calendars are those of the format; only whole dates may be in the ISO calendar.
print(fails(() => date.withCalendar('hebrew').toLocaleString('en')), fails(() => new Temporal.PlainYearMonth(2024, 3).toLocaleString('en')), fails(() => new Temporal.PlainMonthDay(3, 5).toLocaleString('en'))); // expect: RangeError RangeError RangeError
print(date.withCalendar('hebrew').toLocaleString('en-u-ca-hebrew'), '|', date.withCalendar('japanese').toLocaleString('ja', { calendar: 'japanese', dateStyle: 'long' }), '|', date.toLocaleString('th', { numberingSystem: 'latn' }));
// expect: 25 Adar I 5784 | 令和6年3月5日 | 5/3/2567
print(date.withCalendar('persian').toPlainYearMonth().toLocaleString('en-u-ca-persian', { dateStyle: 'long' })); // expect: Esfand 1402 AP
// Ranges have two ends of one type.
const range = (tag, one, two, options) => fails(() => new Intl.DateTimeFormat(tag, options).formatRange(one, two).replaceAll('\u2009', ' '));
print(range('en', date, date.add({ days: 3 })), '|', range('en', date, date.add({ days: 3 }), { dateStyle: 'long' }), '|', range('en', time, time.add({ hours: 2 })), '|', range('en', month, month.add({ months: 1 }), { month: 'long', year: 'numeric' }));
// expect: 3/5/2024 – 3/8/2024 | March 5 – 8, 2024 | 2:07:09 PM – 4:07:09 PM | March – April 2024
print(range('en', date, both), range('en', date, 0), range('en', zoned, zoned), range('en', date, date.withCalendar('roc'))); // expect: TypeError TypeError TypeError RangeError
// The years of reference of months and days are not shown.
const leap = Temporal.PlainMonthDay.from({ monthCode: 'M05L', day: 15, calendar: 'hebrew' }), nisan = Temporal.PlainMonthDay.from({ monthCode: 'M07', day: 1, calendar: 'hebrew' });
print(range('en', day, new Temporal.PlainMonthDay(3, 8, 'gregory', 1976), { month: 'short', day: 'numeric' }), '|', range('en-u-ca-hebrew', leap, nisan)); // expect: Mar 5 – 8 | 15 Adar I – 1 Nisan
print(new Intl.DateTimeFormat('en').formatToParts(month).map(part => part.type + part.value).join()); // expect: month3,literal/,year2024
// The range of Temporal is wider than that of Date.
print(new Temporal.PlainDate(-271821, 4, 19).toLocaleString('en', { era: 'short' }), Temporal.PlainDate.from('+275760-09-13').toLocaleString('en')); // expect: 4/19/271822 BC 9/13/275760
print(Temporal.Duration.from('PT1H2M').toLocaleString('en'), '|', Temporal.Duration.from('P1Y2D').toLocaleString('de', { style: 'long' })); // expect: 1 hr, 2 min | 1 Jahr, 2 Tage
print(fails(() => date.toLocaleString('x_y')), fails(() => Temporal.PlainDate.prototype.toLocaleString.call({}))); // expect: RangeError TypeError
// Objects and formats know the same calendars by the same names, and give the same years and days.
const calendars = Intl.supportedValuesOf('calendar').filter(calendar => !['iso8601', 'gregory'].includes(calendar));
const refusal = calendar => { try { return date.withCalendar(calendar).toPlainYearMonth().toLocaleString('en'); } catch (error) { return error.message; } };
print(calendars.length, calendars.filter(calendar => !refusal(calendar).includes(`'${calendar}'`)).length); // expect: 14 0
const isOther = calendar => {
    const own = date.withCalendar(calendar), parts = new Intl.DateTimeFormat('en', { calendar }).formatToParts(own);
    const number = type => Number(parts.find(part => part.type === type).value);
    return number('year') !== (own.eraYear ?? own.year) || number('day') !== own.day;
};
print(calendars.filter(calendar => !['chinese', 'dangi'].includes(calendar)).filter(isOther).length); // expect: 0
