// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueCore
import OnCueTestSupport
import Testing

@testable import OnCueDoctor

@Suite("Rules for players")
struct PlayerRuleTests {
    private func failed(_ findings: [ConformanceReport.Finding]) -> [String] {
        findings.filter { $0.verdict != .ok }.map(\.section)
    }

    @Test("Metadata as they should be have nothing against them")
    func goodMetadata() throws {
        let folder = try TemporaryDirectory()
        let picture = try folder.write("my cover.png", [1, 2, 3])
        let metadata: [String: BusValue] = [
            "mpris:trackid": .objectPath("/org/x/1"), "mpris:length": .int64(5), "xesam:artist": .strings(["A"]),
            "mpris:artUrl": .string(MediaLocation(filePath: Array(picture.utf8)).uri),
            "xesam:url": .string("file:///x"),
        ]

        #expect(failed(MetadataRules.findings(metadata, isPlaying: true)).isEmpty)
        #expect(failed(MetadataRules.findings([:], isPlaying: false)).isEmpty)
    }

    @Test("What plays has a track: nothing, and NoTrack, are for what has stopped")
    func noTrack() {
        let none: [String: BusValue] = ["mpris:trackid": .objectPath(MetadataRules.noTrack)]

        for metadata in [none, [:]] {
            #expect(failed(MetadataRules.findings(metadata, isPlaying: true)) == ["Metadata.mpris:trackid"])
            #expect(failed(MetadataRules.findings(metadata, isPlaying: false)).isEmpty)
        }
    }

    @Test("A picture that is not there, or is large, is found")
    func pictures() throws {
        let folder = try TemporaryDirectory()
        let large = try folder.write("large", [UInt8](repeating: 0, count: 2 << 20))
        func verdicts(_ uri: String) -> [ConformanceReport.Verdict] {
            ArtworkRules.findings(uri).map(\.verdict).filter { $0 != .ok }
        }

        #expect(verdicts("file://" + folder.file("none")) == [.failed])
        #expect(verdicts("file://" + folder.file("")) == [.failed], "a folder is none")
        #expect(verdicts("file://" + large) == [.warning])
        #expect(verdicts("data:image/png;base64,AA") == [.warning])
        #expect(verdicts("data:" + String(repeating: "A", count: 10_000)) == [.failed])
        #expect(verdicts("https://a/b.png") == [.warning])
    }

    @Test("What a player says for itself has a bound in a finding")
    func longDetail() {
        let text = "x" + String(repeating: "\u{301}", count: 100_000)

        #expect(ConformanceReport.Finding("a", "b", .failed, text).detail.utf8.count <= 300)
    }

    @Test(
        "Each mistake that players are known for is found",
        arguments: [
            ("mpris:trackid", .string("/org/x/1"), "Metadata.mpris:trackid"),
            ("mpris:trackid", .objectPath("/org/mpris/x"), "Metadata.mpris:trackid"),
            ("xesam:artist", .string("A"), "Metadata"), ("xesam:trackNumber", .uint32(1), "Metadata"),
            ("mpris:length", .int64(0), "Metadata.mpris:length"), ("xesam:title", .string(""), "Metadata"),
            ("mpris:artUrl", .string("/tmp/x.png"), "Metadata.mpris:artUrl"),
            ("mpris:artUrl", .string("data:image/png;base64,AA"), "Metadata.mpris:artUrl"),
            ("xesam:url", .string("/tmp/x"), "Metadata.xesam:url"),
            ("xesam:comment", .strings([String(repeating: "x", count: 10_000)]), "Metadata"),
        ] as [(String, BusValue, String)])
    func badMetadata(key: String, value: BusValue, section: String) {
        var metadata: [String: BusValue] = ["mpris:trackid": .objectPath("/org/x/1")]
        metadata[key] = value

        #expect(failed(MetadataRules.findings(metadata, isPlaying: true)) == [section])
    }

    @Test("Properties that are missing, of another type or out of their bounds are found")
    func properties() {
        let values: [String: BusValue] = [
            "PlaybackStatus": .string("playing"), "Rate": .double(0), "MinimumRate": .double(2),
            "CanControl": .bool(false), "CanPlay": .bool(true), "Volume": .int32(1),
        ]

        let types = PropertyRules.types(of: ".Player", values).filter { $0.verdict == .failed }.map(\.section)
        #expect(types.contains("Player.Volume"))
        #expect(types.contains("Player.Metadata"))
        #expect(!types.contains("Player.Rate"))
        let wrong = failed(PropertyRules.player(values))
        #expect(
            Set(wrong) == [
                "Player.PlaybackStatus", "Player.Rate", "Player.MinimumRate", "Player.CanControl",
            ])
        #expect(failed(PropertyRules.root(["Identity": .string("")], hasTrackList: true)).count == 3)
    }
}
