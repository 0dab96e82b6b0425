//! Errors that the engine itself throws: making them with stack and place.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_bytecode::ErrorKind;
use ferrotape_heap::error::{CodePlace, EarlyPlace, ErrorData, HostError};

use crate::async_stack;
use crate::error::{Completion, Throw};
use crate::heap::{ObjectId, StringId};
use crate::names::keys;
use crate::object::ObjectKind;
use crate::realm;
use crate::shape::Attributes;
use crate::stack_trace;
use crate::symbol::ERROR_STACK;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// Throws a new error of the kind.
    pub fn throw_error<T>(&mut self, kind: ErrorKind, message: impl Into<String>) -> Completion<T> {
        Err(Throw::Exception(self.new_error(kind, &message.into())))
    }

    pub fn type_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::TypeError, message)
    }

    pub fn range_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::RangeError, message)
    }

    pub fn reference_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::ReferenceError, message)
    }

    pub fn syntax_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::SyntaxError, message)
    }

    pub fn uri_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::UriError, message)
    }

    /// Makes an error object with message and stack.
    pub fn new_error(&mut self, kind: ErrorKind, message: &str) -> Value {
        let prototype = realm::intrinsics(self).native_error_prototype(kind);
        // The next tick looks at what this costs.
        self.heap.budget.work_later(message.len() as u64 / UNITS_PER_TICK);
        let message = self.heap.new_string(message);
        self.make_error(prototype, Some(message))
    }

    /// Makes the error that a script gets for source text that does not parse.
    pub(crate) fn new_early_error(&mut self, kind: ErrorKind, message: &str, place: EarlyPlace) -> Value {
        let error = self.new_error(kind, message);
        self.set_early_place(error, || place);
        error
    }

    /// Sets the place in a source text of an error that has none yet.
    pub(crate) fn set_early_place(&mut self, error: Value, place: impl FnOnce() -> EarlyPlace) {
        if let Some(object) = error.as_object()
            && let Some(ObjectKind::Error(data)) = self.heap.kind_mut(object)
            && data.early.is_none()
        {
            let before = data.bytes();
            data.early = Some(Box::new(place()));
            let after = data.bytes();
            self.heap.resized(before, after);
        }
    }

    /// Attaches an error of the host to an error object, for [`Vm::host_error_of`]. It holds this many bytes beyond
    /// its own size.
    pub fn set_host_error(&mut self, error: Value, host: HostError, held: usize) {
        if let Some(object) = error.as_object()
            && let Some(ObjectKind::Error(data)) = self.heap.kind_mut(object)
        {
            let before = data.bytes();
            data.host = Some(host);
            data.host_bytes = held;
            let after = data.bytes();
            self.heap.resized(before, after);
        }
    }

    /// The error of the host that an error object carries, and the bytes that it holds.
    pub fn host_error_of(&self, error: Value) -> Option<(HostError, usize)> {
        match self.heap.kind(error.as_object()?) {
            crate::object::Kind::Error(data) => Some((data.host.clone()?, data.host_bytes)),
            _ => None,
        }
    }

    /// The place where an error was made, and the receiver if something that is no function was called.
    pub fn place_of_error(&self, error: Value) -> Option<(CodePlace, Value)> {
        match self.heap.kind(error.as_object()?) {
            crate::object::Kind::Error(data) => Some((*data.stack.first()?, data.receiver)),
            _ => None,
        }
    }

    /// Makes an error object and takes its `stack` now; `message` becomes an own property if given.
    pub fn make_error(&mut self, prototype: ObjectId, message: Option<StringId>) -> Value {
        self.make_error_for(prototype, message, None)
    }

    /// Makes an error object like [`Vm::make_error`], for a constructor that was called with that `new.target`.
    pub fn make_error_for(
        &mut self,
        prototype: ObjectId,
        message: Option<StringId>,
        new_target: Option<ObjectId>,
    ) -> Value {
        // The name of the error is read from storage.
        realm::fill(self, prototype);
        let (stack, slot) = stack_trace::of_new_error(self, new_target);
        let waiting = async_stack::waiting_for_running(self, stack.len()).into_boxed_slice();
        let names = stack_trace::names_of_new_error(self, new_target, stack.len(), waiting.len());
        self.heap.budget.work_later((stack.len() + waiting.len()) as u64);
        let kind = ObjectKind::Error(Box::new(ErrorData {
            stack,
            waiting,
            early: None,
            host: None,
            host_bytes: 0,
            receiver: Value::UNDEFINED,
            names,
        }));
        let error = self.heap.new_object_with_prototype(Some(prototype), kind);
        // Memory that a few slots take is accounted for at the next safepoint.
        if let Some(message) = message {
            let _ = self.heap.add_slot(error, keys::MESSAGE, Value::string(message), Attributes::METHOD);
        }
        let _ = self.heap.add_slot(error, ERROR_STACK, slot, Attributes::METHOD.with(Attributes::LAZY));
        Value::object(error)
    }
}
