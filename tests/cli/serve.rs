//! `quadrille serve`: what it answers, and what it refuses.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(["serve", "--no-open", "--time", "20s"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap();
        let address = address.split('/').next().unwrap().to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        Self { child, address }
    }

    /// The status and the whole answer to these bytes.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        // It may refuse, and leave, before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
        (status.unwrap_or(0), answer)
    }

    fn get(&self, path: &str, headers: &str) -> (u16, String) {
        let host = &self.address;
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n").as_bytes())
    }

    fn post(&self, headers: &str, body: &str) -> (u16, String) {
        let (host, length) = (&self.address, body.len());
        self.send(
            format!(
                "POST /api HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
            )
            .as_bytes(),
        )
    }
}

const JSON: &str = "Content-Type: application/json\r\n";

#[test]
fn the_page_and_its_answers() {
    let server = Server::start();
    let (status, page) = server.get("/", "");
    assert_eq!(status, 200);
    assert!(page.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"));
    assert!(page.contains("data-engine=\"served\""), "{page}");
    assert_eq!(server.get("/page.js", "").0, 200);
    assert_eq!(server.get("/style.css", "").0, 200);
    let (status, answer) = server.post(JSON, r#"{"do": "solve", "puzzle": "kind = \"nurikabe\"\nnumber = '''\n.3..\n...1\n....\n.2..\n'''\n"}"#);
    assert_eq!(status, 200);
    assert!(answer.contains("exactly one solution"), "{answer}");
    let (status, answer) = server.post(JSON, "nonsense");
    assert!(status == 200 && answer.contains("bad_request"), "{answer}");
    let own = format!("{JSON}Origin: http://{}\r\n", server.address);
    assert_eq!(server.post(&own, r#"{"do": "hello"}"#).0, 200);
}

#[test]
fn others_have_no_answer() {
    let server = Server::start();
    for origin in [
        "http://example.org",
        "null",
        "https://127.0.0.1",
        "http://localhost:1",
    ] {
        let headers = format!("{JSON}Origin: {origin}\r\n");
        assert_eq!(
            server.post(&headers, r#"{"do": "hello"}"#).0,
            403,
            "{origin}"
        );
        assert_eq!(
            server.get("/", &format!("Origin: {origin}\r\n")).0,
            403,
            "{origin}"
        );
    }
    // Another name that was made to mean this machine, none, and two.
    for host in [
        "Host: example.org\r\n",
        "",
        "Host: a\r\nHost: b\r\n",
        "Host: 127.0.0.1\r\n",
    ] {
        let request = format!("GET / HTTP/1.1\r\n{host}\r\n");
        assert_eq!(server.send(request.as_bytes()).0, 403, "{host}");
    }
    // What a form of another page could send.
    assert_eq!(server.post("Content-Type: text/plain\r\n", "{}").0, 415);
}

#[test]
fn nothing_else_can_be_reached() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/etc/passwd",
        "/etc/passwd",
        "//",
        "/page.js/..",
        "/index.html",
        "page.js",
    ] {
        assert_eq!(server.get(path, "").0, 404, "{path}");
    }
    assert_eq!(server.send(b"nonsense\r\n\r\n").0, 400);
    let host = &server.address;
    let delete = format!("DELETE / HTTP/1.1\r\nHost: {host}\r\n\r\n");
    assert_eq!(server.send(delete.as_bytes()).0, 405);
    let large =
        format!("POST /api HTTP/1.1\r\nHost: {host}\r\nContent-Length: 999999999999\r\n\r\n");
    assert_eq!(server.send(large.as_bytes()).0, 413);
    let chunks =
        format!("POST /api HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n");
    assert_eq!(server.send(chunks.as_bytes()).0, 501);
    let long = format!(
        "GET / HTTP/1.1\r\nHost: {host}\r\nX: {}",
        "x".repeat(40_000)
    );
    assert_eq!(server.send(long.as_bytes()).0, 431);
    // It is still there.
    assert_eq!(server.get("/", "").0, 200);
}
