// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Shows libraries on OpenSubsonic servers in OnCue's tree. It is a separate program, so that logins and the answers of
// foreign servers stay out of the daemon.
//
//   oncue-subsonic serve [apart]   shows the servers until it is ended; with apart, detached from this terminal
//   oncue-subsonic state           prints the servers and their state
//   oncue-subsonic add             reads a server with its login from a line of JSON, and adds it
//   oncue-subsonic remove KEY      removes a server
//   oncue-subsonic unlock          asks the user, through the desktop, to unlock the keyring with the logins
//   oncue-subsonic pin KEY ITEM    keeps copies of an item; unpin stops that
//   oncue-subsonic limit BYTES     sets the maximum size of all copies
//
// On failure, it prints a line of JSON with "fault" and exits with status 1.

internal import Glibc
internal import OnCueRuntime
internal import SubsonicLibrary

PrivateDirectory.makeEverythingPrivate()
signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())

switch words.first {
case "serve" where words.count == 1 || words == ["serve", "apart"]: Serving(apart: words.count == 2).run()
case "state" where words.count == 1: Answers().tellState()
case "add" where words.count == 1: await Answers().add()
case "remove" where words.count == 2: await Answers().remove(words[1])
case "unlock" where words.count == 1: await Answers().unlock()
case "pin" where words.count == 3: Answers().pin(words[2], of: words[1], true)
case "unpin" where words.count == 3: Answers().pin(words[2], of: words[1], false)
case "limit" where words.count == 2: Answers().setLimit(words[1])
default:
    Output.note("expected serve [apart], state, add, remove KEY, unlock, pin KEY ITEM, unpin KEY ITEM or limit BYTES")
    exit(2)
}
