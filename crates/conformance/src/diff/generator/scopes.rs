//! Scopes that closures see, left in the middle and entered again.
//!
//! A scope that a back-end forgets to leave shows only under two conditions. It is entered again in the same call of
//! the same function, and something has captured its variables before. Then both entries wrongly share their variables.
//! So closures are made in each scope, on each turn of a loop, and called after the loop.
//!
//! ```text
//! loop {                          catch, with, block or switch with functions, eval code
//!   scope {                       try, finally, label, another loop: what ways out pass
//!     keep(closure);
//!     if (…) continue;            or break, return, throw, at any place
//!     keep(closure);
//!   }
//! }
//! recall();
//! ```

use super::function::returning;
use super::statement::{assigning, braces, throwing};
use super::{Context, Generator};
use crate::diff::fragment::Fragment;

/// Expressions that throw errors themselves.
const RAISING: [&str; 4] = ["null.a", "missing", "undefined()", "new 1"];

/// Makes `try { … } catch (name) { … }`.
fn catching(block: Vec<Fragment>, name: &str, handler: Vec<Fragment>) -> Fragment {
    let statement = Fragment::statement().text("try {\n").statements(block);
    statement.text(format!("}} catch ({name}) {{\n")).statements(handler).text("}")
}

impl Generator {
    /// Makes a loop around scopes, then calls, keeps or prints something.
    pub(super) fn loop_with_scopes(&mut self) -> Fragment {
        let levels = 1 + self.random.below(3);
        let turns = self.turns(|generator| generator.around(levels));
        let after = match self.random.below(5) {
            0 => self.keeper(),
            1..=3 => Fragment::statement().text("recall();"),
            _ => self.say(),
        };
        braces(vec![turns, after])
    }

    /// Makes this many nested scopes or ways out, with statements beside them.
    fn around(&mut self, levels: usize) -> Vec<Fragment> {
        let mut statements = Vec::new();
        if self.random.chance(40) {
            statements.push(self.scene());
        }
        if levels == 0 || !self.may_grow() {
            statements.extend(self.crossing());
        } else {
            let inner = self.scope(levels - 1);
            statements.push(inner);
        }
        if self.random.chance(40) {
            statements.push(self.scene());
        }
        statements
    }

    /// Makes a scope, or something else that ways out pass, around `levels` more.
    fn scope(&mut self, levels: usize) -> Fragment {
        match self.random.below(16) {
            0..=3 => self.catch_scope(levels),
            4..=5 if !self.context.strict => self.with_scope(levels),
            6..=7 => self.block_scope(levels),
            8 => self.switch_scope(levels),
            9 => self.label_around(levels),
            10..=12 => self.handlers_around(levels),
            13..=14 => self.finally_around(levels),
            _ => self.turns(|generator| generator.around(levels)),
        }
    }

    /// Makes the innermost statements: the ways out, each with a statement behind that shows whether it was taken.
    fn crossing(&mut self) -> Vec<Fragment> {
        let mut statements = vec![self.keeper()];
        for _ in 0..1 + self.random.below(3) {
            statements.push(self.way_out());
            statements.push(self.scene());
        }
        statements
    }

    /// Makes a statement that sees or changes visible bindings.
    fn scene(&mut self) -> Fragment {
        match self.random.below(10) {
            0..=2 => self.keeper(),
            3..=4 => {
                let (name, value) = (self.known_name(), self.turn_value());
                assigning(name, value)
            }
            5 if !self.context.strict => self.added_by_eval(),
            6 => {
                let code = Fragment::statement().text(self.known_name());
                Fragment::statement().text("say(eval(").quoted(vec![code]).text("));")
            }
            7 => Fragment::statement().text(format!("say({});", self.known_name())),
            // A call of a plain name shows whether a scope that binds the name gives a `this`.
            8 => Fragment::statement().text(format!("say({}({}));", self.known_name(), self.known_name())),
            _ => self.statement(),
        }
    }

    /// Makes a jump that is taken on some turns.
    fn way_out(&mut self) -> Fragment {
        let throws = if self.context.is_caught { 5 } else { 1 };
        let jump = match self.random.below(10) {
            number if number < throws => throwing(self.turn_value()),
            _ => self.jump(),
        };
        if self.random.chance(15) {
            return jump;
        }
        let test = self.turn_test();
        Fragment::statement().text("if ").fragment(test).text(" {\n").statements(vec![jump]).text("}")
    }

    /// Makes the statements inside a scope that binds these names.
    fn bound(&mut self, levels: usize, names: &[&'static str]) -> Vec<Fragment> {
        let context = self.context.clone().binding(names);
        self.in_context(context, |generator| generator.around(levels))
    }

    fn catch_scope(&mut self, levels: usize) -> Fragment {
        let name = self.name();
        let thrown = match self.random.below(4) {
            0 => Fragment::statement().text(self.random.pick(&RAISING)).text(";"),
            _ => throwing(self.turn_value()),
        };
        let body = self.bound(levels, &[name]);
        catching(vec![thrown], name, body)
    }

    /// Makes a `with` of an object with a value of the turn, and a method that shows whether it is called on that
    /// object.
    fn with_scope(&mut self, levels: usize) -> Fragment {
        let (name, other) = (self.name(), self.name());
        let (value, method) = (self.turn_value(), "function () { return this === everything; }");
        let body = self.bound(levels, &[other, name]);
        Fragment::statement()
            .text(format!("with ({{{other}: {method}, {name}: "))
            .fragment(value)
            .text("}) {\n")
            .statements(body)
            .text("}")
    }

    /// Makes `function name() { return …; }`, whose value tells on which turn it was made.
    fn small_function(&mut self, name: &'static str) -> Fragment {
        returning(name, self.turn_value())
    }

    /// Makes a block with a function that is declared somewhere in it, and assigned at its beginning.
    fn block_scope(&mut self, levels: usize) -> Fragment {
        let name = self.function_name();
        let function = self.small_function(name);
        let mut body = self.bound(levels, &[name]);
        // Functions of different turns are alike, so the binding gets another value that shows its turn.
        let value = self.turn_value();
        body.insert(0, assigning(name, value));
        let place = self.random.below(body.len() + 1);
        body.insert(place, function);
        braces(body)
    }

    /// Makes a `switch` with a function in its last clause, which the clause before sees too.
    fn switch_scope(&mut self, levels: usize) -> Fragment {
        let name = self.function_name();
        let function = self.small_function(name);
        let value = self.turn_value();
        let context = Context { can_break: true, ..self.context.clone() }.binding(&[name]);
        let (first, second) = self.in_context(context, |generator| {
            let first = generator.around(levels);
            let assignment = assigning(name, generator.turn_value());
            (first, [vec![assignment], generator.crossing()].concat())
        });
        Fragment::statement()
            .text("switch ")
            .fragment(value)
            .text(" {\ncase 1:\n")
            .statements(first)
            .text("default:\n")
            .statements(vec![function])
            .statements(second)
            .text("}")
    }

    fn label_around(&mut self, levels: usize) -> Fragment {
        let (context, label) = self.labelled_context(self.context.clone(), false);
        let body = self.in_context(context, |generator| generator.around(levels));
        Fragment::statement().text(label).fragment(braces(body))
    }

    /// Makes `try` around scopes, so that exceptions leave the scopes but not the loop.
    fn handlers_around(&mut self, levels: usize) -> Fragment {
        let name = self.name();
        let context = Context { is_caught: true, ..self.context.clone() };
        let block = self.in_context(context, |generator| generator.around(levels));
        let handler = self.bound(0, &[name]);
        catching(block, name, handler)
    }

    /// Makes `finally`, which the ways out pass, and which may lead elsewhere.
    fn finally_around(&mut self, levels: usize) -> Fragment {
        let (block, mut finalizer) = (self.around(levels), vec![self.scene()]);
        if self.random.chance(60) {
            finalizer.push(self.way_out());
        }
        Fragment::statement().text("try {\n").statements(block).text("} finally {\n").statements(finalizer).text("}")
    }
}
