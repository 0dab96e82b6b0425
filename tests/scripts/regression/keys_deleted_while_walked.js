// not for node: the one that was at hand has neither function
// A getter may delete the properties that are still to come. Nothing referred to their keys any more, so that other names got
// their numbers: Iterator.zipKeyed and Promise.allKeyed read properties that were added meanwhile.

function changing(made) {
    const all = {
        get first() {
            for (const name of Object.keys(all)) if (name !== 'first') delete all[name];
            for (let i = 0, garbage; i < 500; i++) garbage = { i: [i] };
            for (let i = 0; i < 20; i++) all['added' + made + i] = [i];
            return ['of the first'];
        },
    };
    for (let i = 0; i < 20; i++) all['deleted' + made + i] = [i];
    return all;
}

for (let made = 0; made < 5; made++) {
    print(JSON.stringify(Iterator.zipKeyed(changing(made + 'zipped')).toArray()));
}
// expect: [{"first":"of the first"}]
// expect: [{"first":"of the first"}]
// expect: [{"first":"of the first"}]
// expect: [{"first":"of the first"}]
// expect: [{"first":"of the first"}]

for (let made = 0; made < 5; made++) {
    Promise.allKeyed(changing(made + 'awaited')).then(result => print(JSON.stringify(result)));
}
// expect: {"first":["of the first"]}
// expect: {"first":["of the first"]}
// expect: {"first":["of the first"]}
// expect: {"first":["of the first"]}
// expect: {"first":["of the first"]}
