//! Calls that the host answers later, anywhere in a program; and programs of each goal with them.
//!
//! The host defines `ask`, at which the script waits, and `hear`, which gives a promise. Each call has the number of its place
//! as its second argument, so that a host gives the same answers in whatever order they come.

use super::statement::saying;
use super::{ALLOWANCE, Context, END, Generator, PRELUDE, PROGRAM_SIZE};
use crate::diff::fragment::Fragment;
use crate::diff::random::Random;

/// Code that programs with calls have besides the prelude.
const ASKING_PRELUDE: &str = include_str!("calls.js");

/// Share of calls among expressions and statements, in percent.
const SHARE: usize = 20;

/// Goal that a program is compiled for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    Script,
    Module,
    Body,
}

/// A program with calls.
pub struct Asking {
    pub goal: Goal,
    pub program: Fragment,
    /// Whether all its calls that wait are made by a function that prints it where the script cannot wait.
    pub is_guarded: bool,
}

/// Rules by which a generator makes calls.
#[derive(Copy, Clone)]
pub(super) struct Calls {
    is_guarded: bool,
}

/// Generates the program with calls for a seed.
pub fn generate_asking(seed: u64) -> Asking {
    let mut random = Random::new(seed);
    let size = 10 + random.below(PROGRAM_SIZE);
    let goal = random.pick(&[Goal::Script, Goal::Script, Goal::Script, Goal::Module, Goal::Body]);
    let strict = goal == Goal::Module || random.chance(15);
    let is_guarded = random.chance(60);
    let context = Context { strict, in_async: goal != Goal::Script, ..Context::default() };
    let calls = Some(Calls { is_guarded });
    let mut generator = Generator { random, left: size, depth: 0, serial: 0, context, calls };
    let directive = if strict && goal != Goal::Module { "\"use strict\";\n" } else { "" };
    // In a module, a function at the top must not have the name of a variable.
    let prelude =
        PRELUDE.replace("\nfunction f(", "\nvar f = function (").replace("\nfunction g(", "\nvar g = function (");
    let prelude = if goal == Goal::Module { prelude } else { PRELUDE.to_owned() };
    let mut statements = vec![Fragment::statement().text(directive).text(prelude).text(ASKING_PRELUDE)];
    while generator.left > 0 {
        statements.push(Fragment::statement().text(ALLOWANCE));
        statements.extend((0..generator.random.below(4)).map(|_| generator.guarded(Generator::told_call)));
        statements.push(match goal {
            Goal::Script => generator.top_statement(),
            Goal::Module | Goal::Body => generator.guarded(Generator::statement),
        });
    }
    statements.extend([ALLOWANCE, END].map(|text| Fragment::statement().text(text)));
    Asking { goal, program: Fragment::program(statements), is_guarded }
}

impl Generator {
    /// Chooses whether an expression, or a statement, is a call of the host.
    pub(super) fn calls_host(&mut self) -> bool {
        self.calls.is_some() && self.random.chance(SHARE)
    }

    /// Makes a statement that prints what a call gives.
    pub(super) fn told_call(&mut self) -> Fragment {
        saying(self.host_call())
    }

    fn guarded(&mut self, make: fn(&mut Self) -> Fragment) -> Fragment {
        let statement = make(self);
        Fragment::statement().text("try {\n").statements(vec![statement]).text("} catch (error) { say(error); }")
    }

    /// Makes a call of the host, or an object that calls it.
    pub(super) fn host_call(&mut self) -> Fragment {
        let Some(Calls { is_guarded }) = self.calls else { return self.simple() };
        let (ask, place) = (if is_guarded { "asked" } else { "ask" }, self.serial());
        let value = if self.random.chance(60) { self.simple() } else { self.expression() };
        let call =
            |name: &str| Fragment::expression().text(format!("{name}(")).fragment(value).text(format!(", {place})"));
        let in_async = self.context.in_async;
        match self.random.below(16) {
            0..=4 => call(ask),
            5..=6 if in_async => Fragment::expression().text("await ").fragment(call("heard")),
            5..=6 => call("heard"),
            7..=8 => call("told"),
            9 => call("askingSteps").wrapped("[...", "]"),
            10 => call("askingSteps"),
            11 if in_async => call("hearingSteps").wrapped("await drained(", ")"),
            11 => call("hearingSteps").wrapped("drained(", ")"),
            12 => call("asking").wrapped("", ".a"),
            13 => call("new Asking"),
            14 => call("askingLater"),
            _ => call("askingGenerator").wrapped("[...", "]"),
        }
    }
}

impl Fragment {
    fn wrapped(self, before: &'static str, after: &'static str) -> Fragment {
        Fragment::expression().text(before).fragment(self).text(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrotape::Program;

    #[test]
    fn no_program_with_calls_is_refused() {
        for seed in 0..300 {
            let Asking { goal, program, .. } = generate_asking(seed);
            let text = program.source();
            let compiled = match goal {
                Goal::Script => Program::compile("generated", &text),
                Goal::Module => Program::module("/generated", &text),
                Goal::Body => Program::body("generated", &text),
            };
            if let Err(error) = compiled {
                panic!("{seed}, {goal:?}: {error} in {:?}", error.location());
            }
        }
    }
}
