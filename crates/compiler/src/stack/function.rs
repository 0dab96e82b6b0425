//! Generation of one function: its variables, and the finished code.

use ferrotape_bytecode::debug::FunctionDebug;
use ferrotape_bytecode::{Code, StackArguments, StackCode, StackInstruction, Variable};
use ferrotape_syntax::scope::BindingId;

use super::emitter::Emitted;
use super::{Compiled, Core, FunctionGenerator, Variables, peephole, text_id};
use crate::lowering::Functions;

impl<'t> Functions<'t> for FunctionGenerator<'t> {
    /// Numbers the variables.
    fn lay_out(&mut self) -> Compiled {
        for (index, &binding) in (0..).zip(&self.core.tree[self.core.function.scope].bindings) {
            self.core.work(1)?;
            self.variables.0[binding.0 as usize] = index;
        }
        Ok(())
    }

    /// Emits nothing: the engine makes the record and its bindings from the lists of the code.
    fn prologue(&mut self) -> Compiled {
        Ok(())
    }

    fn keeps_arguments(&self) -> bool {
        !self.core.function.patterns.is_empty()
    }

    /// Returns false, so that listings show the value of every statement.
    fn keeps_few_values(&self) -> bool {
        false
    }

    fn end(&mut self) -> Compiled {
        if self.core.is_written_derived_constructor() {
            self.core.position = self.core.function.span.end.saturating_sub(1);
            return self.end_derived();
        }
        self.emit(StackInstruction::End(0));
        Ok(())
    }

    fn finish(&mut self) -> Compiled<Code> {
        let (tree, function) = (self.core.tree, self.core.function);
        let scope = &tree[function.scope];
        let variable = |binding: BindingId| self.variables.0[binding.0 as usize];
        let room = scope.bindings.len() * size_of::<Variable>() + function.parameters.len() * size_of::<u32>();
        self.core.budget.take(room)?;
        let mut variables = Vec::with_capacity(scope.bindings.len());
        for &id in &scope.bindings {
            self.core.budget.work(1)?;
            let name = self.core.name_of_binding(id);
            variables.push(Variable { name: text_id(name), form: self.core.form_of(id) });
        }
        let mut parameters = Vec::with_capacity(function.parameters.len());
        for parameter in &function.parameters {
            self.core.budget.work(1)?;
            parameters.push(variable(parameter.binding));
        }
        let Core { session, budget, notes, .. } = &mut self.core;
        let emitted = if notes.is_some() { self.code.instructions.clone() } else { Vec::new() };
        let (finished, moved) =
            peephole::finish(std::mem::take(&mut self.code), &session.labels, self.max_held, budget)?;
        if let (Some(tables), Some(notes)) = (&mut session.debug, notes.take()) {
            let is_unreachable = |code: std::ops::Range<u32>| {
                let (start, end) = (code.start as usize, (code.end as usize).min(emitted.len()));
                moved.get(start) == moved.get(end)
                    && emitted.get(start..end).is_some_and(|it| it.iter().any(|&it| stays_if_reached(it)))
            };
            let (marks, branches) = (notes.marks(&moved, &[]), notes.branches(&moved, is_unreachable));
            let (points, unreachable) = (notes.points(&marks, &moved, &[]), notes.unreachable(is_unreachable));
            let outer = notes.outer(&marks, &moved);
            tables.push(FunctionDebug { marks, outer, points, branches, unreachable, ..FunctionDebug::default() });
        }
        let code = StackCode {
            variables,
            parameters,
            arguments: function.arguments.map(|binding| StackArguments {
                variable: variable(binding),
                mapped: !function.strict && !function.parameters.is_empty(),
            }),
            self_name: function.name.filter(|_| function.name_scope.is_some()).map(text_id),
            dynamic: scope.dynamic,
            block_scopes: std::mem::take(&mut self.block_scopes),
            ..finished
        };
        Ok(Code::Stack(code))
    }
}

/// Returns whether the last passes keep an instruction wherever control reaches it. Others may be needless there.
fn stays_if_reached(instruction: StackInstruction) -> bool {
    use StackInstruction::{Exch, Forget, Loc, Not, ToBoolean};
    instruction.target().is_none() && !matches!(instruction, Loc(_) | Forget(_) | Exch | Not | ToBoolean)
}

impl<'t> FunctionGenerator<'t> {
    /// Begins a function. `variables` is one table for all functions of the unit, with a place for each binding.
    pub(super) fn new(core: Core<'t>, variables: &'t mut Variables) -> Self {
        FunctionGenerator {
            code: Emitted::default(),
            variables,
            block_scopes: Vec::new(),
            held: 0,
            max_held: 0,
            resources: None,
            finalizers: Vec::new(),
            protections: 0,
            finally_protections: 0,
            preventable_returns: 0,
            derived_exit: None,
            core,
        }
    }
}
