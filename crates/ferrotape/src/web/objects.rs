//! Parts of the web globals that hosts need: listeners of a target, waiting messages of a port, the state and the end of a
//! stream, random bytes.

use ferrotape_runtime::Value as EngineValue;
use ferrotape_web::StreamState;

use crate::{Array, AsContext, Context, Error, FromJs, Local, Object, Promise};

/// Random bytes between two looks at the limits, and those for a unit of fuel.
const RANDOM_PIECE: usize = 1 << 10;
const RANDOM_PER_TICK: usize = 8;

impl Context<'_> {
    /// Fills bytes as `crypto.getRandomValues` does: with the host's [secret bytes](crate::Builder::entropy), or with
    /// those of a [seed](crate::Builder::seed), which are the same in each run. Without either they are not secret.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::builder().seed(7).build()?;
    /// let mut bytes = [0; 16];
    /// engine.enter(|cx| cx.fill_random(&mut bytes))?;
    /// assert_ne!(bytes, [0; 16]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the host's source does, or for a [shared cause](Error#shared-causes).
    pub fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        let is_filled = self.ticking(|vm| {
            for piece in bytes.chunks_mut(RANDOM_PIECE) {
                vm.work((piece.len() / RANDOM_PER_TICK) as u64 + 1)?;
                if !ferrotape_web::fill_random(vm, piece) {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        if is_filled { Ok(()) } else { Err(Error::new("The host's source of secret bytes has failed")) }
    }
}

impl Object {
    /// Returns the callbacks that listen to events of a type at an `EventTarget`, in their order. None if the object
    /// is not an `EventTarget`.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// Web::install(&mut engine, TimerClock::Virtual)?;
    /// let target: Object = engine.eval("var target = new EventTarget(); target.addEventListener('a', () => {}); target")?;
    /// let listeners = target.event_listeners(&mut engine, "a")?.expect("a target");
    /// assert_eq!(listeners.len(&mut engine)?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an object of another engine.
    pub fn event_listeners(&self, cx: &mut impl AsContext, kind: &str) -> Result<Option<Array>, Error> {
        cx.enter(|cx| {
            let target = self.id(cx)?;
            let listeners = cx.working(|vm| ferrotape_web::event_listeners(vm, target, kind))?;
            Ok(listeners.map(|listeners| Array::new_handle(cx.vm, EngineValue::object(listeners))))
        })
    }

    /// Takes the first waiting message of a `MessagePort`: no event delivers it then. None if none waits, or the
    /// object is not a port.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// Web::install(&mut engine, TimerClock::Virtual)?;
    /// let port: Object = engine.eval("var { port1, port2 } = new MessageChannel(); port1.postMessage(42); port2")?;
    /// assert_eq!(port.take_message::<u8>(&mut engine)?, Some(42));
    /// assert_eq!(port.take_message::<u8>(&mut engine)?, None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the message does not convert, or for a [shared cause](Error#shared-causes), like an object of another engine.
    pub fn take_message<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<Option<T>, Error> {
        cx.enter(|cx| {
            let port = self.id(cx)?;
            match cx.working(|vm| Ok(ferrotape_web::take_message(vm, port)))? {
                Some(message) => T::from_js(cx, Local::new(message)).map(Some),
                None => Ok(None),
            }
        })
    }

    /// Returns a promise that is fulfilled once a `ReadableStream` or `WritableStream` is closed, and rejected with the error of
    /// one that fails, which counts as handled. The stream needs no reader or writer for that. None if the object is not such
    /// a stream.
    ///
    /// ```
    /// use ferrotape::handles::PromiseState;
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// Web::install(&mut engine, TimerClock::Virtual)?;
    /// let stream: Object = engine.eval("new ReadableStream({ start(controller) { controller.close(); } })")?;
    /// let end = stream.stream_end(&mut engine)?.expect("a stream");
    /// assert_eq!(end.state(&mut engine)?, PromiseState::Fulfilled);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an object of another engine.
    pub fn stream_end(&self, cx: &mut impl AsContext) -> Result<Option<Promise>, Error> {
        cx.enter(|cx| {
            let stream = self.id(cx)?;
            let end = cx.working(|vm| ferrotape_web::stream_end(vm, stream))?;
            Ok(end.map(|end| Promise::new_handle(cx.vm, EngineValue::object(end))))
        })
    }

    /// Returns the state of a `ReadableStream`. None if the object is not one.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// Web::install(&mut engine, TimerClock::Virtual)?;
    /// let stream: Object = engine.eval("var stream = new ReadableStream(); stream")?;
    /// assert!(stream.stream_state(&mut engine)?.is_some_and(|state| state.is_readable && !state.is_disturbed));
    /// engine.run("a.js", "stream.cancel()")?;
    /// assert!(stream.stream_state(&mut engine)?.is_some_and(|state| !state.is_readable && state.is_disturbed));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an object of another engine.
    pub fn stream_state(&self, cx: &mut impl AsContext) -> Result<Option<StreamState>, Error> {
        cx.enter(|cx| {
            let stream = self.id(cx)?;
            Ok(ferrotape_web::stream_state(cx.vm, stream))
        })
    }
}
