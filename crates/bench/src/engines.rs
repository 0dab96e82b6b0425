//! The engines to compare with, as far as they are installed.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An installed engine, and how it is called.
pub struct Engine {
    pub name: &'static str,
    program: PathBuf,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

/// Peers of Ferrotape, each run without its JIT compiler.
const PEERS: [Peer; 6] = [
    Peer { name: "node --jitless", program: "node", arguments: &["--jitless"], environment: &[] },
    Peer { name: "hermes -O", program: "hermes", arguments: &["-O", "-w"], environment: &[] },
    Peer { name: "jsc no JIT", program: "jsc", arguments: &[], environment: &[("JSC_useJIT", "false")] },
    Peer { name: "qjs", program: "qjs", arguments: &["--script"], environment: &[] },
    Peer { name: "duk", program: "duk", arguments: &[], environment: &[] },
    Peer { name: "mujs", program: "mujs", arguments: &[], environment: &[] },
];

/// An engine to compare with, if it is installed.
struct Peer {
    name: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

impl Engine {
    pub fn command(&self, script: &Path) -> Command {
        let mut command = self.bare_command();
        if self.is_ferrotape() {
            command.args(aliases(script));
        }
        command.arg(script);
        command
    }

    /// Returns the command without a script.
    pub fn bare_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(self.arguments).envs(self.environment.iter().copied());
        command
    }

    pub fn is_ferrotape(&self) -> bool {
        self.name == "ferrotape"
    }
}

/// Returns Ferrotape, then the peers found on the search path.
pub fn installed() -> Vec<Engine> {
    let ferrotape = Engine { name: "ferrotape", program: own_command(), arguments: &[], environment: &[] };
    let peers = PEERS.iter().filter_map(|peer| {
        let program = find_on_path(peer.program)?;
        Some(Engine { name: peer.name, program, arguments: peer.arguments, environment: peer.environment })
    });
    std::iter::once(ferrotape).chain(peers).collect()
}

pub fn missing(installed: &[Engine]) -> Vec<&'static str> {
    let is_there = |name: &str| installed.iter().any(|engine| engine.name == name);
    PEERS.iter().map(|peer| peer.name).filter(|name| !is_there(name)).collect()
}

/// Returns the path of the `ferrotape` command built by the same call of cargo: it is beside this program.
pub fn own_command() -> PathBuf {
    let folder = env::current_exe().ok().and_then(|path| path.parent().map(Path::to_path_buf)).unwrap_or_default();
    folder.join("ferrotape")
}

/// Returns options that map names of packages to files, for the imports of a module. node needs none.
fn aliases(script: &Path) -> Vec<String> {
    let aliases = std::fs::read_to_string(script.with_extension("aliases")).unwrap_or_default();
    aliases.lines().flat_map(|alias| ["--alias".to_owned(), alias.to_owned()]).collect()
}

fn find_on_path(program: &str) -> Option<PathBuf> {
    let search_path = env::var_os("PATH")?;
    env::split_paths(&search_path).map(|folder| folder.join(program)).find(|candidate| candidate.is_file())
}
