"""Runs the test's commands in the guest: a line of JSON in, a line of JSON out."""

import json
import os
import subprocess
import sys
import threading
import time
from typing import Any


def main(port: str) -> None:
    line = os.open(port, os.O_RDWR)
    lock = threading.Lock()

    def answer(wish: dict[str, Any]) -> None:
        try:
            done = subprocess.run(
                ["/bin/bash", "-c", wish["run"]],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=wish["timeout"],
                cwd="/root",
                env={
                    **os.environ,
                    "HOME": "/root",
                    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                },
            )
            said = {
                "rc": done.returncode,
                "out": done.stdout.decode(errors="replace"),
                "err": done.stderr.decode(errors="replace"),
            }
        except subprocess.TimeoutExpired:
            said = {"rc": -1, "out": "", "err": "it took too long"}
        with lock:
            data = json.dumps({"id": wish["id"], **said}).encode() + b"\n"
            while data:
                data = data[os.write(line, data) :]

    rest = b""
    while True:
        data = os.read(line, 65536)
        if not data:  # nobody holds the other end yet
            time.sleep(0.1)
            continue
        *whole, rest = (rest + data).split(b"\n")
        for one in whole:
            threading.Thread(target=answer, args=(json.loads(one),)).start()


if __name__ == "__main__":
    main(sys.argv[1])
