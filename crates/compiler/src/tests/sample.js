// An ordinary program of some size: a tokenizer, a parser and an evaluator for arithmetic, with a few tables around them.
var symbols = { plus: "+", minus: "-", times: "*", over: "/", open: "(", close: ")" };

function Tokenizer(text) {
  this.text = text;
  this.position = 0;
  this.tokens = [];
}

Tokenizer.prototype.isDigit = function (character) {
  return character >= "0" && character <= "9";
};

Tokenizer.prototype.number = function () {
  var start = this.position;
  while (this.position < this.text.length && this.isDigit(this.text.charAt(this.position))) {
    this.position++;
  }
  if (this.text.charAt(this.position) === ".") {
    do this.position++; while (this.isDigit(this.text.charAt(this.position)));
  }
  this.tokens.push({ kind: "number", value: +this.text.substring(start, this.position), at: start });
};

Tokenizer.prototype.run = function () {
  for (;;) {
    var character = this.text.charAt(this.position);
    switch (character) {
      case "":
        this.tokens.push({ kind: "end", at: this.position });
        return this.tokens;
      case " ":
      case "\n":
        this.position++;
        continue;
      default:
        break;
    }
    if (this.isDigit(character)) {
      this.number();
    } else {
      var found = null;
      for (var name in symbols) {
        if (symbols[name] === character) found = name;
      }
      if (!found) throw new SyntaxError("unexpected " + character + " at " + this.position);
      this.tokens.push({ kind: found, at: this.position++ });
    }
  }
};

function Parser(tokens) {
  var next = 0;
  var depth = 0, limit = 1000;

  function peek() {
    return tokens[next].kind;
  }

  function expect(kind) {
    if (peek() !== kind) throw new SyntaxError("expected " + kind + " but found " + peek());
    return tokens[next++];
  }

  function primary() {
    if (peek() === "open") {
      if (++depth > limit) throw new RangeError("too deep");
      expect("open");
      var inner = sum();
      expect("close");
      depth--;
      return inner;
    }
    if (peek() === "minus") {
      expect("minus");
      return { operator: "negate", argument: primary() };
    }
    return { operator: "number", value: expect("number").value };
  }

  function product() {
    var left = primary();
    while (peek() === "times" || peek() === "over") {
      var operator = tokens[next++].kind;
      left = { operator: operator, left: left, right: primary() };
    }
    return left;
  }

  function sum() {
    var left = product();
    while (peek() === "plus" || peek() === "minus") {
      var operator = tokens[next++].kind;
      left = { operator: operator, left: left, right: product() };
    }
    return left;
  }

  this.parse = function () {
    var tree = sum();
    expect("end");
    return tree;
  };
}

function evaluate(tree) {
  switch (tree.operator) {
    case "number": return tree.value;
    case "negate": return -evaluate(tree.argument);
    case "plus": return evaluate(tree.left) + evaluate(tree.right);
    case "minus": return evaluate(tree.left) - evaluate(tree.right);
    case "times": return evaluate(tree.left) * evaluate(tree.right);
    case "over": return evaluate(tree.left) / evaluate(tree.right);
  }
}

function histogram(values, buckets) {
  var counts = new Array(buckets), low = Infinity, high = -Infinity, i;
  for (i = 0; i < buckets; i++) counts[i] = 0;
  for (i = 0; i < values.length; i++) {
    low = values[i] < low ? values[i] : low;
    high = Math.max(high, values[i]);
  }
  for (i = 0; i < values.length; i++) {
    var bucket = Math.floor((values[i] - low) / (high - low) * buckets);
    counts[bucket === buckets ? buckets - 1 : bucket] += 1;
  }
  return counts.map(function (count) { return count / values.length; });
}

(function main() {
  var texts = ["1 + 2 * 3", "-(4 - 5) / 2", "2 * (3 + 4) * 5 - 6.25", "1 +"], results = [];
  texts.forEach(function (text, index) {
    try {
      results[index] = evaluate(new Parser(new Tokenizer(text).run()).parse());
    } catch (error) {
      results[index] = error instanceof SyntaxError ? error.message : String(error);
    } finally {
      results.last = index;
    }
  });
  histogram(results.filter(function (result) { return typeof result === "number"; }), 4);
  return results.join(", ") + "; last: " + results.last;
})();
