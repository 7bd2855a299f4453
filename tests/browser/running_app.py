"""An app of its own for the tests of one file."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager


@contextmanager
def running(folder, *arguments):
    """Start the app with its temporary files in a folder; give its address and its process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "clusterscribe", "app", "--no-open", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    try:
        lines = (re.search(r"http://\S+", line) for line in process.stdout)
        yield next(filter(None, lines))[0], process
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()
