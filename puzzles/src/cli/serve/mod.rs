//! `quadrille serve`: the page in the browser, over this program.
//!
//! The server knows three files, which are part of the program, and one address to which requests of the protocol are
//! sent. It opens no file, so none can be reached. A browser may show pages of others that try to reach it: it answers
//! only if `Host` is its own name, so that no other name can be made to mean this machine, and `Origin` its own page.

mod http;

use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;
use quadrille_engine::Interrupt;

use super::console::Console;
use super::exit;
use super::limits::parse_time;
use super::open::Failure;
use super::watch::Signals;
use crate::protocol::{Host, answer};
use http::Message;

/// Open the page in the browser: solve, set and understand puzzles there
///
/// Starts a small server for this machine alone, and opens the browser. The page sends everything to this program, which
/// does the work with all its threads; nothing leaves the machine. Ctrl-C ends it.
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille serve --no-open --port 8123")]
pub(super) struct ServeArguments {
    /// The port; a free one if none is given
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    /// The address to listen at. Others than those of this machine let others use it
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// The longest time for one request
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10m")]
    time: Duration,
}

/// The files of the page.
const PAGE: [(&str, &str, &str); 3] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_str!("../../../web/dist/index.html"),
    ),
    (
        "/page.js",
        "text/javascript; charset=utf-8",
        include_str!("../../../web/dist/page.js"),
    ),
    (
        "/style.css",
        "text/css; charset=utf-8",
        include_str!("../../../web/dist/style.css"),
    ),
];

/// Only what comes from here is run, shown and asked.
const POLICY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'\r\n";

/// The most bytes of a request.
const MOST_BODY: usize = 24 * 1024 * 1024;

/// The most connections at once.
const MOST_CONNECTIONS: usize = 64;

/// How often the end is looked for while nobody asks.
const PAUSE: Duration = Duration::from_millis(20);

pub(super) fn run(arguments: &ServeArguments, console: &mut Console) -> Result<u8, Failure> {
    let signals = Signals::new();
    let asked = SocketAddr::new(arguments.address, arguments.port);
    let bound = TcpListener::bind(asked).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok((listener.local_addr()?, listener))
    });
    let (address, listener) = bound
        .map_err(|error| Failure::bad_input(format!("error: cannot listen at {asked}: {error}")))?;
    let url = format!("http://{address}/");
    console.tell(&format!("the page is at {url} (Ctrl-C ends it)\n"));
    console.flush();
    if !address.ip().is_loopback() {
        console.complain("warning: others can reach this server and use this machine's processor");
    }
    if !arguments.no_open && !open_browser(&url) {
        console.complain("no browser could be opened; open the address in one");
    }
    let server = Arc::new(Server {
        address,
        host: Host {
            most_time: arguments.time,
            interrupt: signals.interrupt().clone(),
            threads: thread::available_parallelism().map_or(1, Into::into),
        },
        connections: AtomicUsize::new(0),
    });
    while !signals.came() {
        match listener.accept() {
            Ok((stream, _)) => accept(&server, stream),
            Err(_) => thread::sleep(PAUSE),
        }
    }
    Ok(exit::GOOD)
}

/// Opens an address in the browser that the system prefers; whether one was started.
fn open_browser(url: &str) -> bool {
    let command: (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("explorer", &[]),
        _ => ("xdg-open", &[]),
    };
    let quiet = || Stdio::null();
    let mut opener = Command::new(command.0);
    opener.args(command.1).arg(url);
    opener
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn()
        .is_ok()
}

struct Server {
    address: SocketAddr,
    host: Host,
    connections: AtomicUsize,
}

/// One more connection, until it is dropped.
struct Connection(Arc<Server>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::SeqCst);
    }
}

fn accept(server: &Arc<Server>, mut stream: TcpStream) {
    let before = server.connections.fetch_add(1, Ordering::SeqCst);
    let connection = Connection(Arc::clone(server));
    if before >= MOST_CONNECTIONS {
        http::write(
            &mut stream,
            503,
            "text/plain",
            "",
            b"too many connections\n",
        );
        return;
    }
    // Without a thread there is no answer, and the browser says so.
    let _ = thread::Builder::new().spawn(move || {
        let _ = stream.set_nonblocking(false);
        connection.0.serve(&mut stream);
        drop(connection);
    });
}

impl Server {
    fn serve(&self, stream: &mut TcpStream) {
        let plain = "text/plain; charset=utf-8";
        let message = match http::read(stream, MOST_BODY) {
            Ok(Some(message)) => message,
            Ok(None) => return,
            Err((status, text)) => return http::write(stream, status, plain, "", text.as_bytes()),
        };
        if let Err(text) = self.is_from_here(&message) {
            return http::write(stream, 403, plain, "", text.as_bytes());
        }
        let path = message.path.split('?').next().unwrap_or_default();
        match (message.method.as_str(), path) {
            ("POST", "/api") => {
                let is_json = message
                    .header("content-type")
                    .is_some_and(|kind| kind.starts_with("application/json"));
                if !is_json {
                    return http::write(stream, 415, plain, "", b"requests are JSON");
                }
                let request = String::from_utf8_lossy(&message.body);
                let left = Arc::new(AtomicBool::new(false));
                watch(stream, &left);
                let host = Host {
                    interrupt: self.host.interrupt.clone().or(Interrupt::from(&left)),
                    ..self.host.clone()
                };
                let answered = answer(&request, &host);
                http::write(stream, 200, "application/json", "", answered.as_bytes());
            }
            ("GET", path) => match PAGE.iter().find(|(known, ..)| *known == path) {
                Some((_, kind, text)) => {
                    let text = text.replace("data-engine=\"page\"", "data-engine=\"served\"");
                    http::write(stream, 200, kind, POLICY, text.as_bytes());
                }
                None => http::write(stream, 404, plain, "", b"there is nothing here"),
            },
            _ => http::write(
                stream,
                405,
                plain,
                "Allow: GET, POST\r\n",
                b"not possible here",
            ),
        }
    }

    /// Whether a request was meant for this server, and comes from its own page or from no page at all.
    fn is_from_here(&self, message: &Message) -> Result<(), &'static str> {
        let port = self.address.port();
        let mut names = vec![self.address.to_string()];
        if self.address.ip().is_loopback() {
            names.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        let host = message.header("host").filter(|host| {
            // At an address for others, they may know the machine by any name.
            names.iter().any(|name| name == host) || !self.address.ip().is_loopback()
        });
        let host = host.ok_or("this server is not called so")?;
        let is_own = |origin: &str| origin == format!("http://{host}");
        match (message.header("origin"), message.has("origin")) {
            (None, false) => Ok(()),
            (Some(origin), _) if is_own(origin) => Ok(()),
            _ => Err("pages of others have no answer here"),
        }
    }
}

/// Sets a flag when the other end of a connection leaves: it does not want the answer any more.
fn watch(stream: &TcpStream, left: &Arc<AtomicBool>) {
    let (Ok(mut stream), left) = (stream.try_clone(), Arc::clone(left)) else {
        return;
    };
    let _ = stream.set_read_timeout(None);
    let _ = thread::Builder::new().spawn(move || {
        let mut rest = [0; 512];
        while stream.read(&mut rest).is_ok_and(|read| read > 0) {}
        left.store(true, Ordering::Relaxed);
    });
}
