//! Where the linker is one that takes scripts: what a start goes through stands together in the command (`start.ld`, made by
//! `scripts/start-order`), instead of in pages all over it. `ferrotape -e 1` takes 4.5 MiB for that, not 6.6: nearly all of it
//! is the program's own pages.
//!
//! Only in builds to be used, and only where nobody has chosen a linker: not all of them know such scripts.

use std::env;

const SCRIPT: &str = "start.ld";

fn main() {
    println!("cargo:rerun-if-changed={SCRIPT}");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let target_has_it = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    let chosen = env::var_os("RUSTC_LINKER").is_some()
        || env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("linker") || flags.contains("fuse-ld"));
    if target_has_it && is("PROFILE", "release") && !chosen {
        let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
        println!("cargo:rustc-link-arg-bins=-Wl,-T,{folder}/{SCRIPT}");
    }
}
