// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reasons why OnCue is behind in a row, from profiles and traces. A report includes one only where OnCue is behind.
enum PeerReasons {
    static let command =
        "`perf stat` of thirty runs: `oncue now` has 103 page faults and `mpc status` 79, in the lowest of 300 runs by "
        + "turns 0.8 and 1.0 ms; an empty C program takes 0.6 ms. It reads a file that the daemon keeps true; the bus is "
        + "asked only where that is not there, as in a moment of change, and then the loader and GLib take 6 ms."
    static let shownCommand =
        "there the program with all commands answers, since only it shows a cover, colours and the next track as "
        + "the terminal can. By turns on a quiet machine an empty program takes 1.6 ms there, `oncue version` 5.6, "
        + "which is the loader with 15 libraries, `oncue now` without a cover 9.4 and with it 15.9: a second "
        + "program, which has no rights, reads the picture and draws it, since files of pictures come from "
        + "anywhere. `mpc` writes three lines of text."
    static let generalCommand =
        "by `dbus-monitor` and `strace`: of the fourteen questions that `playerctl` asks, one goes to the player, `GetAll`, "
        + "whose answer of 1,136 bytes is the row of MPRIS above; the rest are 745 system calls of its own."
    static let select =
        "traced by the scheduler, and by probes in the daemon, in GStreamer and in libpulse. Of 5 ms, 0.8 to 1.5 "
        + "are the call, the catalog and the queue, beside which the file is opened (0.7, by parts made ahead); 1 "
        + "to 1.4 pass while the thread that has the state tells the bus of the new track, behind which the "
        + "message waits that the file is ready; 0.2 until the output's thread begins, 0.7 in which the server "
        + "makes a stream, 0.4 until it is full, and 1 until the server plays it. A stream that `pulsesink` made "
        + "only to answer what it takes (2.4), an announcement in front of the sound (0.8) and elements made for "
        + "each file (0.5) are gone. A stream made while the file is opened gained nothing on two processors, "
        + "and announcing the track only with its sound neither: by turns 5.0 ms with it and 4.9 without. "
        + "GStreamer alone takes 2.2 ms with a warm pipeline of nothing but `pulsesink`, and 1.0 to make the "
        + "elements for a WAV file, which is more than MPD takes for all."
    static let selectWhilePlaying =
        "traced as the row above: 1.5 of 5 ms until the queue has it, 1 as there, 0.6 in which the server stops "
        + "and empties the stream, 0.7 until the sound is in it, and 1 until the server plays it. Decks of the "
        + "former sound are closed when the next one has come (1.0 before). MPD already has its decoder thread, "
        + "and no bus."
    static let resident =
        "`smaps` of a daemon that has just started: of 49 MB, 25 are pages of the program's own file, with 26 MB of "
        + "machine code, Swift's runtime among it, which cost nothing where others need the memory; 8 are written, and the "
        + "rest are shared libraries. MPD's own file has 1.7 MB of code."
    static let written =
        "`smaps` and `heaptrack` of a daemon that has just started: of 4.6 MB of heap, all in use, 2.2 are GStreamer's "
        + "registry, read ahead so that the first sound comes soon, and 0.5 SQLite's seven connections; 1.7 are relocations "
        + "of 79 libraries, 1.1 those of the program, and 1.0 are stacks and variables. Plug-ins without any use for sound "
        + "are removed from the registry. Half of what is left is libav's; without its 455 elements for pictures and for "
        + "writing it would be 0.7 MB less, but loading it, as for M4A, would take 130 ms instead of 58 and 6 MB more. "
        + "`malloc_trim` gives back less than 0.1 MB."
    static let playing =
        "by thread over 21 s of FLAC on a busy machine: libpulse 40 ms and the output 35, whose wake-ups the server sets "
        + "(MPD's 48 and 36), the decoder 26, of which 5 make floats of 16 bits, and all else 7, most of it at the start. "
        + "For MP3 the output takes half as much again, with twice the blocks; joined to 4,608 frames they took as much as "
        + "those of FLAC, but a crossfade begins with a block, and was a tenth of a second early then. A longer period of "
        + "the output (50 ms instead of 10) saves a fifth of the wake-ups, but has a sound card wake more often. MPD gives "
        + "the server samples of 16 bits. GStreamer by itself needs more than OnCue in the same run."
    static let wakeUps =
        "counted by thread in `/proc`: the output wakes 29 times a second and libpulse's thread 41 times, two and a half "
        + "for each of the server's requests; the decoder once in some seconds (before decoding ahead 15 times a second for "
        + "FLAC, 22 for MP3). MPD's output wakes 25 times, libpulse's thread 42 times."
    static let search =
        "timed with 10,000 files by turns with the search before: 1.03 ms instead of 1.66 for three letters that 676 items "
        + "have, in ten turns of threads instead of 22. Where nothing matches it takes 0.35 ms, of which a `Ping` over the bus is 0.13: "
        + "only the library and the lists of For You are asked, whose file people may edit. The index is read once for all "
        + "kinds and degrees of match, 0.1 ms, and as much each takes putting hundreds of found titles in order and reading "
        + "50 of them; writing and sending those takes the rest. Mopidy queries once for 50 tracks, in no order."
    static let folder =
        "the page is kept until the catalog changes, and a `Ping`, which the daemon answers at once, takes as long at the same "
        + "socket as MPD's whole answer, 0.04 to 0.06 ms: the daemon waits, reads it and sends its answer with three calls "
        + "of the system. Runs differ between 0.9 and 2.2 times. MPD walks a tree in memory on the thread that answers."
    static let page =
        "the page is kept until the catalog changes; before, its rows were read from SQLite on a thread that may "
        + "block."
    static let protocolAnswer =
        "songs are kept as the lines that are told, and copied into the answer. By `strace`, a short answer to a client "
        + "that asks in quick succession is three calls of the system (`ppoll`, `recv`, `send`), and two more for the first; "
        + "by `perf`, half of its time is waking the two processes."
    static let firstSongs =
        "`oncue-mpd` reads its songs from a file of its own, as MPD does, and asks the daemon whether the library is still "
        + "the one of which they are. After a change of the library the daemon reads its catalog again and writes each "
        + "field of 1,000 songs as one text, which cross the bus and become songs again."
    static let notice =
        "clients that wait are told when the command is sent to the daemon, and not when its signal has come back; what is "
        + "left is two sockets, and turns of the thread that answers. Other changes, of the daemon itself, cross the bus."
    static let picture =
        "for an embedded picture `GetFile` and `GetArtwork` come before the first part; a cover in the folder of "
        + "the song is read without the daemon, on a thread for files, 64 kB at once."
    static let adding =
        "one call with 10,000 identifiers, whose songs the daemon looks up in its catalog, has on the disk "
        + "before it answers and can undo. By `perf`, 16 ms are packing and writing the entries, 12 the catalog on "
        + "two threads, 9 the queue and 4 the places; most of the rest is making a value of GLib for each "
        + "identifier and taking it apart. The `status` behind it took 183 ms and takes 2 to 11, since `oncue-mpd` "
        + "asks for what has changed. MPD adds to a list in memory."
    static let songs =
        "two programs, each with the Swift runtime and GLib. By `smaps`, `oncue-mpd` has written 6 MB with "
        + "10,007 songs. `oncued` has some 7 MB more for each queue of 10,000 entries that undo can bring back, up "
        + "to 200,000 entries, and here the queue was filled ten times before. Without that, with ten times as "
        + "many songs, it is 1.2 times."
    static let status =
        "timed by turns with the same client: `GetNowPlaying` takes 0.06 ms at the daemon's socket (0.26 over the bus), "
        + "of which a `Ping` is 0.03. It sends 2,001 bytes: values by their names, found and written for each answer on "
        + "the thread that has the state."
    static let albums =
        "made once for a library, from the lines of all songs, and kept until songs change; asked again it takes "
        + "less than 0.1 ms, and MPD makes it each time."
}
