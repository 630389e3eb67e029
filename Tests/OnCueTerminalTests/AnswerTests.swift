// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueClient

@Suite("Answers of the service")
struct AnswerTests {
    @Test("What plays is read whole")
    func nowPlaying() throws {
        let read = NowPlayingReport(
            wire: .dictionary([
                "status": .string("paused"), "volume": .double(0.5), "muted": .bool(true), "repeat": .string("one"),
                "shuffle": .bool(true), "shuffleMode": .string("albums"), "queueLength": .uint32(3),
                "loading": .bool(false), "buffering": .uint32(40), "entry": .uint64(9),
                "queueIndex": .uint32(1), "title": .string("So What"), "artists": .strings(["Miles Davis"]),
                "position": .int64(1_500_000), "duration": .int64(545_000_000), "seekable": .bool(true),
                "output": .string("silent"), "outputSilent": .bool(true), "error": .string("no"),
                "errorCode": .string("MissingDecoder"),
            ]))

        let report = try #require(read)
        let entry = try #require(report.entry)
        #expect(report.status == .paused)
        #expect(report.repeatMode == .one)
        #expect(report.shuffleMode == .albums && report.isMuted && !report.isLoading)
        #expect(report.buffering == 40)
        #expect(report.output == AudioOutput(name: "silent", isSilent: true))
        #expect(report.failure == ClientError(.missingDecoder, "no"))
        #expect(entry.id.number == 9)
        #expect(entry.queueIndex == 1)
        #expect(entry.artists == ["Miles Davis"])
        #expect(entry.position == .milliseconds(1500))
        #expect(entry.duration == .seconds(545))
    }

    @Test(
        "Members of wrong types count as absent",
        arguments: [
            BusValue.bool(true), .byte(1), .int32(-1), .int64(.min), .uint64(.max), .double(.nan), .double(.infinity),
            .string("\u{1B}"), .objectPath("/"), .array([], of: "s"), .array([.string("x")], of: "s"), .dictionary([:]),
            .structure([.bool(true)]), .variant(.variant(.int32(-5))), .unsupported("h"),
        ])
    func wrongTypes(value: BusValue) {
        let keys = [
            "status", "volume", "muted", "repeat", "shuffle", "queueLength", "loading", "buffering", "entry",
            "queueIndex", "title",
            "artists", "position", "duration", "seekable", "output", "outputSilent", "error", "errorCode", "identifier",
            "kind", "subtitle", "container", "playable", "childCount", "progress", "path", "artwork", "folders",
            "tracks", "albums", "scan", "report", "phase", "elapsed", "revision", "found", "toRead", "read", "failed",
            "count", "current", "url",
        ]
        let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, value) })

        let report = FormReader.value(NowPlayingReport.self, in: values) ?? .blank
        #expect((0...1).contains(report.volume))
        #expect(report.queueLength >= 0)
        #expect((report.entry?.position ?? .zero) >= .zero)
        let record = ContentRecord(
            wire: Self.row(.dictionary(["childCount": value, "progress": value, "path": value])))
        #expect((record?.childCount ?? 0) >= 0)
        #expect(ContentRecord(wire: value) == nil)
        let library = FormReader.value(LibraryStatus.self, in: values)
        #expect((library?.trackCount ?? 0) >= 0)
        #expect(FormReader.value(LibraryScanProgress.self, in: values)?.rate.isFinite ?? true)
        #expect((FormReader.value(PlayedContent.self, in: values)?.count ?? 0) >= 0)
        _ = FormReader.value(QueuePage.Entry.self, in: values)
    }

    @Test("A row of the content tree is read whole")
    func contentRow() {
        let row = Self.row(.dictionary(["childCount": .uint32(3), "progress": .double(0.5), "path": .string("/0/1")]))

        #expect(
            ContentRecord(wire: row)
                == ContentRecord(
                    identifier: "album:a", kind: "album", title: "Blue", isContainer: true, isPlayable: true,
                    duration: .seconds(2), playbackProgress: 0.5, childCount: 3, path: "/0/1", isExplicit: true))
        #expect([ContentRecord](wire: .array([row, .structure([]), .bool(true)], of: "v"))?.count == 1)
    }

    private static func row(_ details: BusValue) -> BusValue {
        .structure([
            .string("album:a"), .string("Blue"), .string(""), .string(""), .uint32(7 | 1 << 31), .int64(2_000_000),
            details,
        ])
    }

    @Test("An entry without a number is left out")
    func entryWithoutNumber() {
        #expect(QueuePage.Entry(wire: .dictionary(["title": .string("x")])) == nil)
        #expect(NowPlayingReport(wire: .dictionary(["title": .string("x")]))?.entry == nil)
    }

    @Test("Times on the wire never overflow")
    func microseconds() {
        #expect(Duration.seconds(90).wholeMicroseconds == 90_000_000)
        #expect(Duration.milliseconds(-1500).wholeMicroseconds == -1_500_000)
        #expect(Duration.seconds(Int64.max).wholeMicroseconds > 0)
        #expect(Duration.seconds(Int64.min).wholeMicroseconds < 0)
    }

    @Test(
        "Errors of the bus are told apart",
        arguments: [
            ("org.oncue.Error.NotFound", ClientError.Code.notFound),
            ("org.oncue.Error.NothingMatches", .nothingMatches),
            ("org.oncue.Error.StaleIndexPath", .staleIndexPath),
            ("org.oncue.Error.InvalidValue", .invalidValue), ("org.oncue.Error.Overtaken", .overtaken),
            ("org.oncue.Error.Stopping", .stopping),
            ("org.oncue.Error.SomethingNew", .failed), ("org.freedesktop.DBus.Error.ServiceUnknown", .unavailable),
            ("org.freedesktop.DBus.Error.NoReply", .unavailable),
            ("org.freedesktop.DBus.Error.Disconnected", .unavailable),
            ("org.freedesktop.DBus.Error.UnknownMethod", .unexpectedAnswer), ("com.example.Other", .failed),
        ])
    func errors(name: String, code: ClientError.Code) {
        #expect(ClientError(BusError(name: name, message: "why")).code == code)
    }

    @Test("A daemon that quit is told from one that is slow by the name of the error, in whatever language the bus is")
    func silence() {
        let gone = ClientError(BusError(name: BusError.noReply, message: "Empfänger getrennt"))
        let slow = ClientError(BusError(name: BusError.timedOut, message: "the recipient is not disconnected"))

        #expect(gone.message.hasPrefix("oncued quit before it answered"))
        #expect(slow.message.hasPrefix("oncued does not answer"))
    }
}
