// What is called later must be a function.
for (const wrong of [5, undefined, null, 'x', {}, Symbol.iterator])
  for (const [name, call] of Object.entries({ setTimeout, setInterval, setImmediate, nextTick: process.nextTick })) {
    try {
      call(wrong, 1);
      console.log(name, 'nothing');
    } catch (error) {
      console.log(name, error.name, error.code, Object.keys(error).join(), Object.prototype.propertyIsEnumerable.call(error, 'code'));
    }
  }
