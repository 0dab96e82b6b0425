//! In-place conversion of literals to patterns (ECMA-262 13.15.5, and 15.3 for parameters of arrow functions).

use super::Parser;
use crate::error::{Message, Parsed};
use crate::scope::BindingKind;
use crate::tree::{ExpressionId, ExpressionKind, ListItem, PropertyId, PropertyKind, PropertyName};

/// The binding kind that the names in a pattern are declared as; None if they are assigned to.
type Declares = Option<BindingKind>;

impl Parser<'_> {
    /// Turns an array or object literal into the target of an assignment.
    pub(super) fn to_pattern(&mut self, literal: ExpressionId) -> Parsed<()> {
        self.pattern(literal, None).map(|_| ())
    }

    /// Turns an element or a parameter, possibly with a default value, into a target. Returns whether it has
    /// expressions, as ContainsExpression defines it (ECMA-262 15.1.2).
    pub(super) fn bind_element(&mut self, element: ExpressionId, declares: Declares) -> Parsed<bool> {
        let expression = self.tree[element];
        match expression.kind {
            ExpressionKind::Assignment { operator: None, left, right } if !expression.parenthesized => {
                self.tree[element].kind = ExpressionKind::AssignmentPattern { left, right };
                // The assignment has already checked that `left` can be assigned to; in sloppy code that includes
                // calls, which no pattern allows.
                if declares.is_some() || matches!(self.tree[left].kind, ExpressionKind::Call { .. }) {
                    self.pattern(left, declares)?;
                }
                Ok(true)
            }
            ExpressionKind::AssignmentPattern { left, .. } => {
                self.pattern(left, declares)?;
                Ok(true)
            }
            ExpressionKind::Spread { argument, .. } | ExpressionKind::Rest { argument } => {
                self.tree[element].kind = ExpressionKind::Rest { argument };
                if let ExpressionKind::Assignment { .. } = self.tree[argument].kind {
                    return self.fail(Message::RestInitializer, self.tree[argument].span);
                }
                self.pattern(argument, declares.map(|_| BindingKind::PatternParameter))
            }
            _ => self.pattern(element, declares),
        }
    }

    /// Turns an expression into a target. Returns whether it has expressions.
    fn pattern(&mut self, id: ExpressionId, declares: Declares) -> Parsed<bool> {
        let expression = self.tree[id];
        let inner = declares.map(|_| BindingKind::PatternParameter);
        match expression.kind {
            ExpressionKind::Array { elements } | ExpressionKind::ArrayPattern { elements }
                if !expression.parenthesized =>
            {
                self.check_depth()?;
                self.tree[id].kind = ExpressionKind::ArrayPattern { elements };
                let mut has_expressions = false;
                for index in 0..elements.len() {
                    self.lexer.meter.tick(1);
                    let word = self.tree.lists[elements.start as usize + index];
                    let Some(element) = Option::from_word(word) else { continue };
                    self.check_rest(element, index + 1 == elements.len())?;
                    has_expressions |= self.bind_element(element, inner)?;
                }
                Ok(has_expressions)
            }
            ExpressionKind::Object { properties } | ExpressionKind::ObjectPattern { properties }
                if !expression.parenthesized =>
            {
                self.check_depth()?;
                self.tree[id].kind = ExpressionKind::ObjectPattern { properties };
                let mut has_expressions = false;
                for index in 0..properties.len() {
                    self.lexer.meter.tick(1);
                    let property = PropertyId(self.tree.lists[properties.start as usize + index]);
                    let is_last = index + 1 == properties.len();
                    has_expressions |= self.pattern_property(property, is_last, inner)?;
                }
                Ok(has_expressions)
            }
            _ => match declares {
                None => self.check_simple_target(id, Message::InvalidPatternTarget).map(|()| false),
                Some(kind) => self.bind_name(id, kind).map(|()| false),
            },
        }
    }

    /// Checks that a rest element comes last, without a comma behind it.
    pub(super) fn check_rest(&mut self, element: ExpressionId, is_last: bool) -> Parsed<()> {
        match self.tree[element].kind {
            ExpressionKind::Spread { before_comma, .. } if before_comma || !is_last => {
                self.fail(Message::RestNotLast, self.tree[element].span)
            }
            _ => Ok(()),
        }
    }

    /// Turns a literal's member into a pattern's. Returns whether it has expressions, as [`Parser::pattern`] does.
    fn pattern_property(&mut self, id: PropertyId, is_last: bool, declares: Declares) -> Parsed<bool> {
        let property = self.tree[id];
        match property.kind {
            PropertyKind::Init => {}
            PropertyKind::Prototype => self.tree[id].kind = PropertyKind::Init,
            PropertyKind::Get | PropertyKind::Set => return self.fail(Message::InvalidPatternTarget, property.span),
            PropertyKind::Spread => {
                self.check_rest(property.value, is_last)?;
                if let ExpressionKind::Spread { argument, .. } | ExpressionKind::Rest { argument } =
                    self.tree[property.value].kind
                    && self.is_any_pattern(argument)
                {
                    return self.fail(Message::RestPattern, self.tree[argument].span);
                }
            }
        }
        let is_computed = matches!(property.key, PropertyName::Computed(_));
        Ok(self.bind_element(property.value, declares)? | is_computed)
    }

    fn is_any_pattern(&self, id: ExpressionId) -> bool {
        use ExpressionKind::{Array, ArrayPattern, Object, ObjectPattern};
        matches!(self.tree[id].kind, Array { .. } | Object { .. } | ArrayPattern { .. } | ObjectPattern { .. })
    }

    /// Declares a name as a parameter of an arrow function.
    fn bind_name(&mut self, id: ExpressionId, kind: BindingKind) -> Parsed<()> {
        let expression = self.tree[id];
        let ExpressionKind::Identifier { name, reference } = expression.kind else {
            return self.fail(Message::MalformedParameters, expression.span);
        };
        if expression.parenthesized {
            return self.fail(Message::MalformedParameters, expression.span);
        }
        if self.context.strict {
            self.check_strict_binding(name, expression.span)?;
        }
        self.declare_pattern_parameter(name, expression.span, kind)?;
        self.scopes.initialize(&mut self.tree, reference);
        Ok(())
    }
}
