# SPDX-License-Identifier: MIT
"""Running commands and saying what they took: time, memory, instructions. All that is measured runs in one environment of
its own, without the caller's caches."""
import collections
import os
import re
import shutil
import signal
import statistics
import subprocess

Cost = collections.namedtuple('Cost', 'status wall cpu peak')
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join(ROOT, os.environ.get('OUT', 'out'))
PROGRAM = os.path.join(OUT, 'dossier')
LIMIT = 1200  # seconds that any command may take


def environment(home):
    """TeX, fontconfig and node keep what they have found out below HOME: it lives as long as the run."""
    os.makedirs(home, exist_ok=True)
    return {'PATH': os.environ.get('PATH', '/usr/bin:/bin'), 'HOME': home, 'XDG_CACHE_HOME': os.path.join(home, 'cache'),
            'XDG_DATA_HOME': os.path.join(home, 'data'), 'LC_ALL': 'C.UTF-8', 'TZ': 'UTC'}


def steps(*commands):
    """Commands one behind another, up to the first that fails, as one."""
    return ['sh', '-c', ' && '.join(' '.join("'%s'" % w.replace("'", "'\\''") for w in c) for c in commands)]


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def run(command, folder, env, output=os.devnull):
    """What a command took; its standard output goes to a file. None when it took longer than LIMIT."""
    result = os.path.join(env['HOME'], 'result')
    p = subprocess.Popen([os.path.join(OUT, 'tests', 'bench', 'measure'), result, output] + command, cwd=folder, env=env,
                         stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        p.wait(LIMIT)
    except subprocess.TimeoutExpired:
        end(p)
        return None
    except KeyboardInterrupt:
        end(p)
        raise
    with open(result) as f:
        return Cost(*map(int, f.read().split()))


def valgrind():
    """Its version, or None."""
    if not shutil.which('valgrind'):
        return None
    return subprocess.run(['valgrind', '--version'], capture_output=True, text=True).stdout.strip().replace('valgrind-', '')


def instructions(command, folder, env):
    """How many instructions a command takes in its first process and the threads of it; None when it fails. Each process
    that it starts would be counted by itself, and is not."""
    r = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null'] + command, cwd=folder, env=env,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors='replace')
    found = re.search(r'Collected : (\d+)', r.stderr)
    return int(found.group(1)) if found and r.returncode == 0 else None


def spread(values):
    """Median, least and most."""
    return {'median': statistics.median(values), 'min': min(values), 'max': max(values)}
