//! Node's modules for packages: the scripts of `tests/node` print what node 20 prints, on both machines. If node is
//! installed, the expected outputs themselves are compared with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::runner::{Run, failures, ferrotape, files_below, root};

/// Makes an empty folder for the files of a script.
fn folder_for(script: &Path, who: &str) -> PathBuf {
    let name = script.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("node-modules").join(format!("{who}-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder.canonicalize().expect("it is there")
}

fn scripts() -> Vec<PathBuf> {
    ["js", "mjs"].iter().flat_map(|ending| files_below(&root().join("tests/node"), ending)).collect()
}

fn compared(script: &Path, printed: &str) -> Result<(), String> {
    let expected = fs::read_to_string(script.with_extension("expected")).map_err(|error| error.to_string())?;
    for (line, (wanted, got)) in expected.lines().zip(printed.lines()).enumerate() {
        if wanted != got {
            return Err(format!("{}: line {}: {got:?}, not {wanted:?}", script.display(), line + 1));
        }
    }
    let counts = (expected.lines().count(), printed.lines().count());
    if counts.0 == counts.1 { Ok(()) } else { Err(format!("{}: {counts:?} lines", script.display())) }
}

#[test]
fn modules_print_what_nodes_print() {
    let all = scripts();
    assert!(all.len() >= 7, "only {} scripts", all.len());
    for machine in ["register", "stack"] {
        let wrong = failures(&all, |script| {
            let folder = folder_for(script, machine);
            let [read, write] = ["read", "write"].map(|what| format!("--allow-{what}={}", folder.display()));
            let (script_path, inner) = (script.to_string_lossy(), folder.join("files"));
            let options = ["--backend", machine, "--commonjs", &read, &write, &script_path, &inner.to_string_lossy()];
            let outcome = ferrotape(&options);
            match outcome.code {
                Some(0) => compared(script, &outcome.stdout),
                _ => Err(format!("{}: {}", script.display(), outcome.stderr)),
            }
        });
        assert!(wrong.is_empty(), "{machine}: {}", wrong.join("\n"));
    }
}

#[test]
fn node_prints_what_is_expected_of_it() {
    let version = Command::new("node").arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    if !version.starts_with("v20.") {
        return;
    }
    let wrong = failures(&scripts(), |script| {
        let once = || {
            let inner = folder_for(script, "node").join("files");
            let output = Command::new("node").arg("--no-deprecation").arg(script).arg(inner).output();
            compared(script, &String::from_utf8_lossy(&output.expect("it runs").stdout))
        };
        // Node's threads answer in another order now and then where others keep the cores busy.
        once().or_else(|_| once()).or_else(|_| once())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn run(options: &[&str], code: &str) -> (String, Option<i32>) {
    let mut arguments = vec!["--commonjs"];
    arguments.extend(options);
    arguments.extend(["-e", code]);
    let outcome = ferrotape(&arguments);
    (outcome.stdout + &outcome.stderr, outcome.code)
}

/// The exit code is 7 where a listener for exceptions throws, and nobody is told of that end. What a listener for the end throws,
/// a listener for exceptions handles.
#[test]
fn ends_by_listeners_are_those_of_node() {
    let exit = "process.on('exit', code => console.log('exit', code));";
    let throws = "process.on('uncaughtException', error => { console.log('told', error); throw 'again' });";
    let hears = "process.on('uncaughtException', error => console.log('told', error));";
    let ends = "process.on('exit', () => { throw 'at the end' });";
    for (code, said, ended) in [
        (format!("{throws}{exit}throw 1"), "told 1\n", 7),
        (format!("{throws}{exit}queueMicrotask(() => {{ throw 1 }})"), "told 1\n", 7),
        (format!("process.on('uncaughtExceptionMonitor', () => {{ throw 2 }});{exit}throw 1"), "", 7),
        (format!("process.setUncaughtExceptionCaptureCallback(() => {{ throw 2 }});{exit}throw 1"), "", 7),
        (format!("process.on('unhandledRejection', () => {{ throw 2 }});{exit}Promise.reject(1)"), "exit 1\n", 1),
        (format!("{hears}{ends}{exit}"), "told at the end\n", 0),
        (format!("{hears}{ends}{exit}process.exitCode = 9"), "told at the end\n", 9),
        (format!("{throws}{ends}{exit}"), "told at the end\n", 7),
        (format!("{ends}{exit}"), "", 1),
        (format!("{exit}process.reallyExit(4)"), "", 4),
        (
            format!(
                "{exit}const really = process.reallyExit;process.reallyExit = code => {{ console.log('really', code); really(code) }};process.exit(3)"
            ),
            "exit 3\nreally 3\n",
            3,
        ),
    ] {
        let outcome = ferrotape(&["--commonjs", "-e", &code]);
        assert_eq!((outcome.stdout.as_str(), outcome.code), (said, Some(ended)), "{code}: {}", outcome.stderr);
    }
}

/// A script learns nothing of files that it may not use, not even whether they are there.
#[test]
fn files_without_a_grant_are_all_alike() {
    let there = root().join("Cargo.toml").to_string_lossy().into_owned();
    let code = format!(
        "const fs = require('fs'), gone = '/nowhere/at/all';
         const calls = ['readFileSync', 'statSync', 'lstatSync', 'readdirSync', 'accessSync', 'realpathSync', 'openSync',
           'unlinkSync', 'rmdirSync', 'mkdirSync', 'rmSync', 'createReadStream'];
         const said = (call, path) => {{ try {{ fs[call](path); return 'none' }} catch (error) {{
           return error.code + error.message.replace(path, '') }} }};
         for (const call of calls) {{
           if (call === 'createReadStream') {{ for (const path of [{there:?}, gone])
             fs[call](path).on('error', error => print('stream', error.code)).resume(); continue }}
           const [a, b] = [said(call, {there:?}), said(call, gone)];
           if (a !== b || !a.startsWith('EACCES') || !a.includes('--allow-')) print(call, a, b) }}
         print(fs.existsSync({there:?}), fs.existsSync(gone));
         for (const f of [() => fs.writeFileSync(gone, 'x'), () => fs.renameSync({there:?}, gone), () => fs.copyFileSync({there:?}, gone)])
           try {{ f() }} catch (error) {{ print(error.code) }}
         fs.promises.readFile({there:?}).catch(error => print(error.code, error.syscall));
         fs.readFile({there:?}, error => print(error.code))"
    );
    let expected = "false false\nEACCES\nEACCES\nEACCES\nEACCES open\nstream EACCES\nstream EACCES\nEACCES\n";
    let (said, code) = run(&[], &code);
    assert_eq!(code, Some(0), "{said}");
    let mut lines: Vec<&str> = said.lines().collect();
    let mut wanted: Vec<&str> = expected.lines().collect();
    lines.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(lines, wanted);
}

/// Node writes the lines of such links.
#[test]
fn links_of_hints_are_one_line() {
    let code = "const { ServerResponse } = require('http');
        const response = () => Object.assign(new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} }), { sendDate: false });
        const links = ['</a\\r\\nx: y>; rel=z', '</a>\\n; rel=z', '</a>; rel=z;\\r\\nx', '</\\u010a>', '</a>;a=b=\"c\"', '<>' + ';a=b'.repeat(100) + '\"'];
        for (const link of links) try {
          response().writeEarlyHints({ link });
          print('written');
        } catch (error) { print(error.code) }";
    let invalid = "ERR_INVALID_CHAR\n".repeat(4);
    assert_eq!(run(&["--time", "5s"], code), (format!("{invalid}written\nERR_INVALID_ARG_VALUE\n"), Some(0)));
}

/// A grant for reading is none for writing, and links and `..` lead nowhere else.
#[test]
fn grants_are_what_they_say() {
    let folder = folder_for(Path::new("grants"), "own");
    fs::create_dir_all(folder.join("in")).expect("a folder");
    fs::write(folder.join("in/a.txt"), "a").expect("written");
    fs::write(folder.join("secret.txt"), "secret").expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("secret.txt"), folder.join("in/link")).expect("a link");
    let inner = folder.join("in").to_string_lossy().into_owned();
    let code = format!(
        "const fs = require('fs'), d = {inner:?};
         const said = f => {{ try {{ return f() }} catch (error) {{ return error.code }} }};
         print(said(() => fs.readFileSync(d + '/a.txt', 'utf8')), said(() => fs.writeFileSync(d + '/a.txt', 'b')),
           said(() => fs.readFileSync(d + '/../secret.txt')), said(() => fs.readFileSync(d + '/link')),
           said(() => fs.readFileSync(Buffer.from(d + '/a.txt')).length), said(() => fs.unlinkSync(d + '/a.txt')))"
    );
    let (said, _) = run(&[&format!("--allow-read={inner}")], &code);
    let link = if cfg!(unix) { "EACCES" } else { "ENOENT" };
    assert_eq!(said, format!("a EACCES EACCES {link} 1 EACCES\n"));
    let (said, _) = run(&[&format!("--allow-write={inner}")], &code);
    assert_eq!(said, "EACCES undefined EACCES EACCES EACCES undefined\n");
}

/// A file is opened to be written only where that is allowed, and only if it is there.
#[test]
fn files_are_opened_for_what_is_allowed() {
    let folder = folder_for(Path::new("opened"), "own");
    fs::create_dir_all(folder.join("sub")).expect("a folder");
    fs::write(folder.join("a.txt"), "kept").expect("written");
    let inner = folder.to_string_lossy().into_owned();
    let code = format!(
        "const fs = require('fs'), d = {inner:?}, {{ O_WRONLY, O_RDWR, O_APPEND, O_TRUNC }} = fs.constants;
         const said = f => {{ try {{ return fs.closeSync(f()) }} catch (error) {{ return error.code }} }};
         for (const name of ['/a.txt', '/none', '/sub'])
           print(['r+', 'rs+', O_WRONLY, O_RDWR, O_WRONLY | O_APPEND, O_WRONLY | O_TRUNC * (name !== '/a.txt')].map(flag => said(() => fs.openSync(d + name, flag))).join())"
    );
    let [read, write] = ["read", "write"].map(|what| format!("--allow-{what}={inner}"));
    let all = |code: &str| format!("{}\n", [code; 6].join(",")).repeat(3);
    assert_eq!(run(&[&read], &code).0, all("EACCES"));
    let expected = format!("{}\n{}\n{}\n", ",".repeat(5), ["ENOENT"; 6].join(","), ["EISDIR"; 6].join(","));
    assert_eq!(run(&[&read, &write], &code).0, expected);
    assert_eq!(fs::read_to_string(folder.join("a.txt")).expect("it is there"), "kept");
}

/// Links are refused where that is asked, by the grant that the file is opened with. What is no folder is not emptied.
#[cfg(unix)]
#[test]
fn links_are_refused_where_that_is_asked() {
    let folder = folder_for(Path::new("no-links"), "own");
    fs::create_dir_all(folder.join("in")).expect("a folder");
    fs::write(folder.join("in/a.txt"), "a").expect("written");
    fs::write(folder.join("secret.txt"), "secret").expect("written");
    std::os::unix::fs::symlink(folder.join("secret.txt"), folder.join("in/link")).expect("a link");
    let inner = folder.join("in").to_string_lossy().into_owned();
    let code = format!(
        "const fs = require('fs'), d = {inner:?}, {{ O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_TRUNC, O_WRONLY }} = fs.constants;
         const said = f => {{ try {{ return f() }} catch (error) {{ return error.code }} }};
         const read = name => said(() => fs.readFileSync(d + name, {{ flag: O_NOFOLLOW, encoding: 'utf8' }}));
         const write = name => said(() => fs.writeFileSync(d + name, 'b', {{ flag: O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY }}));
         print(read('/a.txt'), read('/link'), read('/none'), said(() => typeof fs.openSync(d, O_DIRECTORY | O_NOFOLLOW)),
           said(() => fs.openSync(d + '/a.txt', O_DIRECTORY | O_TRUNC | O_WRONLY)), write('/link'), write('/b.txt'),
           said(() => fs.openSync(d + '/link', O_DIRECTORY | O_NOFOLLOW)))"
    );
    let (said, _) = run(&[&format!("--allow-read={inner}")], &code);
    assert_eq!(said, "a ELOOP ENOENT number EACCES EACCES EACCES ENOTDIR\n");
    let (said, _) = run(&[&format!("--allow-write={inner}")], &code);
    assert_eq!(said, "EACCES EACCES EACCES EACCES ENOTDIR ELOOP undefined EACCES\n");
    let written =
        ["in/a.txt", "in/b.txt", "secret.txt"].map(|name| fs::read_to_string(folder.join(name)).expect("it is there"));
    assert_eq!(written, ["a", "b", "secret"]);
}

/// A file that must be new is none that is there, also for a script that may only write. An empty path is no path at all.
#[test]
fn files_that_must_be_new_are_new() {
    let folder = folder_for(Path::new("new-files"), "own");
    fs::write(folder.join("a.txt"), "kept").expect("written");
    let shown = folder.to_string_lossy().into_owned();
    let code = format!(
        "const fs = require('fs'), d = {shown:?};
         const said = f => {{ try {{ return f() }} catch (error) {{ return error.code }} }};
         print(said(() => fs.writeFileSync(d + '/a.txt', 'b', {{ flag: 'wx' }})), said(() => fs.openSync(d + '/a.txt', 'ax')),
           said(() => fs.writeFileSync(d + '/b.txt', 'b', {{ flag: 'wx' }})), said(() => fs.rmSync('', {{ recursive: true }})))"
    );
    let (said, _) = run(&[&format!("--allow-write={shown}")], &code);
    assert_eq!(said, "EEXIST EEXIST undefined ENOENT\n");
    assert_eq!(fs::read_to_string(folder.join("a.txt")).expect("it is there"), "kept");
}

/// To write is not to read: nothing is moved to where it could be read, by itself or with the folder that it is in.
#[test]
fn renames_show_nothing() {
    let folder = folder_for(Path::new("renames"), "own");
    for name in ["in/shown", "out/shown"] {
        fs::create_dir_all(folder.join(name)).expect("a folder");
    }
    for name in ["secret.txt", "out/shown/secret.txt", "in/shown/a.txt"] {
        fs::write(folder.join(name), "x").expect("written");
    }
    let (whole, shown) =
        (folder.to_string_lossy().into_owned(), folder.join("in/shown").to_string_lossy().into_owned());
    let code = format!(
        "const fs = require('fs'), d = {whole:?};
         const moved = (from, to) => {{ try {{ fs.renameSync(d + from, d + to); return 'moved' }} catch (error) {{ return error.code }} }};
         print(moved('/secret.txt', '/in/shown/b.txt'), moved('/nowhere.txt', '/in/shown/b.txt'), moved('/out', '/in/shown/out'),
           moved('/in', '/old'), moved('/out', '/in'), moved('/old', '/in'));
         print(moved('/secret.txt', '/public.txt'), moved('/out/shown', '/out/hidden'))"
    );
    let (said, _) = run(&[&format!("--allow-write={whole}"), &format!("--allow-read={shown}")], &code);
    assert_eq!(said, "EACCES EACCES EACCES moved EACCES EACCES\nmoved moved\n");
}

/// Files of the program's own folder can be read by their extension: a new name does not make a part of the program of another
/// file, nor does the name of the program itself.
#[test]
fn renames_make_no_parts_of_a_program() {
    let folder = folder_for(Path::new("renames"), "parts");
    let other = folder_for(Path::new("renames"), "elsewhere");
    let program = folder.join("main");
    for name in ["secret.txt", "a.json", "b.json.tmp", ".env"] {
        fs::write(folder.join(name), "1").expect("written");
    }
    fs::create_dir_all(other.join("inner")).expect("a folder");
    fs::write(other.join("inner/x.json"), "1").expect("written");
    fs::write(other.join("y.json"), "1").expect("written");
    let (own, elsewhere) = (folder.to_string_lossy().into_owned(), other.to_string_lossy().into_owned());
    let code = format!(
        "const fs = require('fs'), d = {own:?}, e = {elsewhere:?};
         const moved = (from, to) => {{ try {{ fs.renameSync(from, to); return 'moved' }} catch (error) {{ return error.code }} }};
         print(moved(d + '/secret.txt', d + '/s.json'), moved(d + '/.env', d + '/e.js'), moved(d + '/secret.txt', d + '/main'),
           moved(d + '/b.json.tmp', d + '/b.json'), moved(d + '/secret.txt', d + '/s.coffee'));
         print(moved(e + '/y.json', d + '/y.json'), moved(e + '/inner', d + '/inner'), moved(d + '/a.json', d + '/b.json'),
           moved(d + '/secret.txt', d + '/public.txt'), moved(e + '/y.json', e + '/z.json'));"
    );
    fs::write(&program, code).expect("written");
    let program = program.to_string_lossy().into_owned();
    let (own, elsewhere) = (format!("--allow-write={own}"), format!("--allow-write={elsewhere}"));
    let outcome = ferrotape(&["--commonjs", &own, &elsewhere, &program]);
    assert_eq!(
        outcome.stdout, "EACCES EACCES EACCES EACCES EACCES\nEACCES EACCES moved moved moved\n",
        "{}",
        outcome.stderr
    );
    fs::write(folder.join("b.json.tmp"), "1").expect("written");
    let readable = own.replace("write", "read");
    let code = format!("print(require('fs').renameSync({:?}, {:?}))", folder.join("b.json.tmp"), folder.join("b.json"));
    let (said, _) = run(&[&own, &readable], &code);
    assert_eq!(said, "undefined\n");
}

/// Natives count their work and their memory: an enemy cannot keep the machine busy through them.
#[test]
fn limits_hold_in_natives() {
    for code in [
        "const b = Buffer.alloc(1 << 20); for (;;) b.toString('hex')",
        "const b = Buffer.alloc(1 << 20), s = b.toString('base64'); for (;;) Buffer.from(s, 'base64')",
        "const b = Buffer.alloc(1 << 22), c = Buffer.alloc(1 << 22); for (;;) b.equals(c)",
        "const h = require('crypto').createHash('sha512'), b = Buffer.alloc(1 << 22); for (;;) h.update(b)",
        "for (;;) require('crypto').randomBytes(1 << 20)",
        "const b = Buffer.alloc(1 << 20, 'a'); for (;;) b.indexOf('aaaaaaaaaaaaaaaab')",
        "new (require('stream').Readable)({ read() { this.push('x') } }).on('data', () => {})",
        "require('crypto').pbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512')",
        "require('vm').runInNewContext('for (;;) {}')",
        "require('vm').runInNewContext('for (;;) {}', {}, { timeout: 1e9 })",
        "for (;;) try { require('vm').runInNewContext('for (;;) {}', {}, { timeout: 1 }) } catch {}",
        "const vm = require('vm'); for (;;) vm.createContext({})",
        "for (;;) new (require('vm').Script)('a;'.repeat(1e5))",
        "for (;;) require('crypto').generateKeyPairSync('ec', { namedCurve: 'P-256' })",
        "const b = Buffer.alloc(1 << 20, 'abc'); for (;;) require('zlib').brotliCompressSync(b)",
        "const b = Buffer.alloc(1 << 24); require('zlib').brotliCompressSync(b); for (;;);",
        "for (;;) require('zlib').createBrotliCompress()",
        "const v8 = require('v8'), b = v8.serialize('a'.repeat(1 << 20)); for (;;) v8.deserialize(b)",
    ] {
        let (said, exit) = run(&["--fuel=20M"], code);
        assert_eq!(exit, Some(3), "{code}: {said}");
    }
    for code in [
        "Buffer.alloc(2 ** 31)",
        "const b = Buffer.alloc(1 << 23); b.toString('hex').length",
        "let s = 'a'.repeat(1 << 23); Buffer.from(s, 'utf16le')",
        "const all = []; for (;;) all.push(Buffer.from('x'.repeat(1000)))",
        "const all = []; for (;;) all.push(require('crypto').createHash('md5'))",
        "const all = []; for (;;) all.push(require('zlib').createBrotliCompress())",
        "const all = []; for (;;) all.push(require('vm').createContext({}))",
        "new (require('vm').Script)('[a,b];'.repeat(1e6))",
    ] {
        let (said, exit) = run(&["--memory=16M", "--time=20s"], code);
        assert!(exit == Some(3) || said.contains("RangeError"), "{code}: {exit:?} {said}");
    }
}

/// A program that patches globals changes its own modules at most, and gains nothing.
#[test]
fn patches_give_nothing() {
    let code = "Array.prototype.push = Function.prototype.call = Object.defineProperty = () => print('seen');
        const real = print; globalThis.Error = function () { return { stolen: true } };
        let native; Object.prototype.native = 5;
        try { require('fs').readFileSync('/etc/passwd') } catch (error) { real(error instanceof Object) }
        real(typeof require('fs').native, Object.keys(require('module')._cache).filter(name => name.startsWith('node:')).length)";
    let (said, _) = run(&[], code);
    assert!(!said.contains("root:"), "{said}");
    let code = "for (const name of ['internal/fs', 'internal/errors', 'internal/buffer', 'node:internal/fs', 'internal/readable'])
        try { require(name); print(name) } catch (error) { print(error.code) }";
    let expected = "MODULE_NOT_FOUND\n".repeat(3) + "ERR_UNKNOWN_BUILTIN_MODULE\nMODULE_NOT_FOUND\n";
    assert_eq!(run(&[], code).0, expected);
}

/// Whoever replaces what checks headers puts nothing into a request: they are checked again where it is sent.
#[test]
fn replaced_checks_let_nothing_through() {
    let code = "const http = require('http');
        RegExp.prototype.test = function () { return this.source.startsWith('^[!') };
        for (const more of [{ path: '/a\\r\\nX: 1' }, { headers: { 'x\\r\\nEvil': '1' } }, { headers: { y: 'a\\r\\nEvil: 3' } }])
          http.request({ host: '127.0.0.1', port: 9, path: '/', ...more }).on('error', error => print(error.message)).end()";
    let (said, _) = run(&["--allow-net=127.0.0.1"], code);
    assert!(said.lines().count() == 3 && !said.contains("connect"), "{said}");
}

/// Modules that load but are not implemented say so when they are used.
#[test]
fn what_is_not_here_says_so() {
    let code = "for (const [module, name] of [['child_process', 'execSync'], ['net', 'connect'], ['http2', 'connect'], ['vm', 'measureMemory'], ['v8', 'getHeapSnapshot']])
        try { require(module)[name]('x') } catch (error) { print(error.code, error.message) }
        try { require('async_hooks').createHook() } catch (error) { print(error.message) }
        try { require('sqlite') } catch (error) { print(error.message.split('\\n')[0]) }";
    let unavailable = "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM";
    let expected = format!(
        "{unavailable} child_process.execSync is not here\n{unavailable} net.connect is not here\n\
         {unavailable} http2.connect is not here\n\
         {unavailable} vm.measureMemory is not here\n{unavailable} v8.getHeapSnapshot is not here\n\
         async_hooks.createHook is not here\n\
         Cannot find module 'sqlite': it is Node's own, and there is nothing like it here\n"
    );
    assert_eq!(run(&[], code).0, expected);
}

/// So do options whose absence would change what is done.
#[test]
fn options_that_are_not_here_say_so() {
    let code = "const vm = require('vm'), crypto = require('crypto'), fs = require('fs');
        const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }), data = Buffer.from('x');
        for (const work of [
          () => vm.createContext({}, { codeGeneration: { strings: false } }), () => vm.createContext({}, { microtaskMode: 'afterEvaluate' }),
          () => vm.compileFunction('', [], { contextExtensions: [{}] }), () => crypto.generateKeyPairSync('dsa', {}),
          () => crypto.generateKeyPairSync('ec', { namedCurve: 'secp256k1' }), () => crypto.sign('md5', data, rsa.privateKey),
          () => crypto.sign('sha256', data, { key: rsa.privateKey, padding: crypto.constants.RSA_NO_PADDING }),
          () => crypto.publicEncrypt({ key: rsa.publicKey, padding: crypto.constants.RSA_X931_PADDING }, data),
          () => fs.cpSync('a', 'b', { preserveTimestamps: true }),
        ]) try { work(); print('done') } catch (error) { print(error.code.startsWith('ERR_FEATURE'), error.message) }";
    let expected = "true vm.createContext with codeGeneration is not here\ntrue vm.createContext with microtaskMode is not here\n\
        true vm.compileFunction with contextExtensions is not here\ntrue crypto with keys of type dsa is not here\n\
        true crypto with the curve secp256k1 is not here\ntrue crypto with signatures of md5 is not here\n\
        true crypto with signatures of this padding is not here\ntrue crypto.publicEncrypt with this padding is not here\n\
        true fs.cp with preserveTimestamps is not here\n";
    assert_eq!(run(&[], code).0, expected);
}

/// Copies of folders, folders that are read and streams reach nothing that single calls do not.
#[cfg(unix)]
#[test]
fn copies_and_streams_ask_the_gate() {
    let folder = folder_for(Path::new("copies"), "own");
    fs::create_dir_all(folder.join("in/deep")).expect("a folder");
    fs::create_dir_all(folder.join("out")).expect("a folder");
    fs::write(folder.join("secret.txt"), "secret").expect("written");
    std::os::unix::fs::symlink(folder.join("secret.txt"), folder.join("in/deep/link")).expect("a link");
    std::os::unix::fs::symlink(folder.join("out"), folder.join("in/away")).expect("a link");
    let code = format!(
        "const fs = require('fs'), d = {:?}, inner = d + '/in';
         const said = work => {{ try {{ return String(work()) }} catch (error) {{ return error.code }} }};
         print(said(() => fs.cpSync(d + '/secret.txt', inner + '/copy')), said(() => fs.cpSync(inner, d + '/out/copy', {{ recursive: true }})),
           said(() => fs.cpSync(inner + '/deep', inner + '/copies', {{ recursive: true, dereference: true }})),
           said(() => fs.cpSync(inner + '/deep', inner + '/links', {{ recursive: true }})),
           said(() => fs.cpSync(inner + '/../secret.txt', inner + '/copy')), said(() => fs.opendirSync(d)), said(() => fs.opendirSync(inner + '/away')),
           said(() => fs.cpSync(inner + '/deep', inner + '/away/x', {{ recursive: true, filter: () => true }})),
           said(() => fs.openSync(inner + '/away/new', 'w+')), said(() => fs.openSync(inner + '/deep/link', 'r+')));
         for (const stream of [fs.createReadStream(inner + '/deep/link'), fs.createWriteStream(inner + '/away/new'), fs.createWriteStream(inner + '/deep/link', {{ flags: 'r+', start: 1 }})])
           stream.on('error', error => print(error.code)).on('data', data => print('read', String(data))).on('open', () => print('open'));",
        folder.to_string_lossy()
    );
    let grant = folder.join("in").to_string_lossy().into_owned();
    let (said, code) = run(&[&format!("--allow-read={grant}"), &format!("--allow-write={grant}")], &code);
    assert_eq!(code, Some(0), "{said}");
    let missing = "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM";
    let expected =
        format!("EACCES EACCES EACCES {missing} EACCES EACCES EACCES EACCES EACCES EACCES\nEACCES\nEACCES\nEACCES\n");
    assert_eq!(said, expected);
    assert_eq!(fs::read_to_string(folder.join("secret.txt")).expect("it is there"), "secret");
    assert_eq!(fs::read_dir(folder.join("out")).expect("a folder").count(), 0);
}

/// Rights, owners and times change only where writing is allowed, and no bit lets a file run as its owner.
#[cfg(unix)]
#[test]
fn rights_and_times_ask_the_gate() {
    use std::os::unix::fs::{MetadataExt, symlink};
    let folder = folder_for(Path::new("rights"), "own");
    fs::create_dir_all(folder.join("in")).expect("a folder");
    fs::create_dir_all(folder.join("out")).expect("a folder");
    for name in ["secret.txt", "out/f", "in/own"] {
        fs::write(folder.join(name), "text").expect("written");
    }
    symlink(folder.join("secret.txt"), folder.join("in/link")).expect("a link");
    symlink(folder.join("out"), folder.join("in/away")).expect("a link");
    let facts = |name: &str| fs::metadata(folder.join(name)).map(|it| (it.mode(), it.mtime())).expect("it is there");
    let before = ["secret.txt", "out/f"].map(facts);
    let code = format!(
        "const fs = require('fs'), d = {:?}, inner = d + '/in';
         const said = work => {{ try {{ return String(work()) }} catch (error) {{ return error.code }} }};
         for (const at of [d + '/secret.txt', d + '/none', inner + '/link', inner + '/away/f'])
           print(said(() => fs.chmodSync(at, 0o777)), said(() => fs.utimesSync(at, 1, 1)), said(() => fs.chownSync(at, -1, -1)), said(() => fs.chownSync(at, 5, 5)));
         const fd = fs.openSync(d + '/secret.txt');
         print(said(() => fs.fchmodSync(fd, 0o777)), said(() => fs.futimesSync(fd, 1, 1)), said(() => fs.fchownSync(fd, -1, -1)));
         print(said(() => fs.lutimesSync(d + '/secret.txt', 1, 1)), said(() => fs.chownSync(inner + '/own', 5, 5)), said(() => fs.chmodSync(inner + '/own', 0o7711)));",
        folder.to_string_lossy()
    );
    let (all, some) = (folder.to_string_lossy(), folder.join("in").to_string_lossy().into_owned());
    let (said, code) = run(&[&format!("--allow-read={all}"), &format!("--allow-write={some}")], &code);
    assert_eq!(code, Some(0), "{said}");
    let refused = "EACCES EACCES EACCES EACCES\n".repeat(4);
    assert_eq!(said, format!("{refused}EACCES EACCES EACCES\nEACCES EPERM undefined\n"));
    assert_eq!(["secret.txt", "out/f"].map(facts), before);
    assert_eq!(facts("in/own").0 & 0o7777, 0o711);
}

/// Modules import by name all that `require` gives, and nothing that is not there.
#[test]
fn all_names_can_be_imported() {
    let code = "for (const name of require('module').builtinModules.filter(name => name !== 'ferrotape:fs')) {
          const all = require('node:' + name);
          import('node:' + name).then(names => {
            const missing = Object.keys(all).filter(key => !(key in names)), more = Object.keys(names).filter(key => key !== 'default' && !(key in all));
            if (missing.length + more.length > 0) print(name, 'misses', missing.join(), 'and makes up', more.join());
          });
        }";
    assert_eq!(run(&[], code).0, "");
}

/// Feature checks of packages.
#[test]
fn packages_see_node() {
    let code = "print(process.versions.node, process.version, process.release.name, String(process), process.browser, typeof Buffer);
        Buffer = 5; print(Buffer, typeof require('buffer').Buffer)";
    assert_eq!(run(&[], code).0, "22.12.0 v22.12.0 node [object process] undefined function\n5 function\n");
    let outcome =
        ferrotape(&["-p", "[process.versions.node, process.browser, typeof Buffer, typeof process.hrtime.bigint()]"]);
    assert_eq!(outcome.stdout, "[ undefined, true, 'undefined', 'bigint' ]\n");
}

/// A mocked accessor is there again afterwards; Node 24 throws an error.
#[test]
fn accessors_come_back_from_their_mocks() {
    let code = "const { mock } = require('node:test'), object = { a: 1, get b() { return 2 } };
        const [a, b] = ['a', 'b'].map(name => mock.property(object, name, 5));
        print(object.a, object.b, a.mock.accessCount(), b.a, b.mock.accesses.map(it => it.type));
        mock.restoreAll();
        print(object.a, object.b, typeof Object.getOwnPropertyDescriptor(object, 'b').get)";
    assert_eq!(run(&[], code), ("5 5 1 5 get\n1 2 function\n".to_owned(), Some(0)));
}

/// Node 22 has them. What makes stacks is as before afterwards.
#[test]
fn call_sites_leave_no_trace() {
    let code = "const { getCallSites } = require('util');
const facts = () => [Error.stackTraceLimit, Object.hasOwn(Error, 'prepareStackTrace')].join(), before = facts();
function inner() { return getCallSites(2).map(site => [site.functionName, site.lineNumber, site.columnNumber === site.column].join()) }
function outer() { return inner() }
print(outer().join(' '));
Error.prepareStackTrace = () => { throw 1 };
print(getCallSites(1).length, typeof Error.prepareStackTrace);
delete Error.prepareStackTrace;
print(facts() === before);
for (const wrong of [0, 201, 'x']) try { getCallSites(wrong) } catch (error) { print(error.code) }";
    let expected =
        "inner,3,true outer,4,true\n1 function\ntrue\nERR_OUT_OF_RANGE\nERR_OUT_OF_RANGE\nERR_INVALID_ARG_TYPE\n";
    assert_eq!(run(&[], code), (expected.to_owned(), Some(0)));
}

/// Standard input gives Buffers, and can be piped.
#[test]
fn standard_input_is_a_stream_too() {
    let piped = |code: &str| {
        let arguments = ["--commonjs", "-e", code];
        Run { arguments: &arguments, input: "first\nsecond €\n".as_bytes(), ..Run::default() }.outcome().stdout
    };
    let upper = "const { Transform } = require('stream');
        process.stdin.pipe(new Transform({ transform(chunk, encoding, done) { done(null, String(chunk).toUpperCase()); } })).pipe(process.stdout)";
    assert_eq!(piped(upper), "FIRST\nSECOND €\n");
    let kinds = "process.stdin.on('data', chunk => print(Buffer.isBuffer(chunk), chunk.length))";
    assert_eq!(piped(kinds), "true 17\n");
    let lines = "const lines = require('readline').createInterface({ input: process.stdin });
        lines.on('line', line => print('line', line)).on('close', () => print('close'))";
    assert_eq!(piped(lines), "line first\nline second €\nclose\n");
    for (code, printed) in [
        ("print(process.stdin instanceof require('stream').Readable, process.stdin.isTTY, process.stdin.fd)", "true undefined 0\n"),
        ("(async () => { process.stdin.setEncoding('utf8'); for await (const text of process.stdin) print(typeof text, text.length) })()", "string 15\n"),
        ("require('stream/consumers').text(process.stdin).then(text => print(text.length))", "15\n"),
        (
            "const { Writable, pipeline } = require('stream'), all = [];
            pipeline(process.stdin, new Writable({ write(chunk, encoding, done) { all.push(`${chunk}`.length); done() } }),
                error => print(error, all))",
            "undefined 15\n",
        ),
        (
            "process.stdin.map(chunk => chunk.length).toArray().then(all => print(all, process.stdin.destroyed))",
            "17 true\n",
        ),
        // Who pauses waits for nothing, and nobody waits for what is not wanted.
        ("process.stdin.once('data', chunk => { print(chunk.length); process.stdin.pause() })", "17\n"),
        ("process.stdin.resume(); process.stdin.pause(); process.stdin.on('end', () => print('never'))", ""),
        ("process.stdin.on('close', () => print('closed')).destroy()", "closed\n"),
        ("process.stdin.on('data', () => {}).on('end', () => print(process.stdin.readableEnded)).on('close', () => print('closed'))", "true\nclosed\n"),
    ] {
        assert_eq!(piped(code), printed, "{code}");
    }
}

/// The functions of `fs` read standard input too, at once. The limits go on meanwhile.
#[test]
fn standard_input_can_be_read_at_once() {
    let read = |arguments: &[&str], input: &str| {
        let outcome = Run { arguments, input: input.as_bytes(), ..Run::default() }.outcome();
        (outcome.stdout + &outcome.stderr, outcome.code)
    };
    for file in ["0", "'/dev/stdin'"] {
        let code = format!("print(require('fs').readFileSync({file}, 'utf8'), require('fs').readFileSync(0).length)");
        assert_eq!(read(&["--commonjs", "-e", &code], "first\n€").0, "first\n€ 0\n");
    }
    let pieces = "const fs = require('fs'), b = Buffer.alloc(3), all = [];
        for (let n; (n = fs.readSync(0, b)) > 0;) all.push(String(b.subarray(0, n)));
        fs.writeFileSync('/dev/stdout', all.join('|') + '\\n')";
    assert_eq!(read(&["--commonjs", "-e", pieces], "abcdefgh").0, "abc|def|gh\n");
    // A program that was read from there has nothing left to read.
    let own = "print(process.argv.slice(1), require('fs').readFileSync(0).length)";
    assert_eq!(read(&["--commonjs", "-", "a", "b"], own), ("-,a,b 0\n".to_owned(), Some(0)));
    let forever = ["--commonjs", "--fuel=1M", "-e", "for (;;) require('fs').readFileSync(0)"];
    assert_eq!(read(&forever, "").1, Some(3));
}

/// A folder that may be written is there, whether it may be read or not; what is above it stays unknown.
#[test]
fn allowed_folders_are_there() {
    let folder = folder_for(Path::new("own-folder"), "own");
    let inner = folder.join("in").to_string_lossy().into_owned();
    fs::create_dir_all(&inner).expect("a folder");
    let code = format!(
        "const fs = require('fs'), d = {inner:?};
         const said = f => {{ try {{ return String(f()) }} catch (error) {{ return error.code }} }};
         print(said(() => fs.mkdirSync(d, {{ recursive: true }})), said(() => fs.mkdirSync(d)), said(() => fs.mkdirSync(d + '/a/b', {{ recursive: true }})),
           said(() => fs.mkdirSync(d + '/a/b', {{ recursive: true }})), said(() => fs.mkdirSync(d + '/..')), said(() => fs.mkdirSync(d + '/../none')))"
    );
    let (said, _) = run(&[&format!("--allow-write={inner}")], &code);
    assert_eq!(said, format!("undefined EEXIST {inner}/a undefined EACCES EACCES\n"));
    assert_eq!(run(&[], &code).0, "EACCES EACCES EACCES EACCES EACCES EACCES\n");
}

/// Hooks of `require` read no files that the program may not read.
#[test]
fn hooks_keep_to_what_is_allowed() {
    let code = "const Module = require('module'), made = new Module('/etc/x');
        const said = f => { try { f(); return 'read' } catch (error) { return error.code ?? error.name } };
        print(said(() => Module._extensions['.js'](made, '/etc/passwd')), said(() => Module._extensions['.json'](made, '/etc/passwd')), said(() => made.load('/etc/passwd')));
        Module._resolveFilename = () => '/etc/passwd';
        print(said(() => require('x')), said(() => require.resolve('x')));";
    let (said, _) = run(&[], code);
    assert_eq!(said, "Error Error Error\nError read\n");
}

/// Errors of Node's modules show the place of the program that called them.
#[test]
fn excerpts_show_the_program() {
    let folder = folder_for(Path::new("excerpts"), "own");
    let file = folder.join("program.js");
    for (call, option) in [
        ("require('fs').readFileSync('/x')", true),
        ("process.emitWarning(5)", true),
        ("process.emitWarning(5)", false),
    ] {
        fs::write(&file, format!("let a = 1;\n{call}\n")).expect("written");
        let path = file.to_string_lossy();
        let outcome = if option { ferrotape(&["--commonjs", &path]) } else { ferrotape(&[&path]) };
        let place = outcome.stderr.lines().find(|line| line.contains("-->")).unwrap_or_default().to_owned();
        assert!(
            place.contains("program.js:2:") && outcome.stderr.contains(&format!("2 | {call}")),
            "{}",
            outcome.stderr
        );
    }
}

/// Names of `worker_threads` that need threads say so when they are called; packages that import them are linked all the same.
#[test]
fn what_needs_threads_can_be_imported() {
    let code =
        "import { receiveMessageOnPort, postMessageToThread, moveMessagePortToContext, Worker } from 'worker_threads';
        for (const call of [postMessageToThread, moveMessagePortToContext, () => new Worker('x')])
            try { call(); } catch (error) { console.log(error.code, error.message); }";
    let says = |name: &str| format!("ERR_FEATURE_UNAVAILABLE_ON_PLATFORM worker_threads.{name} is not here\n");
    let names = ["postMessageToThread", "moveMessagePortToContext", "Worker"];
    assert_eq!(run(&["--module"], code), (names.map(says).concat(), Some(0)));
}

/// `fs.globSync` and its like, which node 20 has not.
#[test]
fn files_are_found_by_patterns() {
    let folder = folder_for(Path::new("patterns.js"), "found");
    for name in ["a/b/2.js", "a/1.js", ".h/4.js", "7.js", ".e.js", "node_modules/x.js"] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, "").expect("written");
    }
    let code = r"const fs = require('fs'), show = (...all) => console.log(all.join());
        const given = ['**/*.js', '*', 'a/**', '.*', '*/', 'a/{1,b/2}.js', './a/../7.js', 'no/**', '7.js/x', ['*.js', 'a/*.js']];
        for (const pattern of given) show(...fs.globSync(pattern, { cwd }));
        show(...fs.globSync('**/*.js', { cwd, exclude: name => name === 'a' }), ...fs.globSync('**/*.js', { cwd, exclude: ['a/**', '7.js'] }));
        show(...fs.globSync('a/*', { cwd, withFileTypes: true }).map(entry => entry.name + entry.isDirectory()));
        show(fs.globSync(cwd + '/*.js')[0] === cwd + '/7.js');
        for (const wrong of [5, [5], undefined]) try { fs.globSync(wrong); } catch (error) { show(error.code); }
        try { fs.globSync('/*'); } catch (error) { show(error.code); }
        fs.glob('a/*.js', { cwd }, async (error, found) => {
            show(error, found);
            for await (const one of fs.promises.glob('*.js', { cwd })) show(one);
        });";
    let code = format!("const cwd = {:?};\n{code}", folder.to_string_lossy());
    let (printed, status) = run(&[&format!("--allow-read={}", folder.display())], &code);
    let expected = "7.js,a/1.js,a/b/2.js,node_modules/x.js\n7.js,a,node_modules\na,a/1.js,a/b,a/b/2.js\n.e.js,.h\n\
                    a/,node_modules/\na/1.js,a/b/2.js\n7.js\n\n\n7.js,a/1.js\n7.js,node_modules/x.js,node_modules/x.js\n\
                    1.jsfalse,btrue\ntrue\nERR_INVALID_ARG_TYPE\nERR_INVALID_ARG_TYPE\nERR_INVALID_ARG_TYPE\nEACCES\n\
                    ,a/1.js\n7.js\n";
    assert_eq!((printed.as_str(), status), (expected, Some(0)));
}

/// Links that lead out of what may be read are found as links, and have no entries, whether or not something is there. What a
/// pattern names is refused.
#[cfg(unix)]
#[test]
fn patterns_pass_by_what_may_not_be_read() {
    let folder = folder_for(Path::new("links.js"), "found");
    for name in ["in/a/1.js", "out/2.js"] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, "").expect("written");
    }
    for (to, link) in [("out", "in/away"), ("out/2.js", "in/b.js"), ("nowhere", "in/c.js")] {
        std::os::unix::fs::symlink(folder.join(to), folder.join(link)).expect("a link");
    }
    let grant = folder.join("in");
    let code = format!(
        "const cwd = {:?};
         for (const pattern of ['*', '**/*.js', '*/', '*/2.js', '*/3.js', '../*', 'away/*', 'away/2.js', 'away/3.js'])
           try {{ print(require('fs').globSync(pattern, {{ cwd }}).sort().join()) }} catch (error) {{ print(error.code) }}",
        grant.to_string_lossy()
    );
    let (printed, status) = run(&[&format!("--allow-read={}", grant.display())], &code);
    let expected = "a,away,b.js,c.js\na/1.js,b.js,c.js\na/\n\n\nEACCES\nEACCES\nEACCES\nEACCES\n";
    assert_eq!((printed.as_str(), status), (expected, Some(0)));
}

/// `assert.partialDeepStrictEqual`, which node 20 has not: what is expected is in order, and nothing of it is missing.
#[test]
fn parts_of_values_are_compared() {
    let (printed, code) = run(&[], PARTS);
    let expected = format!("{}\n{}\ntrue\n", "1".repeat(23), "0".repeat(26));
    assert_eq!((printed, code), (expected, Some(0)));
}

const PARTS: &str = r"
const assert = require('assert');
const holds = (one, other) => { try { assert.partialDeepStrictEqual(one, other); return 1; } catch (error) { return error.code === 'ERR_ASSERTION' ? 0 : error; } };
class A { constructor() { this.x = 1; } }
const round = { a: 1 }, other = {}; round.me = round; other.me = other;
const sparse = [1]; sparse[3] = 4;
const error = new Error('m', { cause: 1 });
console.log([
  [{ a: 1, b: 2, c: 3 }, { b: 2 }], [{ a: { b: { c: 1 }, d: 2 } }, { a: { b: {} } }], [[1, 2, 3, 4, 5, 6, 7, 8, 9], [4, 5, 8]], [[{ a: 5 }, { b: 5 }], [{ a: 5 }]], [[1, 2, 3], []], [[1, 2, 3, 4], sparse],
  [new Set([{ a: 1 }, { b: 1 }]), new Set([{ a: 1 }])], [new Map([['key1', 'value1'], ['key2', 'value2']]), new Map([['key2', 'value2']])], [new Map([[{ a: 1, b: 2 }, { c: 3, d: 4 }]]), new Map([[{ a: 1 }, { d: 4 }]])],
  [123n, 123n], [NaN, NaN], [new A(), { x: 1 }], [{ x: 1, y: 2 }, new A()], [new Date(0), new Date(0)], [/a/g, /a/g], [new Uint8Array([1, 2, 3, 4]), new Uint8Array([2, 4])], [round, other], [error, new Error('m', { cause: 1 })],
  [Object.assign([1, 2], { k: 1 }), Object.assign([2], { k: 1 })], [{ [Symbol.iterator]: 1, a: 2 }, { [Symbol.iterator]: 1 }], [Object.assign(Object.create(null), { a: 1 }), {}], [new Set([1, 2, 3]), new Set([3, 1])], [new Uint8Array([1, 2]).buffer, new Uint8Array([2]).buffer],
].map(pair => holds(...pair)).join(''));
console.log([
  [[1, 2, 3, 4, 5, 6, 7, 8, 9], [5, 4, 8]], [{ a: 1 }, { a: 1, b: 2 }], [{ a: { b: 2 } }, { a: { b: '2' } }], [[1], [1, 1]], [new Set([1]), new Set([1, 2])], [new Set([{ a: 1 }]), new Set([{ a: 1 }, { a: 1 }])], [new Map([[1, 2]]), new Map([[1, 3]])],
  [{}, []], [[], {}], [new Map(), new Set()], [0, -0], [1, '1'], [null, undefined], [{}, null], [new Date(0), new Date(1)], [/a/g, /a/], [new Uint8Array([1, 2]), new Uint8Array([2, 1])], [error, new Error('n', { cause: 1 })], [error, new Error('m', { cause: 2 })],
  [{ a: 1 }, { a: undefined, b: undefined }], [Object.assign([1, 2], { k: 1 }), Object.assign([2], { k: 2 })], [() => {}, () => {}], [new WeakMap(), new WeakMap()], [{ [Symbol.iterator]: 1 }, { [Symbol.iterator]: 2 }], [new Uint8Array(1), new Int8Array(1)], [{}, { a: undefined }],
].map(pair => holds(...pair)).join(''));
    try { assert.partialDeepStrictEqual({ a: 1 }, { b: 1 }); } catch (error) {
        console.log(error.operator === 'partialDeepStrictEqual' && error.message.startsWith('Expected values to be partially'));
    }
";
