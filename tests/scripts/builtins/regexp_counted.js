// slow: texts of 20,000 units
// not for node: backtracking takes too long there
// Repetitions of repetitions that are counted: where there is no match, where it is far off, in the middle, and at the end.
const patterns = [/(?:a{1,1000}){1,1000}b/, /(a{0,100}){0,100}b/, /((a{0,50}){0,50}){0,50}b/, /(?:[ab]{2,3}c?){0,60}d/];
const many = 'a'.repeat(20000), half = many.slice(10000);
for (const pattern of patterns) {
  for (const text of [many, many + 'cb', half + 'cb' + half, many + 'b', half + 'b', half + 'bb' + half, many + 'd']) {
    const match = pattern.exec(text);
    print(match && match.map((group) => group && group.length).concat(match.index).join());
    // expect: null
    // expect: null
    // expect: null
    // expect: 20001,0
    // expect: 10001,0
    // expect: 10001,0
    // expect: null
    // expect: null
    // expect: 1,,20001
    // expect: 1,,10001
    // expect: 10001,100,10000
    // expect: 10001,100,0
    // expect: 10001,100,0
    // expect: null
    // expect: null
    // expect: 1,,,20001
    // expect: 1,,,10001
    // expect: 20001,2500,50,0
    // expect: 10001,2500,50,0
    // expect: 10001,2500,50,0
    // expect: null
    // expect: null
    // expect: null
    // expect: null
    // expect: null
    // expect: null
    // expect: null
    // expect: 181,19820
  }
}
