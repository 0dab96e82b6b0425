//! The answer to `run`: a program to its end, and then its steps.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use ferrotape::console::{Console, InspectOptions, Level};
use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Engine, Error, Value};
use ferrotape_text::{JsonObject, json_string};

use crate::request::{MOST_SHOWN, Request};
use crate::{listing, look, record};

/// Bytes of the native stack for a run: as much as the least stack allows, which WebAssembly has.
pub const NATIVE_STACK: usize = ferrotape_budget::NativeStack::DEFAULT_BYTES;

/// Most messages of the console, and most of their bytes.
const MOST_MESSAGES: usize = 2_000;
const MOST_MESSAGE_BYTES: usize = 256 << 10;

/// Most registers of a function whose steps are recorded: each step shows all of them.
const MOST_REGISTERS: u32 = 1_000;

/// Answers `{kind, console, consoleCut, value, error, rejections, stats, traces, untraced}`.
pub fn run(request: &Request) -> String {
    let mut object = JsonObject::default();
    let (is_module, checked) = look::check(request);
    object.text("kind", if is_module { "module" } else { "script" });
    if let Err(error) = checked {
        object.optional("error", Some(error.to_json()));
        return object.finish();
    }
    plain(request, is_module, &mut object);
    let units = [Backend::Register, Backend::Stack].map(|backend| look::compiled(request, is_module, backend));
    let untraced = match units.iter().flatten().map(listing::widest).max() {
        _ if request.steps == 0 => Some("no steps were asked for".to_owned()),
        _ if request.text.len() > MOST_SHOWN => Some("the text is too long for steps".to_owned()),
        Some(widest) if widest > MOST_REGISTERS => {
            Some(format!("a function with {widest} registers is too wide for steps"))
        }
        _ => None,
    };
    let traces = [Backend::Register, Backend::Stack].into_iter().filter(|_| untraced.is_none());
    object.list("traces", traces.map(|backend| record::record(request, is_module, backend)));
    object.optional("untraced", untraced.as_deref().map(json_string));
    object.finish()
}

/// Runs the program without an observer.
fn plain(request: &Request, is_module: bool, object: &mut JsonObject) {
    let log = Log::default();
    let mut value = None;
    let ended = Playing::new(request, Backend::Register, log.clone(), || false).and_then(|mut playing| {
        let ended = playing.run(request, is_module);
        let rejections = playing.engine.take_unhandled_rejections();
        object.list("rejections", rejections.iter().take(MOST_MESSAGES).map(Error::to_json));
        let stats = playing.engine.stats();
        let mut counts = JsonObject::default();
        counts.number("fuel", stats.fuel as i64);
        counts.number("peak", stats.peak_bytes as i64);
        counts.number("records", stats.records as i64);
        counts.number("collections", stats.collections as i64);
        object.add("stats", &counts.finish());
        ended
    });
    let error = match ended {
        Ok(shown) => {
            value = shown;
            None
        }
        Err(error) => Some(error.to_json()),
    };
    let log = log.0.lock().unwrap_or_else(PoisonError::into_inner);
    object.list("console", log.messages.iter().cloned());
    object.flag("consoleCut", log.is_cut);
    object.optional("value", value.as_deref().map(json_string));
    object.optional("error", error);
}

/// An engine with what the playground's programs find in it.
pub struct Playing {
    pub engine: Engine,
    web: Web,
}

impl Playing {
    /// Makes the engine with the limits of the request, which also ends on request.
    pub fn new(
        request: &Request,
        backend: Backend,
        console: impl Console + 'static,
        is_to_end: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Playing, Error> {
        let now = SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(request.now));
        let now = now.unwrap_or(SystemTime::UNIX_EPOCH);
        let mut engine = Engine::builder()
            .backend(backend)
            .fuel(request.fuel)
            .memory_limit(request.memory)
            .stack_values(request.depth)
            .native_stack(NATIVE_STACK)
            .interrupt_when(is_to_end)
            .time_zone("UTC")
            .seed(1)
            .clock(move || now)
            .build()?;
        let web = Web::install(&mut engine, TimerClock::Virtual)?;
        engine.define_console(console, InspectOptions::default())?;
        Ok(Playing { engine, web })
    }

    /// Runs the program with its jobs and timers. Returns the value of a script as text, unless it is undefined.
    pub fn run(&mut self, request: &Request, is_module: bool) -> Result<Option<String>, Error> {
        let engine = &mut self.engine;
        let value = match is_module {
            true => engine.run_module(request.name(), request.text).map(|_| None),
            false => engine.run(request.name(), request.text).map(Some),
        }?;
        self.web.run_until_idle(engine)?;
        match value {
            Some(value) if !matches!(value, Value::Undefined) => {
                engine.inspect(&value, &InspectOptions::default()).map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// Messages of a program.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Messages>>);

/// The messages of a program so far.
#[derive(Default)]
struct Messages {
    /// Rows `[level, text]` of JSON.
    messages: Vec<String>,
    bytes: usize,
    is_cut: bool,
}

impl Console for Log {
    fn message(&self, level: Level, text: &str) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if log.messages.len() >= MOST_MESSAGES || log.bytes + text.len() > MOST_MESSAGE_BYTES {
            log.is_cut = true;
            return;
        }
        log.bytes += text.len();
        log.messages.push(format!("[\"{}\",{}]", level.method(), json_string(text)));
    }
}
