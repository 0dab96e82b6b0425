//! The session of `ferrotape-session` for Python: engines, operations, bytes. All else is in `ferrotape/*.py`.
//!
//! ```text
//! Engine (Python) ──op, bytes──▶ Core::call ── the interpreter's lock is released ──▶ Host::call
//!                 ◀─ status, bytes ─                                                      │ a script calls a function of the host
//! Functions (Python) ◀── dispatch(number, bytes) ── with the lock ── Shell::host_call_inside
//! ```

#[path = "../../shared/inside.rs"]
mod inside;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ferrotape_session::{Handle, Host, Inside, Item, Op, Reply, Shell, Watcher};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use inside::Stack;

thread_local! {
    static RUNNING: Stack<Record> = const { Stack::new() };
}

/// The status of a call while the engine is in the middle of something on the same thread.
const BUSY: u8 = 6;
/// The status of an engine that was closed.
const CLOSED: u8 = 7;
/// The status of an engine through which a panic has passed.
const LOST: u8 = 8;

/// Milliseconds between two looks for signals.
const SIGNALS: u64 = 20;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// An engine, which one thread uses at a time.
struct Record {
    host: Mutex<Option<(Host, Handle)>>,
    shell: Arc<PyShell>,
}

/// The functions of Python behind an engine and its forks.
struct PyShell {
    dispatch: Py<PyAny>,
    cancelled: AtomicBool,
    /// Whether the main thread runs the engine: only that one is told signals.
    is_main: AtomicBool,
    last_look: AtomicU64,
    /// What ends the run and is no exception of the script: a KeyboardInterrupt and its like.
    pending: Mutex<Option<PyErr>>,
}

impl PyShell {
    fn pending(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the run by an exception of Python.
    fn end_by(&self, error: PyErr) {
        *self.pending() = Some(error);
        self.cancelled.store(true, Ordering::Relaxed);
    }

    fn dispatch(&self, function: u64, input: &[u8], output: &mut Vec<u8>) -> Reply {
        Python::attach(|py| {
            let answer = self.dispatch.call1(py, (function, PyBytes::new(py, input)));
            match answer.and_then(|answer| answer.extract::<(bool, Vec<u8>)>(py)) {
                Ok((has_thrown, bytes)) => {
                    *output = bytes;
                    if has_thrown { Reply::Threw } else { Reply::Returned }
                }
                Err(error) => {
                    self.end_by(error);
                    *output = vec![0, 0];
                    Reply::Threw
                }
            }
        })
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
        let shell = Arc::clone(&self.0);
        Some(Box::new(move || shell.is_to_stop()))
    }
}

/// An engine behind operations and bytes.
#[pyclass(frozen, module = "ferrotape._ferrotape")]
struct Core {
    record: Arc<Record>,
}

impl Core {
    fn of(host: Host, handle: Handle, shell: Arc<PyShell>) -> Core {
        Core { record: Arc::new(Record { host: Mutex::new(Some((host, handle))), shell }) }
    }
}

fn handle_of(output: &[u8]) -> Option<Handle> {
    Item::decode(output).ok()?.as_number().map(|number| Handle::from_number(number as u64))
}

/// Takes the engine, waiting for other threads.
fn turn(record: &Record) -> Result<MutexGuard<'_, Option<(Host, Handle)>>, u8> {
    if RUNNING.with(|stack| stack.has(|other| std::ptr::eq(other, record))) {
        return Err(BUSY);
    }
    record.host.lock().map_err(|_| LOST)
}

/// Performs an operation, without the interpreter's lock.
fn perform(record: &Arc<Record>, op: u32, input: &[u8], is_main: bool, output: &mut Vec<u8>) -> u8 {
    RUNNING.with(|stack| {
        let is_this = |other: &Record| std::ptr::eq(other, &**record);
        let within = stack.borrowed(is_this, |inside| stack.running(record, || inside.call(op, input, output) as u8));
        match within {
            Some(status) => status.unwrap_or(BUSY),
            None => match turn(record) {
                Err(status) => status,
                Ok(mut turn) => {
                    let Some((host, handle)) = turn.as_mut() else { return CLOSED };
                    record.shell.cancelled.store(false, Ordering::Relaxed);
                    record.shell.is_main.store(is_main, Ordering::Relaxed);
                    stack.running(record, || host.call(op, *handle, input, output) as u8)
                }
            },
        }
    })
}

#[pymethods]
impl Core {
    /// Makes an engine: its status, the engine if there is one, and the error.
    #[staticmethod]
    fn make<'py>(py: Python<'py>, dispatch: Py<PyAny>, input: &[u8]) -> (u8, Option<Core>, Bound<'py, PyBytes>) {
        let shell = Arc::new(PyShell {
            dispatch,
            cancelled: AtomicBool::new(false),
            is_main: AtomicBool::new(false),
            last_look: AtomicU64::new(0),
            pending: Mutex::default(),
        });
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
        match self.record.shell.pending().take() {
            // Within a function of the host, the run that has called it ends as well.
            Some(error) => Err(error),
            None => Ok((status, PyBytes::new(py, &output))),
        }
    }

    /// Copies the engine: its status, the copy if there is one, and the error.
    fn fork<'py>(&self, py: Python<'py>) -> (u8, Option<Core>, Bound<'py, PyBytes>) {
        let mut output = Vec::new();
        let (status, core) = py.detach(|| {
            let mut turn = match turn(&self.record) {
                Ok(turn) => turn,
                Err(status) => return (status, None),
            };
            let Some((host, handle)) = turn.as_mut() else { return (CLOSED, None) };
            let status = host.call(Op::Fork as u32, *handle, &[], &mut output) as u8;
            let split = handle_of(&output).filter(|_| status == 0).and_then(|handle| host.split(handle));
            (status, split.map(|(host, handle)| Core::of(host, handle, Arc::clone(&self.record.shell))))
        });
        (status, core, PyBytes::new(py, &output))
    }

    /// Ends what runs. Any thread may ask for it.
    fn cancel(&self) {
        self.record.shell.cancelled.store(true, Ordering::Relaxed);
    }

    /// Drops the engine. False while it runs on this thread.
    fn close(&self, py: Python<'_>) -> bool {
        py.detach(|| match turn(&self.record) {
            Ok(mut turn) => {
                let host = turn.take();
                drop(turn);
                drop(host);
                true
            }
            Err(status) => status == LOST,
        })
    }
}

#[pymodule(name = "_ferrotape", gil_used = true)]
mod module {
    #[pymodule_export]
    use super::Core;
}
