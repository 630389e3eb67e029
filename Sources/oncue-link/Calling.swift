// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MachineLink
internal import PairedMachines

/// A link to a paired machine, which receives its steps as lines on standard input.
struct Calling {
    /// The longest message in either direction, in bytes: enough for the largest queue (`HandoffStep`).
    static let longest = 16 << 20
    /// The time that the other machine gets for its first message, since its service may have to start.
    private static let greetingLimit: Duration = .seconds(20)
    /// The time that it gets for an answer, which is longer than its service needs for one.
    private static let answerLimit: Duration = .seconds(40)

    /// The largest number of lines sent before the first of them is answered.
    private static let mostAhead = 6

    private let place: Place

    init(_ place: Place) { self.place = place }

    func run(_ name: String) throws(LinkFault) {
        guard let machine = try place.files.book().machine(named: name) else {
            throw LinkFault(.otherMachine, "\(name) is not a paired machine; oncue handoff machines lists them")
        }
        let link = try open(machine)
        // The handshake succeeds even for a machine that is refused, so nothing is sent before the other machine has
        // spoken.
        let greeting: String
        do throws(LinkFault) { greeting = try link.read(idle: Self.greetingLimit) } catch {
            throw LinkFault(
                error.code,
                "\(name) does not answer this machine; try again in a minute, and if it was forgotten there, pair them again: "
                    + "oncue handoff pair")
        }
        Output.line(greeting)
        var input = LineReader(0, longest: Self.longest)
        try talk(link, machine, &input)
        link.close()
    }

    /// Sends lines until the end of the input, and prints the answers in their order. Short lines are sent before
    /// earlier ones are answered, so that the other machine always has work.
    private func talk(
        _ link: EncryptedLink, _ machine: PairedMachine, _ input: inout LineReader
    ) throws(LinkFault) {
        var owed = 0
        func give() throws(LinkFault) {
            let answer = try link.read(idle: Self.answerLimit)
            try checkIsPaired(machine)
            Output.line(answer)
            owed -= 1
        }
        while true {
            let isTurn = owed > 0 && !input.hasLine && link.wait(or: 0, within: Self.answerLimit) != .input
            if isTurn || owed >= Self.mostAhead {
                try give()
                continue
            }
            guard let line = try? input.next() else { break }
            // Otherwise each end could wait for the other one to read.
            if line.utf8.count > LinkStep.longestReading { while owed > 0 { try give() } }
            try checkIsPaired(machine)
            try link.write(line)
            owed += 1
        }
        while owed > 0 { try give() }
    }

    /// Throws if the machine was forgotten: from then on nothing is sent to it, and its answers are not passed on.
    private func checkIsPaired(_ machine: PairedMachine) throws(LinkFault) {
        guard try place.files.book().machine(machine.identifier) != nil else {
            throw LinkFault(.otherMachine, "\(machine.name) was forgotten on this machine")
        }
    }

    /// Opens a link to the machine's last address, or else to the address that it announces now.
    private func open(_ machine: PairedMachine) throws(LinkFault) -> EncryptedLink {
        do throws(LinkFault) { return try link(to: machine) } catch {
            var tried = [(host: machine.host, port: machine.port)]
            for first in [true, false] {
                for found in Discovery.places(of: machine, first: first) where !tried.contains(where: { $0 == found }) {
                    tried.append(found)
                    var moved = machine
                    (moved.host, moved.port) = found
                    guard let link = try? link(to: moved) else { continue }
                    // Its key has been compared, so it is the same machine.
                    keep(found, of: machine)
                    return link
                }
                // If no machine announces it now, none will a moment later.
                if tried.count == 1 { break }
            }
            throw error
        }
    }

    /// Keeps the address at which a machine was found; if that fails, it is looked for again the next time.
    private func keep(_ found: (host: String, port: Int), of machine: PairedMachine) {
        do throws(LinkFault) {
            try place.files.change { $0.place(machine.identifier, host: found.host, port: found.port) }
        } catch {
            Output.note("\(machine.name) is at \(found.host) now, which is not kept: \(error.message)")
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
