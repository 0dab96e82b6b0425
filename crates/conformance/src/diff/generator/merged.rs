//! Enums and namespaces, in programs that are TypeScript. Several declarations have one name, and plain names mean members.

use super::statement::{assigning, braces, saying};
use super::{Context, Generator};
use crate::diff::fragment::Fragment;

/// One program in so many is TypeScript.
const ONE_IN: u64 = 4;

/// Names of members, some of which are those of variables.
const MEMBERS: [&str; 5] = ["a", "b", "g", "m", "o"];

/// Returns whether the program of a seed is TypeScript.
pub fn is_typed(seed: u64) -> bool {
    seed % ONE_IN == ONE_IN - 1
}

impl Generator {
    /// Makes a block with an enum in one or two declarations, and statements that see its members.
    pub(super) fn enum_block(&mut self) -> Fragment {
        let name = format!("E{}", self.serial());
        let context = self.context.clone().binding(&MEMBERS[..2]);
        let mut statements = vec![self.enum_of(&name, "")];
        if self.random.chance(30) {
            statements.push(self.enum_of(&name, ""));
        }
        statements.push(saying(Fragment::expression().text(name)));
        statements.extend(self.within(context, |generator| generator.statement_list(1)));
        braces(statements)
    }

    /// Makes one declaration of an enum. Members may have no value, a string, a number, or any expression.
    fn enum_of(&mut self, name: &str, export: &'static str) -> Fragment {
        let mut made = Fragment::statement().text(format!("{export}enum {name} {{ "));
        for _ in 0..=self.random.below(3) {
            let member = self.random.pick(&MEMBERS);
            let context = self.context.clone().binding(&MEMBERS[..2]);
            made = match self.random.below(6) {
                0 => made.text(format!("{member}, ")),
                1 => made.text(format!("{member} = \"{member}\", ")),
                2 => made.text(format!("\"{member}-\" = {}, ", self.random.below(9))),
                3 => made.text(format!("{member} = 1 << {} | 4, ", self.random.below(9))),
                _ => {
                    let value = self.within(context, Self::expression);
                    made.text(format!("{member} = ")).fragment(value).text(", ")
                }
            };
        }
        made.text("}")
    }

    /// Makes a namespace, which stands at the top or in another one.
    pub(super) fn namespace(&mut self, export: &'static str) -> Fragment {
        let name = format!("N{}", self.random.below(3));
        let context = Context { strict: self.context.strict, typed: true, no_arguments: true, ..Context::default() };
        let body = self.within(context.binding(&MEMBERS[..2]), Self::exports);
        let head = Fragment::statement().text(format!("{export}namespace {name} {{\n")).statements(body);
        head.text(format!("export const z = 1;\n}}\nsay({name});"))
    }

    fn exports(&mut self) -> Vec<Fragment> {
        let count = 2 + self.random.below(4);
        (0..count).map(|_| self.export()).collect()
    }

    /// Makes a statement of a namespace: mostly an exported declaration, else one that uses or changes what is
    /// exported.
    fn export(&mut self) -> Fragment {
        let member = self.random.pick(&MEMBERS);
        match self.random.below(8) {
            0..=1 => {
                let keyword = self.random.pick(&["let", "var", "const"]);
                let value = self.expression();
                Fragment::statement().text(format!("export {keyword} {member} = ")).fragment(value).text(";")
            }
            2 => {
                let value = self.expression();
                let pattern = format!("export let {{ {member}, p: [{member} = 7] = [] }} = Object(");
                Fragment::statement().text(pattern).fragment(value).text(");")
            }
            3 => {
                let value = self.expression();
                assigning(member, value)
            }
            4 => {
                let name = format!("E{}", self.serial());
                self.enum_of(&name, "export ")
            }
            5 if self.may_grow() => self.namespace("export "),
            _ => {
                let statement = self.statement();
                Fragment::statement()
                    .text("try {\n")
                    .statements(vec![statement])
                    .text("} catch (error) { say(error); }")
            }
        }
    }
}
