//! Iterator Helper objects and what Iterator.from wraps, ECMA-262 27.1.2 and 27.1.3.2.1: their internal slots. What they do is
//! in `crates/builtins`.

mod on_heap;

pub use on_heap::*;

use ferrotape_budget::costs::allocation_bytes;

use crate::value::Value;

/// What made it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HelperForm {
    Map,
    Filter,
    Take,
    Drop,
    FlatMap,
    /// Iterator.concat: the function is an array of iterables and the methods that open them.
    Concat,
    /// Iterator.zip: the function is an array of what it goes by.
    Zip(ZipMode),
    ZipKeyed(ZipMode),
    /// %WrapForValidIteratorPrototype%
    Wrapped,
}

/// When iterators side by side have come to their end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ZipMode {
    Shortest,
    Longest,
    Strict,
}

/// [[GeneratorState]]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HelperState {
    Start,
    Suspended,
    Running,
    Done,
}

/// The internal slots.
#[derive(Copy, Clone)]
pub struct IteratorHelper {
    pub form: HelperForm,
    pub state: HelperState,
    /// The iterator that it goes by, and its method `next`.
    pub iterated: [Value; 2],
    /// The same of the iterator within; empty where there is none.
    pub inner: [Value; 2],
    pub function: Value,
    /// How many values there were, or are to come.
    pub count: f64,
}

impl IteratorHelper {
    pub fn new(form: HelperForm, iterated: [Value; 2], function: Value, count: f64) -> Self {
        let inner = [Value::EMPTY; 2];
        IteratorHelper { form, state: HelperState::Start, iterated, inner, function, count }
    }

    pub(crate) fn bytes(&self) -> usize {
        allocation_bytes(size_of::<IteratorHelper>())
    }

    /// All that it refers to.
    pub fn values(&self) -> [Value; 5] {
        let ([iterator, next], [inner, inner_next]) = (self.iterated, self.inner);
        [iterator, next, inner, inner_next, self.function]
    }
}
