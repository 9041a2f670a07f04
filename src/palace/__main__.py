"""`python -m palace` is the command line."""

import sys

from palace.cli import main

if __name__ == "__main__":
    sys.exit(main())
