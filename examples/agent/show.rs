//! An example of a program, and what a person sees of it.

use std::fs;
use std::path::PathBuf;

use ferrotape::Error;

use super::Agent;

const EXAMPLE: &str = "const cities = ['Oslo', 'Rome', 'Cairo'];
const days = await Promise.all(cities.map(forecast));
const [best] = cities.map((city, place) => ({ city, degrees: days[place] })).sort((a, b) => b.degrees - a.degrees);
await note(`the warmest is ${best.city}`);
// No `await`: the program waits here until somebody has answered.
const isBooked = book(`a week in ${best.city}`);
say(isBooked ? `off to ${best.city}` : 'staying at home');
";

/// Each step has an engine of its own, as a process would.
pub fn show(folder: PathBuf) -> Result<(), Error> {
    fs::create_dir_all(&folder).map_err(Error::from_host)?;
    let agent = Agent::of(folder)?;
    println!("$ agent start job.mjs");
    agent.start("/job.mjs", EXAMPLE)?;
    println!("$ agent answer 3 yes");
    println!("{}", agent.answer(3, true).expect_err("it was answered by the note"));
    println!("$ agent answer 4 yes");
    agent.answer(4, true)?;
    println!("note 3: {}", fs::read_to_string(agent.folder.join("note-3.txt")).map_err(Error::from_host)?);
    fs::remove_dir_all(&agent.folder).map_err(Error::from_host)
}
