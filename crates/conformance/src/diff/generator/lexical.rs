//! `let`, `const` and arrows: bindings of blocks and turns that closures see, also before they have a value.
//!
//! Their names are never those of a `var`, so no program is refused for two declarations of one name.

use super::function::GUARD;
use super::statement::{braces, saying};
use super::{Context, Generator};
use crate::diff::fragment::Fragment;

const LEXICAL: [&str; 4] = ["p", "q", "r", "s"];

impl Generator {
    pub(super) fn lexical_name(&mut self) -> &'static str {
        self.random.pick(&LEXICAL)
    }

    /// Makes a block with lexical bindings, some of which are accessed too early.
    pub(super) fn lexical_block(&mut self) -> Fragment {
        let (first, second) = (self.lexical_name(), self.lexical_name());
        let context = self.context.clone().binding(&[first, second]);
        let mut statements = Vec::new();
        if self.random.chance(25) {
            statements.push(self.within(context.clone(), Self::early));
        }
        if first == second {
            let declaration = self.within(context.clone(), |generator| generator.declaration(first));
            statements.push(declaration);
        } else {
            for name in [first, second] {
                let declaration = self.within(context.clone(), |generator| generator.declaration(name));
                statements.push(declaration);
            }
        }
        let count = 1 + self.random.below(3);
        statements.extend(self.within(context, |generator| generator.statement_list(count)));
        braces(statements)
    }

    /// Makes a statement that may access uninitialized bindings.
    fn early(&mut self) -> Fragment {
        let name = self.known_name();
        match self.random.below(4) {
            0 => Fragment::statement().text(format!("try {{ say(typeof {name}); }} catch (error) {{ say(error); }}")),
            1 => Fragment::statement().text(format!("try {{ {name} = 1; }} catch (error) {{ say(error); }}")),
            2 => self.keeper(),
            _ => saying(self.arrow()),
        }
    }

    fn declaration(&mut self, name: &'static str) -> Fragment {
        let keyword = self.random.pick(&["let", "let", "const"]);
        if keyword == "let" && self.random.chance(15) {
            return Fragment::statement().text(format!("let {name};"));
        }
        let value = self.expression();
        Fragment::statement().text(format!("{keyword} {name} = ")).fragment(value).text(";")
    }

    /// Makes a loop with a binding for each turn, which closures see and change.
    pub(super) fn lexical_loop(&mut self) -> Fragment {
        let name = self.lexical_name();
        let (context, label) = self.loop_context();
        let step = self.random.pick(&["++", "++", " += 2"]);
        let mut head = Fragment::statement().text(format!("{label}for (let {name} = 0"));
        if self.random.chance(30) {
            head = head.text(format!(", see = keep(() => [{name}, ++{name}])"));
        }
        let head = head.text(format!("; {name} < 3 && turns-- > 0; {name}{step}) "));
        let mut body = vec![self.in_context(context.clone().binding(&[name]), Self::keeper)];
        body.push(self.block(context.binding(&[name])));
        Fragment::statement().statements(vec![head.fragment(braces(body)), Fragment::statement().text("recall();")])
    }

    /// Makes an arrow function that is called in place, kept, or passed on.
    pub(super) fn arrow(&mut self) -> Fragment {
        let is_async = self.random.chance(15);
        let name = self.name();
        let parameter =
            self.random.pick(&["NAME", "(NAME)", "()", "(NAME = a)", "(...NAME)", "([NAME] = [1])", "({NAME} = d)"]);
        let parameter = parameter.replace("NAME", name);
        let parameter = if is_async { format!("async {}", in_parentheses(parameter)) } else { parameter };
        let context = self.context.arrow(is_async, &[name]);
        if self.random.chance(60) {
            let value = self.within(context, Self::expression);
            return Fragment::expression().text(format!("{parameter} => calls-- > 0 && ")).fragment(value);
        }
        let body = self.in_context(context, Self::body);
        Fragment::expression().text(format!("{parameter} => {{\n{GUARD}\n")).statements(body).text("}")
    }
}

fn in_parentheses(parameter: String) -> String {
    if parameter.starts_with('(') { parameter } else { format!("({parameter})") }
}

impl Context {
    /// Returns the context in an arrow function that stands here: `this`, `arguments` and `super` are the enclosing
    /// ones.
    pub(super) fn arrow(&self, is_async: bool, bound: &[&'static str]) -> Self {
        let Context { in_method, no_arguments, .. } = *self;
        let nested = self.nested(self.strict);
        Context { in_function: true, in_async: is_async, in_method, no_arguments, ..nested }.binding(bound)
    }
}
