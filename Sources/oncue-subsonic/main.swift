// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// What shows libraries on servers of OpenSubsonic in OnCue's tree: a program of its own, so that logins and what strangers'
// servers answer stay out of the daemon.
//
//   oncue-subsonic serve [apart]   shows them, until it is ended; apart from this terminal
//   oncue-subsonic state           prints which servers there are, and how they are
//   oncue-subsonic add             reads a server in a line of JSON, with its login, and adds it
//   oncue-subsonic remove KEY      forgets a server
//   oncue-subsonic unlock          has the desktop ask for the password of the keyring in which logins are
//   oncue-subsonic pin KEY ITEM    keeps copies of an item, or with unpin does not any longer
//   oncue-subsonic limit BYTES     sets how many bytes copies may have
//
// What cannot be done is said in a line of JSON with "fault", and the exit status is 1.

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
