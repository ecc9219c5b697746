#!/usr/bin/env bash
# Whether a container can be started here, which the tests of the service under a real systemd need. Says why not.
if test "$(id -u)" != 0; then
  why="only the administrator may start containers"
elif ! command -v systemd-nspawn >/dev/null; then
  why="the package systemd-container is missing"
elif ! said=$(systemd-nspawn --quiet --directory=/ --volatile=yes --register=no --keep-unit --pipe \
  --machine="drover-probe-$$" /usr/bin/true 2>&1); then
  why="$said"
else
  exit 0
fi
echo "NOT TESTED: the service under a real systemd, because $why. It has a target of its own: sudo make boot" >&2
exit 1
