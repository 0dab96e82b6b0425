//! Values as people read them, and `console`. Behind the feature `inspect`.

use std::sync::Arc;

use crate::{Call, Engine, Error, Value};

pub use ferrotape_inspect::{Console, Level, Options as InspectOptions};

impl Engine {
    /// A value as people read it, laid out as Node does it: objects with what they have within, to some depth. No script runs:
    /// getters are told and not called, of proxies the target is shown. It takes from the limits of a run.
    pub fn inspect(&mut self, value: &Value, options: &InspectOptions) -> Result<String, Error> {
        self.limited(|engine| {
            let vm = &mut engine.vm;
            let value = value.to_engine(vm)?;
            let (mark, on_loan) = (vm.kept_mark(), vm.heap.on_loan());
            vm.keep(value);
            let text = ferrotape_inspect::inspect(vm, value, options);
            vm.release_kept(mark);
            vm.heap.settle_loans(on_loan);
            text.map_err(|throw| Error::from_throw(vm, throw))
        })
    }

    /// The names that begin with `prefix` and can come behind a path like `["a", "b"]`, in order: properties of what it leads to.
    /// Of no path, what is in the global scope. No script runs: the path ends at getters and proxies.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.run("a.js", "let point = { left: 1, length: 2, get nothing() { throw 1 } }")?;
    /// assert_eq!(engine.completions(&["point"], "le")?, ["left", "length"]);
    /// assert!(engine.completions(&[], "poi")?.contains(&"point".to_owned()));
    /// assert!(engine.completions(&["point", "nothing"], "")?.is_empty());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn completions(&mut self, path: &[&str], prefix: &str) -> Result<Vec<String>, Error> {
        let path = path.split_first().map(|(&start, keys)| (ferrotape_inspect::Start::Name(start), keys));
        self.complete(path, prefix)
    }

    /// The same for what can come behind a literal string.
    pub fn completions_of_text(&mut self, prefix: &str) -> Result<Vec<String>, Error> {
        self.complete(Some((ferrotape_inspect::Start::Text, &[])), prefix)
    }

    /// The text of the function that a path like `["a", "b"]` leads to, if it is one of a script. No script runs.
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

    /// Defines the global `console` of the current realm, whose messages go where the host wants them.
    pub fn define_console(&mut self, console: impl Console + 'static, options: InspectOptions) -> Result<(), Error> {
        self.limited(|engine| {
            let vm = &mut engine.vm;
            vm.make_room_for_host(0).map_err(Error::terminated)?;
            let mark = vm.kept_mark();
            let installed = ferrotape_inspect::install_console(vm, Arc::new(console), options);
            vm.release_kept(mark);
            installed.map_err(|throw| Error::from_throw(vm, throw))
        })
    }
}

impl Call<'_> {
    /// A value as people read it: see [`Engine::inspect`].
    pub fn inspect(&mut self, value: &Value, options: &InspectOptions) -> Result<String, Error> {
        self.in_engine(|vm| {
            let value = value.to_engine(vm)?;
            vm.keep(value);
            let text = ferrotape_inspect::inspect(vm, value, options);
            crate::call::or_error(vm, text)
        })
    }

    /// All arguments as `console.log` writes them: placeholders like `%s` in the first one, if that is a text, are replaced.
    pub fn format(&mut self, options: &InspectOptions) -> Result<String, Error> {
        let call = self.engine_call();
        self.in_engine(|vm| {
            let arguments: Vec<_> = (0..call.argument_count()).map(|index| call.argument(vm, index)).collect();
            let text = ferrotape_inspect::format(vm, &arguments, options);
            crate::call::or_error(vm, text)
        })
    }
}
