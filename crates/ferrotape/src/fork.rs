//! Forks of engines.
//!
//! ```text
//! Engine::fork ──> Vm::fork: cells, code, stacks       handles of both engines mean the same cells for a moment
//!              ──> HostData::fork: Rust values          by `Class::fork`, with the `Forking` for script values
//!              ──> HostState: classes, loaded scripts   with handles of the copy
//! ```

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use ferrotape_runtime as engine;
use ferrotape_runtime::cell;
use ferrotape_runtime::chance::Chance;
use ferrotape_runtime::handles;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object;
use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::pending;
use ferrotape_runtime::{DroppedHandles, Vm};

use crate::class::{Own, Place, bytes_of_pending};
use crate::handle::Handle;
use crate::host_state::HostState;
use crate::{BigInt, Class, Engine, Error, Instance, Realm, Value};

/// A fork in progress, with which Rust values carry script values over to the copy: see [`Class::fork`].
///
/// ```
/// use ferrotape::snapshot::{Carry, Forking};
/// use ferrotape::{Engine, Error, Function, Object};
///
/// /// Handles that a host keeps together.
/// struct Plugin { name: String, settings: Object, on_event: Function }
///
/// impl Carry for Plugin {
///     fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
///         let (settings, on_event) = (forking.carry(&self.settings)?, forking.carry(&self.on_event)?);
///         Ok(Plugin { name: self.name.clone(), settings, on_event })
///     }
/// }
///
/// let mut engine = Engine::new();
/// let settings: Object = engine.eval("var settings = { level: 1 }; settings")?;
/// let on_event: Function = engine.eval("() => settings.level++")?;
/// let plugin = Plugin { name: "first".to_owned(), settings, on_event };
/// let (mut copy, its_plugin) = engine.fork_with(&plugin)?;
/// its_plugin.on_event.call::<()>(&mut copy, ())?;
/// assert_eq!(its_plugin.settings.get::<u8>(&mut copy, "level")?, 2);
/// assert_eq!(plugin.settings.get::<u8>(&mut engine, "level")?, 1);
/// # assert_eq!(its_plugin.name, plugin.name);
/// # Ok::<(), Error>(())
/// ```
pub struct Forking {
    vm: Vm,
    of: Arc<DroppedHandles>,
    /// The copied places, by their address in the original engine.
    owned: HashMap<usize, Arc<Place>>,
    /// The reason why a value could not be copied.
    problem: Option<Error>,
}

/// A value that can be carried over to a fork: handles, and types that contain them.
///
/// ```
/// use ferrotape::{Engine, Function, Object};
///
/// let mut engine = Engine::new();
/// let counter: Function = engine.eval("let n = 0; () => ++n")?;
/// let settings: Object = engine.eval("({ deep: { er: 1 } })")?;
/// let (mut fork, (its_counter, its_settings)) = engine.fork_with(&(counter.clone(), settings))?;
/// assert_eq!(counter.call::<u8>(&mut engine, ())?, 1);
/// assert_eq!(counter.call::<u8>(&mut engine, ())?, 2);
/// assert_eq!(its_counter.call::<u8>(&mut fork, ())?, 1);
/// assert!(counter.call::<u8>(&mut fork, ()).is_err(), "a handle belongs to one engine");
/// # let _ = its_settings;
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub trait Carry: Sized {
    /// Returns the copy for the forked engine. See [`Engine::fork_with`].
    ///
    /// # Errors
    ///
    /// Fails if the value belongs to a third engine ([`ErrorKind::Usage`](crate::ErrorKind::Usage)). Then
    /// [`Engine::fork_with`] fails.
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error>;
}

impl Forking {
    /// Carries a value over to the copy: see [`Class::fork`].
    ///
    /// ```
    /// use ferrotape::snapshot::Forking;
    /// use ferrotape::{Class, ClassBuilder, Engine, Error, Own, Value};
    ///
    /// struct Tag(Own<Value>);
    ///
    /// impl Class for Tag {
    ///     const NAME: &'static str = "Tag";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|value: Own<Value>| Tag(value))
    ///     }
    ///
    ///     fn fork(&self, forking: &mut Forking) -> Result<Self, Error> {
    ///         Ok(Tag(forking.carry(&self.0)?))
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Tag>()?;
    /// engine.run("a.js", "var tag = new Tag({ name: 'first' })")?;
    /// assert!(engine.fork()?.eval::<bool>("tag instanceof Tag")?);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Carry::carry`] does.
    pub fn carry<T: Carry>(&mut self, value: &T) -> Result<T, Error> {
        value.carry(self)
    }

    /// Returns the copy's `Vm` for new handles, and the value of a handle of the original engine.
    pub(crate) fn handle(&mut self, handle: &Handle) -> Result<(&mut Vm, engine::Value), Error> {
        let value = handle.value_for(&self.of).ok_or_else(Error::wrong_engine)?;
        Ok((&mut self.vm, value))
    }

    /// Copies the Rust value of an object for the object's copy.
    pub(crate) fn instance<T: Class>(&mut self, value: &T) -> Option<T> {
        let problem = match unless_it_panics(|| value.fork(self)) {
            Some(Ok(value)) => return Some(value),
            Some(Err(problem)) => problem,
            None => {
                crate::trace::panicked("a class");
                Error::cannot_fork(&format!("an object of the class {}, which panicked", T::NAME))
            }
        };
        self.problem = Some(problem);
        None
    }

    pub(crate) fn owned_place(&mut self, place: &Arc<Place>) -> Result<Arc<Place>, Error> {
        let address = Arc::as_ptr(place).addr();
        if let Some(known) = self.owned.get(&address) {
            return Ok(Arc::clone(known));
        }
        let copy = Arc::new(place.carry(self)?);
        self.owned.insert(address, Arc::clone(&copy));
        Ok(copy)
    }

    /// Copies the Rust values of an engine's objects.
    fn copy_host_data(&mut self, of: &Vm) -> Result<(), Error> {
        for (object, class) in cell::objects_of_host(&of.heap) {
            match hosts::forked_host_data(&of.heap, object, self as &mut dyn Any) {
                Some(data) => hosts::put_host_data(&mut self.vm.heap, object, data),
                None => {
                    let name = object::host_class_name(of, class);
                    let problem = self.problem.take();
                    return Err(
                        problem.unwrap_or_else(|| Error::cannot_fork(&format!("an object of the class {name}")))
                    );
                }
            }
        }
        Ok(())
    }

    /// Copies the host's state beside the machine.
    fn copy_host_state(&mut self, of: &mut Vm) -> Result<(), Error> {
        let state = HostState::of(of);
        self.vm.heap.resized(bytes_of_pending(&state.pending), 0);
        // Futures stay behind, and what they fetch.
        self.vm.heap.resized(state.tasks.bytes() + state.fetching.bytes(), 0);
        let copy = HostState {
            large_integers_as_bigints: state.large_integers_as_bigints,
            hints: state.hints.clone(),
            declared: Arc::clone(&state.declared),
            data: state.data.fork()?,
            scripts: state.scripts.carry(self)?,
            fetching: state.fetching.fork()?,
            class_ids: state.class_ids.clone(),
            classes: {
                let classes = state.classes.iter();
                classes.map(|(key, class)| Ok((*key, class.carry(self)?))).collect::<Result<_, Error>>()?
            },
            kept: state.kept.iter().map(|kept| kept.fork(&self.owned)).collect(),
            most_kept: state.most_kept,
            free_slots: state.free_slots.clone(),
            ..HostState::default()
        };
        self.vm.host.embedder = Some(Box::new(copy));
        Ok(())
    }
}

impl Engine {
    /// Forks the engine: returns a second one with the same state. This includes globals and everything reachable,
    /// loaded scripts, classes, linked modules, promises and their queued jobs, waiting generators and async functions,
    /// and timers. Neither engine sees what the other does from then on. A fork costs about as much as copying the
    /// engine's bytes, and no fuel. So one engine can be prepared once, and forked for each request.
    ///
    /// Settings and limits are the same. The copy has the remaining fuel, its own memory limit with the same bytes
    /// taken, the same clock, time zone and [`crate::Builder::interrupt_when`]. `Math.random` continues with the same
    /// numbers ([`Engine::seed_random`] changes them), and hash tables have the same seed. An
    /// [`Interrupter`](crate::limits::Interrupter) affects one engine only. The memory of a `SharedArrayBuffer` stays
    /// shared, and promises of `Atomics.waitAsync` wait in both.
    ///
    /// Host functions are shared: both engines use the variables that a closure has captured. [`Class::fork`] copies
    /// the values of a [`Class`]. Handles belong to the engine they were made in; [`Engine::fork_with`] carries them
    /// over.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut mould = Engine::new();
    /// mould.run("library.js", "const cache = new Map; function greet(name) { cache.set(name, 1); return `Hello, ${name}!` }")?;
    /// for name in ["Ada", "Grace"] {
    ///     let mut engine = mould.fork()?;
    ///     assert_eq!(engine.eval::<String>(&format!("greet('{name}')"))?, format!("Hello, {name}!"));
    ///     assert_eq!(engine.eval::<u32>("cache.size")?, 1);
    /// }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if something cannot be copied ([`ErrorKind::Usage`](crate::ErrorKind::Usage)): an object of a class
    /// without [`Class::fork`], or an unfinished host future that no function with a name has begun. Also if an earlier
    /// call has never ended. The engine stays as it was.
    pub fn fork(&mut self) -> Result<Engine, Error> {
        self.fork_with(&()).map(|(fork, ())| fork)
    }

    /// Forks the engine, and returns copies of the given handles for the fork: see [`Carry`].
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut mould = Engine::new();
    /// let price: Function = mould.eval("let discount = 0.5; price => price * (1 - discount)")?;
    /// let (mut engine, its_price) = mould.fork_with(&price)?;
    /// engine.run("today.js", "discount = 0.25")?;
    /// assert_eq!(its_price.call::<f64>(&mut engine, (8,))?, 6.0);
    /// assert_eq!(price.call::<f64>(&mut mould, (8,))?, 4.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::fork`] does, and if a handle belongs to a third engine.
    pub fn fork_with<H: Carry>(&mut self, handles: &H) -> Result<(Engine, H), Error> {
        if self.is_running {
            return Err(Error::of_usage("an engine cannot be forked while it runs".to_owned()));
        }
        self.forked(handles)
    }

    /// Forks, if need be once more after a collection. Takes an engine that holds a run, which [`Engine::fork_with`] refuses.
    pub(crate) fn forked<H: Carry>(&mut self, handles: &H) -> Result<(Engine, H), Error> {
        if let Some(what) = HostState::of(&mut self.vm).on_its_way() {
            return Err(Error::cannot_fork(what));
        }
        match self.forked_once(handles) {
            Ok(forked) => Ok(forked),
            Err(_) => {
                // An object that cannot be copied may be garbage.
                self.vm.collect_garbage();
                self.forked_once(handles)
            }
        }
    }

    /// Copies the heap, then host data, handles and host state, whose order matters. Futures stay behind: the fork's
    /// host answers their calls.
    fn forked_once<H: Carry>(&mut self, handles: &H) -> Result<(Engine, H), Error> {
        let mut vm = self.vm.fork();
        pending::lose_futures(&mut vm);
        let of = Arc::clone(handles::dropped_handles(&self.vm));
        let mut forking = Forking { vm, of, owned: HashMap::new(), problem: None };
        forking.copy_host_data(&self.vm)?;
        // Handles come before the values that objects keep for owners, which depend on the owners.
        let handles = unless_it_panics(|| forking.carry(handles)).unwrap_or_else(|| {
            crate::trace::panicked("a function");
            Err(Error::cannot_fork("a value of the host, which panicked"))
        })?;
        forking.copy_host_state(&mut self.vm)?;
        let mut fork = Engine {
            vm: forking.vm,
            timeout: self.timeout,
            native_stack: self.native_stack,
            is_running: false,
            on_unhandled: self.on_unhandled.clone(),
            sleep: self.sleep.clone(),
        };
        // Nobody watches a fork yet. Choosing by that would link the second loop into every program.
        fork.vm.machines.register = &ferrotape_machine::MACHINE;
        #[cfg(feature = "wire")]
        crate::calls::keys::branch(&mut self.vm, &mut fork.vm);
        Ok((fork, handles))
    }

    /// Reseeds `Math.random`, and `crypto` unless it has [secret bytes](crate::Builder::entropy). The same seed gives the
    /// same numbers. For forks that must not all draw the same ones.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// let (mut a, mut b) = (engine.fork()?, engine.fork()?);
    /// b.seed_random(7);
    /// assert_eq!(engine.eval::<f64>("Math.random()")?, a.eval::<f64>("Math.random()")?);
    /// assert_ne!(engine.eval::<f64>("Math.random()")?, b.eval::<f64>("Math.random()")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn seed_random(&mut self, seed: u64) {
        self.vm.agent.random_state = seed | 1;
        if let Chance::Shared = self.vm.options.chance {
            self.vm.options.chance = Chance::Seeded;
        }
    }
}

/// Copies an engine whole, with the same handles, to go on later in its place. None if something of it cannot be copied, or would
/// be shared.
#[cfg(feature = "debug")]
pub(crate) fn copied_whole(of: &mut Vm) -> Option<Vm> {
    let buffers = &of.heap.buffers;
    let is_shared = |index: u32| buffers.is_used(index) && buffers.get(index).is_shared();
    if (0..buffers.capacity()).any(is_shared) {
        return None;
    }
    let state = HostState::of(of).copied()?;
    // No handle is carried over, as all stay: a Rust value that has some cannot be copied.
    let mut forking = Forking { vm: of.copy(), of: Arc::default(), owned: HashMap::new(), problem: None };
    forking.copy_host_data(of).ok()?;
    forking.vm.host.embedder = Some(Box::new(state));
    Some(forking.vm)
}

impl Carry for () {
    fn carry(&self, _: &mut Forking) -> Result<Self, Error> {
        Ok(())
    }
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {
        $(
            #[allow(non_snake_case)]
            impl<$($name: Carry),*> Carry for ($($name,)*) {
                fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
                    let ($($name,)*) = self;
                    Ok(($($name.carry(forking)?,)*))
                }
            }
        )*
    };
}

tuples! {
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
}

impl<T: Carry> Carry for Vec<T> {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        self.iter().map(|value| value.carry(forking)).collect()
    }
}

impl<K: Clone + Ord, T: Carry> Carry for BTreeMap<K, T> {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        self.iter().map(|(key, value)| Ok((key.clone(), value.carry(forking)?))).collect()
    }
}

impl<K: Clone + Eq + Hash, T: Carry, S: BuildHasher + Clone> Carry for HashMap<K, T, S> {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        let mut copy = HashMap::with_capacity_and_hasher(self.len(), self.hasher().clone());
        for (key, value) in self {
            copy.insert(key.clone(), value.carry(forking)?);
        }
        Ok(copy)
    }
}

impl<T: Carry> Carry for Option<T> {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        self.as_ref().map(|value| value.carry(forking)).transpose()
    }
}

impl<T> Carry for Own<T> {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        Ok(Own::at(forking.owned_place(self.place())?))
    }
}

impl<T> Carry for Instance<T> {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        Ok(Instance::of_object(self.object().carry(forking)?))
    }
}

impl Carry for Realm {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        Ok(Realm { global: self.global.carry(forking)? })
    }
}

impl Carry for Value {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        Ok(match self {
            Value::Undefined => Value::Undefined,
            Value::Null => Value::Null,
            &Value::Boolean(value) => Value::Boolean(value),
            &Value::Number(number) => Value::Number(number),
            Value::BigInt(number) => Value::BigInt(BigInt::clone(number)),
            Value::String(text) => Value::String(text.clone()),
            Value::Symbol(symbol) => Value::Symbol(symbol.carry(forking)?),
            Value::Object(object) => Value::Object(object.carry(forking)?),
        })
    }
}
