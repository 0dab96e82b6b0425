// A spreadsheet is made, read again and shown as CSV.
const X = require('xlsx'); const wb = X.utils.book_new(); const ws = X.utils.aoa_to_sheet([['a', 'b'], [1, 2.5, true], [{ f: 'A2+B2', t: 'n', v: 3.5 }, 'é', null]]); X.utils.book_append_sheet(wb, ws, 'S1');
const b = X.write(wb, { type: 'buffer', bookType: 'xlsx' }); const r = X.read(b); console.log(r.SheetNames, X.utils.sheet_to_json(r.Sheets.S1, { header: 1 }), X.utils.sheet_to_csv(r.Sheets.S1)); console.log(X.write(wb, { type: 'string', bookType: 'csv' }), X.SSF.format('0.00%', .1234), X.SSF.format('yyyy-mm-dd', 43831));
