//! Lookup of the catcher that an exception goes to: the innermost one around an instruction, found by binary search.

use std::collections::BTreeSet;

use ferrotape_budget::order;

use crate::template::{Catcher, slice_bytes};

/// Index of catchers: the code is cut into pieces at the borders of all protected ranges, each with its innermost
/// catcher.
#[derive(Clone, Default, Debug)]
pub struct CatcherIndex {
    pieces: Box<[Piece]>,
}

/// A range of instructions whose exceptions go to the same catcher.
#[derive(Copy, Clone, Debug)]
struct Piece {
    /// First instruction of the piece, which ends where the next one starts.
    start: u32,
    /// The catcher's index in the table; None if nothing is protected.
    catcher: Option<u32>,
}

impl CatcherIndex {
    /// Makes the index of a table in which inner ranges stand before outer ones.
    pub fn new(catchers: &[Catcher]) -> Self {
        // Starts (true) and ends (false) of ranges, in the order of the code.
        let mut borders: Vec<(u32, bool, u32)> = (0u32..)
            .zip(catchers)
            .filter(|(_, catcher)| catcher.start < catcher.end)
            .flat_map(|(place, catcher)| [(catcher.start, true, place), (catcher.end, false, place)])
            .collect();
        order::sort(&mut borders);
        let mut around = BTreeSet::new();
        let mut pieces: Vec<Piece> = Vec::with_capacity(borders.len());
        for (at, begins, place) in borders {
            if begins {
                around.insert(place);
            } else {
                around.remove(&place);
            }
            let piece = Piece { start: at, catcher: around.first().copied() };
            match pieces.last_mut() {
                Some(last) if last.start == at => *last = piece,
                _ => pieces.push(piece),
            }
        }
        CatcherIndex { pieces: pieces.into() }
    }

    /// Returns the index in the table of the innermost catcher around the instruction.
    pub fn innermost(&self, instruction: u32) -> Option<usize> {
        let behind = self.pieces.partition_point(|piece| piece.start <= instruction);
        let piece = &self.pieces[behind.checked_sub(1)?];
        piece.catcher.map(|place| place as usize)
    }

    /// Returns the bytes of memory that the index takes.
    pub fn bytes(&self) -> usize {
        slice_bytes(&self.pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catcher(start: u32, end: u32) -> Catcher {
        Catcher { start, end, handler: 0, register: 0, scope: None, is_finally: false }
    }

    /// Finds the innermost catcher by the order of the table.
    fn first_around(catchers: &[Catcher], at: u32) -> Option<usize> {
        catchers.iter().position(|catcher| (catcher.start..catcher.end).contains(&at))
    }

    #[track_caller]
    fn agrees(ranges: &[(u32, u32)]) {
        let catchers: Vec<Catcher> = ranges.iter().map(|&(start, end)| catcher(start, end)).collect();
        let index = CatcherIndex::new(&catchers);
        for at in 0..40 {
            assert_eq!(index.innermost(at), first_around(&catchers, at), "{ranges:?} at {at}");
        }
    }

    #[test]
    fn the_innermost_range_is_found() {
        agrees(&[]);
        agrees(&[(3, 5)]);
        agrees(&[(0, 40)]);
        agrees(&[(1, 2), (2, 3), (3, 4), (8, 9)]);
        agrees(&[(4, 5), (3, 6), (2, 7), (1, 8), (20, 22), (10, 30)]);
        agrees(&[(4, 6), (6, 8), (4, 8), (4, 9), (4, 9), (0, 12), (12, 13)]);
    }

    #[test]
    fn every_nesting_is_found() {
        // Trees of ranges from a small generator, whose numbers decide where a range begins and ends.
        let mut state = 1u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (state >> 16) % below
        };
        for _ in 0..500 {
            let (mut open, mut ranges) = (Vec::new(), Vec::new());
            for at in 0..40 {
                match next(3) {
                    0 => open.push(at),
                    1 => ranges.extend(open.pop().filter(|&start| start < at).map(|start| (start, at))),
                    _ => {}
                }
            }
            while let Some(start) = open.pop() {
                ranges.push((start, 40));
            }
            agrees(&ranges);
        }
    }
}
