# Shared by the scripts in this folder; sourced by them, never run.
# Expects bash with `set -euo pipefail`. Changes to the repository's root.

caller_directory=$PWD
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$repository"

# The machine's cargo finds its own binaries here, also when the shell's PATH was not set up by rustup.
PATH="$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin"

# Says what is wrong, a line an argument, and ends the script.
die() {
  local line
  for line in "$@"; do
    printf '%s: %s\n' "${0##*/}" "$line" >&2
  done
  exit 1
}

# A path that the user gave, made absolute.
from_caller() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$caller_directory/$1" ;;
  esac
}

# Where cargo builds, as an absolute path.
target_directory() {
  local named=${CARGO_TARGET_DIR:-target}
  case $named in
    /*) printf '%s\n' "$named" ;;
    *) printf '%s\n' "$repository/$named" ;;
  esac
}

# Prints how many megabytes are free where a file or folder is, or would be made; nothing if that cannot be found out.
free_space() {
  local place=$1
  while [ ! -e "$place" ]; do
    place=$(dirname "$place")
  done
  df -Pm "$place" 2>/dev/null | awk 'NR == 2 { print $4 }' || true
}

# Ends the script unless a place has so many megabytes free: need_space MEGABYTES PLACE PURPOSE WAY_OUT.
need_space() {
  local free
  free=$(free_space "$2")
  [ -z "$free" ] || [ "$free" -ge "$1" ] ||
    die "$3 needs $1 MB in $2, and $free MB are free there" "free some space, or $4"
}

# Megabytes that a build takes: all of it, and what changed since the last one.
whole_build=1000
next_build=200

# Builds the two executables of a release, and says why if that fails.
build_release() {
  local target=$1 free needed=$whole_build
  [ ! -x "$target/release/adumbra" ] || needed=$next_build
  need_space $needed "$target" "the build" "let CARGO_TARGET_DIR name a folder on another disk"
  command -v cargo >/dev/null || die "missing: cargo; scripts/setup says what is needed"
  cargo build --release --locked -p adumbra --bins && return
  # What was built so far is used again by the next build.
  free=$(free_space "$target")
  if [ -n "$free" ] && [ "$free" -lt 50 ]; then
    die "the build failed: $target has $free MB left" \
      "free some space, or let CARGO_TARGET_DIR name a folder on another disk, and start this again"
  elif ! cargo tree --quiet --locked --offline -p adumbra --edges normal,build >/dev/null 2>&1; then
    die "the build failed: packages that it needs are not on this machine and could not be fetched" \
      "start this again with a network; once fetched, they are not needed again"
  fi
  die "the build failed; the messages above say why" \
    "scripts/setup checks that what it needs is installed, in the right version"
}

# Builds the release executables unless ADUMBRA names one, and sets `adumbra` to the executable.
adumbra=
find_adumbra() {
  if [ -n "${ADUMBRA:-}" ]; then
    adumbra=$(from_caller "$ADUMBRA")
    [ -x "$adumbra" ] || die "no executable at $adumbra, which ADUMBRA names"
  else
    local target
    target=$(target_directory)
    build_release "$target"
    adumbra=$target/release/adumbra
    [ -x "$adumbra" ] || die "no executable at $adumbra"
  fi
}

# Makes a directory that disappears when the script ends, and sets `scratch` to it.
scratch=
make_scratch() {
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/adumbra.XXXXXX") ||
    die "no folder for temporary files can be made in ${TMPDIR:-/tmp}" \
      "free some space there, or let TMPDIR name another folder"
  trap 'rm -rf "$scratch"' EXIT
}
