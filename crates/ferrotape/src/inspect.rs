//! Values formatted for people, and `console`. Needs the feature `inspect`.

use std::sync::Arc;

use crate::arguments::IntoArguments;
use crate::{AsContext, Context, Engine, Error, IntoJs, Value};

pub use ferrotape_inspect::{Compact, Console, Getters, Level, Options as InspectOptions};

impl Engine {
    /// Formats a value for people as Node does: objects with their contents, to some depth. No script runs: getters are
    /// named but not called, and a proxy shows its target. Counts against the limits of a run.
    ///
    /// ```
    /// use ferrotape::console::InspectOptions;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let value = engine.run("a.js", "({ list: [1, 'two'] })")?;
    /// assert_eq!(engine.inspect(&value, &InspectOptions::default())?, "{ list: [ 1, 'two' ] }");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the limits on time and memory.
    pub fn inspect(&mut self, value: &Value, options: &InspectOptions) -> Result<String, Error> {
        self.enter(|cx| cx.inspect(value, options))
    }

    /// Returns the names that begin with `prefix` and can follow a path like `["a", "b"]`, in order: the properties of
    /// the value at the path. With an empty path, the names of the global scope. No script runs: the path ends at
    /// getters and proxies.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.run("a.js", "let point = { left: 1, length: 2, get nothing() { throw 1 } }")?;
    /// assert_eq!(engine.completions(&["point"], "le")?, ["left", "length"]);
    /// assert!(engine.completions(&[], "poi")?.contains(&"point".to_owned()));
    /// assert!(engine.completions(&["point", "nothing"], "")?.is_empty());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the limits on time and memory.
    pub fn completions(&mut self, path: &[&str], prefix: &str) -> Result<Vec<String>, Error> {
        let path = path.split_first().map(|(&start, keys)| (ferrotape_inspect::Start::Name(start), keys));
        self.complete(path, prefix)
    }

    /// Returns the names that begin with `prefix` and can follow a string literal.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// assert_eq!(engine.completions_of_text("toUpper")?, ["toUpperCase"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the limits on time and memory.
    pub fn completions_of_text(&mut self, prefix: &str) -> Result<Vec<String>, Error> {
        self.complete(Some((ferrotape_inspect::Start::Text, &[])), prefix)
    }

    /// Returns the source text of the script function at a path like `["a", "b"]`, if there is one. No script runs.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.run("a.js", "function twice(n) { return 2 * n }")?;
    /// assert_eq!(engine.source_of(&["twice"]).as_deref(), Some("function twice(n) { return 2 * n }"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn source_of(&mut self, path: &[&str]) -> Option<String> {
        let (start, keys) = path.split_first()?;
        let text = self.limited(|engine| {
            let vm = &mut engine.vm;
            ferrotape_inspect::source_of(vm, start, keys).map_err(|throw| Error::from_throw(vm, throw))
        });
        text.ok().flatten()
    }

    fn complete(
        &mut self,
        path: Option<(ferrotape_inspect::Start, &[&str])>,
        prefix: &str,
    ) -> Result<Vec<String>, Error> {
        self.limited(|engine| {
            let vm = &mut engine.vm;
            ferrotape_inspect::completions(vm, path, prefix).map_err(|throw| Error::from_throw(vm, throw))
        })
    }

    /// Defines the global `console` of the current realm. The given console receives its messages.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use ferrotape::console::{InspectOptions, Level};
    /// use ferrotape::{Console, Engine};
    ///
    /// #[derive(Clone, Default)]
    /// struct Log(Arc<Mutex<Vec<(Level, String)>>>);
    ///
    /// impl Console for Log {
    ///     fn message(&self, level: Level, text: &str) {
    ///         self.0.lock().unwrap().push((level, text.to_owned()));
    ///     }
    /// }
    ///
    /// let log = Log::default();
    /// let mut engine = Engine::new();
    /// engine.define_console(log.clone(), InspectOptions::default())?;
    /// engine.run("a.js", "console.warn('%s are left', 3, [1])")?;
    /// assert_eq!(*log.0.lock().unwrap(), [(Level::Warn, "3 are left [ 1 ]".to_owned())]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the global object refuses the property (`TypeError`), or for a [shared cause](Error#shared-causes).
    pub fn define_console(&mut self, console: impl Console + 'static, options: InspectOptions) -> Result<(), Error> {
        self.limited(|engine| {
            let vm = &mut engine.vm;
            vm.room_for_host(0).map_err(|it| Error::terminated(&vm.heap.budget, it))?;
            let vm = &mut vm.scope();
            let installed = ferrotape_inspect::install_console(vm, Arc::new(console), options);
            installed.map_err(|throw| Error::from_throw(vm, throw))
        })
    }
}

impl Context<'_> {
    /// Formats a value for people: [`Engine::inspect`] within a turn.
    ///
    /// ```
    /// use ferrotape::console::InspectOptions;
    /// use ferrotape::{Context, Engine, Value};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("shown", |cx: &mut Context<'_>, value: Value| cx.inspect(&value, &InspectOptions::default()))?;
    /// assert_eq!(engine.eval::<String>("shown({ a: [1, 'x'] })")?, "{ a: [ 1, 'x' ] }");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the limits on time and memory.
    pub fn inspect(&mut self, value: &Value, options: &InspectOptions) -> Result<String, Error> {
        self.enter(|cx| {
            let value = value.into_js(cx)?;
            cx.working(|vm| ferrotape_inspect::inspect(vm, value.value, options))
        })
    }

    /// Formats a value with options from a script, an object as for Node's `util.inspect`. Missing properties are
    /// taken from `options`; a value that is not an object is ignored. Script may run: getters if the object asks for
    /// them, a comparator, and anything else that `options` allow.
    ///
    /// ```
    /// use ferrotape::console::InspectOptions;
    /// use ferrotape::{Context, Engine, Value};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("shown", |cx: &mut Context<'_>, value: Value, given: Value| {
    ///     cx.inspect_as_asked(&value, &given, &InspectOptions::default())
    /// })?;
    /// assert_eq!(engine.eval::<String>("shown({ b: [1], a: 2 }, { depth: 0, sorted: true })")?, "{ a: 2, b: [Array] }");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with what script throws, and for a [shared cause](Error#shared-causes), like the limits on time and memory.
    pub fn inspect_as_asked(
        &mut self,
        value: &Value,
        given: &Value,
        options: &InspectOptions,
    ) -> Result<String, Error> {
        self.enter(|cx| {
            let (value, given) = (value.into_js(cx)?, given.into_js(cx)?);
            cx.working(|vm| ferrotape_inspect::inspect_as_asked(vm, value.value, given.value, options.clone()))
        })
    }

    /// Makes the table of rows and columns that `console.table` shows. None for values that have none, like numbers. `columns`
    /// is an array of names, or undefined; `given` and `options` are as for [`Context::inspect_as_asked`]. Getters run.
    ///
    /// ```
    /// use ferrotape::console::InspectOptions;
    /// use ferrotape::{Context, Engine, Value};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("table", |cx: &mut Context<'_>, data: Value, columns: Value| {
    ///     cx.table_as_asked(&data, &columns, &Value::Undefined, &InspectOptions::default())
    /// })?;
    /// assert!(engine.eval::<String>("table([{ a: 1, b: 2 }], ['b'])")?.contains("│ (index) │ b │"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with what script throws, if `columns` is something else, and for a [shared cause](Error#shared-causes).
    pub fn table_as_asked(
        &mut self,
        data: &Value,
        columns: &Value,
        given: &Value,
        options: &InspectOptions,
    ) -> Result<Option<String>, Error> {
        self.enter(|cx| {
            let [data, columns, given] =
                [data.into_js(cx)?, columns.into_js(cx)?, given.into_js(cx)?].map(|it| it.value);
            cx.working(|vm| ferrotape_inspect::table_as_asked(vm, data, columns, given, options.clone()))
        })
    }

    /// Formats values like `console.log`: placeholders like `%s` in the first value, if it is a string, are replaced.
    ///
    /// ```
    /// use ferrotape::console::InspectOptions;
    /// use ferrotape::convert::JsValue;
    /// use ferrotape::host::Rest;
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("format", |cx: &mut Context<'_>, values: Rest<JsValue>| {
    ///     cx.format(values.0, &InspectOptions::default())
    /// })?;
    /// assert_eq!(engine.eval::<String>("format('%s is %d', 'six', 6, [7])")?, "six is 6 [ 7 ]");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a value does not convert, or its conversion for a placeholder throws. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn format(&mut self, values: impl IntoArguments, options: &InspectOptions) -> Result<String, Error> {
        self.enter(|cx| values.pass(cx, |cx, values| cx.working(|vm| ferrotape_inspect::format(vm, values, options))))
    }
}
