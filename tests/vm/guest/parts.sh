# A GPIO chip that calls itself as a Pi's does, and a camera that shows what is written to it.
set -eu
modprobe gpio-sim
modprobe v4l2loopback video_nr=0 card_label=Table max_buffers=16
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo 32 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live
# gpiozero asks which Pi this is.
{ cat /proc/cpuinfo; printf 'Revision\t: c03115\n'; } >/run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
