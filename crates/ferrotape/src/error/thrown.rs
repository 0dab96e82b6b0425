//! Errors of what a script threw.

use ferrotape_engine as engine;
use ferrotape_engine::{Report, Throw, Vm};
use ferrotape_text::Excerpt;

use super::{Error, ErrorKind, Location, Note, StackEntry, Thrown};
use crate::Value;
use crate::handle::Handle;

/// Causes of an error that are kept, each the cause of the one before.
const MAX_CAUSES: usize = 8;

impl Error {
    /// An abrupt completion.
    pub(crate) fn from_throw(vm: &mut Vm, throw: Throw) -> Self {
        match throw {
            Throw::Exception(value) => Error::from_exception(vm, value),
            // There was no frame for it to end.
            Throw::Return(_) => Error::new("a value was returned from no function"),
            Throw::Terminated(termination) => {
                let mut error = Error::terminated(termination);
                if let Some(stopped) = vm.stopped() {
                    error.0.location = location_of(&stopped.stack, stopped.excerpt.clone());
                    error.0.stack = stopped.stack.clone();
                }
                error
            }
        }
    }

    /// What was thrown as a text of the host's was compiled. The script that has called the host can be given it as it is.
    pub(crate) fn of_text(mut self) -> Self {
        if self.0.kind == ErrorKind::Exception {
            self.0.kind = ErrorKind::Syntax;
            // The place in the text is no function that was running.
            if !self.0.stack.is_empty() {
                self.0.stack.remove(0);
            }
        }
        self
    }

    /// A thrown value with its causes, which may go round in a circle.
    fn from_exception(vm: &mut Vm, thrown: engine::Value) -> Self {
        let mut chain = vec![(thrown, vm.report(thrown))];
        while let Some((_, Report { cause: Some(cause), .. })) = chain.last()
            && chain.len() <= MAX_CAUSES
            && chain.iter().all(|(value, _)| value != cause)
        {
            chain.push((*cause, vm.report(*cause)));
        }
        let first = chain.remove(0);
        let cause = chain
            .into_iter()
            .rev()
            .fold(None, |cause, (value, report)| Some(Error::from_report(vm, value, report, cause)));
        Error::from_report(vm, first.0, first.1, cause)
    }

    fn from_report(vm: &mut Vm, thrown: engine::Value, report: Report, cause: Option<Error>) -> Self {
        let Report { name, message, stack, excerpt, notes, cause: _ } = report;
        let mut error = Error::without_place(ErrorKind::Exception, name, message);
        error.0.host = vm.host_error_of(thrown);
        error.0.location = location_of(&stack, excerpt);
        error.0.notes = notes.iter().map(Note::from).collect();
        error.0.stack = stack;
        error.0.cause = cause;
        error.0.thrown = Some(Thrown { value: Value::from_thrown(vm, thrown), handle: Handle::new(vm, thrown) });
        error
    }
}

/// The place of the innermost function.
fn location_of(stack: &[StackEntry], excerpt: Excerpt) -> Option<Location> {
    Some(Location::new(stack.first()?, excerpt))
}
