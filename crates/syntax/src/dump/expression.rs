//! Expressions as text.

use super::Dumper;
use crate::scope::ReferenceId;
use crate::tree::{
    ClassId, ExpressionId, ExpressionKind, FunctionId, List, Phase, Property, PropertyKind, PropertyName, TemplateId,
    TemplateLiteral,
};

impl Dumper<'_> {
    pub(super) fn text(&self, id: ExpressionId) -> String {
        let mut text = String::new();
        self.write_expression(&mut text, id);
        text
    }

    /// Writes an expression on one line.
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
            BigIntLiteral { digits } => out.push_str(&format!("{}n", self.name(digits))),
            Template { template } => self.write_template(out, "template", None, template),
            TaggedTemplate { tag, template } => self.write_template(out, "tagged", Some(tag), template),
            This => out.push_str("this"),
            ThisReference { reference } => out.push_str(&self.reference(reference)),
            NewTarget { reference } => out.push_str(&self.reference(reference)),
            ImportMeta => out.push_str("import.meta"),
            ImportCall { phase, source, options } => {
                let word = match phase {
                    Phase::Source => "import.source",
                    Phase::Defer => "import.defer",
                    Phase::Evaluation => "import",
                };
                self.write_operands(out, word, std::iter::once(source).chain(options).map(Some));
            }
            Array { elements } => self.write_node(out, "array", elements),
            Object { properties } => {
                out.push_str("(object");
                self.tree.list(properties).for_each(|property| self.write_property(out, &self.tree[property]));
                out.push(')');
            }
            Function { function } => self.write_function(out, function),
            Class { class } => self.write_class(out, class),
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
            LogicalAssignment { operator, left, right } => {
                self.write_operator(out, &format!("{operator:?}="), &[left, right]);
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
            PrivateMember { object, reference } => {
                self.write_operator(out, ".", &[object]);
                out.truncate(out.len() - 1);
                out.push_str(&format!(" {})", self.reference(reference)));
            }
            PrivateIn { reference, right } => {
                self.write_operator(out, &format!("In {}", self.reference(reference)), &[right]);
            }
            SuperMember { property, references } => {
                out.push_str(&format!("(. {} {})", self.super_references(references, 2), self.name(property)));
            }
            SuperComputedMember { property, references } => {
                self.write_operator(out, &format!("[] {}", self.super_references(references, 2)), &[property]);
            }
            SuperCall { arguments, references } => {
                let word = format!("call {}", self.super_references(references, 3));
                self.write_operands(out, &word, self.tree.list(arguments).map(Some));
            }
            Chain { expression } => self.write_operator(out, "chain", &[expression]),
            Optional { argument } => self.write_operator(out, "?.", &[argument]),
            Spread { argument, .. } | Rest { argument } => self.write_operator(out, "...", &[argument]),
            Yield { argument, delegate } => {
                let word = if delegate { "yield*" } else { "yield" };
                self.write_operands(out, word, argument.into_iter().map(Some));
            }
            Await { argument } => self.write_operator(out, "await", &[argument]),
            ArrayPattern { elements } => self.write_node(out, "array-pattern", elements),
            ObjectPattern { properties } => {
                out.push_str("(object-pattern");
                self.tree.list(properties).for_each(|property| self.write_property(out, &self.tree[property]));
                out.push(')');
            }
            AssignmentPattern { left, right } => self.write_operator(out, "default", &[left, right]),
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

    /// Appends `(word operands)`. A missing operand, as in `[a, , b]`, is `hole`.
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

    fn super_references(&self, first: ReferenceId, count: u32) -> String {
        let references = (first.0..first.0 + count).map(|reference| self.reference(ReferenceId(reference)));
        references.collect::<Vec<_>>().join(" ")
    }

    /// Writes strings and expressions in turn.
    fn write_template(&self, out: &mut String, word: &str, tag: Option<ExpressionId>, template: TemplateId) {
        let TemplateLiteral { quasis, expressions } = self.tree[template];
        out.push_str(&format!("({word}"));
        if let Some(tag) = tag {
            out.push(' ');
            self.write_expression(out, tag);
        }
        let mut expressions = self.tree.list(expressions);
        for quasi in self.tree.list(quasis) {
            match self.tree[quasi].cooked {
                Some(cooked) => out.push_str(&format!(" {:?}", self.tree.names.text(cooked))),
                None => out.push_str(&format!(" raw {:?}", self.tree.names.text(self.tree[quasi].raw))),
            }
            if let Some(expression) = expressions.next() {
                out.push(' ');
                self.write_expression(out, expression);
            }
        }
        out.push(')');
    }

    pub(super) fn key(&self, key: PropertyName) -> String {
        match key {
            PropertyName::Text(name) | PropertyName::Private(name) => self.name(name),
            PropertyName::Number(number) => number.to_string(),
            PropertyName::Computed(key) => format!("[{}]", self.text(key)),
        }
    }

    /// Appends a member of an object literal or pattern. A spread member has no key.
    fn write_property(&self, out: &mut String, property: &Property) {
        let key = self.key(property.key);
        let word = match property.kind {
            PropertyKind::Init => "",
            PropertyKind::Get => "get ",
            PropertyKind::Set => "set ",
            PropertyKind::Prototype => "prototype ",
            PropertyKind::Spread => {
                out.push(' ');
                return self.write_expression(out, property.value);
            }
        };
        out.push_str(&format!(" {word}{key}: "));
        self.write_expression(out, property.value);
    }

    /// Writes a function inside an expression, as lines in braces.
    fn write_function(&self, out: &mut String, function: FunctionId) {
        let lines = self.inner(|inner| inner.function(function));
        out.push_str(&lines);
    }

    fn write_class(&self, out: &mut String, class: ClassId) {
        let lines = self.inner(|inner| inner.class(class));
        out.push_str(&lines);
    }

    /// Returns lines in braces.
    fn inner(&self, write: impl FnOnce(&mut Dumper)) -> String {
        let mut inner = Dumper { tree: self.tree, out: String::new(), indent: self.indent + 1, stack: self.stack };
        write(&mut inner);
        format!("{{\n{}{}}}", inner.out, "  ".repeat(self.indent))
    }
}
