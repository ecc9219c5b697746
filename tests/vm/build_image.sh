#!/usr/bin/env bash
# Builds in FOLDER what `make vm` boots: a plain Debian of this system's own release, with a kernel that can have a
# simulated GPIO chip and a simulated camera. Nothing outside of FOLDER is changed. Needs root, mmdebstrap and mke2fs.
#
#   FOLDER/base.ext4            the disk of a machine on which drover was never installed
#   FOLDER/vmlinuz, initrd.img  its kernel
#
# No Debian kernel has gpio-sim, and the camera's loopback is a source package: both are built here, from Debian's
# sources, for exactly the kernel in the image.
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
. /etc/os-release
release=${VERSION_CODENAME:?}
# What a Raspberry Pi OS lite has, or `drover install` would fetch; gpiod and v4l-utils are to look inside.
packages=linux-image-amd64,systemd,systemd-sysv,systemd-timesyncd,udev,kmod,dbus,login,passwd,sudo,procps,iproute2,netbase
packages+=,ca-certificates,openssh-client,git,make,python3,python3-venv,python3-pip,gpiod,v4l-utils,i2c-tools,usbutils

say() { echo "$*"; }
fail() { echo "$*" >&2; exit 1; }

test "$(dpkg --print-architecture)" = amd64 || fail "The image is built on amd64 alone."
for tool in mmdebstrap mke2fs; do
  command -v "$tool" >/dev/null || fail "$tool is missing: install the packages mmdebstrap and e2fsprogs."
done

# This system's own Debian mirrors, as lines of a sources.list.
sources() {
  apt-get indextargets --format '$(ORIGIN)|deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    sed -n "s/^Debian|//p" | grep " $release" | sort -u
}

bootstrap() { # into $1, with packages $2
  rm -rf "$1"
  sources | mmdebstrap --quiet --mode=root --variant=minbase --include="$2" \
    --aptopt='Acquire::Languages "none"' "${@:3}" "$release" "$1" -
}

modules() { # for the kernel in the root folder $1
  local abi builder="$folder/builder" work
  abi=$(basename "$1"/lib/modules/*)
  bootstrap "$builder" "linux-headers-$abi,linux-source,gcc,make,xz-utils,libc6-dev" \
    --customize-hook='cd "$1/usr/src" && APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -q download v4l2loopback-dkms'
  work="$builder/usr/src/rig"
  mkdir -p "$work"
  dpkg-deb -x "$builder"/usr/src/v4l2loopback-dkms*.deb "$work/loopback"
  chroot "$builder" sh -euc '
    cd /usr/src/rig
    tar -xJf /usr/src/linux-source-*.tar.xz --strip-components=1 --wildcards \
      "*/drivers/gpio/gpio-sim.c" "*/drivers/gpio/gpiolib.h" "*/kernel/irq/irq_sim.c"
    mkdir gpio && cp drivers/gpio/gpio-sim.c gpio/gpio-sim-main.c && cp drivers/gpio/gpiolib.h kernel/irq/irq_sim.c gpio'
  # irq_to_desc is not for modules; what it gives can be had by a function that is.
  sed -i -e 's/irq_to_desc(\(.*\)))/irq_data_to_desc(irq_get_irq_data(\1)))/' \
    -e 's/#include <linux\/irq.h>/&\n#include <linux\/irqdesc.h>/' "$work/gpio/irq_sim.c"
  printf '%s\n' 'obj-m := gpio-sim.o' 'gpio-sim-y := gpio-sim-main.o irq_sim.o' 'ccflags-y += -I$(src)' >"$work/gpio/Makefile"
  chroot "$builder" sh -euc "
    make -s -C /usr/src/linux-headers-$abi M=/usr/src/rig/gpio modules
    make -s -C /usr/src/linux-headers-$abi M=\$(echo /usr/src/rig/loopback/usr/src/v4l2loopback-*) modules"
  install -D -m 644 -t "$1/lib/modules/$abi/extra" "$work/gpio/gpio-sim.ko" "$work"/loopback/usr/src/*/v4l2loopback.ko
  chroot "$1" depmod "$abi"
  rm -rf "$builder"
}

# The guest reaches the same mirrors, indexes and certificates as this system.
furnish() { # the root folder $1
  echo drover-vm >"$1/etc/hostname"
  printf '127.0.0.1 localhost drover-vm\n' >"$1/etc/hosts"
  echo 'nameserver 10.0.2.3' >"$1/etc/resolv.conf"
  printf '[Match]\nName=eth0\n[Network]\nDHCP=yes\nLinkLocalAddressing=no\n' >"$1/etc/systemd/network/eth0.network"
  printf '/dev/vda / ext4 defaults,errors=remount-ro 0 1\n' >"$1/etc/fstab"
  sources >"$1/etc/apt/sources.list"
  cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"
  cp "$here"/guest/* "$1/opt/"
  mv "$1"/opt/*.service "$1/etc/systemd/system/"
  systemctl --quiet --root="$1" enable systemd-networkd.service rig.service rig-parts.service rig-camera.service
  systemctl --quiet --root="$1" mask systemd-networkd-wait-online.service apt-daily.timer apt-daily-upgrade.timer
  # A Pi's journal of the system is kept, and there is no hurry to write it.
  mkdir -p "$1/var/log/journal"
}

root="$folder/root"
say "Installing Debian $release into a folder."
bootstrap "$root" "$packages"
say "Building the kernel's simulated GPIO chip and camera."
modules "$root"
furnish "$root"
cp -L "$root"/boot/vmlinuz-* "$folder/vmlinuz"
cp -L "$root"/boot/initrd.img-* "$folder/initrd.img"
say "Making the disk."
mke2fs -q -t ext4 -d "$root" "$folder/base.part" 6G
mv "$folder/base.part" "$folder/base.ext4"
rm -rf "$root"
