//! Iterators, with and without optional methods, that fail at a step; generators, driven by hand and left early.

use super::Generator;
use super::function::{Head, Kind};
use super::loops::GUARD;
use super::pattern::Targets;
use crate::diff::fragment::Fragment;

/// Faults of an iterator of the prelude.
const FAULTS: [&str; 12] =
    ["", "", "null", "null", "bare", "open", "next1", "value1", "done1", "return", "odd", "throw"];

/// Operations on a generator, step by step.
const WAYS: [&str; 3] = ["next", "throw", "return"];

impl Generator {
    /// Makes a value to iterate, which is mostly iterable.
    pub(super) fn iterable(&mut self) -> Fragment {
        match self.random.below(8) {
            0 => self.expression(),
            1 => Fragment::expression().text(self.random.pick(&[
                "c",
                "\"xy\"",
                "[1, , 3]",
                "[[1, 2], [3]]",
                "new Set([1, 2])",
            ])),
            2..=3 => {
                let generator = self.generator(Kind::Generator);
                Fragment::expression().fragment(generator).text("(1, 2)")
            }
            _ => {
                let (count, fault) = (self.random.below(4), self.random.pick(&FAULTS));
                Fragment::expression().text(format!("steps({count}, \"{fault}\")"))
            }
        }
    }

    /// Makes `for (… of …)`, or `for await` where that may stand.
    pub(super) fn iteration(&mut self) -> Fragment {
        let (context, label) = self.loop_context();
        let values = self.iterable();
        let awaits = if self.context.in_async && self.random.chance(30) { " await" } else { "" };
        let head = Fragment::statement().text(format!("{label}for{awaits} ("));
        let (head, bound) = match self.random.below(6) {
            0 => (head.text(self.known_name()), None),
            1 => (self.pattern(head, Targets::Any, 1), None),
            2 => (self.pattern(head.text("const "), Targets::New, 1), None),
            3 => (head.text(format!("var w{}", self.serial())), None),
            number => {
                let name = self.lexical_name();
                (head.text(if number == 4 { "let " } else { "const " }).text(name), Some(name))
            }
        };
        let guard = Fragment::statement().text(GUARD);
        let body = self.block(context.binding(bound.as_slice()));
        head.text(" of ").fragment(values).text(") {\n").statements(vec![guard]).fragment(body).text("}")
    }

    /// Makes a function expression of a kind that suspends.
    pub(super) fn generator(&mut self, kind: Kind) -> Fragment {
        let head = Head::of_kind(kind, self.strictness(), vec!["a", "b"]);
        self.function_with(Fragment::expression(), head, Self::body)
    }

    /// Makes a generator that is driven by hand.
    pub(super) fn driven(&mut self) -> Fragment {
        let generator = self.generator(Kind::Generator);
        let ways: Vec<String> = (0..2 + self.random.below(4))
            .map(|_| if self.random.chance(70) { "next" } else { self.random.pick(&WAYS) })
            .map(|way| format!("\"{way}\""))
            .collect();
        Fragment::statement().text("drive(").fragment(generator).text(format!(", [{}]);", ways.join(", ")))
    }

    /// Makes `yield`, `yield*` or `await`, where they may stand.
    pub(super) fn suspension(&mut self) -> Fragment {
        let expression = Fragment::expression();
        if self.context.in_async && (!self.context.in_generator || self.random.chance(40)) {
            let value = self.awaited();
            return expression.text("await ").fragment(value);
        }
        if !self.context.in_generator {
            return self.later_expression();
        }
        if self.random.chance(25) {
            let values = self.iterable();
            return expression.text("yield* ").fragment(values);
        }
        let value = self.expression();
        expression.text("yield ").fragment(value)
    }
}
