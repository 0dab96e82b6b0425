//! One function: its variables, what happens before its first statement, and the finished template.

use ferrotape_bytecode::{Code, FunctionTemplate, StackArguments, StackCode, StackInstruction, Variable};
use ferrotape_syntax::scope::BindingKind;
use ferrotape_syntax::tree::{FunctionId, FunctionKind};

use super::emitter::Emitter;
use super::{Compiled, FunctionGenerator, Session, peephole, text_id};
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
            targets: Vec::new(),
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
        for (index, &binding) in (0..).zip(&self.tree[self.function.scope].bindings) {
            self.session.variables[binding.0 as usize] = index;
        }
        self.hoist_into_variables();
        self.statements(self.function.body)?;
        self.emitter.emit(StackInstruction::End(0));
        Ok(self.finish())
    }

    fn finish(self) -> FunctionTemplate {
        let (tree, function) = (self.tree, self.function);
        let scope = &tree[function.scope];
        let variable = |binding: ferrotape_syntax::scope::BindingId| self.session.variables[binding.0 as usize];
        let variables = scope
            .bindings
            .iter()
            .map(|&id| Variable { name: text_id(tree[id].name), mutable: tree[id].kind != BindingKind::FunctionName });
        let code = StackCode {
            variables: variables.collect(),
            parameters: function.parameters.iter().map(|parameter| variable(parameter.binding)).collect(),
            arguments: function.arguments.map(|binding| StackArguments {
                variable: variable(binding),
                mapped: !function.strict && !function.parameters.is_empty(),
            }),
            self_name: function.name.filter(|_| function.name_scope.is_some()).map(text_id),
            dynamic: scope.dynamic,
            block_scopes: self.block_scopes,
            ..peephole::finish(self.emitter)
        };
        FunctionTemplate {
            name: None,
            kind: template_kind(function.kind),
            strict: function.strict,
            parameter_count: function.parameters.len() as u32,
            span: function.span,
            declarations: declarations(tree, function, text_id),
            is_constructor: is_constructor(function.kind),
            code: Code::Stack(code),
        }
    }
}
