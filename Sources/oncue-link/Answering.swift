// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueLinkShims
internal import Glibc
internal import MachineLink
internal import PairedMachines

/// Answers one caller, whose connection is standard input: whoever was paired may take the steps of a handoff, and
/// whoever was not is told nothing.
struct Answering {
    /// How long a caller may say nothing; longer than what was prepared waits for its next step.
    private static let idleLimit: Duration = .seconds(90)
    /// How long the service gets for its greeting, and for an answer.
    private static let serviceLimit: Duration = .seconds(40)

    private let place: Place

    init(_ place: Place) { self.place = place }

    func run() throws(LinkFault) {
        oncue_link_end_with_parent()
        let socket = fcntl(0, F_DUPFD_CLOEXEC, 3)
        let nothing = open("/dev/null", O_RDONLY)
        dup2(nothing, 0)
        close(nothing)
        // Another caller can be refused before a word is read of it.
        let link: EncryptedLink
        do throws(LinkFault) {
            link = try EncryptedLink(socket, as: .listener, identity: place.identity(), longest: Calling.longest)
        } catch {
            Output.note("a caller was given up: \(error.message)")
            return
        }
        guard let machine = try place.files.book().machine(link.peer) else {
            Output.note("a machine that is not paired was refused: \(link.peer.short)")
            return
        }
        do throws(LinkFault) { try serve(link, machine) } catch { Output.note("\(machine.name): \(error.message)") }
        link.close()
    }

    private func serve(_ link: EncryptedLink, _ machine: PairedMachine) throws(LinkFault) {
        guard var service = HandoffServe() else {
            throw LinkFault(.unreachable, "oncue handoff serve cannot be started")
        }
        defer { service.end() }
        let greeting = try service.next(within: Self.serviceLimit)
        // Before anything that comes from there.
        try service.send(LinkCaller(machine).line)
        try link.write(greeting)
        var (limit, readings) = (RateLimit.steps, RateLimit.readings)
        let begin = ContinuousClock.now
        while true {
            let line: String
            do throws(LinkFault) { line = try link.read(idle: Self.idleLimit) } catch {
                if error.code == .closed { return }
                throw error
            }
            switch LinkStep(line: line) {
            case .deed:
                guard limit.allows(at: ContinuousClock.now - begin) else {
                    throw LinkFault(.unreadable, "it takes too many steps, and is given up")
                }
            case .reading:
                // Whoever reads much is not given up, but waits for its turn.
                let delay = readings.delay(at: ContinuousClock.now - begin)
                if delay > .zero { usleep(UInt32(delay / .microseconds(1))) }
            }
            // Forgotten is forgotten, at its next step.
            guard try place.files.book().machine(link.peer) != nil else {
                throw LinkFault(.otherMachine, "it was forgotten, and is given up")
            }
            try service.send(line)
            try link.write(try service.next(within: Self.serviceLimit))
        }
    }
}

/// `oncue handoff serve`, as a program or behind a socket.
struct HandoffServe {
    private var reader: LineReader
    private let output: Int32

    /// The variable with the path of a socket behind which each connection has a run of it: where this program may not
    /// start others.
    static let variable = "ONCUE_LINK_SERVICE"

    init?() {
        guard let descriptors = getenv(Self.variable).map({ Self.connect(to: String(cString: $0)) }) ?? Self.start()
        else { return nil }
        reader = LineReader(descriptors.input, longest: Calling.longest)
        output = descriptors.output
    }

    mutating func next(within limit: Duration) throws(LinkFault) -> String {
        do { return try reader.next(within: limit) } catch {
            throw LinkFault(.unreachable, "oncue handoff serve does not answer")
        }
    }

    func send(_ line: String) throws(LinkFault) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw LinkFault(.unreachable, "oncue handoff serve has ended") }
            rest = rest.dropFirst(count)
        }
    }

    /// It ends with its input.
    func end() {
        close(output)
        if reader.descriptor != output { close(reader.descriptor) }
    }

    private static func connect(to path: String) -> (input: Int32, output: Int32)? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        let bytes = Array(path.utf8)
        guard descriptor >= 0, bytes.count <= room else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        return (descriptor, descriptor)
    }

    private static func start() -> (input: Int32, output: Int32)? {
        guard let folder = Place.programFolder() else { return nil }
        let places = [folder + "/oncue", folder + "/../bin/oncue"]
        guard let program = places.first(where: { access($0, X_OK) == 0 }) else { return nil }
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0, pipe(&output) == 0 else { return nil }
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let isStarted = Spawning.start([program, "handoff", "serve"], input: output[0], output: input[1]) != nil
        close(output[0])
        close(input[1])
        return isStarted ? (input[0], output[1]) : nil
    }
}
