// slow: so many blobs
// options: --memory-limit 60000000
// A blob that is made of one other blob shares its bytes: slices, slices of slices, files, copies.
const big = new Blob([new Uint8Array(10_000_000).fill(65)], { type: 'a/b' });
const made = [];
for (let i = 0; i < 100_000; i++) made.push(big.slice(i, i + 5_000_000));
print(made.length, made[99_999].size, made[7].type === ''); // expect: 100000 5000000 true
made.length = 0;
for (let i = 0; i < 10_000; i++) made.push(new File([new Blob([structuredClone(big).slice(5)]).slice(i)], 'n'));
print(made[9_999].size, made[9_999].name, made[9_999] instanceof File); // expect: 9989996 n true
const form = new FormData(); for (let i = 0; i < 1000; i++) form.append('f', big, 'x');
print(form.getAll('f').at(-1).size); // expect: 10000000
const inner = big.slice(100, 2000, 'C/D').slice(-1000, -990);
(async () => {
    print(await inner.text(), inner.size, inner.type === ''); // expect: AAAAAAAAAA 10 true
    print((await new Response(big.slice(1, 400)).text()).length); // expect: 399
    print(await new Blob([big.slice(0, 300), 'b', big.slice(0, 2)]).slice(299).text()); // expect: AbAA
})();
