import { parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
console.log(parseSync('a,b\n1,"x, ""y"""\n2,€\n', { columns: true, cast: true }));
console.log(parseSync(Buffer.from('a;b\n c ;d'), { delimiter: ';', trim: true }));
try { parseSync('a,b\n1'); } catch (error) { console.log(error.code, error.message); }
const parser = parse({ columns: true });
parser.on('readable', () => { let record; while ((record = parser.read()) !== null) console.log(record); });
parser.on('end', () => console.log('end', parser.info.records));
parser.write('k,v\n1,2\n');
parser.write('3,');
parser.end('4\n');
for await (const row of parse('x,y\nz,w')) console.log(row);
