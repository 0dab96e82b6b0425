//! Prints the lines of a file in which a pattern is found: `cargo run -p ferrotape-regexp --example grep -- PATTERN
//! FILE`.

use ferrotape_regexp::Pattern;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(pattern), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("a pattern and a file are wanted".into());
    };
    let pattern = Pattern::new(&pattern, "u")?.with_fuel(100_000_000);
    for (number, line) in std::fs::read_to_string(&file)?.lines().enumerate() {
        if let Some(found) = pattern.find(line)? {
            println!("{file}:{}:{}: {line}", number + 1, found.range().start + 1);
        }
    }
    Ok(())
}
