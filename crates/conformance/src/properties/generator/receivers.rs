//! Objects of all classes, ordinary and exotic, and values for their properties.

use super::Generator;
use crate::diff::{Fragment, Random};

/// Built-in prototypes that programs change.
pub const NATIVES: [&str; 8] =
    ["O.prototype", "A", "S", "Number.prototype", "Boolean.prototype", "Function.prototype", "R", "Error.prototype"];

/// Expressions that make objects.
const MAKERS: [&str; 47] = [
    "{}",
    "{a: 1, b: 2}",
    "{a: 1, b: 2}",
    "{b: 2, a: 1}",
    "{x: 1, length: 7}",
    "{length: 7}",
    "pair(1, 2)",
    "pair(3, \"s\")",
    "new C(1, 2)",
    "new C(\"p\", {})",
    "C.prototype",
    "new D(3)",
    "{get a() { print(\"own a\"); return 21; }, set a(value) { print(\"own a = \" + show(value)); }, b: 5}",
    "{get length() { print(\"own length\"); return 2; }, 0: \"p\", 1: \"q\"}",
    "[]",
    "[1, 2, 3]",
    "[1, 2, 3]",
    "[1, , 3]",
    "[1.5, \"x\", {}]",
    "new Array(5)",
    "new Array(70)",
    "sparse([], 100, 1)",
    "sparse([1, 2], 20000, 1)",
    "sparse([1, 2], \"a\", 1)",
    "new String(\"abc\")",
    "new String(\"abc\")",
    "new String(\"\")",
    "new Number(5)",
    "new Boolean(false)",
    "new Date(0)",
    "/ab/g",
    "/(a)b/",
    "/a/gi",
    "new Error(\"m\")",
    "new TypeError()",
    "function (p, q) {}",
    "function () { \"use strict\"; return this; }",
    "function f() {}.bind(null, 1)",
    "Math.max",
    "mapped(1, 2)",
    "mapped(1, 2, 3)",
    "mapped(1)",
    "unmapped(1, 2)",
    "many({})",
    "many([1, 2])",
    "without({a: 1, b: 2, x: 3}, \"a\")",
    "Object.create(null)",
];

/// An object with the properties of a regular expression that is none.
const FALSE_REGEXP: &str = "define(Object.create(R), \"lastIndex\", {value: 0, writable: true})";

const PRIMITIVES: [&str; 9] = ["\"abc\"", "\"\"", "5", "-0", "1.5", "true", "null", "undefined", "\"s\" + 1"];

const VALUES: [&str; 20] = [
    "1",
    "2",
    "3",
    "0",
    "-1",
    "-0",
    "1.5",
    "7",
    "\"s\"",
    "\"abc\"",
    "\"2\"",
    "\"length\"",
    "undefined",
    "null",
    "true",
    "0 / 0",
    "4294967295",
    "4294967296",
    "call1",
    "{}",
];

/// Chooses the built-in prototypes that a program changes: mostly none.
pub fn choose_natives(random: &mut Random) -> Vec<&'static str> {
    match random.below(10) {
        0..=5 => Vec::new(),
        6..=7 => vec![random.pick(&NATIVES)],
        _ => vec![random.pick(&NATIVES), random.pick(&NATIVES)],
    }
}

impl Generator {
    /// Declares the objects of the program. Later ones may inherit from earlier ones.
    pub(super) fn receivers(&mut self) -> Vec<Fragment> {
        let is_family = self.random.chance(60);
        let count = 4 + self.random.below(6);
        (0..count).map(|_| self.declaration(is_family)).collect()
    }

    /// Declares an object. In a family most objects, of whatever class, have one of the first two as their prototype.
    fn declaration(&mut self, is_family: bool) -> Fragment {
        let index = self.objects;
        let inherits = index > 0 && self.random.chance(if is_family { 75 } else { 20 });
        let maker = if inherits {
            let parent = if is_family { self.random.below(index.min(2)) } else { self.random.below(index) };
            let parent = Fragment::expression().text(format!("o{parent}"));
            if self.random.chance(35) {
                Fragment::expression().text("Object.create(").fragment(parent).text(")")
            } else {
                let object = self.maker();
                Fragment::expression().text("under(").fragment(parent).text(", ").fragment(object).text(")")
            }
        } else {
            self.maker()
        };
        self.objects += 1;
        Fragment::statement().text(format!("var o{index} = know(\"o{index}\", ")).fragment(maker).text(");")
    }

    /// Makes an expression that makes an object.
    pub(super) fn maker(&mut self) -> Fragment {
        let text = match self.random.below(40) {
            0 => FALSE_REGEXP.to_owned(),
            1 if !self.natives.is_empty() => format!("Object.create({})", self.random.pick(&self.natives)),
            _ => match self.random.pick(&MAKERS) {
                maker if maker.starts_with("unmapped") && self.keys.contains(&"callee") => "mapped(1, 2)".to_owned(),
                maker => maker.to_owned(),
            },
        };
        Fragment::expression().text(text)
    }

    /// Returns the name of an object of the program.
    pub(super) fn object(&mut self) -> String {
        let index = self.random.below(self.objects + 1);
        if index == self.objects { self.random.pick(&["C", "C.prototype"]).to_owned() } else { format!("o{index}") }
    }

    /// Makes a receiver for a call of a site.
    pub(super) fn receiver(&mut self) -> Fragment {
        let text = match self.random.below(100) {
            0..=13 => self.random.pick(&PRIMITIVES).to_owned(),
            14..=18 if !self.natives.is_empty() => self.random.pick(&self.natives).to_owned(),
            19..=26 => return self.maker(),
            _ => self.object(),
        };
        Fragment::expression().text(text)
    }

    pub(super) fn value(&mut self) -> Fragment {
        let text = if self.random.chance(15) { self.object() } else { self.random.pick(&VALUES).to_owned() };
        Fragment::expression().text(text)
    }
}
