// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import FoundationEssentials
internal import GLib
internal import OnCueRuntime

/// Headphones or a car at a BlueZ of the test's own, to which a real sound server can send sound.
///
/// What is sent there is counted, and can be kept. A ``PulseServer`` that is given the same bus makes a card and a sink of
/// a device that connects.
package final class FakeHeadset: Sendable {
    /// What people buy, as classes of device.
    package enum Kind: UInt32, Sendable {
        case headphones = 0x240418
        case car = 0x240420
        case handsfree = 0x240408
    }

    package static let name = "org.bluez"
    private static let test = "org.oncue.Test"

    /// Its address, by which triggers know it.
    package let address: String
    private let client: MessageBus
    private let process: ChildProcess

    /// Starts BlueZ with one device, which is not connected.
    ///
    /// - Parameter bus: What stands for the system bus.
    package init(
        on bus: PrivateBus, _ kind: Kind = .headphones, called name: String = "Pods",
        address: String = "AA:BB:CC:DD:EE:FF"
    ) async throws {
        self.address = address
        let client = try await bus.connect()
        self.client = client
        let script = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        process = try ChildProcess(
            "/usr/bin/python3", [script + "/Programs/fake-headset.py"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8"])
        try await waitUntil("BlueZ is on the bus") { try await client.owner(of: Self.name) != nil }
        try await add(kind, called: name, address: address)
    }

    /// Makes a further device known.
    package func add(_ kind: Kind, called name: String, address: String) async throws {
        try await call("AddDevice", [.string(address), .string(name), .uint32(kind.rawValue)])
    }

    /// Switches a device on.
    ///
    /// - Parameters:
    ///   - isSounding: False for one whose profiles fail, so that there is a link and no sound.
    ///   - address: Which; the first if absent.
    package func connect(isSounding: Bool = true, _ address: String? = nil) async throws {
        try await call("Connect", [.string(address ?? self.address), .bool(isSounding)])
    }

    /// Switches a device off.
    package func disconnect(_ address: String? = nil) async throws {
        try await call("Disconnect", [.string(address ?? self.address)])
    }

    /// How many bytes of sound were sent to a device, silence included.
    package func receivedBytes(_ address: String? = nil) async throws -> Int {
        try await call("CountBytes", [.string(address ?? self.address)]).first?.intValue ?? 0
    }

    /// Ends it, as when BlueZ crashes; returns when it has left the bus.
    package func end() async throws {
        try await process.end()
        try await waitUntil("BlueZ has left the bus") { try await self.client.owner(of: Self.name) == nil }
    }

    /// Keeps what is sent to a device from now on.
    package func record(_ address: String? = nil) async throws -> HeadsetRecorder {
        let recorder = try HeadsetRecorder(of: self, address ?? self.address)
        try await call("Record", [.string(address ?? self.address), .string(recorder.file)])
        return recorder
    }

    @discardableResult
    fileprivate func call(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        try await client.call(member, of: Self.test, at: "/", on: Self.name, arguments)
    }
}

/// Keeps what a headset is sent until it is finished.
package final class HeadsetRecorder: Sendable {
    private let headset: FakeHeadset
    private let address: String
    private let directory: TemporaryDirectory
    fileprivate let file: String

    fileprivate init(of headset: FakeHeadset, _ address: String) throws {
        self.headset = headset
        self.address = address
        directory = try TemporaryDirectory()
        file = directory.file("sound.sbc")
    }

    /// Ends the recording and returns it, one channel of 44,100 Hz.
    package func finish() async throws -> SoundRecording {
        try await headset.call("Record", [.string(address), .string("")])
        let samples = directory.file("sound.raw")
        let result = try await ChildProcess.run(
            "ffmpeg", ["-v", "error", "-f", "sbc", "-i", file, "-ac", "1", "-f", "f32le", "-y", samples])
        guard result.status == 0 else { throw SupportError("ffmpeg cannot read what was sent: \(result.errors)") }
        let data = try Data(contentsOf: URL(fileURLWithPath: samples))
        return SoundRecording(
            samples: data.withUnsafeBytes { bytes in
                (0..<(bytes.count / 4)).map { Double(bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)) }
            },
            rate: 44_100)
    }
}
