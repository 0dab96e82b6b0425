//! How memory that a script has made large goes back to the system.

use std::ops::Deref;

/// Frees a vector. Large ones shrink before: common allocators keep freed pieces of a size that they have seen freed before,
/// but give back at once what a piece loses.
pub fn give_back<T>(mut vector: Vec<T>) {
    if vector.capacity() * size_of::<T>() >= LARGE_BYTES {
        vector.truncate(1);
        vector.shrink_to(1);
    }
}

/// Allocators get pieces of at least so many bytes from the system one by one, at first.
const LARGE_BYTES: usize = 128 << 10;

/// What [`give_back`] frees when it is dropped.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct GivenBack<T: Owner>(T);

/// What owns a piece of memory, as the vector that it is.
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
