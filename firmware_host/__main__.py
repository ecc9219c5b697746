"""`python -m firmware_host` is the command `drover`."""

import sys

from firmware_host.cli import main

if __name__ == "__main__":
    sys.exit(main())
