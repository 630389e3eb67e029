// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Links to other machines, for oncue. It is a program of its own, so that the commands and the daemon need no network,
// and so that the part that the network can reach has no more rights than it needs.
//
//   oncue-link state                        prints the paired machines, and whether this one listens
//   oncue-link to NAME                      a link to a paired machine: lines of JSON on standard input and output
//   oncue-link pair [HOST[:PORT]] [PORT]    pairs with a machine, or waits for one; asks on standard input and output
//   oncue-link forget NAME | --all          forgets a machine, or all of them and the key
//   oncue-link port PORT                    keeps the port to listen on
//   oncue-link listen [apart]               listens for paired machines, until it is ended; apart from this terminal
//   oncue-link announce [TYPE PORT]         announces this machine through Avahi, until it is ended; as a listener if absent
//   oncue-link answer [SECONDS]             answers one caller, whose connection is standard input; for listen. With SECONDS,
//                                           for tests, that is how long the caller may take each time
//
// A failure is reported as a line of JSON with "fault" and "message", and the exit status is 1.

internal import Glibc
internal import MachineLink
internal import OnCueRuntime
internal import PairedMachines

PrivateDirectory.makeEverythingPrivate()
signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())
let place = Place()

do throws(LinkFault) {
    switch (words.first, words.dropFirst().first, words.count) {
    case ("state", _, 1): try Managing(place).state()
    case ("to", let name?, 2): try Calling(place).run(name)
    case ("pair", let host, 1...3):
        try PairingTalk(place).run(host ?? "", port: words.dropFirst(2).first.flatMap { Int($0) })
    case ("forget", "--all"?, 2): try Managing(place).forgetEverything()
    case ("forget", let name?, 2): try Managing(place).forget(name)
    case ("port", let port?, 2): try Managing(place).setPort(Int(port) ?? 0)
    case ("listen", let manner, 1...2):
        var listening = Listening(place)
        try listening.run(apart: manner == "apart")
    case ("answer", let seconds, 1...2):
        let limit = seconds.flatMap { Int($0) }.map { CallerPatience(.seconds($0)) }
        try Answering(place, limit ?? CallerPatience()).run()
    case ("announce", let type, 1...3):
        Spawning.endWithParent()
        let identifier = try place.identity().identifier
        let known = try place.files.book().port
        let port = words.dropFirst(2).first.flatMap { Int($0) } ?? known
        Discovery.announce(type ?? LinkService.listening, place, identifier, port: port)
    default:
        Output.note("expected state, to NAME, pair [HOST], forget NAME, port PORT, listen or answer")
        exit(2)
    }
} catch {
    Output.fault(error)
    exit(1)
}
