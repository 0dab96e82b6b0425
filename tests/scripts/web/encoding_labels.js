// Labels of encodings may have any white space around them, Encoding 4.2: also much of it.
const many = ' \t\n\f\r'.repeat(3000);
for (const label of ['utf-8', many + 'utf-8', 'Latin1' + many, many + 'UTF-16' + many]) print(new TextDecoder(label).encoding);
// expect: utf-8
// expect: utf-8
// expect: windows-1252
// expect: utf-16le
for (const label of ['utf-8' + many + 'x', many, many + 'utf-8\v', 'utf-8' + 'x'.repeat(2000), 'x' + many + 'utf-8', many + 'utf-8' + many + '\0']) {
  try { print(new TextDecoder(label).encoding); } catch (error) { print(error.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
