// apply, call, bind, functions made of text.

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

check(function () { return Function('a','b','return a+b')(1,2); }); // expect: 3
check(function () { return Function('a,b','return a+b')(1,2); }); // expect: 3
check(function () { return Function('a','b','return a+b')+''; }); // expect: function anonymous(a,b ) { return a+b }
check(function () { return Function()+''; }); // expect: function anonymous( ) {  }
check(function () { return new Function('return this')()===globalThis; }); // expect: true
check(function () { return Function('a','return a')['length']; }); // expect: 1
check(function () { return Function('a','return a').name; }); // expect: anonymous
check(function () { return Function('/*','*/){'); }); // expect: SyntaxError
check(function () { return Function('a','}, function(){'); }); // expect: SyntaxError
check(function () { return Function('"use strict"; with({}){}'); }); // expect: SyntaxError
check(function () { return Function.prototype(); }); // expect: undefined
check(function () { return Function.prototype.name===''; }); // expect: true
check(function () { return Function.prototype.length; }); // expect: 0
check(function () { return new Function.prototype(); }); // expect: TypeError
check(function () { return (function f(a,b){ return a }).toString(); }); // expect: function f(a,b){ return a }
check(function () { return Function.prototype.toString.call({}); }); // expect: TypeError
check(function () { return Math.max.apply(null,[1,3,2]); }); // expect: 3
check(function () { return Math.max.apply(null,{length:2,0:5,1:6}); }); // expect: 6
check(function () { return Math.max.apply(null,(function(){return arguments})(4,9)); }); // expect: 9
check(function () { return Math.max.apply(null); }); // expect: -Infinity
check(function () { return Math.max.apply(null,1); }); // expect: TypeError
check(function () { return Math.max.apply(null,[1,,2]); }); // expect: NaN
check(function () { return Math.max.call(null,1,3,2); }); // expect: 3
check(function () { return Function.prototype.call.call(1); }); // expect: TypeError
check(function () { return Function.prototype.apply.call({},1); }); // expect: TypeError
check(function () { return Function.prototype.bind.call({}); }); // expect: TypeError
check(function () { return (function(a,b,c){return [this.x,a,b,c]}).bind({x:1},2)(3,4); }); // expect: [1,2,3,4]
check(function () { return (function(a,b,c){}).bind(1,2).length; }); // expect: 2
check(function () { return (function(a,b,c){}).bind(1,2,3,4,5,6).length; }); // expect: 0
check(function () { return (function foo(){}).bind().name; }); // expect: bound foo
check(function () { return (function foo(){}).bind().bind().name; }); // expect: bound bound foo
check(function () { return (function(){var f=function(){};Object.defineProperty(f,'name',{value:5});Object.defineProperty(f,'length',{value:Infinity});var b=f.bind(null,1);return [b.name,b.length]})(); });
// expect: [bound ,Infinity]
check(function () { return (function(){var f=function(){};Object.defineProperty(f,'length',{value:-Infinity});return f.bind().length})(); });
// expect: 0
check(function () { return (function(){var f=function(){};Object.defineProperty(f,'length',{value:2.7});return f.bind(null,1).length})(); });
// expect: 1
check(function () { return (function(){var f=function(){};delete f.length;return f.bind(null,1).length})(); });
// expect: 0
check(function () { return new ((function(a,b){this.s=a+b}).bind(null,1))(2).s; }); // expect: 3
check(function () { return new (Math.max.bind()); }); // expect: TypeError
check(function () { return 'prototype' in (function(){}).bind(); }); // expect: false
check(function () { return Object.getOwnPropertyNames((function(){}).bind()); }); // expect: [length,name]
check(function () { return (function(){'use strict';return Object.getOwnPropertyDescriptor(arguments,'callee').get===Object.getOwnPropertyDescriptor(Function.prototype,'caller').get})(); });
// expect: true
check(function () { return Object.isFrozen(Object.getOwnPropertyDescriptor(Function.prototype,'caller').get); });
// expect: true
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor(function(a){},'length')); });
// expect: {"value":1,"writable":false,"enumerable":false,"configurable":true}
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor(function a(a){},'name')); });
// expect: {"value":"a","writable":false,"enumerable":false,"configurable":true}
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor(function(a){},'prototype')); });
// expect: {"value":{},"writable":true,"enumerable":false,"configurable":false}
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor(Function,'prototype')); });
// expect: {"writable":false,"enumerable":false,"configurable":false}
