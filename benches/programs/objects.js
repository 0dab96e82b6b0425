// Objects, methods, closures and exceptions: a simulation of a queue, a tree of closures, errors thrown through several frames.
var print = typeof console !== 'undefined' ? console.log : print;

function Task(name, priority) {
  this.name = name;
  this.priority = priority;
  this.steps = 0;
}
Task.prototype.run = function (queue) {
  this.steps++;
  if (this.steps < 5) queue.add(this);
  return this.weight();
};
Task.prototype.weight = function () { return this.priority * this.steps; };

function UrgentTask(name) { Task.call(this, name, 9); }
UrgentTask.prototype = Object.create(Task.prototype);
UrgentTask.prototype.constructor = UrgentTask;
UrgentTask.prototype.weight = function () { return 2 * Task.prototype.weight.call(this); };

function Queue() { this.first = null; this.last = null; this.length = 0; }
Queue.prototype = {
  get isEmpty() { return this.length === 0; },
  add: function (task) {
    var link = { task: task, next: null };
    if (this.last) this.last.next = link; else this.first = link;
    this.last = link;
    this.length++;
  },
  take: function () {
    var task = this.first.task;
    this.first = this.first.next;
    if (!this.first) this.last = null;
    this.length--;
    return task;
  }
};

function simulate(count) {
  var queue = new Queue(), total = 0;
  for (var i = 0; i < count; i++) queue.add(i % 3 ? new Task('task', i % 7) : new UrgentTask('urgent'));
  while (!queue.isEmpty) total += queue.take().run(queue);
  return total;
}

// Each number is a function that gives the next one: captured variables that are written by some and read by others.
function counters(count) {
  var total = 0;
  function counter(step) {
    var value = 0;
    return {
      next: function () { value += step; total++; return value; },
      reset: function () { var old = value; value = 0; return old; }
    };
  }
  var sum = 0;
  for (var i = 0; i < count; i++) {
    var one = counter(i & 7);
    for (var j = 0; j < 8; j++) sum += one.next();
    sum += one.reset();
  }
  return sum + total;
}

function Refusal(reason) { this.reason = reason; }
function check(n, depth) {
  if (depth > 0) {
    try { return check(n, depth - 1); } finally { check.passed++; }
  }
  if (n % 4 === 0) throw new Refusal(n);
  if (n % 31 === 0) null.property;
  return n;
}
check.passed = 0;
function refusals(count) {
  var refused = 0, errors = 0;
  for (var i = 1; i <= count; i++) {
    try { check(i, 3); } catch (e) {
      if (e instanceof Refusal) refused += e.reason & 1 ? 0 : 1;
      else if (e instanceof TypeError) errors++;
      else throw e;
    }
  }
  return [refused, errors, check.passed].join(' ');
}

// Properties by computed names, deletion, enumeration, arguments.
function dictionaries(count) {
  var table = {}, found = 0;
  for (var i = 0; i < count; i++) {
    var key = 'k' + (i % 300);
    table[key] = (table[key] || 0) + 1;
    if (i % 17 === 0) delete table[key];
    if (key in table) found++;
  }
  for (var name in table) if (Object.prototype.hasOwnProperty.call(table, name)) found += table[name];
  return found;
}
function sum() { var n = 0; for (var i = 0; i < arguments.length; i++) n += arguments[i]; return n; }
function sums(count) {
  var n = 0;
  for (var i = 0; i < count; i++) n += sum(i, 1, 2) + sum.apply(null, [i, i]) + sum.call(null, 4);
  return n;
}

print(simulate(100000));
print(counters(100000));
print(refusals(100000));
print(dictionaries(150000));
print(sums(100000));
