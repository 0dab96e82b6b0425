//! Internal slots of Iterator Helper objects and of what Iterator.from wraps, ECMA-262 27.1.2 and 27.1.3.2.1. Their
//! methods are in `crates/builtins`.

mod on_heap;

pub use on_heap::*;

use ferrotape_budget::costs::allocation_bytes;

use crate::id::ObjectId;
use crate::iteration::MOST_ELEMENTS;
use crate::object::internal_slots::{
    Cells, InternalSlots, Link, Pieces, SavedSlots, SlotReader, Visit, saved_as_byte, write_state,
};
use crate::value::Value;

/// The method that made a helper.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HelperForm {
    Map,
    Filter,
    Take,
    Drop,
    FlatMap,
    /// Iterator.concat: the function is an array of iterables and the methods that open them.
    Concat,
    /// Iterator.zip: the function is an array of its parameters.
    Zip(ZipMode),
    ZipKeyed(ZipMode),
    /// %WrapForValidIteratorPrototype%
    Wrapped,
    /// Iterator.prototype.chunks: the count is the size.
    Chunks,
    /// Iterator.prototype.windows: the count is the size, the function an array of the values of the window.
    Windows(Undersized),
}

saved_as_byte! {
    HelperForm: HelperForm::Map, HelperForm::Filter, HelperForm::Take, HelperForm::Drop, HelperForm::FlatMap,
    HelperForm::Concat, HelperForm::Zip(ZipMode::Shortest), HelperForm::Zip(ZipMode::Longest),
    HelperForm::Zip(ZipMode::Strict), HelperForm::ZipKeyed(ZipMode::Shortest), HelperForm::ZipKeyed(ZipMode::Longest),
    HelperForm::ZipKeyed(ZipMode::Strict), HelperForm::Wrapped, HelperForm::Chunks,
    HelperForm::Windows(Undersized::OnlyFull), HelperForm::Windows(Undersized::AllowPartial)
}

saved_as_byte! {
    HelperState: HelperState::Start, HelperState::Suspended, HelperState::Running, HelperState::Done
}

/// End of iterators side by side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ZipMode {
    Shortest,
    Longest,
    Strict,
}

/// Treatment of fewer values than a window has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Undersized {
    OnlyFull,
    AllowPartial,
}

/// [[GeneratorState]]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HelperState {
    Start,
    Suspended,
    Running,
    Done,
}

/// The internal slots of an Iterator Helper.
#[derive(Copy, Clone)]
pub struct IteratorHelper {
    pub form: HelperForm,
    pub state: HelperState,
    /// The iterator that it reads from, and its method `next`.
    pub iterated: [Value; 2],
    /// The inner iterator and its method `next`; empty if there is none.
    pub inner: [Value; 2],
    pub function: Value,
    /// Number of values so far, or still to come.
    pub count: f64,
}

impl IteratorHelper {
    pub fn new(form: HelperForm, iterated: [Value; 2], function: Value, count: f64) -> Self {
        let inner = [Value::EMPTY; 2];
        IteratorHelper { form, state: HelperState::Start, iterated, inner, function, count }
    }

    /// All values that it refers to.
    pub fn values(&self) -> [Value; 5] {
        let ([iterator, next], [inner, inner_next]) = (self.iterated, self.inner);
        [iterator, next, inner, inner_next, self.function]
    }
}

impl InternalSlots for IteratorHelper {
    #[inline]
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let IteratorHelper { form: _, state: _, iterated, inner, function, count: _ } = self;
        visit.values(iterated);
        visit.values(inner);
        visit.value(*function);
    }

    fn bytes(&self) -> usize {
        allocation_bytes(size_of::<IteratorHelper>())
    }

    fn name_of(&self, to: ObjectId) -> Option<&'static str> {
        self.values().leads_to(to).then_some("what it iterates over")
    }
}

impl SavedSlots for IteratorHelper {
    const HAS_LINKS: bool = true;

    fn write_state(&self, _: &impl Cells, out: &mut Pieces) {
        let IteratorHelper { form, state, iterated: _, inner: _, function: _, count } = self;
        write_state(form, out);
        write_state(state, out);
        write_state(count, out);
    }

    fn read_state<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let (form, state, count): (_, _, f64) = (from.saved()?, from.saved()?, from.saved()?);
        let is_endless = count == f64::INFINITY && matches!(form, HelperForm::Take | HelperForm::Drop);
        let is_count = (0.0..=MOST_ELEMENTS as f64).contains(&count) && count.trunc() == count;
        if !(is_count || is_endless) {
            return Err(R::damaged("a count is none"));
        }
        let (iterated, inner, function) = ([Value::UNDEFINED; 2], [Value::EMPTY; 2], Value::UNDEFINED);
        Ok(IteratorHelper { form, state, iterated, inner, function, count })
    }

    fn write_links(&self, cells: &impl Cells, out: &mut Pieces) {
        self.values().write(cells, out);
    }

    fn read_links<R: SlotReader>(&mut self, from: &mut R) -> Result<(), R::Error> {
        self.iterated = Link::read(from)?;
        self.inner = [from.value_or_empty()?, from.value_or_empty()?];
        self.function = from.value()?;
        let cells = from.cells();
        let is_half = self.inner[0].is_empty() != self.inner[1].is_empty();
        if is_half || self.inner.into_iter().any(|value| cells.is_private_name(value)) {
            return Err(R::damaged("an iterator goes by half of another one"));
        }
        Ok(())
    }
}
