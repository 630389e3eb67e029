// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Why OnCue is behind in a row, as profiles and traces have shown; a report has it only where it is behind.
enum PeerReasons {
    static let command =
        "`perf stat` of thirty runs: `oncue now` has 656 page faults, 35 changes of context and 8.5 ms of processor time, "
        + "`mpc status` 80, 4 and 1.0 ms; `strace` counts 519 and 77 system calls, 4 threads and none. The loader writes the "
        + "addresses of the Swift runtime, and GLib logs in to the bus, where mpc has four libraries and one socket."
    static let select =
        "`strace`: after a stop the output is given back (`DeckEngine.closeOutput`), so that the next track makes the output's "
        + "elements, a thread and a connection to the sound server anew and logs in there, behind making the decoder's "
        + "elements; MPD keeps its connection and makes a stream alone."
    static let selectWhilePlaying =
        "timed (`oncue-bench --only engine --only select`): of 9 to 10 ms from the request to the sound the engine alone takes "
        + "5.5, in which GStreamer makes the elements and the threads that read and decode; the rest is the bus, the catalog "
        + "and the queue. MPD has its decoder's thread already, and no bus."
    static let written =
        "`smaps`: two thirds of it is the heap; the shared libraries that MPD loads are larger, but what it allocates is less."
    static let playing =
        "timed beside each other with a track of five minutes, a minute from its midst: FLAC takes 0.54% of OnCue and 0.55% of "
        + "MPD, MP3 0.97% and 0.74%. MPD decodes a short track at once, OnCue as it is heard. `perf` of "
        + "MP3 has half of OnCue's samples in the kernel, a fifth in the decoder as in MPD, and a sixth in what GStreamer does "
        + "for each frame. GStreamer alone needs more than OnCue in the same run."
    static let wakeUps =
        "counted by thread in `/proc`: the decoder wakes for each piece, the output 30 times a second, libpulse's thread 49 "
        + "times; MPD decodes a short track at once, and its output wakes 25 times, libpulse's thread 42 times. With a track of "
        + "five minutes FLAC wakes OnCue 105 times a second and MPD 134 times, MP3 131 and 166 times."
    static let search =
        "by its code: the index is asked once for each kind of item (artists, albums, tracks and more) and each degree of "
        + "fit, up to 1,000 rows each, to count all and put the best first, beside playlists, podcasts and stations; Mopidy "
        + "asks once for 50 tracks, in no order. Of its time, a page of 50 rows is 1.7 ms."
    static let folder =
        "timed with 10,000 files: the same folder by its identifier takes 0.6 ms and a `Ping` 0.2 ms; what is more is the "
        + "way to it by five titles, and to its position. MPD walks a tree in memory."
    static let page =
        "timed: a page of 50 takes 1.7 ms, a page of one 1.0 ms and a `Ping` 0.2 ms, so that most of it does "
        + "not depend on the rows: the way over the bus and between two threads, and SQLite; MPD reads its "
        + "memory and answers on one socket."
    static let status =
        "timed: a bare `Ping` over the bus takes longer than MPD's whole answer by its own socket, since the "
        + "bus hands each message on; `GetNowPlaying` sends 2,001 bytes."
}
