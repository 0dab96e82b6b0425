// Arrays, and the built-ins that call back: sorting, mapping, searching, and the loops that programs write themselves.
var print = typeof console !== 'undefined' ? console.log : print;

var seed = 3;
function random(limit) { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % limit; }
function list(count) { var out = []; for (var i = 0; i < count; i++) out.push(random(100000)); return out; }

function sorting(count) {
  var numbers = list(count);
  var up = numbers.slice().sort(function (a, b) { return a - b; });
  var texts = numbers.slice(0, count / 4).map(String).sort();
  var records = numbers.map(function (n, i) { return { key: n % 1000, at: i }; });
  records.sort(function (a, b) { return a.key - b.key || b.at - a.at; });
  return [up[0], up[count - 1], texts[9], records[count >> 1].at].join(' ');
}

function callbacks(count) {
  var numbers = list(count), total = 0;
  numbers.forEach(function (n, i) { total += n ^ i; });
  var even = numbers.filter(function (n) { return n % 2 === 0; });
  var squares = even.map(function (n) { return n * n; });
  total += squares.reduce(function (a, b) { return (a + b) % 1000003; }, 0);
  total += even.reduceRight(function (a, b) { return (a * 31 + b) % 1000003; }, 7);
  var all = numbers.every(function (n) { return n >= 0; }), some = numbers.some(function (n) { return n === 99999.5; });
  return [total, even.length, all, some].join(' ');
}

function moving(count) {
  var queue = [], out = [];
  for (var i = 0; i < count; i++) {
    queue.push(i, i * 2);
    if (i % 3 === 0) out.unshift(queue.shift());
    if (i % 5 === 0) queue.splice(i % queue.length, 1, i, i);
    if (out.length > 50) out = out.slice(10).concat(queue.pop()).reverse();
    if (queue.length > 400) queue.length = 200;
  }
  return queue.length + ' ' + out.join('').length + ' ' + queue.indexOf(count) + ' ' + queue.lastIndexOf(count - 1);
}

function primes(limit) {
  var sieve = [], count = 0;
  for (var n = 2; n < limit; n++) {
    if (sieve[n]) continue;
    count++;
    for (var m = n * n; m < limit; m += n) sieve[m] = true;
  }
  return count;
}

function matrices(size) {
  function matrix(start) {
    var rows = [];
    for (var i = 0; i < size; i++) { rows[i] = []; for (var j = 0; j < size; j++) rows[i][j] = start + i * 0.5 - j; }
    return rows;
  }
  var a = matrix(1), b = matrix(2), trace = 0;
  for (var i = 0; i < size; i++) {
    for (var j = 0; j < size; j++) {
      var sum = 0;
      for (var k = 0; k < size; k++) sum += a[i][k] * b[k][j];
      if (i === j) trace += sum;
    }
  }
  return trace;
}

// Ways through a grid: small arrays that live shortly.
function walks(width) {
  var seen = {}, todo = [[0, 0, 0]], longest = 0;
  while (todo.length) {
    var place = todo.pop(), x = place[0], y = place[1], length = place[2], key = x + ',' + y;
    if (seen[key]) continue;
    seen[key] = true;
    if (length > longest) longest = length;
    [[1, 0], [0, 1], [-1, 0], [0, -1]].forEach(function (step) {
      var nx = x + step[0], ny = y + step[1];
      if (nx >= 0 && ny >= 0 && nx < width && ny < width && (nx * 7 + ny * 3) % 5) todo.push([nx, ny, length + 1]);
    });
  }
  return longest + ' ' + Object.keys(seen).length;
}

print(sorting(30000));
print(callbacks(200000));
print(moving(60000));
print(primes(400000));
print(matrices(90));
print(walks(120));
