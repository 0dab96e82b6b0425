//! Blocks and loops with resources, which say when they are disposed of, and fail at it.

use super::Generator;
use super::loops::GUARD;
use super::statement::braces;
use crate::diff::fragment::Fragment;

/// Faults of a resource of the prelude.
const FAULTS: [&str; 8] = ["", "", "", "throw", "get", "none", "late", "later"];

impl Generator {
    /// Makes a block or a loop with `using` declarations.
    pub(super) fn disposal(&mut self) -> Fragment {
        let keyword = if self.context.in_async && self.random.chance(50) { "await using" } else { "using" };
        match self.random.below(4) {
            0 => self.disposing_loop(keyword),
            1 => self.disposing_head(keyword),
            _ => self.disposing_block(keyword),
        }
    }

    /// Makes a block with one or two resources. Their values may read the names too early.
    fn disposing_block(&mut self, keyword: &str) -> Fragment {
        let (first, second) = (self.lexical_name(), self.lexical_name());
        let context = self.context.clone().binding(&[first, second]);
        let mut statements = Vec::new();
        for name in [Some(first), Some(second).filter(|second| *second != first)].into_iter().flatten() {
            let value = self.within(context.clone(), Self::resource);
            let declaration = Fragment::statement().text(format!("{keyword} {name} = "));
            statements.push(declaration.fragment(value).text(";"));
        }
        let count = 1 + self.random.below(3);
        statements.extend(self.within(context, |generator| generator.statement_list(count)));
        braces(statements)
    }

    /// Makes a `for`-`of` loop that disposes of what each turn gets.
    fn disposing_loop(&mut self, keyword: &str) -> Fragment {
        let (context, label) = self.loop_context();
        let (name, count) = (self.lexical_name(), self.random.below(3));
        let mut head = Fragment::statement().text(format!("{label}for ({keyword} {name} of ["));
        for _ in 0..=count {
            let value = self.resource();
            head = head.fragment(value).text(", ");
        }
        let guard = Fragment::statement().text(GUARD);
        let body = self.block(context.binding(&[name]));
        head.text("]) {\n").statements(vec![guard]).fragment(body).text("}")
    }

    /// Makes a loop whose head has a resource for all turns.
    fn disposing_head(&mut self, keyword: &str) -> Fragment {
        let (context, label) = self.loop_context();
        let (name, value) = (self.lexical_name(), self.resource());
        let head = Fragment::statement().text(format!("{label}for ({keyword} {name} = ")).fragment(value);
        let body = self.block(context.binding(&[name]));
        head.text("; turns-- > 0; ) ").fragment(body)
    }

    /// Makes the value of a resource: mostly an object of the prelude, often with a fault; else `null`, or anything.
    fn resource(&mut self) -> Fragment {
        let serial = self.serial();
        match self.random.below(8) {
            0 => self.expression(),
            1 => Fragment::expression().text("null"),
            _ => {
                let fault = self.random.pick(&FAULTS);
                Fragment::expression().text(format!("resource({serial}, \"{fault}\")"))
            }
        }
    }
}
