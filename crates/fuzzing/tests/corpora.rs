//! Checks that no kept input is a finding.

use std::fs;
use std::path::Path;

use ferrotape_fuzzing::TARGETS;

#[test]
fn what_is_kept_of_each_target_is_no_finding() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora");
    for target in TARGETS {
        let folder = corpora.join(target.name);
        let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut count = 0;
        for file in files {
            let path = file.expect("a file").path();
            println!("{}", path.display());
            (target.run)(&fs::read(&path).expect("its bytes"));
            count += 1;
        }
        assert!(count > 0, "{} has nothing to begin with", target.name);
    }
}
