//! Loops of each form, and values that differ from turn to turn.

use super::{Context, Counter, Generator};
use crate::diff::fragment::Fragment;

/// Takes one from the program's turns.
pub(super) const GUARD: &str = "if (turns-- <= 0) break;";

/// Objects to enumerate, among them objects that inherit, primitives, and objects that the program changes.
const ENUMERABLE: [&str; 9] = [
    "{a: 1, b: 2, o: 3}",
    "{b: {}, 2: 0, 1: 0}",
    "[1, 2, , 3]",
    "\"xy\"",
    "Object.create({a: 1, d: 2})",
    "d",
    "o",
    "c",
    "arguments",
];

/// Targets of assignment that are evaluated anew on every turn.
const TARGETS: [&str; 5] = ["o.b", "c[1]", "d[a]", "o[b]", "c[c.length]"];

const NUMBERS: &[&str] = &["0", "1", "2"];
const KEYS: &[&str] = &["\"a\"", "\"b\"", "\"o\""];

impl Generator {
    /// Returns the context of a loop's body, and the text of the label before the loop.
    pub(super) fn loop_context(&mut self) -> (Context, String) {
        let context = self.context.in_loop();
        if self.random.chance(30) { self.labelled_context(context, true) } else { (context, String::new()) }
    }

    /// Returns the context with one more label, and the text of the label.
    pub(super) fn labelled_context(&mut self, mut context: Context, is_loop: bool) -> (Context, String) {
        let label = format!("L{}", self.serial());
        let text = format!("{label}: ");
        context.labels.push((label, is_loop));
        (context, text)
    }

    pub(super) fn counting_loop(&mut self) -> Fragment {
        let (mut context, label) = self.loop_context();
        let name = format!("i{}", self.serial());
        let end = 1 + self.random.below(4);
        let head = format!("{label}for (var {name} = 0; {name} < {end} && turns-- > 0; {name}++) ");
        context.counters.push(Counter { name, values: NUMBERS });
        let body = self.block(context);
        Fragment::statement().text(head).fragment(body)
    }

    /// Makes a loop with a condition. Each turn takes one from the program's turns, so that it ends.
    pub(super) fn condition_loop(&mut self) -> Fragment {
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

    /// Makes a `for`-`in` loop over a name, a member, another target, or a `var`.
    pub(super) fn enumeration(&mut self) -> Fragment {
        let (context, label) = self.loop_context();
        let object = self.enumerated();
        let form = self.random.below(6);
        // A name that an enclosing `let` declares cannot be a `var`.
        let name = if form > 2 { self.name() } else { self.known_name() };
        let head = match form {
            0 => Fragment::statement().text(format!("{label}for ({name} in ")),
            1 => {
                let target = self.random.pick(&TARGETS);
                Fragment::statement().text(format!("{label}for ({target} in "))
            }
            2 => {
                let target = self.member();
                Fragment::statement().text(label + "for ").text("(").fragment(target).text(" in ")
            }
            3 if !self.context.strict => {
                let value = self.simple();
                Fragment::statement().text(format!("{label}for (var {name} = ")).fragment(value).text(" in ")
            }
            _ => Fragment::statement().text(format!("{label}for (var {name} in ")),
        };
        let guard = Fragment::statement().text(GUARD);
        let body = self.block(context.binding(&[name]));
        head.fragment(object).text(") {\n").statements(vec![guard]).fragment(body).text("}")
    }

    fn enumerated(&mut self) -> Fragment {
        if self.random.chance(40) {
            return self.expression();
        }
        match self.random.pick(&ENUMERABLE) {
            "arguments" if !self.context.in_function || self.context.no_arguments => self.object(),
            object => Fragment::expression().text(object),
        }
    }

    /// Makes a loop of a few turns with a label and a counter, which the statements of its body may use.
    pub(super) fn turns(&mut self, make: impl FnOnce(&mut Self) -> Vec<Fragment>) -> Fragment {
        let (mut context, label) = self.labelled_context(self.context.in_loop(), true);
        let name = format!("i{}", self.serial());
        let form = self.random.below(5);
        let values = if form == 0 { KEYS } else { NUMBERS };
        context.counters.push(Counter { name: name.clone(), values });
        let mut body = self.in_context(context, make);
        let (head, tail) = match form {
            0 => {
                body.insert(0, Fragment::statement().text(GUARD));
                (format!("{label}for (var {name} in {{a: 1, b: 2, o: 3}}) {{\n"), "}".to_owned())
            }
            1 => (format!("var {name} = 3; {label}while ({name}-- > 0 && turns-- > 0) {{\n"), "}".to_owned()),
            2 => {
                let tail = format!("}} while (++{name} < 3 && turns-- > 0);");
                (format!("var {name} = 0; {label}do {{\n"), tail)
            }
            _ => {
                let head = format!("{label}for (var {name} = 0; {name} < 3 && turns-- > 0; {name}++) {{\n");
                (head, "}".to_owned())
            }
        };
        Fragment::statement().text(head).statements(body).text(tail)
    }

    /// Makes a value that differs on every turn of the enclosing loop.
    pub(super) fn turn_value(&mut self) -> Fragment {
        let Some(Counter { name, .. }) = self.counter() else { return self.simple() };
        Fragment::expression().text(match self.random.below(7) {
            0 => format!("[{name}]"),
            1 => format!("{{a: {name}, b: \"{name}\"}}"),
            2 => format!("{name} + \"x\""),
            3 => format!("-{name}"),
            _ => name,
        })
    }

    /// Makes a condition that is true on some turns.
    pub(super) fn turn_test(&mut self) -> Fragment {
        let Some(Counter { name, values }) = self.counter() else { return self.expression() };
        let operator = self.random.pick(&["==", "==", "==", "!=", ">", "<"]);
        let value = self.random.pick(values);
        Fragment::expression().text(format!("{name} {operator} {value}"))
    }

    /// Returns a counter of an enclosing loop, mostly the innermost.
    fn counter(&mut self) -> Option<Counter> {
        let count = self.context.counters.len();
        let index = if self.random.chance(70) { count.checked_sub(1)? } else { self.random.below(count) };
        self.context.counters.get(index).cloned()
    }
}
