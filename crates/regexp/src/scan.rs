//! Scans over units, several at a time.

/// Returns how many units stand before the first wanted one.
#[inline(always)]
pub(crate) fn count_before<T: Copy>(units: &[T], is_wanted: impl Fn(T) -> bool + Copy) -> usize {
    // The inner loop is unrolled.
    let chunks = units.chunks_exact(8).take_while(|chunk| !chunk.iter().any(|&unit| is_wanted(unit))).count();
    let rest = &units[chunks * 8..];
    chunks * 8 + rest.iter().position(|&unit| is_wanted(unit)).unwrap_or(rest.len())
}

/// Returns the position of the first unit that is equal to one.
#[inline(always)]
pub(crate) fn position<T: Copy + PartialEq>(units: &[T], wanted: T) -> Option<usize> {
    // Without an early exit, a chunk is compared in a few instructions.
    let has_wanted = |chunk: &[T]| chunk.iter().fold(false, |found, &unit| found | (unit == wanted));
    let chunks = units.chunks_exact(32).take_while(|chunk| !has_wanted(chunk)).count();
    let start = chunks * 32;
    let rest = &units[start..];
    let smaller = rest.chunks_exact(8).take_while(|chunk| !has_wanted(chunk)).count();
    let start = start + smaller * 8;
    units[start..].iter().position(|&unit| unit == wanted).map(|place| start + place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_find_the_first() {
        for length in 0..100 {
            let mut units = vec![b'a'; length];
            assert_eq!((count_before(&units, |unit| unit == b'b'), position(&units, b'b')), (length, None));
            for place in (0..length).rev() {
                units[place] = b'b';
                assert_eq!((count_before(&units, |unit| unit == b'b'), position(&units, b'b')), (place, Some(place)));
            }
        }
    }
}
