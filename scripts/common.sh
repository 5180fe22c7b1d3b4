# Shared by the scripts in this folder; sourced by them, never run.
# Expects bash with `set -euo pipefail`. Changes to the repository's root.

caller_directory=$PWD
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$repository"

# The machine's cargo finds its own binaries here, also when the shell's PATH was not set up by rustup.
PATH="$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin"

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# A path that the user gave, made absolute.
from_caller() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$caller_directory/$1" ;;
  esac
}

# Builds the release binaries unless ADUMBRA names one, and sets `adumbra` to the executable.
adumbra=
find_adumbra() {
  if [ -n "${ADUMBRA:-}" ]; then
    adumbra=$(from_caller "$ADUMBRA")
  else
    cargo build --release --locked --workspace --bins || die "the build failed"
    adumbra=${CARGO_TARGET_DIR:-target}/release/adumbra
    case $adumbra in
      /*) ;;
      *) adumbra=$repository/$adumbra ;;
    esac
  fi
  [ -x "$adumbra" ] || die "no executable at $adumbra"
}

# Makes a directory that disappears when the script ends, and sets `scratch` to it.
scratch=
make_scratch() {
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/adumbra.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
}
