//! The engines that run on this thread, and their use by functions of the host meanwhile. All bindings include this file.
//! It is here because the source package for Python takes files of this folder alone.
//!
//! A script calls a function of the host: the engine is lent to the function until it returns ([`Inside`]). Languages whose
//! functions take no lifetimes find it here, by the engine's number.
//!
//! ```text
//! perform(A): push A ──▶ script ──▶ lend(A) ──▶ host's function ──▶ perform(A): takes the loan
//! ```

use std::cell::RefCell;
use std::sync::Arc;

use ferrotape_session::Inside;

/// Loan of an engine. The pointer is valid while [`lend`] is on the stack, as nothing else writes and clears it.
type Loan = *mut Inside<'static, 'static>;

/// An engine that runs on this thread, with what the binding knows of it.
struct Running<R> {
    record: Arc<R>,
    loan: Option<Loan>,
}

/// The engines that run on a thread: the innermost is the last one.
pub struct Stack<R>(RefCell<Vec<Running<R>>>);

impl<R> Stack<R> {
    pub const fn new() -> Self {
        Stack(RefCell::new(Vec::new()))
    }
}

/// Ends what it was made for, also when a panic passes.
struct Finally<F: FnMut()>(F);

impl<F: FnMut()> Drop for Finally<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl<R> Stack<R> {
    /// Returns the innermost engine.
    #[allow(dead_code, reason = "not every binding asks")]
    pub fn innermost(&self) -> Option<Arc<R>> {
        self.0.borrow().last().map(|running| Arc::clone(&running.record))
    }

    /// Returns whether such an engine runs on this thread.
    #[allow(dead_code, reason = "not every binding asks")]
    pub fn has(&self, is_it: impl Fn(&R) -> bool) -> bool {
        self.0.borrow().iter().any(|running| is_it(&running.record))
    }

    /// Works while the engine counts as one that runs on this thread.
    pub fn running<T>(&self, record: &Arc<R>, work: impl FnOnce() -> T) -> T {
        self.0.borrow_mut().push(Running { record: Arc::clone(record), loan: None });
        // What it holds may be the last of an engine, whose end may come back here: the stack is free by then.
        let _pop = Finally(|| {
            let ended = self.0.borrow_mut().pop();
            drop(ended);
        });
        work()
    }

    /// Works while the innermost engine is lent to the functions that `work` calls on this thread.
    pub fn lend<T>(&self, inside: &mut Inside<'_, '_>, work: impl FnOnce() -> T) -> T {
        // The lifetimes are those of this call, which outlasts the loan: the guard takes it back.
        let loan = std::ptr::from_mut(inside).cast::<Inside<'static, 'static>>();
        let place = self.0.borrow().len().checked_sub(1);
        let before = place.and_then(|place| self.set(place, Some(loan)));
        let _back = Finally(|| {
            if let Some(place) = place {
                self.set(place, before);
            }
        });
        work()
    }

    /// Uses an engine that runs on this thread. None if it does not; an error if it is in the middle of something.
    pub fn borrowed<T>(
        &self,
        is_it: impl Fn(&R) -> bool,
        work: impl FnOnce(&mut Inside<'_, '_>) -> T,
    ) -> Option<Result<T, Busy>> {
        let place = self.0.borrow().iter().rposition(|running| is_it(&running.record))?;
        // Nobody else has it until it is put back.
        let Some(loan) = self.set(place, None) else { return Some(Err(Busy)) };
        let _back = Finally(move || {
            self.set(place, Some(loan));
        });
        // SAFETY: `lend` is on this thread's stack below, and holds the only reference. It was taken out of its place, so
        // no second one is made of it before it is back.
        Some(Ok(work(unsafe { &mut *loan })))
    }

    fn set(&self, place: usize, loan: Option<Loan>) -> Option<Loan> {
        let mut running = self.0.borrow_mut();
        running.get_mut(place).and_then(|running| std::mem::replace(&mut running.loan, loan))
    }
}

/// Error: the engine is between two calls of the host.
pub struct Busy;
