//! Data breakpoints: stops where a variable or a property has changed.

use ferrotape::debug::{Change, Debugger, Stopped, WatchId, Watchable};
use serde_json::{Value, json};

use super::wire::Request;

/// Places that the client knows of, and those that it watches.
#[derive(Default)]
pub struct DataBreakpoints {
    /// Places by their numbers, which are the client's ids of data.
    known: Vec<Watchable>,
    set: Vec<Set>,
    next_number: u32,
}

/// A data breakpoint.
struct Set {
    number: u32,
    id: WatchId,
}

/// The numbers of the client's breakpoints at lines are below this one.
const FIRST_NUMBER: u32 = 1_000_000;

/// Most places that the client can know: their objects are kept alive.
const MOST_KNOWN: usize = 10_000;

impl DataBreakpoints {
    /// Makes a place known to the client, or tells why it cannot be watched.
    pub fn info(&mut self, found: Result<Watchable, String>) -> Value {
        match found {
            Ok(_) if self.known.len() >= MOST_KNOWN => {
                json!({ "dataId": null, "description": "too many places were asked for" })
            }
            Ok(place) => {
                let description = place.name().to_owned();
                self.known.push(place);
                let id = (self.known.len() - 1).to_string();
                json!({ "dataId": id, "description": description, "accessTypes": ["write"], "canPersist": false })
            }
            Err(message) => json!({ "dataId": null, "description": message }),
        }
    }

    /// Sets the data breakpoints, in place of those that there were.
    pub fn set(&mut self, stopped: &mut Stopped<'_>, request: &Request) -> Value {
        self.remove_all(&mut stopped.debugger());
        let wanted = request.arguments["breakpoints"].as_array().cloned().unwrap_or_default();
        let set: Vec<Value> = wanted.iter().map(|wanted| self.set_one(stopped, wanted)).collect();
        json!({ "breakpoints": set })
    }

    /// Watches a place that `info` has made known. Refuses conditions, reads, and places whose function or run is
    /// over.
    fn set_one(&mut self, stopped: &mut Stopped<'_>, wanted: &Value) -> Value {
        let number = FIRST_NUMBER + self.next_number;
        self.next_number += 1;
        let refused = |message: &str| json!({ "id": number, "verified": false, "message": message });
        let has = |name: &str| wanted[name].as_str().is_some_and(|text| !text.is_empty());
        if has("condition") || has("hitCondition") {
            return refused("data breakpoints have no conditions");
        }
        if wanted["accessType"].as_str().is_some_and(|access| access != "write") {
            return refused("only changes can be watched");
        }
        let index = wanted["dataId"].as_str().and_then(|id| id.parse::<usize>().ok());
        let Some(place) = index.and_then(|index| self.known.get(index)) else { return refused("it is not known") };
        let watch = stopped.watch(place);
        if watch.is_over {
            stopped.debugger().remove_watch(watch.id);
            return refused("its function has returned, or its run is over");
        }
        let id = watch.id;
        self.set.push(Set { number, id });
        json!({ "id": number, "verified": true })
    }

    /// Answers while code runs: the client may only take all back.
    pub fn set_running(&mut self, request: &Request, debugger: Option<&mut Debugger<'_>>) -> Value {
        if let Some(debugger) = debugger {
            self.remove_all(debugger);
        }
        let wanted = request.arguments["breakpoints"].as_array().map_or(0, Vec::len);
        let refused = json!({ "verified": false, "message": "it can be set while the program is stopped" });
        json!({ "breakpoints": vec![refused; wanted] })
    }

    fn remove_all(&mut self, debugger: &mut Debugger<'_>) {
        for Set { id, .. } in self.set.drain(..) {
            debugger.remove_watch(id);
        }
    }

    /// Takes those that watch nothing any more, as the client is told of them.
    pub fn take_lost(&mut self, debugger: &Debugger<'_>) -> Vec<Value> {
        let watches = debugger.watches();
        // Places of a run that is over are known no more.
        if self.set.iter().any(|set| watches.iter().all(|watch| watch.id != set.id)) {
            self.known.clear();
        }
        let is_alive = |set: &Set| watches.iter().any(|watch| watch.id == set.id && !watch.is_over);
        let (alive, lost): (Vec<_>, Vec<_>) = self.set.drain(..).partition(is_alive);
        self.set = alive;
        let message = "its function has returned, or its run is over";
        lost.iter().map(|set| json!({ "id": set.number, "verified": false, "message": message })).collect()
    }

    /// The numbers of the breakpoints at which these changes stop.
    pub fn numbers(&self, changes: &[Change]) -> Vec<u32> {
        let hit = self.set.iter().filter(|set| changes.iter().any(|change| change.id == set.id));
        hit.map(|set| set.number).collect()
    }
}
