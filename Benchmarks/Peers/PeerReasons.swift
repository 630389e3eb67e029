// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reasons why OnCue is behind in a row, from profiles and traces. A report includes one only where OnCue is behind.
enum PeerReasons {
    static let command =
        "`perf stat` of thirty runs: `oncue now` has 103 page faults and `mpc status` 79, in the lowest of 300 runs by "
        + "turns 0.8 and 1.0 ms; an empty C program takes 0.6 ms. It reads a file that the daemon keeps true; the bus is "
        + "asked only where that is not there, as in a moment of change, and then the loader and GLib take 6 ms."
    static let select =
        "`strace`: after a stop the output is released (`DeckEngine.closeOutput`), so the next track creates the "
        + "output's elements, a thread and a connection to the sound server again and logs in there, after creating "
        + "the decoder's elements. MPD keeps its connection and creates only a stream."
    static let selectWhilePlaying =
        "timed (`oncue-bench --only engine --only select`): of 9 to 10 ms from the request to the sound, the "
        + "engine takes 5.5, in which GStreamer creates the elements and the threads that read and decode; the rest "
        + "is the bus, the catalog and the queue. MPD already has its decoder thread, and no bus."
    static let written =
        "`smaps`: two thirds of it is the heap. The shared libraries that MPD loads are larger, but it allocates "
        + "less."
    static let playing =
        "timed side by side with a track of five minutes, for a minute from its middle: FLAC takes 0.54% for "
        + "OnCue and 0.55% for MPD, MP3 0.97% and 0.74%. MPD decodes a short track at once, OnCue as it plays. In a "
        + "`perf` profile of MP3, half of OnCue's samples are in the kernel, a fifth in the decoder as for MPD, and "
        + "a sixth in GStreamer's work per frame. GStreamer by itself needs more than OnCue in the same run."
    static let wakeUps =
        "counted by thread in `/proc`: the decoder wakes for each piece, the output 30 times a second, libpulse's "
        + "thread 49 times. MPD decodes a short track at once, and its output wakes 25 times, libpulse's thread 42 "
        + "times. With a track of five minutes, FLAC wakes OnCue 105 times a second and MPD 134 times, MP3 131 and "
        + "166 times."
    static let search =
        "timed with 10,000 files: the words are looked for once for each kind of item that has them and each degree of "
        + "match, up to 1,000 rows each, to count all and show the best first, in addition to playlists, podcasts and "
        + "stations; where nothing matches, that takes 0.6 ms, of which a `Ping` is 0.16. Reading and sending 50 rows "
        + "takes 0.4 ms. Mopidy queries once for 50 tracks, in no order."
    static let folder =
        "timed with 10,000 files: five titles, the position and ten files are looked up in one visit to the thread of "
        + "the catalog, 0.56 ms in all; a page of one track by its identifier takes 0.40 ms and a `Ping` 0.16, so most "
        + "of it is the way over the bus and between two threads. MPD walks a tree in memory and answers on its own "
        + "socket."
    static let page =
        "timed: a page of 50 takes 0.79 ms, a page of one 0.40 ms and a `Ping` 0.16 ms. In a `perf` profile of pages of "
        + "50, 45% is on the thread of the bus, half of it writing the message, 35% is reading the rows from SQLite on "
        + "another, and 17% is GLib's thread for the socket. MPD reads its memory and answers on one socket."
    static let protocolAnswer =
        "songs are kept as the lines that are told, and copied into the answer. What is left of a short answer is "
        + "reading the line and finding its command, which takes microseconds."
    static let firstSongs =
        "the daemon reads its catalog and writes each field of 1,000 songs as one text, which cross the bus and become "
        + "songs again. Songs are loaded when a client comes, and again after the library has changed; MPD reads its file when it starts."
    static let notice =
        "by `strace`: the command crosses the bus to the daemon, and the signal of the change crosses it back, each through "
        + "three programs and two threads in two of them; where a mode changes what comes next, as `repeat` does, "
        + "GStreamer's elements for that are made or ended before the signal is sent. The wait for the disk "
        + "comes behind the notice. MPD does all of it in one program."
    static let picture =
        "`GetFile` and `GetArtwork` over the bus come before the first part; parts are read 64 kB ahead on a thread for files."
    static let adding =
        "one call, whose songs the daemon looks up in its catalog, writes to its database and can undo; "
        + "MPD adds to a list in memory."
    static let songs =
        "two programs, each with the Swift runtime and GLib. By `smaps`, 10,006 songs take 4.4 MB of what `oncue-mpd` has "
        + "written; the daemon keeps the changes of the queue that can be taken back, of 10,000 songs each here."
    static let status =
        "timed: a bare `Ping` over the bus takes longer than MPD's whole answer on its own socket, because the bus "
        + "forwards each message. `GetNowPlaying` sends 2,001 bytes, value by value, and takes 0.2 ms more. In a `perf` "
        + "profile of the daemon, finding the values takes 5% of its time, naming them 5% and making them GLib's 4%, "
        + "so keeping the answer ready would save a few hundredths of a millisecond; the rest is the bus and GLib, "
        + "which take each value apart again. With its values kept, `GetAll` of MPRIS is 0.09 ms above `Ping`."
}
