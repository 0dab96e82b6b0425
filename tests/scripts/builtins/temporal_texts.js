// not for node: it has no Temporal
// Texts that are nearly those of dates, times and durations.
const { Duration, PlainDate, PlainTime, ZonedDateTime } = Temporal;
const attempt = (action) => { try { return String(action()) } catch (error) { return error.name } };
// No unit of a duration stands twice.
print(['P1Y2Y', 'P1M1M', 'p1w1W', 'P1D1D', 'PT1H2H', 'PT1m1M'].map(text => attempt(() => Duration.from(text))).join());
// expect: RangeError,RangeError,RangeError,RangeError,RangeError,RangeError
print(['PT1S1S', 'P1Y2YT1H', 'P1YT1S2S', 'P1MT1M', 'P1M1Y'].map(text => attempt(() => Duration.from(text))).join());
// expect: RangeError,RangeError,RangeError,P1MT1M,RangeError
