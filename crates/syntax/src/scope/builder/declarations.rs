//! Declared names of the open scopes.

use ferrotape_text::Name;

use super::super::{BindingId, ScopeKind};
use super::ScopeBuilder;
use crate::by_name::NONE;
use crate::meter::Meter;

/// A name that an open scope declares.
#[derive(Copy, Clone)]
pub(super) struct Declaration {
    /// Index in `open` of the declaring scope.
    pub depth: u32,
    /// The declaration of the same name in an outer scope, or `NONE`.
    pub hidden: u32,
    /// For a name of a block or a catch clause: the variable of the enclosing function with the same name, or `NONE`.
    pub variable: u32,
    /// The binding; None if names are declared without one.
    pub binding: Option<BindingId>,
    pub is_function: bool,
    /// The declaration conflicts with any other one of the name in its scope.
    pub is_lexical: bool,
    /// A function in a block of sloppy code, which another such function may declare again (ECMA-262 B.3.2.4).
    pub is_repeatable: bool,
    /// TypeScript: an enum or a namespace of the name adds to the declared value.
    pub is_open: bool,
    /// This declaration, or one between it and the enclosing function, is that of a block.
    pub in_block: bool,
    /// Position of the name's first occurrence.
    pub start: u32,
    /// Position after the start of the last `var` of this name, 0 if there is none.
    pub last_var: u32,
    /// The range of references, by number, at which the binding is certainly initialised.
    pub certain_from: u32,
    pub certain_until: u32,
}

impl ScopeBuilder {
    /// Returns the index of the open scope in which a `var` declares.
    pub(super) fn variable_depth(&self) -> usize {
        self.open.last().map_or(0, |scope| scope.variable_depth as usize)
    }

    /// Returns whether the declaration is a variable of the current function, or belongs to a scope around that
    /// function.
    pub(super) fn is_outside(&self, declaration: u32) -> bool {
        self.declarations[declaration as usize].depth as usize <= self.variable_depth()
    }

    /// Returns the current function's variable with this name.
    pub(super) fn variable(&self, name: Name) -> Option<usize> {
        let innermost = self.innermost.get(name);
        if innermost == NONE {
            return None;
        }
        let found = if self.is_outside(innermost) { innermost } else { self.declarations[innermost as usize].variable };
        let is_variable =
            |found: &u32| *found != NONE && self.declarations[*found as usize].depth as usize == self.variable_depth();
        Some(found).filter(is_variable).map(|found| found as usize)
    }

    /// Returns the declaration of a name in the open scope at this depth: the innermost one or the one around it.
    pub(super) fn find(&self, name: Name, depth: usize) -> Option<usize> {
        let mut found = self.innermost.get(name);
        while found != NONE {
            let declaration = &self.declarations[found as usize];
            if declaration.depth as usize <= depth {
                return (declaration.depth as usize == depth).then_some(found as usize);
            }
            found = declaration.hidden;
        }
        None
    }

    /// Adds a declaration to the innermost scope, or a variable beneath the declarations of the scopes in between.
    pub(super) fn declare(
        &mut self,
        meter: &mut Meter,
        name: Name,
        depth: usize,
        start: u32,
        binding: Option<BindingId>,
    ) -> usize {
        let new = self.declarations.len() as u32;
        let (mut above, mut hidden) = (NONE, self.innermost.get(name));
        // Each declaration is passed at most once: afterwards it knows the variable.
        while hidden != NONE && self.declarations[hidden as usize].depth as usize > depth {
            let between = &mut self.declarations[hidden as usize];
            between.variable = new;
            (above, hidden) = (hidden, between.hidden);
        }
        match above {
            NONE => _ = self.innermost.replace(name, new, meter),
            above => self.declarations[above as usize].hidden = new,
        }
        let is_inner = depth > self.variable_depth();
        let around = if is_inner && hidden != NONE { Some(self.declarations[hidden as usize]) } else { None };
        let in_function = around.filter(|around| around.depth as usize >= self.variable_depth());
        let declaration = Declaration {
            depth: depth as u32,
            hidden,
            variable: match in_function {
                Some(around) if around.depth as usize == self.variable_depth() => hidden,
                Some(around) => around.variable,
                None => NONE,
            },
            binding,
            is_function: false,
            is_lexical: false,
            is_repeatable: false,
            is_open: false,
            in_block: is_inner && (self.refuses_var(depth) || in_function.is_some_and(|around| around.in_block)),
            start,
            last_var: 0,
            certain_from: 0,
            certain_until: u32::MAX,
        };
        meter.push(&mut self.declarations, declaration);
        new as usize
    }

    /// Returns whether a `var` must not pass this scope if the scope binds its name.
    fn refuses_var(&self, depth: usize) -> bool {
        let scope = &self.open[depth];
        match scope.kind {
            ScopeKind::Block | ScopeKind::Loop => true,
            ScopeKind::Catch => scope.has_pattern,
            _ => false,
        }
    }
}
