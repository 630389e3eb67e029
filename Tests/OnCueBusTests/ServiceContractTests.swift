// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueClient
import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("The service in its own process and the client, over the bus or the socket, keep the same promises")
@MediaActor
struct ServiceContractTests {
    /// Checks each implementation on a rig of its own, and that both tell the same.
    private func check(
        prepare: (ServiceRig) async throws -> Void = { _ in },
        desk: (ServiceDesks, ServiceRig, ServiceContract.Notes) async throws -> Void,
        client: (OnCueConnection, ServiceRig, ServiceContract.Notes) async throws -> Void
    ) async throws {
        let (here, there) = (try await ServiceRig(), try await ServiceRig())
        let beside = try await ServiceRig(isDirect: true)
        for rig in [here, there, beside] { try await prepare(rig) }
        let desks = try #require(here.desks)
        let inProcess = await ServiceContract.outcome { try await desk(desks, here, $0) }
        let overBus = await ServiceContract.outcome { try await client(there.service, there, $0) }
        let overSocket = await ServiceContract.outcome { try await client(beside.service, beside, $0) }

        #expect(inProcess.broken.isEmpty, "in the process of the service: \(inProcess.broken)")
        #expect(overBus.broken.isEmpty, "over the bus: \(overBus.broken)")
        for (one, other) in zip(inProcess.heard, overBus.heard) { #expect(one == other) }
        #expect(inProcess.heard.count == overBus.heard.count)
        #expect(overSocket.broken.isEmpty, "over the socket: \(overSocket.broken)")
        for (one, other) in zip(inProcess.heard, overSocket.heard) { #expect(one == other) }
        #expect(inProcess.heard.count == overSocket.heard.count)
        #expect(!inProcess.heard.isEmpty)
    }

    @Test("Playback and the queue")
    func playback() async throws {
        try await check(
            desk: { try await ServiceContract.playback($0.playback, $2) },
            client: { try await ServiceContract.playback($0, $2) })
    }

    @Test("Arranging the queue, and doing again")
    func arranging() async throws {
        try await check(
            desk: { try await ServiceContract.arranging($0.playback, $2) },
            client: { try await ServiceContract.arranging($0, $2) })
    }

    @Test("What is playing")
    func nowPlaying() async throws {
        try await check(
            prepare: { rig in
                let chapters = [0, 50, 100].map { Chapter(start: .seconds($0), title: "From \($0)") }
                rig.chapterReader.set(.success(ChapterList(chapters)), for: Track.full.identifier)
                rig.lyricsReader.set(
                    FoundLyrics(lyrics: Lyrics([.init("One", at: .seconds(1))]), source: .file),
                    for: Track.full.identifier)
            },
            desk: { desks, rig, notes in
                try await ServiceContract.nowPlaying(
                    desks.nowPlaying, notes, play: { try await rig.play() }, settle: { await rig.advance() })
            },
            client: { client, rig, notes in
                try await ServiceContract.nowPlaying(
                    client, notes, play: { try await rig.play() }, settle: { await rig.advance() })
            })
    }

    @Test("The content tree")
    func content() async throws {
        try await check(
            prepare: { rig in
                rig.source.edit { $0.append(ServiceContract.manyTracks) }
            },
            desk: { try await ServiceContract.content($0.content.session(of: "here"), $2) },
            client: { try await ServiceContract.content($0, $2) })
    }

    @Test("What one client has open in the content tree")
    func contentSession() async throws {
        let addAlbum: @MediaActor (ServiceRig) -> Void = { rig in
            rig.source.replace(with: ServiceContract.tree + [.init("Red", by: "Cy", tracks: [])])
        }
        try await check(
            desk: { desks, rig, notes in
                let session = desks.content.session(of: rig.client.uniqueName)
                try await ServiceContract.contentSession(session, notes) { addAlbum(rig) }
            },
            client: { _, rig, notes in
                let session = BusContentSession(bus: rig.client)
                try await ServiceContract.contentSession(session, notes) { addAlbum(rig) }
            })
    }

    @Test("The files behind items")
    func files() async throws {
        try await check(
            desk: { try await ServiceContract.files($0.files, $2) },
            client: { try await ServiceContract.files($0, $2) })
    }

    @Test("Pictures")
    func artwork() async throws {
        try await check(
            desk: { try await ServiceContract.artwork($0.artwork, $2) },
            client: { try await ServiceContract.artwork($0, $2) })
    }

    @Test("Favourites, the journal and bookmarks")
    func listening() async throws {
        try await check(
            prepare: { rig in
                let subject = JournalEntry.Subject(
                    identifier: Track.full.identifier, title: "So What", artists: ["Ada"], duration: .seconds(5))
                for time: Int64 in 1...3 {
                    try await rig.listening.record([
                        .noted(JournalEntry(.started, subject, at: time, position: .zero, cause: .remote, output: "x"))
                    ])
                }
                for number in 1...2 {
                    _ = try await rig.listening.addBookmark(
                        of: .full, at: .seconds(number), name: number == 1 ? "Solo" : nil, time: 9)
                }
            },
            desk: { try await ServiceContract.listening($0.listening, $2) },
            client: { try await ServiceContract.listening($0, $2) })
    }

    @Test("Playlists")
    func playlists() async throws {
        try await check(
            desk: { desks, rig, notes in
                try await ServiceContract.playlists(
                    desks.playlists, in: desks.content.session(of: "here"), undoing: desks.playback, notes,
                    play: { try await rig.play() })
            },
            client: { client, rig, notes in
                try await ServiceContract.playlists(
                    client, in: client, undoing: client, notes, play: { try await rig.play() })
            })
    }

    @Test("Stations")
    func stations() async throws {
        try await check(
            desk: { try await ServiceContract.stations($0.radio, in: $0.content.session(of: "here"), $2) },
            client: { try await ServiceContract.stations($0, in: $0, $2) })
    }

    @Test("Podcasts")
    func podcasts() async throws {
        try await check(
            desk: { try await ServiceContract.podcasts($0.podcasts, $2) },
            client: { try await ServiceContract.podcasts($0, $2) })
    }

    @Test("Web pages")
    func pages() async throws {
        try await check(
            desk: { try await ServiceContract.pages($0.pages, $2) },
            client: { try await ServiceContract.pages($0, $2) })
    }

    @Test("Open directories")
    func directories() async throws {
        try await check(
            desk: { try await ServiceContract.directories($0.directories, $2) },
            client: { try await ServiceContract.directories($0, $2) })
    }

    @Test("Saved queries")
    func queries() async throws {
        try await check(
            desk: { try await ServiceContract.queries($0.queries, $2) },
            client: { try await ServiceContract.queries($0, $2) })
    }

    @Test("Activities")
    func activities() async throws {
        try await check(
            desk: { desks, rig, notes in
                let client = try await rig.bus.connect()
                try await ServiceContract.activities(desks.activities.session(of: client.uniqueName), notes)
            },
            client: { try await ServiceContract.activities($0, $2) })
    }

    @Test("The index of other programs")
    func searchIndex() async throws {
        try await check(
            desk: { desks, rig, notes in
                let client = try await rig.bus.connect()
                try await ServiceContract.searchIndex(desks.activities.session(of: client.uniqueName), notes)
            },
            client: { try await ServiceContract.searchIndex($0, $2) })
    }

    @Test("The notification centre")
    func userNotifications() async throws {
        try await check(
            desk: { desks, rig, notes in
                let client = try await rig.bus.connect()
                try await ServiceContract.userNotifications(
                    desks.userNotifications.session(of: client.uniqueName), notes)
            },
            client: { try await ServiceContract.userNotifications($0, $2) })
    }

    @Test("Reminders")
    func reminders() async throws {
        try await check(
            desk: { desks, rig, notes in
                let client = try await rig.bus.connect()
                let list = desks.userNotifications.session(of: client.uniqueName)
                try await ServiceContract.reminders(desks.reminders, in: list, notes)
            },
            client: { try await ServiceContract.reminders($0, in: $0, $2) })
    }

    @Test("Intents")
    func intents() async throws {
        try await check(
            desk: { try await ServiceContract.intents($0.intents, $2) },
            client: { try await ServiceContract.intents($0, $2) })
    }

    @Test("Shortcuts")
    func shortcuts() async throws {
        try await check(
            desk: { try await ServiceContract.shortcuts($0.intents, $2) },
            client: { try await ServiceContract.shortcuts($0, $2) })
    }

    @Test("Cues")
    func cues() async throws {
        try await check(
            desk: { try await ServiceContract.cues($0.intents, $2) },
            client: { try await ServiceContract.cues($0, $2) })
    }

    @Test("Alarms")
    func alarms() async throws {
        try await check(
            desk: { desks, rig, notes in
                let client = try await rig.bus.connect()
                let list = desks.userNotifications.session(of: client.uniqueName)
                try await ServiceContract.alarms(desks.alarms, in: list, notes)
            },
            client: { try await ServiceContract.alarms($0, in: $0, $2) })
    }

    @Test("People")
    func people() async throws {
        try await check(
            prepare: { rig in
                rig.sound.tell(.heard(SeenDevice(id: "A", name: "Set", facts: DeviceFacts(form: .headphones))))
                await rig.settle()
            },
            desk: { try await ServiceContract.people($0.people, $2) },
            client: { try await ServiceContract.people($0, $2) })
    }

    @Test("The trash")
    func trash() async throws {
        try await check(
            desk: { try await ServiceContract.trash($0.trash, $2) },
            client: { try await ServiceContract.trash($0, $2) })
    }

    @Test("Sharing listening")
    func sharedListening() async throws {
        try await check(
            desk: { try await ServiceContract.sharedListening($0.sharedListening, $2) },
            client: { try await ServiceContract.sharedListening($0, $2) })
    }

    @Test("Handing over")
    func handoff() async throws {
        let prepare: @MediaActor (ServiceRig) async throws -> Void = { rig in
            let track = Track.sample("b1", title: "Blue")
            try rig.controller.perform(.play([track], startingAt: 0, shuffled: nil))
            await rig.advance(by: .seconds(1))
        }
        try await check(
            prepare: prepare,
            desk: { try await ServiceContract.handoff($0.handoff, $2) },
            client: { try await ServiceContract.handoff($0, $2) })
    }

    @Test("Pages in browsers")
    func browsers() async throws {
        try await check(
            desk: { try await ServiceContract.browsers($0.browsers, $2) },
            client: { try await ServiceContract.browsers($0, $2) })
    }

    @Test("What plays at other machines")
    func machines() async throws {
        try await check(
            desk: { try await ServiceContract.machines($0.machines, $2) },
            client: { try await ServiceContract.machines($0, $2) })
    }

    @Test("Playing together")
    func together() async throws {
        try await check(
            desk: { try await ServiceContract.together($0.together, $2) },
            client: { try await ServiceContract.together($0, $2) })
    }

    @Test("Sound settings")
    func sound() async throws {
        try await check(
            desk: { try await ServiceContract.sound($0.sound, $2) },
            client: { try await ServiceContract.sound($0, $2) })
    }

    @Test("Settings of notifications")
    func notifications() async throws {
        try await check(
            desk: { try await ServiceContract.notifications($0.notifications, $2) },
            client: { try await ServiceContract.notifications($0, $2) })
    }

    @Test("Outputs")
    func outputs() async throws {
        try await check(
            prepare: { $0.outputs.show("speakers", "pods") },
            desk: { try await ServiceContract.outputs($0.outputs, $2) },
            client: { try await ServiceContract.outputs($0, $2) })
    }

    @Test("Rooms")
    func rooms() async throws {
        try await check(
            prepare: {
                $0.outputs.rooms = [
                    Room(identifier: "kitchen", title: "Kitchen", group: "one"),
                    Room(identifier: "bath", title: "Bath", group: "two"),
                ]
                $0.outputs.show("speakers")
            },
            desk: { try await ServiceContract.rooms($0.outputs, $2) },
            client: { try await ServiceContract.rooms($0, $2) })
    }

    @Test("Push messages")
    func push() async throws {
        try await check(
            desk: { desks, _, notes in
                try await ServiceContract.push(desks.push, notes) { desks.push.hasDistributor = false }
            },
            client: { client, rig, notes in
                try await ServiceContract.push(client, notes) { rig.desks?.push.hasDistributor = false }
            })
    }

    @Test("Services that listens are sent to")
    func scrobbling() async throws {
        try await check(
            desk: { try await ServiceContract.scrobbling($0.scrobbling, $2) },
            client: { try await ServiceContract.scrobbling($0, $2) })
    }

    @Test("The library")
    func library() async throws {
        try await check(
            prepare: { $0.library.lose(MediaLocation(filePath: Array("/missing".utf8))) },
            desk: { try await ServiceContract.library($0.library, $2) },
            client: { try await ServiceContract.library($0, $2) })
    }

    @Test("Files that could not be read")
    func scanFailures() async throws {
        try await check(
            prepare: { rig in
                var report = ScanReport()
                report.failed = 1200
                report.failures = (0..<1200).map {
                    ScanReport.Failure(location: MediaLocation(filePath: Array("/\($0)".utf8)), reason: "damaged")
                }
                rig.library.setReport(report)
            },
            desk: { try await ServiceContract.scanFailures($0.library, $2) },
            client: { try await ServiceContract.scanFailures($0, $2) })
    }

    @Test("All tracks of the library")
    func libraryTracks() async throws {
        try await check(
            prepare: { rig in
                var first = LibraryTrack(
                    ContentIdentifier(kind: .track, key: "0"), at: MediaLocation(filePath: Array("/a b.ogg".utf8)),
                    title: "First")
                (first.artists, first.albumArtists, first.album) = (["A", "B"], ["A"], "Album")
                (first.composers, first.genres, first.date) = (["C"], ["Folk", "Jazz"], "2001-02-03")
                (first.trackNumber, first.discNumber, first.duration) = (3, 1, .milliseconds(1_500))
                (first.start, first.modified, first.added) = (.seconds(1), 1_000, 2_000)
                (first.sampleRate, first.channelCount) = (44_100, 2)
                (first.recording, first.release) = ("e4192ed8", "e11b31c1")
                rig.library.setTracks(
                    [first]
                        + (1..<1_002).map {
                            LibraryTrack(
                                ContentIdentifier(kind: .track, key: "\($0)"),
                                at: MediaLocation(filePath: Array("/\($0).ogg".utf8)), title: "\($0)")
                        })
            },
            desk: { try await ServiceContract.libraryTracks($0.library, $2) },
            client: { try await ServiceContract.libraryTracks($0, $2) })
    }

    @Test("Programs that provide content")
    func providers() async throws {
        try await check(
            desk: { try await ServiceContract.providers($0.providers, $2) },
            client: { try await ServiceContract.providers($0, $2) })
    }

    @Test("Suggestions")
    func suggestions() async throws {
        try await check(
            desk: { try await ServiceContract.suggestions($0.suggestions, $2) },
            client: { try await ServiceContract.suggestions($0, $2) })
    }

    @Test("Triggers")
    func triggers() async throws {
        try await check(
            prepare: { rig in
                rig.sound.tell(.heard(SeenDevice(id: "A", name: "Set", facts: DeviceFacts(form: .headphones))))
                rig.network.tell(.network(["hash"]))
                await rig.settle()
            },
            desk: { try await ServiceContract.triggers($0.triggers, $2) },
            client: { try await ServiceContract.triggers($0, $2) })
    }

    @Test("Words that fit where something is being typed")
    func completion() async throws {
        let known = (kind: CompletionKind.mail, words: ["grace@example.org"], typed: "gr")
        try await check(
            desk: { try await ServiceContract.completion($0.completion, $2, known: known) },
            client: { try await ServiceContract.completion($0, $2, known: known) })
    }

    @Test("The commands of controls elsewhere")
    func remoteCommands() async throws {
        let play: @MediaActor (ServiceRig) async throws -> Void = { rig in
            try await rig.play()
            let track = Track.full.identifier
            try await waitUntil("its opinion is known") {
                await rig.settle()
                return rig.desks?.center.opinion(of: track).like == .known(.nothing)
            }
        }
        try await check(
            desk: { desks, rig, notes in
                try await ServiceContract.remoteCommands(
                    desks.commands, notes, play: { try await play(rig) }, settle: { await rig.advance() })
            },
            client: { _, rig, notes in
                try await ServiceContract.remoteCommands(
                    BusRemoteCommands(bus: rig.client), notes, play: { try await play(rig) },
                    settle: { await rig.advance() })
            })
    }

    @Test("The daemon itself")
    func daemon() async throws {
        let health = [
            HealthCheck("sound", .ok, "Speakers"), HealthCheck("formats.wma", .warning, "no", advice: "install it"),
        ]
        let calls: @MediaActor (ServiceRig) async -> [String] = { rig in
            await rig.settle()
            return rig.readings.events + rig.quits.events.map { $0 == "service" ? "quit" : $0 }
        }
        try await check(
            prepare: { $0.probe.answer = health },
            desk: { desks, rig, notes in
                try await ServiceContract.daemon(desks.daemon, notes, health: health) { await calls(rig) }
            },
            client: { _, rig, notes in
                try await ServiceContract.daemon(BusDaemon(bus: rig.client), notes, health: health) {
                    await calls(rig)
                }
            })
    }

    // MARK: Updates

    @Test("Updates of the queue")
    func queueUpdates() async throws {
        try await check(
            desk: { try await ServiceContract.queueUpdates($0.playback, $2) },
            client: { try await ServiceContract.queueUpdates($0, $2) })
    }

    @Test("Updates of what is playing")
    func nowPlayingUpdates() async throws {
        try await check(
            desk: { desks, rig, notes in
                try await ServiceContract.nowPlayingUpdates(desks.nowPlaying, notes) { try await rig.play() }
            },
            client: { client, rig, notes in
                try await ServiceContract.nowPlayingUpdates(client, notes) { try await rig.play() }
            })
    }

    @Test("Updates of the library")
    func libraryUpdates() async throws {
        try await check(
            desk: { try await ServiceContract.libraryUpdates($0.library, $2) },
            client: { try await ServiceContract.libraryUpdates($0, $2) })
    }

    @Test("Updates of podcasts")
    func podcastUpdates() async throws {
        try await check(
            desk: { desks, rig, notes in
                try await ServiceContract.podcastUpdates(desks.podcasts, notes) { rig.podcasts.tell($0) }
            },
            client: { client, rig, notes in
                try await ServiceContract.podcastUpdates(client, notes) { rig.podcasts.tell($0) }
            })
    }

    private static let headset = SeenDevice(id: "A", name: "Set", facts: DeviceFacts(form: .headphones))

    @Test("Updates of suggestions")
    func suggestionUpdates() async throws {
        try await check(
            desk: { desks, rig, notes in
                try await ServiceContract.suggestionUpdates(desks.suggestions, notes) {
                    rig.sound.tell(.heard(Self.headset))
                }
            },
            client: { client, rig, notes in
                try await ServiceContract.suggestionUpdates(client, notes) { rig.sound.tell(.heard(Self.headset)) }
            })
    }

    @Test("Updates of sound settings")
    func soundUpdates() async throws {
        try await check(
            desk: { try await ServiceContract.soundUpdates($0.sound, $2) },
            client: { try await ServiceContract.soundUpdates($0, $2) })
    }

    @Test("Updates of outputs")
    func outputUpdates() async throws {
        try await check(
            prepare: { $0.outputs.show("speakers", "pods") },
            desk: { desks, rig, notes in
                try await ServiceContract.outputUpdates(desks.outputs, notes) {
                    rig.outputs.show("speakers", "pods", "car")
                }
            },
            client: { client, rig, notes in
                try await ServiceContract.outputUpdates(client, notes) { rig.outputs.show("speakers", "pods", "car") }
            })
    }

    @Test("Updates of triggers")
    func triggerUpdates() async throws {
        try await check(
            desk: { desks, rig, notes in
                try await ServiceContract.triggerUpdates(desks.triggers, notes) {
                    rig.sound.tell(.linked(Self.headset))
                }
            },
            client: { client, rig, notes in
                try await ServiceContract.triggerUpdates(client, notes) { rig.sound.tell(.linked(Self.headset)) }
            })
    }

    @Test("Updates of a container")
    func contentUpdates() async throws {
        let addAlbum: @MediaActor (ServiceRig) -> Void = { rig in
            let album = FakeContentSource.Album("Red", by: "Cy", tracks: [])
            rig.source.replace(with: ServiceContract.tree + [album])
        }
        try await check(
            desk: { desks, rig, notes in
                try await ServiceContract.contentUpdates(desks.content.session(of: "here"), notes) { addAlbum(rig) }
            },
            client: { client, rig, notes in
                try await ServiceContract.contentUpdates(client, notes) { addAlbum(rig) }
            })
    }
}
