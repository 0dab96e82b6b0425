// Errors as objects, and their text.

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

check(function () { return Error('x').message; }); // expect: x
check(function () { return new Error('x',{cause:1}).cause; }); // expect: 1
check(function () { return 'cause' in new Error('x'); }); // expect: false
check(function () { return 'cause' in new Error('x',{}); }); // expect: false
check(function () { return Object.getOwnPropertyDescriptor(new Error('x',{cause:1}),'cause').enumerable; });
// expect: false
check(function () { return new Error().hasOwnProperty('message'); }); // expect: false
check(function () { return new Error(undefined).hasOwnProperty('message'); }); // expect: false
check(function () { return Object.keys(new Error('a')).length; }); // expect: 0
check(function () { return new TypeError('a') instanceof Error; }); // expect: true
check(function () { return Object.getPrototypeOf(TypeError)===Error; }); // expect: true
check(function () { return TypeError.prototype.name+TypeError.prototype.message; }); // expect: TypeError
check(function () { return Object.getPrototypeOf(TypeError.prototype)===Error.prototype; }); // expect: true
check(function () { return String(new RangeError('a')); }); // expect: RangeError: a
check(function () { return String(new URIError); }); // expect: URIError
check(function () { return Error.prototype.toString.call({}); }); // expect: Error
check(function () { return Error.prototype.toString.call({name:'',message:'m'}); }); // expect: m
check(function () { return Error.prototype.toString.call({name:'n',message:''}); }); // expect: n
check(function () { return Error.prototype.toString.call({name:null,message:1}); }); // expect: null: 1
check(function () { return Error.prototype.toString.call(1); }); // expect: TypeError
check(function () { return new Error({toString:function(){throw 'msg'}}); }); // expect: thrown msg
check(function () { return Object.prototype.toString.call(Error.prototype); }); // expect: [object Object]
