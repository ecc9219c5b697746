#!/bin/sh
# The command drover, of the version that is at work, looking where the table keeps its things.
export DROVER_DATA="${DROVER_DATA:-/var/lib/drover}"
exec /opt/drover/current/bin/python -I -m firmware_host "$@"
