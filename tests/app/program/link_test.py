"""A program with a probe and who looks at it are killed again and again, at random moments: the other side goes on."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile

from program import wait_until

executable, example = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
folder = tempfile.mkdtemp()
programs = os.path.join(folder, "programs")
environment = dict(os.environ, CHUNKSCOPE_PROGRAMS=programs)
saved = os.path.join(folder, "saved.json")
rounds = 50  # of either side


def expect(truth, text):
    if not truth:
        sys.exit(text)


def attach(*arguments):
    return subprocess.run([executable, "attach", "headless example", *arguments], env=environment, capture_output=True,
                          text=True, timeout=60)


def announced():
    return sorted(os.listdir(programs)) if os.path.isdir(programs) else []


def start():
    before = announced()
    program = subprocess.Popen([example], env=environment)
    wait_until(lambda: program.poll() is not None or announced() != before, "the example says that it runs")
    expect(program.poll() is None, "the example has ended")
    return program


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.wait()


random.seed(5)
program = start()

# Whoever looks is killed.
for each in range(rounds):
    looker = subprocess.Popen([executable, "attach", "headless example", "--save", saved], env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        looker.wait(timeout=random.uniform(0.005, 0.15))
    except subprocess.TimeoutExpired:
        kill(looker)
    expect(program.poll() is None, f"the program ended with who looked at it, in round {each}")
done = attach("--print")
expect(done.returncode == 0 and "100 entities" in done.stdout, f"after {rounds} kills: {done.stdout}{done.stderr}")
expect("Move" in done.stdout and "at tick" in done.stdout, f"its systems and its tick: {done.stdout}")

# What was seen is a world file like any other.
done = attach("--save", saved)
expect(done.returncode == 0, f"saving: {done.stderr}")
with open(saved, encoding="utf-8") as file:
    expect(len(json.load(file)["entities"]) == 100, "the saved world has other entities")
done = subprocess.run([executable, "check", saved], capture_output=True, text=True, timeout=60)
expect(done.returncode == 0, f"check: {done.stdout}{done.stderr}")

# The program is killed, while somebody looks or not.
for each in range(rounds):
    looker = subprocess.Popen([executable, "attach", "headless example", "--print", "--wait", "1"], env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        looker.wait(timeout=random.uniform(0.0, 0.08))
    except subprocess.TimeoutExpired:
        pass
    kill(program)
    said = looker.communicate(timeout=60)[1]
    expect(looker.returncode in (0, 1), f"round {each}: whoever looked ended with {looker.returncode}: {said}")
    expect((looker.returncode == 0) == (said == ""), f"round {each}: no reason was given: {said}")
    program = start()
kill(program)
done = attach("--print", "--wait", "1")
expect(done.returncode == 1 and "no program called" in done.stderr, f"without a program: {done.stderr}")
expect(announced() == [], f"files of ended programs stay: {announced()}")
shutil.rmtree(folder)
