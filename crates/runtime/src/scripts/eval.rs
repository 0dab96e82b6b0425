//! Scripts, eval code, and functions made from text.

use std::collections::HashSet;
use std::sync::Arc;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_bytecode::{Declarations, ErrorKind, FunctionKind, TextId, Unit};
use ferrotape_compiler::{SourceError, SourceErrorKind};
use ferrotape_syntax::{DynamicFunction, DynamicKind};
use ferrotape_syntax::{EvalContext, Goal, ParseOptions};
use ferrotape_text::SourceText;

use crate::code::{CodeBlock, CodeSet, LoadedUnit};
use crate::environment::{self, NO_SCOPE, Place};
use crate::error::{Completion, EarlyPlace, Throw};
use crate::function::{self, Call};
use crate::heap::{ObjectId, RecordId, ScopeId, StringId};
use crate::loaded_script::LoadedScript;
use crate::loop_exit::Entered;
use crate::messages;
use crate::module;
use crate::names::keys;
use crate::operations::calls;
use crate::operations::class;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::scripts::source_text;
use crate::shown::{self, SHOWN_MESSAGE};
use crate::value::Value;
use crate::vm::{Frame, FrameKind, Vm};

/// Most bytes in UTF-8 for a unit in UTF-16.
const MOST_BYTES_OF_UNIT: usize = 3;

/// Runs a script: ScriptEvaluation, ECMA-262 16.1.6. Returns the value of its last expression statement.
pub fn run_script(vm: &mut Vm, unit: impl Into<Arc<Unit>>) -> Completion<Value> {
    let around = outside_of_functions(vm);
    let unit = loaded_unit(vm, unit.into())?;
    run_loaded(vm, &CodeSet::new(unit), around, None)
}

/// Runs an entry of a prompt, compiled with [`Goal::Prompt`]: a script whose declarations replace earlier ones, and
/// that gives a promise if it awaits something.
pub fn run_entry(vm: &mut Vm, unit: Unit) -> Completion<Value> {
    let around = Around { is_prompt: true, ..outside_of_functions(vm) };
    let unit = loaded_unit(vm, unit.into())?;
    forget_declared(vm, &unit)?;
    run_loaded(vm, &CodeSet::new(unit), around, None)
}

/// Loads code into the current realm.
pub(crate) fn loaded_unit(vm: &mut Vm, unit: Arc<Unit>) -> Completion<LoadedUnit> {
    function::end_definitions(vm, false)?;
    if !vm.machines.can_run(&unit) {
        return vm.type_error(messages::NO_STACK_MACHINE);
    }
    Ok(LoadedUnit::new(&mut vm.heap, unit, vm.options.tail_calls, vm.realm.id)?)
}

/// Removes lexical declarations of scripts whose names this one declares.
fn forget_declared(vm: &mut Vm, unit: &LoadedUnit) -> Completion<()> {
    let Declarations { lexical, functions, variables, hoisted } = &unit.unit.functions[0].declarations;
    let lexical = lexical.iter().map(|declared| declared.name);
    let functions = functions.iter().map(|declared| declared.name);
    for name in lexical.chain(functions).chain(variables.iter().chain(hoisted).copied()) {
        vm.work(TICKS_PER_DECLARATION)?;
        let key = declared_key(vm, unit, name)?;
        vm.heap.remove_property(vm.realm.lexical, key);
    }
    Ok(())
}

/// Makes a script ready to run in the current realm, as often as the host likes.
pub fn load_script(vm: &mut Vm, unit: Arc<Unit>) -> Completion<LoadedScript> {
    let unit = loaded_unit(vm, unit)?;
    let code = CodeSet::new(unit).code(&mut vm.heap, 0);
    Ok(LoadedScript { object: function::new_closure(vm, code, None), code })
}

/// The script of an object from [`load_script`].
pub fn script_of_object(vm: &Vm, object: ObjectId) -> Option<LoadedScript> {
    let (code, _) = vm.heap.closure(object)?;
    Some(LoadedScript { object, code })
}

/// Runs a script that was loaded in the current realm. Its functions are new ones in each run, which is work.
pub fn run_loaded_script(vm: &mut Vm, script: LoadedScript) -> Completion<Value> {
    vm.check_native_stack()?;
    let (function, this) = (realm::intrinsics(vm).function_prototype, Value::object(vm.realm.global));
    match vm.plain_call((function, script.code, None), this) {
        Some(callback) => vm.call_plainly(&callback, &[]),
        None => run_other_script(vm, script),
    }
}

/// Runs a script that declares something, that is stack code, or that may lack room.
#[inline(never)]
fn run_other_script(vm: &mut Vm, script: LoadedScript) -> Completion<Value> {
    vm.work(1)?;
    let around = outside_of_functions(vm);
    let set = Arc::clone(&vm.heap.code_cell(script.code).set);
    let vm = &mut vm.scope();
    vm.keep(Value::object(script.object));

    run_loaded(vm, &set, around, None)
}

/// Compiles a text that the host has given; throws its errors. The text is charged until its unit exists, which then
/// includes it.
pub fn compile_text(vm: &mut Vm, name: &str, text: String, goal: Goal) -> Completion<Unit> {
    let language = vm.options.languages.of(name);
    let options = ParseOptions::new(goal, vm.execution.native_stack.for_text()).in_language(language);
    let (bytes, backend) = (text.capacity(), vm.backend());
    vm.heap.room(bytes)?;
    let compiled = ferrotape_compiler::compile_text(name, bytes, |_| Ok(text), &options, backend, &mut vm.heap.budget);
    compiled.or_else(|refused| throw_compile_error(vm, &refused.0, &refused.1))
}

/// Runs the outermost code of a unit that running code has made: it belongs to the same script or module.
pub(crate) fn run_unit(vm: &mut Vm, unit: Unit, around: Around, environment: Option<RecordId>) -> Completion<Value> {
    let unit = loaded_unit(vm, Arc::new(unit))?;
    if !vm.execution.frames.is_empty() {
        unit.referrer.get_or_init(|| module::referrer(vm));
    }
    run_loaded(vm, &CodeSet::new(unit), around, environment)
}

/// Runs the outermost code in a frame of its own, and restores the position of the code around, even after an
/// exception.
fn run_loaded(vm: &mut Vm, set: &Arc<CodeSet>, around: Around, environment: Option<RecordId>) -> Completion<Value> {
    vm.check_native_stack()?;
    let (top, pc) = (vm.execution.top, vm.execution.pc);
    let result = match push_outermost(vm, set, around, environment) {
        Ok(()) => vm.run_pushed_frame(),
        Err(thrown) => Err(thrown),
    };
    vm.execution.pc = pc;
    vm.execution.top = top;
    result
}

/// Pushes the frame of a unit's outermost code, and makes its declarations.
fn push_outermost(vm: &mut Vm, set: &Arc<CodeSet>, around: Around, environment: Option<RecordId>) -> Completion<()> {
    let code = set.code(&mut vm.heap, 0);
    let top = vm.execution.top;
    let base = top + 1;
    vm.reserve_stack(top, 2)?;
    (vm.execution.stack[top], vm.execution.stack[base]) = (around.new_target, around.this);
    vm.push_frame(around.function, code, environment, base, 0, 0, FrameKind::Entry)?;
    declare(vm, set, environment, around.is_prompt).inspect_err(|_| {
        vm.pop_frame();
    })
}

/// Pushes the frame of a script, and makes its declarations.
pub(crate) fn push_script(vm: &mut Vm, set: &Arc<CodeSet>) -> Completion<()> {
    let around = outside_of_functions(vm);
    push_outermost(vm, set, around, None)
}

/// `this` and its like outside of all functions.
fn outside_of_functions(vm: &Vm) -> Around {
    let function = realm::intrinsics(vm).function_prototype;
    Around { this: Value::object(vm.realm.global), function, new_target: Value::UNDEFINED, is_prompt: false }
}

/// `this` and its like for a direct eval in the running function, in that environment. In arrow functions they are
/// bindings.
fn around_direct_eval(vm: &mut Vm, in_arrow: bool, environment: Option<RecordId>) -> Completion<Around> {
    if !in_arrow {
        let this = vm.execution.stack[vm.frame().base as usize];
        let function = function_around(vm, vm.frame());
        return Ok(Around { this, function, new_target: vm.new_target(), is_prompt: false });
    }
    around_in_arrow(vm, environment)
}

/// Returns the function whose home eval code in a frame has. The one that runs a module is the machine's alone: a module is
/// outside of functions.
pub(crate) fn function_around(vm: &Vm, frame: &Frame) -> ObjectId {
    match vm.heap.code_block(frame.code).template().kind {
        FunctionKind::Module => outside_of_functions(vm).function,
        _ => frame.callee,
    }
}

/// `this` and its like as an arrow function has them: bindings in its environment.
pub(crate) fn around_in_arrow(vm: &mut Vm, environment: Option<RecordId>) -> Completion<Around> {
    let outside = outside_of_functions(vm);
    let this = hidden_binding(vm, environment, keys::THIS)?.unwrap_or(outside.this);
    let function = hidden_binding(vm, environment, keys::SUPER)?.and_then(Value::as_object);
    let new_target = hidden_binding(vm, environment, keys::NEW_TARGET)?.unwrap_or(Value::UNDEFINED);
    Ok(Around { this, function: function.unwrap_or(outside.function), new_target, is_prompt: false })
}

/// The value of a binding whose name cannot be written: objects of `with` do not hide it.
fn hidden_binding(vm: &mut Vm, mut environment: Option<RecordId>, key: PropertyKey) -> Completion<Option<Value>> {
    while let Some(record) = environment {
        if vm.heap[record].kind.scope().is_some()
            && let Place::Bound { record, index, .. } = environment::find_in_record(vm, record, key)?
        {
            // `this` of a derived constructor may have no value yet: eval code looks it up itself.
            return Ok(Some(environment::bound_value(vm, record, index)).filter(|value| !value.is_empty()));
        }
        vm.work(1)?;
        environment = vm.heap[record].parent;
    }
    Ok(None)
}

/// GlobalDeclarationInstantiation and EvalDeclarationInstantiation, ECMA-262 16.1.7 and 19.2.1.3.
fn declare(vm: &mut Vm, set: &Arc<CodeSet>, environment: Option<RecordId>, is_prompt: bool) -> Completion<()> {
    let unit = &set.unit;
    let template = &unit.unit.functions[0];
    if template.declarations.is_empty() {
        return Ok(());
    }
    let names = check_declarations(vm, unit, environment)?;
    let record = environment::variable_record(vm, environment)?;
    // Declarations at a prompt may be replaced by lexical ones later. A proxy in the place of the global object cannot promise
    // that a property stays which its target lacks.
    let deletable = is_prompt || template.kind == FunctionKind::Eval || realm::has_other_scope(vm);
    let mut hides_properties = false;
    for (key, is_constant) in names.lexical {
        vm.work(TICKS_PER_DECLARATION)?;
        hides_properties |= environment::declare_lexical(vm, key, is_constant)?;
    }
    if hides_properties {
        vm.heap.forget_global_variables();
    }
    for (key, function) in names.functions {
        vm.work(TICKS_PER_DECLARATION)?;
        match record {
            // Eval code makes its functions itself, within the scope of what it declares lexically.
            Some(record) => environment::declare_in_record(vm, record, key, None)?,
            None if template.kind == FunctionKind::Eval => {
                environment::declare_global_function(vm, key, Value::UNDEFINED, deletable)?;
            }
            None => {
                let code = set.code(&mut vm.heap, function);
                let closure = Value::object(function::new_closure(vm, code, None));
                environment::declare_global_function(vm, key, closure, deletable)?;
            }
        }
    }
    for key in names.variables {
        vm.work(TICKS_PER_DECLARATION)?;
        match record {
            Some(record) => environment::declare_in_record(vm, record, key, None)?,
            None => environment::declare_global_variable(vm, key, deletable)?,
        }
    }
    Ok(())
}

/// The names that a script or eval code declares; an error if one of them cannot be declared.
fn check_declarations(vm: &mut Vm, unit: &LoadedUnit, environment: Option<RecordId>) -> Completion<DeclaredNames> {
    let declarations = &unit.unit.functions[0].declarations;
    let mut names = DeclaredNames::default();
    let variables = declarations.functions.len() + declarations.variables.len() + declarations.hoisted.len();
    let count = variables + declarations.lexical.len();
    vm.heap.room(count * size_of::<(PropertyKey, u32)>())?;
    for declared in &declarations.lexical {
        vm.work(TICKS_PER_DECLARATION)?;
        let key = declared_key(vm, unit, declared.name)?;
        environment::check_lexical_declaration(vm, key)?;
        names.lexical.push((key, declared.is_constant));
    }
    for declared in &declarations.functions {
        vm.work(1)?;
        names.functions.push((declared_key(vm, unit, declared.name)?, declared.function));
    }
    for &name in &declarations.variables {
        vm.work(1)?;
        names.variables.push(declared_key(vm, unit, name)?);
    }
    for &key in names.functions.iter().map(|(key, _)| key).chain(&names.variables) {
        if environment::is_declared_lexically(vm, environment, key)? {
            return environment::declared_twice(vm, key);
        }
    }
    if environment::variable_record(vm, environment)?.is_none() {
        for &(key, _) in &names.functions {
            vm.work(TICKS_PER_DECLARATION)?;
            environment::check_global_declaration(vm, key, true)?;
        }
        for &key in &names.variables {
            vm.work(TICKS_PER_DECLARATION)?;
            environment::check_global_declaration(vm, key, false)?;
        }
    }
    for &name in &declarations.hoisted {
        vm.work(TICKS_PER_DECLARATION)?;
        let key = declared_key(vm, unit, name)?;
        if !environment::is_declared_lexically(vm, environment, key)? {
            names.variables.push(key);
        }
    }
    Ok(names)
}

fn declared_key(vm: &mut Vm, unit: &LoadedUnit, name: TextId) -> Completion<PropertyKey> {
    Ok(vm.heap.key_of_string(unit.strings[name.0 as usize])?)
}

/// A call through the name `eval`: a direct eval if the callee is the built-in (ECMA-262 13.3.6.1, step 6).
pub fn enter_eval_call(
    vm: &mut Vm,
    callee: Value,
    first: usize,
    count: usize,
    dst: u8,
    scope: u16,
) -> Completion<Entered> {
    if callee != Value::object(realm::intrinsics(vm).eval) {
        return calls::enter_call(vm, callee, first, count, dst);
    }
    let code = if count == 0 { Value::UNDEFINED } else { vm.execution.stack[first + 1] };
    let Some(string) = code.as_string() else { return Ok(Entered::Value(code)) };
    let caller = vm.running_code();
    let environment =
        if scope == NO_SCOPE { vm.frame().environment } else { Some(environment::scope_record(vm, scope)) };
    let allowed = caller.template().around_eval.as_deref();
    let context = context_of(&caller);
    let is_strict_at = caller.is_strict_at(vm.execution.pc);
    let unit = compile_eval(vm, string, Goal::DirectEval, is_strict_at, context, environment)?;
    let around = around_direct_eval(vm, allowed.is_some_and(|allowed| allowed.in_arrow), environment)?;
    Ok(Entered::Value(run_unit(vm, unit, around, environment)?))
}

/// eval ( x ), ECMA-262 19.2.1, for an indirect call.
pub fn indirect_eval(vm: &mut Vm, call: Call) -> Completion<Value> {
    let code = call.argument(vm, 0);
    let Some(string) = code.as_string() else { return Ok(code) };
    let unit = compile_indirect_eval(vm, string)?;
    run_indirect_eval(vm, unit)
}

/// Compiles the text of an indirect eval, or of ShadowRealm.prototype.evaluate. Its errors are of the current realm.
pub fn compile_indirect_eval(vm: &mut Vm, code: StringId) -> Completion<Unit> {
    compile_eval(vm, code, Goal::IndirectEval, false, EvalContext::default(), None)
}

/// Runs the unit of such a text in the current realm.
pub fn run_indirect_eval(vm: &mut Vm, unit: Unit) -> Completion<Value> {
    let around = outside_of_functions(vm);
    run_unit(vm, unit, around, None)
}

/// The private names of the classes around, with the sign. Scopes with a direct eval inside have all of them in their
/// records.
pub(crate) fn private_names_around(vm: &mut Vm, mut environment: Option<RecordId>) -> Completion<HashSet<String>> {
    let mut found = HashSet::new();
    while let Some(record) = environment {
        if let Some(scope) = vm.heap[record].kind.scope() {
            add_private_names(vm, scope, &mut found)?;
        }
        environment = vm.heap[record].parent;
    }
    Ok(found)
}

/// Ticks for a private name that is given to the compiler, which makes a copy of its own.
const TICKS_PER_PRIVATE_NAME: u64 = 8;

/// Adds the private names of a scope. Copying them takes time by their lengths.
fn add_private_names(vm: &mut Vm, scope: ScopeId, found: &mut HashSet<String>) -> Completion<()> {
    let count = vm.heap.scope(scope).names.len();
    vm.work(1 + count as u64)?;
    // A table has twice the room of what is in it at most.
    vm.heap.room(count.saturating_mul(2 * size_of::<String>()))?;
    for index in 0..count {
        let name = vm.heap.scope(scope).names[index].as_atom();
        let Some(name) = name.filter(|&name| vm.heap.atom_view(name).units().next() == Some(b'#'.into())) else {
            continue;
        };
        let length = vm.heap.atom_view(name).len();
        vm.work(TICKS_PER_PRIVATE_NAME + length as u64 / UNITS_PER_TICK)?;
        // First in UTF-16, then in UTF-8.
        vm.heap.room(length.saturating_mul(size_of::<u16>() + MOST_BYTES_OF_UNIT))?;
        let units: Vec<u16> = vm.heap.atom_view(name).units().collect();
        found.insert(String::from_utf16_lossy(&units));
    }
    Ok(())
}

/// HostEnsureCanCompileStrings ( calleeRealm, parameterStrings, bodyString, direct ), ECMA-262 19.2.1.2
fn ensure_can_compile_strings(vm: &mut Vm) -> Completion<()> {
    match vm.options.compiles_texts {
        true => Ok(()),
        false => vm.throw_error(ErrorKind::EvalError, messages::NO_CODE_FROM_TEXTS),
    }
}

/// Compiles the text of an eval, which may use the private names of the classes around the environment.
fn compile_eval(
    vm: &mut Vm,
    code: StringId,
    goal: Goal,
    strict: bool,
    mut around: EvalContext,
    environment: Option<RecordId>,
) -> Completion<Unit> {
    ensure_can_compile_strings(vm)?;
    source_text::with_eval_source(vm, code, |vm, source| {
        // Most texts have no private names, while the classes around may have thousands.
        if source.text().contains('#') {
            around.private_names = private_names_around(vm, environment)?;
        }
        let options = ParseOptions { strict, ..ParseOptions::new(goal, vm.execution.native_stack.for_text()) };
        let (backend, source) = (vm.backend(), Arc::new(source));
        let compiled = ferrotape_compiler::compile_eval_source(
            Arc::clone(&source),
            &options,
            &around,
            backend,
            &mut vm.heap.budget,
        );
        compiled.or_else(|error| throw_compile_error(vm, &error, &source))
    })
}

/// Throws an error of compilation with its place in the text, besides the place where the text was used.
pub(crate) fn throw_compile_error<T>(vm: &mut Vm, error: &SourceError, source: &SourceText) -> Completion<T> {
    let kind = match error.kind {
        SourceErrorKind::Syntax => ErrorKind::SyntaxError,
        SourceErrorKind::Limit => ErrorKind::RangeError,
        SourceErrorKind::Terminated(termination) => return Err(Throw::Terminated(termination)),
    };
    let place = EarlyPlace::new(source, error.span, &error.notes);
    Err(Throw::Exception(vm.new_early_error(kind, &error.message, place)))
}

/// CreateDynamicFunction, ECMA-262 20.2.1.1.1, for source texts made of the arguments.
pub fn instantiate_dynamic_function(
    vm: &mut Vm,
    kind: DynamicKind,
    parameters: &[u16],
    body: StringId,
) -> Completion<ObjectId> {
    ensure_can_compile_strings(vm)?;
    let unit = source_text::with_function_source(vm, kind, parameters, body, |vm, function| {
        let (stack, backend) = (vm.execution.native_stack.for_text(), vm.backend());
        let compiled = ferrotape_compiler::compile_dynamic_function(function, stack, backend, &mut vm.heap.budget);
        compiled.or_else(|error| throw_compile_error(vm, &error, function.source()))
    })?;
    let around = outside_of_functions(vm);
    let function = run_unit(vm, unit, around, None)?;
    made_function(vm, function)
}

/// Compiles a function whose body is the whole of a text, with parameters of these names, as for CommonJS modules.
pub fn compile_function_body(
    vm: &mut Vm,
    kind: DynamicKind,
    name: &str,
    parameters: &[&str],
    body: &str,
) -> Completion<Unit> {
    let function = match DynamicFunction::of_body(kind, name, parameters, body, &mut vm.heap.budget) {
        Ok(function) => function.in_language(vm.options.languages.of(name)),
        Err(error) => return throw_compile_error(vm, &error, &SourceText::new(name, "")),
    };
    let (stack, backend) = (vm.execution.native_stack.for_text(), vm.backend());
    let compiled = ferrotape_compiler::compile_dynamic_function(&function, stack, backend, &mut vm.heap.budget);
    let unit = compiled.or_else(|error| throw_compile_error(vm, &error, function.source()));
    vm.heap.budget.resized(function.bytes(), 0);
    unit
}

/// The function compiled by [`compile_function_body`].
pub fn function_of_body(vm: &mut Vm, unit: Unit) -> Completion<ObjectId> {
    let function = run_script(vm, unit)?;
    made_function(vm, function)
}

/// The function that the text of a function has given.
fn made_function(vm: &mut Vm, function: Value) -> Completion<ObjectId> {
    match function.as_object() {
        Some(function) => Ok(function),
        None => vm.type_error("the text made no function"),
    }
}

/// Throws the error that the compiler has found.
pub fn throw_constant_error(vm: &mut Vm, kind: u8, message: u32) -> Completion<()> {
    let text = vm.running_text(ferrotape_bytecode::TextId(message));
    let message = shown::string(&mut vm.heap, text, SHOWN_MESSAGE);
    if message == messages::THIS_NOT_BOUND {
        return class::this_not_bound(vm);
    }
    vm.throw_error(ErrorKind::from_number(kind).unwrap_or(ErrorKind::Error), message)
}

/// `this`, the function for `super`, and `new.target` around the code of a unit.
pub(crate) struct Around {
    pub this: Value,
    pub function: ObjectId,
    pub new_target: Value,
    /// True for an entry of a prompt.
    pub is_prompt: bool,
}

/// Context for the text of a direct eval in a function: what it may contain, private names apart.
fn context_of(code: &CodeBlock) -> EvalContext {
    let Some(around) = code.template().around_eval.as_deref() else { return EvalContext::default() };
    EvalContext {
        in_function: around.in_function,
        in_method: around.in_method,
        in_derived_constructor: around.in_derived_constructor,
        in_initializer: around.in_initializer,
        private_names: HashSet::new(),
    }
}

/// Ticks for a declaration that is made or checked: a search of the global object or a record, and its growth.
const TICKS_PER_DECLARATION: u64 = 8;

/// The names that a script or eval code declares, as keys.
#[derive(Default)]
struct DeclaredNames {
    /// Functions, each with its place in the unit.
    functions: Vec<(PropertyKey, u32)>,
    variables: Vec<PropertyKey>,
    /// Lexical declarations, each with whether it is constant.
    lexical: Vec<(PropertyKey, bool)>,
}
