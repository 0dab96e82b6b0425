//! The session of `ferrotape-session` for Python: engines, operations, bytes. All else is in `ferrotape/*.py`.
//!
//! ```text
//! Engine (Python) ──op, bytes──▶ Core::call ── the interpreter's lock is released ──▶ Host::call
//!                 ◀─ status, bytes ─                                                      │ a script calls a function of the host
//! Functions (Python) ◀── dispatch(number, bytes) ── with the lock ── Shell::host_call_inside
//! ```

mod inside;
mod values;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use ferrotape_session::{Handle, Host, Inside, Item, Op, Reply, Shell, Watcher};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use inside::Stack;
use values::{Reader, Writer, optional};

thread_local! {
    static RUNNING: Stack<Record> = const { Stack::new() };
}

/// The status of a call while the engine is in the middle of something on the same thread.
const BUSY: u8 = 6;
/// The status of an engine that was closed.
const CLOSED: u8 = 7;
/// The status of an engine through which a panic has passed.
const LOST: u8 = 8;
/// The status where another thread has the engine, and may wait for one that runs on this thread.
const STUCK: u8 = 9;

/// Longest time that a thread which runs one engine waits for another.
const PATIENCE: Duration = Duration::from_secs(5);

/// Milliseconds between two looks for signals.
const SIGNALS: u64 = 20;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// An engine, which one thread uses at a time.
struct Record {
    host: Mutex<Option<(Host, Handle)>>,
    shell: Arc<PyShell>,
    cancelled: AtomicBool,
    /// Whether the main thread runs the engine: only that one is told signals.
    is_main: AtomicBool,
    last_look: AtomicU64,
    /// End of the run that is no exception of the script: a KeyboardInterrupt and its like.
    pending: Mutex<Option<PyErr>>,
}

/// The functions of Python behind an engine and its forks.
struct PyShell {
    dispatch: Py<PyAny>,
    /// A weak reference to the functions that take and give plain data, by number: those are called from here.
    direct: Py<PyAny>,
    /// Python value of `undefined`.
    undefined: Py<PyAny>,
}

impl Record {
    fn pending(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the run by an exception of Python.
    fn end_by(&self, error: PyErr) {
        *self.pending() = Some(error);
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns whether the run must end: somebody has cancelled it, or a signal's handler has thrown.
    fn is_to_stop(&self) -> bool {
        if self.is_main.load(Ordering::Relaxed) {
            let now = START.elapsed().as_millis() as u64;
            if now >= self.last_look.load(Ordering::Relaxed) + SIGNALS {
                self.last_look.store(now, Ordering::Relaxed);
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    self.end_by(error);
                }
            }
        }
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl PyShell {
    /// Calls a function whose arguments are plain data: whether it has thrown, and the bytes of its result. None where that is
    /// for Python's dispatcher.
    fn direct(&self, py: Python<'_>, function: u64, input: &[u8]) -> PyResult<Option<(bool, Vec<u8>)>> {
        let functions = self.direct.bind(py).call0()?;
        if functions.is_none() {
            return Ok(None);
        }
        let direct = functions.getattr(intern!(py, "direct"))?.cast_into::<PyDict>()?;
        let Some(f) = direct.get_item(function)? else { return Ok(None) };
        let Some(arguments) = optional(Reader::new(input, self.undefined.bind(py)).arguments())? else {
            return Ok(None);
        };
        let answer = match f.call1(arguments) {
            Ok(value) => match plain(&value)? {
                Some(bytes) => return Ok(Some((false, bytes))),
                None => functions.call_method1(intern!(py, "given"), (f, value)),
            },
            Err(error) if error.is_instance_of::<PyException>(py) => {
                functions.call_method1(intern!(py, "thrown"), (error.into_value(py),))
            }
            Err(error) => Err(error),
        };
        answer?.extract().map(Some)
    }

    /// Calls Python's dispatcher with the interpreter's lock. An exception that it does not turn into bytes ends the
    /// running engine.
    fn dispatch(&self, function: u64, input: &[u8], output: &mut Vec<u8>) -> Reply {
        Python::attach(|py| {
            let answer = self.direct(py, function, input).and_then(|answer| match answer {
                Some(answer) => Ok(answer),
                None => self.dispatch.call1(py, (function, PyBytes::new(py, input)))?.extract(py),
            });
            match answer {
                Ok((has_thrown, bytes)) => {
                    *output = bytes;
                    if has_thrown { Reply::Threw } else { Reply::Returned }
                }
                Err(error) => {
                    if let Some(record) = RUNNING.with(|stack| stack.innermost()) {
                        record.end_by(error);
                    }
                    *output = vec![0, 0];
                    Reply::Threw
                }
            }
        })
    }
}

struct Shared(Arc<PyShell>);

impl Shell for Shared {
    fn host_call(&self, function: u64, input: &[u8], output: &mut Vec<u8>) -> Reply {
        self.0.dispatch(function, input, output)
    }

    fn host_call_inside(
        &self,
        inside: &mut Inside<'_, '_>,
        function: u64,
        input: &[u8],
        output: &mut Vec<u8>,
    ) -> Reply {
        RUNNING.with(|stack| stack.lend(inside, || self.0.dispatch(function, input, output)))
    }

    fn now(&self) -> f64 {
        START.elapsed().as_secs_f64() * 1000.0
    }

    fn watcher(&self) -> Option<Watcher> {
        // Forks share it: the engine that asks is the one that runs.
        Some(Box::new(|| RUNNING.with(|stack| stack.innermost()).is_some_and(|record| record.is_to_stop())))
    }
}

/// An engine behind operations and bytes.
#[pyclass(frozen, module = "ferrotape._ferrotape")]
struct Core {
    record: Arc<Record>,
}

impl Core {
    /// Wraps an engine with no cancellation or exception waiting. Forks share the shell.
    fn of(host: Host, handle: Handle, shell: Arc<PyShell>) -> Core {
        Core {
            record: Arc::new(Record {
                host: Mutex::new(Some((host, handle))),
                shell,
                cancelled: AtomicBool::new(false),
                is_main: AtomicBool::new(false),
                last_look: AtomicU64::new(0),
                pending: Mutex::default(),
            }),
        }
    }
}

/// Returns the bytes of plain data. None for other values.
fn plain(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    let mut writer = Writer::default();
    optional(writer.value(value, 0).map(|()| writer.out))
}

/// Returns the bytes of a value, if it is plain data.
#[pyfunction]
fn encode<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    Ok(plain(value)?.map(|bytes| PyBytes::new(value.py(), &bytes)))
}

/// Reads the value at the beginning of the bytes, if it is plain data, and returns the place behind it.
#[pyfunction]
fn decode<'py>(data: &[u8], undefined: &Bound<'py, PyAny>) -> PyResult<Option<(Bound<'py, PyAny>, usize)>> {
    let mut reader = Reader::new(data, undefined);
    optional(reader.value(0).map(|value| (value, reader.at)))
}

fn handle_of(output: &[u8]) -> Option<Handle> {
    Item::decode(output).ok()?.as_number().map(|number| Handle::from_number(number as u64))
}

/// Reason for which an engine cannot be taken: a status, or the exception of a signal's handler.
enum Refusal {
    Status(u8),
    Raised(PyErr),
}

/// Takes the engine, waiting for other threads: without end only where none can be waiting for this thread.
fn turn(record: &Record) -> Result<MutexGuard<'_, Option<(Host, Handle)>>, Refusal> {
    if RUNNING.with(|stack| stack.has(|other| std::ptr::eq(other, record))) {
        return Err(Refusal::Status(BUSY));
    }
    let start = Instant::now();
    let mut looks = 0;
    loop {
        match record.host.try_lock() {
            Ok(turn) => return Ok(turn),
            Err(TryLockError::Poisoned(_)) => return Err(Refusal::Status(LOST)),
            Err(TryLockError::WouldBlock) => {}
        }
        let waited = start.elapsed();
        if waited > PATIENCE && RUNNING.with(|stack| stack.has(|_| true)) {
            return Err(Refusal::Status(STUCK));
        }
        if waited.as_millis() as u64 / SIGNALS > looks {
            looks = waited.as_millis() as u64 / SIGNALS;
            Python::attach(|py| py.check_signals()).map_err(Refusal::Raised)?;
        }
        std::thread::sleep((waited / 8).clamp(Duration::from_micros(20), Duration::from_millis(5)));
    }
}

/// Performs an operation, without the interpreter's lock.
fn perform(record: &Arc<Record>, op: u32, input: &[u8], is_main: bool, output: &mut Vec<u8>) -> Result<u8, Refusal> {
    RUNNING.with(|stack| {
        let is_this = |other: &Record| std::ptr::eq(other, &**record);
        let within = stack.borrowed(is_this, |inside| stack.running(record, || inside.call(op, input, output) as u8));
        match within {
            Some(status) => Ok(status.unwrap_or(BUSY)),
            None => {
                let mut turn = turn(record)?;
                let Some((host, handle)) = turn.as_mut() else { return Ok(CLOSED) };
                record.cancelled.store(false, Ordering::Relaxed);
                record.is_main.store(is_main, Ordering::Relaxed);
                let status = stack.running(record, || host.call(op, *handle, input, output) as u8);
                Ok(status)
            }
        }
    })
}

#[pymethods]
impl Core {
    /// Makes an engine: its status, the engine if there is one, and the error.
    #[staticmethod]
    fn make<'py>(
        py: Python<'py>,
        dispatch: Py<PyAny>,
        direct: Py<PyAny>,
        undefined: Py<PyAny>,
        input: &[u8],
    ) -> (u8, Option<Core>, Bound<'py, PyBytes>) {
        let shell = Arc::new(PyShell { dispatch, direct, undefined });
        let mut output = Vec::new();
        let mut host = Host::new(Shared(Arc::clone(&shell)));
        let status = py.detach(|| host.call(Op::New as u32, Handle::NONE, input, &mut output)) as u8;
        let core = handle_of(&output).filter(|_| status == 0).map(|handle| Core::of(host, handle, shell));
        (status, core, PyBytes::new(py, &output))
    }

    /// Performs an operation: its status and its output.
    fn call<'py>(&self, py: Python<'py>, op: u32, input: &[u8], is_main: bool) -> PyResult<(u8, Bound<'py, PyBytes>)> {
        let mut output = Vec::new();
        let status = py.detach(|| perform(&self.record, op, input, is_main, &mut output));
        let status = match status {
            Ok(status) => status,
            Err(Refusal::Status(status)) => return Ok((status, PyBytes::new(py, &output))),
            Err(Refusal::Raised(error)) => return Err(error),
        };
        // Within a function of the host, the run that has called it ends as well, and by the same exception.
        let is_within = RUNNING.with(|stack| stack.has(|other| std::ptr::eq(other, &*self.record)));
        let ended_by = match is_within {
            true => self.record.pending().as_ref().map(|error| error.clone_ref(py)),
            false => self.record.pending().take(),
        };
        match ended_by {
            Some(error) => Err(error),
            None => Ok((status, PyBytes::new(py, &output))),
        }
    }

    /// Copies the engine: its status, the copy if there is one, and the error.
    fn fork<'py>(&self, py: Python<'py>) -> PyResult<(u8, Option<Core>, Bound<'py, PyBytes>)> {
        let mut output = Vec::new();
        let (status, core) = py.detach(|| {
            let mut turn = match turn(&self.record) {
                Ok(turn) => turn,
                Err(Refusal::Status(status)) => return Ok((status, None)),
                Err(Refusal::Raised(error)) => return Err(error),
            };
            let Some((host, handle)) = turn.as_mut() else { return Ok((CLOSED, None)) };
            self.record.cancelled.store(false, Ordering::Relaxed);
            let status = RUNNING.with(|stack| {
                stack.running(&self.record, || host.call(Op::Fork as u32, *handle, &[], &mut output) as u8)
            });
            let split = handle_of(&output).filter(|_| status == 0).and_then(|handle| host.split(handle));
            Ok((status, split.map(|(host, handle)| Core::of(host, handle, Arc::clone(&self.record.shell)))))
        })?;
        Ok((status, core, PyBytes::new(py, &output)))
    }

    /// Ends what runs. Any thread may ask for it.
    fn cancel(&self) {
        self.record.cancelled.store(true, Ordering::Relaxed);
    }

    /// Drops the engine. False while it runs on this thread.
    fn close(&self, py: Python<'_>) -> PyResult<bool> {
        py.detach(|| match turn(&self.record) {
            Ok(mut turn) => {
                let host = turn.take();
                drop(turn);
                drop(host);
                Ok(true)
            }
            Err(Refusal::Status(status)) => Ok(status == LOST),
            Err(Refusal::Raised(error)) => Err(error),
        })
    }
}

#[pymodule(name = "_ferrotape", gil_used = true)]
mod module {
    #[pymodule_export]
    use super::{Core, decode, encode};
}
