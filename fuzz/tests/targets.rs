//! A test for each target of `crates/fuzzing`: `run NAME` lets libFuzzer go on with it, `cargo test` tries some random bytes. The
//! command has two targets of its own.

macro_rules! targets {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                bolero::check!().for_each(|input: &[u8]| ferrotape_fuzzing::run(stringify!($name), input));
            }
        )*
    };
}

targets!(dates json regexps saved snapshots sources);
