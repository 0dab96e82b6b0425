//! The test on a PostgreSQL server of the test's own, on the loopback, where Debian's package is installed.

#![cfg(agent_postgres)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, net};

use super::{Folder, nothing_is_lost};

/// A server, which is stopped with the test.
struct Server {
    programs: PathBuf,
    data: PathBuf,
}

/// Returns the folder of the newest server that is installed.
fn installed() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    folders.filter(|folder| folder.join("initdb").exists()).max()
}

/// A command of the server, which does not run as root.
fn command(program: &Path) -> Command {
    let user = Command::new("id").arg("-u").output().expect("who runs the test");
    match user.stdout.trim_ascii() == b"0" {
        true => {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        }
        false => Command::new(program),
    }
}

fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).current_dir("/").status().expect("it can be started");
    assert!(status.success(), "{command:?}");
}

impl Server {
    fn start(programs: &Path, data: &Path, port: u16) -> Server {
        run(command(&programs.join("initdb")).args(["-A", "trust", "-U", "agent", "-N", "-D"]).arg(data));
        let options = format!("-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories=''");
        let log = data.join("log");
        run(command(&programs.join("pg_ctl")).args(["start", "-w", "-o", &options, "-l"]).arg(log).arg("-D").arg(data));
        Server { programs: programs.to_owned(), data: data.to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut command = command(&self.programs.join("pg_ctl"));
        command.args(["stop", "-m", "immediate", "-D"]).arg(&self.data).stdout(Stdio::null()).status().ok();
    }
}

#[test]
fn no_answer_is_lost_or_used_twice_in_postgresql() {
    let folder = Folder::new("postgres");
    if let Ok(url) = env::var("AGENT_POSTGRES") {
        return nothing_is_lost(&url, &folder);
    }
    let Some(programs) = installed() else {
        eprintln!(
            "!!! PostgreSQL IS NOT INSTALLED: what the server does in it is unproven; AGENT_POSTGRES names one !!!"
        );
        return;
    };
    let data = folder.0.join("data");
    fs::create_dir(&data).expect("a folder");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The server's own user writes there.
        fs::set_permissions(&data, fs::Permissions::from_mode(0o777)).expect("its own folder");
    }
    let listener = net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("a port").port();
    drop(listener);
    let _server = Server::start(&programs, &data.join("server"), port);
    nothing_is_lost(&format!("postgres://agent@127.0.0.1:{port}/postgres"), &folder);
}
