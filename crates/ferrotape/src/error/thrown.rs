//! Errors from values that a script threw.

use ferrotape_runtime as engine;
use ferrotape_runtime::error_report;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::promise;
use ferrotape_runtime::stack_trace;
use ferrotape_runtime::stopped;
use ferrotape_runtime::{Report, Throw, Vm};
use ferrotape_text::Excerpt;

use super::{Error, ErrorKind, Location, Note, OfHost, StackEntry, Thrown};

use crate::Value;
use crate::handle::Handle;

/// The greatest depth of causes and aggregated errors that is kept.
const MAX_CAUSES: usize = 8;

/// The most causes and aggregated errors in all.
const MAX_ERRORS: usize = 24;

impl Error {
    /// Converts an abrupt completion.
    pub(crate) fn from_throw(vm: &mut Vm, throw: Throw) -> Self {
        match throw {
            Throw::Exception(value) => Error::from_exception(vm, value),
            // No frame was there for the termination to end.
            Throw::Terminated(termination) => {
                let Some(stopped) = stopped::stopped(vm) else {
                    return Error::terminated(&vm.heap.budget, termination);
                };
                let mut error = Error::limit(termination, stopped.message.clone());
                error.0.location = location_of(&stopped.stack, stopped.excerpt.clone());
                error.0.stack = stopped.stack.clone();
                error
            }
        }
    }

    /// Makes the error of something that waits when nothing is left to wait for: the first failure that nobody handles,
    /// which may be why.
    pub(crate) fn of_wait(vm: &mut Vm, waits: std::fmt::Arguments<'_>) -> Self {
        match promise::first_unhandled(vm) {
            Some(failed) => {
                vm.keep(failed.context);
                Error::uncaught(vm, Throw::Exception(failed.reason)).followed_by(vm, failed.context)
            }
            None => Error::new(format!("{waits} for what never comes")),
        }
    }

    /// Converts a completion that ends a run, within it: a message that a getter gives is told, and names that were
    /// probably meant.
    pub(crate) fn uncaught(vm: &mut Vm, throw: Throw) -> Self {
        let error = Error::with_message(vm, throw);
        #[cfg(feature = "inspect")]
        let error = match crate::explain::briefly(vm, &error) {
            Some(note) => error.with_note(note),
            None => error,
        };
        error
    }

    /// Converts a throw, with a headline by the error's getters. One that throws is passed over; a limit that it
    /// reaches is the error instead.
    fn with_message(vm: &mut Vm, throw: Throw) -> Self {
        let Throw::Exception(thrown) = throw else { return Error::from_throw(vm, throw) };
        let object = thrown.as_object().filter(|&object| matches!(vm.heap.kind(object), Kind::Error(_)));
        let Some(object) = object else { return Error::from_exception(vm, thrown) };
        vm.keep(thrown);
        // A getter that throws tells nothing.
        let headline = match stack_trace::headline_by_getters(vm, object) {
            Ok(headline) => headline,
            Err(Throw::Exception(_)) => None,
            Err(throw) => return Error::from_throw(vm, throw),
        };
        let mut error = Error::from_exception(vm, thrown);
        if let Some(headline) = headline {
            error.0.message = headline;
        }
        error
    }

    /// Marks an exception as thrown while the host's source text was compiled. A script that called the host may get it.
    pub(crate) fn of_text(mut self) -> Self {
        if self.0.kind == ErrorKind::Exception {
            self.0.kind = ErrorKind::Syntax;
            // The place in the source text is not a running function.
            if !self.0.stack.is_empty() {
                self.0.stack.remove(0);
            }
        }
        self
    }

    /// Converts a thrown value with its causes and the errors of an AggregateError.
    fn from_exception(vm: &mut Vm, thrown: engine::Value) -> Self {
        let report = error_report::report(vm, thrown);
        let mut left = MAX_ERRORS;
        let (error, context) = (Error::from_report(vm, report, &mut vec![thrown], &mut left), vm.agent.async_context);
        error.followed_by(vm, context)
    }

    /// Notes the value that followed the code that has thrown.
    pub(crate) fn followed_by(mut self, vm: &mut Vm, context: engine::Value) -> Self {
        self.0.context = (!context.is_undefined()).then(|| Value::from_thrown(vm, context));
        self
    }

    /// Converts the last value of a path, in which each value led to the next. No value is reported within itself.
    fn from_report(vm: &mut Vm, report: Report, way: &mut Vec<engine::Value>, left: &mut usize) -> Self {
        let Report { name, message, stack, excerpt, notes, cause, errors } = report;
        let mut error = Error::without_place(ErrorKind::Exception, name, message);
        error.0.location = location_of(&stack, excerpt);
        error.0.notes = notes.iter().map(Note::from).collect();
        error.0.stack = stack;
        if let Some(&thrown) = way.last() {
            #[cfg(feature = "inspect")]
            error.show(vm, thrown);
            error.0.host = vm.host_error_of(thrown).map(|(error, held)| OfHost { error, held });
            error.0.thrown = Some(Thrown { value: Value::from_thrown(vm, thrown), handle: Handle::new(vm, thrown) });
        }
        error.0.cause = cause.and_then(|cause| Error::behind(vm, cause, way, left));
        error.0.errors = errors.into_iter().filter_map(|one| Error::behind(vm, one, way, left)).collect();
        error
    }

    /// Converts a cause or an aggregated error, unless there are enough already.
    fn behind(vm: &mut Vm, value: engine::Value, way: &mut Vec<engine::Value>, left: &mut usize) -> Option<Error> {
        if way.len() > MAX_CAUSES || way.contains(&value) {
            return None;
        }
        *left = left.checked_sub(1)?;
        let report = error_report::report(vm, value);
        way.push(value);
        let error = Error::from_report(vm, report, way, left);
        way.pop();
        Some(error)
    }
}

/// Returns the place of the innermost function.
fn location_of(stack: &[StackEntry], excerpt: Excerpt) -> Option<Location> {
    // An element of `Promise.all` and its like has no place.
    Some(Location::of(stack.iter().find(|entry| entry.line > 0)?, excerpt))
}
