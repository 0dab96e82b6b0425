// not for node: it has no Temporal
// Sizes at the ends of what there is, and beyond: an error or a value, soon.
const { Duration, PlainDate, PlainDateTime, PlainTime, PlainYearMonth, PlainMonthDay, ZonedDateTime, Instant } = Temporal;
const name = f => { try { return String(f()) } catch (e) { return e.name } };
const long = '1'.repeat(1 << 20);
for (const text of [long, '2024-01-01' + '[a=b]'.repeat(1 << 17), '2024-01-01T00:00:00.' + long, 'P' + long + 'D', '-'.repeat(1 << 20), '\u2212000001-01-01', '2024-01-01T00:00\u0661']) {
    print([Duration, PlainDate, PlainDateTime, PlainTime, PlainYearMonth, PlainMonthDay, ZonedDateTime, Instant].map(type => name(() => type.from(text))).every(text => text === 'RangeError'));
    // expect: true
    // expect: true
    // expect: true
    // expect: true
    // expect: true
    // expect: true
    // expect: true
}
print(name(() => new PlainDate(1e300, 1, 1)), name(() => new PlainDate(2024, 257, 1)), name(() => new PlainDate(2024, 1, -255)), name(() => new PlainDate(2024, 1, NaN))); // expect: RangeError RangeError RangeError RangeError
print(name(() => PlainDate.from({ year: 1e300, month: 1, day: 1 })), name(() => PlainDate.from({ year: 2024, month: 1e300, day: 1e300 }))); // expect: RangeError 2024-12-31
print(name(() => PlainMonthDay.from({ year: 4e8, month: 2, day: 30 })), name(() => PlainMonthDay.from({ year: -1e9 - 1, month: 2, day: 30 }))); // expect: 02-29 02-28
print(name(() => PlainTime.from({ hour: -1e300 })), name(() => PlainTime.from({ hour: -1 }, { overflow: 'reject' })), name(() => PlainTime.from({ millisecond: 65537 }, { overflow: 'reject' }))); // expect: 00:00:00 RangeError RangeError
print(name(() => new Duration(2 ** 32)), name(() => new Duration(2 ** 32 - 1)), name(() => new Duration(0, 0, 0, 0, 0, 0, 2 ** 53)), name(() => new Duration(0, 0, 0, 0, 0, 0, 0, 0, 0, 1e300))); // expect: RangeError P4294967295Y RangeError RangeError
print(name(() => new PlainDate(-271821, 4, 19)), name(() => new PlainDate(-271821, 4, 18)), name(() => new PlainDate(275760, 9, 13)), name(() => new PlainDate(275760, 9, 14))); // expect: -271821-04-19 RangeError +275760-09-13 RangeError
print(name(() => new PlainDate(275760, 9, 13).add({ days: 1 })), name(() => new PlainDate(1970, 1, 1).add({ years: 4294967295 })), name(() => new PlainDate(1970, 1, 1).add({ months: -4294967295 }))); // expect: RangeError RangeError RangeError
const [first, last] = [new PlainDate(-271821, 4, 19), new PlainDate(275760, 9, 13)];
print(first.until(last), first.until(last, { largestUnit: 'year' }), name(() => last.since(first, { largestUnit: 'month', smallestUnit: 'month', roundingIncrement: 1e9 }))); // expect: P200000001D P547581Y4M25D RangeError
print(name(() => last.since(first, { smallestUnit: 'year', roundingIncrement: 1e9, roundingMode: 'ceil' })), name(() => last.since(first, { roundingIncrement: 1e9 + 1 }))); // expect: RangeError RangeError
const ages = new Duration(0, 0, 0, 1e8);
print(name(() => ages.round({ largestUnit: 'year', relativeTo: '1970-01-01' })), name(() => ages.round({ largestUnit: 'year', relativeTo: '1970-01-02' })), name(() => ages.total({ unit: 'nanosecond' }))); // expect: P273790Y8M12D RangeError 8.64e+21
print(name(() => ages.round({ largestUnit: 'year', relativeTo: '1970-01-01T00:00[Europe/Berlin]' })), name(() => ages.add(new Duration(0, 0, 0, 104249991374)))); // expect: P273790Y8M12D RangeError
print(name(() => new Instant(2n ** 100000n)), name(() => Instant.fromEpochMilliseconds(8.64e15 + 1)), name(() => new Instant(8640000000000000000000n).add({ nanoseconds: 1 }))); // expect: RangeError RangeError RangeError
print(name(() => new Instant(8640000000000000000000n).toZonedDateTimeISO('+23:59').toPlainDateTime()), name(() => new Instant(-8640000000000000000000n).toZonedDateTimeISO('-23:59').startOfDay())); // expect: +275760-09-13T23:59:00 RangeError
// Months of the moon are counted also where the largest unit is found by itself; years are not.
const moon = (duration, options) => name(() => Duration.from(duration).round(options));
print(moon({ months: 748331, days: 48 }, { largestUnit: 'auto', relativeTo: '-200000-06-01[u-ca=dangi]' }), moon({ months: -434067, days: -42 }, { largestUnit: 'auto', smallestUnit: 'day', relativeTo: '+200000-11-01[u-ca=chinese]' })); // expect: RangeError RangeError
print(moon({ months: 10, days: 7e6 }, { smallestUnit: 'year', relativeTo: '2000-01-01[u-ca=hebrew]' }), moon({ months: 2, days: 40 }, { largestUnit: 'auto', relativeTo: '2024-01-01[u-ca=hebrew]' })); // expect: P19166Y P3M10D
