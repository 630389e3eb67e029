// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// The server for clients of MPD, for programs that know no other player. It is a separate program, so that the part
// that the network can reach is not in the daemon.
//
//   oncue-mpd listen [apart]    listens for clients until it is ended; apart from this terminal
//   oncue-mpd state             prints where it listens, and whether it does
//   oncue-mpd forget            removes the songs that are kept for its next start, unless it listens
//
// A failure is printed as a line of JSON with "fault", and the exit status is 1.

internal import Glibc
internal import MPDAdapter
internal import MPDProtocol
internal import OnCueClient
internal import OnCueRuntime

PrivateDirectory.makeEverythingPrivate()
signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())

switch words {
case ["listen"], ["listen", "apart"]:
    ClientThreads.share()
    Listening(apart: words.count == 2).run()
case ["state"]: Place().tellState()
case ["forget"]: Place().forget()
default:
    Place.note("expected listen [apart], state or forget")
    exit(2)
}
