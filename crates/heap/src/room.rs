//! The capacity of vectors, which is what is accounted for them.

/// Copies a vector with its capacity.
pub(crate) fn with_room_of<T: Clone>(vector: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(vector.capacity());
    copy.extend_from_slice(vector);
    copy
}
