//! Data of the host that an engine keeps, one value for each type.

use std::any::{Any, TypeId};

use ferrotape_runtime::Vm;
use ferrotape_runtime::panics::unless_it_panics;
use rustc_hash::FxHashMap;

use crate::host_state::HostState;
use crate::{Context, Engine, Error};

type Boxed = Box<dyn Any + Send>;

/// The data, by their types.
#[derive(Default)]
pub(crate) struct HostDataByType(FxHashMap<TypeId, Datum>);

/// A value of the host, and how forks get theirs.
struct Datum {
    value: Boxed,
    /// Makes the value of a fork.
    clone: Option<fn(&dyn Any) -> Option<Boxed>>,
}

impl HostDataByType {
    fn set<T: Any + Send>(&mut self, value: T, clone: Option<fn(&dyn Any) -> Option<Boxed>>) -> Option<T> {
        let before = self.0.insert(TypeId::of::<T>(), Datum { value: Box::new(value), clone });
        before.and_then(|before| before.value.downcast().ok()).map(|before| *before)
    }

    fn get<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.value.downcast_ref()
    }

    fn get_mut<T: Any>(&mut self) -> Option<&mut T> {
        self.0.get_mut(&TypeId::of::<T>())?.value.downcast_mut()
    }

    fn take<T: Any>(&mut self) -> Option<T> {
        self.0.remove(&TypeId::of::<T>())?.value.downcast().ok().map(|value| *value)
    }

    /// Returns the data of a fork.
    pub fn fork(&self) -> Result<HostDataByType, Error> {
        let mut fork = HostDataByType::default();
        for (&key, Datum { value, clone }) in &self.0 {
            let Some(copy) = clone else { continue };
            let Some(value) = unless_it_panics(|| copy(&**value)).flatten() else {
                crate::trace::panicked("a function");
                return Err(Error::cannot_fork("data of the host, which panicked"));
            };
            fork.0.insert(key, Datum { value, clone: *clone });
        }
        Ok(fork)
    }

    /// Number of values.
    #[cfg(feature = "debug")]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

fn cloned<T: Any + Clone + Send>(value: &dyn Any) -> Option<Boxed> {
    value.downcast_ref::<T>().map(|value| Box::new(value.clone()) as Boxed)
}

fn existing(vm: &Vm) -> Option<&HostDataByType> {
    let state: &HostState = vm.host.embedder.as_ref()?.downcast_ref()?;
    Some(&state.data)
}

impl Engine {
    /// Stores data of the host with the engine, one value for each type. Host functions reach it with
    /// [`Context::data`]. Returns the previous value of this type.
    ///
    /// Forks and snapshots do not have it; for forks, see [`Engine::set_cloned_data`]. It does not count against the memory
    /// limit.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// struct Requests(u32);
    ///
    /// let mut engine = Engine::new();
    /// engine.set_data(Requests(0));
    /// engine.define("request", |cx: &mut Context<'_>| match cx.data_mut::<Requests>() {
    ///     Some(requests) if requests.0 < 2 => {
    ///         requests.0 += 1;
    ///         Ok(requests.0)
    ///     }
    ///     _ => Err("too many requests"),
    /// })?;
    /// assert!(engine.run("a.js", "request(); request(); request()").is_err());
    /// assert_eq!(engine.data::<Requests>().unwrap().0, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_data<T: Any + Send>(&mut self, value: T) -> Option<T> {
        HostState::of(&mut self.vm).data.set(value, None)
    }

    /// Keeps data as [`Engine::set_data`] does, and gives forks a clone. With an `Arc`, the engine and its forks share them.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// #[derive(Clone)]
    /// struct Tenant(String);
    ///
    /// let mut engine = Engine::new();
    /// engine.set_cloned_data(Tenant("one".to_owned()));
    /// engine.set_data(7u8);
    /// let mut fork = engine.fork()?;
    /// fork.data_mut::<Tenant>().unwrap().0.push_str(", copied");
    /// assert_eq!(fork.data::<Tenant>().unwrap().0, "one, copied");
    /// assert_eq!(engine.data::<Tenant>().unwrap().0, "one");
    /// assert_eq!(fork.data::<u8>(), None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_cloned_data<T: Any + Clone + Send>(&mut self, value: T) -> Option<T> {
        HostState::of(&mut self.vm).data.set(value, Some(cloned::<T>))
    }

    /// Returns the data of this type: see [`Engine::set_data`].
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.set_data("eleven".to_owned());
    /// assert_eq!(engine.data::<String>().map(String::as_str), Some("eleven"));
    /// assert_eq!(engine.data::<Vec<u8>>(), None);
    /// ```
    pub fn data<T: Any>(&self) -> Option<&T> {
        existing(&self.vm)?.get()
    }

    /// Returns the data of this type, to be changed: see [`Engine::set_data`].
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.set_data(1u8);
    /// *engine.data_mut::<u8>().unwrap() += 1;
    /// assert_eq!(engine.data::<u8>(), Some(&2));
    /// ```
    pub fn data_mut<T: Any>(&mut self) -> Option<&mut T> {
        HostState::of(&mut self.vm).data.get_mut()
    }

    /// Removes the data of this type, and returns them: see [`Engine::set_data`].
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.set_data(vec![1u8]);
    /// assert_eq!(engine.take_data::<Vec<u8>>(), Some(vec![1]));
    /// assert_eq!(engine.take_data::<Vec<u8>>(), None);
    /// ```
    pub fn take_data<T: Any>(&mut self) -> Option<T> {
        HostState::of(&mut self.vm).data.take()
    }
}

impl Context<'_> {
    /// Returns the data of this type that the host stored with the engine: see [`Engine::set_data`]. To use the
    /// context at the same time, clone what you need first, for example out of an `Arc`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ferrotape::{Context, Engine, Error, Function};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_cloned_data(Arc::new(vec![1, 2, 3]));
    /// engine.define("eachNumber", |cx: &mut Context<'_>, then: Function| {
    ///     let numbers = cx.data::<Arc<Vec<i32>>>().cloned().unwrap_or_default();
    ///     numbers.iter().try_for_each(|number| then.call::<()>(cx, (*number,)))
    /// })?;
    /// assert_eq!(engine.eval::<i32>("let sum = 0; eachNumber(n => { sum += n }); sum")?, 6);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn data<T: Any>(&self) -> Option<&T> {
        existing(self.vm)?.get()
    }

    /// Returns the data of this type, to be changed: see [`Engine::set_data`].
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_data(Vec::<String>::new());
    /// engine.define("log", |cx: &mut Context<'_>, line: String| {
    ///     cx.data_mut::<Vec<String>>().map(|log| log.push(line));
    /// })?;
    /// engine.run("a.js", "log('one'); log('two')")?;
    /// assert_eq!(engine.take_data::<Vec<String>>().unwrap(), ["one", "two"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn data_mut<T: Any>(&mut self) -> Option<&mut T> {
        HostState::of(self.vm).data.get_mut()
    }

    /// Keeps data with the engine: see [`Engine::set_data`].
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.enter(|cx| Ok::<_, ferrotape::Error>(cx.set_data(7u8)))?;
    /// assert_eq!(engine.data::<u8>(), Some(&7));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_data<T: Any + Send>(&mut self, value: T) -> Option<T> {
        HostState::of(self.vm).data.set(value, None)
    }

    /// Removes the data of this type, and returns them: see [`Engine::set_data`].
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_data(7u8);
    /// assert_eq!(engine.enter(|cx| Ok::<_, ferrotape::Error>(cx.take_data::<u8>()))?, Some(7));
    /// assert_eq!(engine.data::<u8>(), None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn take_data<T: Any>(&mut self) -> Option<T> {
        HostState::of(self.vm).data.take()
    }
}
