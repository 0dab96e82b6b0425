//! Support for prompts: checks whether source text is complete, and runs entries one after the other.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::ActivationKind;
use ferrotape_runtime as engine;
use ferrotape_runtime::events::{self, Patience};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::jobs;
use ferrotape_runtime::module::{self, GivenModule};
use ferrotape_runtime::object;
use ferrotape_runtime::promise::{self, PromiseState};
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::{Completion, Throw, Vm};
use ferrotape_syntax::{Goal, Language, MODULE_VALUE, ParseOptions};
use ferrotape_text::SourceText;

use crate::script_text::ScriptText;
use crate::{Context, Engine, Error, Value};

/// The state of source text typed at a prompt.
///
/// ```
/// use ferrotape::script::Entry;
/// use ferrotape::Engine;
///
/// let (mut engine, mut text) = (Engine::new(), String::new());
/// for line in ["function twice(n) {", "  return 2 * n", "}"] {
///     assert_ne!(Entry::of(&text), Entry::Wrong);
///     text += line;
/// }
/// assert_eq!(Entry::of(&text), Entry::Whole);
/// engine.run_entry("prompt", &text)?;
/// assert_eq!(engine.eval::<u8>("twice(21)")?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Entry {
    /// The text can be run.
    Whole,
    /// The text ends in the middle of a bracket, a template literal, an open comment, or an operation. More lines may
    /// complete it.
    Unfinished,
    /// No further lines could make the text valid.
    Wrong,
}

impl Entry {
    /// Parses text as far as needed to know its state.
    ///
    /// ```
    /// use ferrotape::script::Entry;
    ///
    /// assert_eq!(Entry::of("let a = await b"), Entry::Whole);
    /// assert_eq!(Entry::of("if (a) {"), Entry::Unfinished);
    /// assert_eq!(Entry::of("1 +* 1"), Entry::Wrong);
    /// ```
    pub fn of(text: &str) -> Entry {
        Entry::in_language(text, Language::JavaScript)
    }

    /// Parses TypeScript as far as needed to know its state.
    ///
    /// ```
    /// use ferrotape::script::Entry;
    ///
    /// assert_eq!(Entry::of_typescript("let a: number[]"), Entry::Whole);
    /// assert_eq!(Entry::of_typescript("interface Shape {"), Entry::Unfinished);
    /// ```
    pub fn of_typescript(text: &str) -> Entry {
        Entry::in_language(text, Language::TypeScript)
    }

    fn in_language(text: &str, language: Language) -> Entry {
        let options = ParseOptions::new(Goal::Prompt, NativeStack::default()).in_language(language);
        let source = Arc::new(SourceText::new("", text));
        match ferrotape_syntax::parse(source, &options, &mut Budget::default()) {
            Ok(_) => Entry::Whole,
            // A string continues after a line break with a backslash.
            Err(error) if error.is_unfinished || text.ends_with('\\') => Entry::Unfinished,
            Err(_) => Entry::Wrong,
        }
    }
}

impl Engine {
    /// Runs an entry of a prompt: a script that may `await`, and whose declarations replace earlier ones, so that `let`
    /// and `const` may declare a name again. Then its jobs run; timers and other events run only while the entry awaits
    /// something.
    ///
    /// ```
    /// use ferrotape::{Engine, Value};
    ///
    /// let mut engine = Engine::new();
    /// engine.run_entry("1", "const answer = await Promise.resolve(41)")?;
    /// engine.run_entry("2", "const answer = 42")?;
    /// assert_eq!(engine.run_entry("3", "answer")?, Value::from(42.0));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the entry does not parse or throws, or if what it awaits never comes. Also for a
    /// [shared cause](Error#shared-causes). Declarations made before stay.
    pub fn run_entry(&mut self, name: &str, text: impl ScriptText) -> Result<Value, Error> {
        self.limited(|engine| {
            let unit = engine.compile_source(name, text, Goal::Prompt)?;
            let awaits = unit.functions.first().is_some_and(|script| script.activation == ActivationKind::Async);
            let vm = &mut engine.vm;
            let result = eval::run_entry(vm, unit).and_then(|value| {
                vm.keep(value);
                if awaits { settled(vm, value) } else { jobs::run_jobs(vm).map(|()| Some(value)) }
            });
            match result {
                Ok(Some(value)) => Value::from_engine(vm, value),
                Ok(None) => Err(Error::new("what is awaited never comes")),
                Err(throw) => Err(Error::uncaught(vm, throw)),
            }
        })
    }
}

impl Engine {
    /// Runs a module as [`Engine::run_module`] does, and returns the value of its last statement if that is an expression,
    /// as for an entry of a prompt; otherwise the module's namespace object.
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader, Value};
    ///
    /// let mut engine = Engine::new();
    /// let modules = [("half.mjs", "export default n => n / 2")];
    /// engine.set_module_loader(modules.into_iter().collect::<MemoryLoader>());
    /// let text = "import half from './half.mjs'; half(await 84)";
    /// assert_eq!(engine.run_module_entry("entry.mjs", text)?, Value::from(42.0));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::run_module`] does.
    pub fn run_module_entry(&mut self, name: &str, text: impl ScriptText) -> Result<Value, Error> {
        if self.vm.options.can_block && Context::new(&mut self.vm).fetches_modules() {
            return self.run_module(name, text);
        }
        self.limited(|engine| {
            let options =
                ParseOptions { exports_value: true, ..ParseOptions::new(Goal::Module, engine.vm.native_stack()) };
            let unit = Arc::new(engine.compile_with(name, text, options)?);
            let vm = &mut engine.vm;
            Context::new(vm).require_module(name, GivenModule::Unit(&unit))?;
            let value = match module::run_module(vm, name, unit) {
                Ok(Some(namespace)) => value_of_module(vm, namespace),
                Ok(None) => return Err(Error::of_wait(vm, format_args!("the module '{name}' waits"))),
                Err(throw) => Err(throw),
            };
            match value {
                Ok(value) => Value::from_engine(vm, value),
                Err(throw) => Err(Error::uncaught(vm, throw)),
            }
        })
    }
}

/// Returns the value that a module exports for this, or its namespace.
fn value_of_module(vm: &mut Vm, namespace: ObjectId) -> Completion<engine::Value> {
    let key = vm.heap.key(MODULE_VALUE);
    match object::has_own_property(vm, namespace, key)? {
        true => object::get(vm, namespace, key),
        false => Ok(engine::Value::object(namespace)),
    }
}

/// Returns the result of a promise. None if nothing is left that could settle it.
fn settled(vm: &mut Vm, promise: engine::Value) -> Completion<Option<engine::Value>> {
    loop {
        jobs::run_jobs(vm)?;
        let Some((object, data)) = promise::promise(vm, promise) else { return Ok(Some(promise)) };
        match (data.state, data.result) {
            (PromiseState::Fulfilled, value) => return Ok(Some(value)),
            (PromiseState::Rejected, reason) => {
                promise::mark_handled(vm, object);
                return Err(Throw::Exception(reason));
            }
            (PromiseState::Pending, _) => {}
        }
        if !events::run_event(vm, Patience::Sleep)? {
            return Ok(None);
        }
    }
}
