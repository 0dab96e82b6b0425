//! Parameter properties: `constructor(private a: A)` declares the field `a`, and assigns the parameter to it.

use ferrotape_text::{Name, Span};

use super::super::Parser;
use super::super::class::OpenClass;
use crate::error::{Message, Parsed};
use crate::tree::{
    ExpressionId, ExpressionKind, FunctionId, List, ListItem, MemberId, StatementId, StatementKind, Tree,
};

/// A parameter that is a property as well.
#[derive(Copy, Clone)]
pub(super) struct ParameterProperty {
    constructor: FunctionId,
    name: Name,
    span: Span,
}

impl Parser<'_> {
    /// Notes that the parameter at the current token is a property.
    pub(super) fn note_parameter_property(&mut self) -> Parsed<()> {
        if !self.kind().is_identifier() {
            return self.fail(Message::ParameterProperty, self.span());
        }
        let property =
            ParameterProperty { constructor: self.context.function, name: self.token().name, span: self.span() };
        self.lexer.meter.push(&mut self.types.properties, property);
        Ok(())
    }

    /// Returns whether the current function is a constructor with parameter properties.
    pub(in super::super) fn has_parameter_properties(&self) -> bool {
        self.types.properties.last().is_some_and(|property| property.constructor == self.context.function)
    }

    /// Returns the index of the first parameter property of a constructor, all of whose are the last ones.
    fn first_property_of(&self, constructor: FunctionId) -> usize {
        let properties = &self.types.properties;
        properties.iter().rposition(|property| property.constructor != constructor).map_or(0, |last| last + 1)
    }

    /// Adds the assignments to a constructor's body: behind the `super(…)`, which may be in the block of a `try`, else behind
    /// the directives.
    #[inline(never)]
    pub(in super::super) fn with_parameter_properties(&mut self, body: List<StatementId>) -> List<StatementId> {
        let Some(path) = self.path_of_super(body) else { return self.with_assignments(body, self.directives(body)) };
        let [tries @ .., (innermost, place)] = &path[..] else { return body };
        let mut changed = self.with_assignments(*innermost, place + 1);
        for &(statements, index) in tries.iter().rev() {
            if let StatementKind::Try { block, .. } = self.tree[statement_at(&self.tree, statements, index)].kind
                && let StatementKind::Block { body, .. } = &mut self.tree[block].kind
            {
                *body = changed;
            }
            changed = statements;
        }
        changed
    }

    /// Finds the first statement that is `super(…)`: the lists of statements around it, outermost first, each with an index.
    /// It is looked for in blocks of `try` too, as in TypeScript.
    fn path_of_super(&mut self, body: List<StatementId>) -> Option<Vec<(List<StatementId>, usize)>> {
        let mut path = vec![(body, 0)];
        while let Some(&(statements, index)) = path.last() {
            self.lexer.meter.tick(1);
            if index >= statements.len() {
                path.pop();
                if let Some((_, index)) = path.last_mut() {
                    *index += 1;
                }
                continue;
            }
            match self.tree[statement_at(&self.tree, statements, index)].kind {
                StatementKind::Expression { expression }
                    if matches!(self.tree[expression].kind, ExpressionKind::SuperCall { .. }) =>
                {
                    return Some(path);
                }
                StatementKind::Try { block, .. } => match self.tree[block].kind {
                    StatementKind::Block { body, .. } => self.lexer.meter.push(&mut path, (body, 0)),
                    _ => return None,
                },
                _ => {
                    if let Some((_, index)) = path.last_mut() {
                        *index += 1;
                    }
                }
            }
        }
        None
    }

    /// Adds the assignments before the statement at a place.
    fn with_assignments(&mut self, body: List<StatementId>, place: usize) -> List<StatementId> {
        let first_item = self.scratch.len();
        for index in 0..place {
            let statement = statement_at(&self.tree, body, index);
            self.note(statement);
        }
        for index in self.first_property_of(self.context.function)..self.types.properties.len() {
            let ParameterProperty { name, span, .. } = self.types.properties[index];
            let assignment = self.assignment_of_property(name, span);
            self.note(assignment);
        }
        for index in place..body.len() {
            let statement = statement_at(&self.tree, body, index);
            self.note(statement);
        }
        self.list_from(first_item)
    }

    /// Returns the number of strings that a body begins with.
    fn directives(&self, body: List<StatementId>) -> usize {
        let is_string = |&index: &usize| {
            let StatementKind::Expression { expression } = self.tree[statement_at(&self.tree, body, index)].kind else {
                return false;
            };
            let expression = self.tree[expression];
            matches!(expression.kind, ExpressionKind::StringLiteral { .. }) && !expression.parenthesized
        };
        (0..body.len()).take_while(is_string).count()
    }

    /// Makes `this.name = name`.
    fn assignment_of_property(&mut self, name: Name, span: Span) -> StatementId {
        let object = self.this_at(span);
        let left = self.expression_node(span, ExpressionKind::Member { object, property: name });
        let right = self.name_at(name, span);
        self.assigning(left, right, span)
    }

    /// Makes an expression of a name.
    pub(super) fn name_at(&mut self, name: Name, span: Span) -> ExpressionId {
        let reference = self.refer(name);
        self.expression_node(span, ExpressionKind::Identifier { name, reference })
    }

    /// Makes the statement `left = right`.
    pub(super) fn assigning(&mut self, left: ExpressionId, right: ExpressionId, span: Span) -> StatementId {
        let expression = self.expression_node(span, ExpressionKind::Assignment { operator: None, left, right });
        self.statement_node(span, StatementKind::Expression { expression })
    }

    /// Makes the fields of a constructor's parameter properties.
    #[inline(never)]
    pub(in super::super) fn fields_of_parameters(&mut self, open: &mut OpenClass, constructor: FunctionId) {
        let first = self.first_property_of(constructor);
        for ParameterProperty { name, span, .. } in self.types.properties.split_off(first) {
            let member = self.plain_field(open, name, span);
            self.lexer.meter.push(&mut open.parameter_properties, member);
        }
    }

    /// Puts members before those noted since `first`.
    #[inline(never)]
    pub(in super::super) fn put_before(&mut self, first: usize, members: &[MemberId]) {
        let count = members.len();
        for &member in members {
            self.note(member);
        }
        self.scratch[first..].rotate_right(count);
    }
}

fn statement_at(tree: &Tree, body: List<StatementId>, index: usize) -> StatementId {
    StatementId::from_word(tree.lists[body.start as usize + index])
}
