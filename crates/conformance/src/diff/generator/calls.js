function asked(value, place) {
  if (calls-- <= 0) return value;
  try { return ask(value, place); } catch (error) {
    if (error instanceof TypeError && String(error.message).includes("stands in between")) print("cannot wait");
    throw error;
  }
}
function heard(value, place) { return calls-- <= 0 ? value : hear(value, place); }
function told(value, place) {
  var promise = heard(value, place);
  if (promise instanceof Promise) promise.then(function (it) { print("heard " + place); say(it); }, function (error) { print("not heard " + place); say(error); });
  return promise;
}
function asking(value, place) {
  return { get a() { return asked(value, place); }, set b(it) { value = asked(it, place); }, valueOf() { return asked(1, place); },
    [Symbol.toPrimitive]: place % 3 ? undefined : function (hint) { return asked(hint, place); } };
}
function askingSteps(value, place) {
  var at = 0;
  return {
    next() { var it = asked(value, place); return { done: ++at > 2, value: it }; },
    return(it) { say(asked(it, place)); return {}; },
    [Symbol.iterator]() { asked("open", place); return this; }
  };
}
function* askingGenerator(value, place) {
  try { yield asked(value, place); yield* askingSteps(place, place); } finally { say(asked("finally", place)); }
}
async function* hearingSteps(value, place) {
  try { yield heard(value, place); for await (var it of [heard(place, place), asked(2, place)]) yield it; return await heard("end", place); }
  finally { say(await heard("finally", place)); say(asked("last", place)); }
}
async function drained(steps) {
  var all = [];
  try { for await (var { length = await heard(7, 7), ...rest } of steps) { all.push(length, rest); if (calls-- <= 0) break; } } catch (error) { say(error); }
  say(all); return all;
}
async function askingLater(value, place) {
  await using scope = { async [Symbol.asyncDispose]() { say(await heard("disposed", place)); } };
  using inner = { [Symbol.dispose]() { say(asked("disposed", place)); } };
  var [first = asked(value, place), { second = await heard(value, place) } = {}] = askingSteps(undefined, place);
  switch (asked(first, place)) { case await heard(1, place): return second; default: return tagged`${asked(second, place)}${await heard(3, place)}`; }
}
class Asking extends (class { constructor(value, place) { this.base = asked(value, place); } }) {
  #hidden = asked("field", 1); static some = 1;
  constructor(value, place) { try { super(asked(value, place), place); } finally { asked("constructed", place); } this.own = this.#hidden; }
  get [Symbol.toStringTag]() { return "Asking"; }
}
