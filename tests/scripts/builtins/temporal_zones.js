// not for node: it has no Temporal
// Times of zones: skipped and repeated ones, days of other lengths, changes.
const { ZonedDateTime, PlainDateTime, Instant } = Temporal;
const berlin = text => ZonedDateTime.from(text + '[Europe/Berlin]');
const skipped = PlainDateTime.from('2024-03-31T02:30');
for (const disambiguation of ['compatible', 'earlier', 'later']) {
    print(disambiguation, skipped.toZonedDateTime('Europe/Berlin', { disambiguation }).toString());
    // expect: compatible 2024-03-31T03:30:00+02:00[Europe/Berlin]
    // expect: earlier 2024-03-31T01:30:00+01:00[Europe/Berlin]
    // expect: later 2024-03-31T03:30:00+02:00[Europe/Berlin]
}
try { skipped.toZonedDateTime('Europe/Berlin', { disambiguation: 'reject' }) } catch (e) { print(e.name); } // expect: RangeError
const repeated = PlainDateTime.from('2024-10-27T02:30');
print(repeated.toZonedDateTime('Europe/Berlin').offset, repeated.toZonedDateTime('Europe/Berlin', { disambiguation: 'later' }).offset); // expect: +02:00 +01:00
print(berlin('2024-03-31T12:00').hoursInDay, berlin('2024-10-27T12:00').hoursInDay, berlin('2024-06-01T12:00').hoursInDay); // expect: 23 25 24
print(berlin('2024-03-30T12:00').add({ days: 1 }).toString(), berlin('2024-03-30T12:00').add({ hours: 24 }).toString()); // expect: 2024-03-31T12:00:00+02:00[Europe/Berlin] 2024-03-31T13:00:00+02:00[Europe/Berlin]
print(berlin('2024-03-30T12:00').until(berlin('2024-03-31T12:00'), { largestUnit: 'hour' }).toString()); // expect: PT23H
print(berlin('2024-03-30T12:00').until(berlin('2024-03-31T12:00'), { largestUnit: 'day' }).toString()); // expect: P1D
// A day without a midnight.
print(ZonedDateTime.from('2018-11-04T12:00[America/Sao_Paulo]').startOfDay().toString()); // expect: 2018-11-04T01:00:00-02:00[America/Sao_Paulo]
// A day that is not there.
print(ZonedDateTime.from('2011-12-29T12:00[Pacific/Apia]').add({ days: 1 }).toString()); // expect: 2011-12-31T12:00:00+14:00[Pacific/Apia]
// Changes.
const change = berlin('2024-01-01').getTimeZoneTransition('next');
print(change.toString(), change.getTimeZoneTransition('next').toString(), change.getTimeZoneTransition({ direction: 'previous' }).toString()); // expect: 2024-03-31T03:00:00+02:00[Europe/Berlin] 2024-10-27T02:00:00+01:00[Europe/Berlin] 2023-10-29T02:00:00+01:00[Europe/Berlin]
print(ZonedDateTime.from('2024-01-01[UTC]').getTimeZoneTransition('next'), ZonedDateTime.from('2024-01-01[+01:00]').getTimeZoneTransition('previous')); // expect: null null
print(new ZonedDateTime(8640000000000000000000n, 'Europe/Berlin').getTimeZoneTransition('next')); // expect: null
print(new ZonedDateTime(-8640000000000000000000n, 'Europe/Berlin').getTimeZoneTransition('previous')); // expect: null
print(new ZonedDateTime(8640000000000000000000n, 'Europe/Berlin').getTimeZoneTransition('previous').toString()); // expect: +275760-03-30T03:00:00+02:00[Europe/Berlin]
// Names.
print(ZonedDateTime.from('2024-01-01[europe/berlin]').timeZoneId, ZonedDateTime.from('2024-01-01[-0330]').timeZoneId); // expect: Europe/Berlin -03:30
print(ZonedDateTime.from('2024-01-01[Asia/Calcutta]').equals('2024-01-01[Asia/Kolkata]'), ZonedDateTime.from('2024-01-01[Asia/Calcutta]').timeZoneId); // expect: true Asia/Calcutta
for (const name of ['Mars/Phobos', '../../etc/passwd', '+24:00', '+01:00:01', '', 'Europe/Berlin\0']) {
    try { new ZonedDateTime(0n, name); print('?'); } catch (e) { print(name.length, e.name); }
    // expect: 11 RangeError
    // expect: 16 RangeError
    // expect: 6 RangeError
    // expect: 9 RangeError
    // expect: 0 RangeError
    // expect: 14 RangeError
}
// Offsets of the text against those of the zone.
try { berlin('2024-01-01T12:00+05:00') } catch (e) { print(e.name); } // expect: RangeError
for (const offset of ['use', 'ignore', 'prefer']) {
    print(offset, ZonedDateTime.from('2024-01-01T12:00+05:00[Europe/Berlin]', { offset }).toString());
    // expect: use 2024-01-01T08:00:00+01:00[Europe/Berlin]
    // expect: ignore 2024-01-01T12:00:00+01:00[Europe/Berlin]
    // expect: prefer 2024-01-01T12:00:00+01:00[Europe/Berlin]
}
// Far from the years of the data.
print(ZonedDateTime.from('+200000-07-01T12:00[Europe/Berlin]').offset, ZonedDateTime.from('-200000-07-01T12:00[Europe/Berlin]').offset); // expect: +02:00 +00:53:28
// What Intl supports are zones here, too: there are data of each.
print(Intl.supportedValuesOf('timeZone').filter(zone => { try { return new ZonedDateTime(0n, zone).timeZoneId !== zone } catch { return true } }).join()); // expect:
// The last change of a zone without a rule does not come again.
print(ZonedDateTime.from('3000-01-01[Asia/Tokyo]').getTimeZoneTransition('previous').toString(), ZonedDateTime.from('3000-01-01[Asia/Tokyo]').getTimeZoneTransition('next')); // expect: 1951-09-09T00:00:00+09:00[Asia/Tokyo] null
