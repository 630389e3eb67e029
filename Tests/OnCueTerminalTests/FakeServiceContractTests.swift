// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

/// What it answers from its state alone, as plays, places and what is playing, is set by each test.
@Suite("The fake service keeps the promises of the real one for settings and lists")
@MediaActor
struct FakeServiceContractTests {
    private func check(
        _ service: FakeService = FakeService(),
        _ contract: (FakeService, ServiceContract.Notes) async throws -> Void
    ) async {
        let outcome = await ServiceContract.outcome { try await contract(service, $0) }
        #expect(outcome.broken.isEmpty, "\(outcome.broken)")
    }

    @Test("Sound settings")
    func sound() async { await check { try await ServiceContract.sound($0, $1) } }

    @Test("Settings of notifications")
    func notifications() async {
        await check(FakeService { $0.notifications = .off }) { try await ServiceContract.notifications($0, $1) }
    }

    @Test("Saved queries")
    func queries() async { await check { try await ServiceContract.queries($0, $1) } }

    @Test("Activities")
    func activities() async {
        await check(FakeService()) { try await ServiceContract.activities($0, $1) }
    }

    @Test("The index of other programs")
    func searchIndex() async { await check { try await ServiceContract.searchIndex($0, $1) } }

    @Test("The notification centre")
    func userNotifications() async { await check { try await ServiceContract.userNotifications($0, $1) } }

    @Test("The trash")
    func trash() async {
        let service = FakeService {
            $0.trash = [
                TrashItem(key: "3-a", kind: .playlist, title: "Evening", removed: 3),
                TrashItem(key: "2-b", kind: .station, title: "Jazz", removed: 2),
            ]
        }
        await check(service) { try await ServiceContract.trash($0, $1) }
    }

    @Test("Sharing listening")
    func sharedListening() async {
        let note = ListeningNote(String(repeating: "2", count: 64), "a time is more than a day ahead")
        await check(FakeService { ($0.sharedListening, $0.listeningNotes) = ("{}", [note]) }) {
            try await ServiceContract.sharedListening($0, $1)
        }
    }

    @Test("Handing over")
    func handoff() async {
        let queue = HandedQueue(
            machine: "desk", run: 3, entries: [HandedEntry(title: "Blue")], current: 0, isPlaying: true)
        await check(FakeService { $0.handedQueue = queue }) { try await ServiceContract.handoff($0, $1) }
    }

    @Test("Playing together")
    func together() async {
        await check(FakeService()) { try await ServiceContract.together($0, $1) }
    }

    @Test("Outputs")
    func outputs() async {
        let service = FakeService {
            $0.outputs = OutputListing(outputs: [
                .init(identifier: "speakers", title: "Speakers", kind: "other", isDefault: true, isCurrent: true),
                .init(identifier: "pods", title: "Pods", kind: "headphones"),
            ])
        }
        await check(service) { try await ServiceContract.outputs($0, $1) }
    }

    @Test("Rooms")
    func rooms() async {
        let service = FakeService {
            $0.rooms = [
                Room(identifier: "kitchen", title: "Kitchen", group: "one"),
                Room(identifier: "bath", title: "Bath", group: "two"),
            ]
        }
        await check(service) { try await ServiceContract.rooms($0, $1) }
    }

    @Test("The library")
    func library() async {
        let service = FakeService { $0.placeErrors["missing"] = ServiceError(.noSuchFolder, "no such folder") }
        await check(service) { try await ServiceContract.library($0, $1) }
    }

    @Test("Open directories")
    func directories() async { await check { try await ServiceContract.directories($0, $1) } }

    @Test("Cues")
    func cues() async { await check { try await ServiceContract.cues($0, $1) } }

    @Test("What could not be read")
    func scanFailures() async {
        let service = FakeService {
            $0.failures = (0..<1200).map {
                ScanReport.Failure(location: MediaLocation(filePath: Array("/\($0)".utf8)), reason: "damaged")
            }
        }
        await check(service) { try await ServiceContract.scanFailures($0, $1) }
    }

    @Test("Push messages")
    func push() async {
        await check { service, notes in
            try await ServiceContract.push(service, notes) { service.pushMessages.hasDistributor = false }
        }
    }

    @Test("What plays at other machines")
    func machines() async {
        var kitchen = MachineRecord("kitchen", isReachable: true)
        (kitchen.title, kitchen.isPlaying) = ("Blue", true)
        let service = FakeService { [kitchen] in
            $0.machines = [kitchen, MachineRecord("attic", isReachable: false)]
            $0.continued = ContinuedHere("rig plays Blue at 0:12", notes: ["1 of 2 is not here"])
        }
        await check(service) { try await ServiceContract.machines($0, $1) }
    }

    @Test("Reminders")
    func reminders() async {
        await check(Self.withoutItem) { try await ServiceContract.reminders($0, in: $0, $1) }
    }

    @Test("Alarms")
    func alarms() async { await check(Self.withoutItem) { try await ServiceContract.alarms($0, in: $0, $1) } }

    @Test("All tracks of the library")
    func libraryTracks() async {
        let service = FakeService {
            $0.libraryTracks = (0..<1_002).map {
                LibraryTrack(
                    ContentIdentifier(kind: .track, key: "\($0)"),
                    at: MediaLocation(filePath: Array("/\($0).ogg".utf8)), title: "\($0)")
            }
        }
        await check(service) { try await ServiceContract.libraryTracks($0, $1) }
    }

    @Test("Updates of the sound")
    func soundUpdates() async {
        await check(FakeService { $0.isLive = true }) { try await ServiceContract.soundUpdates($0, $1) }
    }

    @Test("Updates of outputs")
    func outputUpdates() async {
        let service = FakeService {
            $0.isLive = true
            $0.outputs = OutputListing(outputs: [
                .init(identifier: "speakers", title: "Speakers", kind: "other", isDefault: true, isCurrent: true),
                .init(identifier: "pods", title: "Pods", kind: "headphones"),
            ])
        }
        await check(service) { service, notes in
            try await ServiceContract.outputUpdates(service, notes) {
                service.change { $0.outputs.outputs.append(.init(identifier: "car", title: "Car", kind: "car")) }
                service.outputHub.tell(.changed)
            }
        }
    }

    @Test("Updates of podcasts")
    func podcastUpdates() async {
        await check(FakeService { $0.isLive = true }) { service, notes in
            try await ServiceContract.podcastUpdates(service, notes) { service.podcastHub.tell(.event($0)) }
        }
    }

    @Test("What is playing")
    func nowPlaying() async {
        let service = FakeService { $0.isLive = true }
        await check(service) { service, notes in
            try await ServiceContract.nowPlaying(service, notes, play: { Self.play(service) }, settle: {})
        }
    }

    @Test("Updates of what is playing")
    func nowPlayingUpdates() async {
        await check(FakeService { $0.isLive = true }) { service, notes in
            try await ServiceContract.nowPlayingUpdates(service, notes) {
                Self.play(service)
                service.nowPlayingHub.tell(.report(service.current.report))
            }
        }
    }

    @Test("Updates of the library")
    func libraryUpdates() async {
        await check(FakeService { $0.isLive = true }) { try await ServiceContract.libraryUpdates($0, $1) }
    }

    @Test("Updates of triggers")
    func triggerUpdates() async {
        await check(FakeService { $0.isLive = true }) { service, notes in
            try await ServiceContract.triggerUpdates(service, notes) {
                service.triggerHub.tell(
                    .event(TriggerEventRecord(time: 0, source: "sound", event: "linked", text: "Set is connected")))
            }
        }
    }

    @Test("Programs that provide content")
    func providers() async { await check { try await ServiceContract.providers($0, $1) } }

    @Test("Accounts for scrobbling")
    func scrobbling() async {
        await check(FakeService { $0.isLive = true }) { try await ServiceContract.scrobbling($0, $1) }
    }

    @Test("Web pages")
    func pages() async {
        await check(FakeService { $0.web = FakePages() }) { try await ServiceContract.pages($0, $1) }
    }

    @Test("Words that fit where something is being typed")
    func completion() async {
        let words = ["grace@example.org", "kay@example.org"]
        let service = FakeService { state in
            state.completions = words.map { CompletionWord($0, kind: "mail") }
        }
        await check(service) {
            try await ServiceContract.completion($0, $1, known: (kind: .mail, words: words, typed: "gr"))
        }
    }

    @Test("Pages in browsers")
    func browsers() async { await check { try await ServiceContract.browsers($0, $1) } }

    /// Plays the album Blue, whose first track has three chapters and lyrics.
    private static func play(_ service: FakeService) {
        service.change { state in
            state.report = NowPlayingReport(
                status: .playing, queueLength: 2, entry: NowPlayingEntry(id: .init(1), title: "So What"))
            state.report.context = ContextMark(
                title: "Blue", identifier: "album:blue", kind: "album", number: 1, count: 2)
            state.report.next = NextMark(
                id: .init(2), identifier: "track:b2", title: "Freddie", artists: ["Ada", "Bix"])
            let starts: [Duration] = [.zero, .seconds(50), .seconds(100)]
            state.chapterListing = ChapterListing(
                current: 0,
                items: starts.indices.map { index in
                    let end = starts.indices.contains(index + 1) ? starts[index + 1] : nil
                    return .init(title: "From \(index * 50)", start: starts[index], end: end)
                })
            state.lyrics = FoundLyrics(lyrics: Lyrics([.init("One", at: .seconds(1))]), source: .file)
        }
    }

    private static var withoutItem: FakeService {
        FakeService { $0.placeErrors["album:none"] = ServiceError(.nothingMatches, "there is no \"album:none\"") }
    }
}
