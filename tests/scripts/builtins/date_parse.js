// Date.parse: the format of the specification, and what else is understood. Differences are to local midnight of 2000.
var base = new Date(2000, 0, 1).getTime();
function utc(text) { print(Date.parse(text)); }
function local(text) { print(Date.parse(text) - base); }

['1970', '1970-01', '1970-01-01', '1970-01-01T00:00Z', '1970-01-01T00:00:00.001Z', '1970-01-01T01:00+01:00'].forEach(utc);
// expect: 0
// expect: 0
// expect: 0
// expect: 0
// expect: 1
// expect: 0
['+275760-09-13T00:00:00.000Z', '+275760-09-13T00:00:00.001Z', '-271821-04-20T00:00:00.000Z', '-000001-01-01'].forEach(utc);
// expect: 8640000000000000
// expect: NaN
// expect: -8640000000000000
// expect: -62198755200000
['1970-01-01T24:00Z', '1970-01-01T24:00:01Z', '1970-01-01T23:60Z', '1970-13-01', '1970-01-32', '1970-1-1T00:00Z'].forEach(utc);
// expect: 86400000
// expect: NaN
// expect: NaN
// expect: NaN
// expect: NaN
// expect: NaN
['-000000', '-000000-01-01T00:00Z', '', 'soon', '1970-01-01T00'].forEach(utc);
// expect: NaN
// expect: NaN
// expect: NaN
// expect: NaN
// expect: NaN
['2000-01-01T00:00', '2000-01-01T00:00:00', '2000-01-01T00:00:01.5'].forEach(local);
// expect: 0
// expect: 0
// expect: 1500
['2000-1-1', '1/1/2000', 'Jan 1 2000', '1 January 2000', 'Sat, 1 Jan 2000', '2000/01/01', 'January 1, 2000 (a Saturday)'].forEach(local);
// expect: 0
// expect: 0
// expect: 0
// expect: 0
// expect: 0
// expect: 0
// expect: 0
['2000-01-01 00:00', '1/1/2000 1:00 am', '1/1/2000 12:00 AM', '1/1/2000 12:00 PM', '2000/01/01 10:00:00 PM', 'Jan 1 2000 24:00'].forEach(local);
// expect: 0
// expect: 3600000
// expect: 0
// expect: 43200000
// expect: 79200000
// expect: 86400000
['1 Jan 1970 00:00 GMT', '1 Jan 1970 00:00 UTC', 'Thu, 01 Jan 1970 00:00:00 Z', 'Jan 1 1970 02:00 GMT+0200'].forEach(utc);
// expect: 0
// expect: 0
// expect: 0
// expect: 0
['Dec 31 1969 19:00 EST', 'Dec 31 1969 17:00 PDT', 'Jan 1 1970 02:00 +02:00', 'Dec 31, 1969 20:00 -4', '1/1/70 0:00 GMT'].forEach(utc);
// expect: 0
// expect: 0
// expect: 0
// expect: 0
// expect: 0
print(Date.parse({ toString: function () { return '1970'; } }), isNaN(Date.parse())); // expect: 0 true
