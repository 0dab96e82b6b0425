//! A grammar-based generator of ES5.1 programs: closures, eval, with, finally, labels, for-in, getters.
//!
//! Programs end by construction: every function begins by taking one from `calls`, every turn of a loop takes one from
//! `turns`, and nothing else assigns to these two; what a value looks like is printed by `show`, which calls nothing of the
//! program. There are few names, so that they meet in many ways: variables, parameters, functions, properties, the
//! objects of `with` and the declarations of eval code all share them.
//!
//! ```text
//! seed -> Random -> statements/expressions -> Fragment -> source text
//! ```

mod expression;
mod function;
mod statement;

use super::fragment::Fragment;
use super::random::Random;

/// What every program begins with.
const PRELUDE: &str = include_str!("prelude.js");

/// The names of variables and properties.
const NAMES: [&str; 7] = ["a", "b", "c", "d", "f", "g", "o"];

/// How many fragments a program has, about.
const PROGRAM_SIZE: usize = 160;

/// Fragments inside each other.
const MAX_DEPTH: usize = 7;

/// The program of a seed.
pub fn generate(seed: u64) -> Fragment {
    let mut random = Random::new(seed);
    let size = 10 + random.below(PROGRAM_SIZE);
    let strict = random.chance(15);
    let mut generator = Generator { random, left: size, depth: 0, serial: 0, context: Context::script(strict) };
    let directive = if strict { "\"use strict\";\n" } else { "" };
    let mut statements = vec![Fragment::statement().text(directive).text(PRELUDE)];
    while generator.left > 0 {
        statements.push(generator.top_statement());
    }
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

/// What is allowed where a statement or expression is to stand.
#[derive(Clone)]
struct Context {
    strict: bool,
    in_function: bool,
    /// A `break` without a label has a target.
    can_break: bool,
    /// A `continue` without a label has a target.
    can_continue: bool,
    /// Labels around, and whether they are of loops.
    labels: Vec<(String, bool)>,
}

impl Context {
    fn script(strict: bool) -> Self {
        Context { strict, in_function: false, can_break: false, can_continue: false, labels: Vec::new() }
    }
}

impl Generator {
    /// Does something one level deeper, in a context that is dropped afterwards.
    fn within<T>(&mut self, context: Context, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.context, context);
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        self.context = outer;
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

    /// At the top, most statements are guarded, so that the rest of the program gets its turn.
    fn top_statement(&mut self) -> Fragment {
        let statement = self.statement();
        if self.random.chance(40) {
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
    fn programs_are_of_moderate_size() {
        for seed in 0..200 {
            let length = generate(seed).source().len() - PRELUDE.len();
            assert!(length < 60_000, "{length} characters for seed {seed}");
        }
    }
}
