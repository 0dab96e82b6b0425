//! Breakpoints of the client, which wait for texts by their addresses.

use std::collections::BTreeSet;

use ferrotape::debug::{Breakpoint, BreakpointId, Debugger};
use ferrotape_regexp::Pattern;
use serde_json::{Value, json};

use super::refusal::Refused;
use super::scripts::{Script, Scripts};

/// Most breakpoints.
const MOST: usize = 10_000;
/// Most bytes of a pattern.
const LONGEST_PATTERN: usize = 10_000;

/// The texts that a breakpoint is in.
enum In {
    Url(String),
    Pattern(Box<Pattern>),
    /// The text with this number.
    Script(String),
}

/// A breakpoint of the client.
struct Known {
    id: String,
    place: In,
    /// Line and column as the client says them.
    location: Value,
    condition: Option<String>,
    /// Breakpoints of the engine for it: one for each text.
    added: Vec<BreakpointId>,
    /// Texts of names that have got one: a text that runs again has it already.
    names: BTreeSet<String>,
}

/// All breakpoints.
#[derive(Default)]
pub struct Breakpoints {
    known: Vec<Known>,
    next: u64,
    are_off: bool,
}

/// Reads a pattern of addresses.
pub fn read_pattern(pattern: &str) -> Result<Pattern, Refused> {
    if pattern.len() > LONGEST_PATTERN {
        return Err(Refused::wrong_parameters("the pattern is too long"));
    }
    Pattern::new(pattern, "").map_err(|error| Refused::wrong_parameters(error.to_string()))
}

impl In {
    /// Reads which scripts `setBreakpointByUrl` means: a URL, or else a pattern, which is one of ECMAScript.
    fn read(params: &Value) -> Result<In, Refused> {
        if let Some(url) = params["url"].as_str() {
            return Ok(In::Url(url.to_owned()));
        }
        if let Some(pattern) = params["urlRegex"].as_str() {
            return Ok(In::Pattern(Box::new(read_pattern(pattern)?)));
        }
        Err(Refused::wrong_parameters("either url or urlRegex must be there"))
    }

    fn includes(&self, script: &Script) -> bool {
        match self {
            In::Url(url) => *url == script.url,
            In::Pattern(pattern) => pattern.is_match(&script.url).unwrap_or(false),
            In::Script(id) => *id == script.id,
        }
    }
}

impl Known {
    /// Adds it to a text. Returns where it stops there, if it does.
    fn add(&mut self, debugger: &mut Debugger<'_>, script: &Script) -> Option<Value> {
        let (line, column) = script.place(&self.location);
        let source = &script.source;
        let next = debugger.places_in(source, (line, column)..(u32::MAX, u32::MAX), 1).into_iter().next();
        if self.names.insert(source.name().to_owned()) {
            let breakpoint = Breakpoint::at(source.name(), line).column(column).by_whole_name();
            let breakpoint = match self.place {
                // Others may have the name, as evals do.
                In::Script(_) => breakpoint.in_text(source.text()),
                In::Url(_) | In::Pattern(_) => breakpoint,
            };
            let breakpoint = match &self.condition {
                Some(condition) => breakpoint.condition(condition),
                None => breakpoint,
            };
            self.added.push(debugger.add_breakpoint(breakpoint).id);
        }
        next.map(|next| script.location(next.line, next.column))
    }

    fn remove(&mut self, debugger: &mut Debugger<'_>) {
        self.names.clear();
        for id in self.added.drain(..) {
            debugger.remove_breakpoint(id);
        }
    }
}

impl Breakpoints {
    /// Debugger.setBreakpointByUrl
    pub fn set_by_url(
        &mut self,
        debugger: &mut Debugger<'_>,
        scripts: &Scripts,
        params: &Value,
    ) -> Result<Value, Refused> {
        let place = In::read(params)?;
        let (id, locations) = self.set(debugger, scripts, place, params, params)?;
        Ok(json!({ "breakpointId": id, "locations": locations }))
    }

    /// Debugger.setBreakpoint
    pub fn set_in(&mut self, debugger: &mut Debugger<'_>, scripts: &Scripts, params: &Value) -> Result<Value, Refused> {
        let location = &params["location"];
        let script = scripts.by_id(&location["scriptId"]);
        let script = script.ok_or_else(|| Refused::because("there is no such script"))?;
        let (id, locations) = self.set(debugger, scripts, In::Script(script.id.clone()), location, params)?;
        match locations.first() {
            Some(location) => Ok(json!({ "breakpointId": id, "actualLocation": location })),
            None => {
                self.remove(debugger, &id);
                Err(Refused::because("nothing stops there"))
            }
        }
    }

    /// Adds a breakpoint to the scripts that are loaded, and keeps it for later ones. Returns its id, and where it is
    /// now.
    fn set(
        &mut self,
        debugger: &mut Debugger<'_>,
        scripts: &Scripts,
        place: In,
        location: &Value,
        params: &Value,
    ) -> Result<(String, Vec<Value>), Refused> {
        if self.known.len() == MOST {
            return Err(Refused::because("there are too many breakpoints"));
        }
        self.next += 1;
        let id = self.next.to_string();
        let condition = params["condition"].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let location = json!({ "lineNumber": location["lineNumber"], "columnNumber": location["columnNumber"] });
        let mut known = Known { id: id.clone(), place, location, condition, added: Vec::new(), names: BTreeSet::new() };
        let mut locations = Vec::new();
        for script in scripts.iter().filter(|script| known.place.includes(script)).collect::<Vec<_>>() {
            locations.extend(known.add(debugger, script));
        }
        if self.are_off {
            known.remove(debugger);
        }
        self.known.push(known);
        Ok((id, locations))
    }

    /// Adds those that wait for a text. Returns the events that tell of it.
    pub fn loaded(&mut self, debugger: &mut Debugger<'_>, script: &Script) -> Vec<Value> {
        if self.are_off {
            return Vec::new();
        }
        let mut events = Vec::new();
        for known in self.known.iter_mut().filter(|known| known.place.includes(script)) {
            let location = known.add(debugger, script);
            events.extend(location.map(|location| json!({ "breakpointId": known.id, "location": location })));
        }
        events
    }

    pub fn remove(&mut self, debugger: &mut Debugger<'_>, id: &str) {
        if let Some(index) = self.known.iter().position(|known| known.id == id) {
            self.known.remove(index).remove(debugger);
        }
    }

    pub fn remove_all(&mut self, debugger: &mut Debugger<'_>) {
        self.known.drain(..).for_each(|mut known| known.remove(debugger));
        self.are_off = false;
    }

    /// Debugger.setBreakpointsActive
    pub fn set_active(&mut self, debugger: &mut Debugger<'_>, scripts: &Scripts, are_active: bool) {
        if self.are_off != are_active {
            return;
        }
        self.are_off = !are_active;
        for known in &mut self.known {
            known.remove(debugger);
            for script in scripts.iter().filter(|script| are_active && known.place.includes(script)).collect::<Vec<_>>()
            {
                known.add(debugger, script);
            }
        }
    }

    /// The client's ids of what the engine has stopped at.
    pub fn ids(&self, hit: &[BreakpointId]) -> Vec<&str> {
        let is_hit = |known: &&Known| known.added.iter().any(|id| hit.contains(id));
        self.known.iter().filter(is_hit).map(|known| known.id.as_str()).collect()
    }
}
