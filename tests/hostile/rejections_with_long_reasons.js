// What nobody handles is told at the end.
const long = 'r'.repeat(2e6);
for (let i = 0; i < 100; i++) { Promise.reject(new Error(long + i)); Promise.reject(long + i); Promise.reject({ toString() { for (;;); } }); }
