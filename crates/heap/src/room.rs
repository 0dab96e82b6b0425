//! The capacity of vectors, by which they are accounted.

/// Copies a vector with its capacity.
pub(crate) fn with_room_of<T: Clone>(vector: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(vector.capacity());
    copy.extend_from_slice(vector);
    copy
}
