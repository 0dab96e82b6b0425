//! Further realms of an engine.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ferrotape_runtime as engine;
use ferrotape_runtime::Vm;
use ferrotape_runtime::realm;

use crate::{AsContext, Context, Engine, Error, Object};

/// A realm (ECMA-262 9.3): a global object with its own built-ins. Realms share the heap and the limits, and their
/// scripts can hold each other's objects. They are not a security boundary: use separate engines for that.
///
/// A realm lives as long as this handle, or as long as a script or the host holds anything of it.
///
/// ```
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.run("first.js", "var x = 1")?;
/// let realm = engine.new_realm()?;
/// assert_eq!(engine.in_realm(&realm, |engine| engine.eval::<String>("typeof x"))?, "undefined");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Realm {
    pub(crate) global: Object,
}

impl Realm {
    /// Returns the global object.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// let realm = engine.new_realm()?;
    /// realm.global().set(&mut engine, "answer", 42)?;
    /// assert_eq!(engine.in_realm(&realm, |engine| engine.eval::<u8>("answer"))?, 42);
    /// assert_eq!(engine.eval::<String>("typeof answer")?, "undefined");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn global(&self) -> Object {
        self.global.clone()
    }

    /// Returns the realm of a global object, if the object is one.
    ///
    /// ```
    /// use ferrotape::handles::Realm;
    ///
    /// let mut engine = ferrotape::Engine::new();
    /// let realm = engine.new_realm()?;
    /// assert_eq!(Realm::of(&mut engine, &realm.global()), Some(realm));
    /// let other = ferrotape::Object::new(&mut engine)?;
    /// assert_eq!(Realm::of(&mut engine, &other), None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn of(cx: &mut impl AsContext, global: &Object) -> Option<Realm> {
        let found = cx.enter(|cx| {
            let object = global.handle().value_in(cx.vm).and_then(|object| object.as_object());
            Ok(object.and_then(|object| cx.vm.heap.realm_of_global(object)))
        });
        found.ok().flatten().map(|_| Realm { global: global.clone() })
    }

    /// Makes the properties of an object the global variables of the realm, and the object its `this`. It is usually a proxy, as
    /// in contexts of Node's `vm`. Built-ins stay properties of the global object, where the proxy finds them. An engine with
    /// such a realm cannot be written to a snapshot.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let realm = engine.new_realm()?;
    /// let variables: Object = engine.eval("({ x: 6 })")?;
    /// realm.set_scope(&mut engine, &variables)?;
    /// engine.in_realm(&realm, |engine| engine.run("realm.js", "var y = x * 7"))?;
    /// assert_eq!(variables.get::<u8>(&mut engine, "y")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails for objects of another engine.
    pub fn set_scope(&self, cx: &mut impl AsContext, scope: &Object) -> Result<(), Error> {
        cx.enter(|cx| {
            let global = self.global.handle().value_in(cx.vm).and_then(|global| global.as_object());
            let scope = scope.handle().value_in(cx.vm).and_then(|scope| scope.as_object());
            let (Some(global), Some(scope)) = (global, scope) else { return Err(Error::wrong_engine()) };
            if let Some(id) = cx.vm.heap.realm_of_global(global) {
                realm::set_scope(cx.vm, id, scope);
            }
            Ok(())
        })
    }

    pub(crate) fn current(vm: &mut Vm) -> Realm {
        let global = engine::Value::object(vm.heap.realm(vm.realm.id).global);
        Realm { global: Object::new_handle(vm, global) }
    }

    /// Makes the realm current, and returns the previous one.
    pub(crate) fn enter(&self, vm: &mut Vm) -> Result<Realm, Error> {
        let global = self.global.handle().value_in(vm).ok_or_else(Error::wrong_engine)?;
        let before = Realm::current(vm);
        if let Some(realm) = global.as_object().and_then(|global| vm.heap.realm_of_global(global)) {
            realm::enter_realm(vm, realm);
        }
        Ok(before)
    }
}

impl Engine {
    /// Creates a realm with all built-ins, but nothing of the host. It takes memory like everything that scripts
    /// create.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let realm = engine.new_realm()?;
    /// engine.set_global("other", realm.global())?;
    /// assert!(engine.eval::<bool>("other.Array !== Array && Array.isArray(new other.Array)")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new_realm(&mut self) -> Result<Realm, Error> {
        self.enter(|cx| cx.new_realm())
    }

    /// Returns the current realm: the engine's first one, unless within [`Engine::in_realm`].
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let (first, second) = (engine.realm(), engine.new_realm()?);
    /// assert_ne!(first, second);
    /// engine.in_realm(&second, |engine| Ok(assert_eq!(engine.realm(), second)))?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn realm(&mut self) -> Realm {
        Realm::current(&mut self.vm)
    }

    /// Runs `work` with another realm as the current one. Scripts run in it, functions and objects are created in it,
    /// and [`Engine::global`] is its global object.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let realm = engine.new_realm()?;
    /// engine.in_realm(&realm, |engine| engine.define("shout", |text: String| text.to_uppercase()))?;
    /// assert_eq!(engine.in_realm(&realm, |engine| engine.eval::<String>("shout('a')"))?, "A");
    /// assert!(engine.eval::<String>("shout('a')").is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the error of `work`, or for a realm of another engine; `work` is not called then. The former realm is
    /// the current one again.
    ///
    /// # Panics
    ///
    /// A panic of `work` propagates to the caller, in the former realm.
    pub fn in_realm<T>(
        &mut self,
        realm: &Realm,
        work: impl FnOnce(&mut Engine) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let before = realm.enter(&mut self.vm)?;
        let result = catch_unwind(AssertUnwindSafe(|| work(self)));
        before.enter(&mut self.vm)?;
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// Realms within a turn: a closure can create and run in them.
impl Context<'_> {
    /// Creates a realm: see [`Engine::new_realm`].
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("fresh", |cx: &mut Context<'_>| cx.new_realm().map(|realm| realm.global()))?;
    /// assert!(engine.eval::<bool>("let other = fresh(); other.Array !== Array && other.globalThis === other")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new_realm(&mut self) -> Result<Realm, Error> {
        let realm = self.working(realm::new_realm)?;
        let global = engine::Value::object(self.vm.heap.realm(realm).global);
        Ok(Realm { global: Object::new_handle(self.vm, global) })
    }

    /// Returns the current realm. Within a closure, this is the realm of its function, unless within
    /// [`Context::in_realm`].
    ///
    /// ```
    /// use ferrotape::{AsContext, Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let (outer, realm) = (engine.realm(), engine.new_realm()?);
    /// engine.in_realm(&realm, |engine| engine.define("own", |cx: &mut Context<'_>| cx.realm().global()))?;
    /// engine.set_global("other", realm.global())?;
    /// assert!(engine.eval::<bool>("other.own() === other")?);
    /// assert_eq!(engine.enter(|cx| Ok(cx.realm()))?, outer);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn realm(&mut self) -> Realm {
        Realm::current(self.vm)
    }

    /// Runs `work` with another realm as the current one: see [`Engine::in_realm`].
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let realm = engine.new_realm()?;
    /// let kind: String = engine.enter(|cx| {
    ///     cx.eval::<()>("var x = 1")?;
    ///     cx.in_realm(&realm, |cx| cx.eval("typeof x"))
    /// })?;
    /// assert_eq!(kind, "undefined");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::in_realm`] does, and if a limit has ended the turn before.
    ///
    /// # Panics
    ///
    /// A panic of `work` propagates to the caller, in the former realm.
    pub fn in_realm<T>(&mut self, realm: &Realm, work: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.check()?;
        let before = realm.enter(self.vm)?;
        let result = catch_unwind(AssertUnwindSafe(|| work(self)));
        before.enter(self.vm)?;
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }
}
