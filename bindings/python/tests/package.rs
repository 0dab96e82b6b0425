//! The package and the crate say the same.

use std::fs;
use std::path::Path;

#[test]
fn the_package_has_the_version_of_the_crates() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = fs::read_to_string(folder.join("pyproject.toml")).expect("the project");
    assert!(project.contains(&format!("version = \"{}\"", env!("CARGO_PKG_VERSION"))));
}
