# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Runs the encoders, measures loudness, and checks the files that came out."""

import math
import re
import shutil
import subprocess
from array import array
from dataclasses import dataclass

from . import covers, tags
from .sound import RATE, write_wave

# program: Debian package
TOOLS = {
    "ffmpeg": "ffmpeg", "flac": "flac", "opusenc": "opus-tools", "oggenc": "vorbis-tools", "lame": "lame",
    "espeak-ng": "espeak-ng",
}


def missing_tools():
    return [name for name in TOOLS if shutil.which(name) is None]


def run(*words):
    subprocess.run([str(word) for word in words], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


@dataclass
class Gain:
    """ReplayGain 2.0: the distance from -18 LUFS in dB, and the peaks, of a track and its album."""

    track: float
    track_peak: float
    album: float
    album_peak: float

    def fields(self):
        return [
            ("replaygain_track_gain", f"{self.track:.2f} dB"), ("replaygain_track_peak", f"{self.track_peak:.6f}"),
            ("replaygain_album_gain", f"{self.album:.2f} dB"), ("replaygain_album_peak", f"{self.album_peak:.6f}"),
        ]


def loudness(path):
    """Integrated loudness (EBU R 128) in LUFS."""
    words = ["ffmpeg", "-hide_banner", "-nostats", "-i", path, "-af", "ebur128=framelog=verbose", "-f", "null", "-"]
    talk = subprocess.run(words, check=True, capture_output=True, stdin=subprocess.DEVNULL, text=True).stderr
    return float(re.findall(r"I:\s+(-?[\d.]+) LUFS", talk)[-1])


def peak(samples):
    return max(max(samples), -min(samples)) / 32768


def gains(sounds, folder):
    """One Gain for each track of an album; leaves the tracks as <n>.wav in the folder."""
    whole, single = array("h"), []
    for number, sound in enumerate(sounds, 1):
        write_wave(folder / f"{number}.wav", sound)
        single.append(-18 - loudness(folder / f"{number}.wav"))
        whole += sound
    write_wave(folder / "album.wav", whole)
    album = -18 - loudness(folder / "album.wav")
    return [Gain(one, peak(sound), album, peak(whole)) for one, sound in zip(single, sounds)]


def paint(album, folder):
    """The cover as (PNG path, JPEG path)."""
    png, jpeg = folder / "cover.png", folder / "cover.jpg"
    covers.write_png(png, album.paint)
    run("ffmpeg", "-v", "error", "-y", "-i", png, "-q:v", "3", "-pix_fmt", "yuvj420p", "-fflags", "+bitexact",
        "-flags", "+bitexact", "-map_metadata", "-1", "-update", "1", "-frames:v", "1", jpeg)
    return png, jpeg


def encode(wav, target, album, track, gain, jpeg):
    """Encodes one track with all its tags; jpeg is the picture to embed, or nothing."""
    picture = jpeg.read_bytes() if jpeg else b""
    serial = 1000 * album.year + track.number
    if track.kind == "flac":
        words = [f"--tag={name}={value}" for name, value in tags.vorbis(album, track, gain)]
        words += [f"--picture=3|image/jpeg|Front||{jpeg}"] if jpeg else []
        run("flac", "--silent", "--force", "--best", "--verify", "--padding=1024", *words, "-o", target, wav)
    elif track.kind in ("opus", "ogg"):
        opus = track.kind == "opus"
        pairs = tags.vorbis(album, track, gain, opus) + ([tags.picture_comment(picture, covers.SIZE)] if jpeg else [])
        words = [word for name, value in pairs for word in ("--comment", f"{name}={value}")]
        if opus:
            run("opusenc", "--quiet", "--bitrate", "96", "--serial", serial, *words, wav, target)
        else:
            run("oggenc", "--quiet", "--utf8", "-q", "4", "--serial", serial, *words, "-o", target, wav)
    elif track.kind == "mp3":
        run("lame", "--silent", "-V", "4", "-q", "2", wav, target)
        target.write_bytes(tags.id3(album, track, gain, picture) + target.read_bytes())
    elif track.kind == "m4a":
        run("ffmpeg", "-v", "error", "-y", "-i", wav, "-c:a", "aac", "-b:a", "112k", "-map_metadata", "-1",
            "-fflags", "+bitexact", "-flags", "+bitexact", "-f", "ipod", target)
        target.write_bytes(tags.retag_mp4(target.read_bytes(), tags.mp4_items(album, track, gain, picture)))
    else:
        raise ValueError(f"no encoder for .{track.kind}")


def decoded(path):
    """The file's samples, interleaved 16-bit stereo at RATE."""
    words = ["ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-ac", "2", "-ar", str(RATE), "-"]
    done = subprocess.run(words, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    if done.stderr:
        raise ValueError(f"{path}: ffmpeg says {done.stderr.decode().strip()}")
    return array("h", done.stdout)


def faults(path, sound):
    """What is wrong with an encoded file, compared with the sound that went in."""
    found, out = [], decoded(path)
    if path.suffix == ".flac" and out != sound:
        found.append("is not lossless")
    if abs(len(out) - len(sound)) > 2 * RATE // 20:
        found.append(f"lasts {len(out) / 2 / RATE:.3f} s instead of {len(sound) / 2 / RATE:.3f} s")
    if peak(out) > 10 ** (-1 / 20):
        found.append(f"peaks at {20 * math.log10(peak(out)):.1f} dBFS")
    if abs(sum(out) / len(out)) > 16:
        found.append("has a DC offset")
    if math.sqrt(sum(x * x for x in out) / len(out)) < 32768 * 10 ** (-32 / 20):
        found.append("is nearly silent")
    return [f"{path}: {one}" for one in found]
