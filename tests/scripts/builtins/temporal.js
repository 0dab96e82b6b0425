// not for node: it has no Temporal
// Each type once, and what they have in common.
print(Object.prototype.toString.call(Temporal), Object.prototype.toString.call(Temporal.Now)); // expect: [object Temporal] [object Temporal.Now]
print(Object.getOwnPropertyNames(Temporal).sort().join()); // expect: Duration,Instant,Now,PlainDate,PlainDateTime,PlainMonthDay,PlainTime,PlainYearMonth,ZonedDateTime
print(typeof globalThis.PlainDate, delete globalThis.Temporal, typeof globalThis.Temporal); // expect: undefined true undefined
globalThis.Temporal = Date.prototype.toTemporalInstant.call(new Date(0)).constructor && (() => {
    // The part stays made: its objects come back from an instance.
    const instant = new Date(0).toTemporalInstant();
    return { Instant: instant.constructor, zone: instant.toZonedDateTimeISO('UTC') };
})();
const ZonedDateTime = Temporal.zone.constructor;
const PlainDate = Temporal.zone.toPlainDate().constructor;
const PlainTime = Temporal.zone.toPlainTime().constructor;
const PlainDateTime = Temporal.zone.toPlainDateTime().constructor;
const PlainYearMonth = Temporal.zone.toPlainDate().toPlainYearMonth().constructor;
const PlainMonthDay = Temporal.zone.toPlainDate().toPlainMonthDay().constructor;
const Duration = Temporal.zone.until(Temporal.zone).constructor;
const Instant = Temporal.Instant;

// Dates.
const leap = PlainDate.from('2024-02-29');
print(leap.add({ years: 1 }).toString(), leap.add('P1M1D').toString(), leap.subtract({ days: 60 }).toString()); // expect: 2025-02-28 2024-03-30 2023-12-31
print(leap.dayOfWeek, leap.dayOfYear, leap.weekOfYear, leap.yearOfWeek, leap.daysInMonth, leap.inLeapYear); // expect: 4 60 9 2024 29 true
print(leap.until('2025-03-01', { largestUnit: 'year' }).toString(), leap.since('2023-12-31').toString()); // expect: P1Y1D P60D
print(leap.with({ month: 4, day: 31 }).toString(), leap.with({ monthCode: 'M01' }).toJSON()); // expect: 2024-04-30 2024-01-29
print(PlainDate.compare(leap, '2024-03-01'), leap.equals({ year: 2024, month: 2, day: 29 })); // expect: -1 true
print(leap.toPlainYearMonth().toString(), leap.toPlainMonthDay().toString(), leap.toPlainDateTime('23:59').toString()); // expect: 2024-02 02-29 2024-02-29T23:59:00
try { leap.with({ day: 30 }, { overflow: 'reject' }) } catch (e) { print(e.name); } // expect: RangeError
try { leap < leap } catch (e) { print(e.name); } // expect: TypeError
try { PlainDate(2024, 1, 1) } catch (e) { print(e.name); } // expect: TypeError

// Times.
const time = new PlainTime(23, 59, 59, 999, 999, 999);
print(time.toString(), time.add({ nanoseconds: 1 }).toString(), time.round('minute').toString()); // expect: 23:59:59.999999999 00:00:00 00:00:00
print(time.toString({ fractionalSecondDigits: 3 }), time.toString({ smallestUnit: 'minute' })); // expect: 23:59:59.999 23:59
print(time.since('12:00').toString(), time.with({ hour: -5 }).toString()); // expect: PT11H59M59.999999999S 00:59:59.999999999

// Both.
const both = PlainDateTime.from({ year: 2024, month: 13, day: 40, hour: 7 });
print(both.toString(), both.round({ smallestUnit: 'day' }).toString(), both.withPlainTime().toString()); // expect: 2024-12-31T07:00:00 2024-12-31T00:00:00 2024-12-31T00:00:00
print(both.until('2025-01-01T00:00', { largestUnit: 'second' }).toString()); // expect: PT61200S

// Parts of dates.
const month = PlainYearMonth.from('2024-01');
print(month.add({ months: 1 }).daysInMonth, month.toPlainDate({ day: 31 }).toString(), month.until('2025-03').toString()); // expect: 29 2024-01-31 P1Y2M
const day = new PlainMonthDay(2, 29);
print(day.toString(), day.toPlainDate({ year: 2023 }).toString(), day.with({ day: 1 }).monthCode); // expect: 02-29 2023-02-28 M02

// Points in time.
const instant = new Instant(-1n);
print(instant.toString(), instant.epochMilliseconds, instant.epochNanoseconds, instant.round('second').toString()); // expect: 1969-12-31T23:59:59.999999999Z -1 -1 1970-01-01T00:00:00Z
print(Instant.fromEpochMilliseconds(1e12).until('2001-09-09T01:46:41Z').toString()); // expect: PT1S
print(instant.toString({ timeZone: '+01:30', fractionalSecondDigits: 0 })); // expect: 1970-01-01T01:29:59+01:30
try { new Instant(8640000000000000000001n) } catch (e) { print(e.name); } // expect: RangeError
try { new Instant(0) } catch (e) { print(e.name); } // expect: TypeError
try { new Date(NaN).toTemporalInstant() } catch (e) { print(e.name); } // expect: RangeError

// Durations.
const duration = Duration.from({ hours: 25, minutes: 90 });
print(duration.toString(), duration.round({ largestUnit: 'day' }).toString(), duration.total('hours'), duration.negated().sign); // expect: PT25H90M P1DT2H30M 26.5 -1
print(Duration.compare('P1M', 'P30D', { relativeTo: '2024-02-01' }), Duration.from('P1M').total({ unit: 'day', relativeTo: '2024-02-01' })); // expect: -1 29
print(new Duration(0, 0, 0, 0, 0, 0, 0, 0, 0, 9007199254740993e6).nanoseconds); // expect: 9.007199254740993e+21
try { new Duration(1, -1) } catch (e) { print(e.name); } // expect: RangeError
try { Duration.from({ day: 1 }) } catch (e) { print(e.name); } // expect: TypeError
try { Duration.compare('P1M', 'P30D') } catch (e) { print(e.name); } // expect: RangeError

// Subclasses, and methods on the wrong object.
class Birthday extends PlainDate { age(on) { return this.until(on, { largestUnit: 'years' }).years; } }
print(new Birthday(2000, 2, 29).age('2024-02-28'), new Birthday(2000, 2, 29).add('P1Y') instanceof Birthday); // expect: 23 false
try { PlainDate.prototype.toString.call(time) } catch (e) { print(e.message); } // expect: Method Temporal.PlainDate.prototype.toString called on incompatible receiver #<PlainTime>
print(JSON.stringify({ leap, time, both, month, day, instant, duration })); // expect: {"leap":"2024-02-29","time":"23:59:59.999999999","both":"2024-12-31T07:00:00","month":"2024-01","day":"02-29","instant":"1969-12-31T23:59:59.999999999Z","duration":"PT25H90M"}
