// Texts, arguments and objects that double by being spread.
let list = [1, 2], text = 'ab', object = { a: 1 };
for (let i = 0; ; i++) { list = [...list, ...list]; text = `${text}${text}`; object = { ...object, ['k' + i]: object, ...[...text.slice(0, 1000)] }; }
