// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import Glibc
internal import OnCueRuntime

/// A program that has connected to a ``DirectServer``: receives its messages, and sends answers and signals.
///
/// Nothing grows without bounds. No more is read from a program while many of its calls are in progress, or while it
/// does not read the answers to its requests, and a program that leaves too much unread is disconnected.
@MediaActor
final class DirectClient {
    /// The number of messages processed in a turn, the same as the number of calls started in one.
    private static let messagesPerTurn = CallQueue.ownLimit
    /// The number of bytes of memory that are kept for further reading and writing.
    private static let keptRoom = 128 << 10

    let name: String
    private unowned let server: DirectServer
    private let descriptor: Int32
    private var isClosed = false
    private var login: DirectLogin?
    private var reading: DescriptorSource?
    private var writing: DescriptorSource?
    private var isTurnAhead = false
    /// The bytes that were read but not processed yet: input[start...].
    private var input: [UInt8] = []
    private var start = 0
    /// The bytes that were not sent yet: output[sent...].
    private var output: [UInt8] = []
    private var sent = 0
    /// The bytes of signals that had to wait since the output was last empty.
    private var waitingSignals = 0
    private var callCount = 0
    /// The bytes of the calls in progress.
    private var callSize = 0
    private var rules = MatchRules()
    private var departures: [Departure] = []

    private struct Departure {
        weak var departure: DirectDeparture?
    }

    init(_ descriptor: Int32, name: String, of server: DirectServer) {
        (self.descriptor, self.name, self.server) = (descriptor, name, server)
        login = DirectLogin(identity: server.identity)
    }

    func begin() { readOn() }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        reading?.end()
        writing?.end()
        (reading, writing, input, output) = (nil, nil, [], [])
        Glibc.close(descriptor)
        server.forget(self)
        let told = departures.compactMap(\.departure)
        departures = []
        for departure in told { departure.tell() }
    }

    func addDeparture(_ handler: @escaping @MediaActor () -> Void) -> DirectDeparture {
        let departure = DirectDeparture(handler)
        departures.removeAll { $0.departure == nil }
        departures.append(Departure(departure: departure))
        return departure
    }

    // MARK: Reading

    /// The number of bytes that were read but not processed yet.
    var inputSize: Int { input.count }

    /// Returns whether there is room for this many waiting bytes: some for each program, and more for all of them
    /// together.
    private func isWithinShare(_ size: Int) -> Bool {
        size <= server.limits.fullOutput || server.waitingSize <= server.limits.all
    }

    private var isBusy: Bool {
        callCount >= server.limits.calls || callSize >= server.limits.callBytes
            || outputSize > server.limits.fullOutput
    }

    /// Continues to read if more can be processed. No more is read while complete messages wait for a later turn, since
    /// messages that want no answer would pile up otherwise.
    private func readOn() {
        if isClosed || isBusy || isTurnAhead {
            reading?.end()
            reading = nil
        } else if reading == nil {
            reading = DescriptorSource(descriptor, .reading) { [weak self] in self?.read() }
        }
    }

    private func read() {
        switch server.receive(from: descriptor) {
        case .some(let bytes) where !bytes.isEmpty:
            input += bytes
            guard isWithinShare(input.count) else { return close() }
            take()
        case .some: break
        case nil: close()
        }
    }

    /// Processes the messages that have arrived completely.
    private func take() {
        do throws(WireFault) {
            guard try logIn() else { return readOn() }
            var count = 0
            while !isClosed, !isBusy, let size = try BusMessage.size(in: input, from: start) {
                guard size <= server.limits.message else { throw WireFault() }
                guard size <= input.count - start else { break }
                guard count < Self.messagesPerTurn else {
                    takeLater()
                    break
                }
                count += 1
                let message = try BusMessage(input, from: start, size: size)
                start += size
                if message.kind == .call { server.take(message, from: self, reply(to: message, size)) }
            }
        } catch {
            return close()
        }
        if start >= input.count {
            // Release the memory of a large message.
            input.removeAll(keepingCapacity: input.capacity <= Self.keptRoom)
        } else if start > 0 {
            input.removeFirst(start)
        }
        start = 0
        readOn()
    }

    /// - Returns: Whether messages can now follow.
    private func logIn() throws(WireFault) -> Bool {
        guard var open = login else { return true }
        var (rest, answers) = (input, "")
        let isIn = try open.take(&rest) { answers += $0 }
        login = isIn ? nil : open
        input = rest
        send(Array(answers.utf8))
        return isIn
    }

    private func takeLater() {
        guard !isTurnAhead else { return }
        isTurnAhead = true
        Task { [weak self] in self?.takeNow() }
    }

    private func takeNow() {
        isTurnAhead = false
        if !isClosed { take() }
    }

    // MARK: Calls

    /// Returns the reply to a call with a number of bytes, which must be answered once.
    private func reply(to call: BusMessage, _ size: Int) -> BusReply {
        callCount += 1
        callSize += size
        let (serial, isSilent) = (call.serial, call.isSilent)
        return BusReply { [weak self] result in self?.answer(serial, size, result, isSilent: isSilent) }
    }

    private func answer(_ serial: UInt32, _ size: Int, _ result: Result<[BusValue], BusError>, isSilent: Bool) {
        // Calls in progress end after their program has left, and perhaps after the server has.
        guard !isClosed else { return }
        let wasBusy = isBusy
        callCount -= 1
        callSize -= size
        if !isSilent {
            var message: BusMessage
            switch result {
            case .success(let body):
                message = BusMessage(.answer, serial: server.nextSerial)
                message.body = body
            case .failure(let error):
                message = BusMessage(.failure, serial: server.nextSerial)
                message.errorName = error.name
                message.body = [.string(error.message)]
            }
            message.isSilent = true
            message.answeredSerial = serial
            (message.destination, message.sender) = (name, DirectServer.ownName)
            send(message.bytes)
        }
        if wasBusy, !isBusy { takeLater() }
    }

    // MARK: Signals

    func wants(_ member: String, of interface: String) -> Bool { rules.match(member, of: interface) }

    /// - Throws: ``BusError`` if there are more rules than any program needs.
    func add(rule: String) throws(BusError) { try rules.add(rule) }

    func remove(rule: String) { rules.remove(rule) }

    // MARK: Writing

    /// The number of bytes that were not sent yet.
    var outputSize: Int { output.count - sent }

    /// The number of bytes of output in memory, including those already sent.
    var outputRoom: Int { output.count }

    /// Sends a signal. A program that does not read for a long time is disconnected, since the service would otherwise
    /// have to keep its signals, as a bus does. It can request the current state when it reads again.
    func tell(_ bytes: [UInt8]) {
        if outputSize > 0 {
            waitingSignals += bytes.count
            guard waitingSignals <= server.limits.signals else { return close() }
        }
        send(bytes)
    }

    func send(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        if output.count == sent {
            guard let count = Self.write(bytes, from: 0, to: descriptor) else { return close() }
            guard count < bytes.count else { return }
            (output, sent) = (Array(bytes[count...]), 0)
        } else {
            output += bytes
            guard outputSize <= server.limits.output, isWithinShare(outputSize) else { return close() }
        }
        if writing == nil { writing = DescriptorSource(descriptor, .writing) { [weak self] in self?.sendRest() } }
    }

    private func sendRest() {
        let wasBusy = isBusy
        guard let count = Self.write(output, from: sent, to: descriptor) else { return close() }
        sent += count
        if sent == output.count {
            (output, sent, waitingSignals) = ([], 0, 0)
            writing?.end()
            writing = nil
        } else if sent > Self.keptRoom, sent > output.count / 2 {
            // Otherwise all output would be kept for a program that never catches up.
            output.removeFirst(sent)
            sent = 0
        }
        if wasBusy, !isBusy { takeLater() }
    }

    /// - Returns: The number of bytes that could be sent at once; `nil` if no program reads any more.
    private static func write(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int? {
        var place = start
        while place < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { room in
                unsafe Glibc.send(
                    descriptor, room.baseAddress.map { unsafe $0 + place }, room.count - place,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count > 0 {
                place += count
            } else if count == 0 || errno == EAGAIN {
                break
            } else if errno != EINTR {
                return nil
            }
        }
        return place - start
    }
}
