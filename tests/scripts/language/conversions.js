// What operators make of values of other types than they want.

function show(value) {
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return '[' + value.map(show).join() + ']';
  if (typeof value === 'object' && value !== null) return 'object';
  return typeof value === 'string' ? value.split('\n').join(' ') : String(value);
}

function check(run) {
  try {
    print(show(run()));
  } catch (error) {
    print(error instanceof Error ? error.name : 'thrown ' + error);
  }
}

check(function () { return String(1/0); }); // expect: Infinity
check(function () { return [1,2]+''; }); // expect: 1,2
check(function () { return ({})+''; }); // expect: [object Object]
check(function () { return ({valueOf:function(){return 1}})+1; }); // expect: 2
check(function () { return ({toString:function(){return 'x'}})+1; }); // expect: x1
check(function () { return ({valueOf:function(){return {}},toString:function(){return 'x'}})*1; }); // expect: NaN
check(function () { return ({valueOf:function(){return {}},toString:function(){return {}}})+1; }); // expect: TypeError
check(function () { return null+1; }); // expect: 1
check(function () { return undefined+1; }); // expect: NaN
check(function () { return true+'a'; }); // expect: truea
check(function () { return 'a'<'b'; }); // expect: true
check(function () { return '10'<'9'; }); // expect: true
check(function () { return '10'<9; }); // expect: false
check(function () { return null>=0; }); // expect: true
check(function () { return null==0; }); // expect: false
check(function () { return undefined==null; }); // expect: true
check(function () { return NaN!=NaN; }); // expect: true
check(function () { return '1'==1; }); // expect: true
check(function () { return true=='1'; }); // expect: true
check(function () { return ({})=='[object Object]'; }); // expect: true
check(function () { return [2]==2; }); // expect: true
check(function () { return 1<undefined; }); // expect: false
check(function () { return (function(){var s='';({valueOf:function(){s+='a';return 1}})<({valueOf:function(){s+='b';return 1}});({valueOf:function(){s+='c';return 1}})>({valueOf:function(){s+='d';return 1}});return s})(); });
// expect: abcd
check(function () { return 5%-3; }); // expect: 2
check(function () { return -5%3; }); // expect: -2
check(function () { return -0%5; }); // expect: -0
check(function () { return 1/(-4%2); }); // expect: -Infinity
check(function () { return 5.5%2.1; }); // expect: 1.2999999999999998
check(function () { return 2147483647+1; }); // expect: 2147483648
check(function () { return -2147483648-1; }); // expect: -2147483649
check(function () { return 65536*65536; }); // expect: 4294967296
check(function () { return 1<<31; }); // expect: -2147483648
check(function () { return 1<<32; }); // expect: 1
check(function () { return -1>>>0; }); // expect: 4294967295
check(function () { return -1>>31; }); // expect: -1
check(function () { return 4294967296.5|0; }); // expect: 0
check(function () { return 1e21|0; }); // expect: -559939584
check(function () { return ~5.7; }); // expect: -6
check(function () { return -'3'; }); // expect: -3
check(function () { return +'0x1F'; }); // expect: 31
check(function () { return +' 12 '; }); // expect: 12
check(function () { return +'1e3'; }); // expect: 1000
check(function () { return +'1_0'; }); // expect: NaN
check(function () { return +''; }); // expect: 0
check(function () { return +[]; }); // expect: 0
check(function () { return +{}; }); // expect: NaN
check(function () { return +[5]; }); // expect: 5
check(function () { return +null; }); // expect: 0
check(function () { return +undefined; }); // expect: NaN
check(function () { return typeof null; }); // expect: object
check(function () { return typeof undefined; }); // expect: undefined
check(function () { return typeof 1; }); // expect: number
check(function () { return typeof 'a'; }); // expect: string
check(function () { return typeof {}; }); // expect: object
check(function () { return typeof function(){}; }); // expect: function
check(function () { return typeof true; }); // expect: boolean
check(function () { return typeof Function.prototype; }); // expect: function
check(function () { return 1 in [1,2]; }); // expect: true
check(function () { return 'length' in [1]; }); // expect: true
check(function () { return 'x' in 'y'; }); // expect: TypeError
check(function () { return 'toString' in {}; }); // expect: true
check(function () { return ({}) instanceof Object; }); // expect: true
check(function () { return 1 instanceof Object; }); // expect: false
check(function () { return ({}) instanceof 1; }); // expect: TypeError
check(function () { return ({}) instanceof {}; }); // expect: TypeError
check(function () { return ({}) instanceof (function(){}).bind(); }); // expect: false
check(function () { return (function(){function F(){};var B=F.bind().bind();return new F instanceof B})(); });
// expect: true
check(function () { return (function(){function F(){};F.prototype=1;return ({}) instanceof F})(); });
// expect: TypeError
check(function () { return (function(){function F(){};F.prototype=1;return 5 instanceof F})(); }); // expect: false
check(function () { return 'x'.concat.apply('a',['b','c']); }); // expect: abc
check(function () { return new Boolean(false)?1:2; }); // expect: 1
check(function () { return !new Number(0); }); // expect: false
check(function () { return !''; }); // expect: true
check(function () { return !'0'; }); // expect: false
check(function () { return !NaN; }); // expect: true
check(function () { return void 0; }); // expect: undefined
check(function () { return 'b'>'a'; }); // expect: true
check(function () { return '\ud83d'<'\uffff'; }); // expect: true
check(function () { return [10,9,1].sort()+''; }); // expect: 1,10,9
check(function () { return 'abc'[1]; }); // expect: b
check(function () { return 'abc'['length']; }); // expect: 3
check(function () { return (5)['x']; }); // expect: undefined
check(function () { return null.foo; }); // expect: TypeError
check(function () { return undefined.foo; }); // expect: TypeError
check(function () { return null[{toString:function(){throw 1}}]; }); // expect: TypeError
check(function () { return x_undefined_variable; }); // expect: ReferenceError
check(function () { return (function(){return x.y;var x})(); }); // expect: TypeError
check(function () { return (1)(); }); // expect: TypeError
check(function () { return ({}).foo(); }); // expect: TypeError
check(function () { return ({a:{}}).a.b.c(); }); // expect: TypeError
check(function () { return new 5; }); // expect: TypeError
check(function () { return new (function(){}.bind())() instanceof Object; }); // expect: true
check(function () { return 'use'.foo=1; }); // expect: 1
check(function () { return (function(){'use strict';'use'.foo=1})(); }); // expect: TypeError
check(function () { return (function(){'use strict';'use'.length=1})(); }); // expect: TypeError
check(function () { return (function(){'use strict';undefined_var=1})(); }); // expect: ReferenceError
check(function () { return '5'*'2'; }); // expect: 10
check(function () { return 'a'*1; }); // expect: NaN
check(function () { return []*2; }); // expect: 0
check(function () { return []+[]; }); // expect:
check(function () { return {}+[]; }); // expect: [object Object]
check(function () { return 1+[2]; }); // expect: 12
check(function () { return 1+{}; }); // expect: 1[object Object]
check(function () { return '3'-1; }); // expect: 2
check(function () { return '3'+1; }); // expect: 31
check(function () { return 1+'3'; }); // expect: 13
check(function () { return +new Number(3); }); // expect: 3
check(function () { return new String('a')+new String('b'); }); // expect: ab
check(function () { return new String('a')==new String('a'); }); // expect: false
check(function () { return new String('a')=='a'; }); // expect: true
check(function () { return 'a'===new String('a'); }); // expect: false
check(function () { return '1,2'==[1,2]; }); // expect: true
check(function () { return null==false; }); // expect: false
check(function () { return []==![]; }); // expect: true
check(function () { return 0=='\n'; }); // expect: true
check(function () { return Infinity-Infinity; }); // expect: NaN
check(function () { return 0/0; }); // expect: NaN
check(function () { return 1/0; }); // expect: Infinity
check(function () { return -1/0; }); // expect: -Infinity
check(function () { return 0*-1; }); // expect: -0
check(function () { return 1/(0*-1); }); // expect: -Infinity
check(function () { return 2e308; }); // expect: Infinity
check(function () { return 5e-324/2; }); // expect: 0
check(function () { return 0.1+0.2; }); // expect: 0.30000000000000004
check(function () { return 1e21+1; }); // expect: 1e+21
check(function () { return 123456789012345680000; }); // expect: 123456789012345680000
check(function () { return 1e-7; }); // expect: 1e-7
check(function () { return 'x'.length in {1:1}; }); // expect: true
