// Strings, regular expressions, JSON and source text made by the program: what text-like programs spend their time on.
var print = typeof console !== 'undefined' ? console.log : print;

var words = ['tape', 'ferrous', 'scope', 'closure', 'register', 'stack', 'heap', 'frame', 'éléments', 'λ-term'];
var seed = 7;
function random(limit) { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % limit; }

function text(count) {
  var out = '';
  for (var i = 0; i < count; i++) out += words[random(words.length)] + (random(9) ? ' ' : '.\n');
  return out;
}

function countWords(source) {
  var counts = {}, list = source.split(/[\s.]+/);
  for (var i = 0; i < list.length; i++) counts[list[i]] = (counts[list[i]] || 0) + 1;
  return Object.keys(counts).sort().map(function (word) { return word + '=' + counts[word]; }).join(',');
}

// A character at a time: the checksum of a text, and its words with a capital at the start.
function checksum(source) {
  var a = 1, b = 0;
  for (var i = 0; i < source.length; i++) { a = (a + source.charCodeAt(i)) % 65521; b = (b + a) % 65521; }
  return b * 65536 + a;
}
function title(source) {
  var parts = [];
  source.split(' ').forEach(function (word) { parts.push(word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()); });
  return parts.join(' ');
}

function patterns(source) {
  var numbers = 0;
  var swapped = source.replace(/(\w+) (\w+)/g, '$2 $1');
  var marked = swapped.replace(/s[a-z]*(e|k)\b/gi, function (all, end, at) { numbers += at & 3; return '<' + all + end + '>'; });
  var tokens = /\s*(?:(\d+)|([a-z_]+)|(.))/gi, match, kinds = [0, 0, 0];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < marked.length && (match = tokens.exec(marked))) kinds[match[1] ? 0 : match[2] ? 1 : 2]++;
  return [numbers, kinds.join('/'), marked.search(/<frame/), /(a+b|c)*\.$/.test(marked)].join(' ');
}

function records(count) {
  var list = [];
  for (var i = 0; i < count; i++) {
    list.push({ id: i, name: words[i % words.length], tags: [i % 3, 'x' + i % 5, null, i / 4], nested: { on: i % 2 === 0 } });
  }
  var json = JSON.stringify(list), total = 0;
  JSON.parse(json).forEach(function (record) { total += record.id + record.tags[3] + (record.nested.on ? 1 : 0); });
  return json.length + ' ' + total;
}

function numbers(count) {
  var length = 0, total = 0;
  for (var i = 0; i < count; i++) {
    var shown = String(i / 7) + '/' + (i * 3).toString(16) + '/' + (i / 3).toFixed(2);
    length += shown.length;
    total += parseFloat(shown) + parseInt('0x' + i, 16);
  }
  return length + ' ' + total.toFixed(3);
}

// Source text that is compiled and run.
function sources(count) {
  var total = 0;
  for (var i = 0; i < count; i++) {
    var body = '';
    for (var j = 0; j < 12; j++) {
      body += 'function f' + j + '(a, b) { if (a > b) { return a * ' + j + '; } for (var k = 0; k < 2; k++) b += k + ' + i + '; ' +
        'try { return { sum: a + b, list: [a, b] }.sum; } finally { a = function () { return b; }; } }\n';
    }
    total += new Function('x', body + 'return f1(x, 2) + f11(2, x);')(i);
    total += eval('var local = ' + i + '; local + 1');
  }
  return total;
}

var page = text(24000);
print(page.length, checksum(page));
print(countWords(page));
print(checksum(title(page)));
print(patterns(page));
print(records(12000));
print(numbers(60000));
print(sources(400));
