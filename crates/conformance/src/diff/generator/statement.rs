//! Statements.

use super::{Context, Generator};
use crate::diff::fragment::Fragment;

impl Generator {
    pub(super) fn statement_list(&mut self, count: usize) -> Vec<Fragment> {
        (0..count).map(|_| self.statement()).collect()
    }

    /// `{ … }` of a few statements in a context.
    fn block(&mut self, context: Context) -> Fragment {
        let count = 1 + self.random.below(3);
        let statements = self.within(context, |generator| generator.statement_list(count));
        Fragment::statement().text("{\n").statements(statements).text("}")
    }

    pub(super) fn statement(&mut self) -> Fragment {
        if !self.may_grow() {
            return self.say();
        }
        match self.random.below(34) {
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
            22..=23 => self.switch(),
            24..=26 => self.handlers(),
            27 => self.throw(),
            28 if !self.context.strict => self.with(),
            29..=30 => self.function_declaration(),
            31 => self.labelled(),
            32..=33 => self.jump(),
            _ => self.block(self.context.clone()),
        }
    }

    fn say(&mut self) -> Fragment {
        let value = self.expression();
        Fragment::statement().text("say").fragment(value).text(";")
    }

    fn variables(&mut self) -> Fragment {
        let name = self.name();
        if self.random.chance(15) {
            return Fragment::statement().text(format!("var {name};"));
        }
        let (value, other) = (self.expression(), self.name());
        let declaration = Fragment::statement().text(format!("var {name} = ")).fragment(value);
        if self.random.chance(25) { declaration.text(format!(", {other};")) } else { declaration.text(";") }
    }

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

    fn condition_without_block(&mut self) -> Fragment {
        let (test, value) = (self.expression(), self.expression());
        Fragment::statement().text("if ").fragment(test).text(" ").fragment(value).text(";")
    }

    /// The context of a loop's body, and the text of the label before the loop.
    fn loop_context(&mut self) -> (Context, String) {
        let mut context = Context { can_break: true, can_continue: true, ..self.context.clone() };
        if !self.random.chance(30) {
            return (context, String::new());
        }
        let label = format!("L{}", self.serial());
        let text = format!("{label}: ");
        context.labels.push((label, true));
        (context, text)
    }

    fn counting_loop(&mut self) -> Fragment {
        let (context, label) = self.loop_context();
        let counter = format!("i{}", self.serial());
        let end = 1 + self.random.below(4);
        let body = self.block(context);
        let head = format!("{label}for (var {counter} = 0; {counter} < {end} && turns-- > 0; {counter}++) ");
        Fragment::statement().text(head).fragment(body)
    }

    fn condition_loop(&mut self) -> Fragment {
        let (context, label) = self.loop_context();
        let body = self.block(context);
        let test = self.expression();
        match self.random.below(3) {
            0 => Fragment::statement()
                .text(label + "do ")
                .fragment(body)
                .text(" while (turns-- > 0 && ")
                .fragment(test)
                .text(");"),
            1 => Fragment::statement().text(label + "for (; turns-- > 0; ").fragment(test).text(") ").fragment(body),
            _ => Fragment::statement().text(label + "while (turns-- > 0 && ").fragment(test).text(") ").fragment(body),
        }
    }

    fn enumeration(&mut self) -> Fragment {
        let (context, label) = self.loop_context();
        let object = self.expression();
        let body = self.block(context);
        let name = self.name();
        let head = match self.random.below(4) {
            0 => Fragment::statement().text(format!("{label}for ({name} in ")),
            1 => {
                let target = self.member();
                Fragment::statement().text(label + "for ").text("(").fragment(target).text(" in ")
            }
            _ => Fragment::statement().text(format!("{label}for (var {name} in ")),
        };
        let guard = Fragment::statement().text("if (turns-- <= 0) break;");
        head.fragment(object).text(") {\n").statements(vec![guard]).fragment(body).text("}")
    }

    fn switch(&mut self) -> Fragment {
        let context = Context { can_break: true, ..self.context.clone() };
        let discriminant = self.expression();
        let mut statement = Fragment::statement().text("switch ").fragment(discriminant).text(" {\n");
        let count = self.random.below(4);
        let default = self.random.below(5);
        for index in 0..count {
            statement = match index == default {
                true => statement.text("default:\n"),
                false => {
                    let test = self.expression();
                    statement.text("case ").fragment(test).text(":\n")
                }
            };
            let length = self.random.below(3);
            let body = self.within(context.clone(), |generator| generator.statement_list(length));
            statement = statement.statements(body);
            if self.random.chance(40) {
                statement = statement.text("break;\n");
            }
        }
        statement.text("}")
    }

    fn handlers(&mut self) -> Fragment {
        let block = self.block(self.context.clone());
        let mut statement = Fragment::statement().text("try ").fragment(block);
        let has_catch = self.random.chance(65);
        if has_catch {
            let name = self.name();
            let handler = self.block(self.context.clone());
            statement = statement.text(format!(" catch ({name}) ")).fragment(handler);
        }
        if !has_catch || self.random.chance(40) {
            let finalizer = self.block(self.context.clone());
            statement = statement.text(" finally ").fragment(finalizer);
        }
        statement
    }

    fn throw(&mut self) -> Fragment {
        let value = self.expression();
        Fragment::statement().text("throw ").fragment(value).text(";")
    }

    fn with(&mut self) -> Fragment {
        let object = self.expression();
        let body = self.block(self.context.clone());
        Fragment::statement().text("with ").fragment(object).text(" ").fragment(body)
    }

    fn function_declaration(&mut self) -> Fragment {
        let name = self.name();
        self.function(Fragment::statement(), format!("function {name}"))
    }

    fn labelled(&mut self) -> Fragment {
        let label = format!("L{}", self.serial());
        let mut context = self.context.clone();
        context.labels.push((label.clone(), false));
        let block = self.block(context);
        Fragment::statement().text(label + ": ").fragment(block)
    }

    /// `break`, `continue` or `return`, where one is allowed.
    fn jump(&mut self) -> Fragment {
        let labels = self.context.labels.clone();
        let statement = Fragment::statement();
        match self.random.below(5) {
            0 if self.context.can_continue => statement.text("continue;"),
            1 if self.context.can_break => statement.text("break;"),
            2 if !labels.is_empty() => {
                let (label, is_loop) = labels[self.random.below(labels.len())].clone();
                let word = if is_loop && self.random.chance(50) { "continue" } else { "break" };
                statement.text(format!("{word} {label};"))
            }
            _ if self.context.in_function => self.return_statement(),
            _ => self.say(),
        }
    }
}
