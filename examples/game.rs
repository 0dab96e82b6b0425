//! A game loop: creatures whose scripts run for ever, with a slice in each frame. The scripts contain endless loops, as if they
//! were alone. When a script's share of the frame is used up, the host pauses it wherever it is, and continues in the next
//! frame. A script that computes all the time slows down only itself.
//!
//! The shares are fuel, not time, so that a game runs the same way each time.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use ferrotape::script::Execution;
use ferrotape::{Engine, Error, Limits, Script};

const FRAMES: usize = 6;
const WIDTH: usize = 32;
/// Of a frame, for each creature.
const SHARE: u64 = 2_000;

struct Creature {
    name: &'static str,
    mark: char,
    script: &'static str,
}

const CREATURES: [Creature; 4] = [
    Creature {
        name: "walker",
        mark: 'w',
        script: "let direction = 1;
            for (;;) {
                if (place() + direction < 0 || place() + direction >= width) direction = -direction;
                step(direction);
                for (let i = 0; i < 150; i++);  // Legs are slow.
            }",
    },
    Creature {
        name: "follower",
        mark: 'f',
        script: "function* path(from, to) { while (from !== to) yield from += Math.sign(to - from); }
            for (;;) for (const next of path(place(), find('w'))) step(next - place());",
    },
    Creature {
        name: "thinker",
        mark: 't',
        script: "const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2);
            for (let n = 10; ; n++) { fib(n); step(1); }",
    },
    Creature { name: "clumsy", mark: 'c', script: "step(1); step(2); setp(3);" },
];

/// The place of each creature.
type World = Arc<Mutex<Vec<usize>>>;

fn places<R>(world: &World, work: impl FnOnce(&mut Vec<usize>) -> R) -> R {
    work(&mut world.lock().unwrap_or_else(PoisonError::into_inner))
}

/// An engine with what a creature can do.
fn body(number: usize, world: &World) -> Result<Engine, Error> {
    let mut engine = Engine::builder().memory_limit(1 << 20).build()?;
    engine.set_global("width", WIDTH as u32)?;
    let own = Arc::clone(world);
    engine.define("place", move || places(&own, |places| places[number]))?;
    let own = Arc::clone(world);
    engine.define("step", move |by: i32| {
        let by = by.signum() as isize;
        places(&own, |places| places[number] = places[number].saturating_add_signed(by).min(WIDTH - 1));
    })?;
    let own = Arc::clone(world);
    engine.define("find", move |mark: String| {
        let found = CREATURES.iter().position(|creature| mark.starts_with(creature.mark));
        found.map(|number| places(&own, |places| places[number]))
    })?;
    Ok(engine)
}

fn draw(frame: usize, world: &World) {
    let mut line = ['.'; WIDTH];
    let places = places(world, |places| places.clone());
    CREATURES.iter().zip(places).for_each(|(creature, place)| line[place] = creature.mark);
    println!("{frame} {}", String::from_iter(line));
}

fn main() -> Result<(), Error> {
    let world: World = Arc::new(Mutex::new(vec![4, WIDTH - 1, 8, 16]));
    let mut engines = (0..CREATURES.len()).map(|number| body(number, &world)).collect::<Result<Vec<_>, _>>()?;
    let mut running: Vec<(&Creature, Execution<'_>)> = Vec::new();
    for (creature, engine) in CREATURES.iter().zip(&mut engines) {
        let script = Script::compile(creature.name, creature.script)?;
        running.push((creature, script.start(engine)?));
    }
    let share = Limits::new().fuel(SHARE);
    draw(0, &world);
    for frame in 1..=FRAMES {
        running.retain_mut(|(creature, execution)| match execution.resume::<()>(&share) {
            Poll::Pending => true,
            Poll::Ready(Ok(())) => {
                println!("{} has nothing left to do", creature.name);
                false
            }
            Poll::Ready(Err(error)) => {
                println!("{} fell over: {}", creature.name, error.message());
                false
            }
        });
        draw(frame, &world);
    }
    for (creature, execution) in &running {
        let at = execution.stack().first().map(|entry| entry.to_string()).unwrap_or_default();
        println!("{} is {at}", creature.name);
    }
    Ok(())
}
