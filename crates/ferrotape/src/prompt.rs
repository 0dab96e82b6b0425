//! What a prompt needs: to know whether a text is whole, and to run one after the other.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::ActivationKind;
use ferrotape_runtime as engine;
use ferrotape_runtime::events::{self, Patience};
use ferrotape_runtime::jobs;
use ferrotape_runtime::promise::{self, PromiseState};
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::{Completion, Throw, Vm};
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

use crate::script_text::ScriptText;
use crate::{Engine, Error, Value};

/// What a text that is typed at a prompt is so far.
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
    /// It can be run.
    Whole,
    /// It ends in the middle of something: a bracket, a template literal, a comment that is open, an operator without its
    /// operand. With more lines it may be whole.
    Unfinished,
    /// No more lines could make it right.
    Wrong,
}

impl Entry {
    /// Reads a text as far as that is needed.
    ///
    /// ```
    /// use ferrotape::script::Entry;
    ///
    /// assert_eq!(Entry::of("let a = await b"), Entry::Whole);
    /// assert_eq!(Entry::of("if (a) {"), Entry::Unfinished);
    /// assert_eq!(Entry::of("1 +* 1"), Entry::Wrong);
    /// ```
    pub fn of(text: &str) -> Entry {
        let options = ParseOptions { goal: Goal::Prompt, strict: false, stack: NativeStack::default() };
        let source = Arc::new(SourceText::new("", text));
        match ferrotape_syntax::parse(source, &options, &mut Budget::default()) {
            Ok(_) => Entry::Whole,
            // A string goes on behind a line break with a backslash.
            Err(error) if error.is_unfinished || text.ends_with('\\') => Entry::Unfinished,
            Err(_) => Entry::Wrong,
        }
    }
}

impl Engine {
    /// Runs what was typed at a prompt: a script that may `await`, and whose declarations take the place of earlier ones, so that
    /// `let` and `const` may say the same name again. Then the jobs that it has left are run; timers and other events only as
    /// long as it awaits something.
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
                Err(throw) => Err(Error::from_throw(vm, throw)),
            }
        })
    }
}

/// What a promise comes to; none where nothing is left that could settle it.
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
