//! How memory that cells own goes back to the system.

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
