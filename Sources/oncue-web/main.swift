// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// The page for browsers, for oncue. It is a program of its own, so that the daemon does not listen on the network, and
// so that an attacker on the network can do no more than the page allows.
//
//   oncue-web state                            prints how the page is served, and the paired devices
//   oncue-web set PORT local|network|ADDRESS tls|plain [HOST...]   keeps how the page is served
//   oncue-web code                             makes a code to pair one device, and prints the address with it
//   oncue-web forget NAME | --all              forgets a device, or all of them
//   oncue-web serve [apart]                    serves the page, until it is ended; apart from this terminal
//
// A failure is reported in a line of JSON with "fault" and "message", and the exit status is 1.

internal import Glibc
internal import OnCueClient
internal import OnCueRuntime
internal import WebServing

PrivateDirectory.makeEverythingPrivate()
signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())
let place = Place()

do throws(WebFault) {
    switch (words.first, words.count) {
    case ("state", 1): try Managing(place).state()
    case ("set", 4...): try Managing(place).set(Array(words.dropFirst()))
    case ("code", 1): try Managing(place).code()
    case ("forget", 2): try Managing(place).forget(words[1] == "--all" ? nil : words[1])
    case ("serve", 1...2):
        let serving = try Serving(place, isApart: words.count == 2)
        ClientThreads.share()
        Task.detached { await serving.run() }
        // An asynchronous main program would end its thread and continue in one that Dispatch makes.
        while true { pause() }
    default:
        Output.note("expected state, set PORT local|network|ADDRESS tls|plain, code, forget NAME or serve")
        exit(2)
    }
} catch {
    Output.fault(error)
    exit(1)
}
