// not for node: it has no Temporal
const date = Temporal.PlainDate.from('2024-02-10');
for (const calendar of ['iso8601', 'gregory', 'buddhist', 'roc', 'japanese', 'coptic', 'ethiopic', 'ethioaa', 'indian', 'persian',
    'islamic-civil', 'islamic-tbla', 'islamic-umalqura', 'hebrew', 'chinese', 'dangi']) {
    const { calendarId, era, eraYear, year, monthCode, day } = date.withCalendar(calendar);
    print(calendarId, era, eraYear, year, monthCode, day);
    // expect: iso8601 undefined undefined 2024 M02 10
    // expect: gregory ce 2024 2024 M02 10
    // expect: buddhist be 2567 2567 M02 10
    // expect: roc roc 113 113 M02 10
    // expect: japanese reiwa 6 2024 M02 10
    // expect: coptic am 1740 1740 M06 2
    // expect: ethiopic am 2016 2016 M06 2
    // expect: ethioaa aa 7516 7516 M06 2
    // expect: indian shaka 1945 1945 M11 21
    // expect: persian ap 1402 1402 M11 21
    // expect: islamic-civil ah 1445 1445 M07 30
    // expect: islamic-tbla ah 1445 1445 M08 1
    // expect: islamic-umalqura ah 1445 1445 M07 29
    // expect: hebrew am 5784 5784 M05L 1
    // expect: chinese undefined undefined 2024 M01 1
    // expect: dangi undefined undefined 2024 M01 1
}
print(date.withCalendar('ISLAMICC').calendarId); // expect: islamic-civil
for (const calendar of ['islamic', 'islamic-rgsa', 'julian', 'iso', '', 'x'.repeat(1e5), 'gregory\0']) {
    try { date.withCalendar(calendar); print('?'); } catch (e) { print(calendar.length, e.name); }
    // expect: 7 RangeError
    // expect: 12 RangeError
    // expect: 6 RangeError
    // expect: 3 RangeError
    // expect: 0 RangeError
    // expect: 100000 RangeError
    // expect: 8 RangeError
}
for (const text of ['2024-01-01[u-ca=islamic]', '2024-01-01[u-ca=ISLAMIC-RGSA]', '2024-01-01[!u-ca=iso8601][u-ca=gregory]']) {
    try { Temporal.PlainDate.from(text); print('?'); } catch (e) { print(e.name); }
    // expect: RangeError
    // expect: RangeError
    // expect: RangeError
}
print(Temporal.PlainDate.from({ calendar: 'japanese', era: 'heisei', eraYear: 31, month: 4, day: 30 }).toString()); // expect: 2019-04-30[u-ca=japanese]
print(Temporal.PlainDate.from({ calendar: 'hebrew', year: 5784, monthCode: 'M05L', day: 1 }).add({ years: 1 }).toString()); // expect: 2025-03-01[u-ca=hebrew]
print(Temporal.PlainMonthDay.from({ calendar: 'chinese', monthCode: 'M01', day: 1 }).toPlainDate({ year: 2025 }).withCalendar('iso8601').toString()); // expect: 2025-01-29
try { date.until(date.withCalendar('gregory')) } catch (e) { print(e.name); } // expect: RangeError

// What takes long is refused, and the rest ends.
const far = Temporal.PlainDate.from('-200000-01-01');
for (const calendar of ['chinese', 'hebrew', 'islamic-umalqura']) {
    const [from, to] = [far.withCalendar(calendar), date.withCalendar(calendar)];
    try { print(from.until(to, { largestUnit: 'months' })); } catch (e) { print(e.message); }
    // expect: The dates are too far apart to count months of this calendar
    // expect: The dates are too far apart to count months of this calendar
    // expect: The dates are too far apart to count months of this calendar
    try { Temporal.Duration.from({ days: 7e7 }).total({ unit: 'month', relativeTo: from }) } catch (e) { print(e.message); }
    // expect: The dates are too far apart to count months of this calendar
    // expect: The dates are too far apart to count months of this calendar
    // expect: The dates are too far apart to count months of this calendar
}
print(far.withCalendar('hebrew').until(date.withCalendar('hebrew')).days); // expect: 73787791
// Durations that are compared are added to a date only where a unit depends on it: days do not.
const { compare } = Temporal.Duration;
print(compare({ days: 577944337 }, { hours: 5 }, { relativeTo: '2000-01-01[u-ca=gregory]' }), compare({ months: -1, days: -577944337 }, { weeks: 1 }, { relativeTo: far.withCalendar('hebrew') })); // expect: 1 -1
print(compare({ hours: 2e9 }, { hours: 3e9 }, { relativeTo: '2000-01-01[UTC][u-ca=chinese]' })); // expect: -1
for (const [one, relativeTo] of [[{ months: 1e9 }, '2000-01-01[u-ca=gregory]'], [{ days: 577944337 }, '2000-01-01[UTC][u-ca=coptic]']]) {
    try { print(compare(one, { days: 1 }, { relativeTo })) } catch (e) { print(e.name); }
    // expect: RangeError
    // expect: RangeError
}
// What is missing comes before what does not go together.
for (const fields of [{ era: 'ap', eraYear: 64, year: 2000, month: 4 }, { era: 'ap', eraYear: 64, year: 2000, day: 4 }, { era: 'xx', eraYear: 64, monthCode: 'M01' }, { era: 'ap', eraYear: 64, year: 2000, month: 4, day: 4 }]) {
    try { print(Temporal.PlainMonthDay.from({ calendar: 'persian', ...fields })) } catch (e) { print(e.name); }
    // expect: TypeError
    // expect: TypeError
    // expect: TypeError
    // expect: RangeError
}
