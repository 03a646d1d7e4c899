//! Links the binary at a fixed address where that makes it start faster.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    // A position-independent binary has some twenty thousand addresses to be put right before `main`, most of them in
    // tables of what draws PNG: a fifth of the time in which a puzzle of the usual size is read, solved, proved and
    // drawn.
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
