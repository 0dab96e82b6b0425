//! A rules engine: customers wrote a thousand rules, each a function of an order. They are compiled once for all threads. Each
//! thread has an engine, loads the rules into it, and asks them about its orders. Data goes in and out by serde. A rule that
//! throws or takes too long is named and left out from then on; nothing else suffers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ferrotape::script::Compiler;
use ferrotape::{AsContext, Context, Engine, Error, Function, Json, Limits, Script};
use serde::{Deserialize, Serialize};

const RULES: usize = 1_000;
const ORDERS: u32 = 8;
const THREADS: u32 = 2;

#[derive(Clone, Serialize)]
struct Order {
    id: u32,
    country: &'static str,
    lines: Vec<Line>,
}

#[derive(Clone, Serialize)]
struct Line {
    price: f64,
    count: u32,
}

/// A rule's answer about an order; `null` if it has nothing to say.
#[derive(Deserialize)]
struct Verdict {
    discount: f64,
    reason: String,
}

/// The rules as the customers' database would have them: most are like each other, two are not as they should be.
fn texts() -> Vec<String> {
    let rule = |number: usize| match number {
        17 => "(order) => { for (;;); }".to_owned(),
        42 => "(order) => order.customer.name === 'Ann' ? { discount: 1, reason: 'Ann' } : null".to_owned(),
        _ => format!(
            "({{ country, lines }}) => {{
                const total = lines.reduce((sum, {{ price, count }}) => sum + price * count, 0);
                if (total < {} || country !== '{}') return null;
                return {{ discount: {}, reason: `rule {number}: ${{total}} in ${{country}}` }};
            }}",
            number * 3,
            ["NL", "PT", "JP"][number % 3],
            (number % 10) as f64 / 2.0,
        ),
    };
    (0..RULES).map(rule).collect()
}

fn orders() -> Vec<Order> {
    let order = |id: u32| Order {
        id,
        country: ["NL", "PT", "JP", "CL"][id as usize % 4],
        lines: (1..=id % 3 + 1).map(|count| Line { price: f64::from(100 * (id + 1)) / 4.0, count }).collect(),
    };
    (0..ORDERS).map(order).collect()
}

/// The result for an order.
struct Outcome {
    id: u32,
    verdicts: usize,
    best: Option<Verdict>,
}

/// One thread's work. What it gives back says which rules failed, by their number.
fn work(rules: &[Script], orders: &[Order]) -> Result<(Vec<Outcome>, BTreeMap<usize, String>), Error> {
    let mut engine = Engine::builder().memory_limit(16 << 20).build()?;
    let mut functions = Vec::with_capacity(rules.len());
    for rule in rules {
        functions.push(Some(rule.run::<Function>(&mut engine)?));
    }
    let mut failed = BTreeMap::new();
    let mut outcomes = Vec::with_capacity(orders.len());
    for order in orders {
        let mut outcome = Outcome { id: order.id, verdicts: 0, best: None };
        for (number, slot) in functions.iter_mut().enumerate() {
            let Some(function) = slot else { continue };
            match ask(&mut engine, function, order) {
                Ok(None) => {}
                Ok(Some(verdict)) => {
                    outcome.verdicts += 1;
                    if outcome.best.as_ref().is_none_or(|best| best.discount < verdict.discount) {
                        outcome.best = Some(verdict);
                    }
                }
                Err(error) => {
                    failed.insert(number, error.message().to_owned());
                    *slot = None;
                }
            }
        }
        outcomes.push(outcome);
    }
    Ok((outcomes, failed))
}

/// Asks one rule. So much fuel is a few milliseconds; the time is for what fuel cannot know, a machine that is busy.
fn ask(engine: &mut Engine, rule: &Function, order: &Order) -> Result<Option<Verdict>, Error> {
    let limits = Limits::new().fuel(200_000).time(Duration::from_secs(5)).memory(1 << 20);
    engine.with_limits(&limits, |cx: &mut Context<'_>| {
        let verdict: Json<Option<Verdict>> = rule.call(cx, (Json(order),))?;
        Ok(verdict.0)
    })
}

fn main() -> Result<(), Error> {
    let compiler = Compiler::new().fuel(1_000_000).memory(4 << 20);
    let compile = |(number, text): (usize, &String)| compiler.script(&format!("rule-{number}.js"), text);
    let rules: Arc<[Script]> = texts().iter().enumerate().map(compile).collect::<Result<_, _>>()?;
    let orders = orders();
    let share = orders.len().div_ceil(THREADS as usize);
    let threads: Vec<_> = orders
        .chunks(share)
        .map(|orders| {
            let (rules, orders) = (Arc::clone(&rules), orders.to_vec());
            thread::Builder::new().stack_size(4 << 20).spawn(move || work(&rules, &orders))
        })
        .collect();
    let mut failed = BTreeMap::new();
    for thread in threads {
        let thread = thread.map_err(Error::from_host)?;
        let (outcomes, reasons) = thread.join().map_err(|_| Error::new("a thread panicked"))??;
        failed.extend(reasons);
        for Outcome { id, verdicts, best } in outcomes {
            let best =
                best.map_or("none".to_owned(), |Verdict { discount, reason }| format!("{discount} % by {reason}"));
            println!("order {id}: {verdicts} rules apply, the best: {best}");
        }
    }
    for (number, reason) in failed {
        println!("rule {number} was left out: {reason}");
    }
    Ok(())
}
