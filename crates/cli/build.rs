//! Tells the linker how the command starts in little time and memory.
//!
//! - A linker script (`start.ld`, made by `scripts/start-order`) places the code that a start runs side by side, instead of
//!   in pages all over the command.
//! - The command lies at a fixed address. At a random one, 20,000 pointers in tables are moved at each start: a third of
//!   its time and half a megabyte. Stack, heap and libraries stay at random addresses. `FERROTAPE_PIE=1` at build time
//!   gives a command at random addresses, which also hides those of code from an attacker who has found a way around
//!   a dependency's `unsafe` code.
//!
//! Both hold for release builds for Linux with GNU libc, and only if no linker is chosen: not all linkers accept such
//! scripts.

use std::env;

const SCRIPT: &str = "start.ld";

/// Passes options only where the linker is known to take them; debug builds need no order.
fn main() {
    println!("cargo:rerun-if-changed={SCRIPT}");
    println!("cargo:rerun-if-env-changed=FERROTAPE_PIE");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let target_has_it = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    let chosen = env::var_os("RUSTC_LINKER").is_some()
        || env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("linker") || flags.contains("fuse-ld"));
    if target_has_it && is("PROFILE", "release") && !chosen {
        let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
        println!("cargo:rustc-link-arg-bins=-Wl,-T,{folder}/{SCRIPT}");
        // A static command keeps its addresses: the option would link it dynamically.
        let is_static =
            env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|all| all.split(',').any(|it| it == "crt-static"));
        if !is("FERROTAPE_PIE", "1") && !is_static {
            println!("cargo:rustc-link-arg-bins=-no-pie");
        }
    }
}
