//! Speed of parsing and compiling a large source: `ferrotape check` on a library of more than a megabyte.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::engines::Engine;
use crate::process::{median, run};
use crate::{root, startup};

const RUNS: usize = 11;
const LIBRARIES: [&str; 4] =
    ["jquery/dist/jquery.js", "lodash/index.js", "underscore/underscore.js", "immutable/dist/immutable.js"];
const WANTED_BYTES: u64 = 1_000_000;

/// Prints the megabytes a second that each installed `ferrotape` parses and compiles: medians of CPU time, less that of an empty
/// script.
pub fn report(engines: &[Engine]) {
    println!("\nParse and compile: a source of jquery, lodash, underscore and immutable, start-up taken off");
    let Some((library, bytes)) = build_library() else {
        println!("  skipped: the libraries are missing; scripts/install-test-packages gets them");
        return;
    };
    let Some(empty) = startup::write_scratch("empty.js", "1\n") else { return };
    for engine in engines.iter().filter(|engine| engine.is_ferrotape()) {
        let cpu_time = |script: &PathBuf| -> Option<Duration> {
            let times: Option<Vec<Duration>> =
                (0..RUNS).map(|_| run(engine.bare_command().arg("check").arg(script)).map(|cost| cost.cpu)).collect();
            median(&mut times?)
        };
        match (cpu_time(&library), cpu_time(&empty)) {
            (Some(whole), Some(start)) => {
                let seconds = whole.saturating_sub(start).as_secs_f64().max(1e-9);
                let megabytes = bytes as f64 / 1e6;
                println!("  {megabytes:.2} MB in {:.1} ms: {:.1} MB/s", seconds * 1000.0, megabytes / seconds);
            }
            _ => println!("  {} check failed", engine.name),
        }
    }
}

/// Concatenates the libraries again and again until there is a megabyte. They are copied file to file so that this
/// process stays small: a child's peak memory is at least its parent's size.
fn build_library() -> Option<(PathBuf, u64)> {
    let path = startup::write_scratch("library.js", "")?;
    let mut output = File::create(&path).ok()?;
    let mut bytes = 0;
    while bytes < WANTED_BYTES {
        for name in LIBRARIES {
            let mut input = File::open(root().join(".packages/node_modules").join(name)).ok()?;
            bytes += io::copy(&mut input, &mut output).ok()?;
            bytes += io::copy(&mut "\n;\n".as_bytes(), &mut output).ok()?;
        }
    }
    fs::metadata(&path).ok().map(|metadata| (path, metadata.len()))
}
