// Names of time zones in languages and regions. Rare zones show offsets.
const zoneName = (tag, timeZone, timeZoneName, time) => new Intl.DateTimeFormat(tag, { timeZone, timeZoneName }).formatToParts(time).find(part => part.type === 'timeZoneName').value;
const winter = Date.UTC(2025, 0, 10), summer = Date.UTC(2025, 6, 10);
for (const [tag, zone] of [['de', 'Europe/Berlin'], ['fr', 'Europe/Paris'], ['en-GB', 'Europe/London'], ['en-AU', 'Australia/Sydney'], ['ja', 'Asia/Tokyo'], ['pt-BR', 'Africa/Lagos']]) {
    print(tag, zone, ['long', 'short'].map(style => [winter, summer].map(time => zoneName(tag, zone, style, time)).join(', ')).join(' | '));
// expect: de Europe/Berlin Mitteleuropäische Normalzeit, Mitteleuropäische Sommerzeit | MEZ, MESZ
// expect: fr Europe/Paris heure normale d’Europe centrale, heure d’été d’Europe centrale | UTC+1, UTC+2
// expect: en-GB Europe/London Greenwich Mean Time, British Summer Time | GMT, BST
// expect: en-AU Australia/Sydney Australian Eastern Daylight Time, Australian Eastern Standard Time | AEDT, AEST
// expect: ja Asia/Tokyo 日本標準時, 日本標準時 | JST, JST
// expect: pt-BR Africa/Lagos Horário da África Ocidental, Horário da África Ocidental | GMT+1, GMT+1
}
print(new Intl.DateTimeFormat('de', { timeStyle: 'full', timeZone: 'Europe/Vienna' }).format(winter), '|', new Intl.DateTimeFormat('es', { timeStyle: 'long', timeZone: 'Europe/Madrid' }).format(summer));
// expect: 01:00:00 Mitteleuropäische Normalzeit | 2:00:00 CEST
