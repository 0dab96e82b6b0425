(function (queue, queueNext, hasJobs, current, enter, errors) {
  'use strict';
  let ticks = [], next = 0, isQueued = false, isBehind = false;
  function enqueue() {
    isQueued = true;
    isBehind = queue(run);
  }
  // All ticks run before the first job; those that jobs leave, once there are no jobs.
  function run() {
    if (isBehind && hasJobs()) return enqueue();
    isBehind = false;
    try {
      while (next < ticks.length) {
        const [callback, values, context] = ticks[next];
        ticks[next++] = undefined;
        enter(context);
        callback(...values);
      }
      isQueued = false;
    } finally {
      // One has thrown: the others come next, once the program has heard of that.
      if (isQueued) queueNext(run);
      else [ticks, next] = [[], 0];
    }
  }
  return function nextTick(callback, ...values) {
    if (typeof callback !== 'function') errors().checkFunction(callback, 'callback');
    ticks.push([callback, values, current()]);
    if (!isQueued) enqueue();
  };
})
