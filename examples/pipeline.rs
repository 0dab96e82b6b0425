//! A pipeline of scripts: Rust records go in and come out, by serde on both sides. A stage gets a record and returns one, a list
//! of them, or nothing. A record that makes a stage fail is put aside with the reason, the path to the wrong value, and the line
//! of the script. The other records continue. Numbers of 64 bits arrive whole.

use std::time::Duration;

use ferrotape::{AsContext, Engine, Error, Function, Json, Limits, Value};
use serde::{Deserialize, Serialize};

/// Record that comes in, here as a line of JSON.
#[derive(Deserialize, Serialize)]
struct Sale {
    id: u64,
    shop: String,
    items: Vec<Item>,
    /// Other members, as each shop has them.
    #[serde(flatten)]
    more: serde_json::Map<String, serde_json::Value>,
}

#[derive(Deserialize, Serialize)]
struct Item {
    name: String,
    cents: i64,
}

/// Record that goes out.
#[derive(Deserialize, Serialize)]
struct Entry {
    sale: u64,
    account: String,
    cents: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
}

const SALES: &str = r#"
{"id": 18446744073709551615, "shop": "Oslo", "items": [{"name": "book", "cents": 1900}, {"name": "pen", "cents": 250}]}
{"id": 2, "shop": "Rome", "items": [], "note": "nothing was sold"}
{"id": 3, "shop": "Cairo", "items": [{"name": "map", "cents": 700}], "currency": "EGP"}
{"id": 4, "shop": "Lima", "items": [{"name": "hat", "cents": 5200}], "discount": "half"}
{"id": 5, "shop": "Oslo", "items": [{"name": "void", "cents": 1}], "discount": 1}
{"id": 6, "shop": "Rome", "items": [{"name": "lamp", "cents": 9900}], "discount": 0.5}
"#;

/// The stages: each is a module's text, whose default export is a function.
const STAGES: [(&str, &str); 3] = [
    ("sold.mjs", "export default sale => sale.items.length > 0 ? sale : null"),
    (
        "discounts.mjs",
        "export default sale => {
            const { discount = 0 } = sale;
            if (typeof discount !== 'number') throw new TypeError(`a discount of ${JSON.stringify(discount)}`);
            if (discount === 1) for (;;); // A mistake of somebody's.
            return { ...sale, items: sale.items.map(it => ({ ...it, cents: Math.round(it.cents * (1 - discount)) })) };
        }",
    ),
    (
        "entries.mjs",
        "const rates = new Map([['Oslo', 0.25], ['Rome', 0.22]]);
        export default ({ id, shop, items }) => {
            const sum = items.reduce((sum, { cents }) => sum + cents, 0), rate = rates.get(shop);
            const tax = rate === undefined ? sum / 3 : Math.round(sum * rate);
            const income = { sale: id, account: `shop ${shop}`, cents: sum };
            return [income, { sale: id, account: 'tax', cents: tax, rate }];
        }",
    ),
];

struct Pipeline {
    engine: Engine,
    stages: Vec<Function>,
}

impl Pipeline {
    fn new() -> Result<Self, Error> {
        let mut engine = Engine::builder().memory_limit(32 << 20).large_integers_as_bigints(true).build()?;
        let mut stages = Vec::new();
        for (name, text) in STAGES {
            let exports = engine.run_module(name, text)?;
            let exports = exports.as_object().ok_or_else(|| Error::new("no module"))?;
            stages.push(exports.get(&mut engine, "default")?);
        }
        Ok(Pipeline { engine, stages })
    }

    /// Passes a record through all stages. Between them it stays in the engine, as the script made it.
    fn pass(&mut self, sale: &Sale) -> Result<Vec<Entry>, Error> {
        let stages = &self.stages;
        let limits = Limits::new().fuel(100_000).time(Duration::from_secs(1)).memory(1 << 20);
        self.engine.with_limits(&limits, |cx| {
            let [first, middle @ .., last] = &stages[..] else { return Ok(Vec::new()) };
            let mut record: Option<Value> = first.call(cx, (Json(sale),))?;
            for stage in middle {
                let Some(present) = record else { break };
                record = stage.call(cx, (present,))?;
            }
            let Some(record) = record else { return Ok(Vec::new()) };
            let entries: Json<Vec<Entry>> = last.call(cx, (record,))?;
            Ok(entries.0)
        })
    }
}

fn main() -> Result<(), Error> {
    let mut pipeline = Pipeline::new()?;
    for line in SALES.lines().filter(|line| !line.is_empty()) {
        let sale: Sale = serde_json::from_str(line).map_err(Error::from_host)?;
        match pipeline.pass(&sale) {
            Ok(entries) if entries.is_empty() => println!("sale {}: nothing", sale.id),
            Ok(entries) => {
                for entry in &entries {
                    println!("sale {}: {}", sale.id, serde_json::to_string(entry).map_err(Error::from_host)?);
                }
            }
            Err(error) => {
                let place =
                    error.location().map(|place| format!(" ({}:{})", place.source, place.line)).unwrap_or_default();
                println!("sale {}: put aside: {}{place}", sale.id, error.message());
            }
        }
    }
    Ok(())
}
