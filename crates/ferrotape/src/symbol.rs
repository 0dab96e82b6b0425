//! Handles of symbols.

use ferrotape_runtime as engine;
use ferrotape_runtime::SymbolId;
use ferrotape_runtime::convert;
use ferrotape_runtime::symbol::{self, WELL_KNOWN, well_known_symbols};

use crate::context::AsContext;
use crate::handle::handle;
use crate::string::text_into_js;
use crate::value::copied;
use crate::{Context, Error};

handle! {
    /// A handle of a symbol, which can be a property key.
    ///
    /// ```
    /// use ferrotape::handles::Symbol;
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let hidden = Symbol::new(&mut engine, "hidden")?;
    /// let object = Object::new(&mut engine)?;
    /// object.set(&mut engine, &hidden, 1)?;
    /// assert!(object.keys(&mut engine)?.is_empty() && object.has(&mut engine, &hidden)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Symbol, "a symbol", |_, value| value.is_symbol()
}

impl Symbol {
    /// Creates a new unique symbol.
    ///
    /// ```
    /// use ferrotape::handles::Symbol;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let key = Symbol::new(&mut engine, "key")?;
    /// engine.set_global("key", &key)?;
    /// assert!(engine.eval::<bool>("typeof key == 'symbol' && key != Symbol('key')")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new(cx: &mut impl AsContext, description: &str) -> Result<Symbol, Error> {
        cx.enter(|cx| {
            let description = text_into_js(cx, description)?.value;
            let symbol = symbol::new_symbol(&mut cx.vm.heap, description);
            Ok(Symbol::new_handle(cx.vm, engine::Value::symbol(symbol)))
        })
    }

    /// Returns the symbol of `Symbol.for(key)`, which all scripts of the engine share.
    ///
    /// ```
    /// use ferrotape::handles::Symbol;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let shared = Symbol::for_key(&mut engine, "app.id")?;
    /// engine.set_global("shared", &shared)?;
    /// assert!(engine.eval::<bool>("shared === Symbol.for('app.id')")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn for_key(cx: &mut impl AsContext, key: &str) -> Result<Symbol, Error> {
        cx.enter(|cx| {
            let text = text_into_js(cx, key)?.value;
            let symbol = cx.working(|vm| {
                let key = match text.as_string() {
                    Some(text) => vm.heap.key_of_string(text)?,
                    None => convert::to_property_key(vm, text)?,
                };
                Ok(symbol::registered_symbol(&mut vm.heap, key)?)
            })?;
            Ok(Symbol::new_handle(cx.vm, engine::Value::symbol(symbol)))
        })
    }

    /// Returns a well-known symbol by its name as a property of `Symbol`, like `iterator`.
    ///
    /// ```
    /// use ferrotape::handles::Symbol;
    /// use ferrotape::{Engine, Function, Object};
    ///
    /// let mut engine = Engine::new();
    /// let iterator = Symbol::well_known(&mut engine, "iterator")?;
    /// let list: Object = engine.eval("[7]")?;
    /// assert!(list.get::<Function>(&mut engine, &iterator).is_ok());
    /// assert!(Symbol::well_known(&mut engine, "unknown").is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if there is no well-known symbol of that name (`TypeError`). Also for a
    /// [shared cause](Error#shared-causes).
    pub fn well_known(cx: &mut impl AsContext, name: &str) -> Result<Symbol, Error> {
        cx.enter(|cx| {
            let place = WELL_KNOWN.iter().position(|&known| known == name);
            match place.and_then(|place| well_known_symbols().nth(place)) {
                Some(symbol) => Ok(Symbol::new_handle(cx.vm, symbol)),
                None => Err(Error::type_error(format!("there is no symbol Symbol.{name}"))),
            }
        })
    }

    fn id(&self, cx: &Context<'_>) -> Result<SymbolId, Error> {
        let value = self.handle().value_in(cx.vm).ok_or_else(Error::wrong_engine)?;
        value.as_symbol().ok_or_else(|| Error::new("not a symbol"))
    }

    /// Returns the symbol's description.
    ///
    /// ```
    /// use ferrotape::handles::Symbol;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let symbol: Symbol = engine.eval("Symbol('key')")?;
    /// assert_eq!(symbol.description(&mut engine)?.as_deref(), Some("key"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a symbol of another engine.
    pub fn description(&self, cx: &mut impl AsContext) -> Result<Option<String>, Error> {
        cx.enter(|cx| {
            let symbol = self.id(cx)?;
            match symbol::symbol_description(&cx.vm.heap, symbol).as_string() {
                Some(text) => cx.working(|vm| copied(vm, text)).map(Some),
                None => Ok(None),
            }
        })
    }
}
