//! Bytes outside of the heap, as in the memory of a WebAssembly instance: what buffers ask of their owner.

/// Bytes that a buffer shows, and another component owns. Their number never changes: to grow, the owner detaches the
/// buffer, and makes another one.
pub trait OuterBytes: Send + Sync {
    fn byte_length(&self) -> usize;

    /// Reads `size` bytes from `at` on as a little-endian number; none if any of them is out of range.
    fn read(&self, at: usize, size: usize) -> Option<u64>;

    /// Writes the lowest bytes of `raw`; false if any of the places is out of range.
    fn write(&self, at: usize, size: usize, raw: u64) -> bool;

    /// Copies bytes out. Nothing happens if any of them is out of range.
    fn take_out(&self, at: usize, piece: &mut [u8]);

    /// Copies bytes in. Nothing happens if any of the places is out of range.
    fn put_in(&self, at: usize, piece: &[u8]);
}
