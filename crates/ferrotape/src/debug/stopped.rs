//! Stopped code: what can be seen and done there. Running code is inspected in the same way.

use std::ops::Range;

use ferrotape_inspect::{Compact, Options as InspectOptions, inspect_briefly};
use ferrotape_runtime::debug::{self as engine, Reason, Refused, ScopeKind, Stop};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::{Vm, messages};

use super::{BreakpointId, Change, Debugger, Refusal, Restart, Source, Values};
use crate::convert::JsValue;

/// Code that has stopped. Frames are counted from the innermost one.
pub struct Stopped<'a> {
    pub(super) vm: &'a mut Vm,
    pub(super) debugger: &'a mut engine::Debugger,
    pub(super) stop: &'a Stop,
    /// The values that have been shown, by their numbers. The stop keeps them alive.
    pub(super) values: Vec<Value>,
}

/// Reason of a stop.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StopReason {
    /// At these breakpoints.
    Breakpoint(Vec<BreakpointId>),
    /// At a `debugger` statement.
    Statement,
    /// A step is done.
    Step,
    /// A frame was restarted ([`Resume::Restart`](super::Resume::Restart)).
    Restart,
    /// Watched places have changed ([`Stopped::watch`]).
    Change(Vec<Change>),
    /// A way back is done ([`Resume::BackIn`](super::Resume::BackIn)).
    Back {
        /// True at the program's first statement.
        is_begin: bool,
        /// Something that was changed at a stop later than here is not changed any more.
        is_undone: bool,
        /// The breakpoints that stop at this statement. One within a statement is not among them: a way back to it leads to
        /// the statement before.
        breakpoints: Vec<BreakpointId>,
        /// True at a `debugger` statement.
        is_statement: bool,
    },
    /// The program has done something else than before, where it was to be repeated. This is the first statement that is
    /// another one, as far as that was noticed.
    Departed,
    /// A pause was asked for.
    Pause,
    /// Something was thrown.
    Exception {
        /// The thrown value.
        thrown: Shown,
        /// Something will catch it, as far as that can be known.
        is_caught: bool,
    },
}

/// A function that runs, or waits for one that does.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Frame {
    /// Its name. Empty for code outside of functions, and functions without one.
    pub function: String,
    /// Whether it is a function of the text, and not the text as a whole.
    pub is_function: bool,
    /// Its source text.
    pub source: Source,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
    /// Whether the frame waits in an `await` for the code that runs: nothing of it can be seen.
    pub is_async: bool,
}

/// The names of a scope.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Scope {
    /// Its kind.
    pub kind: ScopeKind,
    /// Its names, with their values.
    pub variables: Vec<Variable>,
    /// The object whose properties are the names, for the global object and `with`.
    pub object: Option<Shown>,
}

/// A name with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Variable {
    /// The name, or the key of a property.
    pub name: String,
    /// The value. None while it is not initialised.
    pub value: Option<Shown>,
    /// Whether the variable cannot be assigned.
    pub is_constant: bool,
    /// Whether the key is a symbol, of which the name is the description.
    pub is_symbol: bool,
}

/// The names of a scope, with values that outlive the stop.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ScopeValues {
    /// Its kind.
    pub kind: ScopeKind,
    /// Its names. Those without a value are not initialised.
    pub variables: Vec<(String, Option<JsValue>)>,
    /// The object whose properties are the names, for the global object and `with`.
    pub object: Option<JsValue>,
}

/// The number of a shown value, valid during the stop.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ValueId(pub u32);

/// A value formatted for people, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Shown {
    /// The text, which is cut where the value is large.
    pub text: String,
    /// Result of `typeof`, or `null`.
    pub type_name: &'static str,
    /// The number of an object, whose properties can be asked for.
    pub id: Option<ValueId>,
}

/// Entry of a Map or a Set as it is shown: the key, which sets lack, and the value.
pub type ShownEntry = (Option<Shown>, Shown);

/// Most characters of a text.
const MOST_SHOWN: usize = 400;

impl<'a> Stopped<'a> {
    /// The engine as it is, while code goes on or nothing runs.
    pub(super) const RUNNING: &'static Stop =
        &Stop { reason: Reason::Pause, offset: None, begins_statement: false, is_in_native: false };

    pub(super) fn new(vm: &'a mut Vm, debugger: &'a mut engine::Debugger, stop: &'a Stop) -> Self {
        Stopped { vm, debugger, stop, values: Vec::new() }
    }

    /// Returns the reason of the stop.
    pub fn reason(&mut self) -> StopReason {
        match &self.stop.reason {
            Reason::Breakpoint(breakpoints) => StopReason::Breakpoint(breakpoints.clone()),
            Reason::Statement => StopReason::Statement,
            Reason::Pause => StopReason::Pause,
            Reason::Restart => StopReason::Restart,
            Reason::Departed => StopReason::Departed,
            Reason::Back { is_begin, is_undone, breakpoints, is_statement } => StopReason::Back {
                is_begin: *is_begin,
                is_undone: *is_undone,
                breakpoints: breakpoints.clone(),
                is_statement: *is_statement,
            },
            Reason::Change(changes) => StopReason::Change(self.shown_changes(changes)),
            &Reason::Exception { thrown, is_caught } => StopReason::Exception { thrown: self.shown(thrown), is_caught },
            _ => StopReason::Step,
        }
    }

    /// Returns the debugger, with its breakpoints.
    pub fn debugger(&mut self) -> Debugger<'_> {
        Debugger(self.debugger)
    }

    /// Returns the functions that run, the innermost first, and the async functions that wait for them.
    pub fn frames(&self) -> Vec<Frame> {
        self.innermost_frames(usize::MAX)
    }

    /// Returns the first `most` of what [`Stopped::frames`] returns: calls may be nested deeply.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, Stopped};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|stopped: &mut Stopped<'_>| {
    ///     assert_eq!(stopped.innermost_frames(2).len(), 2);
    ///     assert_eq!(stopped.frames().len(), 102);
    ///     Resume::Run
    /// });
    /// engine.run("a.js", "function f(n) { if (n) f(n - 1); else debugger; return n } f(100)")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn innermost_frames(&self, most: usize) -> Vec<Frame> {
        let views = engine::frames(self.vm, self.stop.offset, most);
        views.into_iter().map(frame_of).collect()
    }

    pub(super) fn vm(&mut self) -> &mut Vm {
        self.vm
    }

    /// Returns the scopes of a frame, the innermost first.
    pub fn scopes(&mut self, frame: usize) -> Vec<Scope> {
        let views = engine::scopes(self.vm, frame);
        let mut scopes = Vec::with_capacity(views.len());
        for view in views {
            let mut variables = Vec::with_capacity(view.variables.len());
            for variable in view.variables {
                let value = variable.value.map(|value| self.shown(value));
                let is_constant = variable.is_constant;
                variables.push(Variable { name: variable.name, value, is_constant, is_symbol: false });
            }
            let object = view.object.map(|object| self.shown(object));
            scopes.push(Scope { kind: view.kind, variables, object });
        }
        scopes
    }

    /// Evaluates an expression in a frame, as a direct eval there would: it may assign and call. It does not count
    /// against the script's limits, but is ended if it takes long.
    ///
    /// # Errors
    ///
    /// Fails with the text of what the evaluation has thrown, or of the limit that has ended it.
    pub fn evaluate(&mut self, frame: usize, text: &str) -> Result<Shown, String> {
        self.debugger.note_text(self.stop, frame, text);
        self.read(frame, text)
    }

    /// Evaluates an expression in a frame, as [`Stopped::evaluate`] does, that is known to change nothing: ways back do not
    /// evaluate it again, and none is barred by it.
    ///
    /// # Errors
    ///
    /// Fails as [`Stopped::evaluate`] does.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, Stopped};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|stopped: &mut Stopped<'_>| {
    ///     assert_eq!(stopped.read(0, "n + 1").unwrap().text, "2");
    ///     assert!(!stopped.has_changed());
    ///     Resume::Run
    /// });
    /// engine.debugger().unwrap().keep_history();
    /// engine.run("a.js", "let n = 1; debugger; n")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn read(&mut self, frame: usize, text: &str) -> Result<Shown, String> {
        let value = engine::evaluate(self.vm, frame, text).map_err(said)?;
        Ok(self.shown(value))
    }

    /// Returns the names that begin with `prefix`, in order: of the properties of what `path` gives, or of the variables that the
    /// frame sees. The path is evaluated as [`Stopped::read`] does, so it should change nothing.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, Stopped};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|stopped: &mut Stopped<'_>| {
    ///     assert_eq!(stopped.completions(0, None, "poi").unwrap(), ["point"]);
    ///     assert_eq!(stopped.completions(0, Some("point"), "le").unwrap(), ["left", "length"]);
    ///     Resume::Run
    /// });
    /// engine.run("a.js", "function f(point) { debugger; return point }\nf({ left: 1, length: 2 })")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the text of what the path has thrown, or of the limit that has ended it.
    pub fn completions(&mut self, frame: usize, path: Option<&str>, prefix: &str) -> Result<Vec<String>, String> {
        let mark = self.vm.kept_mark();
        let names = match path {
            Some(path) => engine::evaluate(self.vm, frame, path)
                .and_then(|value| engine::bounded(self.vm, |vm| ferrotape_inspect::names_of(vm, value, prefix))),
            None => engine::bounded(self.vm, |vm| ferrotape_inspect::completions(vm, None, prefix)),
        };
        self.vm.release_kept(mark);
        let mut names = names.map_err(said)?;
        if path.is_none() {
            let variables = engine::scopes(self.vm, frame).into_iter().flat_map(|scope| scope.variables);
            names.extend(variables.map(|variable| variable.name).filter(|name| name.starts_with(prefix)));
            names.sort_unstable();
            names.dedup();
        }
        Ok(names)
    }

    /// Returns whether an evaluation or assignment at this stop may change the program's path. Known only if a
    /// history is kept ([`Debugger::keep_history`](super::Debugger::keep_history)).
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, Stopped};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|stopped: &mut Stopped<'_>| {
    ///     stopped.evaluate(0, "n").unwrap();
    ///     assert!(!stopped.has_changed());
    ///     stopped.evaluate(0, "n = 2").unwrap();
    ///     assert!(stopped.has_changed());
    ///     Resume::Run
    /// });
    /// engine.debugger().unwrap().keep_history();
    /// engine.run("a.js", "let n = 1; debugger; n")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn has_changed(&self) -> bool {
        self.debugger.has_changed()
    }

    /// Returns how a frame can be restarted by [`Resume::Restart`](super::Resume::Restart).
    ///
    /// # Errors
    ///
    /// Fails with the reason as text: it is not a frame of a plain function, or a native function runs above it.
    pub fn restart_of(&self, frame: usize) -> Result<Restart, String> {
        if self.stop.is_in_native {
            return Err("it waits for a native function, which cannot be left".to_owned());
        }
        engine::restart_of(self.vm, frame).map_err(str::to_owned)
    }

    /// Sets a variable of a scope, counted from the innermost one, to the value of an expression.
    ///
    /// # Errors
    ///
    /// Fails with the reason as text: there is no such variable, it is constant, or the text throws.
    pub fn set_variable(&mut self, frame: usize, scope: usize, name: &str, text: &str) -> Result<Shown, String> {
        self.debugger.note_variable(self.stop, frame, scope, name, text);
        let value = engine::set_variable(self.vm, frame, scope, name, text).map_err(said)?;
        Ok(self.shown(value))
    }

    /// Returns a range of an object's own properties, by their positions. Getters are named, not called, and proxies
    /// have none.
    ///
    /// # Errors
    ///
    /// Fails with the reason as text if there is no such object, or no room to show it.
    pub fn properties(&mut self, object: ValueId, places: Range<usize>) -> Result<Vec<Variable>, String> {
        let Some(&value) = self.values.get(object.0 as usize) else { return Err("there is no such value".to_owned()) };
        let mut variables = Vec::new();
        for property in engine::properties(self.vm, value, places).map_err(said)? {
            let value = match property.value {
                Some(value) => self.shown(value),
                None => Shown { text: "[Getter]".to_owned(), type_name: "accessor", id: None },
            };
            let (is_constant, is_symbol) = (property.is_constant, property.symbol.is_some());
            variables.push(Variable { name: property.name, value: Some(value), is_constant, is_symbol });
        }
        Ok(variables)
    }

    /// Returns the first `most` entries of a Map or a Set, or of those that are left for an iterator over one, each with its
    /// key, which sets lack, and its value. None of other objects.
    ///
    /// # Errors
    ///
    /// Fails with the reason as text if there is no such object, or no room to show it.
    pub fn entries(&mut self, object: ValueId, most: usize) -> Result<Option<Vec<ShownEntry>>, String> {
        let object = self.values.get(object.0 as usize).and_then(|value| value.as_object());
        let Some(object) = object else { return Err("there is no such value".to_owned()) };
        let on_loan = self.vm.heap.on_loan();
        let entries = engine::bounded(self.vm, |vm| ferrotape_inspect::entries(vm, object, most));
        self.vm.heap.settle_loans(on_loan);
        let Some(entries) = entries.map_err(said)? else { return Ok(None) };
        let mut shown = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let key = key.map(|key| self.shown(key));
            shown.push((key, self.shown(value)));
        }
        Ok(Some(shown))
    }

    /// Sets a property of an object to the value of an expression in a frame, as an assignment does.
    ///
    /// # Errors
    ///
    /// Fails with the reason as text: there is no such object, or the text or the assignment throws.
    pub fn set_property(&mut self, frame: usize, object: ValueId, name: &str, text: &str) -> Result<Shown, String> {
        let Some(&target) = self.values.get(object.0 as usize) else { return Err("there is no such value".to_owned()) };
        self.debugger.note_change(self.stop);
        let value = engine::evaluate(self.vm, frame, &format!("(\n{text}\n)")).map_err(said)?;
        engine::set_property(self.vm, target, name, value).map_err(said)?;
        Ok(self.shown(value))
    }

    /// Returns the engine's values: see [`Values`].
    pub fn values(&mut self) -> Values<'_> {
        Values(self.vm)
    }

    /// Returns the thrown value, if an exception is the reason of the stop.
    pub fn thrown(&mut self) -> Option<JsValue> {
        match self.stop.reason {
            Reason::Exception { thrown, .. } => Some(JsValue::new_handle(self.vm, thrown)),
            _ => None,
        }
    }

    /// Returns the scopes of a frame as [`Stopped::scopes`] does, with values that outlive the stop.
    pub fn scope_values(&mut self, frame: usize) -> Vec<ScopeValues> {
        let views = engine::scopes(self.vm, frame);
        self.with_handles(views)
    }

    /// Returns the scopes of a frame as [`Stopped::scope_values`] does, but at most one name of each, and `this`: a
    /// client may never open the scopes of most frames.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, Stopped};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|stopped: &mut Stopped<'_>| {
    ///     let (outline, scopes) = (stopped.scope_outline(0), stopped.scope_values(0));
    ///     assert!(outline.iter().map(|it| it.kind).eq(scopes.iter().map(|it| it.kind)));
    ///     assert_eq!((outline[0].variables.len(), scopes[0].variables.len()), (2, 4));
    ///     Resume::Run
    /// });
    /// engine.run("a.js", "(function () { let a = 1, b = 2, c = 3; debugger; return a + b + c })()")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn scope_outline(&mut self, frame: usize) -> Vec<ScopeValues> {
        let views = engine::outline(self.vm, frame);
        self.with_handles(views)
    }

    /// Makes handles of the values of scopes.
    fn with_handles(&mut self, views: Vec<engine::ScopeView>) -> Vec<ScopeValues> {
        let handle = |vm: &mut Vm, value: Value| JsValue::new_handle(vm, value);
        let mut scopes = Vec::with_capacity(views.len());
        for view in views {
            let object = view.object.map(|object| handle(self.vm, object));
            let variables = view.variables.into_iter();
            let variables = variables.map(|it| (it.name, it.value.map(|value| handle(self.vm, value)))).collect();
            scopes.push(ScopeValues { kind: view.kind, variables, object });
        }
        scopes
    }

    /// Evaluates an expression in a frame, as [`Stopped::evaluate`] does.
    ///
    /// # Errors
    ///
    /// Fails with what the evaluation has thrown, or the limit that has ended it.
    pub fn evaluate_value(&mut self, frame: usize, text: &str) -> Result<JsValue, Refusal> {
        self.debugger.note_text(self.stop, frame, text);
        let mark = self.vm.kept_mark();
        let done = match engine::evaluate(self.vm, frame, text) {
            Ok(value) => Ok(JsValue::new_handle(self.vm, value)),
            Err(refused) => Err(self.values().refusal(refused)),
        };
        self.vm.release_kept(mark);
        done
    }

    /// Sets a variable of a scope to a value, as [`Stopped::set_variable`] does.
    ///
    /// # Errors
    ///
    /// Fails if there is no such variable, or it is constant.
    pub fn set_variable_value(
        &mut self,
        frame: usize,
        scope: usize,
        name: &str,
        value: &JsValue,
    ) -> Result<(), Refusal> {
        let value = self.values().value(value)?;
        self.debugger.note_change(self.stop);
        let done = engine::set_variable_to(self.vm, frame, scope, name, value);
        done.map(|_| ()).map_err(|refused| self.values().refusal(refused))
    }

    /// Shows a value, and keeps it for the time of the stop.
    pub(super) fn shown(&mut self, value: Value) -> Shown {
        let options = InspectOptions {
            depth: Some(1),
            break_length: usize::MAX,
            max_array_length: 20,
            max_string_length: MOST_SHOWN / 2,
            // Each takes at least four characters: those behind them would be cut.
            max_properties: MOST_SHOWN / 4,
            compact: Compact::All,
            ..InspectOptions::default()
        };
        let on_loan = self.vm.heap.on_loan();
        let text = engine::bounded(self.vm, |vm| inspect_briefly(vm, value, &options));
        self.vm.heap.settle_loans(on_loan);
        let mut text = text.unwrap_or_else(|_| messages::describe(self.vm, value));
        if text.chars().count() > MOST_SHOWN {
            text = text.chars().take(MOST_SHOWN).chain(['…']).collect();
        }
        let type_name = if value.is_null() { "null" } else { engine::type_name(self.vm, value) };
        let id = value.is_object().then(|| {
            self.vm.keep(value);
            self.values.push(value);
            ValueId(self.values.len() as u32 - 1)
        });
        Shown { text, type_name, id }
    }
}

pub(super) fn frame_of(view: engine::FrameView) -> Frame {
    Frame {
        function: view.function,
        is_function: view.is_function,
        source: Source(view.source),
        line: view.position.line,
        column: view.position.column,
        is_async: view.is_async,
    }
}

pub(super) fn said(refused: Refused) -> String {
    refused.message
}
