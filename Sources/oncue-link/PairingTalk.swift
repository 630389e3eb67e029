// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import MachineLink
internal import PairedMachines

/// Pairs with another machine: prints what to show to the user, and reads the user's answers.
struct PairingTalk {
    /// The time that a machine waits to be paired, and that the users have for comparing the digits.
    private static let window: Duration = .seconds(120)
    /// The longest time from a call to the digits. The other machine may be busy with a stranger first.
    private static let callLimit: Duration = .seconds(15)
    /// The same for a call while this machine waits, including the time to connect. No other caller is heard meanwhile,
    /// and other machines keep calling for longer than this.
    private static let turnLimit: Duration = .seconds(10)
    /// The longest time to connect to each address of another machine.
    private static let reachLimit: Duration = .seconds(4)
    /// The longest time to connect to each address while this machine waits.
    private static let turnReachLimit: Duration = .seconds(2)
    /// The longest time from a caller's connection to the digits; no other caller is heard meanwhile.
    private static let callerLimit: Duration = .seconds(5)
    /// The time that the other machine gets for each later message.
    private static let messageLimit: Duration = .seconds(10)

    private typealias Caller = (descriptor: Int32, host: String)

    private let place: Place
    private let identity: LinkIdentity
    private let card: MachineCard

    init(_ place: Place) throws(LinkFault) {
        self.place = place
        identity = try place.identity()
        card = MachineCard(name: place.name, port: try place.files.book().port)
    }

    /// - Parameters:
    ///   - host: The other machine, which waits; empty to wait for one.
    ///   - port: The port on which one of the machines waits; 0 for any.
    func run(_ host: String, port: Int?) throws(LinkFault) {
        let port = port ?? LinkPort.pairing
        var input = LineReader(0, longest: 1_024)
        guard host.isEmpty else {
            let socket: Int32
            do throws(LinkFault) { socket = try EncryptedLink.connect(to: host, port: port) } catch {
                throw LinkFault(error.code, "\(error.message); begin there with: oncue handoff pair")
            }
            return try call(host, on: socket, within: Self.callLimit, &input)
        }
        let others = Discovery.waiting(except: identity.identifier)
        guard others.count <= 1 else {
            let list = others.map { "\($0.name) at \($0.places[0].host)" }.joined(separator: ", ")
            throw LinkFault(.otherMachine, "several machines wait to be paired, so name one: \(list)")
        }
        var turn = PairingTurn(own: identity.identifier)
        guard let other = others.first else { return try wait(port, turn, &input) }
        let reached: (host: String, socket: Int32)
        do throws(LinkFault) { reached = try Self.reach(other, within: Self.reachLimit) } catch {
            // A machine that has gone may still be found for some minutes.
            Self.tell(unreached: other, error)
            turn.failed(other.identifier, at: .zero)
            return try wait(port, turn, &input)
        }
        try call(reached.host, on: reached.socket, within: Self.callLimit, &input)
    }

    /// Connects to the first address of a machine that answers.
    ///
    /// - Parameter limit: The longest time for each address.
    private static func reach(
        _ machine: WaitingMachine, within limit: Duration
    ) throws(LinkFault) -> (host: String, socket: Int32) {
        var first: LinkFault?
        for (host, port) in machine.places {
            do throws(LinkFault) {
                return (host, try EncryptedLink.connect(to: host, port: port, within: limit))
            } catch { first = first ?? error }
        }
        throw first ?? LinkFault(.unreachable, "\(machine.name) has no address")
    }

    private func call(
        _ host: String, on socket: Int32, within limit: Duration, _ input: inout LineReader
    ) throws(LinkFault) {
        let deadline = ContinuousClock.now + limit
        let link = try EncryptedLink(
            socket, as: .caller, identity: identity, longest: PairingMessage.longest, within: limit)
        // The secret of the link is not the same on both ends until this message has arrived.
        let hello: String
        do throws(LinkFault) { hello = try link.read(before: deadline) } catch {
            throw LinkFault(
                error.code, "\(host) does not want to be paired now: \(error.message); try again in a minute")
        }
        try talk(link, .initiator, host: Self.withoutPort(host), hello: hello, before: deadline, &input)
    }

    private static func tell(unreached machine: WaitingMachine, _ fault: LinkFault) {
        Output.say(.object([.init("unreached", .string(machine.name)), .init("message", .string(fault.message))]))
    }

    // MARK: Waiting

    /// Waits for a call, and when it is this machine's turn, calls the other machine that waits.
    private func wait(_ port: Int, _ turn: PairingTurn, _ input: inout LineReader) throws(LinkFault) {
        let socket = try ListeningSocket(port: port)
        Output.say(
            .object([
                .init("waiting", .string(place.name)), .init("port", .int(socket.port)),
                .init("hosts", .array(ListeningSocket.ownHosts().map { .string($0) })),
                .init("seconds", .int(Int(Self.window.components.seconds))),
            ]))
        let announcer = Discovery.startAnnouncing(LinkService.waiting, port: socket.port)
        defer { if let announcer { kill(announcer, SIGTERM) } }
        let watch = try WaitingWatch(except: identity.identifier)
        var (turn, callers) = (turn, PairingQueue<Caller>())
        let begin = ContinuousClock.now
        while true {
            var now = ContinuousClock.now - begin
            guard now < Self.window else {
                throw LinkFault(.late, "no machine has called for two minutes, and this one no longer waits")
            }
            let next = callers.isEmpty ? min(Self.window, turn.next ?? Self.window) : now
            var pollers = [socket.descriptor, 0, watch.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let patience = max(0, (next - now) / .milliseconds(1)).rounded(.up)
            let ready = poll(&pollers, nfds_t(pollers.count), Int32(patience))
            // The program that started this one no longer waits.
            if ready > 0, pollers[1].revents != 0, (try? input.next(within: .seconds(1))) == nil { return }
            now = ContinuousClock.now - begin
            let others = watch.machines()
            for other in others { turn.found(other.identifier, at: now) }
            Self.take(from: socket, into: &callers, at: now)
            if let caller = callers.next() {
                if try isPaired(answering: caller.descriptor, caller.host, &input) { return }
            } else if let due = turn.call(at: now, isThere: { due in others.contains { $0.identifier == due } }),
                let other = others.first(where: { $0.identifier == due })
            {
                if try isPaired(calling: other, isKnown: turn.hasFailed(due), &input) { return }
                turn.failed(due, at: ContinuousClock.now - begin)
            }
        }
    }

    private static func take(
        from socket: ListeningSocket, into callers: inout PairingQueue<Caller>, at now: Duration
    ) {
        for _ in 0..<PairingQueue<Caller>.most {
            guard let caller = socket.accept() else { return }
            let isTaken = callers.add((caller.descriptor, caller.host), from: caller.address, at: now)
            if !isTaken { close(caller.descriptor) }
        }
    }

    /// Calls another machine that also waits.
    ///
    /// - Parameter isKnown: Whether it has already been reported that it cannot be reached.
    /// - Returns: `true` if they are now paired; `false` if no digits were shown.
    private func isPaired(
        calling other: WaitingMachine, isKnown: Bool, _ input: inout LineReader
    ) throws(LinkFault) -> Bool {
        let deadline = ContinuousClock.now + Self.turnLimit
        do throws(LinkFault) {
            let reached = try Self.reach(other, within: Self.turnReachLimit)
            try call(reached.host, on: reached.socket, within: deadline - .now, &input)
            return true
        } catch  where Self.isNothingSeen(error) {
            if !isKnown { Self.tell(unreached: other, error) }
            return false
        }
    }

    /// Answers a caller.
    ///
    /// - Returns: `true` if they are now paired; `false` if no digits were shown, in which case another caller may be
    ///   the right one.
    private func isPaired(
        answering socket: Int32, _ host: String, _ input: inout LineReader
    ) throws(LinkFault) -> Bool {
        let deadline = ContinuousClock.now + Self.callerLimit
        do throws(LinkFault) {
            let link = try EncryptedLink(
                socket, as: .listener, identity: identity, longest: PairingMessage.longest, within: Self.callerLimit)
            try talk(link, .responder, host: host, hello: nil, before: deadline, &input)
            return true
        } catch  where Self.isNothingSeen(error) {
            Output.say(.object([.init("refused", .string(host)), .init("message", .string(error.message))]))
            return false
        }
    }

    private static func isNothingSeen(_ fault: LinkFault) -> Bool {
        [.unreachable, .closed, .late, .unreadable].contains(fault.code)
    }

    // MARK: Both sides

    private func talk(
        _ link: EncryptedLink, _ role: Pairing.Role, host: String, hello: String?,
        before deadline: ContinuousClock.Instant, _ input: inout LineReader
    ) throws(LinkFault) {
        var random = SystemRandomNumberGenerator()
        var pairing = Pairing(
            role, card: card, own: identity.identifier, peer: link.peer, secret: try link.secret(),
            number: (0..<PairingMessage.length).map { _ in UInt8.random(in: 0 ... .max, using: &random) }, hash: .glib)
        var actions = pairing.begin()
        if let hello { actions += pairing.receive(hello) }
        var compares: ContinuousClock.Instant?
        while true {
            for action in actions {
                switch action {
                case .send(let message):
                    try send(message, over: link, within: compares == nil ? deadline - .now : nil)
                case .compare(let digits, let other):
                    compares = .now
                    Output.say(
                        .object([
                            .init("digits", .string(digits)), .init("name", .string(other.name)),
                            .init("host", .string(host)),
                        ]))
                case .pair(let other): return try keep(other, link, host)
                case .fail(let fault):
                    link.close()
                    throw Self.fault(fault, shown: compares != nil)
                }
            }
            actions = try next(&pairing, link, before: deadline, since: compares, &input)
        }
    }

    /// - Parameter limit: `nil` once digits were shown, since from then on no other machine can be the right one.
    private func send(
        _ message: PairingMessage, over link: EncryptedLink, within limit: Duration?
    ) throws(LinkFault) {
        do throws(LinkFault) { try link.write(message.text, within: limit ?? Self.messageLimit) } catch {
            throw limit == nil ? Self.givenUp : error
        }
    }

    private func next(
        _ pairing: inout Pairing, _ link: EncryptedLink, before deadline: ContinuousClock.Instant,
        since compares: ContinuousClock.Instant?, _ input: inout LineReader
    ) throws(LinkFault) -> [Pairing.Action] {
        guard let compares else { return pairing.receive(try link.read(before: deadline)) }
        switch link.wait(or: 0, within: compares + Self.window - .now) {
        case nil:
            throw LinkFault(.otherMachine, "no machine has answered for two minutes; nothing was paired")
        case .link?:
            do throws(LinkFault) { return pairing.receive(try link.read(before: .now + .seconds(2))) } catch {
                throw Self.givenUp
            }
        case .input?:
            guard let line = try? input.next(within: .seconds(1)) else { return pairing.decide(isSame: false) }
            return pairing.decide(isSame: (try? JSONValue(parsing: line))?["same"]?.boolValue ?? false)
        }
    }

    private func keep(_ other: MachineCard, _ link: EncryptedLink, _ host: String) throws(LinkFault) {
        let machine = PairedMachine(identifier: link.peer, name: other.name, host: host, port: other.port)
        let kept = try place.files.change { $0.add(machine) }
        link.close()
        guard let kept else {
            throw LinkFault(
                .files, "\(MachineBook.limit) machines are paired already; oncue handoff forget removes one")
        }
        Output.say(.object([.init("paired", kept.json)]))
    }

    private static let givenUp = LinkFault(.otherMachine, "the other machine has given up; nothing was paired")

    private static func fault(_ fault: PairingFault, shown: Bool) -> LinkFault {
        switch fault {
        case .version(let version):
            LinkFault(
                .otherMachine,
                "the other machine pairs in version \(version), and this one in \(PairingMessage.version); install the same version of OnCue on both"
            )
        case .unexpected: LinkFault(shown ? .otherMachine : .unreadable, "the other end does not pair as OnCue does")
        case .brokenCommitment:
            LinkFault(
                .otherMachine,
                "the other end sent something other than it had committed to; another machine may be between the two")
        case .isItself: LinkFault(.otherMachine, "that is this machine itself; name another one")
        case .different:
            LinkFault(
                .otherMachine,
                "nothing was paired; if the digits were not the same, another machine may be between the two")
        // A stranger can refuse at once, in which case another caller may be the right one.
        case .refused:
            LinkFault(shown ? .otherMachine : .unreadable, "the other side said no; nothing was paired")
        }
    }

    private static func withoutPort(_ host: String) -> String {
        guard host.filter({ $0 == ":" }).count == 1 || host.hasPrefix("["),
            let colon = host.lastIndex(of: ":"), Int(host[host.index(after: colon)...]) != nil
        else { return host }
        return String(host[..<colon])
    }
}
