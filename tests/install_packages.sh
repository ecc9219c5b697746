#!/bin/bash
# Debian packages that tests run against: a browser, a broker, a database server, containers. None of them is left running.
set -euo pipefail
packages=(cage chromium mosquitto openssl postgresql systemd-container xwayland)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing+=("$package")
done
test ${#missing[@]} -gt 0 || exit 0
root=; test "$(id -u)" = 0 || root=sudo
echo "Installing ${missing[*]} for the tests."
# Tests start servers of their own; those of the packages stay off.
guard=/usr/sbin/policy-rc.d
if [ ! -e "$guard" ]; then
  printf '#!/bin/sh\nexit 101\n' | $root tee "$guard" >/dev/null
  $root chmod 755 "$guard"
  trap '$root rm -f "$guard"' EXIT
fi
$root apt-get -qq -o DPkg::Lock::Timeout=300 update
$root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends \
  "${missing[@]}" >/dev/null || {
  echo "Could not install them; please install ${missing[*]} and try again." >&2
  exit 1
}
for service in mosquitto postgresql; do
  if [[ " ${missing[*]} " == *" $service "* ]] && command -v systemctl >/dev/null; then
    $root systemctl --quiet disable "$service" 2>/dev/null || true
  fi
done
