// Rules of Intl.DateTimeFormat that do not depend on the language.
// Local mean times have no name, and seconds.
const name = (timeZone, timeZoneName, time) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName }).formatToParts(time).find(part => part.type === 'timeZoneName').value;
for (const zone of ['Asia/Tokyo', 'America/New_York', 'Africa/Monrovia']) {
    print(['short', 'long', 'shortOffset', 'longOffset'].map(style => name(zone, style, -3e12)).join(' '));
// expect: GMT+9:18:59 GMT+09:18:59 GMT+9:18:59 GMT+09:18:59
// expect: GMT-4:56:02 GMT-04:56:02 GMT-4:56:02 GMT-04:56:02
// expect: GMT-0:43:08 GMT-00:43:08 GMT-0:43:08 GMT-00:43:08
}
print(name('Asia/Tokyo', 'long', 0), name('America/New_York', 'short', 0), name('Asia/Kolkata', 'short', 0), name('Asia/Kolkata', 'longOffset', 0));
// expect: Japan Standard Time EST GMT+5:30 GMT+05:30
