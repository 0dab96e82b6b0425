// not for node: it has no Temporal
// Texts that are nearly those of dates, times and durations.
const { Duration, PlainDate, PlainTime, ZonedDateTime } = Temporal;
const attempt = (action) => { try { return String(action()) } catch (error) { return error.name } };
// No unit of a duration stands twice.
print(['P1Y2Y', 'P1M1M', 'p1w1W', 'P1D1D', 'PT1H2H', 'PT1m1M'].map(text => attempt(() => Duration.from(text))).join());
// expect: RangeError,RangeError,RangeError,RangeError,RangeError,RangeError
print(['PT1S1S', 'P1Y2YT1H', 'P1YT1S2S', 'P1MT1M', 'P1M1Y'].map(text => attempt(() => Duration.from(text))).join());
// expect: RangeError,RangeError,RangeError,P1MT1M,RangeError
// Times need a `T` only where their text is a month or a day as a whole.
const read = text => attempt(() => PlainTime.from(text));
print(['120101+01', '1201+01:30', '12-01:00', '120101.5', '202001-01', '1201-13', '1130[UTC]', '0230', '1201:01'].map(read).join());
// expect: 12:01:01,12:01:00,12:00:00,12:01:01.5,20:20:01,12:01:00,RangeError,02:30:00,RangeError
print(['1130', '11-30', '202012', '2020-12', '2020-12[UTC]', '0229', 'T2020-12', '2020-01-01', '20200101', '2020-12-01T12:34'].map(read).join());
// expect: RangeError,RangeError,RangeError,RangeError,RangeError,RangeError,20:20:00,RangeError,RangeError,12:34:00
// A time of UTC is no text without its date.
for (const text of ['T12:34Z', '12:34z[Europe/Berlin]', 't12Z[u-ca=hebrew]', '2020-01-01T12:34Z', 'T12:34+01:00']) {
    print(attempt(() => new ZonedDateTime(0n, 'UTC').withTimeZone(text).timeZoneId), attempt(() => new PlainDate(2020, 1, 1).withCalendar(text).calendarId));
    // expect: RangeError RangeError
    // expect: RangeError RangeError
    // expect: RangeError RangeError
    // expect: UTC iso8601
    // expect: +01:00 iso8601
}
// Texts that are read for their zone or calendar alone follow the same grammar.
for (const text of ['0102+0100[u-ca=hebrew]', '120101+01[Europe/Berlin][u-ca=hebrew]', '2020-01-01T12:34:56.1234567890[UTC][u-ca=hebrew]', '2020-01-01T12:34:56,123456789+01:00[u-ca=hebrew]', '0102[UTC][u-ca=hebrew]', '2020-01-01[UTC][u-ca=hebrew]']) {
    print(attempt(() => new ZonedDateTime(0n, 'UTC').withTimeZone(text).timeZoneId), attempt(() => new PlainDate(2020, 1, 1).withCalendar(text).calendarId));
    // expect: +01:00 hebrew
    // expect: Europe/Berlin hebrew
    // expect: RangeError RangeError
    // expect: +01:00 hebrew
    // expect: RangeError RangeError
    // expect: UTC hebrew
}
// So do those that a duration is relative to.
for (const text of ['2020-01-01T12:34:56.1234567890', '2020-01-01T12:34:56.1234567890+01:00', '2020-01-01T12:34:56,123456789', '2020-01-01T00:00[UTC]']) {
    print(attempt(() => Duration.from('P1D').total({ unit: 'hours', relativeTo: text })));
    // expect: RangeError
    // expect: RangeError
    // expect: 24
    // expect: 24
}
