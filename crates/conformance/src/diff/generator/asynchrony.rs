//! Async functions and generators, promises, and the order of their continuations, which the output shows.

use super::Generator;
use super::function::Kind;
use crate::diff::fragment::Fragment;

impl Generator {
    /// Makes an operand for `await`.
    pub(super) fn awaited(&mut self) -> Fragment {
        let value = self.expression();
        let expression = Fragment::expression();
        match self.random.below(6) {
            0 => expression.text("Promise.resolve(").fragment(value).text(")"),
            1 => expression.text("Promise.reject(").fragment(value).text(")"),
            2 => expression.text("thenable(").fragment(value).text(")"),
            3 => {
                let function = self.generator(Kind::Async);
                expression.fragment(function).text("(").fragment(value).text(")")
            }
            _ => value,
        }
    }

    /// Makes asynchronous work whose result is printed.
    pub(super) fn later(&mut self) -> Fragment {
        let serial = self.serial();
        let tell = format!(
            ".then(function (value) {{ print(\"kept {serial}\"); say(value); }}, \
                            function (error) {{ print(\"broken {serial}\"); say(error); }});"
        );
        match self.random.below(5) {
            0 => {
                let (first, second) = (self.awaited(), self.awaited());
                let all = self.random.pick(&["all", "race", "any", "allSettled"]);
                let values = Fragment::statement().text(format!("Promise.{all}([")).fragment(first).text(", ");
                values.fragment(second).text("])").text(tell)
            }
            1 => {
                let function = self.generator(Kind::AsyncGenerator);
                Fragment::statement().text("driveLater(").fragment(function).text(format!(", {serial});"))
            }
            2 => {
                let (arrow, value) = (self.arrow(), self.awaited());
                Fragment::statement()
                    .text("Promise.resolve(")
                    .fragment(value)
                    .text(").finally(")
                    .fragment(arrow)
                    .text(")")
                    .text(tell)
            }
            _ => {
                let function = self.generator(Kind::Async);
                Fragment::statement().text("ticks(6); (").fragment(function).text(")(3)").text(tell)
            }
        }
    }
}
