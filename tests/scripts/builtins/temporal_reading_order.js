// not for node: it has no Temporal
// What is read of arguments, in which order, and how it is converted.
// slow: thousands of proxies and their traps
let log = [];
const spy = (name, object) => new Proxy(object, {
    get(target, key) {
        log.push(`${name}.${String(key)}`);
        const value = target[key];
        return value === undefined || typeof value === 'object' ? value : { toString() { log.push(`"${name}.${key}`); return String(value) }, valueOf() { log.push(`+${name}.${key}`); return value } };
    },
});
const show = () => { const text = log.join(' '); log = []; return text; };

Temporal.PlainDate.from(spy('d', { year: 2024, month: 2, monthCode: 'M02', day: 30 }), spy('o', { overflow: 'constrain' }));
print(show()); // expect: d.calendar d.day +d.day d.month +d.month d.monthCode "d.monthCode d.year +d.year o.overflow "o.overflow
Temporal.PlainTime.from(spy('t', { hour: 1, nanosecond: 2 }), spy('o', {}));
print(show()); // expect: t.hour +t.hour t.microsecond t.millisecond t.minute t.nanosecond +t.nanosecond t.second o.overflow
Temporal.Duration.from(spy('p', { weeks: 1, years: 2 }));
print(show()); // expect: p.days p.hours p.microseconds p.milliseconds p.minutes p.months p.nanoseconds p.seconds p.weeks +p.weeks p.years +p.years
const one = new Temporal.PlainDate(2024, 1, 1);
one.until('2025-01-01', spy('o', { largestUnit: 'year', smallestUnit: 'month', roundingIncrement: 2, roundingMode: 'ceil' }));
print(show()); // expect: o.largestUnit "o.largestUnit o.roundingIncrement +o.roundingIncrement o.roundingMode "o.roundingMode o.smallestUnit "o.smallestUnit
Temporal.ZonedDateTime.from('2024-01-01[UTC]').toString(spy('o', { calendarName: 'always', fractionalSecondDigits: 'auto', offset: 'never', roundingMode: 'floor', smallestUnit: 'second', timeZoneName: 'never' }));
print(show()); // expect: o.calendarName "o.calendarName o.fractionalSecondDigits "o.fractionalSecondDigits o.offset "o.offset o.roundingMode "o.roundingMode o.smallestUnit "o.smallestUnit o.timeZoneName "o.timeZoneName
new Temporal.Duration(0, 0, 0, 1).round(spy('o', { largestUnit: 'hour', relativeTo: spy('r', { year: 2024, month: 1, day: 1 }), smallestUnit: 'minute' }));
print(show()); // expect: o.largestUnit "o.largestUnit o.relativeTo r.calendar r.day +r.day r.hour r.microsecond r.millisecond r.minute r.month +r.month r.monthCode r.nanosecond r.offset r.second r.timeZone r.year +r.year o.roundingIncrement o.roundingMode o.smallestUnit "o.smallestUnit

// A getter that throws ends the reading.
try { Temporal.PlainDate.from({ get day() { throw 'day' }, get month() { throw 'month' } }) } catch (e) { print(e); } // expect: day
// An error of the fields comes before the options are read, one of the calendar after.
try { Temporal.PlainDate.from({ year: 2024, month: 0, day: 1 }, spy('o', {})) } catch (e) { print(e.name, show()); } // expect: RangeError 
try { Temporal.PlainDate.from({ year: 2024, day: 1 }, spy('o', {})) } catch (e) { print(e.name, show()); } // expect: TypeError o.overflow
try { Temporal.PlainDate.from('2024-13-01', spy('o', {})) } catch (e) { print(e.name, show()); } // expect: RangeError 
try { Temporal.PlainDate.from(1, spy('o', {})) } catch (e) { print(e.name, show()); } // expect: TypeError 

// Re-entrance: a conversion uses Temporal itself, in a generator, and collects what it leaves.
function* dates() { let date = one; for (;;) date = yield date.add({ months: { valueOf: () => Temporal.PlainDate.from('2024-05-05').month } }); }
const generator = dates();
print(generator.next().value.toString(), generator.next(one).value.toString()); // expect: 2024-06-01 2024-06-01
const nested = depth => Temporal.PlainDate.from({ year: 2000, month: { valueOf: () => depth ? nested(depth - 1).month : 7 }, day: 1 });
print(nested(50).toString()); // expect: 2000-07-01
const endless = () => Temporal.Duration.from({ get days() { return endless().days } });
try { endless() } catch (e) { print(e.name); } // expect: RangeError
