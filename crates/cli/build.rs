//! Passes a linker script (`start.ld`, made by `scripts/start-order`) to linkers that accept one. The script places the
//! code that a start runs side by side, instead of in pages all over the command. `ferrotape -e 1` takes 5.3 MiB with
//! the script: most of this is the program's own pages.
//!
//! Only release builds for Linux with GNU libc use the script, and only if no linker is chosen: not all linkers accept
//! such scripts.

use std::env;

const SCRIPT: &str = "start.ld";

/// Passes the script only where the linker is known to take it; debug builds need no order.
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
