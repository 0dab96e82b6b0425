//! A compact text of a tree and its scopes, for tests and for people.
//!
//! One line per statement, function and scope, indented by nesting; expressions as `(operator operands)`. A name is followed
//! by what it refers to: `x#3` binding 3, `x?` looked up while running, plain `x` a global. A scope line lists its
//! bindings with `captured` and `assigned`, then the functions and names that it declares.

use std::fmt::Write;

use ferrotape_budget::NativeStack;
use ferrotape_text::Name;

use crate::scope::{BindingId, BindingKind, ReferenceId, Resolution, ScopeId};
use crate::tree::{
    CatchClause, DeclaratorId, ExpressionId, ExpressionKind, ForInit, ForTarget, Function, FunctionId, List, Property,
    PropertyKind, PropertyName, StatementId, StatementKind, Tree,
};

/// The whole tree. What is nested too deep for the native stack is shown as `…`.
pub fn dump(tree: &Tree) -> String {
    let mut dumper = Dumper { tree, out: String::new(), indent: 0, stack: NativeStack::default() };
    dumper.function(tree.program);
    dumper.out
}

struct Dumper<'t> {
    tree: &'t Tree,
    out: String,
    indent: usize,
    stack: NativeStack,
}

impl Dumper<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn name(&self, name: Name) -> String {
        self.tree.names.text(name).to_string()
    }

    fn function(&mut self, id: FunctionId) {
        let function = &self.tree[id];
        let name = function.name.map_or(String::new(), |name| format!(" {}", self.name(name)));
        let parameters: Vec<_> = function.parameters.iter().map(|p| self.binding(p.binding)).collect();
        let mut text = format!("{:?}{name}({})", function.kind, parameters.join(", "));
        self.function_flags(&mut text, function);
        self.line(&text);
        self.indent += 1;
        if let Some(scope) = function.name_scope {
            self.scope(scope);
        }
        self.scope(function.scope);
        self.statements(function.body);
        self.indent -= 1;
    }

    fn function_flags(&self, text: &mut String, function: &Function) {
        let flags = [
            (function.strict, " strict"),
            (function.uses_this, " this"),
            (function.contains_direct_eval, " eval"),
            (function.no_tail_calls, " notail"),
        ];
        text.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word));
        if let Some(arguments) = function.arguments {
            let _ = write!(text, " {}", self.binding(arguments));
        }
    }

    fn binding(&self, id: BindingId) -> String {
        format!("{}#{}", self.name(self.tree[id].name), id.0)
    }

    fn scope(&mut self, id: ScopeId) {
        let scope = &self.tree[id];
        let mut text = format!("{:?}", scope.kind).to_lowercase() + " scope";
        for &binding in &scope.bindings {
            let bound = &self.tree[binding];
            let kind = match bound.kind {
                BindingKind::Parameter { index } => format!("parameter {index}"),
                kind => format!("{kind:?}").to_lowercase(),
            };
            let _ = write!(text, " [{} {kind}", self.binding(binding));
            text.push_str(if bound.captured { " captured" } else { "" });
            text.push_str(if bound.assigned { " assigned]" } else { "]" });
        }
        for &function in &scope.functions {
            let name = self.tree[function].name.map_or(String::new(), |name| self.name(name));
            let _ = write!(text, " function {name}");
        }
        for &name in &scope.declared_names {
            let _ = write!(text, " var {}", self.name(name));
        }
        for &name in &scope.hoisted_names {
            let _ = write!(text, " hoisted {}", self.name(name));
        }
        text.push_str(if scope.dynamic { " dynamic" } else { "" });
        text.push_str(if scope.needs_record { " record" } else { "" });
        self.line(&text);
    }

    fn statements(&mut self, list: List<StatementId>) {
        let tree = self.tree;
        tree.list(list).for_each(|statement| self.statement(statement));
    }

    fn nested(&mut self, statement: StatementId) {
        self.indent += 1;
        self.statement(statement);
        self.indent -= 1;
    }

    fn statement(&mut self, id: StatementId) {
        if self.stack.is_exhausted() {
            return self.line("…");
        }
        match self.tree[id].kind {
            StatementKind::Empty => self.line("empty"),
            StatementKind::Debugger => self.line("debugger"),
            StatementKind::Expression { expression } => self.headed("", &[expression]),
            StatementKind::Block { body, scope } => self.block(body, scope),
            StatementKind::VariableDeclaration { declarations } => {
                let text = self.declarators(declarations);
                self.line(&text);
            }
            StatementKind::FunctionDeclaration { function, outer } => {
                let outer = outer.map_or(String::new(), |outer| format!(" also {}", self.reference(outer)));
                self.line(&format!("declare{outer}"));
                self.nested_function(function);
            }
            StatementKind::If { .. } => self.if_chain(id),
            StatementKind::DoWhile { body, test } => {
                self.headed("do while ", &[test]);
                self.nested(body);
            }
            StatementKind::While { test, body } => {
                self.headed("while ", &[test]);
                self.nested(body);
            }
            StatementKind::For { init, test, update, body } => {
                let init = match init {
                    Some(ForInit::Variables(list)) => self.declarators(list),
                    Some(ForInit::Expression(expression)) => self.text(expression),
                    None => String::new(),
                };
                let [test, update] = [test, update].map(|part| part.map_or(String::new(), |part| self.text(part)));
                self.line(&format!("for {init}; {test}; {update}"));
                self.nested(body);
            }
            StatementKind::ForIn { left, right, body } => {
                let left = match left {
                    ForTarget::Variable(declarator) => self.declarator(declarator),
                    ForTarget::Expression(expression) => self.text(expression),
                };
                self.headed(&format!("for {left} in "), &[right]);
                self.nested(body);
            }
            StatementKind::Continue { label } => self.jump("continue", label),
            StatementKind::Break { label } => self.jump("break", label),
            StatementKind::Return { argument } => self.headed("return ", argument.as_slice()),
            StatementKind::With { object, body, scope } => {
                self.headed("with ", &[object]);
                self.indent += 1;
                self.scope(scope);
                self.statement(body);
                self.indent -= 1;
            }
            StatementKind::Switch { discriminant, cases, scope } => {
                self.headed("switch ", &[discriminant]);
                self.indent += 1;
                scope.into_iter().for_each(|scope| self.scope(scope));
                let tree = self.tree;
                for case in tree.list(cases) {
                    let case = &tree[case];
                    let head = if case.test.is_some() { "case " } else { "default" };
                    self.headed(head, case.test.as_slice());
                    self.indent += 1;
                    self.statements(case.consequent);
                    self.indent -= 1;
                }
                self.indent -= 1;
            }
            StatementKind::Labeled { label, body } => {
                self.line(&format!("{}:", self.name(label)));
                self.nested(body);
            }
            StatementKind::Throw { argument } => self.headed("throw ", &[argument]),
            StatementKind::Try { block, handler, finalizer } => self.try_statement(block, handler, finalizer),
        }
    }

    fn block(&mut self, body: List<StatementId>, scope: Option<ScopeId>) {
        self.line("block");
        self.indent += 1;
        scope.into_iter().for_each(|scope| self.scope(scope));
        self.statements(body);
        self.indent -= 1;
    }

    fn if_chain(&mut self, first: StatementId) {
        let mut next = Some(first);
        while let Some(id) = next.take() {
            match self.tree[id].kind {
                StatementKind::If { test, consequent, alternate } => {
                    self.headed(if id == first { "if " } else { "else if " }, &[test]);
                    self.nested(consequent);
                    next = alternate;
                }
                _ => {
                    self.line("else");
                    self.nested(id);
                }
            }
        }
    }

    fn try_statement(&mut self, block: StatementId, handler: Option<CatchClause>, finalizer: Option<StatementId>) {
        self.line("try");
        self.nested(block);
        if let Some(CatchClause { param, scope, body }) = handler {
            self.line(&format!("catch {}", self.binding(param)));
            self.indent += 1;
            self.scope(scope);
            self.statement(body);
            self.indent -= 1;
        }
        if let Some(finalizer) = finalizer {
            self.line("finally");
            self.nested(finalizer);
        }
    }

    fn jump(&mut self, word: &str, label: Option<Name>) {
        let label = label.map_or(String::new(), |label| format!(" {}", self.name(label)));
        self.line(&format!("{word}{label}"));
    }

    fn declarators(&self, list: List<DeclaratorId>) -> String {
        self.tree.list(list).map(|declarator| self.declarator(declarator)).collect::<Vec<_>>().join(", ")
    }

    fn declarator(&self, id: DeclaratorId) -> String {
        let declarator = self.tree[id];
        let init = declarator.init.map_or(String::new(), |init| format!(" = {}", self.text(init)));
        format!("var {}{init}", self.reference(declarator.reference))
    }

    /// A line with expressions, and the functions in these below it.
    fn headed(&mut self, head: &str, expressions: &[ExpressionId]) {
        let texts: Vec<_> = expressions.iter().map(|&expression| self.text(expression)).collect();
        let text = format!("{head}{}", texts.join(" "));
        self.line(text.trim_end());
    }

    fn nested_function(&mut self, function: FunctionId) {
        self.indent += 1;
        self.function(function);
        self.indent -= 1;
    }

    fn reference(&self, id: ReferenceId) -> String {
        let reference = &self.tree[id];
        match reference.resolution {
            Resolution::Binding(binding) => self.binding(binding),
            Resolution::Global => self.name(reference.name),
            Resolution::Dynamic => self.name(reference.name) + "?",
        }
    }

    fn text(&self, id: ExpressionId) -> String {
        let mut text = String::new();
        self.write_expression(&mut text, id);
        text
    }

    fn write_expression(&self, out: &mut String, id: ExpressionId) {
        use ExpressionKind::*;
        if self.stack.is_exhausted() {
            return out.push('…');
        }
        match self.tree[id].kind {
            Identifier { reference, .. } => out.push_str(&self.reference(reference)),
            NullLiteral => out.push_str("null"),
            BooleanLiteral { value } => out.push_str(if value { "true" } else { "false" }),
            NumericLiteral { value } => out.push_str(&value.to_string()),
            StringLiteral { value } => out.push_str(&format!("{:?}", self.tree.names.text(value))),
            RegExpLiteral { pattern, flags } => {
                out.push_str(&format!("/{}/{}", self.tree.names.text(pattern), self.tree.names.text(flags)));
            }
            This => out.push_str("this"),
            Array { elements } => self.write_node(out, "array", elements),
            Object { properties } => {
                out.push_str("(object");
                self.tree.list(properties).for_each(|property| self.write_property(out, &self.tree[property]));
                out.push(')');
            }
            Function { function } => self.write_function(out, function),
            Unary { operator, argument } => self.write_operator(out, &format!("{operator:?}"), &[argument]),
            Update { operator, prefix, argument } => {
                let place = if prefix { "Prefix" } else { "Postfix" };
                self.write_operator(out, &format!("{place}{operator:?}"), &[argument]);
            }
            Binary { operator, left, right } => self.write_operator(out, &format!("{operator:?}"), &[left, right]),
            Logical { operator, left, right } => self.write_operator(out, &format!("{operator:?}"), &[left, right]),
            Assignment { operator, left, right } => {
                let operator = operator.map_or(std::string::String::new(), |operator| format!("{operator:?}"));
                self.write_operator(out, &format!("{operator}="), &[left, right]);
            }
            Conditional { test, consequent, alternate } => {
                self.write_operator(out, "?", &[test, consequent, alternate]);
            }
            Call { callee, arguments } => self.write_call(out, "call", callee, arguments),
            New { callee, arguments } => self.write_call(out, "new", callee, arguments),
            Member { object, property } => {
                self.write_operator(out, ".", &[object]);
                out.truncate(out.len() - 1);
                out.push_str(&format!(" {})", self.name(property)));
            }
            ComputedMember { object, property } => self.write_operator(out, "[]", &[object, property]),
            Sequence { expressions } => self.write_operands(out, ",", self.tree.list(expressions).map(Some)),
        }
    }

    fn write_operator(&self, out: &mut String, operator: &str, operands: &[ExpressionId]) {
        self.write_operands(out, operator, operands.iter().copied().map(Some));
    }

    fn write_node(&self, out: &mut String, operator: &str, operands: List<Option<ExpressionId>>) {
        self.write_operands(out, operator, self.tree.list(operands));
    }

    fn write_call(&self, out: &mut String, word: &str, callee: ExpressionId, arguments: List<ExpressionId>) {
        let operands = std::iter::once(callee).chain(self.tree.list(arguments)).map(Some);
        self.write_operands(out, word, operands);
    }

    fn write_operands(&self, out: &mut String, word: &str, operands: impl Iterator<Item = Option<ExpressionId>>) {
        out.push('(');
        out.push_str(word);
        for operand in operands {
            out.push(' ');
            match operand {
                Some(operand) => self.write_expression(out, operand),
                None => out.push_str("hole"),
            }
        }
        out.push(')');
    }

    fn write_property(&self, out: &mut String, property: &Property) {
        let key = match property.key {
            PropertyName::Text(name) => self.name(name),
            PropertyName::Number(number) => number.to_string(),
        };
        let word = match property.kind {
            PropertyKind::Init => "",
            PropertyKind::Get => "get ",
            PropertyKind::Set => "set ",
            PropertyKind::Prototype => "prototype ",
        };
        out.push_str(&format!(" {word}{key}: "));
        self.write_expression(out, property.value);
    }

    /// A function inside an expression: its lines in braces.
    fn write_function(&self, out: &mut String, function: FunctionId) {
        let mut inner = Dumper { tree: self.tree, out: String::new(), indent: self.indent + 1, stack: self.stack };
        inner.function(function);
        out.push_str("{\n");
        out.push_str(&inner.out);
        (0..self.indent).for_each(|_| out.push_str("  "));
        out.push('}');
    }
}
