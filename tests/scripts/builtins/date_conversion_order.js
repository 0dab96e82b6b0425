// not for node: it converts no further argument of an invalid date, and reads the time after the conversion
var log = [];
function number(name, value) {
  return { valueOf: function () { log.push(name); return value; } };
}
function said() { var all = log.join(); log = []; return all; }

// An invalid date stays so, but its arguments are converted; a year makes it valid.
var date = new Date(NaN);
print(date.setUTCHours(number('h', 1), number('m', 2), number('s', 3), number('ms', 4), number('none', 5)), said()); // expect: NaN h,m,s,ms
print(date.setMonth(number('m', 1), number('d', 2)), said()); // expect: NaN m,d
print(date.setUTCFullYear(number('y', 1970), number('m', 0)), said(), date.getTime()); // expect: 0 y,m 0
date.setTime(NaN);
print(date.setYear(70) === new Date(1970, 0).getTime(), date.setYear(NaN)); // expect: true NaN
print(date.setYear(2000) === new Date(2000, 0).getTime(), date.getYear()); // expect: true 100

// The time is read before the arguments are converted.
date = new Date(0);
print(date.setUTCDate({ valueOf: function () { date.setTime(1e12); return 2; } }), date.getTime()); // expect: 86400000 86400000
date = new Date(NaN);
print(date.setUTCDate({ valueOf: function () { date.setTime(0); return 2; } }), date.getTime()); // expect: NaN 0
