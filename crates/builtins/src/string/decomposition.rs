//! The decompositions of Unicode (NFD and NFKD), one character at a time.
//!
//! Any number of marks may follow a character, and they have to be sorted by class. So a run of marks is kept in memory
//! on loan, and every character ticks.

use std::cmp::Ordering;

use ferrotape_budget::{Termination, order};
use unicode_normalization::char::{canonical_combining_class, decompose_canonical, decompose_compatible};

use ferrotape_runtime::heap::{FlatString, Heap};

/// A character of a decomposition, or a lone surrogate, which stands for itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Decomposed {
    pub code_point: u32,
    /// Canonical_Combining_Class
    pub class: u8,
}

impl Decomposed {
    /// Returns the character. None for lone surrogates.
    pub fn character(self) -> Option<char> {
        char::from_u32(self.code_point)
    }
}

/// The decompositions of Unicode.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Canonical,
    Compatible,
}

/// Reads the decomposition of a string.
pub(super) struct Decomposer {
    text: FlatString,
    position: usize,
    kind: Kind,
    /// Characters that are decomposed but not returned yet.
    pending: Vec<Decomposed>,
    given: usize,
    /// The number of characters in `pending` that are in their final order.
    ready: usize,
}

/// The greatest number of characters that one character becomes.
const MOST_OF_ONE: usize = 18;

impl Decomposer {
    pub fn new(text: FlatString, position: usize, kind: Kind) -> Self {
        Decomposer { text, position, kind, pending: Vec::new(), given: 0, ready: 0 }
    }

    /// Returns the next character. None at the end.
    pub fn next(&mut self, heap: &mut Heap) -> Result<Option<Decomposed>, Termination> {
        while self.given == self.ready {
            if self.given == self.pending.len() {
                self.pending.clear();
                (self.given, self.ready) = (0, 0);
            }
            heap.work(1)?;
            heap.lend_room(&mut self.pending, MOST_OF_ONE)?;
            let Some(code_point) = code_point_at(heap, self.text, self.position) else {
                self.sort_marks(heap)?;
                self.ready = self.pending.len();
                if self.given == self.ready {
                    return Ok(None);
                }
                break;
            };
            self.position += if code_point > 0xFFFF { 2 } else { 1 };
            self.decompose(heap, code_point)?;
        }
        self.given += 1;
        Ok(self.pending.get(self.given - 1).copied())
    }

    /// Pushes the characters that a code point decomposes to, with their classes. The caller has lent room for the most.
    fn decompose(&mut self, heap: &mut Heap, code_point: u32) -> Result<(), Termination> {
        let Some(character) = char::from_u32(code_point).filter(|character| !character.is_ascii()) else {
            return self.push(heap, Decomposed { code_point, class: 0 });
        };
        let mut parts = [Decomposed { code_point: 0, class: 0 }; MOST_OF_ONE];
        let mut count = 0;
        let emit = |part: char| {
            if let Some(place) = parts.get_mut(count) {
                *place = Decomposed { code_point: part.into(), class: canonical_combining_class(part) };
                count += 1;
            }
        };
        match self.kind {
            Kind::Canonical => decompose_canonical(character, emit),
            Kind::Compatible => decompose_compatible(character, emit),
        }
        parts[..count].iter().try_for_each(|&part| self.push(heap, part))
    }

    /// Adds a character. A starter ends the run of marks before it.
    fn push(&mut self, heap: &mut Heap, part: Decomposed) -> Result<(), Termination> {
        if part.class == 0 {
            self.sort_marks(heap)?;
        }
        self.pending.push(part);
        if part.class == 0 {
            self.ready = self.pending.len();
        }
        Ok(())
    }

    /// The Canonical Ordering Algorithm: sorts marks by class, and keeps the order within a class.
    fn sort_marks(&mut self, heap: &mut Heap) -> Result<(), Termination> {
        const FEW: usize = 64;
        let marks = &mut self.pending[self.ready..];
        if marks.len() <= FEW {
            order::sort_by_key(marks, |mark| mark.class);
            return Ok(());
        }
        // Counting sort: the numbers of marks in the 255 classes give the start of each class.
        let count = marks.len();
        let mut starts = [0; 256];
        heap.budget.in_pieces(count, 1, |piece| {
            marks[piece].iter().for_each(|mark| starts[usize::from(mark.class)] += 1);
        })?;
        let mut next = 0;
        for start in &mut starts {
            next += std::mem::replace(start, next);
        }
        let mut sorted = Vec::new();
        heap.lend_room(&mut sorted, count)?;
        sorted.resize(count, Decomposed { code_point: 0, class: 0 });
        heap.budget.in_pieces(count, 1, |piece| {
            for &mark in &marks[piece] {
                let place = &mut starts[usize::from(mark.class)];
                sorted[*place] = mark;
                *place += 1;
            }
        })?;
        marks.copy_from_slice(&sorted);
        heap.take_back(&sorted);
        Ok(())
    }

    /// Compares the rest of two texts on a level of comparison. Skips characters whose level is None.
    pub fn compare(
        mut self,
        mut other: Decomposer,
        heap: &mut Heap,
        level: fn(char) -> Option<u32>,
    ) -> Result<Ordering, Termination> {
        loop {
            let (a, b) = (self.next_weight(heap, level)?, other.next_weight(heap, level)?);
            if a != b || a.is_none() {
                heap.take_back(&self.pending);
                heap.take_back(&other.pending);
                return Ok(a.cmp(&b));
            }
        }
    }

    fn next_weight(&mut self, heap: &mut Heap, level: fn(char) -> Option<u32>) -> Result<Option<u32>, Termination> {
        while let Some(part) = self.next(heap)? {
            let weight = level(part.character().unwrap_or(char::REPLACEMENT_CHARACTER));
            if weight.is_some() {
                return Ok(weight);
            }
        }
        Ok(None)
    }
}

/// Returns the code point at a position, which may be a lone surrogate.
pub(super) fn code_point_at(heap: &Heap, text: FlatString, position: usize) -> Option<u32> {
    let view = heap.view(text);
    let first = view.get(position)?;
    let second = view.get(position + 1).filter(|second| (0xDC00..0xE000).contains(second));
    match (first, second) {
        (0xD800..0xDC00, Some(second)) => {
            Some(0x10000 + (u32::from(first - 0xD800) << 10 | u32::from(second - 0xDC00)))
        }
        _ => Some(first.into()),
    }
}
