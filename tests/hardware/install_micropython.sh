#!/usr/bin/env bash
# Puts a real MicroPython into the folder FOLDER, as FOLDER/micropython, for the tests of the light bar's firmware.
#
# It is Debian trixie's, from the mirror that this system uses anyway, unpacked beside the system and run by its
# own loader: so it runs on bookworm too, needs no rights, and changes nothing outside of FOLDER.
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
run="$folder/micropython"
check='import sys; sys.exit(sys.implementation.version < (1, 22))'

fail() {
  echo "Could not get MicroPython: $1" >&2
  echo "Please install the package micropython of Debian trixie (1.22 or newer) and try again." >&2
  exit 1
}

# Every repository that this system has for its own release, Debian's own first. (Nothing here names a host.)
mirrors() {
  local own
  own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  apt-get indextargets --format '$(ORIGIN)|$(RELEASE)|$(REPO_URI)' 'Created-By: Packages' |
    awk -F'|' -v own="$own" '$2 == own { print ($1 == "Debian" ? 0 : 1) " " $3 }' | sort -u | cut -d' ' -f2-
}

unpack() { # from the mirror $1
  local apt="$folder/apt" keys=/usr/share/keyrings/debian-archive-keyring.gpg trusted=
  rm -rf "$apt" "$folder/root"
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  # As if nothing were installed: what MicroPython needs is all fetched, the C library with it.
  : >"$apt/status"
  if test -r "$keys"; then trusted="[signed-by=$keys]"; fi
  echo "deb $trusted $1 trixie main" >"$apt/sources.list"
  local own=(-q -o "Dir::State=$apt" -o "Dir::State::Lists=$apt/lists" -o "Dir::State::Status=$apt/status"
    -o "Dir::Cache=$apt/cache" -o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null -o APT::Default-Release=
    -o APT::Sandbox::User= -o Debug::NoLocking=true -o Acquire::Languages=none -o Acquire::Retries=3)
  apt-get "${own[@]}" update &&
    apt-get "${own[@]}" -y --no-install-recommends --download-only install micropython || return 1
  for package in "$apt"/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
  rm -r "$apt"
}

wrap() {
  cat >"$run" <<'WRAPPER'
#!/bin/sh
root=$(dirname "$(readlink -f "$0")")/root
for loader in "$root"/usr/lib/*-linux-gnu*/ld-linux*.so.*; do
  exec "$loader" --library-path "${loader%/*}" "$root/usr/bin/micropython" "$@"
done
WRAPPER
  chmod +x "$run"
}

if own=$(command -v micropython) && "$own" -c "$check"; then
  rm -f "$run" && ln -s "$own" "$run"
  exit
fi
echo "Fetching MicroPython."
log="$folder/install.log"
for mirror in $(mirrors); do
  if unpack "$mirror" >"$log" 2>&1; then
    wrap
    "$run" -c "$check" || fail "what was fetched does not run here."
    exit
  fi
done
test -e "$log" && tail -n 5 "$log" >&2
fail "no mirror of this system's configuration has it."
