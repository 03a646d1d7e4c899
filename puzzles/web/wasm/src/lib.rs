//! The boundary between a page and the library: a request is written into a buffer, and the answer is read from
//! another one. The protocol is [`quadrille::protocol`].
//!
//! There is no unsafe block: JavaScript can reach all of the module's memory anyway, so it is told where the buffers
//! are, and Rust sees only vectors of its own. `wasm-bindgen` would hide the same behind a tool that has to be
//! installed in just the right version.

use std::sync::{Mutex, Once, PoisonError};

use quadrille::protocol::{Host, answer};

unsafe extern "C" {
    /// Milliseconds by the clock of the page.
    safe fn now() -> f64;
}

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static STARTED: Once = Once::new();

fn clock() -> f64 {
    now()
}

/// Makes room for a request of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut buffer = REQUEST.lock().unwrap_or_else(PoisonError::into_inner);
    buffer.clear();
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// Answers the request; returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn respond() -> usize {
    STARTED.call_once(|| quadrille_engine::clock::set(clock));
    let request = std::mem::take(&mut *REQUEST.lock().unwrap_or_else(PoisonError::into_inner));
    let request = String::from_utf8_lossy(&request);
    let answered = answer(&request, &Host::default()).into_bytes();
    let length = answered.len();
    *ANSWER.lock().unwrap_or_else(PoisonError::into_inner) = answered;
    length
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}
