// The constructor, its functions, conversions, and what must hold in every time zone.
var christmas = new Date(819898200000);
print(typeof Date, Date.length, Date.name, typeof christmas, Object.prototype.toString.call(christmas));
// expect: function 7 Date object [object Date]
print(typeof Date(), typeof Date(2000), Date().length > 20); // expect: string string true
print(Object.keys(Date).length, Object.keys(Date.prototype).length, Date.prototype.constructor === Date);
// expect: 0 0 true
print(Object.prototype.toString.call(Date.prototype)); // expect: [object Object]
print(Date.UTC.length, Date.parse.length, Date.now.length, Date.prototype.setHours.length, Date.prototype.toJSON.length);
// expect: 7 1 0 4 1
print(Date.prototype.toGMTString === Date.prototype.toUTCString); // expect: true

// One argument
print(new Date(christmas).getTime(), new Date(christmas) !== christmas); // expect: 819898200000 true
print(new Date('1995-12-25T13:30Z').getTime(), new Date('819898200000').getTime(), new Date(true).getTime());
// expect: 819898200000 NaN 1
print(new Date(null).getTime(), new Date(undefined).getTime(), new Date({ valueOf: function () { return 7.9; } }).getTime());
// expect: 0 NaN 7
print(new Date({ toString: function () { return '1970'; }, valueOf: function () { return {}; } }).getTime());
// expect: 0
print(new Date(8.64e15).getTime(), new Date(8.64e15 + 1).getTime(), 1 / new Date(-0).getTime(), new Date(-1.9).getTime());
// expect: 8640000000000000 NaN Infinity -1

// Fields
print(Date.UTC(1995, 11, 25, 13, 30), Date.UTC(95, 11), Date.UTC(2000), Date.UTC(), Date.UTC(1970, 0, 1, 0, 0, 0, NaN));
// expect: 819898200000 817776000000 946684800000 NaN NaN
print(Date.UTC(275760, 8, 13), Date.UTC(275760, 8, 13, 0, 0, 0, 1), Date.UTC(-271821, 3, 20), Date.UTC(1e6, -12e6));
// expect: 8640000000000000 NaN -8640000000000000 NaN
var local = new Date(1995, 11, 25, 13, 30, 15, 500);
print(local.getFullYear(), local.getMonth(), local.getDate(), local.getDay()); // expect: 1995 11 25 1
print(local.getHours(), local.getMinutes(), local.getSeconds(), local.getMilliseconds(), local.getYear());
// expect: 13 30 15 500 95
print(new Date(2024, 0).getTime() === new Date(2024, 0, 1, 0, 0, 0, 0).getTime(), new Date(24, 0).getFullYear());
// expect: true 1924

// Conversions: text where nothing is asked for
print(christmas + 1 === christmas.toString() + '1', christmas - 1, christmas == christmas.toString(), christmas == 819898200000);
// expect: true 819898199999 true false
print(+christmas, christmas < new Date(819898200001), christmas >= new Date(819898200000), [christmas] + '' === '' + christmas);
// expect: 819898200000 true true true
var loud = new Date(5);
loud.toString = function () { return 'text'; };
print(loud + 1, loud * 1, loud == 'text', loud == 5); // expect: text1 5 true false

// Text
print(christmas.toISOString(), christmas.toJSON(), christmas.toUTCString());
// expect: 1995-12-25T13:30:00.000Z 1995-12-25T13:30:00.000Z Mon, 25 Dec 1995 13:30:00 GMT
print(JSON.stringify({ at: christmas, never: new Date(NaN) }));
// expect: {"at":"1995-12-25T13:30:00.000Z","never":null}
print(new Date(NaN), new Date(NaN).toUTCString(), new Date(NaN).toJSON(), new Date(NaN).getDay());
// expect: Invalid Date Invalid Date null NaN
try { new Date(NaN).toISOString(); } catch (e) { print(e); } // expect: RangeError: Invalid time value
print(new Date(Date.UTC(-1, 0)).toISOString(), new Date(Date.UTC(10000, 0)).toISOString(), new Date(-62198755200000).toUTCString());
// expect: -000001-01-01T00:00:00.000Z +010000-01-01T00:00:00.000Z Fri, 01 Jan -0001 00:00:00 GMT
print(Date.prototype.toJSON.call({ toISOString: function () { return 'mine'; } })); // expect: mine
print(local.toString().slice(0, 24), local.toDateString(), local.toTimeString().slice(0, 11));
// expect: Mon Dec 25 1995 13:30:15 Mon Dec 25 1995 13:30:15 GM
print(local.toLocaleString(), local.toLocaleDateString(), local.toLocaleTimeString());
// expect: 12/25/1995, 1:30:15 PM 12/25/1995 1:30:15 PM
[local.toString(), local.toUTCString(), local.toLocaleString(), local.toISOString()].forEach(function (text) {
// expect: -500
// expect: -500
// expect: -500
// expect: 0
  print(Date.parse(text) - local.getTime());
});

// Receivers
['getTime', 'setTime', 'toString', 'valueOf', 'getYear', 'setYear', 'toISOString'].forEach(function (name) {
// expect: getTime true
// expect: setTime true
// expect: toString true
// expect: valueOf true
// expect: getYear true
// expect: setYear true
// expect: toISOString true
  try { Date.prototype[name].call({}); } catch (e) { print(name, e instanceof TypeError); }
});
try { Date.prototype.getTime(); } catch (e) { print(e.name); } // expect: TypeError
