//! One function: its variables, what happens before its first statement, and the finished template.

use ferrotape_budget::Termination;
use ferrotape_bytecode::{Code, FunctionTemplate, StackArguments, StackCode, StackInstruction, Variable};
use ferrotape_syntax::scope::BindingKind;
use ferrotape_syntax::tree::{FunctionId, FunctionKind};
use ferrotape_text::Span;

use super::emitter::Emitter;
use super::{Compiled, FunctionGenerator, Session, peephole, text_id};
use crate::CompileError;
use crate::control_flow::Targets;
use crate::functions::{declarations, is_constructor, template_kind};
use crate::spine::Spine;

impl<'s, 't> FunctionGenerator<'s, 't> {
    pub(super) fn new(session: &'s mut Session<'t>, id: FunctionId) -> Self {
        let tree = session.tree;
        let function = &tree[id];
        FunctionGenerator {
            tree,
            function,
            emitter: Emitter::new(function.span.start),
            block_scopes: Vec::new(),
            targets: Targets::default(),
            finalizers: Vec::new(),
            protections: 0,
            finally_protections: 0,
            preventable_returns: 0,
            keeps_completion: matches!(function.kind, FunctionKind::Script | FunctionKind::Eval),
            spine: Spine::default(),
            session,
        }
    }

    pub(super) fn generate(mut self) -> Compiled<FunctionTemplate> {
        self.statements_and_end().map_err(|mut error| {
            if error.span == Span::default() {
                error.span = Span::new(self.emitter.position, self.emitter.position);
            }
            error
        })?;
        self.finish()
    }

    fn statements_and_end(&mut self) -> Compiled {
        for (index, &binding) in (0..).zip(&self.tree[self.function.scope].bindings) {
            self.work(1)?;
            self.session.variables[binding.0 as usize] = index;
        }
        self.hoist_into_variables()?;
        self.statements(self.function.body)?;
        self.emitter.emit(StackInstruction::End(0));
        self.work(1)
    }

    fn finish(self) -> Compiled<FunctionTemplate> {
        let (tree, function) = (self.tree, self.function);
        let at = Span::new(self.emitter.position, self.emitter.position);
        let stopped = |termination: Termination| CompileError { span: at, ..termination.into() };
        let scope = &tree[function.scope];
        let by_binding = &self.session.variables;
        let variable = |binding: ferrotape_syntax::scope::BindingId| by_binding[binding.0 as usize];
        let budget = &mut *self.session.budget;
        let room = scope.bindings.len() * size_of::<Variable>() + function.parameters.len() * size_of::<u32>();
        budget.charge(room).map_err(stopped)?;
        let mut variables = Vec::with_capacity(scope.bindings.len());
        for &id in &scope.bindings {
            budget.tick(1).map_err(stopped)?;
            let mutable = tree[id].kind != BindingKind::FunctionName;
            variables.push(Variable { name: text_id(tree[id].name), mutable });
        }
        let mut parameters = Vec::with_capacity(function.parameters.len());
        for parameter in &function.parameters {
            budget.tick(1).map_err(stopped)?;
            parameters.push(variable(parameter.binding));
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
            block_scopes: self.block_scopes,
            ..peephole::finish(self.emitter, budget).map_err(stopped)?
        };
        let marks = &mut self.session.marks;
        Ok(FunctionTemplate {
            name: None,
            kind: template_kind(function.kind),
            strict: function.strict,
            parameter_count: function.parameters.len() as u32,
            span: function.span,
            declarations: declarations(tree, function, text_id, marks, budget).map_err(stopped)?,
            is_constructor: is_constructor(function.kind),
            refuses_tail_calls: function.no_tail_calls,
            code: Code::Stack(code),
        })
    }
}
