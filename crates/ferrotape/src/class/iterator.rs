//! Rust iterators as iterators of scripts.

use std::sync::{Mutex, PoisonError};

use super::{Class, ClassBuilder, Instance};
use crate::declarations::Types;
use crate::{Context, Error, IntoJs, Local, Object, Opt, Value};

/// A Rust iterator as an iterator for scripts, read item by item. The iterator is itself iterable, and has
/// the methods of the language's iterators.
///
/// ```
/// use ferrotape::class::Iter;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("count", |from: u32| Iter::new(from..))?;
/// assert_eq!(engine.eval::<Vec<u32>>("[...count(5).filter(n => n % 2).take(3)]")?, [5, 7, 9]);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Iter<I>(I);

impl<I> Iter<I>
where
    I: Iterator<Item: IntoJs> + Send + 'static,
{
    /// Takes an iterator over.
    ///
    /// ```
    /// use ferrotape::class::Iter;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_global("squares", Iter::new((1..).map(|n| n * n)))?;
    /// assert_eq!(engine.eval::<u32>("squares.next().value + squares.next().value")?, 5);
    /// assert_eq!(engine.eval::<u32>("squares.find(n => n > 10)")?, 16);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn new(iterator: impl IntoIterator<IntoIter = I>) -> Iter<I> {
        Iter(iterator.into_iter())
    }
}

impl<I> IntoJs for Iter<I>
where
    I: Iterator<Item: IntoJs> + Send + 'static,
{
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        let mut items = self.0;
        let bytes = size_of::<I>();
        let next = move |cx: &mut Context<'_>| match items.next() {
            Some(item) => step(cx, item, false).map(Some),
            None => Ok(None),
        };
        Instance::new(cx, HostIterator { next: Mutex::new(Some(Box::new(next))), bytes })?.into_js(cx)
    }

    fn typescript(types: &mut Types) -> String {
        format!("IterableIterator<{}>", I::Item::typescript(types))
    }
}

type Next = dyn FnMut(&mut Context<'_>) -> Result<Option<Object>, Error> + Send;

/// The Rust data of the iterator object.
struct HostIterator {
    /// None after the end. The lock makes the type `Sync`, and is never contended.
    next: Mutex<Option<Box<Next>>>,
    bytes: usize,
}

impl HostIterator {
    /// Makes the next result object. After a failure or a panic the iterator is over: only a value puts the closure back.
    fn next(&mut self, cx: &mut Context<'_>) -> Result<Object, Error> {
        let place = self.next.get_mut().unwrap_or_else(PoisonError::into_inner);
        // An iterator that panics is not called again.
        let Some(mut next) = place.take() else { return step(cx, Value::Undefined, true) };
        match next(cx)? {
            Some(result) => {
                *place = Some(next);
                Ok(result)
            }
            None => step(cx, Value::Undefined, true),
        }
    }

    fn close(&mut self, cx: &mut Context<'_>, value: Opt<Value>) -> Result<Object, Error> {
        *self.next.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        step(cx, value.0.unwrap_or(Value::Undefined), true)
    }
}

impl Class for HostIterator {
    const NAME: &'static str = "Host Iterator";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.inherit_iterator_methods()?;
        class.method_mut("next", HostIterator::next)?;
        class.method_mut("return", HostIterator::close)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>().saturating_add(self.bytes)
    }
}

/// CreateIteratorResultObject ( value, done ), ECMA-262 7.4.14
fn step(cx: &mut Context<'_>, value: impl IntoJs, done: bool) -> Result<Object, Error> {
    let result = Object::new(cx)?;
    result.set(cx, "value", value)?;
    result.set(cx, "done", done)?;
    Ok(result)
}
