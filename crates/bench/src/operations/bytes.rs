//! Bytes per object: the growth of the peak of resident memory if twice as many are kept.

use super::Script;
use crate::engines::{self, Engine};
use crate::process;
use crate::table::print_cells;

/// A kind of objects to be measured.
struct Kind {
    name: &'static str,
    setup: &'static str,
    /// Expression that makes a unique object; `i` counts.
    maker: &'static str,
    /// Number of objects in the smaller of the two runs.
    count: u32,
}

const MANY: u32 = 1_000_000;
/// Number of large objects, for which all engines have room.
const FEWER: u32 = 100_000;

/// An element of the array that keeps the objects; its size is subtracted from all others.
const ELEMENT: Kind = Kind { name: "element", setup: "", maker: "i", count: MANY };

const KINDS: [Kind; 10] = [
    Kind { name: "{a, b}", setup: "", maker: "{a: i, b: i}", count: MANY },
    Kind { name: "{}", setup: "", maker: "{}", count: MANY },
    Kind { name: "closure", setup: "", maker: "function () {}", count: MANY },
    Kind {
        name: "closure with captured variables",
        setup: "function make(a, b) { return function () { return a + b; }; }",
        maker: "make(i, i)",
        count: MANY,
    },
    Kind { name: "[1, 2]", setup: "", maker: "[i, i]", count: MANY },
    Kind { name: "[]", setup: "", maker: "[]", count: MANY },
    Kind { name: "arguments", setup: "function make() { return arguments; }", maker: "make(i, i)", count: MANY },
    Kind { name: "string of 10", setup: "", maker: "\"\" + (1000000000 + i)", count: MANY },
    Kind {
        name: "long concatenation",
        setup: "var text = \"\"; while (text.length < 100) text += \"some text\";",
        maker: "text + i",
        count: MANY,
    },
    Kind { name: "error", setup: "", maker: "new Error(\"message\")", count: FEWER },
];

impl Kind {
    fn program(&self, count: u32) -> String {
        let Kind { setup, maker, .. } = self;
        format!(
            "(function () {{ {setup} var list = []; for (var i = 0; i < {count}; i++) list[i] = ({maker});
            if (list.length !== {count}) throw new Error(\"lost\"); }})();"
        )
    }

    /// Returns the bytes per object, or `None` if the engine fails.
    fn bytes(&self, engine: &Engine) -> Result<Option<f64>, String> {
        let peak = |count| {
            let script = Script::new(&self.program(count))?;
            Ok::<_, String>(process::run(&mut engine.command(&script.0)).map(|cost| cost.peak_bytes as f64))
        };
        let (Some(once), Some(twice)) = (peak(self.count)?, peak(2 * self.count)?) else { return Ok(None) };
        Ok(Some((twice - once) / f64::from(self.count)))
    }
}

/// Prints a row of bytes for each kind of object, with a dash for an engine that fails.
pub fn report() -> Result<(), String> {
    let engines = engines::installed();
    println!("\nBytes of each object, by the peak of resident memory, without the element of the array that keeps it:");
    let missing = engines::missing(&engines);
    if !missing.is_empty() {
        println!("not installed: {}", missing.join(", "));
    }
    print_row("", engines.iter().map(|engine| engine.name.to_owned()));
    let elements: Vec<Option<f64>> = engines.iter().map(|engine| ELEMENT.bytes(engine)).collect::<Result<_, _>>()?;
    for kind in &KINDS {
        let mut cells = Vec::new();
        for (engine, element) in engines.iter().zip(&elements) {
            let bytes = kind.bytes(engine)?.zip(*element).map(|(bytes, element)| bytes - element);
            cells.push(bytes.map_or("–".to_owned(), |bytes| format!("{bytes:.0}")));
        }
        print_row(kind.name, cells.into_iter());
    }
    Ok(())
}

fn print_row(name: &str, cells: impl Iterator<Item = String>) {
    print_cells(&format!("{name:<32}"), cells);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_keeps_as_many_as_it_says() {
        let program = KINDS[3].program(7);
        assert!(program.contains("i < 7;") && program.contains("list[i] = (make(i, i))"), "{program}");
    }
}
