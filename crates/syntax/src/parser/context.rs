//! The parser's knowledge of the function that it is in.

use ferrotape_text::Span;

use crate::scope::Head;
use crate::tree::{ExpressionId, FunctionId, List};

/// Facts about the function that is being parsed.
pub(super) struct FunctionContext {
    pub function: FunctionId,
    pub strict: bool,
    pub first_label: usize,
    /// Number of loops around the current statement. `breakables` counts switches too.
    pub loops: u32,
    pub breakables: u32,
    pub uses_this: bool,
    pub has_direct_eval: bool,
    pub no_tail_calls: bool,
    /// Number of occurrences of `arguments` other than as an argument of `apply`: see
    /// [`Tree::applied_name`](crate::tree::Tree::applied_name).
    pub other_arguments: u32,
    pub is_arrow: bool,
    /// The function is the constructor of a class with `extends`, or an arrow function in one.
    pub is_derived: bool,
    /// `yield` is an operator; with `is_async`, `await` is one.
    pub is_generator: bool,
    pub is_async: bool,
    /// `await` is neither a name nor an operator: in static blocks, and in functions of modules.
    pub reserves_await: bool,
    /// All code is that of a module.
    pub is_module: bool,
    /// Parameters are being parsed, but not those of an arrow function.
    pub in_parameters: bool,
    pub allows_return: bool,
    pub allows_new_target: bool,
    pub allows_super: bool,
    pub allows_super_call: bool,
    /// `arguments` is an error: in initializers of fields and in static blocks.
    pub refuses_arguments: bool,
    /// `this` is a binding: in arrow functions and derived constructors.
    pub this_is_bound: bool,
    pub cover: Cover,
}

/// Findings since the innermost parenthesis that may be the head of an arrow function. They belong to that function if
/// it is one.
#[derive(Copy, Clone)]
pub(super) struct Cover {
    /// Number of such parentheses around.
    pub depth: u32,
    pub has_direct_eval: bool,
    /// The first `yield` and `await` expressions, which are not allowed in a head.
    pub yields: Place,
    pub awaits: Place,
    /// The first use of the name `await`, which is not allowed in the head of an async arrow function.
    pub await_name: Place,
}

/// Position of a word `yield` or `await`, if there is one.
#[derive(Copy, Clone)]
pub(super) struct Place(u32);

impl Place {
    pub const NONE: Place = Place(u32::MAX);

    pub fn note(&mut self, span: Span) {
        self.or(Place(span.start));
    }

    fn or(&mut self, other: Place) {
        self.0 = if self.0 == u32::MAX { other.0 } else { self.0 };
    }

    pub fn span(self) -> Option<Span> {
        (self.0 != u32::MAX).then(|| Span::new(self.0, self.0 + "await".len() as u32))
    }
}

/// Parser state saved at an opening parenthesis.
pub(super) struct OpenHead {
    pub head: Head,
    pub around: Cover,
    pub first_this: usize,
    pub first_end: usize,
}

/// The head of an arrow function. `=>` follows.
pub(super) struct ArrowHead {
    /// The expression that stands for the head until the `=>` is read.
    pub left: ExpressionId,
    pub opened: OpenHead,
    pub cover: Cover,
    pub items: List<ExpressionId>,
    pub start: u32,
    pub is_async: bool,
}

impl FunctionContext {
    /// Makes the context of a program. The caller allows `await` and other things.
    pub fn program(function: FunctionId, strict: bool) -> Self {
        FunctionContext {
            function,
            strict,
            first_label: 0,
            loops: 0,
            breakables: 0,
            uses_this: false,
            has_direct_eval: false,
            no_tail_calls: false,
            other_arguments: 0,
            is_arrow: false,
            is_derived: false,
            is_generator: false,
            is_async: false,
            reserves_await: false,
            is_module: false,
            in_parameters: false,
            allows_return: false,
            allows_new_target: false,
            allows_super: false,
            allows_super_call: false,
            refuses_arguments: false,
            this_is_bound: false,
            cover: Cover::at_depth(0),
        }
    }

    /// Makes the context of a function in this one that is no arrow function.
    pub fn inner(&self, function: FunctionId, first_label: usize) -> Self {
        FunctionContext {
            first_label,
            is_module: self.is_module,
            reserves_await: self.is_module,
            allows_return: true,
            allows_new_target: true,
            ..FunctionContext::program(function, self.strict)
        }
    }

    /// Makes the context of an arrow function in this one.
    pub fn arrow(&self, function: FunctionId, first_label: usize, is_async: bool) -> Self {
        FunctionContext {
            is_arrow: true,
            is_async,
            allows_new_target: self.allows_new_target,
            allows_super: self.allows_super,
            allows_super_call: self.allows_super_call,
            refuses_arguments: self.refuses_arguments,
            this_is_bound: true,
            is_derived: self.is_derived,
            ..self.inner(function, first_label)
        }
    }
}

impl Cover {
    /// Adds the findings in inner parentheses that turned out to contain an expression.
    pub fn merge(&mut self, inner: &Cover) {
        self.has_direct_eval |= inner.has_direct_eval;
        self.yields.or(inner.yields);
        self.awaits.or(inner.awaits);
        self.merge_names(inner);
    }

    /// Adds the uses of the name `await` in inner parentheses that turned out to be a head. They are also wrong in the
    /// head of an async arrow function around.
    pub fn merge_names(&mut self, inner: &Cover) {
        self.await_name.or(inner.await_name);
    }

    /// Makes a cover without findings, at this depth of parentheses.
    pub const fn at_depth(depth: u32) -> Self {
        Cover { depth, has_direct_eval: false, yields: Place::NONE, awaits: Place::NONE, await_name: Place::NONE }
    }
}
