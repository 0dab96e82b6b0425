//! Cells of words: objects and closures, each of the size that it needs.
//!
//! Memory comes in *segments* of 256 KB, a size that allocators give back to the system. A segment has 64 *pages* of 4
//! KB, so a small engine, which has cells of many sizes, takes little. All cells of a page have one size. A cell is
//! identified by its first *granule* of 16 bytes.
//!
//! ```text
//! id       segment (17 bits) | granule (14 bits)
//! live     per segment: the first granules of the cells that the last collection has reached
//! marks    likewise, of the collection that is under way
//! ```
//!
//! Nothing is swept: cells own no memory, and allocation looks for the next free ones of a page in `live`. A cell
//! allocated since a collection needs no bit there, as no place is handed out twice before the next one. Pages without
//! a mark serve any size; segments without a mark go back.

use std::cell::{Cell, OnceCell};
use std::sync::{Mutex, PoisonError};

use ferrotape_budget::Budget;

/// Words of 8 bytes in a segment.
pub(crate) const SEGMENT_WORDS: usize = 1 << 15;
const SEGMENT_GRANULES: usize = SEGMENT_WORDS / GRANULE_WORDS;
const GRANULE_WORDS: usize = 2;
const GRANULE_BYTES: usize = 16;
const PAGE_GRANULES: usize = 1 << 8;
const PAGES: usize = SEGMENT_GRANULES / PAGE_GRANULES;
const SEGMENT_BITS: u32 = SEGMENT_GRANULES.trailing_zeros();

/// 64-bit words of a bitmap of a segment, and of one page's part of it.
const MAP_WORDS: usize = SEGMENT_GRANULES / 64;
const PAGE_MAP_WORDS: usize = PAGE_GRANULES / 64;

/// Bytes accounted for a page: itself and its part of the bitmaps.
const PAGE_BYTES: usize = PAGE_GRANULES * GRANULE_BYTES + 2 * PAGE_MAP_WORDS * size_of::<u64>();

/// Most segments, more than cells can be addressed in; see [`MOST_CELL_BYTES`].
const MOST_SEGMENTS: usize = 1 << 17;

/// Most bytes that may ever be accounted for, so that 31 bits can address all cells.
pub(crate) const MOST_CELL_BYTES: usize = (MOST_SEGMENTS - 1).saturating_mul(SEGMENT_WORDS * size_of::<u64>());

/// The sizes of cells, in granules.
const SIZES: [u32; 14] = [2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24, 32, 64, MOST_GRANULES as u32];

/// Index of the smallest sufficient size, by the granules that are needed.
const CLASS_OF: [u8; MOST_GRANULES + 1] = {
    let mut classes = [0; MOST_GRANULES + 1];
    let (mut granules, mut class) = (0, 0);
    while granules < classes.len() {
        if granules as u32 > SIZES[class] {
            class += 1;
        }
        classes[granules] = class as u8;
        granules += 1;
    }
    classes
};

/// Most words of a cell: as many as its head can count, and a page has room for two such cells.
pub(crate) const MOST_WORDS: usize = MOST_GRANULES * GRANULE_WORDS;
const MOST_GRANULES: usize = 128;

const NO_CLASS: u8 = u8::MAX;

/// Segments that are looked at between two looks at the clock.
const SEGMENTS_PER_CHECK: usize = 16;

pub(crate) type Segment = [u64; SEGMENT_WORDS];

/// The size of cells: an index of [`SIZES`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct SizeClass(u8);

impl SizeClass {
    /// The smallest size with this many words, which are at most [`MOST_WORDS`].
    #[inline(always)]
    pub const fn of_words(words: usize) -> SizeClass {
        let granules = words.div_ceil(GRANULE_WORDS);
        SizeClass(if granules < CLASS_OF.len() { CLASS_OF[granules] } else { CLASS_OF[CLASS_OF.len() - 1] })
    }

    #[inline(always)]
    pub const fn words(self) -> usize {
        SIZES[self.0 as usize] as usize * GRANULE_WORDS
    }
}

/// Data kept beside a segment.
#[derive(Clone)]
struct Map {
    /// None before the first collection: then no cell is known to be there but those that were handed out.
    live: Option<Box<[u64; MAP_WORDS]>>,
    /// Made by the first mark.
    marks: OnceCell<Box<[Cell<u64>; MAP_WORDS]>>,
    /// The size of the cells of each page; [`NO_CLASS`] if it has none.
    classes: [u8; PAGES],
    /// Pages handed out since the segment exists; only those take memory.
    touched: u64,
}

/// Source of the next cells of a size.
#[derive(Copy, Clone, Default)]
struct Bump {
    /// First free place; all places up to `limit` are free.
    next: u32,
    limit: u32,
    /// End of the page's last cell.
    end: u32,
}

/// The segments of cells of words, with their free places.
pub(crate) struct Words {
    segments: Vec<Option<Box<Segment>>>,
    maps: Vec<Map>,
    bumps: [Bump; SIZES.len()],
    /// Pages with free cells, by size.
    partial: [Vec<u32>; SIZES.len()],
    /// Pages without cells.
    free: Vec<u32>,
    /// Numbers of segments that have gone back.
    vacant: Vec<u32>,
    /// Granules of cells that were handed out to [`Bump`]s and not collected.
    used: usize,
    /// Cells that were handed out to [`Bump`]s and not collected.
    cells: usize,
    /// Pages that are accounted for.
    pages: usize,
    /// Bytes that the last collection has freed.
    freed: usize,
    /// True while a cycle is under way: cells are handed out with marks.
    is_marking: bool,
}

/// Empty segments left by small heaps that are gone. The system must clear every page of a new segment, and after a few
/// have been freed the allocator clears all of it. Then small engines took 256 KB each, and most of their time.
static SPARE: Mutex<Vec<Box<Segment>>> = Mutex::new(Vec::new());

/// Most segments that are kept for the next heaps.
const MOST_SPARE: usize = 64;

/// Most pages that a kept segment has touched: they are memory that nobody uses.
const MOST_SPARE_PAGES: u32 = 24;

fn new_segment() -> Box<Segment> {
    let spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    spare.unwrap_or_else(zeros)
}

impl Drop for Words {
    fn drop(&mut self) {
        if let ([segment], [map]) = (&mut self.segments[..], &self.maps[..])
            && map.touched.count_ones() <= MOST_SPARE_PAGES
            && let Some(mut segment) = segment.take()
        {
            for (place, page) in segment.chunks_exact_mut(SEGMENT_WORDS / PAGES).enumerate() {
                if map.touched & 1 << place != 0 {
                    page.fill(0);
                }
            }
            let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
            if spare.len() < MOST_SPARE {
                spare.push(segment);
            }
        }
    }
}

fn zeros<T: Clone + Default, const N: usize>() -> Box<[T; N]> {
    match vec![T::default(); N].into_boxed_slice().try_into() {
        Ok(zeros) => zeros,
        Err(_) => unreachable!("a vector of just that length"),
    }
}

/// Copies for forks: pages that nobody has used take nothing in the copy either.
impl Clone for Words {
    fn clone(&self) -> Self {
        let segments = self.segments.iter().zip(&self.maps);
        Words {
            segments: segments.map(|(segment, map)| Some(copied(segment.as_deref()?, map.touched))).collect(),
            maps: self.maps.clone(),
            bumps: self.bumps,
            partial: self.partial.clone(),
            free: self.free.clone(),
            vacant: self.vacant.clone(),
            used: self.used,
            cells: self.cells,
            pages: self.pages,
            freed: self.freed,
            is_marking: self.is_marking,
        }
    }
}

/// Copies a segment with those of its pages.
fn copied(segment: &Segment, touched: u64) -> Box<Segment> {
    let mut copy = new_segment();
    let pages = copy.chunks_exact_mut(SEGMENT_WORDS / PAGES).zip(segment.chunks_exact(SEGMENT_WORDS / PAGES));
    for (place, (to, from)) in pages.enumerate() {
        if touched & 1 << place != 0 {
            to.copy_from_slice(from);
        }
    }
    copy
}

impl Words {
    /// Words without a segment; the first allocation takes one.
    pub fn new() -> Self {
        Words {
            segments: Vec::new(),
            maps: Vec::new(),
            bumps: [Bump::default(); SIZES.len()],
            partial: Default::default(),
            free: Vec::new(),
            vacant: Vec::new(),
            used: 0,
            cells: 0,
            pages: 0,
            freed: 0,
            is_marking: false,
        }
    }

    /// The segment of a cell and its place there; none for ids of other kinds.
    #[inline(always)]
    pub fn cell(&self, id: u32) -> Option<(&Segment, usize)> {
        match self.segments.get((id >> SEGMENT_BITS) as usize) {
            Some(Some(segment)) => Some((segment, start_of(id))),
            _ => None,
        }
    }

    #[inline(always)]
    pub fn cell_mut(&mut self, id: u32) -> Option<(&mut Segment, usize)> {
        match self.segments.get_mut((id >> SEGMENT_BITS) as usize) {
            Some(Some(segment)) => Some((segment, start_of(id))),
            _ => None,
        }
    }

    /// Allocates a cell; its words are undefined.
    #[inline(always)]
    pub fn allocate(&mut self, class: SizeClass, budget: &mut Budget) -> u32 {
        let bump = &mut self.bumps[class.0 as usize];
        if bump.next == bump.limit {
            return self.allocate_from_next_run(class, budget);
        }
        let id = bump.next;
        bump.next += SIZES[class.0 as usize];
        id
    }

    /// Allocates from the next run of free cells: in a page that has live cells of the size, or in a page without any.
    #[cold]
    #[inline(never)]
    fn allocate_from_next_run(&mut self, class: SizeClass, budget: &mut Budget) -> u32 {
        let index = class.0 as usize;
        while !self.find_run(index) {
            let page = match self.partial[index].pop() {
                Some(page) => page,
                None => self.take_page(class, budget),
            };
            let first = page * PAGE_GRANULES as u32;
            let size = SIZES[index];
            let end = first + PAGE_GRANULES as u32 / size * size;
            self.bumps[index] = Bump { next: first, limit: first, end };
        }
        let bump = &mut self.bumps[index];
        let id = bump.next;
        bump.next += SIZES[index];
        id
    }

    /// Goes on to the next free cells of the page, if there are any.
    fn find_run(&mut self, index: usize) -> bool {
        let Bump { limit: mut first, end, .. } = self.bumps[index];
        let Some(map) = self.maps.get((first >> SEGMENT_BITS) as usize) else { return false };
        let (size, mut limit) = (SIZES[index], end);
        if let Some(live) = &map.live {
            while first < end && is_live(live, first) {
                first += size;
            }
            limit = first;
            while limit < end && !is_live(live, limit) {
                limit += size;
            }
        }
        self.bumps[index] = Bump { next: first, limit, end };
        self.used += (limit - first) as usize;
        self.cells += ((limit - first) / size) as usize;
        if self.is_marking {
            self.mark_free_cells(index, true);
        }
        first < limit
    }

    /// Marks new cells from now on: those that are already reserved for allocation, and all later ones.
    pub fn begin_marking(&mut self) {
        self.is_marking = true;
        (0..SIZES.len()).for_each(|index| self.mark_free_cells(index, true));
    }

    /// Unmarks cells that were reserved and not used.
    pub fn end_marking(&mut self) {
        self.is_marking = false;
        (0..SIZES.len()).for_each(|index| self.mark_free_cells(index, false));
    }

    fn mark_free_cells(&mut self, index: usize, is_marked: bool) {
        let Bump { next, limit, .. } = self.bumps[index];
        for id in (next..limit).step_by(SIZES[index] as usize) {
            let (word, bit) = self.mark_of(id);
            word.set(if is_marked { word.get() | bit } else { word.get() & !bit });
        }
    }

    /// Takes all marks away, to compare them with others.
    #[cfg(debug_assertions)]
    pub fn take_marks(&mut self) -> Vec<u64> {
        self.maps.iter().flat_map(|map| map.marks.get_or_init(zeros).iter()).map(Cell::take).collect()
    }

    /// Puts marks back. Returns the place of a cell that is marked now and was not before, if any.
    #[cfg(debug_assertions)]
    pub fn put_marks_back(&mut self, marks: &[u64]) -> Option<usize> {
        let words = || self.maps.iter().flat_map(|map| map.marks.get_or_init(zeros).iter()).zip(marks);
        let missed = words().position(|(word, before)| word.get() & !before != 0);
        words().for_each(|(word, before)| word.set(word.get() | before));
        missed
    }

    /// Takes a page without cells for cells of that size.
    fn take_page(&mut self, class: SizeClass, budget: &mut Budget) -> u32 {
        if self.free.is_empty() {
            self.add_segment();
        }
        let Some(page) = self.free.pop() else { unreachable!("a segment has pages") };
        let (segment, place) = (page as usize / PAGES, page as usize % PAGES);
        let map = &mut self.maps[segment];
        map.classes[place] = class.0;
        if let Some(live) = &mut map.live {
            live[place * PAGE_MAP_WORDS..(place + 1) * PAGE_MAP_WORDS].fill(0);
        }
        if map.touched & 1 << place == 0 {
            map.touched |= 1 << place;
            self.pages += 1;
            budget.resized(0, PAGE_BYTES);
        }
        page
    }

    /// Allocates a segment, under a number that became vacant if there is one, and lists all of its pages as free.
    fn add_segment(&mut self) {
        let number = match self.vacant.pop() {
            Some(number) => number as usize,
            None => {
                assert!(self.segments.len() < MOST_SEGMENTS, "the memory limit is below that");
                self.segments.push(None);
                self.maps.push(Map { live: None, marks: OnceCell::new(), classes: [NO_CLASS; PAGES], touched: 0 });
                self.segments.len() - 1
            }
        };
        self.segments[number] = Some(new_segment());
        self.free.extend((0..PAGES).rev().map(|place| (number * PAGES + place) as u32));
    }

    /// Marks a cell; true if it was unmarked.
    #[inline(always)]
    pub fn mark(&self, id: u32) -> bool {
        let (word, bit) = self.mark_of(id);
        let before = word.get();
        word.set(before | bit);
        before & bit == 0
    }

    pub fn is_marked(&self, id: u32) -> bool {
        let (word, bit) = self.mark_of(id);
        word.get() & bit != 0
    }

    #[inline(always)]
    fn mark_of(&self, id: u32) -> (&Cell<u64>, u64) {
        let map = &self.maps[(id >> SEGMENT_BITS) as usize];
        (&map.marks.get_or_init(zeros)[(id / 64) as usize % MAP_WORDS], 1 << (id % 64))
    }

    pub fn clear_marks(&mut self) {
        for marks in self.maps.iter_mut().filter_map(|map| map.marks.get_mut()) {
            marks.iter_mut().for_each(|word| *word.get_mut() = 0);
        }
    }

    /// Frees unmarked cells, and clears the marks. If `is_to_stop` says so, the rest counts as reached.
    pub fn sweep(&mut self, poison: bool, is_to_stop: impl Fn() -> bool) -> bool {
        let before = self.live_bytes();
        self.bumps = [Bump::default(); SIZES.len()];
        self.partial.iter_mut().for_each(Vec::clear);
        self.free.clear();
        (self.used, self.cells) = (0, 0);
        let mut is_whole = true;
        // Backwards, so that low pages are used first.
        for number in (0..self.segments.len()).rev() {
            if self.segments[number].is_none() {
                continue;
            }
            if number % SEGMENTS_PER_CHECK == 0 && is_whole && is_to_stop() {
                is_whole = false;
            }
            self.sweep_segment(number, is_whole, poison);
        }
        self.freed = before.saturating_sub(self.live_bytes());
        is_whole
    }

    /// Takes the marks of a segment as its live bits, and sorts its pages by their free cells.
    fn sweep_segment(&mut self, number: usize, by_marks: bool, poison: bool) {
        let map = &mut self.maps[number];
        let live_bits = map.live.get_or_insert_with(zeros);
        live_bits.fill(if by_marks { 0 } else { u64::MAX });
        if let Some(marks) = map.marks.get_mut() {
            for (live, mark) in live_bits.iter_mut().zip(marks.iter_mut()) {
                *live |= std::mem::take(mark.get_mut());
            }
        }
        for place in (0..PAGES).rev() {
            let page = (number * PAGES + place) as u32;
            let class = map.classes[place];
            let bits = &live_bits[place * PAGE_MAP_WORDS..(place + 1) * PAGE_MAP_WORDS];
            let Some(&size) = SIZES.get(class as usize) else {
                self.free.push(page);
                continue;
            };
            let all = PAGE_GRANULES / size as usize;
            let live = bits.iter().map(|word| word.count_ones() as usize).sum::<usize>().min(all);
            self.used += live * size as usize;
            self.cells += live;
            if live == 0 {
                map.classes[place] = NO_CLASS;
                self.free.push(page);
            } else if live < all {
                self.partial[class as usize].push(page);
            }
            if poison && let Some(segment) = &mut self.segments[number] {
                let first = place * PAGE_GRANULES;
                for granule in (first..first + all * size as usize).step_by(size as usize) {
                    if live_bits[granule / 64] & 1 << (granule % 64) == 0 {
                        segment[granule * GRANULE_WORDS..(granule + size as usize) * GRANULE_WORDS].fill(POISON);
                    }
                }
            }
        }
    }

    /// Gives back segments without cells, but keeps `spare` bytes of free places.
    pub fn trim(&mut self, spare: usize, budget: &mut Budget) {
        let mut pages_free = vec![0u8; self.segments.len()];
        for &page in &self.free {
            pages_free[page as usize / PAGES] += 1;
        }
        let before = self.pages;
        for number in (0..self.segments.len()).rev() {
            if usize::from(pages_free[number]) == PAGES && self.idle_bytes() >= spare + PAGES * PAGE_BYTES {
                self.pages -= self.maps[number].touched.count_ones() as usize;
                self.maps[number].touched = 0;
                self.segments[number] = None;
                self.vacant.push(number as u32);
            }
        }
        if self.pages < before {
            self.free.retain(|&page| self.segments[page as usize / PAGES].is_some());
            budget.resized((before - self.pages) * PAGE_BYTES, 0);
        }
    }

    /// Bytes that are accounted for.
    pub fn bytes(&self) -> usize {
        self.pages * PAGE_BYTES
    }

    fn live_bytes(&self) -> usize {
        self.used * GRANULE_BYTES
    }

    /// Bytes that no cell uses.
    pub fn idle_bytes(&self) -> usize {
        self.bytes().saturating_sub(self.live_bytes())
    }

    /// Bytes that the last collection has freed.
    pub fn freed_bytes(&self) -> usize {
        self.freed
    }

    /// Cells in use, and those reserved for allocation.
    pub fn live(&self) -> usize {
        self.cells
    }
}

/// Word that freed cells are filled with, if a use of them is to be noticed: no shape has that number.
const POISON: u64 = 0x0000_0000_FFFF_FFFF;

/// The first word of a cell in its segment.
#[inline(always)]
fn start_of(id: u32) -> usize {
    (id as usize * GRANULE_WORDS) % SEGMENT_WORDS
}

fn is_live(live: &[u64; MAP_WORDS], id: u32) -> bool {
    live[(id / 64) as usize % MAP_WORDS] & 1 << (id % 64) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(words: &mut Words, count: usize, of: usize) -> Vec<u32> {
        let mut budget = Budget::default();
        (0..count).map(|_| words.allocate(SizeClass::of_words(of), &mut budget)).collect()
    }

    #[test]
    fn sizes_hold_what_is_asked_for() {
        for words in 1..=MOST_WORDS {
            let class = SizeClass::of_words(words);
            assert!(class.words() >= words && class.words() <= words * 2 + 4, "{words}");
        }
    }

    #[test]
    fn no_place_is_handed_out_twice() {
        let mut words = Words::new();
        let mut all = fill(&mut words, 10_000, 4);
        all.extend(fill(&mut words, 10_000, 7));
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[1] - pair[0] >= 2));
        // Every third cell survives.
        let kept: Vec<u32> = all.iter().copied().step_by(3).collect();
        kept.iter().for_each(|&id| assert!(words.mark(id)));
        assert!(words.sweep(false, || false));
        assert_eq!(words.live(), kept.len());
        let again = fill(&mut words, 5_000, 4);
        assert!(again.iter().all(|id| kept.binary_search(id).is_err()));
    }

    #[test]
    fn segments_without_cells_go_back() {
        let mut words = Words::new();
        let mut budget = Budget::default();
        let ids: Vec<u32> = (0..100_000).map(|_| words.allocate(SizeClass::of_words(4), &mut budget)).collect();
        assert_eq!(budget.bytes(), words.bytes());
        let many = words.bytes();
        ids[..100].iter().for_each(|&id| assert!(words.mark(id)));
        assert!(words.sweep(false, || false));
        words.trim(0, &mut budget);
        assert!(words.bytes() < many / 8, "{} of {many}", words.bytes());
        assert_eq!(budget.bytes(), words.bytes());
        assert!(words.cell(ids[0]).is_some());
        assert!(words.cell(ids[99_999]).is_none());
    }

    #[test]
    fn what_was_not_looked_at_counts_as_reached() {
        let mut words = Words::new();
        let ids = fill(&mut words, 50_000, 4);
        assert!(!words.sweep(false, || true));
        // The sweep begins with the last segment, and asks at the first.
        let first = ids.iter().filter(|&&id| id < SEGMENT_GRANULES as u32).count();
        assert_eq!(words.live(), first);
        let again = fill(&mut words, 50_000, 4);
        assert!(again.iter().all(|id| ids[..first].binary_search(id).is_err()));
        assert!(words.sweep(false, || false));
        assert_eq!(words.live(), 0);
    }
}
