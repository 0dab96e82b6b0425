// Groups with names, and what can be asked of them by name.

var date = /(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d))?/;
var match = date.exec('on 2020-12');
print(JSON.stringify(match), match.groups.year, match.groups.month, match.groups.day, 'day' in match.groups);
// expect: ["2020-12","2020","12",null] 2020 12 undefined true
print(Object.getPrototypeOf(match.groups), Object.getOwnPropertyNames(match.groups).join()); // expect: null year,month,day
print(JSON.stringify(Object.getOwnPropertyDescriptor(match.groups, 'year')));
// expect: {"value":"2020","writable":true,"enumerable":true,"configurable":true}
print('x 1999-01-31 y'.match(date).groups.day, /x/.exec('x').groups); // expect: 31 undefined

// No name is special, and one may come from any script.
var odd = /(?<__proto__>a)(?<\u0436>b)(?<$>c)(?<constructor>d)/.exec('abcd').groups;
print(Object.getOwnPropertyNames(odd).join(), odd.__proto__, odd['\u0436']); // expect: __proto__,ж,$,constructor a b

// Back references, and where \k is none.
print(/(?<quote>['"]).*?\k<quote>/.exec('say "it\'s" now')[0], /\k<a>/.test('k<a>')); // expect: "it's" true

// Replacements.
print('2020-12-24, 1999-01-31'.replace(/(?<y>\d+)-(?<m>\d+)-(?<d>\d+)/g, '$<d>.$<m>.$<y>$<none>$1'));
// expect: 24.12.20202020, 31.01.19991999
print('ab'.replace(/(?<x>a)/, '[$<x]'), 'ab'.replace(/(a)/, '[$<x>]')); // expect: [$<x]b [$<x>]b
print('2020-12'.replace(date, function () {
    var groups = arguments[arguments.length - 1];
    return arguments.length + groups.month + groups.year + groups.day;
})); // expect: 7122020undefined
print('ab'.replace(/(a)/, function () { return arguments.length; })); // expect: 4b

// Positions by name.
var indices = /(?<first>a+)(?<second>b)?/d.exec('xaa').indices;
print(indices.groups.first.join(), indices.groups.second, Object.getPrototypeOf(indices.groups)); // expect: 1,3 undefined null
print(indices.groups.first === indices[1]); // expect: true
