// A small language in today's style: a tokenizer, a parser of precedences, an evaluator with scopes, run on programs of its own.
const show = typeof console !== 'undefined' ? console.log : print;

class SyntaxProblem extends Error {
  constructor(what, at) { super(`${what} at ${at}`); this.at = at; }
  get name() { return 'SyntaxProblem'; }
}

function* tokens(source) {
  const pattern = /\s*(?:(\d+)|([a-z]\w*)|(=>|[<>=!]=|[-+*/%()<>=;{},?:]))/gy;
  let match;
  while ((match = pattern.exec(source))) {
    const [, number, name, sign] = match;
    if (number !== undefined) yield { type: 'number', value: Number(number), at: match.index };
    else if (name !== undefined) yield { type: 'name', value: name, at: match.index };
    else yield { type: sign, at: match.index };
  }
  yield { type: 'end', at: source.length };
}

const precedences = { '==': 1, '<': 2, '>': 2, '+': 3, '-': 3, '*': 4, '/': 4, '%': 4 };
class Parser {
  #tokens;
  #at = 0;
  constructor(source) { this.#tokens = [...tokens(source)]; }
  get #token() { return this.#tokens[this.#at]; }
  #next() {
    const token = this.#token;
    if (token.type !== 'end') this.#at++;
    return token;
  }
  #accept(type) { return this.#token.type === type ? this.#next() : null; }
  #expect(type) { return this.#accept(type) ?? this.#fail(type); }
  #fail(what) { throw new SyntaxProblem(`expected ${what}`, this.#token.at); }
  program() {
    const body = [];
    while (!this.#accept('end')) body.push(this.#statement());
    return { kind: 'block', body };
  }
  #statement() {
    const { type, value } = this.#token;
    if (type === 'name' && (value === 'let' || value === 'while' || value === 'if')) {
      this.#next();
      if (value === 'let') {
        const { value: name } = this.#expect('name');
        this.#expect('=');
        return this.#ended({ kind: 'let', name, init: this.#expression() });
      }
      const test = this.#expression();
      return { kind: value, test, body: this.#block() };
    }
    return this.#ended({ kind: 'expression', value: this.#expression() });
  }
  #ended(node) { this.#expect(';'); return node; }
  #block() {
    this.#expect('{');
    const body = [];
    while (!this.#accept('}')) body.push(this.#statement());
    return { kind: 'block', body };
  }
  #expression(limit = 0) {
    let left = this.#operand();
    for (;;) {
      const { type } = this.#token, power = precedences[type];
      if (type === '=' && left.kind === 'name') {
        this.#next();
        left = { kind: 'assign', name: left.name, value: this.#expression() };
      } else if (power > limit) {
        this.#next();
        left = { kind: 'binary', sign: type, left, right: this.#expression(power) };
      } else return left;
    }
  }
  #operand() {
    const token = this.#next();
    switch (token.type) {
      case 'number': return { kind: 'number', value: token.value };
      case 'name': {
        let node = { kind: 'name', name: token.value };
        while (this.#accept('(')) {
          const args = [];
          while (!this.#accept(')')) {
            args.push(this.#expression());
            this.#accept(',');
          }
          node = { kind: 'call', callee: node, args };
        }
        return node;
      }
      case '(': { const inner = this.#expression(); this.#expect(')'); return inner; }
      default: return this.#fail('an operand');
    }
  }
}

class Scope {
  #names = new Map();
  #outer;
  constructor(outer = null) { this.#outer = outer; }
  find(name) {
    for (let scope = this; scope !== null; scope = scope.#outer) if (scope.#names.has(name)) return scope;
    throw new ReferenceError(name);
  }
  get(name) { return this.find(name).#names.get(name); }
  set(name, value) { this.find(name).#names.set(name, value); return value; }
  declare(name, value) { this.#names.set(name, value); }
}

const operators = {
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b,
  '<': (a, b) => a < b, '>': (a, b) => a > b, '==': (a, b) => a === b
};
const evaluators = {
  number: ({ value }) => value,
  name: ({ name }, scope) => scope.get(name),
  assign: ({ name, value }, scope) => scope.set(name, evaluate(value, scope)),
  binary: ({ sign, left, right }, scope) => operators[sign](evaluate(left, scope), evaluate(right, scope)),
  call: ({ callee, args }, scope) => evaluate(callee, scope)?.(...args.map(arg => evaluate(arg, scope))),
  let: ({ name, init }, scope) => scope.declare(name, evaluate(init, scope)),
  expression: ({ value }, scope) => evaluate(value, scope),
  while: ({ test, body }, scope) => { while (evaluate(test, scope)) evaluate(body, scope); },
  if: ({ test, body }, scope) => { if (evaluate(test, scope)) evaluate(body, scope); },
  block: ({ body }, scope) => {
    const inner = new Scope(scope);
    for (const statement of body) evaluate(statement, inner);
  }
};
function evaluate(node, scope) { return evaluators[node.kind](node, scope); }

const source = `
  let a = 0; let i = 0;
  while i < 120 {
    let square = i * i;
    if square % 3 == 1 { a = a + max(square, 50) - i; }
    if i > 100 { a = a - (i * 2 + 1) % 7; }
    i = i + 1;
  }
  report(a);`;
let total = 0, failures = 0;
for (let round = 0; round < 25; round++) {
  const globals = new Scope();
  globals.declare('max', (a, b) => a > b ? a : b);
  globals.declare('report', value => { total += value; });
  evaluate(new Parser(source).program(), globals);
  for (let cut = 20; cut < source.length; cut += 20) {
    try {
      new Parser(source.slice(0, cut)).program();
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error;
      failures += error.at;
    }
  }
}
show(total, failures);
