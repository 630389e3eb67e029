// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MachineLink
internal import OnCueRuntime
internal import PairedMachines

/// Answers one caller, whose connection is standard input. A paired machine may take the steps of a handoff; any other
/// caller gets no information.
struct Answering {
    /// The time that the service gets for its greeting.
    private static let greetingLimit: Duration = .seconds(40)

    private let place: Place
    private let patience: CallerPatience

    init(_ place: Place, _ patience: CallerPatience = CallerPatience()) {
        (self.place, self.patience) = (place, patience)
    }

    func run() throws(LinkFault) {
        Spawning.endWithParent()
        let socket = fcntl(0, F_DUPFD_CLOEXEC, 3)
        let nothing = open("/dev/null", O_RDONLY)
        dup2(nothing, 0)
        close(nothing)
        // This lets a caller that is not paired be refused before any message is read from it.
        let link: EncryptedLink
        do throws(LinkFault) {
            link = try EncryptedLink(
                socket, as: .listener, identity: place.identity(), longest: Calling.longest,
                within: patience.handshake)
        } catch {
            Output.note("a caller was given up: \(error.message)")
            return
        }
        guard let machine = try place.files.book().machine(link.peer) else {
            Output.note("a machine that is not paired was refused: \(link.peer.short)")
            return
        }
        Proof.tell()
        do throws(LinkFault) { try serve(link, machine) } catch { Output.note("\(machine.name): \(error.message)") }
        link.close()
    }

    private func serve(_ link: EncryptedLink, _ machine: PairedMachine) throws(LinkFault) {
        guard let links = LinkSlot(place.files, of: link.peer, at: Conversation.now) else {
            throw LinkFault(.unreachable, "it has \(LinkSlot.most) links to this machine already")
        }
        guard var service = HandoffServe() else {
            throw LinkFault(.unreachable, "oncue handoff serve cannot be started")
        }
        defer { service.end() }
        let greeting = try service.next(within: Self.greetingLimit)
        // Send this before anything that the caller sends.
        try service.send(LinkCaller(machine).line, within: Self.greetingLimit)
        try link.write(greeting)
        try Conversation(link, machine, place.files, links, patience).run(&service)
    }
}

/// The time limits for a caller.
struct CallerPatience {
    /// The time to prove its key.
    var handshake = EncryptedLink.handshakeLimit
    /// The time to finish a message that it has begun.
    var message = EncryptedLink.messageLimit
    /// The time to be silent; longer than a prepared handoff waits for its next step.
    var idle: Duration = .seconds(90)

    init() {}

    /// Sets all limits to the same time, for tests that must not take as long.
    init(_ limit: Duration) { (handshake, message, idle) = (limit, limit, limit) }
}

/// The steps of one caller, and their answers.
private struct Conversation {
    /// The time that the service gets for an answer.
    private static let serviceLimit: Duration = .seconds(40)
    /// The largest number of unanswered reading steps. The service works on some of them while earlier answers are sent
    /// and read.
    private static let mostOwed = 5

    private let link: EncryptedLink
    private let machine: PairedMachine
    private let files: LinkFiles
    /// The slot of this link, which limits its steps.
    private let links: LinkSlot
    private let patience: CallerPatience
    private var limits = (readings: RateLimit.readings, pieces: RateLimit.pieces)
    /// The number of steps that the service has received but not answered.
    private var owed = 0

    init(
        _ link: EncryptedLink, _ machine: PairedMachine, _ files: LinkFiles, _ links: LinkSlot,
        _ patience: CallerPatience
    ) {
        (self.link, self.machine, self.files, self.links) = (link, machine, files, links)
        self.patience = patience
    }

    /// The time since the machine was started, which is the same for every process.
    fileprivate static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Answers until the caller closes the link.
    consuming func run(_ service: inout HandoffServe) throws(LinkFault) {
        while true {
            if owed > 0 {
                let isFull = owed >= Self.mostOwed || service.hasAnswer
                if isFull || link.wait(or: service.output, within: Self.serviceLimit) != .link {
                    try answer(&service)
                    continue
                }
            }
            let line: String
            do throws(LinkFault) { line = try link.read(idle: patience.idle, within: patience.message) } catch {
                if error.code == .closed { return }
                throw error
            }
            try take(line, &service)
        }
    }

    private mutating func take(_ line: String, _ service: inout HandoffServe) throws(LinkFault) {
        let step = LinkStep(line: line)
        // A caller that reads a lot is not disconnected, but has to wait its turn.
        var delay: Duration = .zero
        switch step {
        case .deed:
            guard links.allows(at: Self.now) else {
                throw LinkFault(.unreadable, "it takes too many steps, and is given up")
            }
        case .reading: delay = limits.readings.delay(at: Self.now)
        case .piece: delay = limits.pieces.delay(at: Self.now)
        }
        // A step that changes something runs on its own, and answers that are due are not held up by a delay.
        if step == .deed || delay > .zero { while owed > 0 { try answer(&service) } }
        if delay > .zero { usleep(UInt32(delay / .microseconds(1))) }
        // A machine that was forgotten is disconnected at its next step.
        guard try files.book().machine(link.peer) != nil else {
            throw LinkFault(.otherMachine, "it was forgotten, and is given up")
        }
        try service.send(line, within: Self.serviceLimit)
        owed += 1
        if step == .deed { try answer(&service) }
    }

    private mutating func answer(_ service: inout HandoffServe) throws(LinkFault) {
        try link.write(try service.next(within: Self.serviceLimit))
        owed -= 1
    }
}

/// Reports to the listener that a caller has proved to be a paired machine, by writing this process's number to
/// standard output.
enum Proof {
    static let length = MemoryLayout<pid_t>.size

    static func tell() {
        var process = getpid()
        _ = withUnsafeBytes(of: &process) { write(1, $0.baseAddress, $0.count) }
        // Nothing written to standard output from here on is meant for the listener.
        let nothing = open("/dev/null", O_WRONLY)
        dup2(nothing, 1)
        close(nothing)
    }

    /// Returns the processes that have reported a proof; an incomplete number is dropped.
    static func heard(on descriptor: Int32) -> [pid_t] {
        var bytes = [UInt8](repeating: 0, count: 64 * length)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return [] }
        return stride(from: 0, to: count / length * length, by: length).map { start in
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: pid_t.self) }
        }
    }
}

/// `oncue handoff serve`, as a program or behind a socket.
struct HandoffServe {
    private var reader: LineReader
    private let input: Int32

    /// The descriptor that its answers come from.
    var output: Int32 { reader.descriptor }
    /// Whether an answer has already arrived.
    var hasAnswer: Bool { reader.hasLine }

    /// The variable with the path of a socket that starts `oncue handoff serve` for each connection, for a sandbox in
    /// which this program may not start others.
    static let variable = "ONCUE_LINK_SERVICE"

    init?() {
        guard let descriptors = getenv(Self.variable).map({ Self.connect(to: String(cString: $0)) }) ?? Self.start()
        else { return nil }
        reader = LineReader(descriptors.input, longest: Calling.longest)
        input = descriptors.output
    }

    mutating func next(within limit: Duration) throws(LinkFault) -> String {
        do { return try reader.next(within: limit) } catch {
            throw LinkFault(.unreachable, "oncue handoff serve does not answer")
        }
    }

    /// The number of bytes that can be written without blocking whenever there is any room.
    private static let piece = 4_096

    func send(_ line: String, within limit: Duration) throws(LinkFault) {
        let deadline = ContinuousClock.now + limit
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { throw LinkFault(.late, "oncue handoff serve reads nothing") }
            var poller = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&poller, 1, Int32(min(left + 1, 600_000)))
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            let count = rest.prefix(Self.piece).withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw LinkFault(.unreachable, "oncue handoff serve has ended") }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the input, which makes the program end.
    func end() {
        close(input)
        if reader.descriptor != input { close(reader.descriptor) }
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
        guard let answers = PipeEnds(), let steps = PipeEnds() else { return nil }
        let isStarted =
            Spawning.start([program, "handoff", "serve"], input: steps.output, output: answers.input) != nil
        close(steps.output)
        close(answers.input)
        return isStarted ? (answers.output, steps.input) : nil
    }
}
