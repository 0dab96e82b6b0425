//! Expressions.

use super::{Context, Generator, NAMES};
use crate::diff::fragment::Fragment;

const LITERALS: [&str; 25] = [
    "0",
    "1",
    "2",
    "-1",
    "3.5",
    "-0",
    "1e21",
    "4294967296",
    "2147483647",
    "NaN",
    "Infinity",
    "\"\"",
    "\"a\"",
    "\"b\"",
    "\"10\"",
    "\"length\"",
    "true",
    "false",
    "null",
    "undefined",
    "void 0",
    "\"\\u0100x\"",
    "/a/g",
    "0x1f",
    "1e-7",
];

const BINARY: [&str; 23] = [
    "+",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    ">>>",
    "&",
    "|",
    "^",
    "<",
    ">",
    "<=",
    ">=",
    "==",
    "!=",
    "===",
    "!==",
    "in",
    "instanceof",
    "+",
];

const UNARY: [&str; 8] = ["-", "+", "!", "~", "typeof ", "void ", "!", "typeof "];

const ASSIGNMENT: [&str; 14] = ["=", "=", "=", "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", ">>>=", "&=", "|="];

/// Built-in functions that call back, or whose work depends on their operands.
const METHODS: [&str; 12] = [
    "toString",
    "valueOf",
    "hasOwnProperty",
    "slice",
    "concat",
    "join",
    "call",
    "apply",
    "bind",
    "push",
    "forEach",
    "map",
];

impl Generator {
    pub(super) fn expression(&mut self) -> Fragment {
        if !self.may_grow() {
            return self.simple();
        }
        let context = self.context.clone();
        match self.calls_host() {
            true => self.within(context, Self::host_call),
            false => self.within(context, Self::compound),
        }
    }

    /// Makes an expression of a random form. Only in classes there are private names to use.
    fn compound(&mut self) -> Fragment {
        let kinds = if self.context.in_class { 58 } else { 53 };
        match self.random.below(kinds) {
            0..=6 => self.simple(),
            7..=10 => self.binary(),
            11..=13 => self.assignment(),
            14..=15 => self.update(),
            16..=17 => self.unary(),
            18 => self.conditional(),
            19..=20 => self.logical(),
            21..=24 => self.call(),
            25 => self.construction(),
            26..=27 => self.member(),
            28..=29 => self.object(),
            30..=31 => self.array(),
            32..=33 => {
                let name = self.random.chance(50).then(|| self.name());
                self.function(Fragment::expression(), name)
            }
            34 => {
                let (first, second) = (self.expression(), self.expression());
                Fragment::expression().fragment(first).text(", ").fragment(second)
            }
            35 => {
                let value = self.random.pick(&LITERALS);
                Fragment::expression().text(format!("loud({value})"))
            }
            36 => self.deletion(),
            37..=38 => self.evaluation(),
            39..=41 => self.ordered(),
            42 => self.loud_key(),
            43 => self.arguments_access(),
            44..=46 => self.later_expression(),
            47..=48 => self.arrow(),
            49 => self.class_expression(),
            53.. => self.private_expression(),
            _ => self.suspension(),
        }
    }

    pub(super) fn simple(&mut self) -> Fragment {
        let expression = Fragment::expression();
        match self.random.below(12) {
            0..=4 => expression.text(self.random.pick(&LITERALS)),
            5 => expression.text("this"),
            6 if self.random.chance(20) => expression.text("missing"),
            _ => expression.text(self.known_name()),
        }
    }

    fn binary(&mut self) -> Fragment {
        let (left, right) = (self.expression(), self.expression());
        let operator = self.random.pick(&BINARY);
        Fragment::expression().fragment(left).text(format!(" {operator} ")).fragment(right)
    }

    fn logical(&mut self) -> Fragment {
        let (left, right) = (self.expression(), self.expression());
        let operator = if self.random.chance(50) { " && " } else { " || " };
        Fragment::expression().fragment(left).text(operator).fragment(right)
    }

    fn unary(&mut self) -> Fragment {
        let operator = self.random.pick(&UNARY);
        let operand = self.expression();
        if operator == "typeof " && self.random.chance(40) {
            let name = if self.random.chance(30) { "missing" } else { self.name() };
            return Fragment::expression().text(format!("typeof {name}"));
        }
        Fragment::expression().text(operator).fragment(operand)
    }

    fn conditional(&mut self) -> Fragment {
        let (test, consequent, alternate) = (self.expression(), self.expression(), self.expression());
        Fragment::expression().fragment(test).text(" ? ").fragment(consequent).text(" : ").fragment(alternate)
    }

    /// Makes a target of assignment: a name or a member.
    fn target(&mut self) -> Fragment {
        if self.random.chance(60) { Fragment::expression().text(self.known_name()) } else { self.member() }
    }

    fn assignment(&mut self) -> Fragment {
        let (target, value) = (self.target(), self.expression());
        let operator = self.random.pick(&ASSIGNMENT);
        Fragment::expression().fragment(target).text(format!(" {operator} ")).fragment(value)
    }

    fn update(&mut self) -> Fragment {
        let target = self.target();
        match self.random.below(4) {
            0 => Fragment::expression().text("++").fragment(target),
            1 => Fragment::expression().text("--").fragment(target),
            2 => Fragment::expression().fragment(target).text("++"),
            _ => Fragment::expression().fragment(target).text("--"),
        }
    }

    /// Makes `object.name` or `object[key]`.
    pub(super) fn member(&mut self) -> Fragment {
        let object = self.expression();
        match self.random.below(5) {
            0 => {
                let key = self.expression();
                Fragment::expression().fragment(object).text("[").fragment(key).text("]")
            }
            1 => Fragment::expression().fragment(object).text(".length"),
            _ => {
                let name = self.name();
                Fragment::expression().fragment(object).text(format!(".{name}"))
            }
        }
    }

    pub(super) fn argument_list(&mut self, mut call: Fragment) -> Fragment {
        call = call.text("(");
        for index in 0..self.random.below(4) {
            let argument = self.expression();
            call = call.text(if index == 0 { "" } else { ", " }).fragment(argument);
        }
        call.text(")")
    }

    /// Makes a call of a name, a member, a method, a function made in place or any value, or of a name without
    /// parentheses.
    fn call(&mut self) -> Fragment {
        let callee = match self.random.below(10) {
            0..=4 => Fragment::expression().text(self.random.pick(&["f", "g", "f", "a", "o"])),
            5..=6 => self.member(),
            7 => {
                let object = self.expression();
                let method = self.random.pick(&METHODS);
                Fragment::expression().fragment(object).text(format!(".{method}"))
            }
            8 => return self.immediate(Self::body),
            _ => self.expression(),
        };
        // A plain name without parentheses is a reference, whose environment record may give a `this`.
        let call = Fragment::expression().fragment(callee);
        let call = self.argument_list(call);
        if self.random.chance(10) {
            let name = self.random.pick(&NAMES);
            return self.argument_list(Fragment::expression().text(name));
        }
        call
    }

    fn construction(&mut self) -> Fragment {
        let constructor = match self.random.below(4) {
            0 => self.expression(),
            1 => Fragment::expression().text(self.random.pick(&["Object", "Array", "Error", "TypeError", "String"])),
            _ => Fragment::expression().text(self.random.pick(&["f", "g"])),
        };
        let call = Fragment::expression().text("new ").fragment(constructor);
        self.argument_list(call)
    }

    /// Makes an object literal: accessors, unusual keys, a prototype at most once and first, plain members.
    pub(super) fn object(&mut self) -> Fragment {
        let mut object = Fragment::expression().text("{");
        for index in 0..self.random.below(4) {
            object = object.text(if index == 0 { "" } else { ", " });
            object = match self.random.below(6) {
                0 => self.accessor(object, "get", None),
                1 => self.accessor(object, "set", Some("b")),
                2 => {
                    let value = self.expression();
                    let key = self.random.pick(&["0", "\"1\"", "1.5", "if", "length", "valueOf", "toString"]);
                    object.text(format!("{key}: ")).fragment(value)
                }
                3 if index == 0 => {
                    let value = self.random.pick(&["o", "d", "null", "c", "1", "{a: 7, f: f}"]);
                    object.text(format!("__proto__: {value}"))
                }
                _ => {
                    let (name, value) = (self.name(), self.expression());
                    object.text(format!("{name}: ")).fragment(value)
                }
            };
        }
        object.text("}")
    }

    /// Makes an array literal of up to three elements. Some are left out.
    fn array(&mut self) -> Fragment {
        let mut array = Fragment::expression().text("[");
        for _ in 0..self.random.below(4) {
            if !self.random.chance(15) {
                let element = self.expression();
                array = array.fragment(element);
            }
            array = array.text(", ");
        }
        array.text("]")
    }

    fn deletion(&mut self) -> Fragment {
        if self.random.chance(40) && !self.context.strict {
            return Fragment::expression().text(format!("delete {}", self.known_name()));
        }
        let target = self.member();
        Fragment::expression().text("delete ").fragment(target)
    }

    /// Makes a read, a write or a deletion of `arguments`, where it may stand. Strict code only reads.
    fn arguments_access(&mut self) -> Fragment {
        let Context { in_function, strict, no_arguments, .. } = self.context;
        if !in_function || no_arguments {
            return self.simple();
        }
        match self.random.below(5) {
            0 => Fragment::expression().text("arguments.length"),
            1 if !strict => {
                let value = self.expression();
                Fragment::expression().text("arguments[0] = ").fragment(value)
            }
            2 => Fragment::expression().text("arguments[1]"),
            3 if !strict => Fragment::expression().text("delete arguments[0]"),
            _ => Fragment::expression().text("arguments[0]"),
        }
    }
}
