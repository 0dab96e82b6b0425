// not for node: it converts what it needs when it needs it
// The arguments and options of performance.measure are converted in the order of Web IDL, before any mark is looked for.
const log = [];
const noted = () => log.splice(0).join();
const noting = (name, value) => ({ toString() { log.push('to ' + name); return value; } });
performance.mark('one', { startTime: 1 });
performance.mark('two', { startTime: 2 });
const options = {
  get start() { log.push('start'); return noting('start', 'one'); },
  get end() { log.push('end'); return noting('end', 'two'); },
  get duration() { log.push('duration'); },
  get detail() { log.push('detail'); },
};
print(performance.measure(noting('name', 'a'), options).duration, noted());
// expect: 1 to name,detail,duration,end,to end,start,to start
print(performance.measure(noting('name', 'b'), 'one', noting('end', 'two')).startTime, noted());
// expect: 1 to name,to end
try { performance.measure('c', 'none', noting('end', 'two')); } catch (error) { print(error.name, noted()); }
// expect: SyntaxError to end
try { performance.measure('d', options, noting('mark', 'two')); } catch (error) { print(error.name, noted()); }
// expect: TypeError detail,duration,end,to end,start,to start,to mark
try { performance.measure('e', { end: Symbol(), get start() { log.push('start'); } }); } catch (error) { print(error.name, noted()); }
// expect: TypeError
print(performance.measure('f', { start: 1, end: 'two' }).duration, performance.measure('g', 'one', 'two').duration);
// expect: 1 1
