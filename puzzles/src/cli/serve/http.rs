//! As much of HTTP/1.1 as one page on the same machine needs: one request for each connection, nothing streamed.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use quadrille_engine::clock::Instant;

/// The most bytes of the lines before a body.
const MOST_HEAD: usize = 16 * 1024;

/// How long a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request that was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) method: String,
    pub(super) path: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Message {
    /// The value of a header, by its name in small letters; `None` if it is not there, or there twice.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        let value = found.next()?;
        found.next().is_none().then_some(value.1.as_str())
    }

    /// Whether there is a header of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known == name)
    }
}

/// Why a request is not answered as one: status and text.
pub(super) type Refusal = (u16, &'static str);

/// Reads a request with a body of at most so many bytes. `None` if the connection ended before one began.
pub(super) fn read(stream: &mut TcpStream, most: usize) -> Result<Option<Message>, Refusal> {
    let deadline = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > MOST_HEAD {
            return Err((431, "the headers are too long"));
        }
        if more(stream, &mut bytes, deadline)? == 0 {
            return match bytes.is_empty() {
                true => Ok(None),
                false => Err((400, "the request ends before its headers do")),
            };
        }
    };
    let head = std::str::from_utf8(&bytes[..end]).map_err(|_| (400, "the headers are not text"))?;
    let mut message = head_of(head)?;
    if message.has("transfer-encoding") {
        return Err((501, "bodies in chunks are not read"));
    }
    let length = match (
        message.header("content-length"),
        message.has("content-length"),
    ) {
        (None, false) => 0,
        (Some(length), _) if length.bytes().all(|byte| byte.is_ascii_digit()) => {
            length.parse::<usize>().unwrap_or(usize::MAX)
        }
        _ => return Err((400, "the length of the body is not a number")),
    };
    if length > most {
        return Err((413, "the body is too large"));
    }
    let mut body = bytes.split_off(end + 4);
    while body.len() < length {
        if more(stream, &mut body, deadline)? == 0 {
            return Err((400, "the request ends before its body does"));
        }
    }
    body.truncate(length);
    message.body = body;
    Ok(Some(message))
}

fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>, deadline: Instant) -> Result<usize, Refusal> {
    let late = (408, "the request takes too long to arrive");
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(late);
    }
    let mut part = [0; 16 * 1024];
    let _ = stream.set_read_timeout(Some(left));
    match stream.read(&mut part) {
        Ok(read) => {
            bytes.extend_from_slice(&part[..read]);
            Ok(read)
        }
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            Ok(more(stream, bytes, deadline)?)
        }
        Err(_) => Err(late),
    }
}

/// The request line and the headers.
fn head_of(head: &str) -> Result<Message, Refusal> {
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (method, path) = match (words.next(), words.next(), words.next(), words.next()) {
        (Some(method), Some(path), Some("HTTP/1.1" | "HTTP/1.0"), None) => (method, path),
        _ => return Err((400, "this is not a request of HTTP/1.1")),
    };
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
        is_name.then(|| (name.to_ascii_lowercase(), value.trim().to_owned()))
    });
    let headers: Option<Vec<_>> = headers.collect();
    Ok(Message {
        method: method.to_owned(),
        path: path.to_owned(),
        headers: headers.ok_or((400, "a header is not one"))?,
        body: Vec::new(),
    })
}

/// Writes an answer and ends the connection.
pub(super) fn write(stream: &mut TcpStream, status: u16, kind: &str, headers: &str, body: &[u8]) {
    let reason = match status {
        200 => "OK",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        _ => "Refused",
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n{headers}\r\n"
    );
    // Whoever asked may be gone.
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body))
        .and_then(|()| stream.flush())
        .and_then(|()| stream.shutdown(Shutdown::Both));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads() {
        let read = head_of("POST /api HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 3").unwrap();
        assert_eq!((&*read.method, &*read.path), ("POST", "/api"));
        assert_eq!(read.header("host"), Some("localhost:1"));
        let twice = head_of("GET / HTTP/1.1\r\nHost: a\r\nhost: b").unwrap();
        assert_eq!((twice.header("host"), twice.has("host")), (None, true));
        for bad in [
            "",
            "GET /",
            "GET / HTTP/2",
            "GET  / HTTP/1.1",
            "GET / HTTP/1.1\r\nno colon",
            "GET / HTTP/1.1\r\na b: c",
        ] {
            assert!(head_of(bad).is_err(), "{bad:?}");
        }
    }
}
