//! The room that vectors have, which is what is accounted for them.

/// A copy with as much room.
pub(crate) fn with_room_of<T: Clone>(vector: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(vector.capacity());
    copy.extend_from_slice(vector);
    copy
}
