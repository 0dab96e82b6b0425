//! Measures of a run, which are written at its end, however it ends: `--profile` and `--coverage`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ferrotape::coverage::{Coverage, Share};
use ferrotape::profile::{Profile, Sampling};
use ferrotape::{Context, Engine};

use crate::excerpt;
use crate::options::{FAILURE, shown_duration, shown_number};
use crate::system_error::in_words;

/// Time between samples by time.
const BETWEEN: Duration = Duration::from_millis(1);
/// Bytes between samples by memory.
const BYTES_BETWEEN: u64 = 512 << 10;
/// Most functions and lines that are listed.
const LISTED: usize = 20;
const LISTED_LINES: usize = 10;

/// The measures that the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measures {
    pub profile: Option<ProfileTo>,
    pub by: By,
    /// The folder for coverage.
    pub coverage: Option<PathBuf>,
    /// Keeps coverage at the end of a run, for one report on many runs.
    pub collected: Option<Collected>,
}

/// Measure of a profile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum By {
    #[default]
    Fuel,
    Time,
    Memory,
}

/// A place for coverage. All are equal: options are compared by what was given.
#[derive(Clone, Default, Debug)]
pub struct Collected(Arc<Mutex<Option<Coverage>>>);

impl PartialEq for Collected {
    fn eq(&self, _: &Collected) -> bool {
        true
    }
}

impl Eq for Collected {}

/// Destination of a profile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProfileTo {
    /// A table on standard error.
    Terminal,
    File(PathBuf),
}

/// Format of a profile, by the end of the file's name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Format {
    Speedscope,
    DevTools,
    DevToolsMemory,
    Pprof,
    Collapsed,
    FlameGraph,
}

impl Format {
    /// Chooses the format by the extension, as a profile has no option for it. None for an unknown one.
    fn of(file: &Path) -> Option<Format> {
        Some(match file.extension()?.to_str()? {
            "json" => Format::Speedscope,
            "cpuprofile" => Format::DevTools,
            "heapprofile" => Format::DevToolsMemory,
            "pb" | "pprof" => Format::Pprof,
            "txt" | "collapsed" | "folded" => Format::Collapsed,
            "svg" => Format::FlameGraph,
            _ => return None,
        })
    }
}

impl ProfileTo {
    /// Returns where a profile goes that the command line names a file for. The error says which names there are.
    pub fn file(name: &str) -> Result<ProfileTo, String> {
        let file = PathBuf::from(name);
        match Format::of(&file) {
            Some(_) => Ok(ProfileTo::File(file)),
            None => Err(format!(
                "a file that ends with .json (speedscope), .cpuprofile, .heapprofile, .pb (pprof), .txt (collapsed stacks) or .svg, not '{name}'"
            )),
        }
    }
}

impl Measures {
    /// Begins to measure.
    pub fn begin(&self, engine: &mut Engine) {
        if self.profile.is_some() {
            engine.start_profile(match self.by {
                By::Fuel => Sampling::default(),
                By::Time => Sampling::Time(BETWEEN),
                By::Memory => Sampling::Memory(BYTES_BETWEEN),
            });
        }
        if self.coverage.is_some() {
            engine.start_coverage_of(is_of_program);
        }
    }

    /// Ends what was begun, and writes it. Returns the exit code: [`FAILURE`] at least where a file cannot be written.
    pub fn end(&self, engine: &mut Engine, code: u8) -> u8 {
        let (profile, coverage) = (engine.end_profile(), engine.end_coverage());
        self.write_all(profile, coverage, code)
    }

    /// Ends it within a call, where the program leaves at once: see [`Measures::end`].
    pub fn end_within(&self, cx: &mut Context<'_>, code: u8) -> u8 {
        let (profile, coverage) = (cx.end_profile(), cx.end_coverage());
        self.write_all(profile, coverage, code)
    }

    fn write_all(&self, profile: Option<Profile>, coverage: Option<Coverage>, code: u8) -> u8 {
        let code = self.write(profile, code);
        match &self.collected {
            Some(collected) => {
                *collected.0.lock().unwrap_or_else(PoisonError::into_inner) = coverage;
                code
            }
            None => self.write_coverage(coverage, code),
        }
    }

    /// The coverage of a run that has kept it for the others.
    pub fn taken(&self) -> Option<Coverage> {
        self.collected.as_ref()?.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Writes coverage to the folder that the command line names.
    pub fn write_coverage(&self, coverage: Option<Coverage>, code: u8) -> u8 {
        let (Some(folder), Some(mut coverage)) = (&self.coverage, coverage) else { return code };
        coverage.rename(name_of_file);
        match write_coverage(&coverage, folder) {
            Ok(()) => code,
            Err(message) => {
                eprintln!("ferrotape: {message}");
                code.max(FAILURE)
            }
        }
    }

    /// Writes the profile, if one was asked for. Returns the exit code, which a failed write makes at least
    /// [`FAILURE`].
    fn write(&self, profile: Option<Profile>, code: u8) -> u8 {
        let (Some(to), Some(profile)) = (&self.profile, profile) else { return code };
        match to {
            ProfileTo::Terminal => {
                eprint!("{}", table(&profile));
                code
            }
            ProfileTo::File(file) => match std::fs::write(file, encoded(&profile, file)) {
                Ok(()) => code,
                Err(error) => {
                    eprintln!("ferrotape: cannot write {}: {}", file.display(), in_words(&error));
                    code.max(FAILURE)
                }
            },
        }
    }
}

fn encoded(profile: &Profile, file: &Path) -> Vec<u8> {
    match Format::of(file).unwrap_or(Format::Speedscope) {
        Format::Speedscope => profile.to_speedscope().into_bytes(),
        Format::DevTools => profile.to_cpuprofile().into_bytes(),
        Format::DevToolsMemory => profile.to_heapprofile().into_bytes(),
        Format::Pprof => profile.to_pprof(),
        Format::Collapsed => profile.to_collapsed().into_bytes(),
        Format::FlameGraph => profile.to_svg().into_bytes(),
    }
}

/// Returns whether a text is none of the command's own modules.
fn is_of_program(name: &str) -> bool {
    !name.starts_with("node:") && !name.starts_with("ferrotape:")
}

/// The name under which coverage has a text: the path of a file. None for the command's own modules.
fn name_of_file(name: &str) -> Option<String> {
    if !is_of_program(name) {
        return None;
    }
    let path = std::env::current_dir().unwrap_or_default().join(name);
    Some(if name.starts_with('<') { name.to_owned() } else { path.to_string_lossy().into_owned() })
}

/// Writes the files of a coverage, and a line on standard error.
fn write_coverage(coverage: &Coverage, folder: &Path) -> Result<(), String> {
    let cannot = |path: &Path, error: &std::io::Error| format!("cannot write {}: {}", path.display(), in_words(error));
    std::fs::create_dir_all(folder).map_err(|error| cannot(folder, &error))?;
    let files =
        [("lcov.info", coverage.to_lcov()), ("v8.json", coverage.to_v8_json()), ("index.html", coverage.to_html())];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| cannot(&path, &error))?;
    }
    let shown = |share: Share| format!("{:.1} % ({}/{})", share.percent(), share.run, share.all);
    let [lines, branches, functions] = [coverage.lines(), coverage.branches(), coverage.functions()].map(shown);
    eprintln!("coverage: lines {lines}, branches {branches}, functions {functions}; see {}", folder.display());
    Ok(())
}

/// The functions and lines that took most:
///
/// ```text
/// 1,200,034 units of work, 120 samples
///    own  total  function
///  61.2%  61.2%  busy (a.js:3:1)
///    own  total  line
///  40.1%  40.1%  a.js:4
/// ```
fn table(profile: &Profile) -> String {
    let total = profile.total();
    let amount = match profile.is_by_time() {
        true => shown_duration(total as f64),
        false if profile.is_by_memory() => format!("{} bytes", shown_number(total)),
        false => format!("{} units of work", shown_number(total)),
    };
    let mut text = format!("{amount}, {} samples\n   own  total  function\n", shown_number(profile.samples()));
    let share = |part: u64| 100.0 * part as f64 / total.max(1) as f64;
    for cost in profile.functions().iter().filter(|cost| cost.total > 0).take(LISTED) {
        let place = match cost.source.as_str() {
            "" => String::new(),
            source => format!(" ({source}:{}:{})", cost.line, cost.column),
        };
        let name = excerpt::one_line(&format!("{}{place}", cost.name));
        text += &format!("{:5.1}% {:5.1}%  {name}\n", share(cost.own), share(cost.total));
    }
    text += "   own  total  line\n";
    for cost in profile.lines().iter().filter(|cost| cost.own > 0).take(LISTED_LINES) {
        let name = excerpt::one_line(&format!("{}:{}", cost.source, cost.line));
        text += &format!("{:5.1}% {:5.1}%  {name}\n", share(cost.own), share(cost.total));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_name_tells_the_format() {
        assert_eq!(ProfileTo::file("a/b.svg"), Ok(ProfileTo::File("a/b.svg".into())));
        assert_eq!(Format::of(Path::new("x.speedscope.json")), Some(Format::Speedscope));
        assert!(ProfileTo::file("svg").is_err() && ProfileTo::file("a.exe").is_err() && ProfileTo::file("").is_err());
    }
}
