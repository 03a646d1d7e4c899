//! Links the binary at a fixed address and without shared libraries where that makes it start faster.

use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// The system's shared libraries that a Rust binary asks for, and what stands for each in a static one.
const LIBRARIES: [(&str, &str); 3] = [
    ("gcc_s", "GROUP ( -lgcc_eh -lgcc )\n"),
    ("m", "GROUP ( -l:libm.a )\n"),
    ("c", "GROUP ( -l:libc.a -lgcc_eh -lgcc )\n"),
];

/// Uses what these libraries have: mathematics, unwinding, threads.
const PROBE: &str = "fn main() {
    let angle: f64 = std::env::args().map(|word| word.len() as f64).sum();
    let sine = std::thread::spawn(move || std::panic::catch_unwind(|| angle.sin()));
    assert!(matches!(sine.join(), Ok(Ok(sine)) if sine.abs() <= 1.0));
}
";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |key: &str| env::var(key).unwrap_or_default();
    let target = |key: &str| variable(&format!("CARGO_CFG_TARGET_{key}"));
    if target("OS") != "linux" || target("ENV") != "gnu" {
        return;
    }
    // A position-independent binary has some twenty thousand addresses to be put right before `main`, most of them in
    // tables of what draws PNG: a fifth of the time in which a puzzle of the usual size is read, solved, proved and
    // drawn.
    let mut arguments = vec!["-no-pie".to_owned()];
    // Finding and binding shared libraries takes a tenth of that time, for the smallest puzzles a fifth. Static ones are
    // not installed everywhere, so a small program is linked with them first. A build script cannot set rustc's own
    // option for this, `crt-static`; instead, the linker finds scripts under the libraries' names that lead to the
    // static ones.
    let out = variable("OUT_DIR");
    let is_native = variable("HOST") == variable("TARGET");
    if is_native && !out.is_empty() {
        let wanted = [
            "-no-pie".to_owned(),
            "-static".to_owned(),
            format!("-L{out}"),
        ];
        if matches!(links(Path::new(&out), &wanted), Ok(true)) {
            arguments = wanted.to_vec();
        }
    }
    for argument in arguments {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
}

/// Whether a program that is linked with these arguments runs.
fn links(out: &Path, arguments: &[String]) -> io::Result<bool> {
    for (name, script) in LIBRARIES {
        fs::write(out.join(format!("lib{name}.so")), script)?;
    }
    let source = out.join("probe.rs");
    fs::write(&source, PROBE)?;
    let program = out.join("probe");
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    rustc
        .arg("--edition=2021")
        .arg(&source)
        .arg("-o")
        .arg(&program);
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        rustc.arg("-C").arg(format!("linker={}", linker.display()));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    for argument in arguments {
        rustc.arg("-C").arg(format!("link-arg={argument}"));
    }
    Ok(rustc.output()?.status.success() && Command::new(&program).status()?.success())
}
