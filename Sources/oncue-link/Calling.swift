// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import MachineLink
internal import PairedMachines

/// A link to a paired machine, whose steps come as lines on standard input.
struct Calling {
    /// The longest message in either direction, in bytes: what the largest queue may have (`HandoffStep`).
    static let longest = 16 << 20
    /// How long another machine gets for its first message: its service may have to start.
    private static let greetingLimit: Duration = .seconds(20)
    /// How long it gets for an answer; longer than its service needs for one.
    private static let answerLimit: Duration = .seconds(40)

    private let place: Place

    init(_ place: Place) { self.place = place }

    func run(_ name: String) throws(LinkFault) {
        guard let machine = try place.files.book().machine(named: name) else {
            throw LinkFault(.otherMachine, "\(name) is no paired machine; oncue handoff machines lists them")
        }
        let link = try open(machine)
        // Whoever is refused sees a handshake that succeeds, so nothing is said before the other machine has spoken.
        let greeting: String
        do throws(LinkFault) { greeting = try link.read(idle: Self.greetingLimit) } catch {
            throw LinkFault(
                error.code,
                "\(name) does not answer this machine; if it was forgotten there, pair them anew: oncue handoff pair")
        }
        Output.line(greeting)
        var input = LineReader(0, longest: Self.longest)
        while let line = try? input.next() {
            try link.write(line)
            Output.line(try link.read(idle: Self.answerLimit))
        }
        link.close()
    }

    /// Opens a link to where the machine was last, or else to where it says that it is now.
    private func open(_ machine: PairedMachine) throws(LinkFault) -> EncryptedLink {
        do throws(LinkFault) { return try link(to: machine) } catch {
            guard let found = Discovery.place(of: machine), found != (machine.host, machine.port) else { throw error }
            var moved = machine
            (moved.host, moved.port) = found
            let link = try link(to: moved)
            // Its key has been compared: it is the same machine.
            try place.files.change { $0.place(machine.identifier, host: found.host, port: found.port) }
            return link
        }
    }

    private func link(to machine: PairedMachine) throws(LinkFault) -> EncryptedLink {
        let socket: Int32
        do throws(LinkFault) { socket = try EncryptedLink.connect(to: machine.host, port: machine.port) } catch {
            throw LinkFault(error.code, "\(error.message); does \(machine.name) listen? oncue handoff listen on")
        }
        let link = try EncryptedLink(socket, as: .caller, identity: place.identity(), longest: Self.longest)
        guard link.peer == machine.identifier else {
            link.close()
            throw LinkFault(
                .otherMachine,
                "at \(machine.host) is another machine than the \(machine.name) that was paired; nothing was sent")
        }
        return link
    }
}
