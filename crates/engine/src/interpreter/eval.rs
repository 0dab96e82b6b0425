//! Scripts, eval code, functions made of text.

use std::collections::HashSet;
use std::sync::Arc;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_bytecode::{Declarations, ErrorKind, FunctionKind, TextId, Unit};
use ferrotape_compiler::{SourceError, SourceErrorKind};
use ferrotape_syntax::{DynamicFunction, DynamicKind};
use ferrotape_syntax::{EvalContext, Goal, ParseOptions};
use ferrotape_text::SourceText;

use super::calls::Entered;
use crate::code::{CodeBlock, CodeSet, LoadedUnit};
use crate::environment::{NO_SCOPE, Place};
use crate::error::{Completion, EarlyPlace, Throw};
use crate::function::Call;
use crate::heap::{ObjectId, RecordId, ScopeId, StringId};
use crate::loaded_script::LoadedScript;
use crate::messages;
use crate::names::keys;
use crate::property_key::PropertyKey;
use crate::shown::SHOWN_MESSAGE;
use crate::value::Value;
use crate::vm::{FrameKind, Vm};

/// Bytes in UTF-8 for a unit in UTF-16.
const MOST_BYTES_OF_UNIT: usize = 3;

impl Vm {
    /// Runs a script: ScriptEvaluation, ECMA-262 16.1.6. Gives the value of its last expression statement.
    pub fn run_script(&mut self, unit: impl Into<Arc<Unit>>) -> Completion<Value> {
        let around = self.outside_of_functions();
        let unit = self.loaded_unit(unit.into())?;
        self.run_loaded(&CodeSet::new(unit), around, None)
    }

    /// Runs what was typed at a prompt, compiled with [`Goal::Prompt`]: like a script, but what it declares takes the place of
    /// what earlier ones have declared, and a promise is given where it awaits something.
    pub fn run_entry(&mut self, unit: Unit) -> Completion<Value> {
        let around = Around { is_prompt: true, ..self.outside_of_functions() };
        let unit = self.loaded_unit(unit.into())?;
        self.forget_declared(&unit)?;
        self.run_loaded(&CodeSet::new(unit), around, None)
    }

    /// Code that comes into the current realm.
    pub(crate) fn loaded_unit(&mut self, unit: Arc<Unit>) -> Completion<LoadedUnit> {
        self.end_definitions(false)?;
        Ok(LoadedUnit::new(&mut self.heap, unit, self.options.tail_calls, self.realm.id)?)
    }

    /// Removes what scripts have declared lexically under the names that this one declares.
    fn forget_declared(&mut self, unit: &LoadedUnit) -> Completion<()> {
        let Declarations { lexical, functions, variables, hoisted } = &unit.unit.functions[0].declarations;
        let lexical = lexical.iter().map(|declared| declared.name);
        let functions = functions.iter().map(|declared| declared.name);
        for name in lexical.chain(functions).chain(variables.iter().chain(hoisted).copied()) {
            self.tick(TICKS_PER_DECLARATION)?;
            let key = self.declared_key(unit, name)?;
            self.heap.remove_property(self.realm.lexical, key);
        }
        Ok(())
    }

    /// A script made ready to be run in the current realm, as often as the host likes.
    pub fn load_script(&mut self, unit: Arc<Unit>) -> Completion<LoadedScript> {
        let unit = self.loaded_unit(unit)?;
        let code = CodeSet::new(unit).code(&mut self.heap, 0);
        Ok(LoadedScript { object: self.new_closure(code, None), code })
    }

    /// The script that an object of [`Vm::load_script`] stands for.
    pub fn script_of_object(&self, object: ObjectId) -> Option<LoadedScript> {
        let (code, _) = self.heap.closure(object)?;
        Some(LoadedScript { object, code })
    }

    /// Runs a script that was loaded in the current realm. Its functions are new ones in each run. That is work.
    pub fn run_loaded_script(&mut self, script: LoadedScript) -> Completion<Value> {
        self.check_native_stack()?;
        let (function, this) = (self.intrinsics().function_prototype, Value::object(self.realm.global));
        match self.plain_call((function, script.code, None), this) {
            Some(callback) => self.call_plainly(&callback, &[]),
            None => self.run_other_script(script),
        }
    }

    /// The same for one that declares something, that is stack code, or that there may be no room for.
    #[inline(never)]
    fn run_other_script(&mut self, script: LoadedScript) -> Completion<Value> {
        self.tick(1)?;
        let around = self.outside_of_functions();
        let set = Arc::clone(&self.heap.code_cell(script.code).set);
        let mark = self.kept_mark();
        self.keep(Value::object(script.object));
        let result = self.run_loaded(&set, around, None);
        self.release_kept(mark);
        result
    }

    /// Compiles a text that the host has given: what is wrong with it is thrown. It is charged until its unit is there, of which
    /// it is a part then.
    pub fn compile_text(&mut self, name: &str, text: String, goal: Goal) -> Completion<Unit> {
        let bytes = text.capacity();
        self.heap.charge(bytes)?;
        let options = ParseOptions { goal, strict: goal == Goal::Module, stack: self.native_stack.for_text() };
        let source = Arc::new(SourceText::new(name, text));
        let (backend, budget) = (self.backend(), &mut self.heap.budget);
        let compiled = ferrotape_compiler::compile_source(Arc::clone(&source), &options, backend, budget);
        budget.release(bytes);
        compiled.or_else(|error| self.throw_compile_error(&error, &source))
    }

    /// Runs the outermost code of a unit that running code has made: it is part of the same script or module.
    fn run_unit(&mut self, unit: Unit, around: Around, environment: Option<RecordId>) -> Completion<Value> {
        let unit = self.loaded_unit(Arc::new(unit))?;
        if !self.frames.is_empty() {
            unit.referrer.get_or_init(|| self.referrer());
        }
        self.run_loaded(&CodeSet::new(unit), around, environment)
    }

    fn run_loaded(&mut self, set: &Arc<CodeSet>, around: Around, environment: Option<RecordId>) -> Completion<Value> {
        self.check_native_stack()?;
        let (top, pc) = (self.top, self.pc);
        let result = match self.push_outermost(set, around, environment) {
            Ok(()) => self.run_pushed_frame(),
            Err(thrown) => Err(thrown),
        };
        self.pc = pc;
        self.top = top;
        result
    }

    /// Pushes the frame of a unit's outermost code, and declares what that declares.
    fn push_outermost(&mut self, set: &Arc<CodeSet>, around: Around, environment: Option<RecordId>) -> Completion<()> {
        let code = set.code(&mut self.heap, 0);
        let top = self.top;
        let base = top + 1;
        self.reserve_stack(top, 2)?;
        (self.stack[top], self.stack[base]) = (around.new_target, around.this);
        self.push_frame(around.function, code, environment, base, 0, 0, FrameKind::Entry)?;
        self.declare(set, environment, around.is_prompt).inspect_err(|_| {
            self.pop_frame();
        })
    }

    /// The same of a script.
    pub(crate) fn push_script(&mut self, set: &Arc<CodeSet>) -> Completion<()> {
        let around = self.outside_of_functions();
        self.push_outermost(set, around, None)
    }

    /// What `this` and so on are outside of all functions.
    fn outside_of_functions(&self) -> Around {
        let function = self.intrinsics().function_prototype;
        Around { this: Value::object(self.realm.global), function, new_target: Value::UNDEFINED, is_prompt: false }
    }

    /// What they are for a direct eval in the running function, in that environment. In arrow functions they are bindings.
    fn around_direct_eval(&mut self, in_arrow: bool, environment: Option<RecordId>) -> Completion<Around> {
        if !in_arrow {
            let frame = self.frame();
            let (this, function) = (self.stack[frame.base as usize], frame.callee);
            return Ok(Around { this, function, new_target: self.new_target(), is_prompt: false });
        }
        let outside = self.outside_of_functions();
        let this = self.hidden_binding(environment, keys::THIS)?.unwrap_or(outside.this);
        let function = self.hidden_binding(environment, keys::SUPER)?.and_then(Value::as_object);
        let new_target = self.hidden_binding(environment, keys::NEW_TARGET)?.unwrap_or(Value::UNDEFINED);
        Ok(Around { this, function: function.unwrap_or(outside.function), new_target, is_prompt: false })
    }

    /// A binding whose name cannot be written: objects of `with` do not come before it.
    fn hidden_binding(&mut self, mut environment: Option<RecordId>, key: PropertyKey) -> Completion<Option<Value>> {
        while let Some(record) = environment {
            if self.heap[record].kind.scope().is_some()
                && let Place::Bound { record, index, .. } = self.find_in_record(record, key)?
            {
                // `this` of a derived constructor may have no value yet: eval code looks it up itself.
                return Ok(Some(self.bound_value(record, index)).filter(|value| !value.is_empty()));
            }
            self.tick(1)?;
            environment = self.heap[record].parent;
        }
        Ok(None)
    }

    /// GlobalDeclarationInstantiation and EvalDeclarationInstantiation, ECMA-262 16.1.7 and 19.2.1.3.
    fn declare(&mut self, set: &Arc<CodeSet>, environment: Option<RecordId>, is_prompt: bool) -> Completion<()> {
        let unit = &set.unit;
        let template = &unit.unit.functions[0];
        if template.declarations.is_empty() {
            return Ok(());
        }
        let names = self.check_declarations(unit, environment)?;
        let record = self.variable_record(environment)?;
        // What was typed at a prompt may be declared lexically later on.
        let deletable = is_prompt || template.kind == FunctionKind::Eval;
        let mut hides_properties = false;
        for (key, is_constant) in names.lexical {
            self.tick(TICKS_PER_DECLARATION)?;
            hides_properties |= self.declare_lexical(key, is_constant)?;
        }
        if hides_properties {
            self.heap.forget_global_variables();
        }
        for (key, function) in names.functions {
            self.tick(TICKS_PER_DECLARATION)?;
            match record {
                // Eval code makes its functions itself, within the scope of what it declares lexically.
                Some(record) => self.declare_in_record(record, key, None)?,
                None if template.kind == FunctionKind::Eval => {
                    self.declare_global_function(key, Value::UNDEFINED, deletable)?;
                }
                None => {
                    let code = set.code(&mut self.heap, function);
                    let closure = Value::object(self.new_closure(code, None));
                    self.declare_global_function(key, closure, deletable)?;
                }
            }
        }
        for key in names.variables {
            self.tick(TICKS_PER_DECLARATION)?;
            match record {
                Some(record) => self.declare_in_record(record, key, None)?,
                None => self.declare_global_variable(key, deletable)?,
            }
        }
        Ok(())
    }

    /// The names that a script or eval code declares; an error where one of them cannot be.
    fn check_declarations(&mut self, unit: &LoadedUnit, environment: Option<RecordId>) -> Completion<DeclaredNames> {
        let declarations = &unit.unit.functions[0].declarations;
        let mut names = DeclaredNames::default();
        let variables = declarations.functions.len() + declarations.variables.len() + declarations.hoisted.len();
        let count = variables + declarations.lexical.len();
        self.heap.require_room(count * size_of::<(PropertyKey, u32)>())?;
        for declared in &declarations.lexical {
            self.tick(TICKS_PER_DECLARATION)?;
            let key = self.declared_key(unit, declared.name)?;
            self.check_lexical_declaration(key)?;
            names.lexical.push((key, declared.is_constant));
        }
        for declared in &declarations.functions {
            self.tick(1)?;
            names.functions.push((self.declared_key(unit, declared.name)?, declared.function));
        }
        for &name in &declarations.variables {
            self.tick(1)?;
            names.variables.push(self.declared_key(unit, name)?);
        }
        for &key in names.functions.iter().map(|(key, _)| key).chain(&names.variables) {
            if self.is_declared_lexically(environment, key)? {
                return self.declared_twice(key);
            }
        }
        if self.variable_record(environment)?.is_none() {
            for &(key, _) in &names.functions {
                self.tick(TICKS_PER_DECLARATION)?;
                self.check_global_declaration(key, true)?;
            }
            for &key in &names.variables {
                self.tick(TICKS_PER_DECLARATION)?;
                self.check_global_declaration(key, false)?;
            }
        }
        for &name in &declarations.hoisted {
            self.tick(TICKS_PER_DECLARATION)?;
            let key = self.declared_key(unit, name)?;
            if !self.is_declared_lexically(environment, key)? {
                names.variables.push(key);
            }
        }
        Ok(names)
    }

    fn declared_key(&mut self, unit: &LoadedUnit, name: TextId) -> Completion<PropertyKey> {
        Ok(self.heap.key_of_string(unit.strings[name.0 as usize])?)
    }

    /// A call through the name `eval`: a direct eval where the callee is the built-in (ECMA-262 13.3.6.1, step 6).
    pub(crate) fn enter_eval_call(
        &mut self,
        callee: Value,
        first: usize,
        count: usize,
        dst: u8,
        scope: u16,
    ) -> Completion<Entered> {
        if callee != Value::object(self.intrinsics().eval) {
            return self.enter_call(callee, first, count, dst);
        }
        let code = if count == 0 { Value::UNDEFINED } else { self.stack[first + 1] };
        let Some(string) = code.as_string() else { return Ok(Entered::Value(code)) };
        let caller = self.running_code();
        let environment = if scope == NO_SCOPE { self.frame().environment } else { Some(self.scope_record(scope)) };
        let allowed = caller.template().around_eval.as_deref();
        let private_names = self.private_names_around(environment)?;
        let context = context_of(&caller, private_names);
        let unit = self.compile_eval(string, Goal::DirectEval, caller.is_strict_at(self.pc), &context)?;
        let around = self.around_direct_eval(allowed.is_some_and(|allowed| allowed.in_arrow), environment)?;
        Ok(Entered::Value(self.run_unit(unit, around, environment)?))
    }

    /// eval ( x ), ECMA-262 19.2.1, called other than directly.
    pub fn indirect_eval(&mut self, call: Call) -> Completion<Value> {
        let code = call.argument(self, 0);
        let Some(string) = code.as_string() else { return Ok(code) };
        let unit = self.compile_eval(string, Goal::IndirectEval, false, &EvalContext::default())?;
        let around = self.outside_of_functions();
        self.run_unit(unit, around, None)
    }

    /// The private names of the classes around, with the sign. Scopes with a direct eval inside have them all in their records.
    fn private_names_around(&mut self, mut environment: Option<RecordId>) -> Completion<HashSet<String>> {
        let mut found = HashSet::new();
        while let Some(record) = environment {
            if let Some(scope) = self.heap[record].kind.scope() {
                self.add_private_names(scope, &mut found)?;
            }
            environment = self.heap[record].parent;
        }
        Ok(found)
    }

    /// Adds those of a scope. Copying them takes time that their lengths decide.
    fn add_private_names(&mut self, scope: ScopeId, found: &mut HashSet<String>) -> Completion<()> {
        let count = self.heap.scope(scope).names.len();
        self.tick(1 + count as u64)?;
        // A table has twice the room of what is in it at most.
        self.heap.require_room(count.saturating_mul(2 * size_of::<String>()))?;
        for index in 0..count {
            let name = self.heap.scope(scope).names[index].as_atom();
            let Some(name) = name.filter(|&name| self.heap.atom_view(name).units().next() == Some(b'#'.into())) else {
                continue;
            };
            let length = self.heap.atom_view(name).len();
            self.tick(length as u64 / UNITS_PER_TICK)?;
            // In UTF-16 first, then in UTF-8.
            self.heap.require_room(length.saturating_mul(size_of::<u16>() + MOST_BYTES_OF_UNIT))?;
            let units: Vec<u16> = self.heap.atom_view(name).units().collect();
            found.insert(String::from_utf16_lossy(&units));
        }
        Ok(())
    }

    /// HostEnsureCanCompileStrings ( calleeRealm, parameterStrings, bodyString, direct ), ECMA-262 19.2.1.2
    fn ensure_can_compile_strings(&mut self) -> Completion<()> {
        match self.options.compiles_texts {
            true => Ok(()),
            false => self.throw_error(ErrorKind::EvalError, messages::NO_CODE_FROM_TEXTS),
        }
    }

    /// Compiles the text of an eval.
    fn compile_eval(&mut self, code: StringId, goal: Goal, strict: bool, around: &EvalContext) -> Completion<Unit> {
        self.ensure_can_compile_strings()?;
        self.with_eval_source(code, |vm, source| {
            let options = ParseOptions { goal, strict, stack: vm.native_stack.for_text() };
            let (backend, source) = (vm.backend(), Arc::new(source));
            let compiled = ferrotape_compiler::compile_eval_source(
                Arc::clone(&source),
                &options,
                around,
                backend,
                &mut vm.heap.budget,
            );
            compiled.or_else(|error| vm.throw_compile_error(&error, &source))
        })
    }

    /// The error knows where in the text it is, besides where the text was used.
    pub(crate) fn throw_compile_error<T>(&mut self, error: &SourceError, source: &SourceText) -> Completion<T> {
        let kind = match error.kind {
            SourceErrorKind::Syntax => ErrorKind::SyntaxError,
            SourceErrorKind::Limit => ErrorKind::RangeError,
            SourceErrorKind::Terminated(termination) => return Err(Throw::Terminated(termination)),
        };
        let place = EarlyPlace::new(source, error.span, &error.notes);
        Err(Throw::Exception(self.new_early_error(kind, &error.message, place)))
    }

    /// CreateDynamicFunction, ECMA-262 20.2.1.1.1, for source texts that have been made of the arguments.
    pub fn instantiate_dynamic_function(
        &mut self,
        kind: DynamicKind,
        parameters: &[u16],
        body: StringId,
    ) -> Completion<ObjectId> {
        self.ensure_can_compile_strings()?;
        let unit = self.with_function_source(kind, parameters, body, |vm, function| {
            let (stack, backend) = (vm.native_stack.for_text(), vm.backend());
            let compiled = ferrotape_compiler::compile_dynamic_function(function, stack, backend, &mut vm.heap.budget);
            compiled.or_else(|error| vm.throw_compile_error(&error, function.source()))
        })?;
        let around = self.outside_of_functions();
        let function = self.run_unit(unit, around, None)?;
        self.made_function(function)
    }

    /// Compiles a function whose body is the whole of a text, with parameters of these names: what CommonJS modules are.
    pub fn compile_function_body(&mut self, name: &str, parameters: &[&str], body: &str) -> Completion<Unit> {
        let function = match DynamicFunction::of_body(name, parameters, body, &mut self.heap.budget) {
            Ok(function) => function,
            Err(error) => return self.throw_compile_error(&error.into(), &SourceText::new(name, "")),
        };
        let (stack, backend) = (self.native_stack.for_text(), self.backend());
        let compiled = ferrotape_compiler::compile_dynamic_function(&function, stack, backend, &mut self.heap.budget);
        let unit = compiled.or_else(|error| self.throw_compile_error(&error, function.source()));
        self.heap.budget.release(function.bytes());
        unit
    }

    /// The function that [`Vm::compile_function_body`] has compiled.
    pub fn function_of_body(&mut self, unit: Unit) -> Completion<ObjectId> {
        let function = self.run_script(unit)?;
        self.made_function(function)
    }

    /// What the text of a function has given.
    fn made_function(&mut self, function: Value) -> Completion<ObjectId> {
        match function.as_object() {
            Some(function) => Ok(function),
            None => self.type_error("the text made no function"),
        }
    }

    /// Throws the error that the compiler has decided on.
    pub(super) fn throw_constant_error(&mut self, kind: u8, message: u32) -> Completion<()> {
        let text = self.running_text(ferrotape_bytecode::TextId(message));
        let message = self.heap.shown(text, SHOWN_MESSAGE);
        if message == messages::THIS_NOT_BOUND {
            return self.this_not_bound();
        }
        self.throw_error(ErrorKind::from_number(kind).unwrap_or(ErrorKind::Error), message)
    }
}

/// What `this`, the function for `super`, and `new.target` are around the code of a unit.
struct Around {
    this: Value,
    function: ObjectId,
    new_target: Value,
    /// It was typed at a prompt.
    is_prompt: bool,
}

/// What the text of a direct eval in a function may contain.
fn context_of(code: &CodeBlock, private_names: HashSet<String>) -> EvalContext {
    let Some(around) = code.template().around_eval.as_deref() else { return EvalContext::default() };
    EvalContext {
        in_function: around.in_function,
        in_method: around.in_method,
        in_derived_constructor: around.in_derived_constructor,
        in_initializer: around.in_initializer,
        private_names,
    }
}

/// For a declaration that is made or asked about: a search of the global object or a record, and its growth.
const TICKS_PER_DECLARATION: u64 = 8;

/// The names that a script or eval code declares, as keys.
#[derive(Default)]
struct DeclaredNames {
    /// With the function's place in the unit.
    functions: Vec<(PropertyKey, u32)>,
    variables: Vec<PropertyKey>,
    /// With whether they are constant.
    lexical: Vec<(PropertyKey, bool)>,
}
