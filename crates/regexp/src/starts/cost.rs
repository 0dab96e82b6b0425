//! Choice of the places of a match that are looked for: those that are estimated to take the fewest instructions.

use std::ops::Range;

use crate::guard::Guard;
use crate::opening::REACH;

/// Instructions of an attempt that fails soon.
const ATTEMPT: f64 = 90.0;

/// Instructions for a unit that is compared with one.
const COMPARED: f64 = 1.0;

/// Instructions for a unit that is looked up in a table.
const LOOKED_UP: f64 = 2.5;

/// Instructions for a window, and for each unit read in it.
const WINDOW: f64 = 4.0;
const READ: f64 = 6.0;

/// Largest share of units at a place that is worth reading in a window.
const LARGEST_SHARE: f64 = 0.5;

/// Returns the places that cost least; None if there are none.
pub(super) fn cheapest(sets: &[Guard]) -> Option<Range<usize>> {
    if sets.len() == 1 {
        return Some(0..1);
    }
    let mut shares = [0.0; REACH];
    shares.iter_mut().zip(sets).for_each(|(share, set)| *share = share_of(*set));
    let mut cheapest: Option<(f64, Range<usize>)> = None;
    let mut consider = |cost: f64, span: Range<usize>| {
        if cheapest.as_ref().is_none_or(|(least, _)| cost < *least) {
            cheapest = Some((cost, span));
        }
    };
    for first in 0..sets.len() {
        consider(cost_of_one(sets[first], shares[first]), first..first + 1);
        let mut any = sets[first];
        for last in first + 1..sets.len() {
            if shares[last].max(shares[first]) > LARGEST_SHARE {
                break;
            }
            any = any.union(sets[last]);
            consider(cost_of_window(&shares[first..=last], share_of(any)), first..last + 1);
        }
    }
    cheapest.map(|(_, span)| span)
}

/// Estimates the instructions for one unit of a text, if it is compared with one set.
fn cost_of_one(set: Guard, share: f64) -> f64 {
    let read = if set.single().is_some() { COMPARED } else { LOOKED_UP };
    read + share * ATTEMPT
}

/// Estimates the instructions for one unit of a text. `shares` are those of the window's places, `any` is that of their
/// union.
fn cost_of_window(shares: &[f64], any: f64) -> f64 {
    let length = shares.len();
    // Chances that so many units in a row fit to places, by their last place.
    let mut fitting = [0.0; REACH];
    fitting[..length].copy_from_slice(shares);
    let (mut read, mut distance, mut read_on) = (1.0, length as f64, any);
    for count in 1..length {
        if count > 1 {
            read_on = fitting[count - 1..length].iter().sum::<f64>().min(read_on);
        }
        read += read_on;
        distance -= fitting[count - 1] * count as f64;
        for place in (count..length).rev() {
            fitting[place] = fitting[place - 1] * shares[place];
        }
    }
    (WINDOW + READ * read) / distance.max(1.0) + fitting[length - 1] * ATTEMPT
}

/// Returns the share of a text's units that are in a set.
fn share_of(set: Guard) -> f64 {
    let (is_most, few) = set.few_units();
    let count: u32 = few.map(|unit| COMMON[usize::from(unit)]).sum();
    let narrow = if is_most { ALL - WIDE - count } else { count };
    let wide = if set.allows(Some(256)) { WIDE } else { 0 };
    f64::from(narrow + wide) / f64::from(ALL)
}

/// Number of each unit below 256 among [`ALL`] units of a text, half English and half source.
const COMMON: [u32; 256] = {
    let mut shares = [6; 256];
    shares = share(shares, b"\0\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0B\x0C\r\x0E\x0F", 100);
    shares = share(shares, b"ABCDEFGHIJKLMNOPQRSTUVWXYZjqxz!#$%&*+?@[\\]^`{|}~", 150);
    shares = share(shares, b"ybwvk0123456789\n\"'.,:;/-=()<>_", 700);
    shares = share(shares, b"ldchumpfg", 2000);
    shares = share(shares, b"oinsr", 4200);
    shares = share(shares, b"eat", 6000);
    share(shares, b" ", 13000)
};

/// Number of units above 255.
const WIDE: u32 = 3000;

const ALL: u32 = {
    let (mut all, mut unit) = (WIDE, 0);
    while unit < COMMON.len() {
        all += COMMON[unit];
        unit += 1;
    }
    all
};

const fn share(mut shares: [u32; 256], units: &[u8], each: u32) -> [u32; 256] {
    let mut index = 0;
    while index < units.len() {
        shares[units[index] as usize] = each;
        index += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character_set::{CharacterRange, CharacterSet};

    fn cheapest_of(places: &[&str]) -> Option<Range<usize>> {
        let range = |unit| CharacterRange::new(unit as u32, unit as u32);
        let set = |units: &&str| match units.strip_prefix('^') {
            Some(units) => CharacterSet::new(units.chars().map(range).collect()).complement(0xFFFF),
            None => CharacterSet::new(units.chars().map(range).collect()),
        };
        cheapest(&places.iter().map(|units| Guard::set(&set(units))).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_rare_is_looked_for() {
        assert_eq!(cheapest_of(&[]), None);
        assert_eq!(cheapest_of(&["^"]), Some(0..1));
        assert_eq!(cheapest_of(&["^\\", "^\n"]), Some(1..2));
        assert_eq!(cheapest_of(&["^", "e", "Q"]), Some(2..3));
        assert_eq!(cheapest_of(&["^\\", "\"\\", "/\\", "Q/", "nQ", "gn", "rg", "(r"]), Some(1..8));
        assert_eq!(cheapest_of(&["s", "e", "t", "a", "^", "^", "^", "^"]), Some(0..4));
    }
}
