// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import Testing

@testable import OnCuePlayback

@Suite("Which formats can be played")
struct DecoderHealthTests {
    @Test("What a format lacks is named with the packages that bring it, each once")
    func missing() throws {
        let wma = try #require(DecoderHealth.formats.first { $0.name == "wma" })

        let check = DecoderHealth.check(wma) { _ in false }

        #expect(check.name == "formats.wma")
        #expect(check.verdict == .warning)
        #expect(check.detail == "cannot play WMA: a GStreamer plug-in is missing")
        #expect(check.advice == "sudo apt install gstreamer1.0-plugins-ugly gstreamer1.0-libav")
    }

    @Test("Network streams need no plug-in of GStreamer, only encryption")
    func streams() throws {
        let streams = try #require(DecoderHealth.formats.first { $0.name == "streams" })

        #expect(DecoderHealth.check(streams) { !$0.contains("-") }.verdict == .ok)
        let check = DecoderHealth.check(streams) { _ in false }

        #expect(check.detail == "cannot play network streams: encryption for https is missing")
        #expect(check.advice == "sudo apt install glib-networking")
    }

    @Test("A container without its decoder is not enough", arguments: DecoderHealth.formats.map(\.name))
    func parts(name: String) throws {
        let format = try #require(DecoderHealth.formats.first { $0.name == name })

        #expect(
            DecoderHealth.check(format) { _ in true } == HealthCheck("formats." + name, .ok, "can play \(format.title)")
        )
        for need in format.needs {
            let check = DecoderHealth.check(format) { $0 != need }
            #expect(check.verdict == .warning)
            #expect(check.advice.hasPrefix("sudo apt install g"), "\(need)")
        }
    }

    @Test("What this machine plays is found, and what nothing plays is not")
    @MediaActor
    func machine() async {
        let checks = await DecoderHealth().checks()
        let nothing = DecoderHealth.Format(name: "x", title: "X", needs: ["decoder-audio/x-oncue-unknown"])

        #expect(checks.count == DecoderHealth.formats.count)
        for name in ["mp3", "flac", "vorbis", "opus", "wav"] {
            #expect(checks.first { $0.name == "formats." + name }?.verdict == .ok, "\(name)")
        }
        #expect(!DecoderHealth.isThere(nothing.needs[0]))
        #expect(checks.first { $0.name == "formats.streams" }?.verdict == .ok)
    }
}
