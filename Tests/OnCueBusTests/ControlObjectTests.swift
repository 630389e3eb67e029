// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueBus
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The interface org.oncue.PlayableContent1")
struct ContentInterfaceTests {
    private static let name = ServiceNames.playableContent

    @Test("GetItem describes an item, with its position where it was found by one")
    @MediaActor
    func item() async throws {
        let rig = try await ServiceRig()

        let answer = try await rig.call("GetItem", of: Self.name, [.string("/1/0/0")])

        #expect(
            answer == [
                .uint64(1),
                .structure([
                    .string("track:b1"), .string("So What"), .string("Ada, Cy"), .string("file:///music/b1.flac"),
                    .uint32(2), .int64(180_000_000), .dictionary(["path": .string("/1/0/0")]),
                ]),
            ])
    }

    @Test("GetChildren gives the revision, the container with its position, the total and a page")
    @MediaActor
    func children() async throws {
        let rig = try await ServiceRig()

        let answer = try await rig.call(
            "GetChildren", of: Self.name, [.string("/1@1"), .uint32(1), .uint32(5), .dictionary([:])])

        let row = "(ssssuxa{sv})"
        #expect(answer.map(\.signature) == ["t", row, "u", "a" + row, "a{sv}"])
        #expect(answer[1].arrayValue?[1] == .string("Albums"))
        #expect(answer[1].arrayValue?.last?.dictionaryValue?["path"] == .string("/1"))
        #expect(answer[2] == .uint32(2))
        #expect(answer[3].arrayValue?.count == 1)
        let item = answer[3].arrayValue?.first?.arrayValue
        #expect(item?[4] == .uint32(ContentFlags([.container, .playable]).rawValue))
        #expect(item?.last == .dictionary(["childCount": .uint32(1)]))
    }

    @Test("A container that was found by identity has no position")
    @MediaActor
    func childrenByIdentity() async throws {
        let rig = try await ServiceRig()

        let answer = try await rig.call(
            "GetChildren", of: Self.name, [.string("album:blue"), .uint32(0), .uint32(0), .dictionary([:])])

        #expect(answer[3].arrayValue?.count == 2)
        #expect(answer[1].arrayValue?.last?.dictionaryValue?["path"] == nil)
    }

    @Test("A search says which branches could not be asked, and nothing of that when all could")
    @MediaActor
    func unansweredSearch() async throws {
        let rig = try await ServiceRig()
        let words: [BusValue] = [.string("T"), .uint32(0), .uint32(5)]
        let good = try await rig.call("Search", of: Self.name, words)
        rig.source.lose([UnansweredBranch(title: "Podcasts", message: "the file is damaged")])

        let bad = try await rig.call("Search", of: Self.name, words)

        #expect(good[3] == .dictionary([:]))
        #expect(bad[3].dictionaryValue == ["unavailable": .dictionary(["Podcasts": .string("the file is damaged")])])
        #expect(bad[2] == good[2])
    }

    @Test("A new revision of the tree is a property, a PropertiesChanged and a signal, and that of the root")
    @MediaActor
    func revision() async throws {
        let rig = try await ServiceRig()

        // Other branches than the library change the tree, too.
        rig.control?.libraryChanged(.contentChanged(.init(900)))
        let revision = rig.source.touch().number
        try await rig.signals.wait { $0.member == "ContentChanged" }
        let value = try await rig.client.call(
            "Get", of: ServiceRig.properties, at: ServiceNames.objectPath, on: ServiceNames.busName,
            [.string(Self.name), .string("Revision")])

        let root = try await rig.call("GetItem", of: Self.name, [.string("/")])

        #expect(value == [.variant(.uint64(revision))])
        #expect(root.first == .uint64(revision))
        #expect(rig.signals("ContentChanged").map(\.arguments) == [[.uint64(revision)]])
        #expect(rig.signals("PropertiesChanged").map(\.path) == [ServiceNames.objectPath])
    }
}

@Suite("The interface org.oncue.NowPlaying1")
struct NowPlayingInterfaceTests {
    private static let name = ServiceNames.nowPlaying

    @Test("Without a track it has what is always there")
    @MediaActor
    func empty() async throws {
        let rig = try await ServiceRig()

        let answer = try await rig.call("GetNowPlaying", of: Self.name)

        #expect(
            answer == [
                .dictionary([
                    "status": .string("stopped"), "state": .string("stopped"), "volume": .double(1),
                    "muted": .bool(false), "repeat": .string("off"),
                    "shuffle": .bool(false), "shuffleMode": .string("off"), "similar": .bool(false),
                    "single": .bool(false), "consume": .bool(false),
                    "queueLength": .uint32(0),
                    "loading": .bool(false),
                    "rate": .double(1), "stopAfter": .bool(false),
                ])
            ])
        let property = try await rig.client.call(
            "Get", of: ServiceRig.properties, at: ServiceNames.objectPath, on: ServiceNames.busName,
            [.string(Self.name), .string("NowPlaying")])
        #expect(property.first?.unwrapped == answer.first)
    }

    @Test("With a track it has everything that is known")
    @MediaActor
    func full() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        await rig.advance(by: .seconds(7))

        let info = try #require(try await rig.call("GetNowPlaying", of: Self.name).first?.dictionaryValue)

        #expect(info["position"] == .int64(7_000_000))
        #expect(info["playbackRate"] == .double(1))
        #expect(info["mediaType"] == .string("music"))
        #expect(info["live"] == .bool(false))
        #expect(info["explicit"] == .bool(true))
        #expect(info["provider"] == .string("org.oncue.OnCue"))
        #expect(info["status"] == .string("playing"))
    }

    @Test("A command is in the next answer, before anything is told")
    @MediaActor
    func freshAnswers() async throws {
        let rig = try await ServiceRig()
        rig.artwork.hold()

        try await rig.call("Play", of: ServiceNames.playback, [.string("album:blue"), .dictionary([:])])
        let info = try await rig.call("GetNowPlaying", of: Self.name).first?.dictionaryValue

        #expect(info?["title"] == .string("So What"))
        #expect(info?["loading"] == .bool(true))
        rig.artwork.release()
    }

    @Test("A failure is in it until something plays again")
    @MediaActor
    func failures() async throws {
        let rig = try await ServiceRig()
        rig.engine.defaultMedium = .init(failure: PlaybackError(.notPlayable, "no"))
        try await rig.play("album:green")
        await rig.advance()
        let failed = try await rig.call("GetNowPlaying", of: Self.name).first?.dictionaryValue
        rig.engine.defaultMedium = .init()
        try await rig.play("album:green")
        let played = try await rig.call("GetNowPlaying", of: Self.name).first?.dictionaryValue

        #expect(failed?["errorCode"] == .string("NotPlayable"))
        #expect(failed?["error"] == .string("no"))
        #expect(played?["error"] == nil)
    }

    @Test("What has moving pictures is told as video as long as it plays, with what comes next")
    @MediaActor
    func video() async throws {
        let rig = try await ServiceRig()
        rig.engine.defaultMedium.hasVideo = true
        try await rig.play()
        await rig.advance()
        let film = try await rig.call("GetNowPlaying", of: Self.name).first?.dictionaryValue
        try await rig.call("Stop", of: ServiceNames.playback)
        let stopped = try await rig.call("GetNowPlaying", of: Self.name).first?.dictionaryValue

        #expect(film?["mediaType"] == .string("video"))
        #expect(film?["nextTitle"] == .string(rig.controller.queue.entries[1].track.title))
        #expect(stopped?["mediaType"] == .string("music"), "nothing is open that has any")
    }

    @Test("How full a buffer is is told in steps, and not at all while it stays so")
    @MediaActor
    func buffering() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        for percent in [0, 0, 4, 9, 12, 12, 13, 40, 100] {
            rig.engine.buffer(percent: percent)
            await rig.advance()
        }

        let told = rig.signals("NowPlayingChanged").compactMap { $0.arguments.first?.dictionaryValue }
        #expect(told.map { $0["buffering"] } == [.uint32(0), .uint32(12), .uint32(40), nil])
        #expect(told.map { $0["loading"] } == [.bool(true), .bool(true), .bool(true), .bool(false)])
    }

    @Test("A change and a jump are told with everything, time that passes is not")
    @MediaActor
    func changes() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        await rig.advance(by: .seconds(30))
        #expect(rig.signals("NowPlayingChanged").isEmpty)
        try await rig.call("SeekTo", of: ServiceNames.playback, [.int64(90_000_000)])
        await rig.advance()

        let last = rig.signals("NowPlayingChanged").last?.arguments.first?.dictionaryValue
        #expect(last?["position"]?.intValue == 90_000_000)
        #expect(last?["title"] == .string("So What"))
    }
}

@Suite("The interfaces org.oncue.Library1 and Service1")
struct LibraryInterfaceTests {
    private static let name = ServiceNames.library

    @Test("Folders are added, shown and removed; each addition scans")
    @MediaActor
    func folders() async throws {
        let rig = try await ServiceRig()

        try await rig.call("AddFolder", of: Self.name, [.string("file:///m%20usic")])
        try await rig.call("AddFolder", of: Self.name, [.string("file:///m%20usic")])
        let status = try await rig.call("GetStatus", of: Self.name).first?.dictionaryValue
        try await rig.call("RemoveFolder", of: Self.name, [.string("file:///m%20usic")])
        let error = await rig.failure {
            try await rig.call("RemoveFolder", of: Self.name, [.string("file:///m%20usic")])
        }

        for method in ["PauseScan", "ResumeScan", "CancelScan", "ScanAll"] { try await rig.call(method, of: Self.name) }

        #expect(rig.library.calls == ["pause", "resume", "cancel", "all"])
        #expect(status?["folders"] == .strings(["file:///m%20usic"]))
        #expect(
            status?.mapValues(\.signature) == [
                "folders": "as", "tracks": "u", "albums": "u", "artists": "u", "duration": "x", "revision": "t",
                "watching": "s",
            ])
        #expect(rig.library.scanCount == 3)
        #expect(error?.name == "org.oncue.Error.NotInLibrary")
    }

    @Test(
        "What is no folder has a named error",
        arguments: [
            ("", "InvalidValue"), ("/music", "InvalidValue"), ("music", "InvalidValue"),
            ("http://host/", "InvalidValue"),
            ("file://host/x", "InvalidValue"), ("file:///a%00b", "InvalidValue"), ("file:///missing", "NoSuchFolder"),
        ])
    @MediaActor
    func wrongFolders(uri: String, name: String) async throws {
        let rig = try await ServiceRig()
        rig.library.lose(MediaLocation(filePath: Array("/missing".utf8)))

        let error = await rig.failure { try await rig.call("AddFolder", of: Self.name, [.string(uri)]) }

        #expect(error?.name == "org.oncue.Error." + name)
    }

    @Test("A scan is answered at once, and its progress and end are told with all figures")
    @MediaActor
    func scan() async throws {
        let rig = try await ServiceRig()

        try await rig.call("Scan", of: Self.name)
        rig.control?.libraryChanged(
            .scanProgressed(.init(phase: .reading, found: 10, toRead: 10, read: 5, failed: 1, elapsed: .seconds(1))))
        rig.control?.libraryChanged(.scanFinished(ScanReport()))
        await rig.settle()

        #expect(rig.library.scanCount == 1)
        let progress = rig.signals("ScanProgressed").first?.arguments.first?.dictionaryValue
        #expect(
            progress == [
                "phase": .string("reading"), "found": .uint32(10), "toRead": .uint32(10), "read": .uint32(5),
                "failed": .uint32(1), "elapsed": .int64(1_000_000), "rate": .double(5), "timeLeft": .int64(1_000_000),
            ])
        let report = rig.signals("ScanFinished").first?.arguments.first?.dictionaryValue
        #expect(
            report?.mapValues(\.signature)
                == ["added": "u", "changed": "u", "removed": "u", "unchanged": "u", "failed": "u", "elapsed": "x"])
    }

    @Test("The service tells its version and process, and ends when it is asked")
    @MediaActor
    func service() async throws {
        let rig = try await ServiceRig()

        let values = try await rig.client.call(
            "GetAll", of: ServiceRig.properties, at: ServiceNames.objectPath, on: ServiceNames.busName,
            [.string(ServiceNames.service)])
        try await rig.call("Quit", of: ServiceNames.service)

        #expect(
            values == [
                .dictionary([
                    "Version": .string(ServiceVersion.current), "ProcessIdentifier": .uint32(4711),
                    "UnexpectedEnd": .int64(0),
                    "Locked": .bool(false), "ConfigurationProblems": .array([], of: "(usb)"),
                ])
            ])
        #expect(rig.quits.events == ["service"])
    }
}
