//! Operations: those of sites on their receivers, and those done once.

use super::Generator;
use crate::diff::Fragment;

/// Array methods. A function before the call states a condition.
const ARRAY_METHODS: [&str; 25] = [
    "A.push.call($, @)",
    "A.push.call($, @)",
    "A.push.call($, @, 2)",
    "A.pop.call($)",
    "A.pop.call($)",
    "A.shift.call($)",
    "A.shift.call($)",
    "A.unshift.call($, @)",
    "A.unshift.call($)",
    "A.reverse.call($)",
    "A.splice.call($, 1, 1)",
    "A.splice.call($, 0, 1, @, 4)",
    "A.splice.call($, -1, 0, @)",
    "A.slice.call($, 1)",
    "A.concat.call([0], $)",
    "A.indexOf.call($, @)",
    "A.lastIndexOf.call($, @)",
    "A.includes.call($, @)",
    "A.fill.call($, @, 1, 3)",
    "A.copyWithin.call($, 0, 1)",
    "A.map.call($, function (item, index) { print(index + \" \" + brief(item)); return index; })",
    "A.filter.call($, function (item, index) { return index !== 1; })",
    "A.forEach.call($, function (item, index) { print(index + \" \" + brief(item)); })",
    "A.reduce.call($, function (before, item) { return before + brief(item); }, \"\")",
    "A.at.call($, -1)",
];

/// Queries about an object as a whole.
const QUESTIONS: [&str; 12] = [
    "enumerated($)",
    "enumerated($)",
    "O.keys($)",
    "O.keys($)",
    "countOfKeys($)",
    "isFrozen($)",
    "O.isSealed($)",
    "isExtensible($)",
    "prototypeOf($)",
    "$.__proto__",
    "O.assign({}, $)",
    "classOf($)",
];

/// Methods of regular expressions, on any receiver.
const REGEXP_METHODS: [&str; 8] = [
    "R.test.call($, \"xab\")",
    "R.test.call($, \"xab\")",
    "R.exec.call($, \"xabab\")",
    "R.toString.call($)",
    "isSearchable($) && \"xabab\".replace($, \"-\")",
    "isSearchable($) && \"xabab\".match($)",
    "isSearchable($) && \"xabab\".search($)",
    "isSearchable($) && \"xabab\".split($)",
];

/// Methods of primitives, which are looked up in their prototypes.
const PRIMITIVE_METHODS: [&str; 6] = [
    "$.charCodeAt(0)",
    "$.charAt(1)",
    "$.hasOwnProperty(0)",
    "$.valueOf()",
    "typeof $.toString",
    "$.propertyIsEnumerable(\"length\")",
];

/// Functions that make an object less mutable.
const INTEGRITY: [&str; 3] = ["freeze", "O.seal", "O.preventExtensions"];

const ACCESSORS: [&str; 9] = [
    "get: get1",
    "get: get2",
    "get: get3",
    "get: get1, set: set1",
    "get: get2, set: set2",
    "set: set1",
    "set: set2",
    "get: undefined",
    "set: undefined, get: get1",
];

impl Generator {
    /// Makes functions with one operation each: `f0(o, v)`, …
    pub(super) fn make_sites(&mut self) -> Vec<Fragment> {
        let count = 4 + self.random.below(8);
        (0..count)
            .map(|index| {
                let (body, takes_key) = self.operation("o", "v");
                self.sites.push(takes_key);
                let strict = if self.random.chance(35) { "\"use strict\"; " } else { "" };
                Fragment::statement()
                    .text(format!("function f{index}(o, v) {{ {strict}"))
                    .statements(vec![body])
                    .text("}")
            })
            .collect()
    }

    /// Makes a statement that returns the result of an operation on `object` with `value`. Returns also whether the
    /// value is a key.
    pub(super) fn operation(&mut self, object: &str, value: &str) -> (Fragment, bool) {
        let keyed = format!("{object}[{value}]");
        let text = match self.random.below(100) {
            0..=19 => self.place(object),
            20..=36 => format!("{} = {value}", self.place(object)),
            37..=40 => {
                let place = self.place(object);
                format!("isShort({place}) && isShort({value}) && ({place} += {value})")
            }
            41..=42 => {
                let place = self.place(object);
                format!("isShort({place}) && {place}++")
            }
            43..=45 => format!("{}({value})", self.place(object)),
            46..=50 => format!("delete {}", self.place(object)),
            51..=53 => format!("{} in {object}", self.quoted_key()),
            54 => format!("hasOwn({object}, {})", self.quoted_key()),
            55 => format!("typeof {}", self.place(object)),
            56 => format!("descriptorOf({object}, {})", self.quoted_key()),
            57..=62 => {
                let text = self.random.pick(&[
                    "$[v]",
                    "$[v]",
                    "$[v] = 5",
                    "$[v] = \"t\"",
                    "isShort($[v]) && $[v]++",
                    "delete $[v]",
                    "v in $",
                    "hasOwn($, v)",
                ]);
                if value != "v" {
                    keyed
                } else {
                    return (returned(text.replace('$', object)), true);
                }
            }
            63..=76 => {
                let method = self.random.pick(&ARRAY_METHODS).replace('$', object).replace('@', value);
                let makes_array = ["splice", "slice", "map", "filter"].iter().any(|name| method.contains(name));
                let condition = if makes_array { format!(" && !inherits({object}, R)") } else { String::new() };
                format!("isSmall({object}){condition} && {method}")
            }
            77..=81 => self.random.pick(&QUESTIONS).replace('$', object),
            82..=83 => self.random.pick(&REGEXP_METHODS).replace('$', object),
            84..=85 => self.random.pick(&PRIMITIVE_METHODS).replace('$', object),
            86..=88 => {
                format!("{{{}: {value}, b: 1}}", self.quoted_key().trim_start_matches('-').replace("0 / 0", "0"))
            }
            89 => format!("new C({value}, {object})"),
            90 => format!("new D({object})"),
            91 => format!("assignParameter({value})"),
            92 => format!("pair({object}, {value})"),
            _ => return (self.change_of(object), false),
        };
        (returned(text), false)
    }

    /// Makes a statement that changes attributes or the prototype of an object.
    pub(super) fn change_of(&mut self, object: &str) -> Fragment {
        match self.random.below(20) {
            0..=8 => self.definition(object),
            9 => returned(format!("{}({object})", self.random.pick(&INTEGRITY))),
            10..=12 => {
                let prototype = self.prototype();
                Fragment::statement().text(format!("return setPrototypeOf({object}, ")).fragment(prototype).text(");")
            }
            13..=14 => {
                let prototype = self.prototype();
                Fragment::statement().text(format!("return {object}.__proto__ = ")).fragment(prototype).text(";")
            }
            15..=16 => returned(format!("delete {}", self.place(object))),
            17 => {
                let value = self.value();
                Fragment::statement().text(format!("return {object}.length = ")).fragment(value).text(";")
            }
            18 => {
                let prototype = self.prototype();
                Fragment::statement().text("return C.prototype = ").fragment(prototype).text(";")
            }
            _ => {
                let value = self.value();
                let place = self.place(object);
                Fragment::statement().text(format!("return {place} = ")).fragment(value).text(";")
            }
        }
    }

    /// Makes a value for a prototype.
    fn prototype(&mut self) -> Fragment {
        let text = match self.random.below(12) {
            0 => "null".to_owned(),
            1 => self.random.pick(&super::receivers::NATIVES).to_owned(),
            2 => return self.maker(),
            3 => self.random.pick(&["A", "O.prototype"]).to_owned(),
            _ => self.object(),
        };
        Fragment::expression().text(text)
    }

    /// Makes a definition of a property with any attributes, present or not.
    fn definition(&mut self, object: &str) -> Fragment {
        let key = self.quoted_key();
        let start = format!("return redefine({object}, {key}, {{");
        let mut parts = Vec::new();
        for attribute in ["enumerable", "configurable"] {
            self.attribute(attribute, &mut parts);
        }
        if self.random.chance(40) {
            parts.push(self.random.pick(&ACCESSORS).to_owned());
            return Fragment::statement().text(format!("{start}{}}});", parts.join(", ")));
        }
        self.attribute("writable", &mut parts);
        let attributes = parts.join(", ");
        if self.random.chance(20) {
            return Fragment::statement().text(format!("{start}{attributes}}});"));
        }
        let comma = if attributes.is_empty() { "" } else { ", " };
        let value = self.value();
        Fragment::statement().text(format!("{start}{attributes}{comma}value: ")).fragment(value).text("});")
    }

    fn attribute(&mut self, name: &str, to: &mut Vec<String>) {
        match self.random.below(5) {
            0..=1 => {}
            2..=3 => to.push(format!("{name}: true")),
            _ => to.push(format!("{name}: false")),
        }
    }
}

fn returned(text: String) -> Fragment {
    Fragment::statement().text(format!("return {text};"))
}
