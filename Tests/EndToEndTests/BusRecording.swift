// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueRuntime
import OnCueTestSupport

/// Everything that goes over a bus, as `dbus-monitor` sees it.
final class BusRecording: Sendable {
    struct Message: Sendable {
        /// 1 to 4: call, reply, error, signal.
        var kind: UInt8
        var serial: Int
        /// The serial of the call that a reply answers.
        var replySerial: Int
        var sender: String
        var destination: String
        var path: String
        var interface: String
        var member: String
        var signature: String
        var body: [UInt8]
        var size: Int
    }

    private let monitor: ChildProcess
    private let client: MessageBus

    /// Returns when it records.
    init(of bus: PrivateBus) async throws {
        client = try await bus.connect()
        monitor = try ChildProcess("dbus-monitor", ["--address", bus.address, "--binary"])
        try await waitUntil("dbus-monitor records") {
            await self.mark("begin")
            return self.messages.contains { $0.member == "begin" }
        }
    }

    /// The signals that a connection sends while `body` runs, in order.
    func signals(of sender: String, while body: () async throws -> Void) async throws -> [Message] {
        try await messages(while: body).filter { $0.kind == 4 && $0.sender == sender }
    }

    /// Everything that is sent while `body` runs, in order.
    func messages(while body: () async throws -> Void) async throws -> [Message] {
        let start = messages.count
        try await body()
        let end = "end\(start)"
        await mark(end)
        try await waitUntil("dbus-monitor has recorded all") {
            self.messages.contains { $0.member == end }
        }
        return Array(messages.dropFirst(start))
    }

    private func mark(_ name: String) async {
        await client.emit(name, of: "org.oncue.Mark", from: "/", [])
        await client.flush()
    }

    /// Everything so far.
    var messages: [Message] {
        var reader = WireReader(bytes: monitor.output.bytes)
        var messages: [Message] = []
        while let message = reader.next() { messages.append(message) }
        return messages
    }
}

/// Reads messages as they are on the wire (D-Bus specification, message format), little-endian ones.
private struct WireReader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next message; `nil` where it is not there yet.
    mutating func next() -> BusRecording.Message? {
        guard place + 16 <= bytes.count else { return nil }
        let fields = number(at: place + 12)
        let size = (16 + fields + 7) / 8 * 8 + number(at: place + 4)
        guard place + size <= bytes.count else { return nil }
        defer { place += size }
        var replySerial = 0
        let texts = texts(from: place + 16, to: place + 16 + fields, &replySerial)
        return BusRecording.Message(
            kind: bytes[place + 1], serial: number(at: place + 8), replySerial: replySerial, sender: texts[7] ?? "",
            destination: texts[6] ?? "", path: texts[1] ?? "", interface: texts[2] ?? "", member: texts[3] ?? "",
            signature: texts[8] ?? "", body: Array(bytes[(place + size - number(at: place + 4))..<(place + size)]),
            size: size)
    }

    /// The header fields that are texts, by their codes; `replySerial` is the one that is a number.
    private func texts(from start: Int, to end: Int, _ replySerial: inout Int) -> [UInt8: String] {
        var texts: [UInt8: String] = [:]
        var field = start
        while field + 8 <= end {
            let (code, kind) = (bytes[field], bytes[field + 2])
            switch kind {
            case UInt8(ascii: "s"), UInt8(ascii: "o"):
                let length = number(at: field + 4)
                texts[code] = String(decoding: bytes[(field + 8)..<(field + 8 + length)], as: UTF8.self)
                field += 8 + length + 1
            case UInt8(ascii: "g"):
                let length = Int(bytes[field + 4])
                texts[code] = String(decoding: bytes[(field + 5)..<(field + 5 + length)], as: UTF8.self)
                field += 4 + 1 + length + 1
            default:
                if code == 5 { replySerial = number(at: field + 4) }
                field += 8
            }
            field = (field - start + 7) / 8 * 8 + start
        }
        return texts
    }

    private func number(at index: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }
}
