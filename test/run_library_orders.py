#!/usr/bin/env python3
"""What functions of the library order where memory is weak: what POSIX says, and what goes from one thread to another with
data; not that one was called before the other."""
import sys

from harness import expect, last_line, run, run_program, temporary_folder
from two_threads import main_of

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static int data, ends[2], others[2];
static atomic_int flag;
static char byte;
static sigset_t set;
static void handle(int number)
{
    (void)number;
}
static void nothing(void)
{
}
"""
# Both threads call it, and the second knows that the first has.
BOTH = """static void *give(void *unused)
{
    data = 1;
    %s
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}
static void *take(void *unused)
{
    if (!atomic_load_explicit(&flag, memory_order_relaxed))
        return unused;
    %s
    assert(data == 1);
    return unused;
}
"""
# The first tells the second.
TELLS = """static void *give(void *unused)
{
    data = 1;
    %s
    return unused;
}
static void *take(void *unused)
{
    %s
    assert(data == 1);
    return unused;
}
"""
WAIT = "while (!atomic_load_explicit(&flag, memory_order_acquire)) syscall(SYS_futex, &flag, FUTEX_WAIT, 0, 0, 0, 0);"
WAKE = "atomic_store_explicit(&flag, 1, memory_order_release); syscall(SYS_futex, &flag, FUTEX_WAKE, 1, 0, 0, 0);"
# name: (program, verdict)
PROGRAMS = {}
for name, call, before in (
    ("clock_gettime", "struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now);", ""),
    ("time", "time(0);", ""),
    ("gettid", "gettid();", ""),
    ("umask", "umask(022);", ""),
    ("atexit", "atexit(nothing);", ""),
    ("pthread_key_create", "pthread_key_t key; pthread_key_create(&key, 0);", ""),
    ("pthread_sigmask", "sigset_t own; sigemptyset(&own); pthread_sigmask(SIG_BLOCK, &own, 0);", ""),
    ("raise", "raise(SIGUSR1);", "signal(SIGUSR1, handle);"),
    ("atomic_signal_fence", "atomic_signal_fence(memory_order_seq_cst);", ""),
):
    PROGRAMS[name] = (BOTH % (call, call) + main_of("give", "take", before), "FALSE(race)")
for name, give, take, before, verdict in (
    ("two pipes", "write(ends[1], &byte, 1);", "write(others[1], &byte, 1);", "pipe(ends); pipe(others);", "FALSE(race)"),
    ("one pipe", "write(ends[1], &byte, 1);", "read(ends[0], &byte, 1);", "pipe(ends);", "TRUE"),
):
    PROGRAMS[name] = (BOTH % (give, take) + main_of("give", "take", before), verdict)
for name, give, take, before in (
    ("pipe", "write(ends[1], &byte, 1);", "read(ends[0], &byte, 1);", "pipe(ends);"),
    ("sockets", "write(ends[0], &byte, 1);", "read(ends[1], &byte, 1);", "socketpair(AF_UNIX, SOCK_STREAM, 0, ends);"),
    ("eventfd", "eventfd_write(ends[0], 1);", "eventfd_t count; eventfd_read(ends[0], &count);", "ends[0] = eventfd(0, 0);"),
    ("sigwait", "kill(getpid(), SIGUSR1);", "int got; sigwait(&set, &got);",
     "sigemptyset(&set); sigaddset(&set, SIGUSR1); pthread_sigmask(SIG_BLOCK, &set, 0);"),
    ("futex", WAKE, WAIT, ""),
):
    PROGRAMS["told by " + name] = (TELLS % (give, take) + main_of("give", "take", before), "TRUE")


def check(raddle, name, engine):
    text, verdict = PROGRAMS[name]
    with temporary_folder() as folder:
        (folder / "p.c").write_text(HEAD + text, encoding="utf-8")
        finished = run_program([raddle, "-q", "--memory-model=c11", f"--engine={engine}", "p.c"], directory=folder)
        expect(last_line(finished).split(" ")[0] == verdict, f"{last_line(finished)} instead of {verdict}")


def cases(arguments):
    for name in PROGRAMS:
        for engine in ("auto", "dpor"):
            yield f"{name}, {engine}", check, arguments.raddle, name, engine


if __name__ == "__main__":
    sys.exit(run(__doc__, cases))
