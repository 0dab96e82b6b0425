//! A grammar-based generator of programs: closures, eval, with, finally, labels, getters, and what has come after ES5.1.
//!
//! Programs end by construction: every function that can call takes one from `calls` first, every turn of a loop
//! takes one from `turns`, and nothing but the statements at the top of a program, each once, gives these back;
//! what a value looks like is printed by `show`, which calls nothing of the program. There are few names, so that
//! they meet in many ways: variables, parameters, functions, properties, the objects of `with` and the declarations
//! of eval code all share them.
//!
//! Choices that are all independent make programs that are all alike: they seldom call what they declare, and
//! seldom read what they assign to. So the names that scopes around bind are preferred (`Context::bound`),
//! functions are called where they stand or kept and called later (`keep` and `recall` of the prelude), and what
//! needs several things to come together has a form of its own:
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
//!                   asynchrony  async functions, promises
//!                               -> Fragment -> source text
//! ```
//!
//! What it finds: faults made by hand in one of the machines, and the first program, counted from seed 1, that differs.
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
//! stack      what stands after a spread is evaluated before it                17, none of 310 until it was printed
//! stack      `await` takes one job more                                       82, none of 310 until `ticks` counted them
//! stack      a default value in the place of null, too                        none of 350: since then `steps` gives null
//! stack      a private method whose value is used loses its object            none of 350: since then classes are more frequent
//! ```
//!
//! The last one was a fault of ours, and a linter written in JavaScript found it.

mod asynchrony;
mod class;
mod expression;
mod function;
mod iteration;
mod lexical;
mod loops;
mod order;
mod pattern;
mod scopes;
mod statement;
mod switch;

use super::fragment::Fragment;
use super::random::Random;

/// What every program begins with.
const PRELUDE: &str = include_str!("prelude.js");

/// Stands before each statement at the top, so that what one of them has spent does not end the others at once. As a
/// declaration it has no value: the completion value is still that of the statements.
const ALLOWANCE: &str = "var spent = (calls = 40, turns = 40);";

/// What every program ends with: closures that nothing has called yet are called now.
const END: &str = "var ended = recall();";

/// The names of variables and properties.
const NAMES: [&str; 7] = ["a", "b", "c", "d", "f", "g", "o"];

/// The names of functions that are declared, also in blocks: there none may be that of another one, or of a `var` inside.
const FUNCTIONS: [&str; 26] = [
    "fa", "fb", "fc", "fd", "fe", "ff", "fg", "fh", "fi", "fj", "fk", "fl", "fm", "fn", "fo", "fp", "fq", "fr", "fs",
    "ft", "fu", "fv", "fw", "fx", "fy", "fz",
];

/// How many fragments a program has, about.
const PROGRAM_SIZE: usize = 160;

/// Fragments inside each other.
const MAX_DEPTH: usize = 7;

/// How many of the names that are bound around are preferred.
const NEAR: usize = 4;

/// The program of a seed.
pub fn generate(seed: u64) -> Fragment {
    let mut random = Random::new(seed);
    let size = 10 + random.below(PROGRAM_SIZE);
    let strict = random.chance(15);
    let context = Context { strict, ..Context::default() };
    let mut generator = Generator { random, left: size, depth: 0, serial: 0, context };
    let directive = if strict { "\"use strict\";\n" } else { "" };
    let mut statements = vec![Fragment::statement().text(directive).text(PRELUDE)];
    while generator.left > 0 {
        statements.push(Fragment::statement().text(ALLOWANCE));
        statements.push(generator.top_statement());
    }
    statements.extend([ALLOWANCE, END].map(|text| Fragment::statement().text(text)));
    Fragment::program(statements)
}

struct Generator {
    random: Random,
    /// Fragments that may still be made.
    left: usize,
    depth: usize,
    /// Numbers of names that nothing else has: loop counters, labels.
    serial: usize,
    context: Context,
}

/// What is allowed where a statement or expression is to stand, and what there is to be seen.
#[derive(Clone, Default)]
struct Context {
    strict: bool,
    in_function: bool,
    /// `yield` may stand here.
    in_generator: bool,
    /// `await` may stand here.
    in_async: bool,
    /// `super.a` may stand here.
    in_method: bool,
    /// The private names that every class has are seen here.
    in_class: bool,
    /// `arguments` may not stand here.
    no_arguments: bool,
    /// A `break` without a label has a target.
    can_break: bool,
    /// A `continue` without a label has a target.
    can_continue: bool,
    /// Labels around, and whether they are of loops.
    labels: Vec<(String, bool)>,
    /// What is thrown here is caught by something of the same function, more often than not.
    is_caught: bool,
    /// Of the function around.
    parameters: Vec<&'static str>,
    /// Names that the functions, blocks, handlers and eval code around bind, the innermost last.
    bound: Vec<&'static str>,
    /// The loops around, the innermost last.
    counters: Vec<Counter>,
}

/// A variable that is another one on every turn of its loop.
#[derive(Clone)]
struct Counter {
    name: String,
    /// Some of the values that it has.
    values: &'static [&'static str],
}

impl Context {
    /// In a function that stands here: it sees what is around, but nothing in it can leave a loop that it stands in.
    fn function(&self, strict: bool, bound: &[&'static str]) -> Self {
        Context { in_function: true, ..self.nested(strict) }.binding(bound)
    }

    /// In eval code that runs here.
    fn nested(&self, strict: bool) -> Self {
        let (bound, counters) = (self.bound.clone(), self.counters.clone());
        Context { strict, bound, counters, in_class: self.in_class, ..Context::default() }
    }

    /// In the body of a loop that stands here.
    fn in_loop(&self) -> Self {
        Context { can_break: true, can_continue: true, ..self.clone() }
    }

    /// The same where further names are bound.
    fn binding(mut self, names: &[&'static str]) -> Self {
        self.bound.extend_from_slice(names);
        self
    }
}

impl Generator {
    /// Does something in a context that is dropped afterwards.
    fn in_context<T>(&mut self, context: Context, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.context, context);
        let made = make(self);
        self.context = outer;
        made
    }

    /// The same one level deeper.
    fn within<T>(&mut self, context: Context, make: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let made = self.in_context(context, make);
        self.depth -= 1;
        made
    }

    /// Takes one from what is left; false where only something simple is to be made.
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

    /// The name of a function to be declared, used seldom enough.
    fn function_name(&mut self) -> &'static str {
        FUNCTIONS[self.serial() % FUNCTIONS.len()]
    }

    /// A name that means something here, more often than not: one of those bound last.
    fn known_name(&mut self) -> &'static str {
        let count = self.context.bound.len();
        if count == 0 || self.random.chance(30) {
            return self.name();
        }
        let distance = self.random.below(count.min(NEAR)).min(self.random.below(NEAR));
        self.context.bound[count - 1 - distance]
    }

    /// At the top, most statements are guarded, so that the rest of the program gets its turn.
    fn top_statement(&mut self) -> Fragment {
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
            if let Err(error) = engine.check("generated", source.as_str()) {
                panic!("{seed}: {error} in {:?}", error.location());
            }
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
