//! `this`, the function itself (for `super`) and `new.target`, where arrow functions or eval code access them as
//! bindings; and the surroundings of eval code.

use ferrotape_bytecode::AroundEval;
use ferrotape_syntax::EvalContext;
use ferrotape_syntax::tree::{Function, FunctionId, FunctionKind, Tree};

use super::{Compiled, Core, Machine};

/// A binding without a declaration that is initialised on entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Implicit {
    This,
    Function,
    NewTarget,
}

/// Initialises the implicit bindings of the function or eval code. `super()` initialises `this` of a derived
/// constructor.
pub(super) fn bind_implicit<'t>(m: &mut impl Machine<'t>) -> Compiled {
    let Function { implicit, kind, .. } = m.core().function;
    let this = implicit.this.filter(|_| *kind != FunctionKind::DerivedConstructor);
    for (binding, which) in
        [(this, Implicit::This), (implicit.function, Implicit::Function), (implicit.new_target, Implicit::NewTarget)]
    {
        if let Some(binding) = binding {
            m.initialize_implicit(binding, which)?;
        }
    }
    Ok(())
}

/// Surroundings of a direct eval in a function. Private names are looked up when the code runs.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Surroundings {
    in_arrow: bool,
    in_function: bool,
    in_method: bool,
    in_derived_constructor: bool,
    in_initializer: bool,
}

/// Surroundings of the functions requested so far, and those of the whole source text.
pub(crate) struct AllSurroundings {
    known: Vec<Option<Surroundings>>,
    outside: EvalContext,
}

impl AllSurroundings {
    /// Makes an empty table. `known` has a place for each function.
    pub fn new(known: Vec<Option<Surroundings>>, outside: &EvalContext) -> Self {
        AllSurroundings { known, outside: outside.clone() }
    }

    /// Returns the surroundings of a direct eval in the function. Arrow functions have those of the enclosing function.
    /// Known surroundings end the walk outwards.
    fn of(&mut self, tree: &Tree, function: FunctionId) -> Surroundings {
        let mut path = Vec::new();
        let mut next = Some(function);
        let mut found = Surroundings::default();
        while let Some(current) = next {
            if let Some(known) = self.known[current.0 as usize] {
                found = known;
                break;
            }
            path.push(current);
            next = match tree[current].kind {
                FunctionKind::Arrow => tree[tree[current].scope].parent.map(|scope| tree[scope].function),
                _ => None,
            };
        }
        while let Some(current) = path.pop() {
            found = self.around(tree[current].kind, found);
            self.known[current.0 as usize] = Some(found);
        }
        found
    }

    /// Returns the surroundings in a function of this kind. `outer` are those of the enclosing function, which only arrows use.
    fn around(&self, kind: FunctionKind, outer: Surroundings) -> Surroundings {
        let function = Surroundings { in_function: true, ..Surroundings::default() };
        let method = Surroundings { in_method: true, ..function };
        match kind {
            FunctionKind::Script | FunctionKind::Module => Surroundings::default(),
            FunctionKind::Eval => Surroundings {
                in_arrow: false,
                in_function: self.outside.in_function,
                in_method: self.outside.in_method,
                in_derived_constructor: self.outside.in_derived_constructor,
                in_initializer: self.outside.in_initializer,
            },
            FunctionKind::Arrow => Surroundings { in_arrow: true, ..outer },
            FunctionKind::Declaration | FunctionKind::Expression => function,
            FunctionKind::Getter | FunctionKind::Setter | FunctionKind::Method | FunctionKind::Constructor => method,
            FunctionKind::DerivedConstructor => Surroundings { in_derived_constructor: true, ..method },
            FunctionKind::Fields | FunctionKind::Statics => Surroundings { in_initializer: true, ..method },
        }
    }
}

/// Returns the surroundings of direct evals for the function's template.
pub(super) fn around_eval<'t>(m: &mut impl Machine<'t>) -> Option<Box<AroundEval>> {
    let core = m.core();
    core.function.contains_direct_eval.then(|| Box::new(surroundings(core)))
}

/// Notes the surroundings of what a debugger evaluates in the function, whose table is the last one.
pub(super) fn note_surroundings<'t>(m: &mut impl Machine<'t>) {
    let core = m.core();
    if core.session.debug.is_some() {
        let around = surroundings(core);
        if let Some(table) = core.session.debug.as_mut().and_then(|tables| tables.last_mut()) {
            table.around = around;
        }
    }
}

fn surroundings(core: &mut Core) -> AroundEval {
    let Surroundings { in_arrow, in_function, in_method, in_derived_constructor, in_initializer } =
        core.session.surroundings.of(core.tree, core.id);
    AroundEval { in_arrow, in_function, in_method, in_derived_constructor, in_initializer }
}
