//! Return of memory that a script has made large to the system.

use std::ops::Deref;

/// Frees a vector. Large ones shrink first: common allocators keep freed pieces of a size that they have seen freed
/// before, but return at once what a piece loses by shrinking.
pub fn give_back<T>(mut vector: Vec<T>) {
    if vector.capacity() * size_of::<T>() >= LARGE_BYTES {
        vector.truncate(1);
        vector.shrink_to(1);
    }
}

/// Fewest bytes of a large vector. At first, allocators get pieces of at least this size from the system one by one.
const LARGE_BYTES: usize = 128 << 10;

/// A value that is freed by [`give_back`] when it is dropped.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct GivenBack<T: Owner>(T);

/// Owner of a piece of memory that can be converted to a vector.
pub trait Owner: Default {
    type Unit;

    fn into_vector(self) -> Vec<Self::Unit>;
}

impl Owner for String {
    type Unit = u8;

    fn into_vector(self) -> Vec<u8> {
        self.into_bytes()
    }
}

impl<T> Owner for Box<[T]> {
    type Unit = T;

    fn into_vector(self) -> Vec<T> {
        self.into_vec()
    }
}

impl<T: Owner> From<T> for GivenBack<T> {
    fn from(owner: T) -> Self {
        GivenBack(owner)
    }
}

impl<T: Owner> Deref for GivenBack<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Owner> Drop for GivenBack<T> {
    #[inline]
    fn drop(&mut self) {
        give_back(std::mem::take(&mut self.0).into_vector());
    }
}
