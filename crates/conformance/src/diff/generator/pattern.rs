//! Destructuring, in assignments, declarations, parameters and heads of loops; spread; newer operators and literals.

use super::Generator;
use super::statement::saying;
use crate::diff::fragment::Fragment;

/// Targets of a pattern.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Targets {
    /// Existing names and members.
    Any,
    /// Names that nothing else declares.
    New,
}

const KEYS: [&str; 6] = ["a", "b", "length", "0", "g", "toString"];

impl Generator {
    /// Adds a pattern of a few levels.
    pub(super) fn pattern(&mut self, to: Fragment, targets: Targets, levels: usize) -> Fragment {
        if self.random.chance(50) {
            self.array_pattern(to, targets, levels)
        } else {
            self.object_pattern(to, targets, levels)
        }
    }

    /// Adds an array pattern. Elements may be left out, and the last one may be a rest.
    fn array_pattern(&mut self, mut to: Fragment, targets: Targets, levels: usize) -> Fragment {
        to = to.text("[");
        for _ in 0..self.random.below(4) {
            if !self.random.chance(15) {
                to = self.pattern_element(to, targets, levels);
            }
            to = to.text(", ");
        }
        if self.random.chance(25) {
            to = self.pattern_target(to.text("..."), targets);
        }
        to.text("]")
    }

    /// Adds an object pattern. Some keys are computed, and the last member may be a rest.
    fn object_pattern(&mut self, mut to: Fragment, targets: Targets, levels: usize) -> Fragment {
        to = to.text("{");
        for _ in 0..self.random.below(4) {
            to = match self.random.below(4) {
                0 => {
                    let key = self.expression();
                    to.text("[").fragment(key).text("]: ")
                }
                _ => to.text(format!("{}: ", self.random.pick(&KEYS))),
            };
            to = self.pattern_element(to, targets, levels).text(", ");
        }
        if self.random.chance(25) {
            to = self.pattern_target(to.text("..."), targets);
        }
        to.text("}")
    }

    /// Adds a target, or a pattern while `levels` are left, with a default value now and then.
    fn pattern_element(&mut self, to: Fragment, targets: Targets, levels: usize) -> Fragment {
        let to = match levels {
            1.. if self.random.chance(25) => self.pattern(to, targets, levels - 1),
            _ => self.pattern_target(to, targets),
        };
        if !self.random.chance(35) {
            return to;
        }
        let value = self.expression();
        to.text(" = ").fragment(value)
    }

    /// Adds a new name, or a name or member that exists.
    fn pattern_target(&mut self, to: Fragment, targets: Targets) -> Fragment {
        match targets {
            Targets::New => {
                let serial = self.serial();
                to.text(format!("n{serial}"))
            }
            Targets::Any if self.random.chance(30) => {
                let member = self.member();
                to.fragment(member)
            }
            Targets::Any => {
                let name = self.known_name();
                to.text(name)
            }
        }
    }

    /// Makes a value to destructure.
    pub(super) fn taken_apart(&mut self) -> Fragment {
        match self.random.below(6) {
            0 => Fragment::expression().text(self.random.pick(&[
                "[1, [2, 3], {a: 4}]",
                "[null, [null], undefined]",
                "{a: null, b: undefined, g: 0, 0: null}",
                "\"xyz\"",
                "d",
                "c",
                "o",
            ])),
            1 => self.object(),
            2..=3 => self.iterable(),
            _ => self.expression(),
        }
    }

    /// Makes an assignment, a declaration, or a function whose parameters are patterns.
    pub(super) fn destructuring(&mut self) -> Fragment {
        let value = self.taken_apart();
        match self.random.below(4) {
            0 => {
                let statement = self.pattern(Fragment::statement().text("{ let "), Targets::New, 2);
                let count = self.serial;
                let show = format!("; say(typeof n{count} + typeof n{}); }}", count.saturating_sub(1));
                statement.text(" = ").fragment(value).text(show)
            }
            1 => {
                let context = self.context.function(self.context.strict, &[]);
                let parameter = |generator: &mut Self| {
                    generator.pattern(Fragment::statement().text("(function ("), Targets::New, 1)
                };
                let statement = self.within(context, parameter);
                let result = "[arguments.length, typeof a]";
                statement
                    .text(format!(", ...n) {{ if (calls-- > 0) return {result}; }})("))
                    .fragment(value)
                    .text(", 2, 3);")
            }
            _ => {
                let assignment = self.pattern(Fragment::expression(), Targets::Any, 2);
                saying(assignment.text(" = ").fragment(value))
            }
        }
    }

    /// Makes spread, templates, or operators newer than ES5.1.
    pub(super) fn later_expression(&mut self) -> Fragment {
        let (first, second) = (self.expression(), self.expression());
        let expression = Fragment::expression();
        let name = self.known_name();
        match self.random.below(14) {
            0 => expression.text("`a${").fragment(first).text("}b${").fragment(second).text("}`"),
            1 => expression.fragment(first).text(" ?? ").fragment(second),
            2 => expression.fragment(first).text("?.").text(name).text(".b"),
            3 => expression.fragment(first).text("?.[").fragment(second).text("]"),
            4 => expression.text(name).text("?.(").fragment(first).text(")"),
            5 => expression.text("delete ").fragment(first).text("?.").text(name),
            6 => expression.fragment(first).text(" ** ").fragment(second),
            7 => {
                let operator = self.random.pick(&["&&=", "||=", "??=", "**="]);
                expression.text(format!("{name} {operator} ")).fragment(second)
            }
            8 => {
                let values = self.iterable();
                expression
                    .text("[")
                    .fragment(first)
                    .text(", ...")
                    .fragment(values)
                    .text(", say(")
                    .fragment(second)
                    .text(")]")
            }
            9 => {
                let values = self.iterable();
                expression.text("f(").fragment(first).text(", ...").fragment(values).text(", say(3))")
            }
            10 => expression
                .text("{...")
                .fragment(first)
                .text(", [")
                .fragment(second)
                .text(format!("]: {name}, {name}}}")),
            11 => expression.text("tagged`a${").fragment(first).text("}`"),
            12 if self.context.in_method => expression.text("super.").text(self.name()),
            12 => expression.text(self.random.pick(&["10n", "(-3n) ** 3n", "7n / 2n", "2n ** 70n", "BigInt(5)"])),
            _ => expression.text("typeof ").text(name).text(" + ").fragment(first),
        }
    }
}
