//! Operands that change others, to check the order of reads.
//!
//! A variable in a register need not be copied before the next operand is evaluated, unless that operand may assign to it.
//! The operand may do so directly, or by a closure, a conversion, eval code, or an element of `arguments`.

use super::Generator;
use super::statement::{braces, saying};
use crate::diff::fragment::Fragment;

/// Keys and values that print when they are converted.
const LOUD: [&str; 4] = ["loud(\"a\")", "loud(1)", "loud(\"length\")", "loud(null)"];

impl Generator {
    /// Makes an expression that reads a variable before and after it changes.
    pub(super) fn ordered(&mut self) -> Fragment {
        let name = self.known_name();
        let change = self.change(name);
        let (before, after) = match self.random.below(18) {
            0 => (format!("{name} + "), String::new()),
            1 => (format!("{name} - "), format!(" - {name}")),
            2 => (format!("{name} < "), String::new()),
            3 => (format!("{name} === "), String::new()),
            4 => (format!("[{name}, "), format!(", {name}]")),
            5 => (format!("{{a: {name}, b: "), format!(", c: {name}}}")),
            6 => (format!("f({name}, "), format!(", {name})")),
            7 => (format!("new Array({name}, "), format!(", {name})")),
            8 => (format!("o[{name}] = "), String::new()),
            9 => (format!("o[{name}] += "), String::new()),
            10 => (format!("{name} += "), String::new()),
            11 => (format!("{name}.b = "), String::new()),
            12 => (format!("{name}["), "] = 4".to_owned()),
            13 => (format!("{name}["), "]++".to_owned()),
            14 => (format!("{name}["), format!("] + {name}")),
            15 => (format!("-{name} * 2 + "), String::new()),
            16 => (format!("{name} in "), String::new()),
            _ => (String::new(), format!(" + {name}")),
        };
        Fragment::expression().text(before).fragment(change).text(after)
    }

    /// Makes a block of some ordered expressions.
    pub(super) fn orders(&mut self) -> Fragment {
        let count = 1 + self.random.below(3);
        braces((0..count).map(|_| saying(self.ordered())).collect())
    }

    /// Makes an expression that assigns to a variable, at once or when its value is converted.
    pub(super) fn change(&mut self, name: &'static str) -> Fragment {
        let value = self.random.pick(&["2", "\"b\"", "{b: 1}", "null"]);
        let shared = self.context.parameters.iter().position(|&parameter| parameter == name);
        if let Some(index) = shared.filter(|_| !self.context.strict && self.random.chance(30)) {
            return Fragment::expression().text(format!("arguments[{index}] = {value}"));
        }
        Fragment::expression().text(match self.random.below(9) {
            0 => format!("{name} = {value}"),
            1 => format!("{name}++"),
            2 => format!("--{name}"),
            3 => format!("{name} = {value}, 3"),
            4..=5 => format!("eval(\"{name} = 5\")"),
            6 => format!("{{valueOf: function () {{ {name} = {value}; return 3; }}}}"),
            _ => format!("(function () {{ return {name} = {value}; }})()"),
        })
    }

    /// Makes an access to a property whose key prints when it is converted, perhaps with a value that prints too.
    pub(super) fn loud_key(&mut self) -> Fragment {
        let object = match self.random.below(4) {
            0 => "null",
            1 => self.known_name(),
            _ => self.random.pick(&["o", "d", "c"]),
        };
        let (key, value) = (self.random.pick(&LOUD), self.random.pick(&LOUD));
        Fragment::expression().text(match self.random.below(6) {
            0 => format!("{object}[{key}] = {value}"),
            1 => format!("{object}[{key}] += {value}"),
            2 => format!("{object}[{key}]++"),
            3 => format!("--{object}[{key}]"),
            4 => format!("delete {object}[{key}]"),
            _ => format!("{object}[{key}]({value})"),
        })
    }
}
