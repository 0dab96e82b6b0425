//! Sorting of lists that a script can make long: a merge sort in memory on loan, which ticks and can throw.

mod by_function;

pub use by_function::*;

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::error::Completion;
use crate::vm::Vm;

/// Length up to which lists are sorted without a tick.
const SHORT_LIST: usize = 1024;

/// Sorts a list on loan by numbers.
pub fn sort_ticking<T: Copy>(vm: &mut Vm, mut list: Vec<T>, key: fn(&T) -> u32) -> Completion<Vec<T>> {
    if list.len() <= SHORT_LIST {
        list.sort_unstable_by_key(key);
        return Ok(list);
    }
    merge_sort(vm, list, |_, left, right| Ok(key(&left) > key(&right)))
}

/// Sorts items on loan stably. `is_greater` says that its first argument belongs behind its second.
pub fn merge_sort<T: Copy>(
    vm: &mut Vm,
    items: Vec<T>,
    mut is_greater: impl FnMut(&mut Vm, T, T) -> Completion<bool>,
) -> Completion<Vec<T>> {
    let mut sort = MergeSort::new(vm, items)?;
    let mut question = sort.begin(vm)?;
    while let Some((left, right)) = question {
        vm.work(1)?;
        let answer = is_greater(vm, left, right)?;
        question = sort.answer(vm, answer)?;
    }
    Ok(sort.end(vm))
}

/// Length of runs that are sorted by insertion.
const RUN_LENGTH: usize = 8;

/// A merge sort as a state machine: it asks for the order of two items, and waits for the answer. It goes from short
/// runs to long ones, and assumes nothing of the answers.
struct MergeSort<T> {
    items: Vec<T>,
    /// Merged runs of two runs in `items`.
    merged: Vec<T>,
    run_length: usize,
    state: State<T>,
}

/// The pending question.
#[derive(Copy, Clone)]
enum State<T> {
    /// Asks whether the item before `place` belongs behind this one; `next` is where this one was.
    Inserting {
        item: T,
        place: usize,
        next: usize,
    },
    /// Asks whether the last item of the left run belongs behind the first one of the right run. Runs in order need
    /// only this question.
    Comparing(Pair),
    /// Asks whether the first remaining item of the left run belongs behind that of the right run.
    Merging(Pair),
    Done,
}

/// The remains of two adjacent runs that become one.
#[derive(Copy, Clone)]
struct Pair {
    left: usize,
    middle: usize,
    right: usize,
    end: usize,
}

/// Asks whether the first item belongs behind the second one; none if there is nothing more to ask.
type Question<T> = Option<(T, T)>;

impl<T: Copy> MergeSort<T> {
    /// Begins with items on loan.
    fn new(vm: &mut Vm, items: Vec<T>) -> Completion<Self> {
        let mut merged = Vec::new();
        vm.heap.lend_room(&mut merged, items.len())?;
        Ok(MergeSort { items, merged, run_length: RUN_LENGTH, state: State::Done })
    }

    /// The items in their present order; ends the loans of the sort.
    fn end(self, vm: &mut Vm) -> Vec<T> {
        vm.heap.take_back(&self.merged);
        self.items
    }

    fn begin(&mut self, vm: &mut Vm) -> Completion<Question<T>> {
        self.insert(vm, 1)
    }

    /// Takes the answer to the pending question and moves items, up to the next question. None once all is sorted.
    #[inline]
    fn answer(&mut self, vm: &mut Vm, is_greater: bool) -> Completion<Question<T>> {
        match self.state {
            State::Inserting { item, mut place, next } => {
                if is_greater {
                    self.items[place] = self.items[place - 1];
                    place -= 1;
                    if !place.is_multiple_of(RUN_LENGTH) {
                        self.state = State::Inserting { item, place, next };
                        return Ok(Some((self.items[place - 1], item)));
                    }
                }
                self.items[place] = item;
                self.insert(vm, next + 1)
            }
            State::Comparing(pair) if is_greater => Ok(self.ask_for(pair)),
            State::Comparing(pair) => self.append_rest(vm, pair),
            State::Merging(mut pair) => {
                let from = if is_greater { &mut pair.right } else { &mut pair.left };
                self.merged.push(self.items[*from]);
                *from += 1;
                if pair.left < pair.middle && pair.right < pair.end {
                    return Ok(self.ask_for(pair));
                }
                self.append_rest(vm, pair)
            }
            State::Done => Ok(None),
        }
    }

    /// Fast path of [`MergeSort::answer`] that takes no tick, if it leads to a next question. Otherwise does nothing.
    #[inline(always)]
    fn answer_at_once(&mut self, is_greater: bool) -> Question<T> {
        match self.state {
            State::Inserting { item, place, next } if is_greater && !(place - 1).is_multiple_of(RUN_LENGTH) => {
                self.items[place] = self.items[place - 1];
                self.state = State::Inserting { item, place: place - 1, next };
                Some((self.items[place - 2], item))
            }
            State::Inserting { item, place, next } => {
                let following = next + 1;
                let &further = self.items.get(following).filter(|_| !following.is_multiple_of(RUN_LENGTH))?;
                let mut place = place;
                if is_greater {
                    self.items[place] = self.items[place - 1];
                    place -= 1;
                }
                self.items[place] = item;
                self.state = State::Inserting { item: further, place: following, next: following };
                Some((self.items[following - 1], further))
            }
            State::Comparing(pair) if is_greater => self.ask_for(pair),
            State::Merging(mut pair) => {
                let from = if is_greater { &mut pair.right } else { &mut pair.left };
                let item = self.items[*from];
                *from += 1;
                if pair.left == pair.middle || pair.right == pair.end {
                    return None;
                }
                self.merged.push(item);
                self.ask_for(pair)
            }
            State::Comparing(_) | State::Done => None,
        }
    }

    /// Inserts the item at `next` into its run.
    fn insert(&mut self, vm: &mut Vm, mut next: usize) -> Completion<Question<T>> {
        if next.is_multiple_of(RUN_LENGTH) {
            vm.work(1)?;
            next += 1;
        }
        let Some(&item) = self.items.get(next) else { return self.merge(vm, 0) };
        self.state = State::Inserting { item, place: next, next };
        Ok(Some((self.items[next - 1], item)))
    }

    /// Merges the runs from `start` on. The left one goes first among equals.
    fn merge(&mut self, vm: &mut Vm, mut start: usize) -> Completion<Question<T>> {
        let length = self.items.len();
        while self.run_length < length {
            if start == length {
                std::mem::swap(&mut self.items, &mut self.merged);
                self.merged.clear();
                self.run_length *= 2;
                start = 0;
                continue;
            }
            let [middle, end] = [1, 2].map(|runs| (start + runs * self.run_length).min(length));
            vm.work((end - start) as u64 / ELEMENTS_PER_TICK + 1)?;
            if middle < end {
                self.state = State::Comparing(Pair { left: start, middle, right: middle, end });
                return Ok(Some((self.items[middle - 1], self.items[middle])));
            }
            self.merged.extend_from_slice(&self.items[start..]);
            start = length;
        }
        self.state = State::Done;
        Ok(None)
    }

    #[inline(always)]
    fn ask_for(&mut self, pair: Pair) -> Question<T> {
        self.state = State::Merging(pair);
        Some((self.items[pair.left], self.items[pair.right]))
    }

    /// Appends the rest of a run when the other one has ended.
    fn append_rest(&mut self, vm: &mut Vm, pair: Pair) -> Completion<Question<T>> {
        self.merged.extend_from_slice(&self.items[pair.left..pair.middle]);
        self.merged.extend_from_slice(&self.items[pair.right..pair.end]);
        self.merge(vm, pair.end)
    }
}
