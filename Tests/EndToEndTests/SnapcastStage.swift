// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import OnCueTestSupport
import Testing

/// A machine without a sound server, beside a Snapcast server with two rooms.
struct SnapcastStage {
    let server: SnapcastServer
    let machine: Machine
    let rooms: [String]

    /// - Parameter network: The bus of an Avahi, by which the server is to be found; without one its address is in the
    ///   configuration.
    init(
        buffer: Int = 1000, noise seconds: Int? = nil, query: String = "&sampleformat=48000:16:2",
        hasPlugin: Bool = false, in network: PrivateBus? = nil
    ) async throws {
        machine = try await Machine(network.map { ["DBUS_SYSTEM_BUS_ADDRESS": $0.address] } ?? [:])
        for folder in ["snapcast", "work/music", "config", "config/oncue"] {
            _ = try? machine.directory.makeDirectory(folder)
        }
        let plugin = machine.directory.file("plugin")
        let variables = machine.environment.map { "export \($0.key)='\($0.value)'\n" }.sorted().joined()
        try machine.directory.write(
            "plugin", "#!/bin/sh\n\(variables)exec '\(Products.program("oncue"))' output plugin \"$@\"\n".utf8)
        chmod(plugin, 0o700)
        server = try await SnapcastServer(
            folder: machine.directory.file("snapcast"), buffer: buffer,
            query: query + (hasPlugin ? "&controlscript=\(plugin)" : ""),
            extra: ["--stream.source", "pipe://\(machine.directory.file("snapcast"))/other?name=Other"],
            systemBus: network?.address)
        rooms = [try await server.addRoom("kitchen"), try await server.addRoom("bath")]
        let file = machine.directory.file("work/music/a.wav")
        if let seconds {
            try NoiseFile.write(seconds: seconds, to: file)
        } else {
            try ToneFile.tone(440, seconds: 60, rate: 48_000).write(to: file)
        }
        let address = network == nil ? "server=\(server.address)\n" : ""
        try machine.directory.write("config/oncue/oncue.conf", "[snapcast]\n\(address)delay=\(buffer)\n".utf8)
        _ = try await machine.startDaemon("--output", "auto")
    }

    /// Chooses the server and plays the tone at full volume.
    func play() async throws {
        try await machine.done("output", "snapcast")
        try await machine.done("volume", "100")
        try await machine.done("play", "music/a.wav")
        try await machine.waitUntilPlayed(from: 0.2)
    }

    /// How far apart the beginning of the tone is heard in the two rooms, in seconds.
    ///
    /// A busy machine writes late and never early, so it is looked at for longer until the rooms agree.
    func distance() async throws -> Double {
        let names = ["kitchen", "bath"]
        var (earliest, distance) = ([Double.infinity, .infinity], Double.infinity)
        let limit = ContinuousClock.now + .seconds(30)
        while distance >= 0.001, ContinuousClock.now < limit {
            let found = await server.beginnings(of: names, within: .seconds(3))
            earliest = zip(earliest, found).map(min)
            let onsets = try zip(names, earliest).map { name, beginning in
                let sound = server.sound(of: name)
                let first = try #require(sound.samples.firstIndex { abs($0) > 0.1 })
                return beginning + Double(first) / Double(sound.rate)
            }
            distance = abs(onsets[0] - onsets[1])
        }
        return distance
    }
}

/// Noise that is the same again every ten seconds.
private enum NoiseFile {
    static func write(seconds: Int, to path: String) throws {
        var random = SplitMix64(seed: 3)
        var block = [Int16](repeating: 0, count: 48_000 * 2 * 10)
        for index in block.indices { block[index] = Int16(truncatingIfNeeded: random.next()) / 4 }
        let bytes = block.withUnsafeBytes { Data($0) }
        let count = (seconds + 9) / 10
        func little(_ value: some FixedWidthInteger) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }
        let size = UInt32(bytes.count * count)
        var file = Data("RIFF".utf8) + little(size + 36) + Data("WAVEfmt ".utf8) + little(UInt32(16))
        file += little(UInt16(1)) + little(UInt16(2)) + little(UInt32(48_000)) + little(UInt32(48_000 * 4))
        file += little(UInt16(4)) + little(UInt16(16)) + Data("data".utf8) + little(size)
        for _ in 0..<count { file += bytes }
        try file.write(to: URL(fileURLWithPath: path))
    }
}
