// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

/// A machine without a sound server, beside a Snapcast server with two rooms.
struct SnapcastStage {
    let server: SnapcastServer
    let machine: Machine
    let rooms: [String]

    init(
        buffer: Int = 1000, seconds: Double = 60, query: String = "&sampleformat=48000:16:2",
        hasPlugin: Bool = false
    ) async throws {
        machine = try await Machine()
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
            extra: ["--stream.source", "pipe://\(machine.directory.file("snapcast"))/other?name=Other"])
        rooms = [try await server.addRoom("kitchen"), try await server.addRoom("bath")]
        try ToneFile.tone(440, seconds: seconds, rate: 48_000).write(
            to: machine.directory.file("work/music/a.wav"))
        try machine.directory.write(
            "config/oncue/oncue.conf", "[snapcast]\nserver=\(server.address)\ndelay=\(buffer)\n".utf8)
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
