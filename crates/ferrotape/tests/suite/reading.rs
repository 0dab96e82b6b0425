//! Loaders and host functions that read within the limits of the calling engine.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ferrotape::modules::{
    FileGate, ImportMap, LoadError, LoaderChain, ModuleLoader, ModuleSource, ModuleType, ReadLimits,
};
use ferrotape::{Backend, Context, Engine, Error, ErrorKind, FileLoader, MemoryLoader, Termination};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ferrotape-reading-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A slow module, which ignores why it is told to end.
struct Slow;

impl ModuleLoader for Slow {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn load(&mut self, _: &str) -> Result<String, String> {
        Err("engines ask within limits".to_owned())
    }

    fn load_within(
        &mut self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<ModuleSource, LoadError> {
        match name {
            "work" => drop((0..1_000_000).map_while(|_| limits.tick(1000).ok()).last()),
            "memory" => drop((0..1_000_000).map_while(|_| limits.charge(1 << 16).ok()).last()),
            _ => return Ok(ModuleSource::Text(format!("export default '{name} {module_type:?}'"))),
        }
        Ok(ModuleSource::Text("export default 'never'".to_owned()))
    }
}

type SetLoader = Box<dyn FnOnce(&mut Engine)>;

/// The loader by itself, in a chain after others, and behind a map.
fn loaders() -> [SetLoader; 3] {
    [
        Box::new(|engine| engine.set_module_loader(Slow)),
        Box::new(|engine| engine.set_module_loader(LoaderChain::new().and(MemoryLoader::new()).and(Slow))),
        Box::new(|engine| engine.set_module_loader(ImportMap::new(LoaderChain::new().and(Slow)).import("w", "work"))),
    ]
}

#[test]
fn what_loaders_do_ends_with_the_run() {
    for backend in [Backend::Register, Backend::Stack] {
        for set_loader in loaders() {
            let mut engine = Engine::builder().backend(backend).memory_limit(16 << 20).build().expect("an engine");
            set_loader(&mut engine);
            engine.set_fuel(Some(10_000_000));
            let ended = |error: Error| error.kind();
            let stopped = |engine: &mut Engine, name, text| engine.run_module(name, text).map_err(ended).err();
            let out_of_fuel = Some(ErrorKind::Termination(Termination::OutOfFuel));
            assert_eq!(stopped(&mut engine, "fuel", "import 'work'"), out_of_fuel);
            engine.set_fuel(None);
            engine.set_timeout(Some(Duration::from_millis(50)));
            let began = Instant::now();
            let late = stopped(&mut engine, "time", "try { await import('work') } catch {}");
            // The loader may come to its end in the remaining time.
            assert!(late.is_none_or(|kind| kind == ErrorKind::Termination(Termination::DeadlineReached)));
            assert!(began.elapsed() < Duration::from_secs(20));
            engine.set_timeout(None);
            let out_of_memory = Some(ErrorKind::Termination(Termination::OutOfMemory));
            assert_eq!(stopped(&mut engine, "memory-main", "try { await import('memory') } catch {}"), out_of_memory);
            // The charge is released again.
            let text = "import a from 'a'; import b from 'b' with { type: 'text' }; export default a + b";
            let main = engine.run_module("again", text).expect("it runs");
            let main = main.as_object().expect("a namespace");
            let both: String = main.get(&mut engine, "default").expect("a text");
            assert_eq!(both, "a Sourceexport default 'b Text'");
        }
    }
}

#[test]
fn files_are_charged_before_they_are_read() {
    let folder = folder("files");
    fs::write(folder.join("large.mjs"), vec![b' '; 40 << 20]).expect("written");
    fs::write(folder.join("broken.mjs"), [b"(".as_slice(), &vec![b' '; 3 << 20]].concat()).expect("written");
    let mut engine = Engine::builder().memory_limit(16 << 20).build().expect("an engine");
    engine.set_module_loader(FileLoader::new(&folder).expect("a folder"));
    for attribute in ["", " with { type: 'json' }", " with { type: 'text' }"] {
        let error = engine.run_module("main", format!("import './large.mjs'{attribute}")).expect_err("no room");
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory), "{attribute}");
    }
    // Failures are not kept.
    for number in 0..10 {
        let error = engine.run_module(&format!("main{number}"), "import './broken.mjs'").expect_err("broken");
        assert_eq!(error.name(), Some("SyntaxError"), "{error}");
    }
    engine
        .run_module("last", "await import('./broken.mjs', { with: { type: 'json' } }).catch(() => 0)")
        .expect("caught");
    fs::remove_dir_all(folder).expect("gone");
}

#[test]
fn functions_of_the_host_read_within_the_limits() {
    let folder = folder("functions");
    let path = folder.join("large");
    fs::write(&path, vec![b' '; 40 << 20]).expect("written");
    let gate = FileGate::new().folder(&folder).expect("a folder");
    let mut engine = Engine::builder().memory_limit(16 << 20).build().expect("an engine");
    let read = move |cx: &mut Context<'_>| cx.reading(|limits| gate.read(&path, limits).map_or(0, |bytes| bytes.len()));
    engine.define("read", read).expect("defined");
    let ended = |engine: &mut Engine| engine.eval::<f64>("try { read() } catch { -1 }").map_err(|error| error.kind());
    assert_eq!(ended(&mut engine), Err(ErrorKind::Termination(Termination::OutOfMemory)));
    engine.set_memory_limit(Some(100 << 20));
    assert_eq!(ended(&mut engine), Ok(f64::from(40 << 20)));
    engine.set_fuel(Some(100_000));
    assert_eq!(ended(&mut engine), Err(ErrorKind::Termination(Termination::OutOfFuel)));
    fs::remove_dir_all(folder).expect("gone");
}
