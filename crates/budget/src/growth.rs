//! Growth of vectors whose memory is counted: they at least double, and the growth is announced before it is taken.

use crate::costs::allocation_bytes;

/// Items that a vector has room for when it first grows.
const LEAST: usize = 4;

/// Returns the capacity that a vector gets to make room for `more` further items, and the bytes that it grows by. None
/// if there is room.
#[inline]
pub fn growth<T>(items: &Vec<T>, more: usize) -> Option<(usize, usize)> {
    if items.capacity() - items.len() >= more {
        return None;
    }
    let capacity = items.len().saturating_add(more).max(items.capacity().saturating_mul(2)).max(LEAST);
    let bytes = |capacity: usize| allocation_bytes(capacity.saturating_mul(size_of::<T>()));
    Some((capacity, bytes(capacity) - bytes(items.capacity())))
}

/// Makes room for `more` further items. The growth in bytes is first passed to `announce`, which may refuse it.
#[inline]
pub fn make_room<T, E>(
    items: &mut Vec<T>,
    more: usize,
    announce: impl FnOnce(usize) -> Result<(), E>,
) -> Result<(), E> {
    match growth(items, more) {
        None => Ok(()),
        Some((capacity, bytes)) => {
            announce(bytes)?;
            items.reserve_exact(capacity - items.len());
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_announced_is_what_is_taken_and_refused_is_not() {
        let (mut items, mut announced) = (Vec::new(), 0);
        for item in 0..10_000u32 {
            let room: Result<(), ()> = make_room(&mut items, 1, |bytes| {
                announced += bytes;
                Ok(())
            });
            assert_eq!((room, announced), (Ok(()), allocation_bytes(items.capacity() * 4)));
            items.push(item);
        }
        let before = items.capacity();
        assert_eq!(make_room(&mut items, 1 << 20, Err), Err(4 * (items.len() + (1 << 20) - before)));
        assert_eq!(make_room(&mut items, usize::MAX, |_| Err(())), Err(()));
        assert_eq!(items.capacity(), before);
    }

    #[test]
    fn growth_is_twofold() {
        let (mut items, mut growths) = (vec![0u8; 4], 0);
        for item in 0..1_000_000u32 {
            let _: Result<(), ()> = make_room(&mut items, 1, |_| {
                growths += 1;
                Ok(())
            });
            items.push(item as u8);
        }
        assert_eq!(growths, 18);
    }
}
