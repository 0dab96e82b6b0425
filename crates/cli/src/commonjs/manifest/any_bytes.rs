//! Checks that no content of a `package.json` does harm: with the inputs kept in `crates/fuzzing`, and with inputs of a
//! fuzzer.

use super::*;

/// Separates the requested name from the manifest.
const BORDER: char = '\n';

/// Asks a manifest of any text for exports, imports and its fields: nothing may panic, and names and mains are parts
/// of the text.
fn read_any(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (asked, json) = text.split_once(BORDER).unwrap_or((".", &text));
    let json = json::parse(json, &mut ReadLimits::none()).expect("no limits");
    let manifest = Manifest { folder: PathBuf::from("/p"), is_json: true, json };
    for asker in [Asker::Require, Asker::Import] {
        for name in [asked, ".", "./a/b", "#a"] {
            let _ = manifest.export(name, asker);
            let _ = manifest.import(name, asker);
        }
    }
    manifest.in_browsers(asked);
    assert!(manifest.name().is_none_or(|name| name.len() <= text.len()));
    assert!(manifest.main().is_none_or(|main| main.len() <= text.len()));
    assert!(manifest.is_of_modules() != Some(true) || text.contains("module") || text.contains('\\'));
    assert!(manifest.has_exports() || manifest.export(".", Asker::Require).is_err());
}

#[cfg(not(fuzzing))]
#[test]
fn kept_inputs_are_read() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fuzzing/corpora/manifests");
    for file in std::fs::read_dir(corpus).expect("the corpus") {
        read_any(&std::fs::read(file.expect("a file").path()).expect("its bytes"));
    }
}

#[cfg(fuzzing)]
#[test]
fn manifests() {
    bolero::check!().for_each(|input: &[u8]| read_any(input));
}
