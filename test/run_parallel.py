#!/usr/bin/env python3
"""Workers: the number of them changes neither verdict nor paths nor interleavings; one that dies ends the run with the reason; nobody is left
behind, however the run ends. With --mpi-raddle (a build with -DRADDLE_MPI=ON) the same for the ranks of an MPI run.

Processes are found by a mark in their environment, which they inherit.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import uuid

import harness
from harness import ROOT, Problem, option, shorten, temporary_folder

MARK = "RADDLE_TEST_MARK"
# Not done within any patience: it has 6 * 2^15 paths. The time limit is for the case that this runner itself is killed.
ENDLESS = ["--engine=mpc", "--all", "-D", "EXTRA=15", ROOT / "bench/mpc/m.c"]
ENDLESS_TREE = ["--engine=dpor", "-D", "N=20", ROOT / "bench/dpor/exchange_chain.c"]

SAME = [
    ["--engine=mpc", "--all", "-D", "EXTRA=1", "bench/mpc/m.c"],
    ["--engine=mpc", "--strategy=1", "--all", "-D", "EXTRA=1", "bench/mpc/m.c"],
    ["--engine=mpc", "--all", "-D", "N=3", "bench/mpc/fig9.c"],
    ["--engine=mpc", "--all", "test/programs/mpc/fig8.c"],
    ["--engine=mpc", "--all", "test/programs/mpc/fig1.c"],
    ["--engine=mpc", "--all", "test/programs/mpc/cas_withdraw.c"],
    ["--engine=mpc", "--all", "test/programs/mpc/commands.c"],
    ["--engine=mpc", "--all", "test/programs/mpc/cond_amount.c"],
    ["--engine=mcr", "--all", "test/programs/mpc/chain_of_three.c"],
    ["--engine=mcr", "--all", "test/programs/mpc/fig6.c"],
]
# Engines that fork in the middle of the search; the ranks of an MPI run have nothing to do with that.
SAME_TREE = [
    ["--divide-after=0", "--engine=dpor", "--all", "-D", "N=8", "bench/dpor/exchange_chain.c"],
    ["--divide-after=0", "--engine=dpor", "--all", "-D", "N=2", "-D", "ROUNDS=2", "bench/dpor/bias_lock.c"],
    ["--divide-after=0", "--engine=dpor", "--all", "-D", "N=3", "bench/dpor/queue.c"],
    ["--divide-after=0", "--engine=dpor", "--all", "test/programs/tree/early/section_tells.c"],
    ["--divide-after=0", "--engine=ag", "--all", "test/programs/tree/early/section_tells.c"],
    ["--divide-after=0", "--engine=se", "--all", "test/programs/mpc/fig6.c"],
    ["--divide-after=0", "--engine=ag", "--all", "-D", "N=3", "bench/dpor/queue.c"],
    ["--divide-after=0", "--engine=lazy", "--all", "-D", "HOLDS", "-D", "N=4", "bench/ag/fibbench.c"],
    ["--divide-after=0", "--engine=lazy", "--all", "-D", "N=5", "--context-bound=4", "bench/dpor/attempts.c"],
    ["--divide-after=0", "--engine=enumerate", "--all", "-D", "N=4", "bench/dpor/attempts.c"],
]
# Engines that do not know workers: the ranks beside 0 have nothing to do.
ALONE = [
    ["--engine=record", "--context-bound=1", "test/programs/mpc/fig6.c"],
    ["--engine=predict", "test/programs/mpc/fig6.c"],
]


def read_process(pid, name):
    try:
        return pathlib.Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


class Process:
    """One of those that a run started."""

    def __init__(self, pid, environment):
        self.pid = pid
        self.rank = environment.get("OMPI_COMM_WORLD_RANK")
        status = read_process(pid, "stat").decode("utf-8", "replace").rsplit(")", 1)
        self.parent = int(status[1].split()[1]) if len(status) == 2 else 0
        self.name = read_process(pid, "comm").decode("utf-8", "replace").strip()


class Run:
    """raddle, or mpirun with it, in a session of its own."""

    def __init__(self, command, timeout=60):
        self.command = [str(word) for word in command]
        self.timeout = timeout
        self.mark = uuid.uuid4().hex
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
            env={**os.environ, MARK: self.mark}, start_new_session=True)

    def fail(self, what):
        raise Problem(f"{what}: {' '.join(self.command)}")

    def processes(self):
        """Those alive that belong to raddle: of dead ones the system does not show the environment."""
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            words = read_process(entry, "environ").split(b"\0")
            if f"{MARK}={self.mark}".encode() in words:
                environment = dict(word.decode("utf-8", "replace").split("=", 1) for word in words if b"=" in word)
                process = Process(int(entry), environment)
                if process.name.startswith("raddle"):
                    found.append(process)
        return found

    def wait_for_workers(self, count, rank=None):
        """The processes whose parent is raddle itself, too (of that rank), once there are so many. The one whose parent
        was started here is no worker but their master (src/cli/supervisor.h)."""
        while time.monotonic() - self.started < self.timeout and self.process.poll() is None:
            everybody = self.processes()
            pids = {process.pid for process in everybody}
            workers = [p for p in everybody if p.parent in pids and p.parent != self.process.pid and
                       (rank is None or p.rank == rank)]
            if len(workers) >= count:
                time.sleep(0.3)
                return workers
            time.sleep(0.05)
        self.stop()
        self.fail(f"there were never {count} workers")
        return []

    def wait_for_rank(self, rank):
        """The process of that rank, which has workers already."""
        worker = self.wait_for_workers(1, rank)[0]
        return worker.parent

    def is_running(self, seconds):
        """After that time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=seconds)
        return self.process.poll() is None

    def stop(self):
        for process in self.processes():
            try:
                os.kill(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.kill()
        return self.process.communicate()

    def finish(self, statuses, seconds):
        """The last line, after the end in time with one of the exit statuses; nobody may be left then."""
        began = time.monotonic()
        try:
            stdout, stderr = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.stop()
            self.fail(f"not ended after {seconds} s")
        took = time.monotonic() - began
        left = self.processes()
        while left and time.monotonic() - began < took + 2:
            time.sleep(0.05)
            left = self.processes()
        if left:
            names = ", ".join(f"{process.pid} ({process.name})" for process in left)
            self.stop()
            self.fail(f"left behind: {names}")
        lines = stdout.decode("utf-8", "replace").splitlines()
        last = lines[-1] if lines else ""
        if self.process.returncode not in statuses:
            self.fail(f"exit status {self.process.returncode} and {last!r} {shorten(stderr)}")
        return last


def expect_line(run, line, pattern):
    if not re.fullmatch(pattern, line):
        run.fail(f"ended with {line!r}, expected {pattern!r}")


def measure(launcher, raddle, options, timeout):
    with temporary_folder() as directory:
        path = directory / "result.json"
        run = Run([*launcher, raddle, "check", "--quiet", *options, "--json", path], timeout)
        line = run.finish((0, 1, 3), timeout)
        if line.startswith("UNKNOWN(timeout"):
            run.fail("no answer in time")
        stats = json.loads(path.read_text(encoding="utf-8"))["stats"]
        if not stats["runs"]:
            run.fail("nothing was run")
        counted = not {"--engine=mpc", "--engine=ag"} & set(options)
        return line, stats["paths"], stats["interleavings"] if counted else 0


def check_same(options, ways, timeout):
    """The same verdict and number of paths, whoever does the work. A run may be made twice, so runs are not compared; nor
    are programs that can get stuck, of which not every path is executed."""
    expected = None
    for launcher, raddle, jobs in ways:
        actual = measure(launcher, raddle, [*options, f"--jobs={jobs}"], timeout)
        expected = expected or actual
        if actual != expected:
            raise Problem(f"{expected} with one worker, {actual} with {' '.join(map(str, launcher))} --jobs={jobs}: "
                          f"{' '.join(map(str, options))}")


def endless(raddle, *options, launcher=(), limit=90, program=ENDLESS):
    return Run([*launcher, raddle, "check", "--quiet", f"--timeout={limit}", *options, *program])


def kill_worker(raddle):
    run = endless(raddle, "--jobs=3")
    os.kill(run.wait_for_workers(3)[1].pid, signal.SIGKILL)
    expect_line(run, run.finish((3,), 10), r"UNKNOWN\(worker [123] was killed by signal 9\)")


def kill_helper(raddle):
    run = endless(raddle, "--jobs=2", program=ENDLESS_TREE)
    while True:  # it may have been about to report
        workers = run.wait_for_workers(2)  # the process of the engine among them
        parents = {process.parent for process in workers}
        with contextlib.suppress(ProcessLookupError):
            os.kill(next(process.pid for process in workers if process.pid not in parents), signal.SIGKILL)
        if not run.is_running(2):
            break
    expect_line(run, run.finish((3,), 10), r"UNKNOWN\(a worker was killed by signal 9\)")


def kill_first(raddle):
    run = endless(raddle, "--jobs=3", program=ENDLESS_TREE)
    run.wait_for_workers(3)
    run.process.kill()
    run.finish((-signal.SIGKILL,), 10)


def end_tree(raddle, number):
    run = endless(raddle, "--jobs=3", program=ENDLESS_TREE, limit=90 if number else 2)
    run.wait_for_workers(3)
    if number:
        os.killpg(run.process.pid, number)
    expect_line(run, run.finish((3,), 10), r"UNKNOWN\(interrupted\)" if number else r"UNKNOWN\(timeout\)")


def find_error_in_tree(raddle):
    run = Run([raddle, "check", "--quiet", "--engine=dpor", "--jobs=3", "test/programs/mpc/fig9.c"])
    expect_line(run, run.finish((1,), 60), r"FALSE\(assertion\) \S+:\d+")


def kill_master(raddle):
    run = endless(raddle, "--jobs=3")
    run.wait_for_workers(3)
    run.process.kill()
    run.finish((-signal.SIGKILL,), 10)


def interrupt(raddle, number, whole_group):
    run = endless(raddle, "--jobs=2")
    run.wait_for_workers(2)
    (os.killpg if whole_group else os.kill)(run.process.pid, number)
    expect_line(run, run.finish((3,), 10), r"UNKNOWN\(interrupted\)")


def time_out(raddle):
    run = endless(raddle, "--jobs=2", limit=2)
    run.wait_for_workers(2)
    expect_line(run, run.finish((3,), 10), r"UNKNOWN\(timeout\)")


def use_up_memory(raddle):
    """What the processes have together counts; by how much one alone stays below depends on the build."""
    run = endless(raddle, "--jobs=3", "--memory-limit=40", limit=50)
    expect_line(run, run.finish((3,), 60), r"UNKNOWN\(memory limit\)")


def find_error(raddle, launcher=(), statuses=(1,)):
    """The first error stops everybody, busy or not."""
    run = Run([*launcher, raddle, "check", "--quiet", "--engine=mpc", "--jobs=3", "-D", "EXTRA=3",
               "bench/mpc/m.c"])
    expect_line(run, run.finish(statuses, 60), r"FALSE\(assertion\) bench/mpc/m\.c:\d+")


def kill_rank(raddle, launcher, jobs):
    """mpirun gives the status of the rank that was killed."""
    run = endless(raddle, f"--jobs={jobs}", launcher=launcher)
    os.kill(run.wait_for_rank("1"), signal.SIGKILL)
    expect_line(run, run.finish((128 + signal.SIGKILL, 3), 10), r"UNKNOWN\(rank 1 on \S+ is gone\)")


def kill_worker_of_rank(raddle, launcher):
    run = endless(raddle, "--jobs=2", launcher=launcher)
    os.kill(run.wait_for_workers(2, "1")[0].pid, signal.SIGKILL)
    expect_line(run, run.finish((3,), 10), r"UNKNOWN\(rank 1 on \S+: worker [12] was killed by signal 9\)")


def kill_rank_0(raddle, launcher):
    run = endless(raddle, launcher=launcher)
    run.wait_for_rank("1")
    for process in run.processes():
        if process.rank == "0":
            os.kill(process.pid, signal.SIGKILL)
    run.finish((128 + signal.SIGKILL,), 10)


def interrupt_mpirun(raddle, launcher):
    run = endless(raddle, launcher=launcher)
    run.wait_for_rank("1")
    run.process.send_signal(signal.SIGINT)
    expect_line(run, run.finish((1, 3, 128 + signal.SIGINT), 10), r"UNKNOWN\(interrupted\)")


def local_cases(raddle, timeout):
    ways = [([], raddle, jobs) for jobs in (1, 2, 3)]
    for options in SAME + SAME_TREE:
        yield f"same: {' '.join(options)}", check_same, options, ways, timeout
    yield "tree, worker killed", kill_helper, raddle
    yield "tree, first process killed", kill_first, raddle
    yield "tree, SIGINT to the group", end_tree, raddle, signal.SIGINT
    yield "tree, timeout", end_tree, raddle, 0
    yield "tree, error found", find_error_in_tree, raddle
    yield "worker killed", kill_worker, raddle
    yield "master killed", kill_master, raddle
    yield "SIGINT", interrupt, raddle, signal.SIGINT, False
    yield "SIGINT to the group", interrupt, raddle, signal.SIGINT, True
    yield "SIGTERM to the group", interrupt, raddle, signal.SIGTERM, True
    yield "timeout", time_out, raddle
    yield "memory limit", use_up_memory, raddle
    yield "error found", find_error, raddle


def mpi_cases(raddle, plain, timeout):
    mpirun = shutil.which("mpirun")
    if not mpirun:
        raise Problem("there is no mpirun")
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []

    def launch(ranks):
        return [mpirun, *root, "--oversubscribe", "-n", str(ranks)]

    ways = [([], plain, 1), ([], raddle, 1), (launch(1), raddle, 1), (launch(2), raddle, 1), (launch(3), raddle, 2)]
    for options in [*SAME, *ALONE]:
        yield f"MPI, same: {' '.join(options)}", check_same, options, ways, timeout
    yield "MPI, rank killed", kill_rank, raddle, launch(2), 1
    yield "MPI, one of three ranks killed", kill_rank, raddle, launch(3), 2
    yield "MPI, worker of a rank killed", kill_worker_of_rank, raddle, launch(2)
    yield "MPI, rank 0 killed", kill_rank_0, raddle, launch(2)
    yield "MPI, SIGINT", interrupt_mpirun, raddle, launch(2)
    yield "MPI, error found", find_error, raddle, launch(3)


def cases(arguments):
    yield from local_cases(arguments.raddle, arguments.timeout)
    if arguments.mpi_raddle:
        yield from mpi_cases(arguments.mpi_raddle.resolve(), arguments.raddle, arguments.timeout)


if __name__ == "__main__":
    sys.exit(harness.run(__doc__, cases, option("--mpi-raddle", type=pathlib.Path, help="raddle built with MPI"),
                         jobs=None, timeout=120))
