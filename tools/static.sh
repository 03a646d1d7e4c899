#!/bin/sh
# Builds a binary that needs no shared libraries, and tells its place and its size: with musl if the Rust target is there or
# can be installed, otherwise with glibc's static libraries.
set -eu
cd "$(dirname "$0")/.."

musl="$(uname -m)-unknown-linux-musl"
has_musl() {
  [ -d "$(rustc --print target-libdir --target "$musl" 2>/dev/null)" ]
}

if [ "$(uname -s)" != Linux ]; then
  echo "static.sh: static binaries are made on Linux" >&2
  exit 1
fi
if ! has_musl && command -v rustup >/dev/null; then
  rustup target add "$musl" || echo "static.sh: the target $musl cannot be installed" >&2
fi
if has_musl; then
  target=$musl
  # Rust brings its own musl; Debian's (musl-tools) links as well where the system's compiler does not.
  if ! command -v cc >/dev/null && command -v musl-gcc >/dev/null; then
    export RUSTFLAGS="${RUSTFLAGS-} -C linker=musl-gcc"
  fi
else
  echo "static.sh: without $musl; trying glibc, whose static libraries are in Debian's libc6-dev" >&2
  target="$(rustc -vV | sed -n 's/^host: //p')"
  export RUSTFLAGS="${RUSTFLAGS-} -C target-feature=+crt-static"
fi
cargo build --profile dist --locked --package quadrille --target "$target"
binary="target/$target/dist/quadrille"
if command -v readelf >/dev/null && readelf -d "$binary" | grep -q NEEDED; then
  echo "static.sh: $binary needs shared libraries" >&2
  exit 1
fi
"$binary" --version
echo "$binary: $(($(wc -c <"$binary") / 1000000)) MB"
