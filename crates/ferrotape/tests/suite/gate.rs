//! The gate that files are read through: paths, links, special files and sizes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use ferrotape::modules::{FileError, FileGate, ReadLimits};
use ferrotape::{AsContext, Engine, ErrorKind, Termination};

fn none() -> ReadLimits<'static> {
    ReadLimits::none()
}

/// A folder with `inside/a.txt`, `inside/sub` and `secret.txt`.
fn folder(name: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("ferrotape-gate-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("inside/sub")).expect("a folder");
    fs::write(root.join("inside/a.txt"), "a").expect("a file");
    fs::write(root.join("secret.txt"), "secret").expect("a file");
    root.canonicalize().expect("it is there")
}

#[test]
fn what_is_outside_is_refused_unseen() {
    let root = folder("outside");
    let gate = FileGate::new().folder(root.join("inside")).expect("a folder");
    for path in ["inside/a.txt", "inside/./a.txt", "inside/sub/../a.txt", "inside/../inside/a.txt"] {
        assert_eq!(gate.read_text(root.join(path), &mut none()).expect(path), "a");
    }
    for path in
        ["secret.txt", "none.txt", "inside/../secret.txt", "inside/../none.txt", "insider", ".", "", "inside/sub/../.."]
    {
        let found = gate.find(root.join(path), &mut none());
        assert!(matches!(found, Err(FileError::Outside)), "{path}: {found:?}");
    }
    for path in ["inside/none.txt", "inside/a.txt/x", "inside/a\0.txt", &format!("inside/{}", "x".repeat(300))] {
        let found = gate.find(root.join(path), &mut none());
        assert!(matches!(found, Err(FileError::Missing)), "{path}: {found:?}");
    }
    let long = "sub/../".repeat(10_000);
    assert!(matches!(gate.find(root.join("inside").join(long), &mut none()), Err(FileError::Missing)));
    for path in ["inside", "inside/sub"] {
        assert!(matches!(gate.open(root.join(path), &mut none()), Err(FileError::NotAFile)), "{path}");
    }
    fs::remove_dir_all(root).expect("gone");
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere_else() {
    use std::os::unix::fs::symlink;
    let root = folder("links");
    let link = |target: &Path, path: &str| symlink(target, root.join(path)).expect("a link");
    link(&root.join("secret.txt"), "inside/secret.txt");
    link(&root.join("none.txt"), "inside/none.txt");
    link(Path::new("../secret.txt"), "inside/relative.txt");
    link(Path::new("../none.txt"), "inside/relative-none.txt");
    link(&root, "inside/up");
    link(Path::new("up"), "inside/up-again");
    link(Path::new("circle"), "inside/circle");
    link(Path::new("/dev/zero"), "inside/zero");
    link(&root.join("inside/a.txt"), "inside/b.txt");
    link(Path::new("../../inside/./b.txt"), "inside/sub/c.txt");
    link(&root.join("inside"), "alias");
    link(&root.join("alias/a.txt"), "inside/by-alias.txt");
    let gate = FileGate::new().folder(root.join("alias")).expect("a folder");
    let outside = [
        "secret.txt",
        "none.txt",
        "relative.txt",
        "relative-none.txt",
        "up",
        "up/secret.txt",
        "up-again/none.txt",
        "zero",
    ];
    for path in outside {
        let found = gate.read(root.join("inside").join(path), &mut none());
        assert!(matches!(found, Err(FileError::Outside)), "{path}: {found:?}");
    }
    assert!(matches!(gate.find(root.join("inside/circle"), &mut none()), Err(FileError::Missing)));
    for path in ["inside/b.txt", "inside/sub/c.txt", "alias/a.txt", "alias/b.txt", "inside/by-alias.txt"] {
        assert_eq!(gate.read_text(root.join(path), &mut none()).expect(path), "a");
    }
    let entry = gate.find_entry(root.join("alias/secret.txt"), &mut none()).expect("the link itself");
    assert_eq!(entry, root.join("inside/secret.txt"));
    assert!(matches!(gate.find_entry(root.join("alias"), &mut none()), Err(FileError::Outside)));
    fs::remove_dir_all(root).expect("gone");
}

#[cfg(unix)]
#[test]
fn special_files_are_none() {
    let root = folder("special");
    let made = std::process::Command::new("mkfifo").arg(root.join("inside/pipe")).status();
    let gate = FileGate::new().folder(root.join("inside")).expect("a folder");
    if made.is_ok_and(|status| status.success()) {
        assert!(matches!(gate.read(root.join("inside/pipe"), &mut none()), Err(FileError::NotAFile)));
    }
    let everything = FileGate::new().folder("/").expect("a folder");
    for path in ["/dev/null", "/dev/zero", "/proc/self/environ", "/proc/self/pagemap", "/proc/version"] {
        let read = everything.read(path, &mut none());
        assert!(matches!(read, Err(FileError::NotAFile | FileError::Missing)), "{path}");
    }
    if Path::new("/proc/version").exists() {
        let named = FileGate::new().folder("/proc").expect("a folder");
        assert!(!named.read("/proc/version", &mut none()).expect("it was named").is_empty());
    }
    fs::remove_dir_all(root).expect("gone");
}

#[test]
fn sizes_are_known_before_anything_is_read() {
    let root = folder("sizes");
    let sparse = File::create(root.join("inside/sparse")).expect("a file");
    sparse.set_len(1 << 40).expect("a system with sparse files");
    let gate = FileGate::new().folder(root.join("inside")).expect("a folder");
    assert!(matches!(gate.read(root.join("inside/sparse"), &mut none()), Err(FileError::TooLarge(_))));
    sparse.set_len(40 << 20).expect("shorter");
    let mut engine = Engine::new();
    engine.set_memory_limit(16 << 20);
    let reading = |cx: &mut ferrotape::Context<'_>| {
        cx.reading(|limits| {
            let read = gate.read(root.join("inside/sparse"), limits);
            assert!(matches!(read, Err(FileError::Stopped(Termination::OutOfMemory))));
            assert_eq!(limits.ended(), Some(Termination::OutOfMemory));
            // The run is over, whatever is asked.
            assert!(limits.tick(0).is_err() && limits.charge(0).is_err());
        })
    };
    let ended = engine.enter(reading).expect_err("the run is over");
    assert_eq!(ended.kind(), ErrorKind::Termination(Termination::OutOfMemory));
    fs::remove_dir_all(root).expect("gone");
}
