//! Generates programs from a grammar: closures, eval, with, finally, labels, getters, and what came after ES5.1.
//!
//! Programs end by construction. Every function that can call takes one from `calls` first, every turn of a loop takes
//! one from `turns`. Only the statements at the top of a program refill these, once each. Values are printed by `show`,
//! which calls nothing of the program. There are few names, so that they meet in many ways: variables, parameters,
//! functions, properties, the objects of `with` and the declarations of eval code all share them.
//!
//! Independent choices make programs that are all alike: they seldom call what they declare, and seldom read what they
//! assign to. So names that enclosing scopes bind are preferred (`Context::bound`), and functions are called in place,
//! or kept and called later (`keep` and `recall` of the prelude). A combination that needs several things has its own
//! form:
//!
//! ```text
//! seed -> Random -> statement   statements, any of the others among them
//!                   expression  expressions, their operands of any kind
//!                   function    functions, the closures that are kept, eval code
//!                   loops       loops of each form; the values that differ from turn to turn
//!                   scopes      scopes that closures see, left in the middle and entered again
//!                   switch      cases by the dozen, `default` in the middle
//!                   order       operands that change others
//!                   lexical     let, const, arrows
//!                   pattern     destructuring, spread, operators of later editions
//!                   iteration   iterators that fail at a step, generators
//!                   class       members of all kinds, constructors that inherit
//!                   disposal    `using` declarations
//!                   merged      enums and namespaces, in programs that are TypeScript
//!                   asynchrony  async functions, promises
//!                   calls       calls that the host answers later, in programs that are made for them
//!                               -> Fragment -> source text
//! ```
//!
//! It finds these faults, made by hand in one of the machines; the number is the first program, counted from seed 1,
//! that differs.
//!
//! ```text
//! register   no check whether a binding of the same function has a value       1
//! stack      iterators are never closed                                       20
//! stack      all turns of a loop share one binding                            27
//! stack      a return that `finally` gives up is not given up                 33
//! register   a private member that an object lacks is undefined               54
//! register   a property that a pattern takes is read twice                    82
//! stack      `super.name` with the class as its receiver                     149
//! stack      a computed key is evaluated after the value                     273
//! stack      what stands after a spread is evaluated before it                17, none of 310 before it was printed
//! stack      `await` takes one job more                                       82, none of 310 before `ticks`
//! stack      a default value in the place of null, too                        none of 350; `steps` gives null now
//! stack      a private method whose value is used loses its object            none of 350; classes are frequent now
//! ```
//!
//! The last fault was a real one, found by a linter written in JavaScript. Numbers are from before there were resources.

mod asynchrony;
mod calls;
mod class;
mod disposal;
mod expression;
mod function;
mod iteration;
mod lexical;
mod loops;
mod merged;
mod order;
mod pattern;
mod scopes;
mod statement;
mod switch;

use super::fragment::Fragment;
use super::random::Random;

use calls::Calls;
pub use calls::{Asking, Goal, generate_asking};
pub use merged::is_typed;

/// Beginning of every program.
const PRELUDE: &str = include_str!("prelude.js");

/// Stands before each statement at the top, so that one statement that spends everything does not end the others. As a
/// declaration it has no value, so the completion value is still that of the statements.
const ALLOWANCE: &str = "var spent = (calls = 40, turns = 40);";

/// End of every program: calls closures that nothing has called yet.
const END: &str = "var ended = recall();";

/// Names of variables and properties.
const NAMES: [&str; 7] = ["a", "b", "c", "d", "f", "g", "o"];

/// Names of declared functions. In blocks, such a name must not be that of another function, or of a `var` inside.
const FUNCTIONS: [&str; 26] = [
    "fa", "fb", "fc", "fd", "fe", "ff", "fg", "fh", "fi", "fj", "fk", "fl", "fm", "fn", "fo", "fp", "fq", "fr", "fs",
    "ft", "fu", "fv", "fw", "fx", "fy", "fz",
];

/// Approximate limit on the fragments of a program.
const PROGRAM_SIZE: usize = 160;

/// Limit on the nesting of fragments.
const MAX_DEPTH: usize = 7;

/// Number of innermost bound names that are preferred.
const NEAR: usize = 4;

/// Generates the program for a seed.
pub fn generate(seed: u64) -> Fragment {
    let mut random = Random::new(seed);
    let size = 10 + random.below(PROGRAM_SIZE);
    let strict = random.chance(15);
    let context = Context { strict, typed: is_typed(seed), ..Context::default() };
    let mut generator = Generator { random, left: size, depth: 0, serial: 0, context, calls: None };
    let directive = if strict { "\"use strict\";\n" } else { "" };
    let mut statements = vec![Fragment::statement().text(directive).text(PRELUDE)];
    while generator.left > 0 {
        statements.push(Fragment::statement().text(ALLOWANCE));
        statements.push(generator.top_statement());
    }
    statements.extend([ALLOWANCE, END].map(|text| Fragment::statement().text(text)));
    Fragment::program(statements)
}

/// Makes a program at random.
struct Generator {
    random: Random,
    /// Fragments that may still be made.
    left: usize,
    depth: usize,
    /// Number for the next unique name: loop counters, labels.
    serial: usize,
    context: Context,
    /// Rules for calls of the host, in programs that have some.
    calls: Option<Calls>,
}

/// Rules for the place of a statement or expression, and the bindings visible there.
#[derive(Clone, Default)]
struct Context {
    strict: bool,
    /// Whether the text is TypeScript. Eval code never is.
    typed: bool,
    in_function: bool,
    /// Whether `yield` may stand here.
    in_generator: bool,
    /// Whether `await` may stand here.
    in_async: bool,
    /// Whether `super.a` may stand here.
    in_method: bool,
    /// Whether the private names that every class has are visible here.
    in_class: bool,
    /// Whether `arguments` may not stand here.
    no_arguments: bool,
    /// Whether a `break` without a label has a target.
    can_break: bool,
    /// Whether a `continue` without a label has a target.
    can_continue: bool,
    /// Enclosing labels, and whether each is the label of a loop.
    labels: Vec<(String, bool)>,
    /// Whether exceptions thrown here are mostly caught in the same function.
    is_caught: bool,
    /// Parameters of the enclosing function.
    parameters: Vec<&'static str>,
    /// Names that enclosing functions, blocks, handlers and eval code bind, the innermost last.
    bound: Vec<&'static str>,
    /// Counters of the enclosing loops, the innermost last.
    counters: Vec<Counter>,
}

/// A variable with a different value on every turn of its loop.
#[derive(Clone)]
struct Counter {
    name: String,
    /// Some of its values.
    values: &'static [&'static str],
}

impl Context {
    /// Returns the context in a function that stands here: it sees the enclosing bindings, but cannot leave an
    /// enclosing loop.
    fn function(&self, strict: bool, bound: &[&'static str]) -> Self {
        Context { in_function: true, ..self.nested(strict) }.binding(bound)
    }

    /// Returns the context in eval code that runs here.
    fn nested(&self, strict: bool) -> Self {
        let (bound, counters) = (self.bound.clone(), self.counters.clone());
        Context { strict, bound, counters, typed: self.typed, in_class: self.in_class, ..Context::default() }
    }

    /// Returns the context in the body of a loop that stands here.
    fn in_loop(&self) -> Self {
        Context { can_break: true, can_continue: true, ..self.clone() }
    }

    /// Adds bound names to the context.
    fn binding(mut self, names: &[&'static str]) -> Self {
        self.bound.extend_from_slice(names);
        self
    }
}

impl Generator {
    /// Calls `make` in a context that is dropped afterwards.
    fn in_context<T>(&mut self, context: Context, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.context, context);
        let made = make(self);
        self.context = outer;
        made
    }

    /// Calls `make` in a context, one level deeper.
    fn within<T>(&mut self, context: Context, make: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let made = self.in_context(context, make);
        self.depth -= 1;
        made
    }

    /// Takes one from the remaining fragments. Returns whether more than something simple may be made.
    fn may_grow(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0 && self.depth < MAX_DEPTH
    }

    fn serial(&mut self) -> usize {
        self.serial += 1;
        self.serial
    }

    fn name(&mut self) -> &'static str {
        self.random.pick(&NAMES)
    }

    /// Returns the name of a function to declare, none of which is used often.
    fn function_name(&mut self) -> &'static str {
        FUNCTIONS[self.serial() % FUNCTIONS.len()]
    }

    /// Returns a name that is mostly bound here, preferring the innermost ones.
    fn known_name(&mut self) -> &'static str {
        let count = self.context.bound.len();
        if count == 0 || self.random.chance(30) {
            return self.name();
        }
        let distance = self.random.below(count.min(NEAR)).min(self.random.below(NEAR));
        self.context.bound[count - 1 - distance]
    }

    /// Makes a statement at the top. Most are guarded by `try`, so that the rest of the program runs.
    fn top_statement(&mut self) -> Fragment {
        if self.context.typed && self.random.chance(25) {
            return self.namespace("");
        }
        let statement = if self.random.chance(20) { self.called(Self::loop_with_scopes) } else { self.statement() };
        if self.random.chance(25) {
            return statement;
        }
        Fragment::statement().text("try {\n").statements(vec![statement]).text("} catch (error) { say(error); }")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        assert_eq!(generate(17).source(), generate(17).source());
        assert_ne!(generate(17).source(), generate(18).source());
    }

    #[test]
    fn no_program_is_refused() {
        let mut engine = ferrotape::Engine::builder().build().expect("an engine");
        for seed in 0..300 {
            let source = generate(seed).source();
            let name = if is_typed(seed) { "generated.ts" } else { "generated.js" };
            if let Err(error) = engine.check(name, source.as_str()) {
                panic!("{seed}: {error} in {:?}", error.location());
            }
        }
    }

    #[test]
    fn typescript_has_enums_and_namespaces() {
        let has = |typed: bool, text: &str| {
            (0..80).filter(|&seed| is_typed(seed) == typed && generate(seed).source().contains(text)).count()
        };
        for text in ["enum E", "namespace N"] {
            assert_eq!(has(false, text), 0, "{text}");
            assert!(has(true, text) > 10, "{text}: {}", has(true, text));
        }
    }

    #[test]
    fn programs_are_of_moderate_size() {
        for seed in 0..200 {
            let length = generate(seed).source().len() - PRELUDE.len();
            assert!(length < 60_000, "{length} characters for seed {seed}");
        }
    }
}
