//! Sorting by little code: an instance of the library's sort takes some kilobytes for each type, one of these some hundred bytes.
//! They are for lists that are short, or sorted once. All are stable.

/// Length up to which lists are sorted in place.
const SHORT: usize = 20;

/// Sorts a list.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, |one, other| one < other);
}

/// Sorts a list by the keys of its items.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |one, other| key(one) < key(other));
}

/// Sorts a list by the question whether one item comes before another. One that is in order already takes one look at each item.
pub fn sort_by<T>(list: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    if list.len() > SHORT {
        if list.is_sorted_by(|one, other| !is_before(other, one)) {
            return;
        }
        let mut places = places_in_order(list.len(), &|one, other| is_before(&list[one], &list[other]));
        return put_in_order(list, &mut places);
    }
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && is_before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Returns the places of a list in the order of their items: a merge sort, of which there is one for all types.
fn places_in_order(length: usize, is_before: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    let mut merged = places.clone();
    let mut run = 1;
    while run < length {
        for start in (0..length).step_by(2 * run) {
            let middle = length.min(start + run);
            let end = length.min(middle + run);
            // Fast path: runs in order, as most are in lists that are almost sorted.
            if middle == end || !is_before(places[middle], places[middle - 1]) {
                merged[start..end].copy_from_slice(&places[start..end]);
                continue;
            }
            let (mut left, mut right) = (start, middle);
            for place in &mut merged[start..end] {
                let is_right = left == middle || (right < end && is_before(places[right], places[left]));
                let next = if is_right { &mut right } else { &mut left };
                *place = places[*next];
                *next += 1;
            }
        }
        std::mem::swap(&mut places, &mut merged);
        run *= 2;
    }
    places
}

/// Puts at each place the item of the place that is said there, cycle by cycle.
fn put_in_order<T>(list: &mut [T], places: &mut [usize]) {
    for start in 0..list.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            list.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_stably_as_those_of_the_library() {
        let mut state = 88_172_645_463_325_252_u64;
        for length in (0..70).chain([127, 128, 129, 1000, 4097]) {
            for most in [1, 2, 5, 1000] {
                let mut list: Vec<(u64, usize)> = (0..length)
                    .map(|place| {
                        state ^= state << 13;
                        state ^= state >> 7;
                        state ^= state << 17;
                        (state % most, place)
                    })
                    .collect();
                let mut expected = list.clone();
                expected.sort_by_key(|item| item.0);
                sort_by_key(&mut list, |item| item.0);
                assert_eq!(list, expected);
                list.reverse();
                sort(&mut list);
                assert_eq!(list, expected, "places follow the keys");
            }
        }
    }

    #[test]
    fn a_list_in_order_is_looked_at_once() {
        let looks = std::cell::Cell::new(0);
        let mut list: Vec<usize> = (0..1000).map(|place| place / 2).collect();
        sort_by(&mut list, |one, other| {
            looks.set(looks.get() + 1);
            one < other
        });
        assert_eq!(looks.get(), 999);
        assert!(list.is_sorted());
    }

    #[test]
    fn answers_that_are_no_order_end_as_well() {
        let mut list: Vec<usize> = (0..500).collect();
        sort_by(&mut list, |_, _| true);
        list.sort_unstable();
        assert!(list.into_iter().eq(0..500), "nothing is lost");
    }
}
