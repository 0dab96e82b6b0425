//! Checks that no content of a source map does harm: with the inputs kept in `crates/fuzzing`, and with inputs of a
//! fuzzer.

use super::*;

/// Separates a file from its source map.
const BORDER: &str = "\n--- map\n";

/// Reads any bytes as a file with its map, and looks places up in it: nothing may panic, and columns stay within
/// lines.
fn read_any(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (generated, json) = text.split_once(BORDER).unwrap_or(("x\n  y(z)", &text));
    if let Some(url) = mapping_url(generated) {
        percent_decoded(url);
        url.strip_prefix("data:").map(of_data_url);
    }
    let Some(map) = Map::parse(json, generated.into(), Path::new("dist")) else { return };
    for line in 0..6 {
        for column in [0, 1, 2, 7, u32::MAX] {
            if let Some((_, _, column)) = map.original(line, column) {
                assert!(utf16_to_characters("aé😀b", column) <= 4);
            }
        }
    }
}

#[cfg(not(fuzzing))]
#[test]
fn kept_inputs_are_read() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzzing/corpora/source_maps");
    for file in std::fs::read_dir(corpus).expect("the corpus") {
        read_any(&std::fs::read(file.expect("a file").path()).expect("its bytes"));
    }
}

#[cfg(fuzzing)]
#[test]
fn source_maps() {
    bolero::check!().for_each(|input: &[u8]| read_any(input));
}
