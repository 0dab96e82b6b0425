//! What keeps an object alive: for hosts that look for what takes their memory.

use crate::context::AsContext;
use crate::{Error, Object};

pub use ferrotape_runtime::heap::retention::{Retention, Root as RetentionRoot, Step as RetentionStep};

impl Object {
    /// What keeps the object alive besides this handle and its clones: the shortest way to it from a global variable, another
    /// handle, a job, or whatever else is alive by itself ([`RetentionRoot`]). None where nothing does, so that the object goes
    /// when the handle is dropped. What a way goes by has the names that scripts have for it; [`Retention`] is shown as a text
    /// like `cache.entries[3] → variable item`.
    ///
    /// Weak collections and WeakRefs keep nothing alive, but for what a WeakRef has given to a job that still runs. What a
    /// class of the host has in Rust keeps nothing but its [`Own`](crate::Own)s; a handle there is one of the host.
    ///
    /// All that is alive is looked at until the object is found: that takes as long as a collection of garbage, memory for
    /// twelve bytes for each cell at most, and counts against the limits of a run.
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
    pub fn why_alive(&self, cx: &mut impl AsContext) -> Result<Option<Retention>, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let place = self.handle().place();
            cx.working(|vm| Ok(vm.why_alive(object, place)?))
        })
    }
}
