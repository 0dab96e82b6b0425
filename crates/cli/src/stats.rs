//! Statistics of a run on standard error.

use ferrotape::limits::Stats;

/// Prints a line `name value` for each statistic, as `--stats` asks for them.
pub fn print(stats: &Stats) {
    let Stats { fuel, records, collections, longest_pause, .. } = stats;
    let Stats { bytes, peak_bytes, live_bytes, cache_misses, cache_hits, .. } = stats;
    eprintln!("fuel {fuel}");
    eprintln!("records {records}");
    eprintln!("collections {collections}");
    eprintln!("longest-pause-microseconds {}", longest_pause.as_micros());
    eprintln!("bytes {bytes}");
    eprintln!("peak-bytes {peak_bytes}");
    eprintln!("live-bytes {live_bytes}");
    eprintln!("cache-hits {cache_hits}");
    eprintln!("cache-misses {cache_misses}");
}
