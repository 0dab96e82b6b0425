//! Classes: members of all kinds, private names, fields, static blocks, derived constructors.

use super::function::{Head, Kind};
use super::statement::{braces, saying};
use super::{Context, Generator};
use crate::diff::fragment::Fragment;

const HERITAGE: [&str; 9] =
    ["Seen", "Seen", "Object", "Array", "f", "null", "Error", "class { constructor() { return o; } }", "(a, 1)"];

/// Private members of every class. They print properties of their receiver that show whether it is right.
const PRIVATE: &str =
    "{\n#x = 1; static #y = 2; get #z() { return this.#x; } set #z(v) { print(\"z \" + show(v, 1)); this.#x = v; }
#w(a, b) { return calls-- > 0 && [typeof this, #x in Object(this), a, b]; }
static #v(...all) { return calls-- > 0 && [typeof this, all.length]; }\n";

impl Generator {
    /// Makes a block with a class and some of its instances.
    pub(super) fn class_block(&mut self) -> Fragment {
        let context = self.context.clone().binding(&["P"]);
        let class = self.class(Fragment::statement().text("class P "));
        let mut statements = vec![class];
        let made =
            "try { var o = new P(1, a); say(o); } catch (error) { say(error); } members(o); members(P.prototype);";
        statements.push(Fragment::statement().text(made));
        let count = 1 + self.random.below(3);
        statements.extend(self.within(context, |generator| generator.statement_list(count)));
        braces(statements)
    }

    /// Makes a class expression that is used once, by `new`.
    pub(super) fn class_expression(&mut self) -> Fragment {
        let class = self.class(Fragment::expression().text("class "));
        Fragment::expression().text("new ").fragment(class).text("(2)")
    }

    /// Adds heritage and body.
    fn class(&mut self, class: Fragment) -> Fragment {
        let strict = Context { in_class: true, ..self.context.nested(true) };
        self.within(strict, |generator| generator.tail_of_class(class))
    }

    /// Makes all behind the name of a class: heritage, the private members of every class, then a few random ones.
    fn tail_of_class(&mut self, mut class: Fragment) -> Fragment {
        let is_derived = self.random.chance(40);
        if is_derived {
            let heritage = self.random.pick(&HERITAGE);
            class = class.text(format!("extends {heritage} "));
        }
        class = class.text(PRIVATE);
        for _ in 0..self.random.below(5) {
            class = self.member_of_class(class).text("\n");
        }
        if self.random.chance(50) {
            class = self.constructor(class, is_derived);
        }
        class.text("}")
    }

    /// Adds a field, a static block, a getter, a generator or a method. Each private name is a new one.
    fn member_of_class(&mut self, class: Fragment) -> Fragment {
        let is_static = if self.random.chance(30) { "static " } else { "" };
        let name = self.random.pick(&["a", "b", "g", "#m", "[a]", "0", "toString"]);
        let name = if name == "#m" { format!("#m{}", self.serial()) } else { name.to_owned() };
        let initializer = Context { in_method: true, no_arguments: true, ..self.context.clone() };
        match self.random.below(6) {
            0..=1 => {
                let value = self.within(initializer, Self::expression_of_class);
                class.text(format!("{is_static}{name} = ")).fragment(value).text(";")
            }
            2 => {
                let body = self.within(initializer, |generator| generator.statement_list(1));
                class.text("static {\n").statements(body).text("}")
            }
            3 => {
                let head = Head::member(format!("{is_static}get {name}()"), Kind::Plain, Vec::new());
                self.function_with(class, head, Self::body_of_method)
            }
            4 => {
                let head = Head::member(format!("{is_static}*{name}(a)"), Kind::Generator, vec!["a"]);
                self.function_with(class, head, Self::body_of_method)
            }
            _ => {
                let head = Head::member(format!("{is_static}{name}(a, b)"), Kind::Plain, vec!["a", "b"]);
                self.function_with(class, head, Self::body_of_method)
            }
        }
    }

    /// Adds a constructor. In a derived class, it mostly calls `super` at its beginning; otherwise construction fails.
    fn constructor(&mut self, class: Fragment, is_derived: bool) -> Fragment {
        let head = Head::member("constructor(a, b)".to_owned(), Kind::Plain, vec!["a", "b"]);
        self.function_with(class, head, |generator| {
            let mut body = generator.body_of_method();
            if is_derived && generator.random.chance(85) {
                let place = generator.random.below(body.len().min(2));
                let call =
                    generator.random.pick(&["super(a);", "super(...[a, b]);", "say(super(b));", "(() => super())();"]);
                body.insert(place, Fragment::statement().text(call));
            }
            body
        })
    }

    fn body_of_method(&mut self) -> Vec<Fragment> {
        let first = saying(self.expression_of_class());
        [vec![first], self.body()].concat()
    }

    fn expression_of_class(&mut self) -> Fragment {
        if self.random.chance(20) { self.expression() } else { self.private_expression() }
    }

    /// Makes an access to a private name, in right and wrong objects, or to `super` where it may stand.
    pub(super) fn private_expression(&mut self) -> Fragment {
        let expression = Fragment::expression();
        let object = self.random.pick(&["this", "this", "o", "a", "P"]);
        match self.random.below(12) {
            0 => expression.text(format!("#x in Object({object})")),
            1 => expression.text(format!("{object}.#x")),
            2 => expression.text(format!("{object}.#x++")),
            3 => {
                let (name, value) = (self.random.pick(&["#x", "#z"]), self.expression());
                expression.text(format!("{object}.{name} = ")).fragment(value)
            }
            4 => expression.text(format!("{object}?.#z")),
            5 => self.argument_list(expression.text(format!("{object}.#w"))),
            6 => {
                let (test, value) = (self.expression(), self.expression());
                let call = expression.text("this.#w(").fragment(test).text(", this.#z)[1] ? ");
                call.fragment(value).text(" : this.#x")
            }
            7 => self.argument_list(expression.text("P.#v")),
            8 if self.context.in_method => {
                let value = self.expression();
                expression
                    .text(self.random.pick(&["super.b = ", "super.a += ", "super[loud(\"b\")] = "]))
                    .fragment(value)
            }
            9 if self.context.in_method => self.argument_list(expression.text("super.f")),
            10 if self.context.in_method => {
                expression.text(self.random.pick(&["super.a", "super.toString()", "super[\"a\"]", "super.b"]))
            }
            _ => expression.text("this.#x"),
        }
    }
}
