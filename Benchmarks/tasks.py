#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Counts the keys that ten daily tasks take with oncue, mpc and ncmpcpp, does them, and checks what they did.

    Benchmarks/tasks.py PROGRAMS MUSIC [RUNS]     prints TASKS.md

Commands are typed in full, with Enter; on the screen every key counts one, from the screen that the program opens
with. Each task begins in the same state, and counts only if the player is afterwards as the task wants it. Times are
medians of RUNS (9), from the start of the first command to the end of the last one.
"""

import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time


class Stage:
    """Both players with the same music, on a machine of their own."""

    def __init__(self, programs, music):
        self.folder = tempfile.mkdtemp(prefix="oncue-tasks.")
        self.environment = {
            "PATH": f"{programs}:/usr/bin:/bin", "HOME": self.folder + "/home", "LC_ALL": "C.UTF-8",
            "XDG_RUNTIME_DIR": self.folder + "/run", "MPD_HOST": self.folder + "/mpd.socket", "TERM": "screen-256color",
            "GST_REGISTRY": self.folder + "/registry.bin", "ONCUE_DAEMON": f"{programs}/oncued",
        }
        for name in ("home", "run", "playlists", "work", "home/.ncmpcpp"):
            os.makedirs(f"{self.folder}/{name}", mode=0o700)
        self.music = self.folder + "/home/Music"
        shutil.copytree(music, self.music)
        self.processes = []

    def write(self, name, text):
        path = f"{self.folder}/{name}"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def start(self, *words, **options):
        process = subprocess.Popen(words, env=self.environment, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def run(self, command, check=True):
        done = subprocess.run(
            ["/bin/sh", "-c", command], env=self.environment, cwd=self.folder + "/work", capture_output=True, text=True,
            timeout=30)
        if check and done.returncode:
            raise RuntimeError(f"{command}: {done.stderr or done.stdout}")
        return done.stdout

    def begin(self):
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        daemon = self.start("oncued", "--output", "silent", stderr=subprocess.PIPE)
        while b"ready" not in daemon.stderr.readline():
            pass
        self.run("oncue -q library scan")
        config = self.write("mpd.conf", (
            f'music_directory "{self.music}"\nplaylist_directory "{self.folder}/playlists"\n'
            f'db_file "{self.folder}/mpd.db"\nstate_file "{self.folder}/mpd.state"\n'
            f'bind_to_address "{self.folder}/mpd.socket"\n'
            'audio_output {\n type "null"\n name "none"\n mixer_type "software"\n}\n'))
        self.start("mpd", "--no-daemon", config, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait(lambda: subprocess.run(["mpc", "--wait", "update"], env=self.environment, capture_output=True).returncode == 0)
        self.write("home/.ncmpcpp/config", f'mpd_host = "{self.folder}/mpd.socket"\nmpd_music_dir = "{self.music}"\n')

    def end(self):
        subprocess.run(["tmux", "-L", "oncue-tasks", "kill-server"], capture_output=True)
        for process in reversed(self.processes):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.processes:
            process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)


def wait(condition, seconds=10):
    """Waits until a condition holds; the result is whether it does."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if condition():
            return True
        time.sleep(0.02)
    return False


class Screen:
    """A program in a terminal of tmux."""

    def __init__(self, stage, command):
        self.stage = stage
        self.tmux("kill-server", check=False)
        wait(lambda: self.tmux("list-sessions", check=False).returncode != 0)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "36", command)

    def tmux(self, *words, check=True):
        return subprocess.run(
            ["tmux", "-L", "oncue-tasks", *words], env=self.stage.environment, capture_output=True, text=True,
            check=check)

    @property
    def text(self):
        return self.tmux("capture-pane", "-p").stdout

    def press(self, keys):
        """Presses keys, each when the screen shows the one before; returns the time until it does, in seconds."""
        total = 0
        for key in keys:
            before = self.text
            begin = time.monotonic()
            self.tmux("send-keys", key if len(key) > 1 else "-l", *([] if len(key) > 1 else [key]))
            # Some keys change nothing on the screen.
            if wait(lambda: self.text != before, 0.4):
                total += time.monotonic() - begin
        return total


class OnCue:
    def __init__(self, stage):
        self.stage = stage

    def now(self):
        return json.loads(self.stage.run("oncue now --json"))

    def queue(self):
        return [item["title"] for item in json.loads(self.stage.run("oncue queue --json"))["items"]]

    def favourites(self):
        return [item["title"] for item in json.loads(self.stage.run("oncue search favourite --json", False))["items"]]

    def has_undone(self):
        return "cleared" in self.stage.run("oncue redo --list", False)

    def playlist(self, name):
        done = self.stage.run(f'oncue playlist show "{name}" --json', check=False)
        return [item["title"] for item in json.loads(done)["items"]] if done else []

    def volume(self):
        return self.now()["volume"]

    def position(self):
        return self.now()["position"] or 0

    def is_playing(self):
        return self.now()["status"] == "playing"

    def title(self):
        return self.now()["title"]

    def reset(self):
        self.stage.run(
            "oncue -q play 'Albums/Kitchen Table Sessions'; oncue -q queue add 'Albums/Postcards from the Workbench';"
            "oncue -q volume 80; oncue -q playlist delete Folk;"
            "oncue -q favourite --remove 'Tracks/Kettle Song'; oncue -q sleep off; oncue -q rate 1", check=False)


class MPD:
    def __init__(self, stage):
        self.stage = stage

    def queue(self):
        return self.stage.run("mpc playlist --format %title%").splitlines()

    def playlist(self, name):
        return self.stage.run(f'mpc playlist --format %title% "{name}"', check=False).splitlines()

    def status(self):
        return self.stage.run("mpc status --format %title%")

    def volume(self):
        return int(re.search(r"volume: *(\d+)", self.status()).group(1))

    def position(self):
        found = re.search(r"(\d+):(\d\d)/", self.status())
        return int(found.group(1)) * 60 + int(found.group(2)) if found else 0

    def is_playing(self):
        return "[playing]" in self.status()

    def title(self):
        return self.status().splitlines()[0] if "[p" in self.status() else None

    def reset(self):
        self.stage.run(
            "mpc -q clear; mpc -q findadd album 'Kitchen Table Sessions';"
            "mpc -q findadd album 'Postcards from the Workbench'; mpc -q random off; mpc -q volume 80; mpc -q play 1;"
            "mpc -q rm Folk", check=False)


HEAD = """# Ten daily tasks

Keys and time for what people do with a player every day, counted by `make bench-tasks`, which does each task and checks
what it did. Commands are typed in full, with Enter; on the screen every key counts one, from the screen that the program
opens with. The time of commands is the median of several runs; `oncue play` and `oncue next` return when the sound has
begun. The time of keys is from each key to the change of the screen, added up, as tmux shows it, which takes some 10 ms
of each. ncmpcpp has its default keys, and looks for a genre or a title in the form of its search screen.
"""

NIGHT = ["Casting Off", "Open Water", "Harbour Lights"]
FOLK = ["Kettle Song", "Solder and Tea", "Two Chairs"]

def searched(field, text, *then):
    """The keys of ncmpcpp that look for a text in a field of its form, counted from the top, and those that follow."""
    return ["3", *["Down"] * field, "Enter", *text, "Enter", "y", *then]


# What to do; then for oncue, mpc, the screen of oncue and ncmpcpp: how, or why not. Then what must be so.
TASKS = [
    ("Play an album",
     ["oncue play night crossing"],
     ["mpc clear", 'mpc findadd album "Night Crossing"', "mpc play"],
     ["3", "j", "Enter", "j", "p"],
     ["4", "Down", "Right", "Enter"],
     lambda player: player.is_playing() and player.title() == NIGHT[0] and player.queue()[-3:] == NIGHT),
    ("Play everything of a genre, in random order",
     ["oncue play --shuffle genre:folk"],
     ["mpc clear", "mpc findadd genre Folk", "mpc shuffle", "mpc play"],
     ["4", *"genre:folk", "Enter", "V", "*"],
     ["c", "y", *searched(8, "folk", "v", "a", "Enter", "Enter"), "1", "Z", "y", "Enter"],
     lambda player: player.is_playing() and sorted(player.queue()) == FOLK),
    ("Play one track after the current one",
     ["oncue queue add --next little gears"],
     ['mpc searchadd title "little gears"', "mpc move 9 2"],
     ["4", *"little gears", "Enter", "A"],
     searched(3, "little gears", "a", "Enter", "Down", "Down", "Enter"),
     lambda player: "Little Gears" == player.queue()[1]),
    ("Make a playlist of what a search finds",
     ["oncue search genre:folk --to Folk"],
     ["mpc clear", "mpc findadd genre Folk", "mpc save Folk"],
     ["4", *"genre:folk", "Enter", "V", "t", *"Folk", "Enter"],
     searched(8, "folk", "v", "a", "Down", "Enter", *"Folk", "Enter"),
     lambda player: sorted(player.playlist("Folk")) == FOLK),
    ("Take entries 3 to 7 out of the queue",
     ["oncue queue remove 3-7"],
     ["mpc del 3-7"],
     ["2", "j", "j", "v", "v", "v", "v", "v", "d"],
     ["1", "Down", "Down", "Delete", "Delete", "Delete", "Delete", "Delete"],
     lambda player: len(player.queue()) == 3),
    ("Clear the queue by mistake, and take it back",
     ["oncue queue clear", "oncue undo"],
     "no undo",
     ["2", "c", "y", "u"],
     "no undo",
     lambda player: len(player.queue()) == 8 and player.is_playing() and player.has_undone()),
    ("Jump to the middle of a track of 26 s",
     ["oncue seek 50%"],
     ["mpc seek 50%"],
     ["]", "]"],
     ["f"] * 12,
     lambda player: 9 <= player.position() <= 16),
    ("Turn the volume from 80 to 40 %",
     ["oncue volume 40"],
     ["mpc volume 40"],
     ["-"] * 8,
     ["-"] * 20,
     lambda player: player.volume() == 40),
    ("Mark the current track as a favourite",
     ["oncue favourite"],
     "no favourites of its own",
     ["f"],
     "no favourites of its own",
     lambda player: player.favourites() == ["Kettle Song"]),
    ("Pause in 30 minutes",
     ["oncue sleep 30m"],
     "no sleep timer",
     ["T", *"30m", "Enter"],
     "no sleep timer",
     lambda player: player.now()["sleep"] is not None),
]


def keys(commands):
    return sum(len(command) + 1 for command in commands)


def measure(stage, player, commands, check, runs):
    times = []
    for _ in range(runs):
        player.reset()
        begin = time.monotonic()
        for command in commands:
            stage.run(command)
        times.append(time.monotonic() - begin)
    if not wait(lambda: check(player), 3):
        raise RuntimeError(f"{commands}: {player.queue()} {player.title()} {player.position()}")
    return f"{keys(commands)} keys, {statistics.median(times) * 1000:.0f} ms"


def watch(stage, player, program, pressed, check):
    player.reset()
    screen = Screen(stage, program)
    wait(lambda: "Kettle Song" in screen.text)
    shown = screen.press(pressed)
    if not wait(lambda: check(player), 3):
        raise RuntimeError(f"{program} {pressed}: {player.queue()} {player.title()} {player.position()}\n{screen.text}")
    return f"{len(pressed)} key" + "s" * (len(pressed) != 1) + f", {shown:.2f} s"


def main():
    stage = Stage(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    try:
        stage.begin()
        oncue, mpd = OnCue(stage), MPD(stage)
        print(HEAD)
        print("| Task | `oncue` | `mpc` | oncue on the screen | ncmpcpp |\n|---|---:|---:|---:|---:|")
        for task, ours, theirs, our_keys, their_keys, check in TASKS:
            cells = []
            for how, do in [
                (ours, lambda how: measure(stage, oncue, how, check, runs)),
                (theirs, lambda how: measure(stage, mpd, how, check, runs)),
                (our_keys, lambda how: watch(stage, oncue, "oncue", how, check)),
                (their_keys, lambda how: watch(stage, mpd, "ncmpcpp", how, check)),
            ]:
                try:
                    cells.append(how if isinstance(how, str) else do(how))
                except RuntimeError as error:
                    cells.append("FAILED")
                    print(error, file=sys.stderr)
            print(f"| {task} | " + " | ".join(cells) + " |", flush=True)
        print(f"\n{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end.")
    finally:
        stage.end()


main()
