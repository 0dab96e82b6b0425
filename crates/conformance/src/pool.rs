//! Runs work on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns the result of `work` for each item, in the order of the items. Idle threads take the next item.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    stack_bytes: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, String> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(stack_bytes).spawn_scoped(scope, take);
        let threads: Vec<_> = (0..jobs).map(start).collect();
        let mut results = Vec::with_capacity(items.len());
        for thread in threads {
            let thread = thread.map_err(|error| format!("no thread: {error}"))?;
            results.extend(thread.join().map_err(|_| "a thread of the runner panicked".to_owned())?);
        }
        Ok::<_, String>(results)
    })?;
    results.sort_by_key(|&(index, _)| index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        for jobs in [1, 2, 7] {
            let doubled = map(&items, jobs, 1 << 18, |item| item * 2).expect("results");
            assert!(doubled.iter().zip(&items).all(|(double, item)| *double == item * 2) && doubled.len() == 1000);
        }
    }
}
