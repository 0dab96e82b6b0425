"""monty by its package on PyPI, whose programs run in processes of their own. `peers.py PROGRAM` prints what
`ferrotape-waiting-bench` prints for the engines in Rust."""

import sys
import time
from pathlib import Path

from pydantic_monty import Monty

COUNT = 100
TEXT = (Path(__file__).parent / "programs" / f"{sys.argv[1]}.py").read_text()


def waiting(session):
    """Runs the program until it waits for its call."""
    snapshot = session.feed_start(TEXT)
    while type(snapshot).__name__ == "NameLookupSnapshot":
        snapshot = snapshot.resume(search)
    return snapshot


def search(words, most):
    raise AssertionError("it is answered by hand")


def median(work):
    times = []
    for _ in range(COUNT):
        begin = time.perf_counter()
        work()
        times.append((time.perf_counter() - begin) * 1e6)
    return f"{sorted(times)[COUNT // 2]:.1f}"


def shared_bytes(process):
    """Bytes of a process, those that it shares divided among all that have them."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


with Monty() as pool:

    def start():
        with pool.checkout() as session:
            waiting(session)

    def finish():
        with pool.checkout() as session:
            end = session.load_snapshot(data).resume({"return_value": ["tide", "moon"]})
            assert end.output == "many"

    begun = median(start)
    with pool.checkout() as session:
        snapshot = waiting(session)
        data = snapshot.dump()
        saved = median(snapshot.dump)
        each = shared_bytes(session.worker_pid)
    print(begun, saved, len(data), median(finish), each, sep="\t")
