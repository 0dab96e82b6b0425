//! Functions: declarations, expressions, accessors, closures that are kept, the text of eval code.

use super::statement::saying;
use super::{Context, Generator};
use crate::diff::fragment::Fragment;

/// Takes one from the program's calls.
pub(super) const GUARD: &str = "if (calls-- <= 0) return;";

/// Number of variables that pushes those behind them beyond the range of an 8-bit operand.
const WIDE: usize = 250;

/// Kind of a function.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Plain,
    Generator,
    Async,
    AsyncGenerator,
}

impl Kind {
    fn keyword(self) -> &'static str {
        match self {
            Kind::Plain => "function",
            Kind::Generator => "function*",
            Kind::Async => "async function",
            Kind::AsyncGenerator => "async function*",
        }
    }
}

/// Head of a function: the text before its body, and properties of the body.
#[derive(Default)]
pub(super) struct Head {
    text: String,
    strict: bool,
    /// Its own name, visible in the body.
    name: Option<&'static str>,
    parameters: Vec<&'static str>,
    kind: Kind,
    is_method: bool,
}

impl Head {
    /// Makes the head of a function expression.
    pub(super) fn of_kind(kind: Kind, strict: bool, parameters: Vec<&'static str>) -> Self {
        let text = format!("{} ({})", kind.keyword(), parameters.join(", "));
        Head { text, strict, parameters, kind, ..Head::default() }
    }

    /// Makes the head of a class member.
    pub(super) fn member(text: String, kind: Kind, parameters: Vec<&'static str>) -> Self {
        Head { text, strict: true, parameters, kind, is_method: true, ..Head::default() }
    }
}

/// Makes a declaration of a function that returns a value.
pub(super) fn returning(name: &str, value: Fragment) -> Fragment {
    Fragment::statement().text(format!("function {name}() {{ return ")).fragment(value).text("; }")
}

impl Generator {
    /// Adds `function name(parameters) { … }`, as part of a statement or an expression.
    pub(super) fn function(&mut self, fragment: Fragment, name: Option<&'static str>) -> Fragment {
        let head = self.head(name);
        self.function_with(fragment, head, Self::body)
    }

    /// Adds `get name() { … }` or `set name(parameter) { … }`.
    pub(super) fn accessor(&mut self, fragment: Fragment, kind: &str, parameter: Option<&'static str>) -> Fragment {
        let text = format!("{kind} {}({})", self.name(), parameter.unwrap_or_default());
        let parameters = parameter.into_iter().collect();
        let head = Head { text, strict: self.strictness(), parameters, is_method: true, ..Head::default() };
        self.function_with(fragment, head, Self::body)
    }

    /// Makes a function that is called in place, with a body made by `make`.
    pub(super) fn immediate(&mut self, make: impl FnOnce(&mut Self) -> Vec<Fragment>) -> Fragment {
        if self.random.chance(4) {
            return self.wide(make);
        }
        let name = self.random.chance(40).then(|| self.name());
        let head = self.head(name);
        let function = self.function_with(Fragment::expression(), head, make);
        self.argument_list(Fragment::expression().fragment(function))
    }

    /// Makes a statement in place, or in a function that is called, where its variables are local.
    pub(super) fn called(&mut self, make: impl FnOnce(&mut Self) -> Fragment) -> Fragment {
        if self.random.chance(50) {
            return make(self);
        }
        saying(self.immediate(|generator| vec![make(generator)]))
    }

    /// Makes a function that is called in place, with so many parameters or variables that registers need wide
    /// operands.
    fn wide(&mut self, make: impl FnOnce(&mut Self) -> Vec<Fragment>) -> Fragment {
        let last = ["a", "b", "c", "d"];
        let strict = self.strictness();
        let before = WIDE - 2 + self.random.below(6);
        let numbered: Vec<String> = (0..before).map(|index| format!("w{index}")).collect();
        let (parameters, variables) = match self.random.below(2) {
            0 => (format!("{}, {}", numbered.join(", "), last.join(", ")), "var w = 1;".to_owned()),
            _ => (last.join(", "), format!("var {};", numbered.join(" = 0, "))),
        };
        let text = format!("function ({parameters})");
        let head = Head { text, strict, parameters: last.to_vec(), ..Head::default() };
        let make = |generator: &mut Self| {
            let declaration = Fragment::statement().text(variables);
            let result = Fragment::statement().text("return [a, b, c, d];");
            [vec![declaration], make(generator), vec![result]].concat()
        };
        let function = self.function_with(Fragment::expression(), head, make);
        Fragment::expression().fragment(function).text(format!(".apply(this, many({}))", before + 4))
    }

    /// Adds a function to a fragment: its head, a directive if it differs, the guard, and the body that `make` makes in
    /// its context.
    pub(super) fn function_with(
        &mut self,
        fragment: Fragment,
        head: Head,
        make: impl FnOnce(&mut Self) -> Vec<Fragment>,
    ) -> Fragment {
        let directive = if head.strict && !self.context.strict { "\"use strict\";\n" } else { "" };
        let bound: Vec<&'static str> = head.name.into_iter().chain(head.parameters.iter().copied()).collect();
        let context = Context {
            parameters: head.parameters,
            in_generator: matches!(head.kind, Kind::Generator | Kind::AsyncGenerator),
            in_async: matches!(head.kind, Kind::Async | Kind::AsyncGenerator),
            in_method: head.is_method,
            ..self.context.function(head.strict, &bound)
        };
        let body = self.in_context(context, make);
        fragment.text(head.text).text(" {\n").text(directive).text(GUARD).text("\n").statements(body).text("}")
    }

    /// Makes the body of a function: statements, mostly with a result.
    pub(super) fn body(&mut self) -> Vec<Fragment> {
        let count = 1 + self.random.below(4);
        let context = self.context.clone();
        self.within(context, |generator| {
            let mut body = generator.statement_list(count);
            if generator.random.chance(60) {
                body.push(generator.return_statement());
            }
            body
        })
    }

    fn head(&mut self, name: Option<&'static str>) -> Head {
        let strict = self.strictness();
        let parameters = self.parameters(strict);
        let text = format!("function {}({})", name.unwrap_or_default(), parameters.join(", "));
        Head { text, strict, name, parameters, ..Head::default() }
    }

    /// Chooses whether a function that stands here is strict.
    pub(super) fn strictness(&mut self) -> bool {
        self.context.strict || self.random.chance(12)
    }

    /// Chooses parameters: distinct names, as strict code demands. In sloppy code the last of equal names counts.
    fn parameters(&mut self, strict: bool) -> Vec<&'static str> {
        let mut parameters = Vec::new();
        for _ in 0..self.random.below(4) {
            let name = self.name();
            if !parameters.contains(&name) {
                parameters.push(name);
            }
        }
        if !strict && self.random.chance(10) {
            parameters.extend(parameters.first().copied());
        }
        parameters
    }

    /// Makes a statement that keeps a closure over visible variables, to be called after their scopes have been left.
    pub(super) fn keeper(&mut self) -> Fragment {
        let name = self.known_name();
        let value = match self.random.below(9) {
            0 => format!("{name}++"),
            1 => format!("eval(\"{name}\")"),
            2 => format!("{name} = [{name}]"),
            3 => format!("[{name}, typeof {}]", self.known_name()),
            4 => format!("eval(\"var {name} = 5; {name}\")"),
            _ => name.to_owned(),
        };
        let value = Fragment::expression().text(value);
        Fragment::statement().text("keep(function () {\n").text(GUARD).text("\nreturn ").fragment(value).text(";\n});")
    }

    /// Makes a `return`. Where exceptions are caught, it often returns a call that throws, which must not be a tail
    /// call there.
    pub(super) fn return_statement(&mut self) -> Fragment {
        let statement = Fragment::statement();
        let calls = if self.context.is_caught { 8 } else { 4 };
        match self.random.below(20) {
            0..=2 => statement.text("return;"),
            // The call may be a tail call, unless a handler waits for its exception.
            number if number <= calls => {
                let value = self.simple();
                statement.text("return (function () { throw ").fragment(value).text("; })();")
            }
            _ => {
                let value = self.expression();
                statement.text("return ").fragment(value).text(";")
            }
        }
    }

    /// Makes a call of `eval` or `Function` with generated text.
    pub(super) fn evaluation(&mut self) -> Fragment {
        let count = 1 + self.random.below(3);
        let call = Fragment::expression();
        match self.random.below(8) {
            0 => call.text("(0, eval)(").quoted(self.code(Context::default(), count)).text(")"),
            1 => {
                let guard = Fragment::statement().text(GUARD);
                let body = [vec![guard], self.code(Context::default(), count)].concat();
                call.text("Function(\"a\", ").quoted(body).text(")(1)")
            }
            2 => {
                let body = self.code(self.context.nested(true), count);
                call.text("eval(\"\\\"use strict\\\";\" + ").quoted(body).text(")")
            }
            _ => {
                let body = self.code(self.context.nested(self.context.strict), count);
                call.text("eval(").quoted(body).text(")")
            }
        }
    }

    fn code(&mut self, context: Context, count: usize) -> Vec<Fragment> {
        let context = Context { typed: false, ..context };
        self.within(context, |generator| generator.statement_list(count))
    }

    /// Makes an eval that adds a variable or function to the scope of its caller, if that is sloppy.
    pub(super) fn added_by_eval(&mut self) -> Fragment {
        let name = self.name();
        let value = self.turn_value();
        self.context.bound.push(name);
        let code = match self.random.below(3) {
            0 => returning(name, value),
            _ => Fragment::statement().text(format!("var {name} = ")).fragment(value).text(";"),
        };
        let statement = Fragment::statement().text("eval(").quoted(vec![code]).text(");");
        match self.random.below(4) {
            0 => statement.text(format!("say([{name}, delete {name}, typeof {name}]);")),
            _ => statement,
        }
    }
}
