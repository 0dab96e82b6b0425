//! A game whose scripts are edited while it is played. Creatures are classes of scripts that extend a class of the host. A
//! changed file replaces the loaded one: from the next frame on, its creatures are of the new class, and keep their state.
//! Source text that does not load, and a step that fails, are reported, and the game continues.
//!
//! `reload FOLDER` plays until nobody moves any more. It reads the files `hare.mjs` and `snail.mjs` of the folder again in
//! each frame if they have changed. Without an argument it plays and edits such a folder itself.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use ferrotape::{AsContext, Engine, Error, Function, Instance, Limits, Object};

const WIDTH: usize = 32;
/// Fuel of each creature in a frame.
const SHARE: u64 = 5_000;
const FILES: [&str; 2] = ["hare.mjs", "snail.mjs"];

/// The part of a creature that scripts cannot reach but by its methods.
#[ferrotape::class]
struct Creature {
    #[js(get)]
    place: usize,
}

#[ferrotape::methods]
impl Creature {
    #[js(constructor)]
    fn new(place: Option<usize>) -> Self {
        Creature { place: place.unwrap_or(0).min(WIDTH - 1) }
    }

    /// Goes at most three steps in either direction, and not out of the field.
    fn go(&mut self, by: i32) {
        let by = by.clamp(-3, 3) as isize;
        self.place = self.place.saturating_add_signed(by).min(WIDTH - 1);
    }
}

struct Game {
    engine: Engine,
    folder: PathBuf,
    /// The text that was tried last, of each file.
    texts: HashMap<&'static str, String>,
    creatures: Vec<(&'static str, Instance<Creature>)>,
}

impl Game {
    fn new(folder: &Path) -> Result<Self, Error> {
        let mut engine = Engine::untrusted();
        engine.register::<Creature>()?;
        engine.define("say", |text: String| println!("  {text}"))?;
        Ok(Game { engine, folder: folder.to_owned(), texts: HashMap::new(), creatures: Vec::new() })
    }

    /// Loads the files that have changed.
    fn look(&mut self) -> Result<(), Error> {
        for file in FILES {
            let text = fs::read_to_string(self.folder.join(file)).map_err(Error::from_host)?;
            if self.texts.get(file) == Some(&text) {
                continue;
            }
            self.load(file, &text).unwrap_or_else(|error| println!("  {file} stays as it was: {}", error.message()));
            self.texts.insert(file, text);
        }
        Ok(())
    }

    /// Takes the class that a text exports for the creature of a file: the present one, or a new one.
    fn load(&mut self, file: &'static str, text: &str) -> Result<(), Error> {
        let engine = &mut self.engine;
        let exports = engine.replace_module(file, text)?;
        let exports = exports.as_object().ok_or_else(|| Error::new("no module"))?;
        let class: Function = exports.get(engine, "default")?;
        match self.creatures.iter().find(|(of, _)| *of == file) {
            Some((_, creature)) => {
                let prototype: Object = class.get(engine, "prototype")?;
                creature.set_prototype(engine, Some(&prototype))
            }
            None => {
                let creature = class.construct(engine, ())?;
                self.creatures.push((file, creature));
                Ok(())
            }
        }
    }

    /// Lets each creature take its step, and draws them. Returns whether one has moved.
    fn play(&mut self, frame: usize) -> Result<bool, Error> {
        let (mut line, mut has_moved) = (['.'; WIDTH], false);
        for (file, creature) in &self.creatures {
            let before = creature.borrow(&mut self.engine, |creature| creature.place)?;
            let share = Limits::new().fuel(SHARE);
            let step = self.engine.with_limits(&share, |cx| creature.call_method::<()>(cx, "step", (frame,)));
            if let Err(error) = step {
                println!("  {file} fell over: {}", error.message());
            }
            let place = creature.borrow(&mut self.engine, |creature| creature.place)?;
            has_moved |= place != before;
            line[place] = file.chars().next().unwrap_or('?');
        }
        println!("{frame:2} {}", String::from_iter(line));
        Ok(has_moved)
    }
}

/// Edits of the files, each with the frame before which it is made.
const EDITS: [(usize, &str, &str); 6] = [
    (0, "snail.mjs", "export default class extends Creature { step() { this.go(1) } }"),
    (
        0,
        "hare.mjs",
        "export default class extends Creature { hops = 0; step() { this.hops++; this.go(3); this.nap() } nap() {} }",
    ),
    (3, "hare.mjs", "export default class extends Creature { step( { this.go(3) } }"),
    (4, "hare.mjs", "export default class extends Creature { step() { for (;;); } }"),
    (
        5,
        "hare.mjs",
        "export default class extends Creature { step() { if (this.hops-- > 0) this.go(-2); else say('the hare sleeps') } }",
    ),
    (6, "snail.mjs", "export default class extends Creature { step(frame) { this.go(frame % 2 ? 1 : 9) } }"),
];

fn main() -> Result<(), Error> {
    if let Some(folder) = env::args().nth(1) {
        let mut game = Game::new(Path::new(&folder))?;
        game.look()?;
        for frame in 0.. {
            if !game.play(frame)? {
                break;
            }
            game.look()?;
        }
        return Ok(());
    }
    let folder = env::temp_dir().join(format!("ferrotape-reload-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(Error::from_host)?;
    let mut game = Game::new(&folder)?;
    for frame in 0..=12 {
        for (_, file, text) in EDITS.iter().filter(|(before, ..)| *before == frame) {
            fs::write(folder.join(file), text).map_err(Error::from_host)?;
        }
        game.look()?;
        game.play(frame)?;
    }
    fs::remove_dir_all(&folder).map_err(Error::from_host)
}
