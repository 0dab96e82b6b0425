// date-fns: three hundred modules; what it says of dates in UTC.
import { add, addBusinessDays, differenceInCalendarDays, eachDayOfInterval, format, formatDistance, formatDuration, formatISO, getISOWeek, intervalToDuration, isValid, lightFormat, nextFriday, parse, parseISO, roundToNearestMinutes, startOfWeek } from "date-fns";
import { de, fr, ja } from "date-fns/locale";
const day = parseISO("2024-02-28T15:30:45");
print(formatISO(add(day, { years: 1, months: 2, days: 3, hours: 30 }), { representation: "date" }), format(day, "EEEE, do MMMM yyyy 'at' h:mm:ss a BBBB, QQQ, 'week' II"), lightFormat(addBusinessDays(day, 10), "yyyy/MM/dd"));
for (const locale of [de, fr, ja]) print(format(day, "PPPP p", { locale }), "|", formatDistance(day, new Date(2025, 5, 1), { locale, addSuffix: true }), "|", formatDuration({ months: 9, days: 2 }, { locale }));
print(differenceInCalendarDays(new Date(2025, 0, 1), day), eachDayOfInterval({ start: day, end: new Date(2024, 2, 3) }).map(d => d.getDate()).join(), getISOWeek(day), JSON.stringify(intervalToDuration({ start: new Date(1929, 0, 15, 12), end: new Date(1968, 3, 4, 19, 5) })));
print(format(parse("13 mars 2020 21:07", "d MMMM yyyy HH:mm", new Date(0), { locale: fr }), "yyyy-MM-dd'T'HH:mm"), isValid(parse("31.02.2020", "dd.MM.yyyy", new Date(0))), format(nextFriday(day), "P"), format(roundToNearestMinutes(day, { nearestTo: 15 }), "HH:mm"), format(startOfWeek(day, { weekStartsOn: 1 }), "R-'W'II-i"));
try { format(day, "YYYY"); } catch (error) { print(error.name); }
