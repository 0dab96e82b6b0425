//! `switch`: any values, and small integers, for which a back-end may use a jump table.

use super::{Context, Generator};
use crate::diff::fragment::Fragment;

/// Values that are, or seem to be, one of the cases. Some are equal: the first one counts.
const SMALL: [&str; 12] =
    ["0", "1", "-1", "-0", "a * -0", "0.5 + 1.5", "1.5", "\"1\"", "NaN", "5", "2147483647", "-2147483648"];

/// Cases that give a jump table.
const DENSE: [&str; 8] = ["0", "1", "2", "3", "4", "-1", "-0", "7"];

impl Generator {
    pub(super) fn switch(&mut self) -> Fragment {
        if self.random.chance(40) {
            return self.turns(|generator| vec![generator.switch_of_numbers()]);
        }
        let discriminant = self.expression();
        let count = self.random.below(4);
        let cases = (0..count).map(|_| self.expression()).collect();
        self.switch_with(discriminant, cases)
    }

    /// Makes a `switch` with more cases, mostly small integers only.
    fn switch_of_numbers(&mut self) -> Fragment {
        let name = self.known_name();
        let discriminant = match self.random.below(3) {
            0 => Fragment::expression().text(self.random.pick(&SMALL)),
            1 => Fragment::expression().text(name),
            _ => self.turn_value(),
        };
        let count = 3 + self.random.below(5);
        let mut cases: Vec<Fragment> =
            (0..count).map(|_| Fragment::expression().text(self.random.pick(&DENSE))).collect();
        if self.random.chance(30) {
            let place = self.random.below(count);
            cases[place] = if self.random.chance(70) { self.change(name) } else { self.expression() };
        }
        self.switch_with(discriminant, cases)
    }

    /// Makes a `switch`, in which one of the cases may become `default`.
    fn switch_with(&mut self, discriminant: Fragment, cases: Vec<Fragment>) -> Fragment {
        let context = Context { can_break: true, ..self.context.clone() };
        let mut statement = Fragment::statement().text("switch ").fragment(discriminant).text(" {\n");
        let default = self.random.below(cases.len() + 2);
        for (index, test) in cases.into_iter().enumerate() {
            statement = match index == default {
                true => statement.text("default:\n"),
                false => statement.text("case ").fragment(test).text(":\n"),
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
}
