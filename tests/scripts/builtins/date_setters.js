// What setters convert when, what they leave as it is, and what they give.
var log = [];
function number(name, value) {
  return { valueOf: function () { log.push(name); return value; } };
}
function said() { var all = log.join(); log = []; return all; }

var date = new Date(Date.UTC(2000, 1, 29, 12, 34, 56, 789));
print(date.setUTCFullYear(2001), date.toISOString()); // expect: 983450096789 2001-03-01T12:34:56.789Z
print(date.setUTCMonth(-1), date.toISOString()); // expect: 975674096789 2000-12-01T12:34:56.789Z
print(date.setUTCDate(0), date.toISOString()); // expect: 975587696789 2000-11-30T12:34:56.789Z
print(date.setUTCHours(25, 61, 61, 1001), date.toISOString()); // expect: 975636122001 2000-12-01T02:02:02.001Z
print(date.setUTCMinutes(0.9, -0.9), date.toISOString()); // expect: 975636000001 2000-12-01T02:00:00.001Z
print(date.setUTCSeconds(1, undefined), date.getTime()); // expect: NaN NaN
print(date.setTime(86400000), date.setUTCMilliseconds(), date.getTime()); // expect: 86400000 NaN NaN

// An exception leaves it alone.
date = new Date(1);
try { date.setHours(1, { valueOf: function () { throw 'no'; } }, number('s', 0)); } catch (e) { print(e, date.getTime(), said() === ''); }
// expect: no 1 true

// Local time
date = new Date(2001, 0, 31, 10, 20, 30, 40);
date.setMonth(1);
print(date.getMonth(), date.getDate(), date.getHours()); // expect: 2 3 10
date.setHours(0, 0, 0, 0);
print(date.getTime() === new Date(2001, 2, 3).getTime()); // expect: true
date.setDate(35);
date.setMinutes(-1);
print(date.toString().slice(0, 24)); // expect: Tue Apr 03 2001 23:59:00
date.setSeconds(59, 999);
date.setMilliseconds(1000);
date.setFullYear(2004, 1, 29);
print(date.toString().slice(0, 24)); // expect: Sun Feb 29 2004 00:00:00
date.setYear(99);
print(date.toString().slice(0, 24)); // expect: Mon Mar 01 1999 00:00:00
print(date.setTime(8.64e15), date.setUTCMilliseconds(1)); // expect: 8640000000000000 NaN

// Order of conversions in the constructor
new Date(number('y', 2000), number('m', 1), number('d', 1), number('h', 1), number('min', NaN), number('s', 1), number('ms', 1), number('no', 1));
print(said()); // expect: y,m,d,h,min,s,ms
print(isNaN(Date.UTC(number('y', NaN), number('m', 1))), said()); // expect: true y,m
