// Describing, defining and locking properties: results and errors of Object and its prototype.

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

check(function () { return Object.keys('abc'); }); // expect: [0,1,2]
check(function () { return Object.getOwnPropertyNames('abc'); }); // expect: [0,1,2,length]
check(function () { return Object.getOwnPropertyNames([1,,2]); }); // expect: [0,2,length]
check(function () { return Object.keys({b:1,a:2,1:3,0:4}); }); // expect: [0,1,b,a]
check(function () { return Object.values({b:1,a:2,1:3,0:4}); }); // expect: [4,3,1,2]
check(function () { return JSON.stringify(Object.entries({b:1,a:[2]})); }); // expect: [["b",1],["a",[2]]]
check(function () { return Object(1) instanceof Number; }); // expect: true
check(function () { return Object('x').length; }); // expect: 1
check(function () { return Object(null)+''; }); // expect: [object Object]
check(function () { return new Object(5)+1; }); // expect: 6
check(function () { return Object.is(NaN,NaN); }); // expect: true
check(function () { return Object.is(0,-0); }); // expect: false
check(function () { return Object.getPrototypeOf(1)===Number.prototype; }); // expect: true
check(function () { return Object.getPrototypeOf(null); }); // expect: TypeError
check(function () { return Object.setPrototypeOf(1,null); }); // expect: 1
check(function () { return Object.setPrototypeOf(null,null); }); // expect: TypeError
check(function () { return Object.setPrototypeOf({},1); }); // expect: TypeError
check(function () { return (function(){var a={};var b=Object.create(a);return Object.setPrototypeOf(a,b)})(); });
// expect: TypeError
check(function () { return Object.setPrototypeOf(Object.prototype,{}); }); // expect: TypeError
check(function () { return Object.setPrototypeOf(Object.prototype,null)===Object.prototype; }); // expect: true
check(function () { return Object.setPrototypeOf(Object.preventExtensions({}),null); }); // expect: TypeError
check(function () { return Object.create(1); }); // expect: TypeError
check(function () { return Object.create(undefined); }); // expect: TypeError
check(function () { return Object.getPrototypeOf(Object.create(null)); }); // expect: null
check(function () { return Object.create({},{x:{value:1}}).x; }); // expect: 1
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor({get x(){return 1}},'x')); });
// expect: {"enumerable":true,"configurable":true}
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor([1],'length')); });
// expect: {"value":1,"writable":true,"enumerable":false,"configurable":false}
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor('ab',1)); });
// expect: {"value":"b","writable":false,"enumerable":true,"configurable":false}
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptors({a:1,get b(){return 1}})); });
// expect: {"a":{"value":1,"writable":true,"enumerable":true,"configurable":true},"b":{"enumerable":true,"configurable":true}}
check(function () { return Object.defineProperty({},'x',1); }); // expect: TypeError
check(function () { return Object.defineProperty(1,'x',{}); }); // expect: TypeError
check(function () { return Object.defineProperty({},'x',{get:1}); }); // expect: TypeError
check(function () { return Object.defineProperty({},'x',{set:'a'}); }); // expect: TypeError
check(function () { return Object.defineProperty({},'x',{get:function(){},value:1}); }); // expect: TypeError
check(function () { return Object.defineProperty({},'x',{get:undefined,writable:true}); }); // expect: TypeError
check(function () { return Object.defineProperty({},'x',{get:undefined}).x; }); // expect: undefined
check(function () { return Object.defineProperties({},{a:{value:1,enumerable:true},b:{get:function(){return 2}}}).b; });
// expect: 2
check(function () { return Object.defineProperties({},{a:{value:1},b:1}); }); // expect: TypeError
check(function () { return (function(){var o={};try{Object.defineProperties(o,{a:{value:1},b:1})}catch(e){}return 'a' in o})(); });
// expect: false
check(function () { return (function(){'use strict';Object.freeze([1])[0]=2})(); }); // expect: TypeError
check(function () { return (function(){'use strict';Object.freeze({a:1}).a=2})(); }); // expect: TypeError
check(function () { return (function(){'use strict';delete Object.freeze({a:1}).a})(); }); // expect: TypeError
check(function () { return (function(){'use strict';Object.preventExtensions({}).x=1})(); }); // expect: TypeError
check(function () { return (function(){'use strict';({get x(){}}).x=1})(); }); // expect: TypeError
check(function () { return Object.isFrozen(Object.freeze([1,2])); }); // expect: true
check(function () { return Object.isFrozen(Object.seal([1,2])); }); // expect: false
check(function () { return Object.isSealed(Object.seal([1,2])); }); // expect: true
check(function () { return Object.isFrozen(Object.preventExtensions({})); }); // expect: true
check(function () { return Object.isSealed(Object.preventExtensions({a:1})); }); // expect: false
check(function () { return Object.isFrozen(1); }); // expect: true
check(function () { return Object.isExtensible(1); }); // expect: false
check(function () { return Object.freeze(1); }); // expect: 1
check(function () { return Object.isFrozen(Object.freeze({get a(){return 1}})); }); // expect: true
check(function () { return Object.isFrozen(Object.freeze('abc')); }); // expect: true
check(function () { return Object.isFrozen(Object.freeze(new String('abc'))); }); // expect: true
check(function () { return Object.isFrozen(new String('abc')); }); // expect: false
check(function () { return Object.isFrozen(Object.preventExtensions(new String('abc'))); }); // expect: true
check(function () { return Object.assign({a:1},null,{b:2},'xy').b; }); // expect: 2
check(function () { return JSON.stringify(Object.assign({},'xy')); }); // expect: {"0":"x","1":"y"}
check(function () { return Object.assign(null); }); // expect: TypeError
check(function () { return Object.prototype.toString.call(undefined); }); // expect: [object Undefined]
check(function () { return Object.prototype.toString.call(null); }); // expect: [object Null]
check(function () { return Object.prototype.toString.call([]); }); // expect: [object Array]
check(function () { return Object.prototype.toString.call(function(){}); }); // expect: [object Function]
check(function () { return Object.prototype.toString.call(new Error); }); // expect: [object Error]
check(function () { return Object.prototype.toString.call(true); }); // expect: [object Boolean]
check(function () { return Object.prototype.toString.call(1); }); // expect: [object Number]
check(function () { return Object.prototype.toString.call(''); }); // expect: [object String]
check(function () { return Object.prototype.toString.call((function(){return arguments})()); });
// expect: [object Arguments]
check(function () { return Object.prototype.toString.call((function(){'use strict';return arguments})()); });
// expect: [object Arguments]
check(function () { return Object.prototype.toString.call(JSON); }); // expect: [object JSON]
check(function () { return Object.prototype.toString.call(Math); }); // expect: [object Math]
check(function () { return ({}).toLocaleString(); }); // expect: [object Object]
check(function () { return (5).toLocaleString.call({toString:1}); }); // expect: TypeError
check(function () { return Object.prototype.toLocaleString.call(null); }); // expect: TypeError
check(function () { return Object.prototype.valueOf.call(null); }); // expect: TypeError
check(function () { return typeof Object.prototype.valueOf.call(1); }); // expect: object
check(function () { return ({a:1}).hasOwnProperty('a'); }); // expect: true
check(function () { return Object.prototype.hasOwnProperty.call(null,'a'); }); // expect: TypeError
check(function () { return Object.prototype.hasOwnProperty.call(null,{toString:function(){throw 'first'}}); });
// expect: thrown first
check(function () { return Object.prototype.isPrototypeOf.call(null,1); }); // expect: false
check(function () { return Object.prototype.isPrototypeOf.call(null,{}); }); // expect: TypeError
check(function () { return Array.prototype.isPrototypeOf([]); }); // expect: true
check(function () { return ({a:1}).propertyIsEnumerable('a'); }); // expect: true
check(function () { return [1].propertyIsEnumerable('length'); }); // expect: false
check(function () { return ({}).__proto__===Object.prototype; }); // expect: true
check(function () { return ({__proto__:null}) instanceof Object; }); // expect: false
check(function () { return (function(){var o={};o.__proto__=Array.prototype;return o instanceof Array})(); });
// expect: true
check(function () { return (function(){var o={};o.__proto__=1;return Object.getPrototypeOf(o)===Object.prototype})(); });
// expect: true
check(function () { return Object.getOwnPropertyDescriptor(Object.prototype,'__proto__').get.name; });
// expect: get __proto__
check(function () { return Object.getOwnPropertyDescriptor(Object.prototype,'__proto__').set.name; });
// expect: set __proto__
check(function () { return Object.getOwnPropertyDescriptor(Object.prototype,'__proto__').set.length; }); // expect: 1
check(function () { return Object.getOwnPropertyDescriptor(Object.prototype,'__proto__').set.call(null); });
// expect: TypeError
check(function () { return (function(){var o={};o.__defineGetter__('x',function(){return 7});return o.x+typeof o.__lookupGetter__('x')+typeof o.__lookupSetter__('x')+typeof o.__lookupGetter__('toString')})(); });
// expect: 7functionundefinedundefined
check(function () { return ({}).__defineGetter__('x',1); }); // expect: TypeError
check(function () { return (function(){var o={};o.__defineGetter__('x',function(){return 7});return JSON.stringify(Object.getOwnPropertyDescriptor(o,'x'))})(); });
// expect: {"enumerable":true,"configurable":true}
check(function () { return (function(){var v;var o={};o.__defineSetter__('x',function(a){v=a});o.x=3;return v})(); });
// expect: 3
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor(globalThis,'NaN')); });
// expect: {"value":null,"writable":false,"enumerable":false,"configurable":false}
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor(globalThis,'undefined')); });
// expect: {"writable":false,"enumerable":false,"configurable":false}
check(function () { return JSON.stringify(Object.getOwnPropertyDescriptor(globalThis,'parseInt')); });
// expect: {"writable":true,"enumerable":false,"configurable":true}
check(function () { return Object.getOwnPropertyDescriptor(globalThis,'globalThis').enumerable; }); // expect: false
check(function () { return (function(){NaN=1;undefined=2;Infinity=3;return [NaN,undefined,Infinity]})(); });
// expect: [NaN,undefined,Infinity]
check(function () { return (function(){'use strict';NaN=1})(); }); // expect: TypeError
check(function () { return Object.prototype.toString.name+Object.prototype.toString.length; }); // expect: toString0
check(function () { return Object.getOwnPropertyNames(Object.prototype).sort(); });
// expect: [__defineGetter__,__defineSetter__,__lookupGetter__,__lookupSetter__,__proto__,constructor,hasOwnProperty,isPrototypeOf,propertyIsEnumerable,toLocaleString,toString,valueOf]
check(function () { return Object.getOwnPropertyNames(RangeError.prototype).sort(); });
// expect: [constructor,message,name]
check(function () { return new parseInt('1'); }); // expect: TypeError
check(function () { return new (Object.getOwnPropertyDescriptor(Object.prototype,'__proto__').get); });
// expect: TypeError
check(function () { return new Object.keys; }); // expect: TypeError
check(function () { return Object.keys.hasOwnProperty('prototype'); }); // expect: false
check(function () { return Object.getOwnPropertyNames((function(){'use strict'; return arguments})(1,2)); });
// expect: [0,1,length,callee]
check(function () { return Object.getOwnPropertyNames((function(){return arguments})(1,2)); });
// expect: [0,1,length,callee]
check(function () { return Object.keys(Object.create({a:1},{b:{value:1,enumerable:true}})); }); // expect: [b]
check(function () { return (function(){var o={};var log='';var d={};['set','get','writable','value','configurable','enumerable'].forEach(function(k){Object.defineProperty(d,k,{get:function(){log+=k+' ';return k==='get'||k==='set'?undefined:undefined}})});try{Object.defineProperty(o,'x',d)}catch(e){log+=e.name}return log})(); });
// expect: enumerable configurable value writable get set TypeError
check(function () { return Object.entries({a:1,get b(){delete this.c;return 2},c:3}).length; }); // expect: 2
check(function () { return '' + Object.getOwnPropertyNames({2:1,1:1,b:1,a:1,4294967295:1,4294967294:1,'-1':1,'01':1}); });
// expect: 1,2,4294967294,b,a,4294967295,-1,01
check(function () { return '' + Object.keys(Object.freeze({b:1,a:2,5:1,3:1})); }); // expect: 3,5,b,a
check(function () { return isNaN(Object.defineProperty([], 'length', {value: 5}).length); }); // expect: false
check(function () { return Object.defineProperty([],'length',{value:-1}); }); // expect: RangeError
check(function () { return Object.defineProperty([1,2,3],'length',{value:1})+''; }); // expect: 1
check(function () { return Object.defineProperty([1,2,3],'length',{writable:false}).push(1); }); // expect: TypeError
check(function () { return Object.defineProperty([],'0',{value:1,configurable:false}).length=0; }); // expect: 0
check(function () { return (function(){'use strict'; var a=[1,2,3];Object.defineProperty(a,'1',{configurable:false});try{a.length=0}catch(e){return e.name+a.length}return a.length})(); });
// expect: TypeError2
