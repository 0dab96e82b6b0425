//! Prints a tree and its scopes compactly, for tests and for people.
//!
//! Each statement, function and scope has one line, indented by nesting. Expressions are printed as `(operator
//! operands)`. The resolution follows a name:
//! - `x#3`: binding 3;
//! - `x#3!`: binding 3, with a check that it is initialised;
//! - `x?`: looked up at run time;
//! - `x`: a global.
//!
//! A scope's line lists its bindings with `captured` and `assigned`, then the functions and names that it declares.

mod expression;

use std::fmt::Write;

use ferrotape_budget::NativeStack;
use ferrotape_text::Name;

use crate::scope::{BindingId, BindingKind, ReferenceId, Resolution, ScopeId, ScopeKind};
use crate::tree::{
    BindingTarget, CatchClause, CatchParameter, ClassId, ClassMember, DeclaratorId, ExpressionId, ForInit, ForTarget,
    Function, FunctionId, List, MemberKind, StatementId, StatementKind, Tree,
};

/// Prints the whole tree. Nodes nested too deep for the native stack are printed as `…`.
pub fn dump(tree: &Tree) -> String {
    let mut dumper = Dumper { tree, out: String::new(), indent: 0, stack: NativeStack::default() };
    dumper.function(tree.program);
    dumper.out
}

/// A tree on its way to text.
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

    /// Prints a function: a line of its head, then, indented, its scopes from the outermost and its body.
    fn function(&mut self, id: FunctionId) {
        let function = &self.tree[id];
        let name = function.name.map_or(String::new(), |name| format!(" {}", self.name(name)));
        let plain = function.parameters.iter().map(|parameter| self.binding(parameter.binding));
        let patterns = self.tree.list(function.patterns).map(|pattern| self.text(pattern));
        let parameters: Vec<_> = plain.chain(patterns).collect();
        let mut text = format!("{:?}{name}({})", function.kind, parameters.join(", "));
        self.function_flags(&mut text, function);
        self.line(&text);
        self.indent += 1;
        if let Some(scope) = function.name_scope {
            self.scope(scope);
        }
        self.scope(function.scope);
        function.body_scope.into_iter().for_each(|scope| self.scope(scope));
        self.statements(function.body);
        self.indent -= 1;
    }

    /// Prints a class: its head, its scope, the constructor if the text has one, the scopes of the initializers, then
    /// the members.
    fn class(&mut self, id: ClassId) {
        let class = &self.tree[id];
        let name = class.name.map_or(String::new(), |name| format!(" {}", self.name(name)));
        let heritage = class.heritage.map_or(String::new(), |heritage| format!(" extends {}", self.text(heritage)));
        self.line(&format!("class{name}{heritage}"));
        self.indent += 1;
        self.scope(class.scope);
        class.body_scope.into_iter().for_each(|scope| self.scope(scope));
        let constructor = Some(class.constructor).filter(|_| !class.has_implicit_constructor);
        for (word, function) in [("", constructor), ("fields ", class.fields), ("statics ", class.statics)] {
            match function {
                Some(function) if word.is_empty() => self.function(function),
                Some(function) => {
                    self.line(word.trim_end());
                    self.indent += 1;
                    self.scope(self.tree[function].scope);
                    self.indent -= 1;
                }
                None => {}
            }
        }
        let tree = self.tree;
        tree.list(class.members).for_each(|member| self.member(&tree[member]));
        self.indent -= 1;
    }

    /// Prints a member in one line. Only static blocks have a scope and statements beneath.
    fn member(&mut self, member: &ClassMember) {
        let mut text = if member.is_static { "static ".to_owned() } else { String::new() };
        if member.kind == MemberKind::StaticBlock {
            self.line(text.trim_end());
            self.indent += 1;
            member.scope.into_iter().for_each(|scope| self.scope(scope));
            self.statements(member.body);
            self.indent -= 1;
            return;
        }
        let _ = write!(text, "{:?} {}", member.kind, self.key(member.key));
        if let Some(name) = member.private_name {
            let _ = write!(text, " as {}", self.reference(name));
        }
        if let Some(hidden) = member.hidden {
            let _ = write!(text, " kept in {}", self.binding(hidden.binding));
        }
        if let Some(value) = member.value {
            let _ = write!(text, ": {}", self.text(value));
        }
        self.line(&text);
    }

    /// Appends the words of the flags that are set, then the binding of `arguments`, if the function has one.
    fn function_flags(&self, text: &mut String, function: &Function) {
        let flags = [
            (function.is_async, " async"),
            (function.is_generator, " generator"),
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

    /// Writes a scope with its bindings.
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
            text.push_str(if bound.checked { " checked" } else { "" });
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
        let copies: Vec<_> = self.tree.list(scope.copies).collect();
        for copy in copies.chunks(2) {
            let [to, from] =
                [copy.first(), copy.last()].map(|binding| binding.map_or(String::new(), |&b| self.binding(b)));
            let _ = write!(text, " copy {to} {from}");
        }
        if scope.kind == ScopeKind::Script {
            for lexical in &self.tree.lexical_names {
                let word = if lexical.is_constant { "const" } else { "let" };
                let _ = write!(text, " {word} {}", self.name(lexical.name));
            }
        }
        if let Some(disposal) = scope.disposes {
            let _ = write!(text, " disposes {disposal:?}");
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

    /// Writes a statement, and the statements in it further to the right.
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
                let text = self.declarators("var", declarations);
                self.line(&text);
            }
            StatementKind::LexicalDeclaration { kind, declarations } => {
                let text = self.declarators(kind.keyword(), declarations);
                self.line(&text);
            }
            StatementKind::ClassDeclaration { class, reference } => {
                self.line(&format!("declare {}", self.reference(reference)));
                self.indent += 1;
                self.class(class);
                self.indent -= 1;
            }
            StatementKind::ExportDefault { expression, .. } => self.headed("export default ", &[expression]),
            StatementKind::ModuleDeclaration => self.line("module declaration"),
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
                    Some(ForInit::Variables(list)) => self.declarators("var", list),
                    Some(ForInit::Lexical { kind, declarations, .. }) => self.declarators(kind.keyword(), declarations),
                    Some(ForInit::Expression(expression)) => self.text(expression),
                    None => String::new(),
                };
                let [test, update] = [test, update].map(|part| part.map_or(String::new(), |part| self.text(part)));
                self.line(&format!("for {init}; {test}; {update}"));
                if let StatementKind::For { init: Some(ForInit::Lexical { scope, .. }), .. } = self.tree[id].kind {
                    self.nested_scope(scope);
                }
                self.nested(body);
            }
            StatementKind::ForIn { left, right, body } => self.for_each("for", left, "in", right, body),
            StatementKind::ForOf { left, right, body, is_await } => {
                self.for_each(if is_await { "for await" } else { "for" }, left, "of", right, body);
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

    /// Prints a for-in or for-of loop. The scope of a lexical declaration stands before the body.
    fn for_each(&mut self, word: &str, left: ForTarget, of: &str, right: ExpressionId, body: StatementId) {
        let target = match left {
            ForTarget::Variable(declarator) => self.declarator("var", declarator),
            ForTarget::Lexical { kind, declarator, .. } => self.declarator(kind.keyword(), declarator),
            ForTarget::Expression(expression) => self.text(expression),
        };
        self.headed(&format!("{word} {target} {of} "), &[right]);
        if let ForTarget::Lexical { scope, .. } = left {
            self.nested_scope(scope);
        }
        self.nested(body);
    }

    fn nested_scope(&mut self, scope: ScopeId) {
        self.indent += 1;
        self.scope(scope);
        self.indent -= 1;
    }

    fn block(&mut self, body: List<StatementId>, scope: Option<ScopeId>) {
        self.line("block");
        self.indent += 1;
        scope.into_iter().for_each(|scope| self.scope(scope));
        self.statements(body);
        self.indent -= 1;
    }

    /// Prints an `if` and each `else if` at one depth, in a loop like the parser's.
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

    /// Prints the parts of a `try`. The body of a `catch` stands within the scope of its parameter.
    fn try_statement(&mut self, block: StatementId, handler: Option<CatchClause>, finalizer: Option<StatementId>) {
        self.line("try");
        self.nested(block);
        if let Some(CatchClause { param, scope, body }) = handler {
            let param = match param {
                CatchParameter::None => String::new(),
                CatchParameter::Binding(binding) => format!(" {}", self.binding(binding)),
                CatchParameter::Pattern(pattern) => format!(" {}", self.text(pattern)),
            };
            self.line(&format!("catch{param}"));
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

    fn declarators(&self, word: &str, list: List<DeclaratorId>) -> String {
        self.tree.list(list).map(|declarator| self.declarator(word, declarator)).collect::<Vec<_>>().join(", ")
    }

    fn declarator(&self, word: &str, id: DeclaratorId) -> String {
        let declarator = self.tree[id];
        let init = declarator.init.map_or(String::new(), |init| format!(" = {}", self.text(init)));
        let target = match declarator.target {
            BindingTarget::Identifier { reference, .. } => self.reference(reference),
            BindingTarget::Pattern(pattern) => self.text(pattern),
        };
        format!("{word} {target}{init}")
    }

    /// Writes a line with expressions. The functions in them follow below.
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
        let check = if reference.checked { "!" } else { "" };
        match reference.resolution {
            Resolution::Binding(binding) => self.binding(binding) + check,
            Resolution::Global => self.name(reference.name),
            Resolution::Dynamic => self.name(reference.name) + "?",
        }
    }
}
