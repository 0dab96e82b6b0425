var { a = 1, b: [c, , ...d] = [1, 2, 3], ...e } = { f: 6, a: undefined }; [a, c] = [c, a]; print(a, c, d, JSON.stringify(e));
((x, { y = x } = {}, ...z) => print(x, y, z.length))(1, {}, 2);
