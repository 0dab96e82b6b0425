//! Paths that keep an object alive, for hosts that search for leaks.

use crate::context::AsContext;
use crate::{Error, Object};

pub use ferrotape_runtime::heap::retention::{Retention, Root as RetentionRoot, Step as RetentionStep};

impl Object {
    /// Returns the shortest path that keeps the object alive, besides this handle and its clones. It begins at a global variable,
    /// another handle, a job, or another root ([`RetentionRoot`]). None if nothing else keeps the object alive, so that it is
    /// freed with the handle. The steps have the names that scripts use; a [`Retention`] displays as
    /// `cache.entries[3] → variable item`.
    ///
    /// Weak collections and WeakRefs keep nothing alive, except the target of a WeakRef that a still running job has
    /// read. The Rust value of a host class keeps only its [`Own`](crate::Own)s; a handle in it counts as a handle of
    /// the host.
    ///
    /// The search visits everything alive until it finds the object. It takes as long as a garbage collection and at
    /// most twelve bytes of memory per cell, and counts against the limits of a run.
    ///
    /// ```
    /// use ferrotape::limits::RetentionRoot;
    /// use ferrotape::{Engine, Function, Object};
    ///
    /// let mut engine = Engine::new();
    /// let text = "const cache = new Map;
    ///     function open(name) { const page = { name }; cache.set(name, () => page); return page }";
    /// engine.run("a.js", text)?;
    /// let page: Object = engine.eval("open('start')")?;
    /// let way = page.why_alive(&mut engine)?.expect("the cache has it");
    /// assert_eq!(way.to_string(), "cache.get('start') → variable page");
    ///
    /// // What was a leak is none.
    /// engine.run("b.js", "cache.clear()")?;
    /// assert_eq!(page.why_alive(&mut engine)?, None);
    ///
    /// let handler: Function = engine.eval("const settings = { level: 3 }; (() => settings.level)")?;
    /// let settings: Object = engine.eval("settings")?;
    /// assert_eq!(settings.why_alive(&mut engine)?.map(|way| way.root), Some(RetentionRoot::Global));
    /// # let _ = handler;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an object of another engine, or the limits on time
    /// and memory.
    pub fn why_alive(&self, cx: &mut impl AsContext) -> Result<Option<Retention>, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let place = self.handle().place();
            cx.working(|vm| Ok(vm.why_alive(object, place)?))
        })
    }
}
