//! Functions: declarations, expressions, accessors, the text of eval code.

use super::{Context, Generator};
use crate::diff::fragment::Fragment;

/// Takes one from the calls that the program has.
const GUARD: &str = "if (calls-- <= 0) return;\n";

impl Generator {
    /// `function name(parameters) { … }`, as part of a statement or an expression.
    pub(super) fn function(&mut self, fragment: Fragment, head: String) -> Fragment {
        let parameters = self.parameters();
        self.function_with(fragment, format!("{head}({})", parameters.join(", ")), "")
    }

    /// The same with the parameters given.
    pub(super) fn function_with(&mut self, fragment: Fragment, head: String, tail: &'static str) -> Fragment {
        let strict = self.context.strict || self.random.chance(12);
        let directive = if strict && !self.context.strict { "\"use strict\";\n" } else { "" };
        let context = Context { in_function: true, ..Context::script(strict) };
        let count = 1 + self.random.below(4);
        let mut body = self.within(context, |generator| generator.statement_list(count));
        if self.random.chance(60) {
            let context = Context { in_function: true, ..Context::script(strict) };
            body.push(self.within(context, Self::return_statement));
        }
        fragment.text(head).text(" {\n").text(directive).text(GUARD).statements(body).text("}").text(tail)
    }

    /// Different names, as strict code wants it.
    fn parameters(&mut self) -> Vec<&'static str> {
        let mut parameters = Vec::new();
        for _ in 0..self.random.below(4) {
            let name = self.name();
            if !parameters.contains(&name) {
                parameters.push(name);
            }
        }
        parameters
    }

    pub(super) fn return_statement(&mut self) -> Fragment {
        if self.random.chance(15) {
            return Fragment::statement().text("return;");
        }
        let value = self.expression();
        Fragment::statement().text("return ").fragment(value).text(";")
    }

    /// A call of `eval` or `Function` with generated text.
    pub(super) fn evaluation(&mut self) -> Fragment {
        let count = 1 + self.random.below(3);
        let context = Context::script(self.context.strict);
        let body = self.within(context, |generator| generator.statement_list(count));
        let call = Fragment::expression();
        match self.random.below(8) {
            0 => call.text("(0, eval)(").quoted(body).text(")"),
            1 => {
                let guard = Fragment::statement().text("if (calls-- <= 0) return;");
                let body = [vec![guard], body].concat();
                call.text("Function(\"a\", ").quoted(body).text(")(1)")
            }
            2 => call.text("eval(\"\\\"use strict\\\";\" + ").quoted(body).text(")"),
            _ => call.text("eval(").quoted(body).text(")"),
        }
    }
}
