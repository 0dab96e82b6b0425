//! Further realms of an engine, and what both engine and calls do in them.

use ferrotape_engine as engine;
use ferrotape_engine::Vm;
use std::sync::Arc;

use crate::call::or_error;
use crate::{Call, Engine, Error, Object, Value};

/// A realm (ECMA-262 9.3): a global object with built-ins of its own. All realms of an engine share its heap and its limits, and
/// their scripts can have objects of each other, so a realm keeps nobody out: what must not see each other takes an engine each.
///
/// A realm lives as long as this handle, or anything of it that a script or the embedder has.
#[derive(Clone, PartialEq, Debug)]
pub struct Realm {
    pub(crate) global: Object,
}

impl Realm {
    /// The global object.
    pub fn global(&self) -> Value {
        Value::Object(self.global.clone())
    }

    pub(crate) fn current(vm: &mut Vm) -> Realm {
        let global = engine::Value::object(vm.realm.global);
        Realm { global: Object::new_handle(vm, global) }
    }

    fn new(vm: &mut Vm) -> Result<Realm, Error> {
        let realm = vm.new_realm();
        let realm = or_error(vm, realm)?;
        let global = engine::Value::object(vm.heap.realm(realm).global);
        Ok(Realm { global: Object::new_handle(vm, global) })
    }

    /// Makes it the current realm of the engine; gives the one before.
    fn enter(&self, vm: &mut Vm) -> Result<Realm, Error> {
        let global = self.global.handle().value_in(vm).ok_or_else(Error::wrong_engine)?;
        let before = Realm::current(vm);
        if let Some(realm) = global.as_object().and_then(|global| vm.heap.realm_of_global(global)) {
            vm.enter_realm(realm);
        }
        Ok(before)
    }
}

impl Engine {
    /// A further realm, with all built-ins and nothing of the embedder's. It takes room like anything that scripts make.
    pub fn new_realm(&mut self) -> Result<Realm, Error> {
        self.limited(|engine| Realm::new(&mut engine.vm))
    }

    /// The current realm: the one that the engine began with, unless this is within [`Engine::in_realm`].
    pub fn realm(&mut self) -> Realm {
        Realm::current(&mut self.vm)
    }

    /// Does something with another realm as the current one: scripts run in it, functions and objects are made in it, its global
    /// object is [`Engine::global`].
    pub fn in_realm<T>(
        &mut self,
        realm: &Realm,
        work: impl FnOnce(&mut Engine) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let before = realm.enter(&mut self.vm)?;
        let result = work(self);
        before.enter(&mut self.vm)?;
        result
    }
}

/// What a function of the embedder can make, and run, in its own realm or another one.
impl Call<'_> {
    /// A further realm: see [`Engine::new_realm`].
    pub fn new_realm(&mut self) -> Result<Realm, Error> {
        self.in_engine(Realm::new)
    }

    /// The current realm: that of the function, unless this is within [`Call::in_realm`].
    pub fn realm(&mut self) -> Realm {
        Realm::current(self.vm())
    }

    /// Does something with another realm as the current one: see [`Engine::in_realm`].
    pub fn in_realm<T>(&mut self, realm: &Realm, work: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        let before = realm.enter(self.vm())?;
        let result = work(self);
        before.enter(self.vm())?;
        result
    }

    /// Runs a script in the global scope of the current realm: the value of its last expression statement. What is wrong with
    /// its text is an exception like others.
    pub fn run(&mut self, name: &str, text: &str) -> Result<Value, Error> {
        self.in_engine(|vm| {
            let copy = crate::script_text::copied(text, &mut vm.heap.budget).map_err(Error::terminated)?;
            let result = vm.run_script_text(name, copy);
            let value = or_error(vm, result)?;
            Value::from_engine(vm, value)
        })
    }

    /// A new function of the current realm: see [`Engine::new_function`].
    pub fn new_function(
        &mut self,
        name: &str,
        length: u32,
        function: impl Fn(&mut Call<'_>) -> Result<Value, Error> + Send + Sync + 'static,
    ) -> Result<Value, Error> {
        self.in_engine(|vm| {
            vm.heap.require_room(name.len().saturating_mul(2)).map_err(Error::terminated)?;
            let code = move |vm: &mut Vm, call: engine::Call| Call::enter(vm, call, &function);
            let function = vm.new_host_function(name, length, Arc::new(code));
            Ok(Value::Object(Object::new_handle(vm, engine::Value::object(function))))
        })
    }

    /// Gives an object the internal slot [[IsHTMLDDA]], ECMA-262 B.3.6, as `document.all` of browsers has it: from now on
    /// `typeof` takes it for undefined, it is equal to null, and it is false in conditions.
    pub fn make_html_dda(&mut self, object: &Value) -> Result<(), Error> {
        self.in_engine(|vm| {
            let object = object.to_engine(vm)?;
            match object.as_object() {
                Some(object) => vm.heap.make_html_dda(object),
                None => return Err(Error::new("not an object")),
            }
            Ok(())
        })
    }
}
