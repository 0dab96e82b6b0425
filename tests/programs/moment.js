// needs: RegExp, Date
// moment parses, formats and computes with dates in UTC.
var moment = require("moment");
var start = moment.utc("2016-02-29T12:34:56.789Z");
print(start.format(), start.format("dddd, MMMM Do YYYY, h:mm:ss.SSS a [week] w W GGGG E DDDD Qo x"));
["day", "week", "month", "quarter", "year"].forEach(function (unit) {
  print(unit, start.clone().add(1, unit).toISOString(), start.clone().subtract(13, unit).toISOString(), start.clone().startOf(unit).format("YYYY-MM-DD"), start.clone().endOf(unit).toISOString());
});
[["12/25/1995", "MM/DD/YYYY"], ["25.12.95 7:05 pm", "DD.MM.YY h:mm a"], ["1995-W52-1", "GGGG-[W]WW-E"], ["2013-02-31", "YYYY-MM-DD"], ["24:00", "HH:mm"], ["Nov 3rd 2011", "MMM Do YYYY"], ["1318781876.406", "X"]].forEach(function (pair) {
  var parsed = moment.utc(pair[0], pair[1], true);
  print(pair.join(" | "), parsed.isValid(), parsed.isValid() && pair[1].indexOf("YYYY") >= 0 ? parsed.toISOString() : "");
});
var other = moment.utc([2013, 6, 4, 3, 2, 1]);
["years", "months", "weeks", "days", "hours", "milliseconds"].forEach(function (unit) { print(unit, start.diff(other, unit), start.diff(other, unit, true)); });
print(moment.duration(123456789).humanize(), moment.duration("P1Y2M3DT4H5M6S").toISOString(), moment.duration({ hours: 27, minutes: 61 }).asDays());
print(start.from(other), start.isBetween(other, "2017-01-01"), start.isLeapYear(), start.daysInMonth(), start.weeksInYear(), moment.utc(0).calendar(moment.utc(86400000)));
print(moment.utc("2016-06-01T00:00:00+05:30").toISOString(), moment.parseZone("2016-06-01T00:00:00+05:30").format(), start.clone().utcOffset(-150).format());
print(moment.localeData().months().join(), moment.weekdaysShort().join(), JSON.stringify(start.toObject()), start.toArray().join());
