//! Statements.

use super::{Context, Generator};
use crate::diff::fragment::Fragment;

pub(super) fn saying(value: Fragment) -> Fragment {
    Fragment::statement().text("say").fragment(value).text(";")
}

pub(super) fn throwing(value: Fragment) -> Fragment {
    Fragment::statement().text("throw ").fragment(value).text(";")
}

pub(super) fn assigning(name: &str, value: Fragment) -> Fragment {
    Fragment::statement().text(format!("{name} = ")).fragment(value).text(";")
}

pub(super) fn braces(statements: Vec<Fragment>) -> Fragment {
    Fragment::statement().text("{\n").statements(statements).text("}")
}

impl Generator {
    pub(super) fn statement_list(&mut self, count: usize) -> Vec<Fragment> {
        (0..count).map(|_| self.statement()).collect()
    }

    /// Makes `{ … }` of a few statements in a context.
    pub(super) fn block(&mut self, context: Context) -> Fragment {
        let count = 1 + self.random.below(3);
        let statements = self.within(context, |generator| generator.statement_list(count));
        braces(statements)
    }

    /// Makes a statement of a random form. Once the program is large or deep, it only prints something.
    pub(super) fn statement(&mut self) -> Fragment {
        if !self.may_grow() {
            return self.say();
        }
        if self.calls_host() {
            return self.told_call();
        }
        if self.context.typed && self.random.chance(8) {
            return self.enum_block();
        }
        match self.random.below(64) {
            0..=6 => self.say(),
            7..=11 => {
                let value = self.expression();
                Fragment::statement().fragment(value).text(";")
            }
            12..=14 => self.variables(),
            15..=16 => self.condition(),
            17..=18 => self.counting_loop(),
            19 => self.condition_loop(),
            20..=21 => self.enumeration(),
            22..=23 => self.called(Self::switch),
            24..=26 => self.handlers(),
            27 => throwing(self.expression()),
            28 if !self.context.strict => self.with(),
            29..=30 => self.function_declaration(),
            31 => self.labelled(),
            32..=33 => self.jump(),
            34..=39 => self.called(Self::loop_with_scopes),
            40..=41 => saying(self.immediate(Self::body)),
            42..=43 => self.called(Self::orders),
            44 => {
                let function = self.function(Fragment::expression(), None);
                Fragment::statement().text("keep").fragment(function).text(";")
            }
            45..=47 => self.lexical_block(),
            48..=49 => self.called(Self::lexical_loop),
            50..=52 => self.called(Self::iteration),
            53..=54 => self.driven(),
            55..=56 => self.later(),
            57 => self.called(Self::disposal),
            61..=63 => self.class_block(),
            58..=59 => self.destructuring(),
            _ => self.block(self.context.clone()),
        }
    }

    pub(super) fn say(&mut self) -> Fragment {
        saying(self.expression())
    }

    /// Makes a `var`, whose name counts as bound from here on, or a variable added by an eval.
    fn variables(&mut self) -> Fragment {
        if self.random.chance(10) && !self.context.strict {
            return self.added_by_eval();
        }
        let name = self.name();
        self.context.bound.push(name);
        if self.random.chance(15) {
            return Fragment::statement().text(format!("var {name};"));
        }
        let (value, other) = (self.expression(), self.name());
        let declaration = Fragment::statement().text(format!("var {name} = ")).fragment(value);
        if self.random.chance(25) { declaration.text(format!(", {other};")) } else { declaration.text(";") }
    }

    /// Makes an `if`, with an `else` of a block, of another `if`, or without one.
    fn condition(&mut self) -> Fragment {
        let test = self.expression();
        let consequent = self.block(self.context.clone());
        let statement = Fragment::statement().text("if ").fragment(test).text(" ").fragment(consequent);
        match self.random.below(5) {
            0..=1 => {
                let alternate = self.block(self.context.clone());
                statement.text(" else ").fragment(alternate)
            }
            2 => {
                let alternate = self.condition_without_block();
                statement.text(" else ").fragment(alternate)
            }
            _ => statement,
        }
    }

    /// Makes an `if` whose branch is an expression, or in sloppy code a function declaration.
    fn condition_without_block(&mut self) -> Fragment {
        let test = self.expression();
        if self.random.chance(20) && !self.context.strict {
            // ECMA-262 B.3.3
            let name = self.function_name();
            let conditional = Fragment::statement().text("if ").fragment(test).text(" ");
            return self.function(conditional, Some(name));
        }
        let value = self.expression();
        Fragment::statement().text("if ").fragment(test).text(" ").fragment(value).text(";")
    }

    /// Makes a `try` with a `catch`, a `finally` or both.
    fn handlers(&mut self) -> Fragment {
        let has_catch = self.random.chance(65);
        let block = self.block(Context { is_caught: has_catch, ..self.context.clone() });
        let mut statement = Fragment::statement().text("try ").fragment(block);
        if has_catch {
            let name = self.name();
            let handler = self.block(self.context.clone().binding(&[name]));
            statement = statement.text(format!(" catch ({name}) ")).fragment(handler);
        }
        if !has_catch || self.random.chance(40) {
            let finalizer = self.block(self.context.clone());
            statement = statement.text(" finally ").fragment(finalizer);
        }
        statement
    }

    fn with(&mut self) -> Fragment {
        let object = match self.random.below(3) {
            0 => self.expression(),
            1 => self.object(),
            _ => Fragment::expression().text(self.random.pick(&["o", "d", "c", "{f: function (a) { return this; }}"])),
        };
        let body = self.block(self.context.clone());
        Fragment::statement().text("with ").fragment(object).text(" ").fragment(body)
    }

    fn function_declaration(&mut self) -> Fragment {
        let name = self.function_name();
        self.context.bound.push(name);
        self.function(Fragment::statement(), Some(name))
    }

    fn labelled(&mut self) -> Fragment {
        let (context, label) = self.labelled_context(self.context.clone(), false);
        let block = self.block(context);
        Fragment::statement().text(label).fragment(block)
    }

    /// Makes `break`, `continue` or `return`, if one is allowed.
    pub(super) fn jump(&mut self) -> Fragment {
        let mut jumps = Vec::new();
        if self.context.can_continue {
            jumps.push("continue;".to_owned());
        }
        if self.context.can_break {
            jumps.push("break;".to_owned());
        }
        for (label, is_loop) in &self.context.labels {
            jumps.push(format!("break {label};"));
            if *is_loop {
                jumps.push(format!("continue {label};"));
            }
        }
        if self.context.in_function && (jumps.is_empty() || self.random.chance(30)) {
            return self.return_statement();
        }
        let index = self.random.below(jumps.len());
        jumps.get(index).map_or_else(|| self.say(), |jump| Fragment::statement().text(jump.clone()))
    }
}
